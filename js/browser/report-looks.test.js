// Color schemes, contrast, reduced motion, and the report without scripts.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { contrasts } from './contrast.js';
import { browserTest } from './harness.js';
import { report, testPage } from './report.js';
import { DARK, LIGHT, Tab } from './tab.js';

browserTest('light and dark have enough contrast', async (browser) => {
  const file = report(`${testPage('tour.html')}<?pi x?>\u202e<x y=1></x>\n`);
  const backgrounds = [];
  for (const look of [LIGHT, DARK]) {
    const tab = await Tab.open(browser, file, { ...look, height: 3000 });
    await tab.click('#keys summary');
    const body = () => [...document.querySelectorAll('.node .name')].find((name) => name.textContent === 'body');
    const steps = {
      'a highlighted node': () => tab.hover([body, null]),
      'a tooltip': () => tab.press('n'),
      'search hits': async () => {
        await tab.press('/');
        await tab.type('table');
        await tab.wait(() => document.querySelector('.hit'));
      },
    };
    for (const [name, step] of Object.entries(steps)) {
      await step();
      const found = await tab.evaluate(contrasts);
      assert.ok(found.length > 200, `${found.length} texts`);
      const low = found.filter(([ratio]) => ratio < 4.5);
      assert.deepEqual(low, [], `${look.isDark ? 'dark' : 'light'} with ${name}`);
    }
    backgrounds.push(await tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
  }
  assert.notEqual(backgrounds[0], backgrounds[1]);
});

browserTest('the page has no animations with reduced motion', async (browser) => {
  const tab = await Tab.open(browser, report('<p>'));
  const moving = await tab.evaluate(() =>
    [...document.querySelectorAll('*')].map(getComputedStyle).filter((style) => style.transitionDuration !== '0s' || style.animationName !== 'none'),
  );
  assert.equal(moving.length, 0);
});

browserTest('errors are listed without scripts', async (browser) => {
  const tab = await Tab.create(browser, LIGHT, { javaScriptEnabled: false });
  await tab.page.goto(pathToFileURL(report('<p>One</i>\n<b x x>')).href);
  const text = await tab.page.innerText('body');
  for (const part of ['need JavaScript', 'end-tag-crossing-special-element', '2:7', 'missing-doctype']) assert.ok(text.includes(part), text);
  assert.equal(await tab.page.isVisible('main'), false);
  assert.equal(await tab.page.locator('noscript a').first().isVisible(), true);
});
