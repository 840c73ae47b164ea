use crate::support::Place;
use kifu_index::index::Index;
use kifu_index::language::address::GameMoment;
use kifu_index::language::input::pattern::{Options, read_drawn};
use kifu_index::language::{input, locate, parse};
use kifu_index::patience::TimeBudget;
use kifu_index::query::answer::tree::{TreeBounds, explore};
use kifu_index::query::answer::{BoardQuestion, Subject, answer, total};
use kifu_index::query::pattern::PatternSearch;
use kifu_index::query::stats::{Facet, count_by};
use kifu_index::query::terms::{Terms, TreeScope};
use kifu_index::query::{copies, explain, hits, near, players, search};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Numbers by chance, the same ones each time.
struct Random(u64);

impl Random {
    fn point(&mut self) -> String {
        let mut letter = || {
            self.0 = (self.0.wrapping_mul(6_364_136_223_846_793_005))
                .wrapping_add(1_442_695_040_888_963_407);
            char::from(b'a' + (self.0 >> 40) as u8 % 19)
        };
        [letter(), letter()].iter().collect()
    }
}

/// Many games of moves by chance, each with many variations.
fn games() -> Place {
    let place = Place::new();
    let mut random = Random(1);
    let mut games = String::new();
    for number in 0..600 {
        write!(games, "(;SZ[19]PB[Anna {number}]PW[Bea]DT[2001]").unwrap();
        let mut ends = 0;
        for _ in 0..60 {
            write!(games, ";B[{}](;W[{}]", random.point(), random.point()).unwrap();
            ends += 1;
        }
        for _ in 0..ends {
            games.push_str(")(");
            for _ in 0..10 {
                write!(games, ";W[{}];B[{}]", random.point(), random.point()).unwrap();
            }
            games.push(')');
        }
        games.push_str(")\n");
    }
    place.write("games.sgf", games);
    place.build();
    place
}

fn sequence() -> Subject<'static> {
    let options = Options {
        sequence: true,
        ..Options::default()
    };
    let drawn = read_drawn("$$B\n$$ . 1 2\n$$ . 3 4", &options);
    let asked = drawn.unwrap().unwrap();
    PatternSearch::new(asked.game, asked.pattern, true, false).into()
}

fn question<'q>(subject: Subject<'q>, terms: &'q Terms) -> BoardQuestion<'q> {
    BoardQuestion {
        unique: false,
        subject,
        terms,
        among: None,
        orders: &[],
        listed: 100,
        named: 9,
        as_written: false,
        by_year: true,
    }
}

/// Everything that can be asked of an index.
fn ask(index: &Index, what: &str) {
    let board = input::read("Q16", None, None).unwrap();
    let terms = Terms::default();
    let position = question((&board.board).into(), &terms);
    let plan = |query: &str| search::plan(index, &parse(query).unwrap()).unwrap();
    match what {
        "position" => assert!(answer(index, &position).unwrap().first.is_empty()),
        "pattern" => {
            let asked = question(sequence(), &terms);
            assert!(answer(index, &asked).unwrap().first.is_empty());
        }
        "total" => assert_eq!(total(index, &position).unwrap(), 0),
        "tree" => {
            let bounds = TreeBounds {
                plies: 9,
                games: 1,
                percent: 0.0,
                nodes: 999,
            };
            explore(index, board.start, &position, bounds).unwrap();
        }
        "stats" => {
            count_by(index, &plan("PB:anna"), Facet::Player).unwrap();
        }
        "players" => assert_eq!(players::most_frequent(index, 9).unwrap().1, 0),
        "player" => assert_eq!(players::named(index, "Anna", 9).unwrap().1, 0),
        "near" => assert!(near::near_names(index, "Anma 1", 9).unwrap().is_empty()),
        "copies" => {
            let groups = copies::find(index, plan(""), false).unwrap();
            copies::load_each(index, &groups, |_| Ok(())).unwrap();
        }
        "explain" => {
            let query = parse("Anna -position:Q16").unwrap();
            assert!(explain::parts(index, &query, None).unwrap().is_empty());
        }
        query => {
            let plan = plan(query);
            assert_eq!(search::count(index, &plan).unwrap(), 0, "{query}");
            let found = search::search(index, &plan, usize::MAX).unwrap();
            assert_eq!(found.total, 0, "{query}");
            search::pages(index, &plan, 9, &mut |_| Ok(())).unwrap();
            hits::load_each(index, &found.first, |_| Ok(())).unwrap();
        }
    }
}

const QUERIES: [&str; 8] = [
    "",
    "player:Anna sort:black",
    "player:*nna",
    "file:games*x",
    "PB:anna",
    "-PB:anna",
    "position:Q16",
    "pattern:XO/OX",
];

#[test]
fn answers_end_when_their_time_is_over() {
    let place = games();
    let index = place.index();
    index.duplicates().unwrap();
    let others = [
        "position", "pattern", "total", "tree", "stats", "players", "player", "near", "copies",
        "explain",
    ];
    for what in others.into_iter().chain(QUERIES) {
        let budget = TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))));
        let begin = Instant::now();
        ask(&index.within(budget.clone()), what);
        assert!(budget.was_spent(), "{what}");
        assert!(begin.elapsed() < Duration::from_secs(1), "{what}");
        assert!(!index.budget().was_spent());
    }

    // What was found until then is the answer.
    let terms = Terms {
        within: TreeScope::Variations,
        ..Terms::default()
    };
    let asked = question(sequence(), &terms);
    let begin = Instant::now();
    let all = answer(&index, &asked).unwrap().outcomes.games;
    let whole = begin.elapsed();
    let begin = Instant::now();
    let budget = TimeBudget::new(Some(begin + Duration::from_millis(30)), None);
    let some = answer(&index.within(budget.clone()), &asked).unwrap();
    let took = begin.elapsed();
    println!(
        "{all} games in {whole:?}, {} in {took:?}",
        some.outcomes.games
    );
    assert!(budget.was_spent());
    assert!(some.outcomes.games < all);
    assert!(took < Duration::from_secs(1));
    let (looked_at, expected) = budget.progress();
    assert!(looked_at <= expected && expected == 600);

    // With time enough, nothing is left out.
    let budget = TimeBudget::new(Some(Instant::now() + Duration::from_secs(3600)), None);
    let limited = index.within(budget.clone());
    for query in [
        "PB:anna sort:black",
        "-PB:anna",
        "player:*nna",
        "position:Q16",
    ] {
        let query = parse(query).unwrap();
        let found = |index: &Index| {
            let plan = search::plan(index, &query).unwrap();
            let hits = search::search(index, &plan, usize::MAX).unwrap();
            assert_eq!(search::count(index, &plan).unwrap(), hits.total);
            hits.first
        };
        assert_eq!(found(&limited), found(&index));
    }
    let position = input::read("Q16", None, None).unwrap();
    let terms = Terms::default();
    for subject in [Subject::Position(&position.board), sequence()] {
        let asked = question(subject, &terms);
        assert_eq!(
            answer(&limited, &asked).unwrap(),
            answer(&index, &asked).unwrap()
        );
    }
    assert!(!budget.was_spent());
}

/// Each of these steps is on one game, or asked for once, and is long where that game is.
#[test]
fn one_huge_game_does_not_outlast_the_time() {
    let place = Place::new();
    let mut random = Random(2);
    let mut game = String::from("(;SZ[19]");
    for _ in 0..10_000 {
        write!(game, ";B[{}];W[{}]", random.point(), random.point()).unwrap();
    }
    game.push(')');
    place.write("huge.sgf", &game);
    place.write("again.sgf", format!("{game}\n"));
    // What the build found out is damaged, so that it is found anew.
    place.build();
    for entry in std::fs::read_dir(place.folder()).unwrap() {
        let path = entry.unwrap().path();
        if path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with("duplicates-")
        {
            std::fs::write(path, "damage").unwrap();
        }
    }
    let index = place.index();
    let spent = || TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))));
    let hits = search::search(
        &index,
        &search::plan(&index, &parse("").unwrap()).unwrap(),
        9,
    );
    let hits = hits.unwrap().first;
    assert_eq!(hits.len(), 2);

    let (start, tree) = search::tree_of(&index, &hits[0]).unwrap();
    assert_eq!(tree.len(), 20_001);
    let limited = index.within(spent());
    let (other, _) = search::tree_of(&limited, &hits[0]).unwrap();
    assert!(!other.has_rules() && limited.budget().was_spent());
    let limited = index.within(spent());
    assert!(search::Trees::new(&limited).of(&hits[0]).unwrap().is_none());

    let budget = spent();
    let place_in = |budget: &TimeBudget| {
        budget.within(|| locate::position(start, &tree, GameMoment::End).is_ok())
    };
    assert!(place_in(&budget).is_err() && budget.was_spent());
    assert_eq!(place_in(&TimeBudget::default()), Ok(true));

    let limited = index.within(spent());
    assert_eq!(limited.duplicates().unwrap().group_count(), 0);
    assert!(limited.budget().was_spent());
    // Nothing of that is kept.
    assert_eq!(index.duplicates().unwrap().group_count(), 1);
    assert_eq!(index.within(spent()).duplicates().unwrap().group_count(), 1);
}
