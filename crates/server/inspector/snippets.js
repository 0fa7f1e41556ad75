// The line of code that finds an element, for the usual clients.
const quoted = (text) => JSON.stringify(text);

const PYTHON = {
  "accessibility id": "AppiumBy.ACCESSIBILITY_ID",
  "-ios predicate string": "AppiumBy.IOS_PREDICATE",
  "-ios class chain": "AppiumBy.IOS_CLASS_CHAIN",
  "css selector": "By.CSS_SELECTOR",
  "link text": "By.LINK_TEXT",
  xpath: "By.XPATH",
};

const JAVA = {
  "accessibility id": "AppiumBy.accessibilityId",
  "-ios predicate string": "AppiumBy.iOSNsPredicateString",
  "-ios class chain": "AppiumBy.iOSClassChain",
  "css selector": "By.cssSelector",
  "link text": "By.linkText",
  xpath: "By.xpath",
};

// WebdriverIO tells strategies apart by how a selector begins.
const WEBDRIVERIO = {
  "accessibility id": "~",
  "-ios predicate string": "-ios predicate string:",
  "-ios class chain": "-ios class chain:",
  "link text": "=",
};

export const LANGUAGES = [["python", "Python"], ["javascript", "JavaScript (WebdriverIO)"], ["java", "Java"]];

export function snippet(language, { using, value }) {
  switch (language) {
    case "java":
      return `driver.findElement(${JAVA[using]}(${quoted(value)}));`;
    case "javascript":
      return `await driver.$(${quoted((WEBDRIVERIO[using] ?? "") + value)});`;
    default:
      return `driver.find_element(${PYTHON[using]}, ${quoted(value)})`;
  }
}
