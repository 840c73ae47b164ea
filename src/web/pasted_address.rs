//! Address of a page that was pasted into the query box, such as one that somebody shared: it opens the page.

/// Paths of pages, apart from those of single games and players.
const PAGES: [&str; 10] = [
    "/",
    "/joseki",
    "/near",
    "/games",
    "/players",
    "/player",
    "/versus",
    "/mine",
    "/practise",
    "/archive",
];
/// Beginnings of the paths of single games and players.
const ITEM_PAGES: [&str; 2] = ["/game/", "/player/"];

/// Returns the address of a page on this server, without its host, if a query is the complete address of a page. The
/// host does not matter, because one server is reached under several names. `None` for addresses of anything else.
pub(crate) fn pasted_address(query: &str) -> Option<String> {
    let text = query.trim();
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let address = rest.get(host..)?.split('#').next()?;
    let (path, parameters) = address.split_once('?').unwrap_or((address, ""));
    let path = if path.is_empty() { "/" } else { path };
    // A browser would read `//` and `/\` as the beginning of another host's address.
    let is_plain = address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
        && !path.contains("//");
    let is_page = PAGES.contains(&path) || ITEM_PAGES.iter().any(|page| path.starts_with(page));
    (is_plain && is_page && host > 0).then(|| match parameters {
        "" => path.to_owned(),
        parameters => format!("{path}?{parameters}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pages_open_and_others_are_queries() {
        for (query, expected) in [
            (" http://127.0.0.1:8080/?m=Q16,D4 ", Some("/?m=Q16,D4")),
            ("http://localhost:8080", Some("/")),
            ("https://club.example/?q=player%3ALee#moves", Some("/?q=player%3ALee")),
            (
                "https://club.example/game/0c59c97161238feb?node=30",
                Some("/game/0c59c97161238feb?node=30"),
            ),
            ("https://club.example/versus?player=a&player=b", Some("/versus?player=a&player=b")),
            ("https://club.example/api/v1/search?q=Lee", None),
            ("https://club.example//elsewhere.example/game/1", None),
            ("https://club.example/game//elsewhere.example", None),
            ("https://club.example/game/\\elsewhere.example", None),
            ("https://club.example/news", None),
            ("https://club.example/?q=a b", None),
            ("http:///game/1", None),
            ("player:Lee", None),
            ("", None),
        ] {
            assert_eq!(pasted_address(query).as_deref(), expected, "{query}");
        }
    }
}
