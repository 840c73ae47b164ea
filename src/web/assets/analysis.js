// The analysis of a game: its graph links to each move, a slider hides cheap moves, and a key shows the expected line.

const { addressOf, nodesIn, say, step, whenDrawn } = shared;

const section = () => document.getElementById("analysis");
const graph = () => document.querySelector("#analysis svg.graph");
const costly = (selector) => document.querySelectorAll(`#costly .costly ${selector}`);

/** Threshold that was chosen before, if the browser stores it. */
function chosen(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function choose(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the choice lasts as long as this page.
  }
}

const unitOf = (slider) => (slider.dataset.unit === "%" ? "script-counts-percent" : "script-counts-points");

/** Hides the moves that cost less than the slider's threshold. */
function sift(slider) {
  const least = Number(slider.value) / Number(slider.dataset.each);
  slider.closest(".counts").querySelector("output").textContent = say(unitOf(slider), { value: slider.value });
  for (const bar of graph().querySelectorAll(".loss")) bar.classList.toggle("slight", bar.dataset.cost < least);
  for (const row of costly("li")) row.hidden = row.dataset.cost < least;
}

function readySlider() {
  const slider = document.getElementById("counts");
  if (!slider || slider.dataset.ready) return;
  slider.dataset.ready = "1";
  slider.closest(".counts").hidden = false;
  // The thresholds in points and in percent are stored separately.
  const name = `counts-${slider.dataset.unit}`;
  slider.value = chosen(name) ?? slider.value;
  sift(slider);
  slider.addEventListener("input", () => {
    sift(slider);
    choose(name, slider.value);
  });
}

/** Marks the move of the current node in the graph and in the list. */
function mark() {
  const { main, node } = document.getElementById("position").dataset;
  const x = (1000 * Number(main)) / Number(graph().dataset.moves);
  const now = graph().querySelector(".now");
  for (const end of ["x1", "x2"]) now.setAttribute(end, x);
  for (const row of costly("a")) {
    if (row.dataset.node === node) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
}

// The expected line is always drawn, and an attribute of the root element shows or hides it, so a step does not lose
// the choice.
const root = document.documentElement;
if (chosen("best-line") === "on") root.dataset.best = "on";

function toggleBest() {
  if (root.dataset.best) delete root.dataset.best;
  else root.dataset.best = "on";
  choose("best-line", root.dataset.best ?? "off");
  readyBest();
}

function readyBest() {
  const button = document.getElementById("best");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(Boolean(root.dataset.best)));
}

whenDrawn(() => {
  readyBest();
  if (!graph()) return;
  readySlider();
  mark();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "b" || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!document.getElementById("best") || event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
  event.preventDefault();
  toggleBest();
});

/** Number of the main-line move that is nearest to a pointer. */
function moveAt(event) {
  const { left, width } = graph().getBoundingClientRect();
  const far = Math.min(1, Math.max(0, (event.clientX - left) / width));
  return Math.round(far * Number(graph().dataset.moves));
}

function goToMove(number) {
  const nodes = nodesIn(section().dataset.line);
  step(addressOf(nodes[Math.min(number, nodes.length - 1)]));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#best")) toggleBest();
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const row = event.target.closest(".costly a");
  if (!row && !event.target.closest("#analysis svg.graph")) return;
  event.preventDefault();
  if (row) step(row.getAttribute("href"));
  else goToMove(moveAt(event));
}, true);

// While the pointer is dragged along the graph, the board follows. A vertical drag by finger scrolls the page.
document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.target.closest("#analysis svg.graph")) return;
  const around = graph();
  let shown = moveAt(event);
  around.setPointerCapture(event.pointerId);
  const move = (moved) => {
    if (moveAt(moved) === shown) return;
    shown = moveAt(moved);
    goToMove(shown);
  };
  around.addEventListener("pointermove", move);
  around.addEventListener("lostpointercapture", () => around.removeEventListener("pointermove", move), { once: true });
});
document.addEventListener("dragstart", (event) => event.target.closest?.("svg.graph") && event.preventDefault());
