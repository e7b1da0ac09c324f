// Errors in the source and in the table of a report, and the links between them.

import assert from 'node:assert/strict';
import { browserTest } from './harness.js';
import { report } from './report.js';
import { LIGHT, Tab, nth } from './tab.js';

const CURRENT = '.row.active .place';
const tooltipStartsWith = (start) => (document.querySelector('#tooltip:not([hidden])')?.textContent ?? '').startsWith(start);

browserTest('errors are marked in the source', async (browser) => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html><p>One</i>\n<b x x=1>two\n<!--'));
  assert.equal(await tab.sourceWith('error'), '</i>=▴');
  assert.deepEqual(await tab.texts('.has-error .number'), ['1', '2', '3']);
  await tab.hover([() => [...document.querySelectorAll('.error')].find((piece) => piece.textContent.includes('i')), null]);
  await tab.wait(tooltipStartsWith, 'end-tag-crossing-special-element');
  assert.match(await tab.text('#tooltip'), /remove this end tag/);
  // An error without a length has a mark that reacts to the pointer.
  await tab.hover('.error.point');
  await tab.wait(() => document.querySelector('#tooltip:not([hidden])').textContent.includes('eof-in-comment'));
  await tab.hover('h1');
  await tab.wait(() => (document.querySelector('#tooltip:not([hidden])')?.textContent ?? '') === '');
});

/** Returns the report of a page with errors far apart. */
const farApart = () => report(`<!DOCTYPE html><p>a</i>${'\nline'.repeat(300)}<em x x>b</em>${'\nline'.repeat(300)}</nav>`);

browserTest('a click in the error table shows the error in the source', async (browser) => {
  const tab = await Tab.open(browser, farApart());
  await tab.click(nth('.row', 1));
  await tab.wait(() => document.querySelector('.code > .current'));
  assert.ok((await tab.scrollTop('#source')) > 4000);
  assert.equal(await tab.sourceWith('current'), '>');
  assert.equal(await tab.activeNode(), '<em x>');
  await tab.wait(tooltipStartsWith, 'duplicate-attribute');
  assert.equal(await tab.text('#error-place'), '2 of 3');
  assert.match(await tab.text('#announcer'), /^Error at 301:12: duplicate-attribute\. /);
  const isSeen = await tab.evaluate(() => {
    const piece = document.querySelector('.current').getBoundingClientRect();
    const pane = document.querySelector('#source').getBoundingClientRect();
    return piece.top >= pane.top && piece.bottom <= pane.bottom;
  });
  assert.ok(isSeen);
  // Each row links to the standard, in a new tab.
  const link = await tab.evaluate(() => (({ href, rel, target }) => [href, rel, target])(document.querySelector('.row.active a')));
  const duplicate = 'https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute';
  assert.deepEqual(link, [duplicate, 'noopener noreferrer', '_blank']);
});

browserTest('in a narrow window, a chosen error is shown in the source, with its message and link', async (browser) => {
  const tab = await Tab.open(browser, farApart(), { ...LIGHT, width: 400 });
  await tab.page.locator('.row').nth(1).click();
  await tab.wait(() => {
    const { top, bottom } = document.querySelector('.code > .current').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  assert.match(await tab.text('#error-detail'), / definition$/);
  assert.equal(await tab.page.isVisible('#error-detail a'), true);
  assert.equal(await tab.attribute('#error-detail a', 'aria-label'), 'definition of duplicate-attribute in the standard');
  // No button is cut off.
  const rights = await tab.evaluate(() => [...document.querySelectorAll('button')].map((button) => button.getBoundingClientRect().right));
  assert.ok(Math.max(...rights) <= 400);
  const tops = await tab.evaluate(() => ['previous-hit', 'next-hit'].map((id) => document.getElementById(id).getBoundingClientRect().top));
  assert.equal(tops[0], tops[1]);
});

browserTest('the error table works with the keyboard', async (browser) => {
  const tab = await Tab.open(browser, farApart());
  await tab.evaluate(() => document.querySelector('#error-table').focus());
  await tab.press('ArrowDown');
  await tab.press('ArrowDown');
  assert.equal(await tab.text(CURRENT), '301:12');
  assert.equal(await tab.attribute('#error-table', 'aria-activedescendant'), 'error-1');
  // The source scrolls only on Enter.
  assert.equal(await tab.scrollTop('#source'), 0);
  await tab.press('End');
  assert.equal(await tab.text(CURRENT), '601:5');
  await tab.press('Enter');
  await tab.wait(() => document.querySelector('#source').scrollTop > 8000);
  assert.equal(await tab.sourceWith('current'), '</nav>');
  await tab.press('Home');
  await tab.press('Enter');
  await tab.wait(() => document.querySelector('#source').scrollTop < 100);
  assert.equal(await tab.count('#error-table .row:not([role=row])'), 0);
  assert.equal(await tab.attribute('#error-table', 'aria-rowcount'), '4');
});

browserTest('n and p go to the next and previous error', async (browser) => {
  const tab = await Tab.open(browser, farApart());
  const steps = ['n 1:20', 'n 301:12', 'n 601:5', 'n 1:20', 'p 601:5', 'p 301:12'];
  for (const step of steps) {
    const [key, place] = step.split(' ');
    await tab.press(key);
    assert.equal(await tab.text(CURRENT), place, key);
  }
  // In the search box, `n` is a letter.
  await tab.press('/');
  await tab.press('n');
  assert.equal(await tab.evaluate(() => document.querySelector('#search').value), 'n');
  assert.equal(await tab.text(CURRENT), '301:12');
  await tab.press('Escape');
  await tab.click('#next-error');
  await tab.waitForText(CURRENT, '601:5');
  // Single-letter keys can be turned off.
  await tab.click('#keys summary');
  await tab.click('#letter-keys');
  await tab.press('n');
  assert.equal(await tab.text(CURRENT), '601:5');
});

browserTest('errors are filtered and sorted', async (browser) => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html><p>a</i><b x x></b></i>\0<u y y></u></i>'));
  const kinds = (await tab.texts('.kind button')).join();
  assert.ok(kinds.startsWith('3end-tag-crossing-special-element,2duplicate-attribute,1'), kinds);
  // The first letters of the codes.
  const codes = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('.row')]
        .sort((a, b) => a.offsetTop - b.offsetTop)
        .map((row) => row.querySelector('.code').textContent[0])
        .join(''),
    );
  assert.match(await codes(), /^ede/);
  await tab.click('.kind button');
  await tab.waitForCount('.row', 3);
  assert.equal(await tab.attribute('.kind button', 'aria-pressed'), 'true');
  assert.equal(await codes(), 'eee');
  // `n` moves among the filtered errors.
  for (const place of ['1 of 3', '2 of 3', '3 of 3', '1 of 3']) {
    await tab.press('n');
    assert.equal(await tab.text('#error-place'), place);
  }
  await tab.click('.kind button');
  await tab.wait(() => document.querySelectorAll('.row').length > 5);
  await tab.click('[data-sort=code]');
  await tab.wait(() => document.querySelector('[data-sort=code]').parentElement.getAttribute('aria-sort') === 'ascending');
  assert.match(await codes(), /^ddeee./);
});

browserTest('a page without errors says so', async (browser) => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html><p>Fine'));
  assert.equal(await tab.text('#error-place'), 'No parse errors. Content rules are not checked.');
  await tab.press('n');
  await tab.press('p');
  assert.equal(await tab.count('.row, .error, .has-error'), 0);
  assert.deepEqual(tab.exceptions, []);
});
