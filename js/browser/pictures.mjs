// Takes the screenshots of docs/guide/report.md. Needs Chromium.
//
//     node pictures.mjs [FOLDER]    default: docs/guide/pictures

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startChromium } from './browser.js';
import { ROOT, report, testPage } from './report.js';
import { DARK, LIGHT, Tab, node } from './tab.js';

const folder = resolve(process.argv[2] ?? join(ROOT, 'docs/guide/pictures'));
const size = { width: 1180, height: 720 };

/** Each picture: its name, the size and color scheme, and the steps before it is taken. */
const PICTURES = [
  ['report-light.png', { ...LIGHT, ...size }, () => {}],
  ['report-node.png', { ...LIGHT, ...size }, (tab) => tab.hover(node('<p>'))],
  [
    'report-error.png',
    { ...DARK, ...size },
    async (tab) => {
      for (let count = 0; count < 5; count++) await tab.press('n');
    },
  ],
  ['report-narrow.png', { ...LIGHT, ...size, width: 420 }, (tab) => tab.press('n')],
];

const browser = await startChromium();
if (browser === null) {
  console.error('error: no Chromium in the PATH; LIMPID_CHROMIUM=FILE sets one');
  process.exit(1);
}
try {
  mkdirSync(folder, { recursive: true });
  const file = report(testPage('tour.html'), { name: 'tour.html', options: [] });
  for (const [name, look, prepare] of PICTURES) {
    const tab = await Tab.open(browser, file, look);
    await prepare(tab);
    await new Promise((done) => setTimeout(done, 500));
    await tab.page.screenshot({ path: join(folder, name), caret: 'initial' });
    await tab.close();
    console.log(join(folder, name));
  }
} finally {
  await browser.close();
}
