//! A crawl along the links of the pages, in all languages. It checks what must be true of all of them: a link leads to
//! a page, a number in a link is the number of games there, no id occurs twice in a page, and the address with `.json`
//! has data. `KIFU_SLOW=1` visits thousands of pages.

use super::links::{Link, counts_games, links, shown_total};
use super::{Answer, Server};
use crate::support::{Random, rounds};
use std::collections::{BTreeMap, BTreeSet, HashSet};

const LANGUAGES: [&str; 5] = ["en", "zh-Hans", "zh-Hant", "ja", "ko"];

/// Addresses at which the crawl begins: pages, and states of pages whose links have been wrong before.
const SEEDS: [&str; 29] = [
    "/",
    "/?m=Q16,D4",
    "/?m=Q16,D4&at=1&seq=1",
    "/?m=Q16,D4&seq=1&area=A1-J10",
    "/?m=Q16,D4&area=around&next=elsewhere",
    "/?m=Q16,D4&area=N9-T19&next=R14",
    "/?m=Q16,D4&q=player:Lee&q2=*",
    "/?b=Q16&w=R14&area=N9-T19",
    "/?m=Q16,D4&area=around&seq=1&next=W+D4",
    "/?m=Q16&sort=hit",
    "/?b=Q16&area=K10-T19&q2=*",
    "/?m=E5,C5,C4&at=1&q=comment:*+-size:52x52&size=9&of=E7",
    "/joseki",
    "/joseki?m=Q16,R14,pass",
    "/joseki?m=Q16&q=date:1900..&of=W+R14",
    "/games?q=player:Lee&unique=1",
    "/games?q=unique:yes&view=table",
    "/games?q=comment:*",
    "/games?q=player:Leee",
    "/games?q=honinbo+1846",
    "/players",
    "/players?q=result:B%2B&sort=won",
    "/player/Lee%20Changho",
    "/player/AlphaGo?unique=0",
    "/versus?player=Lee+Sedol&player=AlphaGo",
    "/archive",
    "/help",
    "/mine",
    "/practise",
];

/// Number of pages to visit: 400, or 5,000 with `KIFU_SLOW`.
fn max_pages() -> usize {
    rounds(400, 5_000)
}

/// A crawl, with the pages seen and the violations found.
struct Walk<'s> {
    server: &'s Server,
    random: Random,
    /// Number of visited pages of each kind. A kind is a path without the ids in it, and the names of the parameters.
    kinds: BTreeMap<String, usize>,
    ahead: Vec<String>,
    known: HashSet<String>,
    /// Number of games at each address.
    games: BTreeMap<String, u64>,
    numbers: usize,
    wrong: Vec<String>,
}

/// Kind of an address: its path without the id of a game or player, and the names of its parameters.
fn kind(address: &str) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let path = path.split('/').take(2).collect::<Vec<_>>().join("/");
    let names: BTreeSet<&str> =
        query.split('&').filter_map(|pair| pair.split('=').next()).collect();
    format!("{path}?{}", names.into_iter().collect::<Vec<_>>().join("&"))
}

impl Walk<'_> {
    fn get(&self, address: &str, language: &str) -> Answer {
        self.server.ask("GET", address, &[("Accept-Language", language)])
    }

    /// Takes the next address to visit; those of the least visited kinds come first.
    fn next(&mut self) -> Option<String> {
        for _ in 0..8 {
            let at = self.random.below(self.ahead.len());
            let seen = self.kinds.get(&kind(self.ahead.get(at)?)).copied().unwrap_or(0);
            if seen < 3 || self.random.chance(20) {
                return Some(self.ahead.swap_remove(at));
            }
        }
        let at = self.random.below(self.ahead.len());
        Some(self.ahead.swap_remove(at))
    }

    fn visit(&mut self, address: &str) {
        let language = LANGUAGES[self.random.below(LANGUAGES.len())];
        let answer = self.get(address, language);
        *self.kinds.entry(kind(address)).or_default() += 1;
        if matches!(answer.status, 303 | 308) {
            let target = answer.header("location").unwrap_or_default().to_owned();
            if self.known.insert(target.clone()) {
                self.ahead.push(target);
            }
            return;
        }
        if answer.status != 200 {
            self.wrong.push(format!("{address} ({language}): {}", answer.status));
            return;
        }
        self.check_ids(address, &answer.body);
        self.check_data(address);
        // Numbers of games are read from the English version of the page.
        let english = match language {
            "en" => answer.body,
            _ => self.get(address, "en").body,
        };
        let english = english.as_str();
        let found = links(english);
        for link in &found {
            let is_own = link.href.starts_with('/') && !link.href.starts_with("/a/");
            if is_own && !link.href.starts_with("/api/") && self.known.insert(link.href.clone()) {
                self.ahead.push(link.href.clone());
            }
        }
        // If a link takes a year away from the query, the number in it is the year and not a number of games.
        let is_count = |link: &&Link| counts_games(link) && !link.label.contains(": remove");
        let counted = found.iter().filter(is_count);
        let counted: Vec<_> = counted.filter_map(|link| Some((link, link.number()?))).collect();
        for _ in 0..counted.len().min(8) {
            let (link, number) = counted[self.random.below(counted.len())];
            let games = match self.games.get(&link.href) {
                Some(games) => *games,
                None => {
                    let page = self.get(&link.href, "en");
                    if page.status != 200 {
                        self.wrong.push(format!("{address} → {}: {}", link.href, page.status));
                        continue;
                    }
                    shown_total(&page.body)
                }
            };
            self.games.insert(link.href.clone(), games);
            self.numbers += 1;
            if games != number {
                let (text, label) = (&link.text, &link.label);
                self.wrong.push(format!("{address}: {text} [{label}] → {} has {games}", link.href));
            }
        }
    }

    fn check_ids(&mut self, address: &str, page: &str) {
        let mut seen = HashSet::new();
        for id in page.split(" id=\"").skip(1) {
            let id = id.split('"').next().unwrap_or_default();
            if !seen.insert(id) {
                self.wrong.push(format!("{address}: the id {id} stands twice"));
            }
        }
    }

    /// Checks the JSON at the address of a page.
    fn check_data(&mut self, address: &str) {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let path = if path == "/" { "/explore" } else { path };
        let data = format!("{path}.json?{query}");
        let answer = self.server.get(&data);
        if answer.status != 200 {
            self.wrong.push(format!("{data}: {} {}", answer.status, answer.code()));
        }
    }
}

#[test]
fn links_lead_to_pages_and_numbers_to_games() {
    let server = Server::samples(&[]);
    // Player names of thousands of letters would make addresses too long.
    let players = server.json("/api/v1/players?limit=500");
    let names = players["players"].as_array().unwrap().iter();
    let names = names.map(|player| player["player"].as_str().unwrap());
    let longest = names.max_by_key(|name| name.len()).unwrap();
    assert!(longest.len() > 1_900);
    let longest = format!("/player/{}", super::encoded(longest).replace('+', "%20"));
    let seeds = SEEDS.map(str::to_owned).into_iter().chain([longest]);
    let seeds: Vec<String> = seeds.collect();
    let mut walk = Walk {
        server: &server,
        random: Random(55),
        kinds: BTreeMap::new(),
        ahead: seeds.clone(),
        known: seeds.iter().cloned().collect(),
        games: BTreeMap::new(),
        numbers: 0,
        wrong: Vec::new(),
    };
    for seed in &seeds {
        walk.ahead.retain(|other| other != seed);
        walk.visit(seed);
    }
    let mut visited = seeds.len();
    while visited < max_pages() && walk.wrong.len() < 30 {
        let Some(address) = walk.next() else { break };
        walk.visit(&address);
        visited += 1;
    }
    assert!(walk.wrong.is_empty(), "after {visited} pages:\n{}", walk.wrong.join("\n"));
    assert!(visited > 200 && walk.numbers > 100, "{visited} pages, {} numbers", walk.numbers);
    assert!(walk.kinds.len() > 60, "{} kinds", walk.kinds.len());
}
