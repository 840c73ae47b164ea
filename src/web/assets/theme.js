// Before the first paint: the theme and the column of Explore that were chosen here. They are not part of the address.
const chosen = localStorage.getItem("theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
if (localStorage.getItem("column") === "loss") document.documentElement.dataset.column = "loss";
