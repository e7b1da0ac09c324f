// Decodes what the TextDecoder of Node does not decode as the Encoding Standard says. The module is read when it is needed for the first time.

import { readFileSync } from 'node:fs';
import * as wasm from '../dist/encodings.js';

let isLoaded = false;

export function decodeLegacy(bytes, encoding) {
  if (!isLoaded) wasm.initSync({ module: readFileSync(new URL('../dist/encodings_bg.wasm', import.meta.url)) });
  isLoaded = true;
  return wasm.decode(bytes, encoding);
}
