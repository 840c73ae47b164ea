//! What is played in corners, compared with a plain replay of all games: every line of every corner is listed, and each
//! position is compared point by point.

use crate::support::questions::AnyQuestion;
use crate::support::random_games::{read_loose, write_games};
use crate::support::{Place, Random, build_with, rounds, sgf_point};
use kifu_index::engine::joseki::JosekiMove;
use kifu_index::engine::request::{BoardOperand, Joseki};
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::game::{Color, GameKind, Move};
use kifu_index::index::build::Options;
use kifu_index::record::replay::Cause;
use kifu_index::record::result::GameResult;
use kifu_index::record::{GameRecord, Replayer};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Point of a corner: its distances from the side edge and from the upper or lower edge.
pub(super) type Point = (u8, u8);

/// Stones of a corner.
pub(super) type Stones = BTreeSet<(Point, Color)>;

/// Move in a corner.
#[derive(Clone, Debug)]
pub(super) struct LineMove {
    pub(super) color: Color,
    pub(super) at: Point,
    /// Number of moves elsewhere since the last move in the corner.
    pub(super) elsewhere: usize,
    /// Stones in the corner after the move.
    pub(super) after: Stones,
}

/// Moves in one corner of a game; `None` if the corner has setup stones.
pub(super) type Line = Option<Vec<LineMove>>;

/// Point of the board as a point of a corner, if it belongs to its quadrant.
pub(super) fn in_corner((left, lower): (bool, bool), (x, y): (u8, u8), side: u8) -> Option<Point> {
    let half = side / 2 + side % 2;
    let point = (if left { x } else { side - 1 - x }, if lower { side - 1 - y } else { y });
    (point.0 < half && point.1 < half).then_some(point)
}

pub(super) const CORNERS: [(bool, bool); 4] =
    [(false, false), (true, false), (false, true), (true, true)];

/// The lines of the four corners of a game.
pub(super) fn lines(record: &GameRecord, side: u8) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![Some(Vec::new()); 4];
    let mut last = [0; 4];
    let mut moves = 0;
    let mut before: BTreeSet<(u8, u8, Color)> = BTreeSet::new();
    Replayer::new().replay(record.start, &record.tree, |ply| {
        if !ply.main {
            return ControlFlow::Break(());
        }
        let stone = |point: kifu_index::game::Point| {
            Some((point.x, point.y, ply.board.stone(point).color()?))
        };
        let stones: BTreeSet<_> = ply.board.size().points().filter_map(stone).collect();
        let place = match ply.cause {
            Cause::Start | Cause::Setup => {
                for (corner, line) in CORNERS.into_iter().zip(&mut lines) {
                    let changed = stones.symmetric_difference(&before);
                    if changed
                        .into_iter()
                        .any(|&(x, y, _)| in_corner(corner, (x, y), side).is_some())
                    {
                        *line = None;
                    }
                }
                None
            }
            Cause::Move(_, Move::Unreadable) => None,
            Cause::Move(color, action) => {
                moves += 1;
                match action {
                    Move::Place(point) => Some((color, (point.x, point.y))),
                    _ => None,
                }
            }
        };
        for ((corner, line), last) in CORNERS.into_iter().zip(&mut lines).zip(&mut last) {
            if let Some((color, point)) = place
                && let Some(at) = in_corner(corner, point, side)
            {
                let here = |&(x, y, color): &(u8, u8, Color)| {
                    Some((in_corner(corner, (x, y), side)?, color))
                };
                let elsewhere = moves - *last - 1;
                *last = moves;
                let after = stones.iter().filter_map(here).collect();
                if let Some(line) = line {
                    line.push(LineMove { color, at, elsewhere, after });
                }
            }
        }
        before = stones;
        ControlFlow::Continue(())
    });
    lines
}

/// Mirrors a corner in its diagonal, and exchanges its colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn(pub(super) bool, pub(super) bool);

impl Turn {
    pub(super) fn color(self, color: Color) -> Color {
        if self.1 { color.other() } else { color }
    }

    fn point(self, (x, y): Point) -> Point {
        if self.0 { (y, x) } else { (x, y) }
    }

    pub(super) fn stones(self, stones: &Stones) -> Stones {
        stones.iter().map(|&(at, color)| (self.point(at), self.color(color))).collect()
    }

    fn line(self, line: &[LineMove]) -> Vec<LineMove> {
        let turned = |played: &LineMove| LineMove {
            color: self.color(played.color),
            at: self.point(played.at),
            elsewhere: played.elsewhere,
            after: self.stones(&played.after),
        };
        line.iter().map(turned).collect()
    }
}

/// Brings a line into normal form.
fn normal(line: &[LineMove]) -> (Vec<LineMove>, bool) {
    let off = line.iter().find(|played| played.at.0 != played.at.1);
    let turn =
        Turn(off.is_some_and(|played| played.at.0 > played.at.1), line[0].color == Color::White);
    (turn.line(line), turn.1)
}

/// Step after a position: its colour, its point or `None` for a tenuki, and the number of moves elsewhere before it.
type Step = (Color, Option<Point>, usize);

/// Steps of a line after a position, and whether its colours are exchanged; `None` if it does not have the position.
fn steps_after(line: &[LineMove], position: &Stones) -> Option<(Vec<Step>, bool)> {
    let (mut line, mut swapped) = normal(line);
    let mut start = 0;
    let mut last = None;
    if !position.is_empty() {
        let turns = [Turn(false, false), Turn(false, true), Turn(true, false), Turn(true, true)];
        let found = (0..line.len()).find_map(|at| {
            let fits = |turn: &&Turn| turn.stones(&line[at].after) == *position;
            Some((at, *turns.iter().find(fits)?))
        });
        let (at, turn) = found?;
        line = turn.line(&line);
        swapped ^= turn.1;
        last = Some(line[at].color);
        start = at + 1;
    }
    let mut steps = Vec::new();
    for played in &line[start..] {
        if last == Some(played.color) {
            steps.push((played.color.other(), None, played.elsewhere));
        }
        steps.push((played.color, Some(played.at), played.elsewhere));
        last = Some(played.color);
    }
    Some((steps, swapped))
}

/// Numbers of a row: corners, games, won by Black and White, drawn, played at once, and the corners in which nothing
/// follows.
type Row = [u64; 7];

/// Key of a row: the steps to it in words.
fn words(steps: &[Step], side: u8) -> String {
    let name = |&(color, at, _): &Step| match at {
        None => format!("{}tenuki", color.letter()),
        Some((x, y)) => {
            let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".as_bytes()[usize::from(side - 1 - x)] as char;
            format!("{}{column}{}", color.letter(), side - y)
        }
    };
    steps.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The tree by a plain loop over all lines: its rows by their steps, and the number of corners that are left out.
fn tree(
    games: &[&(GameRecord, Vec<Line>)],
    position: &Stones,
    side: u8,
    depth: usize,
) -> (BTreeMap<String, Row>, u64) {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut left_out = 0;
    for (record, lines) in games {
        let mut seen = BTreeSet::new();
        for line in lines {
            let Some(line) = line else {
                left_out += 1;
                continue;
            };
            if line.is_empty() {
                continue;
            }
            let Some((steps, swapped)) = steps_after(line, position) else { continue };
            let winner = match &record.info.result {
                Some(GameResult::Win { winner, .. }) if swapped => Some(Some(winner.other())),
                Some(GameResult::Win { winner, .. }) => Some(Some(*winner)),
                Some(GameResult::Draw) => Some(None),
                _ => None,
            };
            for len in 0..=steps.len().min(depth) {
                let key = words(&steps[..len], side);
                let row = rows.entry(key.clone()).or_default();
                row[0] += 1;
                row[1] += u64::from(seen.insert(key));
                match winner {
                    Some(Some(Color::Black)) => row[2] += 1,
                    Some(Some(Color::White)) => row[3] += 1,
                    Some(None) => row[4] += 1,
                    None => {}
                }
                row[5] += u64::from(len > 0 && steps[len - 1].2 == 0);
                row[6] += u64::from(len == steps.len() && len < depth);
            }
        }
    }
    (rows, left_out)
}

/// The rows of an answer by their steps.
fn answered(engine: &Engine, request: &Joseki) -> (BTreeMap<String, Row>, u64) {
    let answer = engine.answer(request, &AskOptions::default()).unwrap().answer;
    let mut rows = BTreeMap::new();
    let row = |counts: &kifu_index::engine::joseki::CornerCounts, at_once| {
        let wins = counts.wins;
        let end = counts.end.unwrap_or(0);
        [counts.corners, counts.games, wins.black, wins.white, wins.draws, at_once, end]
    };
    if answer.all.corners > 0 {
        rows.insert(String::new(), row(&answer.all, 0));
    }
    let mut waiting: Vec<(String, &JosekiMove)> =
        answer.moves.iter().map(|step| (String::new(), step)).collect();
    while let Some((before, step)) = waiting.pop() {
        let path = format!("{before} {}{}", step.color, step.at).trim().to_owned();
        rows.insert(path.clone(), row(&step.counts, step.at_once));
        waiting.extend(step.moves.iter().map(|next| (path.clone(), next)));
    }
    (rows, answer.left_out)
}

/// Position of a corner as SGF, in the upper right corner.
fn as_sgf(stones: &Stones, side: u8) -> String {
    let of = |color: Color| {
        let points = stones.iter().filter(|(_, other)| *other == color);
        let points: String = points
            .map(|&((x, y), _)| {
                format!("[{}]", sgf_point((usize::from(side - 1 - x), usize::from(y))))
            })
            .collect();
        if points.is_empty() { points } else { format!("A{}{points}", color.letter()) }
    };
    format!("(;SZ[{side}]{}{})", of(Color::Black), of(Color::White))
}

#[test]
fn trees_of_corners_equal_a_plain_replay() {
    let place = Place::new();
    write_games(&place);
    for name in ["boxes.zip", "club.zip"] {
        std::fs::remove_file(place.games().join("collections").join(name)).unwrap();
    }
    build_with(&place.folder(), &[place.games()], &Options::default());
    // A second segment, and deleted games in the first one.
    let text = std::fs::read_to_string(place.games().join("made/3.sgf")).unwrap();
    place.write("made/3.sgf", format!("{text} "));
    place.write("more/3.sgf", text);
    build_with(&place.folder(), &[place.games()], &Options::default());
    let engine = place.engine();
    let all: Vec<(GameRecord, Vec<Line>)> = read_loose(&place)
        .into_iter()
        .filter(|game| game.record.start.game == GameKind::Go)
        .map(|game| {
            let lines = lines(&game.record, game.record.start.size.width());
            (game.record, lines)
        })
        .collect();
    let mut random = Random(31);
    let (mut compared, mut corners, mut images) = (0, 0, 0);
    for side in [19, 13, 9, 5] {
        let games: Vec<&(GameRecord, Vec<Line>)> = all
            .iter()
            .filter(|(record, _)| {
                record.start.size.is_square() && record.start.size.width() == side
            })
            .collect();
        assert!(!games.is_empty());
        let compare = |stones: &Stones, depth: usize| {
            let position = if stones.is_empty() { String::new() } else { as_sgf(stones, side) };
            let request = Joseki {
                position: BoardOperand::Text(position.clone()),
                region: Some("upper-right".to_owned()),
                size: Some(side.to_string()),
                tree: depth as u32,
                ..Joseki::default()
            };
            let expected = tree(&games, stones, side, depth);
            assert_eq!(answered(&engine, &request), expected, "{position} {depth}");
            expected.0.get("").map_or(0, |row| row[0])
        };
        corners += compare(&Stones::new(), 1) + compare(&Stones::new(), 8);
        for _ in 0..rounds(40, 400) {
            let (_, lines) = games[random.below(games.len())];
            let Some(Some(line)) = lines
                .get(random.below(4))
                .filter(|line| line.as_ref().is_some_and(|line| !line.is_empty()))
            else {
                continue;
            };
            let last = if random.chance(70) { 4 } else { 30 };
            let at = random.below(line.len().min(last));
            let stones = Turn(random.chance(50), random.chance(50)).stones(&line[at].after);
            corners += compare(&stones, 1 + random.below(6));
            let is_image = |turn: Turn| turn.stones(&stones) == stones;
            images += usize::from(
                [Turn(false, true), Turn(true, false), Turn(true, true)].into_iter().any(is_image),
            );
            compared += 1;
        }
    }
    assert!(compared > 60 && corners > 1000 && images > 5, "{compared} {corners} {images}");
}

#[test]
fn shards_answer_as_one_index() {
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
    for position in ["", "Q16", "R16 R14", "Q16 D4"] {
        for unique in [false, true] {
            for compare in [None, Some("black:P1".to_owned())] {
                let request = Joseki {
                    position: BoardOperand::Text(position.to_owned()),
                    unique,
                    compare,
                    tree: 3,
                    least: vec!["2".to_owned(), "1%".to_owned()],
                    by: Some(kifu_index::engine::request::JosekiGrouping::Decade),
                    ..Joseki::default()
                };
                let request = AnyQuestion::Joseki(request);
                assert_eq!(request.ask_shards(&shards), request.ask_one(&whole), "{request:?}");
            }
        }
    }
}
