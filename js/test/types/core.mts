// Uses the types of limpid-html/core.

import {
  Document, Node, parse, type NodeKind, type Parse5Node, type ParseError, type ParseOptions, type SelectorError, type Span,
} from 'limpid-html/core';

const options: ParseOptions = { spans: true };
using document: Document = parse('<p>x', options);
const node: Node | null = document.selectFirst('p');
const kind: NodeKind | undefined = node?.kind;
const span: Span | null | undefined = node?.span;
const tree: Parse5Node = document.toParse5();
const errors: ParseError[] = document.errors;
if (kind !== 'element' || span?.start !== 0 || tree.nodeName !== '#document' || errors.length !== 1) throw new Error('core differs');

export const position = (error: unknown): number => (error as SelectorError).position;

/** Errors that the types find. */
export function mistakes(): void {
  // @ts-expect-error Core has no XPath.
  document.xpath('//p');
  // @ts-expect-error Core has no Markdown.
  node?.markdown();
  // @ts-expect-error Core does not change trees.
  node?.setText('x');
  // @ts-expect-error Core does not extract content.
  document.content();
}

console.log('passed');
