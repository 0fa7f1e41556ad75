// A row that opens to the left under a finger. Answers a function that says whether the click that follows a
// gesture belongs to the swipe.
const WIDTH = 96;

export function swipeOpen(front, changed) {
  let start = null;
  let base = 0;
  let offset = 0;
  let swiped = false;

  const move = (x) => {
    offset = Math.max(-WIDTH, Math.min(0, x));
    front.style.transform = offset ? `translateX(${offset}px)` : "";
  };
  front.addEventListener("pointerdown", (event) => {
    start = { x: event.clientX, id: event.pointerId };
    base = offset;
    swiped = false;
  });
  front.addEventListener("pointermove", (event) => {
    if (start?.id !== event.pointerId) return;
    const dx = event.clientX - start.x;
    if (!swiped && Math.abs(dx) < 8) return;
    if (!swiped) front.setPointerCapture(event.pointerId);
    swiped = true;
    front.classList.add("dragging");
    changed(true);
    move(base + dx);
  });
  const end = (event) => {
    if (start?.id !== event.pointerId) return;
    start = null;
    front.classList.remove("dragging");
    if (!swiped) return;
    const open = offset < -WIDTH / 2;
    move(open ? -WIDTH : 0);
    changed(open);
  };
  front.addEventListener("pointerup", end);
  front.addEventListener("pointercancel", end);
  return () => swiped;
}
