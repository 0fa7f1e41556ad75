// The lock screen: shows time, date and battery; a swipe up or the button asks the phone to unlock.
import { ask, dress, followState, languageOf, textsFor } from "/.hansom/shared/bridge.js";
import { clockText, dayText, everyMinute, now, setTime } from "/.hansom/shared/clock.js";
import { paintWallpaper } from "/.hansom/shared/wallpaper.js";
import { onSwipeUp } from "./swipe.js";

const TEXTS = {
  en: { title: "Lock screen", hint: "Swipe up to unlock", battery: "Battery", charging: "charging" },
  de: { title: "Sperrbildschirm", hint: "Zum Entsperren nach oben streichen", battery: "Batterie", charging: "wird geladen" },
  fr: { title: "Écran verrouillé", hint: "Balayez vers le haut pour déverrouiller", battery: "Batterie", charging: "en charge" },
};

const byId = (id) => document.getElementById(id);
let state = {};

function show(next) {
  state = next;
  dress(state);
  setTime(state.time);
  const texts = textsFor(TEXTS, languageOf(state));
  document.title = texts.title;
  byId("lock-screen").setAttribute("aria-label", texts.title);
  byId("unlock-hint").textContent = texts.hint;
  showBattery(state.battery, texts);
}

function showTime(date) {
  byId("lock-time").textContent = clockText(date, languageOf(state));
  byId("lock-date").textContent = dayText(date, languageOf(state));
}

function showBattery(battery, texts) {
  const pill = byId("lock-battery");
  pill.hidden = !battery;
  if (!battery) return;
  const percent = new Intl.NumberFormat(languageOf(state), { style: "percent" }).format(battery.level);
  pill.querySelector(".percent").textContent = percent;
  pill.querySelector(".level").style.transform = `scaleX(${battery.level})`;
  pill.querySelector(".bolt").toggleAttribute("hidden", !battery.charging);
  pill.classList.toggle("low", battery.level <= 0.2);
  pill.classList.toggle("charging", battery.charging);
  pill.setAttribute("aria-label", `${texts.battery} ${percent}${battery.charging ? `, ${texts.charging}` : ""}`);
}

async function unlock() {
  const notice = byId("lock-notice");
  notice.hidden = true;
  try {
    await ask("unlock", {});
    return true;
  } catch (error) {
    notice.textContent = error.message;
    notice.hidden = false;
    return false;
  }
}

paintWallpaper();
everyMinute(showTime);
byId("unlock-button").addEventListener("click", unlock);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && document.activeElement === document.body) unlock();
});
onSwipeUp(byId("lock-screen"), unlock);
followState((next) => {
  show(next);
  showTime(now());
});
