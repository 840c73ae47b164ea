use super::{DESK, at};

#[test]
fn the_first_answer_takes_five_requests() {
    let Some((_server, browser)) = at("/?m=Q16,D4&q=player:Lee", DESK) else {
        return;
    };
    browser.wait(
        "document.querySelector('[role=gridcell]') && document.querySelector('#colours span')",
    );
    let asked = browser.value(
        "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)",
    );
    let asked: Vec<&str> = asked
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|path| path.as_str())
        .collect();
    // The page itself is one more. The colours of the query are asked for once the answer is there.
    let first: Vec<&&str> = asked
        .iter()
        .filter(|path| **path != "/api/v1/parse")
        .collect();
    assert!((2..=4).contains(&first.len()), "{asked:?}");
    assert!(
        first.iter().all(|path| path.starts_with("/a/")),
        "{asked:?}"
    );
}
