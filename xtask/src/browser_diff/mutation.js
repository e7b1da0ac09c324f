// Parses the outputs of each case in `cases` in many contexts, and lists dangerous content of the trees. The scripts in the outputs call
// `mxss` with the number of the case.
const CONTEXTS = [
  "body", "div", "p", "pre", "table", "tbody", "tr", "td", "caption", "select", "option", "button", "a", "form", "li", "h1",
  "template", "noscript", "svg svg", "svg g", "svg foreignObject", "svg desc", "svg title", "math math", "math mi", "math mtext",
  "math annotation-xml",
];
const DOCUMENTS = [
  ["", ""],
  ["<!DOCTYPE html><head>", ""],
  ["<svg>", "</svg>"],
  ["<svg><style>", "</style></svg>"],
  ["<math><mtext><table><mglyph>", ""],
  ["<math><annotation-xml>", ""],
  ["<table><tr>", "</table>"],
  ["<select>", "</select>"],
  ["<div><template shadowrootmode=open>", "</template></div>"],
  ["<form><a><b><nobr><button>", ""],
  ["<b>".repeat(509), ""],
  ["<div>".repeat(511), ""],
];
const UNSAFE = ["base", "embed", "frame", "iframe", "object", "script", "use"];
const NAVIGATING = ["href", "xlink:href", "action", "formaction"];

const ran = new Set();
window.mxss = (number) => ran.add(number);
window.onerror = () => true;
const frame = document.querySelector("iframe");

// Calls the getters of the prototypes, because controls in a form shadow its properties.
const getter = (type, name) => {
  const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
  return (node) => get.call(node);
};
const nodeTypeOf = getter(Node, "nodeType");
const childNodesOf = getter(Node, "childNodes");
const attributesOf = getter(Element, "attributes");
const localNameOf = getter(Element, "localName");
const namespaceOf = getter(Element, "namespaceURI");
const shadowRootOf = getter(Element, "shadowRoot");

function dangerOf(element) {
  const localName = localNameOf(element);
  if (UNSAFE.includes(localName) && namespaceOf(element) !== NAMESPACES.math) {
    return localName;
  }
  for (const { name, value } of attributesOf(element)) {
    const isScript = value.replace(/[\t\n\r]/g, "").replace(/^[\0- ]+/, "").toLowerCase().startsWith("javascript:");
    const animates = name.toLowerCase() === "attributename" && /(^|:)href$/.test(value);
    if ((name.startsWith("on") && typeof element[name] === "function") || /^on(load|error|click)$/.test(name) || animates
      || (isScript && NAVIGATING.includes(name))) {
      return `${localName} ${name}`;
    }
  }
  return null;
}

function danger(top) {
  const todo = [top];
  while (todo.length > 0) {
    const node = todo.pop();
    const isElement = nodeTypeOf(node) === Node.ELEMENT_NODE;
    const found = isElement ? dangerOf(node) : null;
    if (found !== null) {
      return found;
    }
    const trees = isElement ? [node instanceof HTMLTemplateElement ? node.content : null, shadowRootOf(node)] : [];
    todo.push(...childNodesOf(node), ...trees.filter((tree) => tree !== null));
  }
  return null;
}

function dangers({ outputs }, number) {
  const found = [];
  for (const output of outputs) {
    const html = output.replaceAll("mxss()", `mxss(${number})`);
    for (const contextName of CONTEXTS) {
      const [namespace, name] = contextName.includes(" ") ? contextName.split(" ") : ["html", contextName];
      const context = document.createElementNS(NAMESPACES[namespace], name);
      if (name === "annotation-xml") {
        context.setAttribute("encoding", "text/html");
      }
      document.body.append(context);
      context.innerHTML = html;
      found.push([contextName, danger(name === "template" ? context.content : context), output]);
      context.remove();
    }
    for (const [before, after] of DOCUMENTS) {
      const page = frame.contentDocument;
      page.open();
      frame.contentWindow.mxss = window.mxss;
      page.write(before + html + after);
      page.close();
      found.push([before.slice(0, 40), danger(page), output]);
    }
  }
  return found.filter(([, danger]) => danger !== null);
}

const found = runCases(dangers);
// Events such as `load` and `error` fire after parsing.
setTimeout(() => {
  const scripts = (number) => (ran.has(number) ? [["", "a script runs", ""]] : []);
  writeResults(found.map((dangers, number) => JSON.stringify([...dangers, ...scripts(number)])));
}, 500);
