//! The move at which a game leaves all older ones, compared with a plain comparison of all games.

use crate::support::questions::AnyQuestion;
use crate::support::random_games::write_games;
use crate::support::shards::build_shards;
use crate::support::{Place, Random, rounds};
use kifu_index::engine::novelty::{NoveltyAnswer, NoveltyLine};
use kifu_index::engine::request::{
    BoardSearch, FindCopies, FindFirst, FindNovelty, RowDetails, Search,
};
use kifu_index::engine::user_marks::content_key;
use kifu_index::engine::{AskOptions, Engine, Indexes};
use kifu_index::game::{Color, Stone};
use kifu_index::index::build::Options;
use kifu_index::record::replay::Cause;
use kifu_index::record::result::GameResult;
use kifu_index::record::{GameRecord, Replayer};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Kind of game, size of the board, and stones in the least of all images: column, row and colour.
type Stones = (String, (u8, u8), Vec<(u8, u8, Stone)>);

/// A game as this test reads it.
struct PlainGame {
    days: Option<(i32, i32)>,
    /// Equal for copies.
    copies: String,
    /// Positions of the main line with the numbers of their moves.
    line: Vec<(Stones, u32)>,
    winner: Option<Color>,
    /// Year, if it is certain.
    year: Option<i32>,
    names: [String; 2],
    /// For each position of the line the colour of the move that led to it; `None` for the start and for setup.
    movers: Vec<Option<Color>>,
}

impl PlainGame {
    fn new(record: &GameRecord, copies: String) -> PlainGame {
        let (mut line, mut movers) = (Vec::new(), Vec::new());
        Replayer::new().replay(record.start, &record.tree, |ply| {
            if !ply.main {
                return ControlFlow::Break(());
            }
            let size = ply.board.size();
            let (width, height) = (size.width(), size.height());
            let points = size.points().filter(|point| ply.board.stone(*point) != Stone::Empty);
            let stones: Vec<_> =
                points.map(|point| (point.x, point.y, ply.board.stone(point))).collect();
            let images = (0..8).filter(|way| *way < 4 || width == height).map(|way| {
                let image = |&(x, y, stone): &(u8, u8, Stone)| {
                    let x = if way & 1 == 1 { width - 1 - x } else { x };
                    let y = if way & 2 == 2 { height - 1 - y } else { y };
                    if way & 4 == 4 { (y, x, stone) } else { (x, y, stone) }
                };
                let mut image: Vec<_> = stones.iter().map(image).collect();
                image.sort_by_key(|&(x, y, stone)| (x, y, stone as u8));
                image
            });
            let key = |image: &Vec<(u8, u8, Stone)>| -> Vec<(u8, u8, u8)> {
                image.iter().map(|&(x, y, stone)| (x, y, stone as u8)).collect()
            };
            let least = images.min_by_key(key).unwrap();
            line.push(((format!("{:?}", record.start.game), (width, height), least), ply.number));
            movers.push(match ply.cause {
                Cause::Move(color, _) => Some(color),
                Cause::Start | Cause::Setup => None,
            });
            ControlFlow::Continue(())
        });
        let date = record.info.date.as_ref();
        PlainGame {
            days: date.map(|date| (date.from.number(), date.to.number())),
            year: date.and_then(|date| date.year()),
            copies,
            line,
            movers,
            names: Color::BOTH
                .map(|color| record.info.players[color].name.clone().unwrap_or_default()),
            winner: match record.info.result {
                Some(GameResult::Win { winner, .. }) => Some(winner),
                _ => None,
            },
        }
    }

    fn is_older_than(&self, other: &PlainGame) -> bool {
        let days = self.days.zip(other.days);
        days.is_some_and(|(own, other)| own.1 < other.0) && self.copies != other.copies
    }
}

/// The answer about a game by a plain comparison with all others: the number of the new move, the number of moves
/// before the last position that is not new, how many games have that one, and how many later games followed.
type PlainNovelty = (Option<u32>, Option<u32>, usize, usize);

fn plain_novelty<'g>(
    game: &PlainGame,
    others: impl Iterator<Item = &'g PlainGame> + Clone,
) -> PlainNovelty {
    let has =
        |other: &PlainGame, position: &Stones| other.line.iter().any(|(own, _)| own == position);
    let with = |position: &Stones, older: bool| -> BTreeSet<String> {
        let fits = |other: &&PlainGame| {
            let is_there =
                if older { other.is_older_than(game) } else { game.is_older_than(other) };
            is_there && has(other, position)
        };
        others.clone().filter(fits).map(|other| other.copies.clone()).collect()
    };
    if game.days.is_none() {
        return (None, None, 0, 0);
    }
    let new = game
        .line
        .iter()
        .position(|(position, number)| *number > 0 && with(position, true).is_empty());
    let last = new.unwrap_or(game.line.len()).checked_sub(1).and_then(|at| game.line.get(at));
    (
        new.map(|at| game.line[at].1),
        last.map(|(_, number)| *number),
        last.map_or(0, |(position, _)| with(position, true).len()),
        new.map_or(0, |at| with(&game.line[at].0, false).len()),
    )
}

fn of_answer(answer: &NoveltyAnswer) -> PlainNovelty {
    let furthest = &answer.furthest;
    (answer.novelty_ply, furthest.ply, furthest.count as usize, answer.followers as usize)
}

fn ask(engine: &Engine, request: &FindNovelty) -> Box<NoveltyAnswer> {
    engine.answer(request, &AskOptions::default()).unwrap().answer
}

fn of_id(id: &str) -> FindNovelty {
    FindNovelty { game: id.to_owned(), ..FindNovelty::default() }
}

/// Novelty of every game by its id, as lists of games show it.
fn listed(engine: &Engine) -> BTreeMap<String, NoveltyLine> {
    let details = RowDetails { novelty: true, ..RowDetails::default() };
    let search = Search { details, ..Search::default() };
    let mut lines = BTreeMap::new();
    let mut add = |row: &_| {
        let line = NoveltyLine::new(row);
        lines.insert(line.game.id.clone(), line);
        ControlFlow::Continue(())
    };
    engine.search(&search, &AskOptions::default(), &mut add).unwrap();
    lines
}

fn ids(engine: &Engine, query: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let mut add = |row: &kifu_index::engine::row::GameRow| {
        ids.insert(row.id.clone());
        ControlFlow::Continue(())
    };
    engine.search(&Search::new(query), &AskOptions::default(), &mut add).unwrap();
    ids
}

/// All games of an index by their ids, as this test reads them. Which games are copies is taken from the index.
fn plain_games(engine: &Engine) -> BTreeMap<String, PlainGame> {
    let mut groups: HashMap<String, String> = HashMap::new();
    let mut add = |group: &kifu_index::engine::copies::CopyGroup| {
        let games = group.games.iter().map(|copy| copy.game.id.clone());
        groups.extend(games.map(|id| (id, format!("group {}", group.group))));
        ControlFlow::Continue(())
    };
    engine.copies(&FindCopies::default(), &AskOptions::default(), &mut add).unwrap();
    let game = |id: String| {
        let record = Arc::clone(&engine.game(&id).unwrap().answer).read.record.clone();
        let content = || format!("content {}", content_key(&record));
        let copies = groups.get(&id).cloned().unwrap_or_else(content);
        (id, PlainGame::new(&record, copies))
    };
    ids(engine, "").into_iter().map(game).collect()
}

/// Writes games that share their first moves in several orders and orientations, with dates of all kinds. Some are
/// copies of others with another date.
fn write_dated_games(place: &Place, count: usize) {
    let mut random = Random::named("novelty", count);
    let mut before: Vec<String> = Vec::new();
    for number in 0..count {
        let (year, month, day) =
            (1990 + random.below(12), 1 + random.below(12), 1 + random.below(3));
        let date = match random.below(12) {
            0 => String::new(),
            1 => format!("DT[{year}]"),
            2 => format!("DT[{year}-{month:02}]"),
            3 => format!("DT[c. {year}]"),
            4 => format!("DT[{year}-{month:02}-{day:02},{}-01-02]", year + 1),
            _ => format!("DT[{year}-{month:02}-{day:02}]"),
        };
        let moves = if random.one_in(9) && !before.is_empty() {
            before[random.below(before.len())].clone()
        } else {
            random_moves(&mut random)
        };
        before.push(moves.clone());
        let result = ["B+R", "W+R", "0", "Void", "W+2.5", ""][random.below(6)];
        let name = |random: &mut Random| random.below(40);
        let players = format!("PB[A{}]PW[B{}]", name(&mut random), name(&mut random));
        place.write(
            &format!("dated/{number}.sgf"),
            format!("(;{players}RE[{result}]{date}{moves})"),
        );
    }
}

/// Size, setup and moves of a game, in a random orientation: points are drawn from few, so that many games meet.
fn random_moves(random: &mut Random) -> String {
    let side = [5, 7, 9][random.below(3)];
    let way = random.below(8);
    let point = |x: usize, y: usize| {
        let x = if way & 1 == 1 { side - 1 - x } else { x };
        let y = if way & 2 == 2 { side - 1 - y } else { y };
        let (x, y) = if way & 4 == 4 { (y, x) } else { (x, y) };
        let letter = |at: usize| (b'a' + at as u8) as char;
        format!("[{}{}]", letter(x), letter(y))
    };
    let mut text = format!("SZ[{side}]");
    if random.one_in(6) {
        text += &format!("HA[2]AB{}{}", point(1, 1), point(side - 2, side - 2));
    }
    let mut color = random.one_in(10);
    let near = 1 + random.below(3);
    for number in 0..2 + random.below(30) {
        let middle = side / 2;
        let range = if number < 6 { near } else { side };
        let (x, y) = match random.below(range + 1) {
            0 => (middle, middle),
            _ => (random.below(range.min(side)), random.below(range.min(side))),
        };
        text += if color { ";W" } else { ";B" };
        text += &if random.one_in(15) { "[]".to_owned() } else { point(x, y) };
        if random.one_in(40) {
            text += &format!(";AE{}", point(middle, middle));
        }
        color = color == random.one_in(30);
    }
    text
}

#[test]
fn novelties_are_those_of_a_plain_comparison() {
    let place = Place::new();
    write_games(&place);
    write_dated_games(&place, rounds(250, 1200));
    place.build();
    let engine = place.engine();
    let games = plain_games(&engine);
    let lines = listed(&engine);
    let (mut late, mut followed, mut transposed, mut copied, mut known) = (0, 0, 0, 0, 0);
    for (id, game) in &games {
        let expected = plain_novelty(game, games.values());
        let answer = ask(&engine, &of_id(id));
        assert_eq!(of_answer(&answer), expected, "{id}");
        assert_eq!((&answer.game.id, answer.dated), (id, game.days.is_some()));
        let fared = answer.fared;
        let sum = fared.won + fared.lost + fared.drawn + fared.unknown;
        assert!(sum == answer.followers || answer.color.is_none());
        assert_eq!(answer.followed_by.len(), 10.min(expected.3));
        assert_eq!(answer.furthest.games.len(), 10.min(expected.2));
        let of_id = |row: &kifu_index::engine::novelty::NoveltyRow| &games[&row.id];
        assert!(answer.furthest.games.iter().all(|row| of_id(row).is_older_than(game)));
        assert!(answer.followed_by.iter().all(|row| game.is_older_than(of_id(row))));
        if let Some(color) = answer.color.filter(|_| answer.followers <= 10) {
            let winner = if color == 'B' { Color::Black } else { Color::White };
            let won_by = |winner| {
                let games = answer.followed_by.iter().map(of_id);
                games.filter(|game| game.winner == Some(winner)).count()
            };
            let (won, lost) = (won_by(winner), won_by(winner.other()));
            assert_eq!((fared.won as usize, fared.lost as usize), (won, lost), "{id}");
        }
        let line = &lines[id];
        let of_line = (line.novelty_ply, line.followers as usize, line.dated);
        assert_eq!(of_line, (expected.0, expected.3, game.days.is_some()), "{id}");
        let is_trendsetter = expected.0.is_some_and(|ply| ply <= 60) && expected.3 >= 10;
        assert_eq!((line.trendsetter, answer.trendsetter), (is_trendsetter, is_trendsetter));
        late += usize::from(expected.0.is_some_and(|ply| ply > 4));
        followed += usize::from(expected.3 > 2);
        known += usize::from(expected.0.is_none() && game.days.is_some());
        // A later position that older games have although an earlier one was new.
        let after = expected
            .0
            .into_iter()
            .flat_map(|ply| game.line.iter().filter(move |(_, number)| *number > ply));
        let is_met = |(position, _): &(Stones, u32)| {
            let has = |other: &&PlainGame| {
                other.is_older_than(game) && other.line.iter().any(|(own, _)| own == position)
            };
            games.values().any(|other| has(&other))
        };
        transposed += usize::from(after.clone().any(is_met));
        copied += usize::from(game.copies.starts_with("group"));
    }
    assert!(
        late > 20 && followed > 10 && transposed > 5 && copied > 20 && known > 5,
        "{late} {followed} {transposed} {copied} {known}"
    );
    // Queries select what the columns show.
    for (query, fits) in [
        (
            "novelty<=2",
            (|line: &NoveltyLine| line.novelty_ply.is_some_and(|ply| ply <= 2)) as fn(&_) -> _,
        ),
        ("novelty:3..5", |line| line.novelty_ply.is_some_and(|ply| (3..=5).contains(&ply))),
        ("novelty:*", |line| line.novelty_ply.is_some()),
        ("-novelty:*", |line| line.novelty_ply.is_none()),
        ("novelty:(1 OR 4)", |line| [Some(1), Some(4)].contains(&line.novelty_ply)),
        ("is:trendsetter", |line| line.trendsetter),
    ] {
        let expected: BTreeSet<String> =
            lines.values().filter(|line| fits(line)).map(|line| line.game.id.clone()).collect();
        assert_eq!(ids(&engine, query), expected, "{query}");
        assert!(!expected.is_empty() && expected.len() < lines.len(), "{query}");
    }
}

#[test]
fn a_game_that_is_in_no_index() {
    let place = Place::new();
    write_dated_games(&place, 150);
    place.build();
    let engine = place.engine();
    let games = plain_games(&engine);
    let other = Place::new();
    write_dated_games(&other, 90);
    other.build();
    let engine_of_others = other.engine();
    for id in ids(&engine_of_others, "") {
        let file = engine_of_others.game(&id).unwrap().answer;
        let record = &file.read.record;
        // A game with the moves of a game of the index is a copy of it and of the copies of that game.
        let content = format!("content {}", content_key(record));
        let same = games.iter().find(|(id, _)| {
            let of_index = &engine.game(id).unwrap().answer.read.record;
            content_key(of_index) == content_key(record)
        });
        let copies = same.map_or(content, |(_, game)| game.copies.clone());
        let plain = PlainGame::new(record, copies);
        let sgf = String::from_utf8(file.entry.bytes.to_vec()).unwrap();
        let request = FindNovelty { sgf: Some(sgf), ..FindNovelty::default() };
        let answer = ask(&engine, &request);
        assert_eq!(of_answer(&answer), plain_novelty(&plain, games.values()), "{id}");
        assert_eq!(answer.game.id, "");
    }
    let request = FindNovelty { sgf: Some("no game".to_owned()), ..FindNovelty::default() };
    assert!(engine.answer(&request, &AskOptions::default()).is_err());
}

#[test]
fn several_indexes_answer_as_one() {
    let place = Place::new();
    write_dated_games(&place, 150);
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
    for id in ids(&whole, "").iter().step_by(3) {
        for request in [of_id(id), of_id(&id[..8])] {
            let request = AnyQuestion::Novelty(request);
            assert_eq!(request.ask_shards(&shards), request.ask_one(&whole), "{id}");
        }
        let file = whole.game(id).unwrap().answer;
        let sgf = String::from_utf8(file.entry.bytes.to_vec()).unwrap();
        let request = FindNovelty { sgf: Some(sgf), listed: 2, ..FindNovelty::default() };
        let request = AnyQuestion::Novelty(request);
        assert_eq!(request.ask_shards(&shards), request.ask_one(&whole), "{id}");
    }
    let unknown = AnyQuestion::Novelty(of_id("0000000000000000"));
    assert_eq!(unknown.ask_shards(&shards), unknown.ask_one(&whole));
    // Opened together, the shards give the novelties of one index; the second time they come from the cache.
    let cache = base.join("cache");
    for _ in 0..2 {
        let folders = folders.iter().rev().cloned().collect();
        let joined = Indexes { folders, cache: Some(cache.clone()), ..Indexes::default() };
        let joined = Engine::open_all(joined).unwrap();
        let text = |engine: &Engine| format!("{:?}", listed(engine));
        assert_eq!(text(&joined), text(&whole));
        let files = std::fs::read_dir(&cache).unwrap().flatten();
        let is_table = |name: &String| name.starts_with("novelty-");
        let tables: Vec<String> =
            files.filter_map(|file| file.file_name().into_string().ok()).filter(is_table).collect();
        assert_eq!(tables.len(), 1, "{tables:?}");
    }
    // A single shard does not know the games of the others.
    let request = AnyQuestion::Search(Search::new("novelty<=20"));
    let refused = request.ask_shards(&shards).unwrap_err();
    assert!(refused.contains("single shard"), "{refused}");
}

#[test]
fn novelties_are_stored_beside_the_index_and_found_again() {
    let place = Place::new();
    write_dated_games(&place, 60);
    place.build();
    let tables = || -> Vec<std::path::PathBuf> {
        let files = std::fs::read_dir(place.folder()).unwrap().flatten().map(|file| file.path());
        let is_table = |path: &std::path::PathBuf| {
            path.file_name().unwrap().to_str().unwrap().starts_with("novelty-")
        };
        files.filter(is_table).collect()
    };
    assert!(tables().is_empty());
    let found = format!("{:?}", listed(&place.engine()));
    let [table] = &tables()[..] else { panic!("{:?}", tables()) };
    let bytes = std::fs::read(table).unwrap();
    let verified = kifu_index::engine::build::verify(&place.folder()).unwrap();
    assert!(verified.damaged.is_empty());
    // A damaged file is not used, and is replaced.
    for damaged in [&bytes[..bytes.len() / 2], b"", &[bytes.as_slice(), b"x"].concat()] {
        std::fs::write(table, damaged).unwrap();
        assert_eq!(format!("{:?}", listed(&place.engine())), found);
        assert_eq!(std::fs::read(table).unwrap(), bytes);
    }
    // The next commits have tables of their own, and the tables of commits that are gone are deleted.
    for number in 0..3 {
        place.write(
            &format!("more/{number}.sgf"),
            format!("(;SZ[5]DT[1985-01-0{}];B[aa])", number + 1),
        );
        place.build();
        let engine = place.engine();
        assert_eq!(listed(&engine).len(), 61 + number);
        assert!(tables().len() <= 2 && tables() != [table.clone()], "{:?}", tables());
    }
}

#[test]
fn who_played_a_position_first() {
    let place = Place::new();
    write_dated_games(&place, 200);
    place.build();
    let engine = place.engine();
    let games = plain_games(&engine);
    let (mut many, mut asked) = (0, 0);
    for (id, game) in games.iter().step_by(2) {
        for number in [1, 2, 4] {
            let Some(at) = game.line.iter().rposition(|(_, own)| *own == number) else { continue };
            let position = &game.line[at].0;
            // The games that have the position, each with the player who did not continue.
            let player = |other: &PlainGame| -> Option<Option<String>> {
                let at = other.line.iter().position(|(own, _)| own == position)?;
                let is_black = match other.movers.get(at + 1) {
                    // After setup, it is not compared who continues.
                    Some(None) => return Some(None),
                    Some(Some(next)) => *next == Color::White,
                    None => other.line[at].1 % 2 == 1,
                };
                Some(Some(other.names[usize::from(!is_black)].clone()))
            };
            let found = games.values().filter_map(|other| Some((other, player(other)?)));
            let found: Vec<(&PlainGame, Option<String>)> = found.collect();
            if found.iter().any(|(_, player)| player.is_none()) {
                continue;
            }
            let board = BoardSearch::of(format!("{id}#{number}"));
            let request = FindFirst { board, players: None };
            let answer = engine.answer(&request, &AskOptions::default()).unwrap().answer;
            assert_eq!(
                (answer.total, answer.complete),
                (found.len() as u64, true),
                "{id}#{number}"
            );
            let mut expected: BTreeMap<&str, (i32, u64)> = BTreeMap::new();
            for (other, player) in &found {
                let Some((day, _)) = other.days else { continue };
                let (first, count) = expected.entry(player.as_deref().unwrap()).or_insert((day, 0));
                (*first, *count) = (day.min(*first), *count + 1);
            }
            let day = |id: &str| games[id].days.unwrap().0;
            let players: BTreeMap<&str, (i32, u64)> = { answer.players.iter() }
                .map(|first| (first.player.as_deref().unwrap(), (day(&first.id), first.games)))
                .collect();
            assert_eq!(players, expected, "{id}#{number}");
            assert!(answer.players.is_sorted_by_key(|first| day(&first.id)));
            let earliest = expected.values().map(|(first, _)| *first).min();
            assert_eq!(answer.first.as_ref().map(|first| day(&first.id)), earliest);
            // The years from the first to the last one, with all games of these years.
            let year_of = |other: &PlainGame| other.year;
            let mut years: BTreeMap<i32, (u64, u64)> = BTreeMap::new();
            for year in games.values().filter_map(year_of) {
                years.entry(year).or_default().1 += 1;
            }
            for year in found.iter().filter_map(|(other, _)| year_of(other)) {
                years.entry(year).or_default().0 += 1;
            }
            let with_games =
                || years.iter().filter(|(_, (games, _))| *games > 0).map(|(year, _)| *year);
            let span = with_games().min().zip(with_games().max());
            years.retain(|year, _| span.is_some_and(|(first, last)| (first..=last).contains(year)));
            let found_years =
                answer.years.iter().map(|row| (row.year, (row.games, row.of.unwrap())));
            assert_eq!(found_years.collect::<BTreeMap<_, _>>(), years, "{id}#{number}");
            asked += 1;
            many += usize::from(expected.len() > 5);
        }
    }
    assert!(asked > 100 && many > 20, "{asked} {many}");
}
