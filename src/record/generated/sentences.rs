//! Parts of comments in fixed sentences: those of leela-analysis, AI Sensei, OGS and katagui.

use super::scan::{Scan, find_all};
use super::values::{Form, GeneratedPart, GeneratedValues, Perspective};
use crate::analysis::{Lead, Rate};

const PLAYERS: [&str; 2] = ["Black", "White"];

/// Player whose name is at this index of [`PLAYERS`].
fn player(which: usize) -> Perspective {
    match which {
        0 => Perspective::Black,
        _ => Perspective::White,
    }
}

/// Finds the sentences of leela-analysis, which follow each other and may stand after a person's text.
pub(super) fn find_leela(text: &str) -> Option<GeneratedPart> {
    const BEGIN: [&str; 4] = [LEELA_RATE, LEELA_BEST, "Mistake? (", "Visited "];
    // A variation begins with its letter, directly before the words that all variations have in common.
    let variations = find_all(text, LEELA_VARIATION).filter_map(|at| at.checked_sub(1));
    let mut starts: Vec<usize> =
        (BEGIN.iter().flat_map(|begin| find_all(text, begin))).chain(variations).collect();
    starts.sort_unstable();
    let mut passed = 0;
    starts.into_iter().find_map(|start| {
        // A run of sentences was rejected because a person may have written it. The sentences inside of the run are
        // then not tried again on their own.
        if start < passed {
            return None;
        }
        let mut values = GeneratedValues::new(Form::LeelaAnalysis);
        let mut scan = Scan::new(text.get(start..)?);
        let mut end = start;
        let mut is_known = false;
        while let Some(is_sure) = read_leela_sentence(&mut scan, &mut values) {
            is_known |= is_sure;
            end = scan.offset_in(text);
            scan.space();
        }
        passed = end;
        if values.rate.is_none() {
            // For a move from an opening book nothing was computed, so the numbers are no evaluation.
            values.line.clear();
        }
        is_known.then_some((start..end, values))
    })
}

const LEELA_RATE: &str = "Overall black win%: ";
const LEELA_BEST: &str = "Leela's preferred next move: ";
/// Text that follows the letter of a variation in a comment of leela-analysis.
const LEELA_VARIATION: &str = " -> Win%: ";

/// Reads one sentence of leela-analysis into `values`. True if only that program writes such a sentence.
fn read_leela_sentence(scan: &mut Scan, values: &mut GeneratedValues) -> Option<bool> {
    let before = *scan;
    let taken = read_leela_words(scan, values);
    if taken.is_none() {
        *scan = before;
    }
    taken
}

fn read_leela_words(scan: &mut Scan, values: &mut GeneratedValues) -> Option<bool> {
    if scan.word(LEELA_RATE).is_some() {
        if scan.word("not computed ").is_some() {
            return scan.bracket().map(|()| true);
        }
        let rate = Rate::from_percent(scan.percent()?)?;
        values.rate = values.rate.or(Some((Perspective::Black, rate)));
        // A fork of the program writes the percent sign twice.
        let _ = scan.word("%");
        return Some(true);
    }
    if scan.word(LEELA_BEST).is_some() {
        let vertex = scan.take_while(|c| c.is_ascii_alphanumeric());
        values.line = vertex.to_owned();
        return (!vertex.is_empty()).then_some(false);
    }
    if scan.word("Mistake? ").is_some() {
        scan.bracket()?;
        scan.space();
        scan.rest().starts_with("(delta ").then_some(())?;
        return scan.bracket().map(|()| false);
    }
    if scan.word("Visited ").is_some() {
        let visits = scan.digits()?.parse().ok();
        scan.word(" nodes")?;
        values.visits = values.visits.or(visits);
        return Some(false);
    }
    skip_leela_variation(scan).map(|()| true)
}

/// Skips a variation in a comment of leela-analysis: `A -> Win%: 52.00% (300 visits)`
fn skip_leela_variation(scan: &mut Scan) -> Option<()> {
    scan.letter()?.is_ascii_alphabetic().then_some(())?;
    scan.word(LEELA_VARIATION)?;
    scan.percent()?;
    let _ = scan.word("%");
    scan.word(" ")?;
    scan.bracket()
}

/// Finds a part of a comment that AI Sensei wrote: a mistake, a branch or the table at the root.
pub(super) fn find_sensei(text: &str) -> Option<GeneratedPart> {
    (find_sensei_mistake(text).or_else(|| find_sensei_branch(text)))
        .or_else(|| find_sensei_table(text))
}

fn find_sensei_mistake(text: &str) -> Option<GeneratedPart> {
    const BEGIN: &str = "This move is ";
    find_all(text, BEGIN).find_map(|at| {
        let title = text.get(..at)?.trim_end().strip_suffix("Mistake!");
        let start = title.map_or(at, str::len);
        let mut values = GeneratedValues::new(Form::AiSensei);
        let mut scan = Scan::new(text.get(at + BEGIN.len()..)?);
        values.loss = Some(Lead::from_points(scan.number()?.max(0.0))?);
        scan.one_of(&[" points", " point"])?;
        scan.word(" worse than the AI move.")?;
        values.lead = read_sensei_lead(&mut scan);
        Some((start..scan.offset_in(text), values))
    })
}

fn find_sensei_branch(text: &str) -> Option<GeneratedPart> {
    const BEGIN: &str = "I would play here.";
    find_all(text, BEGIN).find_map(|start| {
        let mut values = GeneratedValues::new(Form::AiSensei);
        let mut scan = Scan::new(text.get(start + BEGIN.len()..)?);
        values.lead = Some(read_sensei_lead(&mut scan)?);
        Some((start..scan.offset_in(text), values))
    })
}

/// Reads `Black is ahead by 18.6 points.`, if the text continues with it.
fn read_sensei_lead(scan: &mut Scan) -> Option<(Perspective, Lead)> {
    let mut ahead = *scan;
    ahead.space();
    let lead = if ahead.word("The game is even.").is_some() {
        (Perspective::Black, Lead::from_hundredths(0))
    } else {
        let whose = player(ahead.one_of(&PLAYERS)?);
        ahead.word(" is ahead by ")?;
        let lead = Lead::from_points(ahead.number()?)?;
        ahead.one_of(&[" points.", " point."])?;
        (whose, lead)
    };
    *scan = ahead;
    Some(lead)
}

/// Finds the table of mistakes that AI Sensei writes at the root.
fn find_sensei_table(text: &str) -> Option<GeneratedPart> {
    const BEGIN: &str = "Mistakes:";
    find_all(text, BEGIN).find_map(|start| {
        let mut scan = Scan::new(text.get(start + BEGIN.len()..)?);
        for head in ["Player", "Move", "Loss", "Score"] {
            scan.space();
            scan.word(head)?;
        }
        let mut end = scan.offset_in(text);
        while skip_sensei_row(&mut scan).is_some() {
            end = scan.offset_in(text);
        }
        Some((start..end, GeneratedValues::new(Form::AiSensei)))
    })
}

/// Skips a row of AI Sensei's table of mistakes: `White  2  13.4  B+18.6 points`
fn skip_sensei_row(scan: &mut Scan) -> Option<()> {
    scan.space();
    scan.one_of(&PLAYERS)?;
    scan.space();
    scan.digits()?;
    scan.space();
    scan.number()?;
    scan.space();
    if scan.word("Even game").is_none() {
        scan.one_of(&["B+", "W+"])?;
        scan.number()?;
        scan.one_of(&[" points", " point"])?;
    }
    Some(())
}

/// Finds a sentence in a branch of an OGS review: `Black's win rate: %15.4 visits: 507`.
pub(super) fn find_ogs(text: &str) -> Option<GeneratedPart> {
    const RATE: &str = "'s win rate: %";
    find_all(text, RATE).find_map(|at| {
        let before = text.get(..at)?;
        let which = PLAYERS.iter().position(|player| before.ends_with(player))?;
        let start = at - PLAYERS[which].len();
        let mut scan = Scan::new(text.get(at + RATE.len()..)?);
        let mut values = GeneratedValues::new(Form::Ogs);
        values.rate = Some((player(which), Rate::from_percent(scan.number()?)?));
        scan.space();
        if scan.word("visits: ").is_some() {
            values.visits = scan.count();
        }
        Some((start..scan.offset_in(text), values))
    })
}

/// Finds the numbers of katagui, `P:0.54 S:1.2`, at the very beginning of a comment. Two zeros mean that nothing was
/// analysed.
pub(super) fn find_katagui(text: &str) -> Option<GeneratedPart> {
    let mut scan = Scan::new(text);
    scan.space();
    scan.word("P:")?;
    let share = scan.number()?;
    scan.word(" S:")?;
    let points = scan.number()?;
    let ends = scan.rest().is_empty() || scan.rest().starts_with(char::is_whitespace);
    let mut values = GeneratedValues::new(Form::Katagui);
    if !(share == 0.0 && points == 0.0) {
        values.rate = Some((Perspective::Black, Rate::from_share(share)?));
        values.lead = Some((Perspective::Black, Lead::from_points(points)?));
    }
    ends.then(|| (0..scan.offset_in(text), values))
}
