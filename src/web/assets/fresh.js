// Notices changes of the archive while a page is open.

const { anew, go, load, put, say, whenDrawn } = shared;

const EVERY = 15_000; // Milliseconds between two requests for the status.
const main = () => document.getElementById("main");

let newest = null; // State of the index in the last status.
let tag = null; // ETag of the last status: the answer that it is unchanged costs nothing.
let asking = false;

/** Asks for the state of the index, unless the page is hidden. */
async function look() {
  if (asking || document.hidden || !main()?.dataset.state) return;
  asking = true;
  try {
    const response = await fetch("/api/v1/status", { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
    if (response.ok) {
      tag = response.headers.get("ETag");
      newest = await response.json();
      tell();
    }
  } catch {
    // Errors are ignored here. If the server is gone, the next request of the user reports that.
  } finally {
    asking = false;
  }
}

const MORE = { one: "script-changed-more-one", many: "script-changed-more-many" };
const FEWER = { one: "script-changed-fewer-one", many: "script-changed-fewer-many" };

function inWords(more) {
  if (more === 0) return say("script-changed");
  const games = Math.abs(more);
  const id = (more > 0 ? MORE : FEWER)[games === 1 ? "one" : "many"];
  return say(id, { games: games.toLocaleString("en") });
}

/** Shows a line with a link to the new state while the page shows an older one. The focus stays where it is. */
function tell() {
  const { state, games } = main()?.dataset ?? {};
  const line = document.getElementById("changed");
  const text = newest && state && newest.state !== state ? inWords(newest.games - Number(games)) : "";
  if (!line || line.dataset.told === text) return;
  line.dataset.told = text;
  line.hidden = !text;
  if (!text) return line.replaceChildren();
  const show = document.createElement("button");
  show.type = "button";
  show.className = "button";
  show.textContent = say("script-show");
  show.addEventListener("click", () => {
    main().focus({ preventScroll: true });
    anew();
  });
  const more = [];
  if (newest.games > Number(games)) {
    const link = document.createElement("a");
    link.href = "/games?q=is%3Anew+sort%3A-added";
    link.textContent = say("script-what-is-new");
    more.push(" · ", link);
  }
  line.replaceChildren(text, " · ", show, ...more);
  document.getElementById("live").textContent = text;
}

setInterval(look, EVERY);
addEventListener("focus", look);
document.addEventListener("visibilitychange", look);
whenDrawn(tell);

// While the first index is being built, the page reloads itself.
setInterval(() => {
  if (document.querySelector("#main[data-building]")) go(location.href, "keep");
}, 1000);

// Parts of pages that show how far work is: the examination of the archive, and a file that is being unpacked. The
// attribute of an element stays until the work is done.
const WORK = { findings: "data-examining", unpacking: "data-unpacking" };
let following = false;

/** Draws the progress of work that a page shows, and the complete page when the work is done. */
async function follow() {
  const part = Object.keys(WORK).find((id) => document.querySelector(`#${id}[${WORK[id]}]`));
  if (following || document.hidden || !part) return;
  following = true;
  const address = location.href;
  const answer = await load(address, undefined, part).catch(() => null);
  following = false;
  if (!answer?.ok || address !== location.href) return;
  if (answer.html.includes(WORK[part])) put(answer);
  else anew();
}

setInterval(follow, 1000);
