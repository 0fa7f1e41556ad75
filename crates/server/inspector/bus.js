// What the parts of the page tell each other.
//   session    another session was chosen; detail: {id, mobile, capabilities} or null
//   sent       a command was answered; detail: see api.js
//   changed    the screen may look different now
//   measured   the screen has another size now; detail: {width, height} in points
//   read       the tree was read
//   select     an element was chosen; detail: node or null
//   hover      an element is pointed at; detail: node or null
const target = new EventTarget();

export const emit = (name, detail) => target.dispatchEvent(new CustomEvent(name, { detail }));
export const on = (name, react) => target.addEventListener(name, (event) => react(event.detail));
