// The page Players: the list follows the typed name, and two chosen players open their comparison. Without scripts,
// forms do this.

const { go, load, put } = shared;

let latest = 0;
let wait = 0;

const chosen = () => [...new FormData(document.getElementById("pair")).getAll("player")];
/** Parameters: chosen players, typed name, and the filter of the games. */
function pairs(names, typed) {
  const told = names.map((name) => ["player", name]);
  if (typed.trim()) told.push(["name", typed]);
  const kept = [...new FormData(document.getElementById("pair"))].filter(([name]) => name !== "player");
  return new URLSearchParams([...told, ...kept]);
}

/** Address of the list: typed name, chosen player, and order. */
function address() {
  const told = pairs(chosen().slice(0, 1), document.getElementById("name").value);
  const order = document.querySelector("#find-player [name=sort]");
  if (order) told.append("sort", order.value);
  const text = told.toString();
  return text ? `/players?${text}` : "/players";
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "name") return;
  clearTimeout(wait);
  wait = setTimeout(async () => {
    const number = ++latest;
    const place = address();
    history.replaceState(null, "", place);
    const answer = await load(place, undefined, "list").catch(() => null);
    if (answer?.ok && number === latest) put(answer);
  }, 60);
});

document.addEventListener("change", (event) => {
  if (event.target.form?.id !== "pair") return;
  const names = chosen();
  if (names.length >= 2) go(`/versus?${pairs(names.slice(0, 2), "")}`);
  else go(address(), "replace");
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "pair") return;
  event.preventDefault();
  const names = chosen();
  if (names.length >= 2) go(`/versus?${pairs(names.slice(0, 2), "")}`);
});
