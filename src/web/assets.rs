//! Style sheet, scripts and icon. They are compiled into the program, so no path of a request is looked up on disk.
//! Their addresses contain a hash of all of them, so browsers may cache them for ever.

use super::pack::ReplyBody;
use super::request_error::RequestError;
use axum::body::Bytes;
use axum::extract::{Path, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_language::field_names::{LANGUAGES, all_field_names};
use kifu_messages::Locale;
use kifu_messages::messages_with_prefix;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

/// Joins all scripts into one text, so that a first visit waits for one request only. Each script has a block scope of
/// its own, stands after the scripts that it needs, and exports through the object `shared`.
macro_rules! scripts {
    ($($name:literal)*) => {
        concat!(
            "const shared = {};\n",
            $("{\n", include_str!(concat!("assets/", $name)), "}\n",)*
        )
    };
}

/// A file that pages load.
#[derive(Hash)]
struct Asset {
    name: String,
    kind: &'static str,
    text: Cow<'static, str>,
}

impl Asset {
    fn new(name: &str, kind: &'static str, text: impl Into<Cow<'static, str>>) -> Asset {
        Asset { name: name.to_owned(), kind, text: text.into() }
    }
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let one = [
        Asset::new("page.css", CSS, STYLE),
        // `theme.js` runs before the page is painted, so that its colours do not flicker; the other scripts run after
        // the page is parsed.
        Asset::new("theme.js", JS, include_str!("assets/theme.js")),
        Asset::new("icon.svg", "image/svg+xml", ICON),
        Asset::new("handout.css", CSS, kifu_drawing::HANDOUT_STYLE),
        Asset::new("handout.js", JS, include_str!("assets/handout.js")),
    ];
    let scripts = Locale::ALL.map(|locale| {
        // The help texts of query fields are not among the words for scripts, because the server sends suggestions with
        // that help in English.
        let words = ["script-", "field-"]
            .into_iter()
            .flat_map(|prefix| messages_with_prefix(locale, prefix));
        let words = words.map(|(id, text)| (id.to_owned(), text.into()));
        let at = LANGUAGES.iter().position(|tag| *tag == locale.tag());
        let names = all_field_names().iter().filter_map(|(field, names)| {
            let name = names.get(at?)?.first()?;
            Some((format!("name-{field}"), Value::from(*name)))
        });
        // The words are sorted, because the address of the scripts contains a hash of their text, which must be the
        // same in every run.
        let words: BTreeMap<String, Value> = words.chain(names).collect();
        let words: Map<String, Value> = words.into_iter().collect();
        let text = format!("const WORDS = {};\n{SCRIPTS}", Value::from(words));
        Asset::new(&scripts_in(locale), JS, text)
    });
    one.into_iter().chain(scripts).collect()
});

/// Returns the file name of the scripts that contain the words of one language.
pub(crate) fn scripts_in(locale: Locale) -> String {
    format!("app.{}.js", locale.tag())
}

const STYLE: &str = concat!(
    include_str!("assets/page.css"),
    include_str!("assets/explore.css"),
    include_str!("assets/games.css"),
    include_str!("assets/near.css"),
    include_str!("assets/game.css"),
    include_str!("assets/analysis.css"),
    include_str!("assets/practise.css"),
    include_str!("assets/mine.css"),
    include_str!("assets/people.css"),
    include_str!("assets/archive.css")
);
pub(super) const SCRIPTS: &str = scripts!(
            "pages.js" "points.js" "board.js" "shapes.js" "fingers.js" "explore.js" "paste.js" "recent.js"
            "query.js" "games.js" "game.js" "analysis.js" "practise.js" "mine.js" "people.js" "archive.js" "times.js" "global_keys.js"
            "fresh.js"
);
/// The program's logo. Pages contain it as an inline drawing, too.
pub(crate) const ICON: &str = include_str!("assets/icon.svg");
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

/// Hash of all assets (style sheet, scripts, icon), which is a part of their addresses.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let mut hash = DefaultHasher::new();
        ASSETS.hash(&mut hash);
        format!("{:012x}", hash.finish() >> 16)
    });
    &VERSION
}

pub(crate) fn address(name: &str) -> String {
    format!("/a/{}/{name}", version())
}

/// The assets in compressed form (gzip). They are compressed once.
static PACKED: LazyLock<Vec<Bytes>> = LazyLock::new(|| {
    let packed = |asset: &Asset| {
        let text = asset.text.as_bytes().to_vec();
        ReplyBody::new(text, true, (asset.kind, true)).bytes
    };
    ASSETS.iter().map(packed).collect()
});

/// Sends an asset, if the address has the hash of the current assets.
pub(crate) async fn send(
    Path((requested_version, name)): Path<(String, String)>,
    request: Request,
) -> Response {
    let mut matching = ASSETS
        .iter()
        .zip(PACKED.iter())
        .filter(|(asset, _)| asset.name == name && requested_version == version());
    let Some((Asset { kind, text, .. }, packed)) = matching.next() else {
        let message = "there is no such asset";
        return RequestError::new(StatusCode::NOT_FOUND, "not_found", message).into_response();
    };
    let gzip = request
        .headers()
        .get(header::ACCEPT_ENCODING)
        .is_some_and(|text| text.to_str().is_ok_and(|text| text.contains("gzip")));
    let is_packed = gzip && packed.len() < text.len();
    let body = if is_packed { packed.clone() } else { Bytes::from_static(text.as_bytes()) };
    let mut response = body.into_response();
    let headers = response.headers_mut();
    let mut insert = |name, value| headers.insert(name, HeaderValue::from_static(value));
    insert(header::CONTENT_TYPE, kind);
    insert(header::CACHE_CONTROL, "public, max-age=31536000, immutable");
    insert(header::VARY, "Accept-Encoding");
    if is_packed {
        insert(header::CONTENT_ENCODING, "gzip");
    }
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;

    type Tokens = BTreeMap<&'static str, &'static str>;

    /// Colours of each theme: the light one, the dark one that the user chose, the dark one that the system setting
    /// chose.
    fn themes() -> Vec<Tokens> {
        let blocks = super::STYLE.split("  color-scheme: ").skip(1).take(3);
        let tokens = |block: &'static str| {
            let pairs =
                block.split_once('}').unwrap().0.split(';').filter_map(|one| one.split_once(": "));
            pairs
                .map(|(name, value)| (name.trim(), value.trim()))
                .filter(|(name, _)| name.starts_with("--"))
                .collect()
        };
        blocks.map(tokens).collect()
    }

    /// Relative luminance of a colour, as WCAG 2 defines it.
    fn luminance(color: &str) -> f64 {
        let digits = color.trim_start_matches('#');
        let wide: String = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            _ => digits.to_owned(),
        };
        let part = |at: usize| {
            let value =
                f64::from(u8::from_str_radix(wide.get(at..at + 2).unwrap(), 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_contrasts_with_every_background() {
        let themes = themes();
        let grounds = ["--bg", "--surface", "--surface2", "--lit"];
        for theme in &themes {
            let of = |name: &str| *theme.get(name).unwrap_or_else(|| panic!("{name} in {theme:?}"));
            let texts = ["--text", "--muted", "--accent", "--good", "--bad"];
            let pairs =
                texts.iter().flat_map(|text| grounds.iter().map(move |ground| (*text, *ground)));
            for (text, ground) in
                pairs.chain([("--on-accent", "--accent"), ("--on-mark", "--mark")])
            {
                let ratio = contrast(of(text), of(ground));
                assert!(ratio >= 4.5, "{text} on {ground}: {ratio:.2} in {theme:?}");
            }
            // Against their background, borders of fields and marks without text need a contrast ratio of only 3.
            for ground in ["--bg", "--surface"] {
                assert!(contrast(of("--field"), of(ground)) >= 3.0, "{ground}");
            }
            for wood in ["--wood-from", "--wood-to"] {
                assert!(contrast(of("--coordinate"), of(wood)) >= 4.5, "{wood}");
                assert!(contrast(of("--disc-rim"), of(wood)) >= 3.0, "{wood}");
            }
        }
        assert_eq!(themes.len(), 3);
        assert_eq!(themes.get(1), themes.get(2), "the two dark themes differ");
    }
}
