//! Answers of several indexes that are joined from their contributions, compared with the answer of one index over the
//! same games.

use crate::support::questions::AnyQuestion;
use crate::support::{
    Place, Random, build_with, copy_tree, files_below, sample_archive, sgf_moves, temporary_folder,
};
use kifu_index::engine::parts::{self, GlobalStats, Part};
use kifu_index::engine::request::{FindPlayers, Search, Stats, Suggest};
use kifu_index::engine::stats::properties;
use kifu_index::engine::{self, Aliases, AskOptions, Engine, Indexes, Item, Question};
use kifu_index::language::quote;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Spellings of player names, each line for one person. Some spellings resemble those of another person.
const PEOPLE: &[&[&str]] = &[
    &["Lee Sedol", "Lee Se-dol", "LEE SEDOL", "Sedol Lee", "李世乭", "이세돌"],
    &["Lee Changho", "Lee Chang-ho", "이창호", "Yi Ch'ang-ho 9p"],
    &["Shin Jinseo", "Shin Jin Seo", "Jinseo Shin", "신진서"],
    &["Cho Chikun", "CHO CHIKUN", "趙治勲", "조치훈"],
    &["Cho U", "張栩", "Cho, U"],
    &["Chou", "CHOU"],
    &["Anna Ray", "Anna-Ray", "ANNA RAY", "AnnaRay", "Anna_Ray 3d"],
    &["Ray Anna"],
    &["Kim", "kim", "KIM", "K.I.M."],
    &["Kimura", "kimura"],
    &["bot 12", "bot 1 2", "Bot12"],
    &["x*", "?", "-", "\u{fffd}1"],
    &["Anna Ray & Kim", "Lee Sedol & Sedol Lee", "Kim, Kimura and Chou"],
];

const EVENTS: &[&str] = &[
    "35th Honinbo",
    "36th Honinbo, game 2",
    "HONINBO 37",
    "Meijin 1990",
    "meijin 1991",
    "Club night",
    "Ōteai",
    "oteai",
];

const RESULTS: &[&str] = &["B+R", "W+R", "W+3.5", "B+0.5", "0", "Void", "?", "W+T", ""];
const DATES: &[&str] = &["1996-05-03", "2001", "2001-07", "1830~", "", "", "2007-02-13"];

fn one_of<'a>(random: &mut Random, list: &[&'a str]) -> &'a str {
    list[random.below(list.len())]
}

fn name(random: &mut Random) -> &'static str {
    let person = PEOPLE[random.below(PEOPLE.len())];
    one_of(random, person)
}

/// Random game. Some players are named only in a variation, or without a colour.
fn game(random: &mut Random) -> String {
    let mut text = String::from("(;GM[1]SZ[19]");
    let mut put = |key: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("{key}[{value}]"));
        }
    };
    let black = name(random);
    let white = if random.chance(10) { black } else { name(random) };
    for (key, value) in [("PB", black), ("PW", white)] {
        if random.chance(95) {
            put(key, value);
        }
    }
    put("RE", one_of(random, RESULTS));
    put("DT", one_of(random, DATES));
    put("EV", one_of(random, EVENTS));
    put("KM", one_of(random, &["6.5", "0.5", "7.5", ""]));
    put("BR", one_of(random, &["9p", "3d", "5k", "", ""]));
    put("WR", one_of(random, &["9p", "1d", "12k", "", ""]));
    if random.chance(15) {
        put("PX", name(random));
    }
    let moves = if random.chance(30) { 60 } else { random.below(8) };
    text.push_str(&sgf_moves(random.points(19, moves)));
    if random.chance(20) {
        text.push_str(&format!("(;C[x])(;PB[{}]C[y])", name(random)));
    }
    text.push(')');
    text
}

/// An archive whose files are split at random among several indexes, with one index of all files.
struct SplitArchive {
    _place: Place,
    whole: Engine,
    shards: Vec<Engine>,
    description: String,
}

impl SplitArchive {
    fn new(random: &mut Random, shards: usize, few: bool) -> SplitArchive {
        let place = Place::new();
        let samples = temporary_folder();
        copy_tree(&sample_archive(), samples.path());
        let roots: Vec<PathBuf> =
            (0..shards).map(|shard| place.games().join(format!("shard {shard}"))).collect();
        for root in &roots {
            std::fs::create_dir(root).unwrap();
        }
        for file in files_below(samples.path()) {
            if few && random.chance(90) {
                continue;
            }
            let name = file.strip_prefix(samples.path()).unwrap();
            let name = roots[random.below(shards)].join(name);
            place.write(name.to_str().unwrap(), std::fs::read(&file).unwrap());
        }
        for number in 0..if few { 8 } else { 90 } {
            let games: String = (0..=random.below(3)).map(|_| game(random)).collect();
            let folder = one_of(random, &["", "a", "b"]);
            let root = &roots[random.below(shards)];
            let name = root.join(folder).join(format!("{number}.sgf"));
            place.write(name.to_str().unwrap(), games);
        }
        let folders: Vec<PathBuf> = roots.iter().map(|root| index_of(&place, root)).collect();
        SplitArchive {
            whole: engine(&folders),
            shards: folders.chunks(1).map(engine).collect(),
            description: format!("{shards} shards"),
            _place: place,
        }
    }
}

/// Builds the index of one part of the archive. Files that are added later make a second segment, and some games are
/// deleted again.
fn index_of(place: &Place, root: &Path) -> PathBuf {
    let folder = place.folder().join(root.file_name().unwrap());
    let build = || build_with(&folder, &[root.to_owned()], &Default::default());
    let hidden = root.with_extension("hidden");
    let moved: Vec<PathBuf> = files_below(root).into_iter().skip(3).step_by(4).collect();
    std::fs::create_dir_all(&hidden).unwrap();
    for (number, file) in moved.iter().enumerate() {
        std::fs::rename(file, hidden.join(number.to_string())).unwrap();
    }
    let dead =
        place.write(root.join("dead.sgf").to_str().unwrap(), "(;PB[AAA Kim]PW[Anna Raya];B[pd])");
    build();
    for (number, file) in moved.iter().enumerate() {
        std::fs::rename(hidden.join(number.to_string()), file).unwrap();
    }
    std::fs::remove_file(dead).unwrap();
    build();
    folder
}

fn engine(folders: &[PathBuf]) -> Engine {
    let folders = folders.to_vec();
    Engine::open_all(Indexes { folders, ..Indexes::default() }).unwrap()
}

/// Random search text: a name, a part of one, or one with a typing error.
fn search_text(random: &mut Random) -> String {
    let name = name(random);
    let letters: Vec<char> = name.chars().collect();
    let words: Vec<&str> = name.split([' ', '-']).collect();
    match random.below(6) {
        0 | 1 => name.to_owned(),
        2 => one_of(random, &words).to_owned(),
        3 => {
            let from = random.below(letters.len());
            letters[from..].iter().take(1 + random.below(4)).collect()
        }
        4 => {
            let mut letters = letters;
            let at = random.below(letters.len());
            letters[at] = 'q';
            letters.into_iter().collect()
        }
        _ => words.concat(),
    }
}

fn players(random: &mut Random) -> AnyQuestion {
    let is_named = random.chance(85);
    let mut request = FindPlayers {
        name: if is_named { search_text(random) } else { String::new() },
        whole: random.chance(20),
        query: ["", "", "result:B+", "komi:0 OR -result:W+"][random.below(4)].to_owned(),
        unique: random.chance(20),
        limit: random.chance(40).then(|| random.below(4)),
        strength: false,
        locale: None,
    };
    request.strength = request.limit == Some(1);
    AnyQuestion::Players(request)
}

fn stats(random: &mut Random) -> AnyQuestion {
    let names: Vec<&str> = properties().map(|(name, _)| name).collect();
    let mut facet = || names[random.below(names.len())];
    let tables: Vec<String> = (0..3).map(|_| format!("{},{}", facet(), facet())).collect();
    let by = tables.into_iter().map(|table| {
        let (first, second) = table.split_once(',').unwrap();
        if random.chance(60) || first == second { first.to_owned() } else { table }
    });
    let by: Vec<String> = by.collect();
    let by_name = ["player", "black", "white"];
    let query = match random.below(4) {
        0 => String::new(),
        1 => {
            let fields = ["has:result", "date:1990..2005", "kind:go", "moves>20"];
            one_of(random, &fields).to_owned()
        }
        _ => {
            let field = one_of(random, &by_name);
            format!("{field}:{}", quote(&search_text(random)))
        }
    };
    AnyQuestion::Stats(Stats {
        query,
        by: if random.chance(10) { Vec::new() } else { by },
        ..Stats::default()
    })
}

#[test]
fn joined_answers_are_those_of_one_index() {
    let mut random = Random(20_261_123);
    let (mut answered, mut near, mut opponents) = (0, 0, 0);
    for round in 0..14 {
        let cut = SplitArchive::new(&mut random, 1 + round % 7, round >= 7);
        let mut requests = vec![AnyQuestion::Suggest(Suggest)];
        for _ in 0..if round < 7 { 24 } else { 8 } {
            requests.push(match random.chance(55) {
                true => players(&mut random),
                false => stats(&mut random),
            });
        }
        for request in &requests {
            let (one, joined) = (request.ask_one(&cut.whole), request.ask_shards(&cut.shards));
            assert_eq!(joined, one, "{} {request:?}", cut.description);
            let Ok((mut items, _)) = one else { continue };
            let answer = items.pop().unwrap();
            answered += 1;
            near += usize::from(answer.contains("\"near\":[["));
            opponents += usize::from(answer.contains("\"opponents\":[{"));
        }
    }
    assert!(answered > 200 && near > 5 && opponents > 50, "{answered} {near} {opponents}");
}

#[test]
fn joining_stops_at_the_deadline_or_when_cancelled() {
    let place = Place::new();
    let game = |of: usize| format!("(;PB[Black {of}]PW[White {of}]DT[19{:02}];B[pd])", of % 90);
    // The games are more than are joined between two checks of the clock, so that a deadline can interrupt the join.
    place.write("a.sgf", (0..1500).map(game).collect::<String>());
    place.build();
    let shard = Engine::open(&place.folder()).unwrap();
    let now = std::time::Instant::now();
    let late = AskOptions { deadline: Some(now), ..AskOptions::default() };
    let unwanted =
        AskOptions { cancel: Some(Arc::new(AtomicBool::new(true))), ..AskOptions::default() };
    let search = Search { sort: vec!["date".to_owned()], ..Search::default() };
    let stats = Stats { by: vec!["player,year".to_owned()], ..Stats::default() };
    joining_ends(&shard, &FindPlayers::default(), [&late, &unwanted]);
    joining_ends(&shard, &stats, [&late, &unwanted]);
    joining_ends(&shard, &search, [&late, &unwanted]);
}

fn joining_ends<Q: Question + Debug>(
    shard: &Engine,
    question: &Q,
    [late, unwanted]: [&AskOptions; 2],
) where
    Q::Gathered: Clone,
{
    let part = shard.part(question, &GlobalStats::default(), &AskOptions::default());
    let part = part.unwrap().answer;
    let join = |within: &AskOptions| {
        let joined = joined(question, part.clone(), within);
        joined.map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(join(&AskOptions::default()), Ok(()));
    let over = "the time limit was reached before the answer was complete";
    assert_eq!(join(late).unwrap_err(), over, "{question:?}");
    let nobody = "the request was cancelled";
    assert_eq!(join(unwanted).unwrap_err(), nobody, "{question:?}");
}

fn joined<Q: Question>(
    question: &Q,
    part: Part<Q::Gathered>,
    within: &AskOptions,
) -> engine::Result<Q::Answer> {
    let mut nothing = |_: Item| ControlFlow::Continue(());
    let joined = parts::join(question, vec![part], &Aliases::default(), within, &mut nothing);
    Ok(joined?.answer)
}

#[test]
fn foreign_parts_are_refused() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna]PW[Kim];B[pd])");
    place.build();
    let shard = Engine::open(&place.folder()).unwrap();
    fn part_json<Q: Question>(shard: &Engine, question: &Q) -> String {
        let part = shard.part(question, &GlobalStats::default(), &AskOptions::default());
        serde_json::to_string(&part.unwrap().answer).unwrap()
    }
    fn error<Q: Question>(question: &Q, text: &str) -> Option<String> {
        let read = parts::read(question, text.as_bytes());
        read.err().map(|error| error.to_string())
    }
    let stats = |by: &[&str]| Stats {
        by: by.iter().map(|by| (*by).to_owned()).collect(),
        ..Stats::default()
    };
    let part = part_json(&shard, &Suggest);
    assert_eq!(error(&Suggest, &part), None);
    let newer = part.replace(&format!("\"v\":{}", parts::VERSION), "\"v\":99");
    let message = error(&Suggest, &newer).unwrap();
    assert!(message.contains("version 99"), "{message}");
    let cut = part.split_at(part.len() / 2).0;
    assert!(error(&Suggest, cut).unwrap().contains("cannot be read"));
    let one_table = part_json(&shard, &stats(&["size"]));
    assert_eq!(error(&stats(&["size"]), &one_table), None);
    for result in [
        error(&stats(&["size"]), &part),
        error(&stats(&["size", "komi"]), &one_table),
        error(&Suggest, &one_table),
    ] {
        assert!(result.unwrap().contains("another request"));
    }
    let part = shard.part(&stats(&["size"]), &GlobalStats::default(), &AskOptions::default());
    let other = joined(&stats(&["komi"]), part.unwrap().answer, &AskOptions::default());
    assert!(other.unwrap_err().to_string().contains("another request"));
}

/// `Ray` matches `Anna Ray` but not `AnnaRay`. Both are spellings of one person, so games with either must be found in
/// all shards.
#[test]
fn a_spelling_of_one_shard_finds_the_person_in_all() {
    let place = Place::new();
    for (name, game) in [
        ("0/a.sgf", "(;PB[Anna Ray]PW[Kim]RE[B+R];B[pd])"),
        ("1/b.sgf", "(;PB[AnnaRay]PW[KIM]RE[W+R];B[pd])(;PB[Bo]PW[KIM];B[dd])"),
        ("2/c.sgf", "(;PB[Bo]PW[Kimura]PX[AnnaRay];B[pd])"),
    ] {
        place.write(name, game);
    }
    let folders = ["0", "1", "2"].map(|shard| index_of(&place, &place.games().join(shard)));
    let cut = SplitArchive {
        whole: engine(&folders),
        shards: folders.chunks(1).map(engine).collect(),
        description: String::new(),
        _place: place,
    };
    let request = AnyQuestion::Players(FindPlayers {
        name: "Ray".to_owned(),
        limit: None,
        ..FindPlayers::default()
    });
    let (joined, _) = request.ask_shards(&cut.shards).unwrap();
    assert_eq!(joined, request.ask_one(&cut.whole).unwrap().0);
    let answer: serde_json::Value = serde_json::from_str(&joined[0]).unwrap();
    let player = &answer["players"][0];
    assert_eq!((&player["games"], &player["beside"]), (&3.into(), &1.into()));
    // The most frequent spelling of the opponent occurs in games against somebody else only.
    assert_eq!(player["opponents"][0]["player"], "KIM");
}
