// A diagram, a record or a list of moves that is pasted into the query box is shown as a board, with what to do next.

const { inLanguage, say } = shared;

const box = document.getElementById("q");
const form = document.getElementById("ask");

/** True if a text looks like something other than a query. The server decides what it is. */
function looksDrawn(text) {
  const lines = text.trim().split("\n");
  return lines.length > 2 || /^\s*\(\s*;|^\s*\$\$|^\s*>|\[go\]/i.test(text);
}

/** Handles a paste instead of the browser, if the text is a board. */
async function recognise(event) {
  const text = event.clipboardData?.getData("text") ?? "";
  if (!looksDrawn(text)) return;
  event.preventDefault();
  // The server reports errors in the language of this header.
  const headers = { "X-Kifu-Index": document.documentElement.lang };
  const response = await fetch("/api/v1/read", { method: "POST", headers, body: text }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok) show(answer);
  else show({ message: answer?.error?.message ?? say("script-silent"), help: answer?.error?.help, text });
}

/** Removes the panel. */
function closePasted() {
  document.getElementById("pasted")?.remove();
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Loads the board as the page of its address draws it. */
async function picture(address) {
  const url = inLanguage(new URL(address, location.href));
  url.searchParams.set("part", "board");
  const html = await fetch(url).then((response) => response.text());
  const board = new DOMParser().parseFromString(html, "text/html").querySelector("svg.board");
  if (!board) return;
  for (const disc of board.querySelectorAll("a")) disc.remove();
  board.removeAttribute("data-play");
  return document.adoptNode(board);
}

async function show({ address, notes = [], message, help, text }) {
  closePasted();
  const close = element("button", { type: "button", textContent: say("script-close") });
  close.addEventListener("click", () => {
    closePasted();
    box.focus();
  });
  const panel = element("section", { id: "pasted" });
  panel.setAttribute("aria-label", say("script-pasted"));
  panel.addEventListener("keydown", (event) => event.key === "Escape" && close.click());
  if (address) {
    const link = (label, href) => {
      const made = element("a", { className: "button", href, textContent: label });
      made.addEventListener("click", closePasted);
      return made;
    };
    const isPart = new URL(address, location.href).searchParams.has("area");
    const around = `${address}${address.includes("?") ? "&" : "?"}area=around`;
    const ways = isPart
      ? [link(say("script-search-shape"), address)]
      : [link(say("script-search-position"), address), link(say("script-search-around"), around)];
    const drawn = await picture(address).catch(() => null);
    panel.append(...(drawn ? [drawn] : []), element("div", {}, ...ways, close));
    panel.append(...notes.map((note) => element("p", { className: "muted", textContent: note })));
    form.after(panel);
    ways[0].focus();
  } else {
    const search = element("button", { type: "button", textContent: say("script-search-text") });
    search.addEventListener("click", () => {
      closePasted();
      box.value = `${box.value} ${text.replace(/\s+/g, " ")}`.trim().slice(0, box.maxLength);
      box.dispatchEvent(new Event("input"));
      box.focus();
    });
    const told = element("p", { textContent: [say("script-no-board", { message }), help].filter(Boolean).join(" ") });
    panel.append(told, element("div", {}, search, close));
    form.after(panel);
    search.focus();
  }
}

Object.assign(shared, { recognise, closePasted });
