"""What judging would take, from what these judges took before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from statistics import fmean

from porism.core import Opinion, Price, Usage
from porism.judging import first_question
from porism.models.prices import cost_usd, snapshot
from porism.runner.judge.clerk import case_of
from porism.runner.judge.docket import Docket
from porism.store import Judgements, Store

CHARACTERS_PER_TOKEN = 3.5
ASSUMED_OUTPUT = 6_000
"""Output tokens of an opinion where nothing was seen of the judge."""
SAMPLED = 20
"""Attempts whose length stands for all."""


@dataclass(frozen=True, slots=True)
class JudgeEstimate:
    """What one judge would take."""

    judge: str
    owed: int
    """First opinions."""
    output_tokens: float
    """Of one opinion."""
    assumed: bool
    """Whether nothing was seen of this judge, so that the tokens are a guess."""
    cost_usd: float | None
    """Of all first opinions; ``None`` where no price is known."""
    most_usd: float | None
    """The same, if all attempts have to be heard again as often as they may."""


def estimate_docket(docket: Docket, store: Store, today: date) -> list[JudgeEstimate]:
    """Return what the judges of a docket would take; helpers and own solutions apart."""
    jury = docket.bench.jury
    seen = [
        opinion
        for judged in Judgements(store).judged_of(docket.benchmark.id)
        for opinion in judged.opinions
    ]
    length = mean_length(docket, store)
    found = []
    for judge in jury.judges:
        heard = sum(any(o.judge == judge for o in s.heard) for s in docket.sittings)
        owed = len(docket.sittings) - heard
        tokens, assumed = output_of(judge, seen)
        price = snapshot(docket.models[judge], today)
        one = cost_of(length / CHARACTERS_PER_TOKEN, tokens, price)
        cost = None if one is None else one * owed
        most = None if cost is None else cost * (1 + jury.rounds)
        found.append(JudgeEstimate(judge, owed, tokens, assumed, cost, most))
    return found


def mean_length(docket: Docket, store: Store) -> float:
    """Return how many characters a first question has, judged by some."""
    lengths = []
    for sitting in docket.sittings[:: max(1, len(docket.sittings) // SAMPLED)]:
        transcript = store.transcript(sitting.line.id)
        if transcript is not None:
            question = first_question(case_of(sitting, transcript.answer))
            lengths.append(len(question.messages[-1].text))
    return fmean(lengths) if lengths else 0.0


def output_of(judge: str, seen: Sequence[Opinion]) -> tuple[float, bool]:
    """Return the output tokens of an opinion, and whether that is only assumed."""
    tokens = [o.took.usage.output for o in seen if o.judge == judge and o.took.usage.output]
    return (fmean(tokens), False) if tokens else (float(ASSUMED_OUTPUT), True)


def cost_of(given: float, output: float, price: Price | None) -> float | None:
    """Return what one opinion costs, in US dollars."""
    cost = cost_usd(Usage(input=round(given), output=round(output)), price)
    return None if cost is None else float(cost)
