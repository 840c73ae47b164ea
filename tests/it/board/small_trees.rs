//! Random searches in small random games with variations, setup, passes and comments, compared with brute force: every
//! position of every game is compared point by point, and all conditions on the hit are tested one after the other.
//!
//! A search is called a question here: a drawing (a whole board or a part of one) with conditions, such as the next
//! move. `KIFU_SLOW=1` asks 5,000 questions instead of 300.

use crate::properties::ask::{
    answer, count, on_board, on_pattern, query_error, search_rows as found_by,
};
use crate::properties::drawn::Drawn;
use crate::properties::plain::{Known, Name, Reached};
use crate::support::{Place, Random, rounds, sgf_point};
use kifu_index::engine::board::{BoardAnswer, DescribedBoard, LocalMove, NextMove};
use kifu_index::engine::request::{BoardOperand, BoardSearch, Search, SubjectKind};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::game::{Color, GameKind, Move, Point};
use kifu_index::record::replay::NextPlay;
use kifu_index::record::result::GameResult;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Number of games in the archive.
const GAMES: usize = 48;

/// Number of random questions (searches for a drawing with conditions): 300, or 5,000 with `KIFU_SLOW`.
fn questions() -> usize {
    rounds(300, 5_000)
}

// ---- Random games to search in ----

fn letters(random: &mut Random, side: usize) -> String {
    sgf_point(random.point(side))
}

/// Random node: a move in most cases, otherwise setup, a pass, a comment or another node without a move.
fn node(random: &mut Random, side: usize, color: &mut char) -> String {
    let mut played = |random: &mut Random| {
        let by = *color;
        *color = if by == 'B' { 'W' } else { 'B' };
        format!("{by}[{}]", letters(random, side))
    };
    let point = letters(random, side);
    let setup = ["AB", "AW", "AE"][random.below(3)];
    match random.below(100) {
        0..=65 => format!(";{}", played(random)),
        66..=69 => format!(";{}[]", ['B', 'W'][random.below(2)]),
        70..=76 => ";C[x]".to_owned(),
        77..=81 => format!(";PL[{}]", ['B', 'W'][random.below(2)]),
        82..=86 => format!(";AE[{point}]"),
        87..=89 => format!(";{setup}[{point}]"),
        90..=92 => format!(";{setup}[{point}]{}", played(random)),
        93..=94 => format!(";{}{}", played(random), played(random)),
        95 => format!(";PL[{}]{}", ['B', 'W'][random.below(2)], played(random)),
        96 => format!(";AB[{point}]AE[{point}]"),
        97 => format!(";B[9]{}", played(random)),
        _ => format!(";C[y]{}", played(random)),
    }
}

fn line(random: &mut Random, side: usize, depth: usize, mut color: char) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(5) {
        text.push_str(&node(random, side, &mut color));
    }
    if depth > 0 && random.chance(85) {
        for _ in 0..2 + random.below(2) {
            text.push_str(&format!("({})", line(random, side, depth - 1, color)));
        }
    }
    text
}

fn game(random: &mut Random) -> String {
    let side = [3, 4, 4, 5][random.below(4)];
    let result = ["B+R", "W+R", "B+2.5", "0", "?"][random.below(5)];
    let setup = match random.below(6) {
        0 => format!("AB[{}]AW[{}]", letters(random, side), letters(random, side)),
        1 => "PL[W]".to_owned(),
        _ => String::new(),
    };
    let line = line(random, side, 2, 'B');
    format!("(;GM[1]SZ[{side}]RE[{result}]{setup}{line})")
}

// ---- Random questions, each as a request and as a query ----

/// A next move; points are counted from the upper left of the board or the pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    Point(usize, usize),
    Pass,
    Elsewhere,
    End,
}

/// A next move with its colour; the end of the game has no colour.
type Played = (Step, Option<Color>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    Main,
    Variations,
    Any,
}

#[derive(Clone, Debug)]
struct Question {
    drawn: Drawn,
    is_position: bool,
    symmetric: bool,
    any_colours: bool,
    scope: Scope,
    /// Required next move, and the colours that may play it.
    next: Option<(Step, Vec<Color>)>,
    to_move: Option<Color>,
    moves: RangeInclusive<u32>,
}

fn sgf_of(drawn: &Drawn) -> String {
    let mut text = format!("(;SZ[{}]", drawn.rows.len());
    for (y, row) in drawn.rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let name = match cell {
                'X' => "AB",
                'O' => "AW",
                _ => continue,
            };
            text.push_str(&format!("{name}[{}]", sgf_point((x, y))));
        }
    }
    text + ")"
}

impl Question {
    fn random(random: &mut Random, games: &[Known]) -> Question {
        let known = &games[random.below(games.len())];
        let reached = &known.reached[random.below(known.reached.len())];
        let side = reached.board.width;
        let is_position = random.chance(40);
        let (width, height) = match is_position {
            true => (side, side),
            false => (1 + random.below(side.min(3)), 1 + random.below(side.min(3))),
        };
        let (x0, y0) = (random.below(side - width + 1), random.below(side - height + 1));
        let stone = |x: usize, y: usize| reached.board.points[(y0 + y) * side + x0 + x].symbol();
        let mut drawn = Drawn {
            rows: (0..height).map(|y| (0..width).map(|x| stone(x, y)).collect()).collect(),
            edges: [x0 == 0, x0 + width == side, y0 == 0, y0 + height == side],
            moves: Vec::new(),
        };
        if !is_position {
            drawn.edges = drawn.edges.map(|is_edge| is_edge && random.chance(50));
            for cell in drawn.rows.iter_mut().flatten() {
                if random.chance(20) {
                    *cell = ['A', 'V', '*', '?'][random.below(4)];
                }
            }
            drawn.rows[0][0] = match drawn.rows.iter().flatten().all(|&cell| cell == '?') {
                true => '.',
                false => drawn.rows[0][0],
            };
            if random.chance(45) {
                drawn.moves = moves_after(known, reached, &drawn, (x0, y0), 1 + random.below(3));
            }
        }
        let next = random.chance(40).then(|| {
            let step = match (reached.next, random.below(8)) {
                (_, 0) => Step::Pass,
                (_, 1) => Step::End,
                (_, 2) if !is_position => Step::Elsewhere,
                (NextPlay::Move(_, Move::Place(point)), 3..=6) => {
                    let (x, y) = (usize::from(point.x), usize::from(point.y));
                    match (x0..x0 + width).contains(&x) && (y0..y0 + height).contains(&y) {
                        true => Step::Point(x - x0, y - y0),
                        false => Step::Point(0, 0),
                    }
                }
                _ => Step::Point(random.below(width), random.below(height)),
            };
            let colors = match random.below(3) {
                0 => vec![Color::Black],
                1 => vec![Color::White],
                _ => Color::BOTH.to_vec(),
            };
            (step, colors)
        });
        let to_move = random.chance(30).then(|| Color::BOTH[random.below(2)]);
        let first = random.below(4) as u32;
        Question {
            drawn,
            is_position,
            symmetric: random.chance(60),
            any_colours: random.chance(40),
            scope: [Scope::Main, Scope::Main, Scope::Variations, Scope::Any][random.below(4)],
            next,
            to_move,
            moves: match random.chance(30) {
                true => first..=first + random.below(4) as u32,
                false => 0..=u32::MAX,
            },
        }
    }

    /// The question (a drawing to search for, with conditions) in the form of a request to the engine.
    fn search(&self) -> BoardSearch {
        let pattern = self.drawn.pattern();
        let mut search = on_pattern(GameKind::Go, pattern, self.symmetric, self.any_colours);
        let mut lines = 19;
        if self.is_position {
            let hits = search.hits;
            let board = self.drawn.board();
            lines = board.size().height().into();
            search = BoardSearch { symmetric: self.symmetric, hits, ..on_board(&board, 0) };
        }
        search.listed = usize::MAX;
        search.hits.within = Some(self.scope_name().to_owned());
        search.hits.next = self.next_text(lines);
        search.hits.tomove = self.to_move.map(|color| color.letter().to_string());
        search.hits.at_move = self.moves_text();
        search
    }

    fn scope_name(&self) -> &'static str {
        match self.scope {
            Scope::Main => "main",
            Scope::Variations => "variations",
            Scope::Any => "any",
        }
    }

    /// The required next move as query text. Its points are named as if the upper left corner of the drawing lay in the
    /// upper left corner of a board with `lines` lines.
    fn next_text(&self, lines: usize) -> Option<String> {
        let (step, colors) = self.next.as_ref()?;
        let name = match *step {
            Step::Point(x, y) => format!("{}{}", char::from(b'A' + x as u8), lines - y),
            Step::Pass => "pass".to_owned(),
            Step::Elsewhere => "elsewhere".to_owned(),
            Step::End => return Some("end".to_owned()),
        };
        Some(match colors.as_slice() {
            [color] => format!("{} {name}", color.letter()),
            _ => name,
        })
    }

    fn moves_text(&self) -> Option<String> {
        let (first, last) = (*self.moves.start(), *self.moves.end());
        (last < u32::MAX).then(|| format!("{first}..{last}"))
    }

    /// The question (a drawing to search for, with conditions) in the form of a query clause; `None` if the query
    /// language cannot express it.
    fn query(&self) -> Option<String> {
        let mut query = match self.is_position {
            true => format!("position:\"{}\"", sgf_of(&self.drawn)),
            false => {
                let is_plain = self.drawn.moves.is_empty() && self.drawn.edges == [false; 4];
                let cells = self.drawn.rows.len() * self.drawn.rows[0].len();
                let is_drawn = is_plain && cells > 2 && self.next.is_none();
                is_drawn.then(|| format!("pattern:\"{}\"", self.drawn.text()))?
            }
        };
        query.push_str(&format!(" in:{}", self.scope_name()));
        if let Some(next) = self.next_text(self.drawn.rows.len()) {
            query.push_str(&format!(" next:\"{next}\""));
        }
        if let Some(color) = self.to_move {
            query.push_str(&format!(" tomove:{}", color.letter()));
        }
        if let Some(moves) = self.moves_text() {
            query.push_str(&format!(" move:{moves}"));
        }
        query.push_str(if self.symmetric { "" } else { " symmetry:none" });
        query.push_str(if self.any_colours { " colours:any" } else { "" });
        Some(query)
    }
}

/// Moves that a game plays into a rectangle after a position, following first children.
fn moves_after(
    known: &Known,
    from: &Reached,
    drawn: &Drawn,
    (x0, y0): (usize, usize),
    most: usize,
) -> Vec<(Color, usize, usize)> {
    let at = known.reached.iter().position(|reached| std::ptr::eq(reached, from)).unwrap();
    let inside = line_after(known, at).filter_map(|reached| {
        let Some((color, Move::Place(point))) = reached.played else {
            return None;
        };
        let x = usize::from(point.x).checked_sub(x0)?;
        let y = usize::from(point.y).checked_sub(y0)?;
        (x < drawn.rows[0].len() && y < drawn.rows.len()).then_some((color, x, y))
    });
    inside.take(most).collect()
}

/// Positions of a game after a given position, following first children.
fn line_after(known: &Known, at: usize) -> impl Iterator<Item = &Reached> {
    let tree = &known.record.tree;
    let first = known.reached[at].node;
    let is_line =
        move |node: u32| (first + 1..=node).all(|node| tree.parent(node) == Some(node - 1));
    known.reached[at + 1..].iter().take_while(move |reached| is_line(reached.node))
}

// ---- Expected answers, by brute force ----

/// A place in a game at which its board has the drawing that is searched for.
struct Hit {
    /// Index of the position in the game.
    at: usize,
    /// Number of the image of the drawing that matches (a rotated or mirrored copy, perhaps with exchanged colours),
    /// and the point of the board on which its upper left corner lies.
    image: usize,
    corner: (usize, usize),
}

struct Brute<'q> {
    question: &'q Question,
    images: Vec<Drawn>,
    /// Images of the rectangle with a different sign on each point, so that points can be mapped between images.
    numbered: Vec<Drawn>,
}

/// Numbers of games: all games, those that Black won, and those that White won.
type Tally = [u64; 3];

/// Expected row for a continuation inside a pattern: all games, games that play it at once, and, for Black and White,
/// the numbers of games by how many moves the side played elsewhere first.
type LocalRow = (Tally, u64, [Vec<u64>; 2]);

#[derive(Default, PartialEq, Debug)]
struct Expected {
    games: Tally,
    rows: BTreeMap<Played, Tally>,
    local: BTreeMap<Played, LocalRow>,
    in_variations: u64,
    places: BTreeMap<Name, (u32, u32, bool)>,
}

/// Sort key of continuations that are equally frequent: the uppermost point comes first, then the rightmost; points are
/// followed by passes, moves elsewhere and the end; Black comes before White.
fn rank(&(step, color): &Played) -> (u8, usize, usize, Option<u8>) {
    let color = color.map(|color| u8::from(color == Color::White));
    match step {
        Step::Point(x, y) => (0, y, 100 - x, color),
        Step::Pass => (1, 0, 0, color),
        Step::Elsewhere => (2, 0, 0, color),
        Step::End => (3, 0, 0, color),
    }
}

impl Brute<'_> {
    fn new(question: &Question) -> Brute<'_> {
        let images = |drawn: &Drawn| drawn.images(question.symmetric, question.any_colours);
        Brute {
            question,
            images: images(&question.drawn),
            numbered: images(&question.drawn.numbered()),
        }
    }

    /// Images of the drawing that equal the image with this number, each with whether it exchanges the colours.
    fn ways(&self, image: usize) -> impl Iterator<Item = (usize, bool)> {
        let half = self.images.len() / 2;
        let same = move |&other: &usize| self.images[other] == self.images[image];
        let swaps = move |way| (way, self.question.any_colours && way >= half);
        (0..self.images.len()).filter(same).map(swaps)
    }

    /// Next move of a game, mapped by one image to the coordinates and colours of the drawing that is searched for.
    fn mapped_step(&self, (way, swapped): (usize, bool), hit: &Hit, next: NextPlay) -> Played {
        let NextPlay::Move(color, action) = next else {
            return (Step::End, None);
        };
        let color = if swapped { color.other() } else { color };
        let step = match action {
            Move::Place(point) => {
                let (x, y) = (usize::from(point.x), usize::from(point.y));
                let (x0, y0) = hit.corner;
                let rows = &self.numbered[way].rows;
                let inside = x.checked_sub(x0).zip(y.checked_sub(y0));
                let sign = inside.and_then(|(x, y)| rows.get(y)?.get(x));
                match sign {
                    Some(&sign) => {
                        let number = sign as usize - 0x4e00;
                        let width = self.question.drawn.rows[0].len();
                        Step::Point(number % width, number / width)
                    }
                    None => Step::Elsewhere,
                }
            }
            _ => Step::Pass,
        };
        (step, Some(color))
    }

    /// Continuation under which the game is counted. If the drawing matches in several ways, the preferred continuation
    /// counts; the second value is true if it exchanges the game's colours.
    fn counted_step(&self, hit: &Hit, next: NextPlay) -> (Played, bool) {
        let ways = self.ways(hit.image);
        let named = ways.map(|way| (self.mapped_step(way, hit, next), way.1));
        named.min_by_key(|(step, swapped)| (rank(step), *swapped)).unwrap()
    }

    fn fits(&self, reached: &Reached, hit: &Hit) -> bool {
        let question = self.question;
        let mut ways = self.ways(hit.image);
        question.moves.contains(&reached.number)
            && ways.any(|(way, swapped)| {
                let (step, color) = self.mapped_step((way, swapped), hit, reached.next);
                let turn = match swapped {
                    true => reached.turn.other(),
                    false => reached.turn,
                };
                let is_next = question.next.as_ref().is_none_or(|(required, colors)| {
                    step == *required && color.is_none_or(|color| colors.contains(&color))
                });
                is_next && question.to_move.is_none_or(|required| color.unwrap_or(turn) == required)
            })
    }

    /// Places of the drawing in a position of a game, the preferred place first.
    fn places_in(&self, known: &Known, at: usize) -> Vec<Hit> {
        let board = &known.reached[at].board;
        let path = |node: u32| known.record.tree.path(node);
        let mut found = Vec::new();
        for (image, drawn) in self.images.iter().enumerate() {
            if self.images[..image].contains(drawn) {
                continue;
            }
            for corner in drawn.places(board) {
                let stands = match drawn.moves.is_empty() {
                    true => drawn.stands(board, corner.0, corner.1),
                    false => drawn.ends_here(known, corner, at, &path),
                };
                if stands {
                    found.push(Hit { at, image, corner });
                }
            }
        }
        found
    }

    /// First hit of a game (the first position with the drawing) in the given part of its tree: main line, variations
    /// or both.
    fn first(&self, known: &Known, scope: Scope) -> Option<Hit> {
        let mut met_on_main = false;
        for (at, reached) in known.reached.iter().enumerate() {
            let mut standing = self.places_in(known, at);
            // A whole position is counted at its first occurrence on the main line only.
            if reached.main
                && self.question.is_position
                && !standing.is_empty()
                && std::mem::replace(&mut met_on_main, true)
            {
                continue;
            }
            let is_wanted = match scope {
                Scope::Main => reached.main,
                Scope::Variations => !reached.main,
                Scope::Any => true,
            };
            standing.retain(|hit| is_wanted && self.fits(reached, hit));
            if !standing.is_empty() {
                return Some(standing.swap_remove(0));
            }
        }
        None
    }

    fn expected(&self, games: &[Known]) -> Expected {
        let mut expected = Expected::default();
        for known in games {
            let Some(hit) = self.first(known, self.question.scope) else {
                let is_main = self.question.scope == Scope::Main;
                let is_there = is_main && self.first(known, Scope::Variations).is_some();
                expected.in_variations += u64::from(is_there);
                continue;
            };
            let reached = &known.reached[hit.at];
            let place = (reached.node, reached.number, !reached.main);
            expected.places.insert(known.name.clone(), place);
            let (step, swapped) = self.counted_step(&hit, reached.next);
            let tally = tally(known, swapped);
            add(&mut expected.games, tally);
            add(expected.rows.entry(step).or_default(), tally);
            if !self.question.is_position {
                self.add_local(known, &hit, &mut expected.local);
            }
        }
        expected
    }

    /// Adds to the expected table the moves that a game plays inside a pattern after its hit.
    fn add_local(&self, known: &Known, hit: &Hit, local: &mut BTreeMap<Played, LocalRow>) {
        let mut elsewhere = [0, 0];
        let mut next = NextPlay::End;
        for reached in line_after(known, hit.at) {
            let Some((color, action)) = reached.played else {
                break;
            };
            if action == Move::Unreadable {
                continue;
            }
            let play = NextPlay::Move(color, action);
            if let (Step::Point(..), _) = self.counted_step(hit, play).0 {
                next = play;
                break;
            }
            elsewhere[usize::from(color == Color::White)] += 1;
        }
        let (step, swapped) = self.counted_step(hit, next);
        let (games, at_once, counts) = local.entry(step).or_default();
        add(games, tally(known, swapped));
        if step.0 == Step::End {
            return;
        }
        *at_once += u64::from(elsewhere == [0, 0]);
        if swapped {
            elsewhere.reverse();
        }
        for (counts, &moves) in counts.iter_mut().zip(&elsewhere) {
            counts.resize(11, 0);
            counts[moves.min(10)] += 1;
        }
    }
}

fn add(sum: &mut Tally, more: Tally) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Counts the game once: as a game, and as a win of Black or White. If the drawing matches with exchanged colours
/// (`swapped`), the winner's colour is exchanged, too.
fn tally(known: &Known, swapped: bool) -> Tally {
    let won = |color: Color| match known.record.info.result {
        Some(GameResult::Win { winner, .. }) => {
            u64::from(winner == if swapped { color.other() } else { color })
        }
        _ => 0,
    };
    [1, won(Color::Black), won(Color::White)]
}

// ---- Comparison of the engine's answers with the expected ones ----

fn step_of(row: &NextMove) -> Played {
    let color = row.color.as_deref();
    let color = Color::BOTH.into_iter().find(|c| color == Some(&c.letter().to_string()));
    let step = match row.at.as_str() {
        "pass" => Step::Pass,
        "elsewhere" => Step::Elsewhere,
        "end" => Step::End,
        _ => {
            let point: Point = row.point().unwrap();
            Step::Point(point.x.into(), point.y.into())
        }
    };
    (step, color)
}

fn places(games: &[GameRow]) -> BTreeMap<Name, (u32, u32, bool)> {
    let place = |game: &GameRow| {
        let name = (game.path.clone(), game.member().unwrap_or_default(), game.game);
        let hit = game.hit.as_ref().unwrap();
        (name, (hit.node, hit.number, hit.variation))
    };
    games.iter().map(place).collect()
}

fn from_answer(found: &BoardAnswer) -> Expected {
    let tally = |row: &NextMove| [row.games, row.wins.black, row.wins.white];
    let local = |row: &LocalMove| {
        let elsewhere = row.elsewhere.clone();
        let elsewhere = elsewhere.map(|counts| (counts.none, [counts.black, counts.white]));
        let (none, counts) = elsewhere.unwrap_or_default();
        (step_of(&row.next), (tally(&row.next), none, counts))
    };
    let rows: Vec<(Played, Tally)> =
        found.moves.iter().map(|row| (step_of(row), tally(row))).collect();
    let answered = Expected {
        games: [found.total, found.wins.black, found.wins.white],
        rows: rows.iter().copied().collect(),
        local: found.local.iter().flatten().map(local).collect(),
        in_variations: found.in_variations,
        places: places(&found.games),
    };
    assert_eq!(answered.rows.len(), rows.len(), "a step has two rows: {rows:?}");
    answered
}

fn compare(engine: &Engine, games: &[Known], question: &Question) -> Expected {
    let expected = Brute::new(question).expected(games);
    let mut search = question.search();
    let found = answer(engine, &search);
    assert_eq!(from_answer(&found), expected, "{question:?} {:?}", question.query());
    let is_position = matches!(found.described, DescribedBoard::Position { .. });
    assert_eq!(is_position, question.is_position);
    // The next move in each listed game must be the continuation under which the game is counted.
    let mut rows: BTreeMap<(String, Option<char>), u64> = BTreeMap::new();
    for game in &found.games {
        let step = &game.hit.as_ref().unwrap().next.as_ref().unwrap().asked;
        *rows.entry((step.at.to_string(), step.color)).or_default() += 1;
    }
    for row in &found.moves {
        let color = row.color.as_ref().and_then(|color| color.chars().next());
        assert_eq!(rows.get(&(row.at.to_string(), color)), Some(&row.games), "{question:?}");
    }
    search.count = true;
    assert_eq!(answer(engine, &search).total, expected.games[0], "{question:?}");
    if let Some(query) = question.query() {
        assert_eq!(count(engine, &query), expected.games[0], "{query}");
        let (rows, _) = found_by(engine, &Search::new(query.as_str()));
        assert_eq!(places(&rows), expected.places, "{query}");
    }
    expected
}

fn archive() -> (Place, Engine, Vec<Known>) {
    let place = Place::new();
    let mut random = Random(1846);
    let mut games = Vec::new();
    for number in 0..GAMES {
        let text = game(&mut random);
        let path = place.write(&format!("{number}.sgf"), &text);
        games.extend(Known::read(path, String::new(), text.as_bytes()));
    }
    place.build();
    let engine = place.engine();
    (place, engine, games)
}

#[test]
fn questions_about_small_trees_equal_brute_force() {
    let (_place, engine, games) = archive();
    assert_eq!(games.len(), GAMES);
    let mut random = Random(17);
    let mut sums = [0; 4];
    for _ in 0..questions() {
        let question = Question::random(&mut random, &games);
        let expected = compare(&engine, &games, &question);
        let found = expected.games[0];
        let is_restricted = question.next.is_some() || question.to_move.is_some();
        sums[0] += found;
        sums[1] += if is_restricted { found } else { 0 };
        sums[2] += expected.in_variations;
        sums[3] += if question.drawn.moves.is_empty() { 0 } else { found };
    }
    // Enough of the random questions (searches for a drawing) must have hits of every kind, or the test would test
    // little.
    assert!(sums.iter().all(|&sum| sum > 50), "{sums:?}");
}

// ---- Sequences of boards in one game ----

/// Finds by plain loops the games whose main line has a sequence of boards, with conditions on the last board.
fn games_with_sequence(
    games: &[Known],
    parts: &[Question],
    gap: &RangeInclusive<u32>,
) -> BTreeSet<Name> {
    let (last, _) = parts.split_last().map(|(last, rest)| (last.clone(), rest)).unwrap();
    let ways: &[bool] = if last.any_colours { &[false, true] } else { &[false] };
    let stands = |part: &Question, known: &Known, at: usize, swapped: bool| {
        let drawn = if swapped { part.drawn.swapped() } else { part.drawn.clone() };
        let one_way = Question { drawn, any_colours: false, symmetric: true, ..part.clone() };
        let exchanged = |color: Color| if swapped { color.other() } else { color };
        let one_way = Question { to_move: part.to_move.map(exchanged), ..one_way };
        let brute = Brute::new(&one_way);
        let standing = brute.places_in(known, at);
        let fits = standing.iter().any(|hit| brute.fits(&known.reached[at], hit));
        (!standing.is_empty(), fits)
    };
    let has = |known: &&Known| {
        let mains = known.reached.iter().take_while(|reached| reached.main).count();
        // How far the sequence has got, for each way of exchanging colours: the number of boards matched, and the move
        // number of the last of them.
        let mut progress = vec![Some((0, 0)); ways.len()];
        for at in 0..mains {
            let number = known.reached[at].number;
            let (mut is_complete, mut fits) = (false, false);
            for (progress, &swapped) in progress.iter_mut().zip(ways) {
                let Some((met, before)) = *progress else {
                    continue;
                };
                let (stands, fits_here) = stands(&parts[met], known, at, swapped);
                if !stands {
                    continue;
                }
                if met > 0 && !gap.contains(&(number - before)) {
                    *progress = None;
                    continue;
                }
                *progress = Some((met + 1, number));
                if met + 1 == parts.len() {
                    is_complete = true;
                    fits |= fits_here;
                }
            }
            if is_complete {
                return fits;
            }
        }
        false
    };
    games.iter().filter(has).map(|known| known.name.clone()).collect()
}

#[test]
fn sequences_in_small_trees_equal_brute_force() {
    let (_place, engine, games) = archive();
    let mut random = Random(18);
    let (mut found_games, mut left) = (0, questions() / 4);
    while left > 0 {
        let mut parts = Vec::new();
        while parts.len() < 2 {
            let question = Question {
                any_colours: false,
                symmetric: true,
                scope: Scope::Main,
                next: None,
                to_move: None,
                moves: 0..=u32::MAX,
                ..Question::random(&mut random, &games)
            };
            if question.query().is_some() {
                parts.push(question);
            }
        }
        let any_colours = random.chance(40);
        let to_move = random.chance(50).then(|| Color::BOTH[random.below(2)]);
        let last = parts.last_mut().unwrap();
        (last.any_colours, last.to_move) = (any_colours, to_move);
        let (within, gap) = match random.below(2) {
            0 => (" within:4", 0..=4),
            _ => ("", 0..=u32::MAX),
        };
        let query = format!(
            "{} then {}{within}",
            parts[0].query().unwrap().replace(" in:main", ""),
            parts[1].query().unwrap().replace(" in:main", ""),
        );
        let expected = games_with_sequence(&games, &parts, &gap);
        let (rows, _) = found_by(&engine, &Search::new(query.as_str()));
        let names: BTreeSet<Name> = places(&rows).into_keys().collect();
        assert_eq!(names, expected, "{query}");
        found_games += expected.len();
        left -= 1;
    }
    assert!(found_games > 50, "{found_games}");
}

// ---- Games made by hand, for single cases ----

/// Builds an index of these games, each in its own file.
fn indexed(games: &[&str]) -> (Place, Engine) {
    let place = Place::new();
    for (number, game) in games.iter().enumerate() {
        place.write(&format!("{number}.sgf"), game);
    }
    place.build();
    let engine = place.engine();
    (place, engine)
}

fn board_search(kind: SubjectKind, text: &str) -> BoardSearch {
    BoardSearch {
        sought: kind,
        subject: BoardOperand::Text(text.to_owned()),
        ..BoardSearch::default()
    }
}

/// Rows of a table: point, colour and number of games.
fn rows(moves: &[NextMove]) -> Vec<(&str, Option<&str>, u64)> {
    let moves = moves.iter();
    moves.map(|row| (row.at.as_str(), row.color.as_deref(), row.games)).collect()
}

#[test]
fn a_sequence_is_a_hit_only_at_its_last_move() {
    let (_place, engine) = indexed(&[
        // In this game the last move of the sequence is on the main line. The variation that follows begins with a move
        // outside of the pattern's rectangle.
        "(;SZ[9];B[cc];W[cd];B[dd](;B[ff])(;W[aa]))",
        // In this game the last move of the sequence is in a variation.
        "(;SZ[9];B[cc];W[cd](;B[ff])(;B[dd];W[aa]))",
    ]);
    let mut search = board_search(SubjectKind::Pattern, "$$ X .\n$$ O 1");
    search.sequence = true;
    search.hits.within = Some("variations".to_owned());
    let found = answer(&engine, &search);
    assert_eq!(found.total, 1);
    let hit = found.games[0].hit.as_ref().unwrap();
    assert_eq!((hit.number, hit.variation), (3, true));
    // On the main line, only the position right after the sequence's last move is a hit. A move later the stones are
    // still there, but that position must not count.
    search.hits.within = None;
    search.hits.tomove = Some("B".to_owned());
    let found = answer(&engine, &search);
    assert_eq!((found.total, found.in_variations), (1, 0));
    search.hits.at_move = Some("4..".to_owned());
    assert_eq!(answer(&engine, &search).total, 0);
}

#[test]
fn a_sequence_of_more_moves_than_can_be_followed_is_refused() {
    let points: Vec<String> =
        (0..80).map(|n| format!("{}{}", char::from(b'A' + (n % 8) as u8), 1 + n / 8)).collect();
    let (_place, engine) = indexed(&["(;SZ[19])"]);
    let mut search = board_search(SubjectKind::Pattern, &points.join(" "));
    search.region = Some("A1-T19".to_owned());
    search.sequence = true;
    let refused = engine.answer(&search, &AskOptions::default());
    assert!(refused.is_err_and(|error| error.to_string().contains("at most 63")));
    search.subject = BoardOperand::Text(points[..63].join(" "));
    assert_eq!(answer(&engine, &search).total, 0);
}

#[test]
fn the_next_move_in_a_variation_is_that_of_the_first_branch() {
    let (_place, engine) = indexed(&[
        "(;SZ[9];B[cc](;W[gg])(;W[gc];C[x];B[cg]))",
        "(;SZ[9];B[cc](;W[gg])(;W[gc];PL[W];W[cg]))",
        "(;SZ[9];B[cc](;W[gg])(;W[gc](;C[x];AE[ii];B[aa])(;B[ii])))",
        // In this game, setup that changes the position ends the line, on the main line as well as in variations.
        "(;SZ[9];B[cc](;W[gg])(;W[gc](;AB[ii];B[aa])(;B[ii])))",
        // In this game, one node contains two moves (which SGF forbids), and both must count.
        "(;SZ[9];B[cc](;W[gg])(;W[gc]B[ee]))",
    ]);
    let position = "(;SZ[9]AB[cc]AW[gc])";
    let mut search = board_search(SubjectKind::Position, position);
    search.symmetric = false;
    search.hits.within = Some("variations".to_owned());
    let found = answer(&engine, &search);
    let expected = [("A9", Some("B"), 1), ("E5", Some("B"), 1), ("C3", Some("B"), 1)];
    let expected = [&expected[..], &[("C3", Some("W"), 1), ("end", None, 1)]].concat();
    assert_eq!(rows(&found.moves), expected);
    // A search for the position as a part of the board (from edge to edge) must give the table of next moves that a
    // search for the position gives. It also gives a table of next moves inside the part, which must equal the first
    // table.
    let mut pattern = board_search(SubjectKind::Pattern, position);
    pattern.region = Some("A1-J9".to_owned());
    pattern.hits = search.hits.clone();
    pattern.symmetric = false;
    let found = answer(&engine, &pattern);
    assert_eq!(rows(&found.moves), expected);
    let local: Vec<NextMove> = found.local.iter().flatten().map(|row| row.next.clone()).collect();
    assert_eq!(rows(&local), expected);
    for (next, games) in [("B A9", 1), ("J1", 0), ("C3", 2), ("end", 1), ("E5", 1)] {
        let query = format!("position:\"{position}\" in:variations next:\"{next}\"");
        assert_eq!(count(&engine, &format!("{query} symmetry:none")), games, "{next}");
        assert_eq!(count(&engine, &query), games, "{next}");
    }
    for (side, games) in [("B", 4), ("W", 1)] {
        let query = format!("position:\"{position}\" in:variations tomove:{side}");
        assert_eq!(count(&engine, &query), games, "{side}");
    }
}

#[test]
fn setup_that_changes_nothing_is_no_setup() {
    let (_place, engine) = indexed(&[
        "(;SZ[9];B[cc];AE[aa];W[gc])",
        "(;SZ[9];B[cc];AB[aa]AE[aa];W[gc])",
        "(;SZ[9];B[cc];AB[cc];C[x];W[gc])",
    ]);
    for symmetric in [false, true] {
        let mut search = board_search(SubjectKind::Position, "(;SZ[9]AB[cc])");
        search.symmetric = symmetric;
        assert_eq!(rows(&answer(&engine, &search).moves)[0].1, Some("W"));
        assert_eq!(answer(&engine, &search).moves.len(), 1);
    }
    let found = answer(&engine, &board_search(SubjectKind::Pattern, "X..../....."));
    let local: Vec<NextMove> = found.local.iter().flatten().map(|row| row.next.clone()).collect();
    assert_eq!((rows(&found.moves).len(), rows(&local).len()), (1, 1));
    // The moves of a sequence may continue inside a variation of the game.
    let mut sequence = board_search(SubjectKind::Pattern, "$$ 1 . . . 2");
    sequence.sequence = true;
    assert_eq!(answer(&engine, &sequence).total, 3);
    let first = "position:\"(;SZ[9]AB[cc])\"";
    assert_eq!(count(&engine, &format!("{first} then pattern:\"X...O\" within:1")), 3);
    assert_eq!(count(&engine, &format!("{first} next:G7 tomove:W")), 3);
}

#[test]
fn a_full_board_without_symmetry_counts_as_a_position() {
    // The second game has the position twice; the first time it is White's turn.
    let (_place, engine) = indexed(&[
        "(;SZ[9];B[cc];W[gc])",
        "(;SZ[9];B[cc];W[];B[gg])",
        "(;SZ[9];B[ee](;W[gg])(;W[cc];AE[ee];AB[cc];B[gg]))",
    ]);
    let mut search = board_search(SubjectKind::Position, "(;SZ[9]AB[cc])");
    search.symmetric = false;
    let found = answer(&engine, &search);
    assert_eq!((found.total, found.in_variations), (2, 1));
    assert!(matches!(&found.described, DescribedBoard::Position { board } if board.len() == 9));
    assert!(found.local.is_none());
    for (to_move, games) in [("W", (2, 0)), ("B", (0, 1))] {
        search.hits.tomove = Some(to_move.to_owned());
        let found = answer(&engine, &search);
        assert_eq!((found.total, found.in_variations), games, "{to_move}");
        search.symmetric = true;
        let turned = answer(&engine, &search);
        assert_eq!((turned.total, turned.in_variations), games, "{to_move}");
        search.symmetric = false;
        let query = format!("position:\"(;SZ[9]AB[cc])\" symmetry:none tomove:{to_move}");
        assert_eq!(count(&engine, &query), games.0, "{query}");
    }
    // A full board leaves no room for a move elsewhere, so `next:elsewhere` must be refused. The key of the next page
    // of a search without symmetry must be refused by the same search with symmetry.
    query_error(&engine, "position:\"(;SZ[9]AB[cc])\" symmetry:none next:elsewhere");
    let mut search = board_search(SubjectKind::Position, "(;SZ[9]AB[cc])");
    (search.symmetric, search.listed) = (false, 1);
    search.after = answer(&engine, &search).next_page;
    assert_eq!(answer(&engine, &search).games.len(), 1);
    search.symmetric = true;
    assert!(engine.answer(&search, &AskOptions::default()).is_err());
}

#[test]
fn a_colour_symmetric_board_merges_both_colours() {
    let (_place, engine) =
        indexed(&["(;SZ[9]RE[B+R];B[gc])", "(;SZ[9]RE[W+R];W[gc])", "(;SZ[9]RE[B+R];W[])"]);
    let wins = |found: &BoardAnswer| (found.total, found.wins.black, found.wins.white);
    for symmetric in [false, true] {
        let mut search = board_search(SubjectKind::Position, "(;SZ[9])");
        search.symmetric = symmetric;
        search.hits.colours = Some("any".to_owned());
        let found = answer(&engine, &search);
        assert_eq!(wins(&found), (3, 2, 1));
        assert_eq!(rows(&found.moves), [("G7", Some("B"), 2), ("pass", Some("B"), 1)]);
        for side in ["B", "W"] {
            search.hits.tomove = Some(side.to_owned());
            assert_eq!(answer(&engine, &search).total, 3);
            search.hits.next = Some(format!("{side} G7"));
            assert_eq!(answer(&engine, &search).total, 2);
            search.hits.next = None;
        }
        // A search for a part of the board must merge the colours in the same way, also in games that mostly play
        // outside of the part.
        let mut pattern = board_search(SubjectKind::Pattern, "|../|../|..");
        pattern.symmetric = symmetric;
        pattern.hits.colours = Some("any".to_owned());
        let found = answer(&engine, &pattern);
        assert_eq!(wins(&found), (3, 2, 1));
        let colors: Vec<_> = found.moves.iter().map(|row| row.color.as_deref()).collect();
        assert!(colors.iter().all(|color| *color == Some("B")), "{colors:?}");
    }
}

#[test]
fn a_pattern_from_edge_to_edge_uses_row_names_of_its_board_size() {
    let (_place, engine) = indexed(&["(;SZ[9];B[cb];W[ga])"]);
    let drawn = |rows: &str, size: Option<&str>| {
        let mut search = board_search(SubjectKind::Pattern, rows);
        (search.symmetric, search.size) = (false, size.map(str::to_owned));
        let found = answer(&engine, &search);
        (found.total, found.moves[0].at.to_string())
    };
    let wide = "---------\n|.........|\n|..X......|";
    assert_eq!(drawn(wide, None), (1, "G9".to_owned()));
    assert_eq!(drawn(wide, Some("19")), (1, "G9".to_owned()));
    let floating = "|.........|\n|..X......|";
    assert_eq!(drawn(floating, None).1, "G2");
    let high = "--\n|..\n|..\n|..\n|..\n|..\n|..\n|..\n|..\n|..\n--";
    assert_eq!(drawn(high, None).0, 1);
    let whole: String = ["---------\n", "|.........|\n", "|..X......|\n"].concat()
        + &"|.........|\n".repeat(7)
        + "---------";
    assert_eq!(drawn(&whole, None), (1, "G9".to_owned()));
}
