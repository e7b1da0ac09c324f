// The playground: shows the results of the selected tab for the source in the text field.

import { byId, copy, element, say } from './dom.js';
import { ask } from './engine.js';
import { EXAMPLE } from './example.js';
import { acceptFiles } from './files.js';
import { makeTabs } from './panels.js';
import { replaceSource } from './source.js';
import { decode, encode, keepInTab, keptInTab } from './state.js';
import { counted } from './text.js';

/** Pauses in milliseconds: before the results of an edit, before the state is saved, and before changed facts are announced. */
const TYPING_PAUSE = 200;
const SAVE_PAUSE = 400;
const ANNOUNCE_PAUSE = 1000;
/** The time in milliseconds after which the status says that the worker is busy. */
const PATIENCE = 400;

const source = byId('source');
const status = byId('status');
// The selected tab and the inputs of the tabs.
const state = { tab: 'report', css: 'a[href]', xpath: '//a/@href' };
const tabs = makeTabs(state, edited);
const panelOf = ({ id }) => byId(`panel-${id}`);

function buildTabs() {
  for (const tab of tabs) {
    const { id, title, build } = tab;
    const made = element('button', { type: 'button', id: `tab-${id}` }, title);
    made.setAttribute('role', 'tab');
    made.setAttribute('aria-controls', `panel-${id}`);
    made.addEventListener('click', () => choose(id));
    byId('tabs').append(made);
    const panel = element('div', { id: `panel-${id}` });
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', made.id);
    byId('panels').append(panel);
    build(panel);
  }
  byId('tabs').addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const at = tabs.findIndex(({ id }) => id === state.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { id } = tabs[(to + tabs.length) % tabs.length];
    choose(id);
    byId(`tab-${id}`).focus();
  });
}

function choose(id) {
  state.tab = id;
  update();
  save();
}

function showSelection() {
  for (const tab of tabs) {
    const isSelected = tab.id === state.tab;
    const made = byId(`tab-${tab.id}`);
    made.setAttribute('aria-selected', String(isSelected));
    made.tabIndex = isSelected ? 0 : -1;
    panelOf(tab).hidden = !isSelected;
    if (isSelected) made.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

let updateTimer = 0;
let busyTimer = 0;
/** Shows the results of the selected tab. */
async function update() {
  clearTimeout(updateTimer);
  showSelection();
  const tab = tabs.find(({ id }) => id === state.tab);
  panelOf(tab).ariaBusy = 'true';
  clearTimeout(busyTimer);
  busyTimer = setTimeout(() => (status.textContent = 'Working…'), PATIENCE);
  try {
    const answer = await ask({ text: source.value, ...state });
    if (answer === null) return;
    clearTimeout(busyTimer);
    showFacts(answer);
    tab.show(panelOf(tab), answer.result);
    panelOf(tab).ariaBusy = 'false';
  } catch (error) {
    fail(error);
  }
}

/** Shows an error instead of results. */
function fail(error) {
  clearTimeout(busyTimer);
  for (const tab of tabs) {
    tab.show(panelOf(tab), tab.empty);
    panelOf(tab).ariaBusy = 'false';
  }
  status.classList.add('failed');
  status.textContent = error.message;
  announce(error.message);
}

function showFacts({ nodes, errors, parseTime }) {
  const facts = `${counted(nodes, 'node')}, ${counted(errors, 'error')}`;
  status.classList.remove('failed');
  status.textContent = `${facts}, parsed in ${parseTime.toFixed(1)} ms`;
  announce(facts);
}

let announceTimer = 0;
/** Announces changed facts to screen readers after a pause. The time of parsing is not one of them. */
function announce(text) {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    if (byId('announcer').textContent !== text) byId('announcer').textContent = text;
  }, ANNOUNCE_PAUSE);
}

/** Called when the source or a query has changed. */
function edited(pause = TYPING_PAUSE) {
  isEdited = true;
  keepsAddress = false;
  const tab = tabs.find(({ id }) => id === state.tab);
  panelOf(tab).ariaBusy = 'true';
  clearTimeout(updateTimer);
  updateTimer = setTimeout(update, pause);
  save();
}

// Whether there are edits since the state was read; whether the address keeps a link that could not be read; and whether closing the page loses edits.
let isEdited = false;
let keepsAddress = false;
let isUnsaved = false;
let saveTimer = 0;
/** The number of the last change of the state or of the address. */
let generation = 0;

const snapshot = () => ({ ...state, source: source.value });

/** Saves the state after a pause. */
function save(pause = SAVE_PAUSE) {
  if (keepsAddress) return;
  generation += 1;
  const own = generation;
  clearTimeout(saveTimer);
  saveTimer = setTimeout(async () => {
    const fragment = await encode(snapshot());
    // A newer change or another link wins.
    if (own !== generation) return;
    history.replaceState(null, '', fragment ?? '#');
    const isKept = keepInTab(location.hash, snapshot());
    isUnsaved = fragment === null && !isKept;
    const place = isKept ? 'kept in this tab' : 'closing this tab loses it';
    say(fragment === null ? `Too long for a link; ${place}` : '', 'address');
  }, pause);
}

/** Reads the state from this tab or from the address. Returns whether there is one. */
async function recall(kept, replace) {
  generation += 1;
  const own = generation;
  clearTimeout(saveTimer);
  isEdited = false;
  try {
    const found = kept ?? (await decode(location.hash));
    if (own !== generation) return false;
    keepsAddress = false;
    say('', 'address');
    if (found === null) return false;
    for (const name of ['css', 'xpath']) if (typeof found[name] === 'string') state[name] = found[name];
    if (tabs.some(({ id }) => id === found.tab)) state.tab = found.tab;
    replace(found.source);
    showQueries();
    return true;
  } catch (error) {
    keepsAddress = true;
    say(error.message, 'address');
    return false;
  }
}

function showQueries() {
  for (const name of ['css', 'xpath']) byId(`${name}-query`).value = state[name];
}

async function copyLink() {
  const fragment = await encode(snapshot());
  if (fragment === null) say('Too long for a link', 'address');
  else await copy(location.href.replace(/#.*|$/, fragment));
}

function keepState() {
  addEventListener('hashchange', async ({ oldURL }) => {
    const kept = keptInTab(location.hash);
    if (isEdited) keepInTab(new URL(oldURL).hash, snapshot());
    if (await recall(kept, replaceSource)) {
      isEdited = false;
      update();
    }
  });
  addEventListener('pagehide', () => isEdited && keepInTab(location.hash, snapshot()));
  addEventListener('beforeunload', (event) => isUnsaved && event.preventDefault());
}

async function start() {
  status.textContent = 'Loading…';
  buildTabs();
  showSelection();
  showQueries();
  source.addEventListener('input', () => edited());
  acceptFiles(async (bytes) => {
    const text = await ask({ bytes });
    if (text === null) throw new Error('the source was edited meanwhile');
    replaceSource(text);
    edited(0);
  });
  byId('example').addEventListener('click', () => {
    replaceSource(EXAMPLE);
    edited(0);
  });
  byId('copy-link').addEventListener('click', copyLink);
  const isRecalled = await recall(keptInTab(location.hash), (text) => (source.value = text));
  if (!isRecalled && !isEdited) source.value = EXAMPLE;
  keepState();
  update();
  // Lets the page work without a network after the first visit.
  await navigator.serviceWorker?.register('offline.js').catch(() => {});
}

start().catch(fail);
