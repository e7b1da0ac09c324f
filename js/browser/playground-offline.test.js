// The playground without a network, and without its module.

import assert from 'node:assert/strict';
import { Playground, playgroundTest, server } from './playground.js';
import { serve } from './server.js';
import { LIGHT, Tab } from './tab.js';

playgroundTest('the playground works offline after the first visit', async (browser) => {
  const first = await serve();
  const playground = await Playground.open(browser, { address: first.address });
  // The service worker installs all files before it becomes active.
  await playground.evaluate(async () => void (await navigator.serviceWorker.ready));
  await playground.wait(() => navigator.serviceWorker.controller !== null);
  await playground.setSource('<p>Kept');
  await playground.wait(() => location.hash.length > 1);
  await playground.context.setOffline(true);
  await first.close();
  await playground.page.reload();
  await playground.waitUntilReady();
  await playground.choose('text');
  await playground.setSource('<p>Offline');
  assert.equal(await playground.text('#panel-text pre'), 'Offline');
  assert.equal(await playground.evaluate(() => getComputedStyle(document.querySelector('main')).display), 'grid');
  assert.deepEqual(playground.exceptions, []);
});

playgroundTest('an installed playground does not wait for the network', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.wait(() => navigator.serviceWorker.controller !== null);
  const requested = [];
  // A network that never answers.
  await playground.context.route('**/*', (route) => void requested.push(route.request().url()));
  await playground.page.goto(`${server.origin}/playground/?utm=1`);
  await playground.waitUntilReady();
  assert.deepEqual(requested.filter((url) => !url.endsWith('/offline.js')), []);
  await playground.context.unrouteAll();
});

playgroundTest('the playground says why it cannot start', async (browser) => {
  const tab = await Tab.create(browser, LIGHT);
  await tab.page.route('**/*.wasm', (route) => route.abort());
  await tab.page.goto(server.address);
  await tab.wait(() => document.querySelector('#status.failed').textContent.startsWith('The playground could not start: '));
});

playgroundTest('only one panel is shown while the playground loads', async (browser) => {
  const tab = await Tab.create(browser, LIGHT);
  let load;
  const loading = new Promise((done) => (load = done));
  await tab.page.route('**/*.wasm', async (route) => {
    await loading;
    await route.continue();
  });
  await tab.page.goto(server.address, { waitUntil: 'commit' });
  await tab.waitForCount('[role=tabpanel]', 8);
  assert.equal(await tab.count('[role=tabpanel]:not([hidden])'), 1);
  assert.equal(await tab.count('[role=tab][aria-selected=true]'), 1);
  // Input before the start is not an error.
  await tab.page.click('#tab-query');
  await tab.page.getByLabel('CSS selector', { exact: true }).fill('p');
  assert.equal(await tab.text('#css-count'), '');
  await tab.page.fill('#source', '<p>Typed early');
  load();
  await tab.wait(() => document.querySelector('#css-count').textContent === '1 result');
  assert.equal(await tab.page.inputValue('#source'), '<p>Typed early');
  assert.deepEqual(tab.exceptions, []);
});

playgroundTest('without scripts, the playground says what it needs', async (browser) => {
  const tab = await Tab.create(browser, LIGHT, { javaScriptEnabled: false });
  await tab.page.goto(server.address);
  assert.match(await tab.page.innerText('body'), /needs JavaScript/);
});
