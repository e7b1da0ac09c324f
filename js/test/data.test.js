// XPath, Markdown, links, tables, content, metadata and structured data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Content, Document, Node, parse } from '../lib/index.node.js';

const SVG = 'http://www.w3.org/2000/svg';
const PARAGRAPH = 'Green tea is made from leaves that have not been oxidized, so that they keep their color and a fresh, grassy taste. ';
const ARTICLE = `<!DOCTYPE html><html lang=en><head><title>Green tea</title><meta name=author content="Ada Lovelace">
<meta property="article:published_time" content="2024-03-01T10:00:00Z"><meta name=description content="About tea"></head>
<body><nav><a href=/>Home</a> <a href=/about>About</a></nav>
<article><h1>Green tea</h1><p>${PARAGRAPH.repeat(4)}<a href=leaf>Leaves</a></p>
<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=Cup>${PARAGRAPH.repeat(4)}</p>
</article><section id=comments><p>Nice article. ${PARAGRAPH}</p></section>
<footer>Imprint</footer></body></html>`;

test('XPath returns numbers, strings, booleans, and arrays of nodes and strings', () => {
  const document = parse('<p class=a>one<b>two</b><!--c--></p><p>three');
  assert.equal(document.xpath('count(//p)'), 2);
  assert.ok(Number.isNaN(document.xpath('number("x")')));
  assert.equal(document.xpath('string(//b)'), 'two');
  assert.equal(document.xpath('//p = "three"'), true);
  assert.equal(document.xpath('not(//p)'), false);
  const nodes = document.xpath('//p');
  assert.ok(nodes.every((node) => node instanceof Node));
  assert.deepEqual(nodes.map((node) => node.text()), ['onetwo', 'three']);
  assert.deepEqual(document.xpath('//p/@class | //p/text()'), ['a', 'one', 'three']);
  assert.equal(document.xpath('//comment()')[0].data, 'c');
  assert.equal(document.xpath('/')[0].kind, 'document');
  assert.deepEqual(document.xpath('//table'), []);
  const [first] = nodes;
  assert.equal(first.xpath('string(b)'), 'two');
  assert.ok(first.xpath('.')[0].equals(first));
  assert.equal(first.xpath('count(following::p)'), 1);
});

test('XPath knows namespaces', () => {
  const document = parse('<p>x<svg><a/><p>');
  assert.equal(document.xpath('count(//s:svg/s:a)', { namespaces: { s: SVG } }), 1);
  assert.equal(document.xpath('count(//a)'), 0);
  assert.equal(document.xpath('count(//p)', {}), 2);
  assert.throws(() => document.xpath('//s:a'), { name: 'XPathError', position: 2, message: /undeclared-prefix/ });
  assert.throws(() => document.xpath('//s:a', { namespaces: { s: 5 } }), { name: 'TypeError', message: /namespace of s must be a string/ });
  assert.throws(() => document.xpath('//a', { namespace: {} }), { name: 'TypeError', message: /no option "namespace"/ });
});

test('an invalid XPath is an error with a position in UTF-16 code units', () => {
  const document = parse('<p>');
  const invalid = [['//p[', 4], ['"😀" ]', 5], ['//p[😀 ]]', 8], ['', 0], ['nope()', 0]];
  for (const [expression, position] of invalid) {
    assert.throws(() => document.xpath(expression), (error) => {
      assert.equal(error.name, 'XPathError');
      assert.equal(error.position, position, expression);
      assert.ok(error.message.length > 10);
      return error instanceof Error;
    });
  }
  assert.throws(() => document.xpath(5), { name: 'TypeError', message: /the expression must be a string/ });
});

test('Markdown of a document and a node', () => {
  const document = parse('<h1>Tea</h1><p>Read <a href=more>more</a> <em>now</em>.<ul><li>a<li>b</ul><img alt=Cup src=data:x,y>');
  assert.equal(document.markdown(), '# Tea\n\nRead [more](more) *now*.\n\n- a\n- b\n\n![Cup](data:x,y)\n');
  assert.ok(document.markdown({ base: 'https://example.org/tea/' }).includes('[more](https://example.org/tea/more)'));
  assert.ok(document.markdown({ dataImages: false }).endsWith('- b\n\nCup\n'));
  assert.equal(document.selectFirst('ul').markdown(), '- a\n- b\n');
  assert.ok(parse('<base href=https://example.org/b/><a href=c>d</a>').markdown().includes('https://example.org/b/c'));
  for (const base of ['nope', '', '/a']) assert.throws(() => document.markdown({ base }), { name: 'TypeError', message: /absolute URL/ });
  assert.throws(() => document.markdown({ base: 5 }), { name: 'TypeError', message: /base must be a string/ });
  assert.throws(() => document.markdown({ images: false }), { name: 'TypeError', message: /no option "images"/ });
});

test('links have their elements and resolved URLs', () => {
  const document = parse('<a href="../b?x#y" rel="nofollow me">b</a><img src=i.png><style>p { background: url(s.png) }</style><a href="https://[">');
  const links = document.links({ base: new URL('https://example.org/a/c') });
  assert.ok(links[0].element.equals(document.selectFirst('a')));
  assert.deepEqual(links.map(({ element, ...link }) => ({ element: element.localName, ...link })), [
    { element: 'a', attribute: 'href', url: 'https://example.org/b?x#y', written: '../b?x#y', rel: 'nofollow me' },
    { element: 'img', attribute: 'src', url: 'https://example.org/a/i.png', written: 'i.png', rel: null },
    { element: 'style', attribute: '#text', url: 'https://example.org/a/s.png', written: 's.png', rel: null },
    { element: 'a', attribute: 'href', url: null, written: 'https://[', rel: null },
  ]);
  assert.deepEqual(document.links().map(({ url }) => url), [null, null, null, null]);
  assert.throws(() => document.links({ base: 'a' }), { name: 'TypeError' });
  assert.throws(() => document.links({ bases: 'a' }), { name: 'TypeError', message: /no option "bases"/ });
});

test('tables are rows of texts', () => {
  const document = parse(`<table><caption>Prices</caption><thead><tr><th>Tea<th>Price<tbody><tr><td rowspan=2>Sencha, "fine"<td>5
    <tr><td>6</table><table><tr><td>1</table>`);
  const [prices, other] = document.tables();
  assert.ok(prices.element.equals(document.selectFirst('table')));
  assert.equal(prices.caption, 'Prices');
  assert.deepEqual(prices.header, ['Tea', 'Price']);
  assert.deepEqual(prices.rows, [['Sencha, "fine"', '5'], ['', '6']]);
  assert.equal(prices.csv.replaceAll('\r\n', '\n'), 'Tea,Price\n"Sencha, ""fine""",5\n,6\n');
  assert.deepEqual([other.caption, other.header, other.rows], [null, [], [['1']]]);
  assert.deepEqual(document.tables({ repeat: true })[0].rows[1], ['Sencha, "fine"', '6']);
  assert.deepEqual(parse('<p>').tables(), []);
  assert.throws(() => document.tables({ repeats: true }), { name: 'TypeError', message: /no option "repeats"/ });
});

test('content is the main part of a page', () => {
  const document = parse(ARTICLE);
  const content = document.content();
  assert.ok(content instanceof Content);
  assert.ok(content.document instanceof Document);
  assert.equal(content.kind, 'article');
  assert.ok(content.confidence > 0.3 && content.confidence <= 0.95, String(content.confidence));
  assert.match(content.text(), /Green tea is made/);
  assert.doesNotMatch(content.text(), /Imprint|About|Nice article/);
  assert.equal(content.text(), content.document.body.text());
  assert.equal(content.html(), content.nodes.map((node) => node.html()).join(''));
  assert.ok(content.nodes.every((node) => node.document === content.document));
  assert.ok(content.comments.every((node) => node.document === document));
  assert.deepEqual(content.comments.map((node) => node.attribute('id')), ['comments']);
  assert.equal(content.metadata.title, 'Green tea');
  assert.deepEqual(content.metadata, document.metadata());
  // The page stays as it is.
  assert.match(document.text(), /Imprint/);
});

test('content has options', () => {
  const document = parse(ARTICLE);
  assert.match(document.content({ comments: true }).text(), /Nice article/);
  assert.match(document.content().html(), /<img/);
  assert.doesNotMatch(document.content({ images: false }).html(), /<img/);
  assert.match(document.content().html(), /href="leaf"/);
  assert.doesNotMatch(document.content({ links: false }).html(), /href/);
  assert.equal(document.content({ minConfidence: 1 }).text(), '');
  assert.equal(document.content({ kind: 'documentation' }).kind, 'documentation');
  assert.match(document.content({ base: 'https://example.org/' }).markdown({ base: 'https://example.org/' }), /https:\/\/example\.org\/leaf/);
  // Unlike in other Markdown, images with a data URL are left out.
  assert.doesNotMatch(document.content().markdown(), /data:/);
  assert.match(document.content().markdown({ dataImages: true }), /data:/);
  for (const minConfidence of [-0.1, 1.1, NaN, 'x']) assert.throws(() => document.content({ minConfidence }), { name: 'RangeError' });
  assert.throws(() => document.content({ kind: 'novel' }), { name: 'TypeError', message: /article, documentation, thread/ });
  assert.throws(() => document.content({ base: 'x' }), { name: 'TypeError' });
  assert.throws(() => document.content({ comment: true }), { name: 'TypeError', message: /no option "comment"/ });
});

test('content of a page in a legacy encoding keeps the encoding', () => {
  const bytes = Uint8Array.from([...new TextEncoder().encode('<meta charset=koi8-r><article><p>'), 0xf0, 0xd2]);
  const content = parse(bytes).content();
  assert.equal(content.document.encoding, 'KOI8-R');
  assert.equal(content.text(), 'Пр');
});

test('metadata has values, the written dates and the sources', () => {
  const metadata = parse(ARTICLE).metadata({ base: 'https://example.org/tea' });
  assert.equal(metadata.title, 'Green tea');
  assert.equal(metadata.byline, 'Ada Lovelace');
  assert.equal(metadata.language, 'en');
  assert.equal(metadata.description, 'About tea');
  assert.match(metadata.published, /^2024-03-01/);
  assert.equal(metadata.modified, null);
  assert.deepEqual(metadata.written, { published: '2024-03-01T10:00:00Z' });
  const names = ['title', 'byline', 'published', 'modified', 'language', 'siteName', 'canonicalUrl', 'image', 'description'];
  assert.deepEqual(Object.keys(metadata).sort(), [...names, 'written', 'sources'].sort());
  assert.deepEqual(Object.keys(metadata.sources).sort(), names.filter((name) => metadata[name] !== null).sort());
  const empty = parse('').metadata();
  for (const name of names) assert.equal(empty[name], null);
  assert.deepEqual([empty.written, empty.sources], [{}, {}]);
  assert.throws(() => parse('').metadata({ url: 'x' }), { name: 'TypeError', message: /no option "url"/ });
  assert.throws(() => parse('').metadata({ base: 'x' }), { name: 'TypeError' });
});

test('JSON-LD and microdata', () => {
  const json = '<script type="application/ld+json">';
  const document = parse(`${json}{"@type": "Product", "name": "😀", "offers": [1, 2.5, null, true]}</script>${json}{broken</script>
    <div itemscope itemtype="https://schema.org/Person"><b itemprop=name>Ada</b></div>`);
  assert.deepEqual(document.jsonLd(), [{ '@type': 'Product', name: '😀', offers: [1, 2.5, null, true] }]);
  assert.deepEqual(document.microdata(), [{ type: ['https://schema.org/Person'], properties: { name: ['Ada'] } }]);
  assert.deepEqual(parse('').jsonLd(), []);
  assert.deepEqual(parse('').microdata(), []);
});
