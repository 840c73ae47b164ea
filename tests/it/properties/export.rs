//! Properties of exported games.

use super::archive;
use super::scratch::Scratch;
use kifu_index::export::names::{descriptive_name, safe_name, safe_path};
use kifu_index::export::piece::{ExportForm, extract_fn};
use kifu_index::export::target::{Collection, ExportTarget, Folder, GameFileNames};
use kifu_index::export::{WantedGame, export};
use kifu_index::formats::{self, sgf};
use kifu_index::game::{Color, GameKind, Move};
use kifu_index::index::document::game_id;
use kifu_index::origin::Origin;
use kifu_index::output::Output;
use kifu_index::record::diagnostic::Code;
use kifu_index::record::{Action, GameRecord, NodeId, Start};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Root folder that the test claims for all games, so that they have paths and ids. Nothing is read from it.
const ROOT: &str = "/";

/// Checks for any file that its games are equal to the originals when they are exported and read back, both from one
/// file and from a folder.
pub fn is_sound(scratch: &Scratch, bytes: &[u8]) {
    scratch.clear();
    let path = scratch.write("a.sgf", bytes);
    let games = formats::read(bytes).records;
    if games.iter().any(is_double_encoded) {
        return;
    }
    // Every second game is exported with its last node marked as a hotspot (`HO`), as for a hit of a query.
    let mark = |game: &GameRecord, i: usize| (i % 2 == 1).then(|| game.tree.len() as NodeId - 1);
    let origin = Origin::file(path.as_path());
    let select = |(i, game): (usize, &GameRecord)| WantedGame {
        path: path.clone(),
        members: Vec::new(),
        game: i as u32 + 1,
        id: game_id(Path::new(ROOT), &origin.game(i as u32 + 1), game),
        mark: mark(game, i),
    };
    let selected: Vec<WantedGame> = games.iter().enumerate().map(select).collect();
    check_collection(&selected, &games);
    for form in [ExportForm::Original, ExportForm::Utf8] {
        check_folder(scratch, &selected, &games, form);
    }
    for game in &games {
        comes_back(&sgf::write::write(game, None), game);
    }
}

/// True if the file of the game has text that was converted to UTF-8 twice. Such text is repaired only if all text of a
/// file agrees. So a game may be repaired in a file of its own but not in a larger file.
fn is_double_encoded(game: &GameRecord) -> bool {
    let mut diagnostics = game.diagnostics.iter();
    diagnostics.any(|found| found.code == Code::DoubleEncoded)
}

/// Exports all games to one file, which must contain them in the same order and in UTF-8.
fn check_collection(selected: &[WantedGame], games: &[GameRecord]) {
    let mut out = Vec::new();
    let target = Collection::new(Output::stream(&mut out), games.len());
    export_to(selected, ExportForm::Utf8, Box::new(target.expect("room for a file")));
    let text = String::from_utf8(out).expect("UTF-8");
    let parsed = formats::read(text.as_bytes());
    let charset = parsed.text.charset.name;
    let is_utf8 = games.is_empty() || ["utf-8", "ascii"].contains(&charset);
    assert!(is_utf8, "{charset}: {text:?}");
    assert_eq!(parsed.records.len(), games.len(), "{text}");
    if parsed.records.iter().any(is_double_encoded) {
        return;
    }
    for (again, game) in parsed.records.iter().zip(games) {
        assert_same(again, game, &text);
        assert_declares_utf8(again, &text);
    }
}

/// Exports each game to its own file in a folder, and checks the files.
fn check_folder(
    scratch: &Scratch,
    selected: &[WantedGame],
    games: &[GameRecord],
    form: ExportForm,
) {
    let folder = scratch.games().join("out");
    let extension = |game: &GameRecord| match form {
        ExportForm::Original => format!(".{}", game.format.as_str()),
        ExportForm::Utf8 => ".sgf".to_owned(),
    };
    let names = games.iter().map(|game| safe_name(&descriptive_name(&game.info), &extension(game)));
    let names: Vec<String> = names.collect();
    names.iter().for_each(|name| assert_single_component(name));
    let target = Folder::new(&folder, GameFileNames::new(names.into_iter()), false);
    export_to(selected, form, Box::new(target.expect("a new folder")));
    let files = files_of(&folder);
    assert_eq!(files.len(), games.len());
    let mut left: Vec<&GameRecord> = games.iter().collect();
    for file in files {
        let bytes = fs::read(&file).expect("a file that was written");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut parsed = formats::read(&bytes);
        assert_eq!(parsed.records.len(), 1, "{text:?}");
        let again = parsed.records.remove(0);
        if form == ExportForm::Utf8 {
            assert_declares_utf8(&again, &text);
        }
        if is_double_encoded(&again) {
            continue;
        }
        // Which game a file contains need not follow from its name, so games are compared by content.
        let index = left.iter().position(|game| content(game) == content(&again));
        let index = index.unwrap_or_else(|| panic!("{text:?} is none of the games"));
        left.remove(index);
    }
    // The export changes nothing outside of the folder.
    assert_eq!(files_of(&scratch.games()).len(), games.len() + 1);
    let _ = fs::remove_dir_all(folder);
}

fn export_to(selected: &[WantedGame], form: ExportForm, mut target: Box<dyn ExportTarget + '_>) {
    let report = export(
        selected,
        &[ROOT.into()],
        &archive::limits(),
        &extract_fn(form),
        &(),
        target.as_mut(),
    );
    let report = report.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(report.missing, []);
    assert_eq!(report.written, selected.len() as u64);
    target.finish().unwrap_or_else(|error| panic!("{error:?}"));
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files.extend(files_of(&path)),
            false => files.push(path),
        }
    }
    files
}

/// Checks that a written text contains exactly this game, in UTF-8.
pub fn comes_back(text: &str, game: &GameRecord) {
    let records = formats::read(text.as_bytes()).records;
    let [again] = records.as_slice() else {
        panic!("{} games in {text}", records.len());
    };
    if is_double_encoded(again) {
        return;
    }
    assert_same(again, game, text);
    assert_declares_utf8(again, text);
}

fn assert_declares_utf8(game: &GameRecord, text: &str) {
    let charset = game.properties.iter().find(|p| p.name == "CA");
    // If a game declares its charset twice, its copy must do so, too.
    let values = charset.map_or(&[][..], |property| property.values.as_slice());
    assert!(!values.is_empty(), "{text}");
    assert!(values.iter().all(|value| value == "UTF-8"), "{text}");
}

fn assert_same(again: &GameRecord, game: &GameRecord, text: &str) {
    let (again, game) = (content(again), content(game));
    assert!(again == game, "{text}\n{again}\n{game}");
}

/// A move or setup as text. SGF keeps only the text of the moves if the game has no known rules.
fn action_of(game: &GameRecord, action: &Action) -> Option<String> {
    let Start { game: kind, size, .. } = game.start;
    let text = |text: &str, color: Color| Some(format!("{color:?} {text}"));
    match (kind, *action) {
        (_, Action::Raw(color, raw)) => text(game.tree.raw_text(raw), color),
        (GameKind::Other(_), Action::Move(color, action)) => match action {
            Move::Place(point) => text(&sgf::write::point_value(kind, size, point), color),
            Move::Pass => text("", color),
            _ => text("!", color),
        },
        (GameKind::Other(_), _) | (_, Action::Add(..)) => None,
        (_, other) => Some(format!("{other:?}")),
    }
}

/// Stones that a node sets up. If several are set on one point, the last one counts.
fn stones(game: &GameRecord, node: NodeId) -> Vec<String> {
    let mut stones = BTreeMap::new();
    for action in game.tree.actions(node) {
        if let (GameKind::Go | GameKind::Loa, Action::Add(stone, from, to)) =
            (game.start.game, action)
        {
            for y in from.y..=to.y {
                stones.extend((from.x..=to.x).map(|x| ((x, y), *stone)));
            }
        }
    }
    stones.into_iter().map(|stone| format!("{stone:?}")).collect()
}

/// Content of a game that must survive an export: moves, comments and, if the game is SGF, all properties but the
/// charset and the mark of a hit.
fn content(game: &GameRecord) -> String {
    let tree = &game.tree;
    let nodes = (0..tree.len() as NodeId).map(|node| {
        let comments: Vec<&str> = tree.comments_of(node).collect();
        let actions = tree.actions(node).iter().filter_map(|action| action_of(game, action));
        // SGF allows each property once in a node. So of several unreadable moves of one colour, only one is exported.
        let mut actions: Vec<String> = actions.collect();
        // If a node sets the side to move several times, the last one counts.
        if let Some(last) = actions.iter().rposition(|action| action.starts_with("Turn")) {
            let last = actions.remove(last);
            actions.retain(|action| !action.starts_with("Turn"));
            actions.push(last);
        }
        actions.extend(stones(game, node));
        let mut seen = HashSet::new();
        actions.retain(|action| !action.contains("Unreadable") || seen.insert(action.clone()));
        // SGF treats control characters as spaces; other formats keep them.
        let is_space = |c: char| c < ' ' && c != '\n';
        let comments = comments.join("\n\n").replace(is_space, " ");
        (tree.parent(node), actions, comments)
    });
    let nodes: Vec<_> = nodes.collect();
    let info = &game.info;
    let facts = (&info.players, info.result, &info.date, info.komi, info.handicap);
    // Kinds of white space are equal in SGF facts, and so are control characters.
    let spaces = ('\0'..' ').map(|space| space.escape_debug().to_string());
    let facts = spaces.fold(format!("{facts:?}"), |facts, space| facts.replace(&space, " "));
    format!("{:?} {nodes:?} {facts}", game.start)
}

/// Checks that a file name or path made from any text stays inside the target folder and is valid on every system.
pub fn names_are_safe(text: &str) {
    assert_single_component(&safe_name(text, ".sgf"));
    let path = safe_path(text, ".sgf");
    path.split('/').for_each(assert_single_component);
    let inside = |part: Component| matches!(part, Component::Normal(_));
    assert!(Path::new(&path).components().all(inside), "{path:?}");
}

fn assert_single_component(name: &str) {
    assert!((1..=255).contains(&name.len()), "{name:?}");
    let bad = |c: char| c.is_control() || "/\\:|*<>?\"".contains(c);
    assert!(!name.contains(bad), "{name:?}");
    assert!(!name.starts_with(['.', ' ']) && !name.ends_with(['.', ' ']), "{name:?}");
}
