//! Counts the games of players.

use super::names::{COLUMNS, Names};
use super::{Opponent, Player, Results, Written};
use crate::error::Result;
use crate::game::Color;
use crate::index::Index;
use crate::index::document::{HAS_SIDE_PLAYERS, day, outcome};
use crate::index::place::archive_name;
use crate::query::scan::living;
use crate::record::date::Day;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, SegmentOrdinal, Term};

/// The data of one game that is counted.
#[derive(Default)]
struct Game {
    /// The numbers of the names on each side, Black's first.
    seats: [Vec<usize>; 2],
    outcome: u64,
    year: Option<i32>,
}

impl Game {
    /// The outcome of the game for a side.
    fn result(&self, color: Color) -> Results {
        let one = |counts: bool| u64::from(counts);
        let won = match color {
            Color::Black => outcome::BLACK,
            Color::White => outcome::WHITE,
        };
        let lost = outcome::BLACK + outcome::WHITE - won;
        Results {
            won: one(self.outcome == won),
            lost: one(self.outcome == lost),
            drawn: one(self.outcome == outcome::DRAW),
            unknown: one(self.outcome == outcome::UNKNOWN),
        }
    }

    /// The persons on a side, each once, with the number of one of their names.
    fn persons(&self, side: usize, names: &Names, out: &mut Vec<(usize, usize)>) {
        out.clear();
        for &name in self.seats.get(side).into_iter().flatten() {
            let person = names
                .written
                .get(name)
                .map_or(usize::MAX, |(_, person)| *person);
            if out.iter().all(|(known, _)| *known != person) {
                out.push((person, name));
            }
        }
    }
}

/// The columns of a segment that are read.
struct Columns {
    seats: [Option<StrColumn>; 2],
    outcomes: Column<u64>,
    days: Column<u64>,
}

impl Columns {
    fn of(reader: &SegmentReader) -> tantivy::Result<Columns> {
        let fast = reader.fast_fields();
        let [black, white] = COLUMNS;
        Ok(Columns {
            seats: [fast.str(black)?, fast.str(white)?],
            outcomes: fast.u64("outcome")?,
            days: fast.u64("day")?,
        })
    }

    fn read(&self, doc: DocId, numbers: &[Vec<usize>; 2], game: &mut Game) {
        for ((seat, column), numbers) in game.seats.iter_mut().zip(&self.seats).zip(numbers) {
            seat.clear();
            let ords = column
                .as_ref()
                .map(|column| column.ords().values_for_doc(doc));
            let number = |ord: u64| numbers.get(ord as usize).copied();
            seat.extend(ords.into_iter().flatten().filter_map(number));
        }
        game.outcome = self.outcomes.first(doc).unwrap_or(outcome::UNKNOWN);
        let day = self.days.first(doc).and_then(day::number);
        let day = day.and_then(|day| i32::try_from(day).ok());
        game.year = day.map(|day| Day::from_number(day).to_ymd().0);
    }
}

/// The budget steps that counting a game costs.
const GAME: usize = 20;

/// Calls a function with segment and document for every game.
fn each_game(
    index: &Index,
    names: &Names,
    take: &mut dyn FnMut(SegmentOrdinal, DocId, &Game),
) -> Result<()> {
    let mut game = Game::default();
    let mut pace = index.budget().pace();
    let readers = index.searcher().segment_readers().iter();
    for ((ordinal, reader), numbers) in (0..).zip(readers).zip(&names.segments) {
        if index.budget().is_spent() {
            break;
        }
        let fail = |error| index.failed(error);
        let columns = Columns::of(reader).map_err(fail)?;
        for doc in pace.each(GAME, reader.doc_ids_alive()) {
            columns.read(doc, numbers, &mut game);
            take(ordinal, doc, &game);
        }
    }
    Ok(())
}

/// The counts of one person.
#[derive(Clone, Copy, Default)]
struct Tally {
    sides: [Results; 2],
    years: Option<(i32, i32)>,
}

/// The games of all persons, and of all names.
pub(super) struct Gathered {
    tallies: Vec<Tally>,
    names: Vec<u64>,
    /// The numbers of each person's names, the most frequent name first.
    spellings: Vec<Vec<usize>>,
}

impl Gathered {
    pub(super) fn of(index: &Index, names: &Names) -> Result<Gathered> {
        let mut tallies = vec![Tally::default(); names.persons.len()];
        let mut games = vec![0u64; names.written.len()];
        let mut persons = Vec::new();
        each_game(index, names, &mut |_, _, game| {
            for (side, color) in Color::BOTH.into_iter().enumerate() {
                game.persons(side, names, &mut persons);
                for &(person, name) in &persons {
                    if let Some(tally) = tallies.get_mut(person) {
                        tally.add(side, game.result(color), game.year);
                    }
                    games
                        .get_mut(name)
                        .into_iter()
                        .for_each(|games| *games += 1);
                }
            }
        })?;
        let mut pace = index.budget().pace();
        let mut spellings = vec![Vec::new(); names.persons.len()];
        for (number, (_, person)) in names.written.iter().enumerate() {
            let own = spellings.get_mut(*person).into_iter();
            own.for_each(|own: &mut Vec<usize>| own.push(number));
        }
        let count = |name: &usize| games.get(*name).copied().unwrap_or(0);
        for own in pace.each(GAME, spellings.iter_mut()) {
            own.retain(|name| count(name) > 0);
            own.sort_by_key(|name| (Reverse(count(name)), names.written.get(*name)));
        }
        Ok(Gathered {
            tallies,
            names: games,
            spellings,
        })
    }

    /// The persons who have a game, by number of games; those with equal numbers by name.
    pub(super) fn by_games(&self, names: &Names) -> Vec<usize> {
        let games = |person: &usize| self.tallies.get(*person).map_or(0, Tally::games);
        let mut order: Vec<usize> = (0..self.tallies.len()).collect();
        order.retain(|person| games(person) > 0);
        order.sort_by_cached_key(|person| (Reverse(games(person)), self.name(names, *person)));
        order
    }

    /// The person's most frequent name.
    pub(super) fn name(&self, names: &Names, person: usize) -> String {
        let first = self.spellings.get(person).and_then(|own| own.first());
        let name = first.and_then(|&number| names.written.get(number));
        name.map(|(name, _)| name.clone()).unwrap_or_default()
    }

    pub(super) fn player(&self, names: &Names, person: usize) -> Player {
        let tally = self.tallies.get(person).copied().unwrap_or_default();
        let [black, white] = tally.sides;
        let spellings = self.spellings.get(person).into_iter().flatten();
        let written = |&number: &usize| {
            Some(Written {
                name: names.written.get(number)?.0.clone(),
                games: *self.names.get(number)?,
                places: Vec::new(),
            })
        };
        Player {
            name: self.name(names, person),
            black,
            white,
            years: tally.years,
            spellings: spellings.filter_map(written).collect(),
        }
    }
}

impl Tally {
    fn add(&mut self, side: usize, result: Results, year: Option<i32>) {
        if let Some(sum) = self.sides.get_mut(side) {
            *sum += result;
        }
        if let Some(year) = year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }

    fn games(&self) -> u64 {
        self.sides.iter().map(Results::games).sum()
    }
}

/// The persons who play in games, by number, and how often each of their names occurs there.
pub(in crate::query) struct Seats {
    names: Names,
    games: Vec<u64>,
}

impl Seats {
    pub(in crate::query) fn of(index: &Index) -> Result<Seats> {
        let names = Names::of(index)?;
        Ok(Seats {
            games: vec![0; names.written.len()],
            names,
        })
    }

    /// The persons on the given sides of games of a segment, each with the game's number. The number after the last
    /// person's stands for nobody. A person on both sides comes once for each seat, or only once.
    pub(in crate::query) fn persons(
        &mut self,
        index: &Index,
        (segment, reader): (SegmentOrdinal, &SegmentReader),
        games: impl Iterator<Item = (u32, DocId, [bool; 2])>,
        each_seat: bool,
    ) -> tantivy::Result<Vec<(u32, u32)>> {
        let Some(numbers) = self.names.segments.get(segment as usize) else {
            return Ok(Vec::new());
        };
        let columns = Columns::of(reader)?;
        let nobody = self.names.persons.len();
        let (mut game, mut on_side) = (Game::default(), Vec::new());
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut pace = index.budget().pace();
        for (at, doc, sides) in pace.each(GAME, games) {
            columns.read(doc, numbers, &mut game);
            let before = found.len();
            for side in (0..2)
                .zip(sides)
                .filter_map(|(side, is_asked)| is_asked.then_some(side))
            {
                game.persons(side, &self.names, &mut on_side);
                for &(person, name) in &on_side {
                    let member = (at, person as u32);
                    let known = found.get(before..).unwrap_or_default();
                    if each_seat || !known.contains(&member) {
                        found.push(member);
                    }
                    let count = self.games.get_mut(name).into_iter();
                    count.for_each(|count| *count += 1);
                }
            }
            if found.len() == before {
                found.push((at, nobody as u32));
            }
        }
        Ok(found)
    }

    /// The most frequent name of each person in these games; the last one is nobody's.
    pub(in crate::query) fn names(self) -> Vec<Option<String>> {
        let mut shown: Vec<Option<(u64, Reverse<&str>)>> = vec![None; self.names.persons.len()];
        for ((name, person), games) in self.names.written.iter().zip(self.games) {
            let shown = shown.get_mut(*person).into_iter();
            shown.for_each(|shown| *shown = (*shown).max(Some((games, Reverse(name)))));
        }
        let name = |shown: Option<(u64, Reverse<&str>)>| Some(shown?.1.0.to_owned());
        shown.into_iter().map(name).chain([None]).collect()
    }
}

/// The opponents of one person, where the spellings occur, and the games that are counted twice or not at all.
#[derive(Default)]
pub(super) struct Detail {
    /// Games with the person in both seats.
    pub(super) both: u64,
    /// Games that name the person, but in neither seat.
    pub(super) beside: HashSet<(SegmentOrdinal, DocId)>,
    opponents: HashMap<usize, Results>,
    places: HashMap<String, HashMap<String, u64>>,
}

impl Detail {
    /// The archives and folders of a spelling, the one with the most games first.
    pub(super) fn places_of(&self, name: &str) -> Vec<(String, u64)> {
        let found = self.places.get(name).into_iter().flatten();
        let mut places: Vec<(String, u64)> = found.map(|(place, n)| (place.clone(), *n)).collect();
        places.sort_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
        places
    }

    /// The opponents, the most frequent first.
    pub(super) fn opponents(&self, name: impl Fn(usize) -> String) -> Vec<Opponent> {
        let opponent = |(&person, &results): (&usize, &Results)| Opponent {
            name: name(person),
            results,
        };
        let mut opponents: Vec<Opponent> = self.opponents.iter().map(opponent).collect();
        opponents.sort_by(|a, b| {
            let key = |o: &Opponent| Reverse(o.results.games());
            (key(a), &a.name).cmp(&(key(b), &b.name))
        });
        opponents
    }
}

/// The details of the persons in `order`, which gives each person's place in the answer.
pub(super) fn details(
    index: &Index,
    names: &Names,
    order: &HashMap<usize, usize>,
) -> Result<Vec<Detail>> {
    let mut details: Vec<Detail> = Vec::new();
    details.resize_with(order.len(), Detail::default);
    add_beside(index, names, order, &mut details)?;
    // The segment and document of each game, with the person's place and the name.
    let mut hits: Vec<(SegmentOrdinal, DocId, usize, usize)> = Vec::new();
    let (mut own, mut other) = (Vec::new(), Vec::new());
    each_game(index, names, &mut |segment, doc, game| {
        for (side, color) in Color::BOTH.into_iter().enumerate() {
            game.persons(side, names, &mut own);
            for &(person, name) in &own {
                let Some(&at) = order.get(&person) else {
                    continue;
                };
                hits.push((segment, doc, at, name));
                game.persons(1 - side, names, &mut other);
                let detail = details.get_mut(at).into_iter();
                for detail in detail {
                    detail.beside.remove(&(segment, doc));
                    let is_both = other.iter().any(|(other, _)| *other == person);
                    detail.both += u64::from(side == 0 && is_both);
                    for &(opponent, _) in &other {
                        *detail.opponents.entry(opponent).or_default() += game.result(color);
                    }
                }
            }
        }
    })?;
    add_places(index, names, &hits, &mut details)?;
    Ok(details)
}

/// Collects the games that name the persons in `order` anywhere but in a seat. These names are few, so all are read.
fn add_beside(
    index: &Index,
    names: &Names,
    order: &HashMap<usize, usize>,
    details: &mut [Detail],
) -> Result<()> {
    let fail = |error| index.failed(error);
    let mut sought: HashMap<String, usize> = HashMap::new();
    for (&person, &at) in order {
        let identities = names.identities(index, person).into_iter();
        sought.extend(identities.map(|identity| (identity, at)));
    }
    let filled = Term::from_field_text(index.fields.has, HAS_SIDE_PLAYERS);
    let mut pace = index.budget().pace();
    for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
        let has = reader.inverted_index(index.fields.has).map_err(fail)?;
        if has
            .get_term_info(&filled)
            .map_err(|error| fail(error.into()))?
            .is_none()
        {
            continue;
        }
        let side = reader
            .inverted_index(index.fields.side_person)
            .map_err(fail)?;
        let mut terms = side.terms().stream().map_err(|error| fail(error.into()))?;
        while !pace.is_spent(GAME)
            && let Some((name, term)) = terms.next()
        {
            let at = std::str::from_utf8(name)
                .ok()
                .and_then(|name| sought.get(name));
            let Some(detail) = at.and_then(|&at| details.get_mut(at)) else {
                continue;
            };
            let games = side.read_postings_from_terminfo(term, IndexRecordOption::Basic);
            let games = living(reader, games.map_err(|error| fail(error.into()))?);
            detail
                .beside
                .extend(games.into_iter().map(|doc| (segment, doc)));
        }
    }
    Ok(())
}

/// Counts the archives of the hits segment by segment, in the order of the folders, so that each block of them is
/// decompressed only once.
fn add_places(
    index: &Index,
    names: &Names,
    hits: &[(SegmentOrdinal, DocId, usize, usize)],
    details: &mut [Detail],
) -> Result<()> {
    let fail = |error| index.failed(error);
    for chunk in hits.chunk_by(|a, b| a.0 == b.0) {
        let Some(first) = chunk.first() else { continue };
        let reader = index.searcher().segment_reader(first.0);
        let Some(column) = reader.fast_fields().str("folder").map_err(fail)? else {
            continue;
        };
        let ord = |doc| column.ords().first(doc).unwrap_or(0);
        let mut ords: Vec<(u64, usize, usize)> = chunk
            .iter()
            .map(|&(_, doc, at, name)| (ord(doc), at, name))
            .collect();
        ords.sort_unstable();
        let mut folder = String::new();
        let mut pace = index.budget().pace();
        for (ord, at, name) in pace.each(GAME, ords.into_iter()) {
            let found = column.ord_to_str(ord, &mut folder);
            found.map_err(|error| fail(error.into()))?;
            let written = names.written.get(name).map(|(name, _)| name.clone());
            if let (Some(detail), Some(written)) = (details.get_mut(at), written) {
                let places = detail.places.entry(written).or_default();
                *places.entry(archive_name(&folder)).or_default() += 1;
            }
        }
    }
    Ok(())
}
