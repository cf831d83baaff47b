// What a page does more where scripts run: sort, find, choose columns, score again.
// All of it is in the address, so that a view can be sent to someone.
"use strict";

const CUT = "cut";  // the parameter that says how attempts cut off are counted

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
    if (this.rows.some((row) => Number(row.dataset.truncated) > 0)) this.tools.append(this.scorer());
    this.found = element("span", { className: "note" });
    this.found.setAttribute("aria-live", "polite");
    this.tools.append(this.found);
    if (this.tools.children.length > 1) this.section.querySelector(".scroll").before(this.tools);
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

  scorer() {
    const box = element("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      this.score(box.checked);
      address.set(CUT, box.checked ? "missing" : "");
    });
    this.cutBox = box;
    return element("label", {}, box, " Leave out attempts that were cut off");
  }

  score(leaveOut) {
    const column = this.heads.findIndex((head) => head.dataset.key === "score");
    for (const row of this.rows) {
      const { total, scored, truncated } = row.dataset;
      if (total === undefined) continue;
      const cell = row.cells[column];
      cell.dataset.before ??= cell.dataset.v;
      const counted = Number(scored) - (leaveOut ? Number(truncated) : 0);
      const value = leaveOut ? (counted > 0 ? Number(total) / counted : null) : Number(cell.dataset.before);
      const text = value === null ? "–" : fixed(100 * value, 1);
      cell.querySelector("a, span:not(.figure)").textContent = text;
      cell.dataset.v = value === null ? "–" : String(value);
      cell.classList.toggle("rescored", leaveOut);
      for (const part of cell.querySelectorAll("svg, small")) part.toggleAttribute("hidden", leaveOut);
      for (const other of this.heads.keys())
        if (["rank", "like"].includes(this.heads[other].dataset.key)) row.cells[other].classList.toggle("dim", leaveOut);
    }
    const sorted = this.heads.findIndex((head) => head.hasAttribute("aria-sort"));
    if (sorted >= 0) this.sort(sorted, this.heads[sorted].getAttribute("aria-sort"));
    else if (leaveOut) this.sort(column, "descending");
  }

  restore() {
    const hide = address.get(`${this.id}.hide`);
    if (hide !== null) this.hidden = new Set(hide === "none" ? [] : hide.split(","));
    this.showColumns();
    const find = address.get(`${this.id}.find`);
    if (find && this.finder) { this.finder.value = find; this.find(find); }
    if (this.cutBox && address.get(CUT) === "missing") { this.cutBox.checked = true; this.score(true); }
    const sort = address.get(`${this.id}.sort`);
    const column = sort ? this.heads.findIndex((head) => head.dataset.key === sort.replace(/^-/, "")) : -1;
    if (column >= 0) this.sort(column, sort.startsWith("-") ? "descending" : "ascending");
  }
}

for (const section of document.querySelectorAll("section[data-table]")) new DataTable(section);
