// The npm package in a browser without a bundler.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKSUMS } from '../lib/checksums.js';
import { browserTest } from './harness.js';
import { ROOT } from './report.js';

const ORIGIN = 'https://limpid.example';
const folder = join(ROOT, 'js');
const missing = existsSync(join(folder, 'dist/full_bg.wasm')) ? null : 'the package is not built; run `node js/build.mjs`';

/** Opens an empty page that can import the files of the package. */
async function open(browser) {
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname === '/' ? route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html>' }) : route.fulfill({ path: join(folder, pathname) });
  });
  await page.goto(ORIGIN);
  return page;
}

browserTest(
  'the package works in a browser',
  async (browser) => {
    const page = await open(browser);
    const results = await page.evaluate(async () => {
      const [{ parse, rewrite, sanitize }, core] = await Promise.all([import('/lib/index.js'), import('/lib/core.js')]);
      const document = parse('<title>Tea</title><p>Sencha <a href=/s>more</a>');
      const stream = new Response('<p>Read <a>this</a>').body.pipeThrough(rewrite({ a: (link) => link.setAttribute('rel', 'nofollow') }));
      return [
        document.title, document.markdown({ base: location }), document.selectFirst('a').attribute('href'), await new Response(stream).text(),
        sanitize('<p onclick=x()>Hello'), core.parse('<p>Tea').text(),
      ];
    });
    assert.deepEqual(results, ['Tea', 'Sencha [more](https://limpid.example/s)\n', '/s', '<p>Read <a rel="nofollow">this</a>', '<p>Hello</p>', 'Tea']);
  },
  missing,
);

browserTest(
  'pages in all encodings are parsed in a browser',
  async (browser) => {
    const page = await open(browser);
    const parsed = await page.evaluate(async (encodings) => {
      const { parse } = await import('/lib/index.js');
      return encodings.map((encoding) => {
        const document = parse(Uint8Array.of(0x3c, 0x70, 0x3e, 0x41, 0xa4, 0xa4, 0xa4, 0xe5), { encoding });
        return [document.encoding.toLowerCase(), document.text()];
      });
    }, Object.keys(CHECKSUMS));
    assert.deepEqual(parsed.map(([encoding]) => encoding), Object.keys(CHECKSUMS));
    const texts = Object.fromEntries(parsed);
    assert.deepEqual([texts.big5, texts['euc-jp'], texts.gbk], ['A中文', 'Aいゅ', 'Aいゅ']);
  },
  missing,
);
