//! Content key: identifies a game wherever its file lies and however it is written.

use super::kifu::setup_number;
use kifu_record::game::hash::mix;
use kifu_record::game::{Color, GameKind, Move, Point, Stone};
use kifu_record::text::fold::fold;
use kifu_record::{Action, GameRecord, GameTree};

/// Number of moves below which the names and the date become part of the key. Openings, problems and games with only
/// the first moves recorded have equal moves without being the same game.
const SHORT_GAME_MOVES: u32 = 20;

/// Returns the content key of a game.
///
/// It is a hash of the start position (game, board, stones, side to play) and of the moves of the main line with their
/// colours; below 20 moves also of the players' folded names and of the date as written. It does not depend on the
/// file's place, format or charset, nor on comments or variations.
///
/// Tags, stars and notes are stored under this key, so it must never change.
pub fn content_key(record: &GameRecord) -> u64 {
    let start = record.start;
    let number: u16 = match start.game {
        GameKind::Go => 1,
        GameKind::Loa => 9,
        GameKind::Other(number) => number,
    };
    let size = start.size;
    let [low, high] = number.to_le_bytes();
    let head = [low, high, size.width(), size.height(), setup_number(start.setup)];
    let mut hash = hash_bytes(0, &head);
    hash = hash_bytes(hash, &encode_setup(record));
    hash = hash_bytes(hash, &encode_moves(&record.tree));
    if record.tree.main_move_count() < SHORT_GAME_MOVES {
        let texts = header_texts(record);
        hash = texts.iter().fold(hash, |hash, text| hash_bytes(hash, text.as_bytes()));
    }
    hash
}

/// Adds bytes to a hash, eight at a time, and then the number of bytes.
fn hash_bytes(hash: u64, bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(hash, |hash, chunk| mix(hash ^ u64::from_le_bytes(*chunk)));
    mix(mix(hash ^ word(rest)).wrapping_add(bytes.len() as u64))
}

/// Header texts that distinguish short records: the players' folded names and the date.
fn header_texts(record: &GameRecord) -> [String; 3] {
    let players = &record.info.players;
    let name = |color: Color| fold(players[color].name.as_deref().unwrap_or_default());
    let date = record.properties.iter().find(|p| p.name == "DT");
    let date = date.and_then(|date| date.values.first());
    let date = date.map_or("", |date| date.trim());
    [name(Color::Black), name(Color::White), date.to_owned()]
}

/// Encodes the stones before the first move and the side to play. The stones are in the order of their points, however
/// the record orders them. The side is the stated one, or else that of the first move. A game without setup is encoded
/// as the side only.
fn encode_setup(record: &GameRecord) -> Vec<u8> {
    let size = record.start.size;
    let width = usize::from(size.width());
    let (mut stones, mut side) = (Vec::new(), None);
    let before = record.tree.main_line();
    for action in before.flat_map(|node| record.tree.actions(node)) {
        match *action {
            Action::Add(stone, from, to) => {
                stones.resize(size.area(), Stone::Empty);
                for (x, y) in rectangle(from, to) {
                    let at = usize::from(y) * width + usize::from(x);
                    if let Some(place) = stones.get_mut(at) {
                        *place = stone;
                    }
                }
            }
            Action::Turn(color) => side = Some(color),
            Action::Move(color, _) | Action::Raw(color, _) => {
                side = side.or(Some(color));
                break;
            }
        }
    }
    let mut bytes = vec![side.map_or(0, letter)];
    let points = size.points().zip(stones);
    for (point, stone) in points.filter(|(_, stone)| *stone != Stone::Empty) {
        bytes.extend([point.x, point.y, stone as u8]);
    }
    bytes
}

/// Encodes the moves of the main line, and the setup between them.
fn encode_moves(tree: &GameTree) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(3 * tree.main_move_count() as usize);
    let actions = tree.main_line().flat_map(|node| tree.actions(node));
    for action in actions.skip_while(|action| !action.is_move()) {
        match *action {
            Action::Move(color, action) => {
                bytes.push(letter(color));
                push_move(&mut bytes, action);
            }
            Action::Raw(color, text) => {
                let text = tree.raw_text(text);
                bytes.extend([letter(color), b'"']);
                bytes.extend((text.len() as u32).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            Action::Add(stone, from, to) => {
                bytes.extend([b'+', stone as u8, from.x, from.y, to.x, to.y]);
            }
            Action::Turn(color) => bytes.extend([b'>', letter(color)]),
        }
    }
    bytes
}

fn push_move(bytes: &mut Vec<u8>, action: Move) {
    match action {
        Move::Place(point) => bytes.extend([point.x, point.y]),
        Move::Slide { from, to } => bytes.extend([b'-', from.x, from.y, to.x, to.y]),
        Move::Remove(point) => bytes.extend([b'x', point.x, point.y]),
        Move::Pass => bytes.push(b'p'),
        Move::Resign => bytes.push(b'r'),
        Move::Forfeit => bytes.push(b'f'),
        Move::Escape => bytes.push(b'e'),
        Move::Unreadable => bytes.push(b'?'),
    }
}

/// Points of a rectangle given by two opposite corners.
fn rectangle(from: Point, to: Point) -> impl Iterator<Item = (u8, u8)> {
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

fn letter(color: Color) -> u8 {
    match color {
        Color::Black => b'B',
        Color::White => b'W',
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::formats;

    fn key(bytes: &[u8]) -> u64 {
        content_key(&formats::read(bytes).records[0])
    }

    fn key_of_text(text: &str) -> u64 {
        key(text.as_bytes())
    }

    /// Makes an SGF game with this number of moves.
    fn game(head: &str, moves: usize) -> String {
        let at = |number: usize| {
            let letter = |at: usize| char::from(b'a' + at as u8);
            let side = if number.is_multiple_of(2) { 'B' } else { 'W' };
            let (x, y) = (letter(number % 19), letter(3 * (number / 19) + 2));
            format!(";{side}[{x}{y}]")
        };
        let moves: String = (0..moves).map(at).collect();
        format!("(;GM[1]FF[4]SZ[19]{head}{moves})")
    }

    #[test]
    fn a_game_has_one_key_in_every_file_charset_and_form() {
        let short = |head| key_of_text(&game(head, 8));
        let utf8 = game("CA[UTF-8]PB[\u{4f9d}\u{7530}]PW[\u{5f20}\u{6804}]DT[1999]", 8);
        let gbk = utf8.replace("UTF-8", "GBK");
        let (gbk, ..) = encoding_rs::GBK.encode(&gbk);
        assert_eq!(key(utf8.as_bytes()), key(&gbk));
        assert_eq!(short("PB[Lee Sedol]"), short("PB[LEE SEDOL]C[a comment]RE[B+R]"));
        // From 20 moves on, names and date are not part of the key.
        let long = key_of_text(&game("PB[Anna]DT[1999]", 30));
        assert_eq!(long, key_of_text(&game("PB[Berta]DT[2001]C[hello]", 30)));
        let plain = game("", 30);
        let (before, last) = plain.split_at(plain.rfind(';').unwrap());
        let last = last.trim_end_matches(')');
        assert_eq!(long, key_of_text(&format!("{before}({last}C[x])(;W[ss];B[rr]))")));
    }

    #[test]
    fn what_differs_has_another_key() {
        let different = [
            game("", 8),
            game("", 9),
            game("PB[Anna]", 8),
            game("PW[Anna]", 8),
            game("DT[1999]", 8),
            game("HA[2]AB[dd][pp]", 8),
            game("AW[dd]AB[pp]", 8),
            game("AW[pp]AB[dd]", 8),
            game("AB[dd]AW[pp]PL[W]", 8),
            game("", 8).replace("SZ[19]", "SZ[13]"),
            game("", 29),
            game("", 30),
            game("AB[ss]", 30),
            game("", 30).replace("W[bc]", "B[bc]"),
            "(;GM[1]SZ[19])".to_owned(),
            "(;GM[9]SZ[8])".to_owned(),
        ];
        let mut keys: Vec<u64> = different.iter().map(|text| key_of_text(text)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), different.len());
        // The order of setup stones does not matter.
        assert_eq!(
            key_of_text("(;SZ[9]AB[aa][bb][cc];B[dd])"),
            key_of_text("(;SZ[9]AB[cc][aa]AB[bb];B[dd])")
        );
        assert_eq!(key_of_text("(;SZ[9]AB[aa:ba])"), key_of_text("(;SZ[9]AB[ba][aa])"));
        // Without `PL`, the first move determines the side to play.
        assert_eq!(key_of_text("(;SZ[9]AB[aa]PL[W];W[dd])"), key_of_text("(;SZ[9]AB[aa];W[dd])"));
    }

    /// Tags and notes of users are stored under these numbers, so a failure here means that they would be lost.
    #[test]
    fn keys_never_change() {
        let keys = [key_of_text("(;SZ[9]PB[Anna];B[ee];W[ge])"), key_of_text(&game("", 30))];
        assert_eq!(keys, [4344602462221155369, 10906447839042945455]);
    }
}
