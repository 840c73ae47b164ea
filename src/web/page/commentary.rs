//! Draws the comments of a game as one text, with the words of the query and the points of the board marked, and with
//! links to the web pages that they name.

use super::figures::stone;
use super::text::escape_invisible;
use super::tree::color_of;
use super::web_links::with_links;
use crate::data::game::ShownGame;
use crate::state::point;
use crate::words::say;
use kifu_engine::checkpoint;
use kifu_messages::Locale;
use kifu_record::game::BoardSize;
use kifu_record::generated::human_text;
use kifu_record::{GameTree, NodeId};
use maud::{Markup, html};
use std::borrow::Cow;
use std::ops::Range;

/// Largest number of comments that are drawn. If a game has more, those around the current node are drawn.
const MAX_COMMENTS: usize = 400;
/// Largest size of all comments in bytes. If they are larger, each comment is shortened to its beginning.
const MAX_TEXT_BYTES: usize = 256 << 10;
/// Number of bytes to which a comment is shortened, and to which the comment at the current node is.
const SHORT_COMMENT_BYTES: usize = 500;
const CURRENT_COMMENT_BYTES: usize = 32 << 10;

/// Texts that people wrote in the comments of a game, with their nodes. What programs wrote is left out: it belongs to
/// the verdict on a move.
fn human_comments(tree: &GameTree) -> impl Iterator<Item = (NodeId, Cow<'_, str>)> {
    let texts = tree.comments().inspect(|_| checkpoint());
    texts.map(|(node, text)| (node, human_text(text))).filter(|(_, text)| !text.trim().is_empty())
}

/// True if people wrote a comment in this game.
pub(super) fn has_comments(tree: &GameTree) -> bool {
    human_comments(tree).next().is_some()
}

/// True if people wrote a comment at this node.
pub(super) fn has_comment(tree: &GameTree, node: NodeId) -> bool {
    tree.comments_of(node).any(|text| !human_text(text).trim().is_empty())
}

/// True if all comments of a game are drawn in full.
pub(super) fn is_complete(game: &ShownGame) -> bool {
    let tree = &game.record().tree;
    human_comments(tree).nth(MAX_COMMENTS).is_none() && fits_in_full(human_comments(tree))
}

/// True if the given comments are few and small enough to be drawn in full.
fn fits_in_full<'t>(comments: impl Iterator<Item = (NodeId, Cow<'t, str>)>) -> bool {
    comments.map(|(_, text)| text.len()).sum::<usize>() <= MAX_TEXT_BYTES
}

/// Draws the comments of a game as one text; nothing if there are none. `address` gives the address of a node.
pub(super) fn draw(game: &ShownGame, address: &dyn Fn(NodeId) -> String, locale: Locale) -> Markup {
    let tree = &game.record().tree;
    if !has_comments(tree) {
        return Markup::default();
    }
    let numbers = tree.move_numbers();
    let here = game.place.node;
    let current = human_comments(tree).take_while(|(node, _)| *node < here);
    let begin = match human_comments(tree).nth(MAX_COMMENTS) {
        None => 0,
        Some(_) => current.count().saturating_sub(MAX_COMMENTS / 2),
    };
    let window: Vec<_> = human_comments(tree).skip(begin).take(MAX_COMMENTS).collect();
    let is_short = !fits_in_full(window.iter().cloned());
    let most_bytes = |node: NodeId| match (is_short, node == here) {
        (false, _) => usize::MAX,
        (true, true) => CURRENT_COMMENT_BYTES,
        (true, false) => SHORT_COMMENT_BYTES,
    };
    html! {
        div #commentary {
            ol.commentary tabindex="0" aria-label=(say!(locale, "analysis-comments")) {
                @for (node, text) in &window {
                    li data-node=(node) aria-current=[(*node == here).then_some("step")] {
                        a href=(address(*node)) {
                            @if let Some(color) = color_of(tree, *node) { (stone(color)) }
                            span.hidden { (say!(locale, "analysis-comment-move")) " " }
                            (numbers.get(*node as usize).copied().unwrap_or(0))
                        }
                        p { (beginning_of_comment(game, *node, text, most_bytes(*node))) }
                    }
                }
            }
        }
    }
}

/// Draws the comment of the node shown, for windows that are too narrow for all comments, and what a program wrote
/// about the move, folded.
pub(super) fn current(game: &ShownGame, locale: Locale) -> Markup {
    let (tree, node) = (&game.record().tree, game.place.node);
    let human: Vec<_> = tree.comments_of(node).map(human_text).collect();
    let generated =
        tree.comments_of(node).zip(&human).filter(|(text, human)| *text != human.as_ref());
    html! {
        @for text in human.iter().filter(|text| !text.trim().is_empty()) {
            p.comment-here { (beginning_of_comment(game, node, text, CURRENT_COMMENT_BYTES)) }
        }
        @for (text, _) in generated {
            @let text = text.trim_matches(is_blank);
            details.generated {
                summary { (say!(locale, "game-generated-comment")) }
                p { (comment(text, CURRENT_COMMENT_BYTES, &[], game.record().start.size)) }
            }
        }
    }
}

/// True for white space, and for the invisible letters with which programs mark their comments.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{3164}')
}

/// Draws the beginning of a comment, with an ellipsis if it is longer.
fn beginning_of_comment(game: &ShownGame, node: NodeId, text: &str, most: usize) -> Markup {
    comment(text, most, &marks(game, node, text), game.record().start.size)
}

/// Returns the first bytes of a text, cut between two characters.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// Returns the places of the query's words in a comment, if the query has a hit at this node with exactly this text.
pub(super) fn marks(game: &ShownGame, node: NodeId, text: &str) -> Vec<Range<usize>> {
    // Hits are sorted by their nodes, so they can be searched by bisection.
    let first = game.hits.partition_point(|hit| hit.node < node);
    let mut hits = (game.hits.iter().skip(first)).take_while(|hit| hit.node == node);
    let hit = hits.find(|hit| hit.text.as_deref() == Some(text));
    hit.map_or(&[][..], |hit| hit.marks.as_slice()).iter().map(|[from, to]| *from..*to).collect()
}

/// Draws the first bytes of a comment, with an ellipsis if it is longer. The words of the query and the points of the
/// board in it are marked, and addresses of web pages are links.
pub(super) fn comment(text: &str, most: usize, marks: &[Range<usize>], size: BoardSize) -> Markup {
    let part = beginning(text, most);
    let is_cut = part.len() < text.len();
    let draw = |range, is_address| {
        let draw_piece = |piece: &str| {
            if is_address {
                html! { (escape_invisible(piece)) }
            } else {
                with_points(piece, size)
            }
        };
        with_marks(part, range, marks, &draw_piece)
    };
    html! {
        (with_links(part, is_cut, &draw))
        @if is_cut { "…" }
    }
}

/// Draws a part of a text with those of the marks that lie in it. The function draws what is not marked.
fn with_marks(
    text: &str,
    part: Range<usize>,
    marks: &[Range<usize>],
    draw: &dyn Fn(&str) -> Markup,
) -> Markup {
    let mut at = part.start;
    let mut pieces: Vec<(&str, bool)> = Vec::new();
    // Marks are sorted, so those before the part can be skipped by bisection.
    let first = marks.partition_point(|mark| mark.end <= part.start);
    for mark in marks.iter().skip(first).take_while(|mark| mark.start < part.end) {
        let mark = mark.start.max(at)..mark.end.min(part.end);
        if let (Some(before), Some(marked)) = (text.get(at..mark.start), text.get(mark.clone())) {
            pieces.extend([(before, false), (marked, true)]);
            at = mark.end;
        }
    }
    pieces.extend(text.get(at..part.end).map(|rest| (rest, false)));
    html! {
        @for (piece, is_marked) in pieces.into_iter().filter(|(piece, _)| !piece.is_empty()) {
            @if is_marked { mark { (escape_invisible(piece)) } } @else { (draw(piece)) }
        }
    }
}

fn with_points(text: &str, size: BoardSize) -> Markup {
    let points = points(text, size);
    let ends = std::iter::once(0).chain(points.iter().map(|point| point.end));
    let last = points.last().map_or(0, |point| point.end);
    let part = |range| text.get(range).unwrap_or_default();
    html! {
        @for (end, point) in ends.zip(&points) {
            (escape_invisible(part(end..point.start)))
            @let name = part(point.clone());
            span.point tabindex="0" data-point=(name) { (name) }
        }
        (escape_invisible(part(last..text.len())))
    }
}

/// Words that name a point of the board, such as `Q5`.
fn points(text: &str, size: BoardSize) -> Vec<Range<usize>> {
    let (mut found, mut begin) = (Vec::new(), 0);
    let is_between = |c: char| !c.is_alphanumeric();
    for piece in text.split_inclusive(is_between) {
        let word = piece.trim_end_matches(is_between);
        if is_point(word, size) {
            found.push(begin..begin + word.len());
        }
        begin += piece.len();
    }
    found
}

fn is_point(word: &str, size: BoardSize) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0')
        && point(word, size).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, size: BoardSize) -> Vec<&str> {
        points(text, size).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn points_are_whole_words_within_the_board() {
        let text = "White Q5, not R14? (C3) A20 I5 q4 B05 Q5x xQ5 Q-5 19 T19. 黑D4";
        assert_eq!(named(text, BoardSize::GO), ["Q5", "R14", "C3", "T19"]);
        let nine = BoardSize::new(9, 9).unwrap_or(BoardSize::GO);
        assert_eq!(named(text, nine), ["C3"]);
    }

    #[test]
    fn comments_are_text_with_marks_and_points() {
        let mark = 4..10;
        let text = "<b> ladder Q5 \u{202e}";
        let drawn = comment(text, usize::MAX, std::slice::from_ref(&mark), BoardSize::GO);
        assert_eq!(
            drawn.into_string(),
            "&lt;b&gt; <mark>ladder</mark> <span class=\"point\" tabindex=\"0\" data-point=\"Q5\">Q5</span> ⟨202E⟩"
        );
    }

    const LINK: &str = "rel=\"noopener noreferrer nofollow\" referrerpolicy=\"no-referrer\"";

    #[test]
    fn addresses_in_comments_are_links_and_keep_their_marks() {
        // The marks begin in the text, in the address and at its end.
        let text = "see https://example.com/ladder/Q5. end";
        let at = |word: &str| text.find(word).map(|at| at..at + word.len()).unwrap_or_default();
        let marks = [at("see https"), at("ladder"), at("Q5. e")];
        let drawn = comment(text, usize::MAX, &marks, BoardSize::GO).into_string();
        let expected = format!(
            "<mark>see </mark><a class=\"web\" href=\"https://example.com/ladder/Q5\" {LINK}>\
             <mark>https</mark>://example.com/<mark>ladder</mark>/<mark>Q5</mark></a><mark>. e</mark>nd"
        );
        assert_eq!(drawn, expected);
    }

    #[test]
    fn addresses_in_comments_inject_nothing_and_are_not_shortened() {
        let text =
            "https://a.example/\"onclick=\"x https://a.example/?a&b<script> https://b.example/long";
        let drawn = |most| comment(text, most, &[], BoardSize::GO).into_string();
        let whole = drawn(usize::MAX);
        assert!(
            whole.starts_with(&format!("<a class=\"web\" href=\"https://a.example/\" {LINK}>"))
        );
        assert!(whole.contains("</a>&quot;onclick=&quot;x <a"), "{whole}");
        assert!(whole.contains("href=\"https://a.example/?a&amp;b\""), "{whole}");
        assert!(whole.contains("</a>&lt;script&gt; <a"), "{whole}");
        assert_eq!(whole.matches("<a ").count(), 3);
        let cut = drawn(text.len() - 1);
        assert_eq!(cut.matches("<a ").count(), 2);
        assert!(cut.ends_with("https://b.example/lon…"), "{cut}");
    }
}
