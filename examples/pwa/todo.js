// A to-do list: kept in local storage, in the language of the phone.
import { texts } from "./texts.js";

const t = await texts();
const byId = (id) => document.getElementById(id);
let tasks = JSON.parse(localStorage.getItem("tasks") ?? "[]");

function show() {
  localStorage.setItem("tasks", JSON.stringify(tasks));
  byId("left").textContent = t.left.replace("%d", tasks.filter((task) => !task.done).length);
  byId("tasks").replaceChildren(...tasks.map(row));
}

function row(task, index) {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", id: `done-${index + 1}`, checked: task.done });
  box.addEventListener("change", () => {
    task.done = box.checked;
    show();
  });
  const label = document.createElement("label");
  label.append(box, task.text);
  const remove = Object.assign(document.createElement("button"), { type: "button", id: `remove-${index + 1}`, textContent: "×" });
  remove.setAttribute("aria-label", `${t.remove} ${task.text}`);
  remove.addEventListener("click", () => {
    tasks = tasks.filter((other) => other !== task);
    show();
  });
  const item = document.createElement("li");
  item.className = task.done ? "done" : "";
  item.append(label, remove);
  return item;
}

document.title = byId("title").textContent = t.title;
byId("new-task").placeholder = t.hint;
byId("new-task").setAttribute("aria-label", t.hint);
byId("add").textContent = t.add;
byId("add-form").addEventListener("submit", (event) => {
  event.preventDefault();
  tasks.push({ text: byId("new-task").value, done: false });
  byId("new-task").value = "";
  show();
});
show();
