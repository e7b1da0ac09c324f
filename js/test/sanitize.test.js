// sanitize() and Sanitizer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sanitizer, sanitize } from '../lib/index.node.js';

const UNSAFE = '<p onclick=x style="color: red">a<script>b</script><a href="javascript:c">d</a><b>e</b>';

test('the default removes unsafe parts', () => {
  const safe = sanitize(UNSAFE);
  assert.doesNotMatch(safe, /script|onclick|javascript/);
  assert.match(safe, /<b>e<\/b>/);
  assert.equal(sanitize(UNSAFE, undefined), safe);
  assert.equal(sanitize(UNSAFE, null), safe);
  assert.equal(new Sanitizer().sanitize(UNSAFE), safe);
  assert.equal(sanitize('a\ud800\0<b>😀'), 'a\ufffd<b>😀</b>');
});

test('a configuration selects elements and attributes', () => {
  assert.equal(sanitize('<b id=x title=y>a</b><i>c</i>', { elements: ['b'], attributes: ['title'] }), '<b title="y">a</b>');
  assert.equal(sanitize('<b>a</b><i>c</i>', { replaceWithChildrenElements: ['i'] }), '<b>a</b>c');
  assert.equal(sanitize('<b>a</b><i>c</i>', { removeElements: ['i'] }), '<b>a</b>');
  assert.equal(sanitize('<b id=x>a', { elements: [{ name: 'b', attributes: ['id'] }] }), '<b id="x">a</b>');
  const keeping = { comments: true, dataAttributes: true, elements: ['b'], attributes: [] };
  assert.equal(sanitize('<b data-x=1>a<!--c-->', keeping), '<b data-x="1">a<!--c--></b>');
  // No configuration allows scripts.
  assert.equal(sanitize('<script>x</script><p onclick=y>z', { elements: ['script', 'p'], attributes: ['onclick'] }), '<p>z</p>');
});

test('a sanitizer is used many times, with rules', () => {
  const config = { elements: ['a', 'p'], attributes: ['href', 'class'] };
  const sanitizer = new Sanitizer(config, { setAttributes: [{ element: 'a', name: 'rel', value: 'nofollow' }] });
  for (let count = 0; count < 3; count += 1) {
    assert.equal(sanitizer.sanitize('<a href="https://example.org/">x</a><i>y</i>'), '<a href="https://example.org/" rel="nofollow">x</a>');
  }
  assert.equal(sanitize('<p>x<i>y', sanitizer), '<p>x</p>');
  const keeping = new Sanitizer({ elements: ['p'] }, { unlistedElementsKeepContent: true });
  assert.equal(keeping.sanitize('<p>x<i>y'), '<p>xy</p>');
});

test('an invalid configuration is an error', () => {
  const invalid = [{ elemets: [] }, { elements: 5 }, { elements: ['a'], removeElements: ['b'] }];
  for (const config of invalid) {
    assert.throws(() => new Sanitizer(config), { name: 'SanitizerConfigError', message: /the configuration is not valid/ });
    assert.throws(() => sanitize('', config), { name: 'SanitizerConfigError' });
  }
  assert.throws(() => new Sanitizer(undefined, { nope: 1 }), { name: 'SanitizerConfigError', message: /rules/ });
});

test('wrong types are errors, rather than a sanitizer that allows more', () => {
  const invalid = [[], new Map([['elements', []]]), /x/, Object.create({ elements: [] }), { [Symbol('elements')]: [] }];
  for (const config of ['x', 5, true, () => {}, Symbol('x'), ...invalid]) {
    assert.throws(() => sanitize('', config), { name: 'TypeError', message: /plain object/ });
  }
  assert.throws(() => new Sanitizer(new Sanitizer({ elements: ['b'] })), { name: 'TypeError' });
  for (const config of [{ elements: () => [] }, { elements: [Symbol('p')] }, { elements: [{ name: 5n }] }, { toJSON() {} }]) {
    assert.throws(() => sanitize('', config), { name: 'TypeError', message: /the configuration\.(elements|toJSON)\S* must be plain data/ });
  }
  assert.throws(() => sanitize('', new Sanitizer(), {}), { name: 'TypeError', message: /rules/ });
  assert.throws(() => new Sanitizer({}, 'x'), { name: 'TypeError', message: /rules/ });
  for (const html of [undefined, null, 5, new Uint8Array(1)]) {
    assert.throws(() => sanitize(html), { name: 'TypeError', message: /the markup must be a string/ });
    assert.throws(() => new Sanitizer().sanitize(html), { name: 'TypeError' });
  }
});
