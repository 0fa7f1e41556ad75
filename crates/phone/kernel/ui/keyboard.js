// The soft keyboard. It draws keys; what a key does is the kernel's business (`data-key`).
const keyboard = {
  height({ profile, landscape }) {
    if (profile === "tv") return 360;
    if (profile === "tablet") return landscape ? 400 : 340;
    return landscape ? 204 : 291;
  },

  render(root, { kind, shift, symbols, returnLabel, appearance, language, landscape }) {
    const words = keyboardLayouts.of(keyboardLayouts.words, language);
    const board = uiDom.begin(root, "hz-keyboard", appearance, uiDom.ax("Keyboard", words.keyboard));
    board.toggleAttribute("data-landscape", Boolean(landscape));
    const pad = keyboardLayouts.pads[kind];
    const rows = pad
      ? keyboard.padRows(root, pad, kind, language, words)
      : keyboard.letterRows(root, { kind, shift, symbols, returnLabel, language, words });
    board.append(
      uiDom.el(root, "div", { class: `hz-rows${pad ? " hz-pad" : ""}` }, rows),
      uiDom.el(root, "div", { class: "hz-tray" }, [keyboard.command(root, "dismiss", words.dismiss, keyboard.dismissIcon(root))]),
    );
  },

  letterRows(root, { kind, shift, symbols, returnLabel, language, words }) {
    const rows = symbols ? keyboardLayouts.symbols : keyboardLayouts.of(keyboardLayouts.letters, language);
    const [first, second, third] = rows.map((row) => [...row].map((char) => keyboard.character(root, shift && !symbols ? keyboard.upper(char) : char)));
    third.unshift(symbols ? keyboard.gap(root) : keyboard.command(root, "shift", words.shift, keyboard.shiftIcon(root, shift), shift));
    third.push(keyboard.command(root, "delete", words.delete, keyboard.deleteIcon(root)));
    const other = symbols ? "letters" : "symbols";
    const extras = (keyboardLayouts.extras[kind] ?? keyboardLayouts.extras.text).map((char) => keyboard.character(root, char));
    const go = returnLabel ?? (kind === "search" ? words.search : kind === "url" ? words.go : words.return);
    const last = [
      keyboard.command(root, other, words[other], symbols ? "ABC" : "123"),
      keyboard.key(root, "space", words.space, words.space, "hz-space"),
      ...extras,
      keyboard.key(root, "return", go, go, "hz-command hz-return"),
    ];
    return [first, second, third, last].map((keys) => keyboard.row(root, keys));
  },

  padRows(root, pad, kind, language, words) {
    return pad.map((chars, index) => {
      const keys = [...chars].map((char) => {
        if (char === " ") return keyboard.gap(root);
        if (char === "." && kind === "decimal") return keyboard.character(root, keyboard.decimalPoint(language));
        return keyboard.character(root, char);
      });
      if (index === 3) keys.push(keyboard.command(root, "delete", words.delete, keyboard.deleteIcon(root)));
      return keyboard.row(root, keys);
    });
  },

  decimalPoint(language) {
    return new Intl.NumberFormat(language ?? "en").formatToParts(0.5).find((part) => part.type === "decimal").value;
  },

  // The capital of ß is two letters in most places; the key keeps its one.
  upper(char) {
    const capital = char.toUpperCase();
    return capital.length === 1 ? capital : char;
  },

  row(root, keys) {
    return uiDom.el(root, "div", { class: "hz-row" }, keys);
  },
  gap(root) {
    return uiDom.el(root, "span", { class: "hz-gap" });
  },
  character(root, char) {
    return keyboard.key(root, char, char, char, "hz-char");
  },
  command(root, name, label, face, on) {
    return keyboard.key(root, name, label, face, `hz-command${on ? " hz-on" : ""}`);
  },
  key(root, name, label, face, look) {
    const type = look.startsWith("hz-char") || name === "space" ? "Key" : "Button";
    return uiDom.el(root, "button", { type: "button", tabindex: "-1", class: `hz-key ${look}`, "data-key": name, ...uiDom.ax(type, label) }, [
      uiDom.el(root, "span", { class: "hz-face", "aria-hidden": "true" }, [face]),
    ]);
  },

  shiftIcon(root, on) {
    return uiDom.svg(root, `hz-glyph${on ? " hz-solid" : ""}`, "0 0 24 24", [["path", { d: "M12 4.5 4.5 12.5H8.5V19h7v-6.5h4z" }]]);
  },
  deleteIcon(root) {
    return uiDom.svg(root, "hz-glyph", "0 0 24 24", [["path", { d: "M8.6 5.5H19a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H8.6L3 12zM11.5 9.5l5 5M16.5 9.5l-5 5" }]]);
  },
  dismissIcon(root) {
    return uiDom.svg(root, "hz-glyph", "0 0 24 24", [
      ["rect", { x: 3, y: 4, width: 18, height: 11, rx: 2.5 }],
      ["path", { d: "M7 8h.01M10.4 8h.01M13.7 8h.01M17 8h.01M8.5 11.5h7M9.5 18.5l2.5 2.3 2.5-2.3" }],
    ]);
  },
};
