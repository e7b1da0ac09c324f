// limpid-html/core: what it has, and the errors for what it does not have.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as core from '../lib/core.node.js';
import * as full from '../lib/index.node.js';

const { parse } = core;

test('the modules export what their types declare', () => {
  assert.deepEqual(Object.keys(core).sort(), ['Document', 'Node', 'parse']);
  const all = ['Content', 'Document', 'Node', 'Sanitizer', 'edit', 'parse', 'rewrite', 'rewriteString', 'sanitize'];
  assert.deepEqual(Object.keys(full).sort(), all);
});

test('core parses, reads, selects and serializes like the full module', () => {
  const page = '<!doctype html><title>Tea</title><p class=a id=b>x 😀<b>y</b></b><template><i>z</i></template>';
  const options = { spans: true };
  const [ours, theirs] = [core, full].map((module) => module.parse(page, options));
  assert.ok(ours instanceof core.Document);
  assert.ok(ours.root instanceof core.Node);
  for (const name of ['title', 'encoding', 'quirksMode', 'source', 'errors']) assert.deepEqual(ours[name], theirs[name]);
  for (const name of ['html', 'text', 'textContent']) assert.equal(ours[name](), theirs[name]());
  assert.deepEqual(ours.toParse5({ locations: true }), theirs.toParse5({ locations: true }));
  assert.deepEqual(ours.selectText('p > b'), ['y']);
  assert.deepEqual(ours.selectAttribute('p', 'id'), ['b']);
  const node = ours.selectFirst('p');
  assert.deepEqual([node.kind, node.localName, node.attribute('class'), node.span.start], ['element', 'p', 'a', 33]);
  assert.deepEqual([node.matches('.a'), node.closest('body').localName, node.children.length], [true, 'body', 2]);
  assert.equal(node.childNodes.length, 3);
  assert.equal(node.innerHtml(), 'x 😀<b>y</b><template><i>z</i></template>');
  assert.equal(ours.elementById('b').html(), ours.copy().node(node.number).html());
  assert.equal(node.childNodes[2].templateContents.textContent(), 'z');
  ours.free();
  assert.throws(() => node.html(), { message: /freed/ });
});

test('core decodes legacy encodings', () => {
  const document = parse(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5), { encoding: 'big5' });
  assert.deepEqual([document.encoding, document.text()], ['Big5', '中文']);
});

test('core has the same checks', () => {
  assert.throws(() => parse('', { nope: 1 }), { name: 'TypeError' });
  assert.throws(() => parse('').select('p['), { name: 'SelectorError', position: 2 });
  assert.throws(() => parse(new Uint8Array(1), { encoding: 'x' }), { name: 'RangeError' });
});

test('a method that core does not have is an error that names the full module', () => {
  const document = parse('<p>x');
  const { body } = document;
  const check = (target, names, ...values) => {
    for (const name of names) {
      assert.throws(() => target[name](...values), { message: `${name}() is not in limpid-html/core; import limpid-html` });
    }
  };
  check(document, ['links', 'tables', 'content', 'metadata', 'jsonLd', 'microdata', 'toSource']);
  check(document, ['xpath'], '//p');
  check(document, ['markdown']);
  check(body, ['removeAttribute', 'rename', 'setText', 'appendText', 'setInnerHtml', 'replaceWithHtml'], 'a');
  check(body, ['setAttribute'], 'a', 'b');
  check(body, ['insertHtml'], 'beforeend', 'a');
  check(body, ['replaceWithChildren', 'remove']);
});
