// Spreads icons over pages, as many per page as fit, and keeps the dots in step.

export function layOut(pages, dots, icons, word) {
  const capacity = roomIn(pages);
  const lists = [];
  for (let at = 0; at < Math.max(icons.length, 1); at += capacity) {
    lists.push(page(icons.slice(at, at + capacity), `${word} ${lists.length + 1}`));
  }
  pages.replaceChildren(...lists);
  dots.hidden = lists.length < 2;
  dots.replaceChildren(...lists.map((list, index) => dot(list, `${word} ${index + 1}`)));
  const mark = () => {
    const current = Math.round(pages.scrollLeft / Math.max(pages.clientWidth, 1));
    [...dots.children].forEach((child, index) => child.setAttribute("aria-current", index === current));
  };
  pages.onscroll = mark;
  mark();
}

// Measured on a trial page, so that the style sheet alone decides about columns and rows.
function roomIn(pages) {
  const trial = page([], "");
  pages.replaceChildren(trial);
  const style = getComputedStyle(trial);
  const columns = style.gridTemplateColumns.split(" ").length;
  const row = parseFloat(style.gridAutoRows);
  const height = pages.clientHeight - parseFloat(style.paddingTop);
  return columns * Math.max(1, Math.floor(height / row));
}

function page(icons, label) {
  const list = document.createElement("ul");
  list.className = "page";
  list.setAttribute("aria-label", label);
  for (const icon of icons) {
    const item = document.createElement("li");
    item.append(icon);
    list.append(item);
  }
  return list;
}

function dot(list, label) {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.addEventListener("click", () => list.scrollIntoView({ behavior: "smooth", inline: "start" }));
  return button;
}
