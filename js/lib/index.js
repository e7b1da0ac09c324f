// The package in browsers, which fetch the WebAssembly module.

import initialize, * as wasm from '../dist/full.js';
import { connect } from './api.js';

await initialize({ module_or_path: new URL('../dist/full_bg.wasm', import.meta.url) });

export const { parse, edit, sanitize, rewrite, rewriteString, Document, Node, Content, Sanitizer } = connect(wasm);
