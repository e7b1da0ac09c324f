// Keeps the source, the selected tab and the queries: in the address, or in the tab of the browser if they are too long for an address.

const VERSION = 1;
/** The maximum number of characters of a fragment. */
export const MAX_STATE = 60_000;
/** The maximum number of bytes of a decompressed state. */
const MAX_BYTES = 5_000_000;
const KEY = 'limpid-playground';

/** Returns bytes, compressed or decompressed. Fails if there are too many. */
async function through(bytes, stream, limit) {
  const chunks = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new Error('too long');
    }
    chunks.push(value);
  }
}

/** Returns the fragment of an address with the state, or null if the state is too long. */
export async function encode(state) {
  const bytes = new TextEncoder().encode(JSON.stringify({ version: VERSION, ...state }));
  if (bytes.length > MAX_BYTES) return null;
  const packed = await through(bytes, new CompressionStream('deflate-raw'), MAX_STATE).catch(() => null);
  if (packed === null) return null;
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text.length > MAX_STATE ? null : `#${text}`;
}

/** Returns the state of a fragment, or null for an empty one. Fails with a message for users. */
export async function decode(fragment) {
  const text = fragment.slice(1).replaceAll('-', '+').replaceAll('_', '/');
  if (text === '') return null;
  if (text.length > MAX_STATE) throw new Error('This link is too long');
  let state;
  try {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    state = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'), MAX_BYTES)));
  } catch (error) {
    throw new Error(error.message === 'too long' ? 'The source in this link is too long' : 'This link is damaged');
  }
  if (typeof state?.source !== 'string') throw new Error('This link is damaged');
  if ((state.version ?? VERSION) !== VERSION) throw new Error('This link is for another version of the playground');
  return state;
}

/** Keeps the state for a fragment in this tab of the browser. Returns whether that is possible. */
export function keepInTab(fragment, state) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ fragment, state }));
    return true;
  } catch {
    return false;
  }
}

/** Returns the state that this tab keeps for a fragment, or null. */
export function keptInTab(fragment) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept?.fragment === fragment ? kept.state : null;
  } catch {
    return null;
  }
}
