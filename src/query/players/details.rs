//! Collects the opponents of the requested persons, and the archives in which their spellings occur.

use super::gather::{GAME_STEPS, GameAddress, SeatedName, for_each_game};
use super::names::CountedNames;
use super::person::PersonDetail;
use super::player::{Results, SeatResult};
use crate::once_per_game::OncePerGame;
use crate::sums::sum_by_key;
use kifu_archive::error::Result;
use kifu_record::game::Color;
use kifu_store::index::Index;
use kifu_store::index::place::archive_name;
use std::collections::HashMap;
use tantivy::{DocId, SegmentOrdinal};

/// A game in which one of the requested persons plays Black or White.
struct PersonSeat {
    segment: SegmentOrdinal,
    doc: DocId,
    /// Index of the person in `Details::all`.
    at: usize,
    /// Number of the name, as written, by which the game names the person.
    name: usize,
}

/// Name that a person has in a game of a folder. Sorting puts the games of one folder together, so that its text is
/// read once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NameInFolder {
    /// Number of the folder in the column of its segment.
    folder: u64,
    /// Index of the person in `Details::all`.
    at: usize,
    /// Number of the name as written.
    name: usize,
}

/// Details of the requested persons, in the order of the request.
pub(super) struct Details {
    pub(super) all: Vec<PersonDetail>,
    places: HashMap<usize, usize>,
    /// Games of the requested persons, in the order of the segments.
    seats: Vec<PersonSeat>,
}

impl Details {
    /// Collects the details of the persons with these numbers.
    pub(super) fn collect(
        index: &Index,
        names: &CountedNames,
        persons: impl IntoIterator<Item = usize>,
    ) -> Result<Details> {
        let places: HashMap<usize, usize> =
            (0..).zip(persons).map(|(at, person)| (person, at)).collect();
        let mut details =
            Details { all: vec![PersonDetail::default(); places.len()], places, seats: Vec::new() };
        details.add_opponents(index, names)?;
        details.add_places(index, names)?;
        Ok(details)
    }

    fn add_opponents(&mut self, index: &Index, names: &CountedNames) -> Result<()> {
        let mut opponents: Vec<HashMap<usize, OncePerGame<Results>>> =
            vec![HashMap::new(); self.all.len()];
        let (mut side_persons, mut opposite_persons) = (Vec::new(), Vec::new());
        let mut counted_pairs = Vec::new();
        for_each_game(index, names, &mut |address, game| {
            counted_pairs.clear();
            for (side, color) in Color::BOTH.into_iter().enumerate() {
                game.persons(side, names, &mut side_persons);
                for &SeatedName { person, name } in &side_persons {
                    let Some(&at) = self.places.get(&person) else {
                        continue;
                    };
                    let GameAddress { segment, doc, copy_rank: place } = address;
                    self.seats.push(PersonSeat { segment, doc, at, name });
                    game.persons(1 - side, names, &mut opposite_persons);
                    if let Some(results) = opponents.get_mut(at) {
                        for &SeatedName { person: opponent, .. } in &opposite_persons {
                            // If two persons both play on both sides (as in team games), their game counts only once.
                            if counted_pairs.contains(&(at, opponent)) {
                                continue;
                            }
                            counted_pairs.push((at, opponent));
                            let result = if opponent == person {
                                // A game against oneself is neither won nor lost.
                                SeatResult::Unknown
                            } else {
                                game.result(color)
                            };
                            results.entry(opponent).or_default().add(place, result);
                        }
                    }
                }
            }
        })?;
        for (detail, opponents) in self.all.iter_mut().zip(opponents) {
            detail.opponents = opponents.into_iter().collect();
            sum_by_key(&mut detail.opponents);
        }
        Ok(())
    }

    /// Counts the archives of the games segment by segment, in the order of the folders, so that each block of the
    /// dictionary is decompressed only once.
    fn add_places(&mut self, index: &Index, names: &CountedNames) -> Result<()> {
        let fail = |error| index.error_from_tantivy(error);
        for chunk in self.seats.chunk_by(|a, b| a.segment == b.segment) {
            let Some(&PersonSeat { segment, .. }) = chunk.first() else {
                continue;
            };
            let reader = index.searcher().segment_reader(segment);
            let Some(column) = reader.fast_fields().str("folder").map_err(fail)? else {
                continue;
            };
            let ord = |doc| column.ords().first(doc).unwrap_or(0);
            let in_folder = |&PersonSeat { doc, at, name, .. }: &PersonSeat| {
                (NameInFolder { folder: ord(doc), at, name }, doc)
            };
            let mut games: Vec<(NameInFolder, DocId)> = chunk.iter().map(in_folder).collect();
            games.sort_unstable();
            let mut folder = String::new();
            let mut ticker = index.budget().ticker();
            for same in ticker.take_within_budget(GAME_STEPS, games.chunk_by(|a, b| a.0 == b.0)) {
                let Some(&(NameInFolder { folder: ord, at, name }, _)) = same.first() else {
                    continue;
                };
                let mut count = OncePerGame::default();
                for (_, doc) in same {
                    count.add(names.copied.rank_of(segment, *doc), 1);
                }
                column.ord_to_str(ord, &mut folder).map_err(|error| fail(error.into()))?;
                if let (Some(detail), Some((name, _))) =
                    (self.all.get_mut(at), names.all.names.get(name))
                {
                    let key = (name.clone(), archive_name(&folder));
                    detail.places.push((key, count));
                }
            }
        }
        for detail in &mut self.all {
            sum_by_key(&mut detail.places);
        }
        Ok(())
    }
}
