//! Where a zip lists its members, so that one is found again without reading the list of all.

use super::end::EntryPlace;
use std::hash::{BuildHasher, RandomState};

/// The places of a zip's members in its directory.
#[derive(Debug, Default)]
pub struct MemberPlaces {
    /// Sorted by name and occurrence.
    places: Vec<MemberPlace>,
    hasher: RandomState,
}

/// Where the directory lists a member.
#[derive(Clone, Copy, Debug)]
struct MemberPlace {
    /// The hash of its name.
    name: u64,
    /// How many of the same name come before it.
    occurrence: u32,
    listed: EntryPlace,
}

impl MemberPlace {
    fn key(&self) -> (u64, u32) {
        (self.name, self.occurrence)
    }
}

impl MemberPlaces {
    /// The bytes of memory that they take.
    pub fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<MemberPlace>()) as u64
    }

    /// Notes where a member is listed.
    pub(super) fn note(&mut self, name: &str, occurrence: u32, listed: EntryPlace) {
        self.places.push(MemberPlace { name: self.hasher.hash_one(name), occurrence, listed });
    }

    /// All places, once the whole directory has been noted; `None` if it has no members.
    pub(in super::super) fn sorted(mut self) -> Option<MemberPlaces> {
        self.places.sort_unstable_by_key(MemberPlace::key);
        self.places.shrink_to_fit();
        (!self.places.is_empty()).then_some(self)
    }

    /// Where the member of this name is listed that so many of the same name come before.
    pub(super) fn of(&self, name: &str, occurrence: u32) -> Option<EntryPlace> {
        let wanted = (self.hasher.hash_one(name), occurrence);
        let at = self.places.binary_search_by_key(&wanted, MemberPlace::key);
        self.places.get(at.ok()?).map(|place| place.listed)
    }
}
