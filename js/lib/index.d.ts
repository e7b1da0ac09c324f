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

import type { DocumentMembers, NodeMembers, ParseOptions } from './core.js';

export type { NodeKind, Parse5Node, ParseError, ParseOptions, SelectorError, Span } from './core.js';

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
export interface Node extends NodeMembers<Document, Node> {}
export class Node {
  private constructor();
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
 * A parsed document.
 *
 * Its memory is freed when JavaScript collects the object. To free it earlier, declare it with `using`, or call `free()`.
 */
export interface Document extends DocumentMembers<Document, Node> {}
export class Document {
  private constructor();
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
