#![allow(clippy::unwrap_used)]

use super::changes::{MAX_NOTE_BYTES, MarkChange, MarkOutcome, MarksChanged};
use super::file::UserDataFile;
use super::marks::{MarkSource, note_version, parse_name, parse_tag};
use super::practice::Grade;
use super::practice::memory::AnsweredPosition;
use super::stamp::FileStamp;
use kifu_archive::error::{ErrorKind, Remedy};
use kifu_record::date::Day;
use kifu_test_support::{temporary_folder, wait_until};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

fn file(folder: &Path) -> UserDataFile {
    UserDataFile::new(folder.join("settings").join("mine.sqlite"))
}

fn tags(names: &[&str]) -> MarkChange {
    MarkChange {
        add: names.iter().map(|name| parse_name(name).unwrap()).collect(),
        ..MarkChange::default()
    }
}

#[test]
fn a_note_that_was_not_seen_stays() {
    let folder = temporary_folder();
    let file = file(folder.path());
    let note = |text: &str| MarkChange { note: Some(text.to_owned()), ..MarkChange::default() };
    let none = note_version(None);
    let written = |outcome| match outcome {
        MarkOutcome::Changed { changed, replaced } => {
            (changed.notes_written, changed.replaced, replaced)
        }
        other => panic!("{other:?}"),
    };
    let one = file.change_marks_if_seen(7, &note("one"), Some(&none)).unwrap();
    assert_eq!(written(one), (1, 0, None));
    let refused = file.change_marks_if_seen(7, &note("two"), Some(&none)).unwrap();
    assert_eq!(refused, MarkOutcome::NoteChanged { note: Some("one".to_owned()) });
    assert_eq!(file.marks().unwrap().notes[&7].text, "one");
    let seen = note_version(Some("one"));
    let two = file.change_marks_if_seen(7, &note("two"), Some(&seen)).unwrap();
    assert_eq!(written(two), (1, 1, Some("one".to_owned())));
    let many = file.change_marks(&[7, 8], &note("three")).unwrap();
    assert_eq!((many.notes_written, many.replaced), (2, 1));
    // A change of star and tags must succeed even though the note has another version than the one that the user saw.
    let star = MarkChange { star: Some(true), ..MarkChange::default() };
    let starred = file.change_marks_if_seen(7, &star, Some(&none)).unwrap();
    assert!(matches!(starred, MarkOutcome::Changed { .. }));
}

fn answer(file: &UserDataFile, number: usize) -> kifu_archive::error::Result<(i32, bool)> {
    let key = format!("{number:016x}W");
    let to = AnsweredPosition { key: &key, number: 20, opening: None };
    let result = file.answer(to, Grade::Right, (Day::from_number(740_000), 7))?;
    Ok((result.due.number(), result.counts))
}

fn lines(file: &UserDataFile) -> String {
    let mut out = Vec::new();
    file.export(Path::new("-"), false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn marks_are_visible_to_the_next_reader() {
    let folder = temporary_folder();
    let (one, other) = (file(folder.path()), file(folder.path()));
    assert_eq!((one.version().unwrap(), one.marks().unwrap().version), (0, 0));
    assert!(!folder.path().join("settings").exists(), "reading makes nothing");
    let keys = [7, u64::MAX, 1 << 63];
    let change = MarkChange {
        star: Some(true),
        note: Some("a ladder\n".to_owned()),
        ..tags(&["study", "to-do"])
    };
    let changed = one.change_marks(&keys, &change).unwrap();
    assert_eq!((changed.added, changed.starred, changed.notes_written), (6, 3, 3));
    let before = other.version().unwrap();
    assert_eq!(one.change_marks(&keys, &change).unwrap(), MarksChanged::default());
    assert_eq!(other.version().unwrap(), before, "nothing was changed");
    let marks = other.marks().unwrap();
    assert_eq!(marks.tags["study"], [7, 1 << 63, u64::MAX]);
    let game_marks = marks.for_game(u64::MAX);
    assert_eq!(game_marks.tags, ["study", "to-do"]);
    assert_eq!((game_marks.starred, game_marks.note.as_deref()), (true, Some("a ladder")));
    let away = MarkChange {
        remove: vec!["study".to_owned()],
        star: Some(false),
        note: Some(String::new()),
        ..MarkChange::default()
    };
    let changed = other.change_marks(&[7], &away).unwrap();
    assert_eq!((changed.removed, changed.unstarred, changed.cleared), (1, 1, 1));
    assert_eq!(one.marks().unwrap().for_game(7).tags, ["to-do"]);
    assert!(marks.for_game(7).starred, "what was read before does not change");
    assert_eq!(one.save_query("rivals", "player:Lee").unwrap(), None);
    assert_eq!(one.save_query("rivals", "player:Gu").unwrap().as_deref(), Some("player:Lee"));
    assert_eq!(other.marks().unwrap().saved["rivals"].query, "player:Gu");
    assert!(
        other.remove_saved_query("rivals").unwrap() && !one.remove_saved_query("rivals").unwrap()
    );
}

/// Several writers at once must not lose each other's changes. Each has its own `UserDataFile`, like separate
/// processes.
#[test]
fn concurrent_writers_lose_no_changes() {
    let folder = temporary_folder();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            // A very long timeout, because the disk may be slow and SQLite does not queue waiting writers.
            let file = file(folder.path()).with_lock_timeout(Duration::from_secs(600));
            scope.spawn(move || {
                for number in 0..15 {
                    let key = 100 * writer + number;
                    file.change_marks(&[key], &tags(&["study"])).unwrap();
                    answer(&file, key as usize).unwrap();
                    file.add_to_history(&format!("player:{key:03}")).unwrap();
                }
            });
        }
    });
    let file = file(folder.path());
    assert_eq!(file.marks().unwrap().tags["study"].len(), 60);
    assert_eq!(file.read_practice().memory.len(), 60);
    assert_eq!(file.query_history().unwrap().len(), 60);
}

#[test]
fn a_change_that_is_not_finished_is_none() {
    let folder = temporary_folder();
    let file = file(folder.path());
    file.change_marks(&[1], &tags(&["study"])).unwrap();
    let path = folder.path().join("settings").join("mine.sqlite");
    // A process killed within a transaction leaves a journal with the pages as they were before.
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
    let left = UserDataFile::new(left.join("mine.sqlite"));
    assert_eq!(left.marks().unwrap().tags["study"], [1]);
    drop(other);
    assert_eq!(file.marks().unwrap().tags["study"], [1]);
}

#[test]
fn a_held_lock_is_a_busy_error() {
    let folder = temporary_folder();
    let file = file(folder.path()).with_lock_timeout(Duration::from_millis(100));
    file.change_marks(&[1], &tags(&["study"])).unwrap();
    let path = folder.path().join("settings").join("mine.sqlite");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let error = file.change_marks(&[2], &tags(&["study"])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    drop(other);
    file.change_marks(&[2], &tags(&["study"])).unwrap();
}

#[test]
fn an_unusable_file_is_an_error_and_stays_unchanged() {
    let folder = temporary_folder();
    let path = folder.path().join("mine.sqlite");
    let refused = |kind: ErrorKind, remedy: Option<Remedy>| {
        let before = fs::read(&path).unwrap();
        let file = UserDataFile::new(path.clone());
        for error in
            [file.marks().unwrap_err(), file.change_marks(&[1], &tags(&["study"])).unwrap_err()]
        {
            assert_eq!(error.kind(), kind, "{error}");
            assert!(error.remedy().is_some());
            assert!(remedy.is_none() || error.remedy() == remedy.as_ref(), "{error}");
            assert!(!error.to_string().contains(&*folder.path().to_string_lossy()));
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    fs::write(&path, "these are no tables, but a text that somebody wrote").unwrap();
    refused(ErrorKind::Damaged, Some(Remedy::RestoreMine));
    fs::remove_file(&path).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE of_others (a)").unwrap();
    refused(ErrorKind::Damaged, Some(Remedy::RestoreMine));
    fs::remove_file(&path).unwrap();
    UserDataFile::new(path.clone()).change_marks(&[1], &tags(&["study"])).unwrap();
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 2).unwrap();
    refused(ErrorKind::OtherVersion, None);
    // The settings folder is a file here: reading finds no user data, and a change fails.
    let none = folder.path().join("none");
    fs::write(&none, "").unwrap();
    let file = UserDataFile::new(none.join("mine.sqlite"));
    assert_eq!(file.marks().unwrap().version, 0);
    assert!(file.change_marks(&[1], &tags(&["study"])).is_err());
}

#[test]
fn read_only_files_are_never_written() {
    let folder = temporary_folder();
    let reader = file(folder.path()).read_only();
    assert!(reader.change_marks(&[1], &tags(&["study"])).is_err());
    assert_eq!(reader.marks().unwrap().version, 0);
    assert!(!folder.path().join("settings").exists());
    file(folder.path()).change_marks(&[1], &tags(&["study"])).unwrap();
    assert_eq!(reader.marks().unwrap().tags["study"], [1]);
    assert!(reader.add_to_history("player:Lee").is_err());
}

#[test]
fn the_history_keeps_finished_queries_only() {
    let folder = temporary_folder();
    let file = file(folder.path());
    // The old entry was finished long ago, so it stays.
    file.import(&mut "{\"asked\":\"play\",\"at\":1}\n".as_bytes()).unwrap();
    for query in
        ["player:Le", "player:Lee", "player:Lee result:W", "player:Lee result:W+", "囲", "囲碁"]
    {
        file.add_to_history(query).unwrap();
    }
    let mut queries: Vec<String> =
        file.query_history().unwrap().into_iter().map(|entry| entry.query).collect();
    queries.sort();
    assert_eq!(queries, ["play", "player:Lee", "player:Lee result:W+", "囲碁"]);
}

#[test]
fn limits_are_enforced_and_the_oldest_history_is_deleted() {
    let folder = temporary_folder();
    let file = file(folder.path());
    let long =
        |length: usize| MarkChange { note: Some("x".repeat(length)), ..MarkChange::default() };
    file.change_marks(&[1], &long(MAX_NOTE_BYTES)).unwrap();
    assert!(file.change_marks(&[1], &long(MAX_NOTE_BYTES + 1)).is_err());
    assert!(file.save_query("long", &"x".repeat(2001)).is_err());
    assert!(file.add_to_history(" ").is_err());
    let saved =
        |number| format!("{{\"saved\":\"name{number}\",\"query\":\"player:Lee\",\"at\":1}}\n");
    let asked = |number| format!("{{\"asked\":\"player:{number}\",\"at\":{number}}}\n");
    let many: String = (0..1000).map(saved).chain((0..510).map(asked)).collect();
    file.import(&mut many.as_bytes()).unwrap();
    let error = file.save_query("more", "player:Lee").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_eq!(file.marks().unwrap().saved.len(), 1000);
    file.save_query("name1", "player:Gu").unwrap();
    let asked = file.query_history().unwrap();
    assert_eq!((asked.len(), asked[0].query.as_str()), (500, "player:509"));
    file.add_to_history("player:1").unwrap();
    assert_eq!(file.query_history().unwrap()[0].query, "player:1");
    file.clear_history().unwrap();
    assert_eq!(file.query_history().unwrap().len(), 0);
}

#[test]
fn answers_are_recorded_once_and_do_not_change_marks() {
    let folder = temporary_folder();
    let file = file(folder.path());
    assert_eq!(answer(&file, 1).unwrap(), (740_001, true));
    assert!(!answer(&file, 1).unwrap().1);
    let version = file.version().unwrap();
    answer(&file, 2).unwrap();
    file.add_to_history("player:Lee").unwrap();
    assert_eq!(file.version().unwrap(), version);
    let read = file.read_practice();
    assert_eq!((read.memory.len(), read.fault), (2, None));
}

#[test]
fn old_practice_is_imported_once() {
    let folder = temporary_folder();
    let (from, to) = (file(folder.path()), temporary_folder());
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
    fs::write(&path, format!("{{\"practice\":1}}\n{}\n{{\"key\":\n", old.join("\n"))).unwrap();
    let file = file(to.path());
    answer(&file, 1).unwrap();
    let read = file.read_practice();
    assert_eq!(read.memory.len(), 2);
    let fault = read.fault.unwrap();
    assert!(fault.to_string().starts_with("line 3 of practice.jsonl"), "{fault}");
    assert!(!path.exists() && settings.join("practice.jsonl.imported").exists());
    assert!(super::tests::file(to.path()).read_practice().fault.is_none());
}

#[test]
fn lines_read_back_and_reading_them_twice_changes_nothing() {
    let folder = temporary_folder();
    let one = file(folder.path());
    let change = MarkChange {
        star: Some(true),
        note: Some("\u{202e}quo\"te\n\u{56f2}\u{7881}".to_owned()),
        ..tags(&["study", "\u{56f2}\u{7881}"])
    };
    one.change_marks(&[3, u64::MAX], &change).unwrap();
    one.save_query("rivals", "player:\"Lee Sedol\"").unwrap();
    one.add_to_history("moves<100").unwrap();
    answer(&one, 4).unwrap();
    let exported = lines(&one);
    assert_eq!(exported.lines().count(), 1 + 4 + 2 + 2 + 1 + 1 + 1);
    let other = temporary_folder();
    let other = file(other.path());
    let read = other.import(&mut exported.as_bytes()).unwrap();
    assert_eq!((read.new, read.known, read.bad.len()), (11, 0, 0));
    assert_eq!(lines(&other), exported);
    let read = other.import(&mut exported.as_bytes()).unwrap();
    assert_eq!((read.new, read.known), (0, 11));
    assert_eq!(lines(&other), exported);
    // An import keeps the later of two notes.
    let note = |at: u64, text: &str| {
        format!("{{\"note\":\"{text}\",\"content\":\"0000000000000003\",\"at\":{at}}}")
    };
    other.import(&mut note(1, "old").as_bytes()).unwrap();
    assert_ne!(other.marks().unwrap().notes[&3].text, "old");
    other.import(&mut note(u64::MAX >> 1, "new").as_bytes()).unwrap();
    assert_eq!(other.marks().unwrap().notes[&3].text, "new");
}

#[test]
fn tags_keep_their_spelling_and_any_spelling_is_the_same_tag() {
    let folder = temporary_folder();
    let file = file(folder.path());
    let tag = |names: &[&str]| MarkChange {
        add: names.iter().map(|name| parse_tag(name).unwrap()).collect(),
        ..MarkChange::default()
    };
    assert_eq!(file.change_marks(&[7], &tag(&["ü日本", "Study"])).unwrap().added, 2);
    assert_eq!(file.change_marks(&[7, 8], &tag(&["study"])).unwrap().added, 1);
    let marks = file.marks().unwrap();
    assert_eq!(marks.for_game(7).tags, ["Study", "ü日本"]);
    assert_eq!(marks.tags.len(), 2);
    assert_eq!(marks.for_game(8).tags.len(), 1);
    // The export has the tags as they were written, and the import restores them.
    let written = lines(&file);
    assert!(written.contains("ü日本") && written.contains("\"Study\""), "{written}");
    let other = UserDataFile::new(folder.path().join("other.sqlite"));
    let read = other.import(&mut written.as_bytes()).unwrap();
    assert_eq!((read.new, read.bad.len()), (3, 0));
    let again = other.import(&mut written.to_lowercase().as_bytes()).unwrap();
    assert_eq!((again.new, again.known), (0, 3));
    assert_eq!(other.marks().unwrap().for_game(7).tags, ["Study", "ü日本"]);
    let away = MarkChange { remove: vec!["STUDY".to_owned()], ..MarkChange::default() };
    assert_eq!(file.change_marks(&[7, 8], &away).unwrap().removed, 2);
    assert_eq!(file.marks().unwrap().tags.len(), 1);
}

#[test]
fn a_bad_line_is_named_and_the_rest_is_read() {
    let folder = temporary_folder();
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
    assert_eq!((read.new, bad), (2, vec![4, 5, 7, 8]));
    let marks = file.marks().unwrap();
    assert_eq!((&marks.tags["study"][..], marks.starred[&2]), (&[1][..], 5));
}

/// Path of the file that [`file`] returns.
fn path(folder: &Path) -> PathBuf {
    folder.join("settings").join("mine.sqlite")
}

fn star(file: &UserDataFile, game: u64) {
    let change = MarkChange { star: Some(true), ..MarkChange::default() };
    file.change_marks(&[game], &change).unwrap();
}

fn stars(file: &UserDataFile) -> Vec<u64> {
    file.marks().unwrap().starred.keys().copied().collect()
}

/// SQL of a change by the SQLite shell, which does not update `state`, and by an older program, which counts its
/// changes there.
const BY_SHELL: &str = "INSERT INTO stars VALUES (3, 0);
     INSERT INTO practice VALUES ('0000000000000003W', '{}', 0);";
const BY_OLDER: &str = "BEGIN; INSERT INTO stars VALUES (3, 0);
     INSERT INTO practice VALUES ('0000000000000003W', '{}', 0);
     UPDATE state SET marks = marks + 1, practice = practice + 1; COMMIT";

fn change_by(path: &Path, statements: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(statements).unwrap();
}

/// Turns a file into one of an older program, without triggers and without the table of the book.
fn as_older(path: &Path) {
    let other = rusqlite::Connection::open(path).unwrap();
    let triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'";
    let mut triggers = other.prepare(triggers).unwrap();
    let names: Vec<String> =
        triggers.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(names.len(), 18);
    for name in names {
        let drop = format!("DROP TRIGGER {name}");
        other.execute_batch(&drop).unwrap();
    }
    let counts = "DROP TABLE book; UPDATE state SET marks = 7, practice = 7";
    other.execute_batch(counts).unwrap();
}

/// Ways to replace a file by a copy: by writing into it or by renaming another file to its name, each with a new or
/// with the old time of modification.
fn restores() -> Vec<fn(&Path, &Path)> {
    fn time(path: &Path) -> SystemTime {
        fs::metadata(path).unwrap().modified().unwrap()
    }
    fn put_time(path: &Path, time: SystemTime) {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(time).unwrap();
    }
    fn into(copy: &Path, path: &Path) {
        fs::write(path, fs::read(copy).unwrap()).unwrap();
    }
    fn instead(copy: &Path, path: &Path) {
        let other = path.with_file_name("restored");
        fs::copy(copy, &other).unwrap();
        fs::rename(other, path).unwrap();
    }
    vec![
        into,
        instead,
        |copy, path| {
            let before = time(path);
            into(copy, path);
            put_time(path, before);
        },
        |copy, path| {
            let before = time(path);
            instead(copy, path);
            put_time(path, before);
        },
    ]
}

#[test]
fn a_copy_that_is_restored_and_changed_is_not_taken_for_what_was_there() {
    for (at, restore) in restores().into_iter().enumerate() {
        for (is_older, by) in [(false, ""), (false, BY_SHELL), (false, BY_OLDER), (true, BY_OLDER)]
        {
            let folder = temporary_folder();
            let (reader, path) = (file(folder.path()), path(folder.path()));
            star(&reader, 1);
            answer(&reader, 1).unwrap();
            if is_older {
                as_older(&path);
            }
            let copy = folder.path().join("copy");
            fs::copy(&path, &copy).unwrap();
            let change = |game: u64| match by {
                "" => {
                    star(&file(folder.path()), game);
                    answer(&file(folder.path()), game as usize).unwrap();
                }
                by => change_by(&path, &by.replace('3', &game.to_string())),
            };
            change(2);
            let before = reader.version().unwrap();
            assert_eq!(stars(&reader), [1, 2]);
            assert_eq!(reader.read_practice().memory.len(), if by.is_empty() { 2 } else { 1 });
            let practised = reader.read_practice().memory;
            restore(&copy, &path);
            change(3);
            assert_ne!(reader.version().unwrap(), before, "{at} {by}");
            assert_eq!(stars(&reader), [1, 3], "{at} {by}");
            let now = reader.read_practice().memory;
            assert!(!std::sync::Arc::ptr_eq(&now, &practised), "{at} {by}");
        }
    }
}

#[test]
fn a_copy_that_is_restored_has_its_own_contents() {
    for restore in restores() {
        let folder = temporary_folder();
        let (reader, path) = (file(folder.path()), path(folder.path()));
        star(&reader, 1);
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        as_older(&path);
        fs::copy(&path, &first).unwrap();
        change_by(&path, BY_OLDER);
        change_by(&path, "UPDATE state SET marks = 7, practice = 7");
        // The second copy has the same file identity, counts in `state` and size as the first, so only the times tell
        // them apart.
        fs::copy(&path, &second).unwrap();
        for (copy, games) in [(&first, &[1][..]), (&second, &[1, 3]), (&first, &[1])] {
            restore(copy, &path);
            assert_eq!(stars(&reader), games);
        }
        // The first change by this program creates the triggers.
        star(&reader, 2);
        let version = reader.version().unwrap();
        change_by(&path, BY_SHELL);
        assert_ne!(reader.version().unwrap(), version);
        assert_eq!(stars(&reader), [1, 2, 3]);
    }
}

#[test]
fn changes_in_the_log_of_another_program_are_seen() {
    let folder = temporary_folder();
    let (reader, path) = (file(folder.path()), path(folder.path()));
    star(&reader, 1);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0").unwrap();
    assert_eq!(stars(&reader), [1]);
    let stamp = FileStamp::read(&path);
    other.execute_batch(BY_SHELL).unwrap();
    assert_ne!(FileStamp::read(&path), stamp);
    assert_eq!(stars(&reader), [1, 3]);
}

#[test]
fn a_young_stamp_is_not_trusted() {
    let folder = temporary_folder();
    let (file, path) = (file(folder.path()), path(folder.path()));
    let none = FileStamp::read(&path);
    star(&file, 1);
    let stamp = FileStamp::read(&path);
    assert!(stamp != none && stamp == FileStamp::read(&path));
    let now = SystemTime::now();
    let later = now + Duration::from_secs(60);
    assert!(!stamp.is_settled(now) && stamp.is_settled(later));
    // `now` lies before the time of the file, as if the clock of this machine were behind that of the file server.
    assert!(!stamp.is_settled(now - Duration::from_secs(60)));
    assert!(!none.is_settled(later));
}

#[test]
fn readers_report_a_lock_and_do_not_wait_for_uncommitted_changes() {
    let folder = temporary_folder();
    let file = || file(folder.path()).with_lock_timeout(Duration::ZERO);
    let known = file();
    star(&known, 1);
    let other = rusqlite::Connection::open(path(folder.path())).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; INSERT INTO stars VALUES (2, 0)").unwrap();
    assert_eq!(stars(&file()), [1]);
    other.execute_batch("ROLLBACK").unwrap();
    // Once the file's stamp can be trusted, reading returns the cached values without opening the file, so a lock on
    // the file does not matter.
    let stamp = || FileStamp::read(&path(folder.path()));
    wait_until("the file is old enough", || stamp().is_settled(SystemTime::now()));
    assert_eq!(stars(&known), [1]);
    assert_eq!(known.read_practice().fault, None);
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    assert_eq!(stars(&known), [1]);
    assert_eq!(known.version().unwrap(), known.marks().unwrap().version);
    assert_eq!(known.read_practice().fault, None);
    let new = file();
    let errors = [
        new.version().unwrap_err(),
        new.marks().unwrap_err(),
        new.query_history().unwrap_err(),
        new.save_query("a", "player:Lee").unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Busy, "{error}");
    }
    assert!(new.read_practice().fault.is_some());
}

#[cfg(unix)]
#[test]
fn the_file_is_for_the_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = temporary_folder();
    let (file, path) = (file(folder.path()), path(folder.path()));
    star(&file, 1);
    assert_eq!(mode(&path), 0o600);
    // SQLite's journal must have the same permissions as the file.
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; INSERT INTO stars VALUES (5, 0)").unwrap();
    assert_eq!(mode(&path.with_file_name("mine.sqlite-journal")), 0o600);
    drop(other);
    // A file of an older program is restricted at the next change; a reader leaves it as it is.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(stars(&super::tests::file(folder.path()).read_only()), [1]);
    assert_eq!(mode(&path), 0o644);
    star(&file, 2);
    assert_eq!(mode(&path), 0o600);
    let old = path.with_file_name("practice.jsonl");
    fs::write(&old, "{\"practice\":1}\n").unwrap();
    file.read_practice();
    assert_eq!(mode(&path.with_file_name("practice.jsonl.imported")), 0o600);
}
