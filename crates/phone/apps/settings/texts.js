// The words of Settings.
export const TEXTS = {
  en: {
    main: "Settings", back: "Back", display: "Display", dark: "Dark appearance", language: "Language", security: "Security",
    biometrics: "Biometric sign-in", biometricsNote: "Apps may ask for your finger or face.", phone: "Phone", battery: "Battery",
    charging: "charging", apps: "Apps", about: "About", languageNote: "Apps follow at once.", name: "Name", system: "System",
    version: "Version", profile: "Kind", region: "Region", timeZone: "Time zone", screen: "Screen",
  },
  de: {
    main: "Einstellungen", back: "Zurück", display: "Anzeige", dark: "Dunkles Erscheinungsbild", language: "Sprache", security: "Sicherheit",
    biometrics: "Biometrische Anmeldung", biometricsNote: "Apps dürfen nach Finger oder Gesicht fragen.", phone: "Telefon", battery: "Batterie",
    charging: "wird geladen", apps: "Apps", about: "Info", languageNote: "Apps folgen sofort.", name: "Name", system: "System",
    version: "Version", profile: "Art", region: "Region", timeZone: "Zeitzone", screen: "Bildschirm",
  },
  fr: {
    main: "Réglages", back: "Retour", display: "Affichage", dark: "Apparence sombre", language: "Langue", security: "Sécurité",
    biometrics: "Connexion biométrique", biometricsNote: "Les apps peuvent demander votre doigt ou votre visage.", phone: "Téléphone", battery: "Batterie",
    charging: "en charge", apps: "Apps", about: "Informations", languageNote: "Les apps suivent aussitôt.", name: "Nom", system: "Système",
    version: "Version", profile: "Type", region: "Région", timeZone: "Fuseau horaire", screen: "Écran",
  },
};
