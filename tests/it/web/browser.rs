//! A real browser, driven over the WebDriver protocol: JSON over HTTP, one request at a time. The tests need no more
//! than that, and a client crate would bring fifty other crates.

use crate::support::{folder_on_disk, holds_for, poll};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Timeout for a page to reach an expected state, generous enough for a busy machine.
const PAGE_TIMEOUT: Duration = Duration::from_secs(30);

/// WebDriver codes of keys.
pub const ENTER: &str = "\u{e007}";
pub const LEFT: &str = "\u{e012}";
pub const RIGHT: &str = "\u{e014}";
pub const DOWN: &str = "\u{e015}";
pub const UP: &str = "\u{e013}";
pub const SHIFT: &str = "\u{e008}";
pub const ESCAPE: &str = "\u{e00c}";
pub const TAB: &str = "\u{e004}";
pub const ALT: &str = "\u{e00a}";

/// Modifier keys held down with a mouse button, as DevTools numbers them.
pub const WITH_ALT: u32 = 1;
pub const WITH_CTRL: u32 = 2;
pub const WITH_SHIFT: u32 = 8;

/// A place in the window, in pixels from the left and the top.
pub type Place = (f64, f64);

/// A window of a headless Chromium.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    profile: tempfile::TempDir,
}

/// Opens a window of this size. `None` if Chromium or chromedriver is missing; with KIFU_BROWSER set, as in `.ci/run`,
/// that is an error instead.
#[allow(clippy::print_stderr)]
pub fn open(width: u32, height: u32) -> Option<Browser> {
    // chromedriver takes a port that is free in IPv4. If the port is in use in IPv6, chromedriver ends, and is started
    // again.
    let started = (0..10).find_map(|_| listening().transpose());
    match started.transpose() {
        Ok(started) => {
            let (driver, port) = started.expect("chromedriver finds a port");
            Some(Browser::start(driver, port, width, height))
        }
        Err(error) => {
            assert!(
                std::env::var_os("KIFU_BROWSER").is_none(),
                "chromedriver cannot be run: {error}"
            );
            eprintln!("skipped: chromium and chromedriver are not installed");
            None
        }
    }
}

/// Starts chromedriver, and returns it with its port; `None` if its port was not free.
fn listening() -> std::io::Result<Option<(Child, u16)>> {
    let mut driver = Command::new("chromedriver")
        .args(["--port=0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.find_map(|line| {
        let line = line.unwrap();
        let port = line.split("successfully on port ").nth(1)?;
        port.trim_end_matches('.').parse().ok()
    });
    let Some(port) = port else {
        driver.wait()?;
        return Ok(None);
    };
    // Discards later output, which would otherwise fill the pipe.
    std::thread::spawn(move || lines.for_each(drop));
    Ok(Some((driver, port)))
}

impl Browser {
    fn start(driver: Child, port: u16, width: u32, height: u32) -> Browser {
        let profile = folder_on_disk();
        let mut browser = Browser { driver, port, session: String::new(), profile };
        let mut arguments: Vec<String> = [
            "headless",
            "no-sandbox",
            "disable-gpu",
            "disable-quic",
            "no-first-run",
            "disable-background-networking",
            "disable-component-update",
            "disable-sync",
        ]
        .map(|name| format!("--{name}"))
        .into();
        arguments.push(format!("--user-data-dir={}", browser.profile.path().display()));
        let options = json!({ "args": arguments });
        let request = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let answer = browser.ask("POST", "/session", &request);
        browser.session = answer["sessionId"].as_str().unwrap().to_owned();
        let is_phone = width < 500;
        browser.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}),
        );
        browser.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone }));
        browser
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let (head, mut answer) = self.exchange(method, path, body).unwrap();
        assert!(head.contains(" 200 "), "{method} {path}: {answer}");
        answer["value"].take()
    }

    /// Sends a request. Returns the head of the answer, and its JSON.
    fn exchange(&self, method: &str, path: &str, body: &Value) -> std::io::Result<(String, Value)> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(2 * PAGE_TIMEOUT))?;
        let (port, length) = (self.port, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        // The driver keeps the connection open, so the answer ends where its length says.
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while reader.read_line(&mut head)? > 2 {}
        let lines = head.to_ascii_lowercase();
        let length = lines.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length: usize = length.unwrap_or_default().trim().parse().unwrap_or(0);
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes)?;
        Ok((head, serde_json::from_slice(&bytes)?))
    }

    fn command(&self, method: &str, name: &str, body: &Value) -> Value {
        self.ask(method, &format!("/session/{}/{name}", self.session), body)
    }

    /// Runs a command of the DevTools protocol.
    pub fn devtools(&self, name: &str, parameters: Value) -> Value {
        let body = json!({"cmd": name, "params": parameters});
        self.command("POST", "goog/cdp/execute", &body)
    }

    pub fn go(&self, address: &str) {
        self.command("POST", "url", &json!({ "url": address }));
    }

    /// Path and query of the address that the browser shows.
    pub fn place(&self) -> String {
        let address = self.command("GET", "url", &Value::Null);
        let address = address.as_str().unwrap();
        let path = address.splitn(4, '/').nth(3).unwrap_or_default();
        format!("/{path}")
    }

    pub fn back(&self) {
        self.command("POST", "back", &json!({}));
    }

    pub fn forward(&self) {
        self.command("POST", "forward", &json!({}));
    }

    /// Value of a JavaScript expression.
    pub fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression}"))
    }

    pub fn run(&self, script: &str) -> Value {
        let body = json!({"script": script, "args": []});
        self.command("POST", "execute/sync", &body)
    }

    /// Text of the first element that matches a selector; empty if none does.
    pub fn text(&self, selector: &str) -> String {
        let found = self.value(&format!("document.querySelector({selector:?})?.innerText ?? ''"));
        found.as_str().unwrap().to_owned()
    }

    /// Waits until an expression is true on a completely parsed page. Before that, elements further down do not exist
    /// yet, and a test that looks for one after this call would fail at random.
    pub fn wait(&self, expression: &str) {
        let condition = format!("document.readyState !== 'loading' && Boolean({expression})");
        if poll(PAGE_TIMEOUT, || (self.value(&condition) == true).then_some(())).is_none() {
            let (place, text) = (self.place(), self.text("#main"));
            panic!("{expression} never came true at {place}\n{text}");
        }
    }

    /// Clicks on an element like a person, with real mouse events.
    pub fn click(&self, selector: &str) {
        self.wait(&format!("document.querySelector({selector:?})"));
        let found = json!({"using": "css selector", "value": selector});
        let element = self.command("POST", "element", &found);
        let id = element.as_object().unwrap().values().next().unwrap();
        let name = format!("element/{}/click", id.as_str().unwrap());
        self.command("POST", &name, &json!({}));
    }

    /// Types into the focused element.
    pub fn keys(&self, text: &str) {
        let element = self.command("GET", "element/active", &Value::Null);
        let id = element.as_object().unwrap().values().next().unwrap();
        let name = format!("element/{}/value", id.as_str().unwrap());
        self.command("POST", &name, &json!({ "text": text }));
    }

    /// Clicks on a point of the board, by column and row from the upper left, starting at 0.
    pub fn play(&self, x: u32, y: u32) {
        self.press(self.point(x, y), 0);
    }

    /// Place of a point of the board in the window.
    pub fn point(&self, x: u32, y: u32) -> Place {
        self.point_at(f64::from(x), f64::from(y))
    }

    /// Place in the window of fractional board coordinates, such as between points.
    pub fn point_at(&self, x: f64, y: f64) -> Place {
        self.place_of(&format!(
            "(() => {{
                const board = document.querySelector('#position svg.board');
                const margin = Number(board.dataset.margin);
                const at = new DOMPoint(margin + 20 * ({x} + .5), margin + 20 * ({y} + .5));
                return at.matrixTransform(board.getScreenCTM());
            }})()"
        ))
    }

    /// Place of a point of the board once it has stayed the same for 100 ms.
    pub fn still_point_at(&self, x: f64, y: f64) -> Place {
        let mut place = self.point_at(x, y);
        while !holds_for(Duration::from_millis(100), || self.point_at(x, y) == place) {
            place = self.point_at(x, y);
        }
        place
    }

    /// Middle of an element, scrolled into view.
    pub fn middle(&self, selector: &str) -> Place {
        self.wait(&format!("document.querySelector({selector:?})"));
        self.place_of(&format!(
            "(() => {{
                const element = document.querySelector({selector:?});
                element.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const box = element.getBoundingClientRect();
                return {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }};
            }})()"
        ))
    }

    fn place_of(&self, expression: &str) -> Place {
        let found = self.value(&format!("(({{ x, y }}) => [x, y])({expression})"));
        let at = |number: usize| found[number].as_f64().unwrap();
        (at(0), at(1))
    }

    fn mouse(&self, kind: &str, at: Place, modifiers: u32) {
        self.button(("left", 1), kind, at, modifiers);
    }

    fn button(&self, (button, buttons): (&str, u32), kind: &str, (x, y): Place, modifiers: u32) {
        let event = json!({
            "type": kind, "button": button, "buttons": buttons, "clickCount": 1, "x": x, "y": y, "modifiers": modifiers,
        });
        self.devtools("Input.dispatchMouseEvent", event);
    }

    /// Clicks with the mouse, with modifier keys held down.
    pub fn press(&self, at: Place, modifiers: u32) {
        self.mouse("mousePressed", at, modifiers);
        self.mouse("mouseReleased", at, modifiers);
    }

    /// Moves the mouse to a place, without a button.
    pub fn hover(&self, (x, y): Place) {
        self.devtools("Input.dispatchMouseEvent", json!({"type": "mouseMoved", "x": x, "y": y}));
    }

    /// Drags the mouse from one place to another with the left button.
    pub fn drag(&self, from: Place, to: Place) {
        self.drag_by(("left", 1), from, to);
    }

    /// Drags the mouse from one place to another with the right button.
    pub fn drag_right(&self, from: Place, to: Place) {
        self.drag_by(("right", 2), from, to);
    }

    fn drag_by(&self, button: (&str, u32), from: Place, to: Place) {
        self.button(button, "mousePressed", from, 0);
        for at in between(from, to) {
            self.button(button, "mouseMoved", at, 0);
        }
        self.button(button, "mouseReleased", to, 0);
    }

    /// Turns the mouse wheel over a place.
    pub fn wheel(&self, (x, y): Place, down: u32) {
        let event = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": down});
        self.devtools("Input.dispatchMouseEvent", event);
    }

    /// Puts fingers on the page (`touchStart`), moves them (`touchMove`) or lifts all of them (`touchEnd`).
    pub fn touch(&self, kind: &str, at: &[Place]) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        let event = json!({"type": kind, "touchPoints": points});
        self.devtools("Input.dispatchTouchEvent", event);
    }

    /// Taps with a finger.
    pub fn tap(&self, at: Place) {
        self.touch("touchStart", &[at]);
        self.touch("touchEnd", &[]);
    }

    /// Moves a finger from one place to another.
    pub fn swipe(&self, from: Place, to: Place) {
        self.touch("touchStart", &[from]);
        for at in between(from, to) {
            self.touch("touchMove", &[at]);
        }
        self.touch("touchEnd", &[]);
    }

    /// Emulates a medium such as print, with media features.
    pub fn medium(&self, medium: &str, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        let request = json!({"media": medium, "features": features});
        self.devtools("Emulation.setEmulatedMedia", request);
    }

    /// Computed style property of the first element that matches a selector.
    pub fn style(&self, selector: &str, property: &str) -> String {
        let found = self.value(&format!(
            "getComputedStyle(document.querySelector({selector:?})).getPropertyValue({property:?})"
        ));
        found.as_str().unwrap().to_owned()
    }

    /// Messages in the browser's log: failed scripts, violated policies.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.command("POST", "se/log", &json!({"type": "browser"}));
        let entries = log.as_array().unwrap().iter();
        let texts = entries.map(|entry| entry["message"].as_str().unwrap().to_owned());
        // The browser also logs answers with an error status. They are left out, because they are no faults of the
        // page.
        texts.filter(|text| !text.contains("Failed to load resource")).collect()
    }
}

/// Intermediate places on the way from one place to another, including the end.
fn between(from: Place, to: Place) -> impl Iterator<Item = Place> {
    (1..=8).map(move |step| {
        let part = f64::from(step) / 8.0;
        (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1))
    })
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The session is ended first, so that the driver ends the browser. A driver that is killed would leave it
        // running.
        if !self.session.is_empty() {
            let path = format!("/session/{}", self.session);
            let _ = self.exchange("DELETE", &path, &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
