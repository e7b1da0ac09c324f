// A browser tab with mouse and keyboard input.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

/** The time limit of waiting, in milliseconds. */
const PATIENCE = 40_000;

export const LIGHT = { width: 1280, height: 800, isDark: false };
export const DARK = { ...LIGHT, isDark: true };

/**
 * Elements are found by a selector, or by a function that runs in the page and takes the argument: `[found, argument]`.
 */
export class Tab {
  /** Uncaught exceptions, messages of the console (the browser reports blocked resources there), dialogs, and, in Chromium, URLs of requests. */
  exceptions = [];
  messages = [];
  dialogs = [];
  requests = [];

  /** Creates a tab with the size of the window and the color scheme of `look`. */
  static async create(browser, { width, height, isDark }, options = {}) {
    const tab = new Tab();
    tab.context = await browser.newContext({
      viewport: { width, height },
      colorScheme: isDark ? 'dark' : 'light',
      // Tests need not wait for transitions.
      reducedMotion: 'reduce',
      ...options,
    });
    tab.page = await tab.context.newPage();
    tab.page.on('pageerror', (error) => tab.exceptions.push(String(error)));
    tab.page.on('console', (message) => tab.messages.push(`${message.type()}: ${message.text()}`));
    tab.page.on('dialog', (dialog) => {
      tab.dialogs.push(dialog.message());
      dialog.dismiss();
    });
    if (browser.browserType().name() === 'chromium') {
      // Playwright does not report requests of data URLs.
      const session = await tab.context.newCDPSession(tab.page);
      session.on('Network.requestWillBeSent', ({ request }) => tab.requests.push(request.url));
      await session.send('Network.enable');
    }
    return tab;
  }

  /** Opens a report, and waits until its script has run. */
  static async open(browser, file, look = LIGHT) {
    const tab = await Tab.create(browser, look);
    await tab.page.goto(pathToFileURL(file).href);
    await tab.wait(() => document.readyState === 'complete' && !document.querySelector('main').hidden);
    return tab;
  }

  close() {
    return this.context.close();
  }

  /** Calls a function in the page. */
  evaluate(call, argument) {
    return this.page.evaluate(call, argument);
  }

  /** Waits until a function returns a true value in the page. An exception, as for an element that does not exist yet, counts as false. */
  async wait(call, argument) {
    const end = Date.now() + PATIENCE;
    while (!(await this.page.evaluate(call, argument).catch(() => false))) {
      assert.deepEqual(this.exceptions, []);
      assert.ok(Date.now() < end, `never true: ${call} ${JSON.stringify(argument)}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Waits until a function of the test returns a true value. */
  async until(check) {
    const end = Date.now() + PATIENCE;
    while (!(await check())) {
      assert.deepEqual(this.exceptions, []);
      assert.ok(Date.now() < end, `never true: ${check}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Waits until the next frame is drawn, for example after scrolling. */
  nextFrame() {
    return this.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  }

  text(selector) {
    return this.evaluate((of) => document.querySelector(of).textContent, selector);
  }

  texts(selector) {
    return this.evaluate((of) => [...document.querySelectorAll(of)].map((element) => element.textContent), selector);
  }

  count(selector) {
    return this.evaluate((of) => document.querySelectorAll(of).length, selector);
  }

  attribute(selector, name) {
    return this.evaluate(([of, wanted]) => document.querySelector(of).getAttribute(wanted), [selector, name]);
  }

  scrollTop(selector) {
    return this.evaluate((of) => document.querySelector(of).scrollTop, selector);
  }

  scrollTo(selector, top) {
    return this.evaluate(([of, to]) => void (document.querySelector(of).scrollTop = to), [selector, top]);
  }

  /** Waits until the text of an element is this one. */
  waitForText(selector, text) {
    return this.wait(([of, wanted]) => document.querySelector(of).textContent === wanted, [selector, text]);
  }

  waitForCount(selector, count) {
    return this.wait(([of, wanted]) => document.querySelectorAll(of).length === wanted, [selector, count]);
  }

  /** Waits for an element, and returns a point in the middle of its start. */
  async #middle(found) {
    const [call, argument] = Array.isArray(found) ? found : [(of) => document.querySelector(of), found];
    const end = Date.now() + PATIENCE;
    for (;;) {
      const handle = await this.page.evaluateHandle(call, argument).catch(() => null);
      const point = await handle
        ?.evaluate((element) => {
          if (!element) return null;
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left + Math.min(width / 2, 120), top + height / 2];
        })
        .catch(() => null);
      await handle?.dispose().catch(() => {});
      if (point) return point;
      assert.deepEqual(this.exceptions, []);
      assert.ok(Date.now() < end, `never found: ${call} ${JSON.stringify(argument)}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Moves the pointer over an element. Nothing is scrolled. */
  async hover(found) {
    await this.page.mouse.move(...(await this.#middle(found)));
  }

  async click(found) {
    await this.page.mouse.click(...(await this.#middle(found)));
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  type(text) {
    return this.page.keyboard.insertText(text);
  }

  // What is in reports.

  /** Returns the text of all pieces of the source with this class. */
  async sourceWith(name) {
    return (await this.texts(`.code > .${name}`)).join('');
  }

  /** Returns the labels of the nodes in the tree, from top to bottom. */
  labels() {
    return this.evaluate(() =>
      [...document.querySelectorAll('.node')]
        .sort((a, b) => a.offsetTop - b.offsetTop)
        .map((row) => row.querySelector('.label').textContent)
        .join(' '),
    );
  }

  waitForLabels(labels) {
    return this.wait(
      (wanted) =>
        [...document.querySelectorAll('.node')]
          .sort((a, b) => a.offsetTop - b.offsetTop)
          .map((row) => row.querySelector('.label').textContent)
          .join(' ') === wanted,
      labels,
    );
  }

  /** Returns the label of the selected node in the tree. */
  activeNode() {
    return this.text('.node.active .label');
  }

  /** Presses Tab until the element with this id has the focus. */
  async tabTo(id) {
    for (let count = 0; count < 40; count++) {
      if ((await this.evaluate(() => document.activeElement.id)) === id) return;
      await this.press('Tab');
    }
    assert.fail(`Tab never gets to ${id}`);
  }
}

/** The row of the tree with this label. */
export const node = (label) => [
  (wanted) => [...document.querySelectorAll('.node')].find((row) => row.querySelector('.label').textContent === wanted),
  label,
];

/** The piece of the source with this text. */
export const piece = (text) => [(wanted) => [...document.querySelectorAll('.code > span')].find((span) => span.textContent === wanted), text];

/** The element with this index among those that match a selector. A negative index counts from the end. */
export const nth = (selector, index) => [([of, at]) => [...document.querySelectorAll(of)].at(at), [selector, index]];
