// Options: what they do, and that wrong ones are refused.

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { edit, parse, rewrite, rewriteString, sanitize } from '../lib/index.node.js';

test('options with wrong names, types or classes are refused', () => {
  const document = parse('<p>x');
  const content = document.content();
  const calls = [
    () => parse('', { spans: 'no' }), () => parse('', { errors: null }), () => parse('', { declarativeShadowRoots: 1 }), () => parse('', null),
    () => parse('', new Map([['spans', true]])), () => parse('', []), () => parse('', { [Symbol('spans')]: true }),
    () => parse('', Object.create({ spans: true })), () => document.markdown({ dataImages: 0 }), () => document.markdown({ base: 5 }),
    () => content.markdown(5), () => content.markdown(null), () => content.markdown({ bases: '' }), () => document.tables({ repeat: 'no' }),
    () => document.toParse5({ locations: 'no' }), () => document.content({ links: 'no' }), () => document.xpath('1', { namespaces: 'abc' }),
    () => document.xpath('1', { namespaces: new Map() }), () => document.xpath('$a', { variables: { a: null } }), () => document.toSource({ widen: 1 }),
    () => edit('', () => {}, { spans: true }), () => edit('', null), () => rewriteString('<p>', { p: (p) => p.append('', { html: 'false' }) }),
  ];
  for (const call of calls) assert.throws(call, TypeError, String(call));
  assert.throws(() => document.select({}), { message: 'the selector must be a string, not an object' });
  for (const minConfidence of ['0.5', null, [], true, 2, 0n]) assert.throws(() => document.content({ minConfidence }), RangeError);
  for (const memoryLimit of ['5', -1, 0.5]) assert.throws(() => rewrite({}, { memoryLimit }), RangeError);
});

test('errors are instances of the classes of their names', () => {
  for (const input of ['', new Uint8Array()]) assert.throws(() => parse(input, { encoding: 'bogus' }), RangeError);
  assert.throws(() => rewrite({}, { encoding: 'bogus' }), RangeError);
  const document = parse('<p>x');
  const calls = [
    () => parse('', { fragment: '' }), () => parse('', { scripting: 'x' }), () => document.links({ base: 'x' }), () => document.content({ kind: 'x' }),
    () => document.selectFirst('p').insertHtml('before', ''), () => rewriteString('<p>', { p: (p) => p.rename('1') }),
  ];
  for (const call of calls) assert.throws(call, TypeError, String(call));
});

test('the value of a Content-Type header selects the encoding, if it is known', () => {
  const bytes = Uint8Array.of(0xcf, 0xf0);
  assert.equal(parse(bytes, { contentType: 'text/html; charset="windows-1251"' }).textContent(), 'Пр');
  for (const contentType of ['text/html; charset=none', 'text/html', '', null]) assert.equal(parse(bytes, { contentType }).encoding, 'windows-1252');
  assert.equal(parse(bytes, { contentType: 'text/html; charset=windows-1251', encoding: 'latin1' }).encoding, 'windows-1252');
});

test('the base of content() is that of its Markdown', () => {
  const page = '<main><h1>Tea</h1><p>Tea <a href=/x>is</a> steamed.<img src="data:,x" alt=cup></main>';
  const content = parse(page).content({ base: new URL('https://example.org/a') });
  assert.match(content.markdown(), /\[is\]\(https:\/\/example\.org\/x\)/);
  assert.match(content.markdown({ base: 'https://example.com/' }), /\[is\]\(https:\/\/example\.com\/x\)/);
  assert.doesNotMatch(content.markdown({ dataImages: undefined }), /data:/);
  assert.match(content.markdown({ dataImages: true }), /data:/);
});

test('names of attributes of HTML elements have no case', () => {
  const document = parse('<a HREF=1><svg viewBox=2>');
  assert.equal(document.selectFirst('a').attribute('HREF'), '1');
  assert.deepEqual(document.selectAttribute('a', 'Href'), ['1']);
  assert.deepEqual(['viewBox', 'viewbox'].map((name) => document.selectFirst('svg').attribute(name)), ['2', null]);
});

test('selectors can contain :contains()', () => {
  assert.deepEqual(parse('<li>Green <b>tea</b><li>Milk').selectText('li:contains("en tea")'), ['Green tea']);
});

test('XPath has variables', () => {
  const document = parse('<p id="it\'s">Tea<p>');
  assert.equal(document.xpath('string(//p[@id = $id])', { variables: { id: "it's" } }), 'Tea');
  assert.equal(document.xpath('$a + $b', { variables: { a: 1, b: true } }), 2);
});

test('edit() can replace larger elements', () => {
  const change = (document) => document.selectFirst('p').setInnerHtml('<div>y</div>');
  assert.throws(() => edit('<p>x', change), { name: 'SourceError', message: /pass \{ widen: true \}/ });
  // The second `b` has no tag.
  const copy = (document) => document.select('b')[1].setAttribute('class', 'c');
  assert.throws(() => edit('<p><b>1<p>2', copy), { name: 'SourceError' });
  assert.equal(edit('<p><b>1<p>2', copy, { widen: true }), '<body><p><b>1</b></p><p><b class="c">2</b></p></body>');
});

test('the memory of a rewriter is limited', () => {
  const page = '<b class=x>'.repeat(1000);
  assert.throws(() => rewriteString(page, { 'b b': () => {} }, { memoryLimit: 1000 }), { name: 'RewriteError', message: /option `memoryLimit`; raise it/ });
  assert.equal(rewriteString(page, { 'b b': () => {} }), page);
});

test('with a known encoding, rewrite() does not wait for 1,024 bytes', async () => {
  const stream = rewrite({ b: (b) => b.setAttribute('id', 'c') }, { encoding: 'utf-8' });
  const writer = stream.writable.getWriter();
  writer.write(new TextEncoder().encode('<p>x<b>y</b>'));
  const { value } = await stream.readable.getReader().read();
  assert.equal(new TextDecoder().decode(value), '<p>x<b id="c">y</b>');
  await writer.abort();
});

test('sanitize() has rules', () => {
  const rules = { urls: [{ attributes: ['href'], schemes: ['https'], relative: 'remove' }] };
  assert.equal(sanitize('<a href=x>y</a>', { elements: ['a'] }, rules), '<a>y</a>');
  assert.equal(sanitize('<a href=x>y</a>', undefined, rules), '<a>y</a>');
});

test('the console shows what a node is', () => {
  const document = parse('<p>x');
  const { body } = document;
  assert.match(inspect([body, document.root, body.childNodes[0].childNodes[0]]), /Node \d+ <body>.*<document>.*<text>/s);
  document.free();
  assert.match(inspect(body), /\(freed\)/);
});
