//! `opponent-rank:`, compared with a plain loop over the games as they were written.

use crate::support::{Place, Random, hits, query_error, sgf_moves};
use kifu_index::engine::Engine;

const NAMES: [&str; 4] = ["Anna Berg", "Carl Dorn", "Eve Falk", "Gil Hart"];
/// Ranks from the lowest to the highest; the first one is no rank.
const RANKS: [&str; 6] = ["", "2k", "1d", "5d", "1p", "9p"];

struct Game {
    file: String,
    /// Numbers of the players in [`NAMES`], Black's first.
    players: [usize; 2],
    /// Numbers of their ranks in [`RANKS`].
    ranks: [usize; 2],
    moves: usize,
}

impl Game {
    /// True if a player has an opponent whose rank meets a condition.
    fn has_opponent(&self, player: usize, is_met: impl Fn(usize) -> bool) -> bool {
        (0..2).any(|side| self.players[side] == player && is_met(self.ranks[1 - side]))
    }
}

fn write_games(place: &Place) -> Vec<Game> {
    let mut random = Random::named("opponent rank", 1);
    (0..200)
        .map(|number| {
            let players = [random.below(4), random.below(4)];
            let game = Game {
                file: format!("{number}.sgf"),
                players,
                ranks: [random.below(6), random.below(6)],
                moves: 10 + random.below(30),
            };
            let rank = |property: &str, rank: usize| match RANKS[rank] {
                "" => String::new(),
                rank => format!("{property}[{rank}]"),
            };
            let names = players.map(|player| NAMES[player]);
            let text = format!(
                "(;SZ[19]PB[{}]PW[{}]{}{}{})",
                names[0],
                names[1],
                rank("BR", game.ranks[0]),
                rank("WR", game.ranks[1]),
                sgf_moves(random.points(19, game.moves)),
            );
            place.write(&game.file, text);
            game
        })
        .collect()
}

fn found(engine: &Engine, query: &str) -> Vec<String> {
    let rows = hits(engine, query);
    let mut names: Vec<String> =
        rows.iter().map(|row| row.path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn the_rank_of_the_opponent_is_that_of_the_other_colour() {
    let place = Place::new();
    let games = write_games(&place);
    place.build();
    let engine = place.engine();
    type Test<'t> = Box<dyn Fn(&Game) -> bool + 't>;
    let has = |game: &Game, player: usize| game.players.contains(&player);
    let at_least = |least: usize| move |rank: usize| rank >= least;
    let questions: Vec<(&str, Test)> = vec![
        ("player:Berg opponent-rank>=1d", Box::new(|game| game.has_opponent(0, at_least(2)))),
        ("player:Berg opponent-rank:9p", Box::new(|game| game.has_opponent(0, |rank| rank == 5))),
        (
            "player:Berg opponent-rank:1d..1p",
            Box::new(|game| game.has_opponent(0, |rank| (2..=4).contains(&rank))),
        ),
        ("player:Berg opponent-rank<1d", Box::new(|game| game.has_opponent(0, |rank| rank == 1))),
        ("player:Berg opponent-rank:*", Box::new(|game| game.has_opponent(0, |rank| rank > 0))),
        (
            "player:Berg opponent-rank:(2k OR 9p)",
            Box::new(|game| game.has_opponent(0, |rank| rank == 1 || rank == 5)),
        ),
        (
            "player:Berg -opponent-rank>=1d",
            Box::new(|game| has(game, 0) && !game.has_opponent(0, at_least(2))),
        ),
        (
            "player:Berg (opponent-rank:9p OR moves<20)",
            Box::new(|game| {
                has(game, 0) && (game.moves < 20 || game.has_opponent(0, |rank| rank == 5))
            }),
        ),
        (
            "black:Berg opponent-rank:5d",
            Box::new(|game| game.players[0] == 0 && game.ranks[1] == 3),
        ),
        (
            "person=\"Anna Berg\" vs:Dorn opponent-rank>=1d",
            Box::new(|game| {
                let mut seats = (0..2)
                    .map(|side| (game.players[side], game.players[1 - side], game.ranks[1 - side]));
                seats.any(|seat| seat.0 == 0 && seat.1 == 1 && seat.2 >= 2)
            }),
        ),
        (
            "(player:Berg opponent-rank:9p) OR (player:Dorn opponent-rank:2k)",
            Box::new(|game| {
                game.has_opponent(0, |rank| rank == 5) || game.has_opponent(1, |rank| rank == 1)
            }),
        ),
        (
            "(player:\"Anna Berg\" OR player:\"Berg Anna\") opponent-rank:9p moves>=20",
            Box::new(|game| game.moves >= 20 && game.has_opponent(0, |rank| rank == 5)),
        ),
    ];
    for (query, is_hit) in questions {
        let mut expected: Vec<String> =
            games.iter().filter(|game| is_hit(game)).map(|game| game.file.clone()).collect();
        expected.sort();
        assert!(!expected.is_empty(), "{query}");
        assert_eq!(found(&engine, query), expected, "{query}");
    }
}

#[test]
fn the_rank_of_an_opponent_needs_one_player() {
    let place = Place::new();
    write_games(&place);
    place.build();
    let engine = place.engine();
    for query in [
        "opponent-rank>=2d",
        "player:Berg player:Dorn opponent-rank>=2d",
        "(player:Berg OR moves>9) opponent-rank:9p",
        "player:Berg copy-of:(opponent-rank:9p)",
        "-player:Berg opponent-rank:9p",
    ] {
        let error = query_error(&engine, query);
        assert!(
            error.to_string().contains("`opponent-rank` needs exactly one player"),
            "{query}: {error}"
        );
        let help = error.help.unwrap().to_string();
        assert!(help.contains("player:Lee opponent-rank>=2d"), "{help}");
    }
    let error = query_error(&engine, "player:Berg opponent-rank>=x");
    assert!(!error.to_string().contains("needs exactly"), "{error}");
}
