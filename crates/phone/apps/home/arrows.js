// Arrow keys move the focus to the nearest icon in that direction; a television has no other way.
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function arrowKeys(screen) {
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    const buttons = [...screen.querySelectorAll("button.app")];
    const from = document.activeElement;
    const next = buttons.includes(from) ? nearest(buttons, from, step) : buttons[0];
    if (!next) return;
    event.preventDefault();
    next.focus({ focusVisible: true });
  });
}

function nearest(buttons, from, [dx, dy]) {
  const a = middle(from);
  let best;
  let bestCost = Infinity;
  for (const button of buttons) {
    const b = middle(button);
    const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
    const across = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
    const cost = along + 2 * across;
    if (along > 4 && cost < bestCost) [best, bestCost] = [button, cost];
  }
  return best;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
