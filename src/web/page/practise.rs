//! The page Practise: a position of the query, the next move to guess, the answer, and how well it went so far.

use super::figures::{stone, tinted};
use super::text::{name, visible};
use super::{Content, PageContext, PageFragment, parts, plain};
use crate::drawing::{BoardDrawing, Disc, DrawnSign, MarkShape, svg};
use crate::engine::guess::{Grade, KnownMove};
use crate::engine::page::SentencePart;
use crate::engine::practice::PracticePosition;
use crate::engine::words::{counted, thousands};
use crate::game::{Color, Move};
use crate::web::data::practise::{ALL, AnsweredGuess, Practice, TallyRow, name_of};
use crate::web::state::{NO_GUESS, PageState, and};
use maud::{Markup, html};

/// The engine's moves that are listed; what was played and what was guessed is listed in any case.
const LISTED: usize = 5;

/// A row of the answer.
struct AnswerRow {
    known: KnownMove,
    letter: char,
    grade: Grade,
    is_guess: bool,
}

/// Draws the page.
pub fn draw(view: &PageContext, found: &Practice) -> PageFragment {
    let state = &view.asked.state;
    let content = Content {
        title: "Practise".to_owned(),
        sentence: sentence(found),
        main: html! {
            h1.hidden { "Practise" }
            @for note in &found.notes { p.notice { (visible(note)) } }
            @match found.position() {
                Some(position) => (practice(state, found, position)),
                None => (nothing(state, found)),
            }
        },
    };
    parts(view, content)
}

/// `Positions of games where a player is “Lee”.`
fn sentence(found: &Practice) -> Vec<SentencePart> {
    let mut pieces = found.series.pieces.clone();
    if let Some(first) = pieces.first_mut() {
        let words = first.text.clone();
        first.text = match (words.strip_prefix("All games"), words.strip_prefix("Games")) {
            (Some(rest), _) => format!("Guess the next move: all games{rest}"),
            (_, Some(rest)) => format!("Guess the next move: games{rest}"),
            _ => format!("Guess the next move: {words}"),
        };
    }
    pieces.extend(plain(".".to_owned()));
    pieces
}

/// The address of a position of this query, without an answer.
fn at(state: &PageState, position: &PracticePosition) -> String {
    let state = PageState {
        node: position.node,
        game: position.id.clone(),
        tab: state.tab.clone(),
        ..state.among()
    };
    state.at_path("/practise")
}

fn practice(state: &PageState, found: &Practice, position: &PracticePosition) -> Markup {
    let answered = found
        .shown
        .as_ref()
        .and_then(|shown| shown.answered.as_ref());
    let next = match found.next() {
        Some(next) => at(state, next),
        None => PageState {
            tab: state.tab.clone(),
            ..state.among()
        }
        .at_path("/practise"),
    };
    html! {
        div.practise data-answered[answered.is_some()] data-kept[found.kept] {
            section #position aria-label="Board" { (board(state, position, answered)) p #hint hidden {} }
            section #answer aria-label=(if answered.is_some() { "Answer" } else { "Question" }) {
                @match answered {
                    Some(answered) => (answer(state, position, (answered, &next))),
                    None => (question(state, position, &next)),
                }
            }
            section #tally aria-label="How it went" { (due(found)) (tally(state, found)) }
        }
    }
}

fn board(
    state: &PageState,
    position: &PracticePosition,
    answered: Option<&AnsweredGuess>,
) -> Markup {
    let rows = answered.map_or_else(Vec::new, rows);
    let side = position.mover.name();
    let drawing = BoardDrawing {
        board: &position.board,
        last: position.last,
        discs: rows.iter().filter_map(disc).collect(),
        signs: rows
            .iter()
            .flat_map(|row| signs(row, position.mover))
            .collect(),
        part: None,
        open: Vec::new(),
        title: format!("Board, {side} to play"),
        play: Some(and(&at(state, position), "guess={}")),
        turn: position.mover,
    };
    html! { div.board-frame { (svg(&drawing)) } }
}

/// The moves that are shown: the engine's first ones, what was played, what was guessed.
fn rows(answered: &AnsweredGuess) -> Vec<AnswerRow> {
    let known = &answered.known;
    let is_guess = |action: Move| answered.guess == Some(action);
    let is_shown = |(at, known): &(usize, &KnownMove)| {
        *at < LISTED || known.is_played || is_guess(known.action)
    };
    let shown = known.moves.iter().enumerate().filter(is_shown);
    let mut rows: Vec<AnswerRow> = ('A'..)
        .zip(shown)
        .map(|(letter, (_, one))| AnswerRow {
            known: *one,
            letter,
            grade: known.grade(Some(one.action)),
            is_guess: is_guess(one.action),
        })
        .collect();
    if let Some(action) = answered
        .guess
        .filter(|_| !rows.iter().any(|row| row.is_guess))
    {
        rows.push(AnswerRow {
            known: KnownMove::new(action),
            letter: '×',
            grade: Grade::Wrong,
            is_guess: true,
        });
    }
    rows
}

fn color_of(grade: Grade) -> String {
    tinted(match grade {
        Grade::Right => 1.0,
        Grade::Nearly => 0.45,
        Grade::Wrong => -0.8,
    })
}

/// The disc of a move; what was guessed is a stone instead.
fn disc(row: &AnswerRow) -> Option<Disc> {
    let Move::Place(point) = row.known.action else {
        return None;
    };
    (!row.is_guess).then(|| Disc {
        point,
        text: row.letter.to_string(),
        share: 0.6,
        fill: color_of(row.grade),
        href: None,
        title: String::new(),
    })
}

fn signs(row: &AnswerRow, mover: Color) -> Vec<DrawnSign> {
    let Move::Place(point) = row.known.action else {
        return Vec::new();
    };
    let sign = |text, shape| DrawnSign { point, text, shape };
    let guess = row
        .is_guess
        .then(|| sign(row.letter.to_string(), MarkShape::Expected(mover)));
    let played = (row.known.is_played).then(|| sign(String::new(), MarkShape::Next));
    guess.into_iter().chain(played).collect()
}

/// Who is to play, and what can be done about it.
fn question(state: &PageState, position: &PracticePosition, next: &str) -> Markup {
    let here = at(state, position);
    let hidden = [
        ("q", state.query.as_str()),
        ("unique", if state.is_unique() { "1" } else { "" }),
        ("tab", state.tab.as_str()),
        ("node", &position.node.to_string()),
        ("game", &position.id),
    ];
    html! {
        p.to-play.node-notes { (stone(position.mover)) b { (position.mover.name()) " to play" } span.muted { " · move " (position.number) } }
        p.line {
            a #show.button href=(and(&here, &format!("guess={NO_GUESS}"))) { "Show the answer " kbd { "s" } }
            a #skip.button href=(next) { "Skip " kbd { "n" } }
        }
        form.type-guess method="get" action="/practise" {
            @for (name, value) in hidden.iter().filter(|(_, value)| !value.is_empty()) {
                input type="hidden" name=(name) value=(value);
            }
            label { "Or type it " input #typed-guess name="guess" autocomplete="off" autocapitalize="characters" placeholder="Q16" size="5" required; }
        }
    }
}

fn answer(
    state: &PageState,
    position: &PracticePosition,
    (answered, next): (&AnsweredGuess, &str),
) -> Markup {
    let game = PageState {
        node: position.next,
        ..state.filter_only()
    };
    let rows = rows(answered);
    html! {
        p.grade.node-notes { (graded(position, answered)) }
        table.answers {
            caption.hidden { "Moves" }
            thead.hidden { tr { th scope="col" { "Move" } th scope="col" { "Costs" } th scope="col" { "Is" } } }
            tbody { @for row in &rows { (line(position, row)) } }
        }
        p.source { a href=(game.at_path(&format!("/game/{}", position.id))) { (source(position)) } }
        p.line { a #next.button.main href=(next) { "Next " kbd { "n" } } }
    }
}

/// `Right: R14 is KataGo’s best.`
fn graded(position: &PracticePosition, answered: &AnsweredGuess) -> Markup {
    let size = position.board.size();
    let name = |action| name_of(action, size);
    let known = &answered.known;
    let best = known.moves.iter().find(|known| known.is_best);
    let engine = known.engine.as_deref().filter(|_| best.is_some());
    let right = best.map_or(position.played, |best| best.action);
    let guess = answered.guess.map(name).unwrap_or_default();
    let of_guess = known
        .moves
        .iter()
        .find(|known| Some(known.action) == answered.guess);
    let cost = of_guess.and_then(cost).map(|cost| format!(" loses {cost}"));
    let (class, word) = match (answered.guess, answered.grade) {
        (None, _) => ("muted", "The answer"),
        (_, Grade::Right) => ("good", "Right"),
        (_, Grade::Nearly) => ("good", "Nearly"),
        (_, Grade::Wrong) => ("bad", "Wrong"),
    };
    html! {
        b class=(class) { (word) ":" } " "
        @match (answered.guess, engine, answered.grade) {
            (Some(_), Some(engine), Grade::Right) => { b { (guess) } " is the best move of " (self::name(engine)) "." },
            (Some(_), None, Grade::Right) => { b { (guess) } " was played." },
            (Some(_), Some(engine), _) => {
                b { (guess) }
                @match (of_guess, cost) {
                    (_, Some(cost)) => (cost),
                    (None, _) => " is not in the engine’s list",
                    _ => " was played, and what it costs is not known",
                }
                "; the best of " (self::name(engine)) " is " b { (name(right)) } "."
            },
            (Some(_), None, _) => { b { (name(right)) } " was played." },
            (None, Some(engine), _) => { b { (name(right)) } " is the best move of " (self::name(engine)) "." },
            (None, None, _) => { b { (name(right)) } " was played." },
        }
    }
}

/// `1.2 points (4 %)`, if something is known and lost.
fn cost(known: &KnownMove) -> Option<String> {
    let points = known.loss.map(|loss| f64::from(loss) / 100.0);
    let percent = known.drop.map(|drop| f64::from(drop) / 100.0);
    let lost = points.or(percent)?;
    (lost > 0.0).then(|| match (points, percent) {
        (Some(points), Some(percent)) if percent >= 0.5 => {
            format!("{points:.1} points ({percent:.0} %)")
        }
        (Some(points), _) => format!("{points:.1} points"),
        (None, _) => format!("{lost:.1} %"),
    })
}

fn line(position: &PracticePosition, row: &AnswerRow) -> Markup {
    let mut is: Vec<&str> = Vec::new();
    if row.known.is_best {
        is.push("best");
    }
    if row.is_guess {
        is.push("your guess");
    }
    if row.known.is_played {
        is.push("played");
    }
    html! {
        tr aria-current=[row.is_guess.then_some("true")] {
            th scope="row" {
                svg.letter viewBox="0 0 22 22" aria-hidden="true" {
                    circle cx="11" cy="11" r="10" fill=(color_of(row.grade)) {}
                    text x="11" y="15" { (row.letter) }
                }
                b { (name_of(row.known.action, position.board.size())) }
            }
            td.number { @match cost(&row.known) { Some(cost) => (cost), None if row.known.is_best => "–", None => "" } }
            td { (is.join(", ")) }
        }
    }
}

/// `Lee Sedol – Gu Li · 2014-01-26 · move 43`.
fn source(position: &PracticePosition) -> Markup {
    let [black, white] = &position.players;
    let player = |player: &Option<String>| name(player.as_deref().unwrap_or("?"));
    html! {
        (player(black)) " – " (player(white))
        @if let Some(date) = &position.date { " · " (visible(date)) }
        @if let Some(event) = &position.event { " · " bdi { (visible(event)) } }
        " · move " (position.number)
    }
}

/// What is due, and what is new.
fn due(found: &Practice) -> Markup {
    let new = thousands(found.new as u64);
    let drawn = counted(found.positions as u64, "position", "positions");
    let more = if found.whole { "" } else { " and more" };
    html! {
        p.due {
            @match (found.kept, found.due, &found.next_due) {
                (false, ..) => { (drawn) (more) " · answers are not kept: the server is read-only, or other machines can reach it" },
                (_, 0, None) => { (new) " new" (more) },
                (_, 0, Some(day)) if found.new == 0 => { "Nothing is due until " (day) "." },
                (_, 0, Some(day)) => { "Nothing is due until " (day) "; go on with " (new) " new ones" (more) "." },
                (_, due, _) => { b { (due) " due" } " · " (new) " new" (more) },
            }
        }
    }
}

/// How answers were, by parts of games and by openings.
fn tally(state: &PageState, found: &Practice) -> Markup {
    let tab = |tab: &str| {
        state.with(|state| {
            state.tab = tab.to_owned();
        })
    };
    let is_all = state.tab == ALL;
    html! {
        @if found.has_answers {
            div.choice role="group" aria-label="Answers" {
                a href=(tab("").at_path("/practise")) aria-current=[(!is_all).then_some("true")] { "This query" }
                a href=(tab(ALL).at_path("/practise")) aria-current=[is_all.then_some("true")] { "All" }
            }
        }
        @if found.has_answers && found.tally.is_empty() { p.muted { "No answers yet." } }
        @if !found.tally.is_empty() {
            table.tally {
                caption.hidden { "Answers by part of the game and by opening" }
                thead { tr {
                    th scope="col" { "Moves" }
                    @for word in ["Right", "Nearly", "Wrong"] { th.number scope="col" { (word) } }
                } }
                tbody { @for row in found.tally.iter().filter(|row| row.by == "phase") { (counts(row)) } }
                @if found.tally.iter().any(|row| row.by == "opening") {
                    tbody {
                        tr { th.group scope="rowgroup" colspan="4" { "Openings" } }
                        @for row in found.tally.iter().filter(|row| row.by == "opening") { (counts(row)) }
                    }
                }
            }
        }
    }
}

fn counts(row: &TallyRow) -> Markup {
    let value = match row.value.strip_suffix('-') {
        Some(first) => format!("from {first}"),
        None if row.by == "phase" => row.value.replace('-', "–"),
        None => row.value.clone(),
    };
    html! {
        tr {
            th scope="row" { (visible(&value)) }
            @for count in [row.right, row.nearly, row.wrong] { td.number { @if count > 0 { (thousands(count.into())) } @else { span.muted { "0" } } } }
        }
    }
}

/// Why there is no position.
fn nothing(state: &PageState, found: &Practice) -> Markup {
    let games = state.filter_only().at_path("/games");
    let moves = "If the query asks for moves that cost something (loss>=5, drop>20), those are asked of which an engine \
                 said what is better; else moves of Go games after their first ten.";
    html! {
        div.practise.empty {
            section #answer aria-label="Practise" {
                @if found.games == 0 {
                    p.nothing { "No game fits. Remove a part of the query, or look at " a href=(games) { "the games" } "." }
                } @else if found.positions == 0 {
                    p.nothing {
                        "There is no move to guess in " (counted(found.games, "game", "games")) ". " (moves) " "
                        a href=(games) { "To the games" }
                    }
                } @else {
                    p.nothing.node-notes {
                        "All done: you know " (counted(found.positions as u64, "position", "positions")) " of this query."
                        @if let Some(day) = &found.next_due { " The next one is due on " (day) "." }
                    }
                }
            }
            section #tally aria-label="How it went" { (tally(state, found)) }
        }
    }
}
