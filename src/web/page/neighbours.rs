//! Shows where in the archive a game lies, and links to the other games of its file or folder.

use super::PageContext;
use super::text::escape_invisible;
use crate::data::game::ShownGame;
use crate::roots::Roots;
use crate::state::{MAX_QUERY_CHARS, PageState};
use crate::words::say;
use kifu_archive::origin::{Origin, path_text, short_name};
use kifu_language::ast::quote;
use kifu_language::fields::Field;
use maud::{Markup, html};

/// Draws the place of a game in the archive. It links to the list of neighbouring games in the order of their places.
pub(super) fn draw(view: &PageContext, game: &ShownGame) -> Markup {
    let locale = view.request.locale;
    let (origin, roots) = (game.origin(), &view.opened.roots);
    let all = game.games_of_file();
    let query = if all > 1 { query_of_file(origin, roots) } else { query_of_folder(origin, roots) };
    html! {
        p.muted.place {
            bdi { (escape_invisible(&place(origin, roots))) }
            @if let Some(query) = query {
                " · " a href=(address_by_place(query)) {
                    @if all > 1 { (say!(locale, "game-of-file", n = origin.game.to_string(), all = all.to_string())) }
                    @else if is_in_folder(origin) { (say!(locale, "game-of-folder")) }
                    @else { (say!(locale, "game-of-archive")) }
                }
            }
        }
    }
}

/// Path of the game's file below its root, with the names of archive members.
fn place(origin: &Origin, roots: &Roots) -> String {
    let path = origin.path.display().to_string();
    let mut place = roots.relative(&path).to_owned();
    for member in &origin.members {
        place.push_str(" › ");
        place.push_str(&short_name(&member.name));
    }
    place
}

/// True if the game's file lies in a folder below the root, and not directly at the top of the archive.
fn is_in_folder(origin: &Origin) -> bool {
    origin.members.last().is_none_or(|member| member.name.contains('/'))
}

/// Query for the games of the same file.
fn query_of_file(origin: &Origin, roots: &Roots) -> Option<String> {
    file_clause(&roots.pattern(&member_path(origin))?)
}

/// Query for the games of the same folder and its subfolders.
fn query_of_folder(origin: &Origin, roots: &Roots) -> Option<String> {
    let path = member_path(origin);
    let (folder, _) = path.rsplit_once(['/', std::path::MAIN_SEPARATOR])?;
    file_clause(&format!("{}/*", roots.pattern(folder)?))
}

/// Path of the file and names of archive members as queries write them, with `/` between members.
fn member_path(origin: &Origin) -> String {
    let mut path = path_text(&origin.path);
    for member in &origin.members {
        path.push('/');
        path.push_str(&member.name);
    }
    path
}

/// Query clause for a pattern of paths; `None` if it is too long. In queries, `!` separates archive members. If a file
/// name contains one, it is written as `?`, which stands for any character.
fn file_clause(pattern: &str) -> Option<String> {
    let clause = format!("{}:{}", Field::File, quote(&pattern.replace('!', "?")));
    (clause.chars().count() <= MAX_QUERY_CHARS).then_some(clause)
}

/// Address of the list of a query's games in the order of their places in the archive.
fn address_by_place(query: String) -> String {
    PageState { sort: vec!["place".to_owned()], ..PageState::default() }
        .with_query(query)
        .at_path("/games")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_archive::origin::Member;
    use std::path::Path;

    #[test]
    fn games_beside_a_game() {
        let roots = Roots::from_paths(&["/there/games", "/there/one.sgf", "/data/pro.zip"]);
        let of_folder = |path: &str| {
            let mut parts = path.split('!');
            let mut origin = Origin::file(Path::new(parts.next().unwrap_or_default()));
            origin.members = (parts.map(|name| Member {
                name: name.to_owned(),
                raw: name.into(),
                occurrence: 0,
            }))
            .collect();
            (
                query_of_folder(&origin, &roots).unwrap_or_default(),
                query_of_file(&origin, &roots).unwrap_or_default(),
                is_in_folder(&origin),
            )
        };
        for (path, folder, file, is_folder) in [
            ("/there/games/1.sgf", "*/games/*", "*/games/1.sgf", true),
            ("/there/games/a b/1.sgf", "*/games/a b/*", "*/games/a b/1.sgf", true),
            ("/there/games/z.zip!1.sgf", "*/games/z.zip/*", "*/games/z.zip/1.sgf", false),
            ("/there/games/z.zip!a/1.sgf", "*/games/z.zip/a/*", "*/games/z.zip/a/1.sgf", true),
            ("/data/pro.zip!1.sgf", "*/pro.zip/*", "*/pro.zip/1.sgf", false),
            // For a file that is a root itself, the path above it is hidden.
            ("/there/one.sgf", "", "*/one.sgf", true),
            ("/elsewhere/1.sgf", "", "", true),
        ] {
            let clause = |pattern: &str| match pattern {
                "" => String::new(),
                pattern => format!("file:\"{pattern}\""),
            };
            assert_eq!(of_folder(path), (clause(folder), clause(file), is_folder), "{path}");
        }
    }
}
