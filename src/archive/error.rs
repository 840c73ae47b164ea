//! Errors that stop a command.
//!
//! An [`Error`] is created where the cause is known; the callers add the file or folder that it concerns. Its message
//! is in lower case and says what happened; what to do next is a [`Remedy`]. Oddities of a record that stop nothing are
//! [`Diagnostic`](kifu_record::Diagnostic)s instead.

use crate::origin::Origin;
use kifu_messages::{Message, say};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A file or folder cannot be read or written.
    Io,
    /// The folder holds no index.
    NoIndex,
    /// The folder holds something other than an index.
    NotAnIndex,
    /// The index was written by another version.
    OtherVersion,
    /// Another process is writing to the index.
    Locked,
    /// A file of the index is damaged.
    Damaged,
    /// A file of the index was truncated, or could not be read, while it was open. The index may be complete if it is
    /// opened again.
    Lost,
    /// The query or position cannot be understood.
    Query,
    /// The id, file, game or move does not exist.
    NotFound,
    /// The archive no longer holds a game that is in the index.
    Gone,
    /// The request refers to a state of the index that has been replaced meanwhile: for example, it asks for the next
    /// page of a list that was made before the last update.
    Stale,
    /// A limit on size, memory or number was reached.
    Limit,
    /// The run was interrupted.
    Interrupted,
    /// Other requests use all of a shared resource; the request may succeed later.
    Busy,
    /// The request asks for the user's tags, stars or notes, but comes from another user of the machine or from a
    /// foreign web site.
    Private,
    /// The program has a bug.
    Internal,
}

/// Way in which the user selected a part of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawnPart {
    /// Corner of this size; an empty text means as large as its stones need.
    Corner(String),
    /// Rectangle between two points, such as `Q14-T19`.
    Region(String),
}

/// Advice on what to do next. It is data: only the front ends know which option or command does it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// Advice to raise a limit on what an archive may unpack to, or another of the limits for reading.
    RaiseLimit(Limit),
    /// Advice to read files to their end even if that takes longer than the time limit.
    ReadWhole,
    /// Advice to build an index.
    Build,
    /// Advice to update the index, because a file is no longer where it was.
    Refresh,
    /// Advice to remove the games below this root from the index, if the root is gone for good.
    Forget {
        /// Root whose games are removed.
        root: PathBuf,
    },
    /// Advice to tell the index that a root has been moved, or index the files at the new path as well.
    Relocate(Box<Relocation>),
    /// Advice to use fewer threads.
    FewerThreads,
    /// Advice to build the index in this folder again from scratch.
    Rebuild {
        /// Folder of the index that is built again.
        folder: PathBuf,
    },
    /// Advice to check which of several indexes is damaged.
    Verify,
    /// Advice to publish the shards again, that is, to write the list of their files anew, because it no longer fits
    /// them.
    Publish,
    /// Advice to name the roots to build an index from.
    NameRoots,
    /// Advice to name the roots to build the index from again.
    NameRebuildRoots,
    /// Advice to name other roots to build the index from, because the roots that it knows cannot be reached.
    NameReachableRoots,
    /// Advice to name the folder of another index, or an empty one for a new index.
    OtherIndex,
    /// Advice to build each shard in a folder of its own, or build this index again from scratch.
    OneShardEach,
    /// Advice to name a folder that is empty or does not exist.
    NewFolder,
    /// Advice to replace the file, or name another.
    Overwrite,
    /// Advice to name the table of analysis again, or leave it out.
    NameTable,
    /// Advice to name a file to write to, or the standard output.
    NameFile,
    /// Advice to name a file to write to, or write a folder of files.
    WriteFolder,
    /// Advice to name a folder to write to, or write one file.
    WriteFile,
    /// Advice to write to a path that is not below an indexed root.
    WriteElsewhere,
    /// Advice to look up the fields of the query language.
    ListFields,
    /// Advice to take the id of a game from the output of a search.
    FindIds,
    /// Advice to put conditions on the games into the option for a filter, because the query itself is about positions.
    FilterGames,
    /// Advice to search for a position, since moves and setup stones cannot be searched as values of SGF properties.
    AskPosition,
    /// Advice to name the corner of the board that is meant.
    NameCorner,
    /// Advice to search for a pattern instead of a position.
    AskPattern,
    /// Advice to quote a diagram so that the shell leaves it unchanged.
    QuoteDiagram,
    /// Advice to draw a pattern, or select a part of a position.
    DrawPattern,
    /// Advice to number the stones of the drawing as moves, or search for a position.
    DrawMoves,
    /// Advice to draw the whole board with all four edges, and not to restrict the symmetries under which it is
    /// searched.
    DrawWhole,
    /// Advice to select a part of the board.
    NamePart,
    /// Advice to select a part of the board, or ask for all of it.
    NamePartOrWhole,
    /// Advice to leave out the selected part of the board, since the drawing itself shows only a part.
    LeavePartOut(DrawnPart),
    /// Advice to write a board size as columns and rows, such as `19x13`.
    WriteSize,
    /// Advice to write the size of a corner, such as `9` or `9x7`.
    WriteCorner,
    /// Advice to write `go` or `loa` as the kind of game.
    WriteKind,
    /// Advice to list the moves that follow the position, instead of a tree of continuations.
    ListMoves,
    /// Advice to write a minimum as a number of games, or as a share of the games of the parent node.
    WriteLeast,
    /// Advice to use a build of the program with Parquet support.
    BuildWithParquet,
    /// Advice to move the damaged file with tags and notes away, and import an export of it.
    RestoreMine,
    /// Advice to name the book with which the games are compared.
    UseBook,
    /// Advice to confirm that this many games are to be changed, or select fewer.
    MarkAll,
    /// Advice to save the query first, or list the saved queries.
    SaveQuery,
    /// Advice to report a bug of the program.
    Report,
    /// Advice to use one of these similar names. Each comes with its number of games.
    Names(Vec<(String, u64)>),
    /// Advice as a finished sentence, the same for the command line, the web pages and the Python package, because it
    /// names no option and no command.
    Text(Message),
}

/// Old and new path of a root that has been moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Relocation {
    /// Path of the root in the index.
    pub old: PathBuf,
    /// Path at which the root's files are now.
    pub new: PathBuf,
}

/// Limit that can be raised; see [`Limits`](crate::crawl::Limits).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Size of one file or member.
    Entry,
    /// Nesting depth of archives inside archives.
    Depth,
    /// Number of members of an archive.
    Entries,
    /// Number of bytes that an archive unpacks to.
    Archive,
    /// Ratio of unpacked to packed size.
    Ratio,
    /// Memory that a decoder needs.
    Window,
    /// Number of bytes of one game of a collection.
    Game,
    /// Number of nodes of one game.
    Nodes,
    /// Memory that all requests to a server take together.
    Memory,
}

/// Error that stops a command, with the file or folder that it concerns, and advice.
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

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Creates an error. The message is in lower case and has no final full stop.
    pub fn new(kind: ErrorKind, message: impl Into<Message>) -> Error {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            origin: None,
            remedy: None,
            source: None,
        }))
    }

    /// Adds the file or folder that the error concerns, unless a more specific one is known.
    pub fn at(mut self, origin: &Origin) -> Error {
        self.0.origin.get_or_insert_with(|| origin.clone());
        self
    }

    /// Adds advice as a sentence. Crates other than `cli` must not name options or commands in it.
    pub fn with_help(self, help: impl Into<Message>) -> Error {
        self.with_remedy(Remedy::Text(help.into()))
    }

    /// Adds advice on what to do next.
    pub fn with_remedy(mut self, remedy: Remedy) -> Error {
        self.0.remedy = Some(remedy);
        self
    }

    /// Adds the underlying error.
    pub fn source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        self.0.source = Some(source.into());
        self
    }

    /// Creates an I/O error. `doing` says what was attempted.
    pub fn io(doing: impl Into<Message>, source: std::io::Error) -> Error {
        let message = say!("error-with-reason", doing = doing.into(), reason = io_reason(&source));
        Error::new(ErrorKind::Io, message).source(source)
    }

    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Advice on what to do next, if there is any.
    pub fn remedy(&self) -> Option<&Remedy> {
        self.0.remedy.as_ref()
    }

    /// Message of the error, without the file or folder that it concerns.
    pub fn message(&self) -> &Message {
        &self.0.message
    }

    /// File or folder that the error concerns, if it is known.
    pub fn origin(&self) -> Option<&Origin> {
        self.0.origin.as_ref()
    }

    /// Message of the error, preceded by the file or folder that it concerns, if that is known.
    pub fn with_place(&self) -> Message {
        match self.origin() {
            Some(origin) => Message::concat([format!("{origin}: ").into(), self.message().clone()]),
            None => self.message().clone(),
        }
    }

    /// Advice, if it is a sentence and not one of the fixed remedies.
    pub fn help_text(&self) -> Option<&Message> {
        match self.remedy() {
            Some(Remedy::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// Reason of an I/O error in few words, without the operating system's error number.
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
