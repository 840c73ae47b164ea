use super::game::{Sheet, decimal, rounded};
use super::{Case, Evaluation};

pub fn cases() -> Vec<Case> {
    let formats = [review_partner, match_comments];
    formats.iter().flat_map(|format| (0..20).map(format)).collect()
}

/// Games of GoReviewPartner. On the main line, the values of a node are about its parent; the values of the first node
/// of a variation are about the node itself.
fn review_partner(i: usize) -> Case {
    let mut sheet = Sheet::new("GoReviewPartner", i);
    let (root, engine) = [
        (
            "RSGF[Analysis by GoReviewPartner\nBot: Leela/0.11.0\nKomi: 6.5]BOT[Leela]",
            Some("Leela/0.11.0"),
        ),
        ("BOT[Leela Zero]BOTV[0.17]", Some("Leela Zero")),
        ("RSGF[Analysis by GoReviewPartner]", None),
    ][i % 3];
    sheet.write(0, root);
    for at in 1..sheet.spots.len() {
        let parent = sheet.spots[at].parent.unwrap();
        match (sheet.spots[at].is_main, sheet.spots[parent].is_main) {
            (true, _) if sheet.spots[parent].is_evaluated => {
                before_move(&mut sheet, at, parent, engine)
            }
            (false, true) if sheet.spots[at].is_evaluated => after_move(&mut sheet, at, engine),
            _ => {}
        }
    }
    sheet.case()
}

/// Win rates of Black and White as texts, with varying numbers of decimals.
fn both_rates(rate: i64, digits: usize) -> (String, Option<u16>) {
    let unit = 10_i64.pow(4 - digits as u32);
    let (black, whole) = (rounded(rate, unit), 10_i64.pow(2 + digits as u32));
    let text = format!("{}%/{}%", decimal(black, digits), decimal(whole - black, digits));
    (text, Some((black * unit / 100) as u16))
}

fn before_move(sheet: &mut Sheet, at: usize, parent: usize, engine: Option<&str>) {
    let (i, spot) = (sheet.i, &sheet.spots[parent]);
    let kind = (i + at) % 6;
    let (rates, rate) = both_rates(spot.rate, i % 3);
    let other = "1.5%/98.5%";
    let (mut text, source) = match kind {
        0 => (format!("VNWR[{other}]BWWR[{rates}]MCWR[{other}]"), "BWWR"),
        1 => (format!("MCWR[{other}]VNWR[{rates}]"), "VNWR"),
        2 => (format!("MCWR[{rates}]"), "MCWR"),
        3 => (format!("BWWR[{rates}]"), "BWWR"),
        4 => (String::new(), "ES"),
        _ => (String::new(), "CBM"),
    };
    let mut evaluation = Evaluation {
        black_rate: rate.filter(|_| kind < 4),
        ..sheet.blank(parent, "GoReviewPartner", engine, source)
    };
    if kind == 4 || kind == 3 {
        let lead = rounded(spot.lead, 100);
        let leader = if lead < 0 { 'W' } else { 'B' };
        text += &format!("ES[{leader}+{}]", decimal(lead.abs(), 1));
        evaluation.black_lead = Some(lead as i32 * 10);
    }
    if kind == 5 || kind.is_multiple_of(2) {
        let vertex = spot.line()[0].clone();
        let written = if vertex == "pass" { "PASS" } else { &vertex };
        text += &format!("CBM[{written}]");
        evaluation.line = vec![vertex];
    } else if kind == 1 && at.is_multiple_of(3) {
        // If the best move is RESIGN, there is no best move to read.
        text += "CBM[RESIGN]";
    }
    sheet.write(at, &text);
    sheet.truth.push(evaluation);
}

fn after_move(sheet: &mut Sheet, at: usize, engine: Option<&str>) {
    let spot = &sheet.spots[at];
    let (rates, black_rate) = both_rates(spot.rate, 2);
    let has_visits = at.is_multiple_of(2);
    let source = ["BWWR", "VNWR", "MCWR"][at % 3];
    let mut text = format!("{source}[{rates}]PNV[12.5%]");
    if has_visits {
        text += &format!("PLYO[{}]", spot.visits);
    }
    sheet.truth.push(Evaluation {
        black_rate,
        visits: has_visits.then_some(spot.visits),
        ..sheet.blank(at, "GoReviewPartner", engine, source)
    });
    sheet.write(at, &text);
}

/// Games with the comments of KataGo's matches: four numbers from White's view (wins, losses, no result, score). They
/// have no variations, and need at least three nodes to be recognised.
fn match_comments(i: usize) -> Case {
    let mut sheet = Sheet::new("KataGo match", i);
    sheet.comment(0, "startTurnIdx=2,initTurnNum=0,gameHash=0A1B,gtype=normal");
    let has_evaluation = |at: &usize| {
        let spot = &sheet.spots[*at];
        spot.is_main && spot.mover.is_some() && spot.is_evaluated && *at > 2
    };
    let evaluated: Vec<usize> = (1..sheet.spots.len()).filter(has_evaluation).collect();
    for &at in &evaluated {
        let (mut text, verdict) = four_numbers(&sheet, at);
        if Some(&at) == evaluated.last() {
            text += " result=B+3.5";
        }
        let is_believed = evaluated.len() >= 3;
        sheet.truth.extend(is_believed.then_some(verdict));
        sheet.human.push((at as u32, String::new()));
        sheet.comment(at, &text);
    }
    sheet.case()
}

/// Result of the engine's search before the move of a node.
fn four_numbers(sheet: &Sheet, at: usize) -> (String, Evaluation) {
    let (i, parent) = (sheet.i, sheet.spots[at].parent.unwrap());
    let before = &sheet.spots[parent];
    let nothing = if at % 7 == 3 && i % 2 == 1 { 3 } else { 0 };
    let loss = rounded(before.rate, 10_000).min(100 - nothing);
    let win = 100 - nothing - loss;
    // KataGo prints one decimal of the score; its forks print two.
    let digits = if i % 4 == 3 { 2 } else { 1 };
    let unit = 10_i64.pow(3 - digits as u32);
    let score = rounded(before.lead, unit);
    let white = match score {
        0 => "-0.0".to_string(),
        _ => decimal(-score, digits),
    };
    let shares = [win, loss, nothing].map(|share| decimal(share, 2));
    let start = if at % 9 == 4 { "Pass for ko " } else { "" };
    // The values may come from a later search; then the comment contains the visits of that search.
    let (more, visits) = match (i % 5, before.visits) {
        (0, _) => (String::new(), None),
        (1, _) => (" weight=0.50".to_string(), None),
        (2, visits) => (format!(" v=9 rv={visits} weight=1.00"), Some(visits)),
        (_, visits) => (format!(" v={visits} weight=0.50"), Some(visits)),
    };
    let evaluation = Evaluation {
        black_rate: Some((loss * 100 + nothing * 50) as u16),
        black_lead: Some((score * unit / 10) as i32),
        visits,
        ..sheet.blank(parent, "KataGo", Some("KataGo"), "comment")
    };
    (format!("{start}{} {white}{more}", shares.join(" ")), evaluation)
}
