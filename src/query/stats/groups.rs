//! Assigns games to groups: one group for each value of a facet.

use super::gathered::GroupValue;
use super::holders::{Title, TitleColumns, TitleWin};
use super::{Facet, GroupMember};
use crate::columns::iter_first_values;
use crate::joseki_games::joseki_of_games;
use crate::outcomes::{year_month_day, year_of_day};
use crate::players::{GameSides, PlayedGame, SeatCounter};
use crate::query_player::Seat;
use crate::rank_band::RankBand;
use kifu_archive::error::Result;
use kifu_language::knowledge::joseki::joseki;
use kifu_language::numbers::NumberInfo;
use kifu_record::game::Color;
use kifu_record::rank::Rank;
use kifu_store::index::Index;
use kifu_store::index::document::{day, outcome};
use kifu_store::index::joseki_column::JosekiColumn;
use kifu_store::index::place::archive_name;
use std::collections::HashMap;
use std::sync::Arc;
use tantivy::columnar::{Column, MonotonicallyMappableToU64, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::{DocId, SegmentOrdinal};

/// The games of a segment that are assigned to groups in one call, as parallel lists.
pub(super) struct SegmentSlice<'p> {
    pub(super) ordinal: SegmentOrdinal,
    pub(super) reader: &'p SegmentReader,
    pub(super) docs: &'p [DocId],
    /// For each game of `docs`, the colour of the query's player and the result.
    pub(super) games: &'p [(Seat, u64)],
    /// True if the query is about a player.
    pub(super) has_player: bool,
}

impl SegmentSlice<'_> {
    /// The games, each with its index in the slice and with the colour of the query's player.
    fn seats(&self) -> impl Iterator<Item = SeatedGame> {
        let games = self.docs.iter().zip(self.games);
        (0..).zip(games).map(|(game, (&doc, &(seat, _)))| SeatedGame { game, doc, seat })
    }
}

/// A game of a [`SegmentSlice`], with the colour of the query's player.
struct SeatedGame {
    /// Index of the game in the slice.
    game: u32,
    doc: DocId,
    /// Colour or colours that the query's player has in the game.
    seat: Seat,
}

/// The groups into which a facet divides games. Games are assigned segment by segment.
pub(super) struct Groups<'i> {
    index: &'i Index,
    facet: Facet,
    values: Vec<Option<GroupValue>>,
    numbers: HashMap<Option<GroupValue>, u32>,
    /// Counter of persons, if the facet groups by persons. The number after that of the last person is the group of
    /// games without a person.
    seats: Option<SeatCounter>,
    /// The joseki of the games of the segment that was assigned last, if the facet groups by joseki.
    joseki: Option<(SegmentOrdinal, Arc<JosekiColumn>)>,
    /// Numbers of the groups of titles and winners, if the facet groups by the holder of a title.
    title_numbers: HashMap<TitleGroup, u32>,
}

/// Games that decide one title, with one winner: whether they are a title match, and the number of the winner.
type TitleGroup = (Title, bool, u32);

type GroupMembers = tantivy::Result<Vec<GroupMember>>;

impl<'i> Groups<'i> {
    pub(super) fn new(index: &'i Index, facet: Facet) -> Result<Groups<'i>> {
        let has_persons = matches!(facet, Facet::Player | Facet::Opponent | Facet::Holder);
        Ok(Groups {
            index,
            facet,
            values: Vec::new(),
            numbers: HashMap::new(),
            seats: has_persons.then(|| SeatCounter::new(index)).transpose()?,
            joseki: None,
            title_numbers: HashMap::new(),
        })
    }

    /// Assigns the games of a slice to groups. The result is in the order of the games.
    pub(super) fn assign(&mut self, part: &SegmentSlice) -> GroupMembers {
        let fast = part.reader.fast_fields();
        match self.facet {
            Facet::Year => {
                let year = |day| Some(year_of_day(day::day_number_in_certain_year(day)?)?.into());
                self.by_number(part, &fast.u64("day")?, year)
            }
            Facet::Month => {
                let (from, to) = (fast.i64("date_from")?, fast.i64("date_to")?);
                let month = |doc| {
                    Some([
                        months_since_year_0(from.first(doc)?)?,
                        months_since_year_0(to.first(doc)?)?,
                    ])
                };
                let only = |[first, last]: [i64; 2]| (first == last).then_some(first);
                self.by_value(part, |doc, _| month(doc).and_then(only))
            }
            Facet::Decade => {
                let (days, last) = (fast.u64("day")?, fast.i64("date_to")?);
                let decade = |day| Some(i64::from(year_of_day(day)?).div_euclid(10) * 10);
                let of_game = |(doc, day): (DocId, Option<u64>)| {
                    let first = decade(day::day_number(day?)?);
                    // A date such as `1660s` leaves the year open but not the decade.
                    let is_known = day::day_number_in_certain_year(day?).is_some()
                        || first == last.first(doc).and_then(decade);
                    first.filter(|_| is_known)
                };
                let games = iter_first_values(&days, part.docs.iter().copied());
                Ok(self.group_by_numbers(games.map(of_game)))
            }
            Facet::Number(number) => self.by_row(part, number.info()),
            Facet::Rank => {
                let (black, white) = (fast.i64("black_rank")?, fast.i64("white_rank")?);
                self.by_value(part, |doc, _| black.first(doc).max(white.first(doc)))
            }
            Facet::RankBand => {
                let (black, white) = (fast.i64("black_rank")?, fast.i64("white_rank")?);
                self.by_value(part, |doc, _| {
                    let better = rank_in_column(&black, doc).max(rank_in_column(&white, doc))?;
                    Some(RankBand::of_rank(better).number().into())
                })
            }
            Facet::RankDifference => {
                let (black, white) = (fast.i64("black_rank")?, fast.i64("white_rank")?);
                self.by_value(part, |doc, seat| {
                    let (black, white) =
                        (rank_in_column(&black, doc)?, rank_in_column(&white, doc)?);
                    match seat {
                        Seat::One(Color::White) => white.ranks_above(black),
                        Seat::One(Color::Black) => black.ranks_above(white),
                        _ if part.has_player => None,
                        _ => black.ranks_above(white),
                    }
                    .map(i64::from)
                })
            }
            Facet::Player | Facet::Opponent => self.by_person(part),
            Facet::Colour => {
                let mut named = |name: &str| self.number_of(Some(GroupValue::Text(name.into())));
                let [black, white, both] = ["Black", "White", "both"].map(&mut named);
                let none = self.number_of(None);
                let group = |seat| match seat {
                    Seat::One(Color::Black) => black,
                    Seat::One(Color::White) => white,
                    Seat::Both => both,
                    Seat::None => none,
                };
                let member =
                    |SeatedGame { game, seat, .. }| GroupMember { game, group: group(seat) };
                Ok(part.seats().map(member).collect())
            }
            Facet::Event => self.by_text(part, "event_name", &unchanged),
            Facet::Series => self.by_text(part, "series_name", &unchanged),
            Facet::Round => self.by_text(part, "round_name", &unchanged),
            Facet::Holder => self.by_title_win(part),
            Facet::Opening => self.by_text(part, "opening_name", &unchanged),
            Facet::Joseki => self.by_joseki(part),
            Facet::Result => self.by_text(part, "result", &unchanged),
            Facet::Winner => self.by_text_or(part, "result", &winner, Some(UNKNOWN)),
            Facet::How => self.by_text_or(part, "result", &how, Some(UNKNOWN)),
            Facet::Rules => self.by_text(part, "rules_name", &unchanged),
            Facet::Place => self.by_text(part, "place_as_written", &unchanged),
            Facet::Annotator => self.by_text(part, "annotator_name", &unchanged),
            Facet::Country => self.by_text(part, "country_name", &unchanged),
            Facet::Size => self.by_text(part, "size", &unchanged),
            Facet::Charset => self.by_text(part, "charset", &unchanged),
            Facet::Lang => self.by_text(part, "lang", &unchanged),
            Facet::Format => self.by_text(part, "format", &unchanged),
            Facet::Kind => self.by_text(part, "kind", &kind),
            Facet::Archive => self.by_text(part, "folder", &|folder| Some(archive_name(folder))),
        }
    }

    /// The number of the group with this value. A group that does not exist yet is added.
    fn number_of(&mut self, value: Option<GroupValue>) -> u32 {
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            self.values.len() as u32 - 1
        })
    }

    fn by_value(
        &mut self,
        part: &SegmentSlice,
        value: impl Fn(DocId, Seat) -> Option<i64>,
    ) -> GroupMembers {
        Ok(self.group_by_numbers(part.seats().map(|game| value(game.doc, game.seat))))
    }

    /// Groups games by a number that is computed from a column's first value.
    fn by_number<T>(
        &mut self,
        part: &SegmentSlice,
        column: &Column<T>,
        value: impl Fn(T) -> Option<i64>,
    ) -> GroupMembers
    where
        T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + MonotonicallyMappableToU64 + 'static,
    {
        let numbers = iter_first_values(column, part.docs.iter().copied());
        Ok(self.group_by_numbers(numbers.map(|(_, number)| number.and_then(&value))))
    }

    /// Groups the games of a slice by numbers; `numbers` has one number, or `None`, for each game.
    fn group_by_numbers(&mut self, numbers: impl Iterator<Item = Option<i64>>) -> Vec<GroupMember> {
        // Neighbouring games often share a value, so the last group is remembered.
        let mut last = None;
        let of_game = (0..).zip(numbers).map(|(game, number)| {
            let group = match last {
                Some((known, group)) if known == number => group,
                _ => self.number_of(number.map(GroupValue::Number)),
            };
            last = Some((number, group));
            GroupMember { game, group }
        });
        of_game.collect()
    }

    /// Groups games by a numeric field. Each row of the table is a value or a range of values.
    fn by_row(&mut self, part: &SegmentSlice, info: &NumberInfo) -> GroupMembers {
        let fast = part.reader.fast_fields();
        if info.is_signed() {
            let row = |value| Some(info.row_start(value));
            return self.by_number(part, &fast.i64(info.column)?, row);
        }
        let row = |value: u64| Some(info.row_start(i64::try_from(value).ok()?));
        self.by_number(part, &fast.u64(info.column)?, row)
    }

    /// Groups games by the terms of a column. Each term is converted once, and not once per game.
    fn by_text(&mut self, part: &SegmentSlice, field: &str, named: GroupNamer) -> GroupMembers {
        self.by_text_or(part, field, named, None)
    }

    /// Groups games by the terms of a column, with games without a term in a group named `without`.
    fn by_text_or(
        &mut self,
        part: &SegmentSlice,
        field: &str,
        named: GroupNamer,
        without: Option<&str>,
    ) -> GroupMembers {
        let none = self.number_of(without.map(|name| GroupValue::Text(name.to_owned())));
        let Some(column) = part.reader.fast_fields().str(field)? else {
            let member = |SeatedGame { game, .. }| GroupMember { game, group: none };
            return Ok(part.seats().map(member).collect());
        };
        let mut terms = Vec::with_capacity(part.docs.len());
        let mut groups = vec![TermState::Unused; column.dictionary().num_terms()];
        let mut add = |at, ord: Option<u64>| {
            terms.push((at, ord));
            if let Some(term) = ord.and_then(|ord| groups.get_mut(ord as usize)) {
                *term = TermState::Used;
            }
        };
        let ords = column.ords();
        if ords.get_cardinality().is_multivalue() {
            let mut of_game: Vec<u64> = Vec::new();
            for SeatedGame { game: at, doc, .. } in part.seats() {
                of_game.clear();
                of_game.extend(ords.values_for_doc(doc));
                // A game whose two players have one country counts once.
                of_game.sort_unstable();
                of_game.dedup();
                if of_game.is_empty() {
                    add(at, None);
                }
                of_game.iter().for_each(|&ord| add(at, Some(ord)));
            }
        } else {
            let of_games = iter_first_values(ords, part.docs.iter().copied());
            (0..).zip(of_games).for_each(|(at, (_, ord))| add(at, ord));
        }
        assign_terms(&column, &mut groups, &mut |text| {
            named(text).map(|name| self.number_of(Some(GroupValue::Text(name))))
        })?;
        let of_term = |(game, ord): (u32, Option<u64>)| {
            let Some(ord) = ord else {
                return Some(GroupMember { game, group: none });
            };
            match groups.get(ord as usize)? {
                TermState::InGroup(group) => Some(GroupMember { game, group: *group }),
                TermState::Used | TermState::Unused => None,
            }
        };
        Ok(terms.into_iter().filter_map(of_term).collect())
    }

    /// Groups games by the joseki in their corners.
    fn by_joseki(&mut self, part: &SegmentSlice) -> GroupMembers {
        let column = match &self.joseki {
            Some((segment, column)) if *segment == part.ordinal => column.clone(),
            _ => joseki_of_games(self.index, part.ordinal)?,
        };
        self.joseki = Some((part.ordinal, column.clone()));
        let mut members = Vec::with_capacity(part.docs.len());
        for SeatedGame { game, doc, .. } in part.seats() {
            let names = column.of_game(doc).iter().filter_map(|&number| {
                joseki().get(usize::from(number)).map(|joseki| joseki.name.to_owned())
            });
            let begin = members.len();
            for name in names {
                let group = self.number_of(Some(GroupValue::Text(name)));
                members.push(GroupMember { game, group });
            }
            if members.len() == begin {
                members.push(GroupMember { game, group: self.number_of(None) });
            }
        }
        Ok(members)
    }

    /// Groups games by player or by opponent.
    fn by_person(&mut self, part: &SegmentSlice) -> GroupMembers {
        let Some(seats) = &mut self.seats else {
            return Ok(Vec::new());
        };
        let is_player = self.facet == Facet::Player;
        let sides = |seat| match seat {
            _ if is_player => [true, true],
            Seat::One(Color::Black) => [false, true],
            Seat::One(Color::White) => [true, false],
            Seat::Both => [true, true],
            Seat::None => [false, false],
        };
        let games = part.seats().map(|SeatedGame { game, doc, seat }| GameSides {
            game,
            doc,
            sides: sides(seat),
        });
        let played = seats.persons(self.index, part.ordinal, part.reader, games)?;
        let member = |PlayedGame { game, person }| GroupMember { game, group: person };
        Ok(played.into_iter().map(member).collect())
    }

    /// Groups the games that decide a title by this title and by the person who won the game. Other games are in no
    /// group.
    fn by_title_win(&mut self, part: &SegmentSlice) -> GroupMembers {
        let Some(seats) = &mut self.seats else {
            return Ok(Vec::new());
        };
        let titles = TitleColumns::open(part.reader)?;
        let mut deciding = Vec::new();
        for (SeatedGame { game, doc, .. }, (_, outcome)) in part.seats().zip(part.games) {
            if let Some((title, is_match)) = titles.of_game(doc)? {
                deciding.push((game, doc, *outcome, title, is_match));
            }
        }
        let sides = deciding.iter().map(|&(game, doc, outcome, ..)| GameSides {
            game,
            doc,
            sides: [outcome == outcome::BLACK, outcome == outcome::WHITE],
        });
        let winners = seats.persons(self.index, part.ordinal, part.reader, sides)?;
        let mut winner_of: HashMap<u32, Vec<u32>> = HashMap::new();
        for PlayedGame { game, person } in winners {
            winner_of.entry(game).or_default().push(person);
        }
        let mut members = Vec::with_capacity(deciding.len());
        for (game, _, _, title, is_match) in deciding {
            // A team that wins together holds no title.
            let winner = match winner_of.get(&game).map(Vec::as_slice) {
                Some([person]) => *person,
                _ => u32::MAX,
            };
            let win = (title, is_match, winner);
            let known = self.title_numbers.len() as u32;
            let group = *self.title_numbers.entry(win).or_insert(known);
            members.push(GroupMember { game, group });
        }
        Ok(members)
    }

    /// The values of all groups, by number.
    pub(super) fn values(self) -> Result<Vec<Option<GroupValue>>> {
        let Some(seats) = self.seats else {
            return Ok(self.values);
        };
        let spellings = seats.into_spellings(self.index)?;
        if self.facet == Facet::Holder {
            let mut groups: Vec<(TitleGroup, u32)> = self.title_numbers.into_iter().collect();
            groups.sort_unstable_by_key(|(_, number)| *number);
            let mut has_title = vec![false; spellings.len()];
            let value = |((title, is_match, winner), _): (TitleGroup, u32)| {
                let winner = winner as usize;
                has_title.get_mut(winner).into_iter().for_each(|has| *has = true);
                let winner = spellings.get(winner).cloned();
                Some(GroupValue::TitleWin(TitleWin { title, is_match, winner }))
            };
            let mut values: Vec<Option<GroupValue>> = groups.into_iter().map(value).collect();
            // Persons without a title are groups without games. Their spellings count if they won titles in other
            // indexes.
            let others = spellings.into_iter().zip(has_title).filter(|(_, has)| !has);
            values.extend(others.map(|(names, _)| Some(GroupValue::Person(names))));
            return Ok(values);
        }
        let persons = spellings.into_iter().map(GroupValue::Person).map(Some);
        Ok(persons.chain([None]).collect())
    }
}

/// Number of months since the year 0.
fn months_since_year_0(day: i64) -> Option<i64> {
    let (year, month, _) = year_month_day(day)?;
    Some(i64::from(year) * 12 + i64::from(month) - 1)
}

fn rank_in_column(column: &Column<i64>, doc: DocId) -> Option<Rank> {
    Rank::from_number(u8::try_from(column.first(doc)?).ok()?)
}

/// Function that returns the name of the group to which a column's term (such as a name) belongs; `None` if games with
/// the term are not counted.
type GroupNamer<'n> = &'n dyn Fn(&str) -> Option<String>;

fn unchanged(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Name of the group of games with an unknown winner or ending. The names of groups are also values of `winner:` and
/// `how:`.
const UNKNOWN: &str = "unknown";

/// The winner according to a result in printed form.
fn winner(result: &str) -> Option<String> {
    let winner = match result.split_once('+').map(|(winner, _)| winner) {
        Some("B") => "Black",
        Some("W") => "White",
        _ if result == "0" => "draw",
        _ if result == "Void" => "void",
        _ => UNKNOWN,
    };
    Some(winner.to_owned())
}

/// How a game ended according to a result in printed form.
fn how(result: &str) -> Option<String> {
    let how = match result.split_once('+').map(|(_, how)| how) {
        None => match result {
            "0" => "draw",
            "Void" => "void",
            _ => UNKNOWN,
        },
        Some("R") => "resignation",
        Some("T") => "time",
        Some("F") => "forfeit",
        Some("") => UNKNOWN,
        Some(_) => "points",
    };
    Some(how.to_owned())
}

/// The kind of a game: keeps `go`; drops `gm1`, which the column has as a second term for the kind of the same game.
fn kind(text: &str) -> Option<String> {
    let is_number = text
        .strip_prefix("gm")
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    (!is_number).then(|| text.to_owned())
}

/// What is known of a term of a column: whether any of the games uses it, and to which group these games belong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TermState {
    Unused,
    Used,
    /// The term of the column occurs in a game, and games with it belong to the group with this number.
    InGroup(u32),
}

/// Finds the groups of the used terms. They are looked up in sorted order, so that each block of the dictionary is
/// decompressed only once; unused terms are skipped.
fn assign_terms(
    column: &StrColumn,
    terms: &mut [TermState],
    group: &mut dyn FnMut(&str) -> Option<u32>,
) -> tantivy::Result<()> {
    let used = (0..).zip(&*terms).filter(|(_, term)| **term == TermState::Used);
    let ords: Vec<u64> = used.map(|(ord, _)| ord).collect();
    let mut used = terms.iter_mut().filter(|term| **term == TermState::Used);
    column.dictionary().sorted_ords_to_term_cb(&ords, |text| {
        if let Some(term) = used.next() {
            let text = String::from_utf8_lossy(text);
            *term = group(&text).map_or(TermState::Used, TermState::InGroup);
        }
    })?;
    Ok(())
}
