// Builds the tree of each of `cases`.
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

leaveAnswers(build);
