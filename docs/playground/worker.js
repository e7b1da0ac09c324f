// Parses sources and computes the results of a tab, so that the page stays usable meanwhile.

import initialize, * as wasm from './playground_wasm.js';
import { TREE, connect } from './api.js';
import { shorten } from './text.js';

/** The maximum number of results of a query, and of characters of each. */
const LISTED = 500;
const SHOWN_CHARS = 300;

let limpid = null;
// The parsed source, which is kept for requests about the same source.
let page = null;
let source = null;
let parseTime = 0;

/** Returns the results of the tabs as plain data. */
const RESULTS = {
  report: () => page[TREE].report(page.title || 'Untitled page'),
  repairs: () => JSON.parse(wasm.repairs(source)),
  query: ({ css, xpath }) => ({ css: query(css, () => page.select(css)), xpath: query(xpath, () => page.xpath(xpath)) }),
  markdown: () => page.markdown(),
  content,
  sanitized: () => limpid.sanitize(source),
  html: () => page.html(),
  text: () => page.text(),
};

function query(text, run) {
  if (text === '') return null;
  try {
    const found = run();
    const items = Array.isArray(found) ? found : [String(found)];
    return { count: items.length, items: items.slice(0, LISTED).map(describe) };
  } catch (error) {
    // An error in WebAssembly is not an error of the query.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return { error: error.message };
  }
}

/** Describes a result by its source, because the markup of many nested elements would be long. */
function describe(item) {
  if (typeof item === 'string') return { text: shorten(item, SHOWN_CHARS) };
  const { span } = item;
  if (item.kind !== 'element') return { text: shorten(item.data ?? item.kind, SHOWN_CHARS), span };
  return { text: span === null ? `<${item.localName}>` : shorten(source.slice(span.start, span.end), SHOWN_CHARS), span };
}

function content() {
  const found = page.content();
  const { kind, confidence, metadata } = found;
  const names = ['title', 'byline', 'published', 'modified', 'language', 'siteName', 'description'];
  const known = names.filter((name) => metadata[name] !== null).map((name) => [name, `${metadata[name]} (${metadata.sources[name]})`]);
  const text = found.markdown();
  found.free();
  return { facts: [['kind', kind], ['confidence', String(confidence)], ...known], text };
}

function parse(text) {
  if (text === source) return;
  page?.free();
  [page, source] = [null, null];
  const start = performance.now();
  page = limpid.parse(text, { spans: true });
  [source, parseTime] = [text, performance.now() - start];
}

function decode(bytes) {
  const document = limpid.parse(bytes);
  const text = document.source;
  document.free();
  return text;
}

function answer({ bytes, text, tab, css, xpath }) {
  if (bytes !== undefined) return decode(bytes);
  parse(text);
  return { nodes: page[TREE].node_count() - 1, errors: page.errors.length, parseTime, result: RESULTS[tab]({ css, xpath }) };
}

addEventListener('message', ({ data }) => {
  try {
    postMessage({ answer: answer(data) });
  } catch (error) {
    postMessage({ error: error.message });
  }
});

try {
  await initialize({ module_or_path: new URL('playground_wasm_bg.wasm', import.meta.url) });
  limpid = connect(wasm);
  postMessage({ isReady: true });
} catch (error) {
  postMessage({ error: `The playground could not start: ${error.message}` });
}
