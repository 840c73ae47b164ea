use super::*;
use crate::support::{crc32, files_below};
use kifu_index::crawl;

#[test]
fn names_of_all_charsets() {
    // Unicode path field of Info-ZIP: a version, the checksum of the name in the header, the name in UTF-8.
    let mut unicode = vec![1];
    unicode.extend(crc32(b"?.sgf").to_le_bytes());
    unicode.extend("囲碁.sgf".as_bytes());
    for (raw, name) in [
        (&b"M\x81nchen.sgf"[..], "München.sgf"),
        // The second byte of the last character is a backslash in ASCII.
        (b"\x88\xcd\x8c\xe9/\x95\x5c.sgf", "囲碁/表.sgf"),
        (b"\xc4\xf4\xce\xc0\xc6\xbd.sgf", "聂卫平.sgf"),
        (b"\xb9\xc5\xc1\xa6/\xd0\xd2\xdf\x5c.sgf", "古力/幸運.sgf"),
        (b"\xc0\xcc\xc3\xa2\xc8\xa3 \xb1\xe2\xba\xb8.sgf", "이창호 기보.sgf"),
        ("囲碁/München.sgf".as_bytes(), "囲碁/München.sgf"),
    ] {
        let members = [Member::stored(raw, A)];
        let whole = Zip::from_members(&members).finish();
        assert_eq!(read("x.zip", &whole).names(), [name]);
        let cut = Zip::from_members(&members).members();
        assert_eq!(read("x.zip", &cut).names(), [name]);
    }
    let member = Member::stored("?.sgf", A).with_extra(0x7075, &unicode);
    for bytes in [
        Zip::from_members(std::slice::from_ref(&member)).finish(),
        Zip::from_members(std::slice::from_ref(&member)).members(),
    ] {
        assert_eq!(read("x.zip", &bytes).names(), ["囲碁.sgf"]);
    }
}

#[test]
fn backslashes_are_shown_as_folder_separators() {
    let place = Place::new();
    let zip = Zip::new().add("dir\\a.sgf", A).add("dir/a.sgf", B).finish();
    let path = place.write("x.zip", zip);
    assert_eq!(read_path(&path, &Limits::default()).names(), ["dir/a.sgf", "dir/a.sgf"]);
    // Both members must be found, although they have the same name.
    let raws = |nth: u32| {
        let entry =
            crawl::read_nth(&path.as_path().into(), &["dir/a.sgf"], &[nth], &Limits::default());
        entry.unwrap().bytes
    };
    assert_eq!((raws(0), raws(1)), (A.to_vec(), B.to_vec()));
    place.build();
    assert_eq!(place.found("path:dir"), ["x.zip!dir/a.sgf@1", "x.zip!dir/a.sgf@1"]);
}

#[test]
fn hostile_names_are_shown_and_nothing_is_written() {
    let place = Place::new();
    let names = [
        "../../up.sgf",
        "/etc/root.sgf",
        "C:\\drive.sgf",
        "\\\\server\\share\\x.sgf",
        "nul\0.sgf",
        "dots....sgf",
        "esc\x1b[2J.sgf",
        "line\nbreak.sgf",
        "\u{202e}fgs.a.sgf",
    ];
    let zip = names.iter().fold(Zip::new(), |zip, name| zip.add(name, A));
    place.write("in/x.zip", zip.finish());
    let before = files_below(&place.games());
    let games = place.games();
    let built = run_on(&place.folder(), &["build", games.to_str().unwrap()]).ends(0);
    assert!(built.out.contains(&format!("Read {} games", names.len())), "{}", built.out);
    for arguments in
        [&["search"][..], &["search", "--json"], &["search", "-l"], &["status", "--json"]]
    {
        let run = run_on(&place.folder(), arguments).ends(0);
        let bad = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!run.out.contains(bad), "{arguments:?}: {:?}", run.out);
        if arguments == ["search"] {
            assert_eq!(run.out.lines().count(), names.len(), "{}", run.out);
            assert!(run.out.contains("../../up.sgf") && run.out.contains("/etc/root.sgf"));
        }
    }
    assert_eq!(files_below(&place.games()), before);
    assert!(!place.games().join("../../up.sgf").exists());
}
