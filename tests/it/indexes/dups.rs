//! Which games are copies of each other, and how copies are reported.

/// The file that stores the groups of copies: missing, outdated or damaged, and after a refresh.
mod file;
/// Groups of generated games, compared with a plain comparison of all pairs.
mod oracle;
/// Output of the command `dups`.
mod output;

use crate::support::{
    Place, Random, build_with, hits, id_of, open, query_error, sgf_moves, sgf_point, stem,
    stored_game,
};
use kifu_index::engine::request::{BoardSearch, FindCopies, HitConditions};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::index::build::Options;
use kifu_index::language::parse;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Moves of a game as column and row of each point; colours alternate.
type Moves = Vec<(usize, usize)>;

/// Game record whose root has the properties `header`.
fn sgf_on(side: usize, header: &str, moves: &Moves) -> String {
    format!("(;GM[1]SZ[{side}]{header}{})", sgf_moves(moves.iter().copied()))
}

fn sgf(header: &str, moves: &Moves) -> String {
    sgf_on(19, header, moves)
}

/// Groups of copies in an index.
fn copies(engine: &Engine) -> Vec<Vec<GameRow>> {
    let mut groups = Vec::new();
    let reply = engine.copies(&FindCopies::default(), &AskOptions::default(), &mut |group| {
        groups.push(group.games.iter().map(|copy| copy.game.clone()).collect());
        ControlFlow::Continue(())
    });
    let answer = reply.unwrap().answer;
    let in_groups: usize = groups.iter().map(Vec::len).sum();
    assert_eq!((answer.groups, answer.games), (groups.len(), in_groups));
    assert_eq!(answer.all_groups as usize, groups.len());
    groups
}

/// Groups of copies in an index, as sorted file names.
fn groups(engine: &Engine) -> Vec<Vec<String>> {
    let groups = copies(engine);
    let in_groups: usize = groups.iter().map(Vec::len).sum();
    assert_eq!(hits(engine, "is:dup").len(), in_groups);
    let mut groups: Vec<Vec<String>> =
        groups.iter().map(|group| group.iter().map(stem).collect()).collect();
    groups.iter_mut().for_each(|group| group.sort());
    groups.sort();
    groups
}

/// Groups of copies among these games.
fn groups_of(games: &[(&str, String)]) -> Vec<Vec<String>> {
    let place = Place::new();
    for (name, game) in games {
        place.write(&format!("{name}.sgf"), game);
    }
    place.build();
    groups(&place.engine())
}

fn are_copies(a: String, b: String) -> bool {
    let found = groups_of(&[("a", a), ("b", b)]);
    assert!(found.is_empty() || found == [["a", "b"]], "{found:?}");
    !found.is_empty()
}

fn moves(seed: u64, count: usize) -> Moves {
    Random(seed).points(19, count)
}

fn map(moves: &Moves, image: impl Fn(usize, usize) -> (usize, usize)) -> Moves {
    moves.iter().map(|&(x, y)| image(x, y)).collect()
}

/// Which hits of a query are copies of each other, compared with a test of all pairs of games in a group.
#[test]
fn copies_among_the_hits_of_a_query() {
    let place = Place::new();
    let mut random = Random(34);
    for i in 0..40 {
        // On average, about three games have the same moves.
        let moves = moves(random.below(13) as u64, 60);
        let folder = ["mine", "new", "old"][random.below(3)];
        let header = format!("PB[Player {}]", random.below(4));
        place.write(&format!("{folder}/{i}.sgf"), sgf(&header, &moves));
    }
    place.build();
    let engine = place.engine();
    let groups: Vec<Vec<String>> =
        copies(&engine).iter().map(|group| group.iter().map(stem).collect()).collect();
    let names = |query: &str| -> Vec<String> { sorted(hits(&engine, query).iter().map(stem)) };
    assert!(groups.len() > 5);
    for query in [
        "file:mine",
        "file:new player:\"Player 2\"",
        "-file:old",
        "file:mine OR player:\"Player 1\"",
        "copy-of:(file:new)",
        "file:nowhere",
        "moves=60",
    ] {
        let fitting = names(query);
        let has_fitting = |group: &Vec<String>, game: &String| {
            (group.iter()).any(|other| other != game && fitting.contains(other))
        };
        let copies = groups
            .iter()
            .flat_map(|group| (group.iter()).filter(move |game| has_fitting(group, game)).cloned());
        let copies = sorted(copies);
        assert_eq!(names(&format!("copy-of:({query})")), copies, "{query}");
        let mut others = names("");
        others.retain(|game| !copies.contains(game));
        assert_eq!(names(&format!("-copy-of:({query})")), others, "{query}");
    }
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn all_images_of_a_game_are_one_group() {
    let game = moves(1, 180);
    let images: [Moves; 8] = [
        game.clone(),
        map(&game, |x, y| (18 - x, y)),
        map(&game, |x, y| (x, 18 - y)),
        map(&game, |x, y| (18 - x, 18 - y)),
        map(&game, |x, y| (y, x)),
        map(&game, |x, y| (18 - y, x)),
        map(&game, |x, y| (y, 18 - x)),
        map(&game, |x, y| (18 - y, 18 - x)),
    ];
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let mut games: Vec<(&str, String)> =
        names.into_iter().zip(images.iter().map(|image| sgf("", image))).collect();
    // A game that is shifted on the board is no copy, since shifting is no symmetry of the board.
    games.push(("shifted", sgf("", &map(&game, |x, y| ((x + 1) % 19, y)))));
    assert_eq!(groups_of(&games), [names]);
}

#[test]
fn a_rectangle_has_four_symmetries() {
    let game = Random(2).points(9, 60);
    let wide = |moves: &Moves| sgf_on(9, "", moves).replace("SZ[9]", "SZ[13:9]");
    let mirrored = map(&game, |x, y| (12 - x, y));
    assert!(are_copies(wide(&game), wide(&mirrored)));
    let transposed = map(&game, |x, y| (y, x));
    assert!(!are_copies(wide(&game), wide(&transposed)));
    assert!(are_copies(sgf_on(9, "", &game), sgf_on(9, "", &transposed)));
    assert!(!are_copies(sgf_on(9, "", &game), sgf_on(13, "", &game)));
}

#[test]
fn cut_off_games_are_copies_from_forty_moves_on() {
    let game = moves(3, 220);
    for (length, expected) in
        [(219, true), (100, true), (41, true), (40, true), (39, false), (12, false)]
    {
        let cut = game[..length].to_vec();
        assert_eq!(are_copies(sgf("", &game), sgf("", &cut)), expected, "{length}");
    }
}

#[test]
fn passes_do_not_count() {
    let game = moves(4, 60);
    let plain = sgf("", &game);
    let end = plain.replace(')', ";B[];W[])");
    let middle = plain.replacen(";W", ";W[tt];B[tt];W", 1);
    assert_eq!(groups_of(&[("a", plain), ("b", end), ("c", middle)]), [["a", "b", "c"]]);
}

#[test]
fn a_few_moves_may_differ() {
    let spare: Moves = moves(5, 361).split_off(260);
    let game = moves(5, 200);
    for seed in 0..12 {
        let mut random = Random(seed);
        let mut changed = game.clone();
        // Each change makes one difference, except for the last kind, which makes two.
        for extra in &spare[..3] {
            let at = random.below(changed.len() - 1);
            match random.below(4) {
                0 => changed[at] = *extra,
                1 => changed.insert(at, *extra),
                2 => changed.swap(at, at + 1),
                _ => {}
            }
        }
        assert!(are_copies(sgf("", &game), sgf("", &changed)), "{seed}");
    }
    // A move is missing, without exchanging the colours of the later moves.
    let whole = sgf("", &game);
    let second = whole.match_indices(";W").nth(40).unwrap().0;
    let missing = format!("{}{}", &whole[..second], &whole[second + 6..]);
    assert!(are_copies(whole, missing));
}

#[test]
fn colours_that_differ_are_one_difference() {
    for (length, expected) in [(60, true), (30, false)] {
        let game = sgf("", &moves(17, length));
        let swapped = game.replace(";B", ";X").replace(";W", ";B").replace(";X", ";W");
        assert_eq!(are_copies(game, swapped), expected, "{length}");
    }
}

#[test]
fn many_differences_make_another_game() {
    let game = moves(6, 200);
    let spare: Moves = moves(6, 361).split_off(300);
    let mut changed = game.clone();
    for (i, extra) in spare.iter().take(20).enumerate() {
        changed[i * 10] = *extra;
    }
    assert!(!are_copies(sgf("", &game), sgf("", &changed)));
    // One difference in 25 moves is too much for games to be copies.
    let mut changed = game.clone();
    for (i, extra) in spare.iter().take(3).enumerate() {
        changed[i * 60] = *extra;
    }
    assert!(are_copies(sgf("", &game), sgf("", &changed)));
}

#[test]
fn the_beginning_of_several_games_is_a_copy_of_none() {
    let opening = moves(7, 45);
    let on = |seed| {
        let mut game = opening.clone();
        let more = moves(seed, 361);
        game.extend(more.into_iter().filter(|point| !opening.contains(point)).take(160));
        game
    };
    let games =
        [("one", sgf("", &on(70))), ("opening", sgf("", &opening)), ("two", sgf("", &on(71)))];
    assert_eq!(groups_of(&games), Vec::<Vec<String>>::new());
    assert_eq!(groups_of(&games[..2]), [["one", "opening"]]);
    // Two games that are the beginning of both longer games are copies of each other, though the longer games are not.
    let [one, first, two] = games;
    let second = ("second", sgf("", &map(&opening, |x, y| (y, x))));
    assert_eq!(groups_of(&[one, first, two, second]), [["opening", "second"]]);
}

#[test]
fn a_short_beginning_of_another_day_is_no_copy() {
    let game = moves(16, 200);
    let cut = |length: usize| game[..length].to_vec();
    for (length, date, expected) in [
        (60, "DT[2018-01-19]", true),
        (60, "DT[2018-01]", true),
        (60, "", true),
        (60, "DT[2018-01-25]", false),
        (100, "DT[2018-01-25]", true),
    ] {
        let whole = sgf("DT[2018-01-19]", &game);
        let copies = are_copies(whole, sgf(date, &cut(length)));
        assert_eq!(copies, expected, "{length} {date}");
    }
}

#[test]
fn short_games_problems_and_other_games_have_no_copies() {
    let short = sgf("", &moves(8, 19));
    assert!(!are_copies(short.clone(), short));
    let problem = sgf("AB[aa][bb][cc][dd][ee][ff][gg][hh]AW[ab][bc][cd][de][ef]", &moves(8, 9));
    assert!(!are_copies(problem.clone(), problem));
    let stones: String = (0..90).map(|i| format!(";AB[{}]", sgf_point((i % 19, i / 19)))).collect();
    let drawn = format!("(;SZ[19]{stones};B[ss])");
    assert!(!are_copies(drawn.clone(), drawn));
    let empty = sgf("", &Vec::new());
    assert!(!are_copies(empty.clone(), empty));
    let hex = sgf("", &moves(8, 80)).replace("GM[1]", "GM[11]");
    assert!(!are_copies(hex.clone(), hex));
    // Games of 25 moves are long enough to be copies, but only if they are equal.
    let game = moves(8, 25);
    assert!(are_copies(sgf("", &game), sgf("", &game)));
    assert!(!are_copies(sgf("", &game), sgf("", &game[..24].to_vec())));
    let setup = |stone: &str| sgf(&format!("AB[{stone}]"), &game);
    assert!(!are_copies(setup("aa"), setup("ba")));
    assert!(are_copies(setup("aa"), sgf("AB[aa]", &game)));
}

#[test]
fn a_setup_is_turned_with_its_game() {
    let game = moves(9, 150);
    let mirrored = map(&game, |x, y| (18 - x, y));
    let handicap = |stones: &str, moves| sgf(&format!("AB{stones}"), moves);
    let both = are_copies(handicap("[pd][dp]", &game), handicap("[pp][dd]", &mirrored));
    assert!(both);
    // A few additional handicap stones must count as a few differences.
    assert!(are_copies(handicap("[pd][dp]", &game), sgf("", &game)));
    let many: String = (0..60).map(|i| format!("[{}]", sgf_point((i % 19, i / 19)))).collect();
    assert!(!are_copies(handicap(&many, &game), sgf("", &game)));
}

#[test]
fn lines_of_action() {
    let mut random = Random(10);
    let mut square = || {
        let (x, y) = random.point(8);
        format!("{}{}", char::from(b'a' + x as u8), y + 1)
    };
    let nodes: Vec<String> = (0..40)
        .map(|i| format!(";{}[{}-{}]", if i % 2 == 0 { "B" } else { "W" }, square(), square()))
        .collect();
    let game = |nodes: &[String]| format!("(;GM[9]SZ[8]{})", nodes.concat());
    assert!(are_copies(game(&nodes), game(&nodes[..21])));
    assert!(!are_copies(game(&nodes), game(&nodes[..19])));
    let mut changed = nodes.clone();
    changed[30] = ";B[a1-a2]".into();
    assert!(are_copies(game(&nodes), game(&changed)));
}

/// Time that the engine needs to compute the groups of these games, and their number.
fn time_to_find(games: &str) -> (Duration, usize) {
    let place = Place::new();
    place.write("all.sgf", games);
    place.build();
    for entry in std::fs::read_dir(place.folder()).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("duplicates-") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    let index = place.index();
    let begin = Instant::now();
    let count = index.duplicates().unwrap().game_count();
    (begin.elapsed(), count)
}

#[test]
fn the_worst_archives_take_no_longer_than_others() {
    const GAMES: usize = 2000;
    let mut random = Random(11);
    let game = moves(12, 200);
    let same = sgf("", &game).repeat(GAMES);
    // All games have one sequence of moves in common and nothing else.
    let run: Moves = moves(13, 30);
    let alike: String = (0..GAMES)
        .map(|_| {
            let mut game = random.points(19, 40);
            game.extend(&run);
            sgf("", &game)
        })
        .collect();
    let one_move = sgf("", &moves(14, 1)).repeat(GAMES);
    for (games, expected) in [(same, GAMES), (alike, 0), (one_move, 0)] {
        let (time, found) = time_to_find(&games);
        assert_eq!(found, expected);
        // Comparing all pairs of games would take minutes.
        assert!(time < Duration::from_secs(5), "{time:?}");
    }
}

#[test]
fn threads_and_segments_change_no_group() {
    let place = Place::new();
    let mut random = Random(15);
    for i in 0..60 {
        let game = random.points(19, 30 + 3 * i);
        place.write(&format!("a{i}.sgf"), sgf("", &game));
        if i % 3 > 0 {
            place.write(&format!("b{i}.sgf"), sgf("PB[Anna]", &game));
            place.write(&format!("c{i}.sgf"), sgf("", &game[..25 + 2 * i].to_vec()));
        }
    }
    let found = [1, 4].map(|threads| {
        let folder = place.folder().join(threads.to_string());
        let options = Options { threads, ..Options::default() };
        crate::support::build_with(&folder, &[place.games()], &options);
        groups(&open(&folder))
    });
    assert_eq!(found[0].len(), 40);
    assert_eq!(found[0], found[1]);
}

/// Sort key of a game by which the record with the most information comes first.
fn fullest_first(engine: &Engine, game: &GameRow) -> impl Ord + use<> {
    let stored = stored_game(engine, &game.id).unwrap();
    let info = &game.info;
    let sides = [&info.players.black, &info.players.white];
    let facts = sides.iter().filter(|side| side.name.is_some()).count()
        + sides.iter().filter(|side| side.rank.is_some()).count()
        + usize::from(info.result.is_some())
        + usize::from(info.date.is_some())
        + usize::from(info.komi.is_some())
        + usize::from(info.event.is_some())
        + usize::from(info.round.is_some())
        + usize::from(info.place.is_some())
        + usize::from(info.rules.is_some())
        + usize::from(info.time.is_some());
    let key = (game.summary.moves, facts, game.summary.nodes, stored.comments.len());
    let odd = stored.card.diagnostics_total;
    (Reverse(key), odd, game.path.clone(), game.game)
}

#[test]
fn the_fullest_matching_copy_represents_its_group() {
    let place = Place::new();
    let headers = ["PB[A]", "PB[A]PW[B]", "PB[A]PW[B]RE[W+R]", "PB[C]PW[B]DT[1999]EV[x]", ""];
    for seed in 0..4 {
        let moves = moves(seed, 80);
        for (n, header) in headers.iter().enumerate() {
            let mut text = sgf(header, &moves[..80 - n % 2].to_vec());
            if n == 1 {
                text = text.replacen(";B[", "C[x];B[", 1);
            }
            place.write(&format!("{seed}/{n}.sgf"), &text);
            place.write(&format!("{seed}/again{n}.sgf"), &text);
        }
    }
    place.write("alone.sgf", sgf("PB[A]PW[B]", &moves(99, 70)));
    build_with(&place.folder(), &[place.games()], &Options::default());
    let engine = place.engine();
    let groups: HashMap<u64, usize> = (copies(&engine).iter().enumerate())
        .flat_map(|(number, group)| group.iter().map(move |game| (id_of(game), number)))
        .collect();
    for query in ["", "player:A", "(player:C OR player:B)", "result:W+", "event:x", "-player:A"] {
        let all = hits(&engine, query);
        let mut best: BTreeMap<usize, &GameRow> = BTreeMap::new();
        let mut expected = Vec::new();
        for game in &all {
            match groups.get(&id_of(game)) {
                None => expected.push(game.path.clone()),
                Some(&group) => {
                    let fullest = best.entry(group).or_insert(game);
                    if fullest_first(&engine, game) < fullest_first(&engine, fullest) {
                        *fullest = game;
                    }
                }
            }
        }
        expected.extend(best.values().map(|game| game.path.clone()));
        expected.sort();
        let once = hits(&engine, &format!("{query} unique:yes"));
        let mut found: Vec<_> = once.iter().map(|game| game.path.clone()).collect();
        found.sort();
        assert_eq!(found, expected, "{query}");
        assert!(query == "event:x" || found.len() < all.len(), "{query}");
    }
    parse("(player:A OR unique:yes)").unwrap();
    query_error(&engine, "(player:A OR unique:yes)");
}

#[test]
fn a_position_counts_copies_once() {
    let place = Place::new();
    for seed in 0..3 {
        let moves = moves(seed, 60);
        for n in 0..=seed {
            place.write(&format!("{seed}-{n}.sgf"), sgf(&format!("RE[B+{n}.5]"), &moves));
        }
    }
    build_with(&place.folder(), &[place.games()], &Options::default());
    let engine = Engine::open(&place.folder()).unwrap();
    let count = |unique: bool| {
        let request = BoardSearch {
            hits: HitConditions { unique, ..HitConditions::default() },
            ..BoardSearch::of("(;SZ[19])")
        };
        let position = engine.answer(&request, &AskOptions::default()).unwrap().answer;
        let counted = BoardSearch { count: true, ..request };
        let counted = engine.answer(&counted, &AskOptions::default()).unwrap().answer;
        assert_eq!(counted.total, position.total);
        (position.total, position.left_out, position.games.len())
    };
    assert_eq!(count(false), (6, None, 6));
    assert_eq!(count(true), (3, Some(3), 3));
}
