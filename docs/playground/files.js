// Opens files that are chosen, or dropped anywhere on the page. Texts that are dropped on the source are left to the browser.

import { byId, say } from './dom.js';

const MAX_FILE = 20_000_000;

/** Whether a file has a NUL byte near its start, and is not UTF-16 with a byte order mark. */
function isBinary(bytes) {
  const mark = bytes[0] * 256 + bytes[1];
  return mark !== 0xfeff && mark !== 0xfffe && bytes.subarray(0, 1000).includes(0);
}

/** Calls `open` with the bytes of each file that the user chooses or drops. */
export function acceptFiles(open) {
  const accept = async (files) => {
    const [file] = files;
    if (file === undefined) return;
    try {
      if (file.size > MAX_FILE) throw new Error(`${file.name} has more than ${MAX_FILE / 1_000_000} MB`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (isBinary(bytes)) throw new Error(`${file.name} is a binary file, not a page`);
      await open(bytes);
      say(files.length === 1 ? '' : `1 of ${files.length} files opened: ${file.name}`);
    } catch (error) {
      say(`Not opened: ${error.message}`);
    }
  };
  const input = byId('file');
  // Without a previous choice, choosing the same file again is a change.
  input.addEventListener('click', () => (input.value = ''));
  input.addEventListener('change', () => accept([...input.files]));
  // The overlay covers the frame with the report, so that its files come here, too.
  const overlay = byId('overlay');
  const hasFiles = (event) => event.dataTransfer.types.includes('Files');
  for (const type of ['dragenter', 'dragover']) {
    addEventListener(type, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      overlay.hidden = false;
    });
  }
  overlay.addEventListener('dragleave', () => (overlay.hidden = true));
  addEventListener('drop', (event) => {
    overlay.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    accept([...event.dataTransfer.files]);
  });
}
