//! Parameters of addresses must be understood, or refused by name; none may be ignored.

use super::Server;

/// All addresses of `/api/v1` with their parameters, from the OpenAPI description.
fn addresses(server: &Server) -> Vec<(String, Vec<String>)> {
    let contract = server.json("/api/v1/openapi.json");
    let paths = contract["paths"].as_object().unwrap().iter();
    let read = paths.filter(|(_, methods)| methods.get("get").is_some());
    read.map(|(path, methods)| {
        let parameters = methods["get"]["parameters"].as_array().unwrap().iter();
        let in_query = parameters.filter(|one| one["in"] == "query");
        let names = in_query.map(|one| one["name"].as_str().unwrap().to_owned());
        (path.clone(), names.collect())
    })
    .collect()
}

#[test]
fn unknown_parameters_are_refused() {
    let server = Server::samples(&[]);
    let id = server.json("/api/v1/search?limit=1")["games"][0]["id"].clone();
    let id = id.as_str().unwrap();
    let addresses = addresses(&server);
    assert!(addresses.len() > 15, "{addresses:?}");
    for (path, names) in addresses {
        let path = path.replace("{id}", id).replace("{name}", "Lee");
        let target = format!("/api/v1{path}");
        let answer = server.get(&format!("{target}?nonsense=1"));
        assert_eq!(answer.status, 400, "{target}: {}", answer.body);
        assert_eq!(answer.code(), "unknown_parameter", "{target}");
        assert!(answer.body.contains("`nonsense`"), "{}", answer.body);
        if names.iter().any(|name| name == "q") {
            let answer = server.get(&format!("{target}?q=Lee&q=Gu"));
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (400, "repeated_parameter"),
                "{target}"
            );
        }
    }
    for (target, near) in [
        ("/api/v1/search?querry=Lee", "search takes"),
        ("/api/v1/search?limits=3", "did you mean `limit`?"),
        ("/api/v1/explore?colors=any", "did you mean `colours`?"),
        ("/players.json?limits=3", "did you mean `limit`?"),
        ("/games.json?q=Lee&q=Gu", "the parameter `q` is written twice"),
    ] {
        let answer = server.get(target);
        assert_eq!(answer.status, 400, "{target}");
        let near = near.replace("search takes", "this address takes q, unique, sort");
        assert!(answer.body.contains(&near), "{target}: {}", answer.body);
    }
    // Several players are given by several parameters with the same name, which must be accepted.
    let both = server.get("/api/v1/versus?player=Lee+Sedol&player=Lee+Chang-ho");
    assert_ne!(both.code(), "repeated_parameter");
    assert_eq!(server.json("/api/v1/players?limit=1")["v"], 1);
}

#[test]
fn values_are_understood_or_refused() {
    let server = Server::samples(&[]);
    let total = |target: &str| server.json(target)["total"].clone();
    let once = total("/api/v1/search?unique=1");
    for word in ["true", "yes", "TRUE", "Yes"] {
        assert_eq!(total(&format!("/api/v1/search?unique={word}")), once, "{word}");
    }
    let any = server.json("/api/v1/explore?m=Q16&colours=any")["total"].clone();
    assert_eq!(server.json("/api/v1/explore?m=Q16&colours=Any")["total"], any);
    for (target, name) in [
        ("/api/v1/search?unique=maybe", "unique"),
        ("/api/v1/explore?sym=foo", "sym"),
        ("/api/v1/explore?seq=perhaps", "seq"),
        ("/api/v1/explore?part=moves,foo", "part"),
        ("/games?part=foo", "part"),
        ("/api/v1/explore?colours=foo", "colours"),
        ("/api/v1/search?limit=501", "limit"),
        ("/api/v1/search?limit=0", "limit"),
        ("/api/v1/archive?tab=same&page=banana", "banana"),
        ("/api/v1/archive?tab=same&page=0", "0"),
        ("/games?unique=maybe", "unique"),
        ("/games?limit=501", "limit"),
        ("/archive?tab=same&page=banana", "banana"),
        ("/player/Lee%20Sedol?from=20x4&to=2005", "from"),
        ("/player/Lee%20Sedol?from=2004&to=99999", "to"),
    ] {
        let answer = server.get(target);
        assert_eq!(answer.status, 400, "{target}: {}", answer.body);
        assert!(answer.body.contains(name), "{target}: {}", answer.body);
    }
}

#[test]
fn one_year_alone_leaves_the_other_end_open() {
    let server = Server::samples(&[]);
    for (years, clause) in [
        ("from=&to=1980", "date:..1980"),
        ("from=1980&to=", "date:1980.."),
        ("from=1980&to=1985", "date:1980..1985"),
    ] {
        let answer = server.get(&format!("/?q=Lee&{years}"));
        assert_eq!(answer.status, 303, "{years}");
        let target = answer.header("location").unwrap();
        assert!(target.contains(clause), "{years}: {target}");
    }
}

#[test]
fn a_trailing_slash_is_ignored() {
    let server = Server::samples(&[]);
    for (target, expected) in [
        ("/games/?q=Lee", "/games?q=Lee"),
        ("/players/", "/players"),
        ("/api/v1/search/?q=Lee", "/api/v1/search?q=Lee"),
    ] {
        let answer = server.get(target);
        assert_eq!((answer.status, answer.header("location")), (308, Some(expected)), "{target}");
    }
    // These addresses must not be redirected, since the redirect would lead to another host.
    for target in ["//games/", "/\\games/", "/games//"] {
        let answer = server.get(target);
        assert!(answer.header("location").is_none(), "{target}");
    }
}

#[test]
fn pages_link_to_files_with_what_their_addresses_take() {
    let server = Server::samples(&[]);
    let mut seen = std::collections::BTreeSet::new();
    for target in [
        "/?m=Q16,D4&view=counts&tab=games&sort=moves&flip=3&q2=*&q=result:B%2B",
        "/?m=Q16,D4&seq=1&next=elsewhere&tomove=B&move=..60&in=any&area=N9-T19&edges=top&columns=id,date",
        "/?b=Q16&w=D4&any=K10&maybe-b=C3&stone=R4&sel=1&node=3&colours=any&sym=none&unique=1",
        "/games?q=komi:*&view=table&columns=id,date&sort=-moves&sel=1&limit=20&unique=1",
        "/games?q=komi:*&view=boards",
    ] {
        let page = server.get(target);
        assert_eq!(page.status, 200, "{target}: {}", page.body);
        for part in page.body.split(['"']).filter(|part| part.starts_with("/api/v1/")) {
            let link = part.replace("&amp;", "&");
            if seen.insert(link.clone()) {
                let answer = server.get(&link);
                assert_ne!(
                    answer.code(),
                    "unknown_parameter",
                    "{target} → {link}: {}",
                    answer.body
                );
            }
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
}
