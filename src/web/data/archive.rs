//! The archive for its keeper: what was read, what has changed since, what is wrong, doubled, or was not read.

use crate::address::ParsedRequest;
use crate::commands::Commands;
use crate::desk::{AnswerContext, Partial, kept};
use crate::examined::{ExaminationState, Findings};
use crate::going::{JobProgress, going};
use crate::route_parameters::{ArchiveParameters, NamedFinding};
use crate::state::{ArchiveTab, ChoiceText};
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::origin::{Origin, path_text};
use kifu_engine::Result;
use kifu_engine::copies::CopyGroup;
use kifu_engine::doctor::{Finding, FindingCount, FindingKind, by_severity, place};
use kifu_engine::request::{FindChanges, FindCopies, GamePlace, Stats};
use kifu_engine::row::GameRow;
use kifu_engine::stats::{Count, Counts};
use kifu_engine::status::{Changes, Status};
use kifu_messages::say;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::{ControlFlow, Range};

/// Rows of a list that has its own page, where all lists are shown.
const FEW: usize = 6;
/// The rows of a page of a list.
const PAGE: usize = 50;
/// The most pages of a list.
const MOST_PAGES: usize = 100_000;

/// What is shown: everything, or a page of one list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArchiveView {
    /// The findings of a kind.
    Kind(FindingKind),
    /// The lists of a tab.
    Tab(ArchiveTab),
}

impl ArchiveView {
    /// That of an address: `of` names a kind of finding, `tab` one of the other lists. A `tab` that is not known shows
    /// everything.
    fn of(own: &ArchiveParameters, tab: &ChoiceText) -> Result<ArchiveView> {
        match &own.of {
            None => Ok(ArchiveView::Tab(tab.choice().unwrap_or_default())),
            Some(NamedFinding::Known(kind)) => Ok(ArchiveView::Kind(*kind)),
            Some(NamedFinding::Unknown(name)) => {
                let message = say!("error-no-finding-kind", name = name.as_str());
                Err(Error::new(ErrorKind::NotFound, message).into())
            }
        }
    }

    /// Whether everything is shown, so that each list has only its beginning.
    pub(crate) fn is_all(self) -> bool {
        self == ArchiveView::Tab(ArchiveTab::All)
    }

    /// Whether the list of a tab is shown, and which of its rows.
    fn rows(self, list: ArchiveTab, page: usize) -> Option<Range<usize>> {
        match self {
            ArchiveView::Tab(ArchiveTab::All) => Some(0..FEW),
            ArchiveView::Tab(tab) if tab == list => Some(page_rows(page)),
            ArchiveView::Tab(_) | ArchiveView::Kind(_) => None,
        }
    }
}

/// The rows of a page of a list that is shown alone.
fn page_rows(page: usize) -> Range<usize> {
    (page - 1) * PAGE..page * PAGE
}

/// The page of an address, from 1; `None` if what stands there is none.
pub(crate) fn page_number(own: &ArchiveParameters) -> Option<usize> {
    match &own.page {
        None => Some(1),
        Some(text) => text.parse().ok().filter(|page| (1..=MOST_PAGES).contains(page)),
    }
}

/// The number of the last page of so many rows.
pub(crate) fn last_page(rows: usize) -> usize {
    rows.div_ceil(PAGE).max(1)
}

/// The archive.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Inventory {
    /// What the index holds. Its problems are those of this page.
    #[serde(flatten)]
    pub status: Status,
    /// The state of the index.
    pub generation: u64,
    /// All of the problems that are listed.
    pub problems_listed: usize,
    /// Games by charset.
    pub charsets: Vec<Count>,
    /// Why changes of the archive are not read as they happen, where the server watches it and that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch_fault: Option<String>,
    /// Files that are not as the index knows them.
    pub changes: ChangedFiles,
    /// What is wrong.
    pub findings: Examination,
    /// Games that are the same.
    pub copies: DuplicateGames,
    /// What to run.
    pub commands: Commands,
    /// For the page: what is shown of it.
    #[serde(skip)]
    pub view: ArchiveView,
}

/// Files that are not as the index knows them.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Changes")]
pub(crate) struct ChangedFiles {
    /// Files that the index does not know.
    pub new: usize,
    /// Files with other contents.
    pub changed: usize,
    /// Files that are no longer there.
    pub gone: usize,
    /// Roots that cannot be reached.
    pub unreachable: Vec<String>,
    /// The files of this page.
    pub listed: Vec<ChangedFile>,
}

/// A file that is not as the index knows it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChangedFile {
    /// `new`, `changed` or `gone`.
    pub how: &'static str,
    /// Its path.
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

    /// Files.
    pub(crate) fn files(&self) -> usize {
        self.new + self.changed + self.gone
    }
}

/// What is wrong in the archive.
#[derive(Default, Serialize, JsonSchema)]
#[schemars(rename = "Findings")]
pub(crate) struct Examination {
    /// How far the examination has got, while it goes on.
    pub progress: Option<JobProgress>,
    /// Why there is none.
    pub failed: Option<String>,
    /// All findings.
    pub total: u64,
    /// Games with findings.
    pub games: u64,
    /// By kind: errors first, then by frequency.
    pub kinds: Vec<KindRow>,
    /// The findings of one kind, if they are asked for: those of this page.
    pub listed: Vec<FindingRow>,
}

/// How often something was found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct KindRow {
    /// Its name.
    pub kind: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What it means, and what to do.
    pub meaning: &'static str,
    /// Games, or files.
    pub places: u64,
    /// All occurrences in them.
    pub times: u64,
    /// Places that can be listed.
    pub listed: usize,
}

/// A finding.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FindingRow {
    /// Where it is: the file, its members, the game and the move.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// The number of the first move in question.
    #[serde(rename = "move")]
    pub number: Option<u32>,
    /// The game, if it is one and the index has it.
    pub game: Option<GameRow>,
}

/// Games that are the same.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Copies")]
pub(crate) struct DuplicateGames {
    /// Groups of them.
    pub groups: usize,
    /// Games in these groups.
    pub games: usize,
    /// The groups of this page.
    pub listed: Vec<CopyGroup>,
}

/// The archive of an address.
pub(crate) fn find(
    context: &AnswerContext,
    asked: &ParsedRequest<ArchiveParameters>,
) -> Result<Partial<Inventory>> {
    let view = ArchiveView::of(&asked.own, &asked.state.tab)?;
    let page = page_number(&asked.own).ok_or_else(|| {
        let text = asked.own.page.as_deref().unwrap_or_default();
        let error = Error::new(ErrorKind::Query, say!("error-address-page", text = text));
        error.help(say!("error-address-page-help"))
    })?;
    let engine = &context.opened.engine;
    let mut status = context.opened.status.clone();
    let (charsets, complete) = charsets(context)?;
    let mut problems_listed = 0;
    if let Some(rows) = view.rows(ArchiveTab::Unread, page) {
        let problems = engine.status(true)?.answer.problems;
        problems_listed = problems.len();
        let problems = problems.into_iter().skip(rows.start);
        status.problems = problems.take(rows.len()).collect();
    }
    Ok(Partial {
        complete,
        data: Inventory {
            generation: context.opened.generation,
            problems_listed,
            status,
            charsets,
            watch_fault: watch_fault(context),
            changes: ChangedFiles::new(
                context.ask(&FindChanges)?.answer,
                view.rows(ArchiveTab::Changed, page),
            ),
            findings: examination(context, view, page)?,
            copies: doubled(context, view.rows(ArchiveTab::Same, page))?,
            commands: Commands::clone(&context.opened.commands),
            view,
        },
    })
}

fn watch_fault(context: &AnswerContext) -> Option<String> {
    let failure = context.opened.build_failure()?;
    Some(context.opened.roots.without(&failure.to_string()))
}

fn charsets(context: &AnswerContext) -> Result<(Vec<Count>, bool)> {
    let request = Stats { by: vec!["charset".to_owned()], ..Stats::default() };
    let mut rows = Vec::new();
    let engine = &context.opened.engine;
    let reply = engine.stats(&request, &context.within, &mut |table: &Counts| {
        rows.clone_from(&table.rows);
        ControlFlow::Continue(())
    })?;
    Ok((rows, reply.incomplete.is_none()))
}

fn doubled(context: &AnswerContext, rows: Option<Range<usize>>) -> Result<DuplicateGames> {
    let rows = rows.unwrap_or_default();
    let request = FindCopies { limit: Some(rows.len()), skip: rows.start, ..FindCopies::default() };
    let mut listed = Vec::new();
    let engine = &context.opened.engine;
    let reply = engine.copies(&request, &context.within, &mut kept(&mut listed))?;
    Ok(DuplicateGames { groups: reply.answer.groups, games: reply.answer.games, listed })
}

fn examination(context: &AnswerContext, view: ArchiveView, page: usize) -> Result<Examination> {
    let opened = &context.opened;
    let mut told = Examination::default();
    match opened.examined.look(&opened.status) {
        ExaminationState::Going(progress) => told.progress = Some(going(&progress)),
        ExaminationState::Failed(message) => told.failed = Some(opened.roots.without(&message)),
        ExaminationState::Done(found) => {
            told.total = found.tally.places();
            told.games = found.tally.odd_games;
            told.kinds = kinds(&found);
            if let ArchiveView::Kind(kind) = view {
                let kept = found.kept.get(&kind).map_or(&[][..], Vec::as_slice);
                let rows = page_rows(page);
                let shown = kept.get(rows.start..rows.end.min(kept.len()));
                told.listed = rows_of(context, shown.unwrap_or_default())?;
            }
        }
    }
    Ok(told)
}

fn kinds(found: &Findings) -> Vec<KindRow> {
    let row = |(kind, count): (FindingKind, FindingCount)| KindRow {
        kind: kind.as_str(),
        severity: kind.severity().as_str(),
        meaning: kind.meaning(),
        places: count.places,
        times: count.times,
        listed: found.kept.get(&kind).map_or(0, Vec::len),
    };
    by_severity(&found.tally).into_iter().map(row).collect()
}

/// Findings with their games.
fn rows_of(context: &AnswerContext, findings: &[Finding]) -> Result<Vec<FindingRow>> {
    let mut games = games_of(context, findings)?;
    let row = |finding: &Finding| {
        let path = path_text(&finding.origin.path);
        let at = games.iter().position(|game| is_of(finding, game));
        FindingRow {
            place: place(finding, context.opened.roots.relative(&path)),
            message: context.opened.roots.without(&finding.message),
            number: finding.number,
            game: at.map(|at| games.swap_remove(at)),
        }
    };
    Ok(findings.iter().map(row).collect())
}

/// The games that findings are about.
fn games_of(context: &AnswerContext, findings: &[Finding]) -> Result<Vec<GameRow>> {
    let places: Vec<GamePlace> = findings
        .iter()
        .map(|finding| &finding.origin)
        .filter(|origin| origin.game > 0)
        .map(place_of)
        .collect();
    let mut games = Vec::new();
    let engine = &context.opened.engine;
    engine.at(&places, &context.within, &mut kept(&mut games))?;
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

fn is_of(finding: &Finding, game: &GameRow) -> bool {
    let origin = &finding.origin;
    let members = origin.members.iter();
    let known = game.members.iter().zip(&game.occurrences);
    game.game == origin.game
        && *game.path == *origin.path
        && members.map(|member| (&member.name, &member.occurrence)).eq(known)
}
