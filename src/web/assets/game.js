// A game: steps by keys, slider and swipes; commentary and tree follow; points in comments are shown on the board.

const { ahead, go, hint, measured, placeOf, pointAt, say, whenDrawn, withValue } = shared;

const SVG = "http://www.w3.org/2000/svg";
const position = () => document.querySelector(".game #position");
const href = (id) => document.getElementById(id)?.getAttribute("href");

/** Address of a node: that of its link in the tree, if it is drawn there. */
function addressOf(node) {
  const known = document.getElementById(`t${node}`)?.getAttribute("href");
  if (known) return known;
  const here = ["m", "at", "size"].reduce((address, name) => withValue(address, name, ""), location.href);
  return withValue(here, "node", node > 0 ? String(node) : "");
}

/** Address of the node that follows with a move at this point, if the record has one. */
function nextNode(name) {
  const next = position()?.dataset.next?.split(" ").find((one) => one.startsWith(`${name}=`));
  return next && addressOf(Number(next.split("=")[1]));
}

/** Goes to a node. A step replaces the history entry, so Back leaves the game. */
function step(address) {
  following = true;
  if (address) go(address, "replace");
}

/** Nodes of ranges such as `0-15,40-44`. */
function nodesIn(ranges) {
  return ranges.split(",").flatMap((range) => {
    const [from, to] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

/** Nodes of the line that the page contains. */
const line = () => nodesIn(position().dataset.line);

let following = true; // True if the text follows the board; false while the board follows the scrolled text.

function isInView(item, frame) {
  const [a, b] = [item.getBoundingClientRect(), frame.getBoundingClientRect()];
  return a.top >= b.top && a.bottom <= b.bottom;
}

function light(node) {
  const now = document.getElementById(`t${node}`);
  for (const old of document.querySelectorAll("#tree [aria-current]")) if (old !== now) old.removeAttribute("aria-current");
  now?.setAttribute("aria-current", "step");
  const frame = document.querySelector(".tree-frame");
  if (now && frame) {
    const [a, b] = [now.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (a.left < b.left + 40 || a.right > b.right - 40) frame.scrollLeft += a.left - b.left - b.width / 2;
    if (a.top < b.top + 8 || a.bottom > b.bottom - 8) frame.scrollTop += a.top - b.top - b.height / 2;
  }
  const list = document.querySelector("ol.commentary");
  if (!list) return;
  let current = null;
  for (const item of list.children) {
    const is = Number(item.dataset.node) === node;
    if (is) current = item;
    if (is) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  const isNew = !list.dataset.ready;
  list.dataset.ready = "1";
  if (!current) return;
  if ((following || isNew) && !isInView(current, list)) list.scrollTop = current.offsetTop;
}

// Whoever opens the comment of a program wants to see those of the next moves, too.
let isGeneratedOpen = false;
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".generated")) isGeneratedOpen = event.target.open;
}, true);

whenDrawn(() => {
  for (const comment of document.querySelectorAll("#move .generated")) comment.open = isGeneratedOpen;
  const here = position();
  if (!here || here.dataset.ready) return;
  here.dataset.ready = "1";
  light(Number(here.dataset.node));
  const slider = document.getElementById("slider");
  slider.hidden = false;
  slider.addEventListener("input", () => step(addressOf(line()[Number(slider.value) - Number(slider.min)])));
  // Nodes that the next key may ask for are loaded ahead.
  for (const id of ["forward", "back", "below", "above", "hit-after"]) if (href(id)) ahead(href(id));
});

const KEYS = {
  ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "above", ArrowDown: "below", Home: "first", End: "last",
  n: "hit-after", N: "hit-before", x: "as-recorded",
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !position()) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const ten = event.shiftKey && { ArrowLeft: "ten-back", ArrowRight: "ten-forward" }[event.key];
  const id = ten || KEYS[event.key];
  if (event.key === "Escape" && href("untry")) {
    hint(null);
    step(href("untry"));
    return;
  }
  // A focused text keeps the keys that scroll it.
  if (event.target.closest(".commentary") && /^(Arrow(Up|Down)|Home|End)$/.test(event.key)) return;
  if (id) {
    event.preventDefault();
    step(href(id));
  } else if (event.key === "e" || event.key === "u") {
    event.preventDefault();
    const target = href(event.key === "e" ? "explore" : "up");
    if (target) go(target);
  } else if (event.key === "y") {
    event.preventDefault();
    copy();
  }
});

function copy() {
  const link = document.getElementById("link");
  navigator.clipboard?.writeText(new URL(link.getAttribute("href"), location.href).href).then(() => {
    link.textContent = say("script-copied");
  }).catch(() => {});
}

document.addEventListener("click", (event) => {
  const here = position();
  if (!here || event.button !== 0) return;
  const board = event.target.closest(".game svg.board");
  if (board && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    const name = pointAt(measured(board), event)?.name;
    const put = here.dataset.placed.split(" ").find((placed) => placed.startsWith(`${name}=`));
    if (put) step(addressOf(Number(put.split("=")[1])));
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (event.target.closest("#link")) {
    event.preventDefault();
    copy();
    return;
  }
  const link = event.target.closest(".walk a[href], .tried a[href], #here .ways a[href], .hit-steps a[href], .variations a[href], #tree a[href], .commentary li > a[href]");
  if (!link) return;
  event.preventDefault();
  step(link.getAttribute("href"));
}, true);

// Scrolling by wheel, finger, scroll bar or keys moves the board. Scrolling that a step causes does not.
for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
  document.addEventListener(kind, (event) => {
    const list = event.target.closest?.(".commentary");
    if (list && (kind !== "pointerdown" || event.target === list)) following = false;
  }, { passive: true });
}

/**
 * Comment that is probably being read: the one on a reading line. This line moves from the top of the frame to its end
 * as the text is scrolled, so that it reaches the first and the last comment.
 */
function read(list) {
  const far = list.scrollTop / Math.max(1, list.scrollHeight - list.clientHeight);
  const line = list.getBoundingClientRect().top + far * (list.clientHeight - 2) + 1;
  return [...list.children].find((item) => item.getBoundingClientRect().bottom > line);
}

let reading = 0;
document.addEventListener("scroll", (event) => {
  const list = event.target;
  if (following || !list.matches?.("ol.commentary")) return;
  clearTimeout(reading);
  reading = setTimeout(() => {
    const node = following || !list.isConnected ? undefined : read(list)?.dataset.node;
    if (node !== undefined && node !== position().dataset.node) go(addressOf(Number(node)), "replace");
  }, 120);
}, true);

// A finger that swipes over the board steps: to the left forward, to the right back. A zoomed board moves instead.

const SWIPE = 40; // Shortest way of a swipe, in pixels.
const SWIPE_TIME = 600; // Longest time of a swipe, in milliseconds.
let swiping = null; // Where and when the finger touched the board.
let swiped = -Infinity; // When the last swipe ended.

document.addEventListener("touchstart", (event) => {
  const board = event.touches.length === 1 && event.target.closest?.(".game #position svg.board");
  const [touch] = event.touches;
  const isZoomed = board && board.dataset.whole && board.dataset.whole !== board.getAttribute("viewBox");
  swiping = board && !isZoomed ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
}, { passive: true });

document.addEventListener("touchend", (event) => {
  const from = swiping;
  swiping = null;
  if (!from || event.touches.length || event.timeStamp - from.at > SWIPE_TIME || event.defaultPrevented) return;
  const [touch] = event.changedTouches;
  const [across, down] = [touch.clientX - from.x, touch.clientY - from.y];
  if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
  swiped = event.timeStamp;
  hint(null);
  step(href(across < 0 ? "forward" : "back"));
}, { passive: true });

/** True if a swipe has just ended, so that a click that it causes plays no move. */
const wasSwipe = () => performance.now() - swiped < 400;

// The mouse can drag the tree; touch scrolls it anyway.
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
document.addEventListener("dragstart", (event) => event.target.closest?.(".tree-frame") && event.preventDefault());
document.addEventListener("pointerdown", (event) => {
  const frame = event.target.closest?.(".tree-frame");
  if (!frame || event.pointerType !== "mouse" || event.button !== 0) return;
  const from = { x: frame.scrollLeft + event.clientX, y: frame.scrollTop + event.clientY };
  let drawn = false;
  const move = (moved) => {
    drawn ||= Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > 4;
    if (drawn) frame.scrollTo({ left: from.x - moved.clientX, top: from.y - moved.clientY, behavior: "instant" });
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    // The click at the end of a drag is ignored.
    if (drawn) addEventListener("click", swallow, true);
    setTimeout(() => removeEventListener("click", swallow, true));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop, { once: true });
  addEventListener("pointercancel", stop, { once: true });
});

/** Marks the point that a comment names. */
function ring(name) {
  const board = document.querySelector("#position svg.board, #preview svg.board");
  const layer = board?.querySelector(".ghost");
  if (!layer) return;
  layer.replaceChildren();
  const place = name && placeOf(board, name);
  if (!place) return;
  const circle = document.createElementNS(SVG, "circle");
  for (const [key, value] of Object.entries({ ...place, r: 11, class: "pointed" })) circle.setAttribute(key, value);
  layer.append(circle);
}

const pointed = (event) => event.target.closest?.("[data-point]:not([role=gridcell])")?.dataset.point;
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => pointed(event) && ring(pointed(event)));
}
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => pointed(event) && ring(null));
}

Object.assign(shared, { addressOf, nextNode, nodesIn, step, wasSwipe });
