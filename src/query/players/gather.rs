//! Counts the games of players.

use super::names::{COLUMNS, PlayerNames};
use super::person::{PersonGames, Spelled};
use super::player::Results;
use crate::error::Result;
use crate::game::Color;
use crate::index::Index;
use crate::index::document::{day, outcome};
use crate::query::outcomes::year;
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::{DocId, SegmentOrdinal};

/// The data of one game that is counted.
#[derive(Default)]
pub(super) struct GatheredGame {
    /// The numbers of the names on each side, Black's first.
    seats: [Vec<usize>; 2],
    outcome: u64,
    year: Option<i32>,
}

impl GatheredGame {
    /// The outcome of the game for a side.
    pub(super) fn result(&self, color: Color) -> Results {
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
    pub(super) fn persons(&self, side: usize, names: &PlayerNames, out: &mut Vec<(usize, usize)>) {
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
struct PlayerColumns {
    seats: [Option<StrColumn>; 2],
    outcomes: Column<u64>,
    days: Column<u64>,
}

impl PlayerColumns {
    fn of(reader: &SegmentReader) -> tantivy::Result<PlayerColumns> {
        let fast = reader.fast_fields();
        let [black, white] = COLUMNS;
        Ok(PlayerColumns {
            seats: [fast.str(black)?, fast.str(white)?],
            outcomes: fast.u64("outcome")?,
            days: fast.u64("day")?,
        })
    }

    fn read(&self, doc: DocId, numbers: &[Vec<usize>; 2], game: &mut GatheredGame) {
        for ((seat, column), numbers) in game.seats.iter_mut().zip(&self.seats).zip(numbers) {
            seat.clear();
            let ords = column
                .as_ref()
                .map(|column| column.ords().values_for_doc(doc));
            let number = |ord: u64| numbers.get(ord as usize).copied();
            seat.extend(ords.into_iter().flatten().filter_map(number));
        }
        game.outcome = self.outcomes.first(doc).unwrap_or(outcome::UNKNOWN);
        let day = self.days.first(doc).and_then(day::in_known_year);
        game.year = day.and_then(year);
    }
}

/// The budget steps that counting a game costs.
pub(super) const GAME: usize = 20;

/// Calls a function with segment and document for every game.
pub(super) fn each_game(
    index: &Index,
    names: &PlayerNames,
    take: &mut dyn FnMut(SegmentOrdinal, DocId, &GatheredGame),
) -> Result<()> {
    let mut game = GatheredGame::default();
    let mut pace = index.budget().pace();
    let readers = index.searcher().segment_readers().iter();
    for ((ordinal, reader), numbers) in (0..).zip(readers).zip(&names.segments) {
        if index.budget().is_spent() {
            break;
        }
        let fail = |error| index.failed(error);
        let columns = PlayerColumns::of(reader).map_err(fail)?;
        let docs: Box<dyn Iterator<Item = DocId>> = match names.counted(ordinal) {
            Some(docs) => Box::new(docs.iter().copied()),
            None => Box::new(reader.doc_ids_alive()),
        };
        for doc in pace.each(GAME, docs) {
            columns.read(doc, numbers, &mut game);
            take(ordinal, doc, &game);
        }
    }
    Ok(())
}

/// All persons by number, with their games and spellings.
pub(super) fn persons(index: &Index, names: &PlayerNames) -> Result<Vec<PersonGames>> {
    let mut persons = vec![PersonGames::default(); names.persons.len()];
    let mut games = vec![0u64; names.written.len()];
    let mut on_side = Vec::new();
    each_game(index, names, &mut |_, _, game| {
        for (side, color) in Color::BOTH.into_iter().enumerate() {
            game.persons(side, names, &mut on_side);
            for &(person, name) in &on_side {
                if let Some(person) = persons.get_mut(person) {
                    person.add(side, game.result(color), game.year);
                }
                let count = games.get_mut(name).into_iter();
                count.for_each(|count| *count += 1);
            }
        }
    })?;
    for ((name, person), games) in names.written.iter().zip(games) {
        if let Some(person) = persons.get_mut(*person) {
            person.names.push(name.clone(), games);
        }
    }
    Ok(persons)
}

/// The persons who play in games, by number, and how often each of their names occurs there.
pub(in crate::query) struct Seats {
    names: PlayerNames,
    games: Vec<u64>,
}

impl Seats {
    pub(in crate::query) fn of(index: &Index) -> Result<Seats> {
        let names = PlayerNames::of(index)?;
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
        let columns = PlayerColumns::of(reader)?;
        let nobody = self.names.persons.len();
        let (mut game, mut on_side) = (GatheredGame::default(), Vec::new());
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut pace = index.budget().pace();
        for (at, doc, sides) in pace.each(GAME, games) {
            columns.read(doc, numbers, &mut game);
            let before = found.len();
            for (side, _) in (0..2).zip(sides).filter(|(_, is_asked)| *is_asked) {
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

    /// The spellings of each person in these games.
    pub(in crate::query) fn spelled(self) -> Vec<Spelled> {
        let mut spelled = vec![Spelled::default(); self.names.persons.len()];
        for ((name, person), games) in self.names.written.into_iter().zip(self.games) {
            if let Some(spelled) = spelled.get_mut(person).filter(|_| games > 0) {
                spelled.push(name, games);
            }
        }
        spelled
    }
}
