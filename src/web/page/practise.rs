//! The page Practise: a position from the games of the query, the user's guess of the next move, the answer, and the
//! results so far.

use super::analysis::go_name;
use super::figures::{stone, tint_color};
use super::rows::board_image;
use super::text::{color_name, date, date_of, escape_invisible, event, marked, name, person};
use super::{Content, PageContext, PageFragment, parts};
use crate::data::practise::{AnsweredGuess, Practice, TallyRow};
use crate::route_parameters::NoParameters;
use crate::state::{ChoiceText, PageState, PractiseTab, SHOW_ANSWER, add_parameters};
use crate::words::say;
use kifu_drawing::{BoardDrawing, Disc, DrawnSign, MarkShape, svg};
use kifu_engine::guess::{AnswerSource, Grade, KnownMove};
use kifu_engine::number_format::format_thousands;
use kifu_engine::openings::opening_name;
use kifu_engine::practice::PracticePosition;
use kifu_messages::{Locale, Message};
use kifu_record::game::{Color, Move};
use maud::{Markup, html};

/// Number of the engine's best moves that are listed, besides the move that was played and the guess.
const MAX_ENGINE_MOVES: usize = 5;

/// A move in the table of the answer.
struct AnswerRow {
    known: KnownMove,
    letter: char,
    grade: Grade,
    is_guess: bool,
}

pub(crate) fn draw(view: &PageContext, _: &NoParameters, data: &Practice) -> PageFragment {
    let locale = view.request.locale;
    let state = &view.request.state;
    let content = Content {
        title: say!(locale, "practise-title"),
        sentence: sentence(data),
        main: html! {
            h1.hidden { (say!(locale, "practise-title")) }
            @for note in &data.notes { p.notice { (escape_invisible(&note.in_language(locale))) } }
            @match data.position() {
                Some(position) => (practice(state, data, position, locale)),
                None => (no_position(state, data, locale)),
            }
        },
    };
    parts(view, content)
}

/// Sentence such as `Guess the next move: games where a player is “Lee”.`
fn sentence(data: &Practice) -> Message {
    kifu_messages::say!("practise-sentence", games = data.series.sentence.clone())
}

/// Address of a practice position of this query, before it is answered.
fn position_address(state: &PageState, position: &PracticePosition) -> String {
    PageState {
        node: position.node,
        game: position.id.clone(),
        tab: state.tab.clone(),
        ..state.unsorted_filter()
    }
    .at_path("/practise")
}

fn practice(
    state: &PageState,
    data: &Practice,
    position: &PracticePosition,
    locale: Locale,
) -> Markup {
    let answered = data.shown.as_ref().and_then(|shown| shown.answered.as_ref());
    let next = match data.next() {
        Some(next) => position_address(state, next),
        None => {
            PageState { tab: state.tab.clone(), ..state.unsorted_filter() }.at_path("/practise")
        }
    };
    let label = match answered {
        Some(_) => say!(locale, "practise-answer"),
        None => say!(locale, "practise-question"),
    };
    html! {
        div.practise data-answered[answered.is_some()] data-kept[data.kept] {
            section #position aria-label=(say!(locale, "practise-board")) {
                (board(state, position, answered, locale)) p #hint hidden {}
            }
            section #answer aria-label=(label) {
                @match answered {
                    Some(answered) => (answer(state, position, (answered, &next), locale)),
                    None => (question(state, position, &next, locale)),
                }
            }
            section #tally aria-label=(say!(locale, "practise-tally")) {
                (due(data, locale)) (upcoming(state, data, locale)) (tally(state, data, locale))
            }
        }
    }
}

fn board(
    state: &PageState,
    position: &PracticePosition,
    answered: Option<&AnsweredGuess>,
    locale: Locale,
) -> Markup {
    let rows = answered.map_or_else(Vec::new, rows);
    let drawing = BoardDrawing {
        board: &position.board,
        last: position.last,
        discs: rows.iter().filter_map(disc).collect(),
        signs: rows.iter().flat_map(|row| signs(row, position.mover)).collect(),
        region: None,
        open_points: Vec::new(),
        title: say!(locale, "practise-board-title", color = color_name(position.mover, locale)),
        play_href: Some(add_parameters(&position_address(state, position), "guess={}")),
        turn: position.mover,
    };
    html! { div.board-frame { (svg(&drawing)) } }
}

/// Moves that the answer lists: the engine's best ones, the one that was played, and the guess.
fn rows(answered: &AnsweredGuess) -> Vec<AnswerRow> {
    let known = &answered.known;
    let is_guess = |action: Move| answered.guess == Some(action);
    let is_shown = |(at, known): &(usize, &KnownMove)| {
        *at < MAX_ENGINE_MOVES || known.is_played || is_guess(known.action)
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
            grade: known.grade(Some(action)),
            is_guess: true,
        });
    }
    rows
}

fn color_of(grade: Grade) -> String {
    tint_color(match grade {
        Grade::Right => 1.0,
        Grade::Nearly => 0.45,
        Grade::Wrong => -0.8,
    })
}

/// Disc on the board for a move of the answer. The guess gets none, because it is drawn as a stone.
fn disc(row: &AnswerRow) -> Option<Disc> {
    let Move::Place(point) = row.known.action else {
        return None;
    };
    (!row.is_guess).then(|| Disc {
        point,
        text: row.letter.to_string(),
        has_share: false,
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

/// Draws which side is to move, and the buttons that show the answer or skip the position.
fn question(state: &PageState, position: &PracticePosition, next: &str, locale: Locale) -> Markup {
    let here = position_address(state, position);
    let hidden = [
        ("q", state.query.as_str()),
        ("unique", if state.is_unique() { "1" } else { "" }),
        ("tab", state.tab.text()),
        ("node", &position.node.to_string()),
        ("game", &position.id),
    ];
    html! {
        p.to-play.node-notes {
            (stone(position.mover)) b { (say!(locale, "to-play", color = color_name(position.mover, locale))) }
            span.muted { " · " (number_or_problem(position, locale)) }
        }
        @if position.eval.is_some() { p.muted { (say!(locale, "practise-find-better")) } }
        p.line {
            a #show.button href=(add_parameters(&here, &format!("guess={SHOW_ANSWER}"))) {
                (marked!(locale, "practise-show"; key = html! { kbd { "s" } }))
            }
            a #skip.button href=(next) { (marked!(locale, "practise-skip"; key = html! { kbd { "n" } })) }
        }
        form.type-guess method="get" action="/practise" {
            @for (name, value) in hidden.iter().filter(|(_, value)| !value.is_empty()) {
                input type="hidden" name=(name) value=(value);
            }
            label { (marked!(locale, "practise-type"; field = html! {
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
    locale: Locale,
) -> Markup {
    // The page of a problem opens before its first move, with all lines beside the board.
    let node = if position.is_problem { position.node } else { position.next };
    let game = PageState { node, ..state.filter_only() };
    let rows = rows(answered);
    html! {
        p.grade.node-notes { (grade_text(position, answered, locale)) }
        table.answers {
            caption.hidden { (say!(locale, "practise-answers")) }
            thead.hidden { tr {
                th scope="col" { (say!(locale, "practise-answers-move")) }
                th scope="col" { (say!(locale, "practise-answers-costs")) }
                th scope="col" { (say!(locale, "practise-answers-is")) }
            } }
            tbody { @for row in &rows { (line(position, row, locale)) } }
        }
        p.source { a href=(game.at_path(&format!("/game/{}", position.id))) { (source(position, locale)) } }
        p.line { a #next.button.main href=(next) { (marked!(locale, "practise-next"; key = html! { kbd { "n" } })) } }
    }
}

/// Draws the grade such as `Right: R14 is KataGo’s best.`
fn grade_text(position: &PracticePosition, answered: &AnsweredGuess, locale: Locale) -> Markup {
    let size = position.board.size();
    let bold = |action| html! { b { (go_name(size, action, locale)) } };
    let known = &answered.known;
    let best = known.moves.iter().find(|known| known.is_best);
    let engine = known.engine.as_deref().filter(|_| best.is_some());
    let right = best.map_or(position.played, |best| best.action);
    let of_guess = known.moves.iter().find(|known| Some(known.action) == answered.guess);
    let (class, word) = match (answered.guess, answered.grade) {
        (None, _) => ("muted", say!(locale, "practise-told")),
        (_, Grade::Right) => ("good", say!(locale, "practise-told-right")),
        (_, Grade::Nearly) => ("good", say!(locale, "practise-told-nearly")),
        (_, Grade::Wrong) => ("bad", say!(locale, "practise-told-wrong")),
    };
    let is_best = |action, engine| marked!(locale, "practise-is-best"; point = bold(action), engine = name(engine));
    let was_played = |action| marked!(locale, "practise-was-played"; point = bold(action));
    let explanation = match (answered.guess, engine, answered.grade) {
        _ if known.source == AnswerSource::Mistake => mistake_text(position, answered, locale),
        _ if known.source == AnswerSource::Problem => problem_text(position, answered, locale),
        (Some(guess), Some(engine), Grade::Right) => is_best(guess, engine),
        (Some(guess), None, Grade::Right) => was_played(guess),
        (Some(guess), Some(engine), _) => {
            let (guess, engine, best) = (bold(guess), name(engine), bold(right));
            match (of_guess, of_guess.and_then(|guess| cost(guess, locale))) {
                (_, Some(cost)) => {
                    marked!(locale, "practise-loses", cost = cost; guess = guess, engine = engine, best = best)
                }
                (None, _) => {
                    marked!(locale, "practise-not-listed"; guess = guess, engine = engine, best = best)
                }
                _ => {
                    marked!(locale, "practise-unknown-cost"; guess = guess, engine = engine, best = best)
                }
            }
        }
        (None, Some(engine), _) => is_best(right, engine),
        (_, None, _) => was_played(right),
    };
    html! { b class=(class) { (word) } " " (explanation) }
}

/// Explains the grade where the played move was a mistake and no better move is known, such as `Q10 avoids R14, which
/// lost 8.0 points`.
fn mistake_text(position: &PracticePosition, answered: &AnsweredGuess, locale: Locale) -> Markup {
    let bold = |action| html! { b { (go_name(position.board.size(), action, locale)) } };
    let played = answered.known.moves.iter().find(|known| known.is_played);
    let lost = played.and_then(|known| cost(known, locale)).unwrap_or_else(|| "?".to_owned());
    let played = bold(position.played);
    match answered.guess {
        Some(guess) if guess != position.played => {
            marked!(locale, "practise-mistake-avoided", cost = lost; guess = bold(guess), played = played)
        }
        _ => marked!(locale, "practise-mistake", cost = lost; played = played),
    }
}

/// Explains the grade of a guess in a problem, such as `R14 is not in the record; right is S19`.
fn problem_text(position: &PracticePosition, answered: &AnsweredGuess, locale: Locale) -> Markup {
    let bold = |action| html! { b { (go_name(position.board.size(), action, locale)) } };
    let right = answered.known.moves.iter().filter(|known| known.is_best);
    let all_right = html! {
        @for (at, known) in right.enumerate() {
            @if at > 0 { (say!(locale, "sentence-value-comma")) }
            (bold(known.action))
        }
    };
    let is_listed = |guess| answered.known.moves.iter().any(|known| known.action == guess);
    match (answered.guess, answered.grade) {
        (Some(guess), Grade::Right) => {
            marked!(locale, "practise-problem-right"; guess = bold(guess))
        }
        (Some(guess), _) if is_listed(guess) => {
            marked!(locale, "practise-problem-wrong"; guess = bold(guess), right = all_right)
        }
        (Some(guess), _) => {
            marked!(locale, "practise-problem-unlisted"; guess = bold(guess), right = all_right)
        }
        (None, _) => marked!(locale, "practise-problem-answer"; right = all_right),
    }
}

/// Writes the cost of a move such as `1.2 points (4 %)`; `None` if it is unknown or not positive.
fn cost(known: &KnownMove, locale: Locale) -> Option<String> {
    let points = known.loss.map(|loss| f64::from(loss) / 100.0);
    let percent = known.drop.map(|drop| f64::from(drop) / 100.0);
    let lost = points.or(percent)?;
    (lost > 0.0).then(|| match (points, percent) {
        (Some(points), Some(percent)) if percent >= 0.5 => {
            let (points, percent) = (format!("{points:.1}"), format!("{percent:.0}"));
            say!(locale, "practise-cost", points = points, percent = percent)
        }
        (Some(points), _) => say!(locale, "practise-cost-points", points = format!("{points:.1}")),
        (None, _) => format!("{lost:.1} %"),
    })
}

fn line(position: &PracticePosition, row: &AnswerRow, locale: Locale) -> Markup {
    let is = [
        (row.known.is_best && !position.is_problem).then(|| say!(locale, "practise-best")),
        (row.known.is_best && position.is_problem).then(|| say!(locale, "practise-solution")),
        row.is_guess.then(|| say!(locale, "practise-guess")),
        row.known.is_played.then(|| say!(locale, "practise-played")),
    ];
    let is = is
        .into_iter()
        .flatten()
        .reduce(|first, then| say!(locale, "practise-is-both", first = first, then = then));
    html! {
        tr aria-current=[row.is_guess.then_some("true")] {
            th scope="row" {
                svg.letter viewBox="0 0 22 22" aria-hidden="true" {
                    circle cx="11" cy="11" r="10" fill=(color_of(row.grade)) {}
                    text x="11" y="15" { (row.letter) }
                }
                b { (go_name(position.board.size(), row.known.action, locale)) }
            }
            td.number { @match cost(&row.known, locale) { Some(cost) => (cost), None if row.known.is_best => "–", None => "" } }
            td { (is.unwrap_or_default()) }
        }
    }
}

/// Names the game that a position is from, such as `Lee Sedol – Gu Li · 2014-01-26 · move 43`.
fn source(position: &PracticePosition, locale: Locale) -> Markup {
    let [black, white] = &position.players;
    let player = |player: &Option<String>| person(player.as_deref().unwrap_or("?"), locale);
    html! {
        @if position.is_problem { (say!(locale, "practise-open-problem")) }
        @else { (player(black)) " – " (player(white)) }
        @if let Some(day) = &position.date { " · " (escape_invisible(&date_of(day, locale))) }
        @if let Some(written) = &position.event { " · " (event(written, locale)) }
        " · " (number_or_problem(position, locale))
    }
}

/// Says which move of the game is to be guessed, or that the game is a problem.
fn number_or_problem(position: &PracticePosition, locale: Locale) -> String {
    if position.is_problem {
        return say!(locale, "practise-problem");
    }
    say!(locale, "practise-move", number = position.number.to_string())
}

/// Draws how many positions are due and how many are new.
fn due(data: &Practice, locale: Locale) -> Markup {
    let new = if data.whole {
        say!(locale, "practise-new", n = data.new)
    } else {
        say!(locale, "practise-new-more", n = data.new)
    };
    let drawn = if data.whole {
        say!(locale, "practise-positions", n = data.positions)
    } else {
        say!(locale, "practise-positions-more", n = data.positions)
    };
    let go_on = |day: &str| match (data.new, data.whole) {
        (0, _) => say!(locale, "practise-none-due", day = day),
        (new, true) => say!(locale, "practise-go-on", day = day, n = new),
        (new, false) => say!(locale, "practise-go-on-more", day = day, n = new),
    };
    html! {
        p.due {
            @match (data.kept, data.due, &data.next_due) {
                (false, ..) => { (drawn) " · " (say!(locale, "practise-not-kept")) },
                (_, 0, None) => (new),
                (_, 0, Some(day)) => (go_on(&date(day, locale))),
                (_, due, _) => { b { (say!(locale, "practise-due", n = due.to_string())) } " · " (new) },
            }
        }
        @if data.kept {
            @let known = data.positions - data.new;
            p.progress {
                progress max=(data.positions) value=(known) aria-label=(say!(locale, "practise-progress")) {}
                " " (say!(locale, "practise-answered", n = known, all = data.positions))
            }
        }
    }
}

/// Draws the positions that follow as small boards. Each leads to its position, so that a visitor can choose.
fn upcoming(state: &PageState, data: &Practice, locale: Locale) -> Markup {
    html! {
        @if data.next().is_some() {
            h2 { (say!(locale, "practise-upcoming")) }
            ol.boards.upcoming {
                @for position in data.upcoming() {
                    li {
                        a href=(position_address(state, position)) {
                            (board_image(&position.id, &format!("node={}", position.node), 120))
                            span { (stone(position.mover)) (number_or_problem(position, locale)) }
                        }
                    }
                }
            }
        }
    }
}

/// Draws the table of results by part of the game and by opening.
fn tally(state: &PageState, data: &Practice, locale: Locale) -> Markup {
    let open: PractiseTab = state.tab.choice().unwrap_or_default();
    let tabs = [(PractiseTab::Query, "practise-tab-query"), (PractiseTab::All, "practise-tab-all")];
    html! {
        @if data.has_answers {
            div.choice role="group" aria-label=(say!(locale, "practise-tabs")) {
                @for (tab, message) in tabs {
                    @let tab_state = state.with(|state| state.tab = ChoiceText::new(tab));
                    @let current = (tab == open).then_some("true");
                    a href=(tab_state.at_path("/practise")) aria-current=[current] { (say!(locale, message)) }
                }
            }
        }
        @if data.has_answers && data.tally.is_empty() { p.muted { (say!(locale, "practise-no-answers")) } }
        @if !data.tally.is_empty() {
            table.tally {
                caption.hidden { (say!(locale, "practise-counts")) }
                thead { tr {
                    th scope="col" { (say!(locale, "practise-counts-moves")) }
                    th.number scope="col" { (say!(locale, "practise-right")) }
                    th.number scope="col" { (say!(locale, "practise-nearly")) }
                    th.number scope="col" { (say!(locale, "practise-wrong")) }
                } }
                tbody { @for row in data.tally.iter().filter(|row| row.by == "phase") { (counts(row, locale)) } }
                @if data.tally.iter().any(|row| row.by == "opening") {
                    tbody {
                        tr { th.group scope="rowgroup" colspan="4" { (say!(locale, "practise-openings")) } }
                        @for row in data.tally.iter().filter(|row| row.by == "opening") { (counts(row, locale)) }
                    }
                }
            }
        }
    }
}

fn counts(row: &TallyRow, locale: Locale) -> Markup {
    let value = match row.value.strip_suffix('-') {
        Some(first) => say!(locale, "practise-from", first = first),
        None if row.by == "phase" => row.value.replace('-', "–"),
        None => opening_name(&row.value, locale).to_owned(),
    };
    html! {
        tr {
            th scope="row" { (escape_invisible(&value)) }
            @for count in [row.right, row.nearly, row.wrong] { td.number { @if count > 0 { (format_thousands(count.into())) } @else { span.muted { "0" } } } }
        }
    }
}

/// Explains why there is no position to practise.
fn no_position(state: &PageState, data: &Practice, locale: Locale) -> Markup {
    let games = state.filter_only().at_path("/games");
    let link = |text: String| html! { a href=(games) { (text) } };
    html! {
        div.practise.empty {
            section #answer aria-label=(say!(locale, "practise-title")) {
                @if data.games == 0 {
                    p.nothing { (marked!(locale, "practise-no-game"; games = link(say!(locale, "practise-the-games")))) }
                } @else if data.positions == 0 {
                    p.nothing {
                        (say!(locale, "practise-no-move", n = data.games)) " " (say!(locale, "practise-which-moves")) " "
                        (link(say!(locale, "practise-to-games")))
                    }
                } @else {
                    p.nothing.node-notes {
                        (say!(locale, "practise-done", n = data.positions))
                        @if let Some(day) = &data.next_due { " " (say!(locale, "practise-next-due", day = date(day, locale))) }
                    }
                }
            }
            section #tally aria-label=(say!(locale, "practise-tally")) { (tally(state, data, locale)) }
        }
    }
}
