//! Learns names from copies of games: the same game in two archives often names its players in two ways.
//!
//! Each group of copies votes that the names of its black players belong to one person, and those of its white players
//! to another. Two names are believed to be one person's if two conditions hold. The names never play each other. And
//! of the groups in which either name meets a name in the other's script, at least three quarters have both names.

use super::most_frequent;
use super::names::COLUMNS;
use super::person::PersonKey;
use crate::unique::GameIds;
use kifu_archive::error::Result;
use kifu_language::knowledge::aliases::{Aliases, PersonId};
use kifu_record::cancel::checkpoint;
use kifu_record::text::names::NameScript;
use kifu_store::index::Index;
use kifu_store::index::player_names::PlayerNames;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tantivy::DocId;
use tantivy::columnar::StrColumn;

/// Two names that copies of one game give to the same player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePair {
    /// The two names. For a person in the table of aliases this is the person's main name, otherwise the name as
    /// written.
    pub names: [String; 2],
    /// Number of groups of copies that give both names to the player of one colour.
    pub groups: u64,
    pub meaning: PairMeaning,
}

/// What it means that copies of one game give two names to the same player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PairMeaning {
    /// Both are names of one person in two scripts.
    Translation,
    /// Both are names of one person in one script.
    Variant,
    /// The table of aliases knows both as different persons.
    Contradiction,
}

/// A name that probably stands for several persons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MixedName {
    /// In copies of its games, so many other names stand in the place of this name that it is an account and not a
    /// person.
    Account {
        name: String,
        /// Number of persons with these other names.
        others: u64,
    },
    /// The games of this name span more years than anybody's career.
    Career {
        name: String,
        /// First and last year of the games.
        years: (i32, i32),
    },
}

/// Names of which the copies of games in an index show that they belong together, or to several persons.
#[derive(Clone, Debug, Default)]
pub struct LearnedNames {
    /// Pairs of names, those with the most groups of copies first.
    pub pairs: Vec<NamePair>,
    /// Names that probably stand for several persons.
    pub mixed: Vec<MixedName>,
}

/// Minimum number of groups of copies in which a pair of names must occur: a single group may be a mistake.
const MIN_GROUPS: u64 = 2;
/// Number of persons, written in one other script, who stand in the place of a name in copies, from which on the name
/// is taken for an account: nobody has that many names in one script.
const MIN_ACCOUNT_PERSONS: u64 = 4;
/// Maximum number of names that a group of copies gives to the player of one colour. More names mean that the game was
/// copied under made-up names.
const MAX_NAMES_PER_SEAT: usize = 12;
/// Number of years that nobody's career exceeds. Games from more years belong to several persons.
pub const MAX_CAREER_YEARS: i32 = 80;

/// Finds pairs of names of one person, and names of several persons, from the copies of games in an index.
pub fn learn(index: &Index) -> Result<LearnedNames> {
    let names = Names::read(index)?;
    let votes = Votes::count(index, &names)?;
    let opponents = opponents(index, &names, &votes);
    let mut pairs: Vec<NamePair> = votes
        .pairs
        .iter()
        .filter_map(|(&(a, b), &groups)| names.decide_pair(a, b, groups, &votes, &opponents))
        .collect();
    let key = |pair: &NamePair| (Reverse(pair.groups), pair.names.clone(), pair.meaning);
    pairs.sort_by_cached_key(key);
    // If both persons of a pair are written in several scripts, the pair occurs once for each script; one is enough.
    pairs.dedup_by(|later, first| later.names == first.names);
    let mut mixed = votes.accounts(&names);
    let careers = most_frequent(index, usize::MAX)?.0.into_iter();
    mixed.extend(careers.filter_map(|player| {
        let years = player.years.filter(|(first, last)| last - first > MAX_CAREER_YEARS)?;
        let name = player.name;
        Some(MixedName::Career { name, years })
    }));
    Ok(LearnedNames { pairs, mixed })
}

/// The names of an index, with the scripts of those that may be names of persons: letters of one script, no digits.
struct Names<'a> {
    aliases: &'a Aliases,
    players: Arc<PlayerNames>,
    /// Script of each name, by its number; `None` for a text that is not a person's name.
    scripts: Vec<Option<NameScript>>,
    /// Persons whom the table of aliases knows, by their numbers in the index.
    known: HashMap<usize, PersonId>,
    /// For each segment, the columns with the names of the black and the white players.
    columns: Vec<[Option<StrColumn>; 2]>,
}

impl<'a> Names<'a> {
    fn read(index: &'a Index) -> Result<Names<'a>> {
        let players = index.player_names()?;
        let script = |(name, _): &(String, usize)| {
            NameScript::from_text(name).filter(|_| may_be_person_name(name))
        };
        let known = players.persons.iter().filter_map(|(key, &number)| match key {
            PersonKey::Known(person) => Some((number, *person)),
            PersonKey::Named(_) => None,
        });
        let columns = index
            .searcher()
            .segment_readers()
            .iter()
            .map(|reader| {
                let [black, white] = COLUMNS.map(|field| reader.fast_fields().str(field));
                Ok([black?, white?])
            })
            .collect::<tantivy::Result<_>>();
        Ok(Names {
            aliases: index.aliases(),
            scripts: players.names.iter().map(script).collect(),
            known: known.collect(),
            columns: columns.map_err(|error| index.error_from_tantivy(error))?,
            players,
        })
    }

    /// The name of each player of a game, Black's first: the person's number with the script, and the text. `None` if a
    /// player has several names.
    fn seats(&self, segment: usize, doc: DocId) -> [Option<(ScriptedPerson, &str)>; 2] {
        let name = |seat: usize| {
            let mut ords =
                self.columns.get(segment)?.get(seat)?.as_ref()?.ords().values_for_doc(doc);
            let only = ords.next().filter(|_| ords.next().is_none())?;
            let number = *(self.players.segments.get(segment)?.get(seat)?).get(only as usize)?;
            let (text, person) = self.players.names.get(number as usize)?;
            Some(((*person, (*self.scripts.get(number as usize)?)?), text.as_str()))
        };
        [name(0), name(1)]
    }

    /// The name by which a person is shown: that of the table of aliases, or else one that occurs in copies of games.
    fn label(&self, written: ScriptedPerson, votes: &Votes) -> String {
        let known = self.known.get(&written.0).and_then(|person| self.aliases.name(*person));
        let met_label = || votes.labels.get(&written).map(String::as_str);
        known.or_else(met_label).unwrap_or_default().to_owned()
    }

    /// Decides what a pair of names means; `None` if the groups of copies do not support that both names are one
    /// person's.
    fn decide_pair(
        &self,
        a: ScriptedPerson,
        b: ScriptedPerson,
        groups: u64,
        votes: &Votes,
        opponents: &HashSet<(usize, usize)>,
    ) -> Option<NamePair> {
        let is_known = |person: usize| self.known.contains_key(&person);
        let agrees = |own: ScriptedPerson, other: ScriptedPerson| {
            let groups_met = votes.groups_with_script.get(&(own.0, other.1)).copied().unwrap_or(0);
            is_known(own.0) || groups * 4 >= groups_met * 3
        };
        let all = votes.groups.get(&ordered_pair(a.0, b.0)).copied().unwrap_or(0);
        let is_believed = all >= MIN_GROUPS
            && agrees(a, b)
            && agrees(b, a)
            && !opponents.contains(&ordered_pair(a.0, b.0));
        let meaning = match (is_known(a.0) && is_known(b.0), is_believed) {
            (true, _) => PairMeaning::Contradiction,
            (false, false) => return None,
            (false, true) if a.1 == b.1 => PairMeaning::Variant,
            (false, true) => PairMeaning::Translation,
        };
        // A person whom the table of aliases knows comes first, since the pair adds a spelling to that person's line in
        // the table.
        let (first, second) = if is_known(b.0) { (b, a) } else { (a, b) };
        let mut names = [self.label(first, votes), self.label(second, votes)];
        if meaning == PairMeaning::Contradiction {
            names.sort();
        }
        Some(NamePair { names, groups: all, meaning })
    }
}

/// True if a text may be the name of a person: accounts often have digits, and damaged text is unreliable.
fn may_be_person_name(text: &str) -> bool {
    !text.contains(|c: char| c.is_numeric() || c == char::REPLACEMENT_CHARACTER)
}

/// Number of a person, and a script in which the name is written.
type ScriptedPerson = (usize, NameScript);

fn ordered_pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// Votes of the groups of copies on which names belong to one person.
#[derive(Default)]
struct Votes {
    /// Number of groups of copies that give one player two names which count as different persons so far, by person and
    /// script of each name.
    pairs: BTreeMap<(ScriptedPerson, ScriptedPerson), u64>,
    /// Number of groups of copies that give one player the names of two persons, by pair of persons. A group counts
    /// once even if it has the names in several scripts.
    groups: HashMap<(usize, usize), u64>,
    /// For a person and a script: number of groups of copies in which the person's player also has another person's
    /// name in this script.
    groups_with_script: HashMap<ScriptedPerson, u64>,
    /// For a person and a script: the other persons whose names in this script copies give to the person's player.
    others: HashMap<ScriptedPerson, HashSet<usize>>,
    /// A name that records write for a person in a script; the least of several.
    labels: HashMap<ScriptedPerson, String>,
}

impl Votes {
    fn count(index: &Index, names: &Names) -> Result<Votes> {
        let duplicates = index.duplicates()?;
        let ids = GameIds::open(index)?;
        let mut seats: HashMap<(u32, usize), BTreeSet<ScriptedPerson>> = HashMap::new();
        let mut votes = Votes::default();
        for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
            for (game, id) in ids.ids_of(segment, reader.doc_ids_alive()) {
                checkpoint();
                let Some(copy) = duplicates.get(id) else {
                    continue;
                };
                let of_game = names.seats(segment as usize, game.doc_id).into_iter();
                for (seat, (written, text)) in
                    of_game.enumerate().filter_map(|(seat, name)| Some((seat, name?)))
                {
                    seats.entry((copy.group, seat)).or_default().insert(written);
                    let label = votes.labels.entry(written).or_insert_with(|| text.to_owned());
                    // The alphabetically first name is chosen, so that the order of the segments does not matter.
                    if text < label.as_str() {
                        *label = text.to_owned();
                    }
                }
            }
        }
        for written in
            seats.values().filter(|written| (2..=MAX_NAMES_PER_SEAT).contains(&written.len()))
        {
            votes.add(written);
        }
        Ok(votes)
    }

    /// Adds the names that a group of copies gives to the player of one colour.
    fn add(&mut self, seat: &BTreeSet<ScriptedPerson>) {
        let mut met_scripts = BTreeSet::new();
        let mut paired = BTreeSet::new();
        for &a in seat {
            for &b in seat {
                checkpoint();
                if a.0 == b.0 {
                    continue;
                }
                met_scripts.insert((a.0, b.1));
                self.others.entry((a.0, b.1)).or_default().insert(b.0);
                if a < b {
                    *self.pairs.entry((a, b)).or_default() += 1;
                    paired.insert(ordered_pair(a.0, b.0));
                }
            }
        }
        for person in met_scripts {
            *self.groups_with_script.entry(person).or_default() += 1;
        }
        for pair in paired {
            *self.groups.entry(pair).or_default() += 1;
        }
    }

    /// The names that are probably accounts: in copies of their games, the names of many other persons stand in their
    /// place.
    fn accounts(&self, names: &Names) -> Vec<MixedName> {
        let mut accounts: BTreeMap<usize, u64> = BTreeMap::new();
        for (&(person, _), others) in &self.others {
            let most = accounts.entry(person).or_default();
            *most = (*most).max(others.len() as u64);
        }
        let accounts = accounts.into_iter().filter(|&(person, others)| {
            others >= MIN_ACCOUNT_PERSONS && !names.known.contains_key(&person)
        });
        let mut label_of: HashMap<usize, &str> = HashMap::new();
        for ((person, _), label) in &self.labels {
            let least = label_of.entry(*person).or_insert(label);
            *least = (*least).min(label);
        }
        let mut accounts: Vec<(u64, String)> = accounts
            .filter_map(|(person, others)| {
                let label = label_of.get(&person)?;
                Some((others, (*label).to_owned()))
            })
            .collect();
        accounts.sort_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
        let account = |(others, name)| MixedName::Account { name, others };
        accounts.into_iter().map(account).collect()
    }
}

/// Pairs of persons who occur in the votes and play each other in some game.
fn opponents(index: &Index, names: &Names, votes: &Votes) -> HashSet<(usize, usize)> {
    let voted: HashSet<(usize, usize)> =
        votes.pairs.keys().map(|(a, b)| ordered_pair(a.0, b.0)).collect();
    let mut found = HashSet::new();
    for (segment, reader) in index.searcher().segment_readers().iter().enumerate() {
        for doc in reader.doc_ids_alive() {
            checkpoint();
            if let [Some((black, _)), Some((white, _))] = names.seats(segment, doc) {
                let pair = ordered_pair(black.0, white.0);
                if voted.contains(&pair) {
                    found.insert(pair);
                }
            }
        }
    }
    found
}
