//! Decides by names whether two players are the same person: by the table of known spellings, and for names that are
//! not in it by the rule of `text/names.rs`.

use super::aliases::{PersonFinder, PersonId};

/// Key that is equal for two names of the same person.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PersonKey {
    /// Person whose spellings are in the table.
    Known(PersonId),
    /// Person who is not in the table, by the [`identity_key`](kifu_record::text::names::identity_key) of the name.
    Named(String),
}

impl PersonKey {
    /// Key of the person with a name.
    pub fn from_name(name: &str, finder: &PersonFinder) -> PersonKey {
        finder.person_or_identity(name).map_or_else(PersonKey::Named, PersonKey::Known)
    }

    /// Key of the person whose name has this [`identity_key`](kifu_record::text::names::identity_key).
    pub fn from_identity(identity: &str, finder: &PersonFinder) -> PersonKey {
        finder
            .person_with_identity(identity)
            .map(PersonKey::Known)
            .unwrap_or_else(|| PersonKey::Named(identity.to_owned()))
    }
}
