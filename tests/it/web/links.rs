use super::{Server, encoded};
use std::collections::BTreeMap;

/// A link: its target, its visible text, its label for screen readers, and the text behind it.
pub(super) struct Link {
    pub(super) href: String,
    pub(super) text: String,
    pub(super) label: String,
    behind: String,
    /// True if the text behind the link is a number that stands beside a name.
    beside: bool,
}

/// Text of a piece of HTML, without drawings.
pub(super) fn text(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        rest = match tag.strip_prefix("svg") {
            Some(drawing) => drawing.split_once("</svg>").map_or("", |(_, rest)| rest),
            None => tag.split_once('>').map_or("", |(_, rest)| rest),
        };
    }
    out.push_str(rest);
    let out = out.replace("&amp;", "&").replace("&quot;", "\"");
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn attribute(tag: &str, name: &str) -> String {
    let found = tag.split_once(&format!(" {name}=\""));
    let value = found.and_then(|(_, rest)| rest.split_once('"'));
    value.map_or_else(String::new, |(value, _)| value.replace("&amp;", "&"))
}

pub(super) fn links(page: &str) -> Vec<Link> {
    let links = page.split("<a ").skip(1).filter_map(|rest| {
        let (tag, inner) = rest.split_once('>')?;
        let (inner, behind) = inner.split_once("</a>")?;
        let tag = format!(" {tag}");
        Some(Link {
            href: attribute(&tag, "href"),
            text: text(inner),
            label: format!("{} {}", attribute(&tag, "aria-label"), attribute(&tag, "title")),
            beside: behind.starts_with(" <small>") && tag.contains(" href=\"/games"),
            behind: text(&behind.chars().take(200).collect::<String>()),
        })
    });
    links.collect()
}

/// Number at the beginning of a text.
fn leading(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ',');
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    let is_whole = rest.is_empty() || rest.starts_with([' ', ')', '.']);
    digits.replace(',', "").parse().ok().filter(|_| is_whole)
}

/// Number of games in words such as `1990: 3 games, 2 won`.
fn games_in(words: &str) -> Option<u64> {
    let words: Vec<&str> = words.split(' ').collect();
    let is_game = |word: &str| matches!(word.trim_end_matches([',', '.']), "game" | "games");
    let at = words.iter().position(|word| is_game(word))?;
    leading(words.get(at.checked_sub(1)?)?)
}

impl Link {
    /// Number of games that the link claims to lead to.
    pub(super) fn number(&self) -> Option<u64> {
        if let Some((_, of)) = self.label.split_once(" of ")
            && of.contains("decided game")
        {
            return leading(of);
        }
        let text = self.text.trim_start_matches("All ");
        let plain_number =
            leading(text).filter(|_| text.chars().all(|c| c.is_ascii_digit() || c == ','));
        // A number behind a name: `Wang Lei (12)`, or behind a value of a facet.
        let behind = match self.beside {
            true => leading(&self.behind),
            false => self.behind.strip_prefix('(').and_then(leading),
        };
        let last = self.text.rsplit(' ').next().and_then(leading);
        let facet =
            last.filter(|_| self.href.starts_with("/games?") && self.label.trim().is_empty());
        plain_number
            .or_else(|| games_in(&self.text))
            .or_else(|| games_in(&self.label))
            .or(behind)
            .or(facet)
    }
}

/// Number of games that a page says it shows.
pub(super) fn shown_total(page: &str) -> u64 {
    let total = page.split_once("<p class=\"total\"><strong>");
    let sentence = page.split_once("id=\"sentence\">");
    let (_, rest) = total.or(sentence).unwrap();
    let sentence = text(rest.split("</p>").next().unwrap());
    let sentence = sentence.trim_start_matches("All ");
    match sentence {
        none if none.starts_with("No ") => 0,
        one if one.starts_with("The only game") => 1,
        some => leading(some).unwrap_or_else(|| panic!("no number in: {some}")),
    }
}

/// True if the number in a link counts the games at the link's target. It does not in links of moves, which lead to
/// positions that games also reach by other orders of moves. Links to single games and to pages have no number.
pub(super) fn counts_games(link: &Link) -> bool {
    let is_move = link.href.starts_with("/?m=") || link.href.starts_with("/?b=");
    let is_list = ["/games", "/player/", "/?"].iter().any(|path| link.href.starts_with(path));
    is_list && !is_move && !link.href.contains("page=") && !link.href.contains("columns=")
}

#[test]
fn every_number_of_every_page_leads_to_as_many_games() {
    let server = Server::samples(&[]);
    let list = server.json("/api/v1/search?q=has:comments");
    let copy = format!("/game/{}", list["games"][0]["id"].as_str().unwrap());
    let pages = [
        "/",
        "/?m=Q16,D4",
        "/?m=Q16,D4&of=C16",
        "/?m=Q16,D4&of=D16&q=player:Lee",
        "/?m=Q16,D4&q=player:Lee&q2=*",
        "/?m=Q16,D4,A1,B1",
        "/?m=Q16,D4&q=komi:99",
        "/?m=Q16,D4&area=N9-T19",
        "/?m=Q16,D4&area=N13-T19&of=W+N17",
        "/games",
        "/games?q=player:Lee",
        "/games?q=player:Lee&view=table&unique=1",
        "/games?q=year%3E=1990+-year%3E=2000",
        "/games?q=comment:*",
        "/players",
        "/players?q=result:B%2B",
        "/player/Lee%20Changho",
        "/player/Lee%20Sedol",
        "/player/AlphaGo",
        "/player/Honinbo%20Shusaku",
        "/player/Lee%20Sedol?q=player:Lee+OR+result:W%2B",
        "/player/Lee%20Sedol?q=player:Lee",
        "/player/AlphaGo?q=result:W%2B&unique=1",
        "/versus?player=Lee+Sedol&player=AlphaGo",
        "/versus?player=Lee+Sedol&player=AlphaGo&q=how:resign",
        "/archive",
        "/archive?tab=same",
        "/archive?of=illegal-move",
        "/help",
        &copy,
    ];
    let mut totals: BTreeMap<String, u64> = BTreeMap::new();
    let mut met = BTreeMap::new();
    let mut wrong = Vec::new();
    for page in pages {
        for link in links(&server.page(page)) {
            let Some(number) = link.number().filter(|_| counts_games(&link)) else {
                continue;
            };
            let leads_to = totals
                .entry(link.href.clone())
                .or_insert_with(|| shown_total(&server.page(&link.href)));
            if *leads_to != number {
                let (text, label) = (&link.text, &link.label);
                wrong.push(format!("{page}: {text} [{label}] → {} has {leads_to}", link.href));
            }
            *met.entry(page.split('?').next().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (page, least) in
        [("/", 1), ("/games", 20), ("/player/AlphaGo", 20), ("/versus", 8), ("/archive", 4)]
    {
        assert!(met.get(page) >= Some(&least), "{page}: {met:?}");
    }
}

/// The archive has names that contain each other, teams, players who play themselves, and dates of several years. With
/// all of them, numbers must be exact.
#[test]
fn numbers_are_exact_for_ambiguous_names_and_dates() {
    let place = crate::support::Place::new();
    let games = [
        "PB[Wang Lei]PW[Anna]RE[B+R]DT[1990]",
        "PB[Wang Lei]PW[Bea]RE[W+1.5]DT[1990-12-30,1991-01-02]",
        "PB[Bea]PW[Wang Lei]RE[Void]DT[1989-05-01~1990-02-01]",
        "PB[Wang Lei]PW[Wang Lei]RE[B+3.5]DT[1992]",
        "PB[Wang Lei (b)]PW[Anna]RE[W+R]DT[1992]",
        "PB[Anna]PW[Bea]RE[0]DT[1990]",
        "PB[Anna]PW[Bea]RE[B+T]",
    ];
    for (at, game) in games.iter().enumerate() {
        place.write(
            &format!("{at}.sgf"),
            format!("(;{game};B[pd];W[dp];B[q{}])", char::from(b'a' + at as u8)),
        );
    }
    place.write("team.sgf", "(;PB[Anna]PW[Bea]RE[B+R];B[aa](;W[bb])(;PB[Wang Lei]PW[Bea];W[cc]))");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let mut met = 0;
    for page in [
        "/player/Wang%20Lei",
        "/player/Wang%20Lei%20%28b%29",
        "/player/Anna?q=-result:W%2B",
        "/player/Wang%20Lei?q=player:Bea",
        "/player/Bea?q=date:1990&unique=1",
        "/versus?player=Wang+Lei&player=Bea",
        "/versus?player=Anna&player=Bea&q=player:Wang+OR+moves%3E0",
        "/games",
        "/players?q=date:1990",
    ] {
        for link in links(&server.page(page)) {
            let number = link.number().filter(|_| counts_games(&link));
            if let Some(number) = number {
                let leads_to = shown_total(&server.page(&link.href));
                assert_eq!(
                    leads_to, number,
                    "{page}: {} [{}] → {}",
                    link.text, link.label, link.href
                );
                met += 1;
            }
        }
    }
    assert!(met > 60, "only {met} numbers were met");
    let lei = server.json(&format!("/player/{}.json", encoded("Wang Lei")));
    assert_eq!(
        lei["total"],
        server.json("/api/v1/search?q=person=%22Wang+Lei%22+unique:yes")["total"]
    );
}
