// Fingers on the glass. Touch points are given to the widget, so they pass the compositor as real
// ones do: pages scroll, fling and zoom.

const STEP = 16; // ms between two points of a movement

function point(id, x, y, down) {
  const utils = window.windowUtils;
  const ratio = window.devicePixelRatio;
  const sx = Math.round((window.mozInnerScreenX + x) * ratio);
  const sy = Math.round((window.mozInnerScreenY + y) * ratio);
  return new Promise(resolve => {
    utils.sendNativeTouchPoint(id, down ? utils.TOUCH_CONTACT : utils.TOUCH_REMOVE, sx, sy, 1, 90, resolve, null);
  });
}

function pause(ms) {
  return ms > 0 ? new Promise(resolve => setTimeout(resolve, ms)) : Promise.resolve();
}

// Where a finger is at a time; null before it comes and after it has gone.
function at(moments, time) {
  let before = null;
  for (const moment of moments) {
    if (moment.at > time) {
      if (!before || !before.down) return null;
      const part = (time - before.at) / (moment.at - before.at);
      return { x: before.x + (moment.x - before.x) * part, y: before.y + (moment.y - before.y) * part };
    }
    before = moment;
  }
  return before && before.down ? before : null;
}

// Does the point lie on the page, or on a layer of ours?
function onPage(x, y) {
  const hit = document.elementFromPoint(x, y);
  return !hit || !hit.closest("[data-layer]");
}

// Nothing can be pulled down from the status bar, so a finger that comes from there into the page is the
// page's: clients begin a swipe over the whole screen at its upper edge.
function belowStatusBar(moments) {
  const top = pageOrigin().y;
  if (moments.every(moment => moment.y < top)) return moments;
  return moments.map(moment => ({ ...moment, y: Math.max(moment.y, top) }));
}

// Plays fingers; each is a list of {at, x, y, down}. Ends when the page has seen the last of it.
async function play(ways) {
  const fingers = ways.map(belowStatusBar);
  const start = fingers[0]?.find(moment => moment.down);
  if (!start) return;
  const still = fingers.length === 1 && fingers[0].every(m => Math.hypot(m.x - start.x, m.y - start.y) < 8);
  const page = onPage(start.x, start.y);
  // What the page will see is awaited there, before it can happen. So is the prompt it may open.
  const prompted = promptOpened();
  const seen = page ? inFront("gesture", { tap: still }, 8000).catch(() => {}) : layerSettled();
  await inStep(page);
  const begin = performance.now();
  const down = new Map();
  const marks = [...new Set(fingers.flat().map(moment => moment.at))].sort((a, b) => a - b);
  const times = [];
  for (let i = 0; i < marks.length; i++) {
    times.push(marks[i]);
    const next = marks[i + 1];
    for (let t = marks[i] + STEP; next !== undefined && t < next; t += STEP) times.push(t);
  }
  for (const time of times) {
    await pause(begin + time - performance.now());
    for (const [index, moments] of fingers.entries()) {
      const place = at(moments, time);
      const last = down.get(index);
      if (place) {
        if (!last || last.x !== place.x || last.y !== place.y) await point(index + 1, place.x, place.y, true);
        down.set(index, place);
      } else if (last) {
        const lift = moments.find(m => m.at === time) ?? last;
        // The page hears of a place only by a movement to it.
        if (lift.x !== last.x || lift.y !== last.y) await point(index + 1, lift.x, lift.y, true);
        await point(index + 1, lift.x, lift.y, false);
        down.delete(index);
      }
    }
  }
  for (const [index, last] of down) await point(index + 1, last.x, last.y, false);
  if (page) inFront("lifted").catch(() => {});
  await Promise.race([page && still ? seen.then(heardOut) : seen, prompted]);
  bump();
}

// A page that asks for a permission in its click handler reaches the system only after a question of
// Firefox to itself: one more way there and back, and the alert is on the glass when the tap has ended.
function heardOut() {
  return inFront("settled", {}, 1000).catch(() => {});
}

// The page must listen before the first point is sent.
function inStep(page) {
  return page ? inFront("ping").catch(() => {}) : Promise.resolve();
}

function layerSettled() {
  return within(400, new Promise(resolve => window.addEventListener("click", () => setTimeout(resolve, 0), { once: true })));
}

function tapAt(x, y, hold = 30) {
  return play([[{ at: 0, x, y, down: true }, { at: hold, x, y, down: false }]]);
}

operations.touch = ({ fingers }) => play(fingers);

operations.tap = async ({ element }) => {
  const { x, y } = await reach(element);
  await tapAt(x, y);
};
