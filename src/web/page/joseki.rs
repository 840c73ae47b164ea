//! The page Joseki: a corner of the board, what games play there next, and the games.

mod game_corner;

use super::explore::board_page::{BoardPage, CountedUnit};
use super::explore::compare_form::compare_form;
use super::explore::moves::{MoveRow, ROWS_AT_ONCE};
use super::explore::position::{controls, discs, illegal, play, stones_in_words, type_move};
use super::explore::table::{
    FoldedRows, TableFigures, TableLine, TableNames, table, table_columns, tint_legend,
};
use super::explore::{compare, game_list, years};
use super::figures::{Rate, percent, rates, switch, year_span};
use super::text::{color_name, marked, person, step_name};
use super::{Content, PageContext, PageFragment, parts, title_with_query};
use crate::address::{FIRST_PART, ParsedRequest};
use crate::data::joseki::{CornerPosition, ShownSteps, joseki_of, pattern_state};
use crate::route_parameters::CornerParameters;
use crate::state::{AddressMove, ChoiceText, ExploreTab, PageState, add_parameters, encoded};
use crate::words::say;
use kifu_drawing::{BoardDrawing, svg_of_corner};
use kifu_engine::board::{NextMove, Step, YearRow};
use kifu_engine::game::Position;
use kifu_engine::joseki::{CornerCounts, JosekiMove};
use kifu_engine::number_format::format_thousands;
use kifu_engine::openings::joseki_name;
use kifu_messages::Locale;
use kifu_record::GameRecord;
use kifu_record::game::go::play as play_stone;
use kifu_record::game::{Color, Point, Stone};
use maud::{Markup, html};

/// Path of the page.
pub(crate) const PATH: &str = "/joseki";

const JOSEKI: BoardPage = BoardPage {
    path: PATH,
    address,
    pass: "joseki-tenuki",
    elsewhere: "joseki-tenuki",
    unit: CountedUnit::Corners,
};

/// Largest number of players who are named.
const MAX_PLAYERS: usize = 8;

const NAMES: TableNames = ["moves-next", "next", "joseki-caption"];

/// Tabs on a page that is too narrow for all sections: each shows one section, and has a message with its name.
const TABS: [(ExploreTab, &str, &str); 3] = [
    (ExploreTab::Moves, "moves", "explore-tab-moves"),
    (ExploreTab::Years, "years", "explore-tab-years"),
    (ExploreTab::Games, "games", "explore-tab-games"),
];

/// Address of the page in a state. Parts of the state that do not matter for a corner are left out.
pub(crate) fn address(state: &PageState) -> String {
    let corner = PageState {
        moves: state.moves.clone(),
        at: state.at,
        black: state.black.clone(),
        white: state.white.clone(),
        turn: state.turn,
        query: state.query.clone(),
        second: state.second.clone(),
        view: state.view.clone(),
        unique: state.unique,
        sort: state.sort.clone(),
        tab: state.tab.clone(),
        size: state.size,
        ..PageState::default()
    };
    corner.at_path(PATH)
}

/// Address of the page with the corner of the last move before a position of a game; `None` if it cannot be shown.
pub(super) fn address_of_game(
    record: &GameRecord,
    place: &Position,
    query: &str,
) -> Option<String> {
    game_corner::of_game(record, place, query).map(|state| address(&state))
}

/// Draws the page, or the parts of it that were asked for.
pub(crate) fn draw(
    view: &PageContext,
    parameters: &CornerParameters,
    data: &CornerPosition,
) -> PageFragment {
    let locale = view.request.locale;
    let request = view.request;
    let state = &request.state;
    let none = CornerCounts::default();
    let shown = data.shown(state).unwrap_or(ShownSteps { counts: &none, moves: &[] });
    let typed = request.form.play.as_deref();
    let corner = Corner { state, data, shown: &shown };
    let continuations = corner.continuations();
    let rows = corner.rows(&continuations);
    let open = open_tab(state);
    let is_all = request.wants_part("main");
    let sections = html! {
        @if request.wants_part("board") { (board_section(&corner, &rows, typed, locale)) }
        @if is_all { (tabs(state, open, locale)) }
        @if request.wants_part("moves") {
            @match &data.compared {
                Some(compared) => (compare::section((state, JOSEKI), compared, &rows, locale)),
                None => (moves_section(&corner, &rows, locale)),
            }
        }
        @if !is_all && request.wants_part("row") { (details_as_part(&corner, locale)) }
        @if request.names_part(FIRST_PART) {
            section #years data-later {}
            section #games data-later {}
        }
        @if request.wants_part("years") { (years::section((state, JOSEKI), data.years.as_deref(), locale)) }
        @if request.wants_part("games") { (games_section(request, parameters, data, locale)) }
    };
    if !is_all {
        return sections.into();
    }
    let content = Content {
        title: title(&corner, locale),
        sentence: data.sentence.clone(),
        main: html! {
            h1.hidden { (say!(locale, "joseki-title")) }
            div.explore.corner data-tab=(tab_class(open)) { (sections) }
        },
    };
    parts(view, content)
}

fn open_tab(state: &PageState) -> ExploreTab {
    let open = state.tab.choice();
    open.filter(|tab| TABS.iter().any(|(known, ..)| known == tab)).unwrap_or_default()
}

/// Class name of a tab in the style sheet.
fn tab_class(tab: ExploreTab) -> &'static str {
    TABS.iter().find(|(known, ..)| *known == tab).map_or("moves", |(_, class, _)| class)
}

fn tabs(state: &PageState, open: ExploreTab, locale: Locale) -> Markup {
    html! {
        nav.tabs aria-label=(say!(locale, "explore-tabs")) {
            @for (tab, class, message) in TABS {
                @let current = (tab == open).then_some("true");
                a #{ "tab-" (class) } href=(with_tab(state, tab)) aria-current=[current] { (say!(locale, message)) }
            }
        }
    }
}

fn with_tab(state: &PageState, tab: ExploreTab) -> String {
    address(&state.with(|state| state.tab = ChoiceText::new(tab)))
}

/// Title of the window, such as `Large avalanche · Joseki` or `3 O17 · Joseki`.
fn title(corner: &Corner, locale: Locale) -> String {
    let state = corner.state;
    let page = say!(locale, "joseki-title");
    let position = match (corner.data.joseki, state.played().last()) {
        (Some(joseki), _) => format!("{} · {page}", joseki_name(joseki, locale)),
        (None, Some(step)) => {
            format!("{} {} · {page}", state.at, move_name(*step, state, locale))
        }
        (None, None) => page,
    };
    title_with_query(position, &state.query)
}

/// Name of a move of the address. In a corner, a pass is a tenuki.
fn move_name(step: AddressMove, state: &PageState, locale: Locale) -> String {
    match step {
        AddressMove::Pass => say!(locale, "joseki-tenuki"),
        AddressMove::Place(_) => step_name(step, state.size, locale),
    }
}

/// A position of a corner, ready to be drawn.
struct Corner<'a> {
    state: &'a PageState,
    data: &'a CornerPosition,
    shown: &'a ShownSteps<'a>,
}

impl Corner<'_> {
    /// Steps after the position as rows of a table: moves, tenuki, and the end.
    fn continuations(&self) -> Vec<NextMove> {
        let row = |step: &JosekiMove| {
            let counts = &step.counts;
            NextMove {
                at: step.at.clone(),
                color: Some(step.color.to_string()),
                games: counts.corners,
                wins: counts.wins,
                win_rate: counts.win_rate,
                first_year: counts.first_year,
                last_year: counts.last_year,
                loss: None,
                players: step.players.clone(),
                years: Some(year_rows(counts)),
                reached: None,
                in_book: step.in_book,
                step: step.step(),
            }
        };
        let end = self.shown.counts.end.filter(|&corners| corners > 0).map(|corners| NextMove {
            at: "end".to_owned(),
            color: None,
            games: corners,
            wins: Default::default(),
            win_rate: Default::default(),
            first_year: None,
            last_year: None,
            loss: None,
            players: Vec::new(),
            years: None,
            reached: None,
            in_book: None,
            step: Step::End,
        });
        let mut rows: Vec<NextMove> = self.shown.moves.iter().map(row).chain(end).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.games));
        rows
    }

    fn rows<'r>(&self, continuations: &'r [NextMove]) -> Vec<MoveRow<'r>> {
        let mut letters = ('A'..='Z').take(ROWS_AT_ONCE);
        let mut lettered: Vec<(Point, char)> = Vec::new();
        // A point has one letter, even if both sides play there.
        let mut letter = |point: Point| {
            let known = lettered.iter().find(|(at, _)| *at == point).map(|(_, letter)| *letter);
            let letter = known.or_else(|| letters.next())?;
            lettered.push((point, letter));
            Some(letter)
        };
        let row = |(number, next): (usize, &'r NextMove)| {
            let NextMove { step, wins, .. } = next;
            let color = step.color();
            let mover = color.unwrap_or(self.state.to_move());
            let rate = Rate::of_color(wins, mover);
            let position_rate = Rate::of_color(&self.shown.counts.wins, mover);
            MoveRow {
                letter: step.point().filter(|_| number < ROWS_AT_ONCE).and_then(&mut letter),
                point: step.point(),
                color,
                rate,
                tint: rate.zip(position_rate).map(|(rate, whole)| rate.tint(whole)),
                position_rate,
                href: self.state_after(*step).map(|state| address(&state)),
                next,
                is_later: false,
                at_once: None,
            }
        };
        continuations.iter().enumerate().map(row).collect()
    }

    /// State of the page after a step. Moves of an address alternate, so before a step of the other side than the one
    /// to move, there is a pass.
    fn state_after(&self, step: Step) -> Option<PageState> {
        let color = step.color()?;
        let played = step.point().map_or(AddressMove::Pass, AddressMove::Place);
        let state = self.state;
        Some(if color == state.to_move() {
            state.play(played)
        } else if self.data.is_empty() {
            state.with(|state| state.turn = state.turn.other()).play(played)
        } else {
            state.play(AddressMove::Pass).play(played)
        })
    }

    /// Name of a row in words.
    fn row_name(&self, row: &MoveRow, locale: Locale) -> String {
        match row.next.step {
            Step::End => say!(locale, "joseki-end"),
            Step::Elsewhere(_) => say!(locale, "joseki-tenuki"),
            Step::Move(..) => row.next.at.clone(),
        }
    }

    fn tooltip(&self, row: &MoveRow, locale: Locale) -> String {
        let (at, n) = (self.row_name(row, locale), row.next.games);
        let text = match row.wins() {
            Some(wins) => say!(locale, "joseki-row-wins", at = at, n = n, wins = wins),
            None => say!(locale, "joseki-row", at = at, n = n),
        };
        match self.joseki_after(row) {
            Some(joseki) => format!("{text} · {}", joseki_name(joseki, locale)),
            None => text,
        }
    }

    /// English name of the joseki that the position after a move is.
    fn joseki_after(&self, row: &MoveRow) -> Option<&'static str> {
        let subject = &self.data.answer.subject;
        let mut board = subject.full_board();
        play_stone(&mut board, row.color?, row.point?);
        let points = board.size().points();
        let stones: Vec<(Point, Color)> =
            points.filter_map(|point| Some((point, board.stone(point).color()?))).collect();
        joseki_of(subject.board.width(), &stones)
    }

    fn line<'r>(&self, row: &'r MoveRow<'r>, locale: Locale) -> TableLine<'r> {
        let next = row.next;
        let is_open = self.is_open(next);
        let name = self.row_name(row, locale);
        let joseki = self.joseki_after(row).map(|joseki| joseki_name(joseki, locale).to_owned());
        let tenuki = || {
            let color = next.step.color().map_or(String::new(), |color| color_name(color, locale));
            say!(locale, "joseki-tenuki-title", color = color)
        };
        let is_end = next.step == Step::End;
        TableLine {
            row,
            id: Some(self.row_id(next)),
            of: Some(row_key(next)),
            title: joseki.or_else(|| matches!(next.step, Step::Elsewhere(_)).then(tenuki)),
            note: None,
            more: html! { @if !is_end { (self.details_link(next, &name, is_open, locale)) } },
            details: is_open.then(|| {
                html! {
                    tr.more #{ "more-" (self.row_id(next)) } {
                        td colspan=(table_columns(self.has_book_marks())) { (self.details(next, row, locale)) }
                    }
                }
            }),
            name,
        }
    }

    /// HTML id of the link of a row: the point of its move, with the colour if the other side than the one to move
    /// plays it.
    fn row_id(&self, next: &NextMove) -> String {
        match next.step.color() {
            Some(color) if color != self.state.to_move() => {
                format!("next-{}-{}", color.letter(), next.at)
            }
            _ => format!("next-{}", next.at),
        }
    }

    /// True if a book is in use that can tell whether it has the continuations.
    fn has_book_marks(&self) -> bool {
        self.shown.moves.iter().any(|step| step.in_book.is_some())
    }

    /// True if the page shows the details about a row.
    fn is_open(&self, next: &NextMove) -> bool {
        self.data.details.as_ref().is_some_and(|of| *of == row_key(next))
    }

    fn details_link(&self, next: &NextMove, name: &str, is_open: bool, locale: Locale) -> Markup {
        let here = address(self.state);
        let href = if is_open {
            here
        } else {
            add_parameters(&here, &format!("of={}", encoded(&row_key(next))))
        };
        let label = say!(locale, "moves-more-about", at = name);
        html! { a.more href=(href) aria-label=(label) aria-expanded=(is_open) {} }
    }

    /// Details about a step: the joseki that it leads to, its years, moves elsewhere before it, and who plays it.
    fn details(&self, next: &NextMove, row: &MoveRow, locale: Locale) -> Markup {
        let step = self
            .shown
            .moves
            .iter()
            .find(|step| step.at == next.at && Some(step.player()) == next.step.color());
        html! {
            @if let Some(joseki) = self.joseki_after(row) { p.opening { (joseki_name(joseki, locale)) } }
            @if let Some(step) = step { p { (elsewhere(step, locale)) } }
            @if let Some((first, last)) = next.first_year.zip(next.last_year) {
                p { (say!(locale, "moves-more-years", years = year_span(first, last))) }
            }
            @if !next.players.is_empty() {
                ul.who aria-label=(say!(locale, "moves-more-players")) {
                    @for player in next.players.iter().take(MAX_PLAYERS) {
                        li { (person(&player.name, locale)) " " small { (format_thousands(player.games)) } }
                    }
                    @if next.players.len() > MAX_PLAYERS { li.muted { (say!(locale, "moves-more-others")) } }
                }
            }
        }
    }
}

/// Name of a row as the value of the parameter `of`.
fn row_key(next: &NextMove) -> String {
    match &next.color {
        Some(color) => format!("{color} {}", next.at),
        None => next.at.clone(),
    }
}

fn year_rows(counts: &CornerCounts) -> Vec<YearRow> {
    let row = |&(year, corners): &(u16, u64)| YearRow {
        year: year.into(),
        games: corners,
        of: None,
        black: 0,
        white: 0,
    };
    counts.years.iter().map(row).collect()
}

/// Says how many moves are played elsewhere before a step.
fn elsewhere(step: &JosekiMove, locale: Locale) -> String {
    let moves = u64::from(step.elsewhere.unwrap_or(0));
    // After a tenuki, no step is played at once.
    if step.point.is_none() || step.at_once == 0 {
        return say!(locale, "joseki-tenuki-elsewhere", n = moves) + &say!(locale, "sentence-end");
    }
    let share = percent(step.at_once, step.counts.corners);
    let mut text = say!(locale, "joseki-at-once", share = share);
    if step.elsewhere.is_some() {
        text += &say!(locale, "sentence-comma");
        text += &say!(locale, "joseki-elsewhere", n = moves);
    }
    text + &say!(locale, "sentence-end")
}

/// Draws the corner with its continuations and controls.
fn board_section(corner: &Corner, rows: &[MoveRow], typed: Option<&str>, locale: Locale) -> Markup {
    let state = corner.state;
    let subject = &corner.data.answer.subject;
    let board = subject.full_board();
    let last = state.played().last().and_then(|step| match step {
        AddressMove::Place(point) => Some((state.to_move().other(), *point)),
        AddressMove::Pass => None,
    });
    let color = color_name(state.to_move(), locale);
    let title = match state.played().last() {
        None => say!(locale, "joseki-board", color = color.as_str()),
        Some(step) => {
            let at = move_name(*step, state, locale);
            say!(locale, "joseki-board-after", at = at, color = color.as_str())
        }
    };
    let drawing = BoardDrawing {
        board: &board,
        last: last.filter(|(_, point)| board.stone(*point) != Stone::Empty),
        discs: discs(rows, |row| corner.tooltip(row, locale)),
        signs: Vec::new(),
        region: None,
        open_points: Vec::new(),
        title,
        play_href: Some(play(state, PATH)),
        turn: state.to_move(),
    };
    html! {
        section #position aria-label=(say!(locale, "position-title")) data-illegal=[illegal(state, &board, rows)] {
            div.board-frame { (svg_of_corner(&drawing, subject.side())) }
            p #hint hidden {}
            (controls(state, JOSEKI, locale))
            // On a narrow page, a script opens and closes this element with further controls.
            div #rest {
                div.line { (type_move(state, PATH, typed, locale)) }
                details.words {
                    summary { (say!(locale, "position-words")) }
                    (stones_in_words(state, &board, locale))
                }
            }
        }
    }
}

/// Draws the number of corners, their results, and a row for each continuation.
fn moves_section(corner: &Corner, rows: &[MoveRow], locale: Locale) -> Markup {
    let counts = corner.shown.counts;
    let figures =
        TableFigures::new("joseki-head-corners", counts.corners, &counts.wins, &year_rows(counts))
            .with_book(corner.has_book_marks());
    let lines: Vec<TableLine> = rows.iter().map(|row| corner.line(row, locale)).collect();
    let (first, rest) = lines.split_at(lines.len().min(ROWS_AT_ONCE));
    html! {
        section #moves aria-label=(say!(locale, "moves-title")) data-said=(aria_summary(corner, rows, locale)) {
            (totals(corner, locale))
            @if !first.is_empty() { (table(&figures, (first, &FoldedRows::Lines(rest)), &NAMES, locale)) }
            @if !rest.is_empty() {
                @let corners: u64 = rest.iter().map(|line| line.row.next.games).sum();
                details.rest {
                    summary {
                        (say!(locale, "joseki-others", n = rest.len(), corners = corners)) " · "
                        span.open-all { (say!(locale, "show-all")) }
                    }
                }
            }
            @if !first.is_empty() {
                div.foot { p.legend { (tint_legend(&say!(locale, "moves-better-side"), locale)) } }
            }
            @if counts.corners > 0 { (compare_form(corner.state, JOSEKI, locale)) }
        }
    }
}

fn totals(corner: &Corner, locale: Locale) -> Markup {
    let (state, counts) = (corner.state, corner.shown.counts);
    let wins = &counts.wins;
    let without = wins.draws + wins.unknown;
    let color = color_name(state.to_move(), locale);
    let is_after_tenuki =
        !corner.data.is_empty() && state.played().last() == Some(&AddressMove::Pass);
    html! {
        div.head {
            p.total {
                @let total = html! { strong { (format_thousands(counts.corners)) } };
                (marked!(locale, "joseki-total", n = counts.corners; total = total)) " "
                (say!(locale, "joseki-in-games", games = say!(locale, "games", n = counts.games))) " · "
                @if corner.data.is_empty() { (say!(locale, "joseki-first-color")) }
                @else if is_after_tenuki {
                    (say!(locale, "joseki-after-tenuki", color = color_name(state.to_move().other(), locale)))
                }
                @else { (say!(locale, "to-play", color = color)) }
            }
            @if corner.data.joseki.is_some() || without > 0 {
                p.opening {
                    @if let Some(joseki) = corner.data.joseki {
                        b { (joseki_name(joseki, locale)) } @if without > 0 { " · " }
                    }
                    @if without > 0 { (say!(locale, "moves-without-winner", n = without)) }
                }
            }
        }
        @if wins.black + wins.white > 0 { (rates(wins, locale)) }
    }
}

/// Summary for screen readers: `1,257 corners in 1,100 games, most played F3, 33%, wins 51%`.
fn aria_summary(corner: &Corner, rows: &[MoveRow], locale: Locale) -> String {
    let counts = corner.shown.counts;
    let games = say!(locale, "games", n = counts.games);
    let total = format_thousands(counts.corners);
    let corners = say!(locale, "joseki-total", n = counts.corners, total = total);
    let mut parts = vec![format!("{corners} {}", say!(locale, "joseki-in-games", games = games))];
    if let Some(joseki) = corner.data.joseki {
        parts.push(joseki_name(joseki, locale).to_owned());
    }
    if let Some(most) = rows.first() {
        let at = corner.row_name(most, locale);
        let share = percent(most.next.games, counts.corners);
        parts.push(match most.wins() {
            Some(wins) => say!(locale, "moves-most-wins", at = at, share = share, wins = wins),
            None => say!(locale, "moves-most", at = at, share = share),
        });
    }
    parts.join(", ")
}

/// Draws the details about a step as a part of the page, for a script that loads it.
fn details_as_part(corner: &Corner, locale: Locale) -> Markup {
    let continuations = corner.continuations();
    let rows = corner.rows(&continuations);
    let open = rows.iter().find(|row| corner.is_open(row.next));
    html! {
        @match open {
            Some(row) => div #{ "more-" (corner.row_id(row.next)) } { (corner.details(row.next, row, locale)) },
            None => div #more-none { p.muted { (say!(locale, "moves-more-none")) } },
        }
    }
}

/// Draws the games with the corner. Their pages show the board turned so that the corner lies as on this page.
fn games_section(
    request: &ParsedRequest,
    parameters: &CornerParameters,
    data: &CornerPosition,
    locale: Locale,
) -> Markup {
    let state = &request.state;
    let pattern = pattern_state(state, data.answer.subject.side());
    let Some(games) = &data.games else {
        return html! {
            section #games aria-label=(say!(locale, "chosen-title")) {
                p.muted { (say!(locale, "joseki-games-later")) }
            }
        };
    };
    let (shown, total) = (games.answer.games.len() as u64, games.answer.total);
    let unique = state.with(|state| state.unique = (!state.is_unique()).then_some(true));
    html! {
        section #games aria-label=(say!(locale, "chosen-title")) {
            div.head {
                h2.hidden { (say!(locale, "chosen-title")) }
                span { (say!(locale, "games", n = total)) }
                (switch(&address(&unique), state.is_unique(), locale))
                (game_list::menu(state, address, locale))
            }
            @let not_counted = total.saturating_sub(data.answer.all.games);
            @if data.complete && not_counted > 0 { p.muted { (say!(locale, "joseki-games-left-out", n = not_counted)) } }
            ol.games { @for game in &games.answer.games { (game_list::line(&pattern, game, &[], locale)) } }
            p.more-games {
                @if parameters.page.is_some() { a href=(with_tab(state, ExploreTab::Games)) { (say!(locale, "chosen-first")) } }
                @if let Some(key) = &games.page.next {
                    @let next = format!("page={}", encoded(key));
                    a #more-games href=(add_parameters(&with_tab(state, ExploreTab::Games), &next)) { (say!(locale, "chosen-more")) }
                }
                span.muted data-total=(total) { (say!(locale, "chosen-shown", n = shown, total = total)) }
                @if let Some(query) = games.query.as_ref().filter(|_| total > shown) {
                    a href=(state.clone().with_query(query.as_str()).filter_only().at_path("/games")) { (say!(locale, "chosen-all")) }
                }
            }
            p.muted { a #as-shape href=(pattern.explore_address()) { (say!(locale, "joseki-explore")) } }
        }
    }
}
