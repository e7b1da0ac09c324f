// The panels of the tabs. `show` displays the results of the worker for the tab; `empty` is a result without contents.

import { button, byId, copy, element, say } from './dom.js';
import { replaceSource, select } from './source.js';
import { counted, shorten } from './text.js';

/** The maximum number of characters of a text in a panel. */
const SHOWN_TEXT = 1_000_000;
/** A report with more characters is shown only on request, because the browser needs seconds for it. */
const LARGE_REPORT = 20_000_000;
const SHOWN_CHARS = 200;
const NAME_CHARS = 40;

/** Returns the tabs. `state` has the queries; `edited` is called when the source or a query changes. */
export function makeTabs(state, edited) {
  const text = { build: buildText, show: showText, empty: '' };
  return [
    { id: 'report', title: 'Tree and errors', build: listenToReport, show: showReport, empty: null },
    {
      id: 'repairs',
      title: 'Repairs',
      build: (panel) => buildRepairs(panel, edited),
      show: showRepairs,
      empty: { source: '', count: null, list: [] },
    },
    {
      id: 'query',
      title: 'Selectors and XPath',
      build: (panel) => buildQuery(panel, state, edited),
      show: (panel, found) => ['css', 'xpath'].forEach((name) => showQuery(name, found[name])),
      empty: { css: null, xpath: null },
    },
    { id: 'markdown', title: 'Markdown', ...text },
    { id: 'content', title: 'Content', build: buildContent, show: showContent, empty: { facts: [], text: '' } },
    { id: 'sanitized', title: 'Sanitized', ...text },
    { id: 'html', title: 'HTML', ...text },
    { id: 'text', title: 'Text', ...text },
  ];
}

/** Returns the number of results, and says how many of them are shown. */
const listed = (count, what, shown) => counted(count, what) + (shown < count ? `, the first ${shown} are shown` : '');

function showButton(what, { start, end }) {
  const show = button('Show', () => select(start, end));
  show.setAttribute('aria-label', `Show ${what}`);
  return show;
}

function buildText(panel) {
  const pre = element('pre', { tabIndex: 0 });
  const copyAll = button('Copy', () => copy(pre.text));
  panel.append(element('div', { className: 'controls' }, copyAll, element('span', { className: 'note' })), pre);
}

function showText(panel, text) {
  const pre = panel.querySelector('pre');
  pre.text = text;
  pre.textContent = text.slice(0, SHOWN_TEXT);
  const cut = `The first ${SHOWN_TEXT.toLocaleString('en')} of ${counted(text.length, 'character')} are shown`;
  panel.querySelector('.note').textContent = text.length > SHOWN_TEXT ? cut : '';
}

/** Selects what the user chooses in the report. */
function listenToReport(panel) {
  addEventListener('message', ({ source: sender, data }) => {
    if (sender === null || sender !== panel.querySelector('iframe')?.contentWindow) return;
    if (data?.isDrag === true) byId('overlay').hidden = false;
    const { from, to, keepsFocus } = data ?? {};
    const isRange = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= byId('source').value.length;
    if (isRange) select(from, to, keepsFocus === true);
  });
}

function showReport(panel, report) {
  if (report !== null && report.length > LARGE_REPORT) {
    const note = 'The report of this page is large. Showing it can block this tab of the browser for some seconds.';
    const show = button('Show the report', () => showFrame(panel, report));
    panel.replaceChildren(element('div', { className: 'controls' }, element('span', { className: 'note' }, note), show));
  } else {
    showFrame(panel, report);
  }
}

function showFrame(panel, report) {
  // Scripts of the report run in an origin of their own. Scripts of the page do not run: the report contains them as text. Links to the standard open
  // a tab that is not in the sandbox. A new frame, unlike a new document in the frame, adds no entry to the history of the browser.
  const frame = element('iframe', { title: 'Tree and errors of the page' });
  frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
  frame.srcdoc = report;
  panel.replaceChildren(...(report === null ? [] : [frame]));
}

function buildRepairs(panel, edited) {
  const apply = button('Repair all', () => {
    if (apply.ariaDisabled === 'true') return;
    replaceSource(apply.repaired);
    edited(0);
  });
  panel.append(
    element('div', { className: 'controls' }, apply, element('span', { className: 'note' })),
    element('ol', { className: 'list', tabIndex: 0, ariaLabel: 'Repairs' }),
  );
}

function showRepairs(panel, { source, count, list }) {
  const apply = panel.querySelector('.controls button');
  apply.repaired = source;
  // A button with the attribute `disabled` would lose the keyboard focus.
  apply.ariaDisabled = String(!count);
  panel.querySelector('.note').textContent = count === null ? '' : listed(count, 'repair', list.length);
  panel.querySelector('.list').replaceChildren(
    ...list.map(({ errors, before, after, ...span }) => {
      const codes = [...new Set(errors)].join(', ');
      const change = element('code', {}, ...(before === '' ? [] : [element('del', {}, shorten(before, SHOWN_CHARS))]));
      change.append(before === '' ? 'insert ' : ' → ', after === '' ? 'nothing' : element('ins', {}, shorten(after, SHOWN_CHARS)));
      return element('li', {}, `${codes}: `, change, showButton(`${codes}: ${shorten(before || after, NAME_CHARS)}`, span));
    }),
  );
}

const QUERY_DELAY = 100;

function buildQuery(panel, state, edited) {
  for (const [name, label] of [['css', 'CSS selector'], ['xpath', 'XPath']]) {
    const input = element('input', { id: `${name}-query`, className: 'query', type: 'text', spellcheck: false });
    input.setAttribute('aria-describedby', `${name}-count`);
    input.addEventListener('input', () => {
      state[name] = input.value;
      edited(QUERY_DELAY);
    });
    panel.append(
      element('div', { className: 'controls' }, element('label', {}, label, input)),
      element('p', { className: 'note count', id: `${name}-count`, role: 'status' }),
      element('ol', { className: 'list', id: `${name}-list`, tabIndex: 0, ariaLabel: `Results of ${label}` }),
    );
  }
}

function showQuery(name, found) {
  const { count = 0, items = [], error } = found ?? {};
  const note = byId(`${name}-count`);
  note.textContent = found === null ? '' : (error ?? listed(count, 'result', items.length));
  note.classList.toggle('failed', error !== undefined);
  byId(`${name}-query`).ariaInvalid = String(error !== undefined);
  const row = ({ text, span }) => element('li', {}, element('code', {}, text), ...(span ? [showButton(shorten(text, NAME_CHARS), span)] : []));
  byId(`${name}-list`).replaceChildren(...items.map(row));
}

function buildContent(panel) {
  panel.append(element('dl'));
  buildText(panel);
}

function showContent(panel, { facts, text }) {
  panel.querySelector('dl').replaceChildren(...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
  showText(panel, text);
}
