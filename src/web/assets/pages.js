// Goes from page to page without a page load: the server draws parts, and each one replaces the element with its id.

let latest = 0; // Number of the last request. Answers to older requests are dropped.
let abort = null;
let isAwaiting = false; // True while the last request has no answer yet.
const kept = new Map(); // Last answers by address, so that going back needs no request.
const KEPT = 400;
const coming = new Map(); // Requests that were sent ahead of a click and have no answer yet.
const drawn = []; // Callbacks after every change of the page.
let later = []; // Callbacks for when the page of the browser's address is drawn.

/** Text in the language of the page, with values in the place of `{$name}`. */
const say = (id, values = {}) => (WORDS[id] ?? id).replace(/\{\$(\w+)\}/g, (place, name) => values[name] ?? place);

/** Calls `work` now and after every change of the page. */
function whenDrawn(work) {
  drawn.push(work);
  work();
}

// Parameters keep their order, and values are encoded as the server does it.
const ORDER = "m at b w turn area edges any maybe-b maybe-w stone seq sym colours in next tomove move q q2 unique sort view columns sel tab flip size node game guess lang".split(" ");
const encoded = (text) =>
  encodeURIComponent(text).replace(/%(2C|3A|2F|40|3F)/g, decodeURIComponent).replaceAll("%20", "+").replaceAll("'", "%27");

/** Canonical address of a page with these parameters. */
function written(path, pairs) {
  const told = [...pairs].filter(([, value]) => value !== "");
  told.sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const text = told.map(([name, value]) => `${name}=${encoded(value)}`).join("&");
  return path + (text ? `?${text}` : "");
}

/** Address of a page with another value of a parameter; an empty value removes it. */
function withValue(address, name, value) {
  const url = new URL(address, location.href);
  url.searchParams.set(name, value);
  return written(url.pathname, url.searchParams);
}

// If the address of this page names a language, everything that is loaded into the page uses it, but no other page.
const isLanguageNamed = new URLSearchParams(location.search).has("lang");

/** Address for loading something into this page, in its language. */
function inLanguage(url) {
  if (isLanguageNamed) url.searchParams.set("lang", document.documentElement.lang);
  return url;
}

/** Address of the parts of a page. Steps in a game load only some parts, and positions load in two steps. */
function partsOf(address, part) {
  const url = inLanguage(new URL(address, location.href));
  url.searchParams.set("part", part ?? (isSameGame(url) ? "node" : isPosition(address) ? "first" : "main"));
  return url.pathname + url.search;
}

/** Address of the page that an answer contains: the server may have redirected the request. */
function withoutPart(address) {
  const url = new URL(address);
  url.searchParams.delete("part");
  return written(url.pathname, url.searchParams);
}

/** True if an address leads to another position of the game that the page shows. */
function isSameGame(url) {
  const rest = (search) => {
    const pairs = new URLSearchParams(search);
    for (const name of ["node", "m", "at", "size"]) pairs.delete(name);
    return pairs.toString();
  };
  const shown = document.getElementById("main")?.dataset.shown;
  const here = shown && new URL(shown, location.href);
  return here && url.pathname.startsWith("/game/") && here.pathname === url.pathname && rest(here.search) === rest(url.search);
}

const SHAPE = ["area", "any", "maybe-b", "maybe-w", "stone", "seq"];

/**
 * True if an address asks for a shape (stones on a part of the board). Its search may take long, so pages with the
 * results so far are drawn.
 */
function isShape(address) {
  const url = new URL(address, location.href);
  return isExplore(url) && SHAPE.some((name) => url.searchParams.has(name));
}

const isExplore = (url) => url.pathname === "/" || url.pathname === "/joseki";

/** True if an address asks for a position of the complete board. Its visible part loads first. */
const isPosition = (address) => isExplore(new URL(address, location.href)) && !isShape(address);

/** Reads an answer in lines. Intermediate pages go to `early`; the last page is returned. */
async function inLines(response, early) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let page = { html: "", complete: false };
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split("\n");
    rest = lines.pop();
    for (const line of lines.map((text) => JSON.parse(text))) {
      if (line.part === "page") page = line;
      if (line.part === "error") throw new Error(line.error?.message);
      if (!line.last) early?.(line);
    }
  }
  return page;
}

/** Answer for an address or for one part of it: a stored one, if the index has not changed. */
async function load(of, signal, part, early) {
  const address = partsOf(of, part);
  const known = kept.get(address);
  if (known && known.state === document.getElementById("main")?.dataset.state) return known;
  if (coming.has(address)) return coming.get(address);
  const Accept = !part && isShape(of) ? "application/x-ndjson" : "text/html";
  const response = await fetch(address, { signal, headers: { Accept } });
  const streamed = response.headers.get("Content-Type") === "application/x-ndjson";
  const told = streamed ? await inLines(response, early) : { html: await response.text() };
  const answer = { ok: response.ok, html: told.html, state: null, place: withoutPart(response.url) };
  const complete = streamed ? told.complete : response.headers.get("Cache-Control") === "no-cache";
  answer.state = /data-state="(\w+)"/.exec(answer.html)?.[1] ?? /"g(\w+)-/.exec(response.headers.get("ETag"))?.[1] ?? null;
  if (answer.ok && complete) {
    kept.delete(address);
    kept.set(address, answer);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return answer;
}

/** Requests an address ahead of a click. */
function ahead(address, part) {
  const place = partsOf(address, part);
  if (kept.has(place) || coming.has(place)) return;
  const answer = load(address, undefined, part);
  coming.set(place, answer);
  answer.catch(() => {}).finally(() => coming.delete(place));
}

/**
 * Goes to an address. `how` says what happens to the history: "push", "replace", "keep", or "try", which is "push" if
 * the page exists and nothing otherwise.
 */
async function go(address, how = "push") {
  const number = ++latest;
  isAwaiting = true;
  abort?.abort();
  abort = new AbortController();
  const url = new URL(address, location.href);
  const place = url.pathname + url.search;
  const busy = setTimeout(() => document.body.classList.add("busy"), 150);
  const late = setTimeout(() => document.getElementById("main")?.classList.add("late"), 400);
  try {
    const early = (line) => {
      clearTimeout(late);
      if (number === latest) soFar(line, place);
    };
    const asked = load(place, abort.signal, undefined, early);
    // The history is changed only after the request is sent: changing it takes milliseconds, during which the server
    // already computes the answer.
    if (how === "push" && place !== location.pathname + location.search) history.pushState(null, "", place);
    if (how === "replace") history.replaceState(null, "", place);
    const answer = await asked;
    clearTimeout(late);
    if (how === "try" && answer.ok && number === latest) history.pushState(null, "", answer.place);
    if (number === latest) isAwaiting = false;
    if (number === latest) put(answer, how === "try" ? answer.place : place, how === "try");
    if (number === latest && answer.ok && isPosition(answer.place)) await putLater(answer.place, number);
  } catch (error) {
    if (number === latest && error.name !== "AbortError") fail(error);
  } finally {
    clearTimeout(busy);
    clearTimeout(late);
    if (number === latest) {
      isAwaiting = false;
      document.body.classList.remove("busy");
      if (document.getElementById("problem")?.hidden) document.getElementById("main")?.classList.remove("late");
    }
  }
}

/** Loads the later part of a page after the first part is painted, unless it is there already. */
async function putLater(place, number) {
  const asked = load(place, abort.signal, "later");
  if (!kept.has(partsOf(place, "later"))) await Promise.all([asked, painted()]);
  const answer = await asked;
  if (number !== latest) return;
  // Both parts must come from one state of the index.
  if (answer.state && answer.state !== document.getElementById("main")?.dataset.state) return anew();
  put(answer);
}

/** Waits until the page is painted. Hidden pages are not painted, so they do not wait. */
const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 200);
});

/** Shows intermediate results, or the progress of the search. */
function soFar(line, place) {
  if (line.part === "page") return put({ ok: true, html: line.html, early: true }, place);
  const far = document.getElementById("far");
  const [done, all] = line.looked_at;
  if (far) far.textContent = `${Math.floor((100 * done) / Math.max(1, all))} %`;
}

/** Reloads the page of this address from the current state of the index. */
function anew() {
  kept.clear();
  delete document.getElementById("main")?.dataset.shown;
  return go(location.href, "keep");
}

/** Drops all stored pages, because data that they show has changed. */
function forget() {
  kept.clear();
}

const GAP = "section[data-later]"; // Selector of the sections that are loaded later.

/**
 * Replaces an element by a newer one. Sections that load later keep their old content until then, and stay in the
 * document with their ancestors, because removing an element even for a moment lays it out again.
 */
function renew(old, part) {
  if (part.matches(GAP)) return;
  const around = [...part.children].filter((child) => child.matches(GAP) || child.querySelector(GAP));
  const kept = around.map((child) => [...old.children].find((one) => one.id === child.id && one.className === child.className));
  if (!kept.length || kept.includes(undefined)) return old.replaceWith(part);
  for (const { name } of [...old.attributes]) if (!part.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of part.attributes) old.setAttribute(name, value);
  for (const child of [...old.children]) if (!kept.includes(child)) child.remove();
  let next = kept[0];
  for (const child of [...part.children]) {
    const at = around.indexOf(child);
    if (at < 0) old.insertBefore(child, next);
    else {
      renew(kept[at], child);
      next = kept[at].nextSibling;
    }
  }
}

/** Puts parts into the page. The element with the focus keeps it, if it still exists. */
function put(answer, place, isTry) {
  const parts = document.createElement("div");
  parts.innerHTML = answer.html;
  const focused = document.activeElement?.id;
  const wasContinuation = Boolean(document.activeElement?.closest?.("#moves table"));
  for (const part of [...parts.children]) {
    const old = document.getElementById(part.id);
    if (old) renew(old, part);
  }
  if (answer.ok && place) shown(place);
  // With an error, the last complete results stay.
  document.getElementById("main")?.classList.toggle("late", !answer.ok && !isTry);
  if (!answer.ok) unplaced();
  const title = document.getElementById("main")?.dataset.title;
  if (answer.ok && title) document.title = `${title} · kifu-index`;
  for (const work of drawn) work();
  if (!answer.ok) later = [];
  while (later.length && !isBehind()) later.shift()();
  // Some elements that may have had the focus are drawn by scripts: points of the board, handles.
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  // After a move that was played from the table, the focus stays in the table.
  if (wasContinuation && document.activeElement === document.body) {
    (document.querySelector("#moves th a[href]") ?? document.getElementById("back"))?.focus({ preventScroll: true });
  }
  if (!answer.early) speak();
}

/** Records which address the page shows: while an answer is awaited, the browser's address is ahead of it. */
function shown(place) {
  const main = document.getElementById("main");
  if (main) main.dataset.shown = place;
}
shown(location.pathname + location.search);

/** True if the page still shows another address than the browser, and the new page is on its way. */
function isBehind() {
  return isAwaiting && document.getElementById("main")?.dataset.shown !== location.pathname + location.search;
}

/**
 * Runs work on the page of the browser's address: at once, or when that page is drawn. So quick clicks can follow each
 * other.
 */
function whenThere(work) {
  if (isBehind()) later.push(work);
  else work();
}

/** Removes previewed stones whose page did not arrive. */
function unplaced() {
  for (const stone of document.querySelectorAll(".placed")) stone.remove();
}

function fail() {
  later = [];
  unplaced();
  const problem = document.getElementById("problem");
  if (!problem) return;
  problem.hidden = false;
  const text = document.createElement("h2");
  text.textContent = say("script-no-program");
  problem.replaceChildren(text);
}

let speaking = 0;
/** Announces the result to screen readers, once it has settled. */
function speak() {
  clearTimeout(speaking);
  const wait = matchMedia("(pointer: coarse)").matches ? 700 : 250;
  speaking = setTimeout(() => {
    const problem = document.getElementById("problem");
    const result = () => document.getElementById("moves")?.dataset.said ?? shared.selectedGame?.()
      ?? (document.querySelector(".node-notes") ?? document.getElementById("sentence"))?.textContent;
    const said = problem?.hidden ? result() : problem?.querySelector("h2")?.textContent;
    const live = document.getElementById("live");
    if (live && said && live.textContent !== said) live.textContent = said;
  }, wait);
}

/** True if a link leads to a page of this server, and not to a file or to a game to be printed, which has no frame. */
function isPage(url) {
  return url.origin === location.origin && !/^\/(api|a)\/|\.json$/.test(url.pathname) && !url.searchParams.has("print");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.hasAttribute("download")) return;
  // In an SVG, `href` is an object that holds the address.
  const url = new URL(link.getAttribute("href"), location.href);
  if (!isPage(url) || (url.hash && url.pathname === location.pathname)) return;
  event.preventDefault();
  go(url.href);
});

// Another language is another document: the form posts the current address without the language that it names.
document.addEventListener("submit", (event) => {
  const menu = event.target.closest(".languages form");
  if (!menu) return;
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  menu.elements.address.value = here.pathname + here.search;
});

document.addEventListener("pointerover", (event) => {
  const link = event.target.closest(".continuations a[href], a.disc[href]");
  if (!link) return;
  const address = link.getAttribute("href");
  // A shape may be a long search, so it is not loaded ahead of a click.
  if (isShape(address)) return;
  const wait = setTimeout(() => ahead(address), 60);
  link.addEventListener("pointerout", () => clearTimeout(wait), { once: true });
});

addEventListener("popstate", () => {
  later = [];
  go(location.href, "keep");
});

Object.assign(shared, { inLanguage, say, whenDrawn, whenThere, written, withValue, load, ahead, go, anew, forget, put, speak });
