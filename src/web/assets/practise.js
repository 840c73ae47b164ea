// Practise: a click on the board is the guess, which is stored before the answer is shown.

const { go, hint, say, whenDrawn } = shared;

const page = () => document.querySelector(".practise");
const isAnswered = () => Boolean(page()?.hasAttribute("data-answered"));
const href = (id) => document.getElementById(id)?.getAttribute("href");

let isSending = false; // True while a guess is sent, so that a second click is ignored.

/** Stores a guess. Returns the error, if any. */
async function keep(address) {
  const { search } = new URL(address, location.href);
  try {
    const headers = { "X-Kifu-Index": document.documentElement.lang }; // Language of error messages.
    const response = await fetch(`/api/v1/practise/answer${search}`, { method: "POST", headers });
    if (response.ok) return null;
    return (await response.json()).error.message;
  } catch {
    return say("script-silent");
  }
}

/** Shows the answer at an address, and stores the guess in it. Returns whether the address has a guess. */
function answer(address) {
  if (!page() || !new URL(address, location.href).searchParams.has("guess")) return false;
  if (!isAnswered() && !isSending) showAnswer(address);
  return true;
}

async function showAnswer(address) {
  let fault = null;
  isSending = true;
  try {
    if (page().hasAttribute("data-kept")) fault = await keep(address);
    await go(address, "replace");
  } finally {
    isSending = false;
  }
  if (fault) hint(say("script-answer-not-kept", { fault }));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#show");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  answer(link.getAttribute("href"));
}, true);

document.addEventListener("submit", (event) => {
  const form = event.target.closest(".practise form");
  if (!form) return;
  event.preventDefault();
  answer(`/practise?${new URLSearchParams(new FormData(form))}`);
});

/** Follows a link by a key. */
function follow(event, target) {
  if (!target || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!answer(target)) go(target);
}

// On the board, Enter and the space bar guess. Once the answer is shown, they go on, so they are handled before the
// board.
addEventListener("keydown", (event) => {
  const isMeant = event.target === document.body || event.target.closest?.("[role=gridcell]");
  if (isAnswered() && isMeant && (event.key === "Enter" || event.key === " ")) follow(event, href("next"));
}, true);

document.addEventListener("keydown", (event) => {
  if (!page()) return;
  if (event.key === "n") follow(event, href("next") ?? href("skip"));
  if (event.key === "s") follow(event, href("show"));
});

// On a phone the answer is below the board, so the page scrolls to it.
whenDrawn(() => {
  if (!isAnswered() || page().dataset.seen) return;
  page().dataset.seen = "1";
  const { top } = document.getElementById("position").getBoundingClientRect();
  if (top < 0) document.getElementById("position").scrollIntoView({ block: "start" });
});

Object.assign(shared, { answer, isAnswered });
