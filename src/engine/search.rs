//! Searches: the games that match a query, their rows, and remarks on the query. To give the rows of a search another
//! value that is not in the index's summary of a game, change this file.

use super::conditions::with_settings;
use super::engine_eval::EngineEval;
use super::failure::Result;
use super::lines::LineOptions;
use super::paging::{Keyed, SentRow, first_rows, keyed, without_keys};
use super::played_line::PlayedLine;
use super::question::{Ask, FinishOptions, Question};
use super::request::{CountGames, GamePlace, GamesAtPlaces, ListFiles, ListLines, Search};
use super::requested_values::ExtraColumnsReader;
use super::row::{GameRow, HitPlace, MatchedComment, Needs};
use super::snapshot::Snapshot;
use super::{Item, Sink};
use kifu_archive::error::Result as CrateResult;
use kifu_archive::origin::{Member, Origin, text_path};
use kifu_language::fields::Field;
use kifu_language::order::SortKey;
use kifu_language::sentence::sentence;
use kifu_language::snippet::{CommentHit, CommentTerms};
use kifu_language::{FieldValue, NodeKind, Query, QueryNode, parse};
use kifu_messages::{Message, say};
use kifu_query::at_places::at_places;
use kifu_query::convert_each::convert_each;
use kifu_query::engine_eval::EngineHit;
use kifu_query::hits::{FilePlace, Hit, LoadedGame, Loader};
use kifu_query::plan::Plan;
use kifu_query::search::{
    HitLocator, StoredTrees, count, keys, pages, record_facts, search as search_all,
};
use kifu_record::Replayer;
use kifu_record::cancel::TimeBudget;
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Summary of a search, which follows the matching games.
#[derive(Clone, Debug, Serialize)]
pub struct GamesFound {
    /// Number of all matching games, if it or a sample was requested.
    pub total: Option<u64>,
    /// Number of copies of games that were dropped, if the total was requested and each game counts only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// Number of rows that were sent.
    pub shown: u64,
    /// Query as a sentence.
    pub sentence: Message,
    /// Remarks on how the query was parsed; see [`notes`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// True if each hit has a place in its game, because the query has a position or a pattern.
    pub has_places: bool,
    /// True if the query has conditions on engine analysis, so that hits are moves or positions with an engine's
    /// evaluation.
    #[serde(skip)]
    pub has_evals: bool,
}

/// Asks whether the hits of a search are moves or positions with an engine's evaluation, because the query has
/// conditions on engine analysis.
#[derive(Clone, Debug)]
pub struct HasEvalHits(pub Search);

impl Ask for HasEvalHits {
    type Answer = bool;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<bool> {
        let may_be_about_analysis = |part: &QueryNode| match &part.kind {
            NodeKind::Clause(clause) => {
                clause.field.is_engine_eval() || clause.field == Field::Saved
            }
            _ => false,
        };
        // Planning a query reads the index, so it is done only if a clause could be about engine analysis.
        match parse(&self.0.query) {
            Ok(query) if query.parts().iter().any(may_be_about_analysis) => {
                Ok(PreparedQuery::new(&self.0, snapshot)?.plan.has_engine_values())
            }
            _ => Ok(false),
        }
    }
}

/// Returns remarks on a query that may not mean what its words say: `and`, `or` or `not` as a plain word between
/// fields.
///
/// A query that cannot be parsed has no remarks, because its error says more.
pub fn notes(query: &str) -> Vec<Message> {
    parse(query).map_or_else(|_| Vec::new(), |query| query_notes(&query))
}

pub(super) fn query_notes(query: &Query) -> Vec<Message> {
    let parts = query.parts();
    let is_clause = |at: Option<usize>| {
        let kind = at.and_then(|at| parts.get(at)).map(|part| &part.kind);
        kind.is_some_and(|kind| !matches!(kind, NodeKind::Text(_) | NodeKind::And(_)))
    };
    let word = |(at, part): (usize, &QueryNode)| match &part.kind {
        NodeKind::Text(FieldValue::Bare(word))
            if matches!(word.as_str(), "and" | "or" | "not")
                && (word == "not" || is_clause(at.checked_sub(1)))
                && is_clause(at.checked_add(1)) =>
        {
            Some(say!(
                "note-operator-as-word",
                word = word.as_str(),
                operator = word.to_ascii_uppercase()
            ))
        }
        _ => None,
    };
    parts.iter().enumerate().filter_map(word).collect()
}

/// Parsed query with the plan by which the index answers it.
pub(super) struct PreparedQuery {
    pub(super) query: Query,
    pub(super) plan: Plan,
}

impl PreparedQuery {
    pub(super) fn new(request: &Search, snapshot: &Snapshot) -> Result<PreparedQuery> {
        let (query, text) = with_settings(&request.query, &request.sort, request.unique)?;
        let plan = Plan { sample: request.sample, ..snapshot.plan_with_text(&query, &text)? };
        Ok(PreparedQuery { query, plan })
    }

    fn gathered(
        &self,
        games: Vec<Keyed<SentRow>>,
        sent: u64,
        total: u64,
        left_out: u64,
    ) -> SearchGathered {
        SearchGathered {
            games,
            sent,
            total,
            left_out: self.plan.unique.then_some(left_out),
            has_places: self.plan.has_board_clause(),
            has_evals: self.plan.has_engine_values(),
        }
    }

    /// Passes hits to the sink page by page. If the total is requested, all hits are found before the first is passed
    /// on.
    ///
    /// Returns the total with the number of dropped copies, if the total was requested, and the number of hits that
    /// were passed on.
    fn pages(
        &self,
        request: &Search,
        snapshot: &Snapshot,
        sink: &mut dyn FnMut(&[Hit]) -> CrateResult<()>,
    ) -> CrateResult<(Option<(u64, u64)>, u64)> {
        let limit = request.max_games();
        if !request.total && request.sample.is_none() {
            let shown = pages(snapshot.index, &self.plan, limit, sink)?;
            return Ok((None, shown as u64));
        }
        let hits = search_all(snapshot.index, &self.plan, limit)?;
        sink(&hits.first)?;
        Ok((Some((hits.total, hits.left_out)), hits.first.len() as u64))
    }
}

impl Question for CountGames {
    const NAME: &'static str = "count";
    type Gathered = u64;
    type Answer = u64;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        self.0.record_global_stats(snapshot)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<u64> {
        let ready = PreparedQuery::new(&self.0, snapshot)?;
        Ok(count(snapshot.index, &ready.plan)?)
    }

    fn finish(&self, gathered: Vec<u64>, _: &FinishOptions, _: Sink) -> Result<u64> {
        Ok(gathered.iter().sum())
    }
}

/// What one index contributes to a search; the contributions of several indexes are joined.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchGathered {
    /// The first games in order, up to the limit; empty if the games were already passed to the caller's callback.
    games: Vec<Keyed<SentRow>>,
    /// Number of rows that were already passed to the caller's callback.
    sent: u64,
    /// Number of all matching games; 0 if they were not counted.
    total: u64,
    left_out: Option<u64>,
    has_places: bool,
    #[serde(rename = "is_judged")]
    has_evals: bool,
}

impl Question for Search {
    const NAME: &'static str = "search";
    type Gathered = SearchGathered;
    type Answer = GamesFound;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        let PreparedQuery { plan, .. } = PreparedQuery::new(self, snapshot)?;
        Ok(record_facts(snapshot.index, &plan, plan.ranked)?)
    }

    fn gather(&self, snapshot: &Snapshot, sink: Sink) -> Result<SearchGathered> {
        self.gather_in_form(snapshot, &AsRows, sink)
    }

    fn finish(
        &self,
        gathered: Vec<SearchGathered>,
        _: &FinishOptions,
        sink: Sink,
    ) -> Result<GamesFound> {
        self.finish_in_form(gathered, &AsRows, sink)
    }
}

impl Search {
    /// Tells which values of a row must be read separately for this request.
    pub(super) fn needs(&self) -> Needs {
        Needs::for_list(self.details)
    }

    /// Upper limit of the number of games to find. If each comment is a row, the number of games is not limited,
    /// because the limit applies to rows.
    fn max_games(&self) -> usize {
        self.limit.filter(|_| !self.each).unwrap_or(usize::MAX)
    }

    /// True if each evaluated move is a row, and rows are sorted by what the move cost. In this case, all games must be
    /// read before the first row is known.
    fn is_sorted_by_move_loss(&self, plan: &Plan) -> bool {
        let mut orders = plan.orders.iter();
        self.each && plan.has_engine_values() && orders.any(|order| order.key == SortKey::Loss)
    }

    /// Returns the words of the query to look for in comments, if the request wants a comment in each row.
    fn needles(&self, ready: &PreparedQuery) -> Option<CommentTerms> {
        let needs_comments = self.comments || self.each;
        needs_comments.then(|| CommentTerms::from_query(&ready.query))
    }

    /// Sends the matching games to the sink as they are found, in the form that `form` makes of them. Only for a single
    /// index: the hits of several indexes must be sorted together first.
    fn send_hits<F: RowForm>(
        &self,
        snapshot: &Snapshot,
        ready: &PreparedQuery,
        form: &F,
        sink: Sink,
    ) -> Result<SearchGathered> {
        let needles = self.needles(ready);
        let maker = RowMaker::new(snapshot, &ready.plan, needles.as_ref(), self.needs());
        let mut ended = false;
        let mut sent_rows = 0;
        let pages = ready.pages(self, snapshot, &mut |hits| {
            if ended {
                return Ok(());
            }
            let make = |rows: &mut Rows, at: usize, game| match hits.get(at) {
                Some(hit) if self.each => {
                    let rows = rows.rows_per_hit(hit, game)?;
                    rows.into_iter().map(|row| form.make(row)).collect()
                }
                hit => Ok(vec![form.make(rows.row(hit, game)?)?]),
            };
            maker.convert_each(hits, &make, &mut |rows: Vec<F::Row>| {
                for row in rows {
                    let is_past_limit = self.limit.is_some_and(|limit| sent_rows >= limit as u64);
                    ended = self.each && is_past_limit;
                    if !ended {
                        sent_rows += 1;
                        ended = sink(F::item(&row)).is_break();
                    }
                    if ended {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            })?;
            if !ended {
                ended = sink(Item::Pause).is_break();
            }
            Ok(())
        });
        let (found, sent) = pages?;
        let sent = if self.each { sent_rows } else { sent };
        let (total, left_out) = found.unwrap_or_default();
        Ok(ready.gathered(Vec::new(), sent, total, left_out))
    }

    /// Collects the first games of an index that is one of several, with their sort keys.
    fn gather_hits(&self, snapshot: &Snapshot, ready: &PreparedQuery) -> Result<SearchGathered> {
        let (index, plan) = (snapshot.index, &ready.plan);
        let hits = search_all(index, plan, self.max_games())?;
        let keys = keys(index, plan, &hits.first)?;
        let needles = self.needles(ready);
        let maker = RowMaker::new(snapshot, plan, needles.as_ref(), self.needs());
        let mut keys = keys.into_iter();
        let (mut games, mut row_keys) = (Vec::new(), Vec::new());
        // If rows are sorted by what a move cost, the first row may come from the last game, so the limit is not
        // applied before sorting.
        let limit = self.limit.filter(|_| !self.is_sorted_by_move_loss(plan)).unwrap_or(usize::MAX);
        let make = |rows: &mut Rows, at: usize, game| match hits.first.get(at) {
            Some(hit) if self.each => rows.rows_per_hit(hit, game),
            hit => Ok(vec![rows.row(hit, game)?]),
        };
        maker.convert_each(&hits.first, &make, &mut |game_rows| {
            let Some(key) = keys.next().filter(|_| games.len() < limit) else {
                return Ok(ControlFlow::Break(()));
            };
            for row in game_rows {
                let loss = row.judged.as_ref().map(EngineEval::loss_in_hundredths);
                row_keys.push(match loss {
                    Some(loss) => key.clone().with_loss(&plan.orders, loss),
                    None => key.clone(),
                });
                games.push(SentRow(row));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let games = keyed(games, row_keys).collect();
        Ok(ready.gathered(games, 0, hits.total, hits.left_out))
    }

    fn gather_in_form<F: RowForm>(
        &self,
        snapshot: &Snapshot,
        form: &F,
        sink: Sink,
    ) -> Result<SearchGathered> {
        let ready = PreparedQuery::new(self, snapshot)?;
        if snapshot.index.is_part() || self.is_sorted_by_move_loss(&ready.plan) {
            self.gather_hits(snapshot, &ready)
        } else {
            self.send_hits(snapshot, &ready, form, sink)
        }
    }

    fn finish_in_form<F: RowForm>(
        &self,
        gathered: Vec<SearchGathered>,
        form: &F,
        sink: Sink,
    ) -> Result<GamesFound> {
        let (query, _) = with_settings(&self.query, &self.sort, self.unique)?;
        let is_counted = self.total || self.sample.is_some();
        let left_out = gathered.iter().map(|part| part.left_out).sum::<Option<u64>>();
        let total = gathered.iter().map(|part| part.total).sum();
        let has_places = gathered.iter().any(|part| part.has_places);
        let has_evals = gathered.iter().any(|part| part.has_evals);
        let mut shown = gathered.iter().map(|part| part.sent).sum();
        let games = gathered.into_iter().flat_map(|part| part.games).collect();
        let games = first_rows(games, self.limit.unwrap_or(usize::MAX));
        for SentRow(game) in without_keys(games) {
            shown += 1;
            if sink(F::item(&form.make(game)?)).is_break() {
                break;
            }
        }
        Ok(GamesFound {
            total: is_counted.then_some(total),
            left_out: left_out.filter(|_| is_counted),
            shown,
            sentence: sentence(&query),
            notes: query_notes(&query),
            has_places,
            has_evals,
        })
    }
}

/// Form in which the rows of a search are sent: as they are, or as lines of text. All threads that make rows also bring
/// them into this form.
trait RowForm: Sync {
    type Row: Send;

    fn make(&self, row: GameRow) -> CrateResult<Self::Row>;

    fn item(row: &Self::Row) -> Item<'_>;
}

/// Rows as they are.
struct AsRows;

impl RowForm for AsRows {
    type Row = GameRow;

    fn make(&self, row: GameRow) -> CrateResult<GameRow> {
        Ok(row)
    }

    fn item(row: &GameRow) -> Item<'_> {
        Item::Game(row)
    }
}

impl RowForm for LineOptions {
    type Row = Vec<u8>;

    fn make(&self, row: GameRow) -> CrateResult<Vec<u8>> {
        self.line(&row)
    }

    fn item(line: &Vec<u8>) -> Item<'_> {
        Item::Line(line)
    }
}

impl Ask for ListLines {
    type Answer = GamesFound;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<GamesFound> {
        let gathered = self.search.gather_in_form(snapshot, &self.lines, sink)?;
        self.search.finish_in_form(vec![gathered], &self.lines, sink)
    }
}

impl Ask for GamesAtPlaces {
    /// Number of games that the index has at the given places (file, archive members, and number of the game in it).
    type Answer = u64;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<u64> {
        let origins: Vec<Origin> = self.0.iter().map(origin_of_place).collect();
        let hits = at_places(snapshot.index, &origins)?;
        let make = |_: &mut (), _: usize, game| Ok(GameRow::new(game));
        let parts = Needs::ROW.parts(false);
        convert_each(snapshot.index, &hits, parts, &|| Ok(()), &make, &mut |row| {
            Ok(sink(Item::Game(&row)))
        })?;
        Ok(hits.len() as u64)
    }
}

/// Converts a place into an origin as the index stores it, with members by name.
fn origin_of_place(place: &GamePlace) -> Origin {
    let member = |(name, occurrence): &(String, u32)| Member {
        name: name.clone(),
        raw: Vec::new(),
        occurrence: *occurrence,
    };
    Origin {
        path: text_path(&place.path).into(),
        members: place.members.iter().map(member).collect(),
        game: place.game,
    }
}

/// Maximum number of places that are looked up together, each block of the dictionary of places being unpacked once.
const MAX_PLACES: usize = 8192;

impl Ask for ListFiles {
    /// Number of matching games. A file with several of them is passed to the caller's callback once for each.
    type Answer = u64;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<u64> {
        let ready = PreparedQuery::new(&self.0, snapshot)?;
        let mut loader = Loader::new(snapshot.index);
        let mut ended = false;
        let pages = ready.pages(&self.0, snapshot, &mut |hits| {
            for page in hits.chunks(MAX_PLACES) {
                if ended {
                    return Ok(());
                }
                let places: Vec<FilePlace> = loader.places(page)?;
                ended = places.iter().any(|place| sink(Item::Place(place)).is_break());
            }
            if !ended {
                ended = sink(Item::Pause).is_break();
            }
            Ok(())
        });
        let (_, shown) = pages?;
        Ok(shown)
    }
}

/// Makes the rows of hits on all cores: the one place in which the games of an answer become rows.
pub(super) struct RowMaker<'r> {
    snapshot: &'r Snapshot<'r>,
    plan: &'r Plan,
    needles: Option<&'r CommentTerms>,
    needs: Needs,
}

impl<'r> RowMaker<'r> {
    /// Makes rows for the hits of a plan. Each row gets the comment with the most of the words `needles`; with `None`,
    /// rows have no comments.
    pub(super) fn new(
        snapshot: &'r Snapshot<'r>,
        plan: &'r Plan,
        needles: Option<&'r CommentTerms>,
        needs: Needs,
    ) -> RowMaker<'r> {
        RowMaker { snapshot, plan, needles, needs }
    }

    /// Loads the games of hits and converts them by `make`, several at a time. The results go to `receive` in the order
    /// of the hits, until it returns `Break`. `make` also gets the number of the hit in `hits`.
    pub(super) fn convert_each<T: Send>(
        &self,
        hits: &[Hit],
        make: &(dyn Fn(&mut Rows<'r>, usize, LoadedGame) -> CrateResult<T> + Sync),
        receive: &mut dyn FnMut(T) -> CrateResult<ControlFlow<()>>,
    ) -> CrateResult<()> {
        let parts = self.needs.parts(self.needles.is_some());
        let rows = || Rows::new(self.snapshot, self.plan, self.needles, self.needs);
        convert_each(self.snapshot.index, hits, parts, &rows, make, receive)
    }
}

/// Makes rows on one thread. Opens the columns of a segment when it is first needed.
pub(super) struct Rows<'r> {
    places: HitLocator<'r>,
    has_evals: bool,
    needles: Option<&'r CommentTerms>,
    completer: RowCompleter<'r>,
    budget: &'r TimeBudget,
}

/// Completes rows with values that must be read separately, as far as they were requested.
pub(super) struct RowCompleter<'r> {
    lines: Option<MainLines<'r>>,
    facts: Option<ExtraColumnsReader<'r>>,
}

impl<'r> RowCompleter<'r> {
    pub(super) fn new(snapshot: &'r Snapshot, needs: Needs) -> CrateResult<RowCompleter<'r>> {
        let lines = || MainLines::new(snapshot.index, needs.positions);
        Ok(RowCompleter {
            lines: needs.played.then(lines),
            facts: needs.facts.then(|| ExtraColumnsReader::new(snapshot, needs)).transpose()?,
        })
    }

    pub(super) fn complete(&mut self, hit: &Hit, row: &mut GameRow) -> CrateResult<()> {
        if let Some(lines) = &mut self.lines {
            row.played = lines.played_line(hit)?;
        }
        if let Some(facts) = &mut self.facts {
            row.facts = Some(facts.read(hit, &row.info)?);
        }
        Ok(())
    }
}

/// Reads the main lines of the games of hits.
struct MainLines<'r> {
    trees: StoredTrees<'r>,
    /// Replayer that computes the setup and the last position; `None` if only the moves are needed.
    replayer: Option<Replayer>,
    budget: &'r TimeBudget,
}

impl<'r> MainLines<'r> {
    fn new(index: &'r Index, positions: bool) -> MainLines<'r> {
        MainLines {
            trees: StoredTrees::new(index),
            replayer: positions.then(Replayer::new),
            budget: index.budget(),
        }
    }

    /// Reads the main line of a hit's game; `None` if the time budget is exhausted.
    fn played_line(&mut self, hit: &Hit) -> CrateResult<Option<PlayedLine>> {
        let tree = self.trees.read(hit)?;
        Ok(tree.and_then(|(start, tree)| {
            let played = || PlayedLine::new(start, tree, self.replayer.as_mut());
            self.budget.run(played).ok()
        }))
    }
}

impl<'r> Rows<'r> {
    fn new(
        snapshot: &'r Snapshot<'r>,
        plan: &'r Plan,
        needles: Option<&'r CommentTerms>,
        needs: Needs,
    ) -> CrateResult<Rows<'r>> {
        Ok(Rows {
            places: HitLocator::new(snapshot.index, plan),
            has_evals: plan.has_engine_values(),
            needles,
            completer: RowCompleter::new(snapshot, needs)?,
            budget: snapshot.index.budget(),
        })
    }

    /// Makes a row for each evaluated move of a hit's game, or, if the query has no conditions on analysis, for each
    /// comment.
    fn rows_per_hit(&mut self, hit: &Hit, game: LoadedGame) -> CrateResult<Vec<GameRow>> {
        if !self.has_evals {
            return self.rows_per_comment(hit, game);
        }
        let mut row = GameRow::new(game);
        self.completer.complete(hit, &mut row)?;
        let mut evals = self.places.engine_hits(hit)?;
        evals.sort_by_key(|judged| judged.place.number);
        let row = |judged| {
            let mut row = row.clone();
            (row.hit, row.judged) = hit_and_eval(judged);
            row
        };
        Ok(evals.into_iter().map(|judged| row(Some(judged))).collect())
    }

    /// Makes a row for each comment with words of the query in the game of a hit. If the query has no words, every
    /// comment is a row.
    fn rows_per_comment(&mut self, hit: &Hit, game: LoadedGame) -> CrateResult<Vec<GameRow>> {
        let needles = self.needles.filter(|needles| !needles.is_empty());
        let found = self.budget.run(|| match needles {
            Some(needles) => needles.all_comments(searched_comments(needles, &game)),
            None => comments_as_hits(&game).map(|hit| (0, hit)).collect(),
        });
        let comments: Vec<MatchedComment> = found
            .unwrap_or_default()
            .into_iter()
            .map(|(_, hit)| MatchedComment { variation: game.is_variation(hit.node), hit })
            .collect();
        let mut row = GameRow::new(game);
        self.completer.complete(hit, &mut row)?;
        let row = |comment| {
            let mut row = row.clone();
            row.set_comment(Some(comment));
            row
        };
        Ok(comments.into_iter().map(row).collect())
    }

    /// Makes the row of a game; `hit` is the hit of the search in it, if there is one.
    pub(super) fn row(&mut self, hit: Option<&Hit>, game: LoadedGame) -> CrateResult<GameRow> {
        let needles = self.needles;
        let comment = needles.and_then(|needles| best_comment(needles, &game, self.budget));
        let mut row = self.row_without_comment(hit, game)?;
        row.set_comment(comment);
        Ok(row)
    }

    /// Makes the row of a game as [`row`](Self::row) does, but searches no words in its comments.
    pub(super) fn row_without_comment(
        &mut self,
        hit: Option<&Hit>,
        game: LoadedGame,
    ) -> CrateResult<GameRow> {
        let mut row = GameRow::new(game);
        let Some(hit) = hit else {
            return Ok(row);
        };
        if self.has_evals {
            (row.hit, row.judged) = hit_and_eval(self.places.engine_hits(hit)?.into_iter().next());
        } else {
            row.hit = self.places.locate(hit)?.map(Into::into);
        }
        self.completer.complete(hit, &mut row)?;
        Ok(row)
    }
}

/// Splits an evaluated move into its place in the game and the engine's evaluation.
fn hit_and_eval(judged: Option<EngineHit>) -> (Option<HitPlace>, Option<EngineEval>) {
    let split = |hit: EngineHit| (hit.place.into(), EngineEval::new(hit));
    judged.map(split).unzip()
}

/// Finds the comment that has the most words of the query; `None` if the time budget is exhausted first.
pub(super) fn best_comment(
    needles: &CommentTerms,
    game: &LoadedGame,
    budget: &TimeBudget,
) -> Option<MatchedComment> {
    let hit = budget.run(|| needles.best_comment(searched_comments(needles, game))).ok()??;
    Some(MatchedComment { variation: game.is_variation(hit.node), hit })
}

/// Lists the comments in which the words of a query are searched, each with node, move number and text. Empty if there
/// are no words.
pub(super) fn searched_comments<'g>(
    needles: &CommentTerms,
    game: &'g LoadedGame,
) -> Vec<(u32, u32, &'g str)> {
    if needles.is_empty() {
        return Vec::new();
    }
    comments_with_game_comment(game).collect()
}

/// Lists the comments of a game, each with node, move number and text. The comment on the game as a whole is a property
/// of the root, and is listed as a comment of node 0.
fn comments_with_game_comment(game: &LoadedGame) -> impl Iterator<Item = (u32, u32, &str)> {
    let game_comment = game.header.info.game_comment.as_deref().map(|text| (0, 0, text));
    game.comments().into_iter().chain(game_comment)
}

/// Lists the comments of a game as hits without marked words.
fn comments_as_hits(game: &LoadedGame) -> impl Iterator<Item = CommentHit> {
    comments_with_game_comment(game).map(|(node, number, text)| CommentHit {
        node,
        number,
        text: text.to_owned(),
        marks: Vec::new(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::columns::{COLUMNS, Column, named};
    use crate::lines::LineFormat;
    use crate::request::RowDetails;
    use crate::{AskOptions, Engine};
    use kifu_query::convert_each::load_each;
    use kifu_query::search::plan;
    use kifu_store::index::build::build;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_huge_comment_does_not_exceed_the_budget() {
        let folder = tempfile::tempdir().unwrap();
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        std::fs::create_dir(&games).unwrap();
        let words = "Here Black could have lived. ".repeat(2_000);
        std::fs::write(games.join("a.sgf"), format!("(;C[{words}a ladder])")).unwrap();
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let index = Index::open(&index).unwrap();
        let query = parse("ladder").unwrap();
        let needles = CommentTerms::from_query(&query);
        let hits = search_all(&index, &plan(&index, &query).unwrap(), 1).unwrap();
        let mut games = 0;
        load_each(&index, &hits.first, |game| {
            let cancelled = TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))));
            assert!(
                best_comment(&needles, &game, &cancelled).is_none() && cancelled.is_exhausted()
            );
            assert!(best_comment(&needles, &game, &TimeBudget::default()).is_some());
            games += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(games, 1);
    }

    /// Writes games that differ in everything that columns show: 600 in one file, so that several threads make their
    /// rows, and some in other files.
    fn write_games(folder: &std::path::Path) {
        let moves = ["pd", "dp", "pp", "dd", "pj", "nc"];
        let game = |number: usize| {
            let moves: String = moves
                .iter()
                .cycle()
                .skip(number % 5)
                .take(2 + number % 4)
                .enumerate()
                .map(|(at, point)| format!(";{}[{point}]", ["B", "W"][at % 2]))
                .collect();
            let comment = match number % 3 {
                0 => format!("C[A good move, number {number}.]"),
                1 => "C[Ein guter Zug](;B[qq]C[A good move?])".to_owned(),
                _ => String::new(),
            };
            let header = match number % 4 {
                0 => "EV[3rd Honinbo]RO[final, game 2]KM[6.5]RE[B+3.5]",
                1 => "HA[2]AB[dd][qq]RE[W+R]RU[Japanese]TM[60]OT[3x30]GC[a game]",
                2 => "DT[ca. 1665]PC[Edo, \"old\"]GN[=1+1]",
                _ => "SZ[9]AB[aa][ba]AW[bb]",
            };
            format!(
                "(;PB[Black {}, 9p]PW[White & {number}]DT[19{:02}-01-0{}]{header}{moves}{comment})\n",
                number % 7,
                number % 90,
                1 + number % 9
            )
        };
        std::fs::write(folder.join("all.sgf"), (0..600).map(game).collect::<String>()).unwrap();
        for number in 600..620 {
            std::fs::write(folder.join(format!("{number}.sgf")), game(number)).unwrap();
        }
    }

    fn engine_with_games(folder: &std::path::Path) -> Engine {
        let (games, index) = (folder.join("games"), folder.join("index"));
        std::fs::create_dir(&games).unwrap();
        write_games(&games);
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        Engine::open(&index).unwrap()
    }

    /// The lines of a search, whose rows are made of no more than the columns need.
    fn lines_of(engine: &Engine, query: &str, lines: &LineOptions, each: bool) -> Vec<String> {
        let search = Search {
            comments: lines.has_comments(),
            each,
            details: RowDetails::only(lines.needs()),
            ..Search::new(query)
        };
        let mut found = Vec::new();
        let listed = ListLines { search, lines: lines.clone() };
        let reply = engine.ask(&listed, &AskOptions::default(), &mut |item| {
            if let Item::Line(line) = item {
                found.push(String::from_utf8(line.to_vec()).unwrap());
            }
            ControlFlow::Continue(())
        });
        assert_eq!(reply.unwrap().answer.shown, found.len() as u64);
        found
    }

    #[test]
    fn rows_made_together_are_the_rows_made_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine_with_games(folder.path());
        let json = LineOptions::new(LineFormat::Json);
        let all_columns: Vec<&Column> = COLUMNS.iter().collect();
        let all = LineOptions { columns: Some(all_columns), ..LineOptions::new(LineFormat::Tsv) };
        let forms = [json, LineOptions::new(LineFormat::Csv), all];
        for (query, each) in [
            ("", false),
            ("sort:-black", false),
            ("comment:\"good move\"", false),
            ("comment:good", true),
            ("position:\"Q16 D4\" symmetry:all", false),
            ("pattern:XO/.. in:any", false),
        ] {
            for form in &forms {
                let together = lines_of(&engine, query, form, each);
                assert!(together.len() > 100, "{query}: {}", together.len());
                let ids = named(&["id".to_owned()]).unwrap();
                let ids = LineOptions { columns: Some(ids), ..LineOptions::new(LineFormat::Tsv) };
                let ids = lines_of(&engine, query, &ids, each);
                assert_eq!(ids.len(), together.len());
                for (id, line) in ids.iter().zip(&together).step_by(37) {
                    let alone = lines_of(&engine, &format!("{query} id:{id}"), form, each);
                    assert!(alone.contains(line), "{query}: {line} {alone:?}");
                }
            }
        }
    }

    #[test]
    fn a_column_has_the_same_values_whatever_the_other_columns_need() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine_with_games(folder.path());
        let tsv = |columns| LineOptions { columns, ..LineOptions::new(LineFormat::Tsv) };
        let query = "comment:\"good move\"";
        let all = lines_of(&engine, query, &tsv(Some(COLUMNS.iter().collect())), false);
        for (at, column) in COLUMNS.iter().enumerate() {
            let alone = lines_of(&engine, query, &tsv(Some(vec![column])), false);
            let of_all = all.iter().map(|line| line.trim_end().split('\t').nth(at).unwrap_or(""));
            let alone = alone.iter().map(|line| line.trim_end_matches('\n'));
            assert!(alone.eq(of_all), "{}", column.name);
        }
    }

    #[test]
    fn nothing_is_sent_after_a_break() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine_with_games(folder.path());
        for last in [1, 256, 257, 400] {
            let mut sent = 0;
            let reply = engine.search(&Search::new(""), &AskOptions::default(), &mut |_| {
                sent += 1;
                if sent == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(reply.is_ok());
            assert_eq!(sent, last);
        }
    }
}
