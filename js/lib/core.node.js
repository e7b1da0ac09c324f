// The package in Node, Deno and Bun, which read the WebAssembly module from the disk.

import { readFileSync } from 'node:fs';
import * as wasm from '../dist/core.js';
import { connect } from './api.js';
import { decodeLegacy } from './encodings.node.js';

wasm.initSync({ module: readFileSync(new URL('../dist/core_bg.wasm', import.meta.url)) });

export const { parse, Document, Node } = connect(wasm, decodeLegacy);
