//! Chooses, for a person who is written in several ways, the name by which the person is shown.

use super::gather;
use super::names::CountedNames;
use super::person::PersonKey;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use std::collections::HashMap;

/// The most frequent spelling of every person who is not in the table of aliases and is written in several ways, by the
/// [identity](kifu_record::text::names::identity_key) of the name.
#[derive(Debug, Default)]
pub struct UsualSpellings(HashMap<String, String>);

impl UsualSpellings {
    /// Reads the spellings of all players of an index. They are those that the list of all players shows.
    pub fn read(index: &Index) -> Result<UsualSpellings> {
        let names = CountedNames::in_all_games(index)?;
        let mut persons = gather::persons(index, &names)?;
        let usual = names.all.persons.iter().filter_map(|(person, number)| {
            let PersonKey::Named(identity) = person else {
                return None;
            };
            let spelled = std::mem::take(&mut persons.get_mut(*number)?.names);
            spelled.has_several().then(|| (identity.clone(), spelled.into_label()))
        });
        Ok(UsualSpellings(usual.collect()))
    }

    /// The most frequent spelling of a person; `None` for somebody with a single spelling.
    pub fn most_frequent(&self, identity: &str) -> Option<&str> {
        self.0.get(identity).map(String::as_str)
    }
}
