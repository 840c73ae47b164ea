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

    /// Plays a move and returns the number of captured stones.
    fn play(&mut self, point: usize, side: bool) -> u64 {
        self.0[point] = Some(side);
        let mut captured = 0;
        for side in [!side, side] {
            for dead in self.without_liberties(side) {
                self.0[dead] = None;
                captured += 1;
            }
        }
        captured
    }
}

/// Random game of Go, with the number of stones that its moves capture.
fn random_game(random: &mut Random) -> (String, u64) {
    let mut board = PlainBoard([None; SIDE * SIDE]);
    let mut text = format!("(;SZ[{SIDE}]");
    let mut captured = 0;
    for number in 0..random.below(120) {
        let free: Vec<usize> = (0..SIDE * SIDE).filter(|at| board.0[*at].is_none()).collect();
        let point = free[random.below(free.len())];
        let letter = |at: usize| char::from(b'a' + at as u8);
        let is_black = number % 2 == 0;
        let color = if is_black { 'B' } else { 'W' };
        text.push_str(&format!(";{color}[{}{}]", letter(point % SIDE), letter(point / SIDE)));
        captured += board.play(point, is_black);
    }
    (text + ")", captured)
}

#[test]
fn captures_are_those_of_the_plainest_rules() {
    let mut random = Random(20_261_129);
    let mut games: Vec<(String, Option<u64>)> = (0..60)
        .map(|_| {
            let (text, captures) = random_game(&mut random);
            (text, Some(captures))
        })
        .collect();
    for (text, captures) in [
        // Both players capture; captures in a variation do not count.
        ("(;SZ[9]AB[ba]AW[aa][ii]AB[hi];B[ab];W[cc];B[ih](;W[dd])(;W[ca];B[gg];W[bb]))", Some(2)),
        // Suicide captures own stones. A stone that replaces another is no capture.
        ("(;SZ[9]AW[ba][ab];B[aa])", Some(1)),
        ("(;SZ[9];B[ee];W[ee])", Some(0)),
        // Setup captures nothing.
        ("(;SZ[9]AW[aa];AB[ba][ab];B[ee];AE[ee])", Some(0)),
        // A moving piece leaves its square without being captured.
        ("(;GM[9]SZ[8];B[b1b3];W[h2f2])", Some(0)),
        ("(;GM[9]SZ[8]SU[Custom]AB[a1][c3]AW[c1];B[a1c1])", Some(1)),
        // Captures are unknown for Hex, whose rules the program does not have.
        ("(;GM[11]SZ[9];B[c3];W[d4])", None),
    ] {
        games.push((text.to_owned(), captures));
    }
    let place = Place::new();
    let columns = named(&["captures".to_owned()]).unwrap();
    for (number, (text, captures)) in games.iter().enumerate() {
        let file = place.write(&format!("{number:03}.sgf"), text);
        // The row that is made from the record without an index must have the same number.
        let parsed = kifu_index::record::formats::read(text.as_bytes());
        let (origin, replayer) = (Origin::file(file).game(1), &mut Replayer::new());
        let row = GameRow::from_record(
            &parsed.records[0],
            &origin,
            &parsed.text,
            needs(&columns),
            replayer,
        );
        let cell = captures.map(|captures| captures.to_string()).unwrap_or_default();
        assert_eq!(texts(&row, &columns), [cell], "{text}");
    }
    place.build();
    let engine = place.engine();
    let most = games.iter().filter_map(|(_, captures)| *captures).max().unwrap();
    assert!(most > 20, "{most}");
    for expected in 0..=most {
        let names = |fits: &dyn Fn(u64) -> bool| -> Vec<String> {
            let games = games.iter().enumerate();
            let fitting = games.filter(|(_, (_, captures))| captures.is_some_and(fits));
            fitting.map(|(number, _)| format!("{number:03}")).collect()
        };
        let found = |query: String| {
            let mut found: Vec<String> = hits(&engine, &query).iter().map(stem).collect();
            found.sort();
            found
        };
        assert_eq!(found(format!("captures:{expected}")), names(&|captures| captures == expected));
        assert_eq!(found(format!("captures>={expected}")), names(&|captures| captures >= expected));
    }
    assert_eq!(count(&engine, "-captures:*"), 1);
    let words = sentence(&parse("captures>=30").unwrap()).to_string();
    assert_eq!(words, "Games where the number of captures is at least 30");
}
