use super::game::{Sheet, decimal, rate_of, rounded, short};
use super::{Case, Evaluation};

pub fn cases() -> Vec<Case> {
    let formats = [leela_analysis, sensei, ogs, katagui];
    formats.iter().flat_map(|format| (0..20).map(format)).collect()
}

/// Writes a comment of a program. If no neighbouring node has an evaluation, the values in the comment must not be
/// trusted, but its text still counts as generated. If the program leaves space for it, a person's note is written
/// before the comment.
fn add(
    sheet: &mut Sheet,
    at: usize,
    text: &str,
    between: Option<&str>,
    evaluation: Option<Evaluation>,
) {
    if evaluation.is_none() {
        sheet.human.push((at as u32, String::new()));
        sheet.comment(at, text);
        return;
    }
    sheet.truth.extend(evaluation);
    let note = match between {
        Some(between) => sheet.note(at).map(|note| format!("{note}{between}")),
        None => {
            sheet.human.push((at as u32, String::new()));
            None
        }
    };
    sheet.comment(at, &(note.unwrap_or_default() + text));
}

/// Comments with Black's win rate after the move; in some games also the best next move, and visits.
fn leela_analysis(i: usize) -> Case {
    let mut sheet = Sheet::new("leela-analysis", i);
    let evaluated = sheet.evaluated_nodes();
    let believed = sheet.trusted_nodes(&evaluated);
    for &at in &evaluated {
        let spot = &sheet.spots[at];
        let rate = rounded(spot.rate, 100);
        let sign = if i % 5 == 1 { "%%" } else { "%" };
        let mut text = format!("Overall black win%: {}{sign}\n", decimal(rate, 2));
        let mut evaluation = Evaluation {
            black_rate: Some(rate as u16),
            ..sheet.blank(at, "leela-analysis", Some("Leela"), "comment")
        };
        let best = &spot.line()[0];
        if i % 4 == 2 {
            text += &format!("Leela's preferred next move: {best}\n");
            evaluation.line = vec![best.clone()];
        }
        if i % 4 == 3 && at % 3 == 0 {
            text += &format!("Mistake? ({best}) (delta -7.50%)\n");
        }
        if i % 8 == 6 {
            let visits = spot.visits;
            text += &format!("\nVisited {visits} nodes\n\nA -> Win%: 52.00% (300 visits)\n");
            evaluation.visits = Some(visits);
        }
        let evaluation = believed.contains(&at).then_some(evaluation);
        add(&mut sheet, at, &text, Some(""), evaluation);
    }
    sheet.case()
}

/// Comments of AI Sensei, which contain only points. The variation begins with the better move.
fn sensei(i: usize) -> Case {
    let mut sheet = Sheet::new("AI Sensei", i);
    let mut table = "Mistakes:\n\nPlayer\tMove\tLoss \tScore\n".to_string();
    for at in sheet.evaluated_nodes() {
        let spot = &sheet.spots[at];
        let Some(mover) = spot.mover else { continue };
        let lead = rounded(spot.lead, 100);
        let points = short(lead.abs(), 1);
        let (name, letter) = if lead < 0 { ("White", 'W') } else { ("Black", 'B') };
        let ahead = match lead {
            0 => "The game is even.".to_string(),
            _ => format!("{name} is ahead by {points} points."),
        };
        let first = match spot.is_main {
            true => "Mistake!\n\nThis move is 13.4 points worse than the AI move.",
            false => "I would play here.",
        };
        if spot.is_main {
            let player = if mover == 'B' { "Black" } else { "White" };
            let score = match lead {
                0 => "Even game".to_string(),
                _ => format!("{letter}+{points} points"),
            };
            table += &format!("\n{player}\t{:3}\t 13.4\t{score}", spot.number);
        }
        let evaluation = Evaluation {
            black_lead: Some(lead as i32 * 10),
            loss: spot.is_main.then_some(1340),
            ..sheet.blank(at, "AI Sensei", None, "comment")
        };
        add(&mut sheet, at, &format!("{first}\n\n{ahead}"), None, Some(evaluation));
    }
    sheet.comment(0, &table);
    sheet.human.push((0, String::new()));
    sheet.case()
}

/// Comments of OGS. They are in variations only, so each of these games has variations.
fn ogs(i: usize) -> Case {
    let mut sheet = Sheet::new("OGS", 2 * i);
    for at in sheet.evaluated_nodes() {
        let spot = &mut sheet.spots[at];
        if spot.is_main {
            continue;
        }
        // Moves in OGS branches are written as setup stones.
        if i.is_multiple_of(4) && spot.gtp != "pass" {
            spot.action.insert(0, 'A');
        }
        let owner = if i % 3 == 2 { 'W' } else { 'B' };
        let name = if owner == 'B' { "Black" } else { "White" };
        let rate = decimal(rounded(rate_of(owner, spot.rate), 1000), 1);
        let text = format!("{name}'s win rate: %{rate} visits: {}", spot.visits);
        let spot = &sheet.spots[at];
        let evaluation = Evaluation {
            black_rate: Some(rounded(spot.rate, 1000) as u16 * 10),
            visits: Some(spot.visits),
            ..sheet.blank(at, "OGS", None, "comment")
        };
        add(&mut sheet, at, &text, None, Some(evaluation));
    }
    sheet.case()
}

/// Comments of katagui: two numbers from Black's view, both zero if a position was not analysed.
fn katagui(i: usize) -> Case {
    let mut sheet = Sheet::new("katagui", i);
    let values = |sheet: &Sheet, at: usize| {
        let spot = &sheet.spots[at];
        (rounded(spot.rate, 10_000), rounded(spot.lead, 100))
    };
    let mut evaluated = sheet.evaluated_nodes();
    evaluated.retain(|&at| values(&sheet, at) != (0, 0));
    let believed = sheet.trusted_nodes(&evaluated);
    for &at in &evaluated {
        let (rate, lead) = values(&sheet, at);
        let evaluation = Evaluation {
            black_rate: Some(rate as u16 * 100),
            black_lead: Some(lead as i32 * 10),
            ..sheet.blank(at, "katagui", Some("KataGo"), "comment")
        };
        let text = format!("P:{} S:{}", decimal(rate, 2), decimal(lead, 1));
        let evaluation = believed.contains(&at).then_some(evaluation);
        add(&mut sheet, at, &text, None, evaluation);
    }
    // A comment without analysis is not written beside a node whose evaluation is alone, because it would make that
    // evaluation trusted.
    let is_lone = |at: &usize| evaluated.contains(at) && !believed.contains(at);
    for at in 0..sheet.spots.len() {
        let spot = &sheet.spots[at];
        let is_near = spot.parent.iter().chain(&spot.children).any(is_lone);
        if !evaluated.contains(&at) && !is_near {
            sheet.comment(at, "P:0.00 S:0.0");
        }
    }
    sheet.case()
}
