//! What copies of games teach about names: the same game in two archives names its players in two ways.
//!
//! Each group of copies votes that the names of one seat are one person's. Two names are believed to be one person's if
//! most groups agree in which either meets a name of the other's script, and if the two never play each other.

use super::most_frequent;
use super::names::COLUMNS;
use super::person::PersonKey;
use crate::unique::GameIds;
use kifu_archive::error::Result;
use kifu_language::knowledge::aliases::{Aliases, PersonId};
use kifu_record::patience::step;
use kifu_record::text::names::NameScript;
use kifu_store::index::Index;
use kifu_store::index::player_names::PlayerNames;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tantivy::DocId;
use tantivy::columnar::StrColumn;

/// Two names that stand in the same seats of copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePair {
    /// The names: of a known person the one that stands for all, else as written.
    pub names: [String; 2],
    /// The groups of copies that have both in one seat.
    pub groups: u64,
    /// What that means.
    pub meaning: PairMeaning,
}

/// What it means that two names stand in the same seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PairMeaning {
    /// They are one person's in two scripts.
    Translation,
    /// They are one person's in one script.
    Variant,
    /// They are known as two persons.
    Contradiction,
}

/// A name that probably stands for several persons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MixedName {
    /// So many other names stand in its seats that it is an account.
    Account {
        /// The name.
        name: String,
        /// The persons with these names.
        others: u64,
    },
    /// Its games are from more years than anybody plays.
    Career {
        /// The name.
        name: String,
        /// The first and the last year.
        years: (i32, i32),
    },
}

/// What the games of an index teach about names.
#[derive(Clone, Debug, Default)]
pub struct LearnedNames {
    /// Those with the most groups first.
    pub pairs: Vec<NamePair>,
    /// The others.
    pub mixed: Vec<MixedName>,
}

/// Fewer groups are not believed: one may be a mistake.
const LEAST: u64 = 2;
/// The name of a person meets fewer persons who are written in one other script.
const ACCOUNT: u64 = 4;
/// A seat with more names teaches nothing: its game was copied under made-up names.
const MOST: usize = 12;
/// Nobody plays for so many years.
pub const CAREER: i32 = 80;

/// Reads what the copies in an index teach.
pub fn learn(index: &Index) -> Result<LearnedNames> {
    let names = Names::of(index)?;
    let votes = Votes::of(index, &names)?;
    let opponents = opponents(index, &names, &votes);
    let mut pairs: Vec<NamePair> = votes
        .pairs
        .iter()
        .filter_map(|(&(a, b), &groups)| names.judged(a, b, groups, &votes, &opponents))
        .collect();
    let key = |pair: &NamePair| (Reverse(pair.groups), pair.names.clone(), pair.meaning);
    pairs.sort_by_cached_key(key);
    // Two persons who are written in several scripts are one pair.
    pairs.dedup_by(|later, first| later.names == first.names);
    let mut mixed = votes.accounts(&names);
    let careers = most_frequent(index, usize::MAX)?.0.into_iter();
    mixed.extend(careers.filter_map(|player| {
        let years = player.years.filter(|(first, last)| last - first > CAREER)?;
        let name = player.name;
        Some(MixedName::Career { name, years })
    }));
    Ok(LearnedNames { pairs, mixed })
}

/// The names of an index as far as they may be persons': letters of one script, no digits.
struct Names<'a> {
    aliases: &'a Aliases,
    players: Arc<PlayerNames>,
    /// The scripts of the names, by their numbers.
    scripts: Vec<Option<NameScript>>,
    /// The persons whom the table knows, by their numbers.
    known: HashMap<usize, PersonId>,
    /// For each segment, the columns of the seats.
    columns: Vec<[Option<StrColumn>; 2]>,
}

impl<'a> Names<'a> {
    fn of(index: &'a Index) -> Result<Names<'a>> {
        let players = index.player_names()?;
        let script = |(name, _): &(String, usize)| NameScript::of(name).filter(|_| is_name(name));
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
            columns: columns.map_err(|error| index.failed(error))?,
            players,
        })
    }

    /// The names of a game's seats, where a seat has one: with the number of the person, and the text.
    fn seats(&self, segment: usize, doc: DocId) -> [Option<(Written, &str)>; 2] {
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

    /// The name that stands for a person: that of the table, or the first one that was met.
    fn label(&self, written: Written, votes: &Votes) -> String {
        let known = self.known.get(&written.0).and_then(|person| self.aliases.name(*person));
        let met = || votes.labels.get(&written).map(String::as_str);
        known.or_else(met).unwrap_or_default().to_owned()
    }

    /// A pair of names with its meaning; `None` if it is not believed.
    fn judged(
        &self,
        a: Written,
        b: Written,
        groups: u64,
        votes: &Votes,
        opponents: &HashSet<(usize, usize)>,
    ) -> Option<NamePair> {
        let is_known = |person: usize| self.known.contains_key(&person);
        let agrees = |own: Written, other: Written| {
            let met = votes.met.get(&(own.0, other.1)).copied().unwrap_or(0);
            is_known(own.0) || groups * 4 >= met * 3
        };
        let all = votes.groups.get(&ordered(a.0, b.0)).copied().unwrap_or(0);
        let is_believed =
            all >= LEAST && agrees(a, b) && agrees(b, a) && !opponents.contains(&ordered(a.0, b.0));
        let meaning = match (is_known(a.0) && is_known(b.0), is_believed) {
            (true, _) => PairMeaning::Contradiction,
            (false, false) => return None,
            (false, true) if a.1 == b.1 => PairMeaning::Variant,
            (false, true) => PairMeaning::Translation,
        };
        // The person whom the table knows stands first: its line gets another spelling.
        let (first, second) = if is_known(b.0) { (b, a) } else { (a, b) };
        let mut names = [self.label(first, votes), self.label(second, votes)];
        if meaning == PairMeaning::Contradiction {
            names.sort();
        }
        Some(NamePair { names, groups: all, meaning })
    }
}

/// Whether a text may be the name of a person: no digits, which accounts have, and nothing that was damaged.
fn is_name(text: &str) -> bool {
    !text.contains(|c: char| c.is_numeric() || c == char::REPLACEMENT_CHARACTER)
}

/// The number of a person, and a script in which the name is written.
type Written = (usize, NameScript);

fn ordered(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// What groups of copies say.
#[derive(Default)]
struct Votes {
    /// How many groups have two names of different persons in one seat, by the scripts of the names.
    pairs: BTreeMap<(Written, Written), u64>,
    /// The same whatever the scripts.
    groups: HashMap<(usize, usize), u64>,
    /// How many groups have a person in one seat with others who are written in a script.
    met: HashMap<Written, u64>,
    /// These others.
    others: HashMap<Written, HashSet<usize>>,
    /// A name of a person in a script.
    labels: HashMap<Written, String>,
}

impl Votes {
    fn of(index: &Index, names: &Names) -> Result<Votes> {
        let duplicates = index.duplicates()?;
        let ids = GameIds::open(index)?;
        let mut seats: HashMap<(u32, usize), BTreeSet<Written>> = HashMap::new();
        let mut votes = Votes::default();
        for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
            for (game, id) in ids.each(segment, reader.doc_ids_alive()) {
                step();
                let Some(copy) = duplicates.of(id) else {
                    continue;
                };
                let of_game = names.seats(segment as usize, game.doc_id).into_iter();
                for (seat, (written, text)) in
                    of_game.enumerate().filter_map(|(seat, name)| Some((seat, name?)))
                {
                    seats.entry((copy.group, seat)).or_default().insert(written);
                    let label = votes.labels.entry(written).or_insert_with(|| text.to_owned());
                    // The same label, whatever the order of the segments.
                    if text < label.as_str() {
                        *label = text.to_owned();
                    }
                }
            }
        }
        for written in seats.values().filter(|written| (2..=MOST).contains(&written.len())) {
            votes.add(written);
        }
        Ok(votes)
    }

    /// Adds the names of one seat of a group.
    fn add(&mut self, seat: &BTreeSet<Written>) {
        let mut met = BTreeSet::new();
        let mut paired = BTreeSet::new();
        for &a in seat {
            for &b in seat {
                step();
                if a.0 == b.0 {
                    continue;
                }
                met.insert((a.0, b.1));
                self.others.entry((a.0, b.1)).or_default().insert(b.0);
                if a < b {
                    *self.pairs.entry((a, b)).or_default() += 1;
                    paired.insert(ordered(a.0, b.0));
                }
            }
        }
        for person in met {
            *self.met.entry(person).or_default() += 1;
        }
        for pair in paired {
            *self.groups.entry(pair).or_default() += 1;
        }
    }

    /// The names that stand for many persons.
    fn accounts(&self, names: &Names) -> Vec<MixedName> {
        let mut accounts: BTreeMap<usize, u64> = BTreeMap::new();
        for (&(person, _), others) in &self.others {
            let most = accounts.entry(person).or_default();
            *most = (*most).max(others.len() as u64);
        }
        let accounts = accounts
            .into_iter()
            .filter(|&(person, others)| others >= ACCOUNT && !names.known.contains_key(&person));
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

/// Of the pairs that were voted for, those who play each other in some game.
fn opponents(index: &Index, names: &Names, votes: &Votes) -> HashSet<(usize, usize)> {
    let voted: HashSet<(usize, usize)> =
        votes.pairs.keys().map(|(a, b)| ordered(a.0, b.0)).collect();
    let mut found = HashSet::new();
    for (segment, reader) in index.searcher().segment_readers().iter().enumerate() {
        for doc in reader.doc_ids_alive() {
            step();
            if let [Some((black, _)), Some((white, _))] = names.seats(segment, doc) {
                let pair = ordered(black.0, white.0);
                if voted.contains(&pair) {
                    found.insert(pair);
                }
            }
        }
    }
    found
}
