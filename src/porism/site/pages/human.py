"""Models among the people who sat the same exam."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from porism.core.benchmark import HumanScores
from porism.look.figures import count, percent
from porism.report.board import BoardRow
from porism.site import address
from porism.site.table import Column, Item
from porism.stats.human import Histogram

QUANTILES = {0.5: "the median", 0.9: "the best tenth from", 0.99: "the best hundredth from"}
AMONG = Column("among", "Among people, %", about="Share of the people who scored less, with half "
               "of those who scored the same: 50 is the median person.")  # fmt: skip


@dataclass(frozen=True, slots=True)
class People:
    """What people scored."""

    said: str
    source: str
    """An address on the web; empty where none is known."""


def people(human: HumanScores) -> People:
    """Tell in a sentence what people scored."""
    known = histogram(human)
    shares = (percent(float(known.score_at(q)) / human.points) for q in QUANTILES)
    told = ", ".join(f"{w} {share} %" for w, share in zip(QUANTILES.values(), shares, strict=True))
    said = f"{count(sum(human.people))} people sat this exam ({human.who}): {told} of the points."
    return People(said, address.web(human.source))


def among(human: HumanScores, row: BoardRow) -> Item:
    """Return where a model's score stands among people."""
    if row.score is None:
        return Item()
    quantile = float(histogram(human).quantile_of(row.score * human.points))
    return Item(percent(quantile), value=quantile)


def histogram(human: HumanScores) -> Histogram:
    """Return the scores of people as statistics take them."""
    return Histogram(np.array(human.scores), np.array(human.people, dtype=np.float64))
