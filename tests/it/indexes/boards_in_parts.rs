//! Searches, positions and patterns over several indexes: each joined answer is compared with that of one index.

use crate::support::questions::AnyQuestion;
use crate::support::{Place, Random, build_with, copy_tree, sample_archive};
use kifu_index::engine::build::{Options, Set, Shard};
use kifu_index::engine::page::FACETS;
use kifu_index::engine::parts::GlobalStats;
use kifu_index::engine::request::{
    BoardOperand, BoardParts, BoardSearch, CountGames, HitConditions, RowDetails, Sample, Search,
    SearchPage, Stats, SubjectKind,
};
use kifu_index::engine::stats::properties;
use kifu_index::engine::{AskOptions, Engine, Indexes, Item as Piece};
use kifu_index::error::{Error, Remedy};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Publishes indexes as a set, which is searched as one index. An earlier file that describes the set is replaced.
fn publish(folders: &[PathBuf], list: &Path) -> Result<Set, Error> {
    Set::publish(folders, list, true, &mut std::io::sink())
}

/// One index of all games, and the same games in shards.
struct SplitIndex {
    whole: Engine,
    shards: Vec<Engine>,
    set: PathBuf,
    folders: Vec<PathBuf>,
}

impl SplitIndex {
    fn new(place: &Place, of: usize) -> SplitIndex {
        let base = place.games().with_file_name(format!("cut {of}"));
        std::fs::create_dir(&base).unwrap();
        build_with(&place.folder(), &[place.games()], &Options::default());
        let folders: Vec<PathBuf> = (1..=of).map(|number| base.join(number.to_string())).collect();
        for (number, folder) in (1..).zip(&folders) {
            let shard: Shard = format!("{number}/{of}").parse().unwrap();
            let options = Options { shard: Some(shard), ..Options::default() };
            build_with(folder, &[place.games()], &options);
        }
        let set = base.join("set.json");
        publish(&folders, &set).unwrap();
        let open = |folder: &PathBuf| {
            Engine::open_all(Indexes {
                folders: vec![folder.clone()],
                set: Some(set.clone()),
                ..Indexes::default()
            })
        };
        SplitIndex {
            whole: Engine::open(&place.folder()).unwrap(),
            shards: folders.iter().map(open).collect::<Result<_, _>>().unwrap(),
            set,
            folders,
        }
    }

    /// Compares all pages of a joined answer with those of one index. Returns the number of pages.
    fn check(&self, request: &AnyQuestion) -> usize {
        let (mut of_all, mut of_one) = (request.clone(), request.clone());
        for pages in 1.. {
            match (of_all.ask_shards(&self.shards), of_one.ask_one(&self.whole)) {
                (Ok((all, all_next)), Ok((one, next))) => {
                    assert_eq!(all, one, "{of_one:?}");
                    assert_eq!(all_next.is_some(), next.is_some(), "{of_one:?}");
                    if !set_next_page(&mut of_all, all_next) || !set_next_page(&mut of_one, next) {
                        return pages;
                    }
                }
                (all, one) => {
                    assert_eq!(all.err(), one.err(), "{of_one:?}");
                    return pages;
                }
            }
        }
        0
    }
}

/// Changes the request to ask for the next page. Returns false if there is none.
fn set_next_page(request: &mut AnyQuestion, next: Option<String>) -> bool {
    let after = match request {
        AnyQuestion::Page(asked) => &mut asked.after,
        AnyQuestion::Board(asked) => &mut asked.after,
        _ => return false,
    };
    *after = next;
    after.is_some()
}

const QUERIES: [&str; 25] = [
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
    "copy-of:(path:classic)",
];

const SORTS: [&str; 12] = [
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
    "place",
    "-place",
];

const BOARDS: [&str; 8] =
    ["", "Q16", "Q16 D4", "Q16 D4 Q3", "R16 D16 Q4", "D4 Q16 Q4 D16", "K10", "Q16 D4 Q3 D17 K3 K4"];

const PATTERNS: [&str; 5] = ["XO/OX", ".X./XXX", "X.X/.O.", "XX/XO", "?X?/XOX/?X?"];

fn pick<'t>(random: &mut Random, of: &[&'t str]) -> &'t str {
    of[random.below(of.len())]
}

fn request(random: &mut Random) -> AnyQuestion {
    let sort: Vec<String> = (0..random.below(3)).map(|_| pick(random, &SORTS).to_owned()).collect();
    let unique = random.chance(30);
    if random.chance(50) {
        let limit = random.below(30);
        // The detail `persons` is left out, because each part would name a person by the spelling that is most frequent
        // in its own games.
        let details = RowDetails {
            played: random.chance(30),
            facts: random.chance(50),
            ..RowDetails::default()
        };
        let search = Search {
            query: pick(random, &QUERIES).to_owned(),
            sort,
            unique,
            sample: random
                .chance(20)
                .then(|| Sample { games: random.below(20), seed: random.below(9) as u64 }),
            limit: random.chance(70).then_some(limit),
            total: random.chance(50),
            comments: random.chance(50),
            each: random.chance(20),
            details,
        };
        return match random.below(6) {
            0 => AnyQuestion::Count(CountGames(search)),
            1 => AnyQuestion::Stats(Stats {
                query: search.query,
                by: (0..1 + random.below(2))
                    .map(|_| {
                        pick(random, &properties().map(|(name, _)| name).collect::<Vec<_>>())
                            .to_owned()
                    })
                    .collect(),
                unique,
                ..Stats::default()
            }),
            2 | 3 => AnyQuestion::Page(SearchPage {
                search: Search { sample: None, ..search },
                facets: FACETS.map(str::to_owned).to_vec(),
                sizes: random.chance(50),
                after: None,
            }),
            _ => AnyQuestion::Search(search),
        };
    }
    let is_pattern = random.chance(40);
    let subject = if is_pattern { &PATTERNS[..] } else { &BOARDS[..] };
    let any_colours = random.chance(30);
    let board = BoardSearch {
        sought: match is_pattern {
            true => SubjectKind::Pattern,
            false => SubjectKind::Position,
        },
        subject: BoardOperand::Text(pick(random, subject).to_owned()),
        hits: HitConditions {
            filter: random.chance(50).then(|| pick(random, &QUERIES).to_owned()),
            sort: sort.into_iter().take(1).collect(),
            unique,
            colours: any_colours.then(|| "any".to_owned()),
            within: random.chance(20).then(|| "any".to_owned()),
            ..HitConditions::default()
        },
        listed: random.below(20) + random.below(2) * 20,
        named: random.below(6),
        count: random.chance(10),
        parts: BoardParts {
            moves: random.chance(80),
            games: random.chance(80),
            years: random.chance(50),
            reached: random.chance(30),
        },
        sizes: random.chance(50),
        ..BoardSearch::default()
    };
    AnyQuestion::Board(Box::new(board))
}

#[test]
fn answers_in_parts_equal_one_index() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    // These games are next to each other in every sort order, so that a page of a list needs games of several shards.
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
        let cut = SplitIndex::new(&place, of);
        let pages: usize = (0..75).map(|_| cut.check(&request(&mut random))).sum();
        assert!(pages > 80, "{pages}");
        let text = std::fs::read_to_string(&cut.set).unwrap();
        assert_eq!(cut.folders, Set::read(&cut.set).unwrap().folders(&cut.set), "{text}");
        std::fs::remove_dir_all(place.folder()).unwrap();
    }
}

#[test]
fn a_changed_or_invalid_shard_is_refused_by_name() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let cut = SplitIndex::new(&place, 3);
    let open = |folder: &PathBuf| {
        let engine = Engine::open_all(Indexes {
            folders: vec![folder.clone()],
            set: Some(cut.set.clone()),
            ..Indexes::default()
        });
        engine.err().map(|error| error.to_string())
    };
    assert_eq!(open(&cut.folders[1]), None);
    // Files with different contents must have different checksums, although each file ends with a checksum of itself.
    let (mut contents, mut sums) = (BTreeSet::new(), BTreeSet::new());
    for (shard, folder) in Set::read(&cut.set).unwrap().shards.iter().zip(&cut.folders) {
        for file in &shard.files {
            contents.insert(std::fs::read(folder.join(&file.name)).unwrap());
            sums.insert(file.sum.clone());
        }
    }
    assert!(sums.len() == contents.len() && sums.len() > 20);
    assert!(open(&place.folder()).unwrap().contains("is not a shard of"));
    place.write("new.sgf", "(;PB[Newcomer];B[pd])");
    // The new game belongs to one of the shards, and the index files of the other shards must stay unchanged.
    let mut changed = 0;
    for folder in &cut.folders {
        let report = build_with(folder, &[], &Options::default());
        let error = open(folder);
        assert_eq!(error.is_some(), report.read.files > 0);
        if let Some(error) = error {
            changed += 1;
            assert!(error.contains("has changed since"), "{error}");
            assert!(error.contains(&folder.display().to_string()), "{error}");
        }
    }
    assert_eq!(changed, 1);
    publish(&cut.folders, &cut.set).unwrap();
    assert_eq!(open(&cut.folders[1]), None);
    let copies = cut.set.with_file_name(&Set::read(&cut.set).unwrap().shards[1].copies);
    std::fs::remove_file(copies).unwrap();
    assert!(open(&cut.folders[1]).unwrap().contains("missing or damaged"));
    // The file of a published set names files that publishing made as copies. If it names any other file, it must be
    // refused, and the next publishing must not delete that file.
    let text = std::fs::read_to_string(&cut.set).unwrap();
    let copies = &Set::read(&cut.set).unwrap().shards[0].copies;
    let victim = cut.set.with_file_name("victim.bin");
    std::fs::write(&victim, "mine").unwrap();
    std::fs::write(&cut.set, text.replace(copies, "victim.bin")).unwrap();
    assert!(open(&cut.folders[0]).unwrap().contains("names files that"));
    publish(&cut.folders, &cut.set).unwrap();
    assert!(victim.exists());
    let notes = cut.set.with_file_name("notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    let refused = Set::publish(&cut.folders, &notes, false, &mut std::io::sink());
    assert_eq!(refused.unwrap_err().remedy(), Some(&Remedy::Overwrite));
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "mine");
    // Two published sets in one folder must not affect each other.
    let other = cut.set.with_file_name("other.json");
    publish(&cut.folders[..2], &other).unwrap();
    for set in [&cut.set, &other] {
        let indexes = Indexes {
            folders: vec![cut.folders[1].clone()],
            set: Some(set.clone()),
            ..Indexes::default()
        };
        assert_eq!(Engine::open_all(indexes).err().map(|error| error.to_string()), None);
    }
    // Two published sets of the same indexes must not affect each other either, when one of them is published again
    // with other indexes.
    let same = cut.set.with_file_name("same.json");
    publish(&cut.folders, &same).unwrap();
    publish(&cut.folders[..2], &same).unwrap();
    assert_eq!(open(&cut.folders[1]), None);
    std::fs::write(&cut.set, "{}").unwrap();
    assert!(open(&cut.folders[0]).unwrap().contains("is not a list of shards"));
}

#[test]
fn a_game_in_any_shard_names_a_board() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let cut = SplitIndex::new(&place, 4);
    let mut ids = Vec::new();
    let all = Search { query: "moves>60 kind:go".to_owned(), limit: Some(8), ..Search::default() };
    let answer = cut.whole.ask(&all, &AskOptions::default(), &mut |part| {
        if let Piece::Game(row) = part {
            ids.push(row.id.clone());
        }
        ControlFlow::Continue(())
    });
    answer.unwrap();
    assert_eq!(ids.len(), 8);
    let of = |subject: String, filter: Option<String>| BoardSearch {
        subject: BoardOperand::Text(subject),
        hits: HitConditions { filter, ..HitConditions::default() },
        listed: 10,
        parts: BoardParts { moves: true, games: true, reached: true, ..BoardParts::default() },
        ..BoardSearch::default()
    };
    let board_request = |board: BoardSearch| AnyQuestion::Board(Box::new(board));
    ids.push("0123456789".to_owned());
    for (i, id) in ids.iter().enumerate() {
        let early = board_request(of(format!("{id}#4"), None));
        assert_eq!(early.ask_one(&cut.whole).is_ok(), i < 8);
        cut.check(&early);
        cut.check(&board_request(of(id[..8].to_owned(), None)));
        cut.check(&board_request(BoardSearch {
            sought: SubjectKind::Pattern,
            corner: Some("7x7".to_owned()),
            ..of(format!("{id}#12"), None)
        }));
        // The query has two positions, each given by a place in a game. The two games may be in different shards.
        let filter = format!("position:\"{}#2\"", ids[(i + 3) % 8]);
        cut.check(&board_request(of(format!("{id}#6"), Some(filter.clone()))));
        cut.check(&AnyQuestion::Search(Search {
            query: filter,
            limit: Some(10),
            unique: true,
            ..Search::default()
        }));
    }
}

#[test]
fn facts_and_parts_must_be_of_one_state() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna]PW[Kim];B[pd])");
    place.build();
    let shard = Engine::open(&place.folder()).unwrap();
    let (request, within) = (Search::default(), AskOptions::default());
    let facts = shard.global_stats(&request, &GlobalStats::default(), &within).unwrap();
    shard.part(&request, &facts.answer, &within).unwrap();
    place.write("b.sgf", "(;PB[Berta]PW[Kim];B[pd])");
    place.build();
    assert!(shard.refresh().unwrap());
    let error = shard.part(&request, &facts.answer, &within).unwrap_err();
    assert!(error.to_string().contains("has changed meanwhile"), "{error}");
}
