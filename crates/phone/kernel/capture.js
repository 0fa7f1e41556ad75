// Pictures of the screen.

// Firefox clips what a page paints as one (opacity, for example) as if the page began in the corner of
// what is drawn. So the page is drawn from its own corner, and what is above or beside it by itself.
function parts({ left, top, right, bottom }) {
  const { x, y } = pageOrigin();
  const all = [
    { left, top, right, bottom: Math.min(bottom, y) },
    { left, top: Math.max(top, y), right: Math.min(right, x), bottom },
    { left: x, top: y, right, bottom },
  ];
  return all.filter(part => part.right > part.left && part.bottom > part.top);
}

// Everything on the glass at any scale, as PNG: drawn anew by the compositor's parts, so text is sharp.
async function picture({ x, y, width, height }, scale, type, quality) {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const whole = { left, top, right: Math.ceil(x + width), bottom: Math.ceil(y + height) };
  const canvas = new OffscreenCanvas(Math.ceil((whole.right - left) * scale), Math.ceil((whole.bottom - top) * scale));
  const context = canvas.getContext("2d", { alpha: false });
  await Promise.all(parts(whole).map(async part => {
    const rect = new DOMRect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    const bitmap = await window.browsingContext.currentWindowGlobal.drawSnapshot(rect, scale, "white", true);
    context.drawImage(bitmap, (part.left - left) * scale, (part.top - top) * scale);
    bitmap.close();
  }));
  const blob = await canvas.convertToBlob({ type, quality });
  return blob.arrayBuffer();
}

operations.screenshot = async ({ rect, scale }) => {
  const whole = { x: 0, y: 0, width: glass.width, height: glass.height };
  return new Bytes(await picture(rect ?? whole, scale, "image/png"));
};

// The running capture; one at a time.
let capture = null;

// Reads back what the compositor has, once per frame, and sends it with its time.
async function film({ fps, quality, scale }) {
  const mine = (capture = {});
  const canvas = document.createElementNS(HTML, "canvas");
  const step = 1000 / fps;
  let due = performance.now();
  while (capture === mine) {
    // Even sizes: the film's encoder wants them.
    const width = Math.round((glass.width * scale) / 2) * 2;
    const height = Math.round((glass.height * scale) / 2) * 2;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    context.setTransform(width / glass.width, 0, 0, height / glass.height, 0, 0);
    const time = Date.now();
    context.drawWindow(window, 0, 0, glass.width, glass.height, "white",
      context.DRAWWINDOW_DRAW_VIEW | context.DRAWWINDOW_USE_WIDGET_LAYERS | context.DRAWWINDOW_DRAW_CARET);
    const blob = await new Promise(resolve => canvas.toBlob(resolve, "image/jpeg", quality / 100));
    const jpeg = await blob.arrayBuffer();
    if (capture !== mine) break;
    const message = new Uint8Array(8 + jpeg.byteLength);
    new DataView(message.buffer).setFloat64(0, time, true);
    message.set(new Uint8Array(jpeg), 8);
    sendBytes(0, message.buffer);
    due += step;
    const now = performance.now();
    // Behind by more than a frame: drop what was missed, the times tell the truth.
    if (due < now - step) due = now;
    await pause(due - now);
  }
}

operations.startFrames = options => {
  film(options).catch(error => tell("filmFailed", { message: String(error) }));
};

operations.stopFrames = () => {
  capture = null;
};
