"""Juries that an attempt was before, as the page that decides on it shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from porism.core import Consultation, Judging, Problem
from porism.look.opinions import Bench, benches
from porism.report.rewritings import rewriting_facts, uniform_forms
from porism.store import Judged, Judgements
from porism.store.rows import opinion_facts

Row = Mapping[str, Any]


def juries(
    judgements: Judgements, attempt: str, problem: Problem, answer: str
) -> tuple[Bench, ...]:
    """Return the juries, the first one first, each with the text that it saw.

    Args:
        judgements: what judges said.
        attempt: which was judged.
        problem: as it was asked.
        answer: as the model wrote it; empty where that is not kept.
    """
    sittings = judgements.judged(attempt)
    judgings = [one.judging for one in sittings]
    opinions = (opinion for one in sittings for opinion in one.opinions)
    forms = uniform_forms(judgings, opinions, rewritten(judgements, judgings))
    return benches(
        heard(sittings), [rewriting_facts(form, problem.statement, answer) for form in forms]
    )


def rewritten(judgements: Judgements, judgings: Sequence[Judging]) -> dict[str, Consultation]:
    """Return the proofs that were rewritten for some juries, by identifier."""
    names = {one.rewriting or one.declined for one in judgings} - {""}
    found = {name: judgements.consultation(name) for name in names}
    return {name: made for name, made in found.items() if made is not None}


def heard(sittings: Sequence[Judged]) -> list[Row]:
    """Return what judges said as a snapshot's table of opinions has it, the first jury first."""
    return [
        opinion_facts(opinion, judging, conclusion)
        for judging, opinions, conclusion in reversed(sittings)
        for opinion in opinions
    ]
