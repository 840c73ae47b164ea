//! Points and moves in SGF and GTP notation.

use std::fmt::Write;

/// SGF coordinates of a point, by column and row from the upper left: `a` to `z`, then `A` to `Z`.
pub fn sgf_point((x, y): (usize, usize)) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    [x, y].iter().map(|&at| char::from(LETTERS[at])).collect()
}

/// Name of a point as players and GTP write it, such as `Q16`. Columns skip the letter I.
pub fn gtp_vertex((x, y): (usize, usize), height: usize) -> String {
    let column = b'A' + x as u8 + u8::from(x >= 8);
    format!("{}{}", char::from(column), height - y)
}

/// Nodes of a game in which Black and White play these points in turn.
pub fn sgf_moves(points: impl IntoIterator<Item = (usize, usize)>) -> String {
    let mut text = String::new();
    for (point, color) in points.into_iter().zip(['B', 'W'].into_iter().cycle()) {
        let _ = write!(text, ";{color}[{}]", sgf_point(point));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_two_names() {
        assert_eq!((sgf_point((15, 3)), gtp_vertex((15, 3), 19)), ("pd".into(), "Q16".into()));
        assert_eq!((sgf_point((7, 18)), gtp_vertex((7, 18), 19)), ("hs".into(), "H1".into()));
        assert_eq!((sgf_point((26, 51)), gtp_vertex((8, 0), 9)), ("AZ".into(), "J9".into()));
    }

    #[test]
    fn moves_alternate() {
        assert_eq!(sgf_moves([(15, 3), (3, 15), (0, 0)]), ";B[pd];W[dp];B[aa]");
    }
}
