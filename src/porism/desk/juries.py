"""Juries that an attempt was before, as the page that decides on it shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from porism.core import Consultation, Problem
from porism.judging import Rewriting
from porism.judging.rewriting import losses
from porism.look.opinions import Bench, Rewritten, benches
from porism.look.shown import prose
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
    checks = {one.judging.rewriting: one for one in sittings if one.judging.task == "content"}
    juries = [one for one in sittings if one.judging.task != "content"]
    found: dict[str, Rewritten] = {}
    for judging, *_ in juries:
        name = judging.rewriting or judging.declined
        made = judgements.consultation(name) if name else None
        if made is not None:
            said = tuple(remarks(made, problem, answer, checks.get(name)))
            text = prose(made.text)
            found[judging.id] = Rewritten(text, made.model, bool(judging.rewriting), said)
    return benches(heard(juries), found)


def remarks(
    made: Consultation, problem: Problem, answer: str, check: Judged | None
) -> Iterator[Markup]:
    """Yield what the check of a rewritten proof found, also where it is little enough."""
    if made.failure:
        yield escape(f"Nothing came of it: {made.failure}.")
        return
    if answer:
        strict = Rewriting(model=made.model, kept=1)
        lost = losses(strict, problem.statement, answer, made.text)
        yield from map(escape, lost or ("All formulas and numbers came through, and no new ones.",))
    for opinion in check.opinions if check else ():
        word = "says that it is the same" if opinion.points else "says that it is not the same"
        said = word if opinion.points is not None else "could not be read"
        yield escape(f"{opinion.judge} {said}. ") + prose(opinion.reason or opinion.failure)


def heard(sittings: Sequence[Judged]) -> list[Row]:
    """Return what judges said as a snapshot's table of opinions has it, the first jury first."""
    return [
        opinion_facts(opinion, judging, conclusion)
        for judging, opinions, conclusion in reversed(sittings)
        for opinion in opinions
    ]
