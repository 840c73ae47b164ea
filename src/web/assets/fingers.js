// Touch on a board: two fingers zoom, one finger moves the zoomed board, and a held finger shows a magnifier.

const { boardOfPage, pointAt, propose, whenDrawn } = shared;

const CLOSEST = 3; // Largest zoom factor.
const HELD = 350; // Milliseconds after which a finger counts as held.
const STILL = 8; // Pixels that a held finger may move.
const AROUND = 50; // Half the width of the magnified area, in units of the drawing.

const view = { of: "", x: 0, y: 0, width: 0 }; // Visible part of the board, as long as the page shows this board.
let pinch = null;
let pan = null;
let held = null;

/** Width and height of the complete drawing. */
function whole(board) {
  board.dataset.whole ??= board.getAttribute("viewBox");
  return board.dataset.whole.split(" ").slice(2).map(Number);
}

function show(board, x, y, width) {
  const [all, high] = whole(board);
  const zoomed = Math.min(all, Math.max(all / CLOSEST, width));
  const tall = (zoomed * high) / all;
  const inside = (at, most) => Math.min(Math.max(0, at), most);
  Object.assign(view, { of: location.pathname, x: inside(x, all - zoomed), y: inside(y, high - tall), width: zoomed });
  board.setAttribute("viewBox", [view.x, view.y, zoomed, tall].join(" "));
}

const isZoomed = (board) => view.of === location.pathname && view.width > 0 && view.width < whole(board)[0];
const seenWidth = (board) => (isZoomed(board) ? view.width : whole(board)[0]);
const unit = (board) => seenWidth(board) / board.getBoundingClientRect().width;

/** Middle of two fingers, and their distance. */
function spread([a, b]) {
  return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
}

const inDrawing = (board, { x, y }) => new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());

function zoom(board, touches) {
  const now = spread(touches);
  const width = Math.min(whole(board)[0], (pinch.width * pinch.apart) / Math.max(1, now.apart));
  const box = board.getBoundingClientRect();
  // The point between the fingers stays where it is.
  const scale = Math.max(width, whole(board)[0] / CLOSEST) / box.width;
  show(board, pinch.at.x - (now.x - box.left) * scale, pinch.at.y - (now.y - box.top) * scale, width);
}

/** Round magnifier above the finger, with a factor of two. */
function magnify(board, touch) {
  const lens = held.lens ?? document.body.appendChild(Object.assign(document.createElement("div"), { id: "lens" }));
  if (!held.lens) {
    held.lens = lens;
    lens.setAttribute("aria-hidden", "true");
    const copy = board.cloneNode(true);
    for (const part of copy.querySelectorAll(".cells")) part.remove();
    for (const part of copy.querySelectorAll("[id]")) if (!part.closest("defs")) part.removeAttribute("id");
    copy.removeAttribute("data-play");
    lens.append(copy);
  }
  const at = inDrawing(board, { x: touch.clientX, y: touch.clientY });
  lens.firstElementChild.setAttribute("viewBox", [at.x - AROUND, at.y - AROUND, 2 * AROUND, 2 * AROUND].join(" "));
  lens.style.left = `${touch.clientX}px`;
  lens.style.top = `${touch.clientY}px`;
  held.touch = touch;
}

function letGo() {
  clearTimeout(held?.wait);
  held?.lens?.remove();
  held = null;
}

function begin(board, event) {
  letGo();
  pan = pinch = null;
  const [touch] = event.touches;
  if (event.touches.length === 2) {
    event.preventDefault();
    const now = spread(event.touches);
    pinch = { ...now, at: inDrawing(board, now), width: seenWidth(board) };
  } else if (event.touches.length === 1) {
    pan = { x: touch.clientX, y: touch.clientY };
    if (board === boardOfPage()?.board && !board.classList.contains("regions")) held = { from: pan, wait: setTimeout(() => magnify(board, touch), HELD) };
  }
}

function move(board, event) {
  const [touch] = event.touches;
  if (pinch && event.touches.length === 2) {
    event.preventDefault();
    return zoom(board, event.touches);
  }
  if (held?.lens) {
    event.preventDefault();
    return magnify(board, touch);
  }
  if (held && Math.hypot(touch.clientX - held.from.x, touch.clientY - held.from.y) > STILL) letGo();
  // A finger that draws a region does not move the board.
  if (!pan || held || !isZoomed(board) || board.classList.contains("regions")) return;
  event.preventDefault();
  const scale = unit(board);
  show(board, view.x - (touch.clientX - pan.x) * scale, view.y - (touch.clientY - pan.y) * scale, view.width);
  pan = { x: touch.clientX, y: touch.clientY };
}

function end(event) {
  const of = boardOfPage();
  if (held?.lens && of && event.type === "touchend") {
    // The magnifier has already shown the point, so no click may follow.
    event.preventDefault();
    const point = pointAt(of, held.touch);
    if (point) propose(of, point);
  }
  letGo();
  pan = pinch = null;
}

whenDrawn(() => {
  for (const board of document.querySelectorAll(".board-frame svg.board")) {
    if (board.dataset.touched) continue;
    board.dataset.touched = "1";
    if (isZoomed(board)) show(board, view.x, view.y, view.width);
    board.addEventListener("touchstart", (event) => begin(board, event), { passive: false });
    board.addEventListener("touchmove", (event) => move(board, event), { passive: false });
    board.addEventListener("touchend", end, { passive: false });
    board.addEventListener("touchcancel", end);
    board.addEventListener("contextmenu", (event) => held && event.preventDefault());
  }
});
