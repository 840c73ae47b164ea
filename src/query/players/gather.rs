//! Counts the games of players by reading the columns of names, results and dates.

use super::names::{COLUMNS, CountedNames};
use super::person::{PersonGame, PersonGames, SpellingCount, Spellings};
use super::player::SeatResult;
use crate::once_per_game::CopyPlace;
use crate::outcomes::year_of_day;
use kifu_archive::error::Result;
use kifu_record::game::Color;
use kifu_store::index::Index;
use kifu_store::index::document::{day, outcome};
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::{DocId, SegmentOrdinal};

/// A person who plays Black or White in a game, and the name by which the game names the person.
#[derive(Clone, Copy)]
pub(super) struct SeatedName {
    /// The number of the person.
    pub(super) person: usize,
    /// The number of the name as written.
    pub(super) name: usize,
}

/// A game of a segment, and which of its two players are counted.
pub(crate) struct GameSides {
    /// The number of the game, counted over the games that are passed to [`SeatCounter::persons`].
    pub(crate) game: u32,
    pub(crate) doc: DocId,
    /// True for each side whose players are counted, Black's first.
    pub(crate) sides: [bool; 2],
}

/// A person who plays in a counted game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlayedGame {
    /// The number of the game, as in [`GameSides`].
    pub(crate) game: u32,
    /// The number of the person.
    pub(crate) person: u32,
}

/// A name in a game that has copies. Values are sorted by name, so that each name is counted once in a group of copies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CopiedName {
    /// The number of the name as written.
    name: usize,
    /// The group of copies.
    group: u32,
}

/// A person of a game, with the person's result as Black and as White; `None` for a colour that the person does not
/// have.
struct SeatResults {
    person: usize,
    seats: [Option<SeatResult>; 2],
}

/// The data of one game that is counted.
#[derive(Default)]
pub(super) struct GatheredGame {
    /// Numbers of the names on each side, Black's first.
    seats: [Vec<usize>; 2],
    outcome: u64,
    year: Option<i32>,
}

impl GatheredGame {
    /// Result of the game for the side of a colour.
    pub(super) fn result(&self, color: Color) -> SeatResult {
        let winner = match self.outcome {
            outcome::BLACK => Color::Black,
            outcome::WHITE => Color::White,
            outcome::DRAW => return SeatResult::Drawn,
            _ => return SeatResult::Unknown,
        };
        if winner == color { SeatResult::Won } else { SeatResult::Lost }
    }

    /// Writes the persons who play with one colour to `out`, each once and with the number of one of the person's
    /// names. `out` is cleared first.
    pub(super) fn persons(&self, side: usize, names: &CountedNames, out: &mut Vec<SeatedName>) {
        out.clear();
        for &name in self.seats.get(side).into_iter().flatten() {
            let person = names.all.names.get(name).map_or(usize::MAX, |(_, person)| *person);
            if out.iter().all(|known| known.person != person) {
                out.push(SeatedName { person, name });
            }
        }
    }
}

/// The columns of a segment that hold names, results and dates.
pub(super) struct PlayerColumns {
    seats: [Option<StrColumn>; 2],
    outcomes: Column<u64>,
    days: Column<u64>,
}

impl PlayerColumns {
    pub(super) fn open(reader: &SegmentReader) -> tantivy::Result<PlayerColumns> {
        let fast = reader.fast_fields();
        let [black, white] = COLUMNS;
        Ok(PlayerColumns {
            seats: [fast.str(black)?, fast.str(white)?],
            outcomes: fast.u64("outcome")?,
            days: fast.u64("day")?,
        })
    }

    /// True if Black or White has one of the selected names. `names` has a flag for each term of the column of each
    /// colour.
    fn has_any(&self, doc: DocId, names: &[Vec<bool>; 2]) -> bool {
        self.seats.iter().zip(names).any(|(column, names)| {
            column
                .iter()
                .flat_map(|column| column.ords().values_for_doc(doc))
                .into_iter()
                .any(|ord| names.get(ord as usize) == Some(&true))
        })
    }

    pub(super) fn read(&self, doc: DocId, numbers: &[Vec<u32>; 2], game: &mut GatheredGame) {
        for ((seat, column), numbers) in game.seats.iter_mut().zip(&self.seats).zip(numbers) {
            seat.clear();
            let ords = column.as_ref().map(|column| column.ords().values_for_doc(doc));
            let number = |ord: u64| numbers.get(ord as usize).map(|number| *number as usize);
            seat.extend(ords.into_iter().flatten().filter_map(number));
        }
        game.outcome = self.outcomes.first(doc).unwrap_or(outcome::UNKNOWN);
        let day = self.days.first(doc).and_then(day::day_number_in_certain_year);
        game.year = day.and_then(year_of_day);
    }
}

/// Cost of counting one game, in budget steps of about 10 ns.
pub(super) const GAME_STEPS: usize = 20;
/// Cost of checking the names of one game, in budget steps of about 10 ns.
const NAMES_STEPS: usize = 5;

/// Address of a game in the index, and its rank among its copies.
#[derive(Clone, Copy)]
pub(super) struct GameAddress {
    pub(super) segment: SegmentOrdinal,
    pub(super) doc: DocId,
    pub(super) copy_rank: Option<CopyPlace>,
}

/// Calls a function for every game that is counted.
pub(super) fn for_each_game(
    index: &Index,
    names: &CountedNames,
    visit: &mut dyn FnMut(GameAddress, &GatheredGame),
) -> Result<()> {
    let mut game = GatheredGame::default();
    let mut ticker = index.budget().ticker();
    let readers = index.searcher().segment_readers().iter();
    for ((ordinal, reader), numbers) in (0..).zip(readers).zip(&names.all.segments) {
        if index.budget().poll_exhausted() {
            break;
        }
        let fail = |error| index.error_from_tantivy(error);
        let columns = PlayerColumns::open(reader).map_err(fail)?;
        let docs: Box<dyn Iterator<Item = DocId>> = match names.counted(ordinal) {
            Some(docs) => Box::new(docs.iter().copied()),
            None => Box::new(reader.doc_ids_alive()),
        };
        let [black, white] = numbers.each_ref().map(|numbers| names.read_names(numbers));
        let read = black.zip(white).map(|(black, white)| [black, white]);
        let mut places = names.copied.ranks_in_order(ordinal);
        let cost = if read.is_some() { NAMES_STEPS } else { GAME_STEPS };
        for doc in ticker.take_within_budget(cost, docs) {
            if read.as_ref().is_some_and(|read| !columns.has_any(doc, read)) {
                continue;
            }
            columns.read(doc, numbers, &mut game);
            let address = GameAddress { segment: ordinal, doc, copy_rank: places.rank_of(doc) };
            visit(address, &game);
        }
    }
    Ok(())
}

/// All persons by number, with their games and spellings.
pub(super) fn persons(index: &Index, names: &CountedNames) -> Result<Vec<PersonGames>> {
    let mut persons = vec![PersonGames::default(); names.all.persons.len()];
    let mut games = vec![0u64; names.all.names.len()];
    // Names in games that have copies, each with the game's group of copies.
    let mut copied: Vec<CopiedName> = Vec::new();
    let mut on_side = Vec::new();
    // Persons of the current game, each with the results as Black and as White.
    let mut seated: Vec<SeatResults> = Vec::new();
    for_each_game(index, names, &mut |GameAddress { copy_rank: place, .. }, game| {
        seated.clear();
        for (side, color) in Color::BOTH.into_iter().enumerate() {
            game.persons(side, names, &mut on_side);
            for &SeatedName { person, name } in &on_side {
                let known = seated.iter().position(|known| known.person == person);
                let at = known.unwrap_or(seated.len());
                if known.is_none() {
                    seated.push(SeatResults { person, seats: [None; 2] });
                }
                let seat = seated.get_mut(at).and_then(|known| known.seats.get_mut(side));
                if let Some(seat) = seat {
                    *seat = Some(game.result(color));
                }
                match place {
                    Some(place) => copied.push(CopiedName { name, group: place.group }),
                    None => {
                        let count = games.get_mut(name).into_iter();
                        count.for_each(|count| *count += 1);
                    }
                }
            }
        }
        let year = game.year;
        for &SeatResults { person, seats } in &seated {
            if let Some(person) = persons.get_mut(person) {
                person.games.add(place, PersonGame { seats, year });
            }
        }
    })?;
    copied.sort_unstable();
    copied.dedup();
    for of_name in copied.chunk_by(|a, b| a.name == b.name) {
        let name = of_name.first().and_then(|copied| names.all.names.get(copied.name));
        if let Some((name, person)) = name
            && let Some(person) = persons.get_mut(*person)
        {
            let groups = of_name.iter().map(|copied| copied.group);
            person.copied_names.push((name.clone(), groups.collect()));
        }
    }
    // The games of each name are counted over the whole index, whichever games the request counts, because these
    // numbers decide by which name a person is called.
    let counts = games.into_iter().zip(names.all.game_counts(index)?);
    for ((name, person), (games, of_all)) in names.all.names.iter().zip(counts) {
        if let Some(person) = persons.get_mut(*person) {
            let count = SpellingCount { games, of_all };
            person.names.push(name.clone(), count);
        }
    }
    Ok(persons)
}

/// Collects the persons who play in the games passed to it, by number, and counts how often each name occurs in these
/// games.
pub(crate) struct SeatCounter {
    names: CountedNames,
    games: Vec<u64>,
    /// True for each person, by number, who plays in one of the games.
    is_found: Vec<bool>,
}

impl SeatCounter {
    pub(crate) fn new(index: &Index) -> Result<SeatCounter> {
        let names = CountedNames::in_all_games(index)?;
        Ok(SeatCounter {
            games: vec![0; names.all.names.len()],
            is_found: vec![false; names.all.persons.len()],
            names,
        })
    }

    /// The persons on the requested sides of a segment's games, in the order of the games. A game without a person is
    /// listed with the number after that of the last person. A person on both sides is listed once.
    pub(crate) fn persons(
        &mut self,
        index: &Index,
        segment: SegmentOrdinal,
        reader: &SegmentReader,
        games: impl Iterator<Item = GameSides>,
    ) -> tantivy::Result<Vec<PlayedGame>> {
        let Some(numbers) = self.names.all.segments.get(segment as usize) else {
            return Ok(Vec::new());
        };
        let columns = PlayerColumns::open(reader)?;
        let nobody = self.names.all.persons.len();
        let (mut game, mut on_side) = (GatheredGame::default(), Vec::new());
        let mut found: Vec<PlayedGame> = Vec::new();
        let mut ticker = index.budget().ticker();
        for GameSides { game: at, doc, sides } in ticker.take_within_budget(GAME_STEPS, games) {
            columns.read(doc, numbers, &mut game);
            let before = found.len();
            for (side, _) in (0..2).zip(sides).filter(|(_, is_asked)| *is_asked) {
                game.persons(side, &self.names, &mut on_side);
                for &SeatedName { person, name } in &on_side {
                    let played = PlayedGame { game: at, person: person as u32 };
                    let known = found.get(before..).unwrap_or_default();
                    if !known.contains(&played) {
                        found.push(played);
                    }
                    let count = self.games.get_mut(name).into_iter();
                    count.for_each(|count| *count += 1);
                }
            }
            for played in found.get(before..).unwrap_or_default() {
                let is_found = self.is_found.get_mut(played.person as usize).into_iter();
                is_found.for_each(|is_found| *is_found = true);
            }
            if found.len() == before {
                found.push(PlayedGame { game: at, person: nobody as u32 });
            }
        }
        Ok(found)
    }

    /// The spellings of each person found in these games, with their counts. An index that is one of several in a
    /// distributed search also returns the spellings of all other persons, who may play in games of another index.
    pub(crate) fn into_spellings(self, index: &Index) -> Result<Vec<Spellings>> {
        let persons = self.names.all.persons.len();
        let mut spellings = vec![0u32; persons];
        for (_, person) in &self.names.all.names {
            let count = spellings.get_mut(*person).into_iter();
            count.for_each(|count| *count += 1);
        }
        // The games of the whole index are counted only if a person has several spellings, because the counts decide
        // between these.
        let mut varied = self.is_found.iter().zip(&spellings);
        let is_varied = varied.any(|(is_found, count)| *is_found && *count > 1);
        let is_part = index.is_part();
        let of_all = if is_varied || is_part {
            self.names.all.game_counts(index)?
        } else {
            // A person with one spelling needs no count.
            vec![1; self.games.len()]
        };
        let counts = self.games.into_iter().zip(of_all);
        let mut spelled = vec![Spellings::default(); persons];
        for ((name, person), (games, of_all)) in self.names.all.names.iter().zip(counts) {
            let is_needed = is_part || self.is_found.get(*person) == Some(&true);
            if let Some(spelled) = spelled.get_mut(*person).filter(|_| is_needed) {
                spelled.push(name.clone(), SpellingCount { games, of_all });
            }
        }
        Ok(spelled)
    }
}
