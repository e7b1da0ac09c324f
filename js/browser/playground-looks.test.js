// Keyboard, roles and names, contrast, and narrow windows.

import assert from 'node:assert/strict';
import { contrasts } from './contrast.js';
import { Playground, TABS, playgroundTest } from './playground.js';
import { DARK, LIGHT } from './tab.js';

playgroundTest('the tabs work with the keyboard', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.page.focus('#example');
  await playground.press('Tab');
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
  assert.equal(await playground.evaluate(() => document.activeElement.parentElement.id), 'panel-text');
  await playground.press('Shift+Tab');
  assert.equal(await focused(), 'tab-text');
  // Other keys are not handled.
  await playground.press('x');
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
  assert.match(snapshot, /status: [\d,]+ nodes/);
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

playgroundTest('the status is announced', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.setSource('<p>One');
  const status = playground.page.getByRole('status').filter({ hasText: 'parsed in' });
  assert.equal(await status.count(), 1);
  assert.match(await status.innerText(), /^5 nodes, 1 error, parsed in [\d.]+ ms$/);
  await playground.choose('query');
  assert.equal(await playground.page.getByRole('status').count(), 3);
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
