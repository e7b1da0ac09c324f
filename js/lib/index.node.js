// The package in Node, Deno and Bun, which read the WebAssembly module from the disk.

import { readFileSync } from 'node:fs';
import * as wasm from '../dist/full.js';
import { connect } from './api.js';
import { decodeLegacy } from './encodings.node.js';

wasm.initSync({ module: readFileSync(new URL('../dist/full_bg.wasm', import.meta.url)) });

export const { parse, edit, sanitize, rewrite, rewriteString, Document, Node, Content, Sanitizer } = connect(wasm, decodeLegacy);
