// The tree of a report: expanding and collapsing, the keyboard, accessibility, and the search.

import assert from 'node:assert/strict';
import { browserTest } from './harness.js';
import { report, testPage } from './report.js';
import { LIGHT, Tab, node } from './tab.js';

const PAGE = '<!DOCTYPE html><ul><li>One<li>Two <b>three</b></ul><p>Four';
const ALL = '<!DOCTYPE html> <html> <head> <body> <ul> <li> “One” <li> “Two ” <b> “three” <p> “Four”';

browserTest('nodes can be expanded and collapsed with the pointer', async (browser) => {
  const tab = await Tab.open(browser, report(PAGE));
  assert.equal(await tab.labels(), ALL);
  const [find, label] = node('<ul>');
  const list = async () => (await tab.page.evaluateHandle(find, label)).asElement();
  const click = async () => {
    const { x, y, width, height } = await (await (await list()).$('.sign')).boundingBox();
    await tab.page.mouse.click(x + width / 2, y + height / 2);
  };
  await click();
  await tab.waitForLabels('<!DOCTYPE html> <html> <head> <body> <ul> <p> “Four”');
  assert.equal(await (await list()).getAttribute('aria-expanded'), 'false');
  await click();
  await tab.waitForLabels(ALL);
  assert.equal(await (await list()).getAttribute('aria-expanded'), 'true');
  await tab.click('#collapse');
  await tab.waitForLabels('<!DOCTYPE html> <html>');
  await tab.click('#expand');
  await tab.waitForLabels(ALL);
});

browserTest('nodes can be expanded and collapsed with the keyboard', async (browser) => {
  const tab = await Tab.open(browser, report(PAGE));
  await tab.tabTo('tree');
  assert.equal(await tab.activeNode(), '<!DOCTYPE html>');
  await tab.press('ArrowDown');
  assert.equal(await tab.activeNode(), '<html>');
  // Right moves into an expanded node; Left moves out, then collapses.
  await tab.press('ArrowRight');
  assert.equal(await tab.activeNode(), '<head>');
  await tab.press('ArrowLeft');
  assert.equal(await tab.activeNode(), '<html>');
  await tab.press('ArrowLeft');
  assert.equal(await tab.labels(), '<!DOCTYPE html> <html>');
  await tab.press('ArrowRight');
  assert.equal(await tab.activeNode(), '<html>');
  assert.match(await tab.labels(), /<p> “Four”$/);
  await tab.click('#collapse');
  await tab.tabTo('tree');
  await tab.press('Home');
  await tab.press('*');
  assert.equal(await tab.labels(), '<!DOCTYPE html> <html> <head> <body>');
});

browserTest('the keyboard moves in the tree', async (browser) => {
  const tab = await Tab.open(browser, report(`<!DOCTYPE html>${'<p>text\n</p>\n'.repeat(400)}<h2>End</h2>`));
  await tab.tabTo('tree');
  await tab.press('End');
  assert.equal(await tab.activeNode(), '“End”');
  // The focused node is highlighted and visible in both panes.
  assert.equal(await tab.sourceWith('lit-tag'), 'End');
  await tab.wait(() => document.querySelector('#source').scrollTop > 3000);
  await tab.press('ArrowUp');
  assert.equal(await tab.activeNode(), '<h2>');
  await tab.press('Home');
  assert.equal(await tab.activeNode(), '<!DOCTYPE html>');
  await tab.wait(() => document.querySelector('#source').scrollTop < 100);
  await tab.press('PageDown');
  assert.ok((await tab.evaluate(() => document.querySelector('.node.active').node)) > 5);
  await tab.press('End');
  await tab.scrollTo('#source', 0);
  await tab.press('Enter');
  await tab.wait(() => document.querySelector('#source').scrollTop > 3000);
  assert.match(await tab.text('#announcer'), /^html › body › h2 › #text/);
  // The row with the keyboard focus is kept when the tree is scrolled.
  await tab.scrollTo('#tree', 0);
  await tab.wait(() => document.querySelector('.node .label').textContent);
  await tab.wait(() => document.getElementById(document.querySelector('#tree').getAttribute('aria-activedescendant')));
});

browserTest('the tree has the roles and states for assistive technology', async (browser) => {
  const tab = await Tab.open(browser, report(PAGE));
  const attributes = (label) =>
    tab.evaluate((wanted) => {
      const row = [...document.querySelectorAll('.node')].find((one) => one.querySelector('.label').textContent === wanted);
      const names = ['role', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'aria-selected'];
      return names.map((name) => row.getAttribute(name)).join();
    }, label);
  assert.equal(await attributes('<html>'), 'treeitem,1,2,2,true,false');
  assert.equal(await attributes('<p>'), 'treeitem,3,2,2,true,false');
  assert.equal(await attributes('“Four”'), 'treeitem,4,1,1,,false');
  await tab.click(node('“Four”'));
  assert.equal(await attributes('“Four”'), 'treeitem,4,1,1,,true');
  const areInTree = await tab.evaluate(() =>
    [...document.querySelectorAll('[role=treeitem]')].every(
      ({ parentElement }) => parentElement.getAttribute('role') === 'presentation' && parentElement.parentElement.getAttribute('role') === 'tree',
    ),
  );
  assert.ok(areInTree);
});

browserTest('implied nodes are marked', async (browser) => {
  const tab = await Tab.open(browser, report(testPage('tour.html')), { ...LIGHT, height: 3000 });
  const names = await tab.evaluate(() =>
    [...document.querySelectorAll('.implied-note')].map((note) => {
      const name = note.parentElement.querySelector('.name').textContent;
      return `${note.textContent} ${name}`;
    }),
  );
  assert.ok(names.includes('implied tbody') && !names.includes('implied tr') && !names.includes('implied head'), names.join());
  assert.equal(await tab.text('#node-count dd span'), `(${names.length} implied)`);
});

browserTest('nearly empty pages have reports', async (browser) => {
  const pages = [
    ['', [], 3],
    ['', ['--fragment', 'p'], 0],
    ['\n', [], 3],
    ['x', ['--fragment', 'title'], 1],
  ];
  for (const [page, options, nodes] of pages) {
    const tab = await Tab.open(browser, report(page, { options }));
    assert.equal(await tab.count('.node'), nodes, `${JSON.stringify(page)} ${options}`);
    assert.ok((await tab.count('.line')) >= 1);
    await tab.click('#tree');
    for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'End', 'Enter', '*', 'ArrowLeft', 'ArrowLeft', 'n', 'p']) await tab.press(key);
    await tab.click('#source');
    await tab.press('/');
    await tab.type('x');
    await tab.wait(() => document.querySelector('#hits').textContent);
    await tab.click('#collapse');
    await tab.click('#expand');
    assert.deepEqual(tab.exceptions, [], `${JSON.stringify(page)} ${options}`);
  }
});

browserTest('white space can be shown', async (browser) => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html><ul>\n  <li>One\n</ul>'));
  const without = '<!DOCTYPE html> <html> <head> <body> <ul> <li> “One↵”';
  assert.equal(await tab.labels(), without);
  await tab.click('#white-space');
  await tab.waitForLabels('<!DOCTYPE html> <html> <head> <body> <ul> ↵␣␣ <li> “One↵”');
  await tab.click('#white-space');
  await tab.waitForLabels(without);
});

browserTest('the search finds text in the source', async (browser) => {
  const tab = await Tab.open(browser, report(`<!DOCTYPE html><p>İ(x)<p>(X)\u202e${'\nline'.repeat(300)}<p>(x)`));
  await tab.press('/');
  assert.equal(await tab.evaluate(() => document.activeElement.id), 'search');
  await tab.type('(x');
  await tab.waitForText('#hits', '1 of 3');
  assert.equal(await tab.sourceWith('hit'), '(x(X');
  assert.equal(await tab.sourceWith('current-hit'), '(x');
  assert.equal(await tab.activeNode(), '“İ(x)”');
  await tab.press('Enter');
  assert.equal(await tab.sourceWith('current-hit'), '(X');
  await tab.press('Enter');
  await tab.wait(() => document.querySelector('#source').scrollTop > 3000);
  assert.equal(await tab.text('#hits'), '3 of 3');
  await tab.press('Enter');
  assert.equal(await tab.text('#hits'), '1 of 3');
  await tab.type('nothing of this');
  await tab.waitForText('#hits', 'no matches');
  await tab.press('Escape');
  await tab.waitForText('#hits', '');
  await tab.waitForCount('.hit', 0);
});

browserTest('the search finds text that is only in the tree', async (browser) => {
  const tab = await Tab.open(browser, report('<!DOCTYPE html><table><tr><td>Tea &amp; cups</table>'));
  await tab.evaluate(() => void (document.querySelector('#search-in').value = 'tree'));
  await tab.press('/');
  await tab.type('Tea & cups');
  await tab.waitForText('#hits', '1 of 1');
  assert.equal(await tab.activeNode(), '“Tea & cups”');
  await tab.press('Escape');
  await tab.type('tbody');
  await tab.wait(() => document.querySelector('.node.hit'));
  assert.equal(await tab.activeNode(), '<tbody>');
});
