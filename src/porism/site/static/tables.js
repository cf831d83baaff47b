// Tables that can be sorted and searched, and whose columns can be chosen.
"use strict";

function valueOf(cell) {
  const text = cell.dataset.v ?? cell.textContent.trim();
  if (text === "–" || text === "") return null;
  const number = Number(text.replaceAll(",", ""));
  return Number.isNaN(number) ? text : number;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

class DataTable {
  constructor(section) {
    this.id = section.dataset.table;
    this.section = section;
    this.table = section.querySelector("table");
    this.heads = [...this.table.tHead.rows[0].cells];
    this.body = this.table.tBodies[0];
    this.rows = [...this.body.rows];
    this.hidden = new Set(this.heads.filter((h) => "hidden" in h.dataset).map((h) => h.dataset.key));
    this.byDefault = [...this.hidden].join();
    this.makeSortable();
    this.makeTools();
    this.restore();
  }

  makeSortable() {
    for (const [column, head] of this.heads.entries()) {
      const button = element("button", { type: "button" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const numbers = head.classList.contains("number");
        const now = head.getAttribute("aria-sort");
        const first = numbers && head.dataset.key !== "rank" ? "descending" : "ascending";
        const other = first === "ascending" ? "descending" : "ascending";
        const order = now === first ? other : now === other ? null : first;
        this.sort(column, order);
        address.set(`${this.id}.sort`, order && `${order === "descending" ? "-" : ""}${head.dataset.key}`);
      });
    }
  }

  sort(column, order) {
    for (const head of this.heads) head.removeAttribute("aria-sort");
    if (order) this.heads[column].setAttribute("aria-sort", order);
    const sign = order === "descending" ? -1 : 1;
    const keyed = this.rows.map((row) => [row, order ? valueOf(row.cells[column]) : null]);
    if (order) keyed.sort(([, a], [, b]) => (a === null) - (b === null) || (a === null ? 0 : sign * compare(a, b)));
    this.body.append(...keyed.map(([row]) => row));
  }

  makeTools() {
    this.tools = element("div", { className: "tools" });
    if (this.rows.length > 5) this.tools.append(this.search(), this.chooser());
    this.recount = Recount.of(this);
    if (this.recount) this.tools.append(...this.recount.controls);
    this.found = element("span", { className: "note" });
    this.found.setAttribute("aria-live", "polite");
    this.tools.append(this.found);
    if (this.tools.children.length > 1) this.section.querySelector(".scroll").before(this.tools);
    if (this.recount) this.tools.after(this.recount.said);
  }

  search() {
    this.finder = element("input", { type: "search", placeholder: "Find rows" });
    this.finder.setAttribute("aria-label", `Find rows in: ${this.table.closest("[aria-label]").getAttribute("aria-label")}`);
    this.finder.addEventListener("input", () => {
      this.find(this.finder.value);
      address.set(`${this.id}.find`, this.finder.value);
    });
    return this.finder;
  }

  chooser() {
    this.boxes = this.heads.slice(1).map((head, n) => {
      const box = element("input", { type: "checkbox", checked: true });
      box.addEventListener("change", () => {
        if (box.checked) this.hidden.delete(head.dataset.key); else this.hidden.add(head.dataset.key);
        this.showColumns();
        const hidden = [...this.hidden].join();
        address.set(`${this.id}.hide`, hidden === this.byDefault ? "" : hidden || "none");
      });
      return [head.dataset.key, box, element("label", {}, box, " ", head.textContent || `Column ${n + 2}`)];
    });
    const menu = element("div", { className: "menu" }, ...this.boxes.map(([, , label]) => label));
    const columns = element("details", {}, element("summary", { textContent: "Columns" }), menu);
    columns.addEventListener("keydown", (event) => { if (event.key === "Escape") columns.open = false; });
    return columns;
  }

  find(words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of this.rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !wanted.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    this.found.textContent = wanted.length ? `${shown} of ${this.rows.length}` : "";
  }

  showColumns() {
    for (const [column, head] of this.heads.entries()) {
      const hide = this.hidden.has(head.dataset.key);
      if (head.hidden === hide) continue;
      head.hidden = hide;
      for (const row of this.rows) row.cells[column].hidden = hide;
    }
    for (const [key, box] of this.boxes ?? []) box.checked = !this.hidden.has(key);
  }

  sortAgain(column) {
    const sorted = this.heads.findIndex((head) => head.hasAttribute("aria-sort"));
    if (sorted >= 0) this.sort(sorted, this.heads[sorted].getAttribute("aria-sort"));
    else this.sort(column, column >= 0 ? "descending" : null);
  }

  restore() {
    const hide = address.get(`${this.id}.hide`);
    if (hide !== null) this.hidden = new Set(hide === "none" ? [] : hide.split(","));
    this.showColumns();
    const find = address.get(`${this.id}.find`);
    if (find && this.finder) { this.finder.value = find; this.find(find); }
    this.recount?.restore();
    const sort = address.get(`${this.id}.sort`);
    const column = sort ? this.heads.findIndex((head) => head.dataset.key === sort.replace(/^-/, "")) : -1;
    if (column >= 0) this.sort(column, sort.startsWith("-") ? "descending" : "ascending");
  }
}

for (const section of document.querySelectorAll("section[data-table]")) new DataTable(section);
