// Draws a chart again when a reader first points at it or comes to it by keyboard, now with
// tooltips and a way to zoom: the libraries are large, and most readers never need them.
"use strict";

class LiveChart {
  static libraries = new URL("vega.js", document.currentScript.src).href;

  constructor(chart) {
    this.chart = chart;
    this.tip = element("div", { className: "tip", hidden: true });
    for (const event of ["pointerenter", "focus"])
      chart.addEventListener(event, () => { this.awake ??= this.wake(); });
  }

  async wake() {
    await load(LiveChart.libraries);
    const specification = JSON.parse(this.chart.dataset.specification);
    const [first] = specification.layer;
    first.params = [{ name: "zoom", bind: "scales", select: { type: "interval", zoom: "wheel![event.ctrlKey]" } }];
    for (const layer of specification.layer) layer.mark = { ...layer.mark, clip: true };
    const place = element("div", { ariaHidden: "true" });
    const options = { ast: true, renderer: "svg", actions: false, defaultStyle: false, tooltip: (...said) => this.say(...said) };
    const { view } = await vegaEmbed(place, specification, options);
    this.axes = [["x", first.encoding.x.field], ["y", first.encoding.y.field]];
    this.view = view;
    this.chart.replaceChildren(place);
    this.chart.after(this.tip, this.buttons());
  }

  buttons() {
    const steps = [["Zoom in", 1 / 1.5], ["Zoom out", 1.5], ["Whole chart", null]];
    return element("div", { className: "tools" }, ...steps.map(([textContent, factor]) =>
      element("button", { type: "button", textContent, onclick: () => this.zoom(factor) })));
  }

  zoom(factor) {
    for (const [name, field] of this.axes) {
      const scale = this.view.scale(name), [from, to] = scale.range();
      const middle = (from + to) / 2, half = (to - from) / 2 * (factor ?? 1);
      const ends = [middle - half, middle + half].map((pixel) => Number(scale.invert(pixel)));
      this.view.signal(`zoom_${field}`, factor ? ends : null);
    }
    this.view.run();
  }

  say(_handler, event, _item, value) {
    this.tip.hidden = !value;
    if (!value) return;
    this.tip.replaceChildren(...Object.entries(value).flatMap(([name, text]) =>
      [element("span", { className: "label", textContent: name }), element("span", { textContent: text })]));
    const { clientWidth } = document.documentElement;
    this.tip.style.left = `${Math.min(event.clientX + 12, clientWidth - this.tip.offsetWidth - 8)}px`;
    this.tip.style.top = `${event.clientY + 12}px`;
  }
}

for (const chart of document.querySelectorAll("[data-specification]")) new LiveChart(chart);
