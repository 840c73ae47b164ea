// Runs before the first paint: applies the theme and the column of Explore that were chosen in this browser.
const chosen = localStorage.getItem("theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
if (localStorage.getItem("column") === "loss") document.documentElement.dataset.column = "loss";
