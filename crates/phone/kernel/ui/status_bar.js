// The status bar: time on the left, signal and battery on the right; a tablet also shows the date.
const statusBar = {
  height({ profile, landscape }) {
    if (profile === "tv") return 0;
    if (profile === "tablet") return 24;
    return landscape ? 0 : 47;
  },

  /**
   * `transparent`: over a wallpaper, white text. `background`: the app's theme colour, else the
   * appearance's own paper colour.
   */
  render(root, { time, timeZone, language, battery, appearance, transparent, background }) {
    const words = statusBar.words(language);
    const bar = uiDom.begin(root, "hz-status", transparent ? "dark" : appearance, uiDom.ax("StatusBar", words.bar));
    bar.toggleAttribute("data-transparent", Boolean(transparent));
    bar.style.backgroundColor = transparent ? "" : (background ?? "");
    const date = new Date(time);
    const clock = statusBar.clock(date, timeZone, language);
    const day = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", timeZone }).format(date);
    bar.append(
      uiDom.el(root, "div", { class: "hz-status-left" }, [
        uiDom.el(root, "span", { class: "hz-time", ...uiDom.ax("StaticText", clock) }, [clock]),
        uiDom.el(root, "span", { class: "hz-day", "aria-hidden": "true" }, [day]),
      ]),
      uiDom.el(root, "div", { class: "hz-status-right" }, [
        statusBar.signal(root, words),
        statusBar.battery(root, battery, language, words),
      ]),
    );
  },

  words(language) {
    return {
      de: { bar: "Statusleiste", signal: "Signal: 4 von 4", battery: "Batterie", charging: "wird geladen" },
      fr: { bar: "Barre d’état", signal: "Signal : 4 sur 4", battery: "Batterie", charging: "en charge" },
    }[(language ?? "en").split("-")[0]] ?? { bar: "Status bar", signal: "Signal: 4 of 4", battery: "Battery", charging: "charging" };
  },

  // Without a.m. and p.m., for which there is no room.
  clock(date, timeZone, language) {
    const parts = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", timeZone }).formatToParts(date);
    const pick = (type) => parts.find((part) => part.type === type)?.value ?? "";
    return `${pick("hour")}:${pick("minute")}`;
  },

  signal(root, words) {
    const dots = [0, 1, 2, 3].map((i) => ["rect", { x: i * 5, y: 9 - i * 3, width: 3.4, height: 4 + i * 3, rx: 1.4 }]);
    return uiDom.el(root, "span", { class: "hz-part", ...uiDom.ax("Other", words.signal) }, [
      uiDom.svg(root, "hz-signal", "0 0 19 13", dots),
    ]);
  },

  battery(root, battery, language, words) {
    const level = Math.min(1, Math.max(0, battery?.level ?? 1));
    const percent = new Intl.NumberFormat(language, { style: "percent" }).format(level);
    const state = battery?.charging ? "charging" : level <= 0.2 ? "low" : "normal";
    const label = `${words.battery} ${percent}${battery?.charging ? `, ${words.charging}` : ""}`;
    const shapes = [
      ["rect", { class: "hz-case", x: 0.7, y: 0.7, width: 25.6, height: 11.6, rx: 4 }],
      ["path", { class: "hz-fill", d: "M27.8 4.6v3.8q1.5-.5 1.5-1.9t-1.5-1.9z" }],
      ["rect", { class: "hz-fill hz-level", x: 2.5, y: 2.5, width: Math.max(2.4, 22 * level), height: 8, rx: 2.3 }],
    ];
    if (battery?.charging) shapes.push(["path", { class: "hz-bolt", d: "M14.6 1.4 9.2 7.3h3.6l-.8 4.4 5.6-6.2h-3.8z" }]);
    return uiDom.el(root, "span", { class: "hz-part", "data-state": state, ...uiDom.ax("Other", label, percent) }, [
      uiDom.svg(root, "hz-battery", "0 0 30 13", shapes),
    ]);
  },
};
