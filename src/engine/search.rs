//! Searches: the games that match a query, their rows, and remarks on the query. To give the rows of a search another
//! value that is not in the index's summary of a game, change this file.

use super::conditions::with_settings;
use super::engine_eval::EngineEval;
use super::failure::Result;
use super::paging::{Keyed, SentRow, first_rows, keyed, without_keys};
use super::played_line::PlayedLine;
use super::question::{Ask, FinishOptions, Question};
use super::request::{CountGames, GamePlace, GamesAtPlaces, ListFiles, Search};
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
use kifu_query::engine_eval::EngineHit;
use kifu_query::hits::{FilePlace, Hit, LoadedGame, Loader, MAX_LOADED_GAMES, load_each};
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
        let ready = PreparedQuery::new(self, snapshot)?;
        if snapshot.index.is_part() || self.is_sorted_by_move_loss(&ready.plan) {
            self.gather_hits(snapshot, &ready)
        } else {
            self.send_hits(snapshot, &ready, sink)
        }
    }

    fn finish(
        &self,
        gathered: Vec<SearchGathered>,
        _: &FinishOptions,
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
            if sink(Item::Game(&game)).is_break() {
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

    /// Sends the matching games to the sink as they are found. Only for a single index: the hits of several indexes
    /// must be sorted together first.
    fn send_hits(
        &self,
        snapshot: &Snapshot,
        ready: &PreparedQuery,
        sink: Sink,
    ) -> Result<SearchGathered> {
        let needles = self.needles(ready);
        let mut ended = false;
        let mut sent_rows = 0;
        let pages = ready.pages(self, snapshot, &mut |hits| {
            if ended {
                return Ok(());
            }
            let completer = RowCompleter::new(snapshot, self.needs())?;
            let mut rows = Rows::new(snapshot.index, &ready.plan, needles.as_ref(), completer);
            let mut at = hits.iter();
            load_while_wanted(snapshot, hits, &mut ended, |game| {
                let hit = at.next();
                let Some(hit) = hit.filter(|_| self.each) else {
                    let row = rows.row(hit, game)?;
                    return Ok(sink(Item::Game(&row)));
                };
                for row in rows.rows_per_hit(hit, game)? {
                    if self.limit.is_some_and(|limit| sent_rows >= limit as u64) {
                        return Ok(ControlFlow::Break(()));
                    }
                    sent_rows += 1;
                    if sink(Item::Game(&row)).is_break() {
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
        let completer = RowCompleter::new(snapshot, self.needs())?;
        let mut rows = Rows::new(index, plan, needles.as_ref(), completer);
        let mut at = hits.first.iter().zip(keys);
        let (mut games, mut row_keys) = (Vec::new(), Vec::new());
        // If rows are sorted by what a move cost, the first row may come from the last game, so the limit is not
        // applied before sorting.
        let limit = self.limit.filter(|_| !self.is_sorted_by_move_loss(plan)).unwrap_or(usize::MAX);
        load_while_wanted(snapshot, &hits.first, &mut false, |game| {
            let Some((hit, key)) = at.next().filter(|_| games.len() < limit) else {
                return Ok(ControlFlow::Break(()));
            };
            let game_rows = if self.each {
                rows.rows_per_hit(hit, game)?
            } else {
                vec![rows.row(Some(hit), game)?]
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
}

impl Ask for GamesAtPlaces {
    /// Number of games that the index has at the given places (file, archive members, and number of the game in it).
    type Answer = u64;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<u64> {
        let origins: Vec<Origin> = self.0.iter().map(origin_of_place).collect();
        let hits = at_places(snapshot.index, &origins)?;
        load_while_wanted(snapshot, &hits, &mut false, |game| {
            Ok(sink(Item::Game(&GameRow::new(game))))
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

/// Loads games and passes them to a callback until it returns `Break`. `ended` is then set, so that later calls load
/// nothing.
fn load_while_wanted(
    snapshot: &Snapshot,
    hits: &[Hit],
    ended: &mut bool,
    mut receive: impl FnMut(LoadedGame) -> CrateResult<ControlFlow<()>>,
) -> CrateResult<()> {
    for page in hits.chunks(MAX_LOADED_GAMES) {
        if *ended {
            break;
        }
        load_each(snapshot.index, page, |game| {
            if !*ended {
                *ended = receive(game)?.is_break();
            }
            Ok(())
        })?;
    }
    Ok(())
}

impl Ask for ListFiles {
    /// Number of matching games. A file with several of them is passed to the caller's callback once for each.
    type Answer = u64;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<u64> {
        let ready = PreparedQuery::new(&self.0, snapshot)?;
        let mut loader = Loader::new(snapshot.index);
        let mut ended = false;
        let pages = ready.pages(&self.0, snapshot, &mut |hits| {
            for page in hits.chunks(MAX_LOADED_GAMES) {
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

/// Makes the rows of a list from the hits of a search.
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
    /// Makes rows for the hits of a plan. Each row gets the comment with the most of the words `needles`; with `None`,
    /// rows have no comments.
    pub(super) fn new(
        index: &'r Index,
        plan: &'r Plan,
        needles: Option<&'r CommentTerms>,
        completer: RowCompleter<'r>,
    ) -> Rows<'r> {
        Rows {
            places: HitLocator::new(index, plan),
            has_evals: plan.has_engine_values(),
            needles,
            completer,
            budget: index.budget(),
        }
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
        let row = |comment| row.clone().with_comment(Some(comment));
        Ok(comments.into_iter().map(row).collect())
    }

    /// Makes the row of a game; `hit` is the hit of the search in it, if there is one.
    pub(super) fn row(&mut self, hit: Option<&Hit>, game: LoadedGame) -> CrateResult<GameRow> {
        let needles = self.needles;
        let comment = needles.and_then(|needles| best_comment(needles, &game, self.budget));
        let mut row = GameRow::new(game);
        let Some(hit) = hit else {
            return Ok(row.with_comment(comment));
        };
        if self.has_evals {
            (row.hit, row.judged) = hit_and_eval(self.places.engine_hits(hit)?.into_iter().next());
        } else {
            row.hit = self.places.locate(hit)?.map(Into::into);
        }
        self.completer.complete(hit, &mut row)?;
        Ok(row.with_comment(comment))
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
pub(super) fn searched_comments(
    needles: &CommentTerms,
    game: &LoadedGame,
) -> Vec<(u32, u32, String)> {
    if needles.is_empty() {
        return Vec::new();
    }
    comments_with_game_comment(game).collect()
}

/// Lists the comments of a game, each with node, move number and text. The comment on the game as a whole is a property
/// of the root, and is listed as a comment of node 0.
fn comments_with_game_comment(game: &LoadedGame) -> impl Iterator<Item = (u32, u32, String)> {
    let game_comment = game.card.info().game_comment.map(|text| (0, 0, text));
    game.comments().into_iter().chain(game_comment)
}

/// Lists the comments of a game as hits without marked words.
fn comments_as_hits(game: &LoadedGame) -> impl Iterator<Item = CommentHit> {
    comments_with_game_comment(game).map(|(node, number, text)| CommentHit {
        node,
        number,
        text,
        marks: Vec::new(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
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
}
