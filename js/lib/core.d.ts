/**
 * The part of the package that parses, reads, selects and serializes.
 *
 * At run time, the classes also have the other methods of `limpid-html`; these throw an error.
 */

/// <reference lib="esnext.disposable" />

/** The options of {@link parse}. */
export interface ParseOptions {
  /** The encoding of bytes, as a label of the Encoding Standard, for example from the HTTP header. It is detected if it is omitted. */
  encoding?: string;
  /** The value of the `Content-Type` header, whose `charset` selects the encoding if it is known. `encoding` takes precedence. */
  contentType?: string | null;
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

/**
 * A range of {@link Document.source}, in UTF-16 code units: `source.slice(start, end)`. The source of bytes has no byte order mark. `line` and `column`
 * are those of the start, counted from 1.
 */
export interface Span {
  start: number;
  end: number;
  line: number;
  column: number;
}

/** A parse error. */
export interface ParseError extends Span {
  /** The code of the HTML Standard, such as `"duplicate-attribute"`, or one of limpid. */
  code: string;
  /** What is wrong, and what to do. */
  message: string;
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

/**
 * A node of the tree that {@link Document.toParse5} returns, in the shape of parse5's default tree adapter. An element with a shadow root also has
 * the member `shadowRoot`: a fragment with the members `mode`, `delegatesFocus`, `clonable` and `serializable` of the DOM Standard.
 */
export interface Parse5Node {
  nodeName: string;
  [member: string]: any;
}

/** An error of a selector, with the name `SelectorError`. `position` is an index into the selector, in UTF-16 code units. */
export interface SelectorError extends Error {
  position: number;
}

/** The members that nodes of `limpid-html` and of `limpid-html/core` have. `D` and `N` are the classes of documents and nodes. */
export interface NodeMembers<D, N> {
  readonly document: D;
  /** A number that identifies the node in its document: {@link Document.node}. */
  readonly number: number;
  readonly kind: NodeKind;
  /** The name of an element, such as `"a"`, or an empty string. */
  readonly localName: string;
  /** The namespace URL of an element, or null. */
  readonly namespace: string | null;
  /** The text of a text node, the data of a comment, or null. */
  readonly data: string | null;
  readonly parent: N | null;
  /** The children, including texts and comments. */
  readonly childNodes: N[];
  /** The children that are elements. */
  readonly children: N[];
  readonly nextSibling: N | null;
  readonly previousSibling: N | null;
  /** The content of a `template` element, or null. */
  readonly templateContents: N | null;
  /** The shadow root that a `<template shadowrootmode>` attaches to the element, or null. */
  readonly shadowRoot: N | null;
  /** The attributes: an object without prototype. */
  readonly attributes: Record<string, string>;
  /**
   * The position in the source, if the page was parsed with `spans`. The position of an element without tags is that of its content, and null if it
   * is empty.
   */
  readonly span: Span | null;
  /** Whether this is the same node. */
  equals(other: unknown): boolean;
  /** Returns the value of an attribute, or null. On HTML elements, the case of the name does not matter. */
  attribute(name: string): string | null;
  /** Returns the text as a browser without scripts shows it, like `innerText`: it contains the text of `noscript` elements. */
  text(): string;
  /** Returns all text, including scripts, like `textContent`. */
  textContent(): string;
  /** Returns the markup of the node, like `outerHTML`: without shadow roots. */
  html(): string;
  /** Returns the markup of the content, like `innerHTML`. */
  innerHtml(): string;
  /**
   * Returns the descendants that match a CSS selector, in tree order. Throws a {@link SelectorError}. Shadow roots are not searched. `:contains("text")`
   * matches elements that contain a text.
   */
  select(css: string): N[];
  /** Returns the first descendant that matches, or null. */
  selectFirst(css: string): N | null;
  /** Returns the text of each descendant that matches. */
  selectText(css: string): string[];
  /** Returns the value of an attribute of each descendant that matches and has the attribute. */
  selectAttribute(css: string, name: string): string[];
  matches(css: string): boolean;
  /** Returns the nearest matching element among the element and its ancestors, or null. */
  closest(css: string): N | null;
}

/** The members that documents of `limpid-html` and of `limpid-html/core` have. */
export interface DocumentMembers<D, N> {
  /** The document node. */
  readonly root: N;
  readonly documentElement: N | null;
  readonly head: N | null;
  readonly body: N | null;
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
  copy(): D;
  /** Returns the node with a {@link Node.number}. */
  node(number: number): N;
  elementById(id: string): N | null;
  text(): string;
  textContent(): string;
  html(): string;
  select(css: string): N[];
  selectFirst(css: string): N | null;
  selectText(css: string): string[];
  selectAttribute(css: string, name: string): string[];
  /** Returns the tree as plain objects in the shape of parse5. With `locations`, nodes have `sourceCodeLocation`; parse with `spans`. */
  toParse5(options?: { locations?: boolean }): Parse5Node;
}

/** A node of a document. Each call returns a new object, so compare nodes with {@link Node.equals} rather than with `===`. */
export interface Node extends NodeMembers<Document, Node> {}
export class Node {
  private constructor();
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
}

/**
 * Parses a page. No page is refused. An unknown option throws a `TypeError`, and an unknown `encoding` throws a `RangeError`. A lone surrogate in a
 * string becomes U+FFFD, and a byte order mark at its start is skipped. If the memory of WebAssembly is full (4 GB), a `RangeError` is thrown.
 */
export function parse(page: string | Uint8Array | ArrayBuffer | ArrayBufferView, options?: ParseOptions): Document;
