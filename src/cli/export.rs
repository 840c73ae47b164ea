//! `kifu-index export`: writes the games that a query finds.

use super::answer::copies_left_out;
use super::args::ExportArgs;
use super::remedy::with_remedy;
use super::stderr::note;
use super::target;
use super::unknown_ids::note_unknown_ids;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_drawing::HANDOUT_FILE;
use kifu_engine::export::{
    CleanForm, Destination, Export, ExportForm, ExportReport, FileNames, GameFormat, Missing,
    PathStart, REPORT, TableFormat,
};
use kifu_engine::lines::LineFormat;
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::request::Search;
use kifu_engine::{AskOptions, Engine, Result};
use kifu_record::text::display::clean;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the command `export`. The exit code is 0 if all games were written, 1 if there were none, and 2 if some are
/// missing.
pub(crate) fn run(args: &ExportArgs, engine: &Engine, out: &mut dyn Write) -> Result<ExitCode> {
    let query = target::read_query(&args.query)?;
    note_unknown_ids(engine, &query)?;
    let request = Export {
        search: Search {
            query,
            sort: args.sort.clone(),
            unique: args.unique,
            sample: args.sample.sample(),
            limit: args.limit.filter(|&limit| limit > 0),
            ..Search::default()
        },
        to: destination(args)?,
        force: args.force,
        games: GameFormat {
            form: if args.utf8 { ExportForm::Utf8 } else { ExportForm::Original },
            names: if args.keep_names { FileNames::Archive } else { FileNames::Players },
            at_hit: args.at_hit,
        },
        table: TableFormat {
            columns: args.fields.clone(),
            full: args.full,
            raw: args.csv_raw,
            paths: PathStart::Full,
        },
    };
    let Some(report) = engine.export(&request, &AskOptions::default(), out)? else {
        note!("No game fits, so nothing was written.");
        return Ok(ExitCode::from(1));
    };
    let (one, many) = match request.to {
        Destination::Drill(_) => ("problem", "problems"),
        _ => ("game", "games"),
    };
    note_outcome(&report, one, many, request.to.path());
    if let Destination::Clean(folder, _) = &request.to {
        note_clean_outcome(&report, folder);
    }
    let is_complete = report.missing.is_empty();
    Ok(ExitCode::from(if is_complete { 0 } else { 2 }))
}

/// Returns the target of the export (such as a file or a folder) that the arguments name.
fn destination(args: &ExportArgs) -> Result<Destination> {
    let lines = |path: &Option<PathBuf>, form| {
        let path = path.clone();
        path.map(|path| Destination::Lines(path, form))
    };
    let targets = [
        args.sgf.clone().map(Destination::Sgf),
        args.dir.clone().map(Destination::Folder),
        args.zip.clone().map(Destination::Zip),
        args.clean.clone().map(|path| {
            let names = args.name_as.clone();
            Destination::Clean(path, CleanForm { names, has_originals: args.keep_original })
        }),
        args.drill.clone().map(Destination::Drill),
        lines(&args.csv, LineFormat::Csv),
        lines(&args.jsonl, LineFormat::Json),
        args.parquet.clone().map(Destination::Parquet),
        args.handout.clone().map(|path| Destination::Handout(path, HANDOUT_FILE)),
    ];
    let target = targets.into_iter().flatten().next();
    Ok(target.ok_or_else(|| {
        Error::new(ErrorKind::Query, "where do the games go?").with_help(
            "write --sgf FILE, --dir FOLDER, --zip FILE, --clean FOLDER, --handout FILE, --drill FILE, --csv FILE, \
             --jsonl FILE or --parquet FILE",
        )
    })?)
}

/// Reports which games a clean collection did not get, and where its report is.
fn note_clean_outcome(report: &ExportReport, folder: &Path) {
    if report.already_there > 0 {
        let there = counted(report.already_there, "game was", "games were");
        note!("{there} there already");
    }
    if report.copies_left_out > 0 {
        note!("{}", copies_left_out(report.copies_left_out));
    }
    if report.written > 0 {
        let path = folder.join(REPORT);
        note!("What was changed is listed in {}", clean(&path.display().to_string()));
    }
}

/// Reports the outcome of an export on standard error, because standard output may be the target.
fn note_outcome(report: &ExportReport, one: &str, many: &str, place: &Path) {
    let missing: u64 = report.missing.iter().map(|missing| missing.games).sum();
    for missing in &report.missing {
        let games = counted(missing.games, "game", "games");
        let reason = with_remedy(&missing.reason, missing.remedy.as_ref());
        let line = format!("{}: {reason} ({games} not written)", missing.place);
        note!("{}", clean(&line));
    }
    let mut written = counted(report.written, one, many);
    if let Some(all) = report.drawn_from {
        written.push_str(&format!(" (drawn from {})", format_thousands(all)));
    }
    if place == Path::new("-") {
        note!("Wrote {written}");
    } else {
        note!("Wrote {written} to {}", clean(&place.display().to_string()));
    }
    if report.converted > 0 {
        let converted = format_thousands(report.converted);
        note!(
            "{converted} of them were converted to SGF in UTF-8, because on their own they would be read in another charset or format"
        );
    }
    let is_lost = |missing: &Missing| matches!(missing.remedy, Some(Remedy::Forget { .. }));
    let advice = if report.missing.iter().all(is_lost) {
        ""
    } else {
        "; update the index (kifu-index build), or bring the files back"
    };
    if missing > 0 {
        let missing = counted(missing, "game is", "games are");
        note!("{missing} missing{advice}");
    }
}
