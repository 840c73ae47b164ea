//! Exports games from the archive, and tables of what the index stores about them.

use super::drill;
use super::failure::Result;
use super::handout::{HandoutForm, drawn_games};
use super::lines::{LineFormat, LineOptions, write_error};
use super::name_pattern::{DEFAULT_PATTERN, NamePattern};
use super::record::full_lines;
use super::request::Search;
use super::row::GameRow;
use super::search::{PreparedQuery, RowMaker, Rows, best_comment};
use super::snapshot::Snapshot;
use kifu_archive::crawl::{ArchiveKind, Entry, FileKind, file_kind};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result as CrateResult};
use kifu_archive::origin::path_text;
use kifu_language::snippet::CommentTerms;
use kifu_query::content_keys::content_key_of;
use kifu_query::convert_each::load_each;
use kifu_query::hits::{Hit, LoadedGame};
use kifu_query::search::{HitLocator, add_table_analysis, search};
use kifu_query::step::HitNode;
use kifu_record::{Format, GameRecord};
use kifu_store::export::clean::clean_games;
pub use kifu_store::export::clean_folder::REPORT;
use kifu_store::export::clean_folder::{CleanFolder, ReportedGame, known_contents};
use kifu_store::export::names::{descriptive_name, safe_path};
pub use kifu_store::export::piece::ExportForm;
use kifu_store::export::piece::{ExtractedGame, SelectGame, extract_fn};
use kifu_store::export::target::{Collection, ExportTarget, Folder, GameFileNames, Zip};
use kifu_store::export::{
    ExportContext, ExtractGames, MemoryGuard, WantedGame, export as export_games,
};
use kifu_store::index::Index;
use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub use kifu_archive::output::{Output, is_stdout};
pub use kifu_store::export::names::safe_name;
pub use kifu_store::export::{ExportReport, Missing};
pub use kifu_store::index::write_guard::refuse_archive;

/// What an export writes (which games, in which format), and where to.
#[derive(Clone, Debug)]
pub struct Export {
    /// Search for the games to export.
    pub search: Search,
    /// Destination of the games.
    pub to: Destination,
    /// True if existing files are replaced.
    pub force: bool,
    /// Format of exported games.
    pub games: GameFormat,
    /// Format of exported tables.
    pub table: TableFormat,
}

impl Export {
    /// Exports games with their original bytes to a place where no file exists yet.
    pub fn new(search: Search, to: Destination) -> Export {
        let (games, table) = (GameFormat::default(), TableFormat::default());
        Export { search, to, force: false, games, table }
    }
}

/// Format of exported games.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameFormat {
    /// Form of the games: their original bytes, or SGF in UTF-8.
    pub form: ExportForm,
    /// How the exported game files are named.
    pub names: FileNames,
    /// True if the node of the hit (the position or comment that was found) is marked as a hotspot, where viewers open
    /// the game.
    pub at_hit: bool,
}

/// Choice of the names of exported game files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FileNames {
    /// Names made of the players and the date.
    #[default]
    Players,
    /// Names and folders of the games in the archive.
    Archive,
}

/// Format of exported tables.
#[derive(Clone, Debug, Default)]
pub struct TableFormat {
    /// Names of the columns; empty for the usual ones.
    pub columns: Vec<String>,
    /// True if JSON lines are the objects of whole games, as read from the archive.
    pub full: bool,
    /// True if CSV texts are written unchanged, even where a spreadsheet would take them for formulas.
    pub raw: bool,
    /// Selects whether paths are absolute or begin below the root of the archive.
    pub paths: PathStart,
}

/// Selects where the paths in a table begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathStart {
    /// Absolute paths on this machine.
    #[default]
    Full,
    /// Paths below the root of the archive, which do not reveal where the root is.
    Root,
}

/// Form of a clean collection.
#[derive(Clone, Debug, Default)]
pub struct CleanForm {
    /// Pattern of the files' names, with columns in braces; `None` for the usual one.
    pub names: Option<String>,
    /// True if the property `ORIGINAL` holds the old text of each changed value.
    pub has_originals: bool,
}

/// Destination of an export. The path `-` stands for the stream that is passed to the export.
#[derive(Clone, Debug)]
pub enum Destination {
    /// One SGF file that contains all games.
    Sgf(PathBuf),
    /// One file per game, in a folder.
    Folder(PathBuf),
    /// One file per game, in a folder that later exports add to: each game once, as SGF in one form.
    Clean(PathBuf, CleanForm),
    /// One file per game, in a zip archive.
    Zip(PathBuf),
    /// One SGF file with a problem for each move of the query that engines evaluated.
    Drill(PathBuf),
    /// One line of text per game.
    Lines(PathBuf, LineFormat),
    /// A Parquet table.
    Parquet(PathBuf),
    /// One HTML file to be printed, in which each game begins on a new page.
    Handout(PathBuf, HandoutForm),
}

impl Destination {
    pub fn path(&self) -> &Path {
        let (Destination::Sgf(path)
        | Destination::Folder(path)
        | Destination::Clean(path, _)
        | Destination::Zip(path)
        | Destination::Drill(path)
        | Destination::Lines(path, _)
        | Destination::Parquet(path)
        | Destination::Handout(path, _)) = self;
        path
    }
}

/// Writes the matching games; returns `None` if no game matches.
pub(super) fn export(
    snapshot: &Snapshot,
    request: &Export,
    out: &mut dyn Write,
) -> Result<Option<ExportReport>> {
    let is_clean = matches!(request.to, Destination::Clean(..));
    // A clean collection has each game once.
    let unique = request.search.unique || is_clean;
    let ready = PreparedQuery::new(&Search { unique, ..request.search.clone() }, snapshot)?;
    let job = ExportJob {
        request,
        snapshot,
        needles: CommentTerms::from_query(&ready.query),
        ready: &ready,
        roots: snapshot.index.header().roots(),
    };
    if request.games.at_hit && !ready.plan.has_board_clause() && job.needles.is_empty() {
        return Err(no_place_error().into());
    }
    if matches!(request.to, Destination::Drill(_)) && !ready.plan.has_engine_values() {
        return Err(no_evaluated_moves_error().into());
    }
    let limit = request.search.limit.unwrap_or(usize::MAX);
    let hits = search(snapshot.index, &ready.plan, limit)?;
    let mut report = job.run(&hits.first, out)?;
    if let (Some(report), Some(_)) = (&mut report, request.search.sample) {
        report.drawn_from = Some(hits.total);
    }
    if let Some(report) = report.as_mut().filter(|_| is_clean) {
        report.copies_left_out = hits.left_out;
    }
    Ok(report)
}

fn no_evaluated_moves_error() -> Error {
    let message =
        "the query does not search for moves by their loss, so there are no problems to write";
    Error::new(ErrorKind::Query, message).with_help("search for costly moves: loss>=5, drop>20")
}

fn no_place_error() -> Error {
    Error::new(ErrorKind::Query, "the query finds no places in games that could be marked").with_help(
        "search for a position (position:\"Q16 D4 Q3\") or for words in comments (comment:ladder)",
    )
}

/// Lets an export reserve memory before it reads a file, so that all requests of a server together stay within its
/// limit. The number is the largest number of nodes that are read of one file; it bounds the estimate for large files.
struct SnapshotMemory<'s>(&'s Snapshot<'s>, u64);

/// Estimate of the memory, in bytes, that an export takes for each byte of a file: its text in two charsets, and the
/// output.
const BYTES_PER_FILE_BYTE: u64 = 4;
/// Estimate of the memory, in bytes, that an export takes for each node of a file's games. A file may have as many
/// nodes as bytes.
const BYTES_PER_NODE: u64 = 16;

impl ExportContext for SnapshotMemory<'_> {
    fn is_awaited(&self) -> bool {
        !self.0.index.budget().poll_exhausted()
    }

    fn reserve_read_memory(&self, bytes: u64, unpacking: u64) -> CrateResult<Option<MemoryGuard>> {
        self.0.reserve_memory(bytes * BYTES_PER_FILE_BYTE + unpacking)
    }

    fn reserve_game_memory(&self, bytes: u64) -> CrateResult<Option<MemoryGuard>> {
        self.0.reserve_memory(bytes.min(self.1) * BYTES_PER_NODE)
    }
}

/// Export in progress.
struct ExportJob<'a> {
    request: &'a Export,
    snapshot: &'a Snapshot<'a>,
    ready: &'a PreparedQuery,
    needles: CommentTerms,
    roots: Vec<PathBuf>,
}

/// Games to export, with their places in the archive and the names of their files.
struct ExportGames {
    wanted: Vec<WantedGame>,
    names: Vec<String>,
    /// True if all games to export come from SGF files.
    are_sgf: bool,
}

impl ExportJob<'_> {
    fn run(&self, hits: &[Hit], out: &mut dyn Write) -> CrateResult<Option<ExportReport>> {
        if hits.is_empty() {
            return Ok(None);
        }
        let place = self.request.to.path();
        if !is_stdout(place) {
            self.refuse_archive(place)?;
        }
        let report = match &self.request.to {
            Destination::Lines(path, LineFormat::Json) if self.request.table.full => {
                let wanted = wanted_games(self.snapshot.index, hits)?;
                let target = Collection::new(self.output(path, out)?, wanted.len())?;
                let table_analysis = TableAnalysis::new(self.snapshot.index, &wanted, hits);
                let add_table_analysis = |id, record: &mut _| table_analysis.add_to(id, record);
                self.export(&wanted, &full_lines(&add_table_analysis, None), Box::new(target))?
            }
            Destination::Drill(path) => {
                let mut output = self.output(path, out)?;
                let written = drill::write_problems(
                    self.snapshot.index,
                    &self.ready.plan,
                    hits,
                    &mut output,
                )?;
                self.finish(output)?;
                ExportReport { written, ..ExportReport::default() }
            }
            Destination::Lines(path, form) => self.lines(path, *form, hits, out)?,
            Destination::Parquet(path) => self.parquet(path, hits, out)?,
            Destination::Handout(path, form) => self.handout(path, *form, hits, out)?,
            Destination::Sgf(path) => {
                let games = self.locate_games(hits)?;
                // An SGF file has only one charset, so a file with several games is written in UTF-8.
                let form = match hits {
                    [_] if games.are_sgf => self.request.games.form,
                    _ => ExportForm::Utf8,
                };
                let target = Collection::new(self.output(path, out)?, games.wanted.len())?;
                self.export(&games.wanted, &extract_fn(form), Box::new(target))?
            }
            Destination::Zip(path) => {
                let ExportGames { wanted, names, .. } = self.locate_games(hits)?;
                let names = GameFileNames::new(names.into_iter());
                let target = Zip::new(self.output(path, out)?, names)?;
                self.export(&wanted, &extract_fn(self.request.games.form), Box::new(target))?
            }
            Destination::Clean(folder, form) => self.clean(folder, form, hits)?,
            Destination::Folder(folder) => {
                let ExportGames { wanted, names, .. } = self.locate_games(hits)?;
                let names = GameFileNames::new(names.into_iter());
                let target = Folder::new(folder, names, self.request.force)?;
                // The target may lie below a link into the archive or inside an archive, which an export must not
                // change.
                for folder in target.folders() {
                    self.refuse_archive(&folder)?;
                }
                self.export(&wanted, &extract_fn(self.request.games.form), Box::new(target))?
            }
        };
        Ok(Some(report))
    }

    /// Adds games to the folder of a clean collection, apart from those that its report lists.
    fn clean(&self, folder: &Path, form: &CleanForm, hits: &[Hit]) -> CrateResult<ExportReport> {
        let index = self.snapshot.index;
        let pattern = NamePattern::parse(form.names.as_deref().unwrap_or(DEFAULT_PATTERN))?;
        let known = known_contents(folder)?;
        let (mut new, mut contents) = (Vec::new(), Vec::new());
        for hit in hits {
            let content = content_key_of(index, hit)?.unwrap_or_default();
            if !known.contains(&content) {
                new.push(*hit);
                contents.push(content);
            }
        }
        let lines = LineOptions::new(LineFormat::Json).with_columns(&pattern.columns())?;
        let mut names = Vec::with_capacity(new.len());
        self.rows(&new, &lines, &|row| Ok(pattern.file_name(row)), &mut |name| {
            names.push(name);
            Ok(())
        })?;
        let wanted = wanted_games(index, &new)?;
        let source = |(game, content): (&WantedGame, u64)| ReportedGame {
            content,
            source: self.source(game),
        };
        let games = wanted.iter().zip(contents).map(source).collect();
        let names = GameFileNames::beside(folder, names.into_iter());
        let files = Folder::new(folder, names, false)?;
        for folder in files.folders() {
            self.refuse_archive(&folder)?;
        }
        let target = CleanFolder::new(files, folder, games);
        let has_originals = form.has_originals;
        let take =
            |entry: &Entry, is_wanted: SelectGame, sink: &mut dyn FnMut(u32, ExtractedGame)| {
                clean_games(entry, has_originals, is_wanted, sink);
            };
        let report = self.export(&wanted, &take, Box::new(target))?;
        Ok(ExportReport { already_there: (hits.len() - new.len()) as u64, ..report })
    }

    /// Place of a game below its root: the path, the archive members and the number of the game in its file.
    fn source(&self, game: &WantedGame) -> String {
        let mut place = path_text(&self.below_root(game.path.clone()));
        for (member, _) in &game.members {
            place.push('!');
            place.push_str(member);
        }
        if game.game > 1 {
            place.push_str(&format!("@{}", game.game));
        }
        place
    }

    fn refuse_archive(&self, place: &Path) -> CrateResult<()> {
        refuse_archive(place, &self.roots, self.snapshot.index.folders().iter())
    }

    /// Opens the file of this name for writing, or the standard output for `-`.
    fn output<'o>(&self, path: &Path, out: &'o mut dyn Write) -> CrateResult<Output<'o>> {
        Output::open(path, self.request.force, out).map_err(|error| {
            if path.is_dir() { error.with_remedy(Remedy::WriteFolder) } else { error }
        })
    }

    /// Gives the finished temporary file its final name. Fails if a file of the index was truncated while the export
    /// ran, since the output may then be wrong.
    fn finish(&self, output: Output) -> CrateResult<()> {
        self.snapshot.index.check_mapped()?;
        output.finish()
    }

    /// Writes a table of what the index stores about the games, one line per game. The game files are not opened.
    fn lines(
        &self,
        path: &Path,
        form: LineFormat,
        hits: &[Hit],
        out: &mut dyn Write,
    ) -> CrateResult<ExportReport> {
        let lines = LineOptions {
            raw: self.request.table.raw,
            ..LineOptions::new(form).with_columns(&self.request.table.columns)?
        };
        let mut output = self.output(path, out)?;
        lines.write_header(&mut output)?;
        let report = self.rows(hits, &lines, &|row| lines.line(row), &mut |line| {
            output.write_all(&line).map_err(write_error)
        })?;
        self.finish(output)?;
        Ok(report)
    }

    /// Makes the row of each game, brings it into another form by `make` (on all cores), and passes the result to
    /// `sink`.
    fn rows<T: Send>(
        &self,
        hits: &[Hit],
        lines: &LineOptions,
        make: &(dyn Fn(&GameRow) -> CrateResult<T> + Sync),
        sink: &mut dyn FnMut(T) -> CrateResult<()>,
    ) -> CrateResult<ExportReport> {
        let needles = lines.has_comments().then_some(&self.needles);
        let maker = RowMaker::new(self.snapshot, &self.ready.plan, needles, lines.needs());
        let make = |rows: &mut Rows, at: usize, game| {
            let mut row = rows.row(hits.get(at), game)?;
            if self.request.table.paths == PathStart::Root {
                row.path = self.below_root(row.path);
            }
            make(&row)
        };
        maker.convert_each(hits, &make, &mut |made| sink(made).map(ControlFlow::Continue))?;
        Ok(ExportReport { written: hits.len() as u64, ..ExportReport::default() })
    }

    /// Returns a path relative to its root. A root that is a file becomes its file name.
    fn below_root(&self, path: PathBuf) -> PathBuf {
        let roots = self.roots.iter().filter(|root| path.starts_with(root));
        let Some(root) = roots.max_by_key(|root| root.components().count()) else {
            return path;
        };
        match path.strip_prefix(root) {
            Ok(rest) if rest == Path::new("") => path.file_name().map(PathBuf::from),
            rest => rest.ok().map(Path::to_owned),
        }
        .unwrap_or(path)
    }

    /// Writes the games as HTML to be printed, in the order of the hits.
    fn handout(
        &self,
        path: &Path,
        form: HandoutForm,
        hits: &[Hit],
        out: &mut dyn Write,
    ) -> CrateResult<ExportReport> {
        let wanted = wanted_games(self.snapshot.index, hits)?;
        let target = Collection::new(self.output(path, out)?, wanted.len())?
            .with_frame((form.head)(), form.tail);
        self.export(&wanted, &drawn_games(form.game), Box::new(target))
    }

    /// Writes a Parquet table, with typed columns.
    #[cfg(feature = "parquet")]
    fn parquet(&self, path: &Path, hits: &[Hit], out: &mut dyn Write) -> CrateResult<ExportReport> {
        use super::columns::texts;
        use super::parquet::ParquetTable;
        let lines = LineOptions::new(LineFormat::Json).with_columns(&self.request.table.columns)?;
        let mut output = self.output(path, out)?;
        let mut table = ParquetTable::new(&lines, path)?;
        let columns = lines.columns();
        let report = self.rows(hits, &lines, &|row| Ok(texts(row, columns)), &mut |values| {
            table.add(values, &mut output)
        })?;
        table.finish(&mut output)?;
        self.finish(output)?;
        Ok(report)
    }

    #[cfg(not(feature = "parquet"))]
    fn parquet(&self, _: &Path, _: &[Hit], _: &mut dyn Write) -> CrateResult<ExportReport> {
        let message = "this build writes no Parquet files";
        Err(Error::new(ErrorKind::Query, message)
            .with_remedy(kifu_archive::error::Remedy::BuildWithParquet))
    }

    fn export(
        &self,
        wanted: &[WantedGame],
        take: ExtractGames,
        mut target: Box<dyn ExportTarget + '_>,
    ) -> CrateResult<ExportReport> {
        let of_index = &self.snapshot.index.header().limits;
        let reader = self.snapshot.reader;
        let limits = reader.map_or_else(|| of_index.clone(), |reader| reader.limits(of_index));
        let memory = SnapshotMemory(self.snapshot, limits.nodes);
        let mut report =
            export_games(wanted, &self.roots, &limits, take, &memory, target.as_mut())?;
        self.snapshot.index.check_mapped()?;
        target.finish()?;
        for missing in &mut report.missing {
            let lost = || self.forget_lost_root(&missing.path);
            missing.remedy = missing.remedy.take().or_else(lost);
        }
        Ok(report)
    }

    /// Advises to forget a root that no longer exists. A build keeps the games of a missing root, so forgetting the
    /// root is the only way to remove them.
    fn forget_lost_root(&self, path: &Path) -> Option<Remedy> {
        let mut roots = self.roots.iter();
        let root = roots.find(|root| path.starts_with(root) && !root.exists())?;
        Some(Remedy::Forget { root: root.clone() })
    }

    fn locate_games(&self, hits: &[Hit]) -> CrateResult<ExportGames> {
        let mut games = ExportGames {
            wanted: Vec::with_capacity(hits.len()),
            names: Vec::with_capacity(hits.len()),
            are_sgf: true,
        };
        let mut hits_left = hits.iter();
        let mut places = HitLocator::new(self.snapshot.index, &self.ready.plan);
        load_each(self.snapshot.index, hits, |game| {
            let place = match hits_left.next() {
                Some(hit) if self.request.games.at_hit => {
                    self.place_to_mark(places.locate(hit)?, &game)
                }
                _ => None,
            };
            let name = self.file_name(&game, place.map(|(_, number)| number));
            games.names.push(name);
            games.are_sgf &= game.header.summary.format == Format::Sgf;
            games.wanted.push(wanted_game(game, place.map(|(node, _)| node)));
            Ok(())
        })?;
        if !self.ready.plan.orders.is_empty() && self.request.games.names == FileNames::Players {
            prepend_numbers(&mut games.names);
        }
        Ok(games)
    }

    /// Returns the node and the move number at which an exported game is marked, so that viewers open it there: the
    /// node with the position that was searched for, or else the comment with the most words of the query.
    fn place_to_mark(&self, of_board: Option<HitNode>, game: &LoadedGame) -> Option<(u32, u32)> {
        if let Some(place) = of_board {
            return Some((place.node, place.number));
        }
        let comment = best_comment(&self.needles, game, self.snapshot.index.budget())?;
        Some((comment.hit.node, comment.hit.number))
    }

    /// Makes the name of the file to which a game is exported.
    fn file_name(&self, game: &LoadedGame, number: Option<u32>) -> String {
        let format = match self.request.games.form {
            ExportForm::Original => game.header.summary.format.extension(),
            ExportForm::Utf8 => "sgf",
        };
        let at = number.map_or(String::new(), |number| format!(" #{number}"));
        if self.request.games.names == FileNames::Archive {
            return self.archive_name(game, &at);
        }
        let mut name = descriptive_name(&game.header.info);
        if name.is_empty() {
            name = game.header.id_text().chars().take(8).collect();
        }
        safe_name(&name, &format!("{at}.{format}"))
    }

    /// Makes the name of a game's file from its place in the archive: folders, archives and archive members become
    /// nested folders.
    fn archive_name(&self, game: &LoadedGame, at: &str) -> String {
        let roots = self.roots.iter().filter_map(|root| game.path.strip_prefix(root).ok());
        // If roots are nested, the path begins below the innermost one. A root may also be a file; its path below the
        // root is empty, so the file name is used instead.
        let below = roots
            .min_by_key(|rest| rest.as_os_str().len())
            .filter(|rest| !rest.as_os_str().is_empty());
        let file = || game.path.file_name().map(Path::new);
        let below = below.or_else(file).map(path_text).unwrap_or_default();
        let mut parts: Vec<&str> = vec![&below];
        for member in &game.members {
            // A compressed single file, such as `a.sgf.gz`, contains a member of its own name; only one of the two
            // names is used.
            let outer = parts.last().copied().unwrap_or_default();
            if file_kind(outer) == FileKind::Archive(ArchiveKind::Single) {
                let folder = outer.rsplit_once('/').map(|(folder, _)| folder);
                parts.pop();
                parts.extend(folder);
            }
            parts.push(member);
        }
        let path = parts.join("/");
        let (stem, extension) = split_extension(&path);
        let extension = match self.request.games.form {
            ExportForm::Original if !extension.is_empty() => extension,
            ExportForm::Original => &format!(".{}", game.header.summary.format.extension()),
            ExportForm::Utf8 => ".sgf",
        };
        let number = match game.number {
            0 | 1 => String::new(),
            number => format!("@{number}"),
        };
        safe_path(stem, &format!("{number}{at}{extension}"))
    }
}

/// Puts the number of each game before its name, so that files sorted by name are in the order of the games.
fn prepend_numbers(names: &mut [String]) {
    let digits = names.len().to_string().len();
    for (number, name) in (1..).zip(names) {
        *name = format!("{number:0digits$} {name}");
    }
}

/// Describes the games of hits by what the export needs to find them in their files. No node of them is marked.
pub(super) fn wanted_games(index: &Index, hits: &[Hit]) -> CrateResult<Vec<WantedGame>> {
    let mut games = Vec::with_capacity(hits.len());
    load_each(index, hits, |game| {
        games.push(wanted_game(game, None));
        Ok(())
    })?;
    Ok(games)
}

/// Engine analysis that the index stores because it was read from a separate analysis table and not from the game's
/// file.
pub(super) struct TableAnalysis<'i> {
    index: &'i Index,
    hits: HashMap<u64, Hit>,
}

impl<'i> TableAnalysis<'i> {
    pub(super) fn new(index: &'i Index, games: &[WantedGame], hits: &[Hit]) -> TableAnalysis<'i> {
        let hits = games.iter().zip(hits).map(|(game, hit)| (game.id, *hit));
        let has_table = index.header().limits.table.is_some();
        TableAnalysis { index, hits: hits.filter(|_| has_table).collect() }
    }

    /// Adds the analysis to the record of a game. A game whose stored analysis cannot be read stays without it.
    pub(super) fn add_to(&self, id: u64, record: &mut GameRecord) {
        if let Some(hit) = self.hits.get(&id) {
            let _ = add_table_analysis(self.index, hit, record);
        }
    }
}

/// Describes a game by what the export needs to find it in its file.
fn wanted_game(game: LoadedGame, mark: Option<u32>) -> WantedGame {
    WantedGame {
        id: game.header.id,
        mark,
        path: game.path,
        members: game.members.into_iter().zip(game.occurrences).collect(),
        game: game.number,
    }
}

/// Splits a path before its extension. The extension includes the point, and is empty unless it has one to five letters
/// or digits.
fn split_extension(path: &str) -> (&str, &str) {
    let at = path.rfind('.').filter(|&at| {
        let extension = path.get(at + 1..).unwrap_or_default();
        (1..=5).contains(&extension.len()) && extension.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    at.and_then(|at| path.split_at_checked(at)).unwrap_or((path, ""))
}
