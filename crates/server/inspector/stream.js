// The live stream of a phone's screen: MJPEG read with fetch, not by an <img>, because that could send
// no token and would not say when the stream ends. Parts carry their length.
import { request } from "./api.js";

const BLANK_LINE = [13, 10, 13, 10];

function find(bytes, wanted) {
  for (let at = bytes.indexOf(wanted[0]); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) {
    if (wanted.every((byte, n) => bytes[at + n] === byte)) return at;
  }
  return -1;
}

function joined(a, b) {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

// Calls `show` with each picture, a Blob, until the stream or the signal ends.
export async function watch(path, signal, show) {
  const response = await request("GET", path, { signal });
  if (!response.ok || !response.headers.get("content-type")?.startsWith("multipart/")) {
    throw new Error(`no live stream (${response.status})`);
  }
  const reader = response.body.getReader();
  let rest = new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest = joined(rest, value);
    for (;;) {
      const end = find(rest, BLANK_LINE);
      if (end < 0) break;
      const head = new TextDecoder().decode(rest.subarray(0, end));
      const length = Number(/content-length:\s*(\d+)/i.exec(head)?.[1]);
      if (!length) throw new Error("a part of the live stream has no length");
      const from = end + BLANK_LINE.length;
      if (rest.length < from + length) break;
      show(new Blob([rest.slice(from, from + length)], { type: "image/jpeg" }));
      rest = rest.slice(from + length);
    }
  }
}
