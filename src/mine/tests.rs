#![allow(clippy::unwrap_used)]

use super::changes::{LONGEST_NOTE, MarkChange, MarksChanged};
use super::file::MineFile;
use super::marks::{MarkSource, name_of};
use super::practice::Grade;
use super::practice::memory::AnsweredPosition;
use crate::error::{ErrorKind, Remedy};
use crate::record::date::Day;
use std::fs;
use std::path::Path;
use std::time::Duration;

fn file(folder: &Path) -> MineFile {
    MineFile::new(folder.join("settings").join("mine.sqlite"))
}

fn tags(names: &[&str]) -> MarkChange {
    MarkChange {
        add: names.iter().map(|name| name_of(name).unwrap()).collect(),
        ..MarkChange::default()
    }
}

fn answer(file: &MineFile, number: usize) -> crate::error::Result<(i32, bool)> {
    let key = format!("{number:016x}W");
    let to = AnsweredPosition {
        key: &key,
        number: 20,
        opening: None,
    };
    let noted = file.answer(to, Grade::Right, (Day::from_number(740_000), 7))?;
    Ok((noted.due.number(), noted.counts))
}

fn lines(file: &MineFile) -> String {
    let mut out = Vec::new();
    file.export(Path::new("-"), false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn what_is_said_of_games_is_there_for_whoever_reads_next() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (file(folder.path()), file(folder.path()));
    assert_eq!(
        (one.version().unwrap(), one.marks().unwrap().version),
        (0, 0)
    );
    assert!(
        !folder.path().join("settings").exists(),
        "reading makes nothing"
    );
    let keys = [7, u64::MAX, 1 << 63];
    let change = MarkChange {
        star: Some(true),
        note: Some("a ladder\n".to_owned()),
        ..tags(&["study", "to-do"])
    };
    let changed = one.mark(&keys, &change).unwrap();
    assert_eq!((changed.added, changed.starred, changed.noted), (6, 3, 3));
    let before = other.version().unwrap();
    assert_eq!(one.mark(&keys, &change).unwrap(), MarksChanged::default());
    assert_ne!(other.version().unwrap(), before);
    let marks = other.marks().unwrap();
    assert_eq!(marks.tags["study"], [7, 1 << 63, u64::MAX]);
    let said = marks.of(u64::MAX);
    assert_eq!(said.tags, ["study", "to-do"]);
    assert_eq!(
        (said.starred, said.note.as_deref()),
        (true, Some("a ladder"))
    );
    let away = MarkChange {
        remove: vec!["study".to_owned()],
        star: Some(false),
        note: Some(String::new()),
        ..MarkChange::default()
    };
    let changed = other.mark(&[7], &away).unwrap();
    assert_eq!(
        (changed.removed, changed.unstarred, changed.cleared),
        (1, 1, 1)
    );
    assert_eq!(one.marks().unwrap().of(7).tags, ["to-do"]);
    assert!(marks.of(7).starred, "what was read before does not change");
    assert_eq!(one.save("rivals", "player:Lee").unwrap(), None);
    assert_eq!(
        one.save("rivals", "player:Gu").unwrap().as_deref(),
        Some("player:Lee")
    );
    assert_eq!(other.marks().unwrap().saved["rivals"].query, "player:Gu");
    assert!(other.unsave("rivals").unwrap() && !one.unsave("rivals").unwrap());
}

/// Each has a file of its own, as processes have.
#[test]
fn of_many_who_write_at_once_nobody_loses_anything() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            // However slow the disk is: nobody knows how long one of four has to wait.
            let file = file(folder.path()).waiting_for(Duration::from_secs(600));
            scope.spawn(move || {
                for number in 0..15 {
                    let key = 100 * writer + number;
                    file.mark(&[key], &tags(&["study"])).unwrap();
                    answer(&file, key as usize).unwrap();
                    file.ask(&format!("player:{key}")).unwrap();
                }
            });
        }
    });
    let file = file(folder.path());
    assert_eq!(file.marks().unwrap().tags["study"].len(), 60);
    assert_eq!(file.practice().memory.len(), 60);
    assert_eq!(file.asked().unwrap().len(), 60);
}

#[test]
fn a_change_that_is_not_finished_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path());
    file.mark(&[1], &tags(&["study"])).unwrap();
    let path = folder.path().join("settings").join("mine.sqlite");
    // A process that is killed within a transaction leaves its journal: the pages as they were before.
    let other = rusqlite::Connection::open(&path).unwrap();
    other
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN IMMEDIATE; DELETE FROM tags; UPDATE state SET marks = 99",
        )
        .unwrap();
    other.cache_flush().unwrap();
    let journal = path.with_file_name("mine.sqlite-journal");
    let left = folder.path().join("left");
    fs::create_dir(&left).unwrap();
    for from in [&path, &journal] {
        fs::copy(from, left.join(from.file_name().unwrap())).unwrap();
    }
    let left = MineFile::new(left.join("mine.sqlite"));
    assert_eq!(left.marks().unwrap().tags["study"], [1]);
    drop(other);
    assert_eq!(file.marks().unwrap().tags["study"], [1]);
}

#[test]
fn who_cannot_have_the_lock_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path()).waiting_for(Duration::from_millis(100));
    file.mark(&[1], &tags(&["study"])).unwrap();
    let path = folder.path().join("settings").join("mine.sqlite");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let error = file.mark(&[2], &tags(&["study"])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    drop(other);
    file.mark(&[2], &tags(&["study"])).unwrap();
}

#[test]
fn a_file_that_cannot_be_used_is_told_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.sqlite");
    let refused = |kind: ErrorKind, remedy: Option<Remedy>| {
        let before = fs::read(&path).unwrap();
        let file = MineFile::new(path.clone());
        for error in [
            file.marks().unwrap_err(),
            file.mark(&[1], &tags(&["study"])).unwrap_err(),
        ] {
            assert_eq!(error.kind(), kind, "{error}");
            assert!(error.remedy().is_some());
            assert!(
                remedy.is_none() || error.remedy() == remedy.as_ref(),
                "{error}"
            );
            assert!(
                !error
                    .to_string()
                    .contains(&*folder.path().to_string_lossy())
            );
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    fs::write(&path, "these are no tables, but a text that somebody wrote").unwrap();
    refused(ErrorKind::Damaged, Some(Remedy::RestoreMine));
    fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE of_others (a)").unwrap();
    refused(ErrorKind::Damaged, Some(Remedy::RestoreMine));
    fs::remove_file(&path).unwrap();
    MineFile::new(path.clone())
        .mark(&[1], &tags(&["study"]))
        .unwrap();
    let newer = rusqlite::Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 2).unwrap();
    refused(ErrorKind::OtherVersion, None);
    // What is no file at all: nothing to read, and nowhere to write.
    let none = folder.path().join("none");
    fs::write(&none, "").unwrap();
    let file = MineFile::new(none.join("mine.sqlite"));
    assert_eq!(file.marks().unwrap().version, 0);
    assert!(file.mark(&[1], &tags(&["study"])).is_err());
}

#[test]
fn what_is_read_only_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let reader = file(folder.path()).read_only();
    assert!(reader.mark(&[1], &tags(&["study"])).is_err());
    assert_eq!(reader.marks().unwrap().version, 0);
    assert!(!folder.path().join("settings").exists());
    file(folder.path()).mark(&[1], &tags(&["study"])).unwrap();
    assert_eq!(reader.marks().unwrap().tags["study"], [1]);
    assert!(reader.ask("player:Lee").is_err());
}

#[test]
fn what_is_too_much_is_refused_and_what_was_asked_long_ago_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path());
    let long = |length: usize| MarkChange {
        note: Some("x".repeat(length)),
        ..MarkChange::default()
    };
    file.mark(&[1], &long(LONGEST_NOTE)).unwrap();
    assert!(file.mark(&[1], &long(LONGEST_NOTE + 1)).is_err());
    assert!(file.save("long", &"x".repeat(2001)).is_err());
    assert!(file.ask(" ").is_err());
    let saved =
        |number| format!("{{\"saved\":\"name{number}\",\"query\":\"player:Lee\",\"at\":1}}\n");
    let asked = |number| format!("{{\"asked\":\"player:{number}\",\"at\":{number}}}\n");
    let many: String = (0..1000).map(saved).chain((0..510).map(asked)).collect();
    file.import(&mut many.as_bytes()).unwrap();
    let error = file.save("more", "player:Lee").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_eq!(file.marks().unwrap().saved.len(), 1000);
    file.save("name1", "player:Gu").unwrap();
    let asked = file.asked().unwrap();
    assert_eq!((asked.len(), asked[0].query.as_str()), (500, "player:509"));
    file.ask("player:1").unwrap();
    assert_eq!(file.asked().unwrap()[0].query, "player:1");
    file.forget_asked().unwrap();
    assert_eq!(file.asked().unwrap().len(), 0);
}

#[test]
fn answers_are_noted_once_and_do_not_change_what_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path());
    assert_eq!(answer(&file, 1).unwrap(), (740_001, true));
    assert!(!answer(&file, 1).unwrap().1);
    let version = file.version().unwrap();
    answer(&file, 2).unwrap();
    file.ask("player:Lee").unwrap();
    assert_eq!(file.version().unwrap(), version);
    let read = file.practice();
    assert_eq!((read.memory.len(), read.fault), (2, None));
}

#[test]
fn what_was_practised_before_is_taken_over_once() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (file(folder.path()), tempfile::tempdir().unwrap());
    answer(&from, 1).unwrap();
    answer(&from, 2).unwrap();
    let exported = lines(&from);
    let line = |line: &str| {
        let inner = line.strip_prefix("{\"practice\":")?.strip_suffix('}')?;
        Some(inner.to_owned())
    };
    let old: Vec<String> = exported.lines().filter_map(line).skip(1).collect();
    let settings = to.path().join("settings");
    fs::create_dir(&settings).unwrap();
    let path = settings.join("practice.jsonl");
    fs::write(
        &path,
        format!("{{\"practice\":1}}\n{}\n{{\"key\":\n", old.join("\n")),
    )
    .unwrap();
    let file = file(to.path());
    answer(&file, 1).unwrap();
    let read = file.practice();
    assert_eq!(read.memory.len(), 2);
    let fault = read.fault.unwrap();
    assert!(fault.starts_with("line 3 of practice.jsonl"), "{fault}");
    assert!(!path.exists() && settings.join("practice.jsonl.imported").exists());
    assert!(super::tests::file(to.path()).practice().fault.is_none());
}

#[test]
fn lines_read_back_and_reading_them_twice_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let one = file(folder.path());
    let change = MarkChange {
        star: Some(true),
        note: Some("\u{202e}quo\"te\n\u{56f2}\u{7881}".to_owned()),
        ..tags(&["study", "\u{56f2}\u{7881}"])
    };
    one.mark(&[3, u64::MAX], &change).unwrap();
    one.save("rivals", "player:\"Lee Sedol\"").unwrap();
    one.ask("moves<100").unwrap();
    answer(&one, 4).unwrap();
    let exported = lines(&one);
    assert_eq!(exported.lines().count(), 1 + 4 + 2 + 2 + 1 + 1 + 1);
    let other = tempfile::tempdir().unwrap();
    let other = file(other.path());
    let read = other.import(&mut exported.as_bytes()).unwrap();
    assert_eq!((read.new, read.known, read.bad.len()), (11, 0, 0));
    assert_eq!(lines(&other), exported);
    let read = other.import(&mut exported.as_bytes()).unwrap();
    assert_eq!((read.new, read.known), (0, 11));
    assert_eq!(lines(&other), exported);
    // A later note stays, an earlier one does not replace it.
    let note = |at: u64, text: &str| {
        format!("{{\"note\":\"{text}\",\"content\":\"0000000000000003\",\"at\":{at}}}")
    };
    other.import(&mut note(1, "old").as_bytes()).unwrap();
    assert_ne!(other.marks().unwrap().notes[&3].text, "old");
    other
        .import(&mut note(u64::MAX >> 1, "new").as_bytes())
        .unwrap();
    assert_eq!(other.marks().unwrap().notes[&3].text, "new");
}

#[test]
fn a_bad_line_is_named_and_the_rest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path());
    let text = "{\"mine\":1}\n\
        {\"tag\":\"study\",\"content\":\"0000000000000001\",\"at\":1}\n\
        {\"tag\":\"Study\",\"content\":\"0000000000000001\",\"at\":1}\n\
        {\"tag\":\"study\",\"content\":\"1\",\"at\":1}\n\
        \u{fffd}\n\n\
        {\"what\":1}\n\
        {\"practice\":{\"key\":\"x\"}}\n\
        {\"star\":\"0000000000000002\",\"at\":5}";
    let read = file.import(&mut text.as_bytes()).unwrap();
    let bad: Vec<usize> = read.bad.iter().map(|(number, _)| *number).collect();
    assert_eq!((read.new, bad), (2, vec![3, 4, 5, 7, 8]));
    let marks = file.marks().unwrap();
    assert_eq!((&marks.tags["study"][..], marks.starred[&2]), (&[1][..], 5));
}
