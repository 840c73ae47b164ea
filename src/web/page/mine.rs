//! The page Mine: starred games, tags, notes, saved queries, and the query history.

use super::rows::{address, game_line, small_board};
use super::text::{date, escape_invisible, marked, time};
use super::{Content, PageContext, PageFragment, parts};
use crate::data::mine::{MinePage, NOTED_QUERY, NoteRow, STARRED_QUERY, SavedRow};
use crate::data::practise::PracticeProgress;
use crate::route_parameters::NoParameters;
use crate::state::{ChoiceText, MineTab, PageState};
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_engine::user_marks::{GameMarks, query_for};
use kifu_language::Field;
use kifu_messages::Locale;
use kifu_store::userdata::marks::note_version;
use maud::{Markup, html};

pub(crate) fn draw(view: &PageContext, _: &NoParameters, data: &MinePage) -> PageFragment {
    let locale = view.request.locale;
    let content = Content {
        title: say!(locale, "mine-title"),
        sentence: sentence(data, locale).into(),
        main: html! {
            h1.hidden { (say!(locale, "mine-title")) }
            @if !data.told {
                p.nothing {
                    (marked!(locale, "mine-not-shown"; command = html! { code { "kifu-index serve --share-notes" } }))
                }
            } @else {
                p #mine-state.muted role="status" {}
                (practice(data.practice.as_ref(), locale))
                div.mine-page {
                    (starred(data, locale))
                    div {
                        (tags(data, locale))
                        (saved(data, locale))
                        (history(data, locale))
                    }
                    (notes(data, locale))
                }
            }
        },
    };
    parts(view, content)
}

fn sentence(data: &MinePage, locale: Locale) -> String {
    match (data.told, data.kept) {
        (false, _) => say!(locale, "mine-sentence-not-shown"),
        (true, true) => say!(
            locale,
            "mine-sentence",
            starred = say!(locale, "mine-starred-games", n = data.starred),
            tags = say!(locale, "mine-tags-number", n = data.tags.len() + data.more_tags),
            noted = say!(locale, "mine-noted-games", n = data.noted),
        ),
        (true, false) => say!(locale, "mine-sentence-read-only"),
    }
}

/// Address of the games that a query finds.
fn games_address(query: String) -> String {
    PageState::default().with_query(query).at_path("/games")
}

/// Draws a query as a link to its games.
fn query_link(query: &str) -> Markup {
    html! { a href=(games_address(query.to_owned())) { code { (query) } } }
}

/// Draws how many positions of the page Practise are due and how the answers were so far, with a link to the page.
fn practice(progress: Option<&PracticeProgress>, locale: Locale) -> Markup {
    let practise =
        html! { a.button.main href="/practise" { (say!(locale, "mine-practise-link")) } };
    html! {
        section #practice aria-label=(say!(locale, "mine-practise-link")) {
            @match progress.filter(|progress| progress.positions > 0) {
                None => p.muted { (marked!(locale, "mine-practise"; practise = practise)) },
                Some(progress) => {
                    p {
                        (practise) " "
                        @if progress.due > 0 { b { (say!(locale, "practise-due", n = progress.due.to_string())) } }
                        @else if let Some(day) = &progress.next_due { (say!(locale, "practise-none-due", day = date(day, locale))) }
                        " · " (say!(locale, "practise-positions", n = progress.positions))
                    }
                    (grades(progress, locale))
                },
            }
        }
    }
}

/// Draws the shares of right, nearly right and wrong answers as a bar, with their numbers beside it.
fn grades(progress: &PracticeProgress, locale: Locale) -> Markup {
    let all = [
        (progress.right, "right", "practise-right"),
        (progress.nearly, "nearly", "practise-nearly"),
        (progress.wrong, "wrong", "practise-wrong"),
    ];
    let total: u32 = all.iter().map(|(count, _, _)| count).sum();
    let percent = |count: u32| 100.0 * f64::from(count) / f64::from(total.max(1));
    let begins = [0, progress.right, progress.right + progress.nearly];
    html! {
        div.grades {
            svg aria-hidden="true" {
                @for ((count, class, _), begin) in all.iter().zip(begins) {
                    rect.(class) x=(format!("{:.2}%", percent(begin))) width=(format!("{:.2}%", percent(*count))) height="100%" {}
                }
            }
            p.muted {
                @for (at, (count, _, message)) in all.iter().enumerate() {
                    @if at > 0 { " · " }
                    (say!(locale, *message)) " " (format_thousands(u64::from(*count)))
                }
            }
        }
    }
}

fn starred(data: &MinePage, locale: Locale) -> Markup {
    let all = games_address(STARRED_QUERY.to_owned());
    html! {
        section #starred aria-label=(say!(locale, "mine-starred-section")) {
            h2 { (say!(locale, "mine-starred")) @if data.starred > 0 { " " a href=(all) { (format_thousands(data.starred)) } } }
            @if data.games.is_empty() { p.muted { (say!(locale, "mine-no-stars")) } }
            ol.boards {
                @for game in &data.games {
                    li { a href=(address(game, &PageState::default())) { (small_board(game, None, 176)) (game_line(game, locale)) } }
                }
            }
        }
    }
}

fn tags(data: &MinePage, locale: Locale) -> Markup {
    html! {
        section #tags aria-label=(say!(locale, "mine-tags")) {
            h2 { (say!(locale, "mine-tags")) }
            @if data.tags.is_empty() { p.muted { (say!(locale, "mine-no-tags")) } }
            ul.tags {
                @for tag in &data.tags {
                    li { a.tag href=(games_address(query_for(&Field::Tag, &tag.tag))) { (tag.tag) " " small { (format_thousands(tag.games)) } } }
                }
            }
            @if data.more_tags > 0 {
                p.muted { (marked!(locale, "mine-more-tags", n = data.more_tags; query = query_link("tag:*"))) }
            }
        }
    }
}

fn saved(data: &MinePage, locale: Locale) -> Markup {
    let counted = PageState { tab: ChoiceText::new(MineTab::Counts), ..PageState::default() };
    html! {
        section #saved aria-label=(say!(locale, "mine-saved")) {
            h2 { (say!(locale, "mine-saved")) }
            @if data.saved.is_empty() { p.muted { (say!(locale, "mine-none-saved")) } }
            @else {
                ul.saved { @for saved in &data.saved { (saved_row(saved, locale)) } }
                @if data.more_saved > 0 {
                    p.muted { (marked!(locale, "mine-more-saved", n = data.more_saved; command = html! { code { "kifu-index save" } })) }
                }
                @if !data.counted { p { a.button href=(counted.at_path("/mine")) { (say!(locale, "mine-count-games")) } } }
            }
        }
    }
}

fn saved_row(saved: &SavedRow, locale: Locale) -> Markup {
    html! {
        li {
            a href=(games_address(query_for(&Field::Saved, &saved.name))) { (saved.name) }
            @if let Some(games) = saved.games { " " small { (say!(locale, "games", n = games)) } }
            @if let Some(fault) = &saved.fault { " " small.bad { (escape_invisible(fault)) } }
            " "
            button.remove type="button" data-unsave=(saved.name)
                aria-label=(say!(locale, "mine-remove-saved", name = saved.name.as_str())) hidden { "×" }
            br;
            @if saved.cut {
                // A shortened query cannot be a link; the link on the query's name finds the same games.
                span.query { code { (escape_invisible(&saved.query)) "…" } }
            } @else {
                a.query href=(games_address(saved.query.clone())) { code { (escape_invisible(&saved.query)) } }
            }
        }
    }
}

fn history(data: &MinePage, locale: Locale) -> Markup {
    html! {
        section #asked aria-label=(say!(locale, "mine-asked")) {
            h2 {
                (say!(locale, "mine-asked"))
                @if data.kept && !data.asked.is_empty() {
                    " " button #forget-asked.remove type="button" hidden { (say!(locale, "mine-forget")) }
                }
            }
            @if data.asked.is_empty() { p.muted { (say!(locale, "mine-none-asked")) } }
            ul.saved {
                @for query in &data.asked { li { a.query href=(games_address(query.clone())) { code { (escape_invisible(query)) } } } }
            }
        }
    }
}

fn notes(data: &MinePage, locale: Locale) -> Markup {
    html! {
        section #notes aria-label=(say!(locale, "mine-notes")) {
            h2 {
                (say!(locale, "mine-notes"))
                @if data.noted > 0 { " " a href=(games_address(NOTED_QUERY.to_owned())) { (format_thousands(data.noted)) } }
            }
            @if data.notes.is_empty() { p.muted { (say!(locale, "mine-no-notes")) } }
            @for note in &data.notes { (note_row(note, locale)) }
            @if data.more_notes > 0 {
                p.muted {
                    (marked!(locale, "mine-more-notes", n = data.more_notes;
                        query = query_link("note:*"), command = html! { code { "kifu-index tag --export FILE" } }))
                }
            }
        }
    }
}

fn note_row(note: &NoteRow, locale: Locale) -> Markup {
    html! {
        article {
            @if let Some(game) = &note.game {
                a.picture href=(address(game, &PageState::default())) tabindex="-1" aria-hidden="true" { (small_board(game, None, 88)) }
            }
            p {
                @match &note.game {
                    Some(game) => a href=(address(game, &PageState::default())) { (game_line(game, locale)) },
                    None => span.muted { (say!(locale, "mine-unknown-game")) },
                }
                " " small { (time(note.at)) }
            }
            blockquote {
                @for (number, line) in note.note.lines().enumerate() { @if number > 0 { br; } (escape_invisible(line)) }
                @if note.cut {
                    "… "
                    @if let Some(game) = &note.game {
                        a href={ (address(game, &PageState::default())) "#note" } { (say!(locale, "mine-whole-note")) }
                    } @else {
                        span.muted { (marked!(locale, "mine-rest-exported"; command = html! { code { "kifu-index tag --export FILE" } })) }
                    }
                }
            }
        }
    }
}

/// Draws the user's tags, star and note on the page of a game. Without scripts they cannot be changed there.
pub(crate) fn of_game(id: &str, marks: &GameMarks, is_writable: bool, locale: Locale) -> Markup {
    let words =
        if marks.starred { say!(locale, "mine-is-starred") } else { say!(locale, "mine-star") };
    html! {
          section #mine aria-label=(say!(locale, "mine-marks")) data-game=(id) data-kept[is_writable] {
            details #mine-details {
              summary { (marks_in_words(marks, locale)) }
              div.line {
                  button #star.button type="button" aria-pressed=(marks.starred.to_string()) disabled { (words) }
                  ul.tags {
                      @for tag in &marks.tags {
                          li.tag {
                              a href=(games_address(query_for(&Field::Tag, tag))) { (tag) }
                              button.remove type="button" data-untag=(tag)
                                  aria-label=(say!(locale, "mine-remove-tag", tag = tag.as_str())) hidden { "×" }
                          }
                      }
                  }
                  form #add-tag hidden {
                      label.hidden for="new-tag" { (say!(locale, "mine-new-tag")) }
                      input #new-tag type="text" maxlength="64" placeholder=(say!(locale, "mine-add-tag"))
                          autocapitalize="off" autocomplete="off" spellcheck="false";
                      button.button { (say!(locale, "mine-add-button")) }
                  }
                  span #mine-state.muted role="status" {}
              }
              @if is_writable || marks.note.is_some() {
                  label for="note" { (say!(locale, "mine-note")) " " span #note-state.muted role="status" {} }
                  textarea #note rows="2" maxlength="60000" readonly data-version=(note_version(marks.note.as_deref())) { (marks.note.as_deref().unwrap_or_default()) }
              }
    }
          }
      }
}

/// The user's marks of a game in one line, such as `★ ladder, opening · Note`; without marks, what can be set here.
fn marks_in_words(marks: &GameMarks, locale: Locale) -> String {
    let star = if marks.starred { "★" } else { "☆" };
    let tags = marks.tags.join(&say!(locale, "sentence-value-comma"));
    let note = marks.note.is_some().then(|| say!(locale, "mine-note"));
    let parts = [Some(tags).filter(|tags| !tags.is_empty()), note];
    let words: Vec<String> = parts.into_iter().flatten().collect();
    match words.as_slice() {
        [] => format!("{star} {}", say!(locale, "mine-marks-row")),
        _ => format!("{star} {}", words.join(" · ")),
    }
}
