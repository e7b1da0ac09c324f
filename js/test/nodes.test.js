// Document and Node: reading, selecting and changing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as parse5 from 'parse5';
import { Document, Node, edit, parse } from '../lib/index.node.js';

const PAGE = `<!DOCTYPE html><title> Green\n tea </title><body><ul id=list><li class="tea new">Sencha <a href=/s>more</a><!--c--><li
  class=tea>Assam</ul>`;

test('a document has its elements, title and mode', () => {
  const document = parse(PAGE);
  assert.ok(document instanceof Document);
  assert.equal(document.root.kind, 'document');
  assert.equal(document.documentElement.localName, 'html');
  assert.equal(document.head.localName, 'head');
  assert.equal(document.body.localName, 'body');
  assert.equal(document.title, 'Green tea');
  assert.equal(document.quirksMode, 'no-quirks');
  assert.equal(parse('<p>').quirksMode, 'quirks');
  assert.equal(parse('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "">').quirksMode, 'limited-quirks');
  assert.equal(parse('<p>').title, null);
  assert.equal(parse('<frameset>').body.localName, 'frameset');
  assert.equal(document.elementById('list').localName, 'ul');
  assert.equal(document.elementById('none'), null);
});

test('texts and markup are those of the DOM', () => {
  const document = parse('<style>s</style><p>a <b>b</b>\n c<br>d<script>x</script><p hidden>h');
  assert.equal(document.textContent(), 'sa b\n cdxh');
  assert.equal(document.text(), 'a b c\nd');
  assert.equal(document.html(), document.root.html());
  const paragraph = document.selectFirst('p');
  assert.equal(paragraph.text(), 'a b c\nd');
  assert.equal(paragraph.textContent(), 'a b\n cdx');
  assert.equal(paragraph.innerHtml(), 'a <b>b</b>\n c<br>d<script>x</script>');
  assert.equal(paragraph.html(), `<p>${paragraph.innerHtml()}</p>`);
  assert.equal(paragraph.textContent(), paragraph.childNodes.map((node) => node.textContent()).join(''));
});

test('nodes have kinds, names, namespaces, data and relatives', () => {
  const document = parse('<!doctype html><!--c--><?x y?><p>t<template><b>in</b></template><svg><a/></svg><math></math>');
  assert.deepEqual(document.root.childNodes.map((node) => node.kind), ['doctype', 'comment', 'processing-instruction', 'element']);
  const paragraph = document.selectFirst('p');
  const [text, template, svg, math] = paragraph.childNodes;
  assert.deepEqual(paragraph.children.map((node) => node.localName), ['template', 'svg', 'math']);
  assert.ok(text instanceof Node);
  assert.equal(text.document, document);
  assert.deepEqual([text.kind, text.data, text.localName, text.namespace], ['text', 't', '', null]);
  assert.deepEqual([paragraph.kind, paragraph.data, paragraph.localName], ['element', null, 'p']);
  assert.equal(document.root.childNodes[1].data, 'c');
  assert.equal(paragraph.namespace, 'http://www.w3.org/1999/xhtml');
  assert.equal(svg.namespace, 'http://www.w3.org/2000/svg');
  assert.equal(math.namespace, 'http://www.w3.org/1998/Math/MathML');
  assert.equal(template.templateContents.kind, 'fragment');
  assert.equal(template.templateContents.innerHtml(), '<b>in</b>');
  assert.equal(template.childNodes.length, 0);
  assert.equal(text.templateContents, null);
  assert.ok(text.nextSibling.equals(template));
  assert.ok(template.previousSibling.equals(text));
  assert.equal(text.previousSibling, null);
  assert.equal(math.nextSibling, null);
  assert.ok(text.parent.equals(paragraph));
  assert.equal(document.root.parent, null);
  assert.deepEqual([text.children, text.childNodes], [[], []]);
});

test('attributes keep their order and are an object without prototype', () => {
  const document = parse('<p b=1 A=2 __proto__=3 constructor>x<svg viewBox="0 0" xlink:href=u xmlns:xlink=v>');
  const { attributes } = document.selectFirst('p');
  assert.deepEqual(Object.entries(attributes), [['b', '1'], ['a', '2'], ['__proto__', '3'], ['constructor', '']]);
  assert.equal(Object.getPrototypeOf(attributes), null);
  const svg = document.selectFirst('svg');
  assert.deepEqual({ ...svg.attributes }, { viewBox: '0 0', 'xlink:href': 'u', 'xmlns:xlink': 'v' });
  assert.equal(svg.attribute('viewBox'), '0 0');
  assert.equal(svg.attribute('xlink:href'), 'u');
  assert.equal(document.selectFirst('p').attribute('a'), '2');
  assert.equal(document.selectFirst('p').attribute('c'), null);
  assert.equal(document.root.attribute('a'), null);
  assert.deepEqual(Object.keys(document.root.attributes), []);
  assert.throws(() => svg.attribute(), { name: 'TypeError', message: /the name must be a string/ });
});

test('selectors find descendants of a document or node', () => {
  const document = parse(PAGE);
  assert.deepEqual(document.select('li').map((node) => node.text()), ['Sencha more', 'Assam']);
  assert.deepEqual(document.selectText('li.new, a'), ['Sencha more', 'more']);
  assert.deepEqual(document.selectAttribute('*', 'class'), ['tea new', 'tea']);
  assert.equal(document.selectFirst('li:last-child').text(), 'Assam');
  assert.equal(document.selectFirst('table'), null);
  assert.deepEqual(document.select('table'), []);
  const list = document.elementById('list');
  assert.deepEqual(list.select('ul, li').map((node) => node.localName), ['li', 'li']);
  assert.equal(list.selectFirst('a').attribute('href'), '/s');
  assert.deepEqual(list.selectText('a'), ['more']);
  assert.deepEqual(list.selectAttribute('a', 'href'), ['/s']);
  assert.equal(list.matches('body > ul'), true);
  assert.equal(list.matches('ol'), false);
  const link = list.selectFirst('a');
  assert.ok(link.closest('ul').equals(list));
  assert.ok(link.closest('a').equals(link));
  assert.equal(link.closest('table'), null);
});

test('an invalid selector is an error with a position in UTF-16 code units', () => {
  const document = parse(PAGE);
  const invalid = [['p[', 2], ['', 0], ['a:nope', 2], ['"😀"', 0], ['p.😀[', 5]];
  for (const [css, position] of invalid) {
    for (const method of ['select', 'selectFirst', 'selectText', 'selectAttribute']) {
      assert.throws(() => document[method](css, 'href'), { name: 'SelectorError', position, message: /selector/ });
    }
    for (const method of ['matches', 'closest']) assert.throws(() => document.body[method](css), { name: 'SelectorError', position });
  }
  for (const value of [undefined, null, 5, {}]) assert.throws(() => document.select(value), { name: 'TypeError', message: /the selector must be/ });
  assert.throws(() => document.selectAttribute('a'), { name: 'TypeError', message: /the name must be/ });
  assert.throws(() => document.elementById(null), { name: 'TypeError', message: /the id must be a string, not null/ });
});

test('more selectors than the cache holds work', () => {
  const document = parse('<p class=c999>x');
  for (let at = 0; at < 1000; at += 1) assert.equal(document.select(`.c${at}`).length, at === 999 ? 1 : 0);
  assert.equal(document.select('.c999').length, 1);
});

test('a number identifies a node in its document', () => {
  const document = parse(PAGE);
  const list = document.elementById('list');
  assert.ok(document.node(list.number).equals(list));
  assert.ok(document.node(document.root.number).equals(document.root));
  assert.notEqual(document.elementById('list'), list);
  assert.ok(document.elementById('list').equals(list));
  assert.equal(list.equals(document.body), false);
  for (const other of [null, undefined, list.number, {}]) assert.equal(list.equals(other), false);
  for (const number of [0, 1e6, 0xffffffff]) assert.throws(() => document.node(number), { message: /not in the document/ });
  for (const number of [-1, 1.5, NaN, 2 ** 32 + 1, '1', null, undefined]) assert.throws(() => document.node(number), { name: 'TypeError' });
});

test('a copy is independent', () => {
  const document = parse(PAGE, { spans: true });
  const copy = document.copy();
  assert.equal(copy.html(), document.html());
  copy.elementById('list').remove();
  assert.equal(copy.elementById('list'), null);
  assert.notEqual(document.elementById('list'), null);
  assert.equal(document.body.equals(copy.node(document.body.number)), false);
  document.free();
  assert.equal(copy.title, 'Green tea');
  assert.deepEqual(copy.errors, []);
  const legacy = parse(Uint8Array.of(0xf0), { encoding: 'koi8-r' }).copy();
  assert.deepEqual([legacy.encoding, legacy.text()], ['KOI8-R', 'П']);
});

test('changes of nodes', () => {
  const changed = (change) => {
    const document = parse('<p id=a class=b>x<b>y</b></p>', { fragment: 'body' });
    change(document.selectFirst('p'), document);
    return document.html();
  };
  assert.equal(changed((p) => p.setAttribute('title', '"<&')), '<p id="a" class="b" title="&quot;&lt;&amp;">x<b>y</b></p>');
  assert.equal(changed((p) => p.setAttribute('class', '')), '<p id="a" class="">x<b>y</b></p>');
  assert.equal(changed((p) => p.removeAttribute('id')), '<p class="b">x<b>y</b></p>');
  assert.equal(changed((p) => p.removeAttribute('none')), '<p id="a" class="b">x<b>y</b></p>');
  assert.equal(changed((p) => p.rename('div')), '<div id="a" class="b">x<b>y</b></div>');
  assert.equal(changed((p) => p.setText('<i>&')), '<p id="a" class="b">&lt;i&gt;&amp;</p>');
  assert.equal(changed((p) => p.appendText('z<')), '<p id="a" class="b">x<b>y</b>z&lt;</p>');
  assert.equal(changed((p) => p.setInnerHtml('<i>z')), '<p id="a" class="b"><i>z</i></p>');
  assert.equal(changed((p) => p.insertHtml('beforebegin', '1')), '1<p id="a" class="b">x<b>y</b></p>');
  assert.equal(changed((p) => p.insertHtml('afterbegin', '1')), '<p id="a" class="b">1x<b>y</b></p>');
  assert.equal(changed((p) => p.insertHtml('beforeend', '<i>1')), '<p id="a" class="b">x<b>y</b><i>1</i></p>');
  assert.equal(changed((p) => p.insertHtml('afterend', '1')), '<p id="a" class="b">x<b>y</b></p>1');
  assert.equal(changed((p) => p.replaceWithHtml('<i>1</i>2')), '<i>1</i>2');
  assert.equal(changed((p) => p.replaceWithChildren()), 'x<b>y</b>');
  assert.equal(changed((p) => p.remove()), '');
  assert.equal(changed((p) => p.selectFirst('b').remove()), '<p id="a" class="b">x</p>');
});

test('invalid changes are errors and change nothing', () => {
  const document = parse('<p>x');
  const before = document.html();
  const paragraph = document.selectFirst('p');
  const [text] = paragraph.childNodes;
  for (const name of ['', 'a b', 'a>']) {
    assert.throws(() => paragraph.setAttribute(name, ''), { name: 'MutationError' });
    assert.throws(() => paragraph.rename(name), { name: 'MutationError' });
  }
  assert.throws(() => text.setAttribute('a', 'b'), { name: 'MutationError' });
  assert.throws(() => paragraph.insertHtml('before', 'x'), { name: 'TypeError', message: /beforebegin/ });
  const wrong = [
    () => paragraph.setAttribute('a'), () => paragraph.setAttribute(1, ''), () => paragraph.removeAttribute(), () => paragraph.rename(null),
    () => paragraph.setText(5), () => paragraph.appendText(), () => paragraph.setInnerHtml({}), () => paragraph.insertHtml('afterend'),
    () => paragraph.insertHtml(undefined, ''), () => paragraph.replaceWithHtml(null),
  ];
  for (const call of wrong) assert.throws(call, { name: 'TypeError', message: /must be a string/ });
  assert.equal(document.html(), before);
});

test('edit() keeps all other characters', () => {
  const source = "\ufeff<!doctype HTML>\r\n<P  CLASS = 'a'>😀 &amp &copy; <BR/>x\0<b>unclosed <i>y</b>\t</P >\n<!-- c --->";
  assert.equal(edit(source, () => {}), source);
  assert.equal(edit(source, (document) => document.selectFirst('p').setAttribute('id', 'n')), source.replace("'a'>", "'a' id='n'>"));
  assert.equal(edit(source, (document) => document.selectFirst('br').remove()), source.replace('<BR/>', ''));
  assert.equal(edit('<p>a<p>b', (document) => document.select('p')[1].setText('<')), '<p>a<p>&lt;');
});

test('edit() checks its arguments and passes on errors', () => {
  class Own extends Error {}
  assert.throws(() => edit('<p>', () => { throw new Own('x'); }), Own);
  assert.throws(() => edit('<p>'), { name: 'TypeError' });
  assert.throws(() => edit(new Uint8Array(1), () => {}), { name: 'TypeError', message: /the source must be a string/ });
  assert.throws(() => edit('<p>', (document) => document.free()), { message: /freed/ });
  let kept;
  edit('<p>', (document) => { kept = document; });
  assert.throws(() => kept.html(), { message: /freed/ });
});

test('edit() refuses async functions, and ignores their rejections', async () => {
  const change = async () => {
    await null;
    throw new Error('too late');
  };
  assert.throws(() => edit('<p>', change), { name: 'TypeError', message: /must not be async/ });
  // An unhandled rejection would fail this test.
  await new Promise((resolve) => { setImmediate(resolve); });
});

test('toSource() returns the source with the changes', () => {
  const document = parse('<P>a<b >x</b>', { spans: true });
  document.selectFirst('b').setAttribute('id', 'y');
  assert.equal(document.toSource(), '<P>a<b id="y" >x</b>');
  assert.equal(document.source, '<P>a<b >x</b>');
  document.selectFirst('p').setInnerHtml('<div>x</div>');
  assert.throws(() => document.toSource(), { name: 'SourceError' });
});

test('toParse5() returns the same tree as parse5', () => {
  const pages = [
    PAGE, '', '<p>', 'x<table>y<td>z',
    '<svg viewBox="0 0" xlink:href=a xmlns="http://www.w3.org/2000/svg" xmlns:xlink=b xml:lang=c><foreignObject><p>',
    '<template><td>x<template>y</template></template>',
    '<!DOCTYPE html PUBLIC "a" "b"><!--x-->', '<!doctype><frameset><frame>', '<math><mi>x</mi></math>',
    '<b>1<p>2</b>3', '<a>😀<a>é',
  ];
  for (const page of pages) {
    assert.deepEqual(plain(parse(page).toParse5()), plain(parse5.parse(page)), page);
    assert.equal(parse5.serialize(parse(page).toParse5()), parse5.serialize(parse5.parse(page)));
  }
  const fragment = parse('<td>x<template>y</template>', { fragment: 'tr' }).toParse5();
  assert.equal(fragment.nodeName, '#document-fragment');
  assert.equal(fragment.mode, undefined);
  assert.equal(parse5.serialize(fragment), '<td>x<template>y</template></td>');
});

test('toParse5() has locations in UTF-16 code units like parse5', () => {
  const page = '<!DOCTYPE html>\n<html><head></head><body>😀\r\n<p id=a CLASS = "é">é😀<b hidden>x</b></p>\r<br><!--😀-->y</body></html>';
  const compare = (ours, theirs) => {
    const pick = (location, names) => location && Object.fromEntries(names.map((name) => [name, location[name]]));
    const names = ['startLine', 'startCol', 'startOffset', 'endLine', 'endCol', 'endOffset'];
    if (['p', 'b', 'br', '#comment'].includes(ours.nodeName)) {
      assert.deepEqual(pick(ours.sourceCodeLocation, names), pick(theirs.sourceCodeLocation, names), ours.nodeName);
      assert.deepEqual({ ...ours.sourceCodeLocation.attrs }, { ...theirs.sourceCodeLocation.attrs });
      for (const tag of ['startTag', 'endTag']) {
        const [own, other] = [ours, theirs].map((node) => pick(node.sourceCodeLocation[tag], names));
        assert.deepEqual({ ...ours.sourceCodeLocation[tag]?.attrs }, { ...theirs.sourceCodeLocation[tag]?.attrs });
        if (ours.nodeName !== 'br') assert.deepEqual(own, other, `${tag} of ${ours.nodeName}`);
      }
    }
    (ours.childNodes ?? []).forEach((child, index) => compare(child, theirs.childNodes[index]));
  };
  const ours = parse(page, { spans: true }).toParse5({ locations: true });

  compare(ours, parse5.parse(page, { sourceCodeLocationInfo: true }));
  const [implied] = parse('<p>', { spans: true }).toParse5({ locations: true }).childNodes;
  assert.deepEqual([implied.nodeName, implied.sourceCodeLocation], ['html', null]);
  assert.throws(() => parse(page).toParse5({ locations: true }), { name: 'TypeError', message: /spans: true/ });
  assert.equal(parse(page, { spans: true }).toParse5().childNodes[1].sourceCodeLocation, undefined);
  assert.throws(() => parse(page).toParse5({ location: true }), { name: 'TypeError', message: /no option "location"/ });
});

test('toParse5() has shadow roots with their properties', () => {
  const markup = '<x-a><template shadowrootmode=closed shadowrootdelegatesfocus><b>in</b></template>out</x-a>';
  const host = parse(markup).toParse5().childNodes[0].childNodes[1].childNodes[0];
  const { nodeName, mode, delegatesFocus, clonable, serializable, childNodes } = host.shadowRoot;
  assert.deepEqual([nodeName, mode, delegatesFocus, clonable, serializable], ['#document-fragment', 'closed', true, false, false]);
  assert.equal(childNodes[0].tagName, 'b');
  assert.equal(host.childNodes[0].value, 'out');
});

/** Returns a tree without the links to parents, after a check of these links. */
function plain(node) {
  const { parentNode, childNodes, content, ...rest } = node;
  for (const child of childNodes ?? []) assert.equal(child.parentNode, node);
  return { ...rest, ...(childNodes && { childNodes: childNodes.map(plain) }), ...(content && { content: plain(content) }) };
}
