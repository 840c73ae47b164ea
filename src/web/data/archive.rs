//! Data of the page Archive: what was indexed, what has changed since, what is damaged, duplicated or unreadable.

use crate::address::ParsedRequest;
use crate::commands::Commands;
use crate::examination::{ExaminationState, Findings};
use crate::progress::{JobProgress, job_progress};
use crate::route_parameters::{ArchiveParameters, NamedFinding};
use crate::state::{ArchiveTab, ChoiceText};
use crate::worker::{AnswerContext, Partial, collect_into};
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::origin::{Origin, path_text};
use kifu_engine::copies::CopyGroup;
use kifu_engine::doctor::{Finding, FindingCount, FindingKind, by_severity, finding_place};
use kifu_engine::request::{FindChanges, FindCopies, GamePlace, Stats};
use kifu_engine::row::GameRow;
use kifu_engine::stats::{Count, Counts};
use kifu_engine::status::{Changes, Status};
use kifu_engine::{Failure, Result};
use kifu_messages::say;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::{ControlFlow, Range};

/// Number of rows of each list on the page that shows all lists.
const PREVIEW_ROWS: usize = 6;
/// Number of rows of a page that shows only one list.
const PAGE_ROWS: usize = 50;
/// Largest accepted page number of a list.
const MAX_PAGES: usize = 100_000;

/// What the page Archive shows: all lists, or a page of one list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArchiveView {
    /// Lists the findings of one kind.
    Kind(FindingKind),
    /// Shows the lists of a tab; the tab `All` shows all lists.
    Tab(ArchiveTab),
}

impl ArchiveView {
    /// Reads from an address what the page shows: `of` names a kind of finding, `tab` another list. An unknown `tab`
    /// shows all lists.
    fn from_parameters(parameters: &ArchiveParameters, tab: &ChoiceText) -> Result<ArchiveView> {
        match &parameters.kind {
            None => Ok(ArchiveView::Tab(tab.choice().unwrap_or_default())),
            Some(NamedFinding::Known(kind)) => Ok(ArchiveView::Kind(*kind)),
            Some(NamedFinding::Unknown(name)) => {
                let message = say!("error-no-finding-kind", name = name.as_str());
                Err(Error::new(ErrorKind::NotFound, message).into())
            }
        }
    }

    /// True if the page shows all lists, each with its first rows only.
    pub(crate) fn is_all(self) -> bool {
        self == ArchiveView::Tab(ArchiveTab::All)
    }

    /// Range of rows of a list that are shown; `None` if this view does not contain the list.
    fn rows(self, list: ArchiveTab, page: usize) -> Option<Range<usize>> {
        match self {
            ArchiveView::Tab(ArchiveTab::All) => Some(0..PREVIEW_ROWS),
            ArchiveView::Tab(tab) if tab == list => Some(page_rows(page)),
            ArchiveView::Tab(_) | ArchiveView::Kind(_) => None,
        }
    }
}

/// Range of rows that this page of a list shows.
fn page_rows(page: usize) -> Range<usize> {
    (page - 1) * PAGE_ROWS..page * PAGE_ROWS
}

/// Page number of an address, from 1; `None` if it is not a valid number.
pub(crate) fn page_number(parameters: &ArchiveParameters) -> Option<usize> {
    match &parameters.page {
        None => Some(1),
        Some(text) => text.parse().ok().filter(|page| (1..=MAX_PAGES).contains(page)),
    }
}

/// Number of the last page for this many rows.
pub(crate) fn last_page(rows: usize) -> usize {
    rows.div_ceil(PAGE_ROWS).max(1)
}

/// Data of the page Archive: what was indexed, what has changed, and what is damaged, duplicated or unreadable.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Inventory {
    /// Status of the index. Of its problems (files that could not be read), only those on this page are listed.
    #[serde(flatten)]
    pub status: Status,
    /// Number of the state of the index, which rises with each commit.
    pub generation: u64,
    /// Number of all problems (files that could not be read); this page lists some of them.
    pub problems_listed: usize,
    /// Number of games by charset.
    pub charsets: Vec<Count>,
    /// Error because of which changes of the archive are not indexed as they happen; absent if the server does not
    /// watch the archive, or does so without error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch_fault: Option<String>,
    /// Files that are new, changed or gone compared with the index.
    pub changes: ChangedFiles,
    /// Findings of the examination.
    pub findings: Examination,
    /// Groups of copies.
    pub copies: DuplicateGames,
    /// Commands that the page shows to people.
    pub commands: Commands,
    /// For the page: which lists it shows.
    #[serde(skip)]
    pub view: ArchiveView,
}

/// Files that are new, changed or gone compared with the index.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Changes")]
pub(crate) struct ChangedFiles {
    /// Number of files that are not in the index yet.
    pub new: usize,
    /// Number of files whose contents have changed since they were indexed.
    pub changed: usize,
    /// Number of indexed files that no longer exist.
    pub gone: usize,
    /// Roots of the archive (folders or files) that cannot be reached.
    pub unreachable: Vec<String>,
    /// The new, changed or gone files that this page lists.
    pub listed: Vec<ChangedFile>,
}

/// A file that is new, changed or gone compared with the index.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChangedFile {
    /// Kind of difference: `new`, `changed` or `gone`.
    pub how: &'static str,
    /// Path of the file.
    pub path: String,
}

impl ChangedFiles {
    fn new(changes: Changes, rows: Option<Range<usize>>) -> ChangedFiles {
        let rows = rows.unwrap_or_default();
        let lists = [("new", &changes.new), ("changed", &changes.changed), ("gone", &changes.gone)];
        let all =
            lists.into_iter().flat_map(|(how, paths)| paths.iter().map(move |path| (how, path)));
        ChangedFiles {
            new: changes.new.len(),
            changed: changes.changed.len(),
            gone: changes.gone.len(),
            listed: (all.skip(rows.start).take(rows.len()))
                .map(|(how, path)| ChangedFile { how, path: path.clone() })
                .collect(),
            unreachable: changes.unreachable,
        }
    }

    /// Number of files that are new, changed or gone.
    pub(crate) fn files(&self) -> usize {
        self.new + self.changed + self.gone
    }
}

/// Findings of the examination of the archive: damaged or odd games.
#[derive(Default, Serialize, JsonSchema)]
#[schemars(rename = "Findings")]
pub(crate) struct Examination {
    /// Progress of the examination, while it runs.
    pub progress: Option<JobProgress>,
    /// Error because of which the examination has no findings.
    pub failed: Option<String>,
    /// Number of all findings.
    pub total: u64,
    /// Number of games that have findings.
    pub games: u64,
    /// Counts for each kind of finding: errors first, then by frequency.
    pub kinds: Vec<KindRow>,
    /// The findings of the requested kind that this page lists.
    pub listed: Vec<FindingRow>,
}

/// Counts of one kind of finding.
#[derive(Serialize, JsonSchema)]
pub(crate) struct KindRow {
    /// Name of the kind of finding, such as `bad-date`.
    pub kind: &'static str,
    /// Severity of this kind of finding: `error`, `warning` or `note`.
    pub severity: &'static str,
    /// Explanation of what the finding means, and what to do.
    pub meaning: &'static str,
    /// Number of games or files that have findings of this kind.
    pub places: u64,
    /// Number of times that findings of this kind occur; one game or file may have several.
    pub times: u64,
    /// Number of findings of this kind that are stored and can be listed.
    pub listed: usize,
}

/// A finding: something damaged or odd in a game or a file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FindingRow {
    /// Place of the finding: the path of the file, archive members, the number of the game and of the move.
    pub place: String,
    /// Message that says what is wrong.
    pub message: String,
    /// Number of the first move that the finding is about.
    #[serde(rename = "move")]
    pub number: Option<u32>,
    /// The game, if the finding is about one and the index has it.
    pub game: Option<GameRow>,
}

/// Groups of copies: records of the same game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Copies")]
pub(crate) struct DuplicateGames {
    /// Number of games that have copies; the records of each of them form one group.
    pub groups: usize,
    /// Number of records in all groups of copies together.
    pub games: usize,
    /// Number of groups whose records disagree on the players, the date, the result, the komi or the handicap; null if
    /// the list of copies was not requested.
    pub disagreeing: Option<usize>,
    /// The groups of copies that this page lists.
    pub listed: Vec<CopyGroup>,
}

/// Collects the data of the page Archive.
pub(crate) fn find(
    context: &AnswerContext,
    request: &ParsedRequest<ArchiveParameters>,
) -> Result<Partial<Inventory>> {
    let view = ArchiveView::from_parameters(&request.parameters, &request.state.tab)?;
    let page = page_number(&request.parameters).ok_or_else(|| {
        let text = request.parameters.page.as_deref().unwrap_or_default();
        let error = Error::new(ErrorKind::Query, say!("error-address-page", text = text));
        error.with_help(say!("error-address-page-help"))
    })?;
    let engine = &context.opened.engine;
    let mut status = context.opened.status.clone();
    let (charsets, all_charsets) = charsets(context)?;
    let mut problems_listed = 0;
    if let Some(rows) = view.rows(ArchiveTab::Unread, page) {
        let problems = engine.status(true)?.answer.problems;
        problems_listed = problems.len();
        let problems = problems.into_iter().skip(rows.start);
        status.problems = problems.take(rows.len()).collect();
    }
    let changes = context.ask(&FindChanges)?.answer;
    let findings = examination(context, view, page)?;
    let Partial { data: copies, complete } = copies(context, view, page)?;
    Ok(Partial {
        complete: complete && all_charsets,
        data: Inventory {
            generation: context.opened.generation,
            problems_listed,
            status,
            charsets,
            watch_fault: watch_fault(context),
            changes: ChangedFiles::new(changes, view.rows(ArchiveTab::Changed, page)),
            findings,
            copies,
            commands: Commands::clone(&context.opened.commands),
            view,
        },
    })
}

fn watch_fault(context: &AnswerContext) -> Option<String> {
    let failure = context.opened.build_failure()?;
    Some(context.opened.roots.hide_roots(&failure.to_string()))
}

fn charsets(context: &AnswerContext) -> Result<(Vec<Count>, bool)> {
    let request = Stats { by: vec!["charset".to_owned()], ..Stats::default() };
    let mut rows = Vec::new();
    let engine = &context.opened.engine;
    let reply = engine.stats(&request, &context.options, &mut |table: &Counts| {
        rows.clone_from(&table.rows);
        ControlFlow::Continue(())
    })?;
    Ok((rows, reply.incomplete.is_none()))
}

/// Finds the groups of copies that this page lists: all groups, or those that disagree.
fn copies(
    context: &AnswerContext,
    view: ArchiveView,
    page: usize,
) -> Result<Partial<DuplicateGames>> {
    let find = |disagreeing, rows: Option<Range<usize>>| {
        let rows = rows.unwrap_or_default();
        let (limit, skip) = (Some(rows.len()), rows.start);
        let request = FindCopies { disagreeing, limit, skip, ..FindCopies::default() };
        let mut listed = Vec::new();
        let engine = &context.opened.engine;
        let reply = engine.copies(&request, &context.options, &mut collect_into(&mut listed))?;
        Ok::<_, Failure>((reply, listed))
    };
    let rows_of_all = view.rows(ArchiveTab::Same, page);
    let rows = view.rows(ArchiveTab::Differ, page).filter(|_| !view.is_all());
    let counts_disagreeing = rows.is_some() || rows_of_all.is_some();
    let (all, mut listed) = find(false, rows_of_all)?;
    let mut complete = all.incomplete.is_none();
    let mut disagreeing = None;
    if counts_disagreeing {
        let (found, groups) = find(true, rows)?;
        complete &= found.incomplete.is_none();
        disagreeing = Some(found.answer.groups);
        listed.extend(groups);
    }
    let (groups, games) = (all.answer.groups, all.answer.games);
    Ok(Partial { data: DuplicateGames { groups, games, disagreeing, listed }, complete })
}

fn examination(context: &AnswerContext, view: ArchiveView, page: usize) -> Result<Examination> {
    let opened = &context.opened;
    let mut examination = Examination::default();
    match opened.examination.state_or_start(&opened.status) {
        ExaminationState::Running(progress) => examination.progress = Some(job_progress(&progress)),
        ExaminationState::Failed(message) => {
            examination.failed = Some(opened.roots.hide_roots(&message))
        }
        ExaminationState::Done(found) => {
            examination.total = found.tally.places();
            examination.games = found.tally.odd_games;
            examination.kinds = kinds(&found);
            if let ArchiveView::Kind(kind) = view {
                let listed = found.listed.get(&kind).map_or(&[][..], Vec::as_slice);
                let rows = page_rows(page);
                let page_findings = listed.get(rows.start..rows.end.min(listed.len()));
                examination.listed = finding_rows(context, page_findings.unwrap_or_default())?;
            }
        }
    }
    Ok(examination)
}

fn kinds(found: &Findings) -> Vec<KindRow> {
    let row = |(kind, count): (FindingKind, FindingCount)| KindRow {
        kind: kind.as_str(),
        severity: kind.severity().as_str(),
        meaning: kind.meaning(),
        places: count.places,
        times: count.times,
        listed: found.listed.get(&kind).map_or(0, Vec::len),
    };
    by_severity(&found.tally).into_iter().map(row).collect()
}

/// Makes the rows of findings, each with its game if the index has it.
fn finding_rows(context: &AnswerContext, findings: &[Finding]) -> Result<Vec<FindingRow>> {
    let mut games = games_of(context, findings)?;
    let row = |finding: &Finding| {
        let path = path_text(&finding.origin.path);
        let at = games.iter().position(|game| is_in_game(finding, game));
        FindingRow {
            place: finding_place(finding, context.opened.roots.relative(&path)),
            message: context.opened.roots.hide_roots(&finding.message),
            number: finding.move_number,
            game: at.map(|at| games.swap_remove(at)),
        }
    };
    Ok(findings.iter().map(row).collect())
}

/// Finds the games that findings are about.
fn games_of(context: &AnswerContext, findings: &[Finding]) -> Result<Vec<GameRow>> {
    let places: Vec<GamePlace> = findings
        .iter()
        .map(|finding| &finding.origin)
        .filter(|origin| origin.game > 0)
        .map(place_of)
        .collect();
    let mut games = Vec::new();
    let engine = &context.opened.engine;
    engine.games_at(&places, &context.options, &mut collect_into(&mut games))?;
    Ok(games)
}

fn place_of(origin: &Origin) -> GamePlace {
    let members = origin.members.iter();
    GamePlace {
        path: path_text(&origin.path),
        members: members.map(|member| (member.name.clone(), member.occurrence)).collect(),
        game: origin.game,
    }
}

fn is_in_game(finding: &Finding, game: &GameRow) -> bool {
    let origin = &finding.origin;
    let members = origin.members.iter();
    let known = game.members.iter().zip(&game.occurrences);
    game.game == origin.game
        && *game.path == *origin.path
        && members.map(|member| (&member.name, &member.occurrence)).eq(known)
}
