//! Decides by their names who is the same person: by the table of known spellings, else by the rule of
//! `text/names.rs`.

use super::aliases::{PersonFinder, PersonId};

/// What makes two names the same person's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PersonKey {
    /// A person whose spellings are known.
    Known(PersonId),
    /// Somebody else, by the [`identity`](kifu_record::text::names::identity) of the name.
    Named(String),
}

impl PersonKey {
    /// The person with a name.
    pub fn of(name: &str, finder: &PersonFinder) -> PersonKey {
        finder.person_or_identity(name).map_or_else(PersonKey::Named, PersonKey::Known)
    }

    /// The person with a name of this identity.
    pub fn with(identity: &str, finder: &PersonFinder) -> PersonKey {
        finder
            .with(identity)
            .map(PersonKey::Known)
            .unwrap_or_else(|| PersonKey::Named(identity.to_owned()))
    }
}
