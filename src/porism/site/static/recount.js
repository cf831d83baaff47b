// Scores a table again: without what was cut off, or only on benchmarks that came out late enough.
"use strict";

class Recount {
  static of(table) {
    const cells = table.rows.flatMap((row) => [...row.cells]);
    const made = new Recount(table);
    if (cells.some((cell) => cell.dataset.cut)) made.add("cut", "checkbox", "Leave out attempts that were cut off");
    if (table.heads.some((head) => head.dataset.published)) {
      made.add("after", "date", "Only benchmarks published after");
      if (table.rows.some((row) => row.dataset.released))
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
    this.figures = [...table.heads.keys()].filter((n) => "published" in table.heads[n].dataset || table.heads[n].dataset.key === "score");
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
    const dated = published !== undefined; // "", where the day is not known, is before every day
    const out = dated && Boolean((after && published <= after) || (unseen && !(published >= row.dataset.released)));
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
