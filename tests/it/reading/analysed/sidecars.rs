use super::game::{Sheet, decimal, lead_of, rate_of, rounded, stored_moves};
use super::{Case, Evaluation};
use kifu_index::formats::sidecar::Source;

/// A game, and the lines of an analysis file beside it.
pub struct BesideCase {
    pub case: Case,
    pub lines: String,
    pub source: Source,
}

pub fn cases() -> Vec<BesideCase> {
    let formats = [katago, katawrap, table];
    formats.iter().flat_map(|format| (0..20).map(format)).collect()
}

/// Game whose lead changes little from move to move, as in real games. The positions of its main line are returned,
/// too: the number of moves before each, its node, and whether a line of the analysis evaluates it.
fn steady(name: &'static str, i: usize) -> (Sheet, Vec<(usize, usize, bool)>) {
    let mut sheet = Sheet::new(name, i);
    let mut lead = 5_003 + 10 * sheet.random.below(900) as i64;
    if i % 2 == 1 {
        lead = -lead;
    }
    let mut positions: Vec<(usize, usize, bool)> = Vec::new();
    for at in 0..sheet.spots.len() {
        let step = 10 * (sheet.random.below(60) as i64 - 30);
        let spot = &mut sheet.spots[at];
        if !spot.is_main {
            continue;
        }
        lead += step;
        spot.lead = lead;
        let position = (spot.number, at, spot.is_evaluated);
        // Setup between two moves belongs to the position before the second move.
        match positions.last_mut() {
            Some(last) if last.0 == position.0 => *last = position,
            _ => positions.push(position),
        }
    }
    (sheet, positions)
}

/// A line of KataGo's analysis, with values from the view of Black or of the side to move.
fn answer(sheet: &mut Sheet, (ply, at): (usize, usize), is_of_mover: bool) -> String {
    let spot = &sheet.spots[at];
    let view = if is_of_mover { spot.next } else { 'B' };
    let rate = decimal(rate_of(view, spot.rate), 6);
    let lead = decimal(lead_of(view, spot.lead), 3);
    let mut infos: Vec<String> = (spot.lines.iter().enumerate())
        .map(|(order, line)| {
            format!(
                "{{\"lcb\":0.4,\"move\":\"{}\",\"order\":{order},\"pv\":{line:?},\"scoreLead\":{lead},\
                 \"visits\":{},\"winrate\":{rate}}}",
                line[0],
                order + 1
            )
        })
        .collect();
    // The candidates may come in any order, because only their key `order` tells which one is the best.
    if sheet.random.one_in(2) {
        infos.reverse();
    }
    let player = match sheet.i % 4 {
        3 => String::new(),
        _ => format!("\"currentPlayer\":\"{}\",", spot.next),
    };
    format!(
        "{{\"isDuringSearch\":false,\"moveInfos\":[{}],\"rootInfo\":{{{player}\"scoreLead\":{lead},\"visits\":{},\
         \"winrate\":{rate}}},\"turnNumber\":{ply}}}",
        infos.join(","),
        spot.visits
    )
}

/// Evaluation that a line contains.
fn evaluation_of(sheet: &Sheet, at: usize, source: &'static str) -> Evaluation {
    let spot = &sheet.spots[at];
    Evaluation {
        black_rate: Some(rounded(spot.rate, 100) as u16),
        black_lead: Some(rounded(spot.lead, 10) as i32),
        visits: Some(spot.visits),
        line: stored_moves(spot.line()),
        ..sheet.blank(at, "KataGo", Some("KataGo"), source)
    }
}

/// Lines of the analysis in the order of their positions or in reverse, because KataGo with several threads answers in
/// any order.
fn answers(name: &'static str, i: usize, ahead: usize) -> (Sheet, Vec<String>, bool) {
    let (mut sheet, positions) = steady(name, i);
    let positions: Vec<_> = positions.into_iter().filter(|of| of.2).collect();
    let is_clear = positions.iter().any(|&(_, at, _)| sheet.spots[at].next == 'B');
    let mut lines = Vec::new();
    for &(ply, at, _) in &positions {
        lines.push(answer(&mut sheet, (ply + ahead, at), i % 3 == 1));
        if is_clear {
            let evaluation = evaluation_of(&sheet, at, "sidecar");
            sheet.truth.push(evaluation);
        }
    }
    if i % 3 == 2 {
        lines.reverse();
    }
    let is_bad = !positions.is_empty() && !is_clear;
    (sheet, lines, is_bad)
}

fn beside_case(sheet: Sheet, lines: String, bad: bool) -> BesideCase {
    BesideCase { case: Case { bad, ..sheet.case() }, lines, source: Source::Sidecar }
}

/// KataGo's output with a line for each position.
fn katago(i: usize) -> BesideCase {
    let (sheet, lines, bad) = answers("KataGo beside", i, 0);
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    beside_case(sheet, lines, bad)
}

/// katawrap's output: all answers in one object, with the moves of the query. It counts handicap stones as moves.
fn katawrap(i: usize) -> BesideCase {
    let name = "katawrap beside";
    let game = steady(name, i).0;
    // White stones in the setup, and setup during the game, must not be counted as handicap.
    let root = &game.spots[0].action;
    let stones = match root.split_once("AB") {
        Some((_, stones)) if !stones.contains("AW") => stones,
        _ => "",
    };
    let stones: Vec<String> = (stones.split(['[', ']']).filter(|text| text.len() == 2))
        .map(|text| {
            let &[x, y] = text.as_bytes() else { unreachable!("two letters") };
            let column = char::from(b'A' + (x - b'a') + u8::from(x >= b'i'));
            format!("[\"B\",\"{column}{}\"]", game.size - usize::from(y - b'a'))
        })
        .collect();
    let moves = game.spots.iter().filter(|spot| spot.is_main);
    let moves = moves.filter_map(|spot| Some(format!("[\"{}\",\"{}\"]", spot.mover?, spot.gtp)));
    let moves: Vec<String> = stones.iter().cloned().chain(moves).collect();
    let (sheet, lines, bad) = answers(name, i, stones.len());
    let lines = format!(
        "{{\"id\":\"q{i}\",\"query\":{{\"komi\":6.5,\"moves\":[{}]}},\"responses\":[{}]}}",
        moves.join(","),
        lines.join(",")
    );
    beside_case(sheet, lines, bad)
}

/// A plain table from Black's view, with the engine's name if it is known.
fn table(i: usize) -> BesideCase {
    let (mut sheet, positions) = steady("Table", i);
    let (source, by) = match i % 2 {
        0 => (Source::Table, "table"),
        _ => (Source::Sidecar, "sidecar"),
    };
    let engine = [None, Some("Leela Zero"), Some("GNU Go 3.8")][i % 3];
    let mut lines = String::new();
    for (ply, at, is_told) in positions {
        if !is_told {
            continue;
        }
        let spot = &sheet.spots[at];
        let (has_rate, has_lead) = (i % 4 != 1, i % 4 != 2);
        let line = match i % 5 {
            0 => Vec::new(),
            1 => spot.line()[..1].to_vec(),
            _ => spot.line().to_vec(),
        };
        let key = if i % 4 == 3 { "move" } else { "ply" };
        lines += &format!("{{\"{key}\":{ply},\"visits\":{}", spot.visits);
        if has_rate {
            lines += &format!(",\"black_winrate\":{}", decimal(spot.rate, 6));
        }
        if has_lead {
            lines += &format!(",\"black_lead\":{}", decimal(spot.lead, 3));
        }
        if let Some(engine) = engine {
            lines += &format!(",\"engine\":\"{engine}\"");
        }
        lines += &match &line[..] {
            [] => String::new(),
            [best] => format!(",\"best\":\"{best}\""),
            _ => format!(",\"best\":\"{}\",\"pv\":{line:?}", line[0]),
        };
        lines += "}\n";
        sheet.truth.push(Evaluation {
            black_rate: has_rate.then_some(rounded(spot.rate, 100) as u16),
            black_lead: has_lead.then_some(rounded(spot.lead, 10) as i32),
            visits: Some(spot.visits),
            line: stored_moves(&line),
            ..sheet.blank(at, by, engine, by)
        });
    }
    BesideCase { case: sheet.case(), lines, source }
}
