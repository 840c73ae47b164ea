//! A page in lines of JSON, for a shape that may lie anywhere: it is drawn from the games that were looked at so far,
//! again from more of them, and at last from all. Between these lines, `counts` tell how far it got.
//!
//! Each round begins anew with a later deadline, four times that of the one before; where the last one would soon be
//! done, those before it are left out. So every line is a whole answer, and the early ones cost little beside the last.

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

/// What the rounds before the last one may take.
const EARLY: [Duration; 3] =
    [Duration::from_millis(60), Duration::from_millis(240), Duration::from_millis(960)];

/// A drawn page, and whether all games were looked through for it.
type Round = Result<(String, bool), Failure>;

/// The page of the round that got furthest. On a busy machine a longer round may get less far than the one before it.
struct FurthestPage {
    html: String,
    /// The games that were looked through for it.
    games: u64,
}

impl FurthestPage {
    /// Takes the page of a later round, if that got further; whether it did.
    fn take(&mut self, html: String, games: u64) -> bool {
        let is_further = games > self.games;
        if is_further {
            *self = FurthestPage { html, games };
        }
        is_further
    }

    /// Whether a reader hears how far a round is, of so many games each: a round begins at the first game again, and
    /// what is said only grows.
    fn is_passed(&self, now: u64, said: u64) -> bool {
        now > self.games.max(said)
    }
}

/// A round is left out if all games are expected to be looked through within so many times its duration.
const SOON: f64 = 3.0;

/// What every round is made from.
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
    // The first round is short: where it is enough, or goes wrong, the status says so.
    let [first, ..] = EARLY;
    let progress = AnswerProgress::default();
    match rounds.round(first, progress.clone()).await {
        Ok((html, true)) => of_body(Body::from(line(&page(&html, true, true)))),
        Ok((html, false)) => {
            let (sender, flow) = pieces();
            let shown = FurthestPage { html, games: progress.looked_at().0 };
            let rest = rounds.go_on(shown, expected(first, &progress), sender);
            // If nobody reads any more, this ends, and the work with it.
            tokio::spawn(rest);
            of_body(Body::new(flow))
        }
        Err(failure) => {
            error::respond(&rounds.refusal(&failure), rounds.asked.locale, Some(&rounds.asked))
        }
    }
}

/// How long all of it will take, by what was looked at in this time.
fn expected(time: Duration, progress: &AnswerProgress) -> Duration {
    let (done, all) = progress.looked_at();
    time.mul_f64(all as f64 / done.max(1) as f64)
}

/// A page that was drawn.
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
                    if furthest.take(html, progress.looked_at().0) || last {
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
