//! Ratings of players and the test of their predictions, compared with a plain Elo over the games as they were written.

use crate::support::questions::AnyQuestion;
use crate::support::shards::build_shards;
use crate::support::{Place, Random, build_with, run_on, sgf_moves};
use kifu_index::engine::ratings::{PlayerStrength, RatingsAnswer, RatingsTestAnswer};
use kifu_index::engine::request::{FindPlayers, RatePlayers, TestRatings};
use kifu_index::engine::{AskOptions, Engine, Indexes};
use kifu_index::index::build::Options;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A game as this test writes it, if it can be rated.
#[derive(Clone, Debug)]
struct PlainGame {
    /// First and last day on which it may have been played, as `year * 10_000 + month * 100 + day`.
    days: (i32, i32),
    players: [String; 2],
    /// Black's score: 1, 0 or a half.
    score: f64,
}

/// Numbers of the games that are not rated, by reason.
type LeftOut = BTreeMap<&'static str, u64>;

/// Writes random games, and returns those that are rated. Player 0 is the strongest.
fn write_rated_games(place: &Place, count: usize) -> (Vec<PlainGame>, LeftOut) {
    let mut random = Random::named("rated games", 1);
    let (mut games, mut left_out) = (Vec::new(), LeftOut::new());
    for number in 0..count {
        let (black, white) = (random.below(15), random.below(14));
        let white = if white < black { white } else { white + 1 };
        let (year, month, day) =
            (1980 + random.below(12), 1 + random.below(12), 1 + random.below(28));
        let exact = (year * 10_000 + month * 100 + day) as i32;
        let year_span = ((year * 10_000 + 101) as i32, (year * 10_000 + 1231) as i32);
        let (date, days) = match random.below(20) {
            0 | 1 => (format!("DT[{year}]"), Some(year_span)),
            2 => (String::new(), None),
            _ => (format!("DT[{year}-{month:02}-{day:02}]"), Some((exact, exact))),
        };
        let chance_of_black = (50 + 5 * white).saturating_sub(5 * black).clamp(5, 95);
        let (result, score) = match random.below(15) {
            0 => ("0", Some(0.5)),
            1 => ("Void", None),
            _ if random.chance(chance_of_black) => ("B+R", Some(1.0)),
            _ => ("W+2.5", Some(0.0)),
        };
        let name = |player: usize| format!("Player {player}");
        let (size, more, reason) = match random.below(40) {
            0 => (19, "HA[2]AB[pd][dp]".to_owned(), Some("handicap")),
            1 => (13, String::new(), Some("other_size")),
            2 => (19, "HA[1]KM[0.5]".to_owned(), None),
            _ => (19, "KM[6.5]".to_owned(), None),
        };
        let (black, white, persons) = match random.below(60) {
            0 => (format!("{} & Somebody", name(black)), name(white), Some("team")),
            1 => (name(black), name(black), Some("same_person")),
            2 => (String::new(), name(white), Some("no_name")),
            _ => (name(black), name(white), None),
        };
        let reason = if size == 13 { reason } else { persons.or(reason) };
        let moves = sgf_moves(random.points(size.min(13), 40));
        let head = format!("SZ[{size}]PB[{black}]PW[{white}]RE[{result}]{more}");
        place.write(&format!("{}/{number}.sgf", number % 3), format!("(;{head}{date}{moves})"));
        if random.one_in(8) {
            // A copy with more facts but without a date. The copy with the date is rated.
            let copied = format!("(;{head}EV[Event]PC[Tokyo]{moves})");
            place.write(&format!("copies/{number}.sgf"), copied);
            *left_out.entry("copies").or_default() += 1;
        }
        let missing_result = score.is_none().then_some("no_result");
        let missing_date = days.is_none().then_some("no_date");
        match reason.or(missing_result).or(missing_date) {
            Some(reason) => *left_out.entry(reason).or_default() += 1,
            None => games.push(PlainGame {
                days: days.unwrap(),
                players: [black, white],
                score: score.unwrap(),
            }),
        }
    }
    (games, left_out)
}

/// Plain Elo: how many of the decided games after the first `trained` ones, sorted by their last days, it predicts.
fn plain_elo(games: &[PlainGame], trained: usize, k: f64) -> (usize, f64) {
    let mut learned: Vec<&PlainGame> = games.iter().collect();
    learned.sort_by_key(|game| game.days.1);
    let end = trained.checked_sub(1).map_or(0, |last| learned[last].days.1);
    let mut waiting: Vec<&PlainGame> =
        games.iter().filter(|game| game.score != 0.5 && game.days.1 > end).collect();
    let (mut tested, mut hits) = (0, 0.0);
    let mut ratings: HashMap<&str, f64> = HashMap::new();
    let days: BTreeSet<i32> = games.iter().map(|game| game.days.1).collect();
    for day in days {
        waiting.retain(|game| {
            let is_due = game.days.0 <= day;
            if is_due {
                tested += 1;
                let [black, white] = game.players.each_ref().map(|name| ratings.get(name.as_str()));
                hits += match black.zip(white) {
                    Some((black, white)) if (black - white).abs() > 1e-9 => {
                        f64::from(u8::from((black > white) == (game.score == 1.0)))
                    }
                    _ => 0.5,
                };
            }
            !is_due
        });
        let of_day: Vec<&&PlainGame> = learned.iter().filter(|game| game.days.1 == day).collect();
        let before = ratings.clone();
        for game in of_day {
            let rating = |name: &str| before.get(name).copied().unwrap_or(0.0);
            let [black, white] = game.players.each_ref().map(String::as_str);
            let expected = 1.0 / (1.0 + 10_f64.powf((rating(white) - rating(black)) / 400.0));
            *ratings.entry(black).or_default() += k * (game.score - expected);
            *ratings.entry(white).or_default() -= k * (game.score - expected);
        }
    }
    assert!(waiting.is_empty());
    (tested, hits / tested as f64)
}

fn test(engine: &Engine, query: &str, share: f64) -> RatingsTestAnswer {
    let request = TestRatings { query: query.to_owned(), share };
    engine.answer(&request, &AskOptions::default()).unwrap().answer
}

fn rate(engine: &Engine, query: &str) -> RatingsAnswer {
    let request = RatePlayers { query: query.to_owned(), ..RatePlayers::default() };
    engine.answer(&request, &AskOptions::default()).unwrap().answer
}

#[test]
fn predictions_are_counted_as_a_plain_elo_counts_them() {
    let place = Place::new();
    let (games, left_out) = write_rated_games(&place, 900);
    place.build();
    let engine = place.engine();
    for share in [0.333, 0.0, 0.8] {
        let answer = test(&engine, "", share);
        let cut = (games.len() as f64 * share) as usize;
        let k = answer.elo_k.unwrap();
        let (tested, elo) = plain_elo(&games, cut, k);
        assert_eq!(answer.games, tested as u64, "{share}");
        assert!((answer.elo.unwrap() - elo).abs() < 1e-9, "{share}: {answer:?} {elo}");
        for other in (8..=100).step_by(4) {
            assert!(plain_elo(&games, cut, f64::from(other)).1 <= elo + 0.02, "{share} {other}");
        }
        // Nothing is left out: each rated game is learned first, predicted, or drawn.
        assert_eq!(answer.rated, games.len() as u64);
        assert_eq!(answer.trained + answer.games + answer.drawn, answer.rated);
        assert!(answer.trained >= cut as u64 && answer.drawn > 0);
        // The players differ much, so that results can be predicted.
        assert!(
            answer.predicted.unwrap() > 0.6 && answer.ratings_alone.unwrap() > 0.6,
            "{answer:?}"
        );
        let value = serde_json::to_value(answer.left_out).unwrap();
        for (reason, games) in value.as_object().unwrap() {
            let expected = left_out.get(reason.as_str()).copied().unwrap_or(0);
            assert_eq!(games.as_u64(), Some(expected), "{reason}: {left_out:?}");
        }
    }
    for reason in [
        "copies",
        "handicap",
        "team",
        "same_person",
        "no_name",
        "no_result",
        "no_date",
        "other_size",
    ] {
        assert!(left_out[reason] > 2, "{left_out:?}");
    }
    // Other boards count if the query names a size.
    let all_sizes = test(&engine, "size:19 OR size:13", 0.333);
    assert!(all_sizes.left_out.other_size == 0 && all_sizes.rated > games.len() as u64);
    let answer = test(&engine, "date<1970", 0.333);
    assert_eq!((answer.games, answer.predicted, answer.rated), (0, None, 0));
}

#[test]
fn players_are_sorted_by_their_ratings() {
    let place = Place::new();
    let (games, _) = write_rated_games(&place, 900);
    place.build();
    let engine = place.engine();
    let answer = rate(&engine, "");
    assert_eq!(answer.games, games.len() as u64);
    let mut counts: BTreeMap<&str, (u64, i32, i32)> = BTreeMap::new();
    for game in &games {
        for player in &game.players {
            let year = game.days.1 / 10_000;
            let (count, first, last) = counts.entry(player).or_insert((0, year, year));
            (*count, *first, *last) = (*count + 1, year.min(*first), year.max(*last));
        }
    }
    let found = answer.players.iter();
    let found: BTreeMap<&str, (u64, i32, i32)> = found
        .map(|row| (row.name.as_str(), (row.strength.games, row.strength.first, row.strength.last)))
        .collect();
    assert_eq!(found, counts);
    assert!(answer.players.is_sorted_by(|a, b| a.strength.rating >= b.strength.rating));
    assert!(answer.players.iter().map(|row| row.rank).eq(1..=15));
    for row in &answer.players {
        let PlayerStrength { rating, deviation, interval: [low, high], .. } = row.strength;
        assert!(low < rating && rating < high && deviation > 5.0, "{row:?}");
        assert!((high - low - 3.92 * deviation).abs() < 1.0 && row.curve.is_none(), "{row:?}");
    }
    // Stronger players have smaller numbers.
    let order: Vec<usize> =
        answer.players.iter().map(|row| row.name[7..].parse().unwrap()).collect();
    let inversions = (0..15)
        .flat_map(|a| (a + 1..15).map(move |b| (a, b)))
        .filter(|&(a, b)| order[a] > order[b])
        .count();
    assert!(inversions < 25, "{order:?}");
    let few = RatePlayers {
        min_games: Some(100),
        limit: Some(2),
        curves: true,
        ..RatePlayers::default()
    };
    let few = engine.answer(&few, &AskOptions::default()).unwrap().answer;
    let many = counts.values().filter(|(games, ..)| *games >= 100).count();
    assert_eq!((few.total, few.players.len(), few.rated), (many as u64, 2, 15));
    for row in &few.players {
        let curve = row.curve.as_ref().unwrap();
        let days: BTreeSet<i32> = games
            .iter()
            .filter(|game| game.players.contains(&row.name))
            .map(|game| game.days.1)
            .collect();
        let number = |date: &str| date.replace('-', "").parse::<i32>().unwrap();
        assert!(curve.iter().map(|point| number(&point.date)).eq(days));
        assert_eq!(curve.last().unwrap().rating, row.strength.rating);
    }
    // The command prints the same.
    let printed = run_on(&place.folder(), &["ratings", "--json"]).ends(0).json().remove(0);
    assert_eq!(printed, serde_json::to_value(&answer).unwrap());
    let printed = run_on(&place.folder(), &["ratings", "--test", "0.333", "--json"]).ends(0);
    assert_eq!(printed.json().remove(0), serde_json::to_value(test(&engine, "", 0.333)).unwrap());
    let text = run_on(&place.folder(), &["ratings", "--test", "0.333"]).ends(0).out;
    assert!(text.contains("plain Elo") && text.contains("with K ="), "{text}");
    let rows = run_on(&place.folder(), &["ratings", "-n", "3"]).ends(0).out;
    assert_eq!(rows.lines().count(), 3);
    assert!(rows.starts_with(&format!("1\t{}\t", answer.players[0].name)), "{rows}");
    // The command `players` shows the same strengths.
    let request = FindPlayers { strength: true, ..FindPlayers::default() };
    let players = engine.answer(&request, &AskOptions::default()).unwrap().answer.players;
    let listed = players.iter().map(|player| (player.player.as_str(), player.strength));
    let rated = answer.players.iter().map(|row| (row.name.as_str(), Some(row.strength)));
    let others = players.len() - answer.players.len();
    assert!(listed.eq(rated.chain(players[15..].iter().map(|row| (row.player.as_str(), None)))));
    assert!(others > 0, "Somebody has no rated game");
    let rows = run_on(&place.folder(), &["players", "--sort", "strength", "--json", "-n", "2"]);
    let rows = rows.ends(0).json();
    assert_eq!((&rows[0]["player"], rows.len()), (&Value::from(&*answer.players[0].name), 2));
    let one = run_on(&place.folder(), &["players", "Player 3", "--strength", "--json"]);
    let row = answer.players.iter().find(|row| row.name == "Player 3").unwrap();
    assert_eq!(one.ends(0).json()[0]["strength"], serde_json::to_value(row.strength).unwrap());
    run_on(&place.folder(), &["ratings", "date<1900"]).ends(1);
    run_on(&place.folder(), &["ratings", "--test", "1"]).ends(2);
}

#[test]
fn segments_merges_and_shards_change_no_rating() {
    let place = Place::new();
    write_rated_games(&place, 400);
    place.build();
    let whole = place.engine();
    let base = place.games().with_file_name("shards");
    let folders = build_shards(&base, &place.games(), 3, &Options::default());
    let set = base.join("set.json");
    kifu_index::engine::build::Set::publish(&folders, &set, true, &mut std::io::sink()).unwrap();
    let open = |folder: &std::path::PathBuf| {
        let folders = vec![folder.clone()];
        Engine::open_all(Indexes { folders, set: Some(set.clone()), ..Indexes::default() })
    };
    let shards: Vec<Engine> = folders.iter().map(open).collect::<Result<_, _>>().unwrap();
    let text = |engine: &Engine, query: &str| {
        let ratings = serde_json::to_string(&rate(engine, query)).unwrap();
        format!("{ratings} {}", serde_json::to_string(&test(engine, query, 0.4)).unwrap())
    };
    for query in ["", "date>=1984", "player:\"Player 3\"", "unique:yes -path:copies"] {
        let players = RatePlayers {
            query: query.to_owned(),
            min_games: Some(1),
            curves: true,
            ..RatePlayers::default()
        };
        let request = AnyQuestion::Ratings(players);
        assert_eq!(request.ask_shards(&shards), request.ask_one(&whole), "{query}");
        let request = AnyQuestion::RatingsTest(TestRatings { query: query.to_owned(), share: 0.4 });
        assert_eq!(request.ask_shards(&shards), request.ask_one(&whole), "{query}");
        let joined = Indexes { folders: folders.clone(), ..Indexes::default() };
        let joined = Engine::open_all(joined).unwrap();
        assert_eq!(text(&joined, query), text(&whole, query), "{query}");
    }
    // One thread and little memory give other segments.
    let other = base.join("other");
    let options = Options { threads: 1, memory: 16 << 20, ..Options::default() };
    for folder in ["0", "1", "2", "copies"] {
        build_with(&other, &[place.games().join(folder)], &options);
    }
    assert_eq!(text(&Engine::open(&other).unwrap(), ""), text(&whole, ""));
    // A deleted and added game leaves the rest as it was.
    let before = text(&whole, "");
    let added =
        place.write("0/added.sgf", "(;SZ[19]PB[Player 1]PW[Player 2]RE[B+R]DT[1985-05-05];B[aa])");
    place.build();
    assert_ne!(text(&place.engine(), ""), before);
    std::fs::remove_file(added).unwrap();
    place.build();
    assert_eq!(text(&place.engine(), ""), before);
}

#[test]
fn ratings_end_with_their_time() {
    let place = Place::new();
    write_rated_games(&place, 200);
    place.build();
    let engine = place.engine();
    let late = AskOptions { deadline: Some(Instant::now()), ..AskOptions::default() };
    let cancelled =
        AskOptions { cancel: Some(Arc::new(AtomicBool::new(true))), ..AskOptions::default() };
    for options in [late, cancelled] {
        assert!(engine.answer(&RatePlayers::default(), &options).is_err());
        assert!(engine.answer(&TestRatings::default(), &options).is_err());
    }
}
