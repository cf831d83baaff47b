"""Question files of LiveMathematicianBench, in and out.

Source: https://github.com/BaohaoLiao/LiveMathematicianBench, its files of 2025-11 to 2026-02.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from porism.core import JsonObject, MultipleChoice, Noun, Problem, Provenance
from porism.errors import ConfigurationError
from porism.records import read_json, read_jsonl

SUBSETS = {"orig": "original", "alt1": "substitution_resistant"}
"""In ``alt1`` the right choice says that another one is right but a stronger result holds."""
LONGEST_EXCUSE = 400
"""Characters; a longer text is a sketch, whatever it begins with."""
EXCUSE = re.compile(
    r"""\b(?:no|lacks?|without)(?:\s+(?:an?|any|explicit|detailed|such|formal|high-level|proof))*
          \s+(?:sketch|outline|strategy)\b
      | \bnot\s+(?:contain|give|include|offer|outline|present|provide|sketch|supply)\b
          (?:\s+[\w-]+){0,5}\s+(?:sketch|outline|strategy|proof|argument)\b
      | \b(?:sketch|outline|strategy|proof)(?:\s+[\w-]+){0,6}\s+(?:is|are|was)\s+
          (?:not\s+(?:available|contained|given|included|presented|provided)|absent|missing)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""How the project says in prose, and in the first sentence, that a paper gives no sketch."""


class Choice(Noun, extra="allow"):
    """One choice, under the label of the file; models see another."""

    label: str = ""
    text: str


class Question(Noun, extra="allow"):
    """The question itself; the right choice is stored apart from the wrong ones."""

    question: str
    correct_choice: Choice
    choices: tuple[Choice, ...]


class Item(Noun, extra="allow"):
    """A question record; what Porism has no field for stays as it is."""

    id: str
    paper_link: str = ""
    theorem_type: tuple[str, ...] = ()
    sketch: str | None = None
    expanded_sketch: str | None = None
    expanded_theorem: str = ""
    mcq: Question
    variant: str = ""


def read_items(path: Path) -> Iterator[Problem]:
    """Yield the problems of a question file, one JSON array or (``.jsonl``) one record a line.

    Raises:
        DefinitionError: the file does not hold such records.
    """
    if path.suffix == ".jsonl":
        items: Iterable[Item] = (item for _, item in read_jsonl(path, Item))
    else:
        items = read_json(path, Item)
    yield from map(problem_from, items)


def write_items(path: Path, problems: Iterable[Problem]) -> None:
    """Write problems as a question file, in the form that its name ends in.

    Raises:
        ConfigurationError: a problem has no texts to choose from.
    """
    items = map(item_from, problems)
    records = [item.model_dump(mode="json", exclude_unset=True) for item in items]
    if path.suffix == ".jsonl":
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    else:
        text = json.dumps(records, ensure_ascii=False, indent=2)
    path.write_text(text, encoding="utf-8")


def problem_from(item: Item) -> Problem:
    """Return the problem that a record states; the rest of the record goes to its details."""
    paper, _, suffix = item.id.partition("::")
    variant = item.variant or suffix
    return Problem(
        id=item.id,
        statement=item.mcq.question,
        reference=MultipleChoice(
            correct=item.mcq.correct_choice.text,
            distractors=tuple(choice.text for choice in item.mcq.choices),
        ),
        sketch=sketch_of(item),
        types=item.theorem_type,
        subset=SUBSETS.get(variant, variant),
        provenance=Provenance(
            source="LiveMathematicianBench",
            url=item.paper_link,
            paper=paper,
            theorem=item.expanded_theorem,
            details=JsonObject(_rest_of(item)),
        ),
    )


def sketch_of(item: Item) -> str | None:
    """Return the sketch that the project's own runs give as a hint; ``None`` for an excuse."""
    said = (item.expanded_sketch or item.sketch or "").strip()
    first = re.split(r"(?<=[.!?])\s", said, maxsplit=1)[0]
    excuse = len(said) <= LONGEST_EXCUSE and EXCUSE.search(first)
    return None if excuse or not said else said


def _rest_of(item: Item) -> dict[str, Any]:
    texts = {"question": True, "correct_choice": {"text"}, "choices": {"__all__": {"text"}}}
    moved = {"id": True, "mcq": texts} | {
        key: True
        for key in ("paper_link", "theorem_type", "expanded_theorem")
        if getattr(item, key)
    }
    return item.model_dump(mode="json", exclude_unset=True, exclude=moved)  # type: ignore[arg-type]


def item_from(problem: Problem) -> Item:
    """Return the record that states a problem: the inverse of :func:`problem_from`.

    Raises:
        ConfigurationError: the problem has no texts to choose from.
    """
    origin = problem.provenance
    record: dict[str, Any] = {"id": problem.id, **origin.details}
    known = {
        "paper_link": origin.url,
        "theorem_type": problem.types,
        "expanded_theorem": origin.theorem,
    }
    record |= {key: value for key, value in known.items() if value}
    record["mcq"] = _mcq(problem, record.get("mcq") or {})
    if "variant" not in record and problem.subset and "::" not in problem.id:
        names = {subset: variant for variant, subset in SUBSETS.items()}
        record["variant"] = names.get(problem.subset, problem.subset)
    item = Item.model_validate(record)
    if problem.sketch == sketch_of(item):
        return item
    return Item.model_validate(record | {"expanded_sketch": problem.sketch})


def _mcq(problem: Problem, kept: dict[str, Any]) -> dict[str, Any]:
    reference = problem.reference
    if not isinstance(reference, MultipleChoice) or not reference.distractors:
        raise ConfigurationError(f"problem {problem.id!r} has no texts to choose from")
    texts = (reference.correct, *reference.distractors)
    before = [kept.get("correct_choice") or {}, *(kept.get("choices") or ())]
    if len(before) != len(texts):
        before = [{} for _ in texts]
    correct, *wrong = (
        {"label": letter} | old | {"text": text}
        for letter, old, text in zip(ascii_uppercase, before, texts, strict=False)
    )
    return kept | {"question": problem.statement, "correct_choice": correct, "choices": wrong}
