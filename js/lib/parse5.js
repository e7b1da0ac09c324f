// Builds plain objects in the shape of parse5's default tree adapter.

const [END, DOCUMENT, ELEMENT, TEXT, COMMENT, DOCTYPE, PROCESSING_INSTRUCTION, CONTENTS, SHADOW_ROOT] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const NONE = 0xffffffff;

/**
 * Returns the tree. `numbers` and `text` are those of the class `Dump` in Rust, `kind` is the kind of the root, and `mode` is the quirks mode.
 * `source` is the source if nodes have locations, and otherwise null.
 */
export function toParse5(numbers, text, kind, mode, source) {
  const lines = source === null ? null : lineStarts(source);
  let at = 0;
  let offset = 0;
  const next = () => numbers[at++];
  const string = () => {
    const length = next();
    return length === NONE ? null : text.slice(offset, (offset += length));
  };
  const range = () => {
    const [start, end] = [next(), next()];
    return start === NONE ? null : { ...position(lines, start, 'start'), ...position(lines, end, 'end') };
  };
  const locate = (node) => {
    if (lines === null) return;
    const [location, startTag, endTag] = [range(), range(), range()];
    if (location === null) return;
    if (node.tagName !== undefined) {
      if (startTag) location.startTag = startTag;
      if (endTag) location.endTag = endTag;
    }
    node.sourceCodeLocation = location;
  };
  /** Nodes whose children follow. */
  const open = [];
  let root = null;
  /** Where the next document goes: the contents of a template or a shadow root. */
  let place = null;
  let shadowRootBits = 0;
  const add = (node) => {
    const parent = open.at(-1);
    if (place !== null) {
      parent[place] = node;
      place = null;
    } else if (parent === undefined) {
      root = node;
    } else {
      node.parentNode = parent;
      parent.childNodes.push(node);
    }
    open.push(node);
    locate(node);
  };
  while (at < numbers.length) {
    switch (next()) {
      case END:
        open.pop();
        break;
      case DOCUMENT:
        if (root === null && kind === 'document') {
          add({ nodeName: '#document', mode, childNodes: [] });
        } else if (place === 'shadowRoot') {
          const [isClosed, delegatesFocus, clonable, serializable] = [1, 2, 4, 8].map((bit) => (shadowRootBits & bit) !== 0);
          add({ nodeName: '#document-fragment', mode: isClosed ? 'closed' : 'open', delegatesFocus, clonable, serializable, childNodes: [] });
        } else {
          add({ nodeName: '#document-fragment', childNodes: [] });
        }
        break;
      case ELEMENT: {
        const tagName = string();
        const namespaceURI = string();
        const attrs = [];
        for (let count = next(); count > 0; count -= 1) {
          const [name, namespace, prefix, value] = [string(), string(), string(), string()];
          attrs.push(namespace === null ? { name, value } : { name, value, namespace, prefix: prefix ?? '' });
        }
        add({ nodeName: tagName, tagName, attrs, namespaceURI, childNodes: [], parentNode: null });
        break;
      }
      case TEXT:
        add({ nodeName: '#text', value: string(), parentNode: null });
        break;
      case COMMENT:
        add({ nodeName: '#comment', data: string(), parentNode: null });
        break;
      case DOCTYPE: {
        const [name, publicId, systemId] = [string(), string(), string()];
        add({ nodeName: '#documentType', name, publicId, systemId, parentNode: null });
        break;
      }
      case PROCESSING_INSTRUCTION: {
        const [target, data] = [string(), string()];
        add({ nodeName: target, target, data, parentNode: null });
        break;
      }
      case CONTENTS:
        place = 'content';
        break;
      case SHADOW_ROOT:
        place = 'shadowRoot';
        shadowRootBits = next();
        break;
    }
  }
  return root;
}

function lineStarts(source) {
  const starts = [0];
  for (const { 0: end, index } of source.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}

/** Returns an offset with its line and its column from 1, as parse5 names them. */
function position(lines, offset, name) {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lines[middle] <= offset) low = middle;
    else high = middle;
  }
  return { [`${name}Line`]: low + 1, [`${name}Col`]: offset - lines[low] + 1, [`${name}Offset`]: offset };
}
