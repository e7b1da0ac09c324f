// Connects the panes.

const byId = (id) => document.getElementById(id);
const main = document.querySelector("main");
main.hidden = false;
// Whether the report is in a frame of a page that shows the source itself.
const isEmbedded = main.classList.contains("embedded");

// The node under the pointer, and the node that was selected by a click or the keyboard.
let hovered = -1;
let selected = -1;
// The time in milliseconds that the pointer stays on a node before the other pane scrolls to it.
const HOVER_DELAY = 180;
let hoverTimer = 0;

const sourcePane = new SourcePane(byId("source"));
const outline = new Outline(byId("tree"), {
  hover: (node) => hover(node, sourcePane),
  enter: (node) => {
    // The last action wins, even if the pointer is still over another node.
    [selected, hovered] = [node, -1];
    highlight();
    if (tree.from[node] >= 0 && !isEmbedded && !sourcePane.isVisible(node)) {
      sourcePane.show(tree.from[node]);
    }
  },
  choose: (node) => {
    if (tree.from[node] >= 0) {
      showSource(tree.from[node], tree.to[node]);
    }
    announce(describe(node));
  },
});
const errorPane = new ErrorPane((error, keepsFocus) => goToError(error, keepsFocus));
const search = new Search((hits, current) => showHits(hits, current));

// Shows a range of the source: in the source pane, or in the text field of the page around the report.
function showSource(from, to, keepsFocus = false) {
  if (isEmbedded) {
    parent.postMessage({ from, to, keepsFocus }, "*");
    return;
  }
  sourcePane.show(from);
  // In a narrow window, the pane can be outside of the window.
  byId("source-pane").scrollIntoView({ block: "nearest" });
}

function highlight() {
  const node = hovered >= 0 ? hovered : selected;
  sourcePane.highlight(node);
  outline.highlight(node);
  byId("place").textContent = node < 0 ? "" : describe(node);
}

function describe(node) {
  if (tree.from[node] < 0) {
    return `${path(node)} · not in the source`;
  }
  return `${path(node)} · ${placeOf(sourcePane.rows, tree.from[node])}${tree.isImplied(node) ? " · implied" : ""}`;
}

// Called when the pointer moves. `node` is the node under the pointer, or -1. After a delay, the other pane scrolls to the node.
function hover(node, other) {
  if (node === hovered) {
    return;
  }
  hovered = node;
  highlight();
  clearTimeout(hoverTimer);
  if (node >= 0) {
    hoverTimer = setTimeout(() => {
      if (other === outline) {
        const shown = outline.shownFor(node);
        if (shown >= 0 && !outline.list.isShown(outline.rowOf(shown))) {
          outline.list.show(outline.rowOf(shown), true);
        }
      } else if (tree.from[node] >= 0 && !sourcePane.isVisible(node)) {
        sourcePane.show(tree.from[node]);
      }
    }, HOVER_DELAY);
  }
}

function announce(text) {
  byId("announcer").textContent = text;
}

function goToError(error, keepsFocus) {
  errorPane.activate(error);
  sourcePane.setError(error);
  const node = outline.reveal(nodeAt(errors.from[error]));
  if (node >= 0) {
    outline.activate(node, true);
  }
  showSource(errors.from[error], errors.to[error], keepsFocus);
  const { code, message } = data.codes[errors.code[error]];
  announce(`Error at ${errors.line[error]}:${errors.column[error]}: ${code}. ${message}`);
  pinned = error;
  showPinned();
}

function showPinned() {
  showTooltip(pinned < 0 ? null : sourcePane.pieceAt(errors.from[pinned]), [pinned]);
}

function showHits(hits, current) {
  const none = { from: [], to: [] };
  outline.hits = new Set(hits.isTree ? hits.from : []);
  sourcePane.setHits(hits.isTree ? none : hits, current);
  if (current >= 0) {
    const node = hits.isTree ? hits.from[current] : nodeAt(hits.from[current]);
    const shown = outline.reveal(node);
    if (shown >= 0) {
      outline.activate(shown, true);
    }
    if (!hits.isTree) {
      showSource(hits.from[current], hits.to[current], true);
    }
  }
  outline.refresh();
}

const tooltip = byId("tooltip");
// The current error. Its tooltip stays visible while the source is scrolled.
let pinned = -1;

function showTooltip(piece, list) {
  tooltip.hidden = !piece || list.length === 0 || isEmbedded;
  if (tooltip.hidden) {
    return;
  }
  tooltip.replaceChildren(
    ...list.map((error) => {
      const { code, message } = data.codes[errors.code[error]];
      const made = element("p");
      made.append(element("strong", "", code), element("span", "", message));
      return made;
    }),
  );
  const place = piece.getBoundingClientRect();
  const pane = byId("source").getBoundingClientRect();
  if (place.bottom < pane.top || place.top > pane.bottom) {
    tooltip.hidden = true;
    return;
  }
  const { width: wide, height: high } = tooltip.getBoundingClientRect();
  const isBelow = place.bottom + 6 + high < innerHeight;
  tooltip.style.left = `${Math.max(4, Math.min(place.left, innerWidth - wide - 8))}px`;
  tooltip.style.top = `${isBelow ? place.bottom + 6 : Math.max(4, place.top - high - 6)}px`;
}

byId("source").addEventListener("pointermove", (event) => {
  const piece = event.target.closest(".code > span");
  hover(piece ? nodeAt(piece.from) : -1, outline);
  if (piece?.classList.contains("error")) {
    showTooltip(piece, errorsAt(piece.from));
  } else {
    showPinned();
  }
});
byId("source").addEventListener("pointerleave", () => {
  hover(-1, outline);
  showPinned();
});
byId("source").addEventListener("scroll", showPinned, { passive: true });
addEventListener("scroll", showPinned, { passive: true });
addEventListener("resize", showPinned);
byId("source").addEventListener("click", (event) => {
  const piece = event.target.closest(".code > span");
  if (!piece || String(getSelection()) !== "") {
    return;
  }
  const node = outline.reveal(nodeAt(piece.from));
  if (node >= 0) {
    outline.activate(node, true);
  }
});

byId("white-space").addEventListener("change", (event) => outline.setWhiteSpace(event.target.checked));
byId("expand").addEventListener("click", () => outline.setAllClosed(false));
byId("collapse").addEventListener("click", () => outline.setAllClosed(true));
byId("next-error").addEventListener("click", () => errorPane.step(1));
byId("previous-error").addEventListener("click", () => errorPane.step(-1));

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input[type=search], select");
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping) {
    return;
  }
  if (event.key.length === 1 && !byId("letter-keys").checked) {
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    search.box.select();
    search.box.focus();
  } else if (event.key === "n") {
    errorPane.step(1);
  } else if (event.key === "p") {
    errorPane.step(-1);
  } else if (event.key === "Escape") {
    [selected, pinned] = [-1, -1];
    showPinned();
    sourcePane.setError(-1);
    search.clear();
    highlight();
  }
});

// A file that is dropped on the frame is for the page around it, which covers the frame while the file is dragged.
if (isEmbedded) {
  addEventListener("dragenter", (event) => {
    if (event.dataTransfer.types.includes("Files")) {
      parent.postMessage({ isDrag: true }, "*");
    }
  });
}
