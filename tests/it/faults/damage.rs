//! Files of the index that are damaged, missing or from another version.

use super::index::{game, segments_in};
use crate::support::{Place, Random, copy_tree, digest, files_below, hits, run_on, sample_archive};
use kifu_index::error::{ErrorKind, Remedy};
use kifu_index::index::Index;
use kifu_index::index::build::{Options, ReadProgress, build, rebuild};
use kifu_index::index::verify::verify;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Files that belong to the last commit of an index. Leftovers of earlier commits are not read, so damage in them is
/// harmless.
fn files_in_use(folder: &Path) -> Vec<PathBuf> {
    let meta = std::fs::read(folder.join("meta.json")).unwrap();
    let meta = String::from_utf8_lossy(&meta).replace('-', "");
    let is_living = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let stem = name.split('.').next().unwrap();
        // This file lists files that were not read. A build works without it, and no answer depends on it, so damage in
        // it is no fault.
        let is_optional = name == "unread.json";
        let is_part =
            name.ends_with(".json") && !is_optional || meta.contains(&name.replace('-', ""));
        is_part || stem.len() == 32 && meta.contains(stem)
    };
    let files = files_below(folder);
    files.into_iter().filter(is_living).collect()
}

/// Builds an index of two segments, one of them with deleted games.
fn two_segments() -> Place {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    place.write("gone.sgf", game("Gone"));
    place.build();
    std::fs::remove_file(place.games().join("gone.sgf")).unwrap();
    place.write("new.sgf", game("Nora"));
    place.build();
    let extensions: BTreeSet<String> = files_in_use(&place.folder())
        .iter()
        .filter_map(|path| Some(path.extension()?.to_str()?.to_owned()))
        .collect();
    for extension in
        "kifu kpos kpat kval store fast idx pos term fieldnorm del json jsonl".split(' ')
    {
        assert!(extensions.contains(extension), "{extensions:?}");
    }
    place
}

/// Digest of all answers of a damaged index; `None` if opening or asking the index fails.
fn answer(place: &Place) -> Option<String> {
    let result = catch_unwind(AssertUnwindSafe(|| digest(&place.folder(), &place.games())));
    match result {
        Ok(Ok(digest)) => Some(digest),
        Ok(Err(error)) => {
            use ErrorKind::{Damaged, NoIndex, OtherVersion};
            let kind = error.kind();
            assert!(matches!(kind, Damaged | NoIndex | OtherVersion), "{error}");
            let remedy = error.remedy();
            let builds = matches!(remedy, Some(Remedy::Build | Remedy::Rebuild { .. }));
            assert!(builds, "{error}: {remedy:?}");
            None
        }
        // A damaged file may make tantivy panic; the program turns this panic into an error.
        Err(_) => None,
    }
}

fn is_noticed(place: &Place, file: &Path) -> bool {
    let name = file.file_name().unwrap().to_str().unwrap();
    match verify(&place.folder()) {
        Err(_) => name == "kifu-index.json" || name == "meta.json",
        Ok(verified) => verified.damaged.iter().any(|damaged| damaged.message.contains(name)),
    }
}

/// Offsets at which the test flips a bit: at the beginning, middle and end of a file, in its checksums, in their
/// number, and in the magic number.
fn flip_offsets(bytes: &[u8], more: usize) -> BTreeSet<usize> {
    let len = bytes.len();
    let mut places: BTreeSet<usize> = [0, len / 2, len.saturating_sub(9), len - 1].into();
    if let Some(at) = len.checked_sub(16) {
        let data = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
        places.extend(
            [data.saturating_sub(1), data, at.saturating_sub(1), at, at + 8]
                .map(|at| at.min(len - 1)),
        );
    }
    let mut random = Random(len as u64);
    places.extend((0..more).map(|_| random.below(len)));
    places
}

fn flipped_bits(more: usize) {
    let place = two_segments();
    let expected = digest(&place.folder(), &place.games()).unwrap();
    assert_eq!(verify(&place.folder()).unwrap().damaged, []);
    let mut refused = 0;
    for file in files_in_use(&place.folder()) {
        let bytes = std::fs::read(&file).unwrap();
        for at in flip_offsets(&bytes, more) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            std::fs::write(&file, &flipped).unwrap();
            let what = format!("byte {at} of {} in {}", bytes.len(), file.display());
            match answer(&place) {
                Some(answer) => assert!(answer == expected, "{what}"),
                None => refused += 1,
            }
            assert!(is_noticed(&place, &file), "{what}");
        }
        for cut in [0, bytes.len() / 3, bytes.len() - 1] {
            std::fs::write(&file, &bytes[..cut]).unwrap();
            let what = format!("{} cut to {cut} bytes", file.display());
            assert!(answer(&place).is_none_or(|answer| answer == expected), "{what}");
            assert!(is_noticed(&place, &file), "{what}");
        }
        std::fs::remove_file(&file).unwrap();
        let answered = answer(&place).is_none_or(|answer| answer == expected);
        assert!(answered && is_noticed(&place, &file), "without {}", file.display());
        std::fs::write(&file, &bytes).unwrap();
    }
    assert!(refused > 100, "{refused}");
    assert!(answer(&place).is_some_and(|answer| answer == expected));
}

#[test]
fn a_flipped_bit_changes_no_answer() {
    flipped_bits(0);
}

#[test]
#[ignore = "takes minutes"]
fn many_flipped_bits_change_no_answer() {
    flipped_bits(60);
}

#[test]
fn a_damaged_index_is_reported_and_rebuilt() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let games = place.games();
    run_on(&place.folder(), &["build".as_ref(), games.as_os_str()]).ends(0);
    let verified = run_on(&place.folder(), &["status", "--verify"]).ends(0);
    assert!(verified.out.contains("all are intact"), "{}", verified.out);
    let expected = digest(&place.folder(), &games).unwrap();
    for extension in ["kpos", "kifu", "store", "fast", "term", "jsonl", "json"] {
        for file in files_below(&place.folder()) {
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            if !name.ends_with(&format!(".{extension}")) {
                continue;
            }
            let mut bytes = std::fs::read(&file).unwrap();
            bytes.iter_mut().skip(2).step_by(4096).for_each(|byte| *byte ^= 4);
            std::fs::write(&file, bytes).unwrap();
        }
        let commands = [
            &["status", "--verify"][..],
            &["search", "player:Lee"],
            &["position", "Q16"],
            &["build"],
        ];
        let refused = commands.map(|command| {
            let run = run_on(&place.folder(), command);
            let is_reported = run.err.contains("damaged") && run.err.contains("--rebuild");
            assert_eq!(run.code, Some(if is_reported { 2 } else { 0 }), "{extension} {run:?}");
            assert!(!run.err.contains("panicked"), "{}", run.err);
            is_reported
        });
        assert!(refused[0], "{extension}");
        assert!(refused[1] || refused[2], "{extension}");
        if extension == "jsonl" {
            let error = run_on(&place.folder(), &["build", "--rebuild"]).ends(2).err;
            assert!(error.contains("name the folders"), "{error}");
            let named = ["build".as_ref(), "--rebuild".as_ref(), games.as_os_str()];
            run_on(&place.folder(), &named).ends(0);
        } else {
            run_on(&place.folder(), &["build", "--rebuild"]).ends(0);
        }
        run_on(&place.folder(), &["status", "--verify"]).ends(0);
        assert!(digest(&place.folder(), &games).unwrap() == expected);
        assert!(!place.folder().join("rebuilding").exists());
    }
    // A rebuild must remove the files that it replaces.
    assert_eq!(segments_in(&place.folder()), place.index().segment_count());
}

/// Fault F68: a build that succeeds must leave an undamaged index, whichever file was damaged before.
#[test]
fn a_build_does_not_continue_a_damaged_index() {
    let place = two_segments();
    let whole = place.folder().with_file_name("whole");
    copy_tree(&place.folder(), &whole);
    let (mut refused, mut healed) = (0, 0);
    let mut check = |file: &Path, what: &str, damage: &dyn Fn(&Path)| {
        std::fs::remove_dir_all(place.folder()).unwrap();
        copy_tree(&whole, &place.folder());
        let name = file.file_name().unwrap();
        damage(&place.folder().join(name));
        match build(&place.folder(), &[], &Options::default(), &ReadProgress::default()) {
            Ok(_) => {
                let damaged = verify(&place.folder()).unwrap().damaged;
                assert_eq!(damaged, [], "{name:?} {what}");
                healed += 1;
            }
            Err(error) => {
                use ErrorKind::{Damaged, NoIndex, OtherVersion};
                let kind = error.kind();
                assert!(matches!(kind, Damaged | NoIndex | OtherVersion), "{error}");
                refused += 1;
            }
        }
    };
    for file in files_in_use(&whole) {
        let len = std::fs::metadata(&file).unwrap().len() as usize;
        for at in [0, len / 2, len - 1] {
            check(&file, &format!("flipped at {at}"), &|path| {
                let mut bytes = std::fs::read(path).unwrap();
                bytes[at] ^= 1 << (at % 8);
                std::fs::write(path, bytes).unwrap();
            });
        }
        for cut in [0, len - 1] {
            check(&file, &format!("cut to {cut}"), &|path| {
                let file = std::fs::File::options().write(true).open(path).unwrap();
                file.set_len(cut as u64).unwrap();
            });
        }
        check(&file, "gone", &|path| std::fs::remove_file(path).unwrap());
    }
    // A build rewrites some files in any case, such as the groups of copies, so damage in these files is repaired.
    assert!(refused > 80, "{refused} refused, {healed} healed");
}

#[test]
fn an_index_of_another_version_is_rebuilt() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    place.write("more/b.sgf", game("Bea"));
    place.build();
    let marker = place.folder().join("kifu-index.json");
    for version in ["{\"kifu_index\":1}", "{\"kifu_index\":999}"] {
        std::fs::write(&marker, version).unwrap();
        let error = Index::open(&place.folder()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OtherVersion);
        let folder = place.folder();
        assert_eq!(error.remedy(), Some(&Remedy::Rebuild { folder }));
        let report = rebuild(&place.folder(), &[], &Options::default(), &ReadProgress::default());
        assert_eq!(report.unwrap().read.game_count(), 2);
        assert_eq!(place.found(""), ["a.sgf@1", "more/b.sgf@1"]);
    }
    // A rebuild while the root is missing would lose its games, so it must fail and change nothing.
    let away = place.games().with_file_name("away");
    std::fs::rename(place.games(), &away).unwrap();
    let failed = rebuild(&place.folder(), &[], &Options::default(), &ReadProgress::default());
    assert_eq!(failed.unwrap_err().kind(), ErrorKind::Io);
    assert_eq!(hits(&place.engine(), "").len(), 2);
    // A rebuild with explicit folders must read only these folders.
    let roots = [away.join("more")];
    let report = rebuild(&place.folder(), &roots, &Options::default(), &ReadProgress::default());
    assert_eq!(report.unwrap().totals.game_count(), 1);
    assert_eq!(place.index().header().roots.len(), 1);
}
