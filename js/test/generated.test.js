// Rules that hold for any page, on generated pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit, parse, rewriteString } from '../lib/index.node.js';

const PIECES = [
  ...['<p>', '</p>', '<b id=a>', '</b>', '<a href=/é😀?x&y>', '</a>', '<table>', '<td>', '</table>', '<template>', '</template>', '<svg>', '</svg>'],
  ...['<title>', '</title>', '<select><option>', '<!--é-->', '<!doctype html>', '<br/>', '<x😀 😀=😀>', "<i a='1' A=2>", '</nobody>', '<'],
  ...['tea ', 'é', '😀', '日本', '\u{1F468}\u200D\u{1F373}', '&amp;', '&eacute', '&#x1F600;', '\r\n', '\n', '\0', '\ud83d', '\udc00', '&', '"', '='],
];

/** Returns numbers from 0 to below a limit that are always the same. */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function* pages(count) {
  const next = numbers(1);
  for (let page = 0; page < count; page += 1) {
    yield Array.from({ length: 1 + next(40) }, () => PIECES[next(PIECES.length)]).join('');
  }
}

function* nodesOf(document) {
  const open = [document.root];
  while (open.length > 0) {
    const node = open.pop();
    yield node;
    const { templateContents } = node;
    open.push(...node.children, ...(templateContents === null ? [] : [templateContents]));
  }
}

test('spans and positions are those of the source in UTF-16', () => {
  for (const page of pages(1500)) {
    withDocument(parse(page, { spans: true }), (document) => {
      const { source } = document;
      const lineStarts = [0, ...Array.from(source.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length)];
      assert.equal(source, page.toWellFormed());
      for (const node of nodesOf(document)) {
        if (node.span === null) continue;
        const { start, end } = node.span;
        assert.ok(0 <= start && start <= end && end <= source.length, page);
        const written = source.slice(start, end);
        assert.ok(written.isWellFormed(), page);
        if (node.kind === 'comment' && written.startsWith('<!--')) assert.ok(written.includes(node.data.trim()), page);
        if (node.kind === 'text' && !/[&\r\0<]/.test(written)) assert.equal(written.trim(), node.data.trim(), page);
        // The parser creates other elements without tags. Their spans are those of their content.
        const hasTag = /^(title|template|svg|select|option|x😀)$/.test(node.localName);
        if (hasTag) assert.ok(written.startsWith(`<${node.localName}`), page);
      }
      for (const { start, end, line, column } of document.errors) {
        const starts = lineStarts.filter((offset) => offset <= start);
        assert.ok(start <= end && end <= source.length, page);
        assert.deepEqual([line, column], [starts.length, start - starts.at(-1) + 1], page);
      }
    });
  }
});

test('bytes, strings and plain objects give the same tree', () => {
  const encoder = new TextEncoder();
  for (const page of pages(1500)) {
    withDocument(parse(page), (document) => {
      withDocument(parse(encoder.encode(page), { encoding: 'utf-8' }), (decoded) => assert.equal(decoded.html(), document.html(), page));
      const elements = (node) =>
        (node.childNodes ?? []).reduce((sum, child) => sum + elements(child), node.tagName === undefined ? 0 : 1);
      assert.equal(document.select('*').length, elements(document.toParse5()), page);
    });
  }
});

test('an edit changes nothing else, and rewriting without handlers changes nothing', () => {
  let count = 0;
  for (const page of pages(1500)) {
    const source = page.toWellFormed();
    assert.equal(edit(source, () => {}), source);
    assert.equal(rewriteString(source, {}), source);
    try {
      const edited = edit(source, (document) => document.selectFirst('b')?.setAttribute('class', '😀'));
      if (edited !== source) assert.equal(edited.replace(/ class="?😀"?/, ''), source);
      count += 1;
    } catch (error) {
      // Elements that the parser opens again have no tag.
      assert.equal(error.name, 'SourceError', page);
    }
  }
  assert.ok(count > 1000);
});

function withDocument(document, check) {
  try {
    check(document);
  } finally {
    document.free();
  }
}
