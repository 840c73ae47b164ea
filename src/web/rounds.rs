//! Sends a page as lines of JSON while a slow search for a shape runs. The page is drawn from the games examined so
//! far, then again from more of them, and finally from all. Between these lines, `counts` lines report the progress.
//!
//! A search cannot be resumed, so each round starts again: with four times the time budget of the one before, and at
//! last with that of a full search. All rounds before one together therefore take at most a third of its budget. An
//! early round is skipped if the search is expected to finish soon after it. Each line with a page holds a complete
//! one.

use super::address::ParsedRequest;
use super::app::App;
use super::bounded::line;
use super::desk::{AnswerContext, AnswerSources, PATIENT, Weight, watched};
use super::failed::RequestError;
use super::flow::{BodyChunk, pieces};
use super::lines::{Gone, of_body, tell, watch};
use super::page::error;
use super::reply::{Draw, Find, drawn, sources};
use super::route_parameters::RouteParameters;
use axum::body::Body;
use axum::response::Response;
use kifu_engine::{AnswerProgress, Failure};
use serde::Serialize;
use serde_json::{Value, json};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// Time budgets of the rounds before the last one.
const EARLY: [Duration; 3] =
    [Duration::from_millis(60), Duration::from_millis(240), Duration::from_millis(960)];

/// A drawn page, and whether all games were examined for it.
type Round = Result<(String, bool), Failure>;

/// Page of the round that examined most games. On a busy machine, a longer round may get less far than a shorter one.
struct FurthestPage {
    html: String,
    /// Number of games that were examined for the page.
    games: u64,
}

impl FurthestPage {
    /// Takes the page of a later round if that examined more games, and returns whether it did.
    fn take(&mut self, html: String, games: u64) -> bool {
        let is_further = games > self.games;
        if is_further {
            *self = FurthestPage { html, games };
        }
        is_further
    }

    /// True if a progress line should be sent. Each round starts at the first game again, so its count is sent only
    /// after it passes both the page shown and the count sent last: readers then see numbers that only grow.
    fn is_passed(&self, now: u64, said: u64) -> bool {
        now > self.games.max(said)
    }
}

/// Factor for skipping rounds: an early round is skipped if all games are expected to be examined within this many
/// times its budget. A later round then shows the complete page soon after.
const SOON: f64 = 3.0;

/// What each round needs.
struct Rounds<P, T> {
    app: Arc<App>,
    sources: AnswerSources,
    asked: ParsedRequest<P>,
    find: Find<P, T>,
    draw: Draw<P, T>,
}

/// Answers a request for a page in lines.
pub(crate) async fn answer<P: RouteParameters, T: Serialize + 'static>(
    app: &Arc<App>,
    asked: ParsedRequest<P>,
    find: Find<P, T>,
    draw: Draw<P, T>,
) -> Response {
    let sources = match sources(app, &asked).await {
        Ok(sources) => sources,
        Err(refusal) => return error::respond(&refusal, asked.locale, Some(&asked)),
    };
    let rounds = Rounds { app: app.clone(), sources, asked, find, draw };
    // The first round is short, and the response waits for it: if it completes or fails, the status can tell.
    let [first, ..] = EARLY;
    let progress = AnswerProgress::default();
    match rounds.round(first, progress.clone()).await {
        Ok((html, true)) => of_body(Body::from(line(&page(&html, true, true)))),
        Ok((html, false)) => {
            let (sender, flow) = pieces();
            let shown = FurthestPage { html, games: progress.games_examined().0 };
            let rest = rounds.go_on(shown, expected(first, &progress), sender);
            // When the client stops reading, this task ends and drops the work with it.
            tokio::spawn(rest);
            of_body(Body::new(flow))
        }
        Err(failure) => {
            error::respond(&rounds.refusal(&failure), rounds.asked.locale, Some(&rounds.asked))
        }
    }
}

/// Estimates the time for all games from the games that were examined in `time`.
fn expected(time: Duration, progress: &AnswerProgress) -> Duration {
    let (done, all) = progress.games_examined();
    time.mul_f64(all as f64 / done.max(1) as f64)
}

/// Line that holds a drawn page.
fn page(html: &str, last: bool, complete: bool) -> Value {
    json!({"part": "page", "html": html, "last": last, "complete": complete})
}

impl<P: RouteParameters, T: Serialize + 'static> Rounds<P, T> {
    fn round(
        &self,
        wait: Duration,
        progress: AnswerProgress,
    ) -> Pin<Box<dyn Future<Output = Round> + Send>> {
        let (asked, find, draw) = (self.asked.clone(), self.find, self.draw);
        let building = self.app.archive.building().is_some();
        let work = move |context: &AnswerContext| {
            asked.check()?;
            drawn(context, &asked, find, (draw, building))
        };
        let (scans, sources) = (self.app.scans.clone(), self.sources.clone());
        Box::pin(
            async move { watched(&scans, sources, (Weight::Scan, wait), progress, work).await },
        )
    }

    fn refusal(&self, failure: &Failure) -> RequestError {
        RequestError::of(failure, &self.app, Some(&self.sources.opened.roots))
    }

    async fn go_on(
        self,
        mut furthest: FurthestPage,
        mut expected: Duration,
        sender: Sender<BodyChunk>,
    ) -> Result<(), Gone> {
        tell(&sender, &page(&furthest.html, false, false)).await?;
        let later = EARLY.into_iter().skip(1).chain([PATIENT]);
        for wait in later {
            let last = wait == PATIENT;
            if !last && expected < wait.mul_f64(SOON) {
                continue;
            }
            let progress = AnswerProgress::default();
            let mut round = self.round(wait, progress.clone());
            let is_news = |now: &(u64, u64), said: &(u64, u64)| furthest.is_passed(now.0, said.0);
            match watch(&mut round, &progress, &sender, is_news).await? {
                Ok((html, true)) => return tell(&sender, &page(&html, true, true)).await,
                Ok((html, false)) => {
                    if furthest.take(html, progress.games_examined().0) || last {
                        tell(&sender, &page(&furthest.html, last, false)).await?;
                    }
                }
                Err(failure) => {
                    let error = self.refusal(&failure).in_language(self.asked.locale).object.error;
                    return tell(&sender, &json!({"part": "error", "error": error})).await;
                }
            }
            expected = self::expected(wait, &progress);
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
            assert_eq!(furthest.take(html.to_owned(), games), html == wanted, "{html}");
            assert_eq!(furthest.html, wanted);
        }
        assert_eq!(furthest.games, 90);
    }

    #[test]
    fn what_is_said_of_a_round_only_grows() {
        let furthest = FurthestPage { html: String::new(), games: 40 };
        let mut said = Vec::new();
        for now in [0, 12, 40, 41, 41, 70, 55, 71] {
            if furthest.is_passed(now, said.last().copied().unwrap_or(0)) {
                said.push(now);
            }
        }
        assert_eq!(said, [41, 70, 71]);
    }
}
