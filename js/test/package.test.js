// The package as users install it: packs it, installs it in an empty project, and uses it from JavaScript and TypeScript.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(folder, 'node_modules/typescript/bin/tsc');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

let project;
let packed;

function run(command, ...commandArguments) {
  return runIn(project, command, ...commandArguments);
}

/** Runs a command, and returns its output. An error contains the output, because the TypeScript compiler prints errors to it. */
function runIn(place, command, ...commandArguments) {
  const env = { ...process.env, npm_config_cache: join(project, '.npm-cache'), npm_config_update_notifier: 'false' };
  // The variables of the test runner would change the output of other processes of Node.
  delete env.NODE_TEST_CONTEXT;
  try {
    return execFileSync(command, commandArguments, { cwd: place, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`${command} ${commandArguments.join(' ')} failed:\n${error.stdout}${error.stderr}`);
  }
}

function write(name, text) {
  writeFileSync(join(project, name), text);
}

before(() => {
  project = mkdtempSync(join(tmpdir(), 'limpid-html-package-'));
  [packed] = JSON.parse(runIn(folder, npm, 'pack', '--json', '--ignore-scripts', '--pack-destination', project));
  write('package.json', JSON.stringify({ name: 'project', private: true }));
  run(npm, 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', join(project, packed.filename));
});

after(() => rmSync(project, { recursive: true, force: true }));

test('the package contains lib, dist, the licenses and the README, and nothing else', () => {
  const files = packed.files.map(({ path }) => path).sort();
  const inFolder = (name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`);
  const expected = [...inFolder('lib'), ...inFolder('dist'), 'LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json'];
  assert.deepEqual(files, expected.sort());
  for (const name of ['core', 'encodings', 'full']) {
    for (const file of [`dist/${name}.js`, `dist/${name}_bg.wasm`]) assert.ok(files.includes(file), file);
  }
  assert.ok(files.every((file) => /\.(js|d\.ts|wasm|json|md)$|^LICENSE-/.test(file)), files.join(', '));
});

test('the package has no dependencies', () => {
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed, ['limpid-html']);
});

test('all files that the package names exist', () => {
  const { exports, types, files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const paths = [types, ...files];
  const collect = (value) => (typeof value === 'string' ? paths.push(value) : Object.values(value).forEach(collect));
  collect(exports);
  for (const path of paths) assert.ok(existsSync(join(project, 'node_modules/limpid-html', path)), path);
});

test('no file contains the folder in which it was built', () => {
  for (const { path } of packed.files) {
    const content = readFileSync(join(project, 'node_modules/limpid-html', path));
    assert.equal(content.indexOf(join(folder, '..')), -1, path);
  }
});

test('an ES module imports the package', () => {
  write('module.mjs', `import { parse } from 'limpid-html';
    import { parse as parseWithCore } from 'limpid-html/core';
    console.log(parse('<p>a').text() + parseWithCore('<p>b').text());`);
  assert.equal(run(process.execPath, 'module.mjs'), 'ab\n');
});

test('a CommonJS module imports the package with import()', () => {
  write('module.cjs', `import('limpid-html').then(({ parse }) => console.log(parse(Buffer.from([0xf0]), { encoding: 'koi8-r' }).text()));`);
  assert.equal(run(process.execPath, 'module.cjs'), 'П\n');
});

test('other files of the package cannot be imported', () => {
  write('internal.mjs', `import('limpid-html/lib/api.js').catch(({ code }) => console.log(code));`);
  assert.equal(run(process.execPath, 'internal.mjs'), 'ERR_PACKAGE_PATH_NOT_EXPORTED\n');
});

for (const [module, moduleResolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
  test(`TypeScript compiles programs in strict mode with moduleResolution ${moduleResolution}, and they run`, () => {
    const name = `types-${moduleResolution}`;
    mkdirSync(join(project, name));
    const sources = moduleResolution === 'nodenext' ? ['api.mts', 'core.mts', 'commonjs.cts'] : ['api.mts', 'core.mts'];
    for (const file of sources) copyFileSync(join(folder, 'test/types', file), join(project, name, file));
    const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'test/types/tsconfig.json'), 'utf8'));
    // The types of the package are checked too.
    const settings = { ...compilerOptions, module, moduleResolution, skipLibCheck: false };
    write(`${name}/tsconfig.json`, JSON.stringify({ compilerOptions: settings, files: sources }));
    run(process.execPath, compiler, '--noEmit', '--project', name);
    run(process.execPath, compiler, '--noEmit', 'false', '--project', name);
    for (const file of sources) assert.equal(run(process.execPath, join(name, file.replace(/ts$/, 'js'))), 'passed\n', file);
  });
}

test('TypeScript compiles the examples of the guide, and programs without the DOM library', () => {
  const guide = readFileSync(join(folder, '../docs/guide/in-javascript.md'), 'utf8');
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'test/types/tsconfig.json'), 'utf8'));
  const compile = (name, sources, options) => {
    mkdirSync(join(project, name));
    sources.forEach((source, index) => write(`${name}/${index}.mts`, source));
    write(`${name}/tsconfig.json`, JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: false, ...options } }));
    run(process.execPath, compiler, '--noEmit', '--project', name);
  };
  // The examples have no types of parameters.
  compile('guide', Array.from(guide.matchAll(/^```js\n(.*?)^```/gms), ([, code]) => code), { noImplicitAny: false });
  const program = "import { parse } from 'limpid-html';\nconst title: string | null = parse('<title>Tea').title;\nvoid title;\n";
  compile('without-dom', [program, program.replace('html', 'html/core')], { lib: ['es2022'] });
});

test('the examples of the README print what their comments say', () => {
  const readme = readFileSync(join(project, 'node_modules/limpid-html/README.md'), 'utf8');
  const examples = Array.from(readme.matchAll(/^```js\n(.*?)^```/gms), ([, code]) => code);
  assert.ok(examples.length > 0);
  for (const [index, code] of examples.entries()) {
    const comments = Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
    write(`example-${index}.mjs`, code);
    const printed = run(process.execPath, `example-${index}.mjs`).trimEnd().split('\n');
    // A comment quotes a string, which the console prints without quotes.
    assert.deepEqual(printed, comments.map((comment) => comment.replace(/^'(.*)'$/, '$1')), code);
  }
});
