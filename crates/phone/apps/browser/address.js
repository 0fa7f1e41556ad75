// From what was typed to an address; null when it cannot be one.
export function toAddress(text) {
  const typed = text.trim();
  if (!typed || /\s/.test(typed)) return null;
  const plain = /^(localhost|[\w-]+(\.[\w-]+)*\.localhost|\d+\.\d+\.\d+\.\d+)(:\d+)?([/?#]|$)/i.test(typed);
  const full = /^https?:\/\//i.test(typed) ? typed : `${plain ? "http" : "https"}://${typed}`;
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  return url.hostname.includes(".") || url.hostname === "localhost" ? url.href : null;
}
