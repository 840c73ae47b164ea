//! Patterns by brute force: every position of every game is compared with the pattern point by point in every place.
//!
//! Of the program, this module uses only the answers of the search. Boards, rules and replays are those of
//! [`plain`](super::plain), the symmetries are written anew, and the moves of a sequence are counted from every
//! position that has the pattern's stones.

use super::ask::{answer, hits, on_pattern};
use super::choices::Choose;
use super::plain::{Known, Name, Plain, Reached};
use kifu_index::engine::request::{BuildTree, TreeLimits};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::formats;
use kifu_index::game::board::Board;
use kifu_index::game::pattern::{Cell, Edges, Pattern};
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_index::language::input::pattern::{PatternArea, parse_region};
use kifu_index::record::replay::NextPlay;
use kifu_index::record::{Action, NodeId};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// A pattern as characters, and whether it touches the left, right, top and bottom edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    pub rows: Vec<Vec<char>>,
    pub edges: [bool; 4],
    /// Moves that must be played, in this order, after the pattern is on the board: colour, column, row.
    pub moves: Vec<(Color, usize, usize)>,
}

/// Offsets at which a piece of this length may lie within a whole. A piece that must touch the beginning or the end has
/// only one offset.
fn offsets(whole: usize, length: usize, begin: bool, end: bool) -> Range<usize> {
    let Some(last) = whole.checked_sub(length) else {
        return 0..0;
    };
    match (begin, end) {
        (true, true) if last > 0 => 0..0,
        (true, _) => 0..1,
        (false, true) => last..last + 1,
        (false, false) => 0..last + 1,
    }
}

fn may_stand(cell: char, stone: Stone) -> bool {
    match (cell, stone) {
        ('?', _) => true,
        (_, Stone::Hole) => false,
        ('.', stone) => stone == Stone::Empty,
        ('X', stone) => stone == Stone::Black,
        ('O', stone) => stone == Stone::White,
        ('A', stone) => stone != Stone::White,
        ('V', stone) => stone != Stone::Black,
        ('*', stone) => stone != Stone::Empty,
        _ => panic!("{cell}"),
    }
}

impl Drawn {
    /// Makes a random small pattern of any kind of points.
    pub fn random_small(random: &mut dyn Choose) -> Drawn {
        const CELLS: [char; 7] = ['.', 'X', 'O', 'A', 'V', '*', '?'];
        let (width, height) = (1 + random.below(4), 1 + random.below(4));
        let mut cell = || CELLS[random.below(CELLS.len())];
        let mut rows: Vec<Vec<char>> = Vec::new();
        rows.resize_with(height, || (0..width).map(|_| cell()).collect());
        // At least one point must have a condition, because otherwise the pattern would match everywhere.
        if rows.iter().flatten().all(|&cell| cell == '?') {
            rows[0][0] = 'X';
        }
        let edges = [(); 4].map(|()| random.chance(20));
        let mut moves = Vec::new();
        moves.resize_with(random.below(3), || {
            let color = [Color::Black, Color::White][random.below(2)];
            (color, random.below(width), random.below(height))
        });
        Drawn { rows, edges, moves }
    }

    fn width(&self) -> usize {
        self.rows[0].len()
    }

    fn height(&self) -> usize {
        self.rows.len()
    }

    /// Exchanges rows and columns.
    fn transposed(&self) -> Drawn {
        let rows =
            (0..self.width()).map(|x| self.rows.iter().map(|row| row[x]).collect()).collect();
        let [left, right, top, bottom] = self.edges;
        Drawn {
            rows,
            edges: [top, bottom, left, right],
            moves: self.moves.iter().map(|&(c, x, y)| (c, y, x)).collect(),
        }
    }

    /// Exchanges left and right.
    fn mirrored(&self) -> Drawn {
        let mut rows = self.rows.clone();
        rows.iter_mut().for_each(|row| row.reverse());
        let [left, right, top, bottom] = self.edges;
        let last = self.width() - 1;
        Drawn {
            rows,
            edges: [right, left, top, bottom],
            moves: self.moves.iter().map(|&(c, x, y)| (c, last - x, y)).collect(),
        }
    }

    /// Exchanges top and bottom.
    fn flipped(&self) -> Drawn {
        self.transposed().mirrored().transposed()
    }

    pub fn swapped(&self) -> Drawn {
        let swap = |cell: &char| match cell {
            'X' => 'O',
            'O' => 'X',
            'A' => 'V',
            'V' => 'A',
            other => *other,
        };
        Drawn {
            rows: self.rows.iter().map(|row| row.iter().map(swap).collect()).collect(),
            edges: self.edges,
            moves: self.moves.iter().map(|&(c, x, y)| (c.other(), x, y)).collect(),
        }
    }

    /// Images of the pattern in the order in which they are preferred: as drawn, mirrored, flipped, both; then these
    /// four with rows and columns exchanged.
    pub fn images(&self, symmetric: bool, any_colors: bool) -> Vec<Drawn> {
        let mut images = Vec::new();
        let colors =
            if any_colors { vec![self.clone(), self.swapped()] } else { vec![self.clone()] };
        for drawn in colors {
            if !symmetric {
                images.push(drawn);
                continue;
            }
            for drawn in [drawn.clone(), drawn.transposed()] {
                images.extend([
                    drawn.clone(),
                    drawn.mirrored(),
                    drawn.flipped(),
                    drawn.mirrored().flipped(),
                ]);
            }
        }
        images
    }

    pub fn stands(&self, board: &Plain, x0: usize, y0: usize) -> bool {
        // Plain loops instead of closures, because most of the time of a comparison is spent here.
        for (y, row) in self.rows.iter().enumerate() {
            let begin = (y0 + y) * board.width + x0;
            for (&cell, &stone) in row.iter().zip(&board.points[begin..begin + row.len()]) {
                if !may_stand(cell, stone) {
                    return false;
                }
            }
        }
        true
    }

    /// All places of the pattern on a board, row by row.
    pub fn places(&self, board: &Plain) -> impl Iterator<Item = (usize, usize)> + use<> {
        let [left, right, top, bottom] = self.edges;
        let columns = offsets(board.width, self.width(), left, right);
        let rows = offsets(board.height, self.height(), top, bottom);
        rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    /// Board of the pattern's size with the pattern's stones.
    pub fn board(&self) -> Board {
        let size = BoardSize::new(self.width() as u8, self.height() as u8).unwrap();
        let mut board = Board::new(GameKind::Go, size);
        for (cell, point) in self.rows.iter().flatten().zip(size.points()) {
            match cell {
                'X' => board.set(point, Stone::Black),
                'O' => board.set(point, Stone::White),
                _ => {}
            }
        }
        board
    }

    pub fn pattern(&self) -> Pattern {
        let cell = |&c: &char| match c {
            '.' => Cell::EMPTY,
            'X' => Cell::BLACK,
            'O' => Cell::WHITE,
            'A' => Cell::BLACK_OR_EMPTY,
            'V' => Cell::WHITE_OR_EMPTY,
            '*' => Cell::STONE,
            _ => Cell::ANYTHING,
        };
        let size = BoardSize::new(self.width() as u8, self.height() as u8).unwrap();
        let [left, right, top, bottom] = self.edges;
        let edges = Edges { left, right, top, bottom };
        let moves = self.moves.iter().map(|&(c, x, y)| (c, Point::new(x as u8, y as u8)));
        Pattern::new(size, self.rows.iter().flatten().map(cell).collect(), edges)
            .unwrap()
            .followed_by(moves.collect())
    }

    /// Rows in the notation of queries.
    pub fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    pub fn show(&self) -> String {
        format!("{} edges {:?} moves {:?}", self.text(), self.edges, self.moves)
    }
}

/// Place of a hit: the node, the number of moves, whether the node is in a variation, and the rectangle on the board.
type HitPlace = (u32, u32, bool, [usize; 4]);

/// First hit of a game: on the main line, or else in the first variation that has one.
fn first_hit(game: &Known, images: &[Drawn]) -> Option<HitPlace> {
    let parents = |node: u32| game.record.tree.path(node);
    let main = game.reached.iter().enumerate().filter(|(_, r)| r.main);
    let side = game.reached.iter().enumerate().filter(|(_, r)| !r.main);
    for (at, reached) in main.chain(side) {
        for image in images {
            for (x, y) in image.places(&reached.board) {
                let hit = match image.moves.is_empty() {
                    true => image.stands(&reached.board, x, y),
                    false => ends_here(game, image, (x, y), at, &parents),
                };
                if hit {
                    let rectangle = [x, y, image.width(), image.height()];
                    return Some((reached.node, reached.number, !reached.main, rectangle));
                }
            }
        }
    }
    None
}

impl Drawn {
    /// True if the last move of the sequence leads to this position of a game. `path` gives the nodes above a node.
    pub fn ends_here(
        &self,
        game: &Known,
        corner: (usize, usize),
        at: usize,
        path: &dyn Fn(u32) -> Vec<u32>,
    ) -> bool {
        ends_here(game, self, corner, at, path)
    }
}

/// True if the last move of a sequence led to this position: going back along its line, the moves into the rectangle
/// are those of the sequence from the last to the first, and before them is a position in which the drawing stands.
fn ends_here(
    game: &Known,
    image: &Drawn,
    (x0, y0): (usize, usize),
    at: usize,
    path: &dyn Fn(u32) -> Vec<u32>,
) -> bool {
    let last = image.moves.last().unwrap();
    match into(&game.reached[at], image, (x0, y0)) {
        Into::Move(color, x, y) if (color, x, y) == *last => {}
        _ => return false,
    }
    let line = path(game.reached[at].node);
    let mut left = image.moves.len();
    for reached in game.reached[..=at].iter().rev().filter(|r| line.contains(&r.node)) {
        if left == 0 && image.stands(&reached.board, x0, y0) {
            return true;
        }
        match into(reached, image, (x0, y0)) {
            Into::Nothing => {}
            Into::Setup => return false,
            Into::Move(color, x, y) => {
                if left == 0 || image.moves[left - 1] != (color, x, y) {
                    return false;
                }
                left -= 1;
            }
        }
    }
    false
}

enum Into {
    Nothing,
    Setup,
    Move(Color, usize, usize),
}

fn into(reached: &Reached, image: &Drawn, (x0, y0): (usize, usize)) -> Into {
    let point = match reached.played {
        None => return Into::Setup,
        Some((color, Move::Place(point))) => (color, point),
        Some((color, Move::Slide { to, .. })) => (color, to),
        Some(_) => return Into::Nothing,
    };
    let (color, point) = point;
    let (x, y) = (usize::from(point.x), usize::from(point.y));
    let inside = (x0..x0 + image.width()).contains(&x) && (y0..y0 + image.height()).contains(&y);
    match inside {
        true => Into::Move(color, x - x0, y - y0),
        false => Into::Nothing,
    }
}

/// Moves that a game plays inside the pattern's rectangle after its first hit.
struct Played {
    /// Colour, column and row of each move, in the colours and orientation of the query.
    moves: Vec<(Color, usize, usize)>,
    /// How many moves Black and White play elsewhere before the first move inside.
    elsewhere: [usize; 2],
}

/// Sort key of equally frequent moves: the uppermost, then the rightmost, then Black's.
fn rank(&(color, x, y): &(Color, usize, usize)) -> (usize, usize, u8) {
    (y, 100 - x, color as u8)
}

impl Drawn {
    /// Rectangle of the same size with a different character on each point, so that an image of it shows where each
    /// point comes from.
    pub fn numbered(&self) -> Drawn {
        let sign = |n: usize| char::from_u32(0x4e00 + n as u32).unwrap();
        let row = |y| (0..self.width()).map(move |x| sign(y * self.width() + x)).collect();
        Drawn { rows: (0..self.height()).map(row).collect(), ..self.clone() }
    }

    fn played(&self, game: &Known, symmetric: bool, any_colors: bool) -> Option<Played> {
        let images = self.images(symmetric, any_colors);
        let numbered = self.numbered().images(symmetric, any_colors);
        let parents = |node: u32| game.record.tree.path(node);
        let main = game.reached.iter().enumerate().filter(|(_, r)| r.main);
        let (at, number, (x0, y0)) = main.clone().find_map(|(at, reached)| {
            images.iter().enumerate().find_map(|(number, image)| {
                let stands = |&(x, y): &(usize, usize)| match image.moves.is_empty() {
                    true => image.stands(&reached.board, x, y),
                    false => ends_here(game, image, (x, y), at, &parents),
                };
                let place = image.places(&reached.board).find(stands)?;
                Some((at, number, place))
            })
        })?;
        let (mut inside, mut elsewhere) = (Vec::new(), [0, 0]);
        for (_, reached) in main.filter(|(other, _)| *other > at) {
            match into(reached, &images[number], (x0, y0)) {
                Into::Setup => break,
                Into::Move(color, x, y) => inside.push((color, x, y)),
                Into::Nothing => {
                    let Some((color, action)) = reached.played else {
                        continue;
                    };
                    if inside.is_empty() && action != Move::Unreadable {
                        elsewhere[usize::from(color == Color::White)] += 1;
                    }
                }
            }
        }
        // If several images are equal, the game may be mapped by each of them.
        let ways = (0..images.len()).filter(|&other| images[other] == images[number]);
        let seen = |way: usize| {
            let swapped = way >= images.len() / 2 && any_colors;
            let back = |&(color, x, y): &(Color, usize, usize)| {
                let from = numbered[way].rows[y][x] as usize - 0x4e00;
                let color = if swapped { color.other() } else { color };
                (color, from % self.width(), from / self.width())
            };
            let [black, white] = elsewhere;
            Played {
                moves: inside.iter().map(back).collect(),
                elsewhere: if swapped { [white, black] } else { [black, white] },
            }
        };
        let ranks = |played: &Played| played.moves.iter().map(rank).collect::<Vec<_>>();
        ways.map(seen).min_by_key(ranks)
    }
}

fn move_text(color: Color, action: Move) -> String {
    format!("{color:?} {action:?}")
}

fn step_text(&(color, x, y): &(Color, usize, usize)) -> String {
    move_text(color, Move::Place(Point::new(x as u8, y as u8)))
}

/// Path, member and number of a game.
fn name(game: &GameRow) -> Name {
    (game.path.clone(), game.member().unwrap_or_default(), game.game)
}

/// Number of games at each node of a tree of continuations inside a pattern, by the moves that lead to the node.
fn branches_of(sgf: &str, drawn: &Drawn) -> BTreeMap<Vec<String>, u64> {
    let record = formats::read(sgf.as_bytes()).records.remove(0);
    let tree = &record.tree;
    // The moves of the drawing come first, each in its own node.
    let base = drawn.moves.len() as NodeId;
    let mut found = BTreeMap::new();
    for node in base + 1..tree.len() as NodeId {
        let steps = tree.path(node).into_iter().filter(|&node| node > base);
        let moves = steps.flat_map(|node| tree.actions(node)).map(|action| {
            let Action::Move(color, action) = *action else { panic!("{action:?} in {sgf}") };
            move_text(color, action)
        });
        let path = [String::new()].into_iter().chain(moves).collect();
        // The second line of the comment on a node contains the number of games.
        let comment: Vec<&str> = tree.comments_of(node).collect();
        let line = comment[0].lines().nth(1).unwrap();
        let games: u64 = line.split(' ').next().unwrap().parse().unwrap();
        if games > 0 {
            assert_eq!(found.insert(path, games), None);
        }
    }
    found
}

/// Games, and an index of them, to compare searches with brute force.
pub struct Oracle {
    pub games: Vec<Known>,
    pub engine: Engine,
    /// Number of patterns compared so far, of games that have them, and of games that have them in variations only.
    pub compared: usize,
    pub hits: usize,
    pub side_hits: usize,
}

impl Oracle {
    pub fn new(games: Vec<Known>, engine: Engine) -> Oracle {
        Oracle { games, engine, compared: 0, hits: 0, side_hits: 0 }
    }

    /// Searches for a pattern by the index and by brute force, and compares.
    pub fn compare(&mut self, drawn: &Drawn, game: GameKind, symmetric: bool, any_colors: bool) {
        let images = drawn.images(symmetric, any_colors);
        let expected: BTreeMap<Name, HitPlace> = (self.games.iter())
            .filter(|known| known.record.start.game == game)
            .filter_map(|known| Some((known.name.clone(), first_hit(known, &images)?)))
            .collect();
        let mut search = on_pattern(game, drawn.pattern(), symmetric, any_colors);
        search.listed = usize::MAX;
        let on_main = answer(&self.engine, &search);
        search.hits.within = Some("any".to_owned());
        let anywhere = answer(&self.engine, &search);
        let side = expected.values().filter(|(_, _, side, _)| *side).count();
        let first_difference =
            |found: &BTreeMap<Name, HitPlace>, expected: &BTreeMap<Name, HitPlace>| {
                let difference =
                    expected.iter().find(|(name, place)| found.get(*name) != Some(*place));
                let too_many = found.iter().find(|(name, _)| !expected.contains_key(*name));
                assert!(
                    difference.is_none() && too_many.is_none(),
                    "{} {symmetric} {any_colors}\nwanted {difference:?}\nfound {:?}\ntoo many {too_many:?}",
                    drawn.show(),
                    difference.map(|(name, _)| found.get(name)),
                );
            };
        first_difference(&self.places(&anywhere.games), &expected);
        assert_eq!(on_main.in_variations, side as u64, "{}", drawn.show());
        let mut main = expected.clone();
        main.retain(|_, (_, _, side, _)| !*side);
        first_difference(&self.places(&on_main.games), &main);
        self.compared += 1;
        self.hits += expected.len();
        self.side_hits += side;
    }

    /// Places of the hits in listed games.
    fn places(&self, games: &[GameRow]) -> BTreeMap<Name, HitPlace> {
        let mut found = BTreeMap::new();
        for game in games {
            let hit = game.hit.as_ref().unwrap();
            let size = game.summary.size;
            let Some(PatternArea::Region(from, to)) =
                parse_region(hit.region.as_ref().unwrap(), size)
            else {
                panic!("{hit:?}")
            };
            let (x, y) = (from.x.min(to.x), from.y.min(to.y));
            let (width, height) = (from.x.abs_diff(to.x) + 1, from.y.abs_diff(to.y) + 1);
            let rectangle = [x, y, width, height].map(usize::from);
            let place = (hit.node, hit.number, hit.variation, rectangle);
            assert_eq!(found.insert(name(game), place), None, "twice");
        }
        found
    }

    /// Compares the table of next moves and the tree inside a pattern with brute force. Returns the number of games
    /// that play there, and of those that played elsewhere before.
    pub fn compare_inside(&self, drawn: &Drawn, symmetric: bool, any_colors: bool) -> [u64; 2] {
        let of_go = self.games.iter().filter(|known| known.record.start.game == GameKind::Go);
        let played = of_go.filter_map(|known| drawn.played(known, symmetric, any_colors));
        let played: Vec<Played> = played.collect();
        let search = on_pattern(GameKind::Go, drawn.pattern(), symmetric, any_colors);
        let found = answer(&self.engine, &search);
        // Expected numbers for a next move: all games, games that play it at once, and how many moves each side plays
        // elsewhere first.
        type Row = (u64, u64, [Vec<u64>; 2]);
        let mut expected: HashMap<Option<(Color, usize, usize)>, Row> = HashMap::new();
        for game in &played {
            let step = game.moves.first().copied();
            let (games, none, counts) = expected.entry(step).or_default();
            *games += 1;
            if step.is_some() {
                *none += u64::from(game.elsewhere == [0, 0]);
                for (counts, &moves) in counts.iter_mut().zip(&game.elsewhere) {
                    counts.resize(11, 0);
                    counts[moves.min(10)] += 1;
                }
            }
        }
        let mut table: HashMap<Option<(Color, usize, usize)>, Row> = HashMap::new();
        for row in found.local.unwrap() {
            let step = row.next.point().map(|point| {
                let color = row.next.color.as_deref();
                let color =
                    Color::BOTH.into_iter().find(|c| color == Some(&c.letter().to_string()));
                (color.unwrap(), point.x.into(), point.y.into())
            });
            assert_eq!(step.is_none(), row.next.at.as_str() == "end");
            let elsewhere = row.elsewhere.map(|counts| (counts.none, [counts.black, counts.white]));
            let (none, counts) = elsewhere.unwrap_or_default();
            let twice = table.insert(step, (row.next.games, none, counts));
            assert_eq!(twice, None, "{}", row.next.at);
        }
        assert_eq!(table, expected, "{} {symmetric} {any_colors}", drawn.show());
        let mut branches: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for game in &played {
            let mut last = drawn.moves.last().map(|&(color, _, _)| color);
            let mut path = vec![String::new()];
            for step in &game.moves {
                if last == Some(step.0) {
                    path.push(move_text(step.0.other(), Move::Pass));
                }
                path.push(step_text(step));
                last = Some(step.0);
            }
            for depth in 1..=path.len().min(4) {
                *branches.entry(path[..depth].to_vec()).or_default() += 1;
            }
        }
        let grown = BuildTree {
            board: search,
            growth: TreeLimits { plies: 3, least: vec!["1".to_owned()], nodes: usize::MAX },
        };
        let tree = self.engine.answer(&grown, &AskOptions::default());
        let tree = tree.unwrap().answer;
        let mut found = branches_of(&tree.sgf, drawn);
        if tree.games > 0 {
            found.insert(vec![String::new()], tree.games);
        }
        assert_eq!(found, branches, "{} {symmetric} {any_colors}", drawn.show());
        let inside = played.iter().filter(|game| !game.moves.is_empty());
        let late = inside.clone().filter(|game| game.elsewhere != [0, 0]);
        [inside.count() as u64, late.count() as u64]
    }

    /// A main-line position of a game, as a pattern of the whole board and as the text of a query.
    pub fn whole_board(&self, random: &mut impl Choose) -> Option<(Drawn, String)> {
        let known = &self.games[random.below(self.games.len())];
        let main: Vec<&Reached> = known.reached.iter().filter(|r| r.main).collect();
        if known.record.start.game != GameKind::Go || main.is_empty() {
            return None;
        }
        let board = &main[random.below(main.len())].board;
        let mut text = format!("(;SZ[{}:{}]", board.width, board.height);
        if board.width == board.height {
            text = format!("(;SZ[{}]", board.width);
        }
        let mut rows = vec![vec!['.'; board.width]; board.height];
        let letter = |n: usize| char::from(b'a' + n as u8);
        for (i, &stone) in board.points.iter().enumerate() {
            let (x, y) = (i % board.width, i / board.width);
            let (name, cell) = match stone {
                Stone::Black => ("AB", 'X'),
                Stone::White => ("AW", 'O'),
                _ => continue,
            };
            rows[y][x] = cell;
            text.push_str(&format!("{name}[{}{}]", letter(x), letter(y)));
        }
        let drawn = Drawn { rows, edges: [true; 4], moves: Vec::new() };
        (board.width <= 26 && board.height <= 26).then_some((drawn, format!("{text})")))
    }

    /// Compares the games that have these patterns one after the other, and returns their number.
    pub fn compare_then(
        &mut self,
        parts: &[Drawn],
        query: &str,
        gap: Range<u32>,
        any: bool,
    ) -> usize {
        let ways: &[bool] = if any { &[false, true] } else { &[false] };
        let of_way = |known: &Known, swapped: bool| {
            let mut plies = known.reached.iter().filter(|reached| reached.main);
            let mut last: Option<u32> = None;
            for part in parts {
                let part = if swapped { part.swapped() } else { part.clone() };
                let images = part.images(true, false);
                let stands = |reached: &&Reached| {
                    images.iter().any(|image| {
                        let mut places = image.places(&reached.board);
                        places.any(|(x, y)| image.stands(&reached.board, x, y))
                    })
                };
                let number = plies.find(stands)?.number;
                if last.is_some_and(|last| !gap.contains(&(number - last))) {
                    return None;
                }
                last = Some(number);
            }
            last
        };
        let expected: BTreeMap<Name, u32> = (self.games.iter())
            .filter(|known| known.record.start.game == GameKind::Go)
            .filter_map(|known| {
                let first = ways.iter().filter_map(|&way| of_way(known, way)).min()?;
                Some((known.name.clone(), first))
            })
            .collect();
        let mut found = BTreeMap::new();
        for game in hits(&self.engine, query) {
            let place = game.hit.as_ref().unwrap();
            assert!(!place.variation);
            found.insert(name(&game), place.number);
        }
        assert_eq!(found, expected, "{query}");
        expected.len()
    }

    /// Number of Go games of whose main line this is true: after a number of moves in the given range, with the given
    /// side to move, the position has the pattern under some symmetry.
    pub fn before_a_move(&self, drawn: &Drawn, moves: Range<u32>, color: Color) -> usize {
        let images = drawn.images(true, false);
        let fits = |reached: &&Reached| {
            reached.main
                && moves.contains(&reached.number)
                && match reached.next {
                    NextPlay::Move(next, _) => next == color,
                    NextPlay::End => reached.turn == color,
                }
        };
        let stands = |reached: &Reached| {
            images.iter().any(|image| {
                let mut places = image.places(&reached.board);
                places.any(|(x, y)| image.stands(&reached.board, x, y))
            })
        };
        (self.games.iter())
            .filter(|known| known.record.start.game == GameKind::Go)
            .filter(|known| known.reached.iter().filter(fits).any(stands))
            .count()
    }

    /// Cuts a random rectangle out of a position of a game.
    pub fn draw(&self, kind: Kind, random: &mut impl Choose) -> Option<(Drawn, GameKind)> {
        let game = random.below(self.games.len());
        let count = self.games[game].reached.len();
        if count == 0 {
            return None;
        }
        let at = match kind {
            Kind::Setup => 0,
            _ => random.below(count),
        };
        let (columns, rows) = {
            let board = &self.games[game].reached[at].board;
            (board.width, board.height)
        };
        let longest = if kind == Kind::Side { 9 } else { 6 };
        let width = 1 + random.below(columns.min(longest));
        let height = 1 + random.below(rows.min(if kind == Kind::Side { 3 } else { longest }));
        let anywhere = |random: &mut dyn Choose, most: usize| random.below(most + 1);
        let (mut x0, mut y0) = (anywhere(random, columns - width), anywhere(random, rows - height));
        let mut edges = [false; 4];
        match kind {
            Kind::Corner => {
                x0 = if random.chance(50) { 0 } else { columns - width };
                y0 = if random.chance(50) { 0 } else { rows - height };
                edges = [x0 == 0, x0 > 0, y0 == 0, y0 > 0];
            }
            Kind::Side => {
                y0 = if random.chance(50) { 0 } else { rows - height };
                edges = [false, false, y0 == 0, y0 > 0];
            }
            Kind::Whole => {
                (x0, y0) = (0, 0);
                edges = [true; 4];
            }
            _ => {}
        }
        let (width, height) = if kind == Kind::Whole { (columns, rows) } else { (width, height) };
        let known = &self.games[game];
        let reached = &known.reached[at];
        let stone = |x: usize, y: usize| reached.board.points[(y0 + y) * columns + x0 + x];
        let drawn_rows: Vec<Vec<char>> =
            (0..height).map(|y| (0..width).map(|x| stone(x, y).symbol()).collect()).collect();
        let mut drawn = Drawn { rows: drawn_rows, edges, moves: Vec::new() };
        let game_kind = known.record.start.game;
        if kind == Kind::Sequence {
            let line = known.record.tree.path(known.reached[count - 1].node);
            let later = known.reached[at + 1..].iter();
            let later =
                later.filter(|r| if reached.main { r.main } else { line.contains(&r.node) });
            let target_count = 1 + at % 4;
            for reached in later {
                if let Into::Move(color, x, y) = into(reached, &drawn, (x0, y0)) {
                    drawn.moves.push((color, x, y));
                }
                if drawn.moves.len() == target_count {
                    break;
                }
            }
            if drawn.moves.is_empty() {
                return None;
            }
        }
        for row in &mut drawn.rows {
            for cell in row {
                if *cell == '#' {
                    *cell = '?';
                } else if kind == Kind::Wild && random.chance(40) || random.chance(4) {
                    *cell = match (random.below(3), *cell) {
                        (0, '.' | 'X') => 'A',
                        (0 | 1, '.' | 'O') => 'V',
                        (1, 'X') | (2, 'X' | 'O') => '*',
                        _ => '?',
                    };
                }
            }
        }
        let asks = drawn.rows.iter().flatten().any(|&cell| cell != '?');
        (asks || !drawn.moves.is_empty()).then_some((drawn, game_kind))
    }
}

/// Kind of a random pattern.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    Corner,
    Side,
    Floating,
    Wild,
    Whole,
    Setup,
    Sequence,
}

pub const KINDS: [Kind; 7] = [
    Kind::Corner,
    Kind::Side,
    Kind::Floating,
    Kind::Wild,
    Kind::Whole,
    Kind::Setup,
    Kind::Sequence,
];
