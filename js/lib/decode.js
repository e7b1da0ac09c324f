// Decodes legacy encodings with the platform's TextDecoder.

import { CHECKSUMS } from './checksums.js';

/** Bytes with all pairs of a lead and a trail byte, and the escape sequences of ISO-2022-JP. */
function sample() {
  const bytes = [];
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    for (let trail = 0x30; trail <= 0xff; trail += 1) bytes.push(lead, trail, 0x20);
  }
  bytes.push(0x1b, 0x24, 0x42);
  for (let lead = 0x21; lead <= 0x7e; lead += 1) {
    for (let trail = 0x21; trail <= 0x7e; trail += 1) bytes.push(lead, trail);
  }
  bytes.push(0x1b, 0x28, 0x42);
  return Uint8Array.from(bytes);
}

/** The 32-bit FNV-1a hash of the UTF-16 code units of a text. */
export function checksum(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function decodeSample(decode) {
  return checksum(decode(sample()));
}

const decoders = new Map();

/** Returns the platform's decoder, if it has one, and whether it decodes as the Encoding Standard says. */
function decoderOf(encoding) {
  if (!decoders.has(encoding)) {
    let decoder = null;
    try {
      decoder = new TextDecoder(encoding);
    } catch {
      // An engine without this encoding.
    }
    const isExact = decoder !== null && decodeSample((bytes) => decoder.decode(bytes)) === CHECKSUMS[encoding.toLowerCase()];
    decoders.set(encoding, { decoder, isExact });
  }
  return decoders.get(encoding);
}

/**
 * Decodes bytes in a legacy encoding. `fallback` decodes if the platform does not follow the standard. Without it, in a browser, the result is what
 * the browser itself shows for the page.
 */
export function decode(bytes, encoding, fallback) {
  const { decoder, isExact } = decoderOf(encoding);
  if (fallback && !isExact) return fallback(bytes, encoding);
  if (decoder !== null) return decoder.decode(bytes);
  const error = new Error(`this JavaScript engine cannot decode ${encoding}; decode the page yourself and pass a string`);
  error.name = 'EncodingError';
  throw error;
}
