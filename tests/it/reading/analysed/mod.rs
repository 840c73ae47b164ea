//! Files with engine analysis in the notation of every known program, with the values that must be read from them.
//!
//! The values are chosen first, and the files are written from them. Nothing in these modules reads the files, except
//! `check`.

/// Base64 and gzip.
mod bytes;
/// Reads every case with the library and compares.
mod check;
/// Programs that write their values as sentences in comments only.
mod comments;
/// Generated games, and the files made from them.
mod game;
/// Broken values, and text that only looks like analysis.
mod hostile;
/// KaTrain and Kaya.
mod katrain;
/// Lizzie, LizzieYzy and LizGoban.
mod lizzie;
/// q5Go, the properties `WV` and `DM`, and annotations by people.
mod others;
/// GoReviewPartner and KataGo's match games, whose values belong to the position before the node.
mod previous_position;
/// Sabaki, Ogatak and analyze-sgf.
mod sabaki;
/// Analysis files beside a game: KataGo, katawrap, tables.
mod sidecars;

/// A file with engine analysis, and all values that must be read from it.
pub struct Case {
    pub name: String,
    pub sgf: String,
    /// Expected evaluations by node, in the order of the file.
    pub truth: Vec<Evaluation>,
    /// Expected annotations, each with its node, its property, and its strength: 2 if emphasised, otherwise 1; for `V`,
    /// hundredths of a point.
    pub annotations: Vec<(u32, &'static str, i32)>,
    /// True if the file has an invalid value, which the reader must report.
    pub bad: bool,
    /// Text that must be recognised as a person's in the comments on some nodes; empty if programs wrote all of it.
    pub human: Vec<(u32, String)>,
}

/// Evaluation of the position after a node, by one engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    pub node: u32,
    pub writer: &'static str,
    pub engine: Option<String>,
    pub source: &'static str,
    /// Black's win rate in hundredths of a percent.
    pub black_rate: Option<u16>,
    /// Black's lead in hundredths of a point.
    pub black_lead: Option<i32>,
    pub visits: Option<u64>,
    /// Loss of the node's move in hundredths of a point, if the program writes it.
    pub loss: Option<i32>,
    /// Line of moves of the best candidate in GTP notation; empty without candidates.
    pub line: Vec<String>,
}

/// All generated files. The random numbers have a fixed seed, so the files are equal in each run.
pub fn cases() -> Vec<Case> {
    let families = [
        katrain::cases(),
        lizzie::cases(),
        sabaki::cases(),
        others::cases(),
        previous_position::cases(),
        comments::cases(),
        hostile::cases(),
    ];
    families.into_iter().flatten().collect()
}
