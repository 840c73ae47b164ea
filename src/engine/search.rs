//! Searches: the games that match a query, their rows, and remarks on the query. Change this file when a row of a
//! search gets another value that is not stored in the index's summary of a game.

use super::conditions::with_settings;
use super::facts::FactFinder;
use super::failure::Result;
use super::judged::JudgedMove;
use super::listed::{Keyed, SentRow, first, keyed, rows};
use super::played::PlayedLine;
use super::question::{Ask, FinishOptions, Question};
use super::request::{AtPlaces, CountGames, GamePlace, ListFiles, Search};
use super::row::{GameRow, HitPlace, MatchedComment, Needs};
use super::snapshot::Snapshot;
use super::{Item, Sink};
use kifu_archive::error::Result as CrateResult;
use kifu_archive::origin::{Member, Origin, text_path};
use kifu_language::fields::Field;
use kifu_language::order::SortKey;
use kifu_language::sentence::sentence;
use kifu_language::snippet::{CommentHit, Needles};
use kifu_language::{FieldValue, NodeKind, Query, QueryNode, parse};
use kifu_messages::{Message, say};
use kifu_query::at_places::at_places;
use kifu_query::hits::{FilePlace, Hit, LoadedGame, Loader, PAGE, load_each};
use kifu_query::judged::JudgedHit;
use kifu_query::plan::Plan;
use kifu_query::search::{HitLocator, Trees, count, keys, note, pages, search as search_all};
use kifu_record::Replayer;
use kifu_record::patience::TimeBudget;
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Summary of a search, which follows the matching games.
#[derive(Clone, Debug, Serialize)]
pub struct GamesFound {
    /// Number of all matching games, if it or a sample was requested.
    pub total: Option<u64>,
    /// Number of copies that were dropped, if the total was requested and each game counts only once.
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
    pub is_judged: bool,
}

/// Asks whether a search has conditions on engine analysis, so that its hits are moves or positions with an engine's
/// evaluation.
#[derive(Clone, Debug)]
pub struct HasJudgedHits(pub Search);

impl Ask for HasJudgedHits {
    type Answer = bool;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<bool> {
        let is_perhaps = |part: &QueryNode| match &part.kind {
            NodeKind::Clause(clause) => clause.field.is_judged() || clause.field == Field::Saved,
            _ => false,
        };
        // Planning a query reads the index, so it is done only if a clause could be about engine analysis.
        match parse(&self.0.query) {
            Ok(query) if query.parts().iter().any(is_perhaps) => {
                Ok(PreparedQuery::new(&self.0, snapshot)?.plan.is_judged())
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
    parse(query).map_or_else(|_| Vec::new(), |query| notes_of(&query))
}

pub(super) fn notes_of(query: &Query) -> Vec<Message> {
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

/// Parsed query with its plan.
pub(super) struct PreparedQuery {
    pub(super) query: Query,
    pub(super) plan: Plan,
}

impl PreparedQuery {
    pub(super) fn new(request: &Search, snapshot: &Snapshot) -> Result<PreparedQuery> {
        let (query, text) = with_settings(&request.query, &request.sort, request.unique)?;
        let plan = Plan { sample: request.sample, ..snapshot.planned(&query, &text)? };
        Ok(PreparedQuery { query, plan })
    }

    fn hits(
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
            has_places: self.plan.has_position(),
            is_judged: self.plan.is_judged(),
        }
    }

    /// Passes hits to the sink page by page. If the total is requested, all hits are found first.
    ///
    /// Returns the total with the number of dropped copies, if it was requested, and the number of hits that were
    /// passed on.
    fn pages(
        &self,
        request: &Search,
        snapshot: &Snapshot,
        sink: &mut dyn FnMut(&[Hit]) -> CrateResult<()>,
    ) -> CrateResult<(Option<(u64, u64)>, u64)> {
        let limit = request.most_games();
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

    fn record(&self, snapshot: &Snapshot) -> Result<()> {
        self.0.record(snapshot)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<u64> {
        let ready = PreparedQuery::new(&self.0, snapshot)?;
        Ok(count(snapshot.index, &ready.plan)?)
    }

    fn finish(&self, gathered: Vec<u64>, _: &FinishOptions, _: Sink) -> Result<u64> {
        Ok(gathered.iter().sum())
    }
}

/// Contribution of one index to a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchGathered {
    /// First games in order; empty if they were sent to the sink already.
    games: Vec<Keyed<SentRow>>,
    /// Number of rows that were sent to the sink.
    sent: u64,
    /// Number of all matching games; 0 if they were not counted.
    total: u64,
    left_out: Option<u64>,
    has_places: bool,
    is_judged: bool,
}

impl Question for Search {
    const NAME: &'static str = "search";
    type Gathered = SearchGathered;
    type Answer = GamesFound;

    fn record(&self, snapshot: &Snapshot) -> Result<()> {
        let PreparedQuery { plan, .. } = PreparedQuery::new(self, snapshot)?;
        Ok(note(snapshot.index, &plan, plan.ranked)?)
    }

    fn gather(&self, snapshot: &Snapshot, sink: Sink) -> Result<SearchGathered> {
        let ready = PreparedQuery::new(self, snapshot)?;
        if snapshot.index.is_part() || self.sorts_moves(&ready.plan) {
            self.hits_of_part(snapshot, &ready)
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
        let left_out = gathered.iter().map(|own| own.left_out).sum::<Option<u64>>();
        let total = gathered.iter().map(|own| own.total).sum();
        let has_places = gathered.iter().any(|own| own.has_places);
        let is_judged = gathered.iter().any(|own| own.is_judged);
        let mut shown = gathered.iter().map(|own| own.sent).sum();
        let games = gathered.into_iter().flat_map(|own| own.games).collect();
        let games = first(games, self.limit.unwrap_or(usize::MAX));
        for SentRow(game) in rows(games) {
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
            notes: notes_of(&query),
            has_places,
            is_judged,
        })
    }
}

impl Search {
    /// Values of a row that must be read separately and were requested.
    pub(super) fn needs(&self) -> Needs {
        Needs::of_list(self.details)
    }

    /// Upper limit of the number of games to find. If each comment is a row, the number of rows is limited instead.
    fn most_games(&self) -> usize {
        self.limit.filter(|_| !self.each).unwrap_or(usize::MAX)
    }

    /// True if each evaluated move is a row, and rows are sorted by what the move cost. All games must then be read
    /// before the first row is known.
    fn sorts_moves(&self, plan: &Plan) -> bool {
        let mut orders = plan.orders.iter();
        self.each && plan.is_judged() && orders.any(|order| order.key == SortKey::Loss)
    }

    /// Words to find in comments, if rows need comments.
    fn needles(&self, ready: &PreparedQuery) -> Option<Needles> {
        let is_wanted = self.comments || self.each;
        is_wanted.then(|| Needles::of(&ready.query))
    }

    /// Sends the matching games to the sink as they are found. This is right only if there is a single index.
    fn send_hits(
        &self,
        snapshot: &Snapshot,
        ready: &PreparedQuery,
        sink: Sink,
    ) -> Result<SearchGathered> {
        let needles = self.needles(ready);
        let mut ended = false;
        let mut told = 0;
        let pages = ready.pages(self, snapshot, &mut |hits| {
            if ended {
                return Ok(());
            }
            let more = Describer::new(snapshot, self.needs())?;
            let mut rows = Rows::new(snapshot.index, &ready.plan, needles.as_ref(), more);
            let mut at = hits.iter();
            each(snapshot, hits, &mut ended, |game| {
                let hit = at.next();
                let Some(hit) = hit.filter(|_| self.each) else {
                    let row = rows.row(hit, game)?;
                    return Ok(sink(Item::Game(&row)));
                };
                for row in rows.each(hit, game)? {
                    if self.limit.is_some_and(|limit| told >= limit as u64) {
                        return Ok(ControlFlow::Break(()));
                    }
                    told += 1;
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
        let sent = if self.each { told } else { sent };
        let (total, left_out) = found.unwrap_or_default();
        Ok(ready.hits(Vec::new(), sent, total, left_out))
    }

    /// Collects the first games of an index that is one of several, with their sort keys.
    fn hits_of_part(&self, snapshot: &Snapshot, ready: &PreparedQuery) -> Result<SearchGathered> {
        let (index, plan) = (snapshot.index, &ready.plan);
        let hits = search_all(index, plan, self.most_games())?;
        let keys = keys(index, plan, &hits.first)?;
        let needles = self.needles(ready);
        let more = Describer::new(snapshot, self.needs())?;
        let mut rows = Rows::new(index, plan, needles.as_ref(), more);
        let mut at = hits.first.iter().zip(keys);
        let (mut games, mut of_games) = (Vec::new(), Vec::new());
        // If rows are sorted by what a move cost, the first row may come from the last game, so no limit applies here.
        let most = self.limit.filter(|_| !self.sorts_moves(plan)).unwrap_or(usize::MAX);
        each(snapshot, &hits.first, &mut false, |game| {
            let Some((hit, key)) = at.next().filter(|_| games.len() < most) else {
                return Ok(ControlFlow::Break(()));
            };
            let told =
                if self.each { rows.each(hit, game)? } else { vec![rows.row(Some(hit), game)?] };
            for row in told {
                let loss = row.judged.as_ref().map(JudgedMove::loss_in_hundredths);
                of_games.push(match loss {
                    Some(loss) => key.clone().of_move(&plan.orders, loss),
                    None => key.clone(),
                });
                games.push(SentRow(row));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let games = keyed(games, of_games).collect();
        Ok(ready.hits(games, 0, hits.total, hits.left_out))
    }
}

impl Ask for AtPlaces {
    /// Number of games found at the places.
    type Answer = u64;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<u64> {
        let origins: Vec<Origin> = self.0.iter().map(origin).collect();
        let hits = at_places(snapshot.index, &origins)?;
        each(snapshot, &hits, &mut false, |game| Ok(sink(Item::Game(&GameRow::new(game)))))?;
        Ok(hits.len() as u64)
    }
}

/// Converts a place into an origin as the index stores it, with members by name.
fn origin(place: &GamePlace) -> Origin {
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

/// Loads games and passes them on until the receiver returns `Break`; sets `ended` then.
fn each(
    snapshot: &Snapshot,
    hits: &[Hit],
    ended: &mut bool,
    mut receive: impl FnMut(LoadedGame) -> CrateResult<ControlFlow<()>>,
) -> CrateResult<()> {
    for page in hits.chunks(PAGE) {
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
    /// Number of games. A file that holds several matching games is sent once for each of them.
    type Answer = u64;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<u64> {
        let ready = PreparedQuery::new(&self.0, snapshot)?;
        let mut loader = Loader::new(snapshot.index);
        let mut ended = false;
        let pages = ready.pages(&self.0, snapshot, &mut |hits| {
            for page in hits.chunks(PAGE) {
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

/// Makes rows from hits.
pub(super) struct Rows<'r> {
    places: HitLocator<'r>,
    is_judged: bool,
    needles: Option<&'r Needles>,
    more: Describer<'r>,
    budget: &'r TimeBudget,
}

/// Completes rows with values that must be read separately, as far as they were requested.
pub(super) struct Describer<'r> {
    lines: Option<MainLines<'r>>,
    facts: Option<FactFinder<'r>>,
}

impl<'r> Describer<'r> {
    pub(super) fn new(snapshot: &'r Snapshot, needs: Needs) -> CrateResult<Describer<'r>> {
        let lines = || MainLines::new(snapshot.index, needs.positions);
        Ok(Describer {
            lines: needs.played.then(lines),
            facts: needs.facts.then(|| FactFinder::new(snapshot, needs)).transpose()?,
        })
    }

    pub(super) fn describe(&mut self, hit: &Hit, row: &mut GameRow) -> CrateResult<()> {
        if let Some(lines) = &mut self.lines {
            row.played = lines.of(hit)?;
        }
        if let Some(facts) = &mut self.facts {
            row.facts = Some(facts.of(hit, &row.info)?);
        }
        Ok(())
    }
}

/// Reads the main lines of hits.
struct MainLines<'r> {
    trees: Trees<'r>,
    /// Replayer for the setup and the last position; `None` if only the moves are needed.
    replayer: Option<Replayer>,
    budget: &'r TimeBudget,
}

impl<'r> MainLines<'r> {
    fn new(index: &'r Index, positions: bool) -> MainLines<'r> {
        MainLines {
            trees: Trees::new(index),
            replayer: positions.then(Replayer::new),
            budget: index.budget(),
        }
    }

    /// Reads the main line of a hit's game; `None` if the time budget is exhausted.
    fn of(&mut self, hit: &Hit) -> CrateResult<Option<PlayedLine>> {
        let tree = self.trees.of(hit)?;
        Ok(tree.and_then(|(start, tree)| {
            let played = || PlayedLine::of(start, tree, self.replayer.as_mut());
            self.budget.within(played).ok()
        }))
    }
}

impl<'r> Rows<'r> {
    /// Makes rows for the hits of a plan. `needles` are the words by which the comment of a row is chosen; `None` for
    /// rows without comments.
    pub(super) fn new(
        index: &'r Index,
        plan: &'r Plan,
        needles: Option<&'r Needles>,
        more: Describer<'r>,
    ) -> Rows<'r> {
        Rows {
            places: HitLocator::new(index, plan),
            is_judged: plan.is_judged(),
            needles,
            more,
            budget: index.budget(),
        }
    }

    /// Makes a row for each evaluated move of a hit's game, or, if the query has no conditions on analysis, for each
    /// comment.
    fn each(&mut self, hit: &Hit, game: LoadedGame) -> CrateResult<Vec<GameRow>> {
        if !self.is_judged {
            return self.of_comments(hit, game);
        }
        let mut row = GameRow::new(game);
        self.more.describe(hit, &mut row)?;
        let mut judged = self.places.judged(hit)?;
        judged.sort_by_key(|judged| judged.place.number);
        let row = |judged| {
            let mut row = row.clone();
            (row.hit, row.judged) = told(judged);
            row
        };
        Ok(judged.into_iter().map(|judged| row(Some(judged))).collect())
    }

    /// Makes a row for each comment of a hit's game that has words of the query, or for every comment if the query has
    /// no words.
    fn of_comments(&mut self, hit: &Hit, game: LoadedGame) -> CrateResult<Vec<GameRow>> {
        let needles = self.needles.filter(|needles| !needles.is_empty());
        let found = self.budget.within(|| match needles {
            Some(needles) => needles.all(comments_of(needles, &game)),
            None => all_comments(&game).map(|hit| (0, hit)).collect(),
        });
        let comments: Vec<MatchedComment> = found
            .unwrap_or_default()
            .into_iter()
            .map(|(_, hit)| MatchedComment { variation: game.is_variation(hit.node), hit })
            .collect();
        let mut row = GameRow::new(game);
        self.more.describe(hit, &mut row)?;
        let row = |comment| row.clone().with_comment(Some(comment));
        Ok(comments.into_iter().map(row).collect())
    }

    /// Makes the row of a hit's game.
    pub(super) fn row(&mut self, hit: Option<&Hit>, game: LoadedGame) -> CrateResult<GameRow> {
        let needles = self.needles;
        let comment = needles.and_then(|needles| comment(needles, &game, self.budget));
        let mut row = GameRow::new(game);
        let Some(hit) = hit else {
            return Ok(row.with_comment(comment));
        };
        if self.is_judged {
            (row.hit, row.judged) = told(self.places.judged(hit)?.into_iter().next());
        } else {
            row.hit = self.places.of(hit)?.map(Into::into);
        }
        self.more.describe(hit, &mut row)?;
        Ok(row.with_comment(comment))
    }
}

/// Splits an evaluated move into its place and the engine's evaluation.
fn told(judged: Option<JudgedHit>) -> (Option<HitPlace>, Option<JudgedMove>) {
    let told = |hit: JudgedHit| (hit.place.into(), JudgedMove::of(hit));
    judged.map(told).unzip()
}

/// Finds the comment that has the most words of the query; `None` if the time budget is exhausted first.
pub(super) fn comment(
    needles: &Needles,
    game: &LoadedGame,
    budget: &TimeBudget,
) -> Option<MatchedComment> {
    let hit = budget.within(|| needles.best(comments_of(needles, game))).ok()??;
    Some(MatchedComment { variation: game.is_variation(hit.node), hit })
}

/// Lists the comments in which the words are searched: node, move number and text. Empty if there are no words.
pub(super) fn comments_of(needles: &Needles, game: &LoadedGame) -> Vec<(u32, u32, String)> {
    if needles.is_empty() {
        return Vec::new();
    }
    commented(game).collect()
}

/// Lists the comments of a game: node, move number and text. The game comment is a property of the root, and counts as
/// a comment of node 0.
fn commented(game: &LoadedGame) -> impl Iterator<Item = (u32, u32, String)> {
    let about = game.card.info().game_comment.map(|text| (0, 0, text));
    game.comments().into_iter().chain(about)
}

/// Lists the comments of a game as hits without marked words.
fn all_comments(game: &LoadedGame) -> impl Iterator<Item = CommentHit> {
    commented(game).map(|(node, number, text)| CommentHit { node, number, text, marks: Vec::new() })
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
    fn a_huge_comment_does_not_outlast_the_time() {
        let folder = tempfile::tempdir().unwrap();
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        std::fs::create_dir(&games).unwrap();
        let words = "Here Black could have lived. ".repeat(2_000);
        std::fs::write(games.join("a.sgf"), format!("(;C[{words}a ladder])")).unwrap();
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let index = Index::open(&index).unwrap();
        let query = parse("ladder").unwrap();
        let needles = Needles::of(&query);
        let hits = search_all(&index, &plan(&index, &query).unwrap(), 1).unwrap();
        let mut games = 0;
        load_each(&index, &hits.first, |game| {
            let spent = TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))));
            assert!(comment(&needles, &game, &spent).is_none() && spent.was_spent());
            assert!(comment(&needles, &game, &TimeBudget::default()).is_some());
            games += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(games, 1);
    }
}
