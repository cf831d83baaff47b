"""A part of the page: words whose figures are computed, and its charts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import fill

from porism.report.charts import Chart

WIDTH = 104


@dataclass(frozen=True)
class Section:
    """A heading, its text, and charts by the names of their files."""

    heading: str
    text: str
    charts: Mapping[str, Chart] = field(default_factory=dict)

    def markdown(self) -> str:
        """Return the part, its charts after the words."""
        images = "".join(
            f"\n![{chart.alt}](../images/{name}.svg)\n" for name, chart in self.charts.items()
        )
        return f"## {self.heading}\n\n{wrapped(self.text)}\n{images}"


def wrapped(text: str) -> str:
    """Return paragraphs in lines of one length, and tables as they are."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(
        block.strip()
        if block.lstrip().startswith("|")
        else fill(block, WIDTH, break_long_words=False, break_on_hyphens=False)
        for block in blocks
    )


def points(share: float, digits: int = 1) -> str:
    """Write a share in percent, without the sign."""
    return f"{100 * share:.{digits}f}"
