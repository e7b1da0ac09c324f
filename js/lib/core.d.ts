/**
 * The part of the package that parses, reads, selects and serializes.
 *
 * At run time, the classes also have the other methods of `limpid-html`; these throw an error.
 */

/// <reference lib="esnext.disposable" />

import type { NodeKind, Parse5Node, ParseError, ParseOptions, Span } from './index.js';

export type { NodeKind, Parse5Node, ParseError, ParseOptions, SelectorError, Span } from './index.js';

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
}

/**
 * Parses a page. Parsing never fails. An unknown option throws a `TypeError`, and an unknown `encoding` throws a `RangeError`. A lone surrogate in a
 * string becomes U+FFFD.
 */
export function parse(page: string | Uint8Array | ArrayBuffer | ArrayBufferView, options?: ParseOptions): Document;
