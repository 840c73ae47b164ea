//! Errors that stop a command.
//!
//! An [`Error`] is made low, where the cause is known, and gets its place on the way up. Its message is in lower case,
//! says what happened; what to do next is a [`Remedy`]. What is merely odd about a record is a
//! [`Diagnostic`](kifu_record::Diagnostic) instead.

use crate::origin::Origin;
use kifu_messages::{Message, say};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A file or folder cannot be read or written.
    Io,
    /// There is no index in the folder.
    NoIndex,
    /// The folder holds something other than an index.
    NotAnIndex,
    /// The index was written by another version.
    OtherVersion,
    /// Another process is writing to the index.
    Locked,
    /// A file of the index is damaged.
    Damaged,
    /// A file of the index was cut, or could not be read, while it was open: opened anew, it may be whole again.
    Lost,
    /// The query or position cannot be understood.
    Query,
    /// The id, file, game or move does not exist.
    NotFound,
    /// The index tells of a game that the archive no longer holds.
    Gone,
    /// It was about a state of the index that is no longer the current one.
    Stale,
    /// A limit was reached.
    Limit,
    /// The run was interrupted.
    Interrupted,
    /// Other work is under way; later there is room for this.
    Busy,
    /// It is the user's own data, and somebody else wants it.
    Private,
    /// The program has a fault.
    Internal,
}

/// How a part of a board was named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawnPart {
    /// As a corner of this size; empty for one as large as its stones need.
    Corner(String),
    /// As the region between two points.
    Region(String),
}

/// What to do next. Which option or command does it is known to those who talk with people, and to nobody below them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// Raise a limit of what an archive may unpack to.
    RaiseLimit(Limit),
    /// Read slow files to their end.
    ReadWhole,
    /// Build an index.
    Build,
    /// Bring the index up to date: a file is not where it was.
    Refresh,
    /// If it is gone for good, take the games below this root out of the index.
    Forget {
        /// The root.
        root: PathBuf,
    },
    /// Tell the index that a root lies elsewhere now, or index the new place as well.
    Relocate(Box<Relocation>),
    /// Use fewer threads.
    FewerThreads,
    /// Build the index in this folder anew.
    Rebuild {
        /// The folder of the index.
        folder: PathBuf,
    },
    /// Look which of several indexes is damaged.
    Verify,
    /// Publish the shards again.
    Publish,
    /// Name what to build an index from.
    NameRoots,
    /// Name what to build the index anew from.
    NameRebuildRoots,
    /// Name other roots to build the index anew from: those that it knows cannot be reached.
    NameReachableRoots,
    /// Name the folder of another index, or an empty one for a new index.
    OtherIndex,
    /// Build each shard in a folder of its own, or build this index anew.
    OneShardEach,
    /// Name a folder that is empty or does not exist.
    NewFolder,
    /// Replace the file, or name another.
    Overwrite,
    /// Name the table of analysis again, or leave it out.
    NameTable,
    /// Name a file to write to, or the standard output.
    NameFile,
    /// Name a file to write to, or write a folder of files.
    WriteFolder,
    /// Name a folder to write to, or write one file.
    WriteFile,
    /// Write to a place that is not indexed.
    WriteElsewhere,
    /// Look up the fields of the query language.
    ListFields,
    /// Take an id from a search.
    FindIds,
    /// Ask for the games with a filter, beside what is asked of the hits.
    FilterGames,
    /// Ask for a position.
    AskPosition,
    /// Ask for a pattern instead of a position.
    AskPattern,
    /// Protect a diagram from the shell.
    QuoteDiagram,
    /// Draw a pattern, or name a part of a position.
    DrawPattern,
    /// Draw moves with numbers, or ask for a position.
    DrawMoves,
    /// Draw a whole board that may be turned.
    DrawWhole,
    /// Name a part of the board.
    NamePart,
    /// Name a part of the board, or ask for all of it.
    NamePartOrWhole,
    /// Leave out the part of the board that was named, since the drawing is one already.
    LeavePartOut(DrawnPart),
    /// Write a board size as columns and rows.
    WriteSize,
    /// Write the size of a corner.
    WriteCorner,
    /// Write `go` or `loa`.
    WriteKind,
    /// Ask for the moves from here without a tree.
    ListMoves,
    /// Write a number of games, or a share of them.
    WriteLeast,
    /// Use a build of the program that writes Parquet files.
    BuildWithParquet,
    /// Put the damaged file with tags and notes aside, and read what was exported of it.
    RestoreMine,
    /// Say that so many games are meant, or ask for fewer.
    MarkAll,
    /// Save the query first, or look which ones are saved.
    SaveQuery,
    /// Report a fault of the program.
    Report,
    /// Take one of these similar names, each with its number of games.
    Names(Vec<(String, u64)>),
    /// Advice that names no option and no command.
    Text(Message),
}

/// A root that lies elsewhere now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Relocation {
    /// The root as the index knows it.
    pub old: PathBuf,
    /// Where its files are.
    pub new: PathBuf,
}

/// A limit that can be raised; see [`Limits`](crate::crawl::Limits).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Bytes of one file or member.
    Entry,
    /// Archives inside of archives.
    Depth,
    /// Members of an archive.
    Entries,
    /// Bytes that an archive unpacks to.
    Archive,
    /// How many times its size something unpacks to.
    Ratio,
    /// Memory that unpacking needs.
    Window,
    /// Nodes of the games of a file.
    Nodes,
    /// Memory that the requests to a server take together.
    Memory,
}

/// An error with its place and a way out.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    message: Message,
    origin: Option<Origin>,
    remedy: Option<Remedy>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The result of a fallible operation.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Creates an error of this kind. The message is in lower case and has no final full stop.
    pub fn new(kind: ErrorKind, message: impl Into<Message>) -> Error {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            origin: None,
            remedy: None,
            source: None,
        }))
    }

    /// Adds the place, unless a more specific one is known.
    pub fn at(mut self, origin: &Origin) -> Error {
        self.0.origin.get_or_insert_with(|| origin.clone());
        self
    }

    /// Adds what to do next, in a sentence. Below `cli` it names no option and no command.
    pub fn help(self, help: impl Into<Message>) -> Error {
        self.advise(Remedy::Text(help.into()))
    }

    /// Adds what to do next.
    pub fn advise(mut self, remedy: Remedy) -> Error {
        self.0.remedy = Some(remedy);
        self
    }

    /// Adds the cause.
    pub fn source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        self.0.source = Some(source.into());
        self
    }

    /// Creates an I/O error that happened while doing something.
    pub fn io(doing: impl Into<Message>, source: std::io::Error) -> Error {
        let message = say!("error-with-reason", doing = doing.into(), reason = io_reason(&source));
        Error::new(ErrorKind::Io, message).source(source)
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What to do next.
    pub fn remedy(&self) -> Option<&Remedy> {
        self.0.remedy.as_ref()
    }

    /// What happened, without the place.
    pub fn message(&self) -> &Message {
        &self.0.message
    }

    /// The place.
    pub fn origin(&self) -> Option<&Origin> {
        self.0.origin.as_ref()
    }

    /// What happened, behind the place if that is known.
    pub fn with_place(&self) -> Message {
        match self.origin() {
            Some(origin) => Message::row([format!("{origin}: ").into(), self.message().clone()]),
            None => self.message().clone(),
        }
    }

    /// What to do next, if it is a sentence.
    pub fn help_text(&self) -> Option<&Message> {
        match self.remedy() {
            Some(Remedy::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// The reason of an I/O error in few words, without the operating system's error number.
pub fn io_reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind as Io;
    match error.kind() {
        Io::NotFound => "no such file or folder".into(),
        Io::PermissionDenied => "permission denied".into(),
        Io::UnexpectedEof => "the data end too early".into(),
        _ => {
            let text = error.to_string();
            let (reason, number) = text.rsplit_once(" (os error ").unwrap_or((&text, ""));
            if number.trim_end_matches(')').parse::<i32>().is_ok() {
                reason.to_owned()
            } else {
                text
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_place().fmt(f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}
