// Rectangles over the picture: the element that is pointed at and the one that is chosen.
import { on } from "./bus.js";
import { byId } from "./dom.js";
import { size } from "./picture.js";

function frame(box, node) {
  const rect = node?.rect;
  box.hidden = !rect;
  if (!rect) return;
  const { width, height } = size();
  box.style.left = `${(rect.x / width) * 100}%`;
  box.style.top = `${(rect.y / height) * 100}%`;
  box.style.width = `${(rect.width / width) * 100}%`;
  box.style.height = `${(rect.height / height) * 100}%`;
}

export function setUp() {
  let chosen = null;
  on("hover", (node) => frame(byId("hovered"), node));
  on("select", (node) => {
    chosen = node;
    frame(byId("chosen"), node);
  });
  on("measured", () => frame(byId("chosen"), chosen));
  on("session", () => {
    frame(byId("hovered"), null);
    frame(byId("chosen"), null);
  });
}
