// The tree-construction cases of html5lib-tests, web-platform-tests and limpid itself. An example of the crate html5lib-tests reads them, with cargo.
// The upstream suites are searched for in the folder of the environment variable LIMPID_TEST_SUITES, and in html5lib-tests/upstream. Suites that are
// missing are skipped.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from '../lib/index.node.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const HTML = 'http://www.w3.org/1999/xhtml';
const PREFIXES = { [HTML]: '', 'http://www.w3.org/2000/svg': 'svg ', 'http://www.w3.org/1998/Math/MathML': 'math ' };
const ATTRIBUTE_PREFIXES = {
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/XML/1998/namespace': 'xml',
  'http://www.w3.org/2000/xmlns/': 'xmlns',
};

/** The names of the suites that have tree-construction cases. */
const SUITES = ['limpid', 'wpt-transcribed', 'html5lib-tests', 'wpt-2026-09'];

function readCases() {
  const options = ['--quiet', '--locked', '-p', 'html5lib-tests', '--no-default-features', '--example', 'tree_construction_cases'];
  const settings = { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] };
  const lines = execFileSync('cargo', ['run', ...options], settings);
  return lines.trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** Returns the number of passed tree-construction cases for each suite in docs/conformance.md. */
function readScoreboard() {
  const text = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| ([\w-]+) `[^|]*\| tree-construction \| [\d,]+ \| ([\d,]+) \|/gm);
  return Object.fromEntries(Array.from(rows, ([, suite, passed]) => [suite, Number(passed.replace(',', ''))]));
}

/** Returns a tree of `toParse5()` in the format of the html5lib tests, without the last line feed. */
function dump(root) {
  const lines = [];
  const add = (depth, text) => lines.push(`| ${'  '.repeat(depth)}${text}`);
  // Entries to write, in reverse order. Some cases are nested too deeply for recursion.
  const next = root.childNodes.toReversed().map((node) => [0, node]);
  while (next.length > 0) {
    const [depth, node] = next.pop();
    if (typeof node === 'string') add(depth, node);
    else addNode(add, depth, node);
    const inner = [];
    if (node.shadowRoot) {
      const { mode, delegatesFocus, childNodes } = node.shadowRoot;
      inner.push([depth + 1, `#shadow-root (${mode}${delegatesFocus ? ', delegatesfocus' : ''})`]);
      inner.push(...childNodes.map((child) => [depth + 2, child]));
    }
    if (node.content) {
      inner.push([depth + 1, 'content'], ...node.content.childNodes.map((child) => [depth + 2, child]));
    }
    for (const child of node.childNodes ?? []) inner.push([depth + 1, child]);
    for (const entry of inner.reverse()) next.push(entry);
  }
  return lines.join('\n');
}

function addNode(add, depth, node) {
  switch (node.nodeName) {
    case '#text':
      return add(depth, `"${node.value}"`);
    case '#comment':
      return add(depth, `<!-- ${node.data} -->`);
    case '#documentType': {
      const { name, publicId, systemId } = node;
      return add(depth, publicId || systemId ? `<!DOCTYPE ${name} "${publicId}" "${systemId}">` : `<!DOCTYPE ${name}>`);
    }
    default:
      if (node.target !== undefined) return add(depth, `<?${node.target} ${node.data}?>`);
      add(depth, `<${PREFIXES[node.namespaceURI]}${node.tagName}>`);
      for (const line of node.attrs.map(attribute).sort((one, other) => (one.name < other.name ? -1 : 1))) {
        add(depth + 1, `${line.name}="${line.value}"`);
      }
  }
}

function attribute({ name, namespace, value }) {
  return { name: namespace ? `${ATTRIBUTE_PREFIXES[namespace]} ${name}` : name, value };
}

/** Parses a case with each of its settings for scripting, and compares the tree, the markup and the text with the expected ones. */
function check(item) {
  for (const isScripting of item.scripting) {
    const options = { scripting: isScripting ? 'normal' : 'disabled', declarativeShadowRoots: item.declarativeShadowRoots };
    if (item.context !== null) options.fragment = item.context;
    const document = parse(item.data, options);
    const message = `#${item.number}, scripting ${isScripting ? 'on' : 'off'}: ${JSON.stringify(item.data)}`;
    if (item.document !== null) assert.equal(dump(document.toParse5()), item.document, message);
    if (item.serialized !== null) assert.equal(document.html(), item.serialized, message);
    if (item.text !== null) assert.equal(document.elementById(item.text.id).textContent(), item.text.text, message);
    document.free();
  }
}

const items = readCases();
const scoreboard = readScoreboard();
const passed = {};

test('the suites are those of the scoreboard', () => {
  assert.deepEqual(Object.keys(scoreboard).sort(), SUITES.toSorted());
});

for (const suite of SUITES) {
  const own = items.filter((item) => item.suite === suite);
  const missing = own.find((item) => item.missing);
  if (missing) {
    test(suite, { skip: missing.missing }, () => {});
    continue;
  }
  for (const file of new Set(own.map((item) => item.file))) {
    const cases = own.filter((item) => item.file === file);
    const runnable = cases.filter((item) => !item.skipped);
    if (runnable.length === 0) {
      test(`${suite}/${file}`, { skip: cases[0].skipped }, () => {});
      continue;
    }
    test(`${suite}/${file}`, () => {
      const failures = [];
      for (const item of runnable) {
        try {
          check(item);
          passed[suite] = (passed[suite] ?? 0) + 1;
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${runnable.length} cases fail:\n${failures[0].message}`);
    });
  }
  test(`${suite} passes as many cases as the scoreboard in docs/conformance.md says`, () => {
    assert.equal(passed[suite], scoreboard[suite]);
  });
}

after(() => {
  const counts = SUITES.map((suite) => `${suite}: ${passed[suite] ?? 'missing'}`);
  console.log(`passed cases: ${counts.join(', ')}`);
});
