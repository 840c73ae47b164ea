//! Sends a page as lines of JSON while a slow search for a shape runs. The page is drawn from the games that were
//! examined so far, then again from more games, and finally from all of them. Between the lines with pages, `counts`
//! lines report the progress.
//!
//! A search cannot be resumed, so it starts again in each round: with four times the time budget of the round before,
//! and at last with the budget of a full search. All rounds before any one round together therefore take at most a
//! third of its budget. An early round is skipped if the search is expected to finish soon after it. Each line with a
//! page contains the complete page.

use super::address::ParsedRequest;
use super::app::App;
use super::bounded::json_line;
use super::lines::{ClientGone, await_with_progress, lines_response, send_line};
use super::page::error;
use super::reply::{Draw, Find, draw_page, sources};
use super::request_error::RequestError;
use super::response_body::{BodyChunk, chunk_body};
use super::route_parameters::RouteParameters;
use super::worker::{AnswerContext, AnswerSources, FULL_SEARCH_BUDGET, Weight, run_with_progress};
use axum::body::Body;
use axum::response::Response;
use kifu_engine::{AnswerProgress, Failure};
use serde::Serialize;
use serde_json::{Value, json};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// Time budgets of the rounds of a search, which starts again with more time in each round. The last round has the
/// budget of a full search.
const EARLY_BUDGETS: [Duration; 3] =
    [Duration::from_millis(60), Duration::from_millis(240), Duration::from_millis(960)];

/// HTML of a page, and whether all games were examined for it.
type RoundResult = Result<(String, bool), Failure>;

/// Page from the round that examined the most games so far, the best one to show. On a busy machine, a longer round may
/// examine fewer games than a shorter one.
struct FurthestPage {
    html: String,
    /// Number of games that had been examined when the page was made.
    games: u64,
}

impl FurthestPage {
    /// Takes the page of a later round if that round examined more games, and returns whether it did.
    fn replace_if_further(&mut self, html: String, games: u64) -> bool {
        let is_further = games > self.games;
        if is_further {
            *self = FurthestPage { html, games };
        }
        is_further
    }

    /// True if a line about the progress should be sent. Each round examines the games from the first one on again. Its
    /// number of games is sent only when it exceeds both that of the page shown and the number sent last, so that
    /// clients see numbers that only grow.
    fn is_progress(&self, now: u64, last_sent: u64) -> bool {
        now > self.games.max(last_sent)
    }
}

/// Factor for skipping rounds (repetitions of a search, each with more time): an early round is skipped if all games
/// are expected to be examined within this many times its budget. A later round then shows the complete page soon
/// after.
const SKIP_FACTOR: f64 = 3.0;

/// What the rounds of one search have in common. A slow search is repeated in rounds, each with more time.
struct Rounds<P, T> {
    app: Arc<App>,
    sources: AnswerSources,
    request: ParsedRequest<P>,
    find: Find<P, T>,
    draw: Draw<P, T>,
}

/// Answers a request for a page with lines of JSON.
pub(crate) async fn answer<P: RouteParameters, T: Serialize + 'static>(
    app: &Arc<App>,
    request: ParsedRequest<P>,
    find: Find<P, T>,
    draw: Draw<P, T>,
) -> Response {
    let sources = match sources(app, &request).await {
        Ok(sources) => sources,
        Err(refusal) => return error::respond(&refusal, request.locale, Some(&request)),
    };
    let rounds = Rounds { app: app.clone(), sources, request, find, draw };
    // The first round is short, so the response waits for its result: if the search completes or fails in this round,
    // the status of the response can tell that.
    let [first, ..] = EARLY_BUDGETS;
    let progress = AnswerProgress::default();
    match rounds.round(first, progress.clone()).await {
        Ok((html, true)) => lines_response(Body::from(json_line(&page_line(&html, true, true)))),
        Ok((html, false)) => {
            let (sender, flow) = chunk_body();
            let shown = FurthestPage { html, games: progress.games_examined().0 };
            let rest = rounds.send_rounds(shown, estimated_time(first, &progress), sender);
            // When the client stops reading, this task ends, which also ends the search.
            tokio::spawn(rest);
            lines_response(Body::new(flow))
        }
        Err(failure) => {
            error::respond(&rounds.refusal(&failure), rounds.request.locale, Some(&rounds.request))
        }
    }
}

/// Estimates how long examining all games takes, from the number of games that were examined in `time`.
fn estimated_time(time: Duration, progress: &AnswerProgress) -> Duration {
    let (done, all) = progress.games_examined();
    time.mul_f64(all as f64 / done.max(1) as f64)
}

/// Line of JSON with a page; `last` is true if no other page follows.
fn page_line(html: &str, last: bool, complete: bool) -> Value {
    json!({"part": "page", "html": html, "last": last, "complete": complete})
}

impl<P: RouteParameters, T: Serialize + 'static> Rounds<P, T> {
    fn round(
        &self,
        wait: Duration,
        progress: AnswerProgress,
    ) -> Pin<Box<dyn Future<Output = RoundResult> + Send>> {
        let (request, find, draw) = (self.request.clone(), self.find, self.draw);
        let building = self.app.archive.build_progress().is_some();
        let work = move |context: &AnswerContext| {
            request.check()?;
            draw_page(context, &request, find, (draw, building))
        };
        let (scans, sources) = (self.app.search_permits.clone(), self.sources.clone());
        Box::pin(async move {
            run_with_progress(&scans, sources, (Weight::Scan, wait), progress, work).await
        })
    }

    fn refusal(&self, failure: &Failure) -> RequestError {
        RequestError::from_failure(failure, &self.app, Some(&self.sources.opened.roots))
    }

    async fn send_rounds(
        self,
        mut furthest: FurthestPage,
        mut expected: Duration,
        sender: Sender<BodyChunk>,
    ) -> Result<(), ClientGone> {
        send_line(&sender, &page_line(&furthest.html, false, false)).await?;
        let later = EARLY_BUDGETS.into_iter().skip(1).chain([FULL_SEARCH_BUDGET]);
        for wait in later {
            let last = wait == FULL_SEARCH_BUDGET;
            if !last && expected < wait.mul_f64(SKIP_FACTOR) {
                continue;
            }
            let progress = AnswerProgress::default();
            let mut round = self.round(wait, progress.clone());
            let is_news =
                |now: &(u64, u64), last_sent: &(u64, u64)| furthest.is_progress(now.0, last_sent.0);
            match await_with_progress(&mut round, &progress, &sender, is_news).await? {
                Ok((html, true)) => return send_line(&sender, &page_line(&html, true, true)).await,
                Ok((html, false)) => {
                    if furthest.replace_if_further(html, progress.games_examined().0) || last {
                        send_line(&sender, &page_line(&furthest.html, last, false)).await?;
                    }
                }
                Err(failure) => {
                    let error = self.refusal(&failure).translated(self.request.locale).object.error;
                    return send_line(&sender, &json!({"part": "error", "error": error})).await;
                }
            }
            expected = self::estimated_time(wait, &progress);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_got_less_far_replaces_no_page() {
        let mut furthest = FurthestPage { html: "first".to_owned(), games: 40 };
        for (html, games, wanted) in [
            ("less", 39, "first"),
            ("as far", 40, "first"),
            ("further", 90, "further"),
            ("less again", 60, "further"),
        ] {
            assert_eq!(
                furthest.replace_if_further(html.to_owned(), games),
                html == wanted,
                "{html}"
            );
            assert_eq!(furthest.html, wanted);
        }
        assert_eq!(furthest.games, 90);
    }

    #[test]
    fn progress_lines_only_grow() {
        let furthest = FurthestPage { html: String::new(), games: 40 };
        let mut sent = Vec::new();
        for now in [0, 12, 40, 41, 41, 70, 55, 71] {
            if furthest.is_progress(now, sent.last().copied().unwrap_or(0)) {
                sent.push(now);
            }
        }
        assert_eq!(sent, [41, 70, 71]);
    }
}
