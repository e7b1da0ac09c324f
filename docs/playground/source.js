// The text field with the source.

import { byId } from './dom.js';

const LINE_HEIGHT = 20;
const CHARACTER_WIDTH = 8;
/** Browsers take seconds to insert more lines than this so that they can undo it. */
const MAX_INSERTED_LINES = 200;
const MAX_INSERTED_CHARS = 50_000;

const field = byId('source');
const undo = byId('undo');
let replaced = '';

undo.addEventListener('click', () => {
  replaceSource(replaced);
  field.focus();
  field.dispatchEvent(new InputEvent('input'));
});

const isLong = (text) => text.length > MAX_INSERTED_CHARS || text.split('\n').length > MAX_INSERTED_LINES;

/** Replaces the source. The browser can undo this, or, if a text is long, the button. The keyboard focus stays where it is. */
export function replaceSource(text) {
  const focused = document.activeElement;
  replaced = field.value;
  field.focus();
  field.select();
  const command = text === '' ? 'delete' : 'insertText';
  const canUndo = !isLong(text) && !isLong(replaced) && document.execCommand(command, false, text);
  if (!canUndo) field.value = text;
  undo.hidden = canUndo || replaced === '';
  field.setSelectionRange(0, 0);
  [field.scrollTop, field.scrollLeft] = [0, 0];
  focused?.focus();
}

/** Selects a part of the source, and scrolls to it. */
export function select(start, end, keepsFocus = false) {
  if (!keepsFocus) field.focus();
  field.setSelectionRange(start, end);
  const before = field.value.slice(0, start);
  const lines = before.split('\n');
  field.scrollTop = Math.max(0, (lines.length - 4) * LINE_HEIGHT);
  const left = lines.at(-1).length * CHARACTER_WIDTH;
  field.scrollLeft = left < field.clientWidth * 0.8 ? 0 : left - field.clientWidth / 2;
}
