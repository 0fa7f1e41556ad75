// selenium-webdriver drives Firefox through hansom, unchanged: as a server, and as its driver executable.
//
//     HANSOM=/path/to/hansom HANSOM_URL=http://127.0.0.1:4444 node example.mjs
import assert from 'node:assert/strict';
import { Builder, By, Key, until } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import LogInspector from 'selenium-webdriver/bidi/logInspector.js';

const PAGE = `data:text/html,<title>Counter</title><body style="margin:0;height:3000px">
<button id=more onclick="count.textContent++">more</button> <b id=count>0</b> <input id=name>`;

const options = () => new firefox.Options().addArguments('-headless');

console.log('as a driver executable');
const local = await new Builder()
  .forBrowser('firefox')
  .setFirefoxOptions(options())
  .setFirefoxService(new firefox.ServiceBuilder(process.env.HANSOM))
  .build();
try {
  await tour(local);

  // The chrome context is the browser's own: a preference set there changes what pages see.
  const dark = "return matchMedia('(prefers-color-scheme: dark)').matches";
  assert.equal(await local.executeScript(dark), false);
  await local.setContext(firefox.Context.CHROME);
  await local.executeScript("Services.prefs.setIntPref('ui.systemUsesDarkTheme', 1)");
  await local.setContext(firefox.Context.CONTENT);
  await local.wait(() => local.executeScript(dark), 5000);
  console.log('chrome context');

  const png = Buffer.from(await local.takeFullPageScreenshot(), 'base64');
  assert.equal(png.readUInt32BE(20), 3000);
  console.log('full page');
} finally {
  await local.quit();
}

console.log('as a server');
const driver = await new Builder()
  .usingServer(process.env.HANSOM_URL)
  .forBrowser('firefox')
  .setFirefoxOptions(options().enableBidi())
  .build();
try {
  await tour(driver);

  // What pages write to the console arrives over BiDi, which goes through the same port.
  const inspector = await LogInspector(driver);
  const logged = new Promise((resolve) => inspector.onConsoleEntry(resolve));
  await driver.executeScript("console.warn('hello from the page')");
  assert.equal((await logged).text, 'hello from the page');
  await inspector.close();
  console.log('console');
} finally {
  await driver.quit();
}

async function tour(driver) {
  await driver.get(PAGE);
  await driver.wait(until.titleIs('Counter'), 5000);
  const more = driver.findElement(By.id('more'));
  await more.click();
  await driver.actions().doubleClick(more).perform();
  assert.equal(await driver.findElement(By.id('count')).getText(), '3');
  console.log('clicks', 3);

  const name = driver.findElement(By.id('name'));
  await name.sendKeys('ada', Key.HOME, Key.DELETE, 'A');
  assert.equal(await name.getAttribute('value'), 'Ada');
  assert.equal(await driver.executeScript('return 6 * arguments[0]', 7), 42);
  console.log('keys and script');
}
