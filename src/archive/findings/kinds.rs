//! Kinds of findings: stable names, severities, and advice. Change this to add a kind.

use crate::crawl::ProblemKind;
use kifu_record::Code;

/// Severity of a finding; the most severe has the least value, so sorting puts it first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Data is lost, or a position of the game cannot be right.
    Error,
    /// Something was repaired, or is doubtful.
    Warning,
    /// Something is odd, but nothing is lost.
    Note,
}

impl Severity {
    /// All severities, the most severe first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

    /// Stable name: `error`, `warning` or `note`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// Declares the checks that need the whole game or archive. Each row has a name, a severity and a meaning.
macro_rules! checks {
    ($($(#[$doc:meta])* $check:ident = $name:literal, $severity:ident, $about:literal,)*) => {
        /// Problem that only a check of the whole game or archive finds, and no reader of a record.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum Check {
            $($(#[$doc])* $check,)*
        }

        impl Check {
            pub const ALL: &[Check] = &[$(Check::$check),*];

            fn as_str(self) -> &'static str {
                match self {
                    $(Check::$check => $name,)*
                }
            }

            fn about(self) -> (Severity, &'static str) {
                match self {
                    $(Check::$check => (Severity::$severity, $about),)*
                }
            }
        }
    };
}

checks! {
    /// A file begins like a game, but its name is not that of a game record.
    WrongExtension = "wrong-extension", Error,
        "A file begins like a game record but its name does not end like that of one, so it is not indexed; rename it.",
    /// The record has players or a result, but no moves.
    NoMoves = "no-moves", Warning,
        "A game has players or a result, but neither moves nor stones; look for a copy that has them.",
    /// The number of handicap stones differs from the stones on the board.
    DoubtfulHandicap = "doubtful-handicap", Warning,
        "The number of handicap stones (HA) is not the number of stones on the board; correct one of them.",
    /// The board is larger than the stones need.
    DoubtfulSize = "doubtful-size", Warning,
        "All stones stand in the corner of a smaller board; the board size (SZ) is probably wrong or missing.",
    /// The komi is not plausible.
    DoubtfulKomi = "doubtful-komi", Warning,
        "The komi is unusual; correct KM.",
    /// The date lies in the future.
    FutureDate = "future-date", Warning,
        "The date is in the future; correct DT.",
    /// One colour moves twice in a row, or White moves first.
    OutOfTurn = "out-of-turn", Warning,
        "A player moves twice in a row, or White begins an even game; a move may be missing or have the wrong colour.",
    /// Members of one archive have equal names.
    EqualNames = "equal-names", Warning,
        "Members of an archive have the same name: all are indexed, but most programs unpack only the last one; rename them.",
    /// The date is earlier than almost any known game.
    EarlyDate = "early-date", Note,
        "The date is earlier than that of almost any known game; it may be a typing error in DT.",
    /// The margin is impossible with this komi.
    KomiAgainstResult = "komi-against-result", Note,
        "The margin of the result is impossible with this komi (half points do not fit); one of RE and KM is wrong.",
    /// A counted game has few moves.
    EarlyEnd = "early-end", Note,
        "The game was decided by points, but its record stops early; the rest may be missing.",
    /// Moves follow after both players have passed.
    MovesAfterEnd = "moves-after-end", Note,
        "Moves follow after both players have passed; they may be comments or another game.",
    /// A name includes a rank.
    RankInName = "rank-in-name", Note,
        "A player's name includes a rank, so it counts as a different name; move the rank to BR or WR.",
    /// Both players have the same name.
    SamePlayer = "same-player", Note,
        "Both players have the same name; one of PB and PW may be wrong.",
    /// A move in a variation breaks the rules.
    IllegalVariation = "illegal-variation", Note,
        "A move in a variation breaks the rules; the board shows it all the same.",
    /// The record does not name its charset.
    GuessedCharset = "guessed-charset", Note,
        "The text is not UTF-8 and the record names no charset, so the charset was guessed; convert the file to UTF-8 and write CA[UTF-8].",
}

/// Kind of a finding: why a file gave no game, which diagnostic a record has, or which check a whole game failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FindingKind {
    /// A file or member gave no game.
    Problem(ProblemKind),
    /// A diagnostic of a record: an oddity that the reader of its format found, such as an unreadable date.
    Code(Code),
    /// A problem that only a check of the whole game or archive finds.
    Check(Check),
}

impl FindingKind {
    /// All kinds of findings; no name occurs twice.
    pub fn all() -> impl Iterator<Item = FindingKind> {
        let problems = ProblemKind::ALL.into_iter().map(FindingKind::Problem);
        let codes = Code::ALL
            .iter()
            .map(|&code| FindingKind::from_code(code))
            .filter(|kind| matches!(kind, FindingKind::Code(_)));
        problems.chain(codes).chain(Check::ALL.iter().map(|&check| FindingKind::Check(check)))
    }

    /// Kind of finding for a diagnostic of a record. The diagnostics `TooLarge` and `Encrypted` become the kinds that
    /// files have for these problems.
    pub(crate) fn from_code(code: Code) -> FindingKind {
        match code {
            Code::TooLarge => FindingKind::Problem(ProblemKind::TooLarge),
            Code::Encrypted => FindingKind::Problem(ProblemKind::Encrypted),
            code => FindingKind::Code(code),
        }
    }

    /// Finds the kind with this stable name.
    pub fn from_name(name: &str) -> Option<FindingKind> {
        FindingKind::all().find(|kind| kind.as_str() == name)
    }

    /// Stable name, used in output and queries.
    pub fn as_str(self) -> &'static str {
        match self {
            FindingKind::Problem(kind) => kind.as_str(),
            FindingKind::Code(code) => code.as_str(),
            FindingKind::Check(check) => check.as_str(),
        }
    }

    pub fn severity(self) -> Severity {
        self.about().0
    }

    /// True if the kind is found in games; false if only in files, archives and folders. Only the kinds of games are
    /// indexed.
    pub fn is_game_finding(self) -> bool {
        match self {
            FindingKind::Problem(kind) => {
                matches!(kind, ProblemKind::TooLarge | ProblemKind::Encrypted)
            }
            FindingKind::Code(_) => true,
            FindingKind::Check(check) => {
                !matches!(check, Check::WrongExtension | Check::EqualNames)
            }
        }
    }

    /// One sentence that says what the kind means and what the owner of the archive can do about it.
    pub fn meaning(self) -> &'static str {
        self.about().1
    }

    fn about(self) -> (Severity, &'static str) {
        match self {
            FindingKind::Problem(kind) => problem_meaning(kind),
            FindingKind::Code(code) => code_meaning(code),
            FindingKind::Check(check) => check.about(),
        }
    }
}

/// Writes the `match` that gives each variant of a type its severity and its meaning, from a table with a row for each
/// variant.
macro_rules! rows {
    ($kind:ident: $type:ident { $($($variant:ident)|+ = $severity:ident, $meaning:expr,)* }) => {
        match $kind {
            $($($type::$variant)|+ => (Severity::$severity, $meaning),)*
        }
    };
}

// Meanings of the two kinds of findings that exist both for files and for records.
const ENCRYPTED: &str = "An archive is locked by a password, or a record says that it is encrypted; unlock it and save it without a password.";
const TOO_LARGE: &str = "Something exceeds the limits on size or depth and was skipped; raise the limit that the message names.";

fn problem_meaning(kind: ProblemKind) -> (Severity, &'static str) {
    rows!(kind: ProblemKind {
        NoGame = Error,
            "A file is named like a game record but holds no game; delete it, or fetch it again.",
        Unreadable | NoMember = Error,
            "A file or folder cannot be read; check its permissions and the disk.",
        Damaged = Error,
            "An archive or one of its members is broken; fetch the archive again.",
        Encrypted = Error, ENCRYPTED,
        TooLarge = Error, TOO_LARGE,
        TooSlow = Error,
            "A file took longer than the time limit and was skipped.",
        UnsupportedArchive = Error,
            "An archive has a format that is not supported; unpack it, or repack it as a zip.",
        NotAFile = Note,
            "A link is circular or broken, or the entry is not a regular file; it was skipped.",
    })
}

fn code_meaning(code: Code) -> (Severity, &'static str) {
    rows!(code: Code {
        StrayText = Warning,
            "There is text before, between or after the games of a file; it was skipped. Delete it, or check for a missing bracket.",
        StrayCharacters = Warning,
            "Characters inside a game belong to no property; they were skipped. Check for a missing bracket.",
        MissingParenthesis = Warning,
            "A closing parenthesis is missing: the file may be cut off; compare it with another copy.",
        SurplusParenthesis = Warning,
            "There is one closing parenthesis too many; it was skipped. Saving the file with an SGF editor repairs it.",
        UnclosedValue = Error,
            "A value has no closing bracket, so part of the game may be lost; the file is probably cut off.",
        MissingSemicolon = Warning,
            "A node begins without `;`; it was read all the same. Saving the file with an SGF editor repairs it.",
        UnescapedBracket = Warning,
            "A `]` inside a text is not written `\\]`; the whole text was read, but other programs will cut it there.",
        PropertyWithoutValue = Warning,
            "A property has no value in brackets; it was skipped. Check for a missing bracket.",
        RepeatedProperty = Note,
            "A property occurs twice in one node; the first value counts. Delete the wrong one.",
        SeveralMoves = Warning,
            "A node has several moves, which SGF forbids; they were read one after the other. Saving the file with an SGF editor may lose them.",
        BadMove = Error,
            "A move is not a point on the board, or its node already has a move of this colour; it was skipped. Correct the move or the board size.",
        BadPoint = Error,
            "A stone is set up outside the board and was skipped; correct the stone or the board size.",
        TooMuchSetup = Error,
            "A game sets up far more stones than its board holds; the rest was skipped.",
        IllegalMove = Error,
            "A move breaks the rules: a stone is already there, it takes back a ko at once, or it captures itself. A move before it is probably wrong or missing.",
        BadSize = Error,
            "The board size cannot be read, so the usual size is assumed; correct SZ.",
        InfoInLaterNode = Note,
            "Players, result or other game info come after the first node; they were read, but other programs may not find them.",
        InfoInVariation = Note,
            "Players, result or other game info are in a variation; they can be searched for but do not describe the game itself.",
        BadCharacters = Error,
            "Some bytes are not valid in the file's charset, so characters are lost (shown as \u{fffd}); look for a better copy.",
        WrongCharset = Warning,
            "The record is not written in the charset that it names (CA); the right charset was used. Correct CA.",
        DoubleEncoded = Warning,
            "Text was converted to UTF-8 twice, as JÃ¶rg for Jörg; it was converted back where all of its characters allow it. Convert the file back once.",
        BadDate = Warning,
            "The date cannot be read in whole: it names an unknown era, a day or a month that the calendar lacks, or has letters for digits. Write DT as 1996-05-06.",
        BadResult = Warning,
            "The result or its margin cannot be read, so result: cannot find the game; write RE as W+R or B+3.5.",
        BadKomi = Warning,
            "The komi cannot be read; write KM as a number of points.",
        BadAnalysis = Note,
            "An engine's or annotator's value of a position cannot be read and was skipped; analyse the game again.",
        HandicapWithoutStones = Warning,
            "A handicap game has no handicap stones, so its positions lack them; add them (AB), or play them as moves.",
        MoveWithSetup = Note,
            "A node has both a move and setup stones, which SGF forbids; the setup was applied first.",
        UnknownSetup = Error,
            "The setup of a Lines of Action game is unknown, so the standard setup is assumed; correct SU.",
        UnreliablePositions = Note,
            "The notation does not record everything that happened, so positions may be wrong; the file cannot be corrected.",
        BadJson = Warning,
            "A part of a JSON record does not fit the format; it was skipped.",
        BadLine = Warning,
            "A line of a server's record was not understood; it was skipped.",
        BadRow = Warning,
            "Rows of a table are no games, or the table cannot be read; they were skipped.",
        MissingMoves = Error,
            "A server's record ends before its game does, or lacks moves in between; fetch it again.",
        TooLarge = Error, TOO_LARGE,
        Encrypted = Error, ENCRYPTED,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_unique_names_and_meanings() {
        let mut names: Vec<&str> = FindingKind::all().map(FindingKind::as_str).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(count > 40, "{count}");
        for kind in FindingKind::all() {
            assert_eq!(FindingKind::from_name(kind.as_str()), Some(kind));
            let name = kind.as_str();
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
            assert!(kind.meaning().ends_with('.'), "{name}");
        }
        // The option `--kind` accepts severities as well as kinds, so no kind may have the name of a severity.
        assert!(
            Severity::ALL
                .iter()
                .all(|severity| FindingKind::from_name(severity.as_str()).is_none())
        );
    }
}
