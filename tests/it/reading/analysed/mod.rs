//! Files with analysis as every known program writes it, and what their values are.
//!
//! The values are chosen first, then written in a program's notation; nothing here reads what it wrote.

/// Base64 and gzip.
mod bytes;
/// Every case read by the library.
mod check;
/// Programs that write sentences only.
mod comments;
/// GoReviewPartner and KataGo's matches: values of the position before.
mod earlier;
/// Games that nobody played, and the files made of them.
mod game;
/// Broken values, and text that only looks alike.
mod hostile;
/// KaTrain and Kaya.
mod katrain;
/// Lizzie, LizzieYzy, LizGoban.
mod lizzie;
/// q5Go, WV and DM, annotations.
mod others;
/// Sabaki, Ogatak, analyze-sgf.
mod sabaki;
/// Lines beside a game: KataGo, katawrap, tables.
mod sidecars;

/// A file and all that is said in it.
pub struct Case {
    pub name: String,
    pub sgf: String,
    /// By node, then as the file has it.
    pub truth: Vec<Told>,
    /// Node, property and strength: 2 if emphasised, else 1; of `V` the hundredths of a point.
    pub annotations: Vec<(u32, &'static str, i32)>,
    /// Whether there is a value to complain of.
    pub bad: bool,
    /// What people wrote in the comments of some nodes; empty if programs wrote it all.
    pub human: Vec<(u32, String)>,
}

/// What one engine says of the position after a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    pub node: u32,
    pub writer: &'static str,
    pub engine: Option<String>,
    pub source: &'static str,
    /// In hundredths of a percent.
    pub black_rate: Option<u16>,
    /// In hundredths of a point.
    pub black_lead: Option<i32>,
    pub visits: Option<u64>,
    /// What the node's move lost, if the writer says so. In hundredths of a point.
    pub loss: Option<i32>,
    /// The best candidate's line as GTP moves; empty without candidates.
    pub line: Vec<String>,
}

/// All cases, the same ones each time.
pub fn cases() -> Vec<Case> {
    let families = [
        katrain::cases(),
        lizzie::cases(),
        sabaki::cases(),
        others::cases(),
        earlier::cases(),
        comments::cases(),
        hostile::cases(),
    ];
    families.into_iter().flatten().collect()
}
