//! The part of the user's data that one answer may see: tags, stars, notes, saved queries, practice and the book in
//! use.
//!
//! The data is read once for each request, on a blocking thread and before the request waits for a search permit: if
//! another program has locked the file, only the requests that need the data are delayed. The answer, its `ETag` and
//! its cache key all use the data that was read then, so a change in between cannot label one version with the ETag of
//! another.
//!
//! Scripts of foreign sites and processes of other users get none of this data, whatever address they request. The
//! engine cannot leak it either: for each answer, its source of marks (tags, stars, notes) is replaced by the part that
//! the answer may see.

use super::archive::OpenedIndex;
use super::state::PageState;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_engine::Failure;
use kifu_engine::columns::has_mark_columns;
use kifu_engine::user_marks::{MarkSource, Marks, has_marks_field, uses_book, uses_marks};
use kifu_messages::say;
use kifu_store::userdata::book::{BookSource, UsedBook};
use kifu_store::userdata::file::UserDataFile;
use kifu_store::userdata::practised::PracticeRead;
use std::sync::Arc;

/// Who sent a request, as far as it decides about access to the user's data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Reader {
    /// The user's own browser or program, as far as can be known.
    #[default]
    User,
    /// A script of a site that the option `--cors` allows.
    OtherSite,
    /// A process of another user of this machine.
    OtherUser,
}

impl Reader {
    pub(crate) fn is_user(self) -> bool {
        self == Reader::User
    }

    /// Error that explains why this reader gets no data of the user.
    pub(crate) fn refusal(self) -> Error {
        let message = match self {
            Reader::OtherUser => say!("error-private-user"),
            _ => say!("error-private-site"),
        };
        Error::new(ErrorKind::Private, message).with_help(say!("error-private-help"))
    }
}

/// Whether an answer depends on the user's marks (tags, stars, notes, saved queries), so that they must be read before
/// it is made. The parsed query tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MarksNeed {
    No,
    /// Perhaps: a query that is still being typed contains a field for marks, so its suggestions may depend on them.
    Perhaps,
    /// Yes: a query or a column of the request uses marks.
    Yes,
}

impl MarksNeed {
    /// Finds out whether the queries or columns of a state use marks.
    pub(crate) fn for_state(state: &PageState, is_typed: bool) -> MarksNeed {
        let queries = [state.query.as_str(), state.compared_query().unwrap_or_default()];
        if queries.into_iter().any(uses_marks) || has_mark_columns(&state.columns) {
            MarksNeed::Yes
        } else if is_typed && has_marks_field(&state.query) {
            MarksNeed::Perhaps
        } else {
            MarksNeed::No
        }
    }
}

/// True if a query of a state compares games with the user's book, or may do so in a saved query.
pub(crate) fn state_uses_book(state: &PageState) -> bool {
    let queries = [state.query.as_str(), state.compared_query().unwrap_or_default()];
    queries.into_iter().any(uses_book)
}

/// Which of the user's data the answer to a request needs.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct UserNeeds {
    pub reader: Reader,
    /// True if the answer needs tags, stars, notes or saved queries.
    pub marks: bool,
    /// True if the answer needs practice data.
    pub practice: bool,
    /// Whether the answer compares games with the user's book.
    pub book: BookNeed,
    /// True if the answer is also useful without the user's data.
    pub is_optional: bool,
}

impl UserNeeds {
    /// True if the answer needs any data of the user.
    pub(crate) fn any(&self) -> bool {
        self.marks || self.practice || self.book != BookNeed::No
    }

    /// True if the answer shows data of the user even if no book is in use.
    pub(crate) fn any_but_shown_book(&self) -> bool {
        self.marks || self.practice || self.book == BookNeed::Query
    }
}

/// Whether an answer compares games with the user's book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) enum BookNeed {
    #[default]
    No,
    /// The answer marks the continuations that the book has, if a book is in use and can be read.
    Shown,
    /// A query names the book.
    Query,
}

/// The user's book, as one answer sees it.
#[derive(Clone, Debug, Default)]
enum UserBook {
    /// The book was not read, because the request does not need it.
    #[default]
    Unread,
    /// The book as it was when the request arrived; `None` if none is in use.
    Known(Option<Arc<UsedBook>>),
    /// The book could not be read because of this error.
    Unreadable(Arc<Error>),
    /// The book is hidden, because the reader is not the user.
    Private(Reader),
}

impl BookSource for UserBook {
    fn book(&self) -> Result<Option<Arc<UsedBook>>> {
        match self {
            UserBook::Known(book) => Ok(book.clone()),
            UserBook::Unreadable(error) => Err(clone_error(error)),
            UserBook::Private(reader) => Err(reader.refusal()),
            UserBook::Unread => Err(Error::new(ErrorKind::Private, say!("error-no-book"))),
        }
    }
}

/// The user's tags, stars, notes and saved queries, as one answer sees them.
#[derive(Clone, Debug, Default)]
enum UserMarks {
    /// The marks were not read, because the request seemed not to need them.
    #[default]
    Unread,
    /// This server has no file with the user's marks (tags, stars, notes).
    Absent,
    /// The marks as they were when the request arrived.
    Known(Arc<Marks>),
    /// The file with the marks could not be read because of this error.
    Unreadable(Arc<Error>),
    /// The marks are hidden, because the reader is not the user.
    Private(Reader),
}

impl MarkSource for UserMarks {
    fn marks(&self) -> Result<Arc<Marks>> {
        match self {
            UserMarks::Known(marks) => Ok(marks.clone()),
            UserMarks::Absent => Ok(Arc::default()),
            UserMarks::Unreadable(error) => Err(clone_error(error)),
            UserMarks::Private(reader) => Err(reader.refusal()),
            // `user_needs` derives from the request which of the data is read. A test checks that it covers every field
            // of the query language that uses marks.
            UserMarks::Unread => Err(Error::new(ErrorKind::Private, say!("error-marks-not-known"))),
        }
    }
}

/// The part of the user's data that one answer may see.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserData {
    reader: Reader,
    marks: UserMarks,
    book: UserBook,
    practice: Option<PracticeRead>,
}

impl UserData {
    /// Reads the user's data that a request needs. Fails if the data cannot be read and the answer would be useless
    /// without it.
    pub(crate) async fn read(
        opened: &Arc<OpenedIndex>,
        needs: UserNeeds,
    ) -> std::result::Result<UserData, Failure> {
        if !needs.any() {
            return Ok(UserData::default());
        }
        let reader = needs.reader;
        if !reader.is_user() {
            let (marks, book) = (UserMarks::Private(reader), UserBook::Private(reader));
            return Ok(UserData { reader, marks, book, practice: None });
        }
        let index = opened.clone();
        let read = tokio::task::spawn_blocking(move || UserData {
            reader,
            marks: if needs.marks { read_marks(&index) } else { UserMarks::Unread },
            book: match needs.book {
                BookNeed::No => UserBook::Unread,
                BookNeed::Shown => read_used_book(&index, UserDataFile::book_without_waiting),
                BookNeed::Query => read_used_book(&index, BookSource::book),
            },
            practice: (index.practice().filter(|_| needs.practice))
                .map(|file| file.read_practice()),
        });
        let data = read.await.unwrap_or_default();
        match &data.marks {
            UserMarks::Unreadable(error) if !needs.is_optional => Err(clone_error(error).into()),
            _ => Ok(data),
        }
    }

    /// Source of the user's marks (tags, stars, notes, saved queries) for this answer: the part of them that the answer
    /// may see, or an error. `None` if this server has no file with marks.
    pub(crate) fn mark_source(&self) -> Option<Arc<dyn MarkSource>> {
        match self.marks {
            UserMarks::Absent => None,
            _ => Some(Arc::new(self.marks.clone())),
        }
    }

    /// The user's marks (tags, stars, notes, saved queries) that were read for this answer, or the error because of
    /// which there are none.
    pub(crate) fn marks(&self) -> Result<Arc<Marks>> {
        self.marks.marks()
    }

    /// Number of the state of the user's marks (tags, stars, notes), which differs after every change; with it in the
    /// key of the cache, no answer from before a change is used after it. `None` if the marks were not read for this
    /// answer.
    pub(crate) fn version(&self) -> Option<u64> {
        match &self.marks {
            UserMarks::Known(marks) => Some(marks.version),
            _ => None,
        }
    }

    /// Source of the user's book for this answer: the book that was read, or an error.
    pub(crate) fn book_source(&self) -> Arc<dyn BookSource> {
        Arc::new(self.book.clone())
    }

    /// Version of the book in use, which differs after every change of its contents; `None` if no book was read for
    /// this answer.
    pub(crate) fn book_version(&self) -> Option<u64> {
        match &self.book {
            UserBook::Known(book) => book.as_ref().map(|book| book.version),
            _ => None,
        }
    }

    /// True if the user's marks (tags, stars, notes) or book could not be read. In this case the answer must not be
    /// cached, since the next request may succeed.
    pub(crate) fn is_unreadable(&self) -> bool {
        matches!(self.marks, UserMarks::Unreadable(_))
            || matches!(self.book, UserBook::Unreadable(_))
    }

    /// Practice data, if this server stores practice and the reader may see it.
    pub(crate) fn practice(&self) -> Option<&PracticeRead> {
        self.practice.as_ref()
    }

    /// True if the reader is the user.
    pub(crate) fn is_for_user(&self) -> bool {
        self.reader.is_user()
    }
}

fn read_marks(opened: &OpenedIndex) -> UserMarks {
    match opened.userdata.get().map(|userdata| userdata.file.marks()) {
        None => UserMarks::Absent,
        Some(Ok(marks)) => UserMarks::Known(marks),
        Some(Err(error)) => UserMarks::Unreadable(Arc::new(error)),
    }
}

fn read_used_book(
    opened: &OpenedIndex,
    read: fn(&UserDataFile) -> Result<Option<Arc<UsedBook>>>,
) -> UserBook {
    match opened.userdata.get().map(|userdata| read(&userdata.file)) {
        None => UserBook::Known(None),
        Some(Ok(book)) => UserBook::Known(book),
        Some(Err(error)) => UserBook::Unreadable(Arc::new(error)),
    }
}

/// Copies an error without its cause. The cause cannot be cloned, and no answer contains it.
fn clone_error(error: &Error) -> Error {
    let copy = Error::new(error.kind(), error.to_string());
    match error.remedy() {
        Some(remedy) => copy.with_remedy(remedy.clone()),
        None => copy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parsed_query_shows_whether_it_uses_marks() {
        use MarksNeed::{No, Perhaps, Yes};
        // Each row contains a query, whether the complete query uses marks, and whether the same text does while it is
        // typed.
        for (query, whole, typed) in [
            ("player:tag", No, No),
            ("\"saved: starred\" stage", No, No),
            ("tag:study", Yes, Yes),
            ("is:starred", Yes, Yes),
            ("is:problem", No, No),
            ("-(a OR note:x)", Yes, Yes),
            ("tag:(a OR b)", Yes, Yes),
            // This is no valid query, because a list of values for one field cannot contain another field.
            ("player:(a OR saved:x)", No, Perhaps),
            ("タグ:study", Yes, Yes),
            ("タグ:", No, Perhaps),
            ("a (tag:", No, Perhaps),
            ("a (b", No, No),
        ] {
            let state = PageState::default().with_query(query);
            assert_eq!(MarksNeed::for_state(&state, false), whole, "{query}");
            assert_eq!(MarksNeed::for_state(&state, true), typed, "{query}");
            let compared = PageState { second: query.to_owned(), ..PageState::default() };
            assert_eq!(MarksNeed::for_state(&compared, false), whole, "{query}");
        }
        let columns = vec!["date".to_owned(), "note".to_owned()];
        let state = PageState { columns, ..PageState::default() };
        assert_eq!(MarksNeed::for_state(&state, false), Yes);
    }
}
