// The query box: results follow the typing, tokens are coloured, completions are suggested, and pasted boards are
// recognised. Typing replaces the address; a chosen suggestion or a finished query adds a step to the history.

const { addressOf, go, openForm, say, whenDrawn, whenThere, written, closePasted, recognise, recent } = shared;

const form = document.getElementById("ask");
const box = document.getElementById("q");
const colours = document.getElementById("colours");
const list = document.getElementById("suggestions");
const PAUSE = 30; // Milliseconds without a key before the games are searched.
const PATIENCE = 800; // Milliseconds without a key if the word being typed is still invalid, such as `date:1`.

let waiting = 0;
let edits = 0; // Number of the last change; answers to older ones are dropped.
let offered = null; // Suggestions that are shown, with the range that they replace.
let chosen = -1;

/** Address of the page for a query. */
function address(query) {
  const rest = document.getElementById("ask-state");
  const inputs = [...(rest?.querySelectorAll("input") ?? [])];
  const pairs = inputs.map((input) => [input.name, input.value]);
  return written(rest?.dataset.action ?? "/", [...pairs, ["q", query.trim()]]);
}

function ask(endpoint, query, caret) {
  const pairs = new URLSearchParams({ q: query, caret });
  if (endpoint === "suggest") pairs.set("lang", document.documentElement.lang);
  return fetch(`/api/v1/${endpoint}?${pairs}`).then((response) => (response.ok ? response.json() : null));
}

// ---- colours ----

/** Draws the coloured text under the box's own transparent text: each token, and the place of an error. */
function colour(query, parsed) {
  const error = parsed?.error && !parsed.unfinished ? parsed.error.span_utf16 : null;
  let at = 0;
  const pieces = [];
  const piece = (end, kind) => {
    if (end <= at) return;
    const span = document.createElement("span");
    if (kind) span.className = `token-${kind}`;
    if (error && at < Math.max(error.end, error.start + 1) && end > error.start) span.classList.add("wrong");
    span.textContent = query.slice(at, end);
    pieces.push(span);
    at = end;
  };
  for (const token of parsed?.tokens ?? []) {
    piece(token.start);
    piece(token.end, token.kind);
  }
  piece(query.length);
  colours.replaceChildren(...pieces);
  colours.scrollLeft = box.scrollLeft;
  box.toggleAttribute("aria-invalid", Boolean(error));
}

// ---- suggestions ----

function option(suggestion, number) {
  const row = document.createElement("div");
  row.id = `suggestion-${number}`;
  row.setAttribute("role", "option");
  row.setAttribute("aria-selected", "false");
  const part = (name, text) => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    row.append(span, " ");
  };
  part("text", suggestion.text);
  if (suggestion.spelling) part("spelling", suggestion.spelling);
  // Translates what a field finds, if the page's language has it.
  const help = suggestion.kind === "field" ? WORDS[`field-${suggestion.text}`] : null;
  part("kind", help ?? suggestion.help ?? WORDS[`name-${suggestion.kind}`] ?? suggestion.kind);
  if (suggestion.games !== undefined) part("games", say(suggestion.games === 1 ? "script-games-one" : "script-games", { games: suggestion.games.toLocaleString("en") }));
  row.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    take(number);
  });
  return row;
}

/** Queries of the local history that begin with the typed text. Each replaces the complete text. */
function askedBefore(query) {
  const begun = recent().filter((other) => other !== query && other.startsWith(query));
  const whole = { kind: "asked", help: say("script-asked-before"), start: 0, end: box.value.length };
  return begun.slice(0, 4).map((text) => ({ ...whole, text, insert: text }));
}

const POINTS = /^\s*[a-hj-z]{1,2}\d{1,2}([\s,]+([a-hj-z]{1,2}\d{1,2}|pass))+[\s,]*$/i;

/** Suggests the board after typed moves. */
function onTheBoard(text) {
  if (!POINTS.test(text)) return [];
  const moves = text.trim().toUpperCase().split(/[\s,]+/).map((move) => (move === "PASS" ? "pass" : move));
  return [{ kind: "position", help: say("script-on-the-board"), text: moves.join(" "), address: written("/", [["m", moves.join(",")]]) }];
}

function offer(found) {
  const known = [...onTheBoard(box.value), ...(found?.suggestions ?? [])];
  const before = askedBefore(box.value.trim());
  const suggestions = box.value.trim() ? [...known, ...before] : [...before, ...known];
  if (!suggestions.length || document.activeElement !== box) return close();
  offered = { start: 0, end: 0, ...found, suggestions };
  list.replaceChildren(...suggestions.map(option));
  list.hidden = false;
  box.setAttribute("aria-expanded", "true");
  choose(-1);
}

function close() {
  offered = null;
  list.hidden = true;
  box.setAttribute("aria-expanded", "false");
  choose(-1);
}

function choose(number) {
  chosen = number;
  for (const [at, row] of [...list.children].entries()) row.setAttribute("aria-selected", String(at === number));
  if (number < 0) box.removeAttribute("aria-activedescendant");
  else {
    box.setAttribute("aria-activedescendant", `suggestion-${number}`);
    list.children[number]?.scrollIntoView({ block: "nearest" });
  }
}

/** Inserts a suggestion. After a field, the box waits for its value; other suggestions add a step to the history. */
function take(number) {
  const suggestion = offered.suggestions[number];
  if (suggestion.address) {
    box.value = "";
    edits += 1;
    clearTimeout(waiting);
    close();
    return go(suggestion.address, "push");
  }
  const { start, end } = { ...offered, ...suggestion };
  const isField = suggestion.kind === "field";
  const rest = box.value.slice(end);
  const insert = suggestion.insert + (isField || rest.startsWith(" ") ? "" : " ");
  box.value = box.value.slice(0, start) + insert + rest;
  const caret = start + insert.length;
  box.setSelectionRange(caret, caret);
  close();
  changed(isField ? null : "push");
}

// ---- typing ----

/** True if the mistake is at the caret, so the user is probably still typing it. */
function isTyped(parsed, caret) {
  const span = parsed?.error?.span_utf16;
  return Boolean(span) && document.activeElement === box && caret >= span.start && caret <= Math.max(span.end, span.start + 1);
}

/** Handles a change: colours and suggestions at once, games after a pause or, for a choice, at once. */
async function changed(how = "replace") {
  const edit = ++edits;
  const began = performance.now();
  const query = box.value;
  const caret = box.selectionStart ?? query.length;
  clearTimeout(waiting);
  colour(query, null);
  const suggested = how === "push" ? null : ask("suggest", query, caret).catch(() => null);
  const parsed = await ask("parse", query, caret).catch(() => null);
  if (edit !== edits) return;
  const early = how !== "push" && isTyped(parsed, caret);
  colour(query, early ? { ...parsed, error: null } : parsed);
  // A query that only lacks what is being typed shows no error, and no results yet.
  if (how && !parsed?.unfinished) {
    const pause = how === "push" ? 0 : early ? PATIENCE : PAUSE;
    const look = () => {
      colour(query, parsed);
      go(address(query), how);
    };
    waiting = setTimeout(look, Math.max(0, pause - (performance.now() - began)));
  }
  const found = await suggested;
  if (edit === edits) offer(found);
}

async function look() {
  const query = box.value;
  const parsed = query ? await ask("parse", query, query.length).catch(() => null) : null;
  if (box.value === query) colour(query, parsed);
}

const MOVES = { ArrowDown: 1, ArrowUp: -1 };

box.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Escape" && offered) {
    event.preventDefault();
    event.stopPropagation();
    close();
  } else if (offered && event.key in MOVES) {
    event.preventDefault();
    const count = offered.suggestions.length + 1;
    choose(((chosen + 1 + MOVES[event.key] + count) % count) - 1);
  } else if (offered && chosen >= 0 && (event.key === "Enter" || event.key === "Tab")) {
    event.preventDefault();
    take(chosen);
  }
});
box.addEventListener("input", () => changed());
box.addEventListener("focus", () => !box.value && recent().length && changed(null));
box.addEventListener("blur", close);
box.addEventListener("scroll", () => (colours.scrollLeft = box.scrollLeft));
box.addEventListener("paste", (event) => recognise(event));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  edits += 1;
  clearTimeout(waiting);
  close();
  closePasted();
  go(address(box.value), "push");
});

// A click on a value of the sentence selects its place in the box.
document.addEventListener("click", (event) => {
  const value = event.target.closest("#sentence a[data-from]");
  if (!value) return;
  event.preventDefault();
  box.focus();
  box.setSelectionRange(Number(value.dataset.from), Number(value.dataset.to));
});

box.setAttribute("role", "combobox");
box.setAttribute("aria-autocomplete", "list");
box.setAttribute("aria-controls", "suggestions");
box.setAttribute("aria-expanded", "false");
list.setAttribute("role", "listbox");
list.setAttribute("aria-label", say("script-suggestions"));
form.classList.add("coloured");

// Another page may have another query. The box is not changed while the user types in it.
whenDrawn(() => {
  const query = document.getElementById("main")?.dataset.query;
  if (query !== undefined && document.activeElement !== box && box.value !== query) box.value = query;
  if (colours.textContent !== box.value) look();
  form.action = document.getElementById("ask-state")?.dataset.action ?? "/";
});

// Other forms of a page are submitted without a page load, too.
document.addEventListener("submit", (event) => {
  const typed = event.target.closest("form.type-move");
  if (!typed) return;
  event.preventDefault();
  whenThere(() => {
    // The form may have been drawn again since it was submitted.
    const form = document.querySelector("form.type-move") ?? typed;
    const field = form.elements.play;
    const pairs = new URLSearchParams(new FormData(form));
    pairs.set("play", typed.elements.play.value);
    const name = typed.elements.play.value.trim().toUpperCase();
    const move = name === "PASS" ? "pass" : name;
    // The address of a known continuation keeps the moves that were taken back. Other texts, such as several moves, are
    // read by the server.
    const known = document.getElementById(`next-${move}`)?.getAttribute("href") ?? addressOf(move);
    if (known) go(known);
    else openForm(field, `${form.getAttribute("action")}?${pairs}`);
  });
});
