//! The page Practise: a position of the query, the next move to guess, the answer, and how well it went so far.

use super::analysis::go_name;
use super::figures::{stone, tinted};
use super::text::{color_name, date, date_of, event, marked, name, visible};
use super::{Content, PageContext, PageFragment, parts};
use crate::data::practise::{ALL, AnsweredGuess, Practice, TallyRow};
use crate::state::{NO_GUESS, PageState, and};
use crate::words::{say, spoken, words};
use kifu_drawing::{BoardDrawing, Disc, DrawnSign, MarkShape, svg};
use kifu_engine::guess::{Grade, KnownMove};
use kifu_engine::openings::opening_name;
use kifu_engine::practice::PracticePosition;
use kifu_engine::words::thousands;
use kifu_messages::Message;
use kifu_record::game::{Color, Move};
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
pub(crate) fn draw(view: &PageContext, found: &Practice) -> PageFragment {
    let state = &view.asked.state;
    let content = Content {
        title: say!("practise-title"),
        sentence: sentence(found),
        main: html! {
            h1.hidden { (say!("practise-title")) }
            @for note in &found.notes { p.notice { (visible(&words(note))) } }
            @match found.position() {
                Some(position) => (practice(state, found, position)),
                None => (nothing(state, found)),
            }
        },
    };
    parts(view, content)
}

/// `Guess the next move: games where a player is “Lee”.`
fn sentence(found: &Practice) -> Message {
    kifu_messages::say!("practise-sentence", games = found.series.games_in_words.clone())
}

/// The address of a position of this query, without an answer.
fn at(state: &PageState, position: &PracticePosition) -> String {
    PageState {
        node: position.node,
        game: position.id.clone(),
        tab: state.tab.clone(),
        ..state.among()
    }
    .at_path("/practise")
}

fn practice(state: &PageState, found: &Practice, position: &PracticePosition) -> Markup {
    let answered = found.shown.as_ref().and_then(|shown| shown.answered.as_ref());
    let next = match found.next() {
        Some(next) => at(state, next),
        None => PageState { tab: state.tab.clone(), ..state.among() }.at_path("/practise"),
    };
    let label = match answered {
        Some(_) => say!("practise-answer"),
        None => say!("practise-question"),
    };
    html! {
        div.practise data-answered[answered.is_some()] data-kept[found.kept] {
            section #position aria-label=(say!("practise-board")) {
                (board(state, position, answered)) p #hint hidden {}
            }
            section #answer aria-label=(label) {
                @match answered {
                    Some(answered) => (answer(state, position, (answered, &next))),
                    None => (question(state, position, &next)),
                }
            }
            section #tally aria-label=(say!("practise-tally")) { (due(found)) (tally(state, found)) }
        }
    }
}

fn board(
    state: &PageState,
    position: &PracticePosition,
    answered: Option<&AnsweredGuess>,
) -> Markup {
    let rows = answered.map_or_else(Vec::new, rows);
    let drawing = BoardDrawing {
        board: &position.board,
        last: position.last,
        discs: rows.iter().filter_map(disc).collect(),
        signs: rows.iter().flat_map(|row| signs(row, position.mover)).collect(),
        part: None,
        open: Vec::new(),
        title: say!("practise-board-title", color = color_name(position.mover)),
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
    if let Some(action) = answered.guess.filter(|_| !rows.iter().any(|row| row.is_guess)) {
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
    let guess = row.is_guess.then(|| sign(row.letter.to_string(), MarkShape::Expected(mover)));
    let played = row.known.is_played.then(|| sign(String::new(), MarkShape::Next));
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
        p.to-play.node-notes {
            (stone(position.mover)) b { (say!("to-play", color = color_name(position.mover))) }
            span.muted { " · " (say!("practise-move", number = position.number.to_string())) }
        }
        p.line {
            a #show.button href=(and(&here, &format!("guess={NO_GUESS}"))) {
                (marked!("practise-show"; key = html! { kbd { "s" } }))
            }
            a #skip.button href=(next) { (marked!("practise-skip"; key = html! { kbd { "n" } })) }
        }
        form.type-guess method="get" action="/practise" {
            @for (name, value) in hidden.iter().filter(|(_, value)| !value.is_empty()) {
                input type="hidden" name=(name) value=(value);
            }
            label { (marked!("practise-type"; field = html! {
                input #typed-guess name="guess" autocomplete="off" autocapitalize="characters"
                    placeholder="Q16" size="5" required;
            })) }
        }
    }
}

fn answer(
    state: &PageState,
    position: &PracticePosition,
    (answered, next): (&AnsweredGuess, &str),
) -> Markup {
    let game = PageState { node: position.next, ..state.filter_only() };
    let rows = rows(answered);
    html! {
        p.grade.node-notes { (graded(position, answered)) }
        table.answers {
            caption.hidden { (say!("practise-answers")) }
            thead.hidden { tr {
                th scope="col" { (say!("practise-answers-move")) }
                th scope="col" { (say!("practise-answers-costs")) }
                th scope="col" { (say!("practise-answers-is")) }
            } }
            tbody { @for row in &rows { (line(position, row)) } }
        }
        p.source { a href=(game.at_path(&format!("/game/{}", position.id))) { (source(position)) } }
        p.line { a #next.button.main href=(next) { (marked!("practise-next"; key = html! { kbd { "n" } })) } }
    }
}

/// `Right: R14 is KataGo’s best.`
fn graded(position: &PracticePosition, answered: &AnsweredGuess) -> Markup {
    let size = position.board.size();
    let bold = |action| html! { b { (go_name(size, action)) } };
    let known = &answered.known;
    let best = known.moves.iter().find(|known| known.is_best);
    let engine = known.engine.as_deref().filter(|_| best.is_some());
    let right = best.map_or(position.played, |best| best.action);
    let of_guess = known.moves.iter().find(|known| Some(known.action) == answered.guess);
    let (class, word) = match (answered.guess, answered.grade) {
        (None, _) => ("muted", say!("practise-told")),
        (_, Grade::Right) => ("good", say!("practise-told-right")),
        (_, Grade::Nearly) => ("good", say!("practise-told-nearly")),
        (_, Grade::Wrong) => ("bad", say!("practise-told-wrong")),
    };
    let is_best =
        |action, engine| marked!("practise-is-best"; point = bold(action), engine = name(engine));
    let was_played = |action| marked!("practise-was-played"; point = bold(action));
    let told = match (answered.guess, engine, answered.grade) {
        (Some(guess), Some(engine), Grade::Right) => is_best(guess, engine),
        (Some(guess), None, Grade::Right) => was_played(guess),
        (Some(guess), Some(engine), _) => {
            let (guess, engine, best) = (bold(guess), name(engine), bold(right));
            match (of_guess, of_guess.and_then(cost)) {
                (_, Some(cost)) => {
                    marked!("practise-loses", cost = cost; guess = guess, engine = engine, best = best)
                }
                (None, _) => {
                    marked!("practise-not-listed"; guess = guess, engine = engine, best = best)
                }
                _ => marked!("practise-unknown-cost"; guess = guess, engine = engine, best = best),
            }
        }
        (None, Some(engine), _) => is_best(right, engine),
        (_, None, _) => was_played(right),
    };
    html! { b class=(class) { (word) } " " (told) }
}

/// `1.2 points (4 %)`, if something is known and lost.
fn cost(known: &KnownMove) -> Option<String> {
    let points = known.loss.map(|loss| f64::from(loss) / 100.0);
    let percent = known.drop.map(|drop| f64::from(drop) / 100.0);
    let lost = points.or(percent)?;
    (lost > 0.0).then(|| match (points, percent) {
        (Some(points), Some(percent)) if percent >= 0.5 => {
            let (points, percent) = (format!("{points:.1}"), format!("{percent:.0}"));
            say!("practise-cost", points = points, percent = percent)
        }
        (Some(points), _) => say!("practise-cost-points", points = format!("{points:.1}")),
        (None, _) => format!("{lost:.1} %"),
    })
}

fn line(position: &PracticePosition, row: &AnswerRow) -> Markup {
    let is = [
        row.known.is_best.then(|| say!("practise-best")),
        row.is_guess.then(|| say!("practise-guess")),
        row.known.is_played.then(|| say!("practise-played")),
    ];
    let is = is
        .into_iter()
        .flatten()
        .reduce(|first, then| say!("practise-is-both", first = first, then = then));
    html! {
        tr aria-current=[row.is_guess.then_some("true")] {
            th scope="row" {
                svg.letter viewBox="0 0 22 22" aria-hidden="true" {
                    circle cx="11" cy="11" r="10" fill=(color_of(row.grade)) {}
                    text x="11" y="15" { (row.letter) }
                }
                b { (go_name(position.board.size(), row.known.action)) }
            }
            td.number { @match cost(&row.known) { Some(cost) => (cost), None if row.known.is_best => "–", None => "" } }
            td { (is.unwrap_or_default()) }
        }
    }
}

/// `Lee Sedol – Gu Li · 2014-01-26 · move 43`.
fn source(position: &PracticePosition) -> Markup {
    let [black, white] = &position.players;
    let player = |player: &Option<String>| name(player.as_deref().unwrap_or("?"));
    html! {
        (player(black)) " – " (player(white))
        @if let Some(day) = &position.date { " · " (visible(&date_of(day))) }
        @if let Some(written) = &position.event { " · " (event(written)) }
        " · " (say!("practise-move", number = position.number.to_string()))
    }
}

/// What is due, and what is new.
fn due(found: &Practice) -> Markup {
    let new = if found.whole {
        say!("practise-new", n = found.new)
    } else {
        say!("practise-new-more", n = found.new)
    };
    let drawn = if found.whole {
        say!("practise-positions", n = found.positions)
    } else {
        say!("practise-positions-more", n = found.positions)
    };
    let go_on = |day: &str| match (found.new, found.whole) {
        (0, _) => say!("practise-none-due", day = day),
        (new, true) => say!("practise-go-on", day = day, n = new),
        (new, false) => say!("practise-go-on-more", day = day, n = new),
    };
    html! {
        p.due {
            @match (found.kept, found.due, &found.next_due) {
                (false, ..) => { (drawn) " · " (say!("practise-not-kept")) },
                (_, 0, None) => (new),
                (_, 0, Some(day)) => (go_on(&date(day))),
                (_, due, _) => { b { (say!("practise-due", n = due.to_string())) } " · " (new) },
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
            div.choice role="group" aria-label=(say!("practise-tabs")) {
                a href=(tab("").at_path("/practise")) aria-current=[(!is_all).then_some("true")] {
                    (say!("practise-tab-query"))
                }
                a href=(tab(ALL).at_path("/practise")) aria-current=[is_all.then_some("true")] {
                    (say!("practise-tab-all"))
                }
            }
        }
        @if found.has_answers && found.tally.is_empty() { p.muted { (say!("practise-no-answers")) } }
        @if !found.tally.is_empty() {
            table.tally {
                caption.hidden { (say!("practise-counts")) }
                thead { tr {
                    th scope="col" { (say!("practise-counts-moves")) }
                    th.number scope="col" { (say!("practise-right")) }
                    th.number scope="col" { (say!("practise-nearly")) }
                    th.number scope="col" { (say!("practise-wrong")) }
                } }
                tbody { @for row in found.tally.iter().filter(|row| row.by == "phase") { (counts(row)) } }
                @if found.tally.iter().any(|row| row.by == "opening") {
                    tbody {
                        tr { th.group scope="rowgroup" colspan="4" { (say!("practise-openings")) } }
                        @for row in found.tally.iter().filter(|row| row.by == "opening") { (counts(row)) }
                    }
                }
            }
        }
    }
}

fn counts(row: &TallyRow) -> Markup {
    let value = match row.value.strip_suffix('-') {
        Some(first) => say!("practise-from", first = first),
        None if row.by == "phase" => row.value.replace('-', "–"),
        None => opening_name(&row.value, spoken()).to_owned(),
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
    let link = |text: String| html! { a href=(games) { (text) } };
    html! {
        div.practise.empty {
            section #answer aria-label=(say!("practise-title")) {
                @if found.games == 0 {
                    p.nothing { (marked!("practise-no-game"; games = link(say!("practise-the-games")))) }
                } @else if found.positions == 0 {
                    p.nothing {
                        (say!("practise-no-move", n = found.games)) " " (say!("practise-which-moves")) " "
                        (link(say!("practise-to-games")))
                    }
                } @else {
                    p.nothing.node-notes {
                        (say!("practise-done", n = found.positions))
                        @if let Some(day) = &found.next_due { " " (say!("practise-next-due", day = date(day))) }
                    }
                }
            }
            section #tally aria-label=(say!("practise-tally")) { (tally(state, found)) }
        }
    }
}
