//! Searches for engine evaluations, compared with a plain loop. The values are chosen first, and the game files are
//! written from them.

use crate::support::{
    Place, Random, gtp_vertex, hits, query_error, run_on, search_rows, sgf_point,
};
use kifu_index::engine::export::{Destination, Export};
use kifu_index::engine::request::{Losses, Search};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{Aliases, AskOptions, Engine};
use std::collections::BTreeMap;

/// Evaluation of a position by an engine, for Black: win rate in tenths of a percent, lead in tenths of a point.
#[derive(Clone, Copy)]
struct Value {
    rate: Option<i64>,
    lead: Option<i64>,
    visits: Option<i64>,
    /// Move that the engine would play next.
    best: Option<(usize, usize)>,
}

struct EngineValues {
    name: &'static str,
    /// Evaluations by the number of moves played before the evaluated position.
    values: BTreeMap<usize, Value>,
}

struct Game {
    file: String,
    /// Names of the players, Black's first.
    players: [&'static str; 2],
    /// Colour that won: 0 for Black, 1 for White.
    winner: Option<usize>,
    moves: Vec<(usize, usize)>,
    engines: Vec<EngineValues>,
}

const SIZE: usize = 19;
const NAMES: [&str; 4] = ["Ann", "Bo", "Cy", "Dee"];

impl Game {
    fn new(random: &mut Random, number: usize) -> Game {
        let first = random.below(NAMES.len());
        let second = (first + 1 + random.below(NAMES.len() - 1)) % NAMES.len();
        // Stones of these games never touch each other, so nothing is captured. There are only two openings, so that
        // games share positions.
        let opening = [[(15, 3), (3, 15), (15, 15), (3, 3)], [(15, 3), (3, 3), (15, 15), (3, 15)]];
        let mut moves = opening[random.below(2)].to_vec();
        let mut others: Vec<(usize, usize)> = (0..SIZE)
            .flat_map(|x| (0..SIZE).map(move |y| (x, y)))
            .filter(|point| (point.0 + point.1) % 2 == 0 && !moves.contains(point))
            .collect();
        for _ in 0..8 + random.below(60) {
            moves.push(others.swap_remove(random.below(others.len())));
        }
        let mut engines = Vec::new();
        for name in ["Ogatak", "KataGo-18b"] {
            if random.chance(60) {
                engines.push(EngineValues::new(random, name, &moves, &others));
            }
        }
        Game {
            file: format!("{number:03}.sgf"),
            players: [NAMES[first], NAMES[second]],
            winner: [None, Some(0), Some(1)][random.below(3)],
            moves,
            engines,
        }
    }

    fn text(&self) -> String {
        let result = self.winner.map_or(String::new(), |winner| format!("RE[{}+R]", side(winner)));
        let [black, white] = self.players;
        let mut text = format!("(;SZ[{SIZE}]PB[{black}]PW[{white}]{result}");
        text += &self.values_text(0);
        for (at, &point) in self.moves.iter().enumerate() {
            text += &format!(";{}[{}]{}", side(at % 2), sgf_point(point), self.values_text(at + 1));
        }
        text + ")"
    }

    fn values_text(&self, number: usize) -> String {
        let engines = self.engines.iter();
        engines
            .filter_map(|engine| Some(value_text(engine.name, number, engine.values.get(&number)?)))
            .collect()
    }
}

fn side(number: usize) -> char {
    ['B', 'W'][number % 2]
}

fn tenths(number: i64) -> String {
    format!("{:.1}", number as f64 / 10.0)
}

/// Writes an evaluation as the program `name` writes it into SGF. Black moves first, so after an even number of moves
/// it is Black's turn.
fn value_text(name: &str, number: usize, value: &Value) -> String {
    if name == "Ogatak" {
        let rate = value.rate.map(|rate| format!("SBKV[{}]", tenths(rate)));
        let lead = value.lead.map(|lead| format!("OGSC[{}]", tenths(lead)));
        return [rate, lead].into_iter().flatten().collect();
    }
    let (rate, lead) = (value.rate.unwrap(), value.lead.unwrap());
    let black_next = number.is_multiple_of(2);
    let of_mover = if black_next { 1000 - rate } else { rate };
    let of_next = if black_next { lead } else { -lead };
    let visits = value.visits.unwrap();
    let best = gtp_vertex(value.best.unwrap(), SIZE);
    let property = if number == 0 { "LZOP" } else { "LZ" };
    format!(
        "{property}[{name} {} {visits} {} 10.0\nmove {best} visits {visits} winrate {} scoreMean {} pv {best}]",
        tenths(of_mover),
        tenths(of_next),
        (1000 - of_mover) * 10,
        tenths(of_next),
    )
}

impl EngineValues {
    fn new(
        random: &mut Random,
        name: &'static str,
        moves: &[(usize, usize)],
        free: &[(usize, usize)],
    ) -> EngineValues {
        let is_ogatak = name == "Ogatak";
        let (mut rate, mut lead) = (500i64, 0i64);
        let mut values = BTreeMap::new();
        for number in 0..=moves.len() {
            rate = (rate + random.below(401) as i64 - 200).clamp(0, 1000);
            lead += random.below(161) as i64 - 80;
            if random.chance(15) {
                continue;
            }
            let best = match moves.get(number) {
                Some(&own) if random.chance(30) => own,
                _ => free[random.below(free.len())],
            };
            values.insert(
                number,
                Value {
                    rate: Some(rate).filter(|_| !is_ogatak || number % 7 > 0),
                    lead: Some(lead).filter(|_| !is_ogatak || number % 5 > 0),
                    visits: (!is_ogatak).then(|| 1 + random.below(900) as i64),
                    best: (!is_ogatak).then_some(best),
                },
            );
        }
        // Values with neither a win rate nor a lead are dropped, because they cannot be written.
        values.retain(|_, value| value.rate.is_some() || value.lead.is_some());
        EngineValues { name, values }
    }

    /// Expected cost of a move, whose number counts from 1: in tenths of a percent of the win rate, and in tenths of a
    /// point.
    fn cost(&self, number: usize) -> (Option<i64>, Option<i64>) {
        let before = number.checked_sub(1).and_then(|before| self.values.get(&before));
        let (Some(before), Some(after)) = (before, self.values.get(&number)) else {
            return (None, None);
        };
        let sign = if number % 2 == 1 { 1 } else { -1 };
        let fall = |before: Option<i64>, after: Option<i64>| Some(sign * (before? - after?));
        (fall(before.rate, after.rate), fall(before.lead, after.lead))
    }

    fn is_blunder(&self, number: usize) -> bool {
        match self.cost(number) {
            (_, Some(loss)) => loss >= 50,
            (Some(drop), None) => drop >= 200,
            _ => false,
        }
    }
}

/// A condition of a query that a plain loop can test on a move or a game.
#[derive(Clone, Debug)]
enum Condition {
    Loss(i64),
    Drop(i64),
    Missed((usize, usize)),
    Lead(usize, i64),
    Rate(usize, i64),
    Visits(i64),
    Blunders(usize),
    Accuracy(f64),
    Turned(bool),
    /// The loser once led by so many tenths of a point.
    TurnedLead(i64),
    /// The query's player leads by so many tenths of a point.
    OwnLead(i64),
    /// The query's player has a higher winning rate, in tenths of a percent.
    OwnRate(i64),
    Engine(&'static str),
    Player(&'static str),
    Black(&'static str),
    UpTo(usize),
    ToMove(usize),
    Position(usize),
}

impl Condition {
    fn any(random: &mut Random, games: &[Game]) -> Condition {
        let name = NAMES[random.below(NAMES.len())];
        let number = |random: &mut Random, most: usize| random.below(most) as i64;
        match random.below(21) {
            0 | 1 => Condition::Loss(number(random, 80)),
            2 | 3 => Condition::Drop(number(random, 250)),
            4 => {
                let game = &games[random.below(games.len())];
                let best = game.engines.iter().flat_map(|engine| engine.values.values());
                let best: Vec<(usize, usize)> = best.filter_map(|value| value.best).collect();
                match best.is_empty() {
                    true => Condition::Loss(10),
                    false => Condition::Missed(best[random.below(best.len())]),
                }
            }
            5 => Condition::Lead(random.below(2), number(random, 200)),
            6 => Condition::Rate(random.below(2), 10 * number(random, 100)),
            7 => Condition::Visits(number(random, 900)),
            8 => Condition::Blunders(random.below(12)),
            9 => Condition::Accuracy(30.0 + random.below(60) as f64),
            10 => Condition::Turned(random.chance(70)),
            11 => Condition::Engine(["katago", "ogatak"][random.below(2)]),
            12 => Condition::Player(name),
            13 => Condition::Black(name),
            14 => Condition::UpTo(random.below(60)),
            15 => Condition::ToMove(random.below(2)),
            16 => Condition::TurnedLead(1 + number(random, 200)),
            17 | 18 => Condition::OwnLead(number(random, 200) - 50),
            19 => Condition::OwnRate(10 * number(random, 100)),
            _ => Condition::Position(3 + random.below(2)),
        }
    }

    fn text(&self) -> String {
        match self {
            Condition::Loss(least) => format!("loss>={}", tenths(*least)),
            Condition::Drop(least) => format!("drop>{}", tenths(*least)),
            Condition::Missed(point) => format!("missed:{}", gtp_vertex(*point, SIZE)),
            Condition::Lead(side, least) => {
                format!("lead:{}>={}", self::side(*side), tenths(*least))
            }
            Condition::Rate(side, least) => {
                format!("winrate:{}>{}", self::side(*side), tenths(*least))
            }
            Condition::Visits(least) => format!("visits>={least}"),
            Condition::Blunders(least) => format!("blunders>={least}"),
            Condition::Accuracy(below) => format!("accuracy<{below}"),
            Condition::Turned(yes) => format!("turned:{}", if *yes { "yes" } else { "no" }),
            Condition::TurnedLead(least) => format!("turned:{}", tenths(*least)),
            Condition::OwnLead(least) => format!("lead:player>={}", tenths(*least)),
            Condition::OwnRate(least) => format!("winrate:player>{}", tenths(*least)),
            Condition::Engine(name) => format!("engine:{name}"),
            Condition::Player(name) => format!("player:{name}"),
            Condition::Black(name) => format!("black:{name}"),
            Condition::UpTo(most) => format!("move:..{most}"),
            Condition::ToMove(side) => format!("tomove:{}", self::side(*side)),
            Condition::Position(3) => "position:\"Q16 D4 Q4\"".to_owned(),
            Condition::Position(_) => "position:\"Q16 D4 Q4 D16\"".to_owned(),
        }
    }

    fn is_about_engines(&self) -> bool {
        !matches!(
            self,
            Condition::Player(_)
                | Condition::Black(_)
                | Condition::UpTo(_)
                | Condition::ToMove(_)
                | Condition::Position(_)
        )
    }

    fn is_about_moves(&self) -> bool {
        matches!(self, Condition::Loss(_) | Condition::Drop(_) | Condition::Missed(_))
    }

    fn is_about_positions(&self) -> bool {
        let is_lead_or_rate = matches!(self, Condition::Lead(..) | Condition::Rate(..));
        is_lead_or_rate || self.is_about_one_player() || matches!(self, Condition::Visits(_))
    }

    fn is_about_one_player(&self) -> bool {
        matches!(self, Condition::OwnLead(_) | Condition::OwnRate(_))
    }
}

/// Conditions of one query.
struct Conditions<'q>(&'q [Condition]);

impl Conditions<'_> {
    fn has(&self, is: impl Fn(&Condition) -> bool) -> bool {
        self.0.iter().any(is)
    }

    /// Sides whose moves a condition is about in this game: both sides, unless the query names a player.
    fn counted_sides(&self, game: &Game) -> [bool; 2] {
        let mut named = false;
        let mut counted_sides = [false; 2];
        for condition in self.0 {
            match condition {
                Condition::Player(name) => {
                    named = true;
                    (0..2).for_each(|side| counted_sides[side] |= game.players[side] == *name);
                }
                Condition::Black(_) => {
                    named = true;
                    counted_sides[0] = true;
                }
                _ => {}
            }
        }
        if named { counted_sides } else { [true; 2] }
    }

    fn fits_game(&self, game: &Game, engine: &EngineValues) -> bool {
        let counted_sides = self.counted_sides(game);
        let numbers = |side: usize| (1..=game.moves.len()).filter(move |n| n % 2 == 1 - side);
        let sides = || (0..2).filter(|&side| counted_sides[side]);
        self.0.iter().all(|condition| match condition {
            Condition::Blunders(least) => {
                let of = |side| numbers(side).filter(|&number| engine.is_blunder(number)).count();
                sides().map(of).sum::<usize>() >= *least
            }
            Condition::Accuracy(below) => sides().any(|side| {
                let losses: Vec<i64> = numbers(side).filter_map(|n| engine.cost(n).1).collect();
                let sum: i64 = losses.iter().map(|loss| loss.max(&0)).sum();
                let mean = sum as f64 / 10.0 / losses.len() as f64;
                losses.len() >= 10 && (100.0 * 0.75f64.powf(mean) * 100.0).round() / 100.0 < *below
            }),
            Condition::Turned(wanted) => {
                let loser = game.winner.map(|winner| 1 - winner);
                let loser = loser.filter(|&loser| counted_sides[loser]);
                let best = loser.and_then(|loser| {
                    let for_loser = |rate: i64| if loser == 0 { rate } else { 1000 - rate };
                    engine.values.values().filter_map(|value| value.rate).map(for_loser).max()
                });
                best.is_some_and(|best| (best >= 900) == *wanted)
            }
            Condition::TurnedLead(least) => {
                let loser = game.winner.map(|winner| 1 - winner);
                loser.is_some_and(|loser| {
                    let leads = engine.values.values().filter_map(|value| value.lead);
                    let leads = leads.map(|lead| if loser == 0 { lead } else { -lead });
                    counted_sides[loser] && leads.max().is_some_and(|most| most >= *least)
                })
            }
            Condition::Engine("katago") => engine.name == "KataGo-18b",
            Condition::Engine(_) => engine.name == "Ogatak",
            _ => true,
        })
    }

    fn fits_position(&self, game: &Game, engine: &EngineValues, number: usize) -> bool {
        let value = engine.values.get(&number);
        let player_sides = self.counted_sides(game);
        let sides = || (0..2).filter(|&side| player_sides[side]);
        let of =
            |side: usize, number: i64, whole: i64| if side == 0 { number } else { whole - number };
        self.0.iter().all(|condition| match condition {
            Condition::Lead(side, least) => {
                let lead = value.and_then(|value| value.lead);
                lead.is_some_and(|lead| of(*side, lead, 0) >= *least)
            }
            Condition::Rate(side, least) => {
                let rate = value.and_then(|value| value.rate);
                rate.is_some_and(|rate| of(*side, rate, 1000) > *least)
            }
            Condition::OwnLead(least) => {
                let lead = value.and_then(|value| value.lead);
                lead.is_some_and(|lead| sides().any(|side| of(side, lead, 0) >= *least))
            }
            Condition::OwnRate(least) => {
                let rate = value.and_then(|value| value.rate);
                rate.is_some_and(|rate| sides().any(|side| of(side, rate, 1000) > *least))
            }
            Condition::Visits(least) => {
                value.and_then(|value| value.visits).is_some_and(|visits| visits >= *least)
            }
            _ => true,
        })
    }

    fn fits_move(&self, game: &Game, engine: &EngineValues, number: usize) -> bool {
        let (drop, loss) = engine.cost(number);
        let before = number.checked_sub(1).and_then(|before| engine.values.get(&before));
        let is_there = engine.values.contains_key(&number);
        self.0.iter().all(|condition| match condition {
            Condition::Loss(least) => loss.is_some_and(|loss| loss >= *least),
            Condition::Drop(least) => drop.is_some_and(|drop| drop > *least),
            Condition::Missed(point) => {
                let best = before.and_then(|before| before.best);
                is_there && best == Some(*point) && game.moves[number - 1] != *point
            }
            _ => true,
        })
    }

    /// Expected numbers of the moves or positions that match in an engine's evaluations, each with the cost of the
    /// move.
    fn places(&self, game: &Game, engine: &EngineValues) -> Vec<(usize, Option<i64>)> {
        let about_moves = self.has(Condition::is_about_moves);
        let board = self.0.iter().find_map(|condition| match condition {
            Condition::Position(moves) => Some(*moves),
            _ => None,
        });
        let counted_sides = self.counted_sides(game);
        let mut found = Vec::new();
        for &number in engine.values.keys() {
            let mover = number.checked_sub(1).map(|before| before % 2);
            let at = match board.is_some() && about_moves {
                true => number.wrapping_sub(1),
                false => number,
            };
            // If the query has a board clause (`position:`), its condition on the side to move is about the position of
            // that clause.
            let turn = match about_moves && board.is_none() {
                true => mover,
                false => Some(at % 2).filter(|_| board.is_some() || number > 0),
            };
            let stands = board.is_none_or(|moves| at == moves && game.opens_like(moves));
            let fits = stands
                && self.fits_position(game, engine, at)
                && (!about_moves || mover.is_some_and(|mover| counted_sides[mover]))
                && (!about_moves || self.fits_move(game, engine, number))
                && self.0.iter().all(|condition| match condition {
                    Condition::UpTo(most) => at <= *most,
                    Condition::ToMove(side) => turn == Some(*side),
                    _ => true,
                });
            if fits {
                found.push((at, engine.cost(number).1));
            }
        }
        found
    }
}

impl Game {
    /// True if the first moves lead to the searched position, also rotated or mirrored. Any game with enough moves has
    /// it: after three moves, in both openings, Black has two neighbouring corners and White one of the others; after
    /// four moves, each side has two neighbouring corners.
    fn opens_like(&self, moves: usize) -> bool {
        self.moves.len() >= moves
    }

    fn fits(&self, conditions: &Conditions) -> bool {
        conditions.0.iter().all(|condition| match condition {
            Condition::Player(name) => self.players.contains(name),
            Condition::Black(name) => self.players[0] == *name,
            _ => true,
        })
    }
}

fn number_of(row: &GameRow) -> usize {
    row.hit.as_ref().unwrap().number as usize
}

fn name_of(row: &GameRow) -> String {
    row.path.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn moves_are_found_as_a_plain_loop_finds_them() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let games: Vec<Game> = (0..90).map(|number| Game::new(&mut random, number)).collect();
    let place = Place::new();
    for game in &games {
        place.write(&game.file, game.text());
    }
    place.build();
    let engine = place.engine();
    let (mut query_count, mut with_hits) = (0, 0);
    while query_count < 400 {
        let mut conditions: Vec<Condition> = Vec::new();
        for _ in 0..1 + random.below(4) {
            let more = Condition::any(&mut random, &games);
            let kind = std::mem::discriminant(&more);
            let is_player = |c: &Condition| matches!(c, Condition::Player(_) | Condition::Black(_));
            let clashes = conditions.iter().any(|known| {
                std::mem::discriminant(known) == kind || is_player(known) && is_player(&more)
            });
            if !clashes {
                conditions.push(more);
            }
        }
        if !conditions.iter().any(Condition::is_about_engines) {
            continue;
        }
        let names_player =
            conditions.iter().any(|c| matches!(c, Condition::Player(_) | Condition::Black(_)));
        if !names_player && conditions.iter().any(Condition::is_about_one_player) {
            let name = NAMES[random.below(NAMES.len())];
            conditions.push(Condition::Player(name));
        }
        let has_places = conditions.iter().any(|c| c.is_about_moves() || c.is_about_positions());
        let has_board = conditions.iter().any(|c| matches!(c, Condition::Position(_)));
        let asks_place =
            conditions.iter().any(|c| matches!(c, Condition::UpTo(_) | Condition::ToMove(_)));
        if !has_places && (has_board || asks_place) {
            // These queries have a condition on the board, the move number or the side to move, but none on engine
            // values at a single move or position. They are not tested here.
            continue;
        }
        query_count += 1;
        let text: Vec<String> = conditions.iter().map(Condition::text).collect();
        let query = text.join(" ");
        let question = Conditions(&conditions);
        let mut expected: BTreeMap<String, Vec<(usize, Option<i64>)>> = BTreeMap::new();
        for game in games.iter().filter(|game| game.fits(&question)) {
            let engines = game.engines.iter().filter(|engine| question.fits_game(game, engine));
            let mut places: Vec<(usize, Option<i64>)> = Vec::new();
            for found in engines.flat_map(|engine| question.places(game, engine)) {
                // If two engines evaluate a move, the evaluation with the greater loss counts.
                match places.iter_mut().find(|known| known.0 == found.0) {
                    Some(known) => known.1 = known.1.max(found.1),
                    None => places.push(found),
                }
            }
            if !places.is_empty() {
                expected.insert(game.file.clone(), places);
            }
        }
        let rows = hits(&engine, &query);
        let mut names: Vec<String> = rows.iter().map(name_of).collect();
        names.sort();
        assert_eq!(names, expected.keys().cloned().collect::<Vec<_>>(), "{query}");
        with_hits += usize::from(!rows.is_empty());
        if !has_places {
            continue;
        }
        let about_moves = question.has(Condition::is_about_moves);
        for row in &rows {
            let places = &expected[&name_of(row)];
            let first = match about_moves {
                true => places.iter().map(|(_, loss)| *loss).max().unwrap(),
                false => None,
            };
            let is_first = |(at, loss): &(usize, Option<i64>)| match about_moves {
                true => *at == number_of(row) && *loss == first,
                false => *at == number_of(row),
            };
            assert!(places.iter().any(is_first), "{query}: {} at {}", name_of(row), number_of(row));
        }
        // The same query with `each` must list every move that it finds as a row of its own, the costliest first.
        let each = Search { each: true, sort: vec!["-loss".to_owned()], ..Search::new(&query) };
        let (rows, _) = search_rows(&engine, &each);
        let mut row_moves: Vec<(String, usize)> =
            rows.iter().map(|row| (name_of(row), number_of(row))).collect();
        row_moves.sort();
        let all = expected
            .iter()
            .flat_map(|(name, places)| places.iter().map(move |place| (name.clone(), place.0)));
        let mut all: Vec<(String, usize)> = all.collect();
        all.sort();
        assert_eq!(row_moves, all, "{query}");
        let loss = |row: &GameRow| row.judged.as_ref().and_then(|eval| eval.loss);
        let key = |row: &GameRow| loss(row).map_or(i64::MAX, |loss| -(loss * 100.0).round() as i64);
        assert!(rows.is_sorted_by_key(key), "{query}");
    }
    assert!(with_hits > 150, "only {with_hits} of {query_count} queries have hits");
}

#[test]
fn invalid_queries_give_a_reason() {
    let place = Place::new();
    place.write("a.sgf", "(;SZ[19]SBKV[50];B[aa]SBKV[40])");
    place.build();
    let engine = place.engine();
    for (query, message) in [
        ("sort:-loss", "`sort:loss` sorts by the loss of the move at the hit"),
        ("loss>=5 loss<9", "`loss:` is written twice"),
        ("missed:Z99", "`Z99` is not a point"),
        ("turned:maybe", "`maybe` is neither yes, no nor a number of points above 0"),
        ("turned:-3", "`-3` is neither yes, no nor a number of points above 0"),
        ("turned:0", "`0` is neither yes, no nor a number of points above 0"),
        ("lead:player>3", "`lead:player` needs exactly one player in the query"),
        ("player:A player:B lead:player>3", "`lead:player` needs exactly one player"),
        ("black:A -lead:player>3", "`lead:player` needs exactly one player in the query"),
        ("player:A winrate:player>x", "`x` is not a number"),
        ("lead:B>x", "`x` is not a number"),
        ("lead:X>3", "`X>3` is not a number"),
        ("winrate:B>150", "`150` is not a percentage"),
        ("winrate>0.9", "winning rates are in percent"),
        ("accuracy<-1", "`-1` is not a percentage"),
        ("loss>=5 next:Q16", "`next:` applies to a position"),
        ("position:Q16 drop>5 in:variations", "engine analysis is searched only on the main line"),
    ] {
        let error = query_error(&engine, query);
        assert!(error.to_string().contains(message), "{query}: {error}");
    }
    let found = hits(&engine, "drop>=10");
    assert_eq!(number_of(&found[0]), 1);
    let eval = found[0].judged.as_ref().unwrap();
    assert_eq!(eval.in_words().to_string(), "B A19 lost 10 % · Sabaki");
}

/// Writes a game in which White's second move loses nine points and Black's third move two.
fn write_blunder_game(place: &Place, name: &str, players: [&str; 2]) {
    let [black, white] = players;
    let text = format!(
        "(;SZ[19]PB[{black}]PW[{white}]OGSC[0.0];B[pd]OGSC[0.5];W[dp]OGSC[0.0];B[pp]OGSC[0.0];W[aa]OGSC[9.0]\
         ;B[dd]OGSC[7.0])"
    );
    place.write(name, text);
}

#[test]
fn my_moves_are_those_of_my_names_and_accounts() {
    let place = Place::new();
    write_blunder_game(&place, "a.sgf", ["Me Ping", "Anna Smith"]);
    write_blunder_game(&place, "b.sgf", ["anna_kgs", "Bo"]);
    place.build();
    let mut aliases = Aliases::default();
    let engine = |aliases: &Aliases| Engine::open_with(&place.folder(), aliases.clone()).unwrap();
    let names = |engine: &Engine, query: &str| -> Vec<String> {
        let mut names: Vec<String> = hits(engine, query).iter().map(name_of).collect();
        names.sort();
        names
    };
    // Queries about the user must fail while no player is set as the user. A player who is named "me" is written in
    // quotes.
    for query in ["is:mine", "player:me", "winner:Me", "black:(me OR x)", "-vs:me"] {
        let refused = query_error(&engine(&aliases), query);
        let message = refused.to_string();
        assert!(
            message.contains("the names under which you play are unknown"),
            "{query}: {message}"
        );
        assert!(refused.help.unwrap().to_string().contains("aliases.tsv"), "{query}");
    }
    assert_eq!(names(&engine(&aliases), "player:\"me\""), ["a.sgf"]);
    assert_eq!(aliases.add("me; Anna Smith; anna_kgs").count, 0);
    let engine = engine(&aliases);
    assert_eq!(names(&engine, "player:me"), ["a.sgf", "b.sgf"]);
    assert_eq!(names(&engine, "is:mine"), ["a.sgf", "b.sgf"]);
    // White's move loses at least 5 in both games, but in b.sgf the user (Anna) is Black, whose moves lose less.
    assert_eq!(names(&engine, "player:me loss>=5"), ["a.sgf"]);
    assert_eq!(names(&engine, "is:mine loss>=1"), ["a.sgf", "b.sgf"]);
    let found = hits(&engine, "is:mine loss>=1 file:b.sgf");
    assert_eq!(number_of(&found[0]), 5);
}

/// Writes and indexes two games of 60 moves. In the first one, every move has a value, and each move but the first
/// loses points as given by the negative `lead`. In the second one, only two of every six moves have a value.
fn write_dense_and_sparse(place: &Place, roots: [&str; 2], lead: &str) {
    let [mut dense, mut sparse] = roots.map(str::to_owned);
    for number in 0..60usize {
        let played = format!(";{}[{}]", side(number % 2), sgf_point((number % 19, number / 19)));
        let value = format!("OGSC[{}]", if number % 2 == 0 { lead } else { "0.0" });
        dense += &format!("{played}{value}");
        sparse += &played;
        if number % 6 < 2 {
            sparse += &value;
        }
    }
    place.write("dense.sgf", dense + ")");
    place.write("sparse.sgf", sparse + ")");
    place.build();
}

/// Averages and lists of blunders must both report how many games they leave out.
#[test]
fn averages_and_blunder_lists_report_omitted_games() {
    let place = Place::new();
    write_dense_and_sparse(&place, ["(;SZ[19]PB[Anna]PW[Ben]", "(;SZ[19]PB[Ben]PW[Anna]"], "-6.0");
    let engine = place.engine();
    for query in ["", "player:Anna"] {
        let request = Losses { query: query.to_owned(), ..Losses::default() };
        let table = engine.answer(&request, &AskOptions::default()).unwrap().answer;
        let [left] = table.left_out.as_slice() else { panic!("{:?}", table.left_out) };
        assert_eq!((left.reason, left.games), ("few-values", 1), "{query}");
        let listed = run_on(&place.folder(), &["search", query, "loss>=5", "--each", "-c"]).ends(0);
        let listed: u64 = listed.out.trim().parse().unwrap();
        assert!(left.blunders > 0);
        assert_eq!(table.all.blunders + left.blunders, listed, "{query}");
    }
    let rows = run_on(&place.folder(), &["stats", "--by", "loss"]).ends(0).out;
    let last = rows.lines().last().unwrap().to_owned();
    assert!(last.starts_with("left-out\tfew-values\t1\t"), "{last}");
    let (all, left) = (rows.lines().next().unwrap(), last.as_str());
    assert_eq!(all.matches('\t').count(), left.matches('\t').count());
    // CSV output must have the move, the loss and the best move, both with a row for each game and with a row for each
    // move.
    let csv = ["search", "loss>=5", "--csv"];
    for arguments in [csv.to_vec(), [&csv[..], &["--each"]].concat()] {
        let found = run_on(&place.folder(), &arguments).ends(0);
        let head = found.out.lines().next().unwrap();
        assert!(head.ends_with("move,node,variation,comment,played,loss,best"), "{head}");
        assert!(found.out.lines().nth(1).unwrap().contains(",6"), "{}", found.out);
        let is_each = arguments.len() > 3;
        assert_eq!(found.err.contains("by the analysis of any engine"), is_each, "{}", found.err);
    }
    let plain = run_on(&place.folder(), &["search", "player:Anna", "--csv"]).ends(0);
    assert!(!plain.out.contains("played"), "{}", plain.out);
}

/// Some programs write values of bad moves only. An average over them would mislead, so such a game must have none, but
/// a query for losses must find its moves.
#[test]
fn games_with_bad_moves_only_have_no_average() {
    let place = Place::new();
    write_dense_and_sparse(&place, ["(;SZ[19]"; 2], "-2.0");
    let engine = place.engine();
    assert_eq!(hits(&engine, "loss>=2").len(), 2);
    let found = hits(&engine, "accuracy<100");
    assert_eq!(found.iter().map(name_of).collect::<Vec<_>>(), ["dense.sgf"]);
    let request = Losses::default();
    let table = engine.answer(&request, &AskOptions::default()).unwrap().answer;
    assert_eq!((table.total, table.all.games, table.all.moves), (2, 1, 59));
    assert_eq!(table.all.loss, Some(2.0));
    assert_eq!(table.all.blunders, 0);
}

/// A position becomes one problem, however it is rotated or mirrored, with the right and the wrong move marked.
#[test]
fn drills_are_problems_with_a_right_and_a_wrong_move() {
    let place = Place::new();
    let lz = "LZ[KataGo 50.0 100 9.0 1.0\nmove C4 visits 100 winrate 5000 scoreMean 9.0 pv C4]";
    let better =
        "LZ[KataGo 50.0 100 0.0 1.0\nmove D16 visits 100 winrate 5000 scoreMean 0.0 pv D16]";
    let game = |moves: [&str; 3]| {
        let [a, b, c] = moves;
        format!("(;SZ[19]PB[A]PW[B\\]]DT[2024-05-03];B[{a}];W[{b}]{better};B[{c}]{lz})")
    };
    place.write("a.sgf", game(["pd", "dp", "aa"]));
    place.write("b.sgf", game(["pd", "dp", "aa"]));
    // The game of a.sgf, turned by 180 degrees.
    place.write("c.sgf", game(["dp", "pd", "ss"]));
    place.build();
    let mut written = Vec::new();
    let request = Export::new(Search::new("loss>=5"), Destination::Drill("-".into()));
    let report = place.engine().export(&request, &AskOptions::default(), &mut written).unwrap();
    assert_eq!(report.unwrap().written, 1);
    let text = String::from_utf8(written).unwrap();
    let parsed = kifu_index::formats::read(text.as_bytes());
    let [record] = parsed.records.as_slice() else {
        panic!("{text}");
    };
    assert!(record.diagnostics.is_empty(), "{text}");
    assert!(text.contains("AB[pd]AW[dp]PL[B]"), "{text}");
    assert!(text.contains(";B[dd]TE[1]C[Right: KataGo would play here.]"), "{text}");
    assert!(
        text.contains(";B[aa]BM[1]C[Wrong: in the game, A19 lost 9.0 points (0 %).]"),
        "{text}"
    );
    assert!(text.contains("C[Black to play\nA – B\\], 2024-05-03, move 3]"), "{text}");
    let request = Export { search: Search::new("player:A"), ..request };
    let refused = place.engine().export(&request, &AskOptions::default(), &mut Vec::new());
    let message = format!("{:?}", refused.unwrap_err());
    assert!(message.contains("moves by their loss"), "{message}");
}
