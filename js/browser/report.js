// Writes reports with the built command.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let command = null;

/**
 * Returns the path of the command: `LIMPID`, or the one that `cargo build` writes. It is built if it is missing. Relative paths start at the root of
 * the repository.
 */
function limpid() {
  if (command !== null) return command;
  const named = process.env.LIMPID;
  if (named) {
    const file = resolve(ROOT, named);
    if (!existsSync(file)) throw new Error(`LIMPID: ${file} does not exist`);
    return (command = file);
  }
  const target = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target');
  const built = join(target, 'debug', process.platform === 'win32' ? 'limpid.exe' : 'limpid');
  if (!existsSync(built)) {
    // The output of a child of a test process would be taken for results of tests.
    execFileSync('cargo', ['build', '-p', 'limpid-cli', '--locked'], { cwd: ROOT, stdio: ['ignore', process.stderr, process.stderr] });
  }
  return (command = built);
}

let temporary = null;

/** Creates a folder, which is removed at the end of the process. */
function temporaryFolder() {
  if (temporary === null) {
    temporary = mkdtempSync(join(tmpdir(), 'limpid-'));
    process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  }
  return mkdtempSync(join(temporary, 'report-'));
}

/** Writes the report of a page into a temporary folder. Returns the path of the report. */
export function report(page, { name = 'page.html', options = ['--encoding', 'utf-8'] } = {}) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), page);
  execFileSync(limpid(), ['report', name, '-o', 'report.html', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return join(folder, 'report.html');
}

/** Returns a page of the tests of the command. */
export function testPage(name) {
  return readFileSync(join(ROOT, 'crates/limpid-cli/tests/pages', name), 'utf8');
}

/** Returns a page of one line with at least a megabyte, tens of thousands of nodes and thousands of errors. */
export function largePage() {
  let page = '<!DOCTYPE html><title>Large</title>';
  for (let number = 1; page.length < 1_000_000; number++) {
    page +=
      `<div class="card c${number}"><p>Boat <b>${number}</p> leaves at ${number % 24}:00</b><img src=${number}.png alt=>` +
      `<table>soon<tr><td>pier<td>${number % 9}</table><a href=/tours?id=${number}&amp;x>Book</a></i></div>`;
  }
  return `${page}<p id=last>The last one</nobody>`;
}
