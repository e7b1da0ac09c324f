// Reads the data that the command wrote. Nodes, attributes and errors are identified by numbers. -1 means that there is no node, attribute or
// error.
// All offsets count UTF-16 code units of the source.

const data = JSON.parse(document.getElementById("data").textContent);
const source = data.source;

// The syntax class of a source character, with two flags for errors.
const PLAIN = 0;
const TEXT = 1;
const TAG = 2;
const NAME = 3;
const ATTRIBUTE = 4;
const VALUE = 5;
const END_TAG = 6;
const END_NAME = 7;
const COMMENT = 8;
const DOCTYPE = 9;
const INSTRUCTION = 10;
const STARTS_ERROR = 0x40;
const IN_ERROR = 0x80;

const tree = readTree(data.nodes, data.names);
const attributes = readAttributes(data.attributes, data.nodes.attributes);
const errors = readErrors(data.errors);
// For each source character, the node whose token contains it, and its syntax class with the flags for errors.
const owner = new Int32Array(source.length).fill(-1);
const syntax = new Uint8Array(source.length);
classifyTokens();
flagErrors();

// Returns the running sums of a list of differences.
function sums(differences) {
  const list = new Int32Array(differences.length);
  let sum = 0;
  differences.forEach((difference, at) => {
    sum += difference;
    list[at] = sum;
  });
  return list;
}

function readTree(columns, names) {
  const count = columns.name.length;
  const start = sums(columns.start);
  const token = Int32Array.from(columns.token);
  const endTag = Int32Array.from(columns.end_tag);
  const endStart = Int32Array.from(columns.end_start, (gap, node) => start[node] + token[node] + gap);
  const depth = Int32Array.from(columns.depth);
  const parent = new Int32Array(count).fill(-1);
  // The first node number after a node's descendants.
  const end = new Int32Array(count);
  const open = [];
  for (let node = 0; node <= count; node += 1) {
    const level = node < count ? depth[node] : 0;
    while (open.length > level) {
      end[open.pop()] = node;
    }
    if (node < count) {
      parent[node] = level > 0 ? open[level - 1] : -1;
      open.push(node);
    }
  }
  const kind = (node) => names[columns.name[node]][0];
  // The source range of a node: from its start tag or its first content to its end tag or its last content.
  const from = new Int32Array(count).fill(-1);
  const to = new Int32Array(count).fill(-1);
  for (let node = count - 1; node >= 0; node -= 1) {
    if (token[node] > 0) {
      from[node] = start[node];
      to[node] = Math.max(to[node], start[node] + token[node]);
    }
    if (endTag[node] > 0) {
      from[node] = from[node] < 0 ? endStart[node] : from[node];
      to[node] = Math.max(start[node] + token[node], endStart[node] + endTag[node]);
    }
    const above = parent[node];
    if (above >= 0 && from[node] >= 0) {
      from[above] = from[node];
      to[above] = to[above] < 0 ? to[node] : to[above];
    }
  }
  return {
    count, start, token, endStart, endTag, depth, parent, end, from, to, kind,
    name: (node) => names[columns.name[node]][1],
    namespace: (node) => names[columns.name[node]][2],
    isImplied: (node) => token[node] === 0 && kind(node) === "element",
    texts: new Map(columns.texts),
  };
}

function readAttributes(columns, counts) {
  const first = new Int32Array(counts.length + 1);
  counts.forEach((count, node) => (first[node + 1] = first[node] + count));
  const total = columns.name.length;
  const start = new Int32Array(total);
  const value = new Int32Array(total);
  for (let node = 0; node < counts.length; node += 1) {
    for (let attribute = first[node]; attribute < first[node + 1]; attribute += 1) {
      start[attribute] = tree.start[node] + columns.start[attribute];
      value[attribute] = start[attribute] + columns.value[attribute];
    }
  }
  const length = Int32Array.from(columns.length);
  const texts = new Map(columns.texts);
  return {
    first, start, value, length,
    name: (attribute) => data.attribute_names[columns.name[attribute]],
    text: (attribute, limit) =>
      texts.get(attribute) ?? source.slice(value[attribute], value[attribute] + Math.min(length[attribute], limit)),
  };
}

function readErrors(columns) {
  const from = sums(columns.start);
  const to = Int32Array.from(columns.length, (length, error) => from[error] + length);
  // The greatest end of this error and all errors before it.
  const reach = new Int32Array(to.length);
  to.forEach((end, error) => (reach[error] = Math.max(end, error > 0 ? reach[error - 1] : 0)));
  const { code, line, column } = columns;
  return { count: code.length, code, line, column, from, to, reach };
}

// Returns the length of the tag name that starts at an offset.
function nameLength(offset, end) {
  let at = offset;
  while (at < end && !"\t\n\f\r />".includes(source[at])) {
    at += 1;
  }
  return at - offset;
}

function isText(node) {
  return tree.kind(node) === "text";
}

function classifyTokens() {
  const { count, start, token, endStart, endTag, kind } = tree;
  const assign = (node, from, to, syntaxClass) => {
    owner.fill(node, from, to);
    syntax.fill(syntaxClass, from, to);
  };
  // Texts first: tags of nodes that the parser moved can lie inside the range of a text.
  for (let node = 0; node < count; node += 1) {
    if (isText(node)) {
      assign(node, start[node], start[node] + token[node], TEXT);
    }
  }
  const others = { comment: COMMENT, doctype: DOCTYPE, instruction: INSTRUCTION };
  for (let node = 0; node < count; node += 1) {
    const [from, to] = [start[node], start[node] + token[node]];
    const what = kind(node);
    if (what in others) {
      assign(node, from, to, others[what]);
    } else if (what === "element") {
      if (to > from) {
        assign(node, from, to, TAG);
        assign(node, from + 1, from + 1 + nameLength(from + 1, to), NAME);
      }
      if (endTag[node] > 0) {
        const [open, close] = [endStart[node], endStart[node] + endTag[node]];
        assign(node, open, close, END_TAG);
        assign(node, open + 2, open + 2 + nameLength(open + 2, close), END_NAME);
      }
    }
  }
  for (let node = 0; node < count; node += 1) {
    for (let attribute = attributes.first[node]; attribute < attributes.first[node + 1]; attribute += 1) {
      if (attributes.length[attribute] >= 0) {
        classifyAttribute(node, attribute);
      }
    }
  }
}

function classifyAttribute(node, attribute) {
  const { start, value, length, name } = attributes;
  const ranges = [
    [start[attribute], start[attribute] + name(attribute).length, ATTRIBUTE],
    [value[attribute], value[attribute] + length[attribute], VALUE],
  ];
  for (const [from, to, syntaxClass] of ranges) {
    syntax.fill(syntaxClass, from, to);
    // If another element is already the owner, it stays the owner: elements that the parser cloned share the tag of the original.
    for (let at = from; at < to; at += 1) {
      owner[at] = owner[at] < 0 || isText(owner[at]) ? node : owner[at];
    }
  }
}

// A tag that the parser ignored can lie inside the range of a text, but is not part of the text.
function classifyDroppedTag(from, to) {
  if (!/^<[/!?a-z]/i.test(source.slice(from, from + 2)) || source[to - 1] !== ">") {
    return;
  }
  for (let at = from; at < to; at += 1) {
    if (syntax[at] === TEXT) {
      syntax[at] = PLAIN;
      owner[at] = tree.parent[owner[at]];
    }
  }
}

function flagErrors() {
  for (let error = 0; error < errors.count; error += 1) {
    const done = error > 0 ? errors.reach[error - 1] : 0;
    classifyDroppedTag(Math.max(errors.from[error], done), errors.to[error]);
  }
  for (let error = 0; error < errors.count; error += 1) {
    const [from, to] = [errors.from[error], errors.to[error]];
    // Skip the part that an earlier error covers.
    const done = error > 0 ? errors.reach[error - 1] : 0;
    for (let at = Math.max(from, done); at < to; at += 1) {
      syntax[at] |= IN_ERROR;
    }
    if (to > from) {
      syntax[from] |= STARTS_ERROR;
    }
  }
}

// Returns up to five errors that contain an offset. An error without a length contains the offset at which it starts.
function errorsAt(offset) {
  const found = [];
  let error = firstAbove(errors.from, offset) - 1;
  for (let steps = 0; error >= 0 && errors.reach[error] >= offset && steps < 1000; error -= 1, steps += 1) {
    if (errors.to[error] > offset || errors.from[error] === offset) {
      found.unshift(error);
    }
  }
  return found.slice(0, 5);
}

// Returns the index of the first item in a sorted list that is greater than a value.
function firstAbove(list, value, length = list.length) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] > value) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// Returns the node whose token contains an offset. If there is none, returns the innermost node whose source range contains the offset.
function nodeAt(offset) {
  if (offset < source.length && owner[offset] >= 0) {
    return owner[offset];
  }
  let found = -1;
  for (let node = 0; node < tree.count; node += 1) {
    if (tree.from[node] <= offset && offset < tree.to[node]) {
      const isInside = found < 0 || tree.to[node] - tree.from[node] <= tree.to[found] - tree.from[found];
      found = isInside ? node : found;
    }
  }
  return found;
}

