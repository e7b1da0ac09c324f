// decode(): the choice between the platform's decoders and the package's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKSUMS } from '../lib/checksums.js';
import { checksum, decode, decodeSample } from '../lib/decode.js';
import { decodeLegacy } from '../lib/encodings.node.js';

test('the checksums are those of the decoders of the package', () => {
  assert.equal(Object.keys(CHECKSUMS).length, 34);
  for (const [encoding, expected] of Object.entries(CHECKSUMS)) {
    assert.equal(decodeSample((bytes) => decodeLegacy(bytes, encoding)), expected, encoding);
  }
});

test('decode() returns what the package decodes, with any decoder of the platform', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (const encoding of Object.keys(CHECKSUMS)) assert.equal(decode(bytes, encoding, decodeLegacy), decodeLegacy(bytes, encoding), encoding);
});

test('an encoding that the platform does not decode is an error without a fallback', () => {
  assert.throws(() => decode(new Uint8Array(1), 'x-unknown'), { name: 'EncodingError', message: /cannot decode x-unknown/ });
  assert.equal(decode(Uint8Array.of(1), 'x-unknown', (bytes, encoding) => `${encoding} ${bytes[0]}`), 'x-unknown 1');
});

test('the checksum is that of FNV-1a', () => {
  assert.deepEqual(['', 'a', 'foobar'].map(checksum), [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});
