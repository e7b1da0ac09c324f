/**
 * An HTML5 parser that builds the same tree as browsers.
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
  /** The values of variables: `//p[@id = $id]`. */
  variables?: Record<string, string | number | boolean>;
}

/** An error of XPath, with the name `XPathError`. `position` is an index into the expression, in UTF-16 code units. */
export interface XPathError extends Error {
  position: number;
}

/** The address of a page, which resolves the addresses in it: an absolute URL, or an object such as `URL` and `Location`. */
export type Base = string | { readonly href: string };

export interface MarkdownOptions {
  base?: Base;
  /** Whether images with a `data:` URL keep it. Otherwise they are replaced by their alternative text. The default is true. */
  dataImages?: boolean;
}

/**
 * A node of a document. Each call returns a new object, so compare nodes with {@link Node.equals} rather than with `===`. A change that is not possible
 * throws an error with the name `MutationError`.
 */
export interface Node extends NodeMembers<Document, Node> {}
export class Node {
  private constructor();
  /** Evaluates an XPath 1.0 expression. Throws an {@link XPathError}. */
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
  element: Node;
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
  /** It applies to the metadata, and to {@link Content.markdown}. */
  base?: Base;
}

/** The main content of a page. It contains a document of its own: call `free()`, or declare it with `using`. */
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
  /** Returns the content as Markdown. The default of `base` is that of `content()`, and the default of `dataImages` is false. */
  markdown(options?: MarkdownOptions): string;
  /** Returns the markup. It is not sanitized, and addresses stay as they are written. */
  html(): string;
  free(): void;
  [Symbol.dispose](): void;
}

/**
 * A parsed document.
 *
 * Call `free()` when you no longer need it, or declare it with `using`. Otherwise its memory is freed some time after JavaScript collects the object,
 * and not before your code returns to the event loop: a loop that parses many pages without `free()` can fill the memory.
 */
export interface Document extends DocumentMembers<Document, Node> {}
export class Document {
  private constructor();
  xpath(expression: string, options?: XPathOptions): XPathResult;
  markdown(options?: MarkdownOptions): string;
  /** Returns the URLs that the page links to or loads. */
  links(options?: { base?: Base }): Link[];
  /** Returns the tables. With `repeat`, the text of a cell is in each position that the cell spans. */
  tables(options?: { repeat?: boolean }): Table[];
  content(options?: ContentOptions): Content;
  metadata(options?: { base?: Base }): Metadata;
  /** Returns the page's JSON-LD, one item for each JSON text. */
  jsonLd(): unknown[];
  /** Returns the page's microdata in the form of the HTML Standard's JSON. */
  microdata(): unknown[];
  /**
   * Returns the source with the changes of the tree; all other characters stay. Throws an error with the name `SourceError` if no markup produces the
   * tree, such as a `div` in a `p`. With `widen`, elements around a change may be serialized again if the tags of the change alone do not suffice.
   */
  toSource(options?: { widen?: boolean }): string;
}

/**
 * Parses a page. No page is refused. An unknown option throws a `TypeError`, and an unknown `encoding` throws a `RangeError`. A lone surrogate in a
 * string becomes U+FFFD, and a byte order mark at its start is skipped. If the memory of WebAssembly is full (4 GB), a `RangeError` is thrown.
 */
export function parse(page: string | Uint8Array | ArrayBuffer | ArrayBufferView, options?: ParseOptions): Document;

/**
 * Calls a function that changes the document, and returns the source with these changes. All other characters stay as they are,
 * except lone surrogates, which become U+FFFD. The function must not be async. Throws a `SourceError` like {@link Document.toSource}.
 */
export function edit(source: string, change: (document: Document) => void, options?: { widen?: boolean }): string;

/** The name of an element or attribute in the configuration of a sanitizer: a string, or an object with the URL of its namespace. */
export type SanitizerName = string | { name: string; namespace?: string | null };

/** An element that is kept, and the attributes that are kept or removed on it. */
export type SanitizerElement = string | { name: string; namespace?: string | null; attributes?: SanitizerName[]; removeAttributes?: SanitizerName[] };

/**
 * The [configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizerconfig) of the HTML Standard's sanitizer. Without
 * `elements`, all safe elements are kept, and without `attributes`, all safe attributes, such as `style` and `id`.
 */
export interface SanitizerConfig {
  /** The elements that are kept. All others are removed with their content. */
  elements?: SanitizerElement[];
  /** The elements that are removed with their content. All others are kept. */
  removeElements?: SanitizerName[];
  /** The elements that are replaced by their children. */
  replaceWithChildrenElements?: SanitizerName[];
  /** The attributes that are kept on all elements. */
  attributes?: SanitizerName[];
  removeAttributes?: SanitizerName[];
  comments?: boolean;
  /** Whether `data-*` attributes are kept in addition to `attributes`. */
  dataAttributes?: boolean;
  processingInstructions?: (string | { target: string })[];
  removeProcessingInstructions?: (string | { target: string })[];
}

/** Rules of limpid, in addition to the standard's configuration. */
export interface SanitizerRules {
  /** Whether an element that is not in `elements` is replaced by its children rather than removed with them. The default is false. */
  unlistedElementsKeepContent?: boolean;
  /** The names of elements that are removed with their content in any case. */
  removeContentOf?: string[];
  /** The URL schemes that are kept in attributes, and the treatment of relative URLs. The default of `relative` is `"keep"`. */
  urls?: { attributes: string[]; schemes: string[]; relative?: 'keep' | 'remove' | { resolve: string } }[];
  /** The classes that are kept, by the name of the element; `"*"` is all elements without an entry. */
  classes?: Record<string, string[]>;
  /** The CSS properties that are kept in `style` attributes. */
  styleProperties?: string[];
  /** Attributes that are set on elements. */
  setAttributes?: { element: string; name: string; value: string }[];
}

/** A sanitizer for many inputs. Throws an error with the name `SanitizerConfigError` for an invalid configuration. */
export class Sanitizer {
  constructor(config?: SanitizerConfig | null, rules?: SanitizerRules | null);
  sanitize(html: string): string;
}

/**
 * Returns markup without scripts, event handlers and other unsafe parts. Without a configuration, it uses the standard's
 * [default](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-default-configuration), which also removes images,
 * classes, styles, ids and forms.
 */
export function sanitize(html: string, config?: SanitizerConfig | Sanitizer | null, rules?: SanitizerRules | null): string;

/**
 * The start tag of an element, for a handler of {@link rewrite}. It cannot be changed after the handler has returned. The changes are applied then, so
 * an invalid name makes the stream fail. On an element that cannot have content, changes of the content have no effect.
 */
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

export interface RewriteOptions {
  /** As for {@link parse}. */
  encoding?: string;
  contentType?: string | null;
  /** How many bytes of the page and of its open elements are kept at most. More are a `RewriteError`. The default is 64 MiB. */
  memoryLimit?: number;
}

/** Functions by the selectors of their elements. They must not be async. */
export type Handlers = Record<string, (element: RewriterElement) => void>;

/**
 * Returns a stream that changes a page as it arrives, without building a tree. The chunks are strings or bytes; the output is bytes, in the encoding
 * of the page. In a legacy encoding other than windows-1252, inserted characters outside ASCII become character references, and selectors do not
 * match characters outside ASCII. A page in UTF-16 or ISO-2022-JP is an error with the name `RewriteError`: decode it, and pass strings. Without an
 * encoding, the first 1,024 bytes are delayed.
 */
// @ts-ignore: TypeScript does not know `TransformStream` without the library `dom` or the types of Node.
export function rewrite(handlers: Handlers, options?: RewriteOptions): TransformStream<string | Uint8Array, Uint8Array>;

/** Rewrites a whole page. */
export function rewriteString(html: string, handlers: Handlers, options?: { memoryLimit?: number }): string;
