// Keyboard, roles and names, contrast, and narrow windows.

import assert from 'node:assert/strict';
import { contrasts } from './contrast.js';
import { Playground, TABS, playgroundTest } from './playground.js';
import { DARK, LIGHT } from './tab.js';

playgroundTest('the tabs work with the keyboard', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.page.focus('#source');
  await playground.press('Tab');
  const focused = () => playground.evaluate(() => document.activeElement.id);
  assert.equal(await focused(), 'tab-report');
  const steps = [
    ['ArrowRight', 'repairs'],
    ['ArrowRight', 'query'],
    ['ArrowLeft', 'repairs'],
    ['End', 'text'],
    ['ArrowRight', 'report'],
    ['ArrowLeft', 'text'],
    ['Home', 'report'],
    ['End', 'text'],
  ];
  for (const [key, id] of steps) {
    await playground.press(key);
    assert.equal(await focused(), `tab-${id}`, key);
    assert.equal(await playground.selectedTab(), `tab-${id}`, key);
    const panels = await playground.evaluate(() => [...document.querySelectorAll('[role=tabpanel]:not([hidden])')].map((panel) => panel.id));
    assert.deepEqual(panels, [`panel-${id}`]);
    // Only the selected tab is in the order of Tab.
    assert.equal(await playground.count('[role=tab][tabindex="0"]'), 1);
    assert.equal(await playground.count('[role=tab][tabindex="-1"]'), TABS.length - 1);
  }
  // Tab goes on to the panel, and Shift+Tab back.
  await playground.press('Tab');
  assert.equal(await playground.evaluate(() => document.activeElement.closest('[role=tabpanel]').id), 'panel-text');
  await playground.press('Shift+Tab');
  assert.equal(await focused(), 'tab-text');
  // Other keys are not handled.
  for (const key of ['x', 'Alt+ArrowLeft', 'Control+Home', 'Shift+ArrowLeft']) await playground.press(key);
  assert.equal(await playground.selectedTab(), 'tab-text');
});

playgroundTest('the page has roles and names', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.choose('text');
  const snapshot = await playground.page.locator('body').ariaSnapshot();
  const lines = [
    '- banner:',
    '  - heading "limpid playground" [level=1]',
    '  - navigation "Documentation":',
    '- main:',
    '  - region "Source":',
    '  - region "Results":',
    '    - tablist "Results":',
    '      - tab "Tree and errors"',
    '      - tab "Selectors and XPath"',
    '      - tab "Text" [selected]',
    '    - tabpanel "Text":',
  ];
  let from = 0;
  for (const line of lines) {
    const at = snapshot.indexOf(`${line}`, from);
    assert.ok(at >= 0, `${line} is missing or in another place:\n${snapshot}`);
    from = at + line.length;
  }
  assert.match(snapshot, /textbox "Source"/);
  assert.match(snapshot, /button "Example"/);
  assert.match(snapshot, /button "Open a file"/);
  await playground.until(async () => /status: [\d,]+ nodes, [\d,]+ errors?$/m.test(await playground.page.locator('body').ariaSnapshot()));
  for (const id of TABS) {
    const tab = playground.page.locator(`#tab-${id}`);
    const panel = playground.page.locator(`#panel-${id}`);
    assert.equal(await tab.getAttribute('aria-controls'), `panel-${id}`);
    assert.equal(await panel.getAttribute('aria-labelledby'), `tab-${id}`);
    // Everything that takes the focus has a name.
    await playground.choose(id);
    const unnamed = await playground.evaluate((of) => {
      const elements = document.querySelectorAll(`#panel-${of} :is(input, button, iframe, ol)`);
      const name = (element) =>
        element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.title || (element.matches('button') && element.textContent);
      return [...elements].filter((element) => !name(element)).map((element) => element.outerHTML.slice(0, 60));
    }, id);
    assert.deepEqual(unnamed, [], id);
  }
});

playgroundTest('changed facts are announced after a pause, without the time', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.setSource('<p>One');
  assert.match(await playground.text('#status'), /^5 nodes, 1 error, parsed in [\d.]+ ms$/);
  assert.equal(await playground.attribute('#status', 'role'), null);
  await playground.wait(() => document.querySelector('#announcer[role=status]').textContent === '5 nodes, 1 error');
});

playgroundTest('buttons and failed queries say what they are about', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.setSource('<!DOCTYPE html><title>x</title><p>One</i>');
  await playground.choose('repairs');
  assert.match(await playground.attribute('#panel-repairs li button', 'aria-label'), /^Show end-tag-.*: <\/i>$/);
  // The keyboard focus stays on the button.
  await playground.page.focus('#panel-repairs .controls button');
  await playground.press('Enter');
  await playground.waitForResults();
  assert.equal(await playground.text('#panel-repairs .note'), '0 repairs');
  assert.equal(await playground.evaluate(() => document.activeElement.textContent), 'Repair all');
  await playground.choose('query');
  await playground.setQuery('CSS selector', 'p');
  assert.equal(await playground.attribute('#css-list button', 'aria-label'), 'Show <p>One');
  await playground.setQuery('CSS selector', 'p >');
  assert.equal(await playground.attribute('#css-query', 'aria-invalid'), 'true');
  assert.equal(await playground.attribute('#css-query', 'aria-describedby'), 'css-count');
  await playground.setQuery('CSS selector', 'p');
  assert.equal(await playground.attribute('#css-query', 'aria-invalid'), 'false');
});

playgroundTest('the tree and the errors can be read in a narrow window', async (browser) => {
  const playground = await Playground.open(browser, { look: { ...LIGHT, width: 400 } });
  await playground.until(async () => (await playground.reported()).codes.length > 0);
  await playground.frame().locator('.row').nth(0).click();
  const heights = await playground.frame().evaluate(() => ['tree', 'errors'].map((id) => document.getElementById(id).clientHeight));
  assert.ok(heights[0] >= 100 && heights[1] >= 50, heights.join());
});

playgroundTest('the tree and the errors are on the first screen', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.until(async () => (await playground.reported()).codes.length > 0);
  const heights = await playground.frame().evaluate(() =>
    ['source', 'tree', 'errors'].map((id) => {
      const { top, bottom } = document.getElementById(id).getBoundingClientRect();
      return Math.min(bottom, innerHeight) - top;
    }),
  );
  assert.equal(heights[0], 0);
  assert.ok(heights[1] >= 100 && heights[2] >= 50, heights.join());
});

playgroundTest('at a zoom of 400 %, the source and the results can be used', async (browser) => {
  const playground = await Playground.open(browser, { look: { ...LIGHT, width: 320, height: 256 } });
  const heights = await playground.evaluate(() => ['source', 'results'].map((id) => document.getElementById(id).getBoundingClientRect().height));
  assert.ok(heights[0] >= 130 && heights[1] >= 280, heights.join());
  const [field, status] = await playground.evaluate(() => ['source', 'status'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
  assert.ok(field.bottom <= status.top);
});

playgroundTest('texts have enough contrast in light and dark', async (browser) => {
  const backgrounds = [];
  for (const look of [LIGHT, DARK]) {
    const playground = await Playground.open(browser, { look });
    const scheme = look.isDark ? 'dark' : 'light';
    for (const id of TABS) {
      await playground.choose(id);
      const found = await playground.evaluate(contrasts);
      assert.ok(found.length > 15, `${found.length} texts`);
      assert.deepEqual(
        found.filter(([ratio]) => ratio < 4.5),
        [],
        `${scheme}, ${id}`,
      );
    }
    // Failed queries, a disabled button, and the report in its frame.
    await playground.choose('query');
    await playground.page.getByLabel('XPath', { exact: true }).fill('//[');
    assert.deepEqual((await playground.evaluate(contrasts)).filter(([ratio]) => ratio < 4.5), [], scheme);
    await playground.choose('repairs');
    await playground.setSource('<!DOCTYPE html><title>x</title>');
    assert.deepEqual((await playground.evaluate(contrasts)).filter(([ratio]) => ratio < 4.5), [], scheme);
    await playground.page.click('#example');
    await playground.choose('report');
    await playground.until(async () => (await playground.reported()).labels.length > 10);
    assert.deepEqual((await playground.frame().evaluate(contrasts)).filter(([ratio]) => ratio < 4.5), [], scheme);
    backgrounds.push(await playground.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
  }
  assert.notEqual(backgrounds[0], backgrounds[1]);
});

for (const width of [400, 1280]) {
  playgroundTest(`nothing is cut off at a width of ${width} pixels`, async (browser) => {
    const playground = await Playground.open(browser, { look: { ...LIGHT, width } });
    const long = 'x'.repeat(3000);
    const sources = [null, `<title>${long}</title><meta name=author content=${long}><h1>${long}</h1><a href=${long}>${long}</a></${long}>${long}`];
    for (const source of sources) {
      if (source !== null) await playground.setSource(source);
      for (const id of TABS) {
        await playground.choose(id);
        await playground.nextFrame();
        const scrollWidth = await playground.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));
        assert.ok(scrollWidth <= width, `${id}: ${scrollWidth} pixels`);
        const { left, right } = await playground.evaluate((of) => document.querySelector(`#panel-${of}`).getBoundingClientRect().toJSON(), id);
        assert.ok(left >= 0 && right <= width, `${id}: ${left} to ${right}`);
        // The selected tab is visible, also if the tabs are scrolled.
        const tab = await playground.evaluate((of) => document.querySelector(`#tab-${of}`).getBoundingClientRect().toJSON(), id);
        assert.ok(tab.left >= 0 && tab.right <= width, `tab ${id}: ${tab.left} to ${tab.right}`);
      }
    }
  });
}
