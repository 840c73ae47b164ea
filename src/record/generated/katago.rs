//! The four numbers that KataGo writes into the comments of games that it plays, from the search before the node's
//! move.

use super::scan::Scan;
use super::values::{Form, GeneratedPart, GeneratedValues, Perspective};
use crate::analysis::{Lead, Rate};

/// Finds KataGo's numbers, which stand at the very beginning of a comment.
pub(super) fn find(text: &str) -> Option<GeneratedPart> {
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
