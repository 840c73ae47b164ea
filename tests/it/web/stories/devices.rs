use super::{DESK, PHONE, at, wait_until_settled};
use crate::web::Server;
use crate::web::browser::{Browser, Place, open};
use serde_json::json;

/// An empty point of the board that has no disc (the mark of a next move) near it, and the name of the point.
fn free_point(browser: &Browser) -> (Place, String) {
    let found = browser.value(
        "(() => {
            const middle = (element) => {
                const box = element.getBoundingClientRect();
                return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
            };
            const taken = [...document.querySelectorAll('.discs :is(circle, rect), .stones circle')].map(middle);
            const cells = [...document.querySelectorAll('[role=gridcell]')];
            const far = (cell) => taken.every(({ x, y }) => Math.hypot(x - middle(cell).x, y - middle(cell).y) > 60);
            const cell = cells.filter((cell) => Number(cell.id.split('-')[2]) > 4).find(far);
            return { ...middle(cell), name: cell.dataset.point };
        })()",
    );
    let place = (found["x"].as_f64().unwrap(), found["y"].as_f64().unwrap());
    (place, found["name"].as_str().unwrap().to_owned())
}

#[test]
fn a_finger_near_a_disc_plays_it() {
    let Some((server, browser)) = at("/?m=Q16", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.wait("document.querySelector('[role=gridcell]')");
    let name = browser.value("document.querySelector('.discs .disc').dataset.at");
    let name = name.as_str().unwrap();
    let (x, y) = browser.middle(".discs .disc circle");
    // A tap is not exact. This one is 14 pixels off, which is another point at this size.
    let beside = (x + 14.0, y);
    let under = browser.value(&format!(
        "(() => {{ const [x, y] = [{}, {}];
            return [...document.querySelectorAll('[role=gridcell]')].find((cell) => {{
                const box = cell.getBoundingClientRect();
                return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
            }}).dataset.point; }})()",
        beside.0, beside.1
    ));
    assert_ne!(under, name);
    browser.tap(beside);
    browser.wait(&format!("location.search === '?m=Q16,{name}'"));
    wait_until_settled(&server, &browser);
}

#[test]
fn a_finger_elsewhere_proposes_a_stone_that_can_be_moved() {
    let Some((server, browser)) = at("/?m=Q16", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.wait("document.querySelector('[role=gridcell]')");
    let (place, name) = free_point(&browser);
    browser.tap(place);
    browser.wait(&format!("document.getElementById('play-it')?.textContent === 'Play {name}'"));
    assert_eq!(browser.value("document.querySelector('.ghost .name').textContent"), name);
    assert_eq!(browser.place(), "/?m=Q16");
    // The name of the point must be shown above the finger.
    let (_, above) = browser.middle(".ghost .name");
    let (_, stone) = browser.middle(".ghost circle");
    assert!(above < stone, "{above} {stone}");
    browser.tap(browser.middle("#nudge-right"));
    browser.wait(&format!("document.getElementById('play-it').textContent !== 'Play {name}'"));
    let moved = browser.text("#play-it");
    let moved = moved.trim_start_matches("Play ");
    assert_eq!(moved[1..], name[1..], "{name} → {moved}");
    for button in ["#play-it", "#nudge-left", "#nudge-up", "#nudge-down", "#nudge-right"] {
        let height = browser
            .value(&format!("document.querySelector('{button}').getBoundingClientRect().height"));
        assert!(height.as_f64() >= Some(44.0), "{button}: {height}");
    }
    browser.tap(browser.middle("#play-it"));
    browser.wait(&format!("location.search === '?m=Q16,{moved}'"));
    wait_until_settled(&server, &browser);
}

/// Visible part of the board: left, top, width, height.
fn visible_part(browser: &Browser) -> Vec<f64> {
    let text = browser.value("document.querySelector('svg.board').getAttribute('viewBox')");
    let numbers = text.as_str().unwrap().split(' ');
    numbers.map(|number| number.parse().unwrap()).collect()
}

#[test]
fn two_fingers_zoom_the_board_alone() {
    let Some((server, browser)) = at("/?m=Q16", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.wait("document.querySelector('[role=gridcell]')");
    let (x, y) = browser.middle("svg.board");
    let whole = visible_part(&browser);
    let fingers = |far: f64| [(x - far, y), (x + far, y)];
    let pinch = |from: f64, to: f64| {
        browser.touch("touchStart", &fingers(from));
        for step in 1..=5 {
            browser.touch("touchMove", &fingers(from + (to - from) * f64::from(step) / 5.0));
        }
        browser.touch("touchEnd", &[]);
    };
    pinch(30.0, 60.0);
    let near = visible_part(&browser);
    assert!((near[2] - whole[2] / 2.0).abs() < 5.0, "{whole:?} {near:?}");
    assert!((near[0] - whole[2] / 4.0).abs() < 5.0, "{near:?}");
    assert_eq!(browser.value("visualViewport.scale"), 1);
    // A tap must select the point that is visible under the finger.
    let under = browser.value(&format!(
        "[...document.querySelectorAll('[role=gridcell]')].find((cell) => {{
            const box = cell.getBoundingClientRect();
            return {x} >= box.left && {x} < box.right && {y} >= box.top && {y} < box.bottom;
        }}).dataset.point"
    ));
    browser.tap((x, y));
    browser.wait(&format!(
        "document.getElementById('play-it')?.textContent === 'Play {}'",
        under.as_str().unwrap()
    ));
    // A swipe must move the visible part, which must stay when a move is played.
    browser.swipe((x, y), (x - 60.0, y));
    let moved = visible_part(&browser);
    assert!(moved[0] > near[0] + 10.0 && moved[2] == near[2], "{near:?} {moved:?}");
    browser.run("document.getElementById('play-it').click()");
    wait_until_settled(&server, &browser);
    assert_eq!(visible_part(&browser), moved);
    pinch(80.0, 20.0);
    assert_eq!(visible_part(&browser), whole);
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_held_finger_sees_what_is_under_it() {
    let Some((server, browser)) = at("/?m=Q16", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.wait("document.querySelector('[role=gridcell]')");
    let ((x, y), name) = free_point(&browser);
    let cell =
        browser.value("document.querySelector('[role=gridcell]').getBoundingClientRect().width");
    browser.touch("touchStart", &[(x, y)]);
    browser.wait("document.querySelector('#lens svg')");
    let before = browser.value("document.querySelector('#lens svg').getAttribute('viewBox')");
    browser.touch("touchMove", &[(x, y - cell.as_f64().unwrap())]);
    browser
        .wait(&format!("document.querySelector('#lens svg').getAttribute('viewBox') !== {before}"));
    browser.touch("touchEnd", &[]);
    browser.wait("!document.getElementById('lens')");
    // The point above the first one must be proposed, and nothing be played yet.
    let proposed = browser.text("#play-it");
    let proposed = proposed.trim_start_matches("Play ");
    assert_eq!(proposed[..1], name[..1], "{name} → {proposed}");
    let row = |name: &str| name[1..].parse::<i32>().unwrap();
    assert_eq!(row(proposed), row(&name) + 1);
    assert_eq!(browser.place(), "/?m=Q16");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_phone_turns_and_mirrors_the_board() {
    let Some((server, browser)) = at("/?m=Q16", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.tap(browser.middle("#sheet"));
    browser.wait("document.querySelector('#sheet[aria-expanded=true]')");
    for (button, flip) in [("#turn", "flip=5"), ("#mirror", "flip=")] {
        browser.tap(browser.middle(button));
        browser.wait(&format!("location.search.includes('{flip}')"));
        wait_until_settled(&server, &browser);
    }
    for control in
        ["#first", "#back", "#forward", "#turn", "#mirror", "#link", ".choice a", ".tabs a"]
    {
        let size = browser.value(&format!(
            "(({{ width, height }}) => [width, height])(document.querySelector('{control}').getBoundingClientRect())"
        ));
        assert!(
            size[0].as_f64() >= Some(43.9) && size[1].as_f64() >= Some(43.9),
            "{control}: {size}"
        );
    }
}

/// Addresses of the pages to check.
fn pages(server: &crate::web::Server) -> Vec<String> {
    let list = server.json("/api/v1/search?q=has:comments+kind:go");
    let game = format!("/game/{}", list["games"][0]["id"].as_str().unwrap());
    let fixed = [
        "/",
        "/?m=Q16,D4",
        "/games?q=comment:*",
        "/games?q=kind:go&view=table",
        "/versus?player=Lee+Sedol&player=AlphaGo",
        "/archive",
        "/practise?q=player:Lee",
        "/help",
    ];
    fixed.into_iter().map(str::to_owned).chain([game]).collect()
}

#[test]
fn twice_as_large_nothing_sticks_out() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    // At a zoom of 200 %, a window of 1440 by 900 has half as many CSS pixels; at 450 % it has a width of 320.
    for (width, height, scale) in [(720, 450, 2), (320, 200, 4)] {
        browser.devtools(
            "Emulation.setDeviceMetricsOverride",
            serde_json::json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": false}),
        );
        for place in pages(&server) {
            browser.go(&format!("http://127.0.0.1:{}{place}", server.port));
            browser.wait("document.getElementById('main')");
            let wide = browser.value("document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width), "{place} is {wide} wide in {width}");
        }
    }
}

#[test]
fn forced_colours_keep_distinctions_visible() {
    let Some((server, browser)) = at("/?m=Q16,D4&q=player:Lee", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.medium("", &[("forced-colors", "active")]);
    assert_eq!(browser.value("matchMedia('(forced-colors: active)').matches"), true);
    // In high-contrast mode, the board must keep its own colours: those of stones, discs and letters.
    assert_eq!(browser.style("svg.board", "forced-color-adjust"), "none");
    assert_ne!(browser.style(".stones .b", "fill"), browser.style(".stones .w", "fill"));
    assert_ne!(browser.style(".discs circle", "fill"), browser.style(".discs text", "fill"));
    assert_ne!(browser.style(".whole .won-by", "fill"), browser.style(".whole .lost-to", "fill"));
    assert_ne!(
        browser.style("i.stone.b", "background-image"),
        browser.style("i.stone.w", "background-image")
    );
    // In high-contrast mode, chosen items must have a frame, because their colour is lost.
    for chosen in [
        "#nav a[aria-current]",
        ".choice a[aria-pressed=true]",
        ".moves a[aria-current]",
        ".tabs a[aria-current]",
    ] {
        assert_eq!(browser.style(chosen, "outline-style"), "solid", "{chosen}");
    }
    // In high-contrast mode, the text of the query box must be visible, and the coloured copy below it hidden.
    let transparent = "rgba(0, 0, 0, 0)";
    assert_ne!(browser.style("#q", "color"), transparent);
    assert_eq!(browser.style("#colours", "display"), "none");
    // Buttons must have a border; links must be underlined or have a border.
    for control in ["#q", ".choice a", ".steps a", "#play", ".choose-years button"] {
        assert_eq!(browser.style(control, "border-top-style"), "solid", "{control}");
        assert_ne!(
            browser.style(control, "border-top-color"),
            browser.style("body", "background-color"),
            "{control}"
        );
    }
}

#[test]
fn paper_has_the_board_and_the_games_without_controls() {
    let Some((server, browser)) = at("/?m=Q16,D4", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.medium("print", &[]);
    let seen = |selector: &str| {
        browser.value(&format!("document.querySelector({selector:?}).getClientRects().length > 0"))
    };
    for control in [
        ".controls",
        "#ask",
        "#nav",
        "#theme",
        ".type-move",
        ".tabs",
        ".choose-years",
        ".handle",
        ".help",
    ] {
        assert_eq!(seen(control), false, "{control}");
    }
    for selector in ["svg.board", "#sentence", "table.continuations", "svg.years", "ol.games"] {
        assert_eq!(seen(selector), true, "{selector}");
    }
    let width = browser.value("document.querySelector('svg.board').getBoundingClientRect().width");
    assert!(width.as_f64() > Some(200.0), "{width}");
    assert_eq!(browser.style("body", "background-color"), "rgb(255, 255, 255)");
    browser.medium("", &[]);
    assert_eq!(seen(".controls"), true);
}

#[test]
fn at_every_width_a_row_can_be_opened_and_its_bar_seen() {
    let Some((_server, browser)) = at("/", DESK) else {
        return;
    };
    for (width, height) in [
        (1920, 1080),
        (1440, 900),
        (1181, 800),
        (1180, 800),
        (900, 700),
        (761, 600),
        (390, 844),
        (320, 568),
    ] {
        browser.devtools(
            "Emulation.setDeviceMetricsOverride",
            serde_json::json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        let (x, y) = browser.middle("#moves a.more");
        let hit = browser.value(&format!("document.elementFromPoint({x}, {y})?.className"));
        assert_eq!(hit, "more", "{width}");
        let bar = browser.value(
            "document.querySelector('#moves td .bar-of-wins').getBoundingClientRect().width",
        );
        assert!(bar.as_f64() >= Some(30.0), "{width}: {bar}");
    }
}

#[test]
fn a_phone_on_its_side_has_a_board_as_high_as_the_screen() {
    let Some((server, browser)) = at("/?m=Q16", (844, 390)) else {
        return;
    };
    wait_until_settled(&server, &browser);
    let size = browser.value("document.querySelector('svg.board').getBoundingClientRect().height");
    assert!((330.0..=390.0).contains(&size.as_f64().unwrap()), "{size}");
}

/// The coloured copy of the query must cover the text of the box letter by letter, and end before the clear button.
#[test]
fn the_colours_of_a_query_lie_on_its_letters() {
    for (width, height) in [(390, 844), (844, 390), (760, 900), (1280, 800)] {
        let Some((_server, browser)) = at("/games", (width, height)) else {
            return;
        };
        browser.click("#q");
        let text = "player:Lee result:W+ date:1990..1999 comment:ladder handicap:0 komi:6.5 size:19 moves>100 kind:go lang:en";
        browser.keys(text);
        browser.wait(&format!("document.getElementById('colours').textContent === '{text}'"));
        let properties = json!([
            "font-family",
            "font-size",
            "font-weight",
            "font-style",
            "font-stretch",
            "font-variant-ligatures",
            "font-kerning",
            "letter-spacing",
            "word-spacing",
            "text-indent",
            "line-height",
            "padding-left",
            "padding-right",
            "border-left-width",
            "border-right-width",
            "width",
            "height",
        ]);
        let styles = browser.value(&format!(
            "['q', 'colours'].map((id) => {{
                const style = getComputedStyle(document.getElementById(id));
                return {properties}.map((name) => `${{name}}: ${{style.getPropertyValue(name)}}`);
            }})"
        ));
        assert_eq!(styles[0].as_array().unwrap().len(), properties.as_array().unwrap().len());
        assert_eq!(styles[0], styles[1], "{width} px");
        // Both boxes are measured in one script, because an answer between two measurements may bring a scrollbar.
        let boxes = browser.value(
            "['q', 'colours'].map((id) => JSON.stringify(document.getElementById(id).getBoundingClientRect()))",
        );
        assert_eq!(boxes[0], boxes[1], "{width} px");
        // A long query must scroll equally in box and copy, and the clear button must not overlap it.
        assert_eq!(
            browser.value("document.getElementById('colours').scrollLeft"),
            browser.value("document.getElementById('q').scrollLeft"),
            "{width} px"
        );
        assert!(
            browser.value("document.getElementById('q').scrollLeft").as_f64()
                >= Some(if width < 800 { 1.0 } else { 0.0 })
        );
        // Box and copy scroll together, so the copy must be cut off at the edges of the box.
        assert_eq!(browser.style("#colours", "clip-path"), "inset(0px 39px 0px 15px)");
        let padding = browser.style("#q", "padding-right");
        let padding: f64 = padding.trim_end_matches("px").parse().unwrap();
        assert!(padding >= 30.0, "{padding} at {width} px");
    }
}

#[test]
fn a_phone_shows_five_moves_above_the_fold_and_pens_with_words() {
    let Some(browser) = open(PHONE.0, PHONE.1) else {
        return;
    };
    let (_place, server) = Server::of_many_beginnings();
    browser.go(&format!("http://127.0.0.1:{}/", server.port));
    browser.wait("document.querySelectorAll('#moves table.continuations tbody tr').length >= 5");
    let ends = browser.value(
        "[...document.querySelectorAll('#moves table.continuations tbody tr')].slice(0, 5)
            .map((row) => row.getBoundingClientRect().bottom)",
    );
    let ends: Vec<f64> = ends.as_array().unwrap().iter().filter_map(|end| end.as_f64()).collect();
    assert!(ends.len() == 5 && ends.iter().all(|&end| end <= f64::from(PHONE.1)), "{ends:?}");
    browser.go(&format!("http://127.0.0.1:{}/?m=Q16,D4&area=N9-T19", server.port));
    browser.wait("document.querySelector('#pens:not([hidden])')");
    let cut = browser.value(
        "[...document.querySelectorAll('#pens button')].filter((pen) =>
            !/\\p{L}{2}/u.test(pen.innerText) || pen.scrollWidth > pen.clientWidth).map((pen) => pen.innerText)",
    );
    assert_eq!(cut, json!([]));
}
