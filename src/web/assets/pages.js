// From page to page without loading one: the server draws the parts, each takes the place of the one with its id.

let latest = 0; // The number of the last question. The answer to an older one is thrown away, never drawn.
let abort = null;
let isAwaiting = false; // Whether the answer to the last question is not there yet.
const kept = new Map(); // The last answers, by address; a page that the browser goes back to is there at once.
const KEPT = 400;
const coming = new Map(); // What was asked for ahead and is not there yet.
const drawn = []; // Called after every change of the page.
let later = []; // What is to be done once the page of the browser's address is drawn.

/** A text in the language of the page, with values in the place of `{$name}`. */
const say = (id, values = {}) => (WORDS[id] ?? id).replace(/\{\$(\w+)\}/g, (place, name) => values[name] ?? place);

/** Calls `work` now and whenever the page has changed. */
function whenDrawn(work) {
  drawn.push(work);
  work();
}

// The parameters of an address in their order, with their values, are written as the server writes them.
const ORDER = "m at b w turn area edges any maybe-b maybe-w stone seq sym colours in next tomove move q q2 unique sort view columns sel tab flip size node game guess lang".split(" ");
const encoded = (text) =>
  encodeURIComponent(text).replace(/%(2C|3A|2F|40|3F)/g, decodeURIComponent).replaceAll("%20", "+").replaceAll("'", "%27");

/** The one address of a page with these parameters. */
function written(path, pairs) {
  const told = [...pairs].filter(([, value]) => value !== "");
  told.sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const text = told.map(([name, value]) => `${name}=${encoded(value)}`).join("&");
  return path + (text ? `?${text}` : "");
}

/** The address of a page with another value of a parameter; an empty one takes it out. */
function withValue(address, name, value) {
  const url = new URL(address, location.href);
  url.searchParams.set(name, value);
  return written(url.pathname, url.searchParams);
}

// A language that the address of this page names holds for all that is loaded into it, and for no other page.
const isLanguageNamed = new URLSearchParams(location.search).has("lang");

/** An address of which something is loaded into this page, in its language. */
function inLanguage(url) {
  if (isLanguageNamed) url.searchParams.set("lang", document.documentElement.lang);
  return url;
}

/** The address of the parts of a page. From node to node of a game only some of them change; a position comes in two. */
function partsOf(address, part) {
  const url = inLanguage(new URL(address, location.href));
  url.searchParams.set("part", part ?? (isSameGame(url) ? "node" : isPosition(address) ? "first" : "main"));
  return url.pathname + url.search;
}

/** The address of the page that parts came from: the server may have led to another one than was asked for. */
function withoutPart(address) {
  const url = new URL(address);
  url.searchParams.delete("part");
  return written(url.pathname, url.searchParams);
}

function isSameGame(url) {
  const rest = (search) => {
    const pairs = new URLSearchParams(search);
    pairs.delete("node");
    return pairs.toString();
  };
  const shown = document.getElementById("main")?.dataset.shown;
  const here = shown && new URL(shown, location.href);
  return here && url.pathname.startsWith("/game/") && here.pathname === url.pathname && rest(here.search) === rest(url.search);
}

const SHAPE = ["area", "any", "maybe-b", "maybe-w", "stone", "seq"];

/** Whether an address asks for a shape: that may take long, so it is drawn while it is looked for. */
function isShape(address) {
  const url = new URL(address, location.href);
  return isExplore(url) && SHAPE.some((name) => url.searchParams.has(name));
}

const isExplore = (url) => url.pathname === "/";

/** Whether an address asks for a position of the whole board. What is seen first of it comes first. */
const isPosition = (address) => isExplore(new URL(address, location.href)) && !isShape(address);

/** Reads an answer in lines. What is drawn of it meanwhile goes to `early`; returns the last page. */
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

/** The answer for an address, or for one part of it: one that was kept, if the index has not changed. */
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

/** Asks for an address ahead of a click. */
function ahead(address, part) {
  const place = partsOf(address, part);
  if (kept.has(place) || coming.has(place)) return;
  const answer = load(address, undefined, part);
  coming.set(place, answer);
  answer.catch(() => {}).finally(() => coming.delete(place));
}

/**
 * Goes to an address. `how` is what becomes of the history: "push", "replace", "keep", or "try": the same as "push", but
 * only if there is such a page.
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
    // This takes milliseconds, in which the answer is made.
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

/** Puts what comes later into a page, after what is seen first is painted, unless it is there already. */
async function putLater(place, number) {
  const asked = load(place, abort.signal, "later");
  if (!kept.has(partsOf(place, "later"))) await Promise.all([asked, painted()]);
  const answer = await asked;
  if (number !== latest) return;
  // Both parts are of one state of the index.
  if (answer.state && answer.state !== document.getElementById("main")?.dataset.state) return anew();
  put(answer);
}

/** Waits until the page is painted. One that nobody sees is not. */
const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 200);
});

/** Shows what was found so far, or how far it got. */
function soFar(line, place) {
  if (line.part === "page") return put({ ok: true, html: line.html, early: true }, place);
  const far = document.getElementById("far");
  const [done, all] = line.looked_at;
  if (far) far.textContent = `${Math.floor((100 * done) / Math.max(1, all))} %`;
}

/** Loads the page of this address once more, from the state that the index has now. */
function anew() {
  kept.clear();
  delete document.getElementById("main")?.dataset.shown;
  return go(location.href, "keep");
}

/** Forgets the pages that are kept: something was changed that they show. */
function forget() {
  kept.clear();
}

const GAP = "section[data-later]"; // Where something comes later.

/**
 * Puts a part in the place of an older one. Where something comes later, what is there stays until then, and with it the
 * elements around it: what is taken out of a page, if only for a moment, is laid out once more.
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

/** Puts parts into the page. What had the focus has it again, if it is still there. */
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
  // With an error, the results of the last whole question stay.
  document.getElementById("main")?.classList.toggle("late", !answer.ok && !isTry);
  if (!answer.ok) unplaced();
  const title = document.getElementById("main")?.dataset.title;
  if (answer.ok && title) document.title = `${title} · kifu-index`;
  for (const work of drawn) work();
  if (!answer.ok) later = [];
  while (later.length && !isBehind()) later.shift()();
  // Some of what may have had the focus is drawn here: points of the board, handles.
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  // Who plays from the table goes on in the table.
  if (wasContinuation && document.activeElement === document.body) {
    (document.querySelector("#moves th a[href]") ?? document.getElementById("back"))?.focus({ preventScroll: true });
  }
  if (!answer.early) speak();
}

/** Notes which address the page shows: while an answer is awaited, the browser's is ahead of it. */
function shown(place) {
  const main = document.getElementById("main");
  if (main) main.dataset.shown = place;
}
shown(location.pathname + location.search);

/** Whether the page still shows another address than the browser, and the other one is on its way. */
function isBehind() {
  return isAwaiting && document.getElementById("main")?.dataset.shown !== location.pathname + location.search;
}

/** Does something to the page of the browser's address: at once, or when that is drawn. So quick clicks follow each other. */
function whenThere(work) {
  if (isBehind()) later.push(work);
  else work();
}

/** Takes back stones whose answer did not come. */
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
/** Says the result to who listens, once it has settled. */
function speak() {
  clearTimeout(speaking);
  const wait = matchMedia("(pointer: coarse)").matches ? 700 : 250;
  speaking = setTimeout(() => {
    const problem = document.getElementById("problem");
    const result = () => document.getElementById("moves")?.dataset.said
      ?? (document.querySelector(".node-notes") ?? document.getElementById("sentence"))?.textContent;
    const said = problem?.hidden ? result() : problem?.querySelector("h2")?.textContent;
    const live = document.getElementById("live");
    if (live && said && live.textContent !== said) live.textContent = said;
  }, wait);
}

/** Whether a page can be put in place: ours, and no file. */
function isPage(url) {
  return url.origin === location.origin && !/^\/(api|a)\/|\.json$/.test(url.pathname);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.hasAttribute("download")) return;
  // In a drawing the address is an object with a text.
  const url = new URL(link.getAttribute("href"), location.href);
  if (!isPage(url) || (url.hash && url.pathname === location.pathname)) return;
  event.preventDefault();
  go(url.href);
});

// Another language is another document: that of the address as it is now, but for a language that it names.
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
  // A shape may be a long search: nobody asked for it yet.
  if (isShape(address)) return;
  const wait = setTimeout(() => ahead(address), 60);
  link.addEventListener("pointerout", () => clearTimeout(wait), { once: true });
});

addEventListener("popstate", () => {
  later = [];
  go(location.href, "keep");
});

Object.assign(shared, { inLanguage, say, whenDrawn, whenThere, written, withValue, load, ahead, go, anew, forget, put });
