//! Draws a game as a handout to be printed: its header, and figures with numbered moves and comments below them. The
//! page of the server and the file of an export have the same HTML and the same style sheet.

mod diagram;

use super::escape::escape_drawing;
use diagram::diagram;
pub(crate) use diagram::diagram_with_labels;
use kifu_engine::game::Mark;
use kifu_engine::handout::{
    Figure, Handout, HandoutForm, HandoutNote, MarkedPoints, NoteText, UnshownMove, UnshownPlace,
};
use kifu_engine::points::{move_name, point_name};
use kifu_messages::{Locale, say};
use kifu_record::GameRecord;
use kifu_record::date::LaxDate;
use kifu_record::game::{Color, Move};
use kifu_record::info::Player;
use kifu_record::result::GameResult;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Style sheet of handouts, for A4 and Letter. It needs no other style sheet.
pub const HANDOUT_STYLE: &str = include_str!("handout/handout.css");

/// Functions that write the HTML file of an export.
pub const HANDOUT_FILE: HandoutForm =
    HandoutForm { head: file_head, game: file_game, tail: "</main></body></html>\n" };

/// Largest width of a board that fits into one of two columns, in points.
const MAX_COLUMN_WIDTH: u8 = 25;

/// Game to draw as a handout, with options.
pub struct HandoutDrawing<'d> {
    pub handout: &'d Handout<'d>,
    /// Language of the words that do not come from the record.
    pub locale: Locale,
    /// Function that writes a date in this language.
    pub date: &'d dyn Fn(&LaxDate) -> String,
    /// Function that writes a result in this language.
    pub result: &'d dyn Fn(GameResult) -> String,
}

/// Draws a game as an article.
pub fn handout(drawing: &HandoutDrawing) -> Markup {
    let HandoutDrawing { handout, locale, .. } = *drawing;
    let figures = &handout.figures;
    let is_wide = handout.record.start.size.width() > MAX_COLUMN_WIDTH;
    let drawn = html! {
        article.handout {
            (header(drawing))
            div.figures.single[figures.len() < 2 || is_wide] {
                @if !handout.introduction.is_empty() { (notes(handout, &handout.introduction, locale)) }
                @if figures.is_empty() { p.cut { (say!("game-no-board").in_language(locale)) } }
                @for (number, figure) in (1..).zip(figures) {
                    (self::figure(handout, number, figure, locale))
                    @if !figure.notes.is_empty() { (notes(handout, &figure.notes, locale)) }
                }
                @if handout.is_cut { p.cut { (say!("handout-cut").in_language(locale)) } }
            }
        }
    };
    escape_drawing(drawn)
}

/// Draws the names of the players, and the facts of the game below them.
fn header(drawing: &HandoutDrawing) -> Markup {
    let HandoutDrawing { handout, locale, .. } = *drawing;
    let info = &handout.record.info;
    let is_named = Color::BOTH.iter().any(|&color| info.players[color].name.is_some());
    let handicap = info.handicap_stones().filter(|&stones| stones > 0);
    let facts = [
        (say!("columns-head-title"), info.title.clone().filter(|_| is_named)),
        (say!("columns-head-event"), info.event.clone()),
        (say!("columns-head-round"), info.round.clone()),
        (say!("columns-head-date"), info.date.as_ref().map(drawing.date)),
        (say!("columns-head-place"), info.place.clone()),
        (say!("columns-head-result"), info.result.map(drawing.result)),
        (say!("columns-head-komi"), info.komi.map(|komi| komi.points().to_string())),
        (say!("columns-head-handicap"), handicap.map(|stones| stones.to_string())),
        (say!("columns-head-rules"), info.rules.clone()),
        (say!("columns-head-annotator"), info.annotator.clone()),
    ];
    let facts = facts.into_iter().filter_map(|(name, value)| Some((name, value?)));
    html! {
        header {
            h1 {
                @if is_named {
                    @for color in Color::BOTH { (player(&info.players[color], color)) }
                } @else {
                    (info.title.as_deref().unwrap_or("?"))
                }
            }
            dl.facts {
                @for (name, value) in facts {
                    div { dt { (name.in_language(locale)) } " " dd { bdi { (value) } } }
                }
            }
        }
    }
}

/// Draws the name of a player behind a stone, with the rank as written.
fn player(player: &Player, color: Color) -> Markup {
    let rank = player.rank_text.clone().or_else(|| player.rank.map(|rank| rank.to_string()));
    let rank = rank.filter(|_| !player.has_rank_in_name());
    html! {
        span.player {
            (stone_sign(color)) " " bdi { (player.name.as_deref().unwrap_or("?")) }
            @if let Some(rank) = rank { " " small { bdi { (rank) } } }
        }
        " "
    }
}

/// Character that stands for a stone in a text.
fn stone_sign(color: Color) -> &'static str {
    match color {
        Color::Black => "●",
        Color::White => "○",
    }
}

fn figure(handout: &Handout, number: usize, figure: &Figure, locale: Locale) -> Markup {
    let caption = caption(number, figure, locale);
    let unshown: Vec<String> =
        figure.unshown.iter().map(|unshown| unshown_text(handout, *unshown, locale)).collect();
    html! {
        figure {
            (diagram(figure, &caption))
            figcaption { (caption) }
            @if !unshown.is_empty() { p.unshown { (unshown.join(&comma(locale))) } }
        }
    }
}

fn caption(number: usize, figure: &Figure, locale: Locale) -> String {
    let number = number.to_string();
    let caption = match (figure.numbers, figure.to_play) {
        (Some((from, to)), _) if from == to => {
            say!("handout-figure-move", figure = number, number = from.to_string())
        }
        (Some((from, to)), _) => {
            let (from, to) = (from.to_string(), to.to_string());
            say!("handout-figure-moves", figure = number, from = from, to = to)
        }
        (None, Some(color)) => {
            let color = match color {
                Color::Black => say!("black"),
                Color::White => say!("white"),
            };
            say!("handout-figure-to-play", figure = number, color = color)
        }
        (None, None) => say!("handout-figure", figure = number),
    };
    caption.in_language(locale)
}

/// Text about a move that the board cannot show: `57 at 43`, `88 pass`.
fn unshown_text(handout: &Handout, unshown: UnshownMove, locale: Locale) -> String {
    let start = handout.record.start;
    let number = unshown.number.to_string();
    let place = match unshown.place {
        UnshownPlace::AtMove(earlier) => earlier.to_string(),
        UnshownPlace::AtPoint(point) => point_name(start.game, start.size, point),
        UnshownPlace::Other(action) => {
            return format!("{number} {}", name(handout, action, locale));
        }
    };
    say!("handout-at", number = number, place = place).in_language(locale)
}

fn name(handout: &Handout, action: Move, locale: Locale) -> String {
    let start = handout.record.start;
    match action {
        Move::Pass => say!("pass").in_language(locale),
        action => move_name(start.game, start.size, action),
    }
}

fn comma(locale: Locale) -> String {
    say!("sentence-value-comma").in_language(locale)
}

fn notes(handout: &Handout, notes: &[HandoutNote], locale: Locale) -> Markup {
    html! {
        div.notes {
            @for note in notes {
                p.note.variation[matches!(note.text, NoteText::Variation { .. })] {
                    @match &note.text {
                        NoteText::Comment { text, marked } => {
                            @if note.number > 0 { b { (note.number) } " " }
                            (text)
                            @if !marked.is_empty() { " " span.marked { (marked_text(handout, marked, locale)) } }
                        },
                        NoteText::Variation { moves, comment } => {
                            @let moves = variation_text(handout, moves, locale);
                            (say!("handout-variation", number = note.number.to_string(), moves = moves).in_language(locale))
                            @if !comment.is_empty() { " " (comment) }
                        },
                    }
                }
            }
        }
    }
}

/// Points that a comment may be about: `[a: Q5, △: R6 R7]`.
fn marked_text(handout: &Handout, marked: &[MarkedPoints], locale: Locale) -> String {
    let start = handout.record.start;
    let text = |marked: &MarkedPoints| {
        let points = marked.points.iter().map(|&point| point_name(start.game, start.size, point));
        format!("{}: {}", marked.sign, points.collect::<Vec<String>>().join(" "))
    };
    let texts: Vec<String> = marked.iter().map(text).collect();
    format!("[{}]", texts.join(&comma(locale)))
}

/// Moves of a variation: `●Q5 ○R6`.
fn variation_text(handout: &Handout, moves: &[(Color, Move)], locale: Locale) -> String {
    let step = |(color, action): &(Color, Move)| {
        format!("{}{}", stone_sign(*color), name(handout, *action, locale))
    };
    let moves: Vec<String> = moves.iter().map(step).collect();
    moves.join(" ")
}

/// Beginning of the HTML file of an export. The file loads nothing and runs no scripts.
fn file_head() -> String {
    let head = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { "Game records · kifu-index" }
                style { (PreEscaped(HANDOUT_STYLE)) }
            }
        }
    };
    // The body stays open for the games.
    let head = head.into_string();
    head.strip_suffix("</html>").unwrap_or(&head).to_owned() + "<body><main>\n"
}

/// Game in the HTML file of an export.
fn file_game(record: &GameRecord, marks: &[Mark]) -> String {
    let drawing = HandoutDrawing {
        handout: &Handout::new(record, marks),
        locale: Locale::English,
        date: &|date| date.display_text(),
        result: &|result| result.to_string(),
    };
    let mut text = handout(&drawing).into_string();
    text.push('\n');
    text
}
