// Finds and starts the browser of the tests.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, firefox } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
/** The time limit of each command of the installation, in milliseconds. */
const INSTALL_LIMIT = 150_000;

// Pictures look the same on all machines.
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
];

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function inPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isFile) ?? null;
}

/** Installs Debian's package. Does nothing without root. */
function install() {
  if (process.getuid?.() !== 0) return;
  const aptGet = (...words) => {
    const options = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120'];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('apt-get', [...options, ...words], { env, stdio: 'ignore', timeout: INSTALL_LIMIT }).status === 0;
  };
  const packages = ['install', '-y', '--no-install-recommends', 'chromium'];
  if (!aptGet(...packages) && aptGet('update')) aptGet(...packages);
}

/**
 * Returns the path of the browser: `LIMPID_CHROMIUM`, or one in the PATH. With `LIMPID_INSTALL_CHROMIUM=1`, installs a missing browser. Returns null
 * if no browser is installed, and none was to be installed.
 */
export function findChromium() {
  const named = process.env.LIMPID_CHROMIUM;
  if (named) {
    if (!isFile(named)) throw new Error(`LIMPID_CHROMIUM: ${named} is not a file`);
    return named;
  }
  const found = inPath();
  if (found !== null || process.env.LIMPID_INSTALL_CHROMIUM !== '1') return found;
  install();
  const installed = inPath();
  if (installed === null) throw new Error('No Chromium in the PATH, and its installation failed. It needs root, apt-get and a network.');
  return installed;
}

/** Starts the browser. Returns null if none is installed. */
export async function startChromium() {
  const executablePath = findChromium();
  return executablePath === null ? null : chromium.launch({ executablePath, args: ARGUMENTS });
}

/** Starts `LIMPID_FIREFOX`. Returns null without it, and for versions that Playwright cannot control: at present, those before 143. */
export async function startFirefox() {
  const executablePath = process.env.LIMPID_FIREFOX;
  return executablePath ? firefox.launch({ channel: 'moz-firefox', executablePath }).catch(() => null) : null;
}

/** Returns whether the browser can open files: in a container, it may see another temporary folder. */
export async function canOpenFiles(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'limpid-'));
  const page = await browser.newPage();
  try {
    writeFileSync(join(folder, 'probe.html'), '<title>probe</title>');
    await page.goto(pathToFileURL(join(folder, 'probe.html')).href);
    return (await page.title()) === 'probe';
  } catch {
    return false;
  } finally {
    await page.close();
    rmSync(folder, { recursive: true });
  }
}
