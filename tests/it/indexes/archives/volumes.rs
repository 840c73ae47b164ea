//! Archives that were split into volumes: the volumes together must give what the archive gives in one file.

use super::*;
use crate::support::{Place, Random, build_with, run_on, set_age};
use kifu_index::index::build::Options;
use std::path::PathBuf;

/// Writes the bytes of an archive as volumes `name.001` and on, each of a random size. Returns their paths.
fn split(
    folder: &Path,
    name: &str,
    bytes: &[u8],
    count: usize,
    random: &mut Random,
) -> Vec<PathBuf> {
    let mut ends = Vec::from_iter((1..count).map(|_| random.below(bytes.len() + 1)));
    ends.push(bytes.len());
    ends.sort_unstable();
    let mut start = 0;
    let volume = |(number, end): (usize, usize)| {
        let path = folder.join(format!("{name}.{:03}", number + 1));
        std::fs::write(&path, &bytes[start..end]).unwrap();
        set_age(&path, 100_000);
        start = end;
        path
    };
    ends.into_iter().enumerate().map(volume).collect()
}

/// Archives of all kinds with the same files, by name.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let tar = tar(FILES);
    vec![
        ("x.zip", zip(FILES)),
        ("x.7z", sevenz(FILES, true)),
        ("y.7z", sevenz(FILES, false)),
        ("x.tar.gz", gz(&tar)),
        ("x.txz", xz(&tar)),
        ("x.tar", tar),
    ]
}

fn paths_of(folder: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    walk(&RootScope::new(folder, None), &Limits::default(), &mut |event| match event {
        WalkEvent::File(file) => paths.push(file.path.strip_prefix(folder).unwrap().into()),
        WalkEvent::SideFile => {}
        other => panic!("{other:?}"),
    });
    paths.iter().map(|path: &PathBuf| path.display().to_string()).collect()
}

#[test]
fn volumes_give_what_the_archive_gives() {
    let mut random = Random::named("volumes", 58);
    let single = ("a.sgf.gz", gz(A));
    for (name, bytes) in archives().into_iter().chain([single]) {
        for count in [1, 2, 3, 7, 40] {
            let folder = temporary_folder();
            let volumes = split(folder.path(), name, &bytes, count, &mut random);
            let read = read_path(&volumes[0], &Limits::default());
            let expected = if name == "a.sgf.gz" { owned(&[("a.sgf", A)]) } else { owned(FILES) };
            assert_eq!(read.entries, expected, "{name} in {count} volumes");
            assert_eq!(read.problems, [], "{name} in {count} volumes");
            assert_eq!(paths_of(folder.path()), [format!("{name}.001")]);
            let path: Arc<Path> = volumes[0].clone().into();
            if name != "a.sgf.gz" {
                let one = crawl::read_one(&path, &["dir/b.SGF"], &Limits::default()).unwrap();
                assert_eq!(one.bytes, B, "{name}");
            }
            for later in &volumes[1..] {
                let read = read_path(later, &Limits::default());
                let (_, kind, message) = read.problem();
                assert_eq!(kind, ProblemKind::UnsupportedArchive);
                assert!(message.contains(&format!("name its first part, {name}.001")), "{message}");
            }
        }
    }
}

#[test]
fn a_missing_volume_is_named() {
    let mut random = Random::named("volumes", 7);
    for (name, bytes) in archives() {
        let count = 6;
        for missing in 1..=count {
            let folder = temporary_folder();
            let part = bytes.len() / count;
            // The sizes are equal, so that the volume that is missing always has bytes that are needed.
            let volumes = Vec::from_iter((1..=count).map(|number| {
                let end = if number == count { bytes.len() } else { number * part };
                let path = folder.path().join(format!("{name}.{number:03}"));
                std::fs::write(&path, &bytes[(number - 1) * part..end]).unwrap();
                path
            }));
            std::fs::remove_file(&volumes[missing - 1]).unwrap();
            if missing == 1 {
                // Each of the others is reported as before, with the name of the first.
                assert_eq!(paths_of(folder.path()).len(), count - 1);
                let read = read_path(&volumes[1], &Limits::default());
                let (_, kind, message) = read.problem();
                assert_eq!(kind, ProblemKind::UnsupportedArchive);
                assert!(message.contains(&format!("{name}.001, is missing")), "{message}");
                continue;
            }
            assert_eq!(paths_of(folder.path()), [format!("{name}.001")]);
            let read = read_path(&volumes[0], &Limits::default());
            let all = owned(FILES);
            assert!(read.entries.iter().all(|entry| all.contains(entry)), "{name} {missing}");
            let messages = Vec::from_iter(read.problems.iter().map(|p| p.message.as_str()));
            // Nothing but a 7z archive tells how long it is, so only the last volume that is there can be named.
            let is_known = missing < count || name.ends_with(".7z");
            let needed = if is_known {
                format!("its part {name}.{missing:03} is missing")
            } else {
                format!("the last part in the folder is {name}.005")
            };
            let is_named = messages.iter().any(|message| message.contains(&needed));
            assert!(is_named || is_end_of_tar(name, missing), "{name} {missing}: {messages:?}");
            if name.ends_with(".7z") {
                assert_eq!(messages.len(), 1, "{messages:?}");
            }
        }
        let folder = temporary_folder();
        split(folder.path(), name, &bytes, 3, &mut random);
        std::fs::create_dir(folder.path().join(format!("{name}.004"))).unwrap();
        std::fs::write(folder.path().join(format!("{name}.004/a.sgf")), A).unwrap();
        let inner = format!("{name}.004/a.sgf");
        assert_eq!(paths_of(folder.path()), [format!("{name}.001"), inner]);
        let read = read_path(&folder.path().join(format!("{name}.001")), &Limits::default());
        assert_eq!((read.entries, read.problems), (owned(FILES), vec![]), "a folder is no volume");
    }
}

/// True if the missing volume has nothing but the padding at the end of a tar archive, which may be absent.
fn is_end_of_tar(name: &str, missing: usize) -> bool {
    name == "x.tar" && missing == 6
}

#[test]
fn a_thousand_volumes_and_odd_numbers() {
    let folder = temporary_folder();
    let bytes = sevenz(&[("a.sgf", &random(4000, 3))], true);
    let write = |number: usize, bytes: &[u8]| {
        std::fs::write(folder.path().join(format!("x.7z.{number:03}")), bytes).unwrap();
    };
    for number in 1..=1200 {
        let at = |number: usize| number * bytes.len() / 1200;
        write(number, &bytes[at(number - 1)..at(number)]);
    }
    assert_eq!(paths_of(folder.path()), ["x.7z.001"]);
    let first = folder.path().join("x.7z.001");
    let all = read_path(&first, &Limits::default());
    assert_eq!((all.names(), all.problems.as_slice()), (vec!["a.sgf"], &[][..]));
    std::fs::remove_file(folder.path().join("x.7z.999")).unwrap();
    let gap = read_path(&first, &Limits::default());
    let (_, _, message) = gap.problem();
    assert!(message.contains("its part x.7z.999 is missing"), "{message}");
    // Numbers that belong to no first volume are files of their own, and are reported.
    for odd in ["x.zip.000", "x.zip.00000000000000000000000002", "x.zip.99999999999999999999"] {
        let read = read(odd, b"PK");
        assert_eq!(read.kinds(), [ProblemKind::UnsupportedArchive], "{odd}");
    }
}

#[test]
fn volumes_inside_an_archive_are_not_put_together() {
    let bytes = sevenz(FILES, true);
    let (begin, end) = bytes.split_at(100);
    let outer = zip(&[("x.7z.001", begin), ("x.7z.002", end), ("b.sgf", B)]);
    let read = read("x.zip", &outer);
    assert_eq!(read.entries, owned(&[("b.sgf", B)]));
    assert_eq!(read.kinds(), [ProblemKind::UnsupportedArchive; 2]);
}

#[test]
fn limits_count_all_volumes() {
    let bytes = gz(&tar(&[("a.sgf", &vec![b' '; 60 << 20])]));
    let folder = temporary_folder();
    let whole = folder.path().join("y.tar.gz");
    std::fs::write(&whole, &bytes).unwrap();
    let volumes = split(folder.path(), "x.tar.gz", &bytes, 9, &mut Random::named("volumes", 1));
    let ratio = (60 << 20) / bytes.len() as u64;
    for ratio in [ratio - 1, ratio + 2] {
        let limits = Limits { ratio, ..Limits::default() };
        let (whole, split) = (read_path(&whole, &limits), read_path(&volumes[0], &limits));
        assert_eq!(whole.entries.len(), split.entries.len(), "{ratio}");
        assert_eq!(whole.kinds(), split.kinds(), "{ratio}");
    }
}

#[test]
fn a_refresh_notices_changes_of_any_volume() {
    for (name, pack) in [
        ("x.zip", zip as fn(&[make::File]) -> Vec<u8>),
        ("x.tar.gz", |files| gz(&tar(files))),
        ("x.7z", |files| sevenz(files, true)),
    ] {
        let place = Place::new();
        let bytes = pack(FILES);
        let volumes = split(&place.games(), name, &bytes, 4, &mut Random::named("volumes", 3));
        let build = |options: &Options| build_with(&place.folder(), &[place.games()], options);
        let report = build(&Options::default());
        assert_eq!((report.totals.game_count(), report.totals.files), (4, 1), "{name}");
        assert_eq!(place.found("player:A"), [format!("{name}.001!a.sgf@1")]);
        let again = build(&Options::default());
        assert_eq!((again.unchanged, again.read.files), (1, 0), "{name}");
        let checked = build(&Options { checksum: true, ..Options::default() });
        assert_eq!((checked.unchanged, checked.read.files), (1, 0), "{name}");
        // A volume gets an older time without a change.
        set_age(&volumes[2], 200_000);
        assert_eq!(build(&Options::default()).read.files, 1, "{name}");
        // A byte changes, and size and time of the volume stay.
        let mut changed = std::fs::read(&volumes[1]).unwrap();
        let time = std::fs::metadata(&volumes[1]).unwrap().modified().unwrap();
        changed[0] ^= 1;
        std::fs::write(&volumes[1], &changed).unwrap();
        let file = std::fs::File::options().write(true).open(&volumes[1]).unwrap();
        file.set_modified(time).unwrap();
        assert_eq!(build(&Options::default()).read.files, 0, "{name}");
        let checked = build(&Options { checksum: true, ..Options::default() });
        assert_eq!(checked.read.files, 1, "{name}");
        changed[0] ^= 1;
        std::fs::write(&volumes[1], &changed).unwrap();
        // The last volume is missing, and appears.
        let last = std::fs::read(&volumes[3]).unwrap();
        std::fs::remove_file(&volumes[3]).unwrap();
        let without = build(&Options::default());
        assert!(without.totals.problem_count() > 0, "{name}");
        std::fs::write(&volumes[3], last).unwrap();
        let complete = build(&Options::default());
        assert_eq!(complete.totals.game_count(), 4, "{name}");
        assert_eq!(complete.totals.problem_count(), 0, "{name}");
    }
}

#[test]
fn commands_take_the_first_volume() {
    let place = Place::new();
    let folder = temporary_folder();
    let volumes =
        split(folder.path(), "x.7z", &sevenz(FILES, true), 3, &mut Random::named("volumes", 5));
    let path = |number: usize| volumes[number - 1].to_str().unwrap();
    let run = |arguments: &[&str]| run_on(&place.folder(), arguments);
    run(&["build", path(1)]).ends(0);
    let member = format!("{}!a.sgf", path(1));
    assert!(run(&["show", &member, "--json"]).ends(0).out.contains("\"A\""));
    let collection = folder.path().join("out.sgf");
    run(&["export", "--sgf", collection.to_str().unwrap(), "player:A"]).ends(0);
    let exported = std::fs::read_to_string(collection).unwrap();
    assert!(exported.contains("PB[A]"), "{exported}");
    let found = run(&["search", "player:B", "--json"]).ends(0).json();
    assert_eq!(found[0]["path"].as_str().unwrap(), path(1));
    run(&["doctor", path(1)]).ends(0);
    let second = run(&["doctor", path(2)]).out;
    assert!(second.contains("name its first part, x.7z.001"), "{second}");
}
