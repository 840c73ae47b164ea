//! Index files that are truncated while they are open: each answer must be right or an error, wherever the file is cut.

use crate::support::{Place, files_below, folder_on_disk, stored_game, temporary_folder};
use kifu_index::engine::request::{
    BoardSearch, FindComments, FindCopies, FindPlayers, Search, SearchPage, Stats,
};
use kifu_index::engine::{Ask, AskOptions, Engine, Item, Result, install_sigbus_handler};
use kifu_index::error::{Error, ErrorKind};
use kifu_index::index::build::{Options, ReadProgress, build};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Page size in bytes that the test assumes for memory-mapped files. On a machine with another page size, the cuts are
/// only at other places.
const PAGE_BYTES: usize = 4096;

/// Writes games with names, dates, comments and variations, enough for several pages in most files of the index.
fn write_games(folder: &Path) {
    for number in 0..120 {
        let text = format!(
            "(;PB[Anna{number}]PW[Bert{}]DT[19{:02}-05-01]EV[Cup {number}]RE[B+R]C[a ladder {number}];B[pd];W[dp]\
             (;B[pq]C[a hane {number}];W[dd])(;B[cd];W[q{}]))",
            number % 7,
            number % 90,
            char::from(b'a' + (number % 19) as u8),
        );
        fs::write(folder.join(format!("{number}.sgf")), text).unwrap();
    }
}

/// All items of an answer and the answer itself, as text.
fn answer_text<Q: Ask>(engine: &Engine, question: &Q) -> Result<String>
where
    Q::Answer: std::fmt::Debug,
{
    let mut text = String::new();
    let reply = engine.ask(question, &AskOptions::default(), &mut |item| {
        match item {
            Item::Game(game) => text.push_str(&format!("{:?}\n", game.object())),
            item => text.push_str(&format!("{item:?}\n")),
        }
        ControlFlow::Continue(())
    })?;
    assert!(reply.incomplete.is_none());
    text.push_str(&format!("{:?}", reply.answer));
    Ok(text)
}

/// Answers to requests that together read every file of an index.
fn answers(engine: &Engine, ids: &[String]) -> Vec<Result<String>> {
    let search = |query: &str| answer_text(engine, &Search::new(query));
    let board = |text: &str| BoardSearch { listed: 20, ..BoardSearch::of(text) };
    let page = SearchPage {
        search: Search::new("player:Bert3"),
        facets: vec!["year".into(), "how".into()],
        ..SearchPage::default()
    };
    let by = ["player", "year", "event"].map(str::to_owned).to_vec();
    let comments = FindComments { board: board("Q16"), ..FindComments::default() };
    let cards = ids.iter().map(|id| {
        let stored = stored_game(engine, id)?;
        Ok(format!("{:?} {:?} {:?}", stored.card, stored.tree, stored.comments))
    });
    let cards: std::result::Result<Vec<String>, Error> = cards.collect();
    vec![
        search(""),
        search("player:Anna7"),
        search("comment:ladder date:1950..1960"),
        search("has:variations"),
        answer_text(engine, &page),
        answer_text(engine, &board("Q16 D4")),
        answer_text(engine, &Stats { by, ..Stats::default() }),
        answer_text(engine, &FindPlayers::default()),
        answer_text(engine, &comments),
        answer_text(engine, &FindCopies::default()),
        cards.map(|cards| cards.join("\n")).map_err(Into::into),
    ]
}

/// Lengths to which a file of `len` bytes is cut: zero, shortly after the beginning of a page, and within its last
/// page.
fn cuts(len: usize) -> Vec<usize> {
    let last = len.saturating_sub(1) / PAGE_BYTES * PAGE_BYTES;
    let middle = len / 2 / PAGE_BYTES * PAGE_BYTES;
    let mut cuts = vec![0, middle, middle + 3, last, last + 3, (last + len) / 2];
    cuts.extend([1, 9, 17].map(|count| len.saturating_sub(count)));
    cuts.retain(|&cut| cut < len);
    cuts.sort();
    cuts.dedup();
    cuts
}

/// Memory-mapped files of an index.
fn mapped_files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = files_below(folder);
    files.retain(|path| !["json", "lock", "TAG"].iter().any(|end| path.ends_with(end)));
    files.retain(|path| {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        !["json", "lock", "TAG", "md"].contains(&end)
    });
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Writes the removed bytes back into the same file.
fn restore(mut file: &File, bytes: &[u8]) {
    file.rewind().unwrap();
    file.write_all(bytes).unwrap();
}

/// An index whose files the test cuts, with the ids of its games and the right answers.
struct CutIndex {
    ids: Vec<String>,
    right: Vec<String>,
    folder: PathBuf,
}

impl CutIndex {
    fn new(place: &Path) -> CutIndex {
        let (games, folder) = (place.join("games"), place.join("index"));
        fs::create_dir(&games).unwrap();
        write_games(&games);
        let progress = ReadProgress::default();
        build(&folder, &[games], &Options::default(), &progress).unwrap();
        let engine = Engine::open(&folder).unwrap();
        let mut ids = Vec::new();
        let all = engine.search(&Search::new(""), &AskOptions::default(), &mut |row| {
            ids.push(row.id.clone());
            ControlFlow::Continue(())
        });
        all.unwrap();
        ids.truncate(5);
        let right = answers(&engine, &ids).into_iter().map(Result::unwrap);
        let right: Vec<String> = right.collect();
        assert!(right.iter().all(|answer| answer.len() > 10), "{right:?}");
        CutIndex { ids, right, folder }
    }

    /// Checks that each answer is right, or an error that says that a file is damaged.
    fn check(&self, engine: &Engine, place: &str) {
        let answers = answers(engine, &self.ids).into_iter().zip(&self.right);
        for (number, (answer, right)) in answers.enumerate() {
            match answer.map_err(Error::from) {
                Ok(answer) => assert!(
                    answer == *right,
                    "{place}: answer {number} is wrong:\n{answer}\n{right}"
                ),
                Err(error) => {
                    let is_damage = matches!(error.kind(), ErrorKind::Lost | ErrorKind::Damaged);
                    assert!(is_damage, "{place}: {number}: {error}");
                }
            }
        }
    }

    /// Cuts a file that the engine has read before, sends all requests, restores the bytes, and sends the requests
    /// again.
    fn cut(&self, engine: &Engine, (path, bytes): (&Path, &[u8]), cut: usize, lengthen: bool) {
        let place = format!("{} at {cut} of {}, {lengthen}", path.display(), bytes.len());
        let file = File::options().write(true).open(path).unwrap();
        file.set_len(cut as u64).unwrap();
        if lengthen {
            file.set_len(bytes.len() as u64).unwrap();
        }
        self.check(engine, &place);
        let was_lost = engine.has_lost_files();
        restore(&file, bytes);
        // An engine that has read a truncated file must stay unusable, even after the bytes are restored.
        self.check(engine, &place);
        assert_eq!(engine.has_lost_files(), was_lost, "{place}");
        assert_eq!(engine.refresh().unwrap(), was_lost, "{place}");
        if was_lost {
            let again = answers(engine, &self.ids).into_iter().map(Result::unwrap);
            assert!(again.eq(self.right.iter().cloned()), "{place}: not opened anew");
        }
    }
}

/// Cuts every file of an index at up to `most` places, the last places first.
fn cut_everywhere(place: &Path, most: usize) {
    install_sigbus_handler();
    let index = CutIndex::new(place);
    let files = mapped_files(&index.folder);
    assert!(files.len() > 8, "{files:?}");
    assert!(files.iter().any(|(_, bytes)| bytes.len() > 3 * PAGE_BYTES));
    let engine = Engine::open(&index.folder).unwrap();
    index.check(&engine, "before");
    for (path, bytes) in &files {
        let cuts = cuts(bytes.len());
        for &cut in cuts.iter().rev().take(most) {
            index.cut(&engine, (path, bytes), cut, false);
        }
        for &cut in cuts.iter().rev().take(2) {
            index.cut(&engine, (path, bytes), cut, true);
            // A new engine, which has read nothing but the end of the file, must notice the cut as well.
            index.cut(&Engine::open(&index.folder).unwrap(), (path, bytes), cut, false);
        }
    }
}

/// The index of this test is in memory (tmpfs) where the system has it.
#[cfg(target_os = "linux")]
#[test]
fn a_cut_file_gives_no_wrong_answer() {
    cut_everywhere(temporary_folder().path(), usize::MAX);
}

/// The index of this test is on a disk, because tmpfs and file systems on disks truncate files differently.
#[cfg(target_os = "linux")]
#[test]
fn a_cut_file_on_disk_gives_no_wrong_answer() {
    cut_everywhere(folder_on_disk().path(), 4);
}

/// A file that is deleted while an index has it open, as by a refresh, keeps its contents for the index. So it must not
/// count as truncated.
#[test]
fn deleted_files_do_not_count_as_truncated() {
    install_sigbus_handler();
    let place = Place::new();
    write_games(&place.games());
    place.build();
    let engine = place.engine();
    let before = answer_text(&engine, &Search::new("player:Bert3")).unwrap();
    for path in files_below(&place.folder()) {
        fs::remove_file(path).unwrap();
    }
    assert!(!engine.has_lost_files());
    assert_eq!(answer_text(&engine, &Search::new("player:Bert3")).unwrap(), before);
}

/// Measures what checking the end of each file costs an answer. Run it with `cargo test --release a_look_at_the_ends --
/// --ignored`.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "measures"]
fn a_look_at_the_ends_of_files_takes_nanoseconds() {
    install_sigbus_handler();
    let place = Place::new();
    write_games(&place.games());
    place.build();
    let engine = place.engine();
    answers(&engine, &[]).into_iter().for_each(|answer| drop(answer.unwrap()));
    let files = mapped_files(&place.folder()).len() as u128;
    let begin = std::time::Instant::now();
    let count = 200_000;
    assert!((0..count).all(|_| !engine.has_lost_files()));
    let check_nanos = begin.elapsed().as_nanos() / count;
    println!("{check_nanos} ns for {files} files, {} ns for each", check_nanos / files);
}
