// Registers tests that need a browser. All tests of a file share one.

import { after, test } from 'node:test';
import { canOpenFiles, startChromium } from './browser.js';

const NO_BROWSER = 'no Chromium in the PATH; LIMPID_CHROMIUM=FILE sets one, LIMPID_INSTALL_CHROMIUM=1 installs the package of Debian as root';
const NO_FILES = 'Chromium cannot open files in the temporary folder; TMPDIR sets another folder';
const TIME_LIMIT = 300_000;

const browser = await startChromium();
after(() => browser?.close());

const note = browser === null ? NO_BROWSER : (await canOpenFiles(browser)) ? null : NO_FILES;

/** Registers a test. It is skipped without a browser, or if `skip` has a reason. */
export function browserTest(name, run, skip = null) {
  const reason = note ?? skip;
  test(name, { skip: reason ?? false, timeout: TIME_LIMIT }, async () => {
    try {
      await run(browser);
    } finally {
      for (const context of browser.contexts()) await context.close();
    }
  });
}
