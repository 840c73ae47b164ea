//! `kifu-index position`.

mod args;

use super::answer::{self, board_request};
use super::output::write_error;
use super::stderr::note;
use crate::engine::export::{Output, refuse_archive};
use crate::engine::request::Growth;
use crate::engine::words::{counted, thousands};
use crate::engine::{Engine, Result, Within};
use crate::origin::text_path;
use crate::text::display::clean;
pub use args::PositionArgs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Runs the command and returns whether there were hits.
pub fn run(args: &PositionArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    if let Some(plies) = args.tree {
        return tree(args, plies, engine, out);
    }
    let terminal = args.board.terminal();
    let request = board_request(&args.input, &args.board, &terminal)?;
    let answer = engine.position(&request, &Within::default())?.answer;
    answer::tell(&args.board, &answer, &terminal, out)
}

/// Writes the tree of continuations and returns whether there were hits.
fn tree(args: &PositionArgs, plies: u32, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let request = board_request(&args.input, &args.board, &args.board.terminal())?;
    let growth = Growth {
        plies,
        least: args.least.clone(),
        nodes: args.nodes,
    };
    let file = args.output.as_deref();
    let file = file.filter(|path| *path != Path::new("-"));
    let mut output = match file {
        Some(path) => {
            // A file that cannot be written should be noticed before the work starts.
            let status = engine.status(false)?.answer;
            let roots: Vec<PathBuf> = status.roots.iter().map(|root| text_path(root)).collect();
            refuse_archive(path, &roots, &status.index)?;
            Output::file(path, args.force)?
        }
        None => Output::stream(out),
    };
    let tree = engine.tree(&request, &growth, &Within::default())?.answer;
    if tree.games == 0 {
        note!("No game has this position, so nothing was written.");
        return Ok(false);
    }
    if tree.is_cut {
        note!(
            "The tree is cut at {} nodes; the rarest branches are missing. --nodes allows more, --least drops more.",
            thousands(args.nodes as u64)
        );
    }
    output.write_all(tree.sgf.as_bytes()).map_err(write_error)?;
    output.finish()?;
    if let Some(path) = file {
        let nodes = counted(tree.nodes as u64, "node", "nodes");
        note!("Wrote {nodes} to {}", clean(&path.display().to_string()));
    }
    Ok(true)
}
