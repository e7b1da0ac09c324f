// The error pane.

const ERROR_ROW = 26;

class ErrorPane {
  // `choose` is called with the error to go to, and whether the keyboard focus stays where it is.
  constructor(choose) {
    this.choose = choose;
    this.table = document.getElementById("error-table");
    this.codes = document.getElementById("codes");
    this.current = -1;
    this.onlyCode = -1;
    this.sort = "place";
    this.shown = [];
    this.rowByError = new Int32Array(errors.count);
    const scroller = document.getElementById("errors");
    this.list = new VirtualList(scroller, ERROR_ROW, (row) => this.makeRow(row), () => this.rowOf(this.current));
    this.table.addEventListener("keydown", (event) => this.onKeyDown(event));
    scroller.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row && !event.target.closest("a")) {
        this.choose(row.error);
      }
    });
    for (const button of this.table.querySelectorAll("[data-sort]")) {
      button.addEventListener("click", () => this.sortBy(button.dataset.sort));
    }
    this.addCodes();
    document.querySelector("main").classList.toggle("no-errors", errors.count === 0);
    this.layOut();
  }

  // Adds a button for each code, most frequent first, with a link to the standard.
  addCodes() {
    const counts = data.codes.map(() => 0);
    errors.code.forEach((code) => (counts[code] += 1));
    const order = [...counts.keys()].sort((one, other) => counts[other] - counts[one]);
    for (const code of order) {
      const item = this.codes.appendChild(element("div", "kind"));
      const button = item.appendChild(element("button"));
      button.type = "button";
      button.code = code;
      button.setAttribute("aria-pressed", "false");
      button.append(element("span", "count", counts[code].toLocaleString("en")), element("span", "", data.codes[code].code));
      button.addEventListener("click", () => this.filter(this.onlyCode === code ? -1 : code));
      item.append(this.makeLink(code));
    }
  }

  makeLink(code) {
    const { url, code: name } = data.codes[code];
    const text = url.includes("#parse-error-") ? "definition" : "rules";
    const link = element("a", "", text);
    link.href = url;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    link.setAttribute("aria-label", `${text} of ${name} in the standard`);
    return link;
  }

  layOut() {
    const { code } = errors;
    this.shown = [...code.keys()].filter((error) => this.onlyCode < 0 || code[error] === this.onlyCode);
    if (this.sort === "code") {
      const names = data.codes.map((code) => code.code);
      this.shown.sort((one, other) => {
        const [a, b] = [names[code[one]], names[code[other]]];
        return a < b ? -1 : a > b ? 1 : one - other;
      });
    }
    this.rowByError.fill(-1);
    this.shown.forEach((error, row) => (this.rowByError[error] = row));
    this.table.setAttribute("aria-rowcount", this.shown.length + 1);
    this.list.reset(this.shown.length);
    this.updateStatus();
  }

  filter(code) {
    this.onlyCode = code;
    for (const button of this.codes.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.code === code));
    }
    this.layOut();
    this.list.scroller.scrollTop = 0;
  }

  sortBy(column) {
    this.sort = column;
    for (const button of this.table.querySelectorAll("[data-sort]")) {
      const header = button.parentElement;
      button.dataset.sort === column ? header.setAttribute("aria-sort", "ascending") : header.removeAttribute("aria-sort");
    }
    this.layOut();
  }

  makeRow(index) {
    const error = this.shown[index];
    const { code, message } = data.codes[errors.code[error]];
    const row = element("div", "row");
    row.error = error;
    row.id = `error-${error}`;
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", index + 2);
    const cells = [["place", `${errors.line[error]}:${errors.column[error]}`], ["code", code], ["message", message]];
    for (const [className, text] of cells) {
      row.appendChild(element("span", className, text)).setAttribute("role", "gridcell");
    }
    row.lastChild.title = message;
    const cell = row.appendChild(element("span", "link"));
    cell.setAttribute("role", "gridcell");
    // Keyboard users reach the same link next to the code's button.
    cell.appendChild(this.makeLink(errors.code[error])).tabIndex = -1;
    this.updateClasses(row);
    return row;
  }

  updateClasses(row) {
    row.classList.toggle("active", row.error === this.current);
    row.setAttribute("aria-selected", String(row.error === this.current));
  }

  rowOf(error) {
    return error < 0 ? -1 : this.rowByError[error];
  }

  updateStatus() {
    const row = this.rowOf(this.current);
    const total = this.shown.length.toLocaleString("en");
    const text = row < 0 ? `${total}` : `${(row + 1).toLocaleString("en")} of ${total}`;
    document.getElementById("error-place").textContent = errors.count === 0 ? "No parse errors. Content rules are not checked." : text;
    this.updateDetail(row);
    if (row >= 0) {
      this.table.setAttribute("aria-activedescendant", `error-${this.current}`);
    } else {
      this.table.removeAttribute("aria-activedescendant");
    }
  }

  updateDetail(row) {
    const detail = document.getElementById("error-detail");
    detail.replaceChildren();
    if (row >= 0) {
      const code = errors.code[this.current];
      detail.append(`${data.codes[code].message} `, this.makeLink(code));
    }
  }

  // Makes an error the current error.
  activate(error) {
    this.current = error;
    this.list.update();
    this.list.rows.forEach((row) => this.updateClasses(row));
    this.updateStatus();
    if (this.rowOf(error) >= 0) {
      this.list.show(this.rowOf(error));
    }
  }

  // Moves by some rows, and wraps around at the ends.
  step(by) {
    const count = this.shown.length;
    if (count > 0) {
      const row = this.rowOf(this.current);
      const next = row < 0 ? (by > 0 ? 0 : count - 1) : (row + by + count) % count;
      this.choose(this.shown[next], true);
    }
  }

  onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button, a") || this.shown.length === 0) {
      return;
    }
    const row = this.rowOf(this.current);
    const goTo = (index) => this.activate(this.shown[Math.min(this.shown.length - 1, Math.max(0, index))]);
    const keys = {
      ...this.list.keys(row, goTo),
      Enter: () => this.choose(this.shown[Math.max(0, row)]),
      " ": () => this.choose(this.shown[Math.max(0, row)]),
    };
    if (Object.hasOwn(keys, event.key)) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

