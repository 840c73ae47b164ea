//! Stores the answer to a practice position.
//!
//! Only the page's script sends this request. A foreign site can make a browser post a form, but it cannot add a header
//! without a preflight request, which `guard.rs` refuses.

use super::app::App;
use super::bounded::line;
use super::data::practise::keep;
use super::desk::{AnswerContext, Weight, at_desk};
use super::failed::RequestError;
use super::guard::page_locale;
use super::reply::{asked, sources};
use super::route_parameters::NoParameters;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_messages::say;
use std::sync::Arc;

/// Stores the practice answer that an address names. The body of the request is ignored.
pub(crate) async fn answer(State(app): State<Arc<App>>, request: Request) -> Response {
    let locale = page_locale(&request);
    match kept(&app, request).await {
        Ok(kept) => {
            let head =
                [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
            (head, kept).into_response()
        }
        Err(refusal) => refusal.in_language(locale).into_response(),
    }
}

async fn kept(app: &Arc<App>, request: Request) -> Result<Vec<u8>, RequestError> {
    let asked = asked::<NoParameters>(app, request).await?;
    let sources = sources(app, &asked).await?;
    let opened = sources.opened.clone();
    if opened.practice().is_none() {
        let message = say!("error-no-answers-kept");
        let refusal = RequestError::new(StatusCode::FORBIDDEN, "forbidden", message);
        return Err(refusal.help(say!("error-no-answers-kept-help")));
    }
    let work = move |context: &AnswerContext| {
        asked.check()?;
        Ok(line(&keep(context, &asked)?))
    };
    at_desk(&app.scans, sources, Weight::Look, false, work)
        .await
        .map_err(|failure| RequestError::of(&failure, app, Some(&opened.roots)))
}
