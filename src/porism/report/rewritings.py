"""Proofs that were brought into uniform form for juries, and what became of their content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from porism.core import Consultation, Judging, Opinion, canonical_json
from porism.judging import Rewriting
from porism.judging.rewriting import losses


class UniformForm(NamedTuple):
    """A proof as it was rewritten for one jury."""

    judging: Judging
    made: Consultation
    checks: tuple[Opinion, ...]
    """What other models said of its content."""


class Remark(NamedTuple):
    """What a check of the content found."""

    said: str
    reason: str = ""
    """In the words of the model that checked."""


def uniform_forms(
    judgings: Iterable[Judging], opinions: Iterable[Opinion], made: Mapping[str, Consultation]
) -> Iterator[UniformForm]:
    """Yield what was rewritten for each jury, in the order of the judgings.

    Args:
        judgings: checks of content included.
        opinions: what was said in them.
        made: the rewritten proofs, by identifier.
    """
    known = {one.id: one for one in judgings}
    checks: dict[tuple[str, str, int], dict[str, Opinion]] = {}
    for opinion in opinions:
        about = known.get(opinion.judging)
        if about is not None and about.task == "content":
            text = about.attempt, about.rewriting, about.jury_version
            checks.setdefault(text, {})[opinion.judge] = opinion
    for judging in known.values():
        name = judging.rewriting or judging.declined
        if judging.task != "content" and name in made:
            said = checks.get((judging.attempt, name, judging.jury_version), {})
            yield UniformForm(judging, made[name], tuple(said.values()))


def rewriting_facts(form: UniformForm, statement: str, answer: str) -> dict[str, object]:
    """Return the row of a snapshot's table of rewritings.

    Args:
        form: what was rewritten.
        statement: the problem's.
        answer: as the model wrote it; empty where that is not kept.
    """
    return {
        "attempt": form.judging.attempt,
        "judging": form.judging.id,
        "by": form.made.model,
        "judged": bool(form.judging.rewriting),
        "text": form.made.text,
        "found": canonical_json([one._asdict() for one in remarks(form, statement, answer)]),
    }


def remarks(form: UniformForm, statement: str, answer: str) -> Iterator[Remark]:
    """Yield what the checks found, also where it is little enough; arguments as above."""
    made = form.made
    if made.failure:
        yield Remark(f"Nothing came of it: {made.failure}.")
        return
    if answer:
        lost = losses(Rewriting(model=made.model, kept=1), statement, answer, made.text)
        yield from map(Remark, lost or ("All formulas and numbers came through, and no new ones.",))
    for opinion in form.checks:
        word = "says that it is the same" if opinion.points else "says that it is not the same"
        said = word if opinion.points is not None else "could not be read"
        yield Remark(f"{opinion.judge} {said}.", opinion.reason or opinion.failure)
