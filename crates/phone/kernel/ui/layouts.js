// Keyboard layouts as data: rows of characters per language and per kind of field.
const keyboardLayouts = {
  letters: {
    en: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    de: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"],
    fr: ["azertyuiop", "qsdfghjklm", "wxcvbn'"],
  },
  symbols: ["1234567890", "-/:;()€&@\"", ".,?!'+#%"],
  /** Keys between the space bar and return. */
  extras: { email: ["@", "."], url: ["/", "."], text: ["."], search: ["."], password: ["."] },
  /** Pads of digits; empty text is a gap. */
  pads: {
    number: ["123", "456", "789", " 0"],
    decimal: ["123", "456", "789", ".0"],
    tel: ["123", "456", "789", "+0"],
  },
  words: {
    en: { keyboard: "Keyboard", space: "space", return: "return", search: "search", go: "go", delete: "delete", shift: "shift", symbols: "numbers", letters: "letters", dismiss: "Hide keyboard" },
    de: { keyboard: "Tastatur", space: "Leerzeichen", return: "Eingabe", search: "Suchen", go: "Öffnen", delete: "Löschen", shift: "Umschalten", symbols: "Zahlen", letters: "Buchstaben", dismiss: "Tastatur ausblenden" },
    fr: { keyboard: "Clavier", space: "espace", return: "retour", search: "rechercher", go: "accéder", delete: "supprimer", shift: "majuscule", symbols: "chiffres", letters: "lettres", dismiss: "Masquer le clavier" },
  },
  of(table, language) {
    return table[(language ?? "en").split("-")[0]] ?? table.en;
  },
};
