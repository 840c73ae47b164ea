//! The page with near positions and `/api/v1/near`.

use super::Server;

/// A position of the sample archive with one stone moved, so no game has it.
const MOVED: &str = "m=Q16,D4,Q3,D16,R6";

#[test]
fn a_page_and_its_json_are_equal() {
    let server = Server::samples(&[]);
    for query in ["", "&near=2", "&near=8&loose=1", "&q=result:W%2B", "&colours=any&near=8"] {
        let answer = server.json(&format!("/api/v1/near?{MOVED}{query}"));
        let page = server.page(&format!("/near?{MOVED}{query}"));
        let games = answer["games"].as_array().unwrap();
        assert_eq!(answer["total"], games.len());
        assert_eq!(page.matches("board.svg?node=").count(), games.len(), "{query}");
        for game in games {
            let id = game["id"].as_str().unwrap();
            let stones = game["stones"].as_u64().unwrap();
            let item = page.split("<li>").find(|item| item.contains(id)).unwrap();
            let words =
                if stones == 1 { "1 stone<".to_owned() } else { format!("{stones} stones<") };
            assert!(item.contains(&words), "{item}");
        }
        let by_stones = answer["by_stones"].as_array().unwrap().iter();
        let sum: u64 = by_stones.map(|games| games.as_u64().unwrap()).sum();
        assert_eq!(answer["total"], sum);
    }
    let within =
        |near: u32| server.json(&format!("/api/v1/near?{MOVED}&near={near}"))["total"].as_u64();
    assert!(within(1) > Some(0) && within(1) < within(6));
}

#[test]
fn a_position_without_games_leads_to_near_ones() {
    let server = Server::samples(&[]);
    let page = server.page(&format!("/?{MOVED}"));
    let link = page.split("id=\"near\" href=\"").nth(1).expect("a link to near positions");
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    assert_eq!(link, format!("/near?{MOVED}"));
    let near = server.page(&link);
    assert!(near.contains("href=\"/?m=Q16,D4,Q3,D16,R6\""));
    assert!(near.contains(&format!("href=\"{link}&amp;near=8\"")));
    // A position that games have has no such link, nor has a shape.
    for target in ["/?m=Q16", "/?m=Q16,D4,Q3,D16,R6&area=K1-T10"] {
        assert!(!server.page(target).contains("id=\"near\""), "{target}");
    }
}

#[test]
fn wrong_parameters_are_refused() {
    let server = Server::samples(&[]);
    for (query, words) in [
        ("near=many", "near"),
        ("m=Q16&next=pass", "next"),
        ("m=Q16&move=4..", "move"),
        ("m=Q16&area=K10-T19", "area"),
        ("size=52", "28"),
    ] {
        let answer = server.get(&format!("/api/v1/near?{query}"));
        assert_eq!(answer.status, 400, "{query}: {}", answer.body);
        assert!(answer.body.contains(words), "{query}: {}", answer.body);
    }
}
