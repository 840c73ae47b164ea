// The user's data: sends stars, tags, notes and saved queries to the server, and shows the stored state.

const { anew, forget, isUnfinished, load, put, say, whenDrawn } = shared;

const panel = () => document.getElementById("mine");
const isKept = () => Boolean(document.getElementById("main")?.hasAttribute("data-mine"));
const ASKED_AFTER = 2000; // Milliseconds for which a query must be shown before it is added to the history.

let token = null; // Write token of this run of the server.

async function tokenNow() {
  const response = await fetch("/api/v1/mine/token");
  return response.ok ? (await response.json()).token : null;
}

/** Sends a change. Returns the answer or the error; if a note was changed meanwhile, both texts. */
async function send(what, change, isAgain = false) {
  try {
    token ??= await tokenNow();
    const { lang } = document.documentElement; // Language of error messages.
    const headers = { "Content-Type": "application/json", "X-Kifu-Index": lang, "X-Kifu-Token": token ?? "" };
    const body = JSON.stringify(change);
    const response = await fetch(`/api/v1/mine/${what}`, { method: "POST", headers, body });
    if (response.ok) {
      forget();
      return { answer: await response.json() };
    }
    // The server may have been restarted, so the token is fetched again.
    if (response.status === 403 && !isAgain) {
      token = null;
      return send(what, change, true);
    }
    const { message, note } = (await response.json()).error;
    return { fault: message, conflict: note };
  } catch {
    return { fault: say("script-silent") };
  }
}

/** Sends a change. Returns the error, or null. */
const keep = async (what, change) => (await send(what, change)).fault ?? null;

/** Shows beside the button that a change was not stored, and tells screen readers. */
function tell(fault) {
  for (const id of ["mine-state", "live"]) {
    const place = document.getElementById(id);
    if (place) place.textContent = say("script-not-kept", { fault });
  }
}

/** Changes the marks of the game, and shows them as they are stored. A note that is being written stays. */
async function mark(change) {
  const fault = await keep("mark", { game: panel().dataset.game, ...change });
  if (fault) return tell(fault);
  const answer = await load(location.href, undefined, "mine");
  const [note, state] = [document.getElementById("note"), document.getElementById("note-state")];
  const [text, said] = [note?.value, state?.textContent];
  const seen = { ...note?.dataset };
  const isOpen = document.getElementById("mine-details")?.open;
  put(answer);
  document.getElementById("mine-details").open = isOpen;
  const now = document.getElementById("note");
  if (text !== undefined) {
    now.value = text;
    // The note is compared with the version that the user saw while writing, not with one that arrived later.
    Object.assign(now.dataset, { kept: seen.kept, version: seen.version });
  }
  if (said) document.getElementById("note-state").textContent = said;
}

async function keepNote() {
  const note = document.getElementById("note");
  if (!note || note.readOnly || note.value.trimEnd() === note.dataset.kept) return;
  const text = note.value.trimEnd();
  const state = document.getElementById("note-state");
  state.textContent = "…";
  const { version } = note.dataset;
  const { answer, fault, conflict } = await send("mark", { game: panel().dataset.game, note: text, version });
  if (conflict) return offerBoth(conflict);
  const now = document.getElementById("note");
  if (answer) Object.assign(now.dataset, { kept: text, version: answer.version });
  document.getElementById("note-state").textContent = fault ? say("script-note-not-kept", { fault }) : say("script-kept");
}

/** Shows a note that was stored meanwhile, and lets the user choose between both. */
function offerBoth({ version, stored }) {
  const [note, state] = [document.getElementById("note"), document.getElementById("note-state")];
  const button = (words, work) => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "button", textContent: say(words) });
    made.addEventListener("click", work);
    return made;
  };
  const mine = button("script-note-use-mine", () => {
    note.dataset.version = version;
    keepNote();
  });
  const other = button("script-note-use-other", () => {
    note.value = stored;
    Object.assign(note.dataset, { kept: stored, version });
    state.textContent = "";
  });
  const words = stored ? say("script-note-changed", { text: stored }) : say("script-note-removed");
  state.replaceChildren(words, " ", mine, " ", other);
}

whenDrawn(() => {
  if (!isKept()) return;
  const here = panel();
  if (here && !here.dataset.ready) {
    here.dataset.ready = "1";
    document.getElementById("star").disabled = false;
    document.getElementById("add-tag").hidden = false;
    const note = document.getElementById("note");
    if (note) {
      note.readOnly = false;
      note.dataset.kept = note.value.trimEnd();
    }
  }
  for (const button of document.querySelectorAll("[data-untag], [data-unsave], #forget-asked")) button.hidden = false;
  const save = document.getElementById("save-query");
  if (save) save.hidden = false;
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("#star, [data-untag], [data-unsave], #forget-asked");
  if (!button) return;
  if (button.id === "star") await mark({ star: button.getAttribute("aria-pressed") !== "true" });
  else if (button.dataset.untag) {
    await mark({ remove: [button.dataset.untag] });
    document.getElementById("new-tag")?.focus();
  } else {
    const fault = button.dataset.unsave ? await keep("unsave", { name: button.dataset.unsave }) : await keep("forget", {});
    if (fault) return tell(fault);
    await anew();
    document.querySelector("[data-unsave]")?.focus();
    const live = document.getElementById("live");
    const name = button.dataset.unsave;
    if (live) live.textContent = name ? say("script-unsaved", { name }) : say("script-forgotten");
  }
});

document.addEventListener("submit", async (event) => {
  if (event.target.id === "add-tag") {
    event.preventDefault();
    const name = document.getElementById("new-tag").value.trim();
    if (!name) return;
    await mark({ add: [name] });
    document.getElementById("new-tag")?.focus();
  }
  if (event.target.closest("#save-query")) {
    event.preventDefault();
    const name = document.getElementById("save-name").value.trim();
    const fault = await keep("save", { name, query: document.getElementById("save-query").dataset.query });
    const told = fault ? say("script-not-saved", { fault }) : say("script-saved", { name: name.toLowerCase() });
    document.getElementById("save-state").textContent = told;
  }
});

document.addEventListener("focusout", (event) => {
  if (event.target.id === "note") keepNote();
});

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "note" || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  keepNote();
});

let asked = null; // Query that was added to the history last.
let waiting = 0;
/**
 * Adds the query of the page to the history after a while. A query in the box is added when the focus leaves the box.
 */
function keepAsked() {
  clearTimeout(waiting);
  const main = document.getElementById("main");
  const query = main?.dataset.query?.trim();
  if (!isKept() || !query || query === asked || !document.getElementById("problem")?.hidden) return;
  if (!/^\/(games)?$/.test(location.pathname) || isUnfinished()) return;
  waiting = setTimeout(() => {
    if (isUnfinished()) return;
    asked = query;
    keep("asked", { query });
  }, ASKED_AFTER);
}

whenDrawn(keepAsked);
document.getElementById("q").addEventListener("blur", keepAsked);
document.getElementById("q").addEventListener("input", () => clearTimeout(waiting));
