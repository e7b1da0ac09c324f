// Runs the examples of the guide and of the README: each `console.log(…); // …` prints what its comment says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inspect } from 'node:util';

const MODULE = new URL('../lib/index.node.js', import.meta.url).href;

function examples(file) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return [...text.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1]);
}

async function run(code) {
  const printed = [];
  globalThis.print = (...values) => printed.push(values.length === 1 ? inspect(values[0], { breakLength: Infinity }) : values.join(' '));
  const body = code.replaceAll('console.log(', 'globalThis.print(').replace(/from 'limpid-html';/g, `from '${MODULE}';`);
  await import(`data:text/javascript,${encodeURIComponent(body)}`);
  return printed;
}

for (const file of ['../../docs/guide/in-javascript.md', '../README.md']) {
  examples(file).forEach((code, index) => {
    test(`${file} example ${index + 1}`, async () => {
      const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
      assert.ok(expected.length > 0, 'the example prints nothing');
      assert.deepEqual(await run(code), expected);
    });
  });
}
