// Shapes: draws a rectangle by mouse, finger or keys, moves its corners, and puts stones and open points.

const { boardOfPage, draw, ghost, go, hint, lineAt, pointAt, pointSeen, say, stoneAt, whenDrawn, written } = shared;

const CELL = 20;
const TOUCH = 22; // Pixels around a corner that select it: half of the 44 that a finger needs.
const STILL = 4; // Pixels that a pointer on a handle may move before it counts as a drag.
const TAPPED = 400; // Milliseconds after a touch within which the browser may send its click.
const LISTS = ["b", "w", "any", "maybe-b", "maybe-w", "stone"];
const WILD = ["any", "maybe-b", "maybe-w", "stone"];

const pen = { name: "turn" }; // Chosen pen, which decides what a click puts; "turn" plays a move.
let waits = false; // True if the user is about to draw a region that the address does not have yet.
let drawing = null; // Rectangle that is being drawn: its fixed corner, and its moving one.
let released = null; // Place where the last drag ended, as long as the pointer stays there.

const element = (id) => document.getElementById(id);
const href = (id) => element(id)?.getAttribute("href");
const area = () => element("areas")?.dataset.area; // Part that the page shows: whole, around or region.
const isRegion = () => area() === "region";
const within = (at, lines) => Math.min(lines - 1, Math.max(0, at));

// Drawing the rectangle.

const sorted = ({ from, to }) => ({
  left: Math.min(from[0], to[0]), right: Math.max(from[0], to[0]),
  top: Math.min(from[1], to[1]), bottom: Math.max(from[1], to[1]),
});

/** Rectangle that the page shows, in lines as they are drawn. */
function shown(of) {
  const part = of.board.querySelector(".part:not(.drawn)");
  if (!part) return null;
  const [left, top, right, bottom] = part.dataset.part.split(" ").map((units) => Math.round((units - of.margin) / CELL));
  return { from: [left, top], to: [right - 1, bottom - 1] };
}

/** Name of a rectangle: its lower left and its upper right corner, in board orientation. */
function nameOf(of, rectangle) {
  const { left, right, top, bottom } = sorted(rectangle);
  const [a, b] = [pointSeen(of, left, top), pointSeen(of, right, bottom)];
  const at = (x, y) => shared.column(x) + (of.rows - y);
  return `${at(Math.min(a.x, b.x), Math.max(a.y, b.y))}-${at(Math.max(a.x, b.x), Math.min(a.y, b.y))}`;
}

/** Draws the rectangle that is being drawn or moved, before its page is loaded. */
function preview(of) {
  of.board.querySelector(".part.drawn")?.remove();
  of.board.classList.toggle("drawing", Boolean(drawing));
  if (!drawing) return;
  const { left, right, top, bottom } = sorted(drawing);
  const [x, y] = [of.margin + CELL * left, of.margin + CELL * top];
  const [width, height] = [CELL * (right - left + 1), CELL * (bottom - top + 1)];
  const group = draw("g", { class: "part drawn" });
  const [, , all, high] = (of.board.dataset.whole ?? of.board.getAttribute("viewBox")).split(" ");
  group.append(draw("path", { class: "shade", d: `M0 0H${all}V${high}H0ZM${x} ${y}v${height}h${width}v-${height}Z`, "fill-rule": "evenodd" }));
  group.append(draw("rect", { class: "dashed", x, y, width, height }));
  const text = draw("text", { x: x + width / 2, y: y + height / 2 + 5, class: "name" });
  text.textContent = `${right - left + 1} × ${bottom - top + 1}`;
  group.append(text);
  of.board.append(group);
}

/**
 * Loads the page of the rectangle. If only a corner was moved, the choice of the sides that must lie on an edge of the
 * board is kept; a new rectangle gets the default.
 */
function take(of) {
  const pairs = new URL(location.href).searchParams;
  pairs.set("area", nameOf(of, drawing));
  if (!drawing.resizes) pairs.delete("edges");
  stop(of);
  waits = false;
  go(written("/", pairs));
}

function stop(of) {
  drawing = null;
  preview(of);
}

const said = (of) => {
  const { left, right, top, bottom } = sorted(drawing);
  const at = [
    left === 0 && "script-edge-left",
    top === 0 && "script-edge-upper",
    right === of.across - 1 && "script-edge-right",
    bottom === of.down - 1 && "script-edge-lower",
  ];
  const edges = at.filter(Boolean).map((id) => say(id));
  const [from, to] = nameOf(of, drawing).split("-");
  const values = { from, to, across: right - left + 1, down: bottom - top + 1 };
  if (!edges.length) return say("script-region", values);
  return say("script-region-edges", { ...values, edges: edges.reduce((first, second) => say("script-and", { first, second })) });
};

// Drawing by mouse and by finger.

/**
 * Finds the corner of the rectangle within reach of a pointer. Returns the opposite corner, the found corner, and two
 * flags: whether the found corner is on the left, and whether it is at the top.
 */
function cornerAt(of, event, reach) {
  const part = shown(of);
  if (!part || !isRegion()) return null;
  const rects = [...of.board.querySelectorAll(".part:not(.drawn) .corner")];
  const far = (rect) => {
    const box = rect.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
  };
  const at = rects.findIndex((rect) => far(rect) <= reach);
  const { from, to } = part;
  if (at < 0) return null;
  // The handles are in clockwise order from the upper left one, so 0 and 3 are on the left, and 0 and 1 at the top.
  const [isLeft, isTop] = [at === 0 || at === 3, at < 2];
  const pick = (is, [x, y], [otherX, otherY]) => [is[0] ? x : otherX, is[1] ? y : otherY];
  return [pick([isLeft, isTop], to, from), pick([isLeft, isTop], from, to), [isLeft, isTop]];
}

/**
 * Column and row to which a pointer pulls a corner. The rectangle's edge goes to the nearest border between two points,
 * so pulling it a little changes nothing.
 */
function pulledTo(of, [isLeft, isTop], event) {
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(of.board.getScreenCTM().inverse());
  const line = (units, isFirst) => {
    const at = (units - of.margin) / CELL;
    // A limit of 0.6 instead of 0.5 makes sure that a pull to the middle of a point includes this point.
    return isFirst ? Math.ceil(at - 0.6) : Math.floor(at + 0.6) - 1;
  };
  return [line(place.x, isLeft), line(place.y, isTop)];
}

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Follows a pointer after it went down. The board may be redrawn meanwhile, because the page of a shape is sent several
 * times while its search runs.
 */
function begin(event) {
  const of = boardOfPage();
  // Pages without a button for the region have no shapes.
  if (!of || !element("region") || !of.board.contains(event.target)) return;
  // Two fingers zoom.
  if (!event.isPrimary) return stop(of);
  const right = event.pointerType === "mouse" && event.button === 2;
  const reach = event.pointerType === "mouse" ? TOUCH / 2 : TOUCH;
  const corner = event.button === 0 ? cornerAt(of, event, reach) : null;
  // A finger may select a corner from farther away than the drawn handle. A tap outside of the handle may be meant for
  // a point, so it counts as a use of the handle only once it drags.
  let isHandle = Boolean(corner && cornerAt(of, event, TOUCH / 2));
  if (!right && !(event.button === 0 && (corner || waits || isRegion()))) return;
  const first = lineAt(of, event);
  if (!corner && !pointSeen(of, ...first)) return;
  let moves = true;
  const move = (moved) => {
    const now = boardOfPage();
    if (!now || !moves) return;
    const [x, y] = corner ? pulledTo(now, corner[2], moved) : lineAt(now, moved);
    const to = [within(x, now.across), within(y, now.down)];
    const pulled = corner && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > STILL;
    if (corner && !drawing && !pulled) return;
    isHandle ||= Boolean(pulled);
    if (!drawing && String(to) === String(corner ? corner[1] : first)) return;
    if (!drawing) {
      now.board.setPointerCapture(event.pointerId);
      ghost(now, null);
    }
    drawing = corner ? { from: corner[0], to, resizes: true } : { from: first, to };
    preview(now);
  };
  const end = (ended) => {
    for (const [kind, work] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(kind, work);
    const now = boardOfPage();
    if ((!drawing && !isHandle) || !now || !moves) return;
    // The click at the end of a drag is ignored, and so is one on a handle.
    const forget = () => removeEventListener("click", swallow, true);
    addEventListener("click", swallow, true);
    addEventListener("pointerdown", forget, { once: true, capture: true });
    setTimeout(forget, event.pointerType === "mouse" ? 0 : TAPPED);
    released = [ended.clientX, ended.clientY];
    if (!drawing) return;
    if (ended.type === "pointerup") take(now);
    else stop(now);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  addEventListener("pointerdown", () => (moves = false), { once: true, capture: true });
}
/** True during a drag, and after it until the pointer has moved away: then no stone is previewed. */
shared.isDragged = (event) => {
  if (drawing) return true;
  if (released && Math.hypot(event.clientX - released[0], event.clientY - released[1]) > STILL) released = null;
  return Boolean(released);
};

document.addEventListener("pointerdown", begin, true);
document.addEventListener("contextmenu", (event) => {
  if (boardOfPage()?.board.contains(event.target)) event.preventDefault();
});

// By keys: arrows move the rectangle, and Shift with arrows moves its lower right corner.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function startByKeys(of) {
  const cell = of.board.querySelector('.cells [tabindex="0"]')?.id.split("-").slice(1).map(Number);
  const here = cell ?? [Math.floor(of.across / 2), Math.floor(of.down / 2)];
  const part = shown(of);
  drawing = part ? { ...part, resizes: true } : { from: here, to: here };
  preview(of);
  hint(say("script-region-keys", { region: said(of) }));
}

function shift(of, [dx, dy], sizes) {
  const { left, right, top, bottom } = sorted(drawing);
  const to = [within(right + dx, of.across), within(bottom + dy, of.down)];
  if (sizes) Object.assign(drawing, { from: [left, top], to: [Math.max(left, to[0]), Math.max(top, to[1])] });
  else if (left + dx >= 0 && top + dy >= 0 && right + dx < of.across && bottom + dy < of.down) {
    Object.assign(drawing, { from: [left + dx, top + dy], to: [right + dx, bottom + dy], resizes: false });
  }
  preview(of);
  hint(said(of));
}

function drawingKey(of, event) {
  if (event.key in STEPS) shift(of, STEPS[event.key], event.shiftKey);
  else if (event.key === "Enter") {
    hint();
    take(of);
  } else if (event.key === "Escape") {
    stop(of);
    hint(say("script-region-none"));
  } else return;
  swallow(event);
}

addEventListener("keydown", (event) => {
  const of = boardOfPage();
  if (!of || !element("region") || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  if (drawing) return drawingKey(of, event);
  // The links of the parts are switches, which the space bar presses, too.
  if (event.key === " " && event.target.matches?.("#areas a[href]")) {
    swallow(event);
    return event.target.click();
  }
  const cell = event.target.closest?.("[role=gridcell]");
  if (event.key === "r") startByKeys(of);
  else if (event.key === "w" && cell) cycle(of, pointSeen(of, ...cell.id.split("-").slice(1).map(Number)));
  else if (event.key === "w" && element("pens")) choosePen(WILD[(WILD.indexOf(pen.name) + 1) % WILD.length]);
  else if (event.key === "Escape" && document.querySelector("details.menu[open]")) return;
  else if (event.key === "Escape" && waits) {
    waits = false;
    hint();
    show();
  } else if (event.key === "Escape" && document.activeElement === document.body && area() !== "whole") {
    go(href("whole"));
  } else return;
  swallow(event);
}, true);

// Putting stones and open points.

const PUTS = { b: "script-put-black", w: "script-put-white", empty: "script-put-empty" };

/** Stone or sign that a click puts with the chosen pen; null if a click plays a move. */
function penNow() {
  const button = element("pens") && pen.name !== "turn" && document.querySelector(`[data-pen="${pen.name}"]`);
  if (!button) return null;
  const color = { b: "black", w: "white" }[pen.name];
  const sign = WILD.includes(pen.name) ? button.dataset.sign : null;
  const id = PUTS[pen.name] ?? "script-put-sign";
  const does = (point) => say(id, { sign, point });
  return { color, sign, does };
}

function choosePen(name) {
  pen.name = name;
  show();
  const button = document.querySelector(`[data-pen="${name}"]`);
  hint(button ? say("script-click-puts", { what: button.title }) : null);
}

const listOf = (pairs, name) => (pairs.get(name) ?? "").split(",").filter(Boolean);

/** Sets up the stones of the board, in place of the moves that led to them. */
function setUp(of, pairs) {
  for (const [list, color] of [["b", "b"], ["w", "w"]]) {
    const stones = [...of.board.querySelectorAll(`.stones circle.${color}`)];
    const line = (stone, axis) => Math.floor((stone.getAttribute(axis) - of.margin) / CELL);
    pairs.set(list, stones.map((stone) => pointSeen(of, line(stone, "cx"), line(stone, "cy")).name).join(","));
  }
  for (const name of ["m", "at", "seq"]) pairs.delete(name);
  pairs.set("turn", of.board.dataset.turn === "W" ? "W" : "");
}

/** Puts what the pen draws; a second click removes it. */
function put(of, point, name = pen.name) {
  if (name === "turn" || (name === pen.name && !element("pens"))) return false;
  const pairs = new URL(location.href).searchParams;
  const was = LISTS.find((list) => listOf(pairs, list).includes(point.name));
  if (stoneAt(of, point) && was !== "b" && was !== "w") setUp(of, pairs);
  for (const list of LISTS) pairs.set(list, listOf(pairs, list).filter((other) => other !== point.name).join(","));
  if (name !== "empty" && name !== was) pairs.set(name, [...listOf(pairs, name), point.name].join(","));
  go(written("/", pairs));
  return true;
}

/** Next sign of an open point; after the last one, the point is as it was before. */
function cycle(of, point) {
  const pairs = new URL(location.href).searchParams;
  const at = WILD.findIndex((list) => listOf(pairs, list).includes(point.name));
  put(of, point, WILD[at + 1] ?? "empty");
}

// Buttons and visible state.

document.addEventListener("click", (event) => {
  const of = boardOfPage();
  if (!of || !element("region") || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = event.target.closest("[data-pen]");
  if (button) return choosePen(button.dataset.pen);
  if (event.shiftKey && of.board.contains(event.target)) {
    const point = pointAt(of, event);
    swallow(event);
    if (point) cycle(of, point);
    return;
  }
  const chosen = event.target.closest("#region, #whole, #around");
  if (!chosen || event.shiftKey) return;
  if (waits && chosen.id === area()) {
    // The page shows this part already; only the drawing of a region ends.
    swallow(event);
    hint();
    waits = false;
    return show();
  }
  if (chosen.id !== "region" || isRegion() || waits) {
    waits = false;
    return;
  }
  // The region is drawn first; a second click takes the default region. By keyboard, a rectangle appears at once.
  swallow(event);
  waits = true;
  show();
  if (event.detail === 0) return startByKeys(of);
  hint(say("script-region-draw"));
}, true);

function show() {
  const of = boardOfPage();
  if (!of) return;
  of.board.classList.toggle("regions", waits || isRegion());
  element("region")?.classList.toggle("waits", waits);
  const on = waits ? "region" : area();
  for (const id of ["whole", "around", "region"]) if (element(id)?.href) element(id).setAttribute("aria-pressed", String(id === on));
  const pens = element("pens");
  if (!pens) return void (pen.name = "turn");
  pens.hidden = false;
  for (const button of pens.querySelectorAll("[data-pen]")) button.setAttribute("aria-pressed", String(button.dataset.pen === pen.name));
}

whenDrawn(() => {
  const of = boardOfPage();
  if (of && drawing) preview(of);
  else drawing = null;
  show();
});

Object.assign(shared, { pen: penNow, putAt: put });
