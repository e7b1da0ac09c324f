/**
 * An HTML5 parser that builds the tree of browsers.
 *
 * @example
 * import { parse } from 'limpid-html';
 *
 * using document = parse('<title>Shop</title><ul><li class=tea>Sencha <a href=/s>more</a><li class=tea>Assam</ul>');
 * document.select('li.tea').map((tea) => tea.text()); // ['Sencha more', 'Assam']
 * document.selectFirst('a')?.attribute('href'); // '/s'
 */

/// <reference lib="esnext.disposable" />

/** The options of {@link parse}. */
export interface ParseOptions {
  /** The encoding of bytes, as a label of the Encoding Standard, for example from the HTTP header. It is detected if it is omitted. */
  encoding?: string;
  /** Parses the content of an element with this name, such as `"body"`, `"tr"` or `"svg path"`, instead of a whole page. */
  fragment?: string;
  /** How `noscript` elements are parsed. Scripts never run. The default is `"disabled"`. */
  scripting?: 'disabled' | 'normal' | 'inert' | 'fragment';
  /** Records the positions of nodes in the source: {@link Node.span}. The default is false. */
  spans?: boolean;
  /** Records parse errors: {@link Document.errors}. The default is true. */
  errors?: boolean;
  /** Whether `<template shadowrootmode>` becomes a {@link Node.shadowRoot}. The default is true for pages and false for fragments, as in browsers. */
  declarativeShadowRoots?: boolean;
}

/** A range of the source, in UTF-16 code units: `source.slice(start, end)`. */
export interface Span {
  start: number;
  end: number;
}

/** A parse error. Offsets and columns are in UTF-16 code units; lines and columns count from 1. */
export interface ParseError extends Span {
  /** The code of the HTML Standard, such as `"duplicate-attribute"`, or one of limpid. */
  code: string;
  /** What is wrong, and what to do. */
  message: string;
  line: number;
  column: number;
}

export type NodeKind =
  | 'element'
  | 'text'
  | 'comment'
  | 'doctype'
  | 'document'
  | 'fragment'
  | 'shadow-root'
  | 'processing-instruction';

/** A result of XPath: nodes that are attributes or texts are strings. */
export type XPathResult = number | string | boolean | (Node | string)[];

export interface XPathOptions {
  /** Prefixes of the expression, and the URLs of their namespaces. Names without a prefix mean HTML elements. */
  namespaces?: Record<string, string>;
}

export interface MarkdownOptions {
  /** The URL of the page, which resolves the addresses. */
  base?: string;
  /** Whether images with a `data:` URL keep it. Otherwise they are replaced by their alternative text. The default is true. */
  dataImages?: boolean;
}

/** A node of a document. Two objects can mean the same node: see {@link Node.equals}. */
export class Node {
  private constructor();
  readonly document: Document;
  /** A number that identifies the node in its document: {@link Document.node}. */
  readonly number: number;
  readonly kind: NodeKind;
  /** The name of an element, such as `"a"`, or an empty string. */
  readonly localName: string;
  /** The namespace URL of an element, or null. */
  readonly namespace: string | null;
  /** The text of a text node, the data of a comment, or null. */
  readonly data: string | null;
  readonly parent: Node | null;
  readonly children: Node[];
  readonly nextSibling: Node | null;
  readonly previousSibling: Node | null;
  /** The content of a `template` element, or null. */
  readonly templateContents: Node | null;
  /** The shadow root that a `<template shadowrootmode>` attaches to the element, or null. */
  readonly shadowRoot: Node | null;
  /** The attributes: an object without prototype. */
  readonly attributes: Record<string, string>;
  /**
   * The position in the source, if the page was parsed with `spans`. The position of an element without tags is that of its content, and null if it
   * is empty.
   */
  readonly span: Span | null;
  /** Whether this is the same node. */
  equals(other: unknown): boolean;
  /** Returns the value of an attribute, or null. */
  attribute(name: string): string | null;
  /** Returns the text as a browser shows it, like `innerText`. */
  text(): string;
  /** Returns all text, including scripts, like `textContent`. */
  textContent(): string;
  /** Returns the markup of the node, like `outerHTML`. */
  html(): string;
  /** Returns the markup of the content, like `innerHTML`. */
  innerHtml(): string;
  /** Returns the descendants that match a CSS selector, in tree order. Throws a {@link SelectorError}. */
  select(css: string): Node[];
  /** Returns the first descendant that matches, or null. */
  selectFirst(css: string): Node | null;
  /** Returns the text of each descendant that matches. */
  selectText(css: string): string[];
  /** Returns the value of an attribute of each descendant that matches and has the attribute. */
  selectAttribute(css: string, name: string): string[];
  matches(css: string): boolean;
  /** Returns the nearest matching element among the element and its ancestors, or null. */
  closest(css: string): Node | null;
  /** Evaluates an XPath 1.0 expression. Throws an error with the name `XPathError` and a `position`. */
  xpath(expression: string, options?: XPathOptions): XPathResult;
  markdown(options?: MarkdownOptions): string;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  /** Changes the name of an element. */
  rename(name: string): void;
  /** Replaces the content by a text. */
  setText(text: string): void;
  appendText(text: string): void;
  /** Replaces the content by markup. The markup is not sanitized. */
  setInnerHtml(html: string): void;
  insertHtml(position: 'beforebegin' | 'afterbegin' | 'beforeend' | 'afterend', html: string): void;
  replaceWithHtml(html: string): void;
  replaceWithChildren(): void;
  remove(): void;
}

/** An error of a selector, with the name `SelectorError`. `position` is an index into the selector, in UTF-16 code units. */
export interface SelectorError extends Error {
  position: number;
}

/** A URL of a page. */
export interface Link {
  /** The name of the element. */
  element: string;
  /** The name of the attribute, or `"#text"` in a `style` element. */
  attribute: string;
  /** The resolved URL, or null if it cannot be resolved. */
  url: string | null;
  /** The URL as it is written. */
  written: string;
  rel: string | null;
}

/** A table of a page as text. */
export interface Table {
  element: Node;
  caption: string | null;
  /** The names of the columns; empty without header rows. */
  header: string[];
  rows: string[][];
  csv: string;
}

/** The metadata of a page. A value is null if the page does not contain it. */
export interface Metadata {
  title: string | null;
  /** The authors, separated by commas. */
  byline: string | null;
  /** A date in ISO 8601, with as many parts as the page gives. */
  published: string | null;
  modified: string | null;
  language: string | null;
  siteName: string | null;
  canonicalUrl: string | null;
  image: string | null;
  description: string | null;
  /** The dates as the page writes them. */
  written: { published?: string; modified?: string };
  /** For each known value, the kind of markup that contains it, such as `"json-ld"`. */
  sources: Record<string, string>;
}

export type PageKind = 'article' | 'documentation' | 'thread' | 'product' | 'listing' | 'collection' | 'service';

export interface ContentOptions {
  /** Whether comments of readers are part of the content. The default is false. */
  comments?: boolean;
  /** The default is true. */
  images?: boolean;
  /** Whether links keep their addresses. The default is true. */
  links?: boolean;
  /** The confidence below which the content is empty. The default is 0. */
  minConfidence?: number;
  kind?: PageKind;
  /** The URL of the page. */
  base?: string;
}

/** The main content of a page. */
export class Content {
  private constructor();
  /** A copy of the page that contains only the content. */
  readonly document: Document;
  /** The elements with the content, in `document`. */
  readonly nodes: Node[];
  /** The elements of the page that contain comments on the content. */
  readonly comments: Node[];
  readonly kind: PageKind;
  /** A number from 0 to 0.95. */
  readonly confidence: number;
  readonly metadata: Metadata;
  text(): string;
  /** Returns the content as Markdown. Here, the default of `dataImages` is false. */
  markdown(options?: MarkdownOptions): string;
  /** Returns the markup. It is not sanitized. */
  html(): string;
  free(): void;
  [Symbol.dispose](): void;
}

/**
 * A node of the tree that {@link Document.toParse5} returns, in the shape of parse5's default tree adapter. An element with a shadow root also has
 * the member `shadowRoot`: a fragment with the members `mode`, `delegatesFocus`, `clonable` and `serializable` of the DOM Standard.
 */
export interface Parse5Node {
  nodeName: string;
  [member: string]: any;
}

/**
 * A parsed document.
 *
 * Its memory is freed when JavaScript collects the object. To free it earlier, declare it with `using`, or call `free()`.
 */
export class Document {
  private constructor();
  /** The document node. */
  readonly root: Node;
  readonly documentElement: Node | null;
  readonly head: Node | null;
  readonly body: Node | null;
  /** The text of the `title` element, or null. */
  readonly title: string | null;
  /** The encoding of the parsed bytes, or null if a string was parsed. */
  readonly encoding: string | null;
  readonly quirksMode: 'no-quirks' | 'limited-quirks' | 'quirks';
  /** The decoded source. */
  readonly source: string;
  /** The parse errors in the order of the source. */
  readonly errors: ParseError[];
  /** Frees the memory. The document and its nodes cannot be used afterwards. */
  free(): void;
  [Symbol.dispose](): void;
  copy(): Document;
  /** Returns the node with a {@link Node.number}. */
  node(number: number): Node;
  elementById(id: string): Node | null;
  text(): string;
  textContent(): string;
  html(): string;
  select(css: string): Node[];
  selectFirst(css: string): Node | null;
  selectText(css: string): string[];
  selectAttribute(css: string, name: string): string[];
  /** Returns the tree as plain objects in the shape of parse5. With `locations`, nodes have `sourceCodeLocation`; parse with `spans`. */
  toParse5(options?: { locations?: boolean }): Parse5Node;
  xpath(expression: string, options?: XPathOptions): XPathResult;
  markdown(options?: MarkdownOptions): string;
  /** Returns the URLs that the page links to or loads. */
  links(options?: { base?: string }): Link[];
  /** Returns the tables. With `repeat`, the text of a cell is in each position that the cell spans. */
  tables(options?: { repeat?: boolean }): Table[];
  content(options?: ContentOptions): Content;
  metadata(options?: { base?: string }): Metadata;
  /** Returns the page's JSON-LD, one item for each JSON text. */
  jsonLd(): unknown[];
  /** Returns the page's microdata in the form of the HTML Standard's JSON. */
  microdata(): unknown[];
  /**
   * Returns the source with the changes of the tree; all other characters stay. Throws an error with the name `SourceError` if no markup produces the
   * tree, such as a `div` in a `p`.
   */
  toSource(): string;
}

/**
 * Parses a page. Parsing never fails. An unknown option throws a `TypeError`, and an unknown `encoding` throws a `RangeError`. A lone surrogate in a
 * string becomes U+FFFD, and a byte order mark at its start is skipped.
 */
export function parse(page: string | Uint8Array | ArrayBuffer | ArrayBufferView, options?: ParseOptions): Document;

/**
 * Calls a function that changes the document, and returns the source with these changes. All other characters stay as they are,
 * except lone surrogates, which become U+FFFD. The function must not be async.
 */
export function edit(source: string, change: (document: Document) => void): string;

/** The configuration of the HTML Standard's sanitizer. */
export interface SanitizerConfig {
  elements?: (string | Record<string, unknown>)[];
  removeElements?: (string | Record<string, unknown>)[];
  replaceWithChildrenElements?: (string | Record<string, unknown>)[];
  attributes?: (string | Record<string, unknown>)[];
  removeAttributes?: (string | Record<string, unknown>)[];
  comments?: boolean;
  dataAttributes?: boolean;
  [member: string]: unknown;
}

/** A sanitizer for many inputs. Throws an error with the name `SanitizerConfigError` for an invalid configuration. */
export class Sanitizer {
  /** `rules` are limpid's rules for URLs, classes, styles and attributes. */
  constructor(config?: SanitizerConfig, rules?: Record<string, unknown>);
  sanitize(html: string): string;
}

/** Returns markup without scripts, event handlers and other unsafe parts. Without a configuration, it uses the standard's safe default. */
export function sanitize(html: string, config?: SanitizerConfig | Sanitizer): string;

/** The start tag of an element, for a handler of {@link rewrite}. It cannot be changed after the handler has returned. */
export interface RewriterElement {
  readonly localName: string;
  readonly namespace: string;
  readonly canHaveContent: boolean;
  readonly attributes: Record<string, string>;
  /** Returns the value of an attribute, or null. The case of the name does not matter. */
  attribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  rename(name: string): void;
  /** Inserts a text, or markup with `html: true`. */
  before(content: string, options?: { html?: boolean }): void;
  after(content: string, options?: { html?: boolean }): void;
  prepend(content: string, options?: { html?: boolean }): void;
  append(content: string, options?: { html?: boolean }): void;
  setInnerContent(content: string, options?: { html?: boolean }): void;
  replace(content: string, options?: { html?: boolean }): void;
  remove(): void;
  removeAndKeepContent(): void;
  /** Passes on the rest of the page unchanged. */
  stop(): void;
}

/** Functions by the selectors of their elements. They must not be async. */
export type Handlers = Record<string, (element: RewriterElement) => void>;

/**
 * Returns a stream that changes a page as it arrives, without building a tree. The chunks are strings or bytes; the output is bytes, in the encoding
 * of the page. In a legacy encoding other than windows-1252, inserted characters outside ASCII become character references, and selectors do not
 * match characters outside ASCII. A page in UTF-16 or ISO-2022-JP is an error with the name `RewriteError`: decode it, and pass strings.
 */
export function rewrite(handlers: Handlers, options?: { encoding?: string }): TransformStream<string | Uint8Array, Uint8Array>;

/** Rewrites a whole page. */
export function rewriteString(html: string, handlers: Handlers): string;
