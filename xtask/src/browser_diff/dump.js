// Dumps of trees in the tree format of the html5lib tests.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";
const NAMESPACES = { html: "http://www.w3.org/1999/xhtml", svg: SVG, math: MATHML };
const DESIGNATORS = new Map([
  [SVG, "svg "],
  [MATHML, "math "],
  ["http://www.w3.org/1999/xlink", "xlink "],
  ["http://www.w3.org/XML/1998/namespace", "xml "],
  ["http://www.w3.org/2000/xmlns/", "xmlns "],
]);

const designated = (node) => (DESIGNATORS.get(node.namespaceURI) ?? "") + node.localName;

// A line, and what stands under it one step deeper: lines of text and nodes.
function dissect(node) {
  switch (node.nodeType) {
    case Node.ELEMENT_NODE: {
      const under = [...node.attributes]
        .map((attribute) => [designated(attribute), attribute.value])
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => ({ line: `${name}="${value}"`, under: [] }));
      if (node.localName === "template" && node.namespaceURI === NAMESPACES.html) {
        under.push({ line: "content", under: [...node.content.childNodes] });
      }
      if (node.shadowRoot) {
        const focus = node.shadowRoot.delegatesFocus ? ", delegatesfocus" : "";
        under.push({ line: `#shadow-root (open${focus})`, under: [...node.shadowRoot.childNodes] });
      }
      return { line: `<${designated(node)}>`, under: [...under, ...node.childNodes] };
    }
    case Node.TEXT_NODE:
      return { line: `"${node.data}"`, under: [] };
    case Node.COMMENT_NODE:
      return { line: `<!-- ${node.data} -->`, under: [] };
    case Node.PROCESSING_INSTRUCTION_NODE:
      return { line: `<?${node.target} ${node.data}?>`, under: [] };
    case Node.DOCUMENT_TYPE_NODE: {
      const ids = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : "";
      return { line: `<!DOCTYPE ${node.name}${ids}>`, under: [] };
    }
    default:
      return { line: `node of type ${node.nodeType}`, under: [] };
  }
}

function dump(top) {
  let text = "";
  const todo = [...top.childNodes].reverse().map((item) => ({ item, depth: 0 }));
  while (todo.length > 0) {
    const { item, depth } = todo.pop();
    const { line, under } = item.nodeType === undefined ? item : dissect(item);
    text += `| ${"  ".repeat(depth)}${line}\n`;
    for (const item of under.reverse()) {
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

// Returns the answers to all cases, with the number of each in the log before it is answered.
function answers(answerTo) {
  return cases.map((one, number) => {
    console.log(`limpid-case ${number}`);
    return answerTo(one, number);
  });
}

// JSON without what the log, or serializing the page, would write in another way.
const plainJson = (value) =>
  JSON.stringify(value).replace(
    /[<>&\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

// Leaves the answers as JSON in the page.
function leave(answers) {
  document.querySelector("pre").textContent = plainJson(answers);
}

// Leaves the answers to all cases, with each in the log as well: those before a case that Chromium does not survive are not lost.
function leaveAnswers(answerTo) {
  const logged = (one, number) => {
    const answer = answerTo(one, number);
    console.log(`limpid-answer ${plainJson(answer)}`);
    return answer;
  };
  leave(answers(logged));
}
