//! Numeric properties of games, such as moves or captures: queries, lists, orders and tables must agree on each, on the
//! command line and on the server.

use crate::support::server::{Server, encoded};
use crate::support::{Place, Random, count, hits, open, stem, tables};
use crate::support::{run_on, samples};
use kifu_index::engine::columns::{named, needs, texts};
use kifu_index::engine::row::GameRow;
use kifu_index::language::fields::NUMBERS;
use kifu_index::language::numbers::{NumberInfo, Rows};
use kifu_index::language::parse;
use kifu_index::language::sentence::sentence;
use kifu_index::origin::Origin;
use kifu_index::record::Replayer;

/// Games for which a number is known, as CSV with their ids and the number; empty if there are none.
fn csv(info: &NumberInfo, order: &str) -> String {
    let columns = format!("id,{}", info.column);
    let any = format!("{}:*", info.name);
    let arguments = ["export", &any, "--csv", "-", "--fields", &columns, "--sort", order];
    run_on(samples(), &arguments).out
}

/// Numbers in the CSV rows.
fn values(csv: &str) -> Vec<f64> {
    let value = |line: &str| line.trim_end().rsplit(',').next()?.parse().ok();
    csv.lines().skip(1).filter_map(value).collect()
}

#[test]
fn lists_and_queries_agree() {
    let engine = open(samples());
    let mut known = 0;
    for info in NUMBERS {
        let all = values(&csv(info, "date"));
        // In queries, games without a handicap count as games with 0 stones, so the value 0 is not compared here.
        for value in all.iter().filter(|value| info.name != "handicap" || **value > 0.0) {
            let games = |fits: fn(f64, f64) -> bool| {
                all.iter().filter(|other| fits(**other, *value)).count() as u64
            };
            let found = |operator: &str| count(&engine, &format!("{}{operator}{value}", info.name));
            assert_eq!(found(":"), games(|a, b| a == b), "{}:{value}", info.name);
            assert_eq!(found(">="), games(|a, b| a >= b), "{}>={value}", info.name);
            known += 1;
        }
    }
    assert!(known > 100, "{known}");
}

#[test]
fn orders_are_those_of_the_values() {
    for info in NUMBERS.iter().filter(|info| info.is_sort_key) {
        let least_first = values(&csv(info, info.name));
        assert!(least_first.is_sorted() && least_first.len() > 5, "{}", info.name);
        let largest_first = values(&csv(info, &format!("-{}", info.name)));
        assert!(largest_first.is_sorted_by(|a, b| a >= b), "{}", info.name);
    }
}

#[test]
fn rows_of_tables_are_those_of_the_values() {
    let engine = open(samples());
    for info in NUMBERS.iter().filter(|info| info.rows != Rows::None) {
        let all = values(&csv(info, "date"));
        let row =
            |value: &f64| info.row_label(info.row_start((value * info.scale()).round() as i64));
        for counted in &tables(&engine, &format!("{}:*", info.name), &[info.name])[0].rows {
            let label = counted.value.as_deref().unwrap();
            let games = all.iter().filter(|value| row(value) == label).count() as u64;
            assert!(games == counted.games || info.name == "handicap", "{} {label}", info.name);
        }
    }
}

#[test]
fn server_and_command_agree() {
    let server = Server::samples(&[]);
    for info in NUMBERS {
        let any = format!("{}:*", info.name);
        let order = if info.is_sort_key { info.name } else { "date" };
        let target = format!(
            "/api/v1/export?as=csv&q={}&columns=id,{}&sort={order}",
            encoded(&any),
            info.column
        );
        let expected = csv(info, order);
        if expected.is_empty() {
            continue;
        }
        let (_, body) = server.download(&target);
        assert_eq!(String::from_utf8_lossy(&body), expected, "{}", info.name);
        if info.rows != Rows::None {
            let arguments = ["stats", &any, "--by", info.name, "--json"];
            let printed = run_on(samples(), &arguments).ends(0).json().remove(0);
            let target = format!("/api/v1/stats?by={}&limit=500&q={}", info.name, encoded(&any));
            assert_eq!(server.json(&target)["counts"][0]["rows"], printed["rows"], "{}", info.name);
        }
    }
}

/// Side length of the small Go board for random games.
const SIDE: usize = 7;

/// A Go board with plain rules: after a move, chains without liberties are removed, the opponent's first.
struct PlainBoard([Option<bool>; SIDE * SIDE]);

impl PlainBoard {
    fn neighbours(point: usize) -> impl Iterator<Item = usize> {
        let (x, y) = (point % SIDE, point / SIDE);
        let left = (x > 0).then(|| point - 1);
        let right = (x + 1 < SIDE).then(|| point + 1);
        let up = (y > 0).then(|| point - SIDE);
        let down = (y + 1 < SIDE).then(|| point + SIDE);
        [left, right, up, down].into_iter().flatten()
    }

    /// Stones of a side that have no liberties.
    fn without_liberties(&self, side: bool) -> Vec<usize> {
        let mut alive = [false; SIDE * SIDE];
        loop {
            let is_alive = |point: usize| {
                let mut beside = Self::neighbours(point);
                beside.any(|other| self.0[other].is_none() || alive[other])
            };
            let stones = (0..SIDE * SIDE).filter(|point| self.0[*point] == Some(side));
            let (found, dead): (Vec<usize>, Vec<usize>) =
                stones.filter(|point| !alive[*point]).partition(|point| is_alive(*point));
            if found.is_empty() {
                return dead;
            }
            for point in found {
                alive[point] = true;
            }
        }
    }

    /// Plays a move and returns the points of the captured stones.
    fn play(&mut self, point: usize, side: bool) -> Vec<usize> {
        self.0[point] = Some(side);
        let mut captured = Vec::new();
        for side in [!side, side] {
            for dead in self.without_liberties(side) {
                self.0[dead] = None;
                captured.push(dead);
            }
        }
        captured
    }

    /// True if the stone on a point has no stone of its own side beside it, and a single liberty.
    fn is_single_in_atari(&self, point: usize) -> bool {
        let around: Vec<Option<bool>> = Self::neighbours(point).map(|at| self.0[at]).collect();
        let liberties = around.iter().filter(|stone| stone.is_none()).count();
        liberties == 1 && !around.contains(&self.0[point])
    }
}

/// Counts of a game's main line: captured stones, stones retaken in a ko, and passes before the last stone.
#[derive(Clone, Copy)]
struct Counts {
    captures: Option<u64>,
    ko_captures: Option<u64>,
    early_passes: Option<u64>,
}

impl Counts {
    /// Each number with the name of its field and of its column.
    fn each(self) -> [(&'static str, &'static str, Option<u64>); 3] {
        [
            ("captures", "captures", self.captures),
            ("ko-captures", "ko_captures", self.ko_captures),
            ("early-passes", "early_passes", self.early_passes),
        ]
    }
}

/// Move of a random game: its point, the stones that it captured, and whether it was a single stone in atari then.
struct PlayedMove {
    point: usize,
    captured: Vec<usize>,
    is_single_in_atari: bool,
}

/// True if a move retakes a ko: it captures one stone, and this stone had captured one at the point of the move, where
/// it could be captured in return.
fn retakes(earlier: &[PlayedMove], played: &PlayedMove) -> bool {
    let [captured] = played.captured[..] else {
        return false;
    };
    let before = earlier.iter().rev().find(|before| before.point == captured);
    before.is_some_and(|before| before.captured == [played.point] && before.is_single_in_atari)
}

/// Random game of Go, with the counts of its main line.
fn random_game(random: &mut Random) -> (String, Counts) {
    let mut board = PlainBoard([None; SIDE * SIDE]);
    let mut text = format!("(;SZ[{SIDE}]");
    let (mut played, mut ko_captures, mut passes) = (Vec::<PlayedMove>::new(), 0, Vec::new());
    for number in 0..random.below(160) {
        let is_black = number % 2 == 0;
        let color = if is_black { 'B' } else { 'W' };
        if random.below(25) == 0 {
            text.push_str(&format!(";{color}[]"));
            passes.push(played.len());
            continue;
        }
        let free: Vec<usize> = (0..SIDE * SIDE).filter(|at| board.0[*at].is_none()).collect();
        let point = free[random.below(free.len())];
        let letter = |at: usize| char::from(b'a' + at as u8);
        text.push_str(&format!(";{color}[{}{}]", letter(point % SIDE), letter(point / SIDE)));
        let captured = board.play(point, is_black);
        let is_single_in_atari = board.0[point].is_some() && board.is_single_in_atari(point);
        let now = PlayedMove { point, captured, is_single_in_atari };
        ko_captures += u64::from(retakes(&played, &now));
        played.push(now);
    }
    let captures = played.iter().map(|played| played.captured.len() as u64).sum();
    let early_passes = passes.iter().filter(|&&before| before < played.len()).count() as u64;
    let counts = Counts {
        captures: Some(captures),
        ko_captures: Some(ko_captures),
        early_passes: Some(early_passes),
    };
    (text + ")", counts)
}

/// Games with the counts of their main lines: random ones, and some written by hand.
fn counted_games() -> Vec<(String, Counts)> {
    let mut random = Random(20_261_129);
    let mut games: Vec<(String, Counts)> = (0..80).map(|_| random_game(&mut random)).collect();
    for (text, captures, ko_captures, early_passes) in [
        // Both players capture; captures in a variation do not count.
        (
            "(;SZ[9]AB[ba]AW[aa][ii]AB[hi];B[ab];W[cc];B[ih](;W[dd])(;W[ca];B[gg];W[bb]))",
            Some(2),
            Some(0),
            Some(0),
        ),
        // Suicide captures own stones. A stone that replaces another is no capture.
        ("(;SZ[9]AW[ba][ab];B[aa])", Some(1), Some(0), Some(0)),
        ("(;SZ[9];B[ee];W[ee])", Some(0), Some(0), Some(0)),
        // Setup captures nothing.
        ("(;SZ[9]AW[aa];AB[ba][ab];B[ee];AE[ee])", Some(0), Some(0), Some(0)),
        // A ko is taken and, after threats, retaken twice. Passes at the end are not early.
        (
            "(;SZ[9]AB[ca][bb][cc]AW[da][cb][eb][dc];B[db];W[];B[gh];W[cb];B[ig];W[ih];B[db];W[];B[])",
            Some(3),
            Some(2),
            Some(1),
        ),
        // A moving piece leaves its square without being captured. Lines of Action has no ko.
        ("(;GM[9]SZ[8];B[b1b3];W[h2f2])", Some(0), None, Some(0)),
        ("(;GM[9]SZ[8]SU[Custom]AB[a1][c3]AW[c1];B[a1c1])", Some(1), None, Some(0)),
        // Captures are unknown for Hex, whose rules the program does not have.
        ("(;GM[11]SZ[9];B[c3];W[d4])", None, None, None),
    ] {
        games.push((text.to_owned(), Counts { captures, ko_captures, early_passes }));
    }
    games
}

#[test]
fn counts_are_those_of_the_plainest_rules() {
    let games = counted_games();
    let place = Place::new();
    let names = ["captures", "ko_captures", "early_passes"].map(str::to_owned);
    let columns = named(&names).unwrap();
    for (number, (text, counts)) in games.iter().enumerate() {
        let file = place.write(&format!("{number:03}.sgf"), text);
        // The row that is made from the record without an index must have the same numbers.
        let parsed = kifu_index::record::formats::read(text.as_bytes());
        let (origin, replayer) = (Origin::file(file).game(1), &mut Replayer::new());
        let row = GameRow::from_record(
            &parsed.records[0],
            &origin,
            &parsed.text,
            needs(&columns),
            replayer,
        );
        let cells = counts.each().map(|(.., count)| count.map(|count| count.to_string()));
        assert_eq!(texts(&row, &columns), cells.map(Option::unwrap_or_default), "{text}");
    }
    place.build();
    let engine = place.engine();
    for (at, (field, ..)) in games[0].1.each().into_iter().enumerate() {
        let count_of = |counts: &Counts| counts.each()[at].2;
        let most = games.iter().filter_map(|(_, counts)| count_of(counts)).max().unwrap();
        assert!(most > [20, 1, 2][at], "{field}: {most}");
        for expected in 0..=most {
            let names = |fits: &dyn Fn(u64) -> bool| -> Vec<String> {
                let games = games.iter().enumerate();
                let fitting = games.filter(|(_, (_, counts))| count_of(counts).is_some_and(fits));
                fitting.map(|(number, _)| format!("{number:03}")).collect()
            };
            let found = |query: String| {
                let mut found: Vec<String> = hits(&engine, &query).iter().map(stem).collect();
                found.sort();
                found
            };
            assert_eq!(found(format!("{field}:{expected}")), names(&|count| count == expected));
            assert_eq!(found(format!("{field}>={expected}")), names(&|count| count >= expected));
        }
        let without = games.iter().filter(|(_, counts)| count_of(counts).is_none()).count();
        assert_eq!(count(&engine, &format!("-{field}:*")), without as u64, "{field}");
    }
    for (query, words) in [
        ("captures>=30", "Games where the number of captures is at least 30"),
        ("ko-captures>=3", "Games where the number of stones retaken in a ko is at least 3"),
        ("early-passes:1", "Games where the number of early passes is 1"),
    ] {
        assert_eq!(sentence(&parse(query).unwrap()).to_string(), words);
    }
}
