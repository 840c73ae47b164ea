use crate::support::Place;
use crate::web::{Server, encoded};

/// Games of two players, each in two spellings.
fn rivals() -> (Place, Server) {
    let place = Place::new();
    let games = [
        "PB[이세돌]PW[Gu Li]DT[2004]RE[B+R]",
        "PB[이세돌]PW[古力]DT[2005]RE[W+R]",
        "PB[Gu Li]PW[Lee Sedol]DT[2010]RE[W+1.5]",
    ];
    for (at, game) in games.iter().enumerate() {
        let third = char::from(b'a' + at as u8);
        place.write(&format!("{at}.sgf"), format!("(;CA[UTF-8]{game};B[pd];W[dp];B[q{third}])"));
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    (place, server)
}

#[test]
fn names_keep_the_spelling_that_was_asked() {
    let (_place, server) = rivals();
    // The heading is in Latin letters on an English page, and has the spelling as its tooltip.
    for (spelling, shown_name, heading, other) in [
        ("Lee Sedol", "Lee Sedol", "<bdi>", "이세돌</bdi> (2)"),
        ("lee sedol", "Lee Sedol", "<bdi>", "이세돌</bdi> (2)"),
        ("이세돌", "이세돌", "<bdi title=\"이세돌\">", "Lee Sedol</bdi> (1)"),
        // For a spelling that no game has, the page must show the most frequent one.
        ("Sedol Lee", "이세돌", "<bdi title=\"이세돌\">", "Lee Sedol</bdi> (1)"),
    ] {
        let address = format!("/player/{}", encoded(spelling));
        let page = server.page(&address);
        let player = match shown_name {
            "Lee Sedol" => "Lee+Sedol".to_owned(),
            other => encoded(other),
        };
        let path = player.replace('+', "%20");
        for part in [
            format!("<title>{shown_name} "),
            format!("<h1>{heading}Lee Sedol</bdi></h1>"),
            format!("also written <bdi>{other}"),
            format!("href=\"/player/{path}?unique=0\""),
            format!("href=\"/versus?player={player}&amp;player=Gu+Li\""),
        ] {
            assert!(page.contains(&part), "{spelling}: no {part} in {page}");
        }
        let found = server.json(&format!("{address}.json"));
        assert_eq!(
            (&found["player"], &found["asked"]),
            (&"이세돌".into(), &shown_name.into()),
            "{spelling}"
        );
    }
    let pair = format!("player=lee+sedol&player={}", encoded("古力"));
    let page = server.page(&format!("/versus?{pair}"));
    let sentence = "3 games of Lee Sedol and 古力 against each other: Lee Sedol won 2, 古力 1.";
    let first = "<h1><a href=\"/player/Lee%20Sedol\"><bdi>Lee Sedol</bdi></a>";
    for part in [sentence, first, "<title>Lee Sedol – 古力 "] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    let found = server.json(&format!("/versus.json?{pair}"));
    assert_eq!(found["players"], serde_json::json!(["이세돌", "Gu Li"]));
    assert_eq!(found["asked"], serde_json::json!(["Lee Sedol", "古力"]));
}

#[test]
fn typed_years_narrow_the_page_that_they_are_typed_on() {
    let (_place, server) = rivals();
    for (address, target) in [
        (
            "/player/Lee%20Sedol?q=komi:0+date:1999&unique=0&from=2004&to=2005",
            "/player/Lee%20Sedol?q=komi:0+date:2004..2005&unique=0",
        ),
        (
            "/versus?player=Lee+Sedol&player=Gu+Li&from=2005&to=2004",
            "/versus?player=Lee+Sedol&player=Gu+Li&q=date:2004..2005",
        ),
    ] {
        let answer = server.get(address);
        assert_eq!((answer.status, answer.header("location")), (303, Some(target)), "{address}");
    }
    let whole = server.json("/player/Lee%20Sedol.json");
    let some = server.json("/player/Lee%20Sedol.json?q=date:2004..2005");
    assert_eq!((&whole["total"], &some["total"]), (&3.into(), &2.into()));
    let boxes = |page: &str, [from, to]: [&str; 2]| {
        for (name, year) in [("from", from), ("to", to)] {
            let part = format!(
                "<input id=\"{name}\" type=\"number\" name=\"{name}\" min=\"0\" max=\"9999\" required value=\"{year}\">"
            );
            assert!(page.contains(&part), "no {part} in {page}");
        }
    };
    // If no range of years is chosen, the boxes must contain the first and the last year.
    let page = server.page("/player/Lee%20Sedol");
    boxes(&page, ["2004", "2010"]);
    assert!(!page.contains("id=\"all-years\""), "{page}");
    let page = server.page("/player/Lee%20Sedol?q=date:2003..2005+moves%3E0");
    boxes(&page, ["2003", "2005"]);
    for part in [
        "<form class=\"choose-years\" method=\"get\" action=\"/player/Lee%20Sedol\">",
        "<input type=\"hidden\" name=\"q\" value=\"date:2003..2005 moves&gt;0\">",
        "id=\"all-years\" href=\"/player/Lee%20Sedol?q=moves%3E0\"",
        "2003–2005 ✕</a>",
        // The bar of a year must link to the games of that year.
        "+year%3E%3D2004+-year%3E%3D2005+has:year+date:2003..2005+",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    // It must also be possible to change or remove a range of years without games.
    let page = server.page("/versus?player=Lee+Sedol&player=Gu+Li&q=date:1900");
    boxes(&page, ["1900", "1900"]);
    for part in [
        "<form class=\"choose-years\" method=\"get\" action=\"/versus\"><input type=\"hidden\" name=\"player\" value=\"Lee Sedol\">",
        "id=\"all-years\" href=\"/versus?player=Lee+Sedol&amp;player=Gu+Li\"",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    // The page of a game must ignore a range of years.
    let id = whole["newest"][0]["id"].as_str().unwrap();
    let game = server.get(&format!("/game/{id}?from=1990&to=1995"));
    assert_eq!(game.status, 200);
}
