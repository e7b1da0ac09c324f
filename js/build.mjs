// Builds dist/: the modules `full`, `core` and `encodings`, each a WebAssembly file and its JavaScript.
//
//     node build.mjs            all modules
//     node build.mjs --quick    without wasm-opt, for tests
//     node build.mjs --playground FOLDER
//                               only the playground, into FOLDER

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('.', import.meta.url));
const dist = join(folder, 'dist');
const target = process.env.CARGO_TARGET_DIR ?? join(folder, 'target');
const isQuick = process.argv.includes('--quick');
// Panic messages contain paths of source files.
const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
const remap = [[join(home, 'registry', 'src'), 'crates'], [join(folder, '..'), 'limpid']].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
const env = { ...process.env, RUSTFLAGS: [process.env.RUSTFLAGS, ...remap].filter(Boolean).join(' ') };
const run = (command, ...commandArguments) => execFileSync(command, commandArguments, { cwd: folder, env, stdio: 'inherit' });
const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

run('cargo', 'build', '--locked', '--quiet', '--manifest-path', 'build/Cargo.toml', '--target-dir', target);
const playground = process.argv.includes('--playground') ? resolve(process.argv[process.argv.indexOf('--playground') + 1]) : null;
const modules =
  playground === null
    ? [
        ['core', 'limpid_js', 'Cargo.toml'],
        ['full', 'limpid_js', 'Cargo.toml', '--features', 'full'],
        ['encodings', 'limpid_js_encodings', 'encodings/Cargo.toml'],
      ]
    : [['playground_wasm', 'limpid_js', 'Cargo.toml', '--features', 'playground']];
const out = playground ?? dist;
if (playground === null) rmSync(dist, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [name, library, manifest, ...features] of modules) {
  const options = ['--locked', '--quiet', '--release', '--target', 'wasm32-unknown-unknown', '--target-dir', target];
  run('cargo', 'build', '--manifest-path', manifest, ...options, ...features);
  const module = join(target, 'wasm32-unknown-unknown', 'release', `${library}.wasm`);
  run(join(target, 'debug', 'limpid-js-build'), 'bindgen', module, out, name);
  const built = join(out, `${name}_bg.wasm`);
  if (!isQuick) {
    // Optimizing makes the file smaller, but in some cases the compressed file larger.
    const optimized = join(target, 'optimized.wasm');
    run('node', join(folder, 'node_modules/binaryen/bin/wasm-opt'), '-O2', '--all-features', built, '-o', optimized);
    if (gzipped(optimized) < gzipped(built)) copyFileSync(optimized, built);
  }
  console.log(`${name}: ${statSync(built).size} bytes, ${gzipped(built)} with gzip`);
}
if (playground !== null) await writePlayground(playground);
for (const license of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(folder, '..', license), join(folder, license));

/** Writes all files of the playground except its module. */
async function writePlayground(out) {
  const pages = join(folder, '../docs/playground');
  const libraries = ['api.js', 'parse5.js', 'decode.js', 'checksums.js'];
  for (const file of readdirSync(pages)) copyFileSync(join(pages, file), join(out, file));
  for (const file of libraries) copyFileSync(join(folder, 'lib', file), join(out, file));
  copyFileSync(join(folder, '../crates/limpid-report/src/assets/colors.css'), join(out, 'colors.css'));
  // The frame with a report has the policy of the page in addition to its own: the page has to allow the style and the script of reports.
  const [, style, script] = /style-src '([^']+)'; script-src '([^']+)'/.exec(await emptyReport(out));
  replace(join(out, 'index.html'), [
    ["style-src 'self'", `style-src 'self' '${style}'`],
    ["script-src 'self'", `script-src 'self' '${script}'`],
  ]);
  // The service worker accepts only the files with these hashes, so that it never mixes the files of two versions.
  const names = [...readdirSync(pages), ...libraries, 'colors.css', 'playground_wasm.js', 'playground_wasm_bg.wasm'];
  const hashes = names.filter((name) => name !== 'offline.js').map((name) => [name, `sha256-${sha256(readFileSync(join(out, name)))}`]);
  replace(join(out, 'offline.js'), [
    ['const FILES = {};', `const FILES = ${JSON.stringify(Object.fromEntries(hashes), null, 2)};`],
    ["const VERSION = '';", `const VERSION = '${sha256(JSON.stringify(hashes))}';`],
  ]);
}

function sha256(data) {
  return createHash('sha256').update(data).digest('base64');
}

function replace(file, replacements) {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(file, text);
}

/** Returns the report of an empty page. */
async function emptyReport(out) {
  const load = (name) => import(pathToFileURL(join(out, name)));
  const [wasm, { TREE, connect }] = [await load('playground_wasm.js'), await load('api.js')];
  wasm.initSync({ module: readFileSync(join(out, 'playground_wasm_bg.wasm')) });
  return connect(wasm).parse('', { spans: true })[TREE].report('');
}
