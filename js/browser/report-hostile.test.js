// Reports of pages that try to run scripts, to load something, or to disguise their text.

import assert from 'node:assert/strict';
import { browserTest } from './harness.js';
import { hostilePage, listen } from './listener.js';
import { report } from './report.js';
import { Tab, nth } from './tab.js';

browserTest('a hostile page runs nothing', async (browser) => {
  const listener = await listen();
  const file = report(hostilePage(listener.address), { name: '"><img src=x onerror=hacked=1>.html', options: [] });
  const tab = await Tab.open(browser, file);
  // Scroll so that every part of the page is in the document at some time.
  await tab.click('#white-space');
  for (const pane of ['#source', '#tree', '#errors']) {
    await tab.scrollTo(pane, 1e6);
    await tab.hover(`${pane} .spacer > :last-child`);
  }
  await tab.click(nth('.node', -3));
  for (let count = 0; count < 5; count++) await tab.press('n');
  await tab.press('/');
  await tab.type('<script>');
  await tab.wait(() => document.querySelector('.hit'));
  assert.equal(await tab.evaluate(() => 'hacked' in window), false);
  assert.equal(await tab.page.title(), '"><img src=x onerror=hacked=1>.html · limpid report');
  assert.equal(await tab.evaluate(() => document.scripts.length), 2);
  const foreign = 'body img, body iframe, body svg, base, body style, link, form, [style*=all], [onload]';
  assert.equal(await tab.count(foreign), 0);
  // There was no attempt either: the policy would have logged it.
  assert.deepEqual([tab.dialogs, tab.exceptions, tab.messages], [[], [], []]);
  assert.equal(tab.requests.length, 1, tab.requests.join());
  assert.ok(tab.requests[0].startsWith('file:///'), tab.requests[0]);
  assert.equal(await listener.received(), '');
});

browserTest('the policy blocks markup that escapes its place', async (browser) => {
  const listener = await listen();
  const { address } = listener;
  const tab = await Tab.open(browser, report('<p>'));
  // Markup that a page could insert if escaping failed.
  const markup =
    `<img src='${address}i' onerror='window.hacked=1'><iframe src='${address}f'></iframe>` +
    `<link rel=stylesheet href='${address}s'><a href='javascript:window.hacked=1' id=link>x</a>` +
    "<style>body { display: none }</style><p id=styled style='display: none'>x</p>";
  await tab.evaluate((inserted) => {
    document.body.insertAdjacentHTML('afterbegin', inserted);
    document.querySelector('#link').click();
  }, markup);
  await tab.evaluate((from) => {
    const setters = [
      (script) => (script.textContent = 'window.hacked=1'),
      (script) => (script.src = `${from}x.js`),
      (script) => (script.src = 'data:text/javascript,window.hacked=1'),
    ];
    for (const set of setters) {
      const script = document.createElement('script');
      set(script);
      document.body.append(script);
    }
  }, address);
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(await tab.evaluate(() => 'hacked' in window), false);
  assert.notEqual(await tab.evaluate(() => getComputedStyle(document.body).display), 'none');
  assert.notEqual(await tab.evaluate(() => getComputedStyle(document.querySelector('#styled')).display), 'none');
  const fetched = (from) => fetch(from).then(
    () => 'fetched',
    () => 'blocked',
  );
  assert.equal(await tab.evaluate(fetched, address), 'blocked');
  assert.equal(await listener.received(), '');
  const violations = tab.messages.filter((message) => message.includes('Content Security Policy'));
  assert.ok(violations.length >= 6, tab.messages.join('\n'));
});

browserTest('hidden characters are shown as boxes', async (browser) => {
  const page = "<!DOCTYPE html><p title='\u202efdp'>a\u202eexe\0.\u0001b\u200b\u{e0041}👩\u200d💻\ufeff\tc<i\u2066>";
  const tab = await Tab.open(browser, report(page));
  assert.deepEqual(await tab.texts('.hidden-character'), ['RLO', 'RLO', 'NUL', 'SOH', 'ZWSP', 'U+E0041', 'BOM', 'LRI']);
  // Joined characters stay together.
  assert.ok((await tab.text('.line')).includes('👩\u200d💻'));
  const text = await tab.evaluate(
    () => document.body.innerText + document.title + [...document.querySelectorAll('[title]')].map((element) => element.title),
  );
  assert.doesNotMatch(text, /[\u202e\u2066\0\u0001\u200b\ufeff\u{e0041}]/u);
  assert.ok(text.includes('“a⟨RLO⟩exe'), text);
});
