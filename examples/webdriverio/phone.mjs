// WebdriverIO uses a virtual phone, unchanged. After each command the app says what it saw.
//
//     HANSOM_URL=http://127.0.0.1:4444 node phone.mjs
import assert from 'node:assert/strict';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remote } from 'webdriverio';

// An app that comes with the phone: each screen shows what the app observed, by accessibility id.
const APP = 'hansom.playground';
const folder = await mkdtemp(join(tmpdir(), 'example-'));

const { hostname, port } = new URL(process.env.HANSOM_URL);
const phone = await remote({
  hostname,
  port: Number(port),
  logLevel: 'error',
  waitforTimeout: 20000,
  capabilities: { platformName: 'iOS', 'appium:automationName': 'Virtual', 'appium:bundleId': APP },
});

/** Opens a screen of the app from its menu. */
async function open(screen) {
  const top = phone.$("-ios predicate string:name IN {'menu-title', 'back'}");
  if ((await top.getAttribute('name')) === 'back') await top.click();
  await phone.$(`~menu-${screen}`).click();
}

/** Waits until the app has seen it. */
async function saw(fact, wanted) {
  const timeoutMsg = `${fact} should be ${wanted}`;
  await phone.waitUntil(async () => (await phone.$(`~${fact}`).getText()) === wanted, { timeoutMsg });
  console.log(fact.padEnd(20), wanted);
}

try {
  assert.deepEqual([phone.isMobile, phone.isIOS, phone.isNativeContext], [true, true, true]);

  const links = phone.$$("-ios class chain:**/XCUIElementTypeLink[`name BEGINSWITH 'menu-'`]");
  assert.ok((await links.length) > 10);
  await phone.$('~menu-web').scrollIntoView();
  await phone.$('~menu-form').scrollIntoView({ direction: 'down' });

  await open('touch');
  const pad = phone.$('~touch-pad');
  await pad.tap();
  await saw('last-gesture', 'tap');
  await pad.longPress();
  await saw('last-gesture', 'long press');
  await pad.zoom();
  await saw('last-gesture', 'pinch');
  const finger = phone.action('pointer', { parameters: { pointerType: 'touch' } });
  const origin = await pad.getElement();
  await finger.move({ origin, x: -60 }).down().move({ origin, x: 60, duration: 200 }).up().perform();
  await saw('swipe-direction', 'right');

  await open('list');
  await phone.swipe({ direction: 'up' });
  await phone.waitUntil(async () => Number(await phone.$('~list-scroll').getText()) > 100);

  await open('form');
  await phone.$('~form-name').setValue('Ada');
  await phone.$('~form-submit').click();
  await saw('submitted-name', 'Ada');

  await open('alerts');
  await phone.$('~confirm-button').click();
  await phone.acceptAlert();
  await saw('confirm-result', 'true');

  await open('visibility');
  await phone.$('~visibility-clear').click();
  await phone.lock();
  assert.equal(await phone.isLocked(), true);
  await phone.unlock();
  await saw('hidden-count', '1');
  await phone.background(1);
  await saw('hidden-count', '2');

  await open('clipboard');
  await phone.setClipboard(Buffer.from('from the test').toString('base64'));
  await phone.$('~paste-button').click();
  await saw('clipboard-pasted', 'from the test');

  await open('display');
  await phone.setOrientation('LANDSCAPE');
  await saw('window-orientation', '90');
  await phone.setOrientation('PORTRAIT');
  await saw('window-orientation', '0');

  assert.equal((await phone.getStrings('de')).back, 'Zurück');
  await phone.relaunchActiveApp();
  assert.equal(await phone.queryAppState(APP), 4);

  // The app's page, as a web view.
  await open('controls');
  await saw('screen-title', 'Controls');
  await phone.switchContext({ title: /Controls/ });
  await phone.$('#stepper-more').click();
  assert.equal(await phone.$('#stepper-value').getText(), '1');
  await phone.switchContext('NATIVE_APP');
  await saw('stepper-value', '1');

  await phone.startRecordingScreen();
  await open('list');
  await phone.saveRecordingScreen(join(folder, 'phone.mp4'));
  assert.equal((await readFile(join(folder, 'phone.mp4'))).toString('latin1', 4, 8), 'ftyp');
  await phone.saveScreenshot(join(folder, 'phone.png'));
  console.log('film and picture');
} finally {
  await phone.deleteSession();
  await rm(folder, { recursive: true });
}
