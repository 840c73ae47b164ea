//! Cross-tables and holders of titles, compared with plain counts over the games as they were written.

use crate::support::questions::AnyQuestion;
use crate::support::shards::build_shards;
use crate::support::{Place, Random, count, run_on, sgf_moves};
use kifu_index::engine::request::Stats;
use kifu_index::engine::{Engine, Indexes};
use kifu_index::index::build::Options;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A game of an event as this test writes it.
struct EventGame {
    /// Name of the round as the table must show it.
    round: &'static str,
    players: [usize; 2],
    /// Who won: 0 for Black, 1 for White.
    winner: Option<usize>,
}

/// Spellings of three rounds, each with the name that the table shows.
const ROUNDS: [(&str, [&str; 3]); 3] = [
    ("Round 1", ["1", "Round 1", "第1轮"]),
    ("Round 2", ["2", "round 2", "2回戦"]),
    ("Semi-final", ["Semi-final", "準決勝", "4강"]),
];

fn moves(random: &mut Random) -> String {
    sgf_moves(random.points(19, 30))
}

/// Writes an event of random games in three rounds, with copies, teams and nameless players beside them.
fn write_event(place: &Place, random: &mut Random) -> Vec<EventGame> {
    let mut games = Vec::new();
    for number in 0..40 {
        let black = random.below(7);
        let white = (black + 1 + random.below(6)) % 7;
        let (at, (round, spellings)) = (number % 3, ROUNDS[number % 3]);
        let winner = [Some(0), Some(1), None][random.below(3)];
        let result = match winner {
            Some(0) => "RE[B+R]",
            Some(_) => "RE[W+1.5]",
            None => "",
        };
        // A player has two spellings of the name.
        let name = |player: usize, random: &mut Random| match player {
            0 if random.one_in(2) => "Cho Chikun".to_owned(),
            0 => "趙治勲".to_owned(),
            _ => format!("Player {player}"),
        };
        let [b, w] = [name(black, random), name(white, random)];
        let head = format!(
            "EV[3rd Test Cup]RO[{}]DT[1990-0{}-11]PB[{b}]PW[{w}]{result}",
            spellings[random.below(3)],
            at + 1
        );
        let moves = moves(random);
        place.write(&format!("event/{number}.sgf"), format!("(;SZ[19]{head}{moves})"));
        if random.one_in(6) {
            place.write(&format!("copies/{number}.sgf"), format!("(;SZ[19]{head}{moves})"));
        }
        games.push(EventGame { round, players: [black, white], winner });
    }
    for (number, players) in ["PB[A & B]PW[C & D]", "PB[A]", "PB[A]PW[A]"].iter().enumerate() {
        let text = format!("(;SZ[19]EV[3rd Test Cup]{players}RE[B+R]{})", moves(random));
        place.write(&format!("left-out/{number}.sgf"), text);
    }
    games
}

#[test]
fn a_table_has_the_plain_counts_of_its_games() {
    let place = Place::new();
    let mut random = Random::named("cross-table", 1);
    let games = write_event(&place, &mut random);
    place.build();
    let table =
        run_on(&place.folder(), &["crosstable", "event=\"3rd Test Cup\"", "--json"]).ends(0);
    let table = table.json().remove(0);
    assert_eq!(table["games"], games.len());
    assert_eq!(table["events"][0]["event"], "3rd Test Cup");
    let left_out = &table["left_out"];
    for reason in ["team", "no_name", "same_person"] {
        assert_eq!(left_out[reason], 1, "{reason}");
    }
    assert!(left_out["copies"].as_u64() > Some(2));
    let name = |player: usize| match player {
        0 => "Cho Chikun".to_owned(),
        _ => format!("Player {player}"),
    };
    let standings = table["players"].as_array().unwrap();
    assert_eq!(standings.len(), 7);
    for player in 0..7 {
        let row = standings.iter().find(|row| row["name"] == name(player)).unwrap();
        let own = games.iter().filter(|game| game.players.contains(&player));
        let own: Vec<&EventGame> = own.collect();
        let won = |game: &&&EventGame| game.winner.is_some_and(|side| game.players[side] == player);
        let wins = own.iter().filter(won).count();
        let decided = own.iter().filter(|game| game.winner.is_some()).count();
        assert_eq!(row["games"], own.len());
        assert_eq!(row["won"], wins);
        assert_eq!(row["lost"], decided - wins);
        assert_eq!(row["unknown"], own.len() - decided);
        assert_eq!(row["points"], wins as f64);
        for other in (0..7).filter(|other| *other != player) {
            let met: Vec<&&EventGame> =
                own.iter().filter(|game| game.players.contains(&other)).collect();
            let against = row["against"].as_array().unwrap();
            let against = against.iter().find(|pairing| pairing["name"] == name(other));
            let Some(pairing) = against else {
                assert!(met.is_empty(), "{player} {other}");
                continue;
            };
            assert_eq!(pairing["games"], met.len());
            assert_eq!(pairing["won"], met.iter().filter(|game| won(game)).count());
            let line = pairing["line"].as_u64().unwrap() as usize;
            assert_eq!(standings[line - 1]["name"], name(other));
        }
    }
    let points = standings.iter().map(|row| row["points"].as_f64().unwrap());
    assert!(points.is_sorted_by(|a, b| a >= b));
    let rounds = table["rounds"].as_array().unwrap();
    let names: Vec<&str> = rounds.iter().map(|round| round["round"].as_str().unwrap()).collect();
    assert_eq!(names, ["Round 1", "Round 2", "Semi-final"]);
    for round in rounds {
        let expected = games.iter().filter(|game| game.round == round["round"]).count();
        assert_eq!(round["games"].as_array().unwrap().len(), expected);
    }
}

#[test]
fn a_table_for_programs_has_a_column_for_each_opponent() {
    let place = Place::new();
    let mut random = Random::named("cross-table", 2);
    write_event(&place, &mut random);
    place.build();
    let table = run_on(&place.folder(), &["crosstable", "event:Cup", "--json"]).json().remove(0);
    let out = run_on(&place.folder(), &["crosstable", "event:Cup", "--csv"]).ends(0).out;
    let rows: Vec<Vec<&str>> =
        out.lines().map(|line| line.trim_end().split(',').collect()).collect();
    let fixed = ["place", "player", "games", "won", "lost", "drawn", "unknown", "points"];
    let fixed = [&fixed[..], &["rate", "rate_low", "rate_high"]].concat();
    assert_eq!(rows[0][..fixed.len()], fixed);
    for (row, player) in rows[1..].iter().zip(table["players"].as_array().unwrap()) {
        assert_eq!(row[1], player["name"]);
        for (cell, name) in row.iter().zip(&rows[0]).skip(fixed.len()) {
            let against = player["against"].as_array().unwrap();
            let pairing = against.iter().find(|pairing| pairing["name"] == *name);
            let expected = pairing.map(|of| format!("{}-{}", of["won"], of["lost"]));
            assert_eq!(*cell, expected.unwrap_or_default());
        }
    }
    run_on(&place.folder(), &["crosstable", "event:Nothing"]).ends(1);
}

/// Holders of the titles that [`write_titles`] wrote, by series and edition.
type Holders = BTreeMap<(usize, usize), Option<usize>>;

/// Writes title matches, finals and league games of two series. In the first, the winner of the final is only the
/// challenger; the second has no title match.
fn write_titles(place: &Place, random: &mut Random) -> (Holders, BTreeMap<(usize, usize), u64>) {
    let (mut holders, mut deciding) = (Holders::new(), BTreeMap::new());
    let mut number = 0;
    let mut write = |text: String| {
        number += 1;
        place.write(&format!("{}/{number}.sgf", number % 4), text);
    };
    for edition in 1..=12 {
        for series in 0..2 {
            let challenger = random.below(5);
            let champion = (challenger + 1 + random.below(4)) % 5;
            let results: Vec<bool> = (0..1 + random.below(5)).map(|_| random.one_in(2)).collect();
            for (game, champion_wins) in (1..).zip(&results) {
                let event = match series {
                    0 => format!("EV[{edition}th Honinbo Title]RO[{game}]"),
                    _ => format!("EV[{edition}th Test Cup]RO[Final {game}]"),
                };
                let (black, white) =
                    if game % 2 == 0 { (champion, challenger) } else { (challenger, champion) };
                let result = if *champion_wins == (black == champion) { "B+R" } else { "W+R" };
                write(format!(
                    "(;SZ[19]{event}DT[{}-05-{game:02}]PB[Player {black}]PW[Player {white}]RE[{result}]{})",
                    1960 + edition,
                    moves(random)
                ));
            }
            let wins = results.iter().filter(|wins| **wins).count();
            let holder = match (2 * wins).cmp(&results.len()) {
                std::cmp::Ordering::Greater => Some(champion),
                std::cmp::Ordering::Less => Some(challenger),
                std::cmp::Ordering::Equal => None,
            };
            holders.insert((series, edition), holder);
            deciding.insert((series, edition), results.len() as u64);
        }
        for round in ["League", "Final"] {
            // The final of the first series decides who challenges.
            write(format!(
                "(;SZ[19]EV[{edition}th Honinbo]RO[{round}]DT[{}-02-01]PB[Player 7]PW[Player 8]RE[B+R]{})",
                1960 + edition,
                moves(random)
            ));
        }
    }
    (holders, deciding)
}

fn rows(place: &Place, query: &str, by: &str) -> Vec<Value> {
    let printed = run_on(&place.folder(), &["stats", query, "--by", by, "--json"]).ends(0);
    printed.json().remove(0)["rows"].as_array().unwrap().clone()
}

#[test]
fn holders_are_the_winners_of_title_matches() {
    let place = Place::new();
    let (holders, deciding) = write_titles(&place, &mut Random::named("holders", 1));
    place.build();
    for (series, name) in [(0, "Honinbo"), (1, "Test Cup")] {
        for (edition, by) in [(true, "edition,holder"), (false, "year,holder")] {
            let rows = rows(&place, &format!("series:\"{name}\""), by);
            let mut found = BTreeMap::new();
            for row in rows {
                let number: usize = row["value"].as_str().unwrap().parse().unwrap();
                let number = if edition { number } else { number - 1960 };
                // The final of the challengers decides no title, so a title has one row.
                assert!(found.insert(number, row).is_none(), "{name} {number}");
            }
            for (&(_, number), holder) in holders.iter().filter(|((of, _), _)| *of == series) {
                let row = &found[&number];
                let holder = holder.map(|player| format!("Player {player}"));
                assert_eq!(row["across"].as_str(), holder.as_deref(), "{name} {number}");
                assert_eq!(row["games"], deciding[&(series, number)], "{name} {number}");
            }
        }
    }
    let engine = place.engine();
    let matches: u64 =
        (deciding.iter()).filter(|((of, _), _)| *of == 0).map(|(_, games)| games).sum();
    assert_eq!(count(&engine, "is:title-match"), matches);
    assert_eq!(count(&engine, "is:title-match -is:final"), 0);
    let names: BTreeSet<String> = rows(&place, "", "round")
        .iter()
        .filter_map(|row| row["value"].as_str().map(str::to_owned))
        .collect();
    assert!(names.contains("League") && names.contains("Final 1"), "{names:?}");
}

#[test]
fn shards_know_the_same_holders() {
    let place = Place::new();
    write_titles(&place, &mut Random::named("holders", 2));
    place.build();
    let one = place.engine();
    let folder = tempfile::tempdir().unwrap();
    let shards: Vec<Engine> = build_shards(folder.path(), &place.games(), 3, &Options::default())
        .into_iter()
        .map(|folder| {
            Engine::open_all(Indexes { folders: vec![folder], ..Indexes::default() }).unwrap()
        })
        .collect();
    for by in ["holder", "year,holder", "edition,holder", "holder,series", "round,edition"] {
        for unique in [false, true] {
            let asked =
                AnyQuestion::Stats(Stats { by: vec![by.to_owned()], unique, ..Stats::default() });
            assert_eq!(asked.ask_one(&one), asked.ask_shards(&shards), "{by}");
        }
    }
}
