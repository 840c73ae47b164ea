//! `kifu-index report` and `kifu-index prepare`: reports as HTML or Markdown. Doc comments on the fields of the
//! arguments are the text of `--help`.

use super::hyphen_arguments::strip_mark;
use super::output::write_error;
use super::stderr::note;
use super::suggested_values::suggest_values;
use super::target;
use clap::Args;
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::origin::text_path;
use kifu_archive::output::check_writable;
use kifu_drawing::{report_html, report_markdown};
use kifu_engine::export::{Output, is_stdout, refuse_archive};
use kifu_engine::report::Report;
use kifu_engine::request::{Prepare, ReportBoard, ReportPlayer};
use kifu_engine::{AskOptions, Engine, Result};
use kifu_messages::Locale;
use kifu_record::text::display::clean;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("subject").required(true).args(["player", "position", "joseki"]))]
pub struct ReportArgs {
    /// Which games count: a query as for search; without one, all.
    #[arg(value_name = "QUERY", value_parser = strip_mark)]
    pub query: Vec<String>,
    /// Report about this player: results, years and ranks, openings, moves in corners, typical games, new moves,
    /// losses.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Report about this position: continuations, decades, players, first games, comments.
    #[arg(long, value_name = "MOVES")]
    pub position: Option<String>,
    /// Report about these stones in a corner, whatever the rest of the board has.
    #[arg(long, value_name = "MOVES")]
    pub joseki: Option<String>,
    /// Leave out the player's new moves: finding them compares all games once for each state of the index.
    #[arg(long, conflicts_with_all = ["position", "joseki"])]
    pub no_novelties: bool,
    /// Where and how to write the report.
    #[command(flatten)]
    pub file: ReportFileArgs,
}

/// Arguments of `prepare`.
#[derive(Debug, Args)]
pub struct PrepareArgs {
    /// The player to prepare, or me (your names in aliases.tsv).
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// The opponent.
    #[arg(value_name = "RIVAL")]
    pub rival: String,
    /// Count only games that match this query.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true)]
    pub filter: Option<String>,
    /// Where and how to write the report.
    #[command(flatten)]
    pub file: ReportFileArgs,
}

/// Options for the file of a report.
#[derive(Debug, Args)]
pub struct ReportFileArgs {
    /// The file to write: HTML if its name ends in .html, Markdown if it ends in .md; - writes Markdown to standard
    /// output [default: -].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The language of the report: en, ja, ko, zh-Hans or zh-Hant [default: en].
    #[arg(long, value_name = "LANG", value_parser = suggest_values(Locale::ALL.map(Locale::tag)), hide_possible_values = true)]
    pub lang: Option<String>,
    /// Replace the file if it exists.
    #[arg(long)]
    pub force: bool,
}

/// Runs the command `report`.
pub(crate) fn run(args: &ReportArgs, engine: &Engine, out: &mut dyn Write) -> Result<()> {
    let query = target::read_query(&args.query)?;
    let options = AskOptions::default();
    let form = args.file.check(engine)?;
    let report = match (&args.player, &args.position, &args.joseki) {
        (Some(player), ..) => {
            let novelties = !args.no_novelties;
            let request = ReportPlayer { player: player.clone(), query, unique: true, novelties };
            engine.answer(&request, &options)?.answer
        }
        (None, position, joseki) => {
            let request = ReportBoard {
                moves: position.as_ref().or(joseki.as_ref()).cloned().unwrap_or_default(),
                corner: joseki.is_some(),
                query,
                unique: true,
            };
            engine.answer(&request, &options)?.answer
        }
    };
    args.file.write(&report, form, out)
}

/// Runs the command `prepare`.
pub(crate) fn prepare(args: &PrepareArgs, engine: &Engine, out: &mut dyn Write) -> Result<()> {
    let form = args.file.check(engine)?;
    let query = args.filter.iter().map(String::as_str);
    let request =
        Prepare { player: args.player.clone(), rival: args.rival.clone(), query: query.collect() };
    let report = engine.answer(&request, &AskOptions::default())?.answer;
    args.file.write(&report, form, out)
}

/// Form of a report.
#[derive(Clone, Copy)]
enum ReportForm {
    Html,
    Markdown,
}

impl ReportFileArgs {
    fn path(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }

    /// Returns the form that the name of the file asks for, before the report takes time. An existing file is refused
    /// here already.
    fn check(&self, engine: &Engine) -> Result<ReportForm> {
        let path = self.path();
        if is_stdout(path) {
            return Ok(ReportForm::Markdown);
        }
        let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
        let form = match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("html" | "htm") => ReportForm::Html,
            Some("md" | "markdown") => ReportForm::Markdown,
            _ => {
                let message =
                    format!("{} is no HTML or Markdown file", clean(&path.display().to_string()));
                let error = Error::new(ErrorKind::Query, message);
                return Err(error.with_help("write a name that ends in .html or .md").into());
            }
        };
        let status = engine.status(false)?.answer;
        let roots: Vec<PathBuf> = status.roots.iter().map(|root| text_path(root)).collect();
        refuse_archive(path, &roots, status.index.iter())?;
        check_writable(path, self.force)?;
        Ok(form)
    }

    fn write(&self, report: &Report, form: ReportForm, out: &mut dyn Write) -> Result<()> {
        let locale = self.lang.as_deref().and_then(Locale::from_tag).unwrap_or_default();
        let text = match form {
            ReportForm::Html => report_html(report, locale),
            ReportForm::Markdown => report_markdown(report, locale),
        };
        let path = self.path();
        if is_stdout(path) {
            return Ok(out.write_all(text.as_bytes()).map_err(write_error)?);
        }
        let mut output = Output::open(path, self.force, out)?;
        output.write_all(text.as_bytes()).map_err(|error| output.write_error(error))?;
        output.finish()?;
        note!("Wrote the report to {}", clean(&path.display().to_string()));
        Ok(())
    }
}
