// Single keys. None works in a field, nor with Ctrl, Alt or Meta. The help page lists the same ones.

const { go } = shared;

const follow = (id) => document.getElementById(id)?.getAttribute("href");

const KEYS = {
  "/": () => document.getElementById("q").focus(),
  "?": () => go("/help"),
  ArrowLeft: () => follow("back") && go(follow("back")),
  ArrowRight: () => follow("forward") && go(follow("forward")),
  t: () => document.getElementById("theme").click(),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.activeElement?.blur();
  // A page of its own kind has keys of its own.
  if (event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
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
