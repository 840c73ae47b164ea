//! Caches where a zip's directory lists the members, so that one member is found again without reading the directory.

use super::end::EntryPlace;
use std::hash::{BuildHasher, RandomState};

/// Where a zip's directory lists the members.
#[derive(Debug, Default)]
pub struct MemberPlaces {
    /// Where the directory lists each member, sorted by name and occurrence once [`MemberPlaces::sorted`] has been
    /// called.
    places: Vec<MemberPlace>,
    hasher: RandomState,
}

/// Where a zip's directory lists one member.
#[derive(Clone, Copy, Debug)]
struct MemberPlace {
    /// Hash of the member's name.
    name_hash: u64,
    /// Number of members with the same name before it.
    occurrence: u32,
    listed: EntryPlace,
}

impl MemberPlace {
    fn key(&self) -> (u64, u32) {
        (self.name_hash, self.occurrence)
    }
}

impl MemberPlaces {
    /// Number of bytes of memory that this cache takes.
    pub fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<MemberPlace>()) as u64
    }

    /// Adds where the directory lists a member.
    pub(super) fn add(&mut self, name: &str, occurrence: u32, listed: EntryPlace) {
        self.places.push(MemberPlace { name_hash: self.hasher.hash_one(name), occurrence, listed });
    }

    /// Sorts the positions, once all of the directory has been added; `None` if it has no members.
    pub(in super::super) fn sorted(mut self) -> Option<MemberPlaces> {
        self.places.sort_unstable_by_key(MemberPlace::key);
        self.places.shrink_to_fit();
        (!self.places.is_empty()).then_some(self)
    }

    /// Where the directory lists the member with this name and occurrence number.
    pub(super) fn find(&self, name: &str, occurrence: u32) -> Option<EntryPlace> {
        let key = (self.hasher.hash_one(name), occurrence);
        let at = self.places.binary_search_by_key(&key, MemberPlace::key);
        self.places.get(at.ok()?).map(|place| place.listed)
    }
}
