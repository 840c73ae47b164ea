// What happens to the archive while its page is open.

const { go } = shared;

// While the first index is built, the page looks again by itself.
setInterval(() => {
  if (document.querySelector("#main[data-building]")) go(location.href, "keep");
}, 1000);
