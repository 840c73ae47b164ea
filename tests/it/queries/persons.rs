//! Persons: numbers in lists of players, and the games that `person=` finds.

use crate::support::{Place, Random, count, open, samples, sgf_moves, tables};
use kifu_index::engine::players::PlayerRow;
use kifu_index::engine::request::FindPlayers;
use kifu_index::engine::{AskOptions, Engine, Indexes};

/// Names of which some share words, some belong to one person in another script or order, and some have no letters.
const NAMES: [&str; 16] = [
    "Cho U",
    "Cho U",
    "\u{5f20}\u{6829}",
    "Cho Chikun",
    "U Cho Lee",
    "Ann Bob",
    "Bob Ann",
    "Bob",
    "Bob Ann & Cho U",
    "Ann Bob & Zoe",
    "Zoe 3d",
    "Zoe (2d)",
    "?",
    ".",
    "a\u{fffd}b",
    "x.json",
];

/// Moves of a game of 60 moves, different for each number.
fn moves(number: usize) -> String {
    let points = (0..60).map(|at| (number * 37 + at * 53) % 361);
    sgf_moves(points.map(|point| (point % 19, point / 19)))
}

/// Writes games in two folders. Many are copies, in which names, results and years may differ.
fn generated_archive(random: &mut Random) -> Place {
    let place = Place::new();
    for number in 0..240 {
        let name = |random: &mut Random| NAMES[random.below(NAMES.len())].replace(']', "\\]");
        let (black, white) = (name(random), name(random));
        let result = ["B+R", "W+2", "0", "?", "W+R"][random.below(5)];
        let mut root = format!("PB[{black}]PW[{white}]RE[{result}]DT[{}]", 1990 + random.below(6));
        if random.chance(10) {
            root = format!("PX[{black}]PY[{white}]");
        }
        let tail = match random.chance(15) {
            true => format!("(;B[aa])(;PB[{}]W[bb])", name(random)),
            false => String::new(),
        };
        let folder = ["a", "b"][random.below(2)];
        // Most games have copies: 240 games share 90 different lines of moves.
        let line = moves(number % 90);
        let short = &line[..line.len() - 6 * random.below(3)];
        place
            .write(&format!("{folder}/{number}.sgf"), format!("(;GM[1]SZ[19]{root}{short}{tail})"));
    }
    place
}

fn players(engine: &Engine, name: &str, unique: bool) -> Vec<PlayerRow> {
    let request = FindPlayers {
        name: name.to_owned(),
        whole: !name.is_empty(),
        unique,
        ..FindPlayers::default()
    };
    let reply = engine.answer(&request, &AskOptions::default()).unwrap();
    reply.answer.players
}

/// Query clause for a person as Black, as White, or as either.
fn person(field: &str, name: &str) -> String {
    format!("{field}=\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Compares all numbers of `players` with what the queries for them find. Returns how many were compared.
fn compare_counts(engine: &Engine, most: usize, unique: bool) -> usize {
    let mut all = 0;
    let mut check = |query: String, games: u64| {
        let query = format!("{query}{}", if unique { " unique:yes" } else { "" });
        assert_eq!(count(engine, &query), games, "{query}");
        all += 1;
    };
    for row in players(engine, "", unique).into_iter().take(most) {
        let name = row.player.as_str();
        let [one, black, white] =
            ["person", "black-person", "white-person"].map(|field| person(field, name));
        check(one.clone(), row.all.games);
        check(black.clone(), row.black.games);
        check(white.clone(), row.white.games);
        check(format!("{black} {white}"), row.both);
        check(format!("{black} result:B+"), row.black.won);
        check(format!("{white} result:B+"), row.white.lost);
        let won = format!("({black} -{white} result:B+ OR {white} -{black} result:W+)");
        check(won, row.all.won);
        let lost = format!("({black} -{white} result:W+ OR {white} -{black} result:B+)");
        check(lost, row.all.lost);
        // Copies may differ in results and colours. If each game counts once, the parts may therefore add up to more
        // than the whole.
        let ended = row.all.won + row.all.lost + row.all.drawn + row.all.unknown;
        let all = ended + row.both + row.beside;
        assert!(all == row.all.games || unique && all > row.all.games, "{name}");
        let profile = players(engine, name, unique);
        let [profile] = profile.as_slice() else {
            panic!("{name}: {} profiles", profile.len());
        };
        assert_eq!(profile.all.games, row.all.games, "{name}");
        for rival in profile.opponents.iter().flatten() {
            let other = person("person", &rival.player);
            check(format!("{one} {other}"), rival.results.games);
        }
    }
    all
}

#[test]
fn lists_of_players_count_what_person_finds() {
    let mut random = Random(5);
    let place = generated_archive(&mut random);
    place.build();
    let engine = place.engine();
    for unique in [false, true] {
        let numbers = compare_counts(&engine, usize::MAX, unique);
        assert!(numbers > 100, "only {numbers}");
    }
    assert!(count(&engine, "is:dup") > 50);
    // `Bob Ann` is another person than `Ann Bob`, and so is anybody whose longer name contains these words.
    let [whole, words] = ["person=\"Ann Bob\"", "player:\"Ann Bob\""].map(|q| count(&engine, q));
    assert!(0 < whole && whole < words, "{whole} {words}");
    let spelled = ["person=\"Cho U\"", "person=\u{5f20}\u{6829}"].map(|q| count(&engine, q));
    assert_eq!(spelled[0], spelled[1]);
    assert_eq!(count(&engine, "person=\"Zoe 3d\""), count(&engine, "person=Zoe"));
    for unique in [false, true] {
        assert!(compare_counts(&open(samples()), 40, unique) > 100);
    }
}

#[test]
fn players_of_two_indexes_are_those_of_one() {
    let mut random = Random(6);
    let place = generated_archive(&mut random);
    place.build();
    let one = place.engine();
    let folders = ["a", "b"].map(|name| {
        let folder = place.games().with_file_name(format!("part {name}"));
        let root = place.games().join(name);
        crate::support::build_with(&folder, &[root], &Default::default());
        folder
    });
    let both =
        Engine::open_all(Indexes { folders: folders.to_vec(), ..Indexes::default() }).unwrap();
    let json = |rows: Vec<PlayerRow>| serde_json::to_string_pretty(&rows).unwrap();
    for unique in [false, true] {
        let all = players(&one, "", unique);
        assert_eq!(json(players(&both, "", unique)), json(all.clone()));
        for row in all {
            let name = row.player.as_str();
            let [single, of_both] = [&one, &both].map(|engine| json(players(engine, name, unique)));
            assert_eq!(single, of_both, "{name} {unique}");
        }
        let text = if unique { "unique:yes" } else { "" };
        for by in ["player", "year", "winner", "how", "archive"] {
            let [single, of_both] =
                [&one, &both].map(|engine| format!("{:?}", tables(engine, text, &[by])[0].rows));
            assert_eq!(single, of_both, "{by} {text}");
        }
    }
}
