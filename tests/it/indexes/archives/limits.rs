//! Each limit on archives: at the limit everything is read, and beyond it the problem names the limit to raise.

use super::*;
use crate::support::{Place, Zip, run_on};

fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

/// Game whose file has exactly `length` bytes.
fn game_of(length: usize) -> Vec<u8> {
    format!("(;GM[1]PB[Anna]C[{}])", "x".repeat(length - 19)).into_bytes()
}

/// Checks that all games are read without a problem with the limits `enough`, and that with `few` a problem names
/// `limit`.
fn both_sides(name: &str, bytes: &[u8], games: usize, enough: &Limits, few: &Limits, limit: Limit) {
    let all = read_with(name, bytes, enough);
    assert_eq!(all.entries.len(), games, "{name} {limit:?}: {:?}", all.problems);
    assert_eq!(all.problems, [], "{name} {limit:?}");
    let less = read_with(name, bytes, few);
    assert!(less.entries.len() < games, "{name} {limit:?}");
    let kinds = less.kinds();
    let is_reported = (kinds.iter()).all(|&kind| kind == ProblemKind::TooLarge);
    assert!(is_reported && less.suggests_raising(limit), "{name} {limit:?}: {:?}", less.problems);
}

/// Game in JGF, which must be read as a whole, whose file has exactly `length` bytes.
fn document_of(length: usize) -> Vec<u8> {
    let around = r#"{"tree":[{"comments":[""]}]}"#;
    around.replace("\"\"", &format!("\"{}\"", "x".repeat(length - around.len()))).into_bytes()
}

#[test]
fn limit_on_bytes_of_a_file_or_member() {
    let game = document_of(5000);
    assert_eq!(game.len(), 5000);
    let at = |entry_bytes, sniff| limits(|l| (l.entry_bytes, l.sniff) = (entry_bytes, sniff));
    let tar = tar(&[("a.jgf", &game)]);
    for (name, bytes, sniff) in [
        ("a.jgf", game.clone(), false),
        ("a.jgf.gz", gz(&game), false),
        ("a.zip", zip(&[("a.jgf", &game)]), false),
        ("a.zip", zip(&[("a.txt", &game)]), true),
        ("a.tar", tar.clone(), false),
        ("a.tar.zst", zst(&tar), false),
        ("a.7z", sevenz(&[("a.jgf", &game)], true), false),
    ] {
        both_sides(name, &bytes, 1, &at(5000, sniff), &at(4999, sniff), Limit::Entry);
    }
    // An archive inside another one counts as a member if it has to be held in memory as a whole, so the limit on
    // members applies to it.
    let inner = zip(&[("a.sgf", &random(5000, 1))]);
    let outer = make::zip(&[("in.zip", &inner)]);
    let length = inner.len() as u64;
    both_sides("x.zip", &outer, 1, &at(length, false), &at(length - 1, false), Limit::Entry);
}

/// The nesting depth has an upper bound, whatever the options say. It is chosen to fit the stack of the program's
/// threads.
#[test]
fn archives_inside_of_each_other_have_a_greatest_depth() {
    let nest = |depth: usize, kind: &str| {
        (1..depth).fold(("a.sgf".to_owned(), A.to_vec()), |(name, bytes), level| {
            let bytes = match kind {
                "tar" => tar(&[(&name, &bytes)]),
                "zip" => zip(&[(&name, &bytes)]),
                "7z" => sevenz(&[(&name, &bytes)], true),
                _ => gz(&bytes),
            };
            match kind {
                "gz" => (format!("{name}.gz"), bytes),
                kind => (format!("{level}.{kind}"), bytes),
            }
        })
    };
    for kind in ["tar", "zip", "7z", "gz"] {
        let (name, deepest) = nest(Limits::MAX_DEPTH + 1, kind);
        let (deeper_name, deeper) = nest(Limits::MAX_DEPTH + 2, kind);
        let read = move || {
            let much = limits(|limits| limits.depth = usize::MAX);
            let all = read_with(&name, &deepest, &much);
            assert_eq!((all.entries.len(), all.problems), (1, vec![]), "{kind}");
            let none = read_with(&deeper_name, &deeper, &much);
            assert_eq!(none.entries.len(), 0, "{kind}");
            assert!(none.suggests_raising(Limit::Depth), "{kind}: {:?}", none.problems);
        };
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(read);
        thread.unwrap().join().unwrap();
    }
}

#[test]
fn archives_inside_of_each_other() {
    let nest = zip(&[("b.tar", &tar(&[("c.7z", &sevenz(&[("a.sgf", A)], true))]))]);
    let at = |depth| limits(|l| l.depth = depth);
    both_sides("x.zip", &nest, 1, &at(3), &at(2), Limit::Depth);
}

#[test]
fn members_of_an_archive() {
    let files: Vec<File> = vec![("a.sgf", A), ("b.sgf", B), ("notes.txt", b"x"), ("c.sgf", C)];
    let at = |entries| limits(|l| l.entries = entries);
    for (name, bytes) in
        [("x.zip", zip(&files)), ("x.tar.xz", xz(&tar(&files))), ("x.7z", sevenz(&files, true))]
    {
        both_sides(name, &bytes, 3, &at(4), &at(3), Limit::Entries);
    }
}

#[test]
fn bytes_of_an_archive() {
    let files: Vec<File> = vec![("a.sgf", A), ("b.sgf", B), ("c.sgf", C)];
    let sum: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let tar = tar(&files);
    let at = |bytes: usize| limits(|l| l.archive_bytes = bytes as u64);
    // In a tar, headers count, too. The lower limit is reached within the third header.
    for (name, bytes, sum, few) in [
        ("x.zip", zip(&files), sum, sum - 1),
        ("x.7z", sevenz(&files, false), sum, sum - 1),
        ("x.tar.gz", gz(&tar), tar.len(), 2 * 1024 + 200),
    ] {
        both_sides(name, &bytes, 3, &at(sum), &at(few), Limit::Archive);
    }
}

#[test]
fn limit_on_the_ratio_of_a_member() {
    let game = game_of(17 << 20);
    for (name, bytes) in [("x.sgf.gz", gz(&game)), ("x.zip", zip(&[("a.sgf", &game)]))] {
        // Ratios are compared with the packed size: for a gzip stream that of the file, for a member of a zip some
        // bytes less. So the two limits leave a margin of 200 bytes.
        let packed = bytes.len() as u64;
        let enough = game.len() as u64 / (packed - 200) + 1;
        let few = game.len() as u64 / packed - 1;
        let at = |ratio| limits(|l| l.ratio = ratio);
        both_sides(name, &bytes, 1, &at(enough), &at(few), Limit::Ratio);
    }
    // Small files may be compressed at any ratio, whether alone or beside a file that is refused.
    let large = zip(&[("a.sgf", &game_of(24 << 20)), ("b.sgf", B)]);
    let read = read_with("x.zip", &large, &limits(|l| l.ratio = 1));
    assert_eq!((read.names(), read.problem().0.as_str()), (vec!["b.sgf"], "a.sgf"));
    let small = gz(&game_of(15 << 20));
    assert_eq!(read_with("x.sgf.gz", &small, &limits(|l| l.ratio = 1)).entries.len(), 1);
}

/// Nested archives, each level of which is within the limits while all levels together exceed them.
#[test]
fn limit_on_the_ratio_of_all_levels() {
    let game = game_of(15 << 20);
    let tar_of = |name: &str, packed: &[u8]| tar(&[(name, packed); 3]);
    let in_gz = tar_of("a.sgf.gz", &gz(&game));
    let in_xz = tar_of("a.sgf.xz", &xz(&game));
    let in_zip = tar_of("a.zip", &zip(&[("a.sgf", &game)]));
    let deep = zip(&[("b.zip", &zip(&[("in.tar", &in_zip)]))]);
    let usual = Limits::default();
    let high = limits(|l| l.ratio = 1_000_000);
    for (name, bytes) in [
        ("x.tar.gz", gz(&in_gz)),
        ("x.tar.xz", xz(&in_xz)),
        ("x.tar.zst", zst(&in_zip)),
        ("x.7z", sevenz(&[("in.tar", &in_gz)], true)),
        ("x.zip", zip(&[("in.tar", &in_zip)])),
        ("deep.zip", deep),
    ] {
        both_sides(name, &bytes, 3, &high, &usual, Limit::Ratio);
    }
}

/// Members behind the one that exceeds the archive's budget of bytes must be reported.
#[test]
fn members_beyond_the_archive_budget_are_reported() {
    let game = game_of(40 << 20);
    let bytes = zip(&[("a.sgf", &game_of(16 << 20)), ("b.sgf", &game), ("c.sgf", C)]);
    let read = read_with("x.zip", &bytes, &limits(|l| l.ratio = 1));
    assert_eq!(read.names(), ["a.sgf"]);
    let reported_members: Vec<_> =
        (read.problems.iter()).map(|problem| problem.origin.member_name()).collect();
    assert_eq!(reported_members, [Some("b.sgf".to_owned()), None], "{:?}", read.problems);
    assert_eq!(read.kinds(), [ProblemKind::TooLarge; 2]);
}

/// Empty members take time, too, so their number is limited.
#[test]
fn limit_on_the_number_of_members() {
    let empty = (0..40_000).fold(Zip::new(), |zip, _| zip.add("a.txt", b""));
    let bytes = xz(&tar(&[("in.zip", &empty.finish())]));
    let few = read_with("x.tar.xz", &bytes, &limits(|l| l.ratio = 100));
    let (place, kind, _) = few.problem();
    assert_eq!((place.as_str(), kind), ("", ProblemKind::TooLarge));
    assert!(few.suggests_raising(Limit::Ratio), "{:?}", few.problems);
    let all = read_with("x.tar.xz", &bytes, &limits(|l| l.ratio = 100_000));
    assert_eq!(all.problem().1, ProblemKind::NoGame);
}

#[test]
fn every_limit_has_an_option() {
    let large = game_of((1 << 20) + 1);
    let wide = game_of(17 << 20);
    let nest = zip(&[("in.zip", &zip(&[("a.sgf", A)]))]);
    for (option, few, enough, name, bytes) in [
        ("--max-entry", "1", "2", "a.jgf", document_of((1 << 20) + 1)),
        ("--max-game", "1", "2", "a.sgf", large.clone()),
        ("--max-depth", "1", "2", "x.zip", nest),
        ("--max-entries", "1", "2", "x.zip", zip(&[("a.txt", b""), ("b.sgf", A)])),
        ("--max-entries", "1", "unlimited", "x.zip", zip(&[("a.txt", b""), ("b.sgf", A)])),
        ("--max-archive", "1", "2", "x.zip", zip(&[("a.sgf", &large)])),
        ("--max-archive", "1", "unlimited", "x.zip", zip(&[("a.sgf", &large)])),
        ("--max-ratio", "1", "2000", "x.zip", zip(&[("a.sgf", &wide)])),
        ("--max-window", "0", "8", "x.sgf.xz", xz(&large)),
        ("--max-nodes", "3", "4", "a.sgf", b"(;;B[aa];;)".to_vec()),
    ] {
        let place = Place::new();
        place.write(name, bytes);
        let games = place.games();
        let first =
            run_on(&place.folder(), &["build", games.to_str().unwrap(), option, few]).ends(1);
        assert!(first.err.contains(option), "{option}: {}", first.err);
        assert!(first.out.contains("1 too large"), "{option}: {}", first.out);
        // A build without the option must use the limit of the last build: first the low one, then the raised one.
        let again = run_on(&place.folder(), &["build"]).ends(0);
        assert!(again.err.contains(option), "{option}: {}", again.err);
        let more = run_on(&place.folder(), &["build", option, enough]).ends(0);
        assert!(more.out.contains("Read 1 game"), "{option}: {}{}", more.out, more.err);
        let known = run_on(&place.folder(), &["build"]).ends(0);
        assert!(known.out.contains("unchanged"), "{option}: {}", known.out);
    }
}

#[test]
fn the_sniff_option_is_remembered() {
    let place = Place::new();
    let files: &[File] = &[("a.txt", A), ("noname", B), ("c.sgf", C), ("d.dat", b"(data)")];
    place.write("x.zip", zip(files));
    place.write("y.tar.gz", gz(&tar(files)));
    place.write("loose.txt", A);
    place.write("noname", B);
    place.write("other.txt", "no game");
    let games = place.games();
    let count = |arguments: &[&str]| {
        run_on(&place.folder(), arguments).ends(0);
        place.index().header().totals.game_count()
    };
    let games = games.to_str().unwrap();
    assert_eq!(count(&["build", games]), 4);
    assert_eq!(count(&["build", "--sniff"]), 4 + 4 + 2);
    place.write("loose.txt", C);
    assert_eq!(count(&["build"]), 4 + 4 + 3);
    assert_eq!(count(&["build", games]), 4 + 4 + 3);
    let found = place.found("player:B");
    assert_eq!(found, ["noname@1", "x.zip!noname@1", "y.tar.gz!noname@1"]);
    assert_eq!(count(&["build", "--no-sniff"]), 4);
    assert_eq!(count(&["build"]), 4);
}
