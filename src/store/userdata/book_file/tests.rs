#![allow(clippy::unwrap_used)]

use super::super::changes::MarkChange;
use super::super::marks::{MarkSource, parse_name};
use super::*;
use kifu_test_support::{temporary_folder, wait_until};
use std::fs;
use std::time::Duration;

fn file(folder: &Path) -> UserDataFile {
    UserDataFile::new(folder.join("settings").join("mine.sqlite"))
}

fn tags(names: &[&str]) -> MarkChange {
    MarkChange {
        add: names.iter().map(|name| parse_name(name).unwrap()).collect(),
        ..MarkChange::default()
    }
}

fn remembered(path: &Path, shape: Option<BookShape>) -> RememberedBook {
    RememberedBook { path: path.to_owned(), shape }
}

#[test]
fn the_book_in_use_is_stored_and_forgotten() {
    let folder = temporary_folder();
    let (one, other) = (file(folder.path()), file(folder.path()));
    assert_eq!(one.remembered_book().unwrap(), None);
    assert_eq!(one.forget_book().unwrap(), None);
    assert!(!folder.path().join("settings").exists(), "reading makes nothing");
    let book = remembered(&folder.path().join("a\u{f1}b.sgf"), Some(BookShape::Board));
    one.use_book(&book).unwrap();
    assert_eq!(other.remembered_book().unwrap().as_ref(), Some(&book));
    let before = other.version().unwrap();
    let second = remembered(Path::new("/books"), None);
    other.use_book(&second).unwrap();
    assert_ne!(one.version().unwrap(), before, "answers that depend on the book are made again");
    assert_eq!(one.remembered_book().unwrap().as_ref(), Some(&second));
    assert_eq!(one.forget_book().unwrap(), Some(second));
    assert_eq!(other.remembered_book().unwrap(), None);
    assert!(other.book().unwrap().is_none());
}

#[test]
fn a_book_is_read_again_after_each_change() {
    let folder = temporary_folder();
    let file = file(folder.path());
    let books = folder.path().join("books");
    fs::create_dir(&books).unwrap();
    let (first, second) = (books.join("1.sgf"), books.join("2.sgf"));
    fs::write(&first, "(;SZ[19];B[pd])").unwrap();
    let texts = || {
        let book = file.book().unwrap().unwrap();
        (book.texts.len(), book.version)
    };
    for path in [&books, &first] {
        file.use_book(&remembered(path, None)).unwrap();
        fs::write(&first, "(;SZ[19];B[pd])").unwrap();
        let _ = fs::remove_file(&second);
        let before = texts();
        assert_eq!((before.0, texts()), (1, before));
        // Equal contents with another time keep their positions.
        let book = file.book().unwrap().unwrap();
        fs::write(&first, "(;SZ[19];B[pd])").unwrap();
        assert!(Arc::ptr_eq(&book, &file.book().unwrap().unwrap()));
        fs::write(&first, "(;SZ[19];B[dp])").unwrap();
        assert_ne!(texts().1, before.1);
        fs::write(&second, "(;SZ[19];B[qq])").unwrap();
        assert_eq!(texts().0, if *path == books { 2 } else { 1 });
    }
    let one = texts().1;
    file.use_book(&remembered(&first, Some(BookShape::Corner))).unwrap();
    assert_ne!(texts().1, one, "the shape belongs to the version");
    fs::write(&first, "nothing").unwrap();
    let unreadable = file.book().unwrap_err();
    assert_eq!(unreadable.remedy(), Some(&Remedy::UseBook));
    fs::remove_dir_all(&books).unwrap();
    let gone = file.book().unwrap_err();
    assert_eq!((gone.kind(), gone.remedy()), (ErrorKind::NotFound, Some(&Remedy::UseBook)));
    let message = gone.to_string();
    assert!(message.contains("1.sgf") && !message.contains(folder.path().to_str().unwrap()));
    fs::create_dir(&books).unwrap();
    fs::write(&first, "(;SZ[19];B[pd])").unwrap();
    assert_eq!(texts().0, 1);
}

#[test]
fn a_book_is_not_read_again_without_a_change() {
    let folder = temporary_folder();
    let file = file(folder.path());
    let path = folder.path().join("book.sgf");
    fs::write(&path, "(;SZ[19];B[pd])").unwrap();
    let old = SystemTime::now() - Duration::from_secs(60);
    fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
    file.use_book(&remembered(&path, None)).unwrap();
    let is_settled = || TreeStamp::read(&path).is_settled(SystemTime::now());
    wait_until("the stamp is final", is_settled);
    let book = file.book().unwrap().unwrap();
    assert!(Arc::ptr_eq(&book, &file.book().unwrap().unwrap()));
}

/// Files of older programs have no table of the book. They are read as they are, and get the table with the next
/// change; older programs can use them after it, too.
#[test]
fn files_without_a_book_are_read_and_get_a_table() {
    let folder = temporary_folder();
    let path = folder.path().join("settings").join("mine.sqlite");
    let changed = file(folder.path());
    changed.change_marks(&[7], &tags(&["study"])).unwrap();
    changed.save_query("rivals", "player:Lee").unwrap();
    let connection = || rusqlite::Connection::open(&path).unwrap();
    connection().execute_batch("DROP TABLE book").unwrap();
    let count = |what: &str| -> i64 {
        let count = format!("SELECT count(*) FROM sqlite_master WHERE {what}");
        connection().query_row(&count, [], |row| row.get(0)).unwrap()
    };
    assert_eq!((count("name = 'book'"), count("type = 'trigger'")), (0, 15));
    let old = file(folder.path());
    assert_eq!(old.marks().unwrap().tags["study"], [7]);
    assert_eq!(old.remembered_book().unwrap(), None);
    assert!(old.book().unwrap().is_none());
    let before = old.version().unwrap();
    assert_eq!(file(folder.path()).version().unwrap(), before);
    assert_eq!(count("name = 'book'"), 0, "reading changes nothing");
    let book = remembered(Path::new("/book.sgf"), None);
    old.use_book(&book).unwrap();
    assert_ne!(old.version().unwrap(), before);
    assert_eq!((count("name = 'book'"), count("type = 'trigger'")), (1, 18));
    let read = file(folder.path());
    assert_eq!(read.remembered_book().unwrap(), Some(book));
    assert_eq!(read.marks().unwrap().saved["rivals"].query, "player:Lee");
    let version: i64 = connection().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
}
