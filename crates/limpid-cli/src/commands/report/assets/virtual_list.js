// A list of rows of one height, of which only those that can be seen are in the document, and a few around them.

const AROUND = 8;

class VirtualList {
  // `make(index)` makes a row's element; `pinned()` gives the index of a row that is always there, or -1.
  constructor(scroller, rowHeight, make, pinned = () => -1) {
    this.scroller = scroller;
    this.rowHeight = rowHeight;
    this.make = make;
    this.pinned = pinned;
    this.count = 0;
    this.rows = new Map();
    this.spacer = scroller.appendChild(element("div", "spacer"));
    this.spacer.setAttribute("role", "presentation");
    scroller.addEventListener("scroll", () => this.update(), { passive: true });
    new ResizeObserver(() => this.update()).observe(scroller);
  }

  // Starts again, with this many rows.
  reset(count) {
    this.count = count;
    this.spacer.style.height = `${count * this.rowHeight}px`;
    this.redraw();
  }

  // Makes all rows anew.
  redraw() {
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    this.update();
  }

  // Brings the rows that are there in line with what can be seen.
  update() {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - AROUND);
    const last = Math.min(this.count, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + AROUND);
    const pinned = this.pinned();
    for (const [index, row] of this.rows) {
      if ((index < first || index >= last) && index !== pinned) {
        row.remove();
        this.rows.delete(index);
      }
    }
    for (let index = first; index < last; index += 1) {
      this.draw(index);
    }
    if (pinned >= 0 && pinned < this.count) {
      this.draw(pinned);
    }
  }

  draw(index) {
    if (!this.rows.has(index)) {
      const row = this.make(index);
      row.style.top = `${index * this.rowHeight}px`;
      row.style.height = `${this.rowHeight}px`;
      this.rows.set(index, row);
      this.spacer.append(row);
    }
  }

  isShown(index) {
    const { scrollTop, clientHeight } = this.scroller;
    return index * this.rowHeight >= scrollTop && (index + 1) * this.rowHeight <= scrollTop + clientHeight;
  }

  // Scrolls to a row if it cannot be seen: as far as needed, or so that it is in the upper third.
  show(index, isFar = false) {
    const { scroller, rowHeight } = this;
    if (!this.isShown(index)) {
      const top = index * rowHeight;
      const isAbove = top < scroller.scrollTop;
      if (isFar) {
        scroller.scrollTop = top - scroller.clientHeight / 3;
      } else {
        scroller.scrollTop = isAbove ? top : top + rowHeight - scroller.clientHeight;
      }
    }
    this.update();
  }

  // How many rows a page has.
  pageSize() {
    return Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 1);
  }
}

