// The tree pane.

const TREE_ROW = 22;
const INDENT = 14;
// Deeper nodes are not indented further, and show their depth as a number.
const DEEPEST = 24;

class Outline {
  // `on` has three callbacks, each called with a node: `enter` when a node becomes active, `choose` when the user clicks on a node or presses
  // Enter or the space bar, and `hover` when the pointer moves.
  constructor(scroller, on) {
    this.scroller = scroller;
    this.on = on;
    this.isClosed = new Uint8Array(tree.count);
    this.hasWhiteSpace = false;
    this.isBlank = Uint8Array.from({ length: tree.count }, (_, node) => (isWhiteSpace(node) ? 1 : 0));
    this.hasError = new Uint8Array(tree.count);
    for (let error = 0; error < errors.count; error += 1) {
      const node = owner[errors.from[error]] ?? -1;
      if (node >= 0) {
        this.hasError[node] = 1;
      }
    }
    this.highlighted = -1;
    this.active = -1;
    this.hits = new Set();
    // The nodes that have a row, in order, and the row of each node.
    this.shown = [];
    this.rowByNode = new Int32Array(tree.count);
    // `position` is a node's position among its siblings that have a row, counted from 1. `children[parent + 1]` is the number of children that
    // have a row.
    this.position = new Int32Array(tree.count);
    this.children = new Int32Array(tree.count + 1);
    this.list = new VirtualList(scroller, TREE_ROW, (row) => this.makeRow(row), () => this.rowOf(this.active));
    scroller.addEventListener("keydown", (event) => this.onKeyDown(event));
    scroller.addEventListener("click", (event) => this.onClick(event));
    scroller.addEventListener("focus", () => this.active < 0 && this.shown.length > 0 && this.activate(this.shown[0]));
    scroller.addEventListener("pointermove", (event) => on.hover(this.nodeOf(event.target)));
    scroller.addEventListener("pointerleave", () => on.hover(-1));
    this.layOut();
  }

  // Computes which nodes have a row.
  layOut() {
    this.shown = [];
    this.rowByNode.fill(-1);
    this.children.fill(0);
    for (let node = 0; node < tree.count; ) {
      if (this.hasWhiteSpace || !this.isBlank[node]) {
        this.rowByNode[node] = this.shown.length;
        this.position[node] = this.children[tree.parent[node] + 1] += 1;
        this.shown.push(node);
      }
      node = this.isClosed[node] ? tree.end[node] : node + 1;
    }
    this.list.reset(this.shown.length);
    this.updateActiveDescendant();
  }

  rowOf(node) {
    return node < 0 ? -1 : this.rowByNode[node];
  }

  // Returns the closest inclusive ancestor that has a row.
  shownFor(node) {
    let at = node;
    while (at >= 0 && this.rowByNode[at] < 0) {
      at = tree.parent[at];
    }
    return at;
  }

  hasChildren(node) {
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
      if (this.hasWhiteSpace || !this.isBlank[child]) {
        return true;
      }
    }
    return false;
  }

  makeRow(row) {
    const node = this.shown[row];
    const made = element("div", "node");
    made.node = node;
    made.id = `node-${node}`;
    made.setAttribute("role", "treeitem");
    made.setAttribute("aria-level", tree.depth[node] + 1);
    made.setAttribute("aria-posinset", this.position[node]);
    made.setAttribute("aria-setsize", this.children[tree.parent[node] + 1]);
    const depth = Math.min(tree.depth[node], DEEPEST);
    made.style.paddingLeft = `${6 + depth * INDENT}px`;
    const isParent = this.hasChildren(node);
    const sign = made.appendChild(element("span", "sign", isParent ? (this.isClosed[node] ? "▸" : "▾") : ""));
    sign.setAttribute("aria-hidden", "true");
    if (isParent) {
      made.setAttribute("aria-expanded", String(!this.isClosed[node]));
    }
    if (tree.depth[node] > DEEPEST) {
      made.append(element("span", "deep", `${tree.depth[node]}`));
    }
    const text = made.appendChild(element("span", "label"));
    for (const [className, part] of labelParts(node)) {
      text.append(element("span", className, part));
    }
    text.title = text.textContent;
    this.addNotes(made, node);
    this.updateClasses(made);
    return made;
  }

  addNotes(made, node) {
    const namespace = tree.namespace(node);
    if (namespace !== "" && namespace !== (tree.parent[node] < 0 ? "" : tree.namespace(tree.parent[node]))) {
      made.append(element("span", "note", namespace));
    }
    if (tree.isImplied(node)) {
      made.classList.add("implied");
      made.append(element("span", "note implied-note", "implied"));
    }
    if (this.hasError[node]) {
      made.append(element("span", "note error-note", "error"));
    }
  }

  updateClasses(row) {
    row.classList.toggle("lit", row.node === this.highlighted);
    row.classList.toggle("active", row.node === this.active);
    row.classList.toggle("hit", this.hits.has(row.node));
    row.setAttribute("aria-selected", String(row.node === this.active));
  }

  refresh() {
    this.list.rows.forEach((row) => this.updateClasses(row));
  }

  nodeOf(target) {
    return target.closest?.(".node")?.node ?? -1;
  }

  // Highlights a node, or its closest visible ancestor.
  highlight(node) {
    const shown = this.shownFor(node);
    if (shown !== this.highlighted) {
      this.highlighted = shown;
      this.refresh();
    }
  }

  // Expands the ancestors of a node so that it has a row, and returns the node. For a white-space text that is hidden, uses its parent instead.
  reveal(node) {
    if (this.isBlank[node] && !this.hasWhiteSpace) {
      return this.reveal(tree.parent[node]);
    }
    let isChanged = false;
    for (let at = node < 0 ? -1 : tree.parent[node]; at >= 0; at = tree.parent[at]) {
      isChanged ||= this.isClosed[at] === 1;
      this.isClosed[at] = 0;
    }
    if (isChanged) {
      this.layOut();
    }
    return node;
  }

  // Moves the keyboard focus to a node.
  activate(node, isFar = false) {
    this.active = node;
    this.list.update();
    this.refresh();
    this.updateActiveDescendant();
    if (this.rowOf(node) >= 0) {
      this.list.show(this.rowOf(node), isFar);
    }
    this.on.enter(node);
  }

  updateActiveDescendant() {
    if (this.rowOf(this.active) >= 0) {
      this.scroller.setAttribute("aria-activedescendant", `node-${this.active}`);
    } else {
      this.scroller.removeAttribute("aria-activedescendant");
    }
  }

  setClosed(node, isClosed) {
    this.isClosed[node] = isClosed ? 1 : 0;
    // A collapsed node takes over the focus from its descendants.
    this.active = this.active > node && this.active < tree.end[node] && isClosed ? node : this.active;
    this.layOut();
  }

  setAllClosed(isClosed) {
    for (let node = 0; node < tree.count; node += 1) {
      this.isClosed[node] = isClosed && tree.end[node] > node + 1 ? 1 : 0;
    }
    if (isClosed && this.active >= 0) {
      while (tree.parent[this.active] >= 0) {
        this.active = tree.parent[this.active];
      }
    }
    this.layOut();
  }

  setWhiteSpace(isShown) {
    this.hasWhiteSpace = isShown;
    this.active = this.active >= 0 && this.isBlank[this.active] && !isShown ? tree.parent[this.active] : this.active;
    this.layOut();
  }

  openSiblings(node) {
    const above = tree.parent[node];
    const end = above < 0 ? tree.count : tree.end[above];
    for (let sibling = above + 1; sibling < end; sibling = tree.end[sibling]) {
      this.isClosed[sibling] = 0;
    }
    this.layOut();
  }

  onClick(event) {
    const node = this.nodeOf(event.target);
    if (node < 0) {
      return;
    }
    if (event.target.classList.contains("sign") && this.hasChildren(node)) {
      this.setClosed(node, !this.isClosed[node]);
    } else {
      this.activate(node);
      this.on.choose(node);
    }
  }

  onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.shown.length === 0) {
      return;
    }
    const row = Math.max(0, this.rowOf(this.shownFor(this.active)));
    const node = this.shown[row];
    const goTo = (index) => this.activate(this.shown[Math.min(this.shown.length - 1, Math.max(0, index))]);
    const isOpen = this.hasChildren(node) && !this.isClosed[node];
    const keys = {
      ...this.list.keys(row, goTo),
      ArrowRight: () => (isOpen ? goTo(row + 1) : this.hasChildren(node) && this.setClosed(node, false)),
      ArrowLeft: () => {
        if (isOpen) {
          this.setClosed(node, true);
        } else if (tree.parent[node] >= 0) {
          this.activate(tree.parent[node]);
        }
      },
      "*": () => this.openSiblings(node),
      Enter: () => this.on.choose(node),
      " ": () => this.on.choose(node),
    };
    if (Object.hasOwn(keys, event.key)) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

