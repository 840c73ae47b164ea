//! Properties of the search for patterns in any games: it must find them where brute force does.

use super::choices::{Choices, Choose};
use super::drawn::{Drawn, KINDS, Oracle};
use super::plain::Known;
use super::scratch::Scratch;
use kifu_index::game::GameKind;

/// Number of bytes of the input from which a pattern is made. Games are made from the rest.
const PATTERN_BYTES: usize = 16;
const PATTERN_COUNT: usize = 6;

/// Searches for patterns in games, both made from the input, and compares with brute force. Returns the number of hits.
pub fn is_sound(scratch: &Scratch, input: &[u8]) -> usize {
    let (patterns, games) = input.split_at(input.len().min(PATTERN_COUNT * PATTERN_BYTES));
    let mut choices = Choices(games);
    let games = 1 + choices.below(3);
    let text: String = (0..games).map(|_| game(&mut choices)).collect();
    scratch.clear();
    let path = scratch.write("a.sgf", text.as_bytes());
    scratch.build();
    let known = Known::read(path, String::new(), text.as_bytes());
    assert_eq!(known.len(), games, "{text}");
    let mut oracle = Oracle::new(known, scratch.engine());
    for pattern in patterns.chunks(PATTERN_BYTES) {
        let mut choices = Choices(pattern);
        let kind = KINDS.get(choices.below(KINDS.len() + 2));
        let drawn = match kind {
            Some(&kind) => oracle.draw(kind, &mut choices).map(|(drawn, _)| drawn),
            None => Some(Drawn::random_small(&mut choices)),
        };
        let (symmetric, any_colors) = (!choices.chance(20), choices.chance(30));
        if let Some(drawn) = drawn {
            oracle.compare(&drawn, GameKind::Go, symmetric, any_colors);
        }
    }
    oracle.hits
}

/// Maximum number of nodes of a game.
const MAX_NODES: usize = 48;

/// Makes a game with captures, passes, setup and variations.
fn game(choices: &mut Choices) -> String {
    let width = 5 + choices.below(15);
    let height = if choices.chance(90) { width } else { 5 + choices.below(15) };
    let mut text = format!("(;SZ[{width}:{height}]");
    let mut open = 1;
    let mut black = true;
    for _ in 0..choices.below(MAX_NODES) {
        let point = |choices: &mut Choices| {
            // Most moves lie in one corner, where stones are captured.
            let side = if choices.chance(70) { 5 } else { 19 };
            let letter = |n: usize| char::from(b'a' + n as u8);
            let (x, y) = (choices.below(width.min(side)), choices.below(height.min(side)));
            format!("{}{}", letter(x), letter(y))
        };
        let kind = choices.below(16);
        black ^= kind != 4;
        let color = if black { "B" } else { "W" };
        text += &match kind {
            0 => format!(";{color}[]"),
            1 => format!(";A{}[{}]", ["B", "W", "E"][choices.below(3)], point(choices)),
            2 => {
                open += 1;
                format!("(;{color}[{}]", point(choices))
            }
            // Ends a variation and begins another.
            3 if open > 1 => {
                format!(")(;{color}[{}]", point(choices))
            }
            _ => format!(";{color}[{}]", point(choices)),
        };
    }
    text + &")".repeat(open)
}
