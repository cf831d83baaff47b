"""Charts in pages: drawn once for every reader, drawn again by the browser that may do more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version

from markupsafe import Markup

from porism.errors import UserError
from porism.report.charts import Chart, Priced, Released, cost_chart, release_chart
from porism.report.charts.chart import libraries
from porism.site import address
from porism.site.folder import Folder
from porism.site.keys import digest
from porism.site.source import Source


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart in a page."""

    svg: Markup
    alt: str
    specification: str
    """From which a browser draws it again, with tooltips and a way to zoom."""


def drawings(source: Source) -> Iterator[Drawing]:
    """Yield the charts of the overall standings for which enough is known."""
    rows = source.overall.rows
    released = [
        Released(row.name, when, row.performance, row.interval)
        for row in rows
        if (when := source.models[row.model].released)
    ]
    priced = [
        Priced(row.name, row.cost.usd, row.performance, row.interval) for row in rows if row.cost
    ]
    if len(priced) > 1:
        yield from drawn(lambda: cost_chart(priced, title="Expected performance and cost"))
    if len(released) > 1:
        yield from drawn(lambda: release_chart(released, title="Expected performance over time"))


def drawn(make: Callable[[], Chart]) -> Iterator[Drawing]:
    """Yield a chart, unless there is nothing to draw."""
    try:
        chart = make()
    except UserError:
        return
    # The converter escapes what it writes; the text of a chart is not a model's output but names.
    yield Drawing(Markup(chart.svg()), chart.alt, chart.specification)  # noqa: S704


def put_libraries(folder: Folder) -> None:
    """Write the script that draws charts; it takes seconds to make, so once is enough."""
    key = digest("vl-convert", version("vl-convert-python"))
    if not folder.has(address.CHARTS, key):
        folder.put(address.CHARTS, libraries().encode(), key)
