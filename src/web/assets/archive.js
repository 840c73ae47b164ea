// The page Archive: copies commands.

const { say, whenDrawn } = shared;

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
