// A list of rows of one height, of which only those that can be seen are in the document, and a few around them.

const AROUND = 8;
// Browsers have a limit for heights. In a list that would be higher, each pixel of the scroll bar stands for several.
const TALLEST = 8000000;

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
    this.spacer.style.height = `${Math.min(count * this.rowHeight, TALLEST)}px`;
    this.redraw();
  }

  // How many pixels of rows a pixel of scrolling stands for.
  scale() {
    const { count, rowHeight, scroller } = this;
    const total = count * rowHeight;
    return total <= TALLEST ? 1 : (total - scroller.clientHeight) / (TALLEST - scroller.clientHeight);
  }

  // How many pixels of rows are above what can be seen.
  top() {
    return this.scroller.scrollTop * this.scale();
  }

  scrollTo(top) {
    this.scroller.scrollTop = top / this.scale();
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
    const top = this.top();
    const first = Math.max(0, Math.floor(top / this.rowHeight) - AROUND);
    const last = Math.min(this.count, Math.ceil((top + clientHeight) / this.rowHeight) + AROUND);
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
    // The one that is always there may be far away: it makes the list no longer.
    row.style.top = `${Math.max(-this.rowHeight, Math.min(top, TALLEST - this.rowHeight))}px`;
  }

  isShown(index) {
    const top = this.top();
    return index * this.rowHeight >= top && (index + 1) * this.rowHeight <= top + this.scroller.clientHeight;
  }

  // Scrolls to a row if it cannot be seen: as far as needed, or so that it is in the upper third.
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

  // How many rows a page has.
  pageSize() {
    return Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 1);
  }

  // What keys do in every list, from a row on. `goTo` takes what is beyond an end for the end.
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

