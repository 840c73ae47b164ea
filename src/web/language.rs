//! Menu of languages. The browser stores the chosen language in a cookie for a year.
//!
//! The choice is sent by `POST`, which `guard` accepts from the server's own pages only. An address with `?lang=`
//! affects only the page that it opens, since people who follow somebody's link have not chosen its language.

use super::address::{CHOOSE_LANGUAGE, LOCALE_COOKIE};
use super::pasted_text::body_text;
use super::request_error::RequestError;
use super::state::pairs;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_messages::Locale;

/// Largest size of the form in bytes. The form contains an address of up to 8 KiB, and percent-encoding may triple each
/// of its bytes.
const MAX_FORM_BYTES: usize = 32 << 10;
const YEAR_IN_SECONDS: u32 = 365 * 24 * 60 * 60;

/// Stores the language chosen in a form in a cookie, and redirects to the page that contained the form.
pub(crate) async fn choose(request: Request) -> Response {
    match body_text(request, MAX_FORM_BYTES).await {
        Ok(form) => store_choice(&form).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

fn store_choice(form: &str) -> Result<Response, RequestError> {
    let fields = pairs(form);
    let field = |field_name: &str| {
        let mut fields = fields.iter();
        fields.find_map(|(name, value)| (name == field_name).then_some(value.as_str()))
    };
    let locale = Locale::from_tag(field("lang").unwrap_or_default()).ok_or_else(|| {
        let message = "the field `lang` is not a language of the page";
        RequestError::bad_request("bad_value", message, "use en, zh-Hans, zh-Hant, ja or ko")
    })?;
    let tag = locale.tag();
    let cookie = format!("{LOCALE_COOKIE}={tag}; Path=/; Max-Age={YEAR_IN_SECONDS}; SameSite=Lax");
    let answer = [
        (header::LOCATION, local_address(field("address").unwrap_or_default())),
        (header::SET_COOKIE, cookie),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((StatusCode::SEE_OTHER, answer).into_response())
}

/// Turns the address in a form into an address on this server. Two slashes at the beginning would name another host,
/// and a line break would begin another header.
fn local_address(address: &str) -> String {
    let rest = address.trim_start_matches(['/', '\\']);
    let is_plain = rest.bytes().all(|byte| byte.is_ascii_graphic());
    if is_plain && format!("/{rest}") != CHOOSE_LANGUAGE {
        format!("/{rest}")
    } else {
        "/".to_owned()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_leads_back_to_its_page_and_nowhere_else() {
        for (address, wanted) in [
            ("/games%3Fq%3Dplayer:Lee", "/games?q=player:Lee"),
            ("", "/"),
            ("//evil.example/", "/evil.example/"),
            ("/%5C%5Cevil.example", "/evil.example"),
            ("https://evil.example", "/https://evil.example"),
            ("/%0D%0ASet-Cookie:x=y", "/"),
            ("/language", "/"),
        ] {
            let response = store_choice(&format!("lang=ja&address={address}")).unwrap();
            assert_eq!(response.headers()[header::LOCATION], wanted, "{address}");
            let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap();
            assert!(cookie.starts_with("lang=ja; Path=/; Max-Age=31536000"), "{cookie}");
        }
        for form in ["", "lang=", "lang=tlh", "address=/"] {
            assert!(store_choice(form).is_err(), "{form}");
        }
    }
}
