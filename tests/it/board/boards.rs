//! Replays games and compares the last position with a board drawn by hand. Each file of `tests/boards` contains a
//! game, the numbers of its illegal moves if there are any, and a drawing of the last position.

use kifu_index::formats;
use kifu_index::record::Replayer;
use std::ops::ControlFlow;

#[test]
fn boards() {
    insta::glob!("../../boards", "*.txt", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy();
        let mut lines = text.lines().peekable();
        let game = lines.next().unwrap();
        let forbidden =
            lines.next_if(|line| line.starts_with("forbidden: ")).unwrap_or("forbidden: ");
        let drawing: Vec<&str> = lines.collect();

        let parsed = formats::read(game.as_bytes());
        let [record] = &parsed.records[..] else { panic!("{name}: no game") };
        assert!(
            record.diagnostics.iter().all(|d| d.code.as_str() == "unreliable-positions"),
            "{name}"
        );
        let mut found = Vec::new();
        let mut rows = Vec::new();
        Replayer::new().replay(record.start, &record.tree, |ply| {
            if ply.breach.is_some() {
                found.push(ply.number.to_string());
            }
            rows = ply.board.rows();
            ControlFlow::Continue(())
        });
        assert_eq!(rows, drawing, "{name}");
        assert_eq!(format!("forbidden: {}", found.join(" ")), forbidden, "{name}");
    });
}
