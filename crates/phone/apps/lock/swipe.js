// A finger that moves up takes the screen with it; far enough, it calls `done`.
const FAR = 110;

export function onSwipeUp(screen, done) {
  let start = null;

  screen.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return;
    start = event.clientY;
    screen.classList.remove("settling");
  });
  screen.addEventListener("pointermove", (event) => {
    if (start === null || !event.isPrimary) return;
    const up = Math.max(0, start - event.clientY);
    screen.style.transform = `translateY(${-up}px)`;
    screen.style.opacity = String(Math.max(0.2, 1 - up / 500));
  });
  const end = async (event) => {
    if (start === null || !event.isPrimary) return;
    const up = start - event.clientY;
    start = null;
    screen.classList.add("settling");
    if (event.type === "pointerup" && up > FAR) await done();
    screen.style.transform = "";
    screen.style.opacity = "";
  };
  screen.addEventListener("pointerup", end);
  screen.addEventListener("pointercancel", end);
}
