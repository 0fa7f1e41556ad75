// The words of the browser.
export const TEXTS = {
  en: {
    browser: "Browser", address: "Address", hint: "Address of a page", page: "Page", tools: "Tools", reload: "Reload", back: "Back",
    forward: "Forward", start: "Start page", openHere: "Open full screen", welcome: "Where to?", lead: "Type an address above.",
    history: "History", clear: "Clear history", notAnAddress: "Not an address:",
  },
  de: {
    browser: "Browser", address: "Adresse", hint: "Adresse einer Seite", page: "Seite", tools: "Werkzeuge", reload: "Neu laden", back: "Zurück",
    forward: "Vor", start: "Startseite", openHere: "Im Vollbild öffnen", welcome: "Wohin?", lead: "Oben eine Adresse eingeben.",
    history: "Verlauf", clear: "Verlauf löschen", notAnAddress: "Keine Adresse:",
  },
  fr: {
    browser: "Navigateur", address: "Adresse", hint: "Adresse d’une page", page: "Page", tools: "Outils", reload: "Recharger", back: "Retour",
    forward: "Suivant", start: "Page d’accueil", openHere: "Ouvrir en plein écran", welcome: "Où allons-nous ?", lead: "Saisissez une adresse ci-dessus.",
    history: "Historique", clear: "Effacer l’historique", notAnAddress: "Pas une adresse :",
  },
};
