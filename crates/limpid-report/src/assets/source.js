// The source pane.

const SOURCE_ROW = 20;
const SYNTAX_CLASSES = ["", "text", "tag", "name", "attribute", "value", "tag", "name", "comment", "doctype", "instruction"];
const HIGHLIGHT_CLASSES = ["lit-tag", "lit-end", "lit-inside"];

class SourcePane {
  constructor(scroller) {
    this.scroller = scroller;
    this.highlighted = -1;
    this.error = -1;
    this.hits = { from: [], to: [] };
    this.hit = -1;
    // Errors without a length are shown as a mark between two characters.
    this.emptyErrors = [];
    for (let error = 0; error < errors.count; error += 1) {
      if (errors.from[error] === errors.to[error]) {
        this.emptyErrors.push(error);
      }
    }
    this.emptyErrorOffsets = this.emptyErrors.map((error) => errors.from[error]);
    this.rows = cutIntoRows(80);
    this.list = new VirtualList(scroller, SOURCE_ROW, (row) => this.makeRow(row));
    const digits = String(this.rows.lines[this.rows.count - 1] + 1).length;
    scroller.style.setProperty("--digits", Math.max(3, digits));
    this.fit();
    new ResizeObserver(() => this.fit()).observe(scroller);
  }

  // Divides the lines for the current width of the pane, and keeps the scroll position.
  fit() {
    const probe = this.list.spacer.appendChild(element("div", "line"));
    probe.append(element("span", "number"));
    const code = probe.appendChild(element("span", "code"));
    const letters = code.appendChild(element("span", "", "x".repeat(50)));
    const charWidth = letters.getBoundingClientRect().width / 50;
    const available = this.scroller.clientWidth - (code.getBoundingClientRect().left - probe.getBoundingClientRect().left);
    probe.remove();
    const columns = Math.max(24, Math.floor(available / charWidth) - 2);
    if (!Number.isFinite(columns) || columns === this.columns) {
      return;
    }
    this.columns = columns;
    const top = this.rows.starts[Math.min(this.rows.count - 1, Math.floor(this.list.top() / SOURCE_ROW))];
    this.rows = cutIntoRows(columns);
    this.list.reset(this.rows.count);
    this.list.scrollTo(rowOf(this.rows, top) * SOURCE_ROW);
  }

  makeRow(row) {
    const { starts, lines } = this.rows;
    const [from, to] = [starts[row], rowEnd(this.rows, row)];
    const next = row + 1 < this.rows.count ? starts[row + 1] : source.length + 1;
    const made = element("div", "line");
    const isFirst = row === 0 || lines[row - 1] !== lines[row];
    made.append(element("span", "number", isFirst ? String(lines[row] + 1) : ""));
    const code = made.appendChild(element("span", "code"));
    code.dir = "ltr";
    this.addPieces(code, from, to);
    if (to < Math.min(next, source.length) && syntax[to] & IN_ERROR) {
      this.addPiece(code, to, next, "↵", "hidden-character");
    }
    this.addEmptyErrors(code, from, next);
    if (code.querySelector(".error")) {
      made.classList.add("has-error");
    }
    return made;
  }

  // Adds one element for each run of characters with the same appearance and the same node.
  addPieces(code, from, to) {
    let start = from;
    const { hits } = this;
    let hit = firstAbove(hits.to, from);
    for (let at = from; at < to; ) {
      const point = source.codePointAt(at);
      const next = at + (point > 0xffff ? 2 : 1);
      if (isHidden(point)) {
        this.addPiece(code, start, at);
        this.addPiece(code, at, next, hiddenName(point), "hidden-character");
        code.lastChild.title = codePointName(point);
        start = next;
      } else if (at > start && this.isBorder(at, hit)) {
        this.addPiece(code, start, at);
        start = at;
      }
      at = next;
      if (at >= hits.to[hit]) {
        hit += 1;
        this.addPiece(code, start, at);
        start = at;
      }
    }
    this.addPiece(code, start, to);
  }

  isBorder(at, hit) {
    const isOther = (syntax[at] ^ syntax[at - 1]) & ~STARTS_ERROR || owner[at] !== owner[at - 1];
    return isOther || syntax[at] & STARTS_ERROR || at === this.hits.from[hit];
  }

  addPiece(code, from, to, text, className) {
    if (from >= to) {
      return;
    }
    const piece = element("span", SYNTAX_CLASSES[syntax[from] & 0xf], text ?? source.slice(from, to));
    if (className) {
      piece.classList.add(className);
    }
    if (syntax[from] & IN_ERROR) {
      piece.classList.add("error");
    }
    [piece.from, piece.to] = [from, to];
    this.updateClasses(piece);
    code.append(piece);
  }

  addEmptyErrors(code, from, next) {
    const first = firstAbove(this.emptyErrorOffsets, from - 1);
    for (let at = first; at < this.emptyErrors.length && this.emptyErrorOffsets[at] < next; at += 1) {
      const offset = this.emptyErrorOffsets[at];
      if (at > first && this.emptyErrorOffsets[at - 1] === offset) {
        continue;
      }
      const piece = element("span", "error point", "▴");
      [piece.from, piece.to] = [offset, offset];
      this.updateClasses(piece);
      const following = [...code.children].find((other) => other.from >= offset && other !== piece);
      code.insertBefore(piece, following ?? null);
    }
  }

  // Sets the classes of a piece that depend on the selection, the current error and the search.
  updateClasses(piece) {
    const { classList, from, to } = piece;
    classList.remove(...HIGHLIGHT_CLASSES);
    const highlight = this.highlightClass(from, to);
    if (highlight) {
      classList.add(highlight);
    }
    const error = this.error;
    const isInError = error >= 0 && from >= errors.from[error] && to <= Math.max(errors.to[error], errors.from[error]);
    classList.toggle("current", isInError && classList.contains("error"));
    const hit = firstAbove(this.hits.to, from);
    classList.toggle("hit", this.hits.from[hit] <= from && to > from);
    classList.toggle("current-hit", hit === this.hit && this.hits.from[hit] <= from && to > from);
  }

  highlightClass(from, to) {
    const node = this.highlighted;
    if (node < 0 || from < tree.from[node] || to > tree.to[node] || from === to) {
      return "";
    }
    const [start, end] = [tree.start[node], tree.start[node] + tree.token[node]];
    if (tree.token[node] > 0 && from >= start && to <= end) {
      return "lit-tag";
    }
    const [endStart, endEnd] = [tree.endStart[node], tree.endStart[node] + tree.endTag[node]];
    return tree.endTag[node] > 0 && from >= endStart && to <= endEnd ? "lit-end" : "lit-inside";
  }

  // Updates all existing pieces in place, so that selected text stays selected.
  refresh() {
    for (const row of this.list.rows.values()) {
      for (const piece of row.lastChild.children) {
        this.updateClasses(piece);
      }
    }
  }

  highlight(node) {
    if (node !== this.highlighted) {
      this.highlighted = node;
      this.refresh();
    }
  }

  setError(error) {
    this.error = error;
    this.refresh();
  }

  setHits(hits, hit) {
    const isSame = hits === this.hits;
    [this.hits, this.hit] = [hits, hit];
    isSame ? this.refresh() : this.list.redraw();
  }

  show(offset, isFar = true) {
    this.list.show(rowOf(this.rows, offset), isFar);
  }

  // Whether any part of a node is visible.
  isVisible(node) {
    const top = this.list.top();
    const first = this.rows.starts[Math.min(this.rows.count - 1, Math.ceil(top / SOURCE_ROW))];
    const bottom = Math.floor((top + this.scroller.clientHeight) / SOURCE_ROW);
    const last = bottom < this.rows.count ? this.rows.starts[bottom] : source.length + 1;
    return tree.from[node] < last && tree.to[node] > first;
  }

  // Returns the existing element that shows an offset, if any.
  pieceAt(offset) {
    const row = this.list.rows.get(rowOf(this.rows, Math.min(offset, source.length)));
    return row && [...row.lastChild.children].find((piece) => piece.from <= offset && offset <= Math.max(piece.from, piece.to - 1));
  }
}

