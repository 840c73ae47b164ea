//! The file that stores the groups of copies: missing, outdated or damaged, and after a refresh.

use super::{groups, moves, sgf};
use crate::support::Place;
use kifu_index::index::verify::verify;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let mut files: Vec<(std::time::SystemTime, PathBuf)> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("duplicates-"))
        .map(|entry| (entry.metadata().unwrap().modified().unwrap(), entry.path()))
        .collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).collect()
}

/// Makes a temporary archive with one pair of copies and one other game.
fn pair() -> Place {
    let place = Place::new();
    place.write("a.sgf", sgf("", &moves(30, 90)));
    place.write("b.sgf", sgf("PB[Anna]", &moves(30, 80)));
    place.write("c.sgf", sgf("", &moves(31, 90)));
    place.build();
    place
}

#[test]
fn a_missing_or_damaged_file_changes_no_answer() {
    let place = pair();
    let file = files(&place.folder()).pop().unwrap();
    let whole = std::fs::read(&file).unwrap();
    assert_eq!(groups(&place.engine()), [["a", "b"]]);
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&file, damaged).unwrap();
        assert_eq!(groups(&place.engine()), [["a", "b"]], "byte {at}");
    }
    let found = verify(&place.folder()).unwrap().damaged;
    assert_eq!(found.len(), 1);
    assert!(file.ends_with(&found[0].file));
    for length in [0, 1, whole.len() - 1] {
        std::fs::write(&file, &whole[..length]).unwrap();
        assert_eq!(groups(&place.engine()), [["a", "b"]]);
    }
    std::fs::remove_file(&file).unwrap();
    assert_eq!(groups(&place.engine()), [["a", "b"]]);
    assert_eq!(verify(&place.folder()).unwrap().damaged, []);
    // A reader must compute the groups but not write them. The next build writes the file.
    assert_eq!(files(&place.folder()), Vec::<PathBuf>::new());
    place.build();
    assert_eq!(files(&place.folder()).len(), 1);
}

#[test]
fn groups_stored_for_other_games_are_ignored() {
    let (place, other) = (pair(), Place::new());
    other.write("x.sgf", sgf("", &moves(32, 70)));
    other.build();
    let (index_files, foreign) = (files(&place.folder()), files(&other.folder()));
    std::fs::copy(&foreign[0], &index_files[0]).unwrap();
    assert_eq!(groups(&place.engine()), [["a", "b"]]);
}

#[test]
fn a_refresh_finds_new_copies_and_forgets_old_ones() {
    let place = pair();
    place.write("d.sgf", sgf("", &moves(31, 88)));
    place.build();
    assert_eq!(groups(&place.engine()), [["a", "b"], ["c", "d"]]);
    std::fs::remove_file(place.games().join("b.sgf")).unwrap();
    place.build();
    assert_eq!(groups(&place.engine()), [["c", "d"]]);
    // The files with the groups of copies that the last two builds wrote must both be there.
    assert_eq!(files(&place.folder()).len(), 2);
    // If no game changes, a build must leave the file as it is.
    let before = std::fs::read(files(&place.folder()).pop().unwrap()).unwrap();
    place.build();
    assert_eq!(groups(&place.engine()), [["c", "d"]]);
    let after = std::fs::read(files(&place.folder()).pop().unwrap()).unwrap();
    assert_eq!(before, after);
}

#[test]
fn groups_of_unchanged_games_are_reused() {
    let place = pair();
    // The test replaces the file by one of an index without copies. The answer then shows whether the file was read.
    let file = files(&place.folder()).pop().unwrap();
    let open = place.engine();
    for _ in 0..2 {
        // Changes the game, so that the build reads it again.
        place.write("c.sgf", sgf("", &moves(31, 90)));
        place.build();
    }
    // The reader that is still open refers to this file, which is deleted by now.
    assert!(!file.exists());
    assert_eq!(groups(&open), [["a", "b"]]);
}

#[test]
fn the_same_game_below_two_roots_is_a_copy() {
    let place = pair();
    let twin = Place::new();
    twin.write("a.sgf", sgf("", &moves(30, 90)));
    let options = Default::default();
    crate::support::build_with(&place.folder(), &[twin.games()], &options);
    assert_eq!(groups(&place.engine()), [["a", "a", "b"]]);
}
