// Dumps trees in the format of html5lib-tests, and writes the results of all cases into the page.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";
const NAMESPACES = { html: "http://www.w3.org/1999/xhtml", svg: SVG, math: MATHML };
const PREFIXES = new Map([
  [SVG, "svg "],
  [MATHML, "math "],
  ["http://www.w3.org/1999/xlink", "xlink "],
  ["http://www.w3.org/XML/1998/namespace", "xml "],
  ["http://www.w3.org/2000/xmlns/", "xmlns "],
]);

const qualifiedName = (node) => (PREFIXES.get(node.namespaceURI) ?? "") + node.localName;

// Returns the line of a node in the dump, and the node's children in the dump. Attributes, template contents and shadow roots also count as
// children; they are objects of the form `{ line, children }`.
function describe(node) {
  switch (node.nodeType) {
    case Node.ELEMENT_NODE: {
      const children = [...node.attributes]
        .map((attribute) => [qualifiedName(attribute), attribute.value])
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => ({ line: `${name}="${value}"`, children: [] }));
      if (node.localName === "template" && node.namespaceURI === NAMESPACES.html) {
        children.push({ line: "content", children: [...node.content.childNodes] });
      }
      if (node.shadowRoot) {
        const focus = node.shadowRoot.delegatesFocus ? ", delegatesfocus" : "";
        children.push({ line: `#shadow-root (open${focus})`, children: [...node.shadowRoot.childNodes] });
      }
      return { line: `<${qualifiedName(node)}>`, children: [...children, ...node.childNodes] };
    }
    case Node.TEXT_NODE:
      return { line: `"${node.data}"`, children: [] };
    case Node.COMMENT_NODE:
      return { line: `<!-- ${node.data} -->`, children: [] };
    case Node.PROCESSING_INSTRUCTION_NODE:
      return { line: `<?${node.target} ${node.data}?>`, children: [] };
    case Node.DOCUMENT_TYPE_NODE: {
      const ids = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : "";
      return { line: `<!DOCTYPE ${node.name}${ids}>`, children: [] };
    }
    default:
      return { line: `node of type ${node.nodeType}`, children: [] };
  }
}

function dump(top) {
  let text = "";
  const todo = [...top.childNodes].reverse().map((item) => ({ item, depth: 0 }));
  while (todo.length > 0) {
    const { item, depth } = todo.pop();
    const { line, children } = item.nodeType === undefined ? item : describe(item);
    text += `| ${"  ".repeat(depth)}${line}\n`;
    for (const item of children.reverse()) {
      todo.push({ item, depth: depth + 1 });
    }
  }
  return text;
}

// Makes the context element of a case.
function contextOf({ namespace, name, encoding }) {
  const context = document.createElementNS(NAMESPACES[namespace], name);
  if (encoding !== null) {
    context.setAttribute("encoding", encoding);
  }
  return context;
}

// Returns the results of all cases. Logs the number of each case before it runs, to find the case that crashes Chromium.
function runCases(run) {
  return cases.map((one, number) => {
    console.log(`limpid-case ${number}`);
    return run(one, number);
  });
}

// JSON without characters that would be escaped in the log or in the serialized page.
const plainJson = (value) =>
  JSON.stringify(value).replace(
    /[<>&\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

// Writes the results as JSON into the page.
function writeResults(results) {
  document.querySelector("pre").textContent = plainJson(results);
}

// Runs all cases and writes the results. Also logs each result, so that a crash does not lose the results of earlier cases.
function runAndLogCases(run) {
  const logged = (one, number) => {
    const result = run(one, number);
    console.log(`limpid-result ${plainJson(result)}`);
    return result;
  };
  writeResults(runCases(logged));
}
