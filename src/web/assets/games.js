// The page Games: selection by j and k, preview, and further rows without a page load.

const { ahead, go, load, put, say, speak, withValue } = shared;

const rows = () => [...(document.getElementById("rows")?.children ?? [])];
const selected = () => rows().findIndex((row) => row.getAttribute("aria-current"));
let latest = 0;
let chosen = null; // Row that a key or a click selected.

/** Players, date and result of the game that was selected, for screen readers; null if no row was selected. */
function selectedGame() {
  if (!chosen?.isConnected) return null;
  const line = chosen.querySelector("div > a") ?? chosen;
  return line.innerText.replace(/\s+/g, " ").trim();
}

/** Selects a row. The preview follows, and the focus stays where it is. */
async function select(at) {
  const row = rows()[at];
  if (!row) return;
  const number = ++latest;
  for (const other of rows()) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  chosen = row;
  speak();
  row.scrollIntoView({ block: "nearest" });
  history.replaceState(null, "", withValue(location.href, "sel", String(at)));
  const answer = await load(row.dataset.href, undefined, "preview").catch(() => null);
  if (answer && number === latest) put(answer);
  for (const near of [rows()[at + 1], rows()[at - 1]]) if (near) ahead(near.dataset.href, "preview");
}

/** Appends the next page. If the index has changed meanwhile, the list starts over. */
async function more(link) {
  link.setAttribute("aria-busy", "true");
  const answer = await load(link.getAttribute("href"), undefined, "list").catch(() => null);
  if (!answer?.ok) return go(link.getAttribute("href"));
  const page = new DOMParser().parseFromString(answer.html, "text/html");
  const list = page.getElementById("list");
  if (list.hasAttribute("data-restarted")) return go(location.href, "keep");
  const next = page.getElementById("rows");
  document.getElementById("rows").append(...[...next.children].map((row) => document.adoptNode(row)));
  document.getElementById("more").replaceWith(document.adoptNode(page.getElementById("more")));
  // The link to the first page is for readers who opened a later page by its address.
  document.querySelector("#more .first")?.remove();
  const said = document.getElementById("live");
  if (said) said.textContent = say(rows().length === 1 ? "script-games-shown-one" : "script-games-shown", { games: rows().length });
}

document.addEventListener("click", (event) => {
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const value = event.altKey && plain && event.target.closest("#facets li > a:first-child");
  if (value) {
    event.preventDefault();
    event.stopImmediatePropagation();
    go((value.parentElement.querySelector("a.not") ?? value).getAttribute("href"));
    return;
  }
  const link = event.target.closest("#more a[rel=next]");
  if (link && plain) {
    event.preventDefault();
    more(link);
    return;
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  // A click on a row beside its links selects the row.
  const row = event.target.closest("#rows > [data-href]");
  if (row && plain && !event.target.closest("a")) select(rows().indexOf(row));
}, true);

const KEYS = {
  j: () => select(selected() + 1),
  k: () => select(selected() - 1),
  Enter: () => go(document.getElementById("open").getAttribute("href")),
  e: () => go(document.getElementById("explore").getAttribute("href")),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.querySelector("details.menu[open]")?.removeAttribute("open");
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (!document.getElementById("rows") || event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  const work = KEYS[event.key];
  const needs = { Enter: "open", e: "explore" }[event.key];
  if (!work || (needs && !document.getElementById(needs))) return;
  event.preventDefault();
  work();
});

Object.assign(shared, { selectedGame });
