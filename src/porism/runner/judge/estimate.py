"""What judging would take, from what these models took before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import fmean

from porism.core import Opinion, Price, Usage
from porism.models.prices import cost_usd, snapshot
from porism.runner.judge.docket import Docket
from porism.runner.judge.foresight import Foresight, Known, Need, Purpose
from porism.store import Judged, Judgements, Store

CHARACTERS_PER_TOKEN = 3.5
ASSUMED_OUTPUT = 6_000
"""Output tokens of a reply of unknown length where nothing was seen of the model."""

Seen = Mapping[tuple[str, Purpose], Sequence[int]]
"""Output tokens of earlier replies, by model and what they were for."""


@dataclass(frozen=True, slots=True)
class JudgeEstimate:
    """What one judge or helper would take for one purpose."""

    model: str
    purpose: Purpose
    owed: int
    """What is asked in any case: first opinions, and second ones of judges known to disagree."""
    output_tokens: float
    """Of one reply."""
    assumed: bool
    """Whether nothing was seen of this model, so that the tokens are a guess."""
    cost_usd: float | None
    """Of all that is owed; ``None`` where no price is known."""
    most_usd: float | None
    """The same, if all attempts have to be heard again as often as they may."""


def estimate_docket(docket: Docket, store: Store, today: date) -> list[JudgeEstimate]:
    """Return what the models of a docket would take, in the order in which they are asked.

    Every judge has its opinions here, also where none is owed.
    """
    judgements = Judgements(store)
    judged = judgements.judged_of(docket.benchmark.id)
    known = Known(readable(judged), judgements.consultations(docket.benchmark.id))
    foresight = Foresight(docket, store, known)
    seen = seen_outputs(judged, known)
    wanted: dict[tuple[str, Purpose], list[Need]] = {}
    for sitting in docket.sittings:
        for need in foresight.needs(sitting):
            wanted.setdefault((need.model, need.purpose), []).append(need)
    for judge in docket.bench.jury.judges:
        wanted[judge, "opinion"] = wanted.pop((judge, "opinion"), [])
    return [
        estimate(needs, model, purpose, seen, snapshot(docket.models[model], today))
        for (model, purpose), needs in wanted.items()
    ]


def readable(judged: Sequence[Judged]) -> dict[tuple[str, str, str], Opinion]:
    """Return the opinions that can be said again, by attempt, judge and what was asked."""
    said = (one for several in judged for one in several.opinions if one.points is not None)
    return {(one.attempt, one.judge, one.asked): one for one in said}


def seen_outputs(judged: Sequence[Judged], known: Known) -> Seen:
    """Return the output tokens of all that was asked before."""
    found: dict[tuple[str, Purpose], list[int]] = {}

    def add(model: str, purpose: Purpose, output: int | None) -> None:
        if output:
            found.setdefault((model, purpose), []).append(output)

    for judging, opinions, _ in judged:
        for one in opinions:
            content = judging.task == "content"
            add(one.judge, "content" if content else "opinion", one.took.usage.output)
    for made in known.consultations.values():
        if made.purpose != "rubric":
            add(made.model, made.purpose, made.took.usage.output)
    return found


def estimate(
    needs: Sequence[Need], model: str, purpose: Purpose, seen: Seen, price: Price | None
) -> JudgeEstimate:
    """Return what a model would take for one purpose."""
    before = seen.get((model, purpose), ())
    outputs = [fmean(before) if before else output_of(need) for need in needs]
    costs = [cost_of(n, out, price) for n, out in zip(needs, outputs, strict=True)]
    certain = [cost for need, cost in zip(needs, costs, strict=True) if need.certain]
    return JudgeEstimate(
        model=model,
        purpose=purpose,
        owed=len(certain),
        output_tokens=fmean(outputs or [fmean(before or [ASSUMED_OUTPUT])]),
        assumed=not before,
        cost_usd=None if price is None else sum(certain),
        most_usd=None if price is None else sum(costs),
    )


def output_of(need: Need) -> float:
    """Return the output tokens of a reply if nothing was seen of the model."""
    return ASSUMED_OUTPUT if need.reply is None else need.reply / CHARACTERS_PER_TOKEN


def cost_of(need: Need, output: float, price: Price | None) -> float:
    """Return what one reply costs, in US dollars; 0 where no price is known."""
    usage = Usage(input=round(need.given / CHARACTERS_PER_TOKEN), output=round(output))
    return float(cost_usd(usage, price) or 0)
