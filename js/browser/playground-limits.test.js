// Sources that take long, sources that are replaced, and links that are too large.

import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { Playground, playgroundTest } from './playground.js';

const packed = (value) => `#${deflateRawSync(Buffer.from(JSON.stringify(value)), { level: 9 }).toString('base64url')}`;

playgroundTest('the page stays usable while results are computed', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.evaluate((text) => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => {
      window.longest = Math.max(window.longest, performance.now() - last);
      last = performance.now();
    }, 20);
    document.querySelector('#source').value = text;
  }, '<p><b>'.repeat(12_500));
  await playground.page.click('#tab-repairs');
  await playground.wait(() => document.querySelector('#status').textContent === 'Working…');
  // A newer request stops the one that takes long.
  await playground.choose('text');
  await playground.setSource('<p>Next');
  await playground.waitForText('#panel-text pre', 'Next');
  const longest = await playground.evaluate(() => window.longest);
  assert.ok(longest < 2000, `${longest} ms`);
});

playgroundTest('a request without an answer is stopped, and the next one works', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.choose('text');
  await playground.page.clock.install();
  await playground.evaluate((text) => {
    document.querySelector('#source').value = text;
  }, '<p><b>'.repeat(100_000));
  await playground.page.click('#tab-repairs');
  await playground.page.clock.runFor(11_000);
  assert.equal(await playground.text('#status.failed'), 'Stopped, because this takes too long');
  assert.equal(await playground.count('#panel-repairs li'), 0);
  await playground.page.clock.resume();
  await playground.setSource('<p>Next</i>');
  await playground.wait(() => document.querySelectorAll('#panel-repairs li').length > 0);
  assert.equal(await playground.count('#status.failed'), 0);
});

playgroundTest('many nested results are listed by the start of their source', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.setSource('<div>'.repeat(600));
  await playground.choose('query');
  await playground.setQuery('CSS selector', 'div');
  assert.equal(await playground.text('#css-count'), '600 results, the first 500 are shown');
  const texts = await playground.texts('#css-list code');
  assert.equal(texts.length, 500);
  assert.ok(texts.every((text) => text.startsWith('<div>') && text.length <= 301));
});

playgroundTest('a replaced source can be restored', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.page.fill('#source', '<p>Mine</i>');
  await playground.page.click('#example');
  assert.match(await playground.source(), /Green tea/);
  await playground.page.focus('#source');
  await playground.press('Control+z');
  assert.equal(await playground.source(), '<p>Mine</i>');
  // Undoing a long text is slow in browsers: a button does it.
  const long = '<p>line\n'.repeat(5000);
  await playground.page.setInputFiles('#file', { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(long) });
  await playground.wait((text) => document.querySelector('#source').value === text, long);
  await playground.page.click('#undo');
  assert.equal(await playground.source(), '<p>Mine</i>');
});

playgroundTest('edits survive a reload and another link at once', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.page.fill('#source', '<p>Mine');
  await playground.page.reload();
  await playground.waitUntilReady();
  assert.equal(await playground.source(), '<p>Mine');
  await playground.page.fill('#source', '<p>Mine again');
  await playground.evaluate((hash) => void (location.hash = hash), packed({ source: '<p>Linked' }));
  await playground.wait(() => document.querySelector('#source').value === '<p>Linked');
  await playground.page.goBack();
  await playground.wait(() => document.querySelector('#source').value === '<p>Mine again');
});

playgroundTest('links that are too large are refused', async (browser) => {
  const cases = [
    [packed({ source: 'x'.repeat(6_000_000) }), 'The source in this link is too long'],
    [`#${'A'.repeat(60_001)}`, 'This link is too long'],
    [packed({ version: 2, source: 'x' }), 'This link is for another version of the playground'],
  ];
  for (const [fragment, message] of cases) {
    const playground = await Playground.open(browser, { fragment });
    assert.equal(await playground.text('#address-note'), message);
    assert.match(await playground.source(), /Green tea/);
    await playground.close();
  }
});

playgroundTest('files that are too large are refused', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.page.setInputFiles('#file', { name: 'page.html', mimeType: 'text/html', buffer: Buffer.alloc(20_000_001, 'x') });
  await playground.waitForText('#action-note', 'Not opened: page.html has more than 20 MB');
});

playgroundTest('an error that is chosen in the report is selected in the source', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.setSource(`<!DOCTYPE html>${'\nline'.repeat(300)}<p>One</i>`);
  await playground.until(async () => (await playground.reported()).codes.length === 1);
  await playground.frame().click('.row .place');
  await playground.until(async () => (await playground.selectedSource()) === '</i>');
  assert.equal(await playground.evaluate(() => document.activeElement.id), 'source');
  assert.ok((await playground.scrollTop('#source')) > 4000);
  // Other senders and other numbers are ignored.
  await playground.evaluate(() => postMessage({ from: 0, to: 3 }, '*'));
  await playground.frame().evaluate(() => [{ from: -1, to: 2 }, { from: 2, to: 1 }, { from: 0, to: 1e9 }, null].forEach((data) => parent.postMessage(data, '*')));
  await playground.nextFrame();
  assert.equal(await playground.selectedSource(), '</i>');
  assert.deepEqual(playground.exceptions, []);
});

playgroundTest('a repair shows the text between its edits', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.setSource('<!DOCTYPE html><title>x</title><p>It is <b>the <i>most</b> common</i> kind');
  await playground.choose('repairs');
  const changes = await playground.texts('#panel-repairs li code');
  assert.ok(changes.some((change) => change.includes('</i></b><i>')), changes.join('\n'));
});

playgroundTest('the link and the text of a panel can be copied', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => playground.evaluate(() => navigator.clipboard.readText());
  await playground.setSource('<p>Tea');
  await playground.page.click('#copy-link');
  await playground.waitForText('#action-note', 'Copied');
  const other = await Playground.open(browser, { fragment: new URL(await copied()).hash });
  assert.equal(await other.source(), '<p>Tea');
  await playground.choose('text');
  await playground.page.click('#panel-text button');
  await playground.until(async () => (await copied()) === 'Tea');
});
