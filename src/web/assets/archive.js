// The page Archive: copies commands, and refreshes the findings while files are examined.

const { load, put, say, whenDrawn } = shared;

whenDrawn(() => {
  if (navigator.clipboard) for (const button of document.querySelectorAll(".command .copy")) button.hidden = false;
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest(".command .copy");
  if (!button) return;
  const text = button.parentElement.querySelector("code").textContent;
  const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
  button.textContent = say(done ? "script-copied" : "script-not-copied");
  const live = document.getElementById("live");
  if (live) live.textContent = say(done ? "script-command-copied" : "script-command-not-copied", { text });
  setTimeout(() => { button.textContent = say("script-copy"); }, 2000);
});

let asking = false;

setInterval(async () => {
  if (asking || document.hidden || !document.querySelector("#findings[data-examining]")) return;
  asking = true;
  const address = location.href;
  const answer = await load(address, undefined, "findings").catch(() => null);
  asking = false;
  if (!answer?.ok || address !== location.href) return;
  // The numbers at the top of the page include the findings, so they are refreshed, too.
  if (answer.html.includes("data-examining")) put(answer);
  else shared.go(address, "keep");
}, 1000);
