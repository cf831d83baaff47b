// What a page does more where scripts run: sort, find, choose columns, score again.
// All of it is in the address, so that a view can be sent to someone.
"use strict";

const address = {
  get: (key) => new URLSearchParams(location.search).get(key),
  set(key, value) {
    const query = new URLSearchParams(location.search);
    if (value) query.set(key, value); else query.delete(key);
    const text = query.toString();
    try {
      history.replaceState(null, "", (text ? "?" + text : location.pathname) + location.hash);
    } catch { /* some browsers refuse for files: the view changes all the same */ }
  },
};

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// A number as Python writes it: what lies just between two goes to the even one.
function fixed(value, digits) {
  const exact = value.toFixed(digits + 20);
  const tie = exact.endsWith(`5${"0".repeat(19)}`);
  const down = exact.slice(0, digits ? -20 : -21);
  return tie && "02468".includes(down.at(-1)) ? down : value.toFixed(digits);
}

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

// Scores a table again: without what was cut off, or only on benchmarks that came out late enough.
class Recount {
  static of(table) {
    const cells = table.rows.flatMap((row) => [...row.cells]);
    const made = new Recount(table);
    if (cells.some((cell) => cell.dataset.cut)) made.add("cut", "checkbox", "Leave out attempts that were cut off");
    if (table.heads.some((head) => head.dataset.published)) {
      made.add("after", "date", "Only benchmarks published after");
      made.add("unseen", "checkbox", "Only those that came out no earlier than the model");
    }
    return made.controls.length ? made : null;
  }

  constructor(table) {
    this.table = table;
    this.fields = {};
    this.controls = [];
    this.said = element("p", { className: "note rescored", hidden: true });
    this.said.setAttribute("role", "status");
    this.mean = table.heads.findIndex((head) => head.dataset.key === "mean");
    this.figures = [...table.heads.keys()].filter((n) => table.heads[n].dataset.published || table.heads[n].dataset.key === "score");
  }

  add(name, type, words) {
    const field = element("input", { type });
    field.addEventListener("change", () => {
      address.set(name, field.value === "on" ? (field.checked ? "1" : "") : field.value);
      this.show();
    });
    this.fields[name] = field;
    this.controls.push(element("label", {}, ...(type === "date" ? [`${words} `, field] : [field, ` ${words}`])));
  }

  restore() {
    const { cut, after, unseen } = this.fields;
    for (const [name, box] of Object.entries({ cut, unseen })) if (box) box.checked = address.get(name) === "1";
    if (after) after.value = address.get("after") ?? "";
    if (cut?.checked || unseen?.checked || after?.value) this.show();
  }

  get asked() {
    const { cut, after, unseen } = this.fields;
    return { cut: cut?.checked ?? false, after: after?.value ?? "", unseen: unseen?.checked ?? false };
  }

  show() {
    const asked = this.asked;
    const said = [
      asked.cut && "attempts that were cut off are left out",
      asked.after && `only benchmarks published after ${asked.after} count`,
      asked.unseen && "only benchmarks that came out no earlier than the model count",
    ].filter(Boolean);
    this.said.hidden = !said.length;
    this.said.textContent = said.length ? `Scored again in your browser: ${said.join("; ")}.` : "";
    for (const row of this.table.rows) this.scoreRow(row, asked, said.length > 0);
    const column = this.mean >= 0 ? this.mean : this.figures[0];
    this.table.sortAgain(said.length ? column : -1);
  }

  scoreRow(row, asked, changed) {
    const scores = this.figures.map((column) => this.scoreCell(row, column, asked)).filter((score) => score !== null);
    for (const [column, head] of this.table.heads.entries())
      if (["rank", "like"].includes(head.dataset.key)) row.cells[column].classList.toggle("dim", changed);
    if (this.mean < 0) return;
    const cell = row.cells[this.mean];
    this.write(cell, scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null, changed);
    cell.querySelector("small").textContent = `of ${scores.length}`;
  }

  // Shows a cell as it is asked for; returns its score if it counts.
  scoreCell(row, column, { cut, after, unseen }) {
    const cell = row.cells[column];
    const before = cell.dataset.before ?? cell.dataset.v;
    if (before === undefined) return null;
    const { published } = this.table.heads[column].dataset;
    const out = Boolean(published && ((after && published <= after) || (unseen && !(published >= row.dataset.released))));
    cell.classList.toggle("out", out);
    if (cell.dataset.cut) {
      const scored = Number(cell.dataset.scored), kept = scored - Number(cell.dataset.cut);
      this.write(cell, !cut ? Number(before) : kept > 0 ? Number(before) * scored / kept : null, cut);
    }
    return out || cell.dataset.v === "–" ? null : Number(cell.dataset.v);
  }

  write(cell, value, changed) {
    cell.dataset.before ??= cell.dataset.v;
    cell.querySelector("a, span:not(.figure)").textContent = value === null ? "–" : fixed(100 * value, 1);
    cell.dataset.v = value === null ? "–" : String(value);
    cell.classList.toggle("rescored", changed);
    for (const part of cell.querySelectorAll(".figure svg, .figure small, .cited")) part.toggleAttribute("hidden", changed);
  }
}

for (const section of document.querySelectorAll("section[data-table]")) new DataTable(section);
