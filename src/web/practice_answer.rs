//! Stores the user's answer to a practice position.
//!
//! Only the page's script sends this request. A foreign site can make a browser post a form, but it cannot add a header
//! without a preflight request, and `guard.rs` refuses the preflight request for this address.

use super::app::App;
use super::bounded::json_line;
use super::data::practise::save_answer;
use super::guard::page_locale;
use super::reply::{parse_request, sources};
use super::request_error::RequestError;
use super::route_parameters::NoParameters;
use super::worker::{AnswerContext, Weight, run_blocking};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_messages::say;
use std::sync::Arc;

/// Stores the practice answer that an address names. The body of the request is ignored.
pub(crate) async fn answer(State(app): State<Arc<App>>, request: Request) -> Response {
    let locale = page_locale(&request);
    match answer_json(&app, request).await {
        Ok(saved) => {
            let head =
                [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
            (head, saved).into_response()
        }
        Err(refusal) => refusal.translated(locale).into_response(),
    }
}

async fn answer_json(app: &Arc<App>, request: Request) -> Result<Vec<u8>, RequestError> {
    let parsed = parse_request::<NoParameters>(app, request).await?;
    let sources = sources(app, &parsed).await?;
    let opened = sources.opened.clone();
    if opened.practice().is_none() {
        let message = say!("error-no-answers-kept");
        let refusal = RequestError::new(StatusCode::FORBIDDEN, "forbidden", message);
        return Err(refusal.with_help(say!("error-no-answers-kept-help")));
    }
    let work = move |context: &AnswerContext| {
        parsed.check()?;
        Ok(json_line(&save_answer(context, &parsed)?))
    };
    run_blocking(&app.search_permits, sources, Weight::UncachedScan, false, work)
        .await
        .map_err(|failure| RequestError::from_failure(&failure, app, Some(&opened.roots)))
}
