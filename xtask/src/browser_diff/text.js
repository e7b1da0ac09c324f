// Returns the text of each page of `cases`, parsed without scripting.
runAndLogCases(({ input }) => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-same-origin";
  document.body.append(frame);
  const page = frame.contentDocument;
  page.open();
  page.write(input);
  page.close();
  const text = page.documentElement?.innerText ?? "";
  frame.remove();
  return text;
});
