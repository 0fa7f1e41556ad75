// Notes what the page observes; the tests read it.
const seen = (window.seen = { clicks: 0, submits: [], keys: [], visibility: [], positions: [], motion: 0, answers: [], sizes: [] });
const byId = id => document.getElementById(id);
const on = (id, type, handler) => byId(id).addEventListener(type, handler);

on("form", "submit", event => { event.preventDefault(); seen.submits.push(byId("name").value); });
on("name", "keydown", event => seen.keys.push([event.key, event.isTrusted]));
on("count", "click", event => { seen.clicks++; seen.trusted = event.isTrusted; byId("out").textContent = `clicked ${seen.clicks}`; });
on("ask", "click", () => seen.answers.push(confirm("Are you sure?")));
on("question", "click", () => seen.answers.push(prompt("Who?", "me")));
on("where", "click", () => navigator.geolocation.watchPosition(
  ({ coords }) => seen.positions.push([coords.latitude, coords.longitude, coords.altitude]),
  ({ code }) => seen.positions.push(code)));
on("late", "click", () => setTimeout(() => { const late = document.createElement("p"); late.id = "arrived"; late.textContent = "Here"; document.body.prepend(late); }, 150));
on("vanish", "click", () => byId("count").remove());
document.addEventListener("visibilitychange", () => seen.visibility.push(document.visibilityState));
addEventListener("devicemotion", event => { if (event.isTrusted && Math.abs(event.acceleration.x) > 20) seen.motion++; });
addEventListener("resize", () => seen.sizes.push([innerWidth, innerHeight]));
setInterval(() => { seen.ticks = (seen.ticks ?? 0) + 1; }, 20);
for (let row = 0; row < 60; row++) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = `Open ${row}`;
  item.append(`Row ${row} `, button);
  byId("list").append(item);
}
