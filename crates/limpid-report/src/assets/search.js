// Searches for text in the source or in the labels of the tree.

const HIT_LIMIT = 10000;

class Search {
  // `show` is called with all hits and the index of the current one.
  constructor(show) {
    this.show = show;
    this.box = document.getElementById("search");
    this.where = document.getElementById("search-in");
    this.output = document.getElementById("hits");
    this.hits = { from: [], to: [] };
    this.current = -1;
    let timer = 0;
    this.box.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.run(), 120);
    });
    this.where.addEventListener("change", () => this.run());
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        clearTimeout(timer);
        this.box.value === this.text ? this.step(event.shiftKey ? -1 : 1) : this.run();
      } else if (event.key === "Escape") {
        this.clear();
      }
    });
    document.getElementById("next-hit").addEventListener("click", () => this.step(1));
    document.getElementById("previous-hit").addEventListener("click", () => this.step(-1));
  }

  run() {
    this.text = this.box.value;
    const isTree = this.where.value === "tree";
    this.hits = isTree ? this.inTree() : this.inSource();
    this.current = -1;
    this.hits.from.length > 0 ? this.step(1) : this.updateStatus();
  }

  // Returns a case-insensitive pattern for the literal text.
  pattern() {
    return new RegExp(this.text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "giu");
  }

  inSource() {
    const hits = { from: [], to: [] };
    if (this.text !== "") {
      for (const { 0: text, index } of source.matchAll(this.pattern())) {
        hits.from.push(index);
        hits.to.push(index + text.length);
        if (hits.from.length === HIT_LIMIT) {
          break;
        }
      }
    }
    return hits;
  }

  // In a search in the tree, hits are node numbers.
  inTree() {
    const hits = { from: [], to: [], isTree: true };
    if (this.text !== "") {
      const pattern = this.pattern();
      for (let node = 0; node < tree.count && hits.from.length < HIT_LIMIT; node += 1) {
        pattern.lastIndex = 0;
        if (pattern.test(label(node))) {
          hits.from.push(node);
        }
      }
    }
    return hits;
  }

  step(by) {
    const count = this.hits.from.length;
    if (count > 0) {
      this.current = this.current < 0 ? 0 : (this.current + by + count) % count;
    }
    this.updateStatus();
  }

  updateStatus() {
    const count = this.hits.from.length;
    const total = `${count.toLocaleString("en")}${count === HIT_LIMIT ? "+" : ""}`;
    const found = count === 0 ? "no matches" : `${(this.current + 1).toLocaleString("en")} of ${total}`;
    this.output.textContent = this.text ? found : "";
    this.show(this.hits, this.current);
  }

  clear() {
    this.box.value = "";
    this.run();
  }
}

