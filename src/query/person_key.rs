//! Who two names are the same person's, by the known spellings and the rule of `text/names.rs`.

use kifu_language::knowledge::aliases::{PersonFinder, PersonId};

/// What makes two names the same person's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum PersonKey {
    /// A person whose spellings are known.
    Known(PersonId),
    /// Somebody else, by the [`identity`](kifu_record::text::names::identity) of the name.
    Named(String),
}

impl PersonKey {
    /// The person with a name.
    pub(super) fn of(name: &str, finder: &PersonFinder) -> PersonKey {
        finder.person_or_identity(name).map_or_else(PersonKey::Named, PersonKey::Known)
    }

    /// The person with a name of this identity.
    pub(super) fn with(identity: &str, finder: &PersonFinder) -> PersonKey {
        finder
            .with(identity)
            .map(PersonKey::Known)
            .unwrap_or_else(|| PersonKey::Named(identity.to_owned()))
    }
}
