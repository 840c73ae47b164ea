//! Answers about popular positions come from a cache if the same was asked before; they must be those of a new engine.

use crate::support::{Place, Random, build_with};
use kifu_index::engine::request::{BoardOperand, BoardSearch};
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::index::build::Options;

/// The answer as JSON without the time that it took, and the key of the next page.
fn ask(engine: &Engine, moves: &str, search: &BoardSearch) -> (String, Option<String>) {
    let subject = BoardOperand::Words(moves.split(' ').map(str::to_owned).collect());
    let search = BoardSearch { subject, ..search.clone() };
    let answer = engine.answer(&search, &AskOptions::default()).unwrap().answer;
    (serde_json::to_string(&answer).unwrap(), answer.next_page.clone())
}

#[test]
fn answers_from_the_cache_equal_those_of_a_new_engine() {
    let place = Place::new();
    let mut random = Random(31);
    let mut games = String::new();
    for number in 0..1_300 {
        let (year, player) = (1950 + random.below(70), random.below(20));
        let next = ["dd", "dc", "dp", "pp", "cp"][random.below(5)];
        let result = ["B+R", "W+R", "0"][random.below(3)];
        let header = format!("DT[{year}]PB[Black {player}]PW[White {number}]RE[{result}]");
        games += &format!("(;SZ[19]{header};B[pd];W[{next}];B[qp])");
    }
    place.write("games.sgf", games);
    build_with(&place.folder(), &[place.games()], &Options::default());
    let engine = place.engine();
    let requests = [
        BoardSearch::default(),
        BoardSearch { named: 0, ..BoardSearch::default() },
        BoardSearch { symmetric: false, ..BoardSearch::default() },
    ];
    for request in requests {
        for listed in [5, 20, 3, 255, 256, 257, 0, 1_300, 20] {
            for moves in ["Q16", "Q16 D16"] {
                let request = BoardSearch { listed, ..request.clone() };
                let expected = ask(&place.engine(), moves, &request);
                assert_eq!(ask(&engine, moves, &request), expected, "{moves} {listed}");
            }
        }
    }
    // After a commit the answers are those of the new games.
    let before = ask(&engine, "Q16", &BoardSearch::default());
    place.write("more.sgf", "(;SZ[19]DT[2024];B[pd];W[dd])");
    build_with(&place.folder(), &[place.games()], &Options::default());
    engine.refresh().unwrap();
    let after = ask(&engine, "Q16", &BoardSearch::default());
    assert_ne!(after, before);
    assert_eq!(after, ask(&place.engine(), "Q16", &BoardSearch::default()));
}
