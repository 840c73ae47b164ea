//! Parts of comments that Lizzie and LizzieYzy wrote.

use super::scan::{Scan, find_all};
use super::values::{Form, GeneratedPart, GeneratedValues, Perspective};
use crate::analysis::{Lead, Rate};

/// Words of Lizzie in one language for the players, the winning rate, the lead and its deviation, the playouts and the
/// komi.
struct Words {
    players: [&'static str; 2],
    rate: &'static str,
    lead: &'static str,
    /// Label in place of `lead` if the number leaves out komi. Such a number is not read as a lead.
    on_board: &'static str,
    deviation: &'static str,
    count: &'static str,
    komi: &'static str,
    /// True if the lead is from the mover's view, whichever player is named.
    lead_is_movers: bool,
}

const WORDS: [Words; 5] = [
    words(["黑棋", "白棋"], [" 胜率: ", "领先: ", "不确定度: ", " 计算量)", "贴目: "]),
    words(["Black", "White"], [" win rate: ", "lead: ", "stdev: ", " visits)", "komi: "]),
    words(["黒", "白"], [" 勝率: ", "目差: ", "標準偏差: ", " 訪問数)", "コミ: "]),
    words(["흑", "백"], [" 승률: ", "리드: ", "stdev: ", " visits)", "덤: "]),
    // Words of Lizzie since version 0.7.
    Words {
        lead_is_movers: true,
        ..words(["Black", "White"], ["'s winrate: ", "scoreMean: ", "", " playouts)", ""])
    },
];

const fn words(players: [&'static str; 2], words: [&'static str; 5]) -> Words {
    let [rate, lead, deviation, count, komi] = words;
    Words {
        players, rate, lead, on_board: "盘面: ", deviation, count, komi, lead_is_movers: false
    }
}

/// Finds the first part of a comment that Lizzie or LizzieYzy wrote.
pub(super) fn find(text: &str) -> Option<GeneratedPart> {
    (WORDS.iter().find_map(|words| find_in(text, words))).or_else(|| find_version_0_6(text))
}

fn find_in(text: &str, words: &Words) -> Option<GeneratedPart> {
    find_all(text, words.rate).find_map(|at| {
        let before = text.get(..at)?;
        let player = words.players.iter().position(|player| before.ends_with(player))?;
        let start = at - words.players.get(player)?.len();
        let mut scan = Scan::new(text.get(at + words.rate.len()..)?);
        let whose = [Perspective::Black, Perspective::White][player];
        let values = read(&mut scan, words, whose)?;
        Some((start..scan.offset_in(text), values))
    })
}

/// Reads the values after the words for a player's winning rate.
fn read(scan: &mut Scan, words: &Words, whose: Perspective) -> Option<GeneratedValues> {
    let mut values = GeneratedValues::new(Form::Lizzie);
    values.rate = Some((whose, Rate::from_percent(scan.percent()?)?));
    skip_gain(scan);
    let lead_whose = if words.lead_is_movers { Perspective::Mover } else { whose };
    match scan.one_of(&[words.lead, words.on_board]) {
        Some(0) => values.lead = Lead::from_points(scan.number()?).map(|lead| (lead_whose, lead)),
        Some(_) => drop(scan.number()?),
        None => {}
    }
    skip_gain(scan);
    if !words.deviation.is_empty() && scan.word(words.deviation).is_some() {
        scan.number()?;
        scan.space();
    }
    values.visits = Some(playouts(scan, words.count)?);
    let mut komi = *scan;
    komi.space();
    if !words.komi.is_empty() && komi.word(words.komi).is_some() && komi.number().is_some() {
        *scan = komi;
    }
    Some(without_unanalysed(values))
}

/// Skips the gain of a move, such as `(-1.2%)`, and white space.
fn skip_gain(scan: &mut Scan) {
    scan.space();
    let mut gain = *scan;
    let is_gain = gain.word("(").and_then(|_| gain.number()).is_some();
    let _ = gain.word("%");
    if is_gain && gain.word(")").is_some() {
        *scan = gain;
    }
    scan.space();
}

/// Reads the playouts in brackets: `(KataGo-18b / 250 visits)`
fn playouts(scan: &mut Scan, label: &str) -> Option<u64> {
    scan.word("(")?;
    let line = scan.line();
    let end = line.find(label)?;
    let (_, count) = line.get(..end)?.rsplit_once("/ ")?;
    let mut number = Scan::new(count);
    let count = number.count().filter(|_| number.rest().is_empty())?;
    scan.skip(end + label.len());
    Some(count)
}

/// Finds the comment of version 0.6: `Move 12`, the mover's winning rate and the playouts.
fn find_version_0_6(text: &str) -> Option<GeneratedPart> {
    let mut scan = Scan::new(text);
    scan.space();
    scan.word("Move ")?;
    scan.digits()?;
    scan.space();
    let mut values = GeneratedValues::new(Form::Lizzie);
    values.rate = Some((Perspective::Mover, Rate::from_percent(scan.percent()?)?));
    skip_gain(&mut scan);
    values.visits = Some(playouts(&mut scan, " playouts)")?);
    Some((0..scan.offset_in(text), without_unanalysed(values)))
}

/// Removes rate and lead if there are no playouts: without playouts the values are left over from another position.
fn without_unanalysed(mut values: GeneratedValues) -> GeneratedValues {
    if values.visits == Some(0) {
        (values.rate, values.lead) = (None, None);
    }
    values
}
