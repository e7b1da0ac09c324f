// What nodes are called.

// How much of a text or value a line of the outline shows.
const TEXT_LIMIT = 200;
const VALUE_LIMIT = 80;
// How many names a path has.
const PATH_LIMIT = 10;

const shortened = (text, limit) => (text.length > limit ? `${text.slice(0, limit)}…` : text);

// The start of a text, or of the markup that stands for a comment, a DOCTYPE or an instruction.
function textOf(node) {
  const { texts, start, token } = tree;
  const text = texts.get(node) ?? source.slice(start[node], start[node] + Math.min(token[node], TEXT_LIMIT + 1));
  return shortened(text, TEXT_LIMIT);
}

const isWhiteSpace = (node) => tree.kind(node) === "text" && /^[\t\n\f\r ]*$/.test(textOf(node));

// A node's label as parts: class and text.
function labelParts(node) {
  const kind = tree.kind(node);
  if (kind === "text") {
    const text = visibleText(textOf(node));
    return isWhiteSpace(node) ? [["blank", text.replaceAll(" ", "␣")]] : [["text", `“${text}”`]];
  }
  if (kind !== "element") {
    return [[kind, kind === "part" ? tree.name(node) : visibleText(textOf(node))]];
  }
  const parts = [["tag", "<"], ["name", visibleText(tree.name(node))]];
  for (let attribute = attributes.first[node]; attribute < attributes.first[node + 1]; attribute += 1) {
    const value = shortened(attributes.text(attribute, VALUE_LIMIT + 1), VALUE_LIMIT);
    parts.push(["attribute", ` ${visibleText(attributes.name(attribute))}`]);
    if (value !== "") {
      parts.push(["tag", "="], ["value", `"${visibleText(value)}"`]);
    }
  }
  parts.push(["tag", ">"]);
  return parts;
}

const label = (node) => labelParts(node).map(([, text]) => text).join("");

// A short name, as in a path.
function shortLabel(node) {
  const kind = tree.kind(node);
  return kind === "element" || kind === "part" ? visibleText(tree.name(node)) : `#${kind}`;
}

// The way from the root to a node.
function path(node) {
  const names = [];
  for (let at = node; at >= 0; at = tree.parent[at]) {
    if (names.length === PATH_LIMIT) {
      names.unshift("…");
      break;
    }
    names.unshift(shortLabel(at));
  }
  return names.join(" › ");
}

