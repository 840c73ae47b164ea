// Before the first paint: the theme that was chosen here. It is not part of the address.
const chosen = localStorage.getItem("theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
