//! `kifu-index export`.

use super::args::ExportArgs;
use super::asked;
use super::format::counted;
use super::output::{Form as LineForm, Lines};
use super::planned::plan;
#[cfg(feature = "parquet")]
use super::search::each_found;
use super::search::{Failure, found_comment, print_lines};
use super::stderr::note;
use crate::crawl::{ArchiveKind, FileKind, file_kind};
use crate::error::{Error, ErrorKind, Result};
use crate::export::names::{safe, safe_path, speaking};
use crate::export::piece::Form;
use crate::export::target::{Collection, Folder, Names, Output, Target, Zip, refuse_archive};
use crate::export::{Report, Wanted, card_sum, export};
use crate::index::Index;
use crate::origin::{path_text, text_path};
use crate::query::hits::{Game, Hit, load_each};
use crate::query::plan::Plan;
use crate::query::search::{Places, search};
use crate::query::snippet::Needles;
use crate::query::step::Place;
use crate::text::display::clean;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where the games go.
enum To<'a> {
    Sgf(&'a Path),
    Folder(&'a Path),
    Zip(&'a Path),
    Lines(&'a Path, LineForm),
    Parquet(&'a Path),
}

/// Runs the command: 0 if all games were written, 1 if there were none, 2 if some are missing.
pub fn run(
    args: &ExportArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<ExitCode, Failure> {
    let to = to(args)?;
    let (query, text) = asked::query(&args.query, &args.sort)?;
    let plan = plan(index, &query).map_err(|error| Failure::Query(error, text))?;
    let roots: Vec<PathBuf> = index
        .header()
        .roots
        .iter()
        .map(|root| text_path(root))
        .collect();
    let export = Export {
        args,
        index,
        plan: &plan,
        needles: Needles::of(&query),
        roots,
    };
    if args.at_hit && !plan.has_position() && export.needles.is_empty() {
        return Err(no_place().into());
    }
    let limit = args.limit.filter(|&limit| limit > 0).unwrap_or(usize::MAX);
    let hits = search(index, &plan, limit)?.first;
    Ok(export.run(&to, &hits, out)?)
}

/// Where the arguments say that the games go.
fn to(args: &ExportArgs) -> Result<To<'_>> {
    match args {
        ExportArgs {
            sgf: Some(path), ..
        } => Ok(To::Sgf(path)),
        ExportArgs {
            dir: Some(path), ..
        } => Ok(To::Folder(path)),
        ExportArgs {
            zip: Some(path), ..
        } => Ok(To::Zip(path)),
        ExportArgs {
            csv: Some(path), ..
        } => Ok(To::Lines(path, LineForm::Csv)),
        ExportArgs {
            jsonl: Some(path), ..
        } => Ok(To::Lines(path, LineForm::Json)),
        ExportArgs {
            parquet: Some(path),
            ..
        } => Ok(To::Parquet(path)),
        _ => Err(Error::new(ErrorKind::Query, "where do the games go?")
            .help("write --sgf FILE, --dir FOLDER, --zip FILE, --csv FILE, --jsonl FILE or --parquet FILE")),
    }
}

fn no_place() -> Error {
    Error::new(ErrorKind::Query, "--at-hit needs a place that is asked for").help(
        "ask for a position (position:\"Q16 D4 Q3\") or for words of comments (comment:ladder)",
    )
}

/// An export that is under way.
struct Export<'a> {
    args: &'a ExportArgs,
    index: &'a Index,
    plan: &'a Plan,
    needles: Needles,
    roots: Vec<PathBuf>,
}

/// The games of the hits: where they are, and under which names they go into a folder or a zip.
struct Games {
    wanted: Vec<Wanted>,
    names: Vec<String>,
    /// Whether all of them are SGF.
    are_sgf: bool,
}

impl Export<'_> {
    fn run(&self, to: &To, hits: &[Hit], out: &mut dyn Write) -> Result<ExitCode> {
        if hits.is_empty() {
            note!("No game fits, so nothing was written.");
            return Ok(ExitCode::from(1));
        }
        let (To::Sgf(place)
        | To::Folder(place)
        | To::Zip(place)
        | To::Lines(place, _)
        | To::Parquet(place)) = to;
        if !is_stream(place) {
            refuse_archive(place, &self.roots, self.index.folder())?;
        }
        let report = match to {
            To::Lines(path, form) => self.lines(path, *form, hits, out)?,
            To::Parquet(path) => self.parquet(path, hits, out)?,
            To::Sgf(path) => {
                let games = self.games(hits)?;
                // One file has one charset: several games are written in UTF-8.
                let form = match hits {
                    [_] if games.are_sgf => self.form(),
                    _ => Form::Utf8,
                };
                let target = Collection::new(self.output(path, out)?, games.wanted.len())?;
                self.export(&games.wanted, form, Box::new(target))?
            }
            To::Zip(path) => {
                let Games { wanted, names, .. } = self.games(hits)?;
                let target = Zip::new(self.output(path, out)?, Names::new(names.into_iter()))?;
                self.export(&wanted, self.form(), Box::new(target))?
            }
            To::Folder(folder) => {
                let Games { wanted, names, .. } = self.games(hits)?;
                let target = Folder::new(folder, Names::new(names.into_iter()), self.args.force)?;
                // A folder in it may be a link, or an archive.
                for folder in target.folders() {
                    refuse_archive(&folder, &self.roots, self.index.folder())?;
                }
                self.export(&wanted, self.form(), Box::new(target))?
            }
        };
        tell(&report, place);
        let is_whole = report.missing.is_empty();
        Ok(ExitCode::from(if is_whole { 0 } else { 2 }))
    }

    fn form(&self) -> Form {
        match self.args.utf8 {
            true => Form::Utf8,
            false => Form::Kept,
        }
    }

    /// A file of this name, or the standard output.
    fn output<'o>(&self, path: &Path, out: &'o mut dyn Write) -> Result<Output<'o>> {
        match is_stream(path) {
            true => Ok(Output::stream(out)),
            false => Output::file(path, self.args.force),
        }
    }

    /// Writes what the index knows of the games; their files are not opened.
    fn lines(
        &self,
        path: &Path,
        form: LineForm,
        hits: &[Hit],
        out: &mut dyn Write,
    ) -> Result<Report> {
        let lines = Lines::new(form)
            .with_fields(&self.args.fields)?
            .raw(self.args.csv_raw);
        let mut output = self.output(path, out)?;
        lines.begin(&mut output)?;
        print_lines(
            &mut output,
            self.index,
            self.plan,
            hits,
            &self.needles,
            &lines,
        )?;
        output.finish()?;
        Ok(Report {
            written: hits.len() as u64,
            ..Report::default()
        })
    }

    /// Writes the same as a table of typed columns.
    #[cfg(feature = "parquet")]
    fn parquet(&self, path: &Path, hits: &[Hit], out: &mut dyn Write) -> Result<Report> {
        use super::output::parquet::Table;
        let lines = Lines::new(LineForm::Json).with_fields(&self.args.fields)?;
        let mut output = self.output(path, out)?;
        let mut table = Table::new(&lines, path)?;
        each_found(self.index, self.plan, hits, &self.needles, &mut |found| {
            table.add(found, &mut output)
        })?;
        table.finish(&mut output)?;
        output.finish()?;
        Ok(Report {
            written: hits.len() as u64,
            ..Report::default()
        })
    }

    #[cfg(not(feature = "parquet"))]
    fn parquet(&self, _: &Path, _: &[Hit], _: &mut dyn Write) -> Result<Report> {
        let message = "this build of kifu-index writes no Parquet files";
        Err(Error::new(ErrorKind::Query, message)
            .help("cargo install --path . --features parquet; --csv and --jsonl are there always"))
    }

    fn export(
        &self,
        wanted: &[Wanted],
        form: Form,
        mut target: Box<dyn Target + '_>,
    ) -> Result<Report> {
        let limits = &self.index.header().limits;
        let report = export(wanted, limits, form, target.as_mut())?;
        target.finish()?;
        Ok(report)
    }

    fn games(&self, hits: &[Hit]) -> Result<Games> {
        let mut games = Games {
            wanted: Vec::with_capacity(hits.len()),
            names: Vec::with_capacity(hits.len()),
            are_sgf: true,
        };
        let mut hits_left = hits.iter();
        let mut places = Places::new(self.index, self.plan);
        load_each(self.index, hits, |game| {
            let place = match hits_left.next() {
                Some(hit) if self.args.at_hit => self.place(places.of(hit)?, &game),
                _ => None,
            };
            games
                .names
                .push(self.name(&game, place.map(|(_, number)| number)));
            games.are_sgf &= game.card.format == "sgf";
            games.wanted.push(Wanted {
                card: card_sum(&game.card),
                mark: place.map(|(node, _)| node),
                path: game.path,
                members: game.members.into_iter().zip(game.occurrences).collect(),
                game: game.number,
            });
            Ok(())
        })?;
        Ok(games)
    }

    /// The node and the move at which a hit has what was asked for: the position, or else a comment.
    fn place(&self, of_board: Option<Place>, game: &Game) -> Option<(u32, u32)> {
        if let Some(place) = of_board {
            return Some((place.node, place.number));
        }
        let comment = found_comment(&self.needles, game);
        comment.map(|comment| (comment.node, comment.number))
    }

    /// The name of a game's file.
    fn name(&self, game: &Game, number: Option<u32>) -> String {
        let format = match self.form() {
            Form::Kept => game.card.format.as_str(),
            Form::Utf8 => "sgf",
        };
        let at = number.map_or(String::new(), |number| format!(" #{number}"));
        if self.args.keep_names {
            return self.own_name(game, &at);
        }
        let mut name = speaking(&game.card.info());
        if name.is_empty() {
            name = game.card.id_text().chars().take(8).collect();
        }
        safe(&name, &format!("{at}.{format}"))
    }

    /// The name that a game has in its archive: folders, archives and members as folders in each other.
    fn own_name(&self, game: &Game, at: &str) -> String {
        let roots = self
            .roots
            .iter()
            .filter_map(|root| game.path.strip_prefix(root).ok());
        // Of roots in each other the innermost counts; a root may be a file itself.
        let below = roots.min_by_key(|rest| rest.as_os_str().len());
        let below = below.filter(|rest| !rest.as_os_str().is_empty());
        let file = || game.path.file_name().map(Path::new);
        let below = below.or_else(file).map(path_text).unwrap_or_default();
        let mut parts: Vec<&str> = vec![&below];
        for member in &game.members {
            // What is packed by itself has its own name inside.
            let around = parts.last().copied().unwrap_or_default();
            if file_kind(around) == FileKind::Archive(ArchiveKind::Single) {
                let folder = around.rsplit_once('/').map(|(folder, _)| folder);
                parts.pop();
                parts.extend(folder);
            }
            parts.push(member);
        }
        let path = parts.join("/");
        let (stem, extension) = split_extension(&path);
        let extension = match self.form() {
            Form::Kept if !extension.is_empty() => extension,
            Form::Kept => &format!(".{}", game.card.format),
            Form::Utf8 => ".sgf",
        };
        let number = match game.number {
            0 | 1 => String::new(),
            number => format!("@{number}"),
        };
        safe_path(stem, &format!("{number}{at}{extension}"))
    }
}

fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path and its extension with the point, if it has one that looks like one.
fn split_extension(path: &str) -> (&str, &str) {
    let at = path.rfind('.').filter(|&at| {
        let extension = path.get(at + 1..).unwrap_or_default();
        (1..=5).contains(&extension.len()) && extension.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    at.and_then(|at| path.split_at_checked(at))
        .unwrap_or((path, ""))
}

/// Tells what came of it on the standard error: the standard output may be the target.
fn tell(report: &Report, place: &Path) {
    let missing: u64 = report.missing.iter().map(|missing| missing.games).sum();
    for missing in &report.missing {
        let games = counted(missing.games, "game", "games");
        let line = format!(
            "{}: {} ({games} not written)",
            missing.place, missing.reason
        );
        note!("{}", clean(&line));
    }
    let written = counted(report.written, "game", "games");
    if is_stream(place) {
        note!("Wrote {written}");
    } else {
        note!("Wrote {written} to {}", clean(&place.display().to_string()));
    }
    if report.converted > 0 {
        let converted = counted(report.converted, "of them became", "of them became");
        note!(
            "{converted} SGF in UTF-8: by itself, such a game would be read in another charset or format"
        );
    }
    if missing > 0 {
        let missing = counted(missing, "game is", "games are");
        note!(
            "{missing} missing; bring the index up to date (kifu-index build), or bring the files back"
        );
    }
}
