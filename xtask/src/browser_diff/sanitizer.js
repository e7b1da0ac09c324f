// Sanitizes each of `cases` by each of its runs, and dumps the element with what is in it, or the document; or the error's name.
function sanitized(one, { method, config, isObject }) {
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

leaveAnswers((one) => JSON.stringify(one.runs.map((run) => sanitized(one, run))));
