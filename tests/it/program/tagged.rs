//! The command `tag`: files as arguments, notes that are replaced, and messages if nothing changes.

use super::{Run, program};
use crate::support::{Place, temporary_folder};
use std::path::Path;

fn tag(place: &Place, settings: &Path, arguments: &[&str]) -> Run {
    let mut command = program(&place.folder());
    command.env("XDG_CONFIG_HOME", settings).current_dir(place.games()).arg("tag").args(arguments);
    let done = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { code: done.status.code(), out: text(done.stdout), err: text(done.stderr) }
}

#[test]
fn files_select_their_games_and_replaced_notes_are_printed() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[aa];W[bb];B[cc])");
    place.write("two.sgf", "(;PB[Berta];B[ab])(;PB[Carla];B[ac])");
    place.build();
    place.write("later.sgf", "(;PB[Dora];B[ad])");
    let settings = temporary_folder();
    let run = |arguments: &[&str]| {
        let run = tag(&place, settings.path(), arguments).ends(0);
        (run.out, run.err)
    };
    assert_eq!(
        run(&["a.sgf", "--add", "study", "--star"]).0,
        "1 game: 1 tag added, 1 star given\n"
    );
    assert_eq!(
        run(&["a.sgf", "--add", "study", "--star"]).0,
        "1 game: already tagged and starred, nothing changed\n"
    );
    assert_eq!(run(&["two.sgf", "--add", "both"]).0, "2 games: 2 tags added\n");
    assert_eq!(run(&["two.sgf@2", "--add", "second"]).0, "1 game: 1 tag added\n");
    // A file outside of the index can be tagged, too, because tags belong to the content of a game.
    assert_eq!(run(&["later.sgf", "--add", "new"]).0, "1 game: 1 tag added\n");
    assert_eq!(run(&["player:Anna", "--note", "first"]).0, "1 game: 1 note written\n");
    let (out, err) = run(&["a.sgf", "--note", "second"]);
    assert_eq!(out, "1 game: 1 note written in place of another\n");
    assert!(err.contains("It replaced this note: first"), "{err}");
    assert_eq!(
        run(&["player:*", "--note", "all"]).0,
        "3 games: 3 notes written, 1 of them in place of others\n"
    );
    assert!(run(&["a.sgf", "--note", "all"]).0.contains("already with this note, nothing changed"));
    let refused = tag(&place, settings.path(), &["none.sgf", "--add", "x"]);
    assert!(refused.out.is_empty(), "{}", refused.out);
}
