use super::game::{FULL_RATE, Sheet, decimal, lead_of, rate_of, rounded, short};
use super::{Case, Evaluation};

pub fn cases() -> Vec<Case> {
    let formats = [sabaki, ogatak, analyze_sgf];
    formats.iter().flat_map(|format| (0..20).map(format)).collect()
}

fn add_note(sheet: &mut Sheet, at: usize) {
    if let Some(note) = sheet.note(at) {
        sheet.comment(at, note);
    }
}

/// Games of Sabaki: percentage and points have at most two decimals, and either may be missing.
fn sabaki(i: usize) -> Case {
    let mut sheet = Sheet::new("Sabaki SBKV", i);
    for at in sheet.evaluated_nodes() {
        let spot = &sheet.spots[at];
        let is_first_of_side = !spot.is_main && spot.parent.is_some_and(|p| sheet.spots[p].is_main);
        let has_rate = i % 4 != 1 || at % 5 != 0;
        let has_lead = !i.is_multiple_of(4);
        let mut text = String::new();
        let mut evaluation =
            sheet.blank(at, "Sabaki", None, if has_rate { "SBKV" } else { "SBKS" });
        if has_rate {
            let rate = rounded(spot.rate, 100);
            evaluation.black_rate = Some(rate as u16);
            // The first versions of Sabaki wrote numbers with all decimals, without rounding.
            text += &match i % 8 {
                4 => format!("SBKV[{}000000000001]", decimal(rate, 2)),
                _ => format!("SBKV[{}]", short(rate, 2)),
            };
        }
        if has_lead {
            let lead = rounded(spot.lead, 10);
            evaluation.black_lead = Some(lead as i32);
            text += &format!("SBKS[{}]", short(lead, 2));
        }
        if is_first_of_side {
            let (property, value) = [("BM", "1"), ("DO", ""), ("IT", ""), ("TE", "1")][at % 4];
            text += &format!("{property}[{value}]");
            sheet.annotations.push((at as u32, property, 1));
        }
        sheet.write(at, &text);
        sheet.truth.push(evaluation);
        add_note(&mut sheet, at);
    }
    sheet.case()
}

/// Games of Ogatak: numbers always have one decimal. If the engine gives no scores, the files cannot be told from
/// Sabaki's.
fn ogatak(i: usize) -> Case {
    let mut sheet = Sheet::new("Ogatak OGSC", i);
    sheet.write(0, ["AP[Sabaki:0.52.2]", "AP[Ogatak]"][i % 2]);
    let has_lead = i % 5 != 4;
    let writer = if has_lead { "Ogatak" } else { "Sabaki" };
    for at in sheet.evaluated_nodes() {
        let spot = &sheet.spots[at];
        let (rate, lead) = (rounded(spot.rate, 1000), rounded(spot.lead, 100));
        let mut text = format!("SBKV[{}]", decimal(rate, 1));
        if has_lead {
            text += &format!("OGSC[{}]", decimal(lead, 1));
        }
        sheet.truth.push(Evaluation {
            black_rate: Some(rate as u16 * 10),
            black_lead: has_lead.then_some(lead as i32 * 10),
            ..sheet.blank(at, writer, None, "SBKV")
        });
        sheet.write(at, &text);
        add_note(&mut sheet, at);
    }
    sheet.case()
}

/// Games of analyze-sgf: the percentage is in the property, score and visits are in the comment. In some games a node
/// lacks the property.
fn analyze_sgf(i: usize) -> Case {
    let mut sheet = Sheet::new("analyze-sgf", i);
    let report = "Report\n\nBlack (Anna)\n* Good moves (57.14%, 4/7)\n* Bad moves (14.29%, 1/7)";
    let title = if i.is_multiple_of(2) { "# Analyze-SGF" } else { "# KagaGo" };
    sheet.comment(0, &format!("{title} {report}"));
    for at in sheet.evaluated_nodes() {
        let spot = &sheet.spots[at];
        if spot.mover.is_none() {
            continue;
        }
        let rate = rounded(spot.rate, 100);
        let has_property = i % 4 != 1 || at % 3 != 0;
        let text = if i % 5 == 3 { old_list(&sheet, at) } else { new_list(&sheet, at) };
        sheet.truth.push(Evaluation {
            black_rate: Some(rate as u16),
            black_lead: Some(rounded(spot.lead, 10) as i32),
            visits: Some(spot.visits),
            ..sheet.blank(at, "analyze-sgf", None, if has_property { "SBKV" } else { "comment" })
        });
        sheet.comment(at, &text);
        sheet.human.push((at as u32, String::new()));
        let marks: [&[&str]; 4] = [&["TE"], &[], &["BM"], &["BM", "HO"]];
        for mark in marks[at % 4] {
            sheet.write(at, &format!("{mark}[1]"));
            sheet.annotations.push((at as u32, mark, 1));
        }
        if has_property {
            sheet.write(at, &format!("SBKV[{}]", decimal(rate, 2)));
        }
    }
    sheet.case()
}

/// Comment of newer versions, which names the side that leads.
fn new_list(sheet: &Sheet, at: usize) -> String {
    let spot = &sheet.spots[at];
    let title = if spot.is_main { "Move" } else { "A variation of move" };
    let ahead = if spot.rate > FULL_RATE / 2 { 'B' } else { 'W' };
    let rate = decimal(rounded(rate_of(ahead, spot.rate), 100), 2);
    let leader = if spot.lead > 0 { 'B' } else { 'W' };
    let lead = decimal(rounded(spot.lead.abs(), 10), 2);
    let mover = spot.mover();
    format!(
        "{title} {}\n\n* Win rate: {ahead} {rate}%\n* Score lead: {leader} {lead}\n\
         * Win rate drop: {mover} ⇣-0.22%\n* Score drop: {mover} ⇣-0.03\n* Visits: {}",
        spot.number, spot.visits
    )
}

/// Comment of older versions, with the values of the side that moved.
fn old_list(sheet: &Sheet, at: usize) -> String {
    let spot = &sheet.spots[at];
    let mover = spot.mover();
    let name = if mover == 'B' { "Black" } else { "White" };
    format!(
        "As {name}:\n* Win rate: {}%\n* Win rate loss: 0.08%\n* Score lead: {}\n\
         * Score loss: 0.55\n* Visits: {}",
        decimal(rounded(rate_of(mover, spot.rate), 100), 2),
        decimal(rounded(lead_of(mover, spot.lead), 10), 2),
        spot.visits
    )
}
