//! A second implementation of the hash of a position, slow and plain, to check the one of the program.

use kifu_index::game::GameKind;
use kifu_index::game::board::Board;

/// Hash of a position by its definition, computed from scratch.
pub fn hash_by_definition(board: &Board) -> u64 {
    fn mix(z: u64) -> u64 {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    let (width, height) = (u64::from(board.size().width()), u64::from(board.size().height()));
    let code = match board.game() {
        GameKind::Go => 1,
        GameKind::Loa => 9,
        GameKind::Other(number) => 0x1_0000 + u64::from(number),
    };
    let base = mix(code * 0x1_0000 + width * 0x100 + height);
    let rows: Vec<Vec<char>> = board.rows().iter().map(|row| row.chars().collect()).collect();
    let mut sums = Vec::new();
    for transposed in [false, true] {
        for mirrored_y in [false, true] {
            for mirrored_x in [false, true] {
                let mut sum = 0;
                for (y, row) in (0..).zip(&rows) {
                    for (x, stone) in (0..).zip(row) {
                        let stone = match stone {
                            'X' => 1,
                            'O' => 2,
                            '#' => 3,
                            _ => continue,
                        };
                        let (x, y): (u64, u64) = if transposed { (y, x) } else { (x, y) };
                        let x = if mirrored_x { (width - 1).wrapping_sub(x) } else { x };
                        let y = if mirrored_y { (height - 1).wrapping_sub(y) } else { y };
                        let place = (stone * 0x1_0000u64)
                            .wrapping_add(x.wrapping_mul(0x100))
                            .wrapping_add(y);
                        sum ^=
                            mix(base.wrapping_add(mix(place.wrapping_add(0x9e37_79b9_7f4a_7c15))));
                    }
                }
                if !transposed || width == height {
                    sums.push(sum);
                }
            }
        }
    }
    mix(sums.into_iter().min().unwrap() ^ base)
}
