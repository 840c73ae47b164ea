// All of the page's scripts. Without them every page works by its links and forms.

import "./pages.js";
import "./board.js";
import "./explore.js";
import "./query.js";
import "./games.js";
import "./game.js";
import "./people.js";
import "./keys.js";
import { go } from "./pages.js";

// While the first index is built, the page looks again by itself.
setInterval(() => {
  if (document.querySelector("#main[data-building]")) go(location.href, "keep");
}, 1000);
