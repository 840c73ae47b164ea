//! What one answer may know of what the user keeps: tags, stars, notes, saved queries and practice.
//!
//! It is read once for a request, on a blocking thread and before the request waits for a place among the searches: a
//! file that another program has locked delays the requests that need it, and no others. The answer, its `ETag` and the
//! key under which it is kept all see what was read then, so a change in between cannot give one version the name of
//! another.
//!
//! Scripts of other sites and processes of other users get none of it, whatever address they ask. The engine cannot
//! read it either: its own source of marks is replaced for each answer.

use super::archive::OpenedIndex;
use super::state::PageState;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_engine::Failure;
use kifu_engine::columns::tell_marks;
use kifu_engine::marked::{MarkSource, Marks, has_marks_field, names_marks};
use kifu_messages::say;
use kifu_store::mine::practised::PracticeRead;
use std::sync::Arc;

/// Who a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Reader {
    /// The user's own browser or program, as far as can be known.
    #[default]
    User,
    /// A script of a site that `--cors` lets in.
    OtherSite,
    /// A process of another user of this machine.
    OtherUser,
}

impl Reader {
    /// Whether it is the user.
    pub(crate) fn is_user(self) -> bool {
        self == Reader::User
    }

    /// Why the user's own data is not for this reader.
    pub(crate) fn refusal(self) -> Error {
        let message = match self {
            Reader::OtherUser => say!("error-private-user"),
            _ => say!("error-private-site"),
        };
        Error::new(ErrorKind::Private, message).help(say!("error-private-help"))
    }
}

/// Whether an answer depends on what the user says of games. The parsed query tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MarksAsked {
    /// It does not.
    No,
    /// A query that is still being typed names a field for that, so what is suggested may.
    Perhaps,
    /// A query or a column asks for that.
    Yes,
}

impl MarksAsked {
    /// What the queries and columns of a state ask for.
    pub(crate) fn of(state: &PageState, is_typed: bool) -> MarksAsked {
        let queries = [state.query.as_str(), state.beside().unwrap_or_default()];
        if queries.into_iter().any(names_marks) || tell_marks(&state.columns) {
            MarksAsked::Yes
        } else if is_typed && has_marks_field(&state.query) {
            MarksAsked::Perhaps
        } else {
            MarksAsked::No
        }
    }
}

/// What the answer to a request needs of the user's data.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct UserNeeds {
    /// Who would read it.
    pub reader: Reader,
    /// Tags, stars, notes and saved queries.
    pub marks: bool,
    /// What was practised.
    pub practice: bool,
    /// Whether there is an answer without it, too.
    pub is_optional: bool,
}

impl UserNeeds {
    /// Whether it needs anything.
    pub(crate) fn any(&self) -> bool {
        self.marks || self.practice
    }
}

/// The user's tags, stars, notes and saved queries, as one answer sees them.
#[derive(Clone, Debug, Default)]
enum UserMarks {
    /// The request was not expected to need them, so they were not read.
    #[default]
    Unread,
    /// This server has none.
    Absent,
    /// As they were when the request arrived.
    Known(Arc<Marks>),
    /// Why they could not be read.
    Unreadable(Arc<Error>),
    /// They are not for this reader.
    Private(Reader),
}

impl MarkSource for UserMarks {
    fn marks(&self) -> Result<Arc<Marks>> {
        match self {
            UserMarks::Known(marks) => Ok(marks.clone()),
            UserMarks::Absent => Ok(Arc::default()),
            UserMarks::Unreadable(error) => Err(copy_of(error)),
            UserMarks::Private(reader) => Err(reader.refusal()),
            // The request decides what is read; a test asks for every field of the query language.
            UserMarks::Unread => Err(Error::new(ErrorKind::Private, say!("error-marks-not-known"))),
        }
    }
}

/// What one answer may know of the user's data.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserData {
    reader: Reader,
    marks: UserMarks,
    practice: Option<PracticeRead>,
}

impl UserData {
    /// Reads what a request needs. It fails where the answer would be nothing without it.
    pub(crate) async fn read(
        opened: &Arc<OpenedIndex>,
        needs: UserNeeds,
    ) -> std::result::Result<UserData, Failure> {
        if !needs.any() {
            return Ok(UserData::default());
        }
        let reader = needs.reader;
        if !reader.is_user() {
            let marks = UserMarks::Private(reader);
            return Ok(UserData { reader, marks, practice: None });
        }
        let index = opened.clone();
        let read = tokio::task::spawn_blocking(move || UserData {
            reader,
            marks: if needs.marks { read_marks(&index) } else { UserMarks::Unread },
            practice: (index.practice().filter(|_| needs.practice)).map(|file| file.practice()),
        });
        let data = read.await.unwrap_or_default();
        match &data.marks {
            UserMarks::Unreadable(error) if !needs.is_optional => Err(copy_of(error).into()),
            _ => Ok(data),
        }
    }

    /// Where an engine reads marks for this answer; `None` leaves the engine its own source, which then has none.
    pub(crate) fn source(&self) -> Option<Arc<dyn MarkSource>> {
        match self.marks {
            UserMarks::Absent => None,
            _ => Some(Arc::new(self.marks.clone())),
        }
    }

    /// The marks that were read for this answer.
    pub(crate) fn marks(&self) -> Result<Arc<Marks>> {
        self.marks.marks()
    }

    /// The version of the marks, if the answer depends on them.
    pub(crate) fn version(&self) -> Option<u64> {
        match &self.marks {
            UserMarks::Known(marks) => Some(marks.version),
            _ => None,
        }
    }

    /// Whether the answer depends on marks that could not be read: it may be another one at the next request.
    pub(crate) fn is_unreadable(&self) -> bool {
        matches!(self.marks, UserMarks::Unreadable(_))
    }

    /// What was practised, if that is kept here and for this reader.
    pub(crate) fn practice(&self) -> Option<&PracticeRead> {
        self.practice.as_ref()
    }

    /// Whether the reader is the user.
    pub(crate) fn is_for_user(&self) -> bool {
        self.reader.is_user()
    }
}

fn read_marks(opened: &OpenedIndex) -> UserMarks {
    match opened.mine.get().map(|mine| mine.file.marks()) {
        None => UserMarks::Absent,
        Some(Ok(marks)) => UserMarks::Known(marks),
        Some(Err(error)) => UserMarks::Unreadable(Arc::new(error)),
    }
}

/// The same error once more: its cause cannot be copied, and no answer shows it.
fn copy_of(error: &Error) -> Error {
    let copy = Error::new(error.kind(), error.to_string());
    match error.remedy() {
        Some(remedy) => copy.advise(remedy.clone()),
        None => copy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parsed_query_tells_whether_it_is_about_marks() {
        use MarksAsked::{No, Perhaps, Yes};
        // What a whole query asks for, and the same text while it is typed.
        for (query, whole, typed) in [
            ("player:tag", No, No),
            ("\"saved: starred\" stage", No, No),
            ("tag:study", Yes, Yes),
            ("is:starred", Yes, Yes),
            ("is:problem", No, No),
            ("-(a OR note:x)", Yes, Yes),
            ("tag:(a OR b)", Yes, Yes),
            // It is no query: a group of one field has no other field in it.
            ("player:(a OR saved:x)", No, Perhaps),
            ("タグ:study", Yes, Yes),
            ("タグ:", No, Perhaps),
            ("a (tag:", No, Perhaps),
            ("a (b", No, No),
        ] {
            let state = PageState::default().asking(query);
            assert_eq!(MarksAsked::of(&state, false), whole, "{query}");
            assert_eq!(MarksAsked::of(&state, true), typed, "{query}");
            let beside = PageState { second: query.to_owned(), ..PageState::default() };
            assert_eq!(MarksAsked::of(&beside, false), whole, "{query}");
        }
        let columns = vec!["date".to_owned(), "note".to_owned()];
        let state = PageState { columns, ..PageState::default() };
        assert_eq!(MarksAsked::of(&state, false), Yes);
    }
}
