//! Writes trees of continuations for `position` and `pattern`. Doc comments on the fields are the text of `--help`.

use super::stderr::note;
use clap::Args;
use kifu_archive::origin::text_path;
use kifu_engine::export::{Output, is_stdout, refuse_archive};
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::request::{BoardSearch, BuildTree, SubjectKind, TreeLimits};
use kifu_engine::{AskOptions, Engine, Result};
use kifu_record::text::display::clean;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Heading in the help for the options of the tree.
const TREE: &str = "A tree of continuations";

/// Options to write a tree of continuations.
#[derive(Debug, Args)]
pub struct TreeArgs {
    /// Write the tree of continuations (for a pattern, of moves inside it), this many moves deep, as an SGF file with
    /// the numbers of games, years and players in its comments.
    #[arg(
        long,
        value_name = "MOVES",
        value_parser = clap::value_parser!(u32).range(1..=400),
        conflicts_with_all = ["json", "count", "open", "limit", "next", "tomove", "at_move"],
        help_heading = TREE
    )]
    pub tree: Option<u32>,
    /// The minimum for a branch of the tree: games (5), a share of its parent's games (2%), or both (5,2%).
    #[arg(long, value_name = "GAMES", value_delimiter = ',', default_value = "5", help_heading = TREE)]
    pub least: Vec<String>,
    /// The most nodes of the tree; a larger tree keeps the nodes with the most games.
    #[arg(long, value_name = "N", default_value_t = 2000, help_heading = TREE)]
    pub nodes: usize,
    /// The file for the tree; without it, or with -, standard output.
    #[arg(long, value_name = "FILE", requires = "tree", help_heading = TREE)]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "output", help_heading = TREE)]
    pub force: bool,
}

/// Writes the tree of a position or a pattern, `plies` moves deep. Returns whether there were hits.
pub(super) fn write(
    args: &TreeArgs,
    plies: u32,
    board: BoardSearch,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    let file = args.output.as_deref().unwrap_or(Path::new("-"));
    if !is_stdout(file) {
        let status = engine.status(false)?.answer;
        let roots: Vec<PathBuf> = status.roots.iter().map(|root| text_path(root)).collect();
        refuse_archive(file, &roots, status.index.iter())?;
    }
    // The file is opened first, so that an error in its path is noticed before the work starts.
    let mut output = Output::open(file, args.force, out)?;
    let growth = TreeLimits { plies, least: args.least.clone(), nodes: args.nodes };
    let question = BuildTree { board, growth };
    let tree = engine.answer(&question, &AskOptions::default())?.answer;
    if tree.games == 0 {
        let noun = match question.board.sought {
            SubjectKind::Position => "position",
            SubjectKind::Pattern => "pattern",
        };
        note!("No game has this {noun}, so nothing was written.");
        return Ok(false);
    }
    if tree.is_cut {
        note!(
            "The tree is cut at {} nodes; the rarest branches are missing. --nodes allows more, --least drops more.",
            format_thousands(args.nodes as u64)
        );
    }
    output.write_all(tree.sgf.as_bytes()).map_err(|error| output.write_error(error))?;
    output.finish()?;
    if !is_stdout(file) {
        let nodes = counted(tree.nodes as u64, "node", "nodes");
        note!("Wrote {nodes} to {}", clean(&file.display().to_string()));
    }
    Ok(true)
}
