//! Groups of copies among generated games, compared with a plain comparison of all pairs: a complete edit distance
//! table under every symmetry.

use super::{Moves, groups, map, sgf};
use crate::support::{Place, Random};
use std::collections::BTreeSet;

fn images(moves: &Moves) -> Vec<Moves> {
    let mut images = Vec::new();
    let mut image = moves.clone();
    for _ in 0..4 {
        images.push(map(&image, |x, y| (18 - x, y)));
        image = map(&image, |x, y| (y, 18 - x));
        images.push(image.clone());
    }
    images
}

/// Smallest number of edits after which one list of moves is a beginning of the other.
fn edits(a: &Moves, b: &Moves) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut least = row[b.len()];
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let change = row[j] + usize::from(x != y);
            next.push(change.min(row[j + 1] + 1).min(next[j] + 1));
        }
        row = next;
        least = least.min(row[b.len()]);
    }
    least.min(*row.iter().min().unwrap())
}

#[derive(PartialEq, Eq, Clone, Copy, Debug)]
enum Relation {
    None,
    Copies,
    Beginning,
}

fn relation(a: &Moves, b: &Moves) -> Relation {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let (n, m) = (short.len(), long.len());
    if n < 20 || n < 40 && n != m {
        return Relation::None;
    }
    let edits = images(short).iter().map(|image| edits(image, long)).min().unwrap();
    let allowed = if n < 40 { 0 } else { n / 25 };
    match edits <= allowed {
        false => Relation::None,
        true if n >= 100 || 10 * n >= 8 * m => Relation::Copies,
        true => Relation::Beginning,
    }
}

fn root(sets: &[usize], mut game: usize) -> usize {
    while sets[game] != game {
        game = sets[game];
    }
    game
}

/// Groups that are expected from comparing all pairs of games.
fn expected(games: &[(String, Moves)]) -> Vec<Vec<String>> {
    let mut sets: Vec<usize> = (0..games.len()).collect();
    let mut beginnings = Vec::new();
    for i in 0..games.len() {
        for j in 0..i {
            match relation(&games[i].1, &games[j].1) {
                Relation::None => {}
                Relation::Copies => {
                    let (a, b) = (root(&sets, i), root(&sets, j));
                    sets[a] = b;
                }
                Relation::Beginning if games[i].1.len() < games[j].1.len() => {
                    beginnings.push((i, j))
                }
                Relation::Beginning => beginnings.push((j, i)),
            }
        }
    }
    // Each generated beginning is continued in one game only, so the order in which beginnings are added to groups does
    // not matter.
    for &(short, long) in &beginnings {
        let group_root = root(&sets, short);
        let goals: BTreeSet<usize> = beginnings
            .iter()
            .filter(|(other, _)| root(&sets, *other) == group_root)
            .map(|&(_, long)| root(&sets, long))
            .filter(|&goal| goal != group_root)
            .collect();
        if goals.len() == 1 {
            sets[group_root] = root(&sets, long);
        }
    }
    let mut groups: Vec<Vec<String>> = (0..games.len())
        .map(|of| {
            let members = (0..games.len()).filter(|&game| root(&sets, game) == of);
            members.map(|game| games[game].0.clone()).collect()
        })
        .filter(|group: &Vec<String>| group.len() > 1)
        .collect();
    groups.iter_mut().for_each(|group| group.sort());
    groups.sort();
    groups
}

/// Copy of a game with a few random changes.
fn randomly_changed(random: &mut Random, game: &Moves) -> Moves {
    let mut copy = game.clone();
    for _ in 0..random.below(4) {
        let at = random.below(copy.len());
        let stray = random.point(19);
        match random.below(5) {
            0 => copy[at] = stray,
            1 => copy.insert(at, stray),
            2 => drop(copy.remove(at)),
            _ => copy.truncate(copy.len() - random.below(copy.len() / 2)),
        }
    }
    match random.below(4) {
        0 => map(&copy, |x, y| (y, x)),
        1 => map(&copy, |x, y| (18 - y, x)),
        2 => map(&copy, |x, y| (18 - x, 18 - y)),
        _ => copy,
    }
}

#[test]
fn groups_are_those_of_all_pairs() {
    let mut random = Random(21);
    let place = Place::new();
    let mut games = Vec::new();
    for base in 0..40 {
        let length = 15 + random.below(180);
        let game = random.points(19, length);
        for copy in 0..1 + random.below(3) {
            let moves = match copy {
                0 => game.clone(),
                _ => randomly_changed(&mut random, &game),
            };
            let name = format!("{base:02}-{copy}");
            place.write(&format!("{name}.sgf"), sgf("", &moves));
            games.push((name, moves));
        }
    }
    place.build();
    let expected = expected(&games);
    assert!(expected.len() > 15, "{}", expected.len());
    assert_eq!(groups(&place.engine()), expected);
}
