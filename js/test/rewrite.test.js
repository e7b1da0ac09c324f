// rewrite() and rewriteString().

import assert from 'node:assert/strict';
import { ReadableStream, TransformStream } from 'node:stream/web';
import { test } from 'node:test';
import { rewrite, rewriteString } from '../lib/index.node.js';

/** Passes chunks through a stream, and returns the bytes of the output. */
async function pipe(chunks, handlers, options) {
  const output = [];
  for await (const chunk of ReadableStream.from(chunks).pipeThrough(rewrite(handlers, options))) {
    assert.ok(chunk instanceof Uint8Array);
    output.push(chunk);
  }
  return Buffer.concat(output);
}

const PAGE = '\ufeff<!doctype html><p class="é😀">a<b>x</b>&amp;😀</p><!-- 😀 --><P >z\r\n';

const HANDLERS = {
  b: (element) => element.rename('i'),
  'p[class]': (element) => {
    element.setAttribute('id', '😀');
    element.append('<é>');
  },
};

const EXPECTED = '\ufeff<!doctype html><p class="é😀" id="😀">a<i>x</i>&amp;😀&lt;é&gt;</p><!-- 😀 --><P >z\r\n';

const text = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

test('a whole page is rewritten', () => {
  assert.equal(rewriteString(PAGE, HANDLERS), EXPECTED);
  assert.equal(rewriteString(PAGE, {}), PAGE);
  assert.equal(rewriteString('', HANDLERS), '');
});

test('chunks of text can be cut at every position, also within a surrogate pair', async () => {
  for (let at = 0; at <= PAGE.length; at += 1) {
    assert.equal(text(await pipe([PAGE.slice(0, at), PAGE.slice(at)], HANDLERS)), EXPECTED, `cut at ${at}`);
  }
  assert.equal(text(await pipe(Array.from({ length: PAGE.length }, (_, at) => PAGE[at]), HANDLERS)), EXPECTED);
});

test('chunks of bytes can be cut at every position', async () => {
  const bytes = new TextEncoder().encode(PAGE);
  for (let at = 0; at <= bytes.length; at += 1) {
    assert.equal(text(await pipe([bytes.slice(0, at), bytes.slice(at)], HANDLERS, { encoding: 'utf-8' })), EXPECTED, `cut at ${at}`);
  }
  assert.equal(text(await pipe(Array.from(bytes, (byte) => Uint8Array.of(byte)), HANDLERS)), EXPECTED);
});

test('a lone surrogate becomes U+FFFD', async () => {
  assert.equal(text(await pipe(['<p>a\ud83d'], {})), '<p>a\ufffd');
  assert.equal(text(await pipe(['<p>a\ud83d', 'b', '\ude00'], {})), '<p>a\ufffdb\ufffd');
  assert.equal(rewriteString('<p>\ud83d', {}), '<p>\ufffd');
});

test('the output is in the encoding of the page', async () => {
  const ascii = (string) => Array.from(string, (character) => character.charCodeAt(0));
  const latin = Uint8Array.from([...ascii('<meta charset=windows-1252><p>'), 0xe9, ...ascii('</p>')]);
  const append = { p: (element) => element.append('é😀') };
  assert.deepEqual([...await pipe([latin], append)], [...ascii('<meta charset=windows-1252><p>'), 0xe9, 0xe9, ...ascii('&#128512;</p>')]);
  const labelled = await pipe([Uint8Array.of(0x3c, 0x70, 0x3e, 0xe9)], append, { encoding: 'latin1' });
  assert.deepEqual([...labelled.subarray(0, 5)], [0x3c, 0x70, 0x3e, 0xe9, 0xe9]);
});

test('a page in a legacy encoding keeps its bytes, and handlers read its texts', async () => {
  const bytes = (...parts) => Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? Array.from(Buffer.from(part)) : part)));
  const privet = [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4];
  const seen = [];
  const handlers = {
    p(element) {
      seen.push(element.attribute('a'));
      element.setAttribute('b', 'Я"');
      element.append('é<');
    },
    'p[a]': (element) => seen.push(element.attribute('b')),
  };
  for (const [start, options] of [['<meta charset=koi8-r>', {}], ['', { encoding: 'koi8-r' }], [`<meta charset=koi8-r>${' '.repeat(1100)}`, {}]]) {
    const page = bytes(start, '<p a="', privet, '&euro;">', privet, '</p>', privet);
    const expected = bytes(start, '<p a="', privet, '&euro;" b="&#1071;&quot;">', privet, '&#233;&lt;</p>', privet);
    for (const chunks of [[page], Array.from(page, (byte) => Uint8Array.of(byte))]) {
      assert.deepEqual(await pipe(chunks, handlers, options), Buffer.from(expected));
      assert.deepEqual(seen.splice(0), ['Привет€', 'Я"']);
      assert.deepEqual(await pipe(chunks, {}, options), Buffer.from(page));
    }
  }
  const read = { p: (element) => { seen.push(element.attribute('a')); } };
  await pipe([bytes('<meta charset=big5><p a="', [0xa4, 0xa4, 0xa4, 0xe5], '">')], read);
  await pipe([bytes('<p a=', [0xff], '>')], read, { encoding: 'x-user-defined' });
  assert.deepEqual(seen, ['中文', '\uf7ff']);
  await assert.rejects(pipe([bytes([0xff, 0xfe], '<\0p\0>\0')], {}), { name: 'RewriteError', message: /UTF-16LE/ });
  await assert.rejects(pipe([bytes('<meta charset=iso-2022-jp>')], {}), { name: 'RewriteError', message: /ISO-2022-JP/ });
  assert.throws(() => rewrite({}, { encoding: 'utf-16be' }), { name: 'RewriteError' });
});

test('the stream is a TransformStream that sends what is ready', async () => {
  const stream = rewrite({ b: (element) => element.remove() });
  assert.ok(stream instanceof TransformStream);
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const writes = [writer.write('<p>a'), writer.write('<b>x</b>'), writer.write('<p>b'), writer.close()];
  let received = '';
  for (let result = await reader.read(); !result.done; result = await reader.read()) received += text(result.value);
  await Promise.all(writes);
  assert.equal(received, '<p>a<p>b');
  assert.equal((await pipe([], {})).length, 0);
  const response = new Response(ReadableStream.from(['<b>x</b>y']).pipeThrough(rewrite({ b: (element) => element.removeAndKeepContent() })));
  assert.equal(await response.text(), 'xy');
});

test('handlers see the start tag', () => {
  const seen = [];
  const see = (element) => {
    seen.push([element.localName, element.namespace.split('/').at(-1), { ...element.attributes }, element.canHaveContent]);
    assert.equal(Object.getPrototypeOf(element.attributes), null);
  };
  rewriteString('<P CLASS=a title="&amp;é">x<br><svg viewBox="0 0" xlink:href=u><g /></svg>', { 'p, br, svg, g': see });
  assert.deepEqual(seen, [
    ['p', 'xhtml', { class: 'a', title: '&é' }, true],
    ['br', 'xhtml', {}, false],
    ['svg', 'svg', { viewBox: '0 0', 'xlink:href': 'u' }, true],
    ['g', 'svg', {}, false],
  ]);
});

test('attributes are read after their changes, whatever the case of the name', () => {
  rewriteString('<svg viewBox="0 0" a=1></svg>', {
    svg(element) {
      assert.equal(element.attribute('viewBox'), '0 0');
      assert.equal(element.attribute('VIEWBOX'), '0 0');
      assert.equal(element.attribute('none'), null);
      element.setAttribute('viewBox', '1 1');
      element.setAttribute('NEW', 'b');
      element.removeAttribute('A');
      assert.deepEqual({ ...element.attributes }, { viewBox: '1 1', new: 'b' });
      assert.equal(element.attribute('a'), null);
      element.rename('g');
      assert.equal(element.localName, 'g');
    },
  });
});

test('changes of elements', () => {
  const changed = (change) => rewriteString('<p id=a>x<b>y</b></p>z', { p: change });
  assert.equal(changed((p) => p.setAttribute('title', '"<')), '<p id=a title="&quot;<">x<b>y</b></p>z');
  assert.equal(changed((p) => p.setAttribute('id', 'b')), '<p id=b>x<b>y</b></p>z');
  assert.equal(changed((p) => p.removeAttribute('id')), '<p>x<b>y</b></p>z');
  assert.equal(changed((p) => p.rename('div')), '<div id=a>x<b>y</b></div>z');
  assert.equal(changed((p) => p.before('<')), '&lt;<p id=a>x<b>y</b></p>z');
  assert.equal(changed((p) => p.after('<i>', { html: true })), '<p id=a>x<b>y</b></p><i>z');
  assert.equal(changed((p) => p.prepend('1', { html: false })), '<p id=a>1x<b>y</b></p>z');
  assert.equal(changed((p) => p.append('<i>', { html: true })), '<p id=a>x<b>y</b><i></p>z');
  assert.equal(changed((p) => p.setInnerContent('&')), '<p id=a>&amp;</p>z');
  assert.equal(changed((p) => p.replace('<br>', { html: true })), '<br>z');
  assert.equal(changed((p) => p.remove()), 'z');
  assert.equal(changed((p) => p.removeAndKeepContent()), 'x<b>y</b>z');
  let calls = 0;
  const stop = (element) => {
    calls += 1;
    element.stop();
  };
  assert.equal(rewriteString('<p>x<p>y', { p: stop }), '<p>x<p>y');
  assert.equal(calls, 1);
});

test('several handlers see the changes of earlier ones', () => {
  const handlers = {
    p: (element) => element.setAttribute('a', '1'),
    '*': (element) => element.setAttribute('b', `${element.attribute('a')}`),
  };
  assert.equal(rewriteString('<p>', handlers).slice(-15), '<p a="1" b="1">');
});

test('an element cannot be changed after its handler', () => {
  let kept;
  rewriteString('<p a=1>', { p: (element) => { kept = element; } });
  const changes = [
    () => kept.setAttribute('a', 'b'), () => kept.removeAttribute('a'), () => kept.rename('b'), () => kept.before('x'), () => kept.after('x'),
    () => kept.prepend('x'), () => kept.append('x'), () => kept.setInnerContent('x'), () => kept.replace('x'), () => kept.remove(),
    () => kept.removeAndKeepContent(), () => kept.stop(),
  ];
  for (const change of changes) assert.throws(change, { message: /after its handler has returned/ });
  assert.equal(kept.attribute('a'), '1');
  assert.throws(() => rewriteString('<p>', { p: (element) => { kept = element; throw new Error('x'); } }), { message: 'x' });
  assert.throws(() => kept.remove(), { message: /after its handler has returned/ });
});

test('exceptions of handlers are passed on', async () => {
  class Own extends Error {}
  const handlers = { p: () => { throw new Own('x'); } };
  assert.throws(() => rewriteString('<p>', handlers), Own);
  await assert.rejects(pipe(['<p>'], handlers), Own);
  await assert.rejects(pipe([new TextEncoder().encode('<p>')], handlers, { encoding: 'utf-8' }), Own);
  assert.throws(() => rewriteString('<p>', { p: () => { throw 5; } }), (thrown) => thrown === 5);
  // Rewriting works afterwards, and a handler can rewrite another page.
  const nested = { p: (element) => element.after(rewriteString('<b>', { b: (b) => b.rename('i') }), { html: true }) };
  assert.equal(rewriteString('<p>', nested), '<p></p><i>');
});

test('async handlers are errors, and their rejections are ignored', async () => {
  const handlers = {
    async p(element) {
      await null;
      element.remove();
    },
  };
  assert.throws(() => rewriteString('<p>', handlers), { name: 'TypeError', message: /must not be async/ });
  await assert.rejects(pipe(['<p>'], handlers), { name: 'TypeError', message: /must not be async/ });
  // An unhandled rejection would fail this test.
  await new Promise((resolve) => { setImmediate(resolve); });
});

test('invalid selectors, names and types are errors', async () => {
  for (const [css, position] of [['p[', 2], ['b.😀[', 5], ['p:last-child', 1]]) {
    for (const call of [() => rewrite({ [css]: () => {} }), () => rewriteString('', { [css]: () => {} })]) {
      assert.throws(call, { name: 'SelectorError', position });
    }
  }
  for (const handlers of [undefined, null, 5, 'p', new Map([['p', () => {}]]), [() => {}], new (class { p() {} })()]) {
    assert.throws(() => rewriteString('', handlers), { name: 'TypeError', message: /handlers must be a plain object/ });
    assert.throws(() => rewrite(handlers), { name: 'TypeError' });
  }
  assert.throws(() => rewrite({ p: 'x' }), { name: 'TypeError', message: /a handler must be a function, not string/ });
  assert.throws(() => rewrite({}, { encodng: 'utf-8' }), { name: 'TypeError', message: /no option "encodng"/ });
  assert.throws(() => rewrite({}, { encoding: 'nope' }), { name: 'RangeError', message: /unknown encoding/ });
  assert.throws(() => rewriteString(new Uint8Array(1), {}), { name: 'TypeError', message: /the markup must be a string/ });
  const inHandler = (call, expected) => assert.throws(() => rewriteString('<p>', { p: call }), expected);
  inHandler((p) => p.setAttribute('a b', ''), { name: 'TypeError', message: /attribute name/ });
  inHandler((p) => p.rename('1'), { name: 'TypeError', message: /possible name/ });
  inHandler((p) => p.setAttribute('a'), { name: 'TypeError', message: /the value must be a string/ });
  inHandler((p) => p.attribute(), { name: 'TypeError', message: /the name must be a string/ });
  inHandler((p) => p.append(5), { name: 'TypeError', message: /the content must be a string/ });
  inHandler((p) => p.append('x', { htm: true }), { name: 'TypeError', message: /append\(\) has no option "htm"/ });
  await assert.rejects(pipe(['<p>', new Uint8Array(1)], {}), { name: 'TypeError', message: /all strings or all bytes/ });
  await assert.rejects(pipe([5], {}), { name: 'TypeError' });
});
