//! Players by all spellings of their names: queries, the user's own spellings, the command `players`.

use crate::support::{
    Place, Random, build_with, count, hits, open, program, rounds, run_on, samples, sgf_moves,
    shared, stem, temporary_folder,
};
use kifu_index::engine::players::PlayersAnswer;
use kifu_index::engine::request::FindPlayers;
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::game::Color;
use kifu_index::index::build::Options;
use kifu_index::knowledge::aliases::Aliases;
use kifu_index::record::person::persons;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Games whose files are named by letters, with players who are spelled in many ways.
fn many_spellings() -> Place {
    let place = Place::new();
    for (name, game) in [
        ("a", "PB[Lee Sedol 9p]PW[Gu Li]RE[W+R]"),
        ("b", "PB[이세돌]PW[柯洁]RE[B+R]"),
        ("c", "PB[李世石]PW[古力]RE[B+R]"),
        ("d", "PB[Yi Se-tol]PW[조훈현]RE[W+1.5]"),
        ("e", "PB[Lee Changho]PW[Cho Chikun]RE[B+0.5]"),
        ("f", "PB[\\[p\\]이창호]PW[趙治勲]RE[W+R]"),
        ("g", "PB[Sedol Lee]PW[Honinbo Shuho]"),
        ("h", "PB[Ishida Yoshio]PW[Murase Shuho]"),
        ("i", "PB[石田芳夫]PW[丁浩然]"),
        ("j", "PB[Ding Hao]PW[Master]"),
        ("k", "PB[AlphaGo]PW[Lee, Sedol]RE[B+R]"),
        ("l", "PB[Wu Qingyuan]PW[Kitani Minoru]"),
        ("n", "PB[Chou]PW[Cho U]"),
        ("o", "PB[吳清源]PW[木谷實]"),
        ("p", "PB[Kim Li]PW[Sedol Kim]"),
        ("q", "PB[李世石 & 古力]PW[이창호 & 조훈현]RE[B+R]"),
        ("r", "C[Lee Sedol would play here]"),
        ("s", "PB[Choi Jeong-seon]PW[최정]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};B[aa])"));
    }
    place.write("m.sgf", "(;B[aa](;W[bb])(;W[cc]PB[이세돌])(;W[dd]PW[Gu Li]))");
    place.build();
    place
}

/// Names of the files that a query finds, sorted and joined. Each name is one letter.
fn letters(engine: &Engine, query: &str) -> String {
    let mut names: Vec<String> = hits(engine, query).iter().map(stem).collect();
    names.sort();
    names.concat()
}

/// Finds players with words of a name, at most `limit`.
fn players_named(engine: &Engine, name: &str, limit: Option<usize>) -> PlayersAnswer {
    let request = FindPlayers { name: name.to_owned(), limit, ..FindPlayers::default() };
    let reply = engine.answer(&request, &AskOptions::default());
    reply.unwrap().answer
}

#[test]
fn queries_find_persons_by_all_spellings() {
    let place = many_spellings();
    let engine = place.engine();
    for (query, expected) in [
        ("player:\"Lee Sedol\"", "abcdgkmq"),
        ("player:\"lee se-dol\"", "abcdgkmq"),
        ("player:\"Lee Se Dol\"", "abcdgkmq"),
        ("player:\"Sedol Lee\"", "abcdgkmq"),
        ("player:\"LEE, SEDOL\"", "abcdgkmq"),
        ("player:이세돌", "abcdgkmq"),
        ("player:李世乭", "abcdgkmq"),
        ("player:李世石", "abcdgkmq"),
        ("player:\"Yi Se-tol\"", "abcdgkmq"),
        ("player:\"Yi Setol\"", "abcdgkmq"),
        ("player:(Lee Sedol)", "abcdgkq"),
        ("player:Sedol", "abcdgkpq"),
        ("player:(Sedol -Lee)", "p"),
        ("player:Lee", "abcdefgkq"),
        ("player:Yi", "abcdefgkq"),
        ("player:李", "abcdefgkq"),
        ("player:Le", ""),
        ("player:Sedo*", "agkp"),
        ("player:Sedool~", "adgkp"),
        ("player=\"lee sedol\"", "a"),
        ("player=이세돌", "b"),
        ("player:\"Lee Changho\"", "efq"),
        ("black:\"Lee Changho\"", "ef"),
        ("white:\"Lee Changho\"", "q"),
        ("white:\"Yi Ch'ang-ho\"", "q"),
        ("winner:\"Lee Sedol\"", "bcq"),
        ("loser:\"Lee Sedol\"", "adk"),
        ("player:\"Lee Sedol\" vs:\"Gu Li\"", "ac"),
        ("player:\"Lee Sedol\" player:柯洁", "b"),
        ("player:\"Gu Li\"", "acmq"),
        ("-player:\"Lee Sedol\" player:Lee", "ef"),
        ("player:\"Honinbo Shuho\"", "ghi"),
        ("player:\"Ishida Yoshio\"", "hi"),
        ("player:\"Murase Shuho\"", "h"),
        ("player:\"Ding Hao\"", "j"),
        ("player:丁浩", "ij"),
        ("player:AlphaGo", "jk"),
        ("player:\"Go Seigen\"", "lo"),
        ("player:呉清源 player:\"木谷実\"", "lo"),
        ("player:Chou", "n"),
        ("player:\"Cho U\"", "n"),
        ("player:\"Choi Jung\"", "s"),
        ("player:(이세돌 OR 조훈현)", "abcdgkmq"),
    ] {
        assert_eq!(letters(&engine, query), expected, "{query}");
    }
}

/// Games in which one player's name occurs in several scripts or with something added: a country, a title, a team.
fn names_with_more() -> Place {
    let place = Place::new();
    for (name, game) in [
        ("a", "PB[콩제(孔杰)]PW[李世石(韩)]"),
        ("b", "PB[孔杰CGI]PW[이세돌名人]"),
        ("c", "PB[Kong Jie]PW[イ・セドル]"),
        ("d", "PB[孔杰 Kong Jie]PW[Lee Sedol (KOR)]"),
        ("e", "PB[余正麒]PW[우칭위안]"),
        ("f", "PB[Yo Seiki]PW[吳清源]"),
        ("g", "PB[Won Sungjin]PW[盗版CGI]"),
        ("h", "PB[원성진]PW[이상훈(大)]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};B[aa])"));
    }
    place.build();
    place
}

#[test]
fn text_around_a_name_hides_nobody() {
    let place = names_with_more();
    let engine = place.engine();
    for (query, expected) in [
        ("player:\"Kong Jie\"", "abcd"),
        ("player:孔杰", "abcd"),
        ("player:콩제", "abcd"),
        ("player:\"콩제(孔杰)\"", "abcd"),
        ("player:孔杰CGI", "abcd"),
        ("player:\"Lee Sedol\"", "abcd"),
        ("player:이세돌", "abcd"),
        ("player:이세돌名人", "abcd"),
        ("player:\"李世石(韩)\"", "abcd"),
        ("player:\"[KOR] Lee Sedol 9p\"", "abcd"),
        ("player=李世石", "a"),
        ("player:\"Yu Zhengqi\"", "ef"),
        ("player:\"Go Seigen\"", "ef"),
        ("player:\"Weon Seongjin\"", "gh"),
        ("player:CGI", "bg"),
        ("player:盗版", "g"),
        ("player:이상훈", "h"),
    ] {
        assert_eq!(letters(&engine, query), expected, "{query}");
    }
    let players = |name: &str| {
        let rows = players_named(&engine, name, Some(10)).players.into_iter();
        rows.map(|row| format!("{} {}", row.player, row.all.games)).collect::<Vec<_>>()
    };
    for name in ["Kong Jie", "孔杰CGI", "콩제", "콩제(孔杰)"] {
        assert_eq!(players(name), ["Kong Jie 4"], "{name}");
    }
    for name in ["李世石", "李世石(韩)", "🇰🇷 이세돌 9단"] {
        assert_eq!(players(name), ["Lee Sedol 4"], "{name}");
    }
    // `CGI` is text beside a name in other records (`孔杰CGI`) and must not count as a part of the player's name. Only
    // the player who is really called so may be found.
    assert_eq!(players("CGI"), ["盗版CGI 1"]);
}

#[test]
fn words_without_a_field_find_whole_names() {
    let place = many_spellings();
    let engine = place.engine();
    for (query, expected) in [
        ("\"Lee Sedol\"", "abcdgkmqr"),
        ("\"Yi Se-tol\"", "abcdgkmq"),
        ("Lee Sedol", "abcdgkqr"),
        ("이세돌", "abcdgkmq"),
        ("Lee", "abcdefgkqr"),
        ("Sedol", "abcdgkpqr"),
        ("Lee Sedol Gu", "acq"),
        ("Lee Sedol result:W+", "ad"),
        ("Master", "jk"),
        ("-\"Lee Sedol\" player:Lee", "ef"),
    ] {
        assert_eq!(letters(&engine, query), expected, "{query}");
    }
}

#[test]
fn the_user_adds_spellings() {
    let place = many_spellings();
    let mut aliases = Aliases::default();
    assert_eq!(aliases.add("Kim Li; Sedol Kim; Kimli\nLee Sedol; Strong Stone").count, 0);
    let engine = Engine::open_with(&place.folder(), aliases).unwrap();
    for (query, expected) in [
        ("player:kimli", "p"),
        ("player:\"Strong Stone\"", "abcdgkmq"),
        ("player:stone", "abcdgkq"),
    ] {
        assert_eq!(letters(&engine, query), expected, "{query}");
    }
}

#[test]
fn files_of_the_user_extend_the_table() {
    let place = many_spellings();
    let settings = temporary_folder();
    let folder = settings.path().join("kifu-index");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("aliases.tsv"), "\u{feff}Kim Li\tKimli\r\n").unwrap();
    let named = settings.path().join("more.tsv");
    std::fs::write(&named, "# mine\nGu Li; Strength\n").unwrap();
    let count = |arguments: &[&str]| {
        let mut command = program(&place.folder());
        let output =
            command.env("XDG_CONFIG_HOME", settings.path()).args(arguments).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        (out.trim().to_owned(), String::from_utf8(output.stderr).unwrap())
    };
    let option = named.to_str().unwrap();
    assert_eq!(count(&["search", "player:kimli", "-c"]).0, "1");
    assert_eq!(count(&["search", "player:strength", "-c"]).0, "0");
    assert_eq!(count(&["search", "player:strength", "-c", "--aliases", option]).0, "4");
    assert_eq!(
        count(&["--aliases", option, "search", "player:strength", "-player:Lee", "-c"]).0,
        "1"
    );
    let players = count(&["players", "strength", "--aliases", option]).0;
    assert!(players.contains("Gu Li") && players.contains("古力"), "{players}");
    for (bad, line) in [("a;b\n\nonly\n".as_bytes(), 3), (b"a;b\n\xff;c\n", 2)] {
        std::fs::write(&named, bad).unwrap();
        let (out, err) = count(&["search", "player:strength", "-c", "--aliases", option]);
        assert_eq!(out, "");
        assert!(err.contains(&format!("more.tsv, line {line}: ")), "{err}");
    }
    let (_, err) = count(&["search", "x", "--aliases", "no such file"]);
    assert!(err.starts_with("error: cannot read the names in no such file: no such file"), "{err}");
}

/// Games of one person whose given name is written in one piece or in two; their files are named by letters.
fn given_names_in_pieces() -> Place {
    let place = Place::new();
    for (name, game) in [
        ("a", "PB[Shin Jinseo]PW[Park Jung-hwan]RE[B+R]"),
        ("b", "PB[Shin Jin Seo]PW[Ke_Jie]RE[W+R]"),
        ("c", "PB[Shin Jin-seo]"),
        ("d", "PB[Shin_Jin_Seo]PW[Kim Dae Yong]"),
        ("e", "PB[SHIN, Jin'seo]PW[Kim Daeyong]"),
        ("f", "PB[Jin-seo Shin]PW[kim dae-yong]"),
        ("g", "PB[\u{c2e0}\u{c9c4}\u{c11c}]PW[Dae Yong Kim]"),
        ("h", "PB[Shin Jin Seo & Kim Dae-Yong]PW[Shin Jinseo]"),
        ("i", "PX[Shin Jin Seo]PY[Kim Daeyong]"),
        ("j", "PB[Shin Jinseong]PW[Chou]"),
        ("k", "PB[Kejie]PW[Cho U]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};B[aa])"));
    }
    place.build();
    place
}

/// In every list of players, a person must have as many games as a search finds, under the name that statistics use.
#[test]
fn players_statistics_and_searches_agree() {
    let place = Place::new();
    for (name, game) in [
        ("a", "PB[Lee Sedol]PW[Gu Li]DT[2001]"),
        ("b", "PB[Lee Sedol]PW[Lee Sedol]DT[2001]"),
        ("c", "PB[이세돌]PW[Gu Li]DT[2002]"),
        ("d", "PX[Lee Sedol]PY[Gu Li]DT[2002]"),
        ("e", "PB[Lee Sedol]DT[2001]"),
        ("f", "PB[anna berg]PW[Gu Li]DT[2002]"),
        ("g", "PB[Anna Berg]PW[이세돌]DT[2001]"),
        ("h", "PB[Anna Berg]PW[Gu Li]DT[2001]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};B[aa])"));
    }
    place.build();
    let engine = place.engine();
    let rows = run_on(&place.folder(), &["players", "--limit", "0", "--json"]).json();
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let name = row["player"].as_str().unwrap();
        let found = count(&engine, &format!("player:\"{name}\""));
        assert_eq!(row["games"], found, "{name}");
        let one = run_on(&place.folder(), &["players", name, "--json"]).json().remove(0);
        for key in ["games", "both", "beside", "black", "white"] {
            assert_eq!(row[key], one[key], "{name}: {key}");
        }
    }
    let lee = &rows[0];
    assert_eq!((&lee["player"], &lee["games"]), (&"Lee Sedol".into(), &6.into()));
    assert_eq!((&lee["both"], &lee["beside"]), (&1.into(), &1.into()));
    let lines = run_on(&place.folder(), &["players", "--limit", "1"]).out;
    assert!(lines.ends_with("\t1\t1\n"), "{lines}");
    // Among these games another spelling is the most frequent, but the person must have the same name as in all games.
    for (query, spelled) in [("date:2002", "이세돌"), ("date:2002", "anna berg")] {
        let rows = run_on(&place.folder(), &["stats", query, "--by", "player"]).out;
        assert!(!rows.contains(spelled), "{rows}");
    }
    // Statistics count players with a colour, so they leave out the game that names the player without one.
    let rows = run_on(&place.folder(), &["stats", "--by", "player"]).out;
    let of_lee = rows.lines().find(|row| row.contains("Lee Sedol")).unwrap();
    assert!(of_lee.starts_with("player\tLee Sedol\t5\t"), "{rows}");
}

#[test]
fn spaces_in_given_names_do_not_separate_persons() {
    let place = given_names_in_pieces();
    let engine = place.engine();
    let shin = "abcdefghi";
    for name in
        ["Shin Jinseo", "Shin Jin Seo", "Shin_Jin-seo", "Jinseo Shin", "\u{7533}\u{771f}\u{8c1e}"]
    {
        assert_eq!(letters(&engine, &format!("player:\"{name}\"")), shin, "{name}");
        let row = &run_on(&place.folder(), &["players", name, "--json"]).ends(0).json()[0];
        assert_eq!(row["games"], 9, "{name}");
        assert_eq!((&row["both"], &row["beside"]), (&1.into(), &1.into()), "{name}");
    }
    // This person is not in the program's table of players, and is spelled in several ways.
    for name in ["Kim Daeyong", "Kim Dae-yong", "kim_dae_yong", "Kim Dae Yong"] {
        assert_eq!(letters(&engine, &format!("player:\"{name}\"")), "defghi", "{name}");
    }
    let all = run_on(&place.folder(), &["players", "--limit", "0"]).ends(0).out;
    assert_eq!(all.lines().filter(|line| line.starts_with("Kim")).count(), 1, "{all}");
    for (query, expected) in [
        ("player:\"Ke Jie\"", "b"),
        ("player:Ke_Jie", "b"),
        ("player:\"Cho U\"", "k"),
        ("player:Chou", "j"),
        ("player:\"Park Junghwan\"", "a"),
        ("black:\"Shin Jin Seo\" -white:Shinjinseo", "abcdefg"),
    ] {
        assert_eq!(letters(&engine, query), expected, "{query}");
    }
}

#[test]
fn statistics_count_persons() {
    for place in [given_names_in_pieces(), many_spellings(), names_with_more()] {
        let folder = place.folder();
        // Statistics count players with a colour. A game that names somebody without a colour counts in the list of
        // players only.
        let out = run_on(&folder, &["players", "--limit", "0"]).ends(0).out;
        let mut players: Vec<(String, u32)> = Vec::new();
        for line in out.lines() {
            let row: Vec<&str> = line.split('\t').collect();
            let number = |text: &str| text.parse::<u32>().unwrap();
            let beside = number(row[row.len() - 1]);
            players.push((row[0].to_owned(), number(row[1]) - beside));
        }
        let out = run_on(&folder, &["stats", "--by", "player"]).ends(0).out;
        let counted = out.lines().filter_map(|line| line.strip_prefix("player\t"));
        let counted = counted.map(|line| line.split('\t').collect::<Vec<_>>());
        let mut counted: Vec<(String, u32)> = counted
            .filter(|row| !row[0].is_empty())
            .map(|row| (row[0].to_owned(), row[1].parse().unwrap()))
            .collect();
        players.sort();
        counted.sort();
        assert_eq!(counted, players);
    }
}

/// Spellings of the program's table of players (every fifth person in the quick run) over real archives: `player:` must
/// find the games that `players` lists. Names are taken from a list of all games and split into persons by this test.
#[test]
fn players_and_searches_agree_on_every_person() {
    let Some(archives) = shared("archives") else {
        return;
    };
    let folder = temporary_folder();
    let names = ["pro-aeb.zip", "fox-pro.zip", "korean-news.zip", "jgf.zip"];
    let roots: Vec<_> = names.iter().map(|name| archives.join(name)).collect();
    build_with(folder.path(), &roots, &Options::default());
    let engine = open(folder.path());
    let games: Vec<BTreeSet<String>> = hits(&engine, "").iter().map(player_names).collect();
    let mut games_of: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (game, names) in games.iter().enumerate() {
        for name in names {
            games_of.entry(name).or_default().insert(game);
        }
    }
    let table = include_str!("../../../src/language/knowledge/aliases.tsv").lines();
    let mut persons = 0;
    let table = table.filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in table.step_by(rounds(5, 1)) {
        persons += 1;
        for name in line.split(';').map(str::trim) {
            let rows = players_named(&engine, name, None).players;
            let written = rows.iter().flat_map(|row| &row.spellings);
            let written: BTreeSet<&str> = written.map(|written| written.name.as_str()).collect();
            let has = written.iter().filter_map(|name| games_of.get(name)).flatten();
            let beside: u64 = rows.iter().map(|row| row.beside).sum();
            let expected = has.collect::<BTreeSet<_>>().len() as u64 + beside;
            let found = count(&engine, &format!("player:\"{name}\""));
            assert_eq!(found, expected, "{name}");
            if let [row] = rows.as_slice() {
                let (both, beside) = (row.both, row.beside);
                let seats = row.black.games + row.white.games;
                assert_eq!(row.all.games, seats - both + beside, "{name}");
                assert_eq!(found, row.all.games, "{name}");
            }
        }
    }
    assert!(persons > rounds(40, 200) && games.len() > 20_000);
}

/// Names of a game's players.
fn player_names(game: &GameRow) -> BTreeSet<String> {
    let seats = [Color::Black, Color::White].map(|color| game.info.players[color].name.clone());
    let seats = seats.into_iter().flatten();
    seats
        .flat_map(|seat| persons(&seat, None).iter().map(|p| p.name.to_owned()).collect::<Vec<_>>())
        .collect()
}

/// Games won, lost, drawn, and without a known result.
type Counts = [u64; 4];

/// Expected row of `players`, counted from the lines of `search --json`.
#[derive(Default, Debug, PartialEq)]
struct Counted {
    sides: [Counts; 2],
    years: Option<(i64, i64)>,
    spellings: BTreeMap<String, u64>,
    opponents: BTreeMap<String, Counts>,
}

fn result_of(game: &Value, side: usize) -> usize {
    match game["result"].as_str().and_then(|text| text.chars().next()) {
        Some('B') => side,
        Some('W') => 1 - side,
        Some('D' | '0') => 2,
        _ => 3,
    }
}

/// Counts the games of each person. `who` maps a spelling to the name of the person.
fn counted(games: &[Value], who: &dyn Fn(&str) -> String) -> HashMap<String, Counted> {
    let mut all: HashMap<String, Counted> = HashMap::new();
    for game in games {
        let names = ["black", "white"].map(|side| {
            let name = game[side].as_str().unwrap_or("");
            let found = persons(name, None).into_iter().map(|person| person.name.to_owned());
            found.filter(|name| !name.is_empty()).collect::<BTreeSet<String>>()
        });
        for (side, side_names) in names.iter().enumerate() {
            for name in side_names {
                let counted = all.entry(who(name)).or_default();
                let result = result_of(game, side);
                counted.sides[side][result] += 1;
                *counted.spellings.entry(name.clone()).or_default() += 1;
                for other in &names[1 - side] {
                    counted.opponents.entry(who(other)).or_default()[result] += 1;
                }
                let year = game["date"].as_str().and_then(|date| date.get(..4)?.parse().ok());
                if let Some(year) = year {
                    let (first, last) = counted.years.unwrap_or((year, year));
                    counted.years = Some((first.min(year), last.max(year)));
                }
            }
        }
    }
    all
}

fn counts(value: &Value) -> Counts {
    let counts = ["won", "lost", "drawn", "unknown"].map(|key| value[key].as_u64().unwrap());
    assert_eq!(value["games"].as_u64().unwrap(), counts.iter().sum::<u64>());
    counts
}

/// Compares `players` with the expected rows.
fn check_players(index: &std::path::Path, who: &dyn Fn(&str) -> String) {
    let games = run_on(index, &["search", "", "--json"]).ends(0).json();
    let mut expected = counted(&games, who);
    let found = run_on(index, &["players", "--json"]).ends(0).json();
    assert!(!found.is_empty());
    let mut last = u64::MAX;
    for player in &found {
        let name = player["player"].as_str().unwrap();
        let expected =
            expected.remove(&who(name)).unwrap_or_else(|| panic!("{name} twice, or nobody"));
        assert_eq!([counts(&player["black"]), counts(&player["white"])], expected.sides, "{name}");
        let year = |key: &str| player[key].as_i64();
        assert_eq!(year("first_year").zip(year("last_year")), expected.years, "{name}");
        let spellings = player["spellings"].as_array().unwrap().iter();
        let spellings: BTreeMap<String, u64> = spellings
            .map(|s| (s["name"].as_str().unwrap().to_owned(), s["games"].as_u64().unwrap()))
            .collect();
        assert_eq!(spellings, expected.spellings, "{name}");
        assert!(player["games"].as_u64().unwrap() <= last);
        last = player["games"].as_u64().unwrap();
    }
    assert!(expected.is_empty(), "{:?}", expected.keys());
    // Compares players one by one, with opponents and places.
    let all = counted(&games, who);
    for player in found.iter().step_by(3) {
        let name = player["player"].as_str().unwrap();
        let described = run_on(index, &["players", name, "--json"]).ends(0).json();
        let same = |line: &&Value| line["player"] == player["player"];
        let described = described.iter().find(same).unwrap();
        let expected = &all[&who(name)];
        let opponents = described["opponents"].as_array().unwrap().iter();
        let opponents: BTreeMap<String, Counts> =
            opponents.map(|o| (who(o["player"].as_str().unwrap()), counts(o))).collect();
        assert_eq!(opponents, expected.opponents, "{name}");
        for spelling in described["spellings"].as_array().unwrap() {
            let places = spelling["archives"].as_array().unwrap().iter();
            let sum: u64 = places.map(|place| place["games"].as_u64().unwrap()).sum();
            assert_eq!(spelling["games"].as_u64().unwrap(), sum, "{spelling}");
        }
    }
}

/// Name of the person for each spelling in the sample archive and in the games above, written by hand.
fn canonical_name(name: &str) -> String {
    const SAME: [&[&str]; 13] = [
        &["Lee Sedol", "이세돌", "李世石", "Yi Se-tol", "Sedol Lee", "Lee, Sedol"],
        &["Lee Changho", "이창호"],
        &["Gu Li", "古力"],
        &["조훈현"],
        &["Cho Chikun", "조치훈", "趙治勲"],
        &["Ishida Yoshio", "石田芳夫"],
        &["Master", "AlphaGo"],
        &["Wu Qingyuan", "吳清源", "呉清源"],
        &["Kitani Minoru", "木谷實"],
        &["Kato Masao", "加藤正夫"],
        &["Honinbo Shusaku", "Kuwahara Shusaku"],
        &["Lin Haifeng", "林海峰"],
        &["Ma Xiaochun", "马晓春"],
    ];
    let same = SAME.iter().find(|names| names.contains(&name));
    same.map_or(name.to_lowercase(), |names| names[0].to_lowercase())
}

#[test]
fn players_are_counted_as_a_plain_loop_counts_them() {
    check_players(samples(), &canonical_name);
    check_players(&many_spellings().folder(), &canonical_name);
}

/// A name without letters has no words. It must not match every name for that reason.
#[test]
fn a_name_without_letters_matches_only_itself() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna]PW[Ben];B[pd])");
    place.write("b.sgf", "(;PB[☆]PW[Ben];B[pd])");
    place.build();
    let run = |name: &str| run_on(&place.folder(), &["players", name]);
    for nobody in ["★", "!!!", "…"] {
        assert_eq!(run(nobody).ends(1).out, "", "{nobody}");
    }
    let star = run("☆").ends(0).out;
    assert!(star.starts_with("☆\t1\t") && star.lines().count() == 1, "{star}");
}

#[test]
fn players_by_name() {
    let place = many_spellings();
    let run = |arguments: &[&str]| run_on(&place.folder(), arguments);
    let line = run(&["players", "Lee", "Sedol"]).ends(0).out;
    let columns: Vec<&str> = line.trim_end().split('\t').collect();
    assert_eq!(columns[1..8], ["8", "6", "1", "3", "3", "0", "1"]);
    assert_eq!((columns.len(), &columns[11..]), (13, &["0", "1"][..]));
    for spelling in ["Lee Sedol", "이세돌", "李世石", "Yi Se-tol", "Sedol Lee", "Lee, Sedol"]
    {
        assert!(columns[10].split("; ").any(|name| name == spelling), "{line}");
    }
    // Names beginning with 이 are 이세돌, 이창호, and 石田芳夫, who is also 이시다 요시오.
    assert_eq!(run(&["players", "이"]).ends(0).out.lines().count(), 3);
    assert_eq!(run(&["players", "--limit", "3"]).ends(0).out.lines().count(), 3);
    let nobody = run(&["players", "Lee Sedoll"]).ends(1);
    assert_eq!(nobody.out, "");
    assert!(nobody.err.contains("No player is called Lee Sedoll."), "{}", nobody.err);
    assert!(nobody.err.contains("did you mean Lee Sedol? (8 games)"), "{}", nobody.err);
}

#[test]
fn near_names_are_nearest_first() {
    let place = many_spellings();
    let engine = place.engine();
    let near = |text: &str| {
        let found = players_named(&engine, text, Some(3));
        assert!(text.is_empty() || found.players.is_empty());
        (found.near.into_iter()).map(|(name, games)| format!("{name} {games}")).collect::<Vec<_>>()
    };
    assert_eq!(near("Kitany Minoru"), ["Kitani Minoru 2"]);
    assert_eq!(near("Minoru Kitany"), ["Kitani Minoru 2"]);
    assert_eq!(near("Kitanni"), ["Kitani Minoru 2"]);
    assert_eq!(near("Lee-Chango"), ["Lee Changho 3"]);
    assert_eq!(near("AlfaGo"), ["AlphaGo 2"]);
    assert_eq!(near("Somebody Else"), Vec::<String>::new());
    assert_eq!(near("ab"), Vec::<String>::new());
    assert_eq!(near(""), Vec::<String>::new());
}

#[test]
fn a_search_for_nobody_names_the_nearest() {
    let place = many_spellings();
    let run = |query: &str| run_on(&place.folder(), &["search", query]).ends(1).err;
    let near = "no player is called Lee-Sedoll; similar names: Lee Sedol (8 games)";
    assert!(run("player:Lee-Sedoll").contains(near), "{}", run("player:Lee-Sedoll"));
    assert!(run("winner:Lee-Sedoll year:1990").contains(near));
    // The player exists but has not won, so no similar names are suggested.
    assert!(!run("winner:\"Gu Li\" year:1990").contains("no player"));
    assert!(!run("winner:Nobodyatall").contains("similar names"));
}

#[test]
fn misspelt_events_and_openings_get_near_ones() {
    let place = Place::new();
    for (name, game) in [
        ("a", "EV[74th Honinbo];B[pd]"),
        ("b", "EV[76th Honinbo];B[pd]"),
        ("c", "EV[42nd Women's Honinbo];B[pe]"),
        ("d", "EV[honinbo, 80th]ON[5-4 point];B[pd]"),
        ("e", "EV[Gosei];B[oe]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};W[dd])"));
    }
    place.build();
    let notes_of = |query: &str| run_on(&place.folder(), &["search", query]).ends(1).err;
    for (query, near) in [
        (
            "event:Honinbou",
            "no event is called Honinbou; similar names: Honinbo (3 games), Women's Honinbo (1 game)",
        ),
        ("event:\"75th Hominbo\" year:1990", "similar names: Honinbo (3 games)"),
        ("series:Gosai", "no series is called Gosai; similar names: Gosei (1 game)"),
        ("opening:takamoko", "no opening is called takamoko; similar names: Takamoku (1 game)"),
    ] {
        assert!(notes_of(query).contains(near), "{}", notes_of(query));
    }
    assert!(!notes_of("event:Gosei year:1990").contains("similar"));
    let engine = place.engine();
    for (query, expected) in [
        ("series:Honinbo", "abcd"),
        ("series=Honinbo", "abd"),
        ("series=\"women's honinbo\"", "c"),
        ("series:74th", ""),
        ("event:74th", "a"),
        ("-series:*", ""),
        ("opening:4-5", "cd"),
        ("opening:5-4", "cd"),
        ("opening:\"5-4 opening\"", "c"),
        ("opening:(5-4 OR 5-5)", "cde"),
    ] {
        assert_eq!(letters(&engine, query), expected, "{query}");
    }
    let rows = run_on(&place.folder(), &["stats", "--by", "series"]).ends(0).out;
    let rows: Vec<String> = rows
        .lines()
        .map(|line| line.split('\t').skip(1).take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(rows, ["Honinbo 3", "Gosei 1", "Women's Honinbo 1"]);
}

/// Events, series and rounds must be found by any spelling, and numbers of events and games by their value.
#[test]
fn events_and_rounds_are_found_in_all_scripts() {
    let place = Place::new();
    for (name, game) in [
        ("a", "EV[74th Honinbo]RO[Final, game 3]"),
        ("b", "EV[第54期本因坊戦]RO[挑戦手合第2局]"),
        ("c", "EV[제57기 본인방전]RO[결승 1국]"),
        ("d", "EV[第42期女流本因坊戦]RO[準決勝]"),
        ("e", "EV[제12회 삼성화재배 32강전]"),
        ("f", "EV[Samsung Cup]RO[决赛第3局]"),
        ("g", "EV[KT배 왕위전]RO[Preliminary, Final]"),
        ("h", "EV[第31届名人战]RO[第3轮]"),
        ("i", "EV[第31期名人戦]RO[Round 3]"),
        ("j", "EV[None]RO[Semi-final]"),
        ("k", "EV[?]"),
        ("l", "EV[Unknown]GN[제57기 본인방전 도전3국]"),
        ("m", "EV[Club evening]RO[3]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;GM[1]{game};B[pd];W[dd])"));
    }
    place.build();
    let engine = place.engine();
    for (query, expected) in [
        ("event:Honinbo", "abcd"),
        ("event:本因坊", "abcd"),
        ("event:본인방", "abcd"),
        ("event:女流本因坊", "d"),
        ("event:(三星 OR 名人战)", "efhi"),
        ("event:삼성화재배", "ef"),
        ("event:Samsung", "ef"),
        ("event=\"Samsung Cup\"", "f"),
        ("event:cup", "f"),
        ("event:杯", ""),
        ("event:*", "abcdefghim"),
        ("-event:*", "jkl"),
        ("series:本因坊", "abcd"),
        ("series=Honinbo", "abc"),
        ("series=본인방전", "abc"),
        ("series=名人戦", "i"),
        ("series=名人战", "h"),
        ("series:Wangwi", "g"),
        ("series=\"Club evening\"", "m"),
        ("round:final", "acfg"),
        ("round:決勝", "acfg"),
        ("round:결승", "acfg"),
        ("round:决赛", "acfg"),
        ("round:semifinal", "dj"),
        ("round:준결승", "dj"),
        ("round:32강", "e"),
        ("round:\"round 3\"", "hi"),
        ("round:3回戦", "hi"),
        ("round:第3轮", "hi"),
        ("round:(挑戦 OR preliminary)", "bgl"),
        ("is:final", "abcfl"),
        ("edition:54", "b"),
        ("edition:54..57", "bcl"),
        ("edition<=31", "ehi"),
        ("edition:*", "abcdehil"),
        ("game:3", "afl"),
        ("match-game>=2", "abfl"),
        ("game:go", "abcdefghijklm"),
        ("game:loa", ""),
        ("game:gm1", "abcdefghijklm"),
    ] {
        assert_eq!(letters(&engine, query), expected, "{query}");
    }
    let run = |arguments: &[&str]| run_on(&place.folder(), arguments).ends(0).out;
    let rows = run(&["stats", "--by", "series", "--csv"]);
    for row in ["Honinbo,3,", "Samsung Cup,2,", "Mingren,1,", "Meijin,1,", "Wangwi,1,"] {
        assert!(rows.contains(row), "{row} in {rows}");
    }
    let fields = "series,edition,match_game,event";
    let rows = run(&["search", "--csv", "--fields", fields, "edition:*"]);
    assert!(rows.contains("Honinbo,54,2,第54期本因坊戦"), "{rows}");
    assert!(rows.contains(",57,3,"), "{rows}");
}

/// Moves of a game of 60 moves, different for each seed.
fn moves(seed: u32) -> String {
    sgf_moves(Random(seed.into()).points(19, 60))
}

#[test]
fn copies_suggest_spellings() {
    let place = Place::new();
    let mut number = 0;
    let mut game = |seed: u32, black: &str, white: &str, date: &str| {
        number += 1;
        let text = format!("(;PB[{black}]PW[{white}]DT[{date}]{})", moves(seed));
        place.write(&format!("{number}.sgf"), text);
    };
    // Two equal games in which the same player, Black or White, has two names suggest that both belong to one person.
    // One game is not enough, and two players who meet each other are two persons.
    for (seed, black, white) in [
        (1, "Anna Must", "Ben Ode"),
        (1, "안나", "Ben Ode"),
        (2, "Ben Ode", "Anna Must"),
        (2, "Ben Ode", "안나"),
        (3, "Carl Once", "Ben Ode"),
        (3, "카를", "Ben Ode"),
        (4, "Dora Two", "Ben Ode"),
        (4, "도라", "Ben Ode"),
        (5, "Dora Two", "Ben Ode"),
        (5, "도라", "Ben Ode"),
        (6, "Dora Two", "도라"),
    ] {
        game(seed, black, white, "2001");
    }
    // None of these may be suggested as spellings of one player: two known persons; an account name of a server
    // (손님, guest) that stands for four different players in copies of their games; and a name whose games are 90
    // years apart.
    game(7, "Lee Sedol", "Ben Ode", "2001");
    game(7, "Cho U", "Ben Ode", "2001");
    for (seed, name) in [(8, "Eva A"), (9, "Eva B"), (10, "Eva C"), (11, "Eva D")] {
        game(seed, name, "Ben Ode", "2001");
        game(seed, "손님", "Ben Ode", "2001");
    }
    game(12, "Old Man", "First Rival", "1910");
    game(13, "Old Man", "Last Rival", "2000");
    place.build();
    let suggested = run_on(&place.folder(), &["aliases", "suggest"]).ends(0);
    assert_eq!(suggested.out, "# 2 games under both names\nAnna Must; 안나\n");
    let checked = run_on(&place.folder(), &["players", "--check"]).ends(1);
    assert_eq!(
        checked.out,
        "translation\t2\t\t\tAnna Must\t안나\n\
         contradiction\t1\t\t\tCho U\tLee Sedol\n\
         account\t4\t\t\t손님\n\
         career\t\t1910\t2000\tOld Man\n"
    );
    let facts = run_on(&place.folder(), &["players", "--check", "--json"]).ends(1).json();
    assert_eq!(facts.len(), 4);
    // A file of suggested spellings must be valid input, and nothing more may be suggested with it.
    let file = place.folder().join("mine.tsv");
    std::fs::write(&file, &suggested.out).unwrap();
    let again = ["aliases", "suggest", "--aliases", file.to_str().unwrap()];
    run_on(&place.folder(), &again).ends(1);
    let query = ["search", "-c", "player:안나", "--aliases", file.to_str().unwrap()];
    assert_eq!(run_on(&place.folder(), &query).out, "4\n");
}

/// Names are printed in the script of the option or the locale. JSON keeps the spelling of the records.
#[test]
fn players_are_printed_in_the_script_of_a_language() {
    let place = Place::new();
    for (name, black, white) in [
        ("a", "Cho Chikun", "Nobody At All"),
        ("b", "조치훈", "Lee Sedol"),
        ("c", "Cho Chikun", "李世乭"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;PB[{black}]PW[{white}]RE[B+R];B[aa])"));
    }
    place.build();
    let index = place.folder();
    let first_cells = |output: &str| -> Vec<String> {
        output.lines().map(|line| line.split(['\t', ',']).next().unwrap().to_owned()).collect()
    };
    for (tag, locale, names) in [
        ("en", "en_US.UTF-8", ["Cho Chikun", "Lee Sedol", "Nobody At All"]),
        ("ja", "ja_JP.UTF-8", ["趙治勲", "李世乭", "Nobody At All"]),
        ("ko", "ko_KR.UTF-8", ["조치훈", "이세돌", "Nobody At All"]),
        ("zh-Hans", "zh_CN", ["赵治勋", "李世乭", "Nobody At All"]),
        ("zh-Hant", "zh_TW.UTF-8", ["趙治勳", "李世乭", "Nobody At All"]),
    ] {
        let by_option = run_on(&index, &["players", "--lang", tag]).ends(0).out;
        assert_eq!(first_cells(&by_option), names, "{tag}");
        let by_locale = program(&index).args(["players"]).env("LANG", locale).output().unwrap();
        assert_eq!(String::from_utf8(by_locale.stdout).unwrap(), by_option, "{locale}");
        let csv = run_on(&index, &["players", "--csv", "--lang", tag]).ends(0).out;
        assert_eq!(first_cells(&csv)[1..], names, "{tag}");
        let rows = run_on(&index, &["players", "--json", "--lang", tag]).ends(0).json();
        let shown: Vec<&str> =
            rows.iter().map(|row| row["display_name"].as_str().unwrap()).collect();
        assert_eq!(shown, names, "{tag}");
        let cho = &run_on(&index, &["players", "Cho", "--json", "--lang", tag]).ends(0).json()[0];
        assert_eq!(
            (&cho["player"], &cho["display_name"]),
            (&"Cho Chikun".into(), &names[0].into())
        );
        let mut opponents: Vec<_> =
            cho["opponents"].as_array().unwrap().iter().map(|row| &row["display_name"]).collect();
        opponents.sort_by_key(|name| name.to_string());
        let mut expected = names[1..].to_vec();
        expected.sort_by_key(|name| format!("\"{name}\""));
        assert_eq!(opponents, expected, "{tag}");
    }
    let plain = run_on(&index, &["players", "--json"]).ends(0).json();
    assert!(plain.iter().all(|row| row.get("display_name").is_none()));
    run_on(&index, &["players", "--lang", "fr"]).ends(2);
}
