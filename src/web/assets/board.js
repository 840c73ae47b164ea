// The board: a click plays, a pointer previews the stone, and board, rows and games highlight each other. Keyboard and
// screen readers do the same cell by cell.

const { go, measured, pointAt, pointSeen, say, whenDrawn, whenThere } = shared;

const CELL = 20;
const NEAR = 22; // Distance in pixels within which a tap selects a disc.
const SVG = "http://www.w3.org/2000/svg";

/** The board on which moves are played, with its measures. */
function boardOfPage() {
  const board = document.querySelector("svg.board[data-play]");
  return board && measured(board);
}

/** True on the page of a game, where a click tries a move, and a step replaces the entry of the history. */
const isGame = () => Boolean(document.querySelector(".game #position"));

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Previews the stone that a click would put. */
function ghost(of, point) {
  const layer = of.board.querySelector(".ghost");
  layer.replaceChildren();
  if (!point || stoneAt(of, point) || shared.isAnswered?.()) return;
  // The chosen pen decides what a click puts, such as a white stone. Without a pen, a click plays a move.
  const { color, sign } = shared.pen?.() ?? { color: of.board.dataset.turn === "W" ? "white" : "black" };
  if (color) layer.append(draw("circle", { cx: point.cx, cy: point.cy, r: 9.45, fill: `url(#${color})` }));
  if (!sign) return;
  const text = draw("text", { x: point.cx, y: point.cy + 4, class: "sign" });
  text.textContent = sign;
  layer.append(text);
}

/** Draws the new stone at once. The board in the answer replaces it, and removes captured stones. */
function place(of, point) {
  const color = of.board.dataset.turn === "W" ? "white" : "black";
  const at = { cx: point.cx, cy: point.cy, r: 9.45 };
  const stone = draw("circle", { ...at, class: "placed", fill: `url(#${color})`, stroke: "#75694f", "stroke-width": 0.6 });
  of.board.querySelector(".marks").append(stone);
}

/** Colour of a stone: "black", "white", or nothing. All stones are read at once, because 361 points ask for them. */
function stoneAt(of, point) {
  const place = (stone) => `${stone.getAttribute("cx")} ${stone.getAttribute("cy")}`;
  const color = (stone) => (stone.classList.contains("b") ? "black" : "white");
  of.stones ??= new Map([...of.board.querySelectorAll(".stones circle")].map((stone) => [place(stone), color(stone)]));
  return of.stones.get(`${point.cx} ${point.cy}`) ?? null;
}

const OPEN = {
  "?": "script-open-anything",
  A: "script-open-black",
  V: "script-open-white",
  "*": "script-open-stone",
};

/** Text about what may stand at an open point, or nothing. */
function openAt(of, point) {
  of.open ??= new Map([...of.board.querySelectorAll(".open")].map((sign) => {
    const ring = sign.firstElementChild;
    return [`${ring.getAttribute("cx")} ${ring.getAttribute("cy")}`, OPEN[sign.textContent.trim()]];
  }));
  return of.open.get(`${point.cx} ${point.cy}`);
}

/** Number of the last move at a point, or nothing. */
function moveAt(of, name) {
  const played = document.querySelectorAll("ol.moves li:not(.tail) a");
  of.moves ??= new Map([...played].map((link) => [nameOf(link), link.id.slice(1)]));
  return of.moves.get(name);
}

/** Point of a move in the list of moves; a pass has none. */
const nameOf = (link) => /[A-Z]{1,2}\d+/.exec(link.textContent)?.[0];

let passing = 0;
const LONG = 8000; // Milliseconds for which a message is visible. Messages with buttons stay.

/** Shows a short message over the page and tells it to screen readers. It may have buttons. */
function hint(text, ...buttons) {
  const place = document.getElementById("hint");
  if (!place) return;
  clearTimeout(passing);
  if (text && !buttons.length) passing = setTimeout(() => (place.hidden = true), LONG);
  place.hidden = !text && !buttons.length;
  place.replaceChildren(text ?? "", ...buttons);
  const live = document.getElementById("live");
  if (text && live) live.textContent = text;
}

function light(name) {
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  if (!name) return;
  for (const part of document.querySelectorAll(`[data-at="${CSS.escape(name)}"]`)) part.classList.add("lit");
}

const TAKEN = { black: "script-taken-black", white: "script-taken-white" };
const CLOSED = {
  B: { ko: "script-ko-black", suicide: "script-suicide-black" },
  W: { ko: "script-ko-white", suicide: "script-suicide-white" },
};

/** Message for a point where the rules forbid a move. */
function closed(of, point) {
  const taken = stoneAt(of, point);
  if (taken) return say(TAKEN[taken], { point: point.name });
  const all = document.getElementById("position")?.dataset.illegal?.split(" ") ?? [];
  const reason = all.find((one) => one.startsWith(`${point.name}=`))?.split("=")[1];
  const side = of.board.dataset.turn === "W" ? "W" : "B";
  return reason ? say(CLOSED[side][reason], { point: point.name }) : null;
}

/**
 * Address that a click on a point leads to if a move there is known: the next of the moves that were taken back, or a
 * continuation that the board or the table shows.
 */
function listed(of, name) {
  const undone = document.querySelector("ol.moves li.tail a");
  if (undone && nameOf(undone) === name) return undone.getAttribute("href");
  const next = shared.nextNode?.(name);
  if (next) return next;
  const disc = of.board.querySelector(`.disc[data-at="${name}"]`);
  return disc?.getAttribute("href") ?? document.getElementById(`next-${name}`)?.getAttribute("href");
}

/** Address of the page after a pass or a move on an empty point, by its name; nothing for other texts. */
function addressOf(move) {
  const of = boardOfPage();
  const points = of ? Array.from({ length: of.across * of.down }, (_, at) => pointSeen(of, at % of.across, Math.floor(at / of.across))) : [];
  const isFree = move === "pass" || points.some((point) => point.name === move && !stoneAt(of, point));
  return of && isFree ? of.board.dataset.play.replace("{}", move) : null;
}

/** Plays at a point. If another board is still loading, the move is played on that one. */
function play(of, point) {
  ghost(of, point);
  whenThere(() => playOn(boardOfPage() ?? of, point));
}

function playOn(of, point) {
  if (shared.putAt?.(of, point) || shared.isAnswered?.()) return;
  // A move that the rules forbid is refused, unless games of the archive played it nevertheless. If it is the next of
  // the moves that were taken back, its address keeps the moves after it.
  const known = listed(of, point.name);
  const reason = known ? null : closed(of, point);
  if (reason) return hint(reason);
  ghost(of, null);
  place(of, point);
  const target = known ?? of.board.dataset.play.replace("{}", point.name);
  // A guess is stored before its answer is shown.
  if (!shared.answer?.(target)) go(target, isGame() ? "replace" : "push");
}

/** Disc that a tap selects: the nearest one within reach. */
function discNear(of, event) {
  const discs = [...of.board.querySelectorAll(".disc")].map((disc) => {
    const box = disc.firstElementChild.getBoundingClientRect();
    const far = Math.hypot(box.left + box.width / 2 - event.clientX, box.top + box.height / 2 - event.clientY);
    return { name: disc.dataset.at, far };
  });
  const near = discs.filter((disc) => disc.far <= NEAR).sort((a, b) => a.far - b.far);
  return near[0]?.name;
}

/**
 * Handles a tap: a disc is played, another point is proposed. In a game, where a finger steps and seldom plays, every
 * tap only proposes a stone.
 */
function tap(of, event) {
  if (shared.wasSwipe?.()) return;
  const disc = shared.pen?.() || isGame() ? null : discNear(of, event);
  if (disc) return go(listed(of, disc) ?? of.board.dataset.play.replace("{}", disc));
  const point = pointAt(of, event);
  if (!point) return;
  propose(of, point);
}

const NUDGES = [
  ["left", "←", -1, 0, "script-nudge-left"],
  ["up", "↑", 0, -1, "script-nudge-up"],
  ["down", "↓", 0, 1, "script-nudge-down"],
  ["right", "→", 1, 0, "script-nudge-right"],
];

/** Proposes a stone: shows it with its name above the finger, with buttons to move it and to play it. */
function propose(of, point) {
  if (shared.isAnswered?.()) return;
  ghost(of, point);
  const above = point.seenY > 1 ? -14 : 24;
  const name = draw("text", { x: point.cx, y: point.cy + above, class: "name" });
  name.textContent = point.name;
  of.board.querySelector(".ghost").append(name);
  const button = (id, text, label, work) => {
    const made = Object.assign(document.createElement("button"), { type: "button", id, className: "button", textContent: text });
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", work);
    return made;
  };
  const nudges = NUDGES.map(([way, sign, dx, dy, id]) =>
    button(`nudge-${way}`, sign, say(id), () => {
      const next = pointSeen(of, point.seenX + dx, point.seenY + dy);
      if (next) propose(of, next);
      document.getElementById(`nudge-${way}`).focus({ preventScroll: true });
    }));
  const does = shared.pen?.()?.does(point.name) ?? say("script-play", { point: point.name });
  hint(null, button("play-it", does, null, () => play(of, point)), ...nudges);
}

// Grid of cells for screen readers and keyboard, with one tab stop.

const spoken = { at: null }; // Cell with the tab stop, in screen orientation; it survives changes of the page.

const STANDS = { black: "script-cell-black", white: "script-cell-white" };
const PLAYED = { black: "script-cell-black-move", white: "script-cell-white-move" };
const NEXT = { one: "script-cell-next-one", many: "script-cell-next-many" };
const LETTERED = { one: "script-cell-letter-one", many: "script-cell-letter-many" };

function cellName(of, at) {
  const point = at.name;
  const open = openAt(of, at);
  if (open) return say("script-cell-open", { point, open: say(open) });
  const stone = stoneAt(of, at);
  if (stone) {
    const number = moveAt(of, point);
    return say((number ? PLAYED : STANDS)[stone], { point, number });
  }
  const row = document.getElementById(`next-${point}`)?.closest("tr");
  if (!row) return say("script-cell-empty", { point });
  const letter = row.querySelector("svg.letter").textContent.trim();
  const [, games, share] = [...row.cells].map((cell) => cell.textContent);
  return say((letter ? LETTERED : NEXT)[games === "1" ? "one" : "many"], { point, letter, games, share });
}

let byKeys = false; // True while the board is used by keyboard: then its cells are labelled without delay.
document.addEventListener("focusin", (event) => {
  byKeys = Boolean(event.target.closest?.("[role=gridcell]"));
  if (byKeys) shared.others?.();
});

/** Labels the cells after the board is painted, since sighted users do not need them. */
function cellsSoon(of) {
  if (byKeys) return cells(of);
  requestAnimationFrame(() => setTimeout(() => of.board.isConnected && cells(of)));
}

function cells(of) {
  const layer = of.board.querySelector(".cells");
  layer.setAttribute("role", "grid");
  layer.setAttribute("aria-label", say("script-board"));
  const start = spoken.at ?? { x: Math.floor(of.across / 2), y: Math.floor(of.down / 2) };
  for (let y = 0; y < of.down; y++) {
    const row = draw("g", { role: "row" });
    for (let x = 0; x < of.across; x++) {
      const point = pointSeen(of, x, y);
      const isStop = x === start.x && y === start.y;
      row.append(draw("rect", {
        role: "gridcell", x: of.margin + CELL * x, y: of.margin + CELL * y, width: CELL, height: CELL, fill: "none",
        "data-point": point.name, "aria-label": cellName(of, point), tabindex: isStop ? 0 : -1,
        id: `cell-${x}-${y}`,
      }));
    }
    layer.append(row);
  }
  of.board.querySelector(".discs").setAttribute("aria-hidden", "true");
}

/** Labels the cells again when more rows have arrived. */
function renameCells() {
  const of = boardOfPage();
  for (const cell of of?.board.querySelectorAll("[role=gridcell]") ?? []) {
    const [x, y] = cell.id.split("-").slice(1).map(Number);
    cell.setAttribute("aria-label", cellName(of, pointSeen(of, x, y)));
  }
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function cellKey(event) {
  const cell = event.target.closest?.("[role=gridcell]");
  const of = boardOfPage();
  if (!cell || !of || event.ctrlKey || event.altKey || event.metaKey) return;
  const [x, y] = cell.id.split("-").slice(1).map(Number);
  const point = pointSeen(of, x, y);
  const step = event.shiftKey ? null : STEPS[event.key];
  if (step) moveTo(of, cell, x + step[0], y + step[1]);
  else if (event.key === "Enter" || event.key === " ") play(of, point);
  else if (event.key === "c") speakAround(of, x, y);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function moveTo(of, cell, x, y) {
  const next = document.getElementById(`cell-${x}-${y}`);
  if (!next) return;
  cell.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  spoken.at = { x, y };
  next.focus({ preventScroll: true });
  ghost(of, pointSeen(of, x, y));
  light(next.dataset.point);
}

const BESIDE = { black: "script-beside-black", white: "script-beside-white", empty: "script-beside-empty" };

/** Describes a point and the stones around it. */
function speakAround(of, x, y) {
  const stands = (dx, dy) => {
    const next = pointSeen(of, x + dx, y + dy);
    return say(next ? BESIDE[stoneAt(of, next) ?? "empty"] : "script-beside-edge");
  };
  const around = { above: stands(0, -1), right: stands(1, 0), below: stands(0, 1), left: stands(-1, 0) };
  hint(say("script-around", { cell: cellName(of, pointSeen(of, x, y)), ...around }));
}

/** Plays the continuation with a letter. */
function playLetter(letter) {
  const disc = [...document.querySelectorAll("svg.board .disc")].find((one) => one.textContent.trim() === letter);
  const href = disc?.getAttribute("href");
  if (href) go(href);
  return Boolean(href);
}

document.addEventListener("keydown", cellKey, true);

whenDrawn(() => {
  const of = boardOfPage();
  if (!of || of.board.dataset.ready) return;
  of.board.dataset.ready = "1";
  cellsSoon(of);
  of.board.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("a.side")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.pointerType === "touch") return tap(of, event);
    const point = pointAt(of, event);
    if (point) play(of, point);
  });
  of.board.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const point = shared.isDragged?.(event) ? null : pointAt(of, event);
    ghost(of, point);
    light(point?.name);
    of.board.classList.toggle("taken", Boolean(point && stoneAt(of, point)));
  });
  of.board.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "mouse") return;
    ghost(of, null);
    light(null);
  });
});

const lighting = "#moves tr[data-at], #games li[data-at]";
document.addEventListener("pointerover", (event) => {
  const row = event.target.closest(lighting);
  if (row) lightAndShow(row.dataset.at);
});
document.addEventListener("focusin", (event) => {
  const row = event.target.closest(lighting);
  if (row) return lightAndShow(row.dataset.at);
  light(event.target.dataset?.point);
});

/** Highlights a continuation on the board and in lists, with its stone on the board. */
function lightAndShow(name) {
  light(name);
  const of = boardOfPage();
  const cell = of?.board.querySelector(`[data-point="${CSS.escape(name)}"]`);
  const [x, y] = cell?.id.split("-").slice(1).map(Number) ?? [];
  if (of) ghost(of, cell ? pointSeen(of, x, y) : null);
}

Object.assign(shared, { addressOf, boardOfPage, draw, ghost, hint, light, playLetter, propose, renameCells, stoneAt });
