// The page Players: the list follows what is typed. The form does the same without a script.

const { load, put } = shared;

let latest = 0;
let wait = 0;

document.addEventListener("input", (event) => {
  if (event.target.id !== "name") return;
  const typed = event.target.value;
  const address = typed.trim() ? `/players?name=${encodeURIComponent(typed)}` : "/players";
  clearTimeout(wait);
  wait = setTimeout(async () => {
    const number = ++latest;
    history.replaceState(null, "", address);
    const answer = await load(address, undefined, "list").catch(() => null);
    if (answer?.ok && number === latest) put(answer);
  }, 60);
});
