use super::bytes::packed;
use super::game::{FULL_RATE, Sheet, Spot, decimal, escaped, rate_of, rounded, stored_moves};
use super::{Case, Evaluation};
use std::collections::BTreeMap;

const GENERATED_MARK: &str = "\u{3164}\u{200b}";
const SEPARATOR: &str = "\u{3164}\u{3164}";

/// Words that KaTrain writes into comments in one language, and its letters for Black and White since version 1.16.
struct Wording {
    name: &'static str,
    /// Texts that come before and after the number of the move in a comment.
    moved: (&'static str, &'static str),
    score: &'static str,
    rate: &'static str,
    loss: &'static str,
    letters: [&'static str; 2],
}

const fn wording(
    name: &'static str,
    moved: (&'static str, &'static str),
    [score, rate, loss]: [&'static str; 3],
    letters: [&'static str; 2],
) -> Wording {
    Wording { name, moved, score, rate, loss, letters }
}

const ENGLISH: Wording =
    wording("en", ("Move ", ""), ["Score: ", "Win rate: ", "Estimated point loss: "], ["B", "W"]);

#[rustfmt::skip]
const WORDINGS: [Wording; 11] = [
    ENGLISH,
    wording("cn", ("手数 ", ""), ["分数: ", "胜率: ", "目数损失: "], ["黑", "白"]),
    wording("tw", ("手數 ", ""), ["分數: ", "勝率: ", "目數損失: "], ["黑", "白"]),
    wording("jp", ("手数 ", ""), ["目差：", "勝率：", "推定損失目数："], ["黒", "白"]),
    wording("ko", ("", "수"), ["예상 집 차이: ", "승리 확률: ", "집 손해: "], ["흑", "백"]),
    wording("fr", ("Coup ", ""), ["Score : ", "Pronostic : ", "Points perdus : "], ["N", "B"]),
    wording("de", ("Zug ", ""), ["Ergebnis: ", "Gewinnrate: ", "Geschätzter Punktverlust: "], ["S", "W"]),
    wording("tr", ("Hamle ", ""), ["Skor: ", "Kazanma oranı: ", "Tahmini puan kaybı: "], ["S", "B"]),
    wording("es", ("Jugada ", ""), ["Puntaje: ", "Pronóstico: ", "Pérdida esperada de puntos: "], ["B", "W"]),
    wording("ru", ("Ход ", ""), ["Очки: ", "Доля побед: ", "Ожидаемая потеря очков: "], ["Ч", "Б"]),
    wording("ua", ("Хід ", ""), ["Рахунок: ", "Шанс на перемогу: ", ""], ["Ч", "Б"]),
];

pub fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = (0..20).map(with_kt).collect();
    cases.extend((0..2 * WORDINGS.len()).map(with_comments));
    cases.extend((0..20).map(reviewed));
    cases.extend((0..20).map(kaya));
    cases
}

/// Best lines of moves that a comment gives for the position before its node, by the node of that position.
type Expected = BTreeMap<usize, Vec<String>>;

/// Adds the best line from a comment to a position that has no candidates of its own.
fn fill(sheet: &mut Sheet, expected: &Expected) {
    for evaluation in sheet.truth.iter_mut().filter(|told| told.line.is_empty()) {
        if let Some(line) = expected.get(&(evaluation.node as usize)) {
            evaluation.line.clone_from(line);
        }
    }
}

/// Evaluation of a position as KaTrain's sentences give it.
fn comment_evaluation(sheet: &Sheet, at: usize, words: &Wording) -> Evaluation {
    let spot = &sheet.spots[at];
    Evaluation {
        loss: loss(sheet, at, words).map(|loss| loss as i32 * 10),
        black_rate: Some((rounded(spot.rate, 1000) * 10) as u16),
        black_lead: Some(rounded(spot.lead, 100) as i32 * 10),
        ..sheet.blank(at, "KaTrain", Some("KataGo"), "comment")
    }
}

fn with_letter(letters: [&str; 2], is_black: bool) -> &str {
    letters[usize::from(!is_black)]
}

fn score(letters: [&str; 2], lead: i64) -> String {
    let letter = with_letter(letters, lead >= 0);
    format!("{letter}+{}", decimal(rounded(lead.abs(), 100), 1))
}

/// Sentences about the move of a node. Only English sentences name the best move at the parent.
fn sentences(
    sheet: &Sheet,
    at: usize,
    words: &Wording,
    letters: [&str; 2],
    best: &mut Expected,
) -> String {
    let spot = &sheet.spots[at];
    let mover = spot.mover();
    let (open, close) = words.moved;
    let is_black = spot.rate > FULL_RATE / 2;
    let leader = if is_black { 'B' } else { 'W' };
    let mut text = format!(
        "{open}{}{close}: {mover} {}\n{}{}\n{}{} {}%\n",
        spot.number,
        spot.gtp,
        words.score,
        score(letters, spot.lead),
        words.rate,
        with_letter(letters, is_black),
        decimal(rounded(rate_of(leader, spot.rate), 1000), 1),
    );
    let parent = spot.parent.unwrap();
    if let Some(loss) = loss(sheet, at, words) {
        text += &format!("{}{}\n", words.loss, decimal(loss, 1));
    }
    if words.name == "en" && sheet.spots[parent].is_evaluated {
        text += &about_parent(sheet, at, parent, best);
    }
    text
}

/// Loss of a move in tenths of a point, if the sentences give it.
fn loss(sheet: &Sheet, at: usize, words: &Wording) -> Option<i64> {
    let (spot, before) = (&sheet.spots[at], &sheet.spots[sheet.spots[at].parent?]);
    let sign = if spot.mover() == 'B' { 1 } else { -1 };
    let loss = sign * (before.lead - spot.lead);
    let is_told = before.is_evaluated && loss > 500 && !words.loss.is_empty();
    is_told.then(|| rounded(loss, 100))
}

fn about_parent(sheet: &Sheet, at: usize, parent: usize, best: &mut Expected) -> String {
    let spot = &sheet.spots[at];
    let before = &sheet.spots[parent];
    let line = before.line();
    let is_best = |child: &usize| sheet.spots[*child].gtp == line[0];
    let has_pv = !parent.is_multiple_of(3) || before.children.iter().any(is_best);
    let mut text = match is_best(&at) {
        true => "Move was predicted best move\n".to_string(),
        false => {
            let score = score(["B", "W"], before.lead);
            format!("Predicted top move was {} ({score}).\n", line[0])
        }
    };
    let mut seen = vec![line[0].clone()];
    if has_pv {
        text += &format!("PV: {}{}\n", spot.mover(), line.join(" "));
        seen = stored_moves(line);
    }
    best.insert(parent, seen);
    text + "Move was #96 according to policy  (0.00%).\nTop policy move was K4 (40.0%).\n"
}

/// Joins generated text with a person's note.
fn joined(sheet: &mut Sheet, at: usize, text: &str) -> String {
    let has_lost_ends = sheet.i % 6 == 4;
    let mark = if has_lost_ends { "\u{3164}" } else { GENERATED_MARK };
    let is_one_line = sheet.i % 9 == 7;
    let text = if is_one_line { text.replace('\n', " ") } else { text.to_string() };
    match sheet.note(at) {
        Some(note) if sheet.i % 7 == 6 && !has_lost_ends => {
            format!("{text}{mark}{SEPARATOR}{note}")
        }
        Some(note) => format!("{note}{SEPARATOR}{text}{mark}"),
        None => format!("{text}{mark}"),
    }
}

/// Games with comments in all languages, with the letters B and W for the colours or with those of the language.
fn with_comments(i: usize) -> Case {
    let mut sheet = Sheet::new("KaTrain comments", i);
    let words = &WORDINGS[i % WORDINGS.len()];
    let is_new = i >= WORDINGS.len();
    let version = match is_new {
        true => ["1.16.0", "1.18.1"][i % 2],
        false => ["1.8.0", "1.12.3"][i % 2],
    };
    let letters = if is_new { words.letters } else { ["B", "W"] };
    sheet.write(0, &format!("KTV[1.0]AP[KaTrain:{version}]"));
    sheet.comment(0, &format!("SGF generated by KaTrain {version}{GENERATED_MARK}"));
    sheet.human.push((0, String::new()));
    let mut best = Expected::new();
    for at in 1..sheet.spots.len() {
        let Spot { mover, is_evaluated: is_told, number, gtp, .. } = &sheet.spots[at];
        let text = match (mover, is_told) {
            (None, _) => continue,
            (Some(_), true) => sentences(&sheet, at, words, letters, &mut best),
            (Some(mover), false) => {
                format!("Move {number}: {mover} {gtp}\nNo analysis available\n")
            }
        };
        if sheet.spots[at].is_evaluated {
            sheet.truth.push(comment_evaluation(&sheet, at, words));
        }
        let text = joined(&mut sheet, at, &text);
        sheet.comment(at, &text);
    }
    fill(&mut sheet, &best);
    sheet.case()
}

/// Games with comments up to version 1.6: generated text has no marks around it, and a person's note follows a certain
/// word.
fn reviewed(i: usize) -> Case {
    let mut sheet = Sheet::new("KaTrain review", i);
    sheet.comment(0, "SGF with review generated by KaTrain.");
    sheet.human.push((0, String::new()));
    let mut best = Expected::new();
    for at in sheet.evaluated_nodes() {
        if sheet.spots[at].mover.is_none() {
            continue;
        }
        let mut text = sentences(&sheet, at, &ENGLISH, ["B", "W"], &mut best);
        if i.is_multiple_of(2) {
            text = text.replace("Win rate:", "Win Rate:");
        }
        if let Some(note) = sheet.note(at) {
            text += &format!("\nNote: {note}");
        }
        sheet.truth.push(comment_evaluation(&sheet, at, &ENGLISH));
        sheet.comment(at, &text);
    }
    fill(&mut sheet, &best);
    sheet.case()
}

fn with_kt(i: usize) -> Case {
    let mut sheet = Sheet::new("KaTrain KT", i);
    sheet.write(0, &format!("KTV[1.0]AP[KaTrain:1.12.3]PW[AI (KataGo){GENERATED_MARK}]"));
    sheet.comment(0, &format!("SGF generated by KaTrain 1.12.3{GENERATED_MARK}"));
    let mut best = Expected::new();
    for at in sheet.evaluated_nodes() {
        let has_move = sheet.spots[at].mover.is_some();
        let kind = if i % 4 == 3 { at % 3 } else { 0 };
        match kind {
            1 => add_ka(&mut sheet, at, "KaTrain", Some("KataGo")),
            2 if has_move => sheet.truth.push(comment_evaluation(&sheet, at, &ENGLISH)),
            _ => add_kt(&mut sheet, at),
        }
        if has_move && (kind == 2 || i % 4 == 1) {
            let text = sentences(&sheet, at, &ENGLISH, ["B", "W"], &mut best);
            let text = joined(&mut sheet, at, &text);
            sheet.comment(at, &text);
            // The comment gives the loss in addition to the property.
            let loss = loss(&sheet, at, &ENGLISH).map(|loss| loss as i32 * 10);
            sheet.truth.last_mut().unwrap().loss = loss;
        }
    }
    fill(&mut sheet, &best);
    sheet.case()
}

/// Candidate lines as written into the file, the best first, and the moves that must be read of the best one. In some
/// games a move is off the board.
fn lines_with_errors(sheet: &Sheet, at: usize) -> (Vec<Vec<String>>, Vec<String>) {
    let mut lines = sheet.spots[at].lines.clone();
    let mut read = stored_moves(&lines[0]);
    match sheet.i % 5 {
        _ if sheet.i % 4 == 1 && at.is_multiple_of(3) => return (Vec::new(), Vec::new()),
        1 => lines.insert(0, vec!["Z99".to_string()]),
        2 => {
            let end = if at.is_multiple_of(2) { 1 } else { lines[0].len() };
            lines[0].insert(end, "T20".to_string());
            read.truncate(end);
        }
        _ => {}
    }
    (lines, read)
}

/// Candidates in JSON. The best one comes last, and sometimes one of an earlier search comes before all others.
fn kt_moves(sheet: &mut Sheet, at: usize, lines: &[Vec<String>]) -> String {
    let vertex = sheet.vertex();
    let is_new = lines.iter().all(|line| line[0] != vertex);
    let spot = &sheet.spots[at];
    let ranks = lines.iter().enumerate().rev();
    let mut moves: Vec<String> = ranks.map(|(order, line)| kt_move(spot, order, line)).collect();
    if !lines.is_empty() && is_new && at.is_multiple_of(2) {
        moves.insert(0, kt_move(spot, 999, &[vertex]));
    }
    moves.join(", ")
}

/// Writes KaTrain's property `KT`. In some games, visits or lead are missing at a node.
fn add_kt(sheet: &mut Sheet, at: usize) {
    let (lines, line) = lines_with_errors(sheet, at);
    let moves = kt_moves(sheet, at, &lines);
    let (i, spot) = (sheet.i, &sheet.spots[at]);
    let has_visits = i % 4 != 0 || !at.is_multiple_of(5);
    let has_lead = i % 4 != 0 || !at.is_multiple_of(7);
    let mut root = format!("\"pv\":[\"{}\"],\"winrate\":{}", spot.gtp, decimal(spot.rate, 6));
    if has_visits {
        root += &format!(",\"visits\":{}", spot.visits);
    }
    if has_lead {
        root += &format!(",\"scoreLead\": {},\"utility\":-0.1", decimal(spot.lead, 3));
    }
    let json = format!("{{\"moves\":{{{moves}}},\"root\":{{{root}}},\"completed\":true}}");
    // KaTrain may write the lists of ownership and policy values without any value.
    let area = if i % 3 == 1 { 0 } else { sheet.size * sheet.size };
    let policy = if area == 0 { 0 } else { area + 1 };
    let halves = |numbers: usize| packed(&[0, 0x38].repeat(numbers));
    let json = packed(json.as_bytes());
    let text = format!("KT[{}][{}][{json}]", halves(area), halves(policy));
    let evaluation = Evaluation {
        black_rate: Some(rounded(spot.rate, 100) as u16),
        black_lead: has_lead.then(|| rounded(spot.lead, 10) as i32),
        visits: has_visits.then_some(spot.visits),
        line,
        ..sheet.blank(at, "KaTrain", Some("KataGo"), "KT")
    };
    sheet.write(at, &text);
    sheet.truth.push(evaluation);
}

fn kt_move(spot: &Spot, order: usize, line: &[String]) -> String {
    let vertex = &line[0];
    let visits = if order == 999 { 1_000_000 } else { 100 / (order + 1) };
    format!(
        "\"{vertex}\":{{\"move\":\"{vertex}\",\"order\":{order},\"visits\":{visits},\"winrate\":{},\
         \"scoreLead\":{},\"prior\":1.5e-03,\"lcb\":-0.01,\"pv\":[\"{}\"]}}",
        decimal(spot.rate, 6),
        decimal(spot.lead, 3),
        line.join("\",\"")
    )
}

fn kaya(i: usize) -> Case {
    let mut sheet = Sheet::new("Kaya KA", i);
    for at in sheet.evaluated_nodes() {
        add_ka(&mut sheet, at, "Kaya", None);
        if let Some(note) = sheet.note(at) {
            sheet.comment(at, note);
        }
    }
    sheet.case()
}

/// Writes Kaya's property, whose candidates have no lines of moves.
fn add_ka(sheet: &mut Sheet, at: usize, writer: &'static str, engine: Option<&str>) {
    let spot = &sheet.spots[at];
    let (rate, lead) = (rounded(spot.rate, 100), rounded(spot.lead, 10));
    let values = format!("\"w\":{},\"s\":{}", decimal(rate, 4), decimal(lead, 2));
    let candidate = |(number, line): (usize, &Vec<String>)| {
        let more = if number % 2 == 0 { format!(",{values},\"v\":9") } else { String::new() };
        format!("{{\"m\":\"{}\",\"p\":0.24{more}}}", line[0])
    };
    let candidates: Vec<String> = spot.lines.iter().enumerate().map(candidate).collect();
    let has_visits = !at.is_multiple_of(3);
    let mut json = format!("{{{values},\"m\":[{}]", candidates.join(","));
    if has_visits {
        json += &format!(",\"v\":{}", spot.visits);
    }
    if at.is_multiple_of(4) {
        json += &format!(",\"o\":\"{}\"", "+$z0".repeat(100)[..sheet.size * sheet.size].to_owned());
    }
    let evaluation = Evaluation {
        black_rate: Some(rate as u16),
        black_lead: Some(lead as i32),
        visits: has_visits.then_some(spot.visits),
        line: vec![spot.line()[0].clone()],
        ..sheet.blank(at, writer, engine, "KA")
    };
    sheet.write(at, &format!("KA[{}]", escaped(&(json + "}"))));
    sheet.truth.push(evaluation);
}
