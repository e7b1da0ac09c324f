// Opens the playground, and reads its panels.

import { after } from 'node:test';
import { browserTest } from './harness.js';
import { missingPlayground, serve } from './server.js';
import { LIGHT, Tab } from './tab.js';

export const TABS = ['report', 'repairs', 'query', 'markdown', 'content', 'sanitized', 'html', 'text'];

const server = missingPlayground === null ? await serve() : null;
after(() => server?.close());

/** Registers a test of the playground. */
export const playgroundTest = (name, run) => browserTest(name, run, missingPlayground);

export class Playground extends Tab {
  /** The URLs of all requests, including those of frames and of the service worker. */
  allRequests = [];

  /** Opens the playground, and waits until the results are shown. `fragment` is that of the address. */
  static async open(browser, { look = LIGHT, fragment = '', address = server.address } = {}) {
    const playground = Object.assign(new Playground(), await Tab.create(browser, look));
    playground.context.on('request', (request) => playground.allRequests.push(request.url()));
    await playground.page.goto(address + fragment);
    await playground.waitUntilReady();
    return playground;
  }

  waitUntilReady() {
    return this.wait(() => /parsed in/.test(document.querySelector('#status').textContent));
  }

  /** Waits until the results of the selected tab are shown. */
  waitForResults() {
    return this.wait(() => document.querySelector('[role=tabpanel]:not([hidden])').ariaBusy !== 'true');
  }

  /** Replaces the source, and waits until the results are shown. */
  async setSource(text) {
    await this.evaluate((value) => {
      const source = document.querySelector('#source');
      source.value = value;
      source.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
    await this.waitForResults();
  }

  /** Enters a query, and waits for its results. */
  async setQuery(label, text) {
    await this.page.getByLabel(label, { exact: true }).fill(text);
    await this.waitForResults();
  }

  source() {
    return this.page.inputValue('#source');
  }

  selectedSource() {
    return this.evaluate(() => {
      const source = document.querySelector('#source');
      return source.value.slice(source.selectionStart, source.selectionEnd);
    });
  }

  async choose(id) {
    await this.page.click(`#tab-${id}`);
    await this.wait((tab) => !document.querySelector(`#panel-${tab}`).hidden, id);
    await this.waitForResults();
  }

  /** Returns the text that a panel shows. */
  async shown(id) {
    await this.choose(id);
    return this.page.innerText(`#panel-${id}`);
  }

  selectedTab() {
    return this.evaluate(() => document.querySelector('[role=tab][aria-selected=true]').id);
  }

  /** Returns the frame with the report. */
  frame() {
    return this.page.frames().find((frame) => frame.parentFrame() === this.page.mainFrame());
  }

  /** Returns the labels of the tree in the frame, and the codes of the errors. Both are empty while the report is loaded. */
  async reported() {
    const read = () => {
      const sorted = (selector) => [...document.querySelectorAll(selector)].sort((a, b) => a.offsetTop - b.offsetTop);
      return {
        labels: sorted('.node').map((row) => row.querySelector('.label').textContent),
        codes: sorted('.row').map((row) => row.querySelector('.code').textContent),
      };
    };
    return (await this.frame()?.evaluate(read).catch(() => null)) ?? { labels: [], codes: [] };
  }
}

export { server };
