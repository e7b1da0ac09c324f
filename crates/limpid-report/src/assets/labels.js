// The labels of nodes.

// The number of characters of a text or a value that the outline shows.
const TEXT_LIMIT = 200;
const VALUE_LIMIT = 80;
// The maximum number of names in a path.
const PATH_LIMIT = 10;

const shortened = (text, limit) => (text.length > limit ? `${text.slice(0, limit)}…` : text);

// Returns the start of a text, or of the markup of a comment, DOCTYPE or processing instruction.
function textOf(node) {
  const { texts, start, token } = tree;
  const text = texts.get(node) ?? source.slice(start[node], start[node] + Math.min(token[node], TEXT_LIMIT + 1));
  return shortened(text, TEXT_LIMIT);
}

const isWhiteSpace = (node) => tree.kind(node) === "text" && /^[\t\n\f\r ]*$/.test(textOf(node));

// Returns a node's label as pairs of class and text.
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

// Returns the name of a node in a path.
function shortLabel(node) {
  const kind = tree.kind(node);
  return kind === "element" || kind === "part" ? visibleText(tree.name(node)) : `#${kind}`;
}

// Returns the names from the root to a node.
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

