//! The page of a game to be printed.

use super::Server;
use crate::support::{Place, run_on, sgf_moves};

/// Archive with a game of 120 moves and a comment.
fn archive() -> (Place, Server, String) {
    let place = Place::new();
    let moves = sgf_moves((0..120).map(|at| (at % 19, 2 * (at / 19))));
    let moves = moves.replacen(";B[bc]", ";B[bc]C[A comment of a person.]", 1);
    let head = "SZ[19]PB[Anna]BR[3d]PW[Berta]DT[2020-01-02]RE[W+R]";
    place.write("game.sgf", format!("(;{head}{moves})"));
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let list = server.json("/api/v1/search?q=player:Anna");
    let id = list["games"][0]["id"].as_str().unwrap().to_owned();
    (place, server, id)
}

fn article(html: &str) -> &str {
    let (_, rest) = html.split_once("<article").unwrap();
    rest.split_once("</article>").unwrap().0
}

/// The page needs no scripts: it has the same figures as the file of an export.
#[test]
fn a_game_to_be_printed_has_the_figures_of_the_export() {
    let (place, server, id) = archive();
    let page = server.get(&format!("/game/{id}?print"));
    assert_eq!(page.status, 200, "{}", page.body);
    let export = run_on(&place.folder(), &["export", "player:Anna", "--handout", "-"]).ends(0);
    assert_eq!(article(&page.body), article(&export.out));
    assert_eq!(article(&page.body).matches("<figure>").count(), 3);
    assert!(page.body.contains("A comment of a person."), "{}", page.body);
    assert!(page.body.contains("id=\"print\" type=\"button\" hidden"), "{}", page.body);
    for part in page.body.split('"').filter(|part| part.starts_with("/a/")) {
        assert_eq!(server.get(part).status, 200, "{part}");
    }
    assert!(!page.body.contains(" style=") && !page.body.contains("<style"), "{}", page.body);
}

#[test]
fn the_page_of_a_game_links_to_it() {
    let (_place, server, id) = archive();
    let page = server.get(&format!("/game/{id}?node=3"));
    assert!(page.body.contains(&format!("href=\"/game/{id}?print\"")), "{}", page.body);
    assert!(!page.body.contains("<figure>"), "{}", page.body);
}

#[test]
fn a_game_to_be_printed_is_in_the_language_of_the_reader() {
    let (_place, server, id) = archive();
    for (language, caption) in [
        ("en", "Figure 2: moves 51–100"),
        ("ja", "第2譜（51–100）"),
        ("ko", "2보 (51–100)"),
        ("zh-Hans", "第2谱（51–100）"),
        ("zh-Hant", "第2譜（51–100）"),
    ] {
        let headers = [("Accept-Language", language)];
        let page = server.ask("GET", &format!("/game/{id}?print"), &headers);
        assert!(page.body.contains(caption), "{language}: {}", page.body);
        assert!(page.body.contains(&format!("<html lang=\"{language}\">")), "{language}");
    }
    let missing = server.get("/game/0123456789abcdef?print");
    assert_eq!(missing.status, 404, "{}", missing.body);
}

/// On paper, there are no pens to explain the signs on open points of a shape.
#[test]
fn a_shape_explains_its_signs_on_paper() {
    let server = Server::samples(&[]);
    let legend = |address: &str| {
        let page = server.get(address).body;
        let (_, rest) = page.split_once("<p class=\"legend on-paper\">")?;
        Some(rest.split_once("</p>")?.0.to_owned())
    };
    let shape = "/?b=Q16&w=R14&area=N9-T19";
    assert_eq!(legend(shape), None);
    let signs = "? anything may stand there · V white or empty";
    assert_eq!(legend(&format!("{shape}&any=O17&maybe-w=P17")).as_deref(), Some(signs));
}
