// Single keys. No key works in a field, or with Ctrl, Alt or Meta. The help page lists all of them.

const { go, whenDrawn } = shared;

const follow = (id) => document.getElementById(id)?.getAttribute("href");

const KEYS = {
  "/": () => document.getElementById("q").focus(),
  "?": () => go("/help"),
  ArrowLeft: () => follow("back") && go(follow("back")),
  ArrowRight: () => follow("forward") && go(follow("forward")),
  t: () => document.getElementById("theme").click(),
};

// Keys that print a character can be turned off, since speech input and slips press them by mistake.

function isOff() {
  try {
    return localStorage.getItem("keys") === "off";
  } catch {
    return false;
  }
}

const inField = (event) => event.target.closest?.("input, textarea, select, [contenteditable]");

addEventListener("keydown", (event) => {
  if (event.key.length === 1 && event.key !== " " && isOff() && !inField(event)) event.stopImmediatePropagation();
}, true);

whenDrawn(() => {
  const choice = document.getElementById("single-keys");
  if (!choice || choice.dataset.ready) return;
  choice.dataset.ready = "1";
  choice.closest("[hidden]")?.removeAttribute("hidden");
  choice.checked = !isOff();
  choice.addEventListener("change", () => localStorage.setItem("keys", choice.checked ? "on" : "off"));
});

let began = -Infinity; // Time at which `g` was pressed: the next letter chooses a page.

// Letters of the pages, the same in all languages.
const PAGES = { e: "/", j: "/joseki", g: "/games", p: "/players", m: "/mine", a: "/archive" };

/** Goes to the page with a letter. */
function goToPage(letter) {
  const links = [...document.querySelectorAll("#nav a")];
  const link = links.find((one) => one.pathname === PAGES[letter]);
  if (link) go(link.getAttribute("href"));
  return Boolean(link);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || inField(event)) return;
  const isSecond = event.timeStamp - began < 1500;
  began = -Infinity;
  if (isSecond ? goToPage(event.key.toLowerCase()) : event.key === "g" && !event.target.closest("svg.board, #moves table")) {
    if (!isSecond) began = event.timeStamp;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.activeElement?.blur();
  // Another script of the page, such as `game.js`, has handled the key.
  if (event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (inField(event)) return;
  const work = KEYS[event.key];
  if (!work) return;
  event.preventDefault();
  work();
});

const theme = document.getElementById("theme");
theme.hidden = false;
theme.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});
