use super::game::{FULL_RATE, Sheet, Spot, decimal, lead_of, rate_of, rounded, stored_moves};
use super::{Case, Evaluation};

pub fn cases() -> Vec<Case> {
    let formats = [lizzie, yzy, goban, comments_alone];
    formats.iter().flat_map(|format| (0..20).map(format)).collect()
}

/// Ways in which programs abbreviate numbers of playouts.
#[derive(Clone, Copy)]
pub enum Abbreviation {
    Lizzie,
    Yzy,
    Goban,
}

/// A number of playouts as a program abbreviates it, and the value that can be read from that text.
pub fn playouts(how: Abbreviation, visits: u64) -> (String, u64) {
    let (units, digits): (&[(u64, u64, &str)], _) = match how {
        _ if visits < 1000 => return (visits.to_string(), visits),
        Abbreviation::Lizzie => (&[(1_000_000, 100_000, "m"), (10_000, 1000, "k")], ("k", 100)),
        Abbreviation::Yzy => (&[(10_000_000, 100_000, "m"), (9_950, 1000, "k")], ("k", 100)),
        Abbreviation::Goban => (
            &[(1_000_000_000, 100_000_000, "G"), (1_000_000, 100_000, "M"), (10_000, 1000, "k")],
            ("k", 100),
        ),
    };
    let least = (0, digits.1, digits.0);
    let unit = units.iter().find(|(from, ..)| visits >= *from);
    let &(_, step, letter) = unit.unwrap_or(&least);
    // LizGoban truncates abbreviated numbers of playouts; the other programs round them.
    let half = if matches!(how, Abbreviation::Goban) { 0 } else { step / 2 };
    let steps = (visits + half) / step;
    let text = if step == 1000 { steps.to_string() } else { decimal(steps as i64, 1) };
    (text + letter, steps * step)
}

/// Evaluation of a position from the view of the side to move. If it stands for a second engine, its values are varied.
struct View {
    rate: i64,
    lead: i64,
}

fn view(spot: &Spot, is_second: bool) -> View {
    let (rate, lead) = match is_second {
        false => (spot.rate, spot.lead),
        true => (FULL_RATE - spot.rate, -spot.lead),
    };
    View { rate, lead }
}

/// Candidates in a property, best first.
fn candidates(spot: &Spot, view: &View, has_lead: bool, extra: &str) -> String {
    let rate = rate_of(spot.next, view.rate) / 100;
    let lead = lead_of(spot.next, view.lead);
    let candidate = |(number, line): (usize, &Vec<String>)| {
        let lower = number as i64;
        let score = format!("scoreMean {} ", decimal(lead - lower * 10, 3));
        format!(
            "move {} visits {} winrate {} {extra}{}pv {}",
            line[0],
            900 / (number + 1),
            (rate - lower).max(0),
            if has_lead { &score } else { "" },
            line.join(" ")
        )
    };
    let all: Vec<String> = spot.lines.iter().enumerate().map(candidate).collect();
    all.join(" info ")
}

/// Win rate of the side that moved, with one decimal.
fn tenths(color: char, rate: i64) -> String {
    decimal(rounded(rate_of(color, rate), 1000), 1)
}

fn rate_in_tenths(rate: i64) -> Option<u16> {
    Some((rounded(rate, 1000) * 10) as u16)
}

fn with_comma(text: &str, has_comma: bool) -> String {
    if has_comma { text.replace('.', ",") } else { text.to_string() }
}

/// Generated files in the form of Lizzie 0.7.
fn lizzie(i: usize) -> Case {
    let mut sheet = Sheet::new("Lizzie LZ", i);
    let (has_lead, has_comma) = (i % 3 != 1, i % 6 == 4);
    sheet.write(0, "AP[Lizzie: 0.7.4]");
    for at in 1..sheet.spots.len() {
        let spot = &sheet.spots[at];
        if spot.mover.is_none() {
            continue;
        }
        if !spot.is_evaluated {
            sheet.write(at, "LZ[0.7.4 50.0 0\n]");
            continue;
        }
        let view = view(spot, false);
        let (text, visits) = playouts(Abbreviation::Lizzie, spot.visits);
        let rate = with_comma(&tenths(spot.mover(), spot.rate), has_comma);
        let body = candidates(spot, &view, has_lead, "");
        let mut evaluation = Evaluation {
            black_rate: rate_in_tenths(spot.rate),
            black_lead: has_lead.then(|| rounded(spot.lead, 10) as i32),
            visits: Some(visits),
            line: stored_moves(spot.line()),
            ..sheet.blank(at, "Lizzie", None, "LZ")
        };
        // In some games, some nodes have the comment without the property.
        let has_comment = i % 2 == 1;
        let is_lost = has_comment && at % 4 == 3;
        if is_lost {
            evaluation.source = "comment";
            evaluation.line.clear();
            evaluation.black_lead = has_lead.then(|| rounded(spot.lead, 100) as i32 * 10);
        } else {
            sheet.write(at, &format!("LZ[0.7.4 {rate} {text}\n{body} info ]"));
        }
        if has_comment {
            let comment = comment_of_0_7(&sheet.spots[at], sheet.i, has_lead, has_comma);
            add_comment(&mut sheet, at, comment, false);
        }
        sheet.truth.push(evaluation);
    }
    sheet.case()
}

/// Comment of Lizzie 0.7. The percentage in it is of the named colour, the score of the side that moved.
fn comment_of_0_7(spot: &Spot, i: usize, has_lead: bool, has_comma: bool) -> String {
    let is_always_black = i % 8 == 2 || i % 8 == 5;
    let named = if is_always_black { 'B' } else { spot.mover() };
    let name = if named == 'B' { "Black" } else { "White" };
    let (visits, _) = playouts(Abbreviation::Lizzie, spot.visits);
    let gain = if spot.number.is_multiple_of(2) { "(-1.2%)" } else { "" };
    let lead = rounded(lead_of(spot.mover(), spot.lead), 100);
    let score = format!("scoreMean: {}\n", decimal(lead, 1));
    let score = if has_lead { score.as_str() } else { "" };
    let text = format!("{name}'s winrate: {}% {gain}\n{score}", tenths(named, spot.rate));
    format!("{}(g170e / {visits} playouts)", with_comma(&text, has_comma))
}

/// Writes a generated comment. A person's note stands before it, or behind a blank line.
fn add_comment(sheet: &mut Sheet, at: usize, generated: String, is_note_first: bool) {
    let text = match sheet.note(at) {
        Some(note) if is_note_first => format!("{note}\n{generated}"),
        Some(note) => format!("{generated}\n\n{note}"),
        None => generated,
    };
    sheet.comment(at, &text);
}

const ENGINES: [&str; 4] = ["KataGo-18b", "闪电分析", "Flash_Analyze", "LeelaZero-40b"];

/// Files of LizzieYzy. Some have an evaluation of the root, a score, a second engine, or names of engines.
fn yzy(i: usize) -> Case {
    let mut sheet = Sheet::new("LizzieYzy LZ", i);
    sheet.write(0, "AP[Lizzie: 2.5.3]DZ[G]");
    for at in sheet.evaluated_nodes() {
        // Another engine name on every third node stands for a second engine.
        let turn = usize::from(i % 5 == 4 && at % 3 == 0);
        let engine = ENGINES[(i + turn) % 4];
        let property = if at == 0 { "LZOP" } else { "LZ" };
        let evaluation = add_yzy(&mut sheet, at, property, engine, false);
        if i % 3 == 2 && at % 4 != 1 {
            let property = if at == 0 { "LZOP2" } else { "LZ2" };
            let engine = ENGINES[if i.is_multiple_of(2) { i % 4 } else { (i + 1) % 4 }];
            let second = add_yzy(&mut sheet, at, property, engine, true);
            sheet.truth.push(second);
        }
        if i.is_multiple_of(2) {
            let has_lead = evaluation.black_lead.is_some();
            let comment = comment_of_yzy(&sheet.spots[at], i / 2, engine, has_lead);
            add_comment(&mut sheet, at, comment, true);
        }
        sheet.truth.push(evaluation);
    }
    sheet.case()
}

fn add_yzy(
    sheet: &mut Sheet,
    at: usize,
    property: &'static str,
    engine: &str,
    is_second: bool,
) -> Evaluation {
    let (i, spot) = (sheet.i, &sheet.spots[at]);
    let has_lead = !engine.starts_with("Leela");
    let view = view(spot, is_second);
    let (text, visits) = playouts(Abbreviation::Yzy, spot.visits);
    let has_comma = i % 6 == 4 && at.is_multiple_of(2);
    let rate = with_comma(&tenths(spot.mover(), view.rate), has_comma);
    let lead = rounded(lead_of(spot.next, view.lead), 100);
    let mut header = format!("{engine} {rate} {text}");
    if has_lead {
        let score = format!(" {} 14.9", decimal(lead, 1));
        header += &with_comma(&score, has_comma);
    }
    if has_lead && i % 7 == 5 {
        header += " 0.5";
    }
    let mut body = candidates(spot, &view, has_lead, "prior 406 ");
    if i % 4 == 1 {
        body = body.replace(" info ", " pvVisits 9 8 info ") + " pvVisits 7 6";
    }
    if i % 6 == 3 {
        body += " ownership 0.5 -0.25 1e-05";
    } else if is_second {
        body += " info ";
    }
    let evaluation = Evaluation {
        black_rate: rate_in_tenths(view.rate),
        black_lead: has_lead.then(|| lead_of(spot.next, lead) as i32 * 10),
        visits: Some(visits),
        line: stored_moves(spot.line()),
        ..sheet.blank(at, "Lizzie", Some(engine), property)
    };
    sheet.write(at, &format!("{property}[{header}\n{body}]"));
    evaluation
}

/// Comment of LizzieYzy in four languages. Win rate and lead in it are of the named colour.
fn comment_of_yzy(spot: &Spot, i: usize, engine: &str, has_lead: bool) -> String {
    let named = if i % 5 == 1 { 'B' } else { spot.mover() };
    let is_black = named == 'B';
    let color = |black: &'static str, white: &'static str| if is_black { black } else { white };
    let (who, lead, deviation, visited, komi) = match i % 4 {
        0 => (color("黑棋 胜率", "白棋 胜率"), "领先", "不确定度", "计算量", "贴目"),
        1 => (color("Black win rate", "White win rate"), "lead", "stdev", "visits", "komi"),
        2 => (color("黒 勝率", "白 勝率"), "目差", "標準偏差", "訪問数", "コミ"),
        _ => (color("흑 승률", "백 승률"), "리드", "stdev", "visits", "덤"),
    };
    let points = decimal(rounded(lead_of(named, spot.lead), 100), 1);
    let (visits, _) = playouts(Abbreviation::Yzy, spot.visits);
    let lead = match has_lead {
        true => format!("{lead}: {points} (+0.1) {deviation}: 14.8\n"),
        false => String::new(),
    };
    let rate = tenths(named, spot.rate);
    format!("{who}: {rate}% (-0.1%)\n{lead}({engine} / {visits} {visited})\n{komi}: 6.5")
}

/// Files of LizGoban: evaluations of the main line only, and none of the root.
fn goban(i: usize) -> Case {
    let mut sheet = Sheet::new("LizGoban LZ", i);
    for at in sheet.evaluated_nodes() {
        let spot = &sheet.spots[at];
        if !spot.is_main || at == 0 {
            continue;
        }
        let has_lead = i % 3 != 1;
        let (text, visits) =
            playouts(Abbreviation::Goban, spot.visits * if at % 9 == 4 { 900 } else { 1 });
        let rate = tenths(spot.mover(), spot.rate);
        let mut body = candidates(spot, &view(spot, false), has_lead, "");
        if i % 4 == 1 {
            body += " ownership 0.1 -0.2 0.33";
        }
        let evaluation = Evaluation {
            black_rate: rate_in_tenths(spot.rate),
            black_lead: has_lead.then(|| rounded(spot.lead, 10) as i32),
            visits: Some(visits),
            line: stored_moves(spot.line()),
            ..sheet.blank(at, "Lizzie", None, "LZ")
        };
        sheet.write(at, &format!("LZ[0.7.2 {rate} {text}\n{body} info ]"));
        if i % 4 == 2 {
            sheet.write(at, "LG[{\"note\":\"60% sure\"}]");
        }
        sheet.truth.push(evaluation);
    }
    sheet.case()
}

/// Comments without properties. They must count only if a neighbouring node has one, too.
fn comments_alone(i: usize) -> Case {
    let mut sheet = Sheet::new("Lizzie comments", i);
    let mut evaluated = sheet.evaluated_nodes();
    let is_yzy = i % 4 == 3;
    evaluated.retain(|&at| sheet.spots[at].mover.is_some() || (is_yzy && at == 0));
    let believed = sheet.trusted_nodes(&evaluated);
    for &at in &evaluated {
        let spot = &sheet.spots[at];
        let has_lead = !i.is_multiple_of(4) && i % 5 != 1;
        let how = if is_yzy { Abbreviation::Yzy } else { Abbreviation::Lizzie };
        let (text, visits) = playouts(how, spot.visits);
        let comment = match i % 4 {
            0 => {
                let rate = with_comma(&tenths(spot.mover(), spot.rate), i % 8 == 4);
                let number = spot.number;
                format!("Move {number}\n{rate}% (-1.2%)\n(0e3ea880 / {text} playouts)")
            }
            3 => comment_of_yzy(spot, i / 4, "KataGo-18b", has_lead),
            _ => comment_of_0_7(spot, i, has_lead, i % 8 == 5),
        };
        if believed.contains(&at) {
            sheet.truth.push(Evaluation {
                black_rate: rate_in_tenths(spot.rate),
                black_lead: has_lead.then(|| rounded(spot.lead, 100) as i32 * 10),
                visits: Some(visits),
                ..sheet.blank(at, "Lizzie", None, "comment")
            });
            add_comment(&mut sheet, at, comment, is_yzy);
        } else {
            sheet.comment(at, &comment);
            sheet.human.push((at as u32, String::new()));
        }
    }
    sheet.case()
}

/// Writes a property as LizzieYzy does into the file of another program.
pub fn beside(sheet: &mut Sheet, at: usize) {
    let evaluation = add_yzy(sheet, at, "LZ", ENGINES[0], false);
    sheet.truth.push(evaluation);
}
