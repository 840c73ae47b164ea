// Explore: sorts and opens rows, selects years, appends games, and handles the keys of a position.

const { boardOfPage, hint, inLanguage, load, playLetter, go, renameCells, say, whenDrawn, written } = shared;

const SVG = "http://www.w3.org/2000/svg";

/** Fetches parts of this page as an element. */
async function part(href, name) {
  const url = inLanguage(new URL(href, location.href));
  url.searchParams.set("part", name);
  const response = await fetch(url, { headers: { Accept: "text/html" } });
  const body = new DOMParser().parseFromString(await response.text(), "text/html").body;
  return { ok: response.ok, status: response.status, body };
}

// Table of continuations.

const sorting = { column: 1, down: true }; // Sort order; it survives changes of the page.

// The last column shows either the years or what the moves lose.
const showsLosses = () => document.documentElement.dataset.column === "loss";

const number = (cell) => parseFloat(cell?.textContent.replaceAll(",", "")) || -1;
const VALUES = [
  (row) => row.dataset.at,
  (row) => number(row.cells[1]),
  (row) => number(row.cells[2]),
  (row) => {
    const [black, white] = row.dataset.wins.split(" ").map(Number);
    return black / Math.max(1, black + white);
  },
  (row) => number(row.cells[4]),
  (row) => (showsLosses() ? number(row.querySelector(".lost")) : Number(row.dataset.year ?? 0)),
];

function sort() {
  others();
  // The table of moves elsewhere is sorted on its own.
  for (const kind of ["next", "tenuki", "inside:not(.later)", "later"]) {
    sortTables([...document.querySelectorAll(`#moves table.${kind}`)]);
  }
}

/** Sorts the rows of tables that belong together. Each body of a table keeps its number of rows. */
function sortTables(tables) {
  if (!tables.length) return;
  const bodies = tables.flatMap((table) => [...table.tBodies]);
  const value = VALUES[sorting.column];
  const rowsOf = (body) => [...body.rows].filter((row) => !row.classList.contains("more"));
  const open = tables.flatMap((table) => [...table.querySelectorAll("tr.more")]).map((row) => [row.previousElementSibling, row]);
  for (const [, row] of open) row.remove();
  const sizes = bodies.map((body) => body.rows.length);
  const rows = bodies.flatMap(rowsOf).map((row) => [value(row), row]);
  const order = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
  rows.sort(([a], [b]) => (sorting.down ? order(b, a) : order(a, b)));
  for (const [at, body] of bodies.entries()) {
    const before = sizes.slice(0, at).reduce((sum, size) => sum + size, 0);
    body.append(...rows.slice(before, before + sizes[at]).map(([, row]) => row));
  }
  for (const [row, more] of open) row.after(more);
  for (const [at, head] of [...tables[0].tHead.rows[0].cells].entries()) {
    if (at === sorting.column) head.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

const isUsual = () => sorting.column === 1 && sorting.down;

function sortable() {
  const rows = [...document.querySelectorAll("#moves table.continuations thead tr")];
  const heads = rows.flatMap((row) => [...[...row.cells].slice(0, VALUES.length).entries()]);
  for (const [at, head] of heads) {
    if (head.querySelector("button")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => {
      // Numbers are sorted from the largest, names from A.
      sorting.down = sorting.column === at ? !sorting.down : at > 0;
      sorting.column = at;
      sort();
    });
    head.replaceChildren(button);
  }
  if (heads.length && !isUsual()) sort();
}

// Sheet of a narrow page with the controls that are needed rarely.

const sheet = { isOpen: false }; // True while the sheet is open; it survives changes of the page.

function sheetButton() {
  const button = document.getElementById("sheet");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-expanded", String(sheet.isOpen));
  // If the list of moves is longer than the page, it scrolls to the last moves.
  const now = document.querySelector("ol.moves [aria-current]");
  const line = now?.closest("ol");
  if (line) line.scrollLeft = now.offsetLeft + now.offsetWidth - line.offsetLeft - line.clientWidth;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !sheet.isOpen || document.getElementById("sheet")?.checkVisibility() !== true) return;
  if (!event.target.closest?.("#rest, #sheet")) return;
  event.stopPropagation();
  sheet.isOpen = false;
  sheetButton();
  document.getElementById("sheet").focus();
}, true);

document.addEventListener("click", (event) => {
  if (event.target.id !== "sheet") return;
  sheet.isOpen = !sheet.isOpen;
  sheetButton();
});

function lossesButton() {
  const button = document.getElementById("losses");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(showsLosses()));
}

document.addEventListener("click", (event) => {
  if (event.target.id !== "losses") return;
  const column = showsLosses() ? "years" : "loss";
  document.documentElement.dataset.column = column;
  localStorage.setItem("column", column);
  lossesButton();
  if (!isUsual()) sort();
});

/** Opens the details of a row, or closes them. */
async function toggle(link) {
  const row = link.closest("tr");
  const shown = row.nextElementSibling?.classList.contains("more") ? row.nextElementSibling : null;
  link.setAttribute("aria-expanded", String(!shown));
  if (shown) return shown.remove();
  const { ok, body } = await part(`${location.pathname}${location.search}${location.search ? "&" : "?"}of=${encodeURIComponent(row.dataset.of ?? row.dataset.at)}`, "row");
  if (!ok || !row.isConnected || row.nextElementSibling?.classList.contains("more")) return;
  const more = document.createElement("tr");
  more.className = "more";
  const cell = more.insertCell();
  cell.colSpan = row.cells.length;
  cell.append(...(body.firstElementChild?.childNodes ?? []));
  row.after(more);
  const live = document.getElementById("live");
  if (live) live.textContent = cell.innerText.replace(/\s+/g, " ").trim();
}

// Rows behind a click are loaded when somebody opens them.

async function others() {
  const gap = document.querySelector("#others[data-later]");
  if (!gap) return;
  gap.removeAttribute("data-later");
  const { ok, body } = await part(document.getElementById("main").dataset.shown, "others");
  if (!gap.isConnected) return;
  if (!ok) return gap.setAttribute("data-later", "");
  gap.replaceWith(body.querySelector("tbody") ?? "");
  if (!isUsual()) sort();
  renameCells();
}

const summary = (event) => event.target.closest?.("details.rest summary");
document.addEventListener("pointerover", (event) => summary(event) && others());
document.addEventListener("toggle", (event) => event.target.matches("details.rest") && others(), true);

// Appends more games to the list.

async function moreGames(link) {
  const { ok, status, body } = await part(link.getAttribute("href"), "games");
  // The index has changed since the list was loaded, so the list starts again.
  if (status === 409) return go(location.href, "keep");
  const list = document.querySelector("#games ol.games");
  const games = body.querySelectorAll("ol.games > li");
  if (!ok || !list?.isConnected || !games.length) return;
  const first = games[0];
  list.append(...games);
  const next = body.querySelector("#more-games");
  if (next) link.replaceWith(next);
  else link.remove();
  const count = document.querySelector("#games .more-games span");
  const total = Number(count?.dataset.total).toLocaleString("en");
  if (count) count.textContent = say("script-shown-of", { shown: list.children.length, total });
  first.querySelector("a")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("a");
  const work = link?.matches("#moves a.more") ? toggle : link?.id === "more-games" ? moreGames : link?.id === "link" ? copy : null;
  if (!work) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  work(link);
}, true);

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    hint(say("script-link-copied"));
  } catch {
    hint(location.href);
  }
}

// Selection of years: two handles, and a drag over the bars.

function chart() {
  const svg = document.querySelector("svg.years");
  if (!svg) return null;
  const [first, last] = [Number(svg.dataset.first), Number(svg.dataset.last)];
  const [width, height] = [452, 90];
  const year = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return Math.min(last, Math.max(first, first + Math.floor((place.x / width) * (last - first + 1))));
  };
  return { svg, first, last, width, height, year, x: (at) => ((at - first) * width) / (last - first + 1) };
}

function choose(svg, from, to) {
  const text = (year) => String(year).padStart(4, "0");
  const [first, last] = from <= to ? [from, to] : [to, from];
  go(svg.dataset.choose.replace("{from}..{to}", first === last ? text(first) : `${text(first)}..${text(last)}`));
}

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function brush() {
  const of = chart();
  if (!of || of.svg.dataset.ready) return;
  const { svg } = of;
  svg.dataset.ready = "1";
  const range = { from: Number(svg.dataset.from), to: Number(svg.dataset.to) };
  const isAll = () => Math.min(range.from, range.to) === of.first && Math.max(range.from, range.to) === of.last;
  let shade = svg.querySelector(".brush");
  if (!shade) svg.prepend((shade = draw("rect", { class: "brush", width: 0, height: of.height })));
  const handles = ["from", "to"].map((end) => {
    const handle = draw("g", { class: "handle", role: "slider", tabindex: 0, id: `years-${end}` });
    handle.setAttribute("aria-label", say(end === "from" ? "script-first-year" : "script-last-year"));
    handle.append(draw("rect", { class: "reach", x: -22, width: 44, height: of.height }));
    handle.append(draw("path", { d: `M0 0V${of.height}` }), draw("rect", { class: "grip", x: -4, y: 34, width: 8, height: 22, rx: 3 }));
    handle.addEventListener("keydown", (event) => slide(event, end));
    svg.append(handle);
    return handle;
  });
  const show = () => {
    const [from, to] = [Math.min(range.from, range.to), Math.max(range.from, range.to)];
    shade.setAttribute("x", of.x(from));
    shade.setAttribute("width", isAll() ? 0 : of.x(to + 1) - of.x(from));
    for (const [at, end] of ["from", "to"].entries()) {
      const year = range[end];
      handles[at].setAttribute("transform", `translate(${end === "from" ? of.x(year) : of.x(year + 1)} 0)`);
      handles[at].setAttribute("aria-valuemin", of.first);
      handles[at].setAttribute("aria-valuemax", of.last);
      handles[at].setAttribute("aria-valuenow", year);
    }
  };
  let waiting = 0;
  const slide = (event, end) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    const other = end === "from" ? "to" : "from";
    const goal = event.key === "Home" ? of.first : event.key === "End" ? of.last : range[end] + (steps[event.key] ?? NaN);
    if (Number.isNaN(goal) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [low, high] = end === "from" ? [of.first, range[other]] : [range[other], of.last];
    range[end] = Math.min(high, Math.max(low, goal));
    show();
    clearTimeout(waiting);
    waiting = setTimeout(() => choose(svg, range.from, range.to), 400);
  };
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const grip = event.target.closest(".handle");
    const end = grip ? (grip === handles[0] ? "from" : "to") : null;
    const start = of.year(event);
    svg.setPointerCapture(event.pointerId);
    if (!end) [range.from, range.to] = [start, start];
    const move = (moved) => {
      range[end ?? "to"] = of.year(moved);
      show();
    };
    const stop = (ended) => {
      svg.removeEventListener("pointermove", move);
      svg.removeEventListener("pointerup", stop);
      svg.removeEventListener("pointercancel", stop);
      if (ended.type === "pointerup") choose(svg, range.from, range.to);
    };
    svg.addEventListener("pointermove", move);
    svg.addEventListener("pointerup", stop);
    svg.addEventListener("pointercancel", stop);
    event.preventDefault();
  });
  show();
}

// Keys of a position. No key works in a field, or with Ctrl, Alt or Meta.

const href = (id) => document.getElementById(id)?.getAttribute("href");

/** Goes to the position after a number of moves, including moves that were taken back. */
function goToMove(at) {
  const all = document.querySelectorAll("ol.moves li").length;
  const to = Math.min(all, Math.max(0, at));
  const target = to === 0 ? href("first") : href(`m${to}`);
  if (target) go(target);
}

const played = () => document.querySelectorAll("ol.moves li:not(.tail)").length;

/** The nth continuation. */
function nth(at) {
  const links = document.querySelectorAll("#moves table.continuations th a");
  const target = links[at - 1]?.getAttribute("href");
  if (target) go(target);
}

/** Moves the focus from row to row of the table. */
function stepRows(by) {
  const links = [...document.querySelectorAll("#moves table.continuations th a")].filter((link) => link.checkVisibility());
  const at = links.indexOf(document.activeElement);
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
  next?.focus();
}

const KEYS = {
  "Shift+ArrowLeft": () => goToMove(played() - 10),
  "Shift+ArrowRight": () => goToMove(played() + 10),
  Home: () => goToMove(0),
  End: () => goToMove(Infinity),
  ArrowUp: () => stepRows(-1),
  ArrowDown: () => stepRows(1),
  x: () => href("turn") && go(href("turn")),
  y: copy,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (!boardOfPage() || document.querySelector(".game") || event.target.closest("input, textarea, select, summary, [contenteditable], [role=slider]")) return;
  if (letterKey(event) || openKey(event)) return;
  const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
  const work = /^[1-9]$/.test(name) ? () => nth(Number(name)) : KEYS[name];
  if (!work) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  work();
}, true);

/**
 * A to L play the move with that letter while the board or the table has the focus. On the board, `c` describes the
 * point instead, so there only Shift+C plays the move with the letter C.
 */
function letterKey(event) {
  const onBoard = event.target.closest("svg.board");
  if (!onBoard && !event.target.closest("#moves table")) return false;
  if (!/^[a-lA-L]$/.test(event.key) || (onBoard && event.key === "c")) return false;
  if (!playLetter(event.key.toUpperCase())) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  return true;
}

/** The right arrow opens the focused row, the left arrow closes it. */
function openKey(event) {
  const link = event.target.closest("#moves tr[data-at]")?.querySelector("a.more");
  if (!link || event.shiftKey || (event.key !== "ArrowRight" && event.key !== "ArrowLeft")) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  if ((link.getAttribute("aria-expanded") === "true") !== (event.key === "ArrowRight")) toggle(link);
  return true;
}

// Forms of a page are submitted without a page load, like links.

/** Opens the page of a form. If the server refuses what was typed, this page stays, and the mistake stands beside the field. */
async function open(field, address) {
  const answer = await load(address).catch(() => null);
  if (!answer || answer.ok) return go(answer?.place ?? address);
  const drawn = new DOMParser().parseFromString(answer.html, "text/html");
  const texts = [...drawn.querySelectorAll(drawn.querySelector(".mistake") ? ".mistake" : "#problem :is(h2, p)")];
  const id = `${field.id}-mistake`;
  const note = document.getElementById(id) ?? Object.assign(document.createElement("span"), { id, className: "mistake" });
  note.setAttribute("role", "alert");
  field.after(note);
  note.textContent = texts.map((text) => text.textContent.trim()).join(" · ");
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  field.focus();
}

// A mistake disappears as soon as the field is changed.
document.addEventListener("input", (event) => {
  const note = document.getElementById(`${event.target.id}-mistake`);
  if (!note) return;
  note.remove();
  event.target.removeAttribute("aria-invalid");
  event.target.removeAttribute("aria-describedby");
});

document.addEventListener("submit", (event) => {
  const typed = event.target.closest("form.type-region, form.type-range");
  if (!typed) return;
  event.preventDefault();
  const pairs = [...new FormData(typed)].map(([name, value]) => [name, name === "area" ? value.trim().toUpperCase() : value.trim()]);
  open(typed.querySelector("input:not([type=hidden])"), written("/", pairs));
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.beside");
  if (!form) return;
  event.preventDefault();
  open(form.elements.q2, written(form.getAttribute("action"), [...new FormData(form)].map(([name, value]) => [name, value.trim()])));
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.choose-years");
  const svg = form && document.querySelector("svg.years");
  if (!svg) return;
  event.preventDefault();
  choose(svg, Number(form.elements.from.value), Number(form.elements.to.value));
});

whenDrawn(() => {
  sortable();
  lossesButton();
  sheetButton();
  brush();
});

Object.assign(shared, { openForm: open, others });
