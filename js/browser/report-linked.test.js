// Highlighting between the source and the tree of a report.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { browserTest } from './harness.js';
import { report, testPage } from './report.js';
import { LIGHT, Tab, node, piece } from './tab.js';

browserTest('a node highlights its tags and its content', async (browser) => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html>\n<p class=x>One <b>two</b></p><table><tr><td>😀é</table>'));
  await tab.hover(node('<p class="x">'));
  await tab.wait(() => document.querySelector('.lit-tag'));
  assert.equal(await tab.sourceWith('lit-tag'), '<p class=x>');
  assert.equal(await tab.sourceWith('lit-inside'), 'One <b>two</b>');
  assert.equal(await tab.sourceWith('lit-end'), '</p>');
  assert.equal(await tab.text('#place'), 'html › body › p · 2:1');

  // An implied element highlights its content.
  await tab.hover(node('<tbody>'));
  await tab.wait(() => !document.querySelector('.lit-tag'));
  assert.equal(await tab.sourceWith('lit-inside'), '<tr><td>😀é');
  await tab.hover(node('“😀é”'));
  await tab.waitForCount('.lit-inside, .lit-tag', 1);
  assert.equal(await tab.sourceWith('lit-tag'), '😀é');

  await tab.hover('h1');
  await tab.waitForCount('.lit-tag, .lit-inside, .lit', 0);
});

browserTest('a node in the source highlights its row in the tree', async (browser) => {
  const page = '<!DOCTYPE html><p>One <b>two</b> </nothing>three</p><table>moved<tr><td>x</table>';
  const tab = await Tab.open(browser, report(page));
  const isLit = (wanted) => [...document.querySelectorAll('.node.lit .label')].map((label) => label.textContent).join() === wanted;
  const pieces = [
    ['two', '“two”'],
    ['b', '<b>'],
    ['p', '<p>'],
    ['moved', '“moved”'],
    ['x', '“x”'],
    // An ignored tag belongs to the element around it, although the texts before and after it are one node.
    ['</nothing>', '<p>'],
  ];
  for (const [text, label] of pieces) {
    await tab.hover(piece(text));
    await tab.wait(isLit, label);
  }
  await tab.hover('h1');
  await tab.wait(isLit, '');
});

// The nodes of tour.html except white space, as `Document::descendants` and `NodeRef::span` of the library return them: the number of the node in the
// order of the document, the start and the end of its source in UTF-16 code units, and its label. The range of an element that was created for an
// end tag is this end tag.
const TOUR = JSON.parse(readFileSync(new URL('tour.json', import.meta.url), 'utf8'));

browserTest('every node of a page highlights its source range', async (browser) => {
  const source = testPage('tour.html');
  const tab = await Tab.open(browser, report(source), { ...LIGHT, height: 3000 });
  assert.ok(TOUR.length > 70);
  assert.equal(await tab.count('.node'), TOUR.length);
  await tab.click('.node');
  await tab.press('Home');
  for (const [at, [number, start, end, label]] of TOUR.entries()) {
    if (at > 0) await tab.press('ArrowDown');
    assert.equal(await tab.activeNode(), label);
    assert.equal(await tab.evaluate(() => document.querySelector('.node.active').node), number, label);
    const lit = await tab.evaluate(() =>
      [...document.querySelectorAll('.code > span')]
        .filter((span) => span.className.includes('lit-') && !span.classList.contains('hidden-character'))
        .map((span) => span.textContent)
        .join(''),
    );
    assert.equal(lit, source.slice(start, end).replaceAll('\n', ''), label);
  }
});

browserTest('a click in the source expands the tree', async (browser) => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html><div><ul><li><em>deep</em></ul></div>'));
  await tab.click('#collapse');
  await tab.waitForCount('.node', 2);
  // A collapsed ancestor is highlighted instead.
  await tab.hover(piece('deep'));
  await tab.waitForText('.node.lit .label', '<html>');
  await tab.click(piece('deep'));
  await tab.waitForText('.node.active .label', '“deep”');
  // Only its ancestors are expanded.
  assert.equal(await tab.count('.node'), 9);
});

browserTest('hovering over a node scrolls the source to it', async (browser) => {
  const tab = await Tab.open(browser, report(`<!DOCTYPE html><p>${'line\n'.repeat(500)}</p><h2>End</h2>`));
  assert.equal(await tab.scrollTop('#source'), 0);
  await tab.hover(node('“End”'));
  await tab.wait(() => document.querySelector('#source').scrollTop > 5000);
  assert.equal(await tab.sourceWith('lit-tag'), 'End');
});
