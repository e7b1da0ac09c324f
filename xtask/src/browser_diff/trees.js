// Parses or sanitizes each of `cases`, and returns the dump of its tree.
const frame = document.querySelector("iframe");

function build(one) {
  const { input, namespace, name } = one;
  if (name === undefined) {
    const page = frame.contentDocument;
    page.open();
    page.write(input);
    page.close();
    return (page.compatMode === "BackCompat" ? "quirks\n" : "") + dump(page);
  }
  const context = contextOf(one);
  context.innerHTML = input;
  return dump(name === "template" && namespace === "html" ? context.content : context);
}

// Returns the dump of the element or document, or the name of the error.
function sanitized(one) {
  const { method, config, isObject } = one;
  try {
    const option = config !== null && isObject ? new Sanitizer(config) : config;
    const options = config === null ? {} : { sanitizer: option };
    if (one.name === undefined) {
      return dump(Document[method](one.input, options));
    }
    const context = contextOf(one);
    context[method](one.input, options);
    return dump({ childNodes: [context] });
  } catch (error) {
    return error.name;
  }
}

runAndLogCases((one) => (one.method === undefined ? build(one) : sanitized(one)));
