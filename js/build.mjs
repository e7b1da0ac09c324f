// Builds dist/: the modules `full`, `core` and `encodings`, each a WebAssembly file and its JavaScript.
//
//     node build.mjs            all modules
//     node build.mjs --quick    without wasm-opt, for tests
//     node build.mjs --playground FOLDER
//                               only the playground's module, into FOLDER with the JavaScript that it needs

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
if (playground !== null) {
  for (const file of ['api.js', 'parse5.js', 'decode.js', 'checksums.js']) copyFileSync(join(folder, 'lib', file), join(playground, file));
  copyFileSync(join(folder, '../crates/limpid-report/src/assets/colors.css'), join(playground, 'colors.css'));
}
for (const license of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(folder, '..', license), join(folder, license));
