// Suggested locators for a node, best first: [{using, value, count}], count being how many elements of
// the tree as it was read have the same property.
import { every } from "./sources.js";

const top = (node) => (node.parent ? top(node.parent) : node);

function place(node, fits) {
  const peers = node.parent ? node.parent.children.filter(fits) : [node];
  return { at: peers.indexOf(node) + 1, of: peers.length };
}

function path(node, step) {
  const steps = [];
  for (let up = node; up; up = up.parent) steps.unshift(step(up));
  return steps;
}

const sameTag = (node) => (peer) => peer.tag === node.tag;

function numbered(node) {
  const { at, of } = place(node, sameTag(node));
  return of > 1 ? `${node.tag}[${at}]` : node.tag;
}

// Texts are put in single quotes where they can be: code lines have double ones around the whole.
const xpathText = (text) => {
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? `concat('${text.split("'").join(`', "'", '`)}')` : `"${text}"`;
};
const escaped = (text) => `'${text.replace(/['\\]/g, "\\$&")}'`;
const cssText = (text) => escaped(text).replace(/\n/g, "\\a ");

function forPhone(node, count) {
  const { name, label, value } = node.attributes;
  const found = [];
  if (name) found.push({ using: "accessibility id", value: name, count: count((peer) => peer.attributes.name === name) });
  for (const [key, text] of [["name", name], ["label", label], ["value", value]]) {
    if (!text || (key === "label" && text === name)) continue;
    const fits = (peer) => peer.tag === node.tag && peer.attributes[key] === text;
    found.push({ using: "-ios predicate string", value: `type == '${node.tag}' AND ${key} == ${escaped(text)}`, count: count(fits) });
    found.push({ using: "-ios class chain", value: `**/${node.tag}[\`${key} == ${escaped(text)}\`]`, count: count(fits) });
    found.push({ using: "xpath", value: `//${node.tag}[@${key}=${xpathText(text)}]`, count: count(fits) });
    break;
  }
  found.push({ using: "xpath", value: `/${path(node, numbered).join("/")}`, count: 1 });
  return found;
}

function cssStep(node) {
  const { id } = node.attributes;
  if (id && /^[A-Za-z][\w-]*$/.test(id)) return `#${id}`;
  const { at, of } = place(node, sameTag(node));
  return of > 1 ? `${node.tag}:nth-of-type(${at})` : node.tag;
}

// The way from the nearest ancestor with an id.
function cssPath(node) {
  const steps = path(node, cssStep);
  return steps.slice(Math.max(steps.findLastIndex((step) => step.startsWith("#")), 0)).join(" > ");
}

function forPage(node, count) {
  const found = [];
  const { id } = node.attributes;
  if (id) found.push({ using: "css selector", value: /^[A-Za-z][\w-]*$/.test(id) ? `#${id}` : `[id=${cssText(id)}]`, count: count((peer) => peer.attributes.id === id) });
  for (const key of ["data-testid", "name", "aria-label", "placeholder"]) {
    const text = node.attributes[key];
    if (!text) continue;
    const fits = (peer) => peer.tag === node.tag && peer.attributes[key] === text;
    found.push({ using: "css selector", value: `${node.tag}[${key}=${cssText(text)}]`, count: count(fits) });
  }
  if (node.text && node.text.length < 60) {
    const fits = (peer) => peer.tag === node.tag && peer.text === node.text;
    if (node.tag === "a") found.push({ using: "link text", value: node.text, count: count(fits) });
    found.push({ using: "xpath", value: `//${node.tag}[normalize-space()=${xpathText(node.text)}]`, count: count(fits) });
  }
  found.push({ using: "css selector", value: cssPath(node), count: 1 });
  found.push({ using: "xpath", value: `/${path(node, numbered).join("/")}`, count: 1 });
  return found;
}

export function suggest(node) {
  // A shadow root is entered by a command of its own, not by a locator.
  if (node.inShadow) return [];
  const all = [...every(top(node))];
  const count = (fits) => all.filter(fits).length;
  const seen = new Set();
  return (node.mobile ? forPhone(node, count) : forPage(node, count))
    .filter(({ using, value }) => !seen.has(using + value) && seen.add(using + value));
}
