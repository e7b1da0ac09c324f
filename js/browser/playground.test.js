// The tabs of the playground, and its source: typing, files, the state in the address.

import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { Playground, TABS, playgroundTest, server } from './playground.js';

const STATUS = /^[\d,]+ nodes?, [\d,]+ errors?, parsed in [\d.]+ ms$/;

playgroundTest('the playground loads without errors and without requests to other hosts', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.until(async () => (await playground.reported()).labels.includes('<h1>'));
  assert.match(await playground.text('#status'), STATUS);
  for (const id of TABS.slice(1)) assert.notEqual(await playground.shown(id), '', id);
  assert.deepEqual([playground.exceptions, playground.messages, playground.dialogs], [[], [], []]);
  assert.ok(playground.allRequests.some((url) => url.endsWith('.wasm')), playground.allRequests.join());
  const others = [...playground.allRequests, ...playground.requests].filter((url) => !url.startsWith(`${server.origin}/playground/`));
  assert.deepEqual([...new Set(others)].filter((url) => !/^(data:,$|about:)/.test(url)), []);
});

playgroundTest('typing updates the tree and the errors', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.setSource('<!DOCTYPE html><p>One');
  await playground.until(async () => (await playground.reported()).labels.join(' ').endsWith('<p> “One”'));
  assert.deepEqual((await playground.reported()).codes, []);
  assert.match(await playground.text('#status'), /^6 nodes, 0 errors, /);
  await playground.page.focus('#source');
  await playground.press('Control+End');
  await playground.page.keyboard.type(' two</i>', { delay: 10 });
  await playground.until(async () => (await playground.reported()).codes.length === 1);
  assert.equal((await playground.reported()).labels.at(-1), '“One two”');
  assert.match((await playground.reported()).codes[0], /^end-tag-/);
  assert.match(await playground.text('#status'), /^6 nodes, 1 error, /);
  // New reports do not add entries to the history.
  assert.equal(await playground.evaluate(() => history.length), 2);
});

playgroundTest('typing updates the selected tab', async (browser) => {
  const playground = await Playground.open(browser);
  const first = '<!DOCTYPE html><title>Teas</title><h1>Tea</h1><p onclick="x()">Green <b>tea</b> & more';
  const second = '<!DOCTYPE html><title>Coffees</title><h1>Coffee</h1><ul><li>Black<script>x()</script></ul>';
  const expected = {
    markdown: ['# Tea\n\nGreen **tea** & more', '# Coffee\n\n- Black'],
    sanitized: ['<title>Teas</title><h1>Tea</h1><p>Green <b>tea</b> &amp; more</p>', '<title>Coffees</title><h1>Coffee</h1><ul><li>Black</li></ul>'],
    html: [
      '<!DOCTYPE html><html><head><title>Teas</title></head><body><h1>Tea</h1><p onclick="x()">Green <b>tea</b> &amp; more</p></body></html>',
      '<!DOCTYPE html><html><head><title>Coffees</title></head><body><h1>Coffee</h1><ul><li>Black<script>x()</script></li></ul></body></html>',
    ],
    text: ['Tea\n\nGreen tea & more', 'Coffee\nBlack'],
  };
  for (const [id, [one, other]] of Object.entries(expected)) {
    await playground.choose(id);
    await playground.setSource(first);
    assert.equal((await playground.text(`#panel-${id} pre`)).trim(), one, id);
    await playground.setSource(second);
    assert.equal((await playground.text(`#panel-${id} pre`)).trim(), other, id);
  }
});

playgroundTest('content and metadata of the page are shown', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.choose('content');
  const article = (title, author, text) =>
    `<!DOCTYPE html><html lang=en><title>${title}</title><meta name=author content="${author}"><nav><a href=/>Home</a></nav>` +
    `<article><h1>${title}</h1>${`<p>${text}, which is a sentence that is long enough to be a part of an article.`.repeat(5)}</article>` +
    '<footer>Imprint</footer>';
  for (const [title, author, text] of [
    ['Tea', 'Ada Lovelace', 'Green tea is steamed'],
    ['Coffee', 'Alan Turing', 'Black coffee is roasted'],
  ]) {
    await playground.setSource(article(title, author, text));
    const names = await playground.texts('#panel-content dt');
    const values = await playground.texts('#panel-content dd');
    const facts = Object.fromEntries(names.map((name, at) => [name, values[at]]));
    assert.match(facts.title, new RegExp(`^${title} \\(.+\\)$`));
    assert.match(facts.byline, new RegExp(`^${author} \\(.+\\)$`));
    assert.match(facts.language, /^en \(.+\)$/);
    assert.ok(Number(facts.confidence) > 0, facts.confidence);
    const markdown = await playground.text('#panel-content pre');
    assert.ok(markdown.includes(text) && !markdown.includes('Imprint') && !markdown.includes('Home'), markdown);
  }
});

playgroundTest('repairs are listed, shown in the source, and applied', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.choose('repairs');
  await playground.setSource('<!DOCTYPE html><title>😀</title><p>One</i>\n<img src=a alt=b alt=c>');
  assert.equal(await playground.text('#panel-repairs .note'), '2 repairs');
  const items = await playground.texts('#panel-repairs li');
  assert.match(items[0], /^end-tag-[a-z-]+: <\/i>/);
  assert.match(items[1], /^duplicate-attribute: /);
  await playground.page.locator('#panel-repairs li button').nth(0).click();
  assert.equal(await playground.selectedSource(), '</i>');
  assert.equal(await playground.evaluate(() => document.activeElement.id), 'source');
  await playground.page.click('#panel-repairs .controls button');
  await playground.waitForResults();
  assert.equal(await playground.source(), '<!DOCTYPE html><title>😀</title><p>One\n<img src=a alt=b>');
  assert.equal(await playground.text('#panel-repairs .note'), '0 repairs');
  assert.equal(await playground.page.isDisabled('#panel-repairs .controls button'), true);
  assert.match(await playground.text('#status'), /, 0 errors, /);
});

playgroundTest('selectors and XPath show their results and errors', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.choose('query');
  await playground.setSource('<!DOCTYPE html>\n<title>é😀</title><ul><li class=tea>Sencha<li>Filter <a href=/f>coffee</a></ul>');
  const state = async (name) => [await playground.text(`#${name}-count`), ...(await playground.texts(`#${name}-list code`))];
  const isFailed = (name) => playground.evaluate((of) => document.querySelector(`#${of}-count`).classList.contains('failed'), name);

  await playground.setQuery('CSS selector', 'li.tea');
  assert.deepEqual(await state('css'), ['1 result', '<li class=tea>Sencha']);
  await playground.page.locator('#css-list button').click();
  assert.equal(await playground.selectedSource(), '<li class=tea>Sencha');
  await playground.setQuery('CSS selector', 'li');
  assert.equal((await state('css'))[0], '2 results');
  await playground.setQuery('CSS selector', 'li > > a');
  assert.equal(await isFailed('css'), true);
  assert.deepEqual((await state('css')).slice(1), []);
  assert.notEqual((await state('css'))[0], '');
  await playground.setQuery('CSS selector', '');
  assert.deepEqual([await isFailed('css'), await state('css')], [false, ['']]);

  for (const [expression, ...expected] of [
    ['//a/@href', '1 result', '/f'],
    ['count(//li)', '1 result', '2'],
    ['//li = "Sencha"', '1 result', 'true'],
    ['string(//a)', '1 result', 'coffee'],
    ['//a', '1 result', '<a href=/f>coffee</a>'],
    ['//none', '0 results'],
  ]) {
    await playground.setQuery('XPath', expression);
    assert.deepEqual(await state('xpath'), expected, expression);
    assert.equal(await isFailed('xpath'), false);
  }
  for (const expression of ['//li[', 'unknown()', '$x']) {
    await playground.setQuery('XPath', expression);
    assert.equal(await isFailed('xpath'), true, expression);
    assert.equal((await state('xpath')).length, 1);
  }
  // A new source has new results.
  await playground.setQuery('XPath', '//li');
  await playground.setSource('<li>One');
  assert.deepEqual(await state('xpath'), ['1 result', '<li>One']);
});

playgroundTest('unusual sources have results in each tab', async (browser) => {
  const playground = await Playground.open(browser);
  const sources = ['', ' ', 'x', '<', '\0\u{fffd}\ufeff', '<table><template>'.repeat(300), '<frameset>', `<svg><p>${'<b>'.repeat(2000)}`];
  for (const source of sources) {
    for (const id of TABS) {
      await playground.choose(id);
      await playground.setSource(source);
    }
    assert.deepEqual([playground.exceptions, playground.messages], [[], []], JSON.stringify(source).slice(0, 40));
  }
});

playgroundTest('the state in the address survives a reload', async (browser) => {
  const playground = await Playground.open(browser);
  const source = '<!DOCTYPE html>\n<p title="&amp;">Grüner Tee 😀</i>';
  await playground.choose('query');
  await playground.setQuery('CSS selector', 'p[title]');
  await playground.setQuery('XPath', '//p/@title');
  await playground.setSource(source);
  const before = await playground.evaluate(() => location.hash);
  await playground.wait((old) => location.hash.length > 1 && location.hash !== old, before);
  await playground.page.reload();
  await playground.waitUntilReady();
  assert.equal(await playground.source(), source);
  assert.equal(await playground.selectedTab(), 'tab-query');
  assert.equal(await playground.text('#css-count'), '1 result');
  assert.deepEqual(await playground.texts('#xpath-list code'), ['&']);
  // The address alone is enough, also in another browser profile.
  const other = await Playground.open(browser, { fragment: await playground.evaluate(() => location.hash) });
  assert.equal(await other.source(), source);
  assert.equal(await other.selectedTab(), 'tab-query');
});

const packed = (value) => `#${deflateRawSync(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))).toString('base64url')}`;

playgroundTest('a fragment can set the source of an open playground', async (browser) => {
  const playground = await Playground.open(browser);
  const state = { tab: 'text', css: 'b', xpath: '//b', source: '<b>Linked</b>' };
  await playground.evaluate((hash) => void (location.hash = hash), packed(state));
  await playground.wait(() => document.querySelector('#panel-text pre').textContent === 'Linked');
  assert.equal(await playground.source(), '<b>Linked</b>');
});

playgroundTest('a broken link is reported, and stays in the address until the next edit', async (browser) => {
  const valid = packed({ tab: 'text', css: 'b', xpath: '//b', source: '<b>x</b>' });
  const fragments = [
    '#',
    '#abc',
    '#%E4%zz',
    '#~~~',
    valid.slice(0, -6),
    packed('no JSON'),
    packed(null),
    packed(1),
    packed([]),
    packed({}),
    packed({ source: 1, css: [], xpath: {}, tab: null }),
  ];
  for (const fragment of fragments) {
    const playground = await Playground.open(browser, { fragment });
    assert.match(await playground.source(), /Green tea/, fragment);
    assert.equal(await playground.text('#address-note'), fragment === '#' ? '' : 'This link is damaged', fragment);
    assert.equal(await playground.evaluate(() => location.hash || '#'), fragment);
    assert.equal(await playground.selectedTab(), 'tab-report', fragment);
    assert.equal(await playground.page.locator('#panel-query input').nth(0).inputValue(), 'a[href]');
    assert.deepEqual([playground.exceptions, playground.messages], [[], []], fragment);
    await playground.close();
  }
  // Parts that are missing or unknown keep their values.
  const partial = await Playground.open(browser, { fragment: packed({ source: '<b>x</b>', tab: 'toString' }) });
  assert.equal(await partial.source(), '<b>x</b>');
  assert.equal(await partial.selectedTab(), 'tab-report');
  assert.equal(await partial.page.locator('#panel-query input').nth(0).inputValue(), 'a[href]');
});

playgroundTest('a source that is too long for the address is kept in the tab', async (browser) => {
  const playground = await Playground.open(browser, { fragment: packed({ source: '<b>x</b>', css: '', xpath: '', tab: 'text' }) });
  let seed = 1;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647).toString(36).slice(2);
  const long = Array.from({ length: 12_000 }, random).join(' ');
  await playground.setSource(long);
  await playground.waitForText('#address-note', 'Too long for a link; kept in this tab');
  assert.equal(await playground.evaluate(() => location.hash), '');
  await playground.page.reload();
  await playground.waitUntilReady();
  assert.equal(await playground.source(), long);
});

playgroundTest('a file can be opened, in its encoding', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.choose('text');
  const encoded = Buffer.from('<meta charset=windows-1252><p>Th\xe9 \x80', 'latin1');
  await playground.page.setInputFiles('#file', { name: 'page.html', mimeType: 'text/html', buffer: encoded });
  await playground.wait(() => document.querySelector('#panel-text pre').textContent === 'Thé €');
  assert.equal(await playground.source(), '<meta charset=windows-1252><p>Thé €');
  // The same file can be opened again after edits.
  await playground.setSource('<p>Edited');
  const [chooser] = await Promise.all([playground.page.waitForEvent('filechooser'), playground.page.click('#file')]);
  // A browser reports a choice only if it differs from the previous one.
  assert.equal(await playground.page.inputValue('#file'), '');
  await chooser.setFiles({ name: 'page.html', mimeType: 'text/html', buffer: encoded });
  await playground.wait(() => document.querySelector('#panel-text pre').textContent === 'Thé €');
  await playground.page.click('#example');
  assert.match(await playground.source(), /Green tea/);
});

playgroundTest('files can be dropped anywhere', async (browser) => {
  const playground = await Playground.open(browser);
  await playground.choose('text');
  const drop = (type, target, files) =>
    playground.evaluate(
      ([eventType, at, contents]) => {
        const dataTransfer = new DataTransfer();
        for (const bytes of contents) dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'page.html', { type: 'text/html' }));
        if (contents.length === 0) dataTransfer.setData('text/html', '<p>Markup');
        const event = new DragEvent(eventType, { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector(at).dispatchEvent(event);
        return event.defaultPrevented;
      },
      [type, target, files],
    );
  const isCovered = () => playground.page.isVisible('#overlay');
  const file = [...Buffer.from('\ufeff<p>Dropped 😀')];
  for (const target of ['#source', '#panels', '#overlay']) {
    await playground.setSource('<p>Before');
    assert.equal(await drop('dragover', target, [file]), true);
    // The overlay takes files that are dropped on the report.
    assert.equal(await isCovered(), true);
    assert.equal(await drop('drop', target, [file]), true);
    await playground.waitForText('#panel-text pre', 'Dropped 😀');
    assert.equal(await isCovered(), false);
  }
  await drop('drop', '#panels', [file, file, file]);
  await playground.waitForText('#action-note', '1 of 3 files opened: page.html');
  await drop('drop', '#panels', [[...Buffer.from('GIF89a\0\0')]]);
  await playground.waitForText('#action-note', 'Not opened: page.html is a binary file, not a page');
  assert.equal(await playground.source(), '<p>Dropped 😀');
  // Other drops are left to the browser, which inserts texts at the caret.
  assert.equal(await drop('dragover', '#source', []), false);
  assert.equal(await drop('drop', '#source', []), false);
  assert.equal(await isCovered(), false);
  assert.equal(await playground.source(), '<p>Dropped 😀');
  assert.deepEqual(playground.exceptions, []);
});
