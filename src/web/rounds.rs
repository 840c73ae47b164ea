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
use super::speaking::speaking;
use crate::engine::{AnswerProgress, Failure};
use axum::body::Body;
use axum::response::Response;
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

/// A round is left out if all games are expected to be looked through within so many times its duration.
const SOON: f64 = 3.0;

/// What every round is made from.
struct Rounds<T> {
    app: Arc<App>,
    sources: AnswerSources,
    asked: ParsedRequest,
    find: Find<T>,
    draw: Draw<T>,
}

/// Answers a request for a page in lines.
pub async fn answer<T: Serialize + 'static>(
    app: &Arc<App>,
    asked: ParsedRequest,
    find: Find<T>,
    draw: Draw<T>,
) -> Response {
    let sources = match sources(app, &asked).await {
        Ok(sources) => sources,
        Err(refusal) => return error::respond(&refusal, Some(&asked)),
    };
    let rounds = Rounds { app: app.clone(), sources, asked, find, draw };
    // The first round is short: where it is enough, or goes wrong, the status says so.
    let [first, ..] = EARLY;
    let progress = AnswerProgress::default();
    match rounds.round(first, progress.clone()).await {
        Ok((html, true)) => of_body(Body::from(line(&page(&html, true, true)))),
        Ok((html, false)) => {
            let (sender, flow) = pieces();
            let locale = rounds.asked.locale;
            let shown = (html, progress.looked_at().0);
            let rest = rounds.go_on(shown, expected(first, &progress), sender);
            // If nobody reads any more, this ends, and the work with it.
            tokio::spawn(speaking(locale, rest));
            of_body(Body::new(flow))
        }
        Err(failure) => error::respond(&rounds.refusal(&failure), Some(&rounds.asked)),
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

impl<T: Serialize + 'static> Rounds<T> {
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
        (first, mut most): (String, u64),
        mut expected: Duration,
        sender: Sender<BodyChunk>,
    ) -> Result<(), Gone> {
        tell(&sender, &page(&first, false, false)).await?;
        let mut best = first;
        let later = EARLY.into_iter().skip(1).chain([PATIENT]);
        for wait in later {
            let last = wait == PATIENT;
            if !last && expected < wait.mul_f64(SOON) {
                continue;
            }
            let progress = AnswerProgress::default();
            let mut round = self.round(wait, progress.clone());
            // A round begins at the first game again.
            let is_further = move |now: &(u64, u64), told: &(u64, u64)| now.0 > most && now > told;
            match watch(&mut round, &progress, &sender, is_further).await? {
                Ok((html, true)) => return tell(&sender, &page(&html, true, true)).await,
                Ok((html, false)) => {
                    // On a busy machine a longer round may get less far than the one before; that one stays then.
                    let (done, _) = progress.looked_at();
                    let is_more = done > most;
                    if is_more {
                        (best, most) = (html, done);
                    }
                    if is_more || last {
                        tell(&sender, &page(&best, last, false)).await?;
                    }
                }
                Err(failure) => {
                    let error = self.refusal(&failure).object.error;
                    return tell(&sender, &json!({"part": "error", "error": error})).await;
                }
            }
            expected = self::expected(wait, &progress);
        }
        Ok(())
    }
}
