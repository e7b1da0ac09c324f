// The package in browsers, which fetch the WebAssembly module.

import initialize, * as wasm from '../dist/core.js';
import { connect } from './api.js';

await initialize({ module_or_path: new URL('../dist/core_bg.wasm', import.meta.url) });

export const { parse, Document, Node } = connect(wasm);
