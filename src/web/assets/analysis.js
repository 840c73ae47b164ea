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

/** Values of a line of the graph: for each move, the height at which the line passes, from 0 at the top to 1. */
function heights(line) {
  const moves = Number(graph().dataset.moves);
  const { height } = graph().viewBox.baseVal;
  const points = graph().querySelector(`path.${line}`)?.getAttribute("d").matchAll(/[ML]([\d.]+) ([\d.]+)/g) ?? [];
  return new Map([...points].map(([, x, y]) => [Math.round((x * moves) / 1000), y / height]));
}

const EDGE = 6 / 220; // Share of the graph above and below its lines, as it is drawn.
const SCALE = 0.8; // Share of half of the height at which the scale of leads ends; greater leads are drawn closer.

/** How far above the middle a height lies, from −1 to 1. */
const above = (height) => (0.5 - height) / (0.5 - EDGE);

function leadText(height) {
  const far = Math.min(0.999, Math.abs(above(height)));
  const scale = Number(graph().dataset.lead);
  const lead = far <= SCALE ? (far / SCALE) * scale : ((1 - SCALE) * scale) / (1 - far);
  return `${above(height) < 0 ? "W" : "B"}+${lead.toFixed(lead < 100 ? 1 : 0)}`;
}

/** What the graph says about a move: its cost if it has a bar, the winning rate and the lead. */
function valueOf(number) {
  const rate = heights("rate").get(number);
  const lead = heights("lead").get(number);
  const middle = (bar) => Number(bar.getAttribute("x")) + Number(bar.getAttribute("width")) / 2;
  const bars = [...graph().querySelectorAll(".loss")];
  const bar = bars.find((one) => Math.round((middle(one) * Number(graph().dataset.moves)) / 1000) === number);
  const percent = rate === undefined ? null : Math.round(50 + 50 * above(rate));
  return [
    bar?.querySelector("title").textContent ?? say("script-graph-move", { number }),
    percent === null ? null : say("script-graph-rate", { percent }),
    lead === undefined ? null : leadText(lead),
  ].filter(Boolean).join(" · ");
}

/** Shows the value of the move under the pointer, above the graph; `null` hides it. */
function showValue(number) {
  const place = document.getElementById("graph-value");
  if (!place) return;
  place.hidden = number === null;
  graph().querySelector(".under")?.remove();
  if (number === null) return;
  place.textContent = valueOf(number);
  const far = number / Number(graph().dataset.moves);
  const room = place.parentElement.clientWidth - place.offsetWidth;
  place.style.left = `${Math.min(Math.max(0, room), Math.max(0, far * place.parentElement.clientWidth - place.offsetWidth / 2))}px`;
  const under = graph().querySelector(".now").cloneNode();
  under.setAttribute("class", "under");
  for (const end of ["x1", "x2"]) under.setAttribute(end, 1000 * far);
  graph().append(under);
}

document.addEventListener("pointermove", (event) => {
  if (event.target.closest?.("#analysis svg.graph")) showValue(moveAt(event));
});
for (const kind of ["pointerout", "pointercancel"]) {
  document.addEventListener(kind, (event) => {
    const isLeft = event.target.closest?.("#analysis svg.graph") && !event.relatedTarget?.closest?.("#analysis svg.graph");
    if (isLeft) showValue(null);
  });
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
  showValue(shown);
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
