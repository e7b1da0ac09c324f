// Evaluates the expressions of each of `cases` on its page.
function numbered(page) {
  const numbers = new Map();
  const depths = new Map();
  const parts = [];
  const walker = page.createTreeWalker(page);
  for (let node = page; node !== null; node = walker.nextNode()) {
    numbers.set(node, numbers.size);
    depths.set(node, node === page ? 0 : depths.get(node.parentNode) + 1);
    parts.push(`${depths.get(node)}:${node.localName ?? (node.data ?? "").length}`);
  }
  return { numbers, nodes: [...numbers.keys()], signature: parts.join(" ") };
}

function bits(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return Number.isNaN(number) ? "NaN" : view.getBigUint64(0).toString(16);
}

function valueOf(expression, page, { numbers, nodes }, context, prefixes) {
  let result;
  try {
    result = page.evaluate(expression, nodes[context], (prefix) => prefixes[prefix] ?? null, XPathResult.ANY_TYPE, null);
  } catch (error) {
    return `error ${error.name}`;
  }
  switch (result.resultType) {
    case XPathResult.NUMBER_TYPE: return `number ${bits(result.numberValue)}`;
    case XPathResult.STRING_TYPE: return `string ${result.stringValue}`;
    case XPathResult.BOOLEAN_TYPE: return `boolean ${result.booleanValue}`;
  }
  const found = [];
  for (let node = result.iterateNext(); node !== null; node = result.iterateNext()) {
    found.push(node.nodeType === Node.ATTRIBUTE_NODE ? `${numbers.get(node.ownerElement)}@${node.name}` : `${numbers.get(node)}`);
  }
  // In code units, as Rust does for what is in names of attributes here.
  return `nodes ${found.sort().join(" ")}`;
}

function evaluate({ text, type, prefixes, expressions }) {
  const page = new DOMParser().parseFromString(text, type);
  // To Chromium it is a node, where XPath's data model has none.
  page.doctype?.remove();
  const all = numbered(page);
  const values = expressions.map(([expression, context]) => valueOf(expression, page, all, context, prefixes));
  return JSON.stringify({ signature: all.signature, values });
}

leaveAnswers(evaluate);
