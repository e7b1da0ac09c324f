// The playground: parses what is in the text field, and shows the results of the selected tab.

import initialize, * as wasm from './playground_wasm.js';
import { TREE, connect } from './api.js';

const EXAMPLE = `<!DOCTYPE html>
<html lang=en>
<title>Green tea | Tea Times</title>
<meta name=author content="Ada Lovelace">
<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
<main>
<h1>Green tea</h1>
<p>Green tea is <em>steamed</em> shortly after it is picked, which keeps its leaves green, and its taste fresh.
<p>It is <b>the <i>most</b> common</i> kind of tea in Japan &mdash; see <a href="/sencha" onclick="track()">Sencha</a>.
<table><tr><th>Tea<th>Price<tr><td>Sencha<td>4 €<tr><td>Matcha<td>9 €</table>
<img src=cup.png alt="A cup" alt="Tea">
</main>
<footer>Imprint</footer>
`;
/** Sources whose encoded state is longer are not kept in the address. */
const MAX_STATE = 60_000;

const byId = (id) => document.getElementById(id);
const source = byId('source');
const status = byId('status');

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// The selected tab and the inputs of the tabs.
const state = { tab: 'report', css: 'a[href]', xpath: '//a/@href' };
let limpid = null;
let page = null;

/** The tabs. `show` fills a panel from `page`, the parsed document. */
const TABS = [
  { id: 'report', title: 'Tree and errors', build: () => {}, show: showReport },
  { id: 'repairs', title: 'Repairs', build: buildList, show: showRepairs },
  { id: 'query', title: 'Selectors and XPath', build: buildQuery, show: showQuery },
  { id: 'markdown', title: 'Markdown', build: buildText, show: (panel) => setText(panel, page.markdown()) },
  { id: 'content', title: 'Content', build: buildContent, show: showContent },
  { id: 'sanitized', title: 'Sanitized', build: buildText, show: (panel) => setText(panel, limpid.sanitize(source.value)) },
  { id: 'html', title: 'HTML', build: buildText, show: (panel) => setText(panel, page.html()) },
  { id: 'text', title: 'Text', build: buildText, show: (panel) => setText(panel, page.text()) },
];

function buildText(panel) {
  panel.append(element('pre', { tabIndex: 0 }));
}

function setText(panel, text) {
  panel.querySelector('pre').textContent = text;
}

function showReport(panel) {
  // Scripts of the report run in an origin of their own. Scripts of the page do not run: the report contains them as text. Links to the standard open
  // a tab that is not in the sandbox. A new frame, unlike a new document in the frame, adds no entry to the history of the browser.
  const frame = element('iframe', { title: 'Source, tree and errors of the page' });
  frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
  frame.srcdoc = page[TREE].report(page.title ?? 'Untitled page');
  panel.replaceChildren(frame);
}

function buildList(panel) {
  panel.append(element('div', { className: 'controls' }), element('ol', { className: 'list', tabIndex: 0, ariaLabel: 'Repairs' }));
}

function showRepairs(panel) {
  const repairs = JSON.parse(wasm.repairs(source.value));
  const apply = element('button', { type: 'button', disabled: repairs.list.length === 0 }, 'Repair all');
  apply.addEventListener('click', () => {
    source.value = repairs.source;
    update();
  });
  const count = repairs.list.length === 1 ? '1 repair' : `${repairs.list.length} repairs`;
  panel.querySelector('.controls').replaceChildren(apply, element('span', { className: 'note' }, count));
  const items = repairs.list.map(({ start, end, errors, before, after }) => {
    const item = element('li', {}, `${[...new Set(errors)].join(', ')}: `);
    const show = element('button', { type: 'button' }, 'Show');
    show.addEventListener('click', () => select(start, end));
    item.append(element('code', {}, element('del', {}, shorten(before)), ' ', element('ins', {}, shorten(after))), show);
    return item;
  });
  panel.querySelector('.list').replaceChildren(...items);
}

function buildQuery(panel) {
  const field = (name, label) => {
    const input = element('input', { className: 'query', type: 'text', spellcheck: false, value: state[name] });
    input.addEventListener('input', () => {
      state[name] = input.value;
      if (page !== null) showQuery(panel);
      remember();
    });
    return element('label', {}, label, input);
  };
  panel.append(
    element('div', { className: 'controls' }, field('css', 'CSS selector')),
    element('p', { className: 'note', id: 'css-count', role: 'status' }),
    element('ol', { className: 'list', id: 'css-list', tabIndex: 0, ariaLabel: 'Results of the selector' }),
    element('div', { className: 'controls' }, field('xpath', 'XPath')),
    element('p', { className: 'note', id: 'xpath-count', role: 'status' }),
    element('ol', { className: 'list', id: 'xpath-list', tabIndex: 0, ariaLabel: 'Results of XPath' }),
  );
  for (const note of panel.querySelectorAll('p.note')) note.style.margin = '6px 12px';
}

function showQuery(panel) {
  for (const input of panel.querySelectorAll('input')) {
    const name = input === panel.querySelector('input') ? 'css' : 'xpath';
    if (input.value !== state[name]) input.value = state[name];
  }
  runQuery('css', () => page.select(state.css));
  runQuery('xpath', () => page.xpath(state.xpath));
}

function runQuery(name, run) {
  const [count, list] = [byId(`${name}-count`), byId(`${name}-list`)];
  count.classList.remove('failed');
  try {
    const found = state[name] === '' ? [] : run();
    const items = Array.isArray(found) ? found : [String(found)];
    count.textContent = items.length === 1 ? '1 result' : `${items.length} results`;
    list.replaceChildren(...items.slice(0, 500).map(describe));
  } catch (error) {
    count.classList.add('failed');
    count.textContent = error.message;
    list.replaceChildren();
  }
}

function describe(item) {
  if (typeof item === 'string') return element('li', {}, element('code', {}, item));
  const text = item.kind === 'element' ? item.html() : (item.data ?? item.kind);
  const made = element('li', {}, element('code', {}, shorten(text, 300)));
  const span = item.span;
  if (span) {
    const show = element('button', { type: 'button' }, 'Show');
    show.addEventListener('click', () => select(span.start, span.end));
    made.append(show);
  }
  return made;
}

function buildContent(panel) {
  panel.append(element('dl'), element('pre', { tabIndex: 0 }));
}

function showContent(panel) {
  const content = page.content();
  const { metadata } = content;
  const names = ['title', 'byline', 'published', 'modified', 'language', 'siteName', 'description'];
  const known = names.filter((name) => metadata[name] !== null).map((name) => [name, `${metadata[name]} (${metadata.sources[name]})`]);
  const facts = [['kind', content.kind], ['confidence', String(content.confidence)], ...known];
  panel.querySelector('dl').replaceChildren(...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
  setText(panel, content.markdown());
  content.free();
}

function shorten(text, length = 80) {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Selects a part of the source. */
function select(start, end) {
  source.focus();
  source.setSelectionRange(start, end);
  const line = source.value.slice(0, start).split('\n').length;
  source.scrollTop = Math.max(0, (line - 4) * 20);
}

function buildTabs() {
  for (const { id, title, build } of TABS) {
    const tab = element('button', { type: 'button', id: `tab-${id}` }, title);
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${id}`);
    tab.addEventListener('click', () => choose(id));
    byId('tabs').append(tab);
    const panel = element('div', { id: `panel-${id}` });
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    byId('panels').append(panel);
    build(panel);
  }
  byId('tabs').addEventListener('keydown', (event) => {
    const at = TABS.findIndex(({ id }) => id === state.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { id } = TABS[(to + TABS.length) % TABS.length];
    choose(id);
    byId(`tab-${id}`).focus();
  });
}

function choose(id) {
  state.tab = id;
  show();
  remember();
}

function show() {
  for (const tab of TABS) {
    const isSelected = tab.id === state.tab;
    byId(`tab-${tab.id}`).setAttribute('aria-selected', String(isSelected));
    byId(`tab-${tab.id}`).tabIndex = isSelected ? 0 : -1;
    byId(`panel-${tab.id}`).hidden = !isSelected;
    if (isSelected && page !== null) tab.show(byId(`panel-${tab.id}`));
  }
}

/** Parses the source and shows the results. */
function update() {
  page?.free();
  const start = performance.now();
  page = limpid.parse(source.value, { spans: true });
  const time = performance.now() - start;
  const counted = (count, what) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
  const errors = page.errors.length;
  status.textContent = `${counted(page[TREE].node_count() - 1, 'node')}, ${counted(errors, 'error')}, parsed in ${time.toFixed(1)} ms`;
  show();
  remember();
}

let updateTimer = 0;
function updateSoon() {
  clearTimeout(updateTimer);
  // Long pages take longer to show.
  updateTimer = setTimeout(update, source.value.length > 500_000 ? 800 : 200);
}

/** Returns bytes, compressed or decompressed. */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

let rememberTimer = 0;
/** Keeps the state in the address. */
function remember() {
  clearTimeout(rememberTimer);
  rememberTimer = setTimeout(async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...state, source: source.value }));
    const packed = await through(bytes, new CompressionStream('deflate-raw'));
    let binary = '';
    for (const byte of packed) binary += String.fromCharCode(byte);
    const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    history.replaceState(null, '', text.length > MAX_STATE ? '#' : `#${text}`);
  }, 400);
}

/** Reads the state from the address. Returns whether there is one. */
async function recall() {
  try {
    const text = location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/');
    if (text === '') return false;
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const kept = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'))));
    if (typeof kept.source !== 'string') return false;
    source.value = kept.source;
    for (const name of ['css', 'xpath']) if (typeof kept[name] === 'string') state[name] = kept[name];
    if (TABS.some(({ id }) => id === kept.tab)) state.tab = kept.tab;
    return true;
  } catch {
    // An address that was cut or typed.
    return false;
  }
}

async function open(file) {
  const document = limpid.parse(new Uint8Array(await file.arrayBuffer()));
  source.value = document.source;
  document.free();
  update();
}

async function start() {
  buildTabs();
  if (!(await recall())) source.value = EXAMPLE;
  show();
  await initialize({ module_or_path: new URL('playground_wasm_bg.wasm', import.meta.url) });
  limpid = connect(wasm);
  update();
  source.addEventListener('input', updateSoon);
  addEventListener('hashchange', async () => (await recall()) && update());
  byId('example').addEventListener('click', () => {
    source.value = EXAMPLE;
    update();
  });
  // Without a previous choice, choosing the same file again is a change.
  byId('file').addEventListener('click', (event) => (event.target.value = ''));
  byId('file').addEventListener('change', (event) => event.target.files[0] && open(event.target.files[0]));
  acceptDrops();
  workOffline().catch(() => {});
}

/** Opens files that are dropped anywhere, and markup that is dropped on the source. */
function acceptDrops() {
  const input = byId('input');
  // A selection of the source that is moved within the page is left to the browser.
  let isOwn = false;
  addEventListener('dragstart', () => (isOwn = true));
  addEventListener('dragend', () => (isOwn = false));
  const isAccepted = (event) => !isOwn && (event.dataTransfer.types.includes('Files') || input.contains(event.target));
  addEventListener('dragover', (event) => {
    if (!isAccepted(event)) return;
    event.preventDefault();
    input.classList.add('drop');
  });
  addEventListener('dragleave', () => input.classList.remove('drop'));
  addEventListener('drop', (event) => {
    input.classList.remove('drop');
    if (!isAccepted(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) open(file);
    else {
      source.value = event.dataTransfer.getData('text/html') || event.dataTransfer.getData('text/plain');
      update();
    }
  });
}

/** Lets the page work without a network after the first visit. */
async function workOffline() {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const { scope } = await serviceWorker.register('offline.js');
  if (serviceWorker.controller !== null) return;
  // The files of the first visit were loaded before the service worker was installed.
  const { active } = await serviceWorker.ready;
  const loaded = [location.href.replace(/#.*/, ''), ...performance.getEntriesByType('resource').map(({ name }) => name)];
  active.postMessage(loaded.filter((url) => url.startsWith(scope)));
}

start().catch((error) => {
  status.classList.add('failed');
  status.textContent = `The playground could not start: ${error.message}`;
});
