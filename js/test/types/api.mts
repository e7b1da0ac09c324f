// Uses the whole API with its types. The test of the package compiles and runs this program.

import {
  Content, Document, Node, Sanitizer, edit, parse, rewrite, rewriteString, sanitize,
  type Base, type ContentOptions, type Handlers, type Link, type MarkdownOptions, type Metadata, type NodeKind, type PageKind, type Parse5Node, type ParseError,
  type ParseOptions, type RewriterElement, type SanitizerConfig, type SanitizerRules, type SelectorError, type Span, type Table, type XPathOptions, type XPathResult,
} from 'limpid-html';

/** Throws if a value is not the expected one, as JSON. */
function equal<T>(value: T, expected: T): void {
  const [actual, wanted] = [JSON.stringify(value), JSON.stringify(expected)];
  if (actual !== wanted) throw new Error(`${actual} is not ${wanted}`);
}

const options: ParseOptions = { spans: true, errors: true, scripting: 'disabled', declarativeShadowRoots: true };
let kept: Document;
{
  using document = parse('<title>Tea</title><p id=a class=b>x<b>y</b></p></i>', options);
  kept = document;
  equal(document.title, 'Tea');
  const title: string | null = document.title;
  const error: ParseError | undefined = document.errors.at(-1);
  equal(error?.code, 'end-tag-crossing-special-element');
  equal([error?.line, error?.column, error?.start, error?.end, typeof error?.message], [1, 48, 47, 51, 'string']);
  const node: Node | null = document.selectFirst('p');
  if (node === null) throw new Error('no element');
  const kind: NodeKind = node.kind;
  const span: Span | null = node.span;
  equal([kind, span?.start, span?.end, title], ['element', 18, 47, 'Tea']);
  const relatives: (Node | null)[] = [node.parent, node.nextSibling, node.previousSibling, node.templateContents, node.shadowRoot];
  equal(relatives.map((relative) => relative?.localName ?? null), ['body', null, null, null, null]);
  const texts: string[] = [node.localName, node.text(), node.textContent(), node.html(), node.innerHtml(), node.markdown()];
  const nullable: (string | null)[] = [node.namespace, node.data, node.attribute('id'), document.encoding];
  const attributes: Record<string, string> = node.attributes;
  equal([texts[0], nullable[2] ?? '', attributes['class'] ?? ''], ['p', 'a', 'b']);
  const lists: [Node[], Node[], string[], string[]] = [node.childNodes, node.select('b'), node.selectText('b'), document.selectAttribute('p', 'id')];
  equal(lists.map((list) => list.length), [2, 1, 1, 1]);
  equal([node.matches('p'), node.equals(document.node(node.number)), node.closest('body')?.equals(document.body)], [true, true, true]);
  equal(node.document === document, true);
  const results: XPathResult[] = [document.xpath('//p'), node.xpath('string(b)'), document.xpath('1 = 1'), document.xpath('1')];
  const namespaces: XPathOptions = { namespaces: { svg: 'http://www.w3.org/2000/svg' }, variables: { a: 1, b: 'x', c: true } };
  const [nodes] = results;
  if (Array.isArray(nodes)) equal(nodes.map((item) => (typeof item === 'string' ? item : item.localName)), ['p']);
  equal(document.xpath('count(//svg:a)', namespaces), 0);
  const markdown: MarkdownOptions = { base: 'https://example.org/', dataImages: false };
  const base: Base = new URL('https://example.org/');
  const withUrl: MarkdownOptions = { base };
  equal([document.markdown(markdown), document.markdown(withUrl)], ['x**y**\n', 'x**y**\n']);
  const links: Link[] = document.links({ base: 'https://example.org/' });
  const tables: Table[] = document.tables({ repeat: true });
  equal([links.length, tables.length, node.children.length], [0, 0, 1]);
  const kindOfPage: PageKind = 'article';
  const contentOptions: ContentOptions = { comments: true, images: true, links: true, minConfidence: 0, kind: kindOfPage };
  {
    using content: Content = document.content(contentOptions);
    const metadata: Metadata = content.metadata;
    equal([content.kind, metadata.title, content.comments.length], ['article', 'Tea', 0]);
    const parts: [Document, Node[], number, string, string, string] = [
      content.document, content.nodes, content.confidence, content.text(), content.markdown(), content.html(),
    ];
    equal(parts.length, 6);
  }
  equal([document.jsonLd().length, document.microdata().length, document.metadata({ base: 'https://example.org/' }).siteName], [0, 0, null]);
  const tree: Parse5Node = document.toParse5({ locations: true });
  equal(tree.nodeName, '#document');
  const mode: 'no-quirks' | 'limited-quirks' | 'quirks' = document.quirksMode;
  equal([mode, document.source.length, document.documentElement?.localName, document.head?.localName], ['quirks', 51, 'html', 'head']);
  equal([document.text(), document.textContent(), document.selectText('b').join(), document.root.kind], ['xy', 'Teaxy', 'y', 'document']);
  document.elementById('a')?.setAttribute('title', 't');
  node.removeAttribute('class');
  node.setText('z');
  node.appendText('!');
  node.insertHtml('beforeend', '<i>i</i>');
  equal(document.toSource(), '<title>Tea</title><p id=a title=t>z!<i>i</i></p></i>');
  node.setInnerHtml('<u>u</u>');
  node.rename('div');
  node.selectFirst('u')?.replaceWithChildren();
  node.replaceWithHtml('<p>v');
  using copy = document.copy();
  copy.selectFirst('p')?.remove();
  equal([copy.html().includes('<p>'), document.html().includes('<p>')], [false, true]);
}
try {
  kept.html();
  throw new Error('the document is not freed');
} catch (error) {
  equal((error as Error).message, 'this document has been freed');
}

try {
  parse('').select('p[');
} catch (error) {
  const { name, position } = error as SelectorError;
  equal([name, position], ['SelectorError', 2]);
}

const inputs: Parameters<typeof parse>[0][] = ['x', new Uint8Array(1), new ArrayBuffer(1), new DataView(new ArrayBuffer(1))];
for (const input of inputs) parse(input, { encoding: 'utf-8', contentType: null }).free();

equal(edit('<p>a', (document) => document.selectFirst('p')?.setText('b'), { widen: true }), '<p>b');

const config: SanitizerConfig = { elements: ['b', { name: 'i' }], attributes: [], comments: false, dataAttributes: false };
const rules: SanitizerRules = {
  unlistedElementsKeepContent: true, removeContentOf: ['u'], urls: [{ attributes: ['href'], schemes: ['https'], relative: 'keep' }],
  classes: { '*': ['a'] }, styleProperties: ['color'], setAttributes: [{ element: 'b', name: 'title', value: 't' }],
};
const sanitizer = new Sanitizer(config, { unlistedElementsKeepContent: true });
equal(sanitize('<u>x</u><b>y', config, rules), '<b title="t">y</b>');
equal([sanitizer.sanitize('<u>x<b>y'), sanitize('<script>', sanitizer), sanitize('<b>x', config), sanitize('x')], ['x<b>y</b>', '', '<b>x</b>', 'x']);

const handlers: Handlers = {
  b(element: RewriterElement) {
    const { localName, namespace, canHaveContent, attributes } = element;
    const value: string | null = element.attribute('id');
    equal([localName, namespace.length, canHaveContent, value, attributes['id'] ?? null], ['b', 28, true, null, null]);
    element.setAttribute('id', 'c');
    element.removeAttribute('title');
    element.rename('i');
    element.before('1');
    element.after('2', { html: true });
    element.prepend('3', { html: false });
    element.append('4');
  },
  u: (element) => element.setInnerContent('5'),
  s: (element) => element.replace('6'),
  q: (element) => element.remove(),
  a: (element) => element.removeAndKeepContent(),
  p: (element) => element.stop(),
};
equal(rewriteString('<b>x</b><u>x</u><s>x</s><q>x</q><a>x</a><p><b>', handlers), '1<i id="c">3x4</i>2<u>5</u>6x<p><b>');

const page = new ReadableStream<string>({
  start(controller) {
    controller.enqueue('<q>x</q>y');
    controller.close();
  },
});
const stream: TransformStream<string | Uint8Array, Uint8Array> = rewrite(handlers, { encoding: 'utf-8' });
const response = new Response(page.pipeThrough(stream) as ReadableStream);
equal(await response.text(), 'y');

/** Errors that the types find. */
export function mistakes(document: Document, node: Node): void {
  // @ts-expect-error An option that does not exist.
  parse('', { span: true });
  // @ts-expect-error A wrong type.
  parse(5);
  // @ts-expect-error A property that cannot be set.
  node.localName = 'p';
  // @ts-expect-error A possible null.
  document.selectFirst('p').text();
  // @ts-expect-error An unknown position.
  node.insertHtml('before', '');
  // @ts-expect-error An unknown kind.
  document.content({ kind: 'novel' });
  // @ts-expect-error The constructor is private.
  new Document();
}

console.log('passed');
