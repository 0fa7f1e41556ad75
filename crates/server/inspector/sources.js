// The element tree of either kind of session, in one shape:
//   {tag, attributes: {name: value}, text, rect: {x, y, width, height}, children, parent, mobile}
import { get, inPage, measure, script, session } from "./session.js";

const MOST = 4000;

/* global document, Node */
// Runs in the page under test: its outline as plain data. Sent as text, so it uses nothing from here.
function outline(most) {
  let left = most;
  const HIDDEN = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"]);
  const read = (element) => {
    left -= 1;
    const box = element.getBoundingClientRect();
    const children = [];
    let text = "";
    for (const child of [...(element.shadowRoot?.childNodes ?? []), ...element.childNodes]) {
      if (child.nodeType === Node.TEXT_NODE) text += child.data;
      else if (child.nodeType === Node.ELEMENT_NODE && left > 0 && !HIDDEN.has(child.nodeName)) children.push(read(child));
    }
    const attributes = {};
    for (const { name, value } of element.attributes) attributes[name] = value.slice(0, 500);
    return {
      tag: element.localName,
      attributes,
      text: text.replace(/\s+/g, " ").trim().slice(0, 200),
      rect: { x: box.x, y: box.y, width: box.width, height: box.height },
      inShadow: element.getRootNode() !== document,
      children,
    };
  };
  return read(document.documentElement);
}

function fromXml(element) {
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const { x, y, width, height, ...rest } = attributes;
  const rect = x === undefined ? null : { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
  delete rest.type;
  return {
    tag: element.localName,
    attributes: rest,
    text: attributes.label ?? attributes.name ?? attributes.value ?? "",
    rect,
    children: [...element.children].map(fromXml),
    mobile: true,
  };
}

function adopt(node) {
  for (const child of node.children) {
    child.parent = node;
    adopt(child);
  }
  return node;
}

async function readScreen(how) {
  const source = await get("/source", how);
  return fromXml(new DOMParser().parseFromString(source, "text/xml").documentElement);
}

// The outline of a page, its rectangles in points of the screen.
async function readPage(how) {
  const { top } = await measure({ quiet: true });
  const root = await script(`return (${outline})(${MOST})`, [], how);
  for (const { rect } of every(root)) rect.y += top;
  return root;
}

export async function readTree(how) {
  const isScreen = session().mobile && !await inPage();
  return adopt(await (isScreen ? readScreen : readPage)(how));
}

export function* every(node) {
  yield node;
  for (const child of node.children) yield* every(child);
}
