// Compares two or three models of a reader's choice. Their scores are in a file each, which
// is a script, since browsers read no other files from a folder; the choice is in the address.
"use strict";

const MOST_DIFFERENCES = 100;
const BESIDE = 8;
const CHOICE = "models";
const known = { problems: [], scores: new Map() };

// What problems.js calls.
function takeProblems(benchmarks) {
  known.problems = benchmarks.flatMap((benchmark) =>
    benchmark.problems.map(([id, file]) => ({ id, file: file ?? id, benchmark })));
}

// What each model's file calls: its mean on the problems of some numbers.
function takeScores(model, numbers, means) {
  known.scores.set(model, new Map(numbers.map((number, n) => [number, means[n]])));
}

const signed = (share) => `${share < 0 ? "−" : "+"}${fixed(Math.abs(100 * share), 1)}`;
const percent = (share, digits) => fixed(100 * share, digits);
const pText = (p) => p < 0.001 ? "< 0.001" : fixed(Number(p.toFixed(9)), 3);
const pairs = (items) => items.flatMap((first, n) => items.slice(n + 1).map((second) => [first, second]));
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const problemPage = ({ benchmark, file }) => `../benchmarks/${benchmark.id}/problems/${file}.html`;
const attemptsPage = ({ benchmark, file }, model) => `../benchmarks/${benchmark.id}/attempts/${file}/${model}.html`;

// The numbers of the problems that all models were put to.
function shared(models) {
  const [first, ...others] = models.map((model) => known.scores.get(model));
  return [...first.keys()].filter((number) => others.every((scores) => scores.has(number)));
}

// A place of a table: what it says, where it leads, by what it is sorted.
function place(text, { href, value, note, head } = {}) {
  const made = element(head ? "th" : "td", { className: head ? "text head" : "number" });
  if (head) made.scope = "row";
  if (value !== undefined) made.dataset.v = value;
  made.append(href ? element("a", { href, textContent: text }) : text);
  if (note) made.append(element("small", { textContent: note }));
  return made;
}

function table(id, caption, columns, rows) {
  const heads = columns.map(([key, title]) => {
    const head = element("th", { scope: "col", className: key === "problem" || key === "benchmark" ? "text head" : "number", textContent: title });
    head.dataset.key = key;
    return head;
  });
  const made = element("table", {}, element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows.map((places) => element("tr", {}, ...places))));
  const scroll = element("div", { className: "scroll", tabIndex: 0 }, made);
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", caption);
  const section = element("section", { className: "table" }, element("h2", { textContent: caption }), scroll);
  section.dataset.table = id;
  new DataTable(section);
  return section;
}

class Comparison {
  constructor(choice) {
    this.selects = [...choice.querySelectorAll("select")];
    this.result = document.querySelector("#compared");
    this.names = new Map([...this.selects[0].options].map((option) => [option.value, option.textContent]));
    const asked = (address.get(CHOICE) ?? "").split(" ").filter((model) => this.names.has(model));
    for (const [n, select] of this.selects.entries()) {
      select.value = asked[n] ?? "";
      select.addEventListener("change", () => this.show());
    }
    choice.hidden = false;
    this.show();
  }

  async show() {
    const models = [...new Set(this.selects.map((select) => select.value).filter(Boolean))];
    address.set(CHOICE, models.join(" "));
    this.models = models;
    if (models.length < 2) return this.result.replaceChildren();
    try {
      await Promise.all(["problems.js", ...models.map((model) => `scores/${model}.js`)].map(load));
    } catch (error) {
      return this.result.replaceChildren(element("p", { textContent: `${error.message} cannot be read.` }));
    }
    if (this.models === models) this.result.replaceChildren(...this.parts(models));
  }

  parts(models) {
    const common = shared(models);
    if (!pairs(models).some((pair) => shared(pair).length))
      return [element("p", { textContent: "They have no problem in common." })];
    const apart = common.map((number) => ({
      problem: known.problems[number],
      means: models.map((model) => known.scores.get(model).get(number)),
    })).map((one) => ({ ...one, spread: Math.max(...one.means) - Math.min(...one.means) }))
      .filter(({ spread }) => spread > 0).sort((a, b) => b.spread - a.spread);
    return [this.tests(models), ...(apart.length ? [this.differences(models, apart), this.beside(models, apart)] : [
      element("p", { textContent: "They score the same on every problem." })])];
  }

  tests(models) {
    const rows = pairs(models).flatMap((pair) => {
      const numbers = shared(pair);
      const benchmarks = [...new Set(numbers.map((number) => known.problems[number].benchmark))];
      const parts = [["All shared problems", "", numbers], ...benchmarks.map((benchmark) =>
        [benchmark.name, `../benchmarks/${benchmark.id}/index.html`, numbers.filter((number) => known.problems[number].benchmark === benchmark)])];
      if (benchmarks.length < 2) parts.shift();
      return parts.map((part) => this.test(pair, ...part));
    });
    const columns = [["benchmark", "Benchmark"], ["first", "First, %"], ["second", "Second, %"],
      ["difference", "Difference"], ["p", "p"], ["problems", "Problems"]];
    const section = table("tests", "Paired tests", columns, rows);
    section.append(element("p", { className: "note", textContent:
      "First less second, in percentage points; every problem counts alike. The interval is for problems like these (95 %); " +
      "p is two-sided, of the paired sign-flip test, each test by itself." }));
    return section;
  }

  test([first, second], name, href, numbers) {
    const [a, b] = [first, second].map((model) => numbers.map((number) => known.scores.get(model).get(number)));
    const found = pairedTest(a.map((score, n) => score - b[n]));
    const both = `${this.names.get(first)} and ${this.names.get(second)}`;
    return [
      place(name, { head: true, href, note: both }),
      place(percent(mean(a), 1), { value: mean(a) }),
      place(percent(mean(b), 1), { value: mean(b) }),
      place(signed(found.difference), { value: found.difference, note: `${signed(found.low)} to ${signed(found.high)}` }),
      place(pText(found.p), { value: found.p }),
      place(String(found.problems), { value: found.problems }),
    ];
  }

  differences(models, apart) {
    const rows = apart.slice(0, MOST_DIFFERENCES).map(({ problem, means, spread }) => [
      place(problem.id, { head: true, href: problemPage(problem), note: problem.benchmark.name }),
      ...means.map((score, n) => place(percent(score, 0), { href: attemptsPage(problem, models[n]), value: score })),
      place(percent(spread, 0), { value: spread }),
    ]);
    const columns = [["problem", "Problem"], ...models.map((model) => [model, `${this.names.get(model)}, %`]), ["spread", "Largest gap"]];
    const section = table("differences", "Problems on which they differ", columns, rows);
    const more = apart.length - rows.length;
    if (more > 0) section.append(element("p", { className: "note", textContent: `And ${more} more with smaller gaps.` }));
    return section;
  }

  beside(models, apart) {
    const section = element("section", {}, element("h2", { textContent: "Side by side" }));
    for (const { problem } of apart.slice(0, BESIDE)) {
      const frames = element("div", { className: "frames" }, ...models.map((model) => element("iframe", {
        loading: "lazy", src: attemptsPage(problem, model), title: `${this.names.get(model)} on problem ${problem.id}`,
      })));
      const summary = element("summary", {}, `Problem ${problem.id} `, element("small", { textContent: problem.benchmark.name }));
      section.append(element("details", { className: "side" }, summary, frames));
    }
    return section;
  }
}

for (const choice of document.querySelectorAll(".choice")) new Comparison(choice);
