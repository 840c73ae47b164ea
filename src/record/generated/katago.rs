//! What KataGo writes into the comments of games that it plays: at the root how the game came to be played, at the
//! moves four numbers from the search before the node's move, and at the last move the result.

use super::scan::Scan;
use super::values::{Form, GeneratedPart, GeneratedValues, Perspective};
use crate::GameTree;
use crate::analysis::{Lead, Rate};

/// What the comment at the root of a game that KataGo played for training says of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SelfPlay {
    /// Why the game was played, such as `normal`, `fork` or `cleanuptraining` (`gtype`); in lower case.
    pub game_type: Option<String>,
    /// Hash by which KataGo names the game (`gameHash`): hexadecimal digits, with upper-case letters.
    pub game_hash: Option<String>,
}

impl SelfPlay {
    /// Reads the comment at the root of a tree; `None` if it is not KataGo's.
    pub fn read(tree: &GameTree) -> Option<SelfPlay> {
        tree.comments_of(0).find_map(|comment| Some(read_root_line(comment)?.1))
    }
}

/// Finds the first part of a comment that KataGo wrote. It stands at the very beginning of the comment.
pub(super) fn find(text: &str) -> Option<GeneratedPart> {
    let without_values = |end| (0..end, GeneratedValues::new(Form::KataGoNote));
    find_numbers(text).or_else(|| {
        let end = read_root_line(text).map(|(end, _)| end).or_else(|| end_of_result(text))?;
        Some(without_values(end))
    })
}

/// Maximum number of bytes of a game type or a hash that is read. KataGo's have at most 32.
const MAX_VALUE_BYTES: usize = 64;

/// Reads the line at the root: words `key=value` with commas between them, of which the first is `startTurnIdx`.
/// Returns the end of the line in the text, and what it says.
fn read_root_line(text: &str) -> Option<(usize, SelfPlay)> {
    let mut scan = Scan::new(text);
    scan.space();
    scan.word("startTurnIdx=")?;
    scan.digits()?;
    let mut facts = SelfPlay::default();
    while scan.word(",").is_some() {
        let key = scan.take_while(|c| c.is_ascii_alphanumeric());
        scan.word("=").filter(|_| !key.is_empty())?;
        let value = scan.take_while(|c| c != ',' && !c.is_whitespace());
        let is_known = |is: fn(char) -> bool| {
            (1..=MAX_VALUE_BYTES).contains(&value.len()) && value.chars().all(is)
        };
        match key {
            "gtype" if is_known(|c| c.is_ascii_alphanumeric()) => {
                facts.game_type = Some(value.to_ascii_lowercase());
            }
            "gameHash" if is_known(|c| c.is_ascii_hexdigit()) => {
                facts.game_hash = Some(value.to_ascii_uppercase());
            }
            _ => {}
        }
    }
    let ends = scan.rest().is_empty() || scan.rest().starts_with(char::is_whitespace);
    ends.then(|| (scan.offset_in(text), facts))
}

/// End of the result in the comment of a last move before which KataGo did not search: `result=W+2.5`.
fn end_of_result(text: &str) -> Option<usize> {
    let mut scan = Scan::new(text);
    scan.space();
    let _ = scan.word("Pass for ko ");
    scan.word("result=")?;
    scan.one_of(&["B+", "W+", "0", "Void"])?;
    scan.take_while(|c| c.is_ascii_alphanumeric() || c == '.');
    let ends = scan.rest().is_empty() || scan.rest().starts_with('\n');
    ends.then(|| scan.offset_in(text))
}

/// Finds KataGo's four numbers.
fn find_numbers(text: &str) -> Option<GeneratedPart> {
    let mut scan = Scan::new(text);
    scan.space();
    let _ = scan.word("Pass for ko ");
    let [_, loss, neither] = read_shares(&mut scan)?;
    let score = scan.number()?;
    let mut values = GeneratedValues::new(Form::KataGo);
    // The second number is the share of games that White loses, and so the share that Black wins.
    values.rate = Some((Perspective::Black, Rate::from_share(loss + neither / 2.0)?));
    values.lead = Some((Perspective::White, Lead::from_points(score)?));
    values.visits = read_visits(&mut scan)?;
    Some((0..scan.offset_in(text), values))
}

/// Reads the shares of games that White wins, loses, or neither. Each has two decimals, and their sum is 1 up to
/// rounding.
fn read_shares(scan: &mut Scan) -> Option<[f64; 3]> {
    let mut shares = [0.0; 3];
    for share in &mut shares {
        let before = *scan;
        *share = scan.number()?;
        let is_share = before.rest().starts_with(['0', '1'])
            && before.rest().len() - scan.rest().len() == "0.10".len();
        if !is_share {
            return None;
        }
        scan.word(" ")?;
    }
    ((shares.iter().sum::<f64>() - 1.0).abs() < 0.025).then_some(shares)
}

/// Skips the words `key=value` after the numbers and returns the number of playouts. It is `rv`, the playouts of a
/// later search, if that is there, because the numbers are then from that search; otherwise `v`. `None` if anything
/// else stands on the line.
fn read_visits(scan: &mut Scan) -> Option<Option<u64>> {
    let mut visits = None;
    let mut later = None;
    while scan.word(" ").is_some() {
        let key = scan.take_while(|c| c.is_ascii_alphabetic());
        if key.is_empty() {
            break;
        }
        scan.word("=")?;
        let value = scan.take_while(|c| c.is_ascii_alphanumeric() || ".+-_".contains(c));
        match key {
            "v" => visits = value.parse().ok(),
            "rv" => later = value.parse().ok(),
            _ => {}
        }
    }
    let ends = scan.rest().is_empty() || scan.rest().starts_with('\n');
    ends.then_some(later.or(visits))
}
