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
    const start = next();
    const end = next();
    if (start === NONE) return null;
    const startLine = lineOf(lines, start);
    const endLine = end < (lines[startLine] ?? Infinity) ? startLine : lineOf(lines, end);
    const startCol = start - lines[startLine - 1] + 1;
    return { startLine, startCol, startOffset: start, endLine, endCol: end - lines[endLine - 1] + 1, endOffset: end };
  };
  const locate = (node, attributes) => {
    // Documents have no location.
    if (lines === null || !('parentNode' in node)) return;
    const [location, startTag, endTag] = [range(), range(), range()];
    // Like parse5: elements that the parser creates without tags have no location.
    node.sourceCodeLocation = node.tagName !== undefined && !startTag && !endTag ? null : location;
    if (node.sourceCodeLocation === null) return;
    if (attributes !== undefined) location.attrs = attributes;
    if (node.tagName !== undefined) {
      if (startTag) location.startTag = attributes === undefined ? startTag : { ...startTag, attrs: attributes };
      if (endTag) location.endTag = endTag;
    }
  };
  /** Nodes whose children follow. */
  const open = [];
  let root = null;
  /** Where the next document goes: the contents of a template or a shadow root. */
  let place = null;
  let shadowRootBits = 0;
  const add = (node, attributes) => {
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
    locate(node, attributes);
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
        let locations;
        for (let count = next(); count > 0; count -= 1) {
          const [name, namespace, prefix, value] = [string(), string(), string(), string()];
          attrs.push(namespace === null ? { name, value } : { name, value, namespace, prefix: prefix ?? '' });
          const location = lines === null ? null : range();
          if (location !== null) (locations ??= Object.create(null))[prefix === null ? name : `${prefix}:${name}`] = location;
        }
        add({ nodeName: tagName, tagName, attrs, namespaceURI, childNodes: [], parentNode: null }, locations);
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

/** Returns the line of an offset, counted from 1. */
function lineOf(lines, offset) {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lines[middle] <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
