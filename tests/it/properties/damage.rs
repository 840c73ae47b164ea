//! Properties of an index whose files have wrong contents with right checksums.

use super::ask::on_pattern;
use super::choices::{Choices, Choose};
use super::scratch::Scratch;
use super::sealed::{Part, Parts};
use kifu_index::engine::request::{BoardSearch, FindCopies, ReadStoredGame, Search, Stats};
use kifu_index::engine::stats::properties;
use kifu_index::engine::stored_game::StoredGame;
use kifu_index::engine::{self, AskOptions, Engine, Failure};
use kifu_index::error::{Error, ErrorKind, Result};
use kifu_index::game::pattern::{Cell, Edges, Pattern};
use kifu_index::game::{BoardSize, Color, GameKind, Point};
use kifu_index::index::Index;
use kifu_index::index::verify::verify;
use kifu_index::language::address::GamePosition;
use kifu_index::language::{input, locate, parse};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

/// Extensions of the files in the program's own formats. Files of tantivy are left alone, because tantivy panics if
/// they are damaged.
pub const OURS: [&str; 7] =
    [".kpos", ".kifu", ".kpat", ".kval", ".jsonl", ".bin", "kifu-index.json"];

/// Makes an index of a few games of all kinds, in one segment, and reads its files.
pub fn parts(scratch: &Scratch) -> Parts {
    scratch.clear();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = root.ancestors().find(|root| root.join("sample-archive").is_dir());
    let samples = root.expect("the repository").join("sample-archive");
    for folder in ["boards", "classic", "loa", "oddities", "problems", "collections"] {
        for entry in fs::read_dir(samples.join(folder)).expect("samples").flatten() {
            let bytes = fs::read(entry.path()).expect("a sample");
            scratch.write(&entry.file_name().to_string_lossy(), &bytes);
        }
    }
    scratch.build();
    Parts::of(scratch.index_folder())
}

/// Checks that an index answers or gives an error when one of the program's own files is damaged as the input
/// describes.
pub fn is_survived(parts: &Parts, input: &[u8]) {
    let mut choices = Choices(input);
    let part = parts.part(OURS[choices.below(OURS.len())]);
    let data = damaged(part, &mut choices);
    check_with_data(parts, part, &data);
}

/// Checks that an index answers or gives an error when one of its files has other contents.
pub fn check_with_data(parts: &Parts, part: &Part, data: &[u8]) {
    parts.with(part, data, || ask(parts));
}

/// Makes up to eight faults in a file, preferably at its beginning and end, where headers and tables are.
fn damaged(part: &Part, choices: &mut Choices) -> Vec<u8> {
    let mut data = part.data.clone();
    for _ in 0..=choices.below(8) {
        let length = data.len();
        let at = match choices.below(4) {
            0 => choices.below(length.min(64)),
            1 => length.saturating_sub(1 + choices.below(length.min(160))),
            _ => choices.below(1 << 16) * length / (1 << 16) + choices.below(8),
        };
        let at = at.min(length);
        match choices.below(8) {
            0 => data.truncate(at),
            1 => drop(data.drain(at..length.min(at + choices.below(16)))),
            2 => data.splice(at..at, [choices.below(256) as u8; 8]).for_each(drop),
            3 => overwrite(&mut data, at, &[0; 8]),
            4 => overwrite(&mut data, at, &[0xff; 8]),
            5 => overwrite(&mut data, at, &(choices.below(1 << 16) as u64).to_le_bytes()),
            _ => overwrite(&mut data, at, &[choices.below(256) as u8]),
        }
    }
    data
}

fn overwrite(data: &mut [u8], at: usize, bytes: &[u8]) {
    let (_, rest) = data.split_at_mut(at);
    rest.iter_mut().zip(bytes).for_each(|(old, new)| *old = *new);
}

/// Queries that read all columns and components.
const QUERIES: [&str; 13] = [
    "",
    "comment:black",
    "event:a* OR place:b",
    "date:1800..1990 sort:-date",
    "result:W+R moves>10 sort:moves",
    "has:variations -size:9",
    "is:dup",
    "-copy-of:(has:comments)",
    "position:\"Q16 D4\"",
    "position:\"Q16 D4\" next:Q3",
    "pattern:\"XO/OX\"",
    "position:\"Q16 D4\" then position:\"Q16 D4 Q3\"",
    "kind:loa position:\"1. e1-e3\"",
];

fn ask(parts: &Parts) {
    let folder = parts.folder();
    let _ = value_unless_error(verify(folder));
    let Some(index) = value_unless_error(Index::open(folder)) else {
        return;
    };
    index.bytes_by_extension();
    value_unless_error(index.manifest());
    value_unless_error(index.duplicates().map(|found| found.game_count()));
    drop(index);
    let Some(engine) = answer_unless_error(Engine::open(folder)) else {
        return;
    };
    let within = AskOptions::default();
    let mut shown_count = 0;
    for text in QUERIES {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        if answer_unless_error(engine.count(text, &within)).is_none() {
            continue;
        }
        let first = Search { total: true, limit: Some(20), ..Search::new(text) };
        let mut ids = Vec::new();
        answer_unless_error(engine.search(&first, &within, &mut |row| {
            ids.push(row.id.clone());
            ControlFlow::Continue(())
        }));
        for id in ids {
            if shown_count < 40 {
                shown_count += 1;
                show(&engine, &id);
            }
        }
    }
    // Some properties by which games are counted need a query that names a player, so each is tested with and without
    // one.
    for (query, (name, _)) in ["", "player:\"Lee Sedol\""]
        .into_iter()
        .flat_map(|query| properties().map(move |property| (query, property)))
    {
        let stats =
            Stats { query: query.to_owned(), by: vec![name.to_owned()], ..Stats::default() };
        answer_unless_error(engine.stats(&stats, &within, &mut |_| ControlFlow::Continue(())));
    }
    ask_about_boards(&engine);
    answer_unless_error(
        engine.copies(&FindCopies::default(), &within, &mut |_| ControlFlow::Continue(())),
    );
}

fn show(engine: &Engine, id: &str) {
    if let Some(stored) =
        answer_unless_error(engine.answer(&ReadStoredGame(id.to_owned()), &AskOptions::default()))
    {
        let StoredGame { start, tree, .. } = stored.answer;
        let _ = locate::position(start, &tree, GamePosition::End);
        let _ = locate::position(start, &tree, GamePosition::Node(tree.len() as u32 / 2));
    }
}

fn ask_about_boards(engine: &Engine) {
    let ask = |search: BoardSearch| {
        let search = BoardSearch { listed: 10, ..search };
        answer_unless_error(engine.answer(&search, &AskOptions::default()));
    };
    for text in ["Q16", "(;SZ[19])", "(;GM[9])", "(;SZ[9];B[cc])"] {
        input::read(text, None, None).unwrap_or_else(|error| panic!("{error:?}"));
        ask(BoardSearch::of(text));
    }
    let moves = vec![(Color::Black, Point::new(0, 0)), (Color::White, Point::new(1, 1))];
    for game in [GameKind::Go, GameKind::Loa] {
        for pattern in [corner(), corner().followed_by(moves.clone()), window()] {
            ask(on_pattern(game, pattern, true, true));
        }
    }
}

fn corner() -> Pattern {
    let edges = Edges { left: true, top: true, ..Edges::default() };
    pattern_of([4, 4], edges, |i| if i == 15 { Cell::BLACK } else { Cell::EMPTY })
}

fn window() -> Pattern {
    pattern_of([2, 2], Edges::default(), |i| if i % 3 == 0 { Cell::BLACK } else { Cell::WHITE })
}

fn pattern_of([width, height]: [u8; 2], edges: Edges, cell: impl Fn(u8) -> Cell) -> Pattern {
    let size = BoardSize::new(width, height).expect("a small size");
    let cells = (0..width * height).map(cell).collect();
    Pattern::new(size, cells, edges).expect("cells for all points")
}

/// Returns the answer; `None` for an error. Damage may hide a clause's values, so a syntax error of the query is
/// accepted.
fn answer_unless_error<T>(result: engine::Result<T>) -> Option<T> {
    match result {
        Ok(answer) => Some(answer),
        Err(Failure::Query(..)) => None,
        Err(Failure::Other(error)) if error.kind() == ErrorKind::Query => None,
        Err(Failure::Other(error)) => value_unless_error(Err(error)),
    }
}

/// Returns the value; `None` for an error. Panics if the error lacks advice or comes from a panic.
fn value_unless_error<T>(result: Result<T>) -> Option<T> {
    let say = |error: Error| {
        let text = error.to_string();
        assert!(!text.is_empty());
        assert!(!text.contains("a fault of the program"), "{text}");
        assert!(error.remedy().is_some(), "{error:?}");
    };
    result.map_err(say).ok()
}
