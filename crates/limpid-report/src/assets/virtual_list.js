// A list of rows with equal height. The document contains only the visible rows and a few around them.

const OVERSCAN = 8;
// Browsers limit the height of elements. In a taller list, each pixel of the scroll bar corresponds to several pixels of rows.
const MAX_HEIGHT = 8000000;

class VirtualList {
  // `make(index)` creates a row's element; `pinned()` returns the index of a row that is always kept, or -1.
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

  // Replaces all rows with this many new ones.
  reset(count) {
    this.count = count;
    this.spacer.style.height = `${Math.min(count * this.rowHeight, MAX_HEIGHT)}px`;
    this.redraw();
  }

  // Returns the number of pixels of rows for one pixel of scrolling.
  scale() {
    const { count, rowHeight, scroller } = this;
    const total = count * rowHeight;
    return total <= MAX_HEIGHT ? 1 : (total - scroller.clientHeight) / (MAX_HEIGHT - scroller.clientHeight);
  }

  // Returns the height of the rows above the visible area, in pixels.
  top() {
    return this.scroller.scrollTop * this.scale();
  }

  scrollTo(top) {
    this.scroller.scrollTop = top / this.scale();
  }

  // Creates all rows again.
  redraw() {
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    this.update();
  }

  // Adds the rows that became visible and removes the others.
  update() {
    const { scrollTop, clientHeight } = this.scroller;
    const top = this.top();
    const first = Math.max(0, Math.floor(top / this.rowHeight) - OVERSCAN);
    const last = Math.min(this.count, Math.ceil((top + clientHeight) / this.rowHeight) + OVERSCAN);
    const pinned = this.pinned();
    for (const [index, row] of this.rows) {
      if ((index < first || index >= last) && index !== pinned) {
        row.remove();
        this.rows.delete(index);
      } else if (this.scale() !== 1) {
        this.place(index, row, scrollTop - top);
      }
    }
    for (let index = first; index < last; index += 1) {
      this.draw(index, scrollTop - top);
    }
    if (pinned >= 0 && pinned < this.count) {
      this.draw(pinned, scrollTop - top);
    }
  }

  draw(index, shift) {
    if (!this.rows.has(index)) {
      const row = this.make(index);
      row.style.height = `${this.rowHeight}px`;
      this.place(index, row, shift);
      this.rows.set(index, row);
      this.spacer.append(row);
    }
  }

  place(index, row, shift) {
    const top = index * this.rowHeight + shift;
    // The pinned row may be far away; it must not make the list longer.
    row.style.top = `${Math.max(-this.rowHeight, Math.min(top, MAX_HEIGHT - this.rowHeight))}px`;
  }

  isShown(index) {
    const top = this.top();
    return index * this.rowHeight >= top && (index + 1) * this.rowHeight <= top + this.scroller.clientHeight;
  }

  // Scrolls to a row if it is not visible: as little as needed, or with `isFar` to the upper third.
  show(index, isFar = false) {
    if (!this.isShown(index)) {
      const { scroller, rowHeight } = this;
      const top = index * rowHeight;
      if (isFar) {
        this.scrollTo(top - scroller.clientHeight / 3);
      } else {
        this.scrollTo(top < this.top() ? top : top + rowHeight - scroller.clientHeight);
      }
    }
    this.update();
  }

  // Returns the number of rows that Page Up and Page Down move by.
  pageSize() {
    return Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 1);
  }

  // Returns the key bindings that all lists share. `goTo` clamps its index to the list.
  keys(row, goTo) {
    return {
      ArrowDown: () => goTo(row + 1),
      ArrowUp: () => goTo(row - 1),
      PageDown: () => goTo(row + this.pageSize()),
      PageUp: () => goTo(row - this.pageSize()),
      Home: () => goTo(0),
      End: () => goTo(Infinity),
    };
  }
}

