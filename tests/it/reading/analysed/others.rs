use super::game::{FULL_RATE, Sheet, decimal, rounded, short};
use super::{Case, Evaluation, lizzie};

pub fn cases() -> Vec<Case> {
    let formats = [q5go, white_share, annotations];
    formats.iter().flat_map(|format| (0..20).map(format)).collect()
}

/// Engines in a file of q5Go: the text that gives the engine's komi and name, and the name of the engine that must be
/// read from it (`None` without a text).
#[rustfmt::skip]
const ENGINES: [(&str, Option<&str>); 6] = [
    ("", None),
    ("::KataGo 1.9 s1056", Some("KataGo 1.9 s1056")),
    (":6.5:KataGo 1.9 s1056", Some("KataGo 1.9 s1056, komi 6.5")),
    (":7.5", Some("komi 7.5")),
    (":-0.5:Leela: the second", Some("Leela: the second, komi -0.5")),
    ("::Leela Zero 0.17", Some("Leela Zero 0.17")),
];

/// q5Go files: each node has a list of one to three engines.
fn q5go(i: usize) -> Case {
    let mut sheet = Sheet::new("q5Go", i);
    sheet.write(0, "AP[q5go:2.1.3]");
    for at in sheet.evaluated_nodes() {
        // If no engine has a score, the shorter property without scores is written.
        let has_score = i % 3 != 1 || at % 2 == 0;
        let property = if has_score { "QKGV" } else { "QLZV" };
        let mut text = property.to_string();
        for turn in 0..1 + (at * 7 + i) % 3 {
            let (written, name) = ENGINES[(i + turn) % ENGINES.len()];
            let spot = &sheet.spots[at];
            let rate = if turn % 2 == 0 { spot.rate } else { FULL_RATE - spot.rate };
            let lead = spot.lead + turn as i64 * 1000;
            let visits = spot.visits + turn as u64;
            let share = decimal(rate, 6);
            let share = if i % 5 == 4 { share.replace('.', ",") } else { share };
            // In q5Go's list, a standard deviation of 0 means that the engine gives no score.
            let is_scored = has_score && (turn != 1 || i.is_multiple_of(2));
            let score = match (has_score, is_scored) {
                (false, _) => String::new(),
                (true, false) => ":0:0".to_string(),
                (true, true) if lead == 0 => ":1e-05:1.0295".to_string(),
                (true, true) => format!(":{}:1.0295", short(lead, 3)),
            };
            text += &format!("[{visits}:{share}{score}{written}]");
            sheet.truth.push(Evaluation {
                black_rate: Some(rounded(rate, 100) as u16),
                black_lead: is_scored.then(|| rounded(lead, 10) as i32),
                visits: Some(visits),
                ..sheet.blank(at, "q5Go", name, property)
            });
        }
        sheet.write(at, &text);
        if let Some(note) = sheet.note(at) {
            sheet.comment(at, note);
        }
    }
    sheet.case()
}

/// Games with White's win rate (`WV`) and Black's lead (`DM`); in some of them beside Lizzie's property.
fn white_share(i: usize) -> Case {
    let mut sheet = Sheet::new("WV and DM", i);
    for at in sheet.evaluated_nodes() {
        let spot = &sheet.spots[at];
        let (rate, lead) = (rounded(spot.rate, 10_000), rounded(spot.lead, 100));
        // The game never gets `DM[1]` or `DM[2]`, because the reader takes these values for annotations.
        let has_lead = i % 4 != 1 && ![10, 20].contains(&lead);
        let mut text = format!("WV[{}]", decimal(100 - rate, 2));
        if has_lead {
            text += &format!("DM[{}]", decimal(lead, 1));
        }
        sheet.truth.push(Evaluation {
            black_rate: Some(rate as u16 * 100),
            black_lead: has_lead.then_some(lead as i32 * 10),
            ..sheet.blank(at, "unknown", None, "WV")
        });
        sheet.write(at, &text);
        if i.is_multiple_of(3) && at > 0 {
            lizzie::beside(&mut sheet, at);
        }
    }
    sheet.case()
}

/// Games with the properties by which people annotate moves and positions (such as `BM` for a bad move), and without
/// values of an engine.
fn annotations(i: usize) -> Case {
    const DOUBLE: [&str; 7] = ["BM", "TE", "GB", "GW", "DM", "UC", "HO"];
    let mut sheet = Sheet::new("annotations", i);
    for at in sheet.evaluated_nodes() {
        let node = at as u32;
        let property = DOUBLE[(i + at) % DOUBLE.len()];
        let (value, strength) = [("1", 1), ("2", 2), ("", 1)][at % 3];
        let mut text = format!("{property}[{value}]");
        sheet.annotations.push((node, property, strength));
        if at % 4 == 1 {
            let property = ["DO", "IT"][i % 2];
            text += &format!("{property}[{}]", ["", "yes"][at / 4 % 2]);
            sheet.annotations.push((node, property, 1));
        }
        if at % 3 == 1 {
            let lead = rounded(sheet.spots[at].lead, 10);
            text += &format!("V[{}]", short(lead, 2));
            sheet.annotations.push((node, "V", lead as i32));
        }
        // A text in the place of a number must be ignored.
        if at % 5 == 2 && property != "TE" && property != "DM" {
            text += ["TE[cup]", "DM[3.2]", "N[Win rate]"][i % 3];
        }
        sheet.write(at, &text);
        if let Some(note) = sheet.note(at) {
            sheet.comment(at, note);
        }
    }
    sheet.case()
}
