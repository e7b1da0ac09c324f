// A short test of reports and the playground in Firefox. Playwright controls an unmodified Firefox through WebDriver BiDi.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startFirefox } from './browser.js';
import { Playground } from './playground.js';
import { report } from './report.js';
import { missingPlayground } from './server.js';
import { Tab, node } from './tab.js';

const browser = await startFirefox();
after(() => browser?.close());
const note = browser === null && 'LIMPID_FIREFOX is not set to a Firefox that Playwright can control (version 143 or later)';

test('reports work in Firefox', { skip: note }, async () => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html><p>One</i>\n<b x x=1>two'));
  assert.match(await tab.labels(), /<p> “One.*” <b x> “two”$/);
  await tab.hover(node('<b x>'));
  await tab.until(async () => (await tab.sourceWith('lit-tag')).startsWith('<b x'));
  await tab.press('n');
  await tab.waitForText('.row.active .place', '1:22');
  assert.deepEqual(tab.exceptions, []);
  await tab.close();
});

test('the playground works in Firefox', { skip: note || (missingPlayground ?? false) }, async () => {
  const playground = await Playground.open(browser);
  await playground.setSource('<!DOCTYPE html><p>One</i>');
  await playground.until(async () => (await playground.reported()).labels.join(' ').endsWith('<p> “One”'));
  assert.equal((await playground.shown('markdown')).trim(), 'One');
  assert.deepEqual(playground.exceptions, []);
  await playground.close();
});
