//! The page Help.

use super::addresses::games;
use super::{Content, PageContext, PageFragment, parts, plain};
use crate::engine::words::thousands;
use crate::web::data::help::FieldList;
use maud::html;

/// The keys that work on the pages. `keys.js`, `explore.js`, `board.js`, `shapes.js`, `games.js`, `game.js`,
/// `analysis.js` and `practise.js` have the same ones.
const KEYS: [(&str, &str); 27] = [
    ("/", "the query"),
    ("Esc", "out of the query; then back to the whole board"),
    ("← →", "a move back, a move forward"),
    ("Shift ← →", "ten moves back, ten forward"),
    ("Home End", "the first position, the last one"),
    (
        "↑ ↓",
        "from row to row; → opens a row, ← closes it; in a game, the variation above or below",
    ),
    ("1 – 9", "the nth continuation"),
    ("A – L", "the lettered move, on the board or in the table"),
    (
        "Enter",
        "plays the point of the board that has the focus; arrows lead from point to point",
    ),
    ("c", "on the board: says the point and its neighbours"),
    (
        "r",
        "a region: arrows move it, Shift and arrows size it, Enter takes it, Esc leaves",
    ),
    (
        "w",
        "what may stand at the point that has the focus: ?, A, V or *; elsewhere, what a click puts",
    ),
    ("right drag", "on the board: draws a region"),
    ("Shift click", "on the board: what may stand at that point"),
    (
        "x",
        "turns the board; in a game, shows it as it is in the record",
    ),
    ("n N", "the next hit in a game, the one before it"),
    ("b", "in an analysed game, the line that the engine expects"),
    (
        "s n",
        "where moves are guessed: the answer, the next position; Enter on the board guesses, then goes on",
    ),
    ("j k", "the next game of a list, the one before it"),
    ("↵", "opens the selected game"),
    ("e u", "explores from here; up to the list"),
    ("y", "copies the link"),
    ("t", "light or dark"),
    (
        "g e, g g, g p, g a",
        "goes to the page with that letter: Explore, Games, Players, Archive",
    ),
    (
        "Ctrl click",
        "on a stone of a game: the move that put it there",
    ),
    ("Alt click", "on a value beside the games: those without it"),
    ("?", "this page"),
];

const QUERIES: &str = "A game must have all words. OR, − (not) and ( ) work as usual; quotes make a phrase; a* finds \
                       beginnings, a~ misspellings; 1990..1995, <, <=, > and >= are for dates, numbers and ranks; \
                       field:* finds any value.";
const POSITIONS: &str = "A game counts once, at the first move after which its main line stands at the position, turned or \
                         mirrored in any way. Games that reach it only in a variation are counted separately.";
const SHAPES: &str = "A shape is a part of the board. A side on the edge of the board is bound to it, shown as a thick bar, until it \
                      is freed; without a bound side the shape may lie anywhere. ? leaves a point open, A is black or empty, \
                      V white or empty, * a stone of either colour. A game counts once, at the first move after which the \
                      shape stands. Colours and rates are those of the shape as it is drawn. Tenuki is a move elsewhere.";
const RATES: &str = "A rate is that of the side that plays, over the games that somebody won; ± is the half-width of its \
                     95 % Wilson interval. Blue is better than the position as a whole, orange is worse, pale means that \
                     chance may explain the difference. The text of a rate is coloured only where the difference is \
                     larger than ±.";

/// Draws the page.
pub fn draw(view: &PageContext, found: &FieldList) -> PageFragment {
    let content = Content {
        title: "Help".to_owned(),
        sentence: plain("What can be asked, and how it is counted.".to_owned()),
        main: html! {
            article.help-page {
                h1 { "Help" }
                h2 { "Queries" }
                p { (QUERIES) }
                table.fields {
                    caption.hidden { "Fields" }
                    thead { tr { th scope="col" { "Field" } th scope="col" { "Finds" } th scope="col" { "Example" } th scope="col" { "Games" } } }
                    tbody {
                        @for field in &found.fields {
                            tr {
                                th scope="row" {
                                    code { (field.name) }
                                    @for alias in field.aliases { " " code.muted { (alias) } }
                                    @if !field.names.is_empty() { br; small { (field.names.join(" ")) } }
                                }
                                td {
                                    (field.help)
                                    @if !field.choices.is_empty() { " (" (field.choices.join(", ")) ")" }
                                }
                                td {
                                    @match field.games {
                                        Some(_) => a href=(games(field.example)) { code { (field.example) } },
                                        None => code { (field.example) },
                                    }
                                }
                                td.muted { @if let Some(games) = field.games { (thousands(games)) } }
                            }
                        }
                    }
                }
                h2 { "Positions" }
                p { (POSITIONS) }
                p { (SHAPES) }
                p { (RATES) }
                h2 { "Keys" }
                p hidden {
                    label { input #single-keys type="checkbox"; " Keys that print a character work on the pages" }
                }
                table.keys {
                    tbody { @for (key, does) in KEYS { tr { th scope="row" { kbd { (key) } } td { (does) } } } }
                }
            }
        },
    };
    parts(view, content)
}
