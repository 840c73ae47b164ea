// The last queries of this browser. The server does not know them.

const { say, whenDrawn, written } = shared;

const KEPT = 8;
const box = document.getElementById("q");
let finished = false; // True if the query in the box is complete, although the box still has the focus.

/** Last queries, newest first. */
function recent() {
  try {
    const told = JSON.parse(localStorage.getItem("recent") ?? "[]");
    return told.filter((query) => typeof query === "string").slice(0, KEPT);
  } catch {
    return [];
  }
}

/** Stores the query of the page if it has an answer. A query that is still being typed is not stored. */
function remember() {
  const query = document.getElementById("main")?.dataset.query;
  if (!query || !document.getElementById("problem")?.hidden) return;
  const others = recent().filter((other) => other !== query);
  try {
    localStorage.setItem("recent", JSON.stringify([query, ...others].slice(0, KEPT)));
  } catch {
    // Without storage there are no recent queries.
  }
}

/** Shows the recent queries on the empty board. */
function offerRecent() {
  const place = document.getElementById("recent");
  const queries = recent();
  if (!place || !queries.length) return;
  const heading = document.createElement("h2");
  heading.textContent = say("script-asked-here");
  const list = document.createElement("ul");
  for (const query of queries) {
    const link = document.createElement("a");
    link.href = written("/", [["q", query]]);
    link.append(document.createElement("code"));
    link.firstChild.textContent = query;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  place.hidden = false;
  place.replaceChildren(heading, list);
}

/** True if the query of the page may be a part of the one that is being typed. */
const isUnfinished = () => !finished && document.activeElement === box;

box.addEventListener("blur", remember);
document.getElementById("ask").addEventListener("submit", () => (finished = true));
box.addEventListener("input", () => (finished = false));
whenDrawn(() => {
  if (!isUnfinished()) remember();
  offerRecent();
});

Object.assign(shared, { recent, isUnfinished });
