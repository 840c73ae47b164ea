// The page of a game to be printed. Without scripts, the menu of the browser prints it.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
