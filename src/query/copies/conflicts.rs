//! Finds the facts on which the records of one game disagree.

use super::{GameCopy, Relation};
use crate::similar_names::words;
use kifu_record::date::LaxDate;
use kifu_record::result::{GameResult, WinKind};
use kifu_record::text::fold::fold;
use kifu_record::{GameInfo, Player};
use kifu_store::index::stored_header::ListedHeader;
use std::collections::BTreeSet;

/// A fact about a game that its record states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Fact {
    /// Name of the black player.
    Black,
    /// Name of the white player.
    White,
    /// Date on which the game was played.
    Date,
    /// Result.
    Result,
    /// Komi: points that White receives.
    Komi,
    /// Handicap stones.
    Handicap,
    /// Number of moves, without passes.
    Length,
    /// The moves, or the stones set up before the first one.
    Moves,
}

impl Fact {
    /// Facts that a single record states in its header; each is a column in a table of copies. The other facts (number
    /// of moves, and the moves) come from comparing two records.
    const STATED: [Fact; 6] =
        [Fact::Black, Fact::White, Fact::Date, Fact::Result, Fact::Komi, Fact::Handicap];

    /// A stable name, used in JSON: `black`, `date` …
    pub fn as_str(self) -> &'static str {
        match self {
            Fact::Black => "black",
            Fact::White => "white",
            Fact::Date => "date",
            Fact::Result => "result",
            Fact::Komi => "komi",
            Fact::Handicap => "handicap",
            Fact::Length => "length",
            Fact::Moves => "moves",
        }
    }

    /// The value of this fact that a record states, as printed; `None` if the record states none.
    pub fn value_in(self, info: &GameInfo, moves: u32) -> Option<String> {
        match self {
            Fact::Black => info.players.black.name.clone(),
            Fact::White => info.players.white.name.clone(),
            Fact::Date => info.date.as_ref().map(LaxDate::display_text),
            Fact::Result => info.result.map(|result| result.to_string()),
            Fact::Komi => info.komi.map(|komi| komi.to_string()),
            Fact::Handicap => info.handicap_stones().map(|stones| stones.to_string()),
            Fact::Length => Some(moves.to_string()),
            Fact::Moves => None,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    pub fact: Fact,
    /// All different values that the copies state for the fact, sorted; empty for the moves.
    pub values: Vec<String>,
}

/// Maximum number of values of one fact that are compared with each other. All pairs are compared, so the time grows
/// with the square of this number.
const MAX_COMPARED_VALUES: usize = 32;

/// The conflicts between the copies of a game, in the order of the facts.
pub(super) fn find_conflicts(copies: &[GameCopy]) -> Vec<Conflict> {
    let headers: Vec<&ListedHeader> = copies.iter().map(|copy| &copy.game.header).collect();
    let stated = Fact::STATED.into_iter();
    let mut conflicts: Vec<Conflict> =
        stated.filter_map(|fact| stated_conflict(fact, &headers)).collect();
    let is_shorter =
        |copy: &GameCopy| matches!(copy.relation, Relation::Like(l) if l.shorter != l.longer);
    if copies.iter().any(is_shorter) {
        let lengths = copies
            .iter()
            .map(|copy| copy.game.header.summary.moves)
            .collect::<BTreeSet<_>>()
            .into_iter();
        conflicts.push(Conflict {
            fact: Fact::Length,
            values: lengths.map(|length| length.to_string()).collect(),
        });
    }
    let differs = |copy: &GameCopy| match copy.relation {
        Relation::Like(likeness) => likeness.differences > 0,
        Relation::Position { .. } => false,
        Relation::Distant => true,
        Relation::Fullest => false,
    };
    if copies.iter().any(differs) {
        conflicts.push(Conflict { fact: Fact::Moves, values: Vec::new() });
    }
    conflicts
}

/// True if the records of a game disagree on a fact that they state in their headers.
pub(super) fn have_stated_conflict(headers: &[&ListedHeader]) -> bool {
    Fact::STATED.into_iter().any(|fact| stated_conflict(fact, headers).is_some())
}

/// The conflict between the records of a game about a fact that each states in its header, if there is one.
fn stated_conflict(fact: Fact, headers: &[&ListedHeader]) -> Option<Conflict> {
    // One pair of value and record for each different value of the fact.
    let value = |header: &ListedHeader| fact.value_in(&header.info, header.summary.moves);
    let mut stated: Vec<(String, &GameInfo)> =
        headers.iter().filter_map(|header| Some((value(header)?, &header.info))).collect();
    stated.sort_by(|a, b| a.0.cmp(&b.0));
    stated.dedup_by(|a, b| a.0 == b.0);
    let compared = || stated.iter().take(MAX_COMPARED_VALUES).map(|(_, info)| *info);
    let is_conflict = compared().any(|a| compared().any(|b| !agree(fact, a, b)));
    let values = stated.iter().map(|(value, _)| value.clone());
    is_conflict.then(|| Conflict { fact, values: values.collect() })
}

/// True if the values of a fact in two records may both be right.
fn agree(fact: Fact, a: &GameInfo, b: &GameInfo) -> bool {
    fn both<T>(a: &Option<T>, b: &Option<T>, agree: impl Fn(&T, &T) -> bool) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => agree(a, b),
            _ => true,
        }
    }
    match fact {
        Fact::Black => names_agree(&a.players.black, &b.players.black),
        Fact::White => names_agree(&a.players.white, &b.players.white),
        Fact::Date => both(&a.date, &b.date, LaxDate::overlaps),
        Fact::Result => both(&a.result, &b.result, results_agree),
        Fact::Komi => both(&a.komi, &b.komi, |a, b| a == b),
        // A handicap of one stone is the same as none: Black just moves first.
        Fact::Handicap => {
            both(&a.handicap_stones(), &b.handicap_stones(), |a, b| a.max(&1) == b.max(&1))
        }
        Fact::Length | Fact::Moves => true,
    }
}

fn results_agree(a: &GameResult, b: &GameResult) -> bool {
    use GameResult::{Unknown, Win};
    match (a, b) {
        (Unknown, _) | (_, Unknown) => true,
        (Win { winner, how }, Win { winner: other, how: way }) => {
            let open = *how == WinKind::Unspecified || *way == WinKind::Unspecified;
            winner == other && (open || how == way)
        }
        _ => a == b,
    }
}

/// True if one name has all words of the other, apart from ranks and titles. Names in two different scripts count as
/// agreeing, since they cannot be compared.
fn names_agree(a: &Player, b: &Player) -> bool {
    let [(a, a_is_latin), (b, b_is_latin)] = [a, b].map(|player| {
        let names: Vec<String> = player.persons().iter().map(|person| fold(person.name)).collect();
        let all = names.iter().flat_map(|name| words(name)).map(str::to_owned);
        let is_latin = |name: &String| name.contains(|c: char| c.is_ascii_alphabetic());
        (all.collect::<BTreeSet<_>>(), names.iter().any(is_latin))
    });
    a.is_subset(&b) || b.is_subset(&a) || a_is_latin != b_is_latin
}
