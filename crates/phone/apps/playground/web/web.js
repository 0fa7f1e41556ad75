// Counts presses and shows what was searched for.
const button = document.getElementById("web-button");
let pressed = 0;
button?.addEventListener("click", () => {
  pressed += 1;
  document.getElementById("web-pressed").textContent = `pressed ${pressed}`;
});

const query = new URLSearchParams(location.search).get("q");
const searched = document.getElementById("web-searched");
if (searched && query !== null) {
  searched.textContent = `You searched for: ${query}`;
  searched.hidden = false;
}
