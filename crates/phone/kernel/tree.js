// What is on the screen, as one list in document order: the front page and our layers. Each node
// carries its depth.

function shellNodes() {
  const rect = { x: 0, y: 0, width: glass.width, height: glass.height };
  const name = front()?.owner?.name ?? "";
  const common = { rect, visible: true, enabled: true, accessible: false };
  return [
    { id: "ui:app", elementType: "Application", name, label: name, depth: 0, ...common },
    { id: "ui:window", elementType: "Window", depth: 1, ...common },
  ];
}

// The list as JSON text, with the version of the screen it belongs to.
async function screenTree() {
  const since = version;
  const { x, y } = pageOrigin();
  const page = front() ? await inFront("tree", { x, y, width: glass.width, height: glass.height }) : "[]";
  const overlays = [...layerNodes("status"), ...layerNodes("keyboard"), ...layerNodes("alert")];
  // The page's part is JSON text already; it is put in place without being read again.
  const parts = [JSON.stringify(shellNodes()), page, JSON.stringify(overlays)];
  const text = "[" + parts.map(part => part.slice(1, -1)).filter(Boolean).join(",") + "]";
  return { since, text };
}

operations.tree = async () => {
  const { since, text } = await screenTree();
  return { since, tree: text };
};

// The middle of an element, scrolled into view, in points of the screen.
async function reach(element) {
  if (element.startsWith("ui:")) {
    const node = layerNode(element);
    if (element === "ui:app" || element === "ui:window") return { x: glass.width / 2, y: glass.height / 2 };
    if (!node) throw new Refusal("stale", element);
    return { x: node.rect.x + node.rect.width / 2, y: node.rect.y + node.rect.height / 2 };
  }
  if (prompt()) throw new Refusal("covered", "an alert is open over the app");
  const spot = await inFront("reach", { element });
  const origin = pageOrigin();
  return { x: origin.x + spot.x, y: origin.y + spot.y };
}

// One element as it is now: JSON text of its node.
operations.node = async ({ element }) => {
  if (element.startsWith("ui:")) {
    const node = shellNodes().find(candidate => candidate.id === element) ?? layerNode(element);
    if (!node) throw new Refusal("stale", element);
    return JSON.stringify(node);
  }
  const origin = pageOrigin();
  return inFront("node", { element, x: origin.x, y: origin.y, width: glass.width, height: glass.height });
};

operations.scrollTo = async ({ element }) => {
  if (!element.startsWith("ui:")) await inFront("reach", { element, always: true });
  bump();
};

operations.focused = () => inFront("focused");

// A node as the page source has it.
function xmlElement(xml, node, index) {
  const type = "XCUIElementType" + node.elementType;
  const element = xml.createElement(type);
  const texts = { type, name: node.name, label: node.label, value: node.value, placeholderValue: node.placeholder };
  for (const [key, text] of Object.entries(texts)) if (text !== undefined) element.setAttribute(key, text);
  for (const key of ["enabled", "visible", "accessible", "selected", "focused"]) element.setAttribute(key, String(Boolean(node[key])));
  for (const key of ["x", "y", "width", "height"]) element.setAttribute(key, String(Math.round(node.rect[key])));
  element.setAttribute("index", String(index));
  element.hansomId = node.id;
  return element;
}

// Evaluates XPath over the tree as an XML document; answers the ids of the nodes, in order.
operations.xpath = async ({ expression, within: root, first }) => {
  const { since, text } = await screenTree();
  const xml = document.implementation.createDocument(null, null);
  const ancestors = [xml]; // by depth
  const counts = [0];
  let context = null;
  for (const node of JSON.parse(text)) {
    const element = xmlElement(xml, node, counts[node.depth]++);
    ancestors[node.depth].appendChild(element);
    ancestors[node.depth + 1] = element;
    counts[node.depth + 1] = 0;
    if (node.id === root) context = element;
  }
  if (root && !context) throw new Refusal("stale", root);
  let result;
  try {
    const kind = first ? XPathResult.FIRST_ORDERED_NODE_TYPE : XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
    result = xml.evaluate(expression, context ?? xml, null, kind, null);
  } catch (error) {
    throw new Refusal("selector", `“${expression}” is not an XPath expression that finds elements: ${error.message}`);
  }
  const nodes = first ? [result.singleNodeValue] : Array.from({ length: result.snapshotLength }, (_, at) => result.snapshotItem(at));
  return { since, found: nodes.filter(node => node?.hansomId).map(node => node.hansomId) };
};
