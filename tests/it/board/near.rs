//! Near positions, compared with brute force over all positions of all games.

use crate::properties::ask::on_board;
use crate::properties::plain::{Known, Plain};
use crate::support::random_games::{read_loose, write_games};
use crate::support::{Place, Random, build_with, rounds};
use kifu_index::engine::near::NearFound;
use kifu_index::engine::request::FindNear;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::game::{Color, GameKind, Move, Stone};
use kifu_index::index::build::Options;
use std::collections::BTreeMap;

fn place_with_games() -> (Place, Engine, Vec<Known>) {
    let place = Place::new();
    write_games(&place);
    for name in ["boxes.zip", "club.zip"] {
        std::fs::remove_file(place.games().join("collections").join(name)).unwrap();
    }
    build_with(&place.folder(), &[place.games()], &Options::default());
    let (engine, known) = (place.engine(), read_loose(&place));
    (place, engine, known)
}

fn swapped(stone: Stone) -> Stone {
    stone.color().map_or(stone, |color| color.other().into())
}

/// Number of stones to add, take away or move, for one image of the searched board. `placed` has, for both colours, the
/// points on which a stone was placed until then, if captures do not count.
fn distance(wanted: &[Stone], there: &[Stone], placed: Option<&[Vec<bool>; 2]>) -> u32 {
    let mut sum = 0;
    for (side, color) in [Stone::Black, Stone::White].into_iter().enumerate() {
        let (mut missing, mut added) = (0, 0);
        for (at, (&wanted, &there)) in wanted.iter().zip(there).enumerate() {
            let is_there = there == color || placed.is_some_and(|placed| placed[side][at]);
            missing += u32::from(wanted == color && !is_there);
            added += u32::from(there == color && wanted != color);
        }
        sum += missing.max(added);
    }
    sum
}

/// Least distance of the positions on the main line of a game, and the number of moves before the first such position.
fn nearest(game: &Known, images: &[Vec<Stone>], loose: bool) -> Option<(u32, u32)> {
    let mut placed: [Vec<bool>; 2] = [0, 1].map(|_| vec![false; images[0].len()]);
    let mut best: Option<(u32, u32)> = None;
    for reached in game.reached.iter().filter(|reached| reached.main) {
        if let Some((color, Move::Place(point))) = reached.played {
            let at = usize::from(point.y) * reached.board.width + usize::from(point.x);
            placed[usize::from(color == Color::White)][at] = true;
        }
        for (at, stone) in reached.board.points.iter().enumerate() {
            if let Some(color) = stone.color() {
                placed[usize::from(color == Color::White)][at] = true;
            }
        }
        let placed = loose.then_some(&placed);
        let least = images.iter().map(|image| distance(image, &reached.board.points, placed)).min();
        let least = least.unwrap();
        if best.is_none_or(|(known, _)| least < known) {
            best = Some((least, reached.number));
        }
    }
    best
}

fn ask(engine: &Engine, request: &FindNear) -> NearFound {
    *engine.answer(request, &AskOptions::default()).unwrap().answer
}

#[test]
fn near_positions_equal_brute_force() {
    let (_place, engine, known) = place_with_games();
    let mut random = Random(404);
    let (mut compared, mut by_distance) = (0, BTreeMap::<u32, usize>::new());
    while compared < rounds(40, 300) {
        let game = &known[random.below(known.len())];
        if game.reached.is_empty() || game.record.start.game != GameKind::Go {
            continue;
        }
        let mut plain: Plain = game.reached[random.below(game.reached.len())].board.clone();
        if plain.width > 19 {
            continue;
        }
        for _ in 0..random.below(4) {
            let at = random.below(plain.points.len());
            plain.points[at] = [Stone::Empty, Stone::Black, Stone::White][random.below(3)];
        }
        let (symmetric, any) = (!random.chance(20), random.chance(30));
        let (near, loose) = (random.below(6) as u32, random.chance(40));
        let mut images = if symmetric { plain.images() } else { vec![plain.points.clone()] };
        if any {
            let others: Vec<Vec<Stone>> =
                images.iter().map(|image| image.iter().copied().map(swapped).collect()).collect();
            images.extend(others);
        }
        let mut board = on_board(&plain.board(), usize::MAX);
        board.symmetric = symmetric;
        board.hits.colours = any.then(|| "any".to_owned());
        let answer = ask(&engine, &FindNear { board, near, loose });
        let mut expected = BTreeMap::new();
        for game in &known {
            let is_board = game.reached.first().is_some_and(|first| {
                (first.board.width, first.board.height) == (plain.width, plain.height)
            });
            if !is_board || game.record.start.game != GameKind::Go {
                continue;
            }
            if let Some((stones, number)) =
                nearest(game, &images, loose).filter(|(stones, _)| *stones <= near)
            {
                expected.insert(game.name.clone(), (stones, number));
            }
        }
        let found: BTreeMap<_, _> = answer
            .games
            .iter()
            .map(|near| {
                let row = &near.game;
                let name = (row.path.clone(), String::new(), row.game);
                (name, (near.stones, row.hit.as_ref().unwrap().number))
            })
            .collect();
        assert_eq!(found, expected, "{near} {loose} {symmetric} {any}\n{:?}", plain.board().rows());
        assert!(answer.games.is_sorted_by_key(|near| near.stones));
        for (stones, count) in (0..).zip(&answer.by_stones) {
            let counted = expected.values().filter(|(known, _)| *known == stones).count();
            assert_eq!(*count, counted as u64);
            *by_distance.entry(stones).or_default() += counted;
        }
        for near in answer.games.iter().filter(|near| near.stones == 0) {
            assert_eq!(near.differences, Vec::new());
        }
        compared += 1;
    }
    assert!((0..6).all(|stones| by_distance[&stones] > 5), "{by_distance:?}");
}
