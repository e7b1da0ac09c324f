// parse(): inputs, encodings and options.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../lib/index.node.js';

const ascii = (text) => Array.from(text, (character) => character.charCodeAt(0));
const page = (start, bytes, end = '') => Uint8Array.from([...ascii(start), ...bytes, ...ascii(end)]);

/** Bytes of texts in legacy encodings, and the names of the encodings. */
const LEGACY = [
  ['windows-1252', [0x80, 0xe9], '€é', 'windows-1252'],
  ['iso-8859-1', [0x80, 0xe9], '€é', 'windows-1252'],
  ['koi8-r', [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], 'Привет', 'KOI8-R'],
  ['big5', [0xa4, 0xa4, 0xa4, 0xe5], '中文', 'Big5'],
  ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本', 'Shift_JIS'],
  ['euc-jp', [0xc6, 0xfc, 0xcb, 0xdc], '日本', 'EUC-JP'],
  ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42], '日本', 'ISO-2022-JP'],
  ['euc-kr', [0xc7, 0xd1, 0xb1, 0xb9], '한국', 'EUC-KR'],
  ['gbk', [0xd6, 0xd0, 0xce, 0xc4], '中文', 'GBK'],
  ['gb18030', [0x94, 0x39, 0xfc, 0x36], '😀', 'gb18030'],
  ['windows-1251', [0xcf, 0xf0], 'Пр', 'windows-1251'],
  ['macintosh', [0x8e], 'é', 'macintosh'],
];

test('a string is parsed into the tree of browsers', () => {
  const document = parse('<title>Tea</title><p>One<p>Two');
  assert.equal(document.html(), '<html><head><title>Tea</title></head><body><p>One</p><p>Two</p></body></html>');
  assert.equal(document.encoding, null);
  assert.equal(document.source, '<title>Tea</title><p>One<p>Two');
  assert.equal(parse('').html(), '<html><head></head><body></body></html>');
});

test('bytes are accepted as typed arrays, buffers and views', () => {
  const bytes = new TextEncoder().encode('..<p>Grün');
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const inputs = [
    [bytes, '..Grün'],
    [bytes.buffer, '..Grün'],
    [Buffer.from(bytes), '..Grün'],
    [bytes.subarray(2), 'Grün'],
    [new DataView(bytes.buffer, 2), 'Grün'],
    [new Int8Array(bytes.buffer, 2), 'Grün'],
    [shared, '..Grün'],
    [shared.buffer, '..Grün'],
  ];
  for (const [input, text] of inputs) {
    const document = parse(input, { encoding: 'utf-8' });
    assert.equal(document.textContent(), text);
    assert.equal(document.encoding, 'UTF-8');
  }
});

test('UTF-8 and UTF-16 are detected by their byte order marks', () => {
  const text = '<p>é😀';
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const utf8 = Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)]);
  const little = Uint8Array.from([0xff, 0xfe, ...units.flatMap((unit) => [unit & 0xff, unit >> 8])]);
  const big = Uint8Array.from([0xfe, 0xff, ...units.flatMap((unit) => [unit >> 8, unit & 0xff])]);
  for (const [bytes, encoding] of [[utf8, 'UTF-8'], [little, 'UTF-16LE'], [big, 'UTF-16BE']]) {
    // A byte order mark has precedence over a label.
    for (const options of [{}, { encoding: 'koi8-r' }]) {
      const document = parse(bytes, options);
      assert.equal(document.encoding, encoding);
      assert.equal(document.textContent(), 'é😀');
      assert.equal(document.source, text);
    }
  }
});

for (const [label, bytes, text, name] of LEGACY) {
  test(`${label} is decoded with a label, with a declaration, and with a declaration after 1,024 bytes`, () => {
    const results = [
      parse(page('<p>', bytes, '</p>'), { encoding: label }),
      parse(page('<p>', bytes, '</p>'), { encoding: ` ${label.toUpperCase()}\n` }),
      parse(page(`<meta charset="${label}"><p>`, bytes, '</p>')),
      parse(page(`<meta http-equiv=content-type content="text/html; charset=${label}"><p>`, bytes, '</p>')),
      parse(page(`<!-- ${' '.repeat(1100)} --><meta charset=${label}><p>`, bytes, '</p>')),
    ];
    for (const document of results) {
      assert.equal(document.encoding, name);
      assert.equal(document.selectFirst('p').textContent(), text);
      assert.ok(document.source.includes(text));
    }
  });
}

test('a declaration of UTF-8 after 1,024 bytes is used', () => {
  const bytes = new TextEncoder().encode(`<!-- ${' '.repeat(1100)} --><meta charset=utf-8><p>é`);
  const document = parse(bytes);
  assert.equal(document.encoding, 'UTF-8');
  assert.equal(document.selectFirst('p').text(), 'é');
});

test('spans and errors of a page in a legacy encoding are about the decoded source', () => {
  const document = parse(page('<meta charset=koi8-r><p>', [0xf0, 0xd2], '<b>x</b></i>'), { spans: true });
  const { start, end } = document.selectFirst('b').span;
  assert.equal(document.source.slice(start, end), '<b>x</b>');
  const error = document.errors.find(({ code }) => code === 'end-tag-crossing-special-element');
  assert.equal(document.source.slice(error.start, error.end), '</i>');
});

test('invalid bytes become U+FFFD', () => {
  assert.equal(parse(page('<p>a', [0xff, 0xc3]), { encoding: 'utf-8' }).textContent(), 'a\ufffd\ufffd');
  assert.equal(parse(page('<p>a', [0x81, 0xff], 'b'), { encoding: 'big5' }).textContent(), 'a\ufffdb');
  assert.equal(parse(page('<p>', [0x41, 0x42]), { encoding: 'iso-2022-kr' }).encoding, 'replacement');
  assert.equal(parse(page('<p>', [0x41, 0xff]), { encoding: 'x-user-defined' }).textContent(), 'A\uf7ff');
});

test('an unknown label is an error', () => {
  assert.throws(() => parse(new Uint8Array(1), { encoding: 'utf-9' }), { name: 'RangeError', message: /utf-9/ });
  assert.throws(() => parse(new Uint8Array(1), { encoding: 8 }), { name: 'TypeError', message: /encoding must be a string/ });
});

test('fragments are parsed as the content of their element', () => {
  const html = (markup, fragment) => parse(markup, { fragment }).html();
  assert.equal(html('<td>a<td>b', 'tr'), '<td>a</td><td>b</td>');
  assert.equal(html('<td>a', 'body'), 'a');
  assert.equal(html('<b>a', 'textarea'), '&lt;b&gt;a');
  assert.equal(parse('<a/>', { fragment: 'svg path' }).selectFirst('a').namespace, 'http://www.w3.org/2000/svg');
  assert.equal(parse(page('<td>', [0xc3, 0xa9]), { fragment: 'tr', encoding: 'utf-8' }).html(), '<td>é</td>');
  assert.equal(parse(page('<td>', [0xf0]), { fragment: 'tr', encoding: 'koi8-r' }).html(), '<td>П</td>');
  assert.equal(parse('<td>', { fragment: 'tr' }).root.kind, 'fragment');
  assert.equal(parse('<td>', { fragment: 'tr' }).body, null);
  for (const name of ['', 'a b c', '<p>']) assert.throws(() => parse('', { fragment: name }), { name: 'TypeError', message: /name of an element/ });
});

test('the scripting mode decides how noscript elements are parsed', () => {
  const isMarkup = (options) => parse('<body><noscript><b>x</b></noscript>', options).selectFirst('b') !== null;
  assert.equal(isMarkup({}), true);
  assert.equal(isMarkup({ scripting: 'disabled' }), true);
  assert.equal(isMarkup({ scripting: 'normal' }), false);
  assert.equal(isMarkup({ scripting: 'inert' }), false);
  assert.equal(isMarkup({ scripting: 'fragment' }), false);
  assert.throws(() => parse('', { scripting: 'on' }), { name: 'TypeError', message: /disabled, normal, inert or fragment/ });
  assert.throws(() => parse('', { scripting: true }), { name: 'TypeError' });
});

test('errors have offsets, lines and columns in UTF-16 code units', () => {
  const source = '<!doctype html>😀\r\né😀</i>\r😀\n</b>';
  const { errors } = parse(source);
  assert.deepEqual(errors.map(({ code, line, column }) => [code, line, column]), [
    ['end-tag-crossing-special-element', 2, 4],
    ['end-tag-crossing-special-element', 4, 1],
  ]);
  assert.deepEqual(errors.map(({ start, end }) => source.slice(start, end)), ['</i>', '</b>']);
  for (const error of errors) {
    assert.match(error.message, /\.$/);
    assert.deepEqual(Object.keys(error).sort(), ['code', 'column', 'end', 'line', 'message', 'start']);
  }
  assert.deepEqual(parse(source, { errors: false }).errors, []);
  assert.deepEqual(parse('<!doctype html><title>x</title>').errors, []);
});

test('errors are in the order of the source', () => {
  const { errors } = parse('<p></b><i a a>&x;<table>x</p><td a b a></i>'.repeat(20));
  assert.ok(errors.length > 60);
  assert.deepEqual(errors.map(({ start }) => start), errors.map(({ start }) => start).sort((one, other) => one - other));
});

test('spans are positions in UTF-16 code units', () => {
  // Long enough for several blocks of the table that converts offsets.
  const source = 'é😀ß€'.repeat(300) + '<p id=a>x😀<b>y</b></p>😀<i>z</i>';
  const document = parse(source, { spans: true });
  const text = (css) => {
    const { start, end } = document.selectFirst(css).span;
    return source.slice(start, end);
  };
  assert.equal(text('p'), '<p id=a>x😀<b>y</b></p>');
  assert.equal(text('b'), '<b>y</b>');
  assert.equal(text('i'), '<i>z</i>');
  assert.deepEqual(document.body.span, { start: 0, end: source.length, line: 1, column: 1 });
  assert.deepEqual(parse('a\n😀<b>', { spans: true }).selectFirst('b').span, { start: 4, end: 7, line: 2, column: 3 });
  assert.equal(document.head.span, null);
  assert.equal(parse(source).selectFirst('p').span, null);
  assert.equal(parse(source, { spans: false }).selectFirst('p').span, null);
});

test('declarative shadow roots are attached in pages, as in browsers', () => {
  const markup = '<x-a><template shadowrootmode=open><b>in</b></template>out</x-a>';
  const document = parse(markup);
  const { shadowRoot } = document.selectFirst('x-a');
  assert.equal(shadowRoot.kind, 'shadow-root');
  assert.equal(shadowRoot.innerHtml(), '<b>in</b>');
  assert.equal(shadowRoot.selectFirst('b').text(), 'in');
  assert.equal(document.body.shadowRoot, null);
  assert.ok(parse(markup, { declarativeShadowRoots: false }).selectFirst('x-a > template'));
  assert.ok(parse(markup, { fragment: 'div' }).selectFirst('x-a > template'));
  assert.equal(parse(markup, { fragment: 'div', declarativeShadowRoots: true }).selectFirst('x-a').shadowRoot.textContent(), 'in');
  const bytes = new TextEncoder().encode(markup);
  assert.ok(parse(bytes, { declarativeShadowRoots: false }).selectFirst('x-a > template'));
});

test('unknown options and wrong types are errors', () => {
  assert.throws(() => parse('', { span: true }), { name: 'TypeError', message: /no option "span".*spans/ });
  for (const options of [null, 5, 'body', () => {}, true]) assert.throws(() => parse('', options), { name: 'TypeError' });
  for (const input of [undefined, null, 5, {}, [60], true, Symbol('x')]) {
    assert.throws(() => parse(input), { name: 'TypeError', message: /a page must be a string/ });
  }
  assert.throws(() => parse('', { fragment: 5 }), { name: 'TypeError', message: /fragment must be a string/ });
  // Undefined and null are as good as no option.
  assert.equal(parse('<td>x', { fragment: undefined, encoding: null, spans: undefined }).text(), 'x');
});

test('lone surrogates become U+FFFD, and their offsets stay', () => {
  const document = parse('a\ud800<p>b\udc00</p>', { spans: true });
  assert.equal(document.textContent(), 'a\ufffdb\ufffd');
  assert.deepEqual(document.selectFirst('p').span, { start: 2, end: 11, line: 1, column: 3 });
  assert.equal(document.elementById('\ud800'), null);
});

test('NUL and other control characters follow the standard', () => {
  assert.equal(parse('<p>a\0b').textContent(), 'ab');
  assert.equal(parse('<p title="\0">').selectFirst('p').attribute('title'), '\ufffd');
  assert.equal(parse('<svg>a\0b').textContent(), 'a\ufffdb');
  assert.equal(parse('<p>a\r\nb\rc').textContent(), 'a\nb\nc');
  assert.equal(parse('\ufeff<p>a').source, '\ufeff<p>a');
});
