// Clipboard: text and pictures, by the clipboard interface and by paste events.
import { h } from "/.hansom/shared/dom.js";
import { button, buttons, field, group } from "/.hansom/shared/rows.js";
import { countFact, factRow, setFact } from "../facts.js";
import { t } from "../strings.js";

let shown = null;

export function start() {
  setFact("paste-count", 0);
}

export function render(root) {
  const source = h("input", { id: "clipboard-text", value: t("clipboard.sample"), autocomplete: "off" });
  const target = h("textarea", { id: "paste-target", rows: 2, onpaste: pasted, placeholder: t("paste.hint") });
  const image = h("img", { id: "clipboard-image", class: "picture", alt: t("clipboard.image"), hidden: true });
  if (shown) showImage(image, shown);
  root.append(
    group("", [field(t("text"), source)]),
    buttons(
      button(t("copy.text"), "copy-button", () => attempt(() => navigator.clipboard.writeText(source.value), "clipboard-copied", source.value)),
      button(t("paste.text"), "paste-button", () => attempt(async () => setFact("clipboard-pasted", await navigator.clipboard.readText()))),
      button(t("copy.image"), "copy-image-button", () => attempt(copyImage, "clipboard-copied", "image/png"), "quiet"),
      button(t("paste.image"), "show-image-button", () => attempt(() => pasteImage(image)), "quiet"),
    ),
    group(t("result"), [
      factRow(t("copied"), "clipboard-copied"),
      factRow(t("pasted"), "clipboard-pasted"),
      factRow(t("types"), "clipboard-types"),
      factRow(t("image.size"), "clipboard-image-size"),
      factRow(t("failure"), "clipboard-error"),
    ]),
    h("div", { class: "panel picture-frame" }, image),
    group(t("paste.event"), [
      field(t("paste.here"), target),
      factRow(t("count"), "paste-count"),
      factRow(t("types"), "paste-types"),
      factRow(t("text"), "paste-text"),
    ]),
  );
}

async function attempt(work, id, value) {
  setFact("clipboard-error", "");
  try {
    await work();
    if (id) setFact(id, value);
  } catch (error) {
    setFact("clipboard-error", `${error.name}: ${error.message}`);
  }
}

// A picture made on the spot: 64 × 64, two colours.
async function copyImage() {
  const canvas = new OffscreenCanvas(64, 64);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#4f46d8";
  pen.fillRect(0, 0, 64, 64);
  pen.fillStyle = "#ffb65c";
  pen.beginPath();
  pen.arc(32, 32, 20, 0, 2 * Math.PI);
  pen.fill();
  const blob = await canvas.convertToBlob({ type: "image/png" });
  await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
}

async function pasteImage(image) {
  const items = await navigator.clipboard.read();
  setFact("clipboard-types", items.flatMap((item) => item.types).join(", ") || "none");
  const item = items.find((each) => each.types.includes("image/png"));
  if (!item) throw new DOMException(t("no.image"), "NotFoundError");
  const blob = await item.getType("image/png");
  if (shown) URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(blob);
  await showImage(image, shown);
  setFact("clipboard-image-size", `${image.naturalWidth} x ${image.naturalHeight}`);
}

async function showImage(image, address) {
  image.hidden = false;
  image.src = address;
  await image.decode();
}

function pasted(event) {
  countFact("paste-count");
  setFact("paste-types", [...(event.clipboardData?.types ?? [])].join(", "));
  setFact("paste-text", event.clipboardData?.getData("text/plain") ?? "");
}
