//! Where games leave a book, compared with a plain replay of all books and games.

mod in_use;

use super::joseki::{CORNERS, Line, LineMove, Stones, Turn, in_corner, lines};
use crate::support::questions::AnyQuestion;
use crate::support::random_games::{RandomGame, write_games};
use crate::support::{Place, Random, build_with, files_below, rounds};
use kifu_index::engine::book::{BookRow, BookShape};
use kifu_index::engine::request::{FollowBook, Search};
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::formats;
use kifu_index::game::{Color, GameKind, Move};
use kifu_index::index::build::Options;
use kifu_index::record::replay::Cause;
use kifu_index::record::{GameRecord, Replayer};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Stones of the whole board, each as column, row and colour.
type Board = BTreeSet<(u8, u8, Color)>;

const NAMES: [&str; 4] = ["upper-right", "upper-left", "lower-right", "lower-left"];

/// Calls `visit` with each position of a record: the stones before and after, whether setup led to it, and the move.
fn each_position(
    record: &GameRecord,
    mut visit: impl FnMut(&Board, &Board, bool, Option<(Color, Option<(u8, u8)>)>),
) {
    // The last position at each node; nodes that change nothing take that of their parent.
    let mut nodes: BTreeMap<u32, Board> = BTreeMap::new();
    Replayer::new().replay(record.start, &record.tree, |ply| {
        let mut at = Some(ply.node);
        let mut before = Board::new();
        while let Some(node) = at {
            if let Some(board) = nodes.get(&node) {
                before = board.clone();
                break;
            }
            at = record.tree.parent(node);
        }
        let stone = |point: kifu_index::game::Point| {
            Some((point.x, point.y, ply.board.stone(point).color()?))
        };
        let after: Board = ply.board.size().points().filter_map(stone).collect();
        let (is_setup, played) = match ply.cause {
            Cause::Start | Cause::Setup => (true, None),
            Cause::Move(color, Move::Place(point)) => {
                (false, Some((color, Some((point.x, point.y)))))
            }
            Cause::Move(color, Move::Pass) => (false, Some((color, None))),
            Cause::Move(..) => (false, None),
        };
        visit(&before, &after, is_setup, played);
        nodes.insert(ply.node, after);
        ControlFlow::Continue(())
    });
}

/// What a book has, by plain sets: positions and those with setup in a canonical form, and moves with the position
/// before each.
struct PlainBook<P> {
    positions: BTreeSet<P>,
    starts: BTreeSet<P>,
    moves: Vec<(P, Color)>,
    passes: Vec<(P, Color)>,
}

impl<P> PlainBook<P> {
    fn new() -> PlainBook<P> {
        PlainBook {
            positions: BTreeSet::new(),
            starts: BTreeSet::new(),
            moves: Vec::new(),
            passes: Vec::new(),
        }
    }
}

const TURNS: [Turn; 4] =
    [Turn(false, false), Turn(false, true), Turn(true, false), Turn(true, true)];

fn canonical_corner(stones: &Stones) -> Stones {
    TURNS.iter().map(|turn| turn.stones(stones)).min().unwrap()
}

fn canonical_board(board: &Board, (width, height): (u8, u8)) -> Board {
    let turned = |number: u8| -> Board {
        let turn = |&(x, y, color): &(u8, u8, Color)| {
            let (x, y) = if number & 4 > 0 { (y, x) } else { (x, y) };
            let x = if number & 1 > 0 { width - 1 - x } else { x };
            (x, if number & 2 > 0 { height - 1 - y } else { y }, color)
        };
        board.iter().map(turn).collect()
    };
    (0..if width == height { 8 } else { 4 }).map(turned).min().unwrap()
}

fn corners_of_book(records: &[GameRecord], side: u8) -> PlainBook<Stones> {
    let mut book = PlainBook::new();
    for record in records {
        each_position(record, |before, after, is_setup, played| {
            for corner in CORNERS {
                let local = |board: &Board| -> Stones {
                    let here = |&(x, y, color): &(u8, u8, Color)| {
                        Some((in_corner(corner, (x, y), side)?, color))
                    };
                    board.iter().filter_map(here).collect()
                };
                let (before, after) = (local(before), local(after));
                let position = canonical_corner(&after);
                if is_setup && !after.is_empty() && position != canonical_corner(&before) {
                    book.starts.insert(position.clone());
                }
                match played {
                    Some((color, None)) if !before.is_empty() => book.passes.push((before, color)),
                    Some((color, Some(point))) if in_corner(corner, point, side).is_some() => {
                        book.moves.push((before, color));
                    }
                    _ => {}
                }
                book.positions.insert(position);
            }
        });
    }
    book.positions.insert(Stones::new());
    book
}

/// A line that entered the book: the number of its stones in the book, and how it left.
type InBook = (u16, Option<(u16, char, String, u32)>);

/// Follows the line of a corner.
fn follow_corner(
    book: &PlainBook<Stones>,
    line: &[LineMove],
    corner: (bool, bool),
    side: u8,
) -> Option<InBook> {
    let mut position = Some(Stones::new());
    let mut in_book = 0;
    let mut number = 0;
    for (at, played) in line.iter().enumerate() {
        number += played.elsewhere as u32 + 1;
        let after = canonical_corner(&played.after);
        let stone = at as u16 + 1;
        let Some(before) = &position else {
            if book.starts.contains(&after) {
                (position, in_book) = (Some(played.after.clone()), stone);
            }
            continue;
        };
        if book.positions.contains(&after) {
            (position, in_book) = (Some(played.after.clone()), stone);
            continue;
        }
        if in_book == 0 {
            position = None;
            continue;
        }
        let colors_of = |steps: &[(Stones, Color)]| -> BTreeSet<Color> {
            let images = steps.iter().flat_map(|(stones, color)| {
                TURNS.map(|turn| (turn.stones(stones), turn.color(*color)))
            });
            images.filter(|(stones, _)| stones == before).map(|(_, color)| color).collect()
        };
        let (colors, passes) = (colors_of(&book.moves), colors_of(&book.passes));
        let is_tenuki = line[at - 1].color == played.color
            && colors.contains(&played.color.other())
            && !colors.contains(&played.color)
            && !passes.contains(&played.color.other());
        let color = if is_tenuki { played.color.other() } else { played.color };
        let (left, lower) = corner;
        let (x, y) = played.at;
        let (x, y) = (if left { x } else { side - 1 - x }, if lower { side - 1 - y } else { y });
        let point = if is_tenuki { "tenuki".to_owned() } else { name((x, y), side) };
        return Some((in_book, Some((in_book + 1, color.letter(), point, number))));
    }
    (in_book > 0).then_some((in_book, None))
}

fn name((x, y): (u8, u8), height: u8) -> String {
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".as_bytes()[usize::from(x)] as char;
    format!("{column}{}", height - y)
}

/// Follows a whole game.
fn follow_board(book: &PlainBook<Board>, record: &GameRecord) -> Option<InBook> {
    let size = (record.start.size.width(), record.start.size.height());
    let mut position = None;
    let (mut in_book, mut stones, mut moves) = (0, 0, 0);
    let mut result = None;
    let mut is_first = true;
    Replayer::new().replay(record.start, &record.tree, |ply| {
        if !ply.main {
            return ControlFlow::Break(());
        }
        let stone = |point: kifu_index::game::Point| {
            Some((point.x, point.y, ply.board.stone(point).color()?))
        };
        let board: Board = ply.board.size().points().filter_map(stone).collect();
        let board = canonical_board(&board, size);
        let played = match ply.cause {
            Cause::Start | Cause::Setup if !std::mem::take(&mut is_first) => {
                return ControlFlow::Break(());
            }
            Cause::Start | Cause::Setup => {
                let begins = board.is_empty() || book.starts.contains(&board);
                position = begins.then_some(board);
                return ControlFlow::Continue(());
            }
            Cause::Move(_, Move::Unreadable) => return ControlFlow::Continue(()),
            Cause::Move(color, action) => (color, action),
        };
        moves += 1;
        let (color, Move::Place(point)) = played else { return ControlFlow::Continue(()) };
        stones += 1;
        if position.is_none() {
            if book.starts.contains(&board) {
                (position, in_book) = (Some(board), stones);
            }
        } else if book.positions.contains(&board) {
            (position, in_book) = (Some(board), stones);
        } else if in_book == 0 {
            position = None;
        } else {
            let point = name((point.x, point.y), size.1);
            result = Some((in_book + 1, color.letter(), point, moves));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    (in_book > 0).then_some((in_book, result))
}

fn boards_of_book(records: &[GameRecord]) -> PlainBook<Board> {
    let mut book = PlainBook::new();
    for record in records {
        let size = (record.start.size.width(), record.start.size.height());
        each_position(record, |_, after, is_setup, _| {
            let position = canonical_board(after, size);
            if is_setup && !after.is_empty() {
                book.starts.insert(position.clone());
            }
            book.positions.insert(position);
        });
    }
    book.positions.insert(Board::new());
    book
}

/// Number of stones in the book, and how it was left, as a row tells it.
fn of_row(row: &BookRow) -> InBook {
    let left = row.left_ply.map(|ply| {
        let (color, number) = (row.color.unwrap(), row.number.unwrap());
        assert_eq!(row.left_by, Some(if color == 'B' { "B" } else { "W" }));
        (ply, color, row.at.clone().unwrap(), number)
    });
    (row.in_book, left)
}

/// Games of files, by path and number.
type Games = BTreeMap<(String, u32), GameRecord>;

fn read_games(place: &Place) -> Games {
    let files = files_below(&place.games());
    let is_loose = |file: &std::path::PathBuf| file.extension().is_some_and(|e| e == "sgf");
    let mut games = Games::new();
    for file in files.into_iter().filter(is_loose) {
        for (number, record) in (1..).zip(formats::read(&std::fs::read(&file).unwrap()).records) {
            games.insert((file.to_str().unwrap().to_owned(), number), record);
        }
    }
    games
}

#[test]
fn books_equal_a_plain_replay() {
    let place = Place::new();
    write_games(&place);
    build_with(&place.folder(), &[place.games()], &Options::default());
    // A second segment, and deleted games in the first one.
    let text = std::fs::read_to_string(place.games().join("made/3.sgf")).unwrap();
    place.write("made/3.sgf", format!("{text} "));
    place.write("more/3.sgf", text);
    build_with(&place.folder(), &[place.games()], &Options::default());
    let engine = place.engine();
    let mut ids: BTreeMap<String, (String, u32)> = BTreeMap::new();
    let mut add = |row: &kifu_index::engine::row::GameRow| {
        if row.members.is_empty() {
            ids.insert(row.id.clone(), (row.path.to_str().unwrap().to_owned(), row.game));
        }
        ControlFlow::Continue(())
    };
    engine.search(&Search::new(""), &AskOptions::default(), &mut add).unwrap();
    let games = read_games(&place);
    let lines_of: BTreeMap<&(String, u32), Vec<Line>> = games
        .iter()
        .filter(|(_, record)| record.start.game == GameKind::Go)
        .filter(|(_, record)| record.start.size.is_square() && record.start.size.width() <= 22)
        .map(|(name, record)| (name, lines(record, record.start.size.width())))
        .collect();
    let mut random = Random(77);
    let (mut entered, mut left, mut tenuki, mut late) = (0, 0, 0, 0);
    let (mut board_marks, mut corner_marks) = (0, 0);
    for _ in 0..rounds(24, 200) {
        let (width, height) = [(9, 9), (13, 13), (19, 19), (7, 5)][random.below(4)];
        // A book of a few of the games and some new ones, with setup stones in some.
        let mut texts = Vec::new();
        for _ in 0..1 + random.below(4) {
            let game = RandomGame::new(&mut random, width, height, 40, 6);
            texts.push(game.sgf(random.below(8) & if width == height { 7 } else { 3 }, 60));
        }
        let known: Vec<&(String, u32)> = games
            .iter()
            .filter(|(_, record)| {
                let size = record.start.size;
                record.start.game == GameKind::Go
                    && (usize::from(size.width()), usize::from(size.height())) == (width, height)
            })
            .map(|(name, _)| name)
            .collect();
        for _ in 0..1 + random.below(3) {
            let (path, _) = known[random.below(known.len())];
            texts.push(String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned());
        }
        let records: Vec<GameRecord> =
            texts.iter().flat_map(|text| formats::read(text.as_bytes()).records).collect();
        let size = records[0].start.size;
        let records: Vec<GameRecord> =
            records.into_iter().filter(|record| record.start.size == size).collect();
        for shape in [BookShape::Corner, BookShape::Board] {
            if shape == BookShape::Corner && width != height {
                continue;
            }
            let request =
                FollowBook { book: texts.clone(), shape: Some(shape), ..FollowBook::default() };
            let answer = engine.answer(&request, &AskOptions::default()).unwrap().answer;
            assert_eq!(answer.size, [size.width(), size.height()]);
            let rows = answer.rows.iter().filter_map(|row| {
                Some(((games.get_key_value(ids.get(&row.id)?)?.0, row.corner), of_row(row)))
            });
            let rows: BTreeMap<_, _> = rows.collect();
            let mut expected = BTreeMap::new();
            if shape == BookShape::Corner {
                let side = size.width();
                let book = corners_of_book(&records, side);
                corner_marks += in_use::check_corner_marks(&engine, &texts, side, &book);
                for (name, lines) in &lines_of {
                    if games[*name].start.size != size {
                        continue;
                    }
                    for ((corner, line), name_of) in CORNERS.into_iter().zip(lines).zip(NAMES) {
                        let line = line.as_deref().unwrap_or_default();
                        if let Some(found) = follow_corner(&book, line, corner, side) {
                            late += usize::from(found.0 > 4);
                            expected.insert((*name, Some(name_of)), found);
                        }
                    }
                }
            } else {
                let book = boards_of_book(&records);
                board_marks += in_use::check_board_marks(&engine, &texts, size, &book);
                for (name, record) in &games {
                    if record.start.game == GameKind::Go
                        && record.start.size == size
                        && let Some(found) = follow_board(&book, record)
                    {
                        late += usize::from(found.0 > 4);
                        expected.insert((name, None), found);
                    }
                }
            }
            for (key, found) in &expected {
                assert_eq!(rows.get(key), Some(found), "{key:?} {texts:#?}");
            }
            assert_eq!(rows.len(), expected.len(), "{texts:#?}");
            let mut of_games: BTreeMap<String, Vec<InBook>> = BTreeMap::new();
            for (id, name) in ids.iter().filter(|(_, name)| games.contains_key(name)) {
                // A move on the middle line may leave in two corners, of which the first one counts.
                let place =
                    |corner: &Option<&str>| NAMES.iter().position(|of| Some(*of) == *corner);
                let mut lines: Vec<_> = expected
                    .iter()
                    .filter(|((of, _), _)| *of == name)
                    .map(|((_, corner), line)| (place(corner), line.clone()))
                    .collect();
                lines.sort_by_key(|(place, _)| *place);
                of_games.insert(id.clone(), lines.into_iter().map(|(_, line)| line).collect());
            }
            in_use::check_fields(&engine, (&texts, shape), &of_games, &mut random);
            entered += rows.len();
            left += rows.values().filter(|(_, left)| left.is_some()).count();
            let is_tenuki =
                |(_, left): &&InBook| left.as_ref().is_some_and(|left| left.2 == "tenuki");
            tenuki += rows.values().filter(is_tenuki).count();
            // The sums are those of the rows; rows of games in archives are counted, too.
            let all = answer.left.all().left;
            assert_eq!(all + answer.stayed, answer.entered);
            assert_eq!(answer.leaves.iter().map(|leave| leave.count).sum::<u64>(), all);
            assert_eq!(answer.rows.len() as u64, answer.entered);
        }
    }
    assert!(
        entered > 1000 && left > 500 && tenuki > 5 && late > 50,
        "{entered} {left} {tenuki} {late}"
    );
    assert!(board_marks > 2 && corner_marks > 10, "{board_marks} {corner_marks}");
}

#[test]
fn shards_follow_a_book_as_one_index() {
    use crate::support::shards::build_shards;
    let place = Place::new();
    write_games(&place);
    build_with(&place.folder(), &[place.games()], &Options::default());
    let base = place.games().with_file_name("shards");
    let folders = build_shards(&base, &place.games(), 3, &Options::default());
    let set = base.join("set.json");
    kifu_index::engine::build::Set::publish(&folders, &set, true, &mut std::io::sink()).unwrap();
    let open = |folder: &std::path::PathBuf| {
        Engine::open_all(kifu_index::engine::Indexes {
            folders: vec![folder.clone()],
            set: Some(set.clone()),
            ..Default::default()
        })
    };
    let shards: Vec<Engine> = folders.iter().map(open).collect::<Result<_, _>>().unwrap();
    let whole = place.engine();
    let text = |name: &str| std::fs::read_to_string(place.games().join(name)).unwrap();
    let texts = vec![text("made/0.sgf"), text("made/5.sgf"), text("made/6.sgf")];
    for shape in [BookShape::Corner, BookShape::Board] {
        for unique in [false, true] {
            for (query, listed) in [("", None), ("black:P1", Some(5)), ("", Some(0))] {
                let request = FollowBook {
                    book: texts.clone(),
                    shape: Some(shape),
                    query: query.to_owned(),
                    unique,
                    listed,
                    ..FollowBook::default()
                };
                let request = AnyQuestion::Book(Box::new(request));
                let (items, _) = request.ask_one(&whole).unwrap();
                let is_empty = items[0].contains("\"entered\":0,");
                assert!(!(query.is_empty() && is_empty), "{shape:?}");
                assert_eq!(request.ask_shards(&shards), request.ask_one(&whole), "{request:?}");
            }
        }
    }
}
