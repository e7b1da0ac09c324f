// Reports of large pages: at any scroll position, the document contains only a small part of the page.

import assert from 'node:assert/strict';
import { browserTest } from './harness.js';
import { largePage, report } from './report.js';
import { LIGHT, Tab } from './tab.js';

/** The maximum number of rows in the document: those of a pane with the height of the window, the rows around them, and the pinned row. */
const ROW_LIMIT = 800 / 20 + 2 * 8 + 2;
const ELEMENT_LIMIT = 4000;

browserTest('a page of a megabyte keeps the document small', async (browser) => {
  const tab = await Tab.open(browser, report(largePage()));
  const nodes = await tab.text('#node-count dd');
  assert.ok(parseInt(nodes.replaceAll(',', ''), 10) > 50_000, nodes);
  for (const pane of ['#source', '#tree', '#errors']) {
    const height = await tab.evaluate((of) => document.querySelector(of).scrollHeight, pane);
    assert.ok(height > 100_000, `${pane}: ${height}`);
    for (let part = 0; part <= 10; part++) {
      const place = `${pane} at ${part * 10} %`;
      await tab.scrollTo(pane, (height * part) / 10);
      // There are rows at both ends of the visible area.
      await tab.wait((of) => {
        const { left, top, height: visible } = document.querySelector(of).getBoundingClientRect();
        return [2, visible - 2].every((y) => document.elementFromPoint(left + 30, top + y).closest('.line, .node, .row'));
      }, pane);
      const rows = await tab.count(`${pane} .spacer > *`);
      assert.ok(rows > 3 && rows < ROW_LIMIT, `${place}: ${rows} rows`);
      const elements = await tab.count('*');
      assert.ok(elements < ELEMENT_LIMIT, `${place}: ${elements} elements`);
    }
  }
  assert.ok((await tab.texts('#source .line')).at(-1).includes('</nobody>'));
  // Jump from the start to the end.
  await tab.scrollTo('#source', 0);
  await tab.press('p');
  await tab.wait(() => document.querySelector('#source').scrollTop > 100_000 && document.querySelector('.code > .current'));
  assert.ok((await tab.scrollTop('#tree')) > 100_000);
  await tab.click('#collapse');
  await tab.waitForCount('.node', 2);
  await tab.press('/');
  await tab.type('The last one');
  await tab.waitForText('#hits', '1 of 1');
  assert.equal(await tab.activeNode(), '“The last one”');
});

browserTest('lists taller than the limit of browsers can be scrolled to the end', async (browser) => {
  // 450,000 lines of 20 pixels, and 400,000 nodes of 22.
  const tab = await Tab.open(browser, report(`<!DOCTYPE html>${'\n'.repeat(450_000)}${'<b>x</b>'.repeat(200_000)}\n</nobody>`));
  for (const pane of ['#source', '#tree']) {
    assert.ok((await tab.evaluate((of) => document.querySelector(of).scrollHeight, pane)) <= 8_000_000);
    await tab.scrollTo(pane, 1e9);
    await tab.nextFrame();
  }
  // The last row ends inside of its pane.
  const last = (selector) =>
    tab.evaluate((of) => {
      const bottom = (element) => element.getBoundingClientRect().bottom;
      const row = [...document.querySelectorAll(of)].sort((a, b) => bottom(b) - bottom(a))[0];
      return bottom(row) <= bottom(row.closest('.scroller')) + 1 && row.textContent;
    }, selector);
  assert.equal(await last('#source .line'), '450002</nobody>');
  assert.match(await last('#tree .node'), /“x”$/);
  // Positions in between can be reached, too.
  await tab.press('/');
  await tab.type('</nobody');
  await tab.wait(() => document.querySelector('.current-hit'));
  await tab.click('#tree');
  await tab.press('Home');
  await tab.wait(() => document.querySelector('#source').scrollTop === 0);
  await tab.press('n');
  await tab.wait(() => document.querySelector('.code > .current'));
  const isSeen = await tab.evaluate(() => {
    const piece = document.querySelector('.code > .current').getBoundingClientRect();
    const pane = document.querySelector('#source').getBoundingClientRect();
    return piece.top >= pane.top && piece.bottom <= pane.bottom;
  });
  assert.ok(isSeen);
});

browserTest('long lines are divided into rows that fit', async (browser) => {
  const words = 'word <b>bold</b> '.repeat(500);
  const tab = await Tab.open(browser, report(`<!DOCTYPE html>\n${'x'.repeat(5000)}\n${words}\n${'日本é\u0301👍\u0001'.repeat(500)}\n\tend`));
  const height = await tab.evaluate(() => document.querySelector('#source').scrollHeight);
  let seen = '';
  for (let top = 0; top < height; top += 200) {
    await tab.scrollTo('#source', top);
    await tab.nextFrame();
    const widest = await tab.evaluate(() =>
      Math.max(...[...document.querySelectorAll('.code')].map((code) => code.scrollWidth - code.clientWidth)),
    );
    assert.ok(widest <= 0, `a row at ${top} does not fit`);
    seen += (await tab.texts('.number')).join(' ');
  }
  // Each line has one number, at its start.
  for (const number of ['1 ', '2 ', '3 ', '4 ', '5']) assert.ok(seen.includes(number), seen);
  assert.ok(!seen.includes('6'), seen);
});

browserTest('the panes of a narrow window are stacked', async (browser) => {
  const tab = await Tab.open(browser, report('<p>Some <b>text</b> that goes on for a while</i>\n'.repeat(50)), { ...LIGHT, width: 420 });
  const [source, tree, errors] = await tab.evaluate(() =>
    ['source', 'tree', 'error'].map((name) => document.querySelector(`#${name}-pane`).getBoundingClientRect().toJSON()),
  );
  assert.ok(source.top < tree.top && tree.top < errors.top);
  for (const { left, right } of [source, tree, errors]) assert.ok(left >= 0 && right <= 420, `${left} to ${right}`);
  assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 420);
});

browserTest('the errors of a narrow window can be scrolled to the last one', async (browser) => {
  const tab = await Tab.open(browser, report(`<!DOCTYPE html>${'</x>'.repeat(200_000)}`), { ...LIGHT, width: 400 });
  assert.ok((await tab.count('.row')) > 1);
  await tab.scrollTo('#errors', 1e9);
  await tab.wait(() => [...document.querySelectorAll('.row .place')].some((place) => place.textContent === '1:800012'));
  const rows = await tab.count('.row');
  assert.ok(rows < ROW_LIMIT, `${rows} rows`);
});
