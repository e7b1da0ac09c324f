// Freed documents, garbage collection, deep nesting and large inputs.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { parse, rewrite, rewriteString, sanitize } from '../lib/index.node.js';

/** Runs a module in a new process that can collect garbage, and returns the JSON that it prints. */
function run(code) {
  const source = `import * as limpid from ${JSON.stringify(new URL('../lib/index.node.js', import.meta.url).href)};
    import { initSync } from ${JSON.stringify(new URL('../dist/full.js', import.meta.url).href)};
    // Returns the module that is already loaded.
    const { memory } = initSync();
    const collect = async () => {
      for (let count = 0; count < 4; count += 1) {
        gc();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return memory.buffer.byteLength;
    };
    const page = '<p class=a>Tea é</p>'.repeat(10_000);
    ${code}`;
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', source], { encoding: 'utf8' }));
}

test('a freed document and its nodes cannot be used', () => {
  const document = parse('<p>x');
  const node = document.selectFirst('p');
  document.free();
  document.free();
  for (const name of ['documentElement', 'head', 'body', 'title', 'encoding', 'quirksMode', 'source', 'errors']) {
    assert.throws(() => document[name], { message: 'this document has been freed' }, name);
  }
  const calls = [
    'copy', 'text', 'textContent', 'html', 'toParse5', 'markdown', 'links', 'tables', 'content', 'metadata', 'jsonLd', 'microdata', 'toSource',
  ];
  for (const name of calls) assert.throws(() => document[name](), { message: 'this document has been freed' }, name);
  for (const name of ['kind', 'localName', 'namespace', 'data', 'parent', 'children', 'nextSibling', 'previousSibling', 'attributes', 'span']) {
    assert.throws(() => node[name], { message: 'this document has been freed' }, name);
  }
  for (const call of [() => node.text(), () => node.select('p'), () => node.setText('y'), () => node.remove(), () => document.node(node.number)]) {
    assert.throws(call, { message: 'this document has been freed' });
  }
  assert.ok(node.equals(node));
});

test('documents and contents can be disposed of', () => {
  const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
  const document = parse('<article><p>Tea');
  const content = document.content();
  const [node] = content.nodes;
  content[dispose]();
  assert.throws(() => content.text(), { message: /freed/ });
  assert.throws(() => node?.text() ?? content.html(), { message: /freed/ });
  assert.equal(document.text(), 'Tea');
  document[dispose]();
  assert.throws(() => document.text(), { message: /freed/ });
  const other = parse('<article><p>Tea').content();
  other.free();
  other.free();
  assert.throws(() => other.markdown(), { message: /freed/ });
});

test('collected documents do not need more memory', () => {
  const sizes = run(`
    const sizes = [];
    for (let round = 0; round < 6; round += 1) {
      for (let count = 0; count < 5; count += 1) {
        const document = limpid.parse(page, { spans: true });
        document.select('p');
        document.content().text();
      }
      sizes.push(await collect());
    }
    console.log(JSON.stringify(sizes));`);
  assert.ok(sizes[0] > 0);
  assert.equal(sizes.at(-1), sizes[1], sizes.join(', '));
});

test('a node keeps its document', () => {
  const texts = run(`
    const nodes = Array.from({ length: 20 }, (_, at) => limpid.parse('<p>' + at).selectFirst('p'));
    await collect();
    console.log(JSON.stringify(nodes.map((node) => node.text())));`);
  assert.deepEqual(texts, Array.from({ length: 20 }, (_, at) => String(at)));
});

test('freed documents do not need more memory, without garbage collection', () => {
  const sizes = run(`
    const lateDeclaration = new TextEncoder().encode('<!--' + ' '.repeat(1100) + '--><meta charset=koi8-r>' + page);
    const sizes = [];
    for (let count = 0; count < 30; count += 1) {
      limpid.parse(lateDeclaration).free();
      const document = limpid.parse(page);
      document.copy().free();
      document.toParse5();
      document.content().free();
      limpid.edit(page, (document) => document.selectFirst('p').remove());
      document.free();
      sizes.push(memory.buffer.byteLength);
    }
    console.log(JSON.stringify(sizes));`);
  assert.equal(sizes.at(-1), sizes[2], sizes.join(', '));
});

test('rewriters do not need more memory, also after errors', () => {
  const sizes = run(`
    const drain = async (chunks, handlers) => {
      for await (const chunk of ReadableStream.from(chunks).pipeThrough(limpid.rewrite(handlers))) chunk.length;
    };
    const sizes = [];
    for (let count = 0; count < 60; count += 1) {
      limpid.rewriteString(page, { p: (element) => element.removeAttribute('class') });
      await drain([page, page], { p: (element) => element.remove() });
      await drain([page], { p: () => { throw new Error('x'); } }).catch(() => {});
      try {
        limpid.rewriteString(page, { p: () => { throw new Error('x'); } });
      } catch {}
      sizes.push(memory.buffer.byteLength);
    }
    console.log(JSON.stringify(sizes));`);
  assert.equal(sizes.at(-1), sizes[5], sizes.join(', '));
});

test('an exception while parsing does not need more memory', () => {
  const sizes = run(`
    const bytes = new TextEncoder().encode(page);
    const sizes = [];
    for (let count = 0; count < 50; count += 1) {
      for (const [input, options] of [[page, { fragment: '' }], [bytes, { scripting: 'x' }], [bytes, { encoding: 'x' }]]) {
        try {
          limpid.parse(input, options);
        } catch {}
      }
      sizes.push(memory.buffer.byteLength);
    }
    console.log(JSON.stringify(sizes));`);
  assert.equal(sizes.at(-1), sizes[2], sizes.join(', '));
});

for (const unit of ['<div>', '<div itemscope itemprop=a>', '<ul><li>', '<table><tr><td>', '<template>', '<svg><g>', '<i><p>', '<blockquote>']) {
  test(`30,000 nested ${unit} do not overflow the stack`, () => {
    const page = `${unit.repeat(30_000)}<b>x</b>`;
    const document = parse(page, { spans: true });
    assert.ok(document.html().length >= page.length);
    document.text();
    document.textContent();
    document.markdown();
    document.xpath('string(//b)');
    document.selectFirst('b b');
    document.toParse5({ locations: true });
    document.links();
    document.tables();
    document.content().text();
    document.metadata();
    document.microdata();
    document.copy().free();
    assert.equal(document.toSource(), page);
    document.free();
    sanitize(page);
    assert.ok(rewriteString(page, { b: (element) => element.setAttribute('id', 'a') }).includes('<b id="a">x</b>'));
  });
}

test('inputs of 1 MB', async () => {
  const page = `<!doctype html><title>é</title>${'<p class=a>Tea 😀 <a href=/x>more</a></p>'.repeat(26_000)}`;
  assert.ok(page.length > 1e6);
  const document = parse(page, { spans: true });
  assert.deepEqual(document.errors, []);
  const links = document.select('p > a');
  assert.equal(links.length, 26_000);
  const { start, end } = links.at(-1).span;
  assert.equal(page.slice(start, end), '<a href=/x>more</a>');
  assert.equal(document.toSource(), page);
  assert.equal(document.toParse5().childNodes[1].childNodes[1].childNodes.length, 26_000);
  assert.equal(document.links().length, 26_000);
  const fromBytes = parse(new TextEncoder().encode(page), { encoding: 'utf-8' });
  assert.equal(fromBytes.html(), document.html());
  assert.equal(rewriteString(page, { a: (element) => element.remove() }), page.replaceAll('<a href=/x>more</a>', ''));
  let length = 0;
  for await (const chunk of ReadableStream.from([page]).pipeThrough(rewrite({}))) length += chunk.length;
  assert.equal(length, Buffer.byteLength(page));
});

test('after a stack overflow in a call, other documents work', () => {
  const document = parse('<p>x');
  const calls = [
    () => document.select('b, i'), () => document.html(), () => document.markdown(), () => document.content(), () => document.xpath('//p'),
    () => document.links(), () => document.toParse5(), () => parse('<p>y').free(), () => sanitize('<p>z'), () => rewriteString('<p>', { p: () => {} }),
  ];
  // The same inside of a handler.
  const overflow = () => overflow();
  assert.throws(() => rewriteString('<p>', { p: overflow }), RangeError);
  const nested = () => rewriteString('<p>', { p: nested });
  assert.throws(nested, RangeError);
  for (const call of calls) {
    const recur = () => {
      call();
      recur();
    };
    assert.throws(recur, RangeError);
    assert.deepEqual(parse('<p>x<b>y</b>').selectText('b, i'), ['y'], String(call));
  }
  document.free();
});

test('a stream that its handlers refer to is collected', () => {
  const kept = run(`
    const boxes = [];
    for (let count = 0; count < 10; count += 1) {
      const box = {};
      const stream = limpid.rewrite({ p: () => box });
      box.stream = stream;
      boxes.push(new WeakRef(box));
      stream.writable.getWriter().write('<p>x<b>');
      await stream.readable.getReader().read();
    }
    await collect();
    console.log(JSON.stringify(boxes.filter((box) => box.deref() !== undefined).length));`);
  assert.ok(kept <= 1, String(kept));
});
