// WebdriverIO drives Firefox through hansom, unchanged. It speaks BiDi by default, through the same port.
//
//     HANSOM_URL=http://127.0.0.1:4444 node browser.mjs
import assert from 'node:assert/strict';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remote } from 'webdriverio';

const PAGE = `<!doctype html><title>Shop</title>
<style>body { margin: 0; height: 3000px }</style>
<button id="more" onclick="count.textContent++">more</button> <b id="count">0</b>
<input id="name"> <input id="file" type="file"> <p id="offer">…</p> <div id="host"></div>
<script>
  host.attachShadow({ mode: 'open' }).innerHTML = '<i>in the shadow</i>';
  fetch('/offer').then((answer) => answer.text()).catch(() => 'no offer').then((text) => { offer.textContent = text; });
</script>`;

const site = createServer((request, answer) => {
  answer.setHeader('content-type', 'text/html');
  answer.end(request.url === '/offer' ? 'cheap' : PAGE);
}).listen(0, '127.0.0.1');
const address = () => `http://127.0.0.1:${site.address().port}/`;
const folder = await mkdtemp(join(tmpdir(), 'example-'));

const { hostname, port } = new URL(process.env.HANSOM_URL);
const browser = await remote({
  hostname,
  port: Number(port),
  logLevel: 'error',
  capabilities: { browserName: 'firefox', 'moz:firefoxOptions': { args: ['-headless'] } },
});
try {
  assert.equal(browser.isBidi, true);
  console.log('started', browser.capabilities.browserName, browser.capabilities.browserVersion);

  await browser.url(address());
  assert.equal(await browser.getTitle(), 'Shop');
  await browser.$('button=more').click();
  await browser.$('#more').doubleClick();
  assert.equal(await browser.$('#count').getText(), '3');
  console.log('clicks', 3);

  await browser.$('#name').setValue('Ada');
  await browser.$('#name').addValue(' Lovelace');
  assert.equal(await browser.$('#name').getValue(), 'Ada Lovelace');
  await browser.$('#file').setValue(process.argv[1]);
  assert.equal(await browser.execute(() => document.querySelector('#file').files[0].name), 'browser.mjs');
  assert.equal(await browser.$('>>>i').getText(), 'in the shadow');
  console.log('form, file and shadow root');

  await browser.action('wheel').scroll({ deltaX: 0, deltaY: 400 }).perform();
  await browser.waitUntil(() => browser.execute(() => scrollY > 0));
  await browser.saveScreenshot(join(folder, 'page.png'), { fullPage: true });
  assert.equal((await readFile(join(folder, 'page.png'))).readUInt32BE(20), 3000);
  console.log('wheel and full page');

  // BiDi: what pages log, what they load, and what runs before them.
  await browser.sessionSubscribe({ events: ['log.entryAdded'] });
  const logged = new Promise((resolve) => browser.once('log.entryAdded', resolve));
  await browser.execute(() => console.log('hello from the page'));
  assert.equal((await logged).text, 'hello from the page');
  await browser.waitUntil(async () => (await browser.$('#offer').getText()) === 'cheap');
  const mock = await browser.mock('**/offer');
  mock.abort();
  await browser.addInitScript(() => { window.early = document.readyState; });
  await browser.url(address());
  await browser.waitUntil(async () => (await browser.$('#offer').getText()) === 'no offer');
  assert.equal(await browser.execute(() => window.early), 'loading');
  console.log('log, network and preload script over BiDi');

  const first = await browser.getWindowHandle();
  await browser.newWindow(`${address()}?second`);
  assert.match(await browser.getUrl(), /second/);
  await browser.closeWindow();
  await browser.switchToWindow(first);
  assert.deepEqual(await browser.getWindowHandles(), [first]);
  console.log('windows');
} finally {
  await browser.deleteSession();
  site.close();
  site.closeAllConnections();
  await rm(folder, { recursive: true });
}
