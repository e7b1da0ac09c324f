// Pages in the playground that try to run scripts or to load something.

import assert from 'node:assert/strict';
import { hostilePage, listen } from './listener.js';
import { Playground, TABS, playgroundTest, server } from './playground.js';
import { LIGHT } from './tab.js';

playgroundTest('scripts and event handlers of a page never run', async (browser) => {
  const listener = await listen();
  const playground = await Playground.open(browser);
  const isHacked = async () => {
    const frames = await Promise.all(playground.page.frames().map((frame) => frame.evaluate(() => 'hacked' in window)));
    return frames.includes(true);
  };
  // The markup also attacks text fields, and the frame with the report.
  const page = `</textarea></pre></iframe>"'><img src=x onerror=parent.hacked=1,hacked=1>${hostilePage(listener.address)}`;
  await playground.setSource(page);
  await playground.choose('query');
  await playground.page.getByLabel('CSS selector', { exact: true }).fill('*');
  await playground.page.getByLabel('XPath', { exact: true }).fill('//node() | //@*');
  for (const id of TABS) {
    await playground.choose(id);
    await playground.setSource(page);
    if (id === 'report') await playground.until(async () => (await playground.reported()).labels.length > 10);
    assert.equal(await isHacked(), false, id);
    const foreign = `#panel-${id} :is(img, script, svg, base, style, link, form, [onerror], [onload])`;
    assert.equal(await playground.count(foreign), 0, id);
  }
  // All results, and the repaired page.
  await playground.choose('repairs');
  await playground.page.click('#panel-repairs .controls button');
  await playground.choose('report');
  const frame = playground.frame();
  await frame.waitForSelector('.node');
  for (const pane of ['#source', '#tree', '#errors']) {
    await frame.evaluate((of) => void (document.querySelector(of).scrollTop = 1e6), pane);
    await playground.nextFrame();
  }
  assert.equal(await frame.evaluate(() => document.querySelectorAll('body img, body iframe, body svg, base, link, form, [onload]').length), 0);
  assert.equal(await isHacked(), false);
  assert.equal(await playground.page.title(), 'limpid playground');
  // There was no attempt either: the policy of the report would have logged it.
  assert.deepEqual([playground.dialogs, playground.exceptions, playground.messages], [[], [], []]);
  assert.deepEqual(playground.allRequests.filter((url) => !url.startsWith(server.origin) && !/^(data:,$|about:)/.test(url)), []);
  assert.equal(await listener.received(), '');
});

playgroundTest('the frame of the report is sandboxed, and its policy blocks what escaped', async (browser) => {
  const listener = await listen();
  const playground = await Playground.open(browser);
  await playground.until(async () => (await playground.reported()).labels.length > 10);
  const frame = playground.frame();
  const reached = await frame.evaluate(() => {
    const attempt = (run) => {
      try {
        return String(run());
      } catch (error) {
        return error.name;
      }
    };
    return [attempt(() => parent.document.title), attempt(() => localStorage.length), self.origin];
  });
  assert.deepEqual(reached, ['SecurityError', 'SecurityError', 'null']);
  await frame.evaluate((address) => {
    document.body.insertAdjacentHTML('afterbegin', `<img src='${address}i' onerror='window.hacked=1'><iframe src='${address}f'></iframe>`);
    const script = document.createElement('script');
    script.textContent = 'window.hacked = 1';
    document.body.append(script);
  }, listener.address);
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(await frame.evaluate(() => 'hacked' in window), false);
  assert.equal(await listener.received(), '');
});

playgroundTest('links of the report open the standard in a tab of its own', async (browser) => {
  const playground = await Playground.open(browser, { look: { ...LIGHT, width: 2000 } });
  await playground.context.route('https://html.spec.whatwg.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>standard</title><script>document.title = String(origin) + (opener === null)</script>' }),
  );
  await playground.until(async () => (await playground.reported()).codes.length > 0);
  const [opened] = await Promise.all([playground.context.waitForEvent('page'), playground.frame().click('.row a')]);
  await opened.waitForLoadState();
  // The opened page is not in the sandbox of the frame.
  assert.equal(await opened.title(), 'https://html.spec.whatwg.orgtrue');
});
