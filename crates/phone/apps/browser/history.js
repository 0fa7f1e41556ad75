// Pages visited, newest first, kept over restarts.
const KEY = "history";
const MOST = 30;

export function visits() {
  return JSON.parse(localStorage.getItem(KEY) ?? "[]");
}

export function remember(url) {
  const rest = visits().filter((visit) => visit.url !== url);
  localStorage.setItem(KEY, JSON.stringify([{ url, time: Date.now() }, ...rest].slice(0, MOST)));
}

export function forget() {
  localStorage.removeItem(KEY);
}
