// All screens: module, icon, colour; and how the menu groups them.
import * as alerts from "./screens/alerts.js";
import * as biometrics from "./screens/biometrics.js";
import * as clipboard from "./screens/clipboard.js";
import * as controls from "./screens/controls.js";
import * as display from "./screens/display.js";
import * as fields from "./screens/fields.js";
import * as form from "./screens/form.js";
import * as language from "./screens/language.js";
import * as link from "./screens/link.js";
import * as list from "./screens/list.js";
import * as location from "./screens/location.js";
import * as motion from "./screens/motion.js";
import * as storage from "./screens/storage.js";
import * as touch from "./screens/touch.js";
import * as visibility from "./screens/visibility.js";
import * as web from "./screens/web.js";

export const SCREENS = {
  form: [form, "form", "indigo"],
  fields: [fields, "keyboard", "blue"],
  controls: [controls, "sliders", "teal"],
  list: [list, "list", "green"],
  alerts: [alerts, "bell", "pink"],
  touch: [touch, "touch", "orange"],
  location: [location, "pin", "green"],
  motion: [motion, "motion", "amber"],
  biometrics: [biometrics, "finger", "pink"],
  clipboard: [clipboard, "clip", "blue"],
  display: [display, "sun", "orange"],
  language: [language, "globe", "indigo"],
  visibility: [visibility, "eye", "teal"],
  storage: [storage, "box", "amber"],
  link: [link, "link", "slate"],
  web: [web, "page", "blue"],
};

export const GROUPS = [
  ["group.input", ["form", "fields", "controls", "list", "alerts", "touch"]],
  ["group.device", ["location", "motion", "biometrics", "clipboard", "display", "language"]],
  ["group.app", ["visibility", "storage", "link", "web"]],
];
