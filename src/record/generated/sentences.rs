//! Programs that write fixed sentences: leela-analysis, AI Sensei, OGS and katagui.

use super::scan::{Scan, places};
use super::told::{Extract, Form, Told, Whose};
use crate::record::analysis::{Lead, Rate};

const PLAYERS: [&str; 2] = ["Black", "White"];

/// The player at this place in [`PLAYERS`].
fn player(which: usize) -> Whose {
    match which {
        0 => Whose::Black,
        _ => Whose::White,
    }
}

/// The sentences of leela-analysis, which stand behind each other and perhaps behind a human's.
pub(super) fn find_leela(text: &str) -> Option<Extract> {
    const BEGIN: [&str; 4] = [
        LEELA_RATE,
        "Leela's preferred next move: ",
        "Mistake? (",
        "Visited ",
    ];
    let mut starts: Vec<usize> = BEGIN.iter().flat_map(|begin| places(text, begin)).collect();
    starts.sort_unstable();
    starts.into_iter().find_map(|start| {
        let mut told = Told::nothing(Form::LeelaAnalysis);
        let mut scan = Scan::new(text.get(start..)?);
        let mut end = None;
        while leela_sentence(&mut scan, &mut told).is_some() {
            end = Some(scan.taken(text));
            scan.space();
        }
        if told.rate.is_none() {
            // What was not computed has a move out of a book.
            told.line.clear();
        }
        Some((start..end?, told))
    })
}

const LEELA_RATE: &str = "Overall black win%: ";

/// Takes a sentence and what it tells.
fn leela_sentence(scan: &mut Scan, told: &mut Told) -> Option<()> {
    let before = *scan;
    let taken = leela_words(scan, told);
    if taken.is_none() {
        *scan = before;
    }
    taken
}

fn leela_words(scan: &mut Scan, told: &mut Told) -> Option<()> {
    if scan.word(LEELA_RATE).is_some() {
        if scan.word("not computed ").is_some() {
            return scan.bracket();
        }
        let rate = Rate::of_percent(scan.percent()?)?;
        told.rate = told.rate.or(Some((Whose::Black, rate)));
        // A fork writes it twice.
        let _ = scan.word("%");
        return Some(());
    }
    if scan.word("Leela's preferred next move: ").is_some() {
        let vertex = scan.while_is(|c| c.is_ascii_alphanumeric());
        told.line = vertex.to_owned();
        return (!vertex.is_empty()).then_some(());
    }
    if scan.word("Mistake? ").is_some() {
        scan.bracket()?;
        scan.space();
        scan.rest().starts_with("(delta ").then_some(())?;
        return scan.bracket();
    }
    if scan.word("Visited ").is_some() {
        let visits = scan.digits()?.parse().ok();
        scan.word(" nodes")?;
        told.visits = told.visits.or(visits);
        return Some(());
    }
    leela_variation(scan)
}

/// `A -> Win%: 52.00% (300 visits)`
fn leela_variation(scan: &mut Scan) -> Option<()> {
    let letter = scan.letter()?;
    letter.is_ascii_alphabetic().then_some(())?;
    scan.word(" -> Win%: ")?;
    scan.percent()?;
    let _ = scan.word("%");
    scan.word(" ")?;
    scan.bracket()
}

/// The sentences of AI Sensei.
pub(super) fn find_sensei(text: &str) -> Option<Extract> {
    (sensei_mistake(text).or_else(|| sensei_branch(text))).or_else(|| sensei_table(text))
}

fn sensei_mistake(text: &str) -> Option<Extract> {
    const BEGIN: &str = "This move is ";
    places(text, BEGIN).find_map(|at| {
        let before = text.get(..at)?;
        let title = before.trim_end().strip_suffix("Mistake!");
        let start = title.map_or(at, str::len);
        let mut told = Told::nothing(Form::AiSensei);
        let mut scan = Scan::new(text.get(at + BEGIN.len()..)?);
        told.loss = Some(Lead::of_points(scan.number()?.max(0.0))?);
        scan.one_of(&[" points", " point"])?;
        scan.word(" worse than the AI move.")?;
        told.lead = sensei_lead(&mut scan);
        Some((start..scan.taken(text), told))
    })
}

fn sensei_branch(text: &str) -> Option<Extract> {
    const BEGIN: &str = "I would play here.";
    places(text, BEGIN).find_map(|start| {
        let mut told = Told::nothing(Form::AiSensei);
        let mut scan = Scan::new(text.get(start + BEGIN.len()..)?);
        told.lead = Some(sensei_lead(&mut scan)?);
        Some((start..scan.taken(text), told))
    })
}

/// Takes `Black is ahead by 18.6 points.`, if it is there.
fn sensei_lead(scan: &mut Scan) -> Option<(Whose, Lead)> {
    let mut ahead = *scan;
    ahead.space();
    let lead = if ahead.word("The game is even.").is_some() {
        (Whose::Black, Lead::of_hundredths(0))
    } else {
        let whose = player(ahead.one_of(&PLAYERS)?);
        ahead.word(" is ahead by ")?;
        let lead = Lead::of_points(ahead.number()?)?;
        ahead.one_of(&[" points.", " point."])?;
        (whose, lead)
    };
    *scan = ahead;
    Some(lead)
}

/// The table of mistakes at the root.
fn sensei_table(text: &str) -> Option<Extract> {
    let (before, after) = text.split_once("Mistakes:")?;
    let mut scan = Scan::new(after);
    for head in ["Player", "Move", "Loss", "Score"] {
        scan.space();
        scan.word(head)?;
    }
    let mut end = scan.taken(text);
    while sensei_row(&mut scan).is_some() {
        end = scan.taken(text);
    }
    Some((before.len()..end, Told::nothing(Form::AiSensei)))
}

fn sensei_row(scan: &mut Scan) -> Option<()> {
    scan.space();
    scan.one_of(&PLAYERS)?;
    scan.space();
    scan.digits()?;
    scan.space();
    scan.number()?;
    scan.while_is(|c| c != '\n');
    Some(())
}

/// A sentence in a branch of an OGS review: `Black's win rate: %15.4 visits: 507`.
pub(super) fn find_ogs(text: &str) -> Option<Extract> {
    const RATE: &str = "'s win rate: %";
    places(text, RATE).find_map(|at| {
        let before = text.get(..at)?;
        let which = PLAYERS.iter().position(|player| before.ends_with(player))?;
        let start = at - PLAYERS[which].len();
        let mut scan = Scan::new(text.get(at + RATE.len()..)?);
        let mut told = Told::nothing(Form::Ogs);
        told.rate = Some((player(which), Rate::of_percent(scan.number()?)?));
        scan.space();
        if scan.word("visits: ").is_some() {
            told.visits = scan.count();
        }
        Some((start..scan.taken(text), told))
    })
}

/// The numbers of katagui, `P:0.54 S:1.2`, at the very beginning. Two zeros mean that nothing was analysed.
pub(super) fn find_katagui(text: &str) -> Option<Extract> {
    let mut scan = Scan::new(text);
    scan.space();
    scan.word("P:")?;
    let share = scan.number()?;
    scan.word(" S:")?;
    let points = scan.number()?;
    let ends = scan.rest().is_empty() || scan.rest().starts_with(char::is_whitespace);
    let mut told = Told::nothing(Form::Katagui);
    if !(share == 0.0 && points == 0.0) {
        told.rate = Some((Whose::Black, Rate::of_share(share)?));
        told.lead = Some((Whose::Black, Lead::of_points(points)?));
    }
    ends.then(|| (0..scan.taken(text), told))
}
