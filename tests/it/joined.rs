//! Searches, positions and patterns in parts: each answer against that of one index.

use crate::support::{Place, Random, build_with, copy_tree, sample_archive};
use kifu_index::engine::build::{Options, Set, Shard};
use kifu_index::engine::parts::{Facts, Part, joined};
use kifu_index::engine::request::{Board, Hits, Operand, Parts, Sample, Search};
use kifu_index::engine::{Aliases, Answer, Engine, Indexes, Part as Piece, Request, Within};
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// One index, and the same games in shards.
struct Cut {
    whole: Engine,
    shards: Vec<Engine>,
    set: PathBuf,
    folders: Vec<PathBuf>,
}

impl Cut {
    fn new(place: &Place, of: usize) -> Cut {
        let base = place.games().with_file_name(format!("cut {of}"));
        std::fs::create_dir(&base).unwrap();
        build_with(&place.folder(), &[place.games()], &Options::default());
        let folders: Vec<PathBuf> = (1..=of)
            .map(|number| base.join(number.to_string()))
            .collect();
        for (number, folder) in (1..).zip(&folders) {
            let shard: Shard = format!("{number}/{of}").parse().unwrap();
            let options = Options {
                shard: Some(shard),
                ..Options::default()
            };
            build_with(folder, &[place.games()], &options);
        }
        let set = base.join("set.json");
        Set::publish(&folders, &set).unwrap();
        let open = |folder: &PathBuf| {
            Engine::open_all(Indexes {
                folders: vec![folder.clone()],
                set: Some(set.clone()),
                ..Indexes::default()
            })
        };
        Cut {
            whole: Engine::open(&place.folder()).unwrap(),
            shards: folders.iter().map(open).collect::<Result<_, _>>().unwrap(),
            set,
            folders,
        }
    }

    /// What all shards answer together. Facts and parts travel as text.
    fn joined(&self, request: &Request) -> Result<Vec<Value>, String> {
        let within = Within::default();
        let mut facts = Facts::default();
        for shard in &self.shards {
            let own = shard
                .facts(request, &within)
                .map_err(|error| error.to_string())?;
            let text = serde_json::to_string(&own.answer).unwrap();
            facts.add(serde_json::from_str(&text).unwrap());
        }
        let parts = self.shards.iter().map(|shard| {
            let part = shard.part(request, &facts, &within);
            let part = part.map_err(|error| error.to_string())?;
            let text = serde_json::to_string(&part.answer).unwrap();
            Ok(serde_json::from_str::<Part>(&text).unwrap())
        });
        let parts: Result<Vec<Part>, String> = parts.collect();
        let joined = joined(request, parts?, &Aliases::default());
        let joined = joined.map_err(|error| error.to_string())?;
        let total = joined
            .total
            .filter(|_| !matches!(request, Request::Position(_) | Request::Pattern(_)));
        Ok(joined
            .objects
            .into_iter()
            .chain(total.map(Value::from))
            .collect())
    }

    /// The same from the one index.
    fn one(&self, request: &Request) -> Result<Vec<Value>, String> {
        let mut objects = Vec::new();
        let answer = self.whole.ask(request, &Within::default(), &mut |part| {
            if let Piece::Game(row) = part {
                objects.push(serde_json::to_value(row).unwrap());
            }
            ControlFlow::Continue(())
        });
        match answer.map_err(|error| error.to_string())?.answer {
            Answer::Found(found) => objects.extend(found.total.map(Value::from)),
            Answer::Count(games) => objects.push(games.into()),
            Answer::Board(answer) => objects.push(serde_json::to_value(answer).unwrap()),
            other => panic!("{other:?}"),
        }
        Ok(objects)
    }

    fn check(&self, request: &Request) {
        let one = self.one(request).map(|objects| text(&objects));
        assert_eq!(
            self.joined(request).map(|objects| text(&objects)),
            one,
            "{request:?}"
        );
    }
}

fn text(objects: &[Value]) -> Vec<String> {
    objects.iter().map(Value::to_string).collect()
}

const QUERIES: [&str; 24] = [
    "",
    "Lee",
    "move",
    "black OR white",
    "\"the game\"",
    "ladder good",
    "player:Lee result:W+",
    "player:Takemiya",
    "date:1980s",
    "date>1990",
    "has:comments",
    "has:comments Black",
    "is:duplicate",
    "position:\"Q16 D4\"",
    "position:\"Q16\" Cho",
    "pattern:\"XO/OX\"",
    "kind:loa",
    "opening:sanrensei",
    "moves<100",
    "NOT result:B+",
    "player:Kobayashi OR player:Cho",
    "comment:joseki",
    "event:meijin",
    "path:classic",
];

const SORTS: [&str; 10] = [
    "date",
    "-date",
    "moves",
    "-moves",
    "black",
    "-black",
    "white",
    "relevance",
    "rank",
    "margin",
];

const BOARDS: [&str; 8] = [
    "",
    "Q16",
    "Q16 D4",
    "Q16 D4 Q3",
    "R16 D16 Q4",
    "D4 Q16 Q4 D16",
    "K10",
    "Q16 D4 Q3 D17 K3 K4",
];

const PATTERNS: [&str; 5] = ["XO/OX", ".X./XXX", "X.X/.O.", "XX/XO", "?X?/XOX/?X?"];

fn pick<'t>(random: &mut Random, of: &[&'t str]) -> &'t str {
    of[random.below(of.len())]
}

fn request(random: &mut Random) -> Request {
    let sort: Vec<String> = (0..random.below(3))
        .map(|_| pick(random, &SORTS).to_owned())
        .collect();
    let unique = random.chance(30);
    if random.chance(50) {
        let limit = random.below(30);
        let search = Search {
            query: pick(random, &QUERIES).to_owned(),
            sort,
            unique,
            sample: random.chance(20).then(|| Sample {
                games: random.below(20),
                seed: random.below(9) as u64,
            }),
            limit: random.chance(70).then_some(limit),
            total: random.chance(50),
            comments: random.chance(50),
            played: random.chance(30),
        };
        return match random.chance(20) {
            true => Request::Count(search),
            false => Request::Search(search),
        };
    }
    let is_pattern = random.chance(40);
    let subject = if is_pattern {
        &PATTERNS[..]
    } else {
        &BOARDS[..]
    };
    let any_colours = random.chance(30);
    let board = Board {
        subject: Operand::Text(pick(random, subject).to_owned()),
        hits: Hits {
            filter: random.chance(50).then(|| pick(random, &QUERIES).to_owned()),
            sort: sort.into_iter().take(1).collect(),
            unique,
            colours: any_colours.then(|| "any".to_owned()),
            within: random.chance(20).then(|| "any".to_owned()),
            ..Hits::default()
        },
        listed: random.below(20),
        named: random.below(6),
        count: random.chance(10),
        parts: Parts {
            moves: random.chance(80),
            games: random.chance(80),
            years: random.chance(50),
            reached: false,
        },
        ..Board::default()
    };
    match is_pattern {
        true => Request::Pattern(board),
        false => Request::Position(board),
    }
}

#[test]
fn parts_are_the_answer_of_one_index() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    // Games that stand next to each other in every order.
    for i in 0..60 {
        let black = ["Anna", "anna", "Berta", "Cho Chikun"][i % 4];
        let game = format!(
            "(;PB[{black}]PW[Dora {}]DT[19{:02}]RE[B+{}];B[pd];W[dp];B[{}])",
            i % 5,
            i % 7 * 10,
            i % 3,
            ["pp", "dd", "cd"][i % 3]
        );
        place.write(&format!("made/{i}.sgf"), game);
        if i % 6 == 0 {
            place.write(
                &format!("copies/{i}.sgf"),
                std::fs::read(place.games().join(format!("made/{i}.sgf"))).unwrap(),
            );
        }
    }
    let mut random = Random(20);
    for of in [1, 2, 3, 5, 7] {
        let cut = Cut::new(&place, of);
        for _ in 0..60 {
            cut.check(&request(&mut random));
        }
        let text = std::fs::read_to_string(&cut.set).unwrap();
        assert_eq!(
            cut.folders,
            Set::read(&cut.set).unwrap().folders(&cut.set),
            "{text}"
        );
        std::fs::remove_dir_all(place.folder()).unwrap();
    }
}

#[test]
fn a_shard_that_changed_or_is_none_is_refused_by_name() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let cut = Cut::new(&place, 3);
    let open = |folder: &PathBuf| {
        let engine = Engine::open_all(Indexes {
            folders: vec![folder.clone()],
            set: Some(cut.set.clone()),
            ..Indexes::default()
        });
        engine.err().map(|error| error.to_string())
    };
    assert_eq!(open(&cut.folders[1]), None);
    assert!(open(&place.folder()).unwrap().contains("is no shard of"));
    place.write("new.sgf", "(;PB[Newcomer];B[pd])");
    for folder in &cut.folders {
        build_with(folder, &[], &Options::default());
        let error = open(folder).unwrap();
        assert!(error.contains("has changed since"), "{error}");
        assert!(error.contains(&folder.display().to_string()), "{error}");
    }
    Set::publish(&cut.folders, &cut.set).unwrap();
    assert_eq!(open(&cut.folders[1]), None);
    let copies = cut
        .set
        .with_file_name(&Set::read(&cut.set).unwrap().shards[1].copies);
    std::fs::remove_file(copies).unwrap();
    assert!(
        open(&cut.folders[1])
            .unwrap()
            .contains("missing or damaged")
    );
    std::fs::write(&cut.set, "{}").unwrap();
    assert!(
        open(&cut.folders[0])
            .unwrap()
            .contains("is no list of shards")
    );
}
