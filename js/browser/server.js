// Serves the built playground, as the documentation site does.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { ROOT } from './report.js';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

const folder = resolve(ROOT, process.env.LIMPID_PLAYGROUND || 'target/book/playground');
const isBuilt = existsSync(join(folder, 'index.html')) && existsSync(join(folder, 'playground_wasm_bg.wasm'));

/** The reason to skip the tests of the playground, or null. */
export const missingPlayground = isBuilt
  ? null
  : `no built playground in ${folder}; run \`mdbook build\` and \`node js/build.mjs --playground target/book/playground\``;

/** Starts a server. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = /^\/playground\/([\w.-]*)$/.exec(pathname)?.[1];
    try {
      if (name === undefined) throw new Error('not in the playground');
      const body = await readFile(join(folder, name || 'index.html'));
      response.writeHead(200, { 'content-type': TYPES[extname(name || 'index.html')] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    address: `${origin}/playground/index.html`,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
