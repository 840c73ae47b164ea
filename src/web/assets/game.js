// A game: steps by keys and slider, the commentary and the tree follow, points in comments show themselves.

const { ahead, go, whenDrawn, withValue, nameAt, placeOf } = shared;

const SVG = "http://www.w3.org/2000/svg";
const position = () => document.querySelector(".game #position");
const href = (id) => document.getElementById(id)?.getAttribute("href");

/** The address of a node: that of its place in the tree, where it is drawn. */
function addressOf(node) {
  const known = document.getElementById(`t${node}`)?.getAttribute("href");
  if (known) return known;
  return withValue(location.href, "node", node > 0 ? String(node) : "");
}

/** A step is no page of its own: Back leads out of the game. */
function step(address) {
  if (address) go(address, "replace");
}

/** The nodes of the line: `0-15,40-44`. */
function line() {
  return position().dataset.line.split(",").flatMap((range) => {
    const [from, to] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

let following = true; // Until the reader scrolls the commentary, which ends when the current comment is in view again.

function isInView(item, frame) {
  const [a, b] = [item.getBoundingClientRect(), frame.getBoundingClientRect()];
  return a.bottom > b.top && a.top < b.bottom;
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
  if (!current) return;
  following ||= isInView(current, list);
  if (following && list.scrollHeight > list.clientHeight) list.scrollTop = current.offsetTop - list.offsetTop;
}

whenDrawn(() => {
  const here = position();
  if (!here || here.dataset.ready) return;
  here.dataset.ready = "1";
  light(Number(here.dataset.node));
  const slider = document.getElementById("slider");
  slider.hidden = false;
  slider.addEventListener("input", () => step(addressOf(line()[Number(slider.value)])));
  // What a key may ask for next is there before it is pressed.
  for (const id of ["forward", "back", "below", "above", "hit-after"]) if (href(id)) ahead(href(id));
});

const KEYS = {
  ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "above", ArrowDown: "below", Home: "first", End: "last",
  n: "hit-after", N: "hit-before",
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !position()) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const ten = event.shiftKey && { ArrowLeft: "ten-back", ArrowRight: "ten-forward" }[event.key];
  const id = ten || KEYS[event.key];
  // A scrolled text keeps the keys that scroll it.
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
    link.textContent = "Copied";
  }).catch(() => {});
}

document.addEventListener("click", (event) => {
  const here = position();
  if (!here || event.button !== 0) return;
  const board = event.target.closest(".game svg.board");
  if (board && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    const name = nameAt(board, event);
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
  const link = event.target.closest(".walk a[href], .hit-steps a[href], .variations a[href], #tree a[href], .commentary a[href]");
  if (!link) return;
  event.preventDefault();
  if (link.closest(".commentary")) following = true;
  step(link.getAttribute("href"));
}, true);

for (const kind of ["wheel", "touchmove"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.(".commentary")) following = false;
  }, { passive: true });
}

/** Rings the point that a comment names. */
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

const pointed = (event) => event.target.closest?.("[data-point]")?.dataset.point;
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => pointed(event) && ring(pointed(event)));
}
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => pointed(event) && ring(null));
}
