//! The opponents of some persons, where their spellings occur, and the games that are counted twice or not at all.

use super::gather::{GAME, each_game};
use super::names::PlayerNames;
use super::person::{PersonDetail, PersonKey};
use super::player::Results;
use crate::error::Result;
use crate::game::Color;
use crate::index::Index;
use crate::index::document::HAS_SIDE_PLAYERS;
use crate::index::place::archive_name;
use crate::query::scan::living;
use crate::query::sums::add_up;
use std::collections::{HashMap, HashSet};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, SegmentOrdinal, Term};

/// A game by segment and document.
type GameDoc = (SegmentOrdinal, DocId);

/// A game in which a person sits, with the person's place in the list and the number of the name.
type Seated = (GameDoc, usize, usize);

/// The details of some persons, in their order, without the games beside.
pub(super) struct Details {
    pub(super) all: Vec<PersonDetail>,
    places: HashMap<usize, usize>,
    seated: Vec<Seated>,
}

impl Details {
    /// The details of the persons with these numbers.
    pub(super) fn of(
        index: &Index,
        names: &PlayerNames,
        persons: impl IntoIterator<Item = usize>,
    ) -> Result<Details> {
        let places = (0..).zip(persons).map(|(at, person)| (person, at));
        let places: HashMap<usize, usize> = places.collect();
        let mut details = Details {
            all: vec![PersonDetail::default(); places.len()],
            places,
            seated: Vec::new(),
        };
        details.add_opponents(index, names)?;
        details.add_places(index, names)?;
        Ok(details)
    }

    fn add_opponents(&mut self, index: &Index, names: &PlayerNames) -> Result<()> {
        let mut opponents: Vec<HashMap<usize, Results>> = vec![HashMap::new(); self.all.len()];
        let (mut own, mut other) = (Vec::new(), Vec::new());
        each_game(index, names, &mut |segment, doc, game| {
            for (side, color) in Color::BOTH.into_iter().enumerate() {
                game.persons(side, names, &mut own);
                for &(person, name) in &own {
                    let Some(&at) = self.places.get(&person) else {
                        continue;
                    };
                    self.seated.push(((segment, doc), at, name));
                    game.persons(1 - side, names, &mut other);
                    let is_both = other.iter().any(|(other, _)| *other == person);
                    if let Some(detail) = self.all.get_mut(at) {
                        detail.both += u64::from(side == 0 && is_both);
                    }
                    if let Some(results) = opponents.get_mut(at) {
                        for &(opponent, _) in &other {
                            *results.entry(opponent).or_default() += game.result(color);
                        }
                    }
                }
            }
        })?;
        for (detail, opponents) in self.all.iter_mut().zip(opponents) {
            detail.opponents = opponents.into_iter().collect();
            add_up(&mut detail.opponents);
        }
        Ok(())
    }

    /// Counts the archives of the games segment by segment, in the order of the folders, so that each block of them is
    /// decompressed only once.
    fn add_places(&mut self, index: &Index, names: &PlayerNames) -> Result<()> {
        let fail = |error| index.failed(error);
        for chunk in self.seated.chunk_by(|a, b| a.0.0 == b.0.0) {
            let Some(&((segment, _), ..)) = chunk.first() else {
                continue;
            };
            let reader = index.searcher().segment_reader(segment);
            let Some(column) = reader.fast_fields().str("folder").map_err(fail)? else {
                continue;
            };
            let ord = |doc| column.ords().first(doc).unwrap_or(0);
            let games = chunk.iter();
            let mut games: Vec<(u64, usize, usize)> = games
                .map(|&((_, doc), at, name)| (ord(doc), at, name))
                .collect();
            games.sort_unstable();
            let mut folder = String::new();
            let mut pace = index.budget().pace();
            for same in pace.each(GAME, games.chunk_by(|a, b| a == b)) {
                let Some(&(ord, at, name)) = same.first() else {
                    continue;
                };
                let found = column.ord_to_str(ord, &mut folder);
                found.map_err(|error| fail(error.into()))?;
                if let (Some(detail), Some((name, _))) =
                    (self.all.get_mut(at), names.written.get(name))
                {
                    let key = (name.clone(), archive_name(&folder));
                    detail.places.push((key, same.len() as u64));
                }
            }
        }
        for detail in &mut self.all {
            add_up(&mut detail.places);
        }
        Ok(())
    }

    /// Counts the games beside. Returns those of persons who have no seat in any game, each with an identity of the
    /// person's name and their number.
    pub(super) fn add_beside(
        &mut self,
        names: &PlayerNames,
        mut beside: GamesBeside,
    ) -> Vec<(String, u64)> {
        let counts = |&(segment, doc): &GameDoc| {
            let counted = names.counted(segment);
            counted.is_none_or(|docs| docs.binary_search(&doc).is_ok())
        };
        let mut own: HashMap<usize, HashSet<GameDoc>> = HashMap::new();
        for (person, number) in &names.persons {
            if let Some(at) = self.places.get(number)
                && let Some((_, mut games)) = beside.remove(person)
            {
                games.retain(|game| counts(game));
                own.insert(*at, games);
            }
        }
        for (game, at, _) in &self.seated {
            if let Some(games) = own.get_mut(at) {
                games.remove(game);
            }
        }
        for (at, games) in own {
            if let Some(detail) = self.all.get_mut(at) {
                detail.beside = games.len() as u64;
            }
        }
        let count = |games: &HashSet<GameDoc>| games.iter().filter(|game| counts(game)).count();
        let absent = beside.into_values();
        let mut absent: Vec<(String, u64)> = absent
            .map(|(name, games)| (name, count(&games) as u64))
            .collect();
        absent.sort_unstable();
        absent
    }
}

/// The games that name persons anywhere but in a seat, each person with an identity of the name.
type GamesBeside = HashMap<PersonKey, (String, HashSet<GameDoc>)>;

/// The games that name the persons sought beside the seats. These names are few, so all are read.
pub(super) fn beside(index: &Index, is_sought: &dyn Fn(&PersonKey) -> bool) -> Result<GamesBeside> {
    let fail = |error| index.failed(error);
    let finder = index.aliases().finder();
    let mut found = GamesBeside::new();
    let filled = Term::from_field_text(index.fields.has, HAS_SIDE_PLAYERS);
    let mut pace = index.budget().pace();
    for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
        let has = reader.inverted_index(index.fields.has).map_err(fail)?;
        let has = has.get_term_info(&filled);
        if has.map_err(|error| fail(error.into()))?.is_none() {
            continue;
        }
        let side = reader.inverted_index(index.fields.side_person);
        let side = side.map_err(fail)?;
        let mut terms = side.terms().stream().map_err(|error| fail(error.into()))?;
        while !pace.is_spent(GAME)
            && let Some((name, term)) = terms.next()
        {
            let identity = String::from_utf8_lossy(name);
            let person = PersonKey::with(&identity, &finder);
            if !is_sought(&person) {
                continue;
            }
            let games = side.read_postings_from_terminfo(term, IndexRecordOption::Basic);
            let games = living(reader, games.map_err(|error| fail(error.into()))?);
            let (_, all) = found
                .entry(person)
                .or_insert_with(|| (identity.into_owned(), HashSet::new()));
            all.extend(games.into_iter().map(|doc| (segment, doc)));
        }
    }
    Ok(found)
}
