"""Result files of LiveMathematicianBench ("accuracy" files), in and out.

Source: https://github.com/BaohaoLiao/LiveMathematicianBench, ``eval/`` and its result files.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from pydantic import ValidationError, model_validator

from porism.core import Noun
from porism.errors import DefinitionError
from porism.records.text import MIB, read_text

LARGEST = 256 * MIB


class Sample(Noun, extra="ignore"):
    """One answer to one item; ``None`` is what is not known."""

    model_answer: str | None = None
    """The letter that was read from the answer; ``None`` also where asking failed."""
    is_correct: bool
    raw_response: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: int | None = None
    reasoning_tokens: int | None = None
    elapsed_seconds: float | None = None
    error: str | None = None


class Result(Noun, extra="ignore"):
    """All answers to one item, whose choices are shown in one order."""

    id: str
    theorem_type: str = "all"
    score: float | None = None
    """The item's quality, not the model's."""
    correct_answer: str
    reasoning_effort: str | None = None
    samples: tuple[Sample, ...]

    @model_validator(mode="before")
    @classmethod
    def _one_sample_stands_in_the_row(cls, row: object) -> object:
        if isinstance(row, dict) and not row.get("samples"):
            return {**row, "samples": (row,)}
        return row


class TestInfo(Noun, extra="ignore"):
    """What was run."""

    __test__ = False  # pytest would take it for a class of tests

    date: str = ""
    model: str
    month: str = ""
    """Four digits of the year, two of the month."""
    reasoning_effort: str | None = None
    min_score_filter: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    timestamp: str = ""


class ResultFile(Noun, extra="ignore"):
    """One model's run over one month."""

    test_info: TestInfo
    detailed_results: tuple[Result, ...]


class Tally(Noun):
    """How many items were answered correctly at the first attempt, as the project counts."""

    correct: int
    total: int

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """Count."""
        first = [result.samples[0].is_correct for result in results]
        return cls(correct=sum(first), total=len(first))

    def row(self) -> dict[str, int | float]:
        """Return the numbers under the names of the file."""
        accuracy = self.correct / self.total if self.total else 0.0
        return {"correct": self.correct, "total": self.total, "accuracy": accuracy}


def read_results(path: Path) -> ResultFile:
    """Read a result file; its sums are left out, since they follow from the rows.

    Raises:
        DefinitionError: the file is no result file.
    """
    try:
        return ResultFile.model_validate_json(read_text(path, limit=LARGEST))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        key = ".".join(map(str, fault["loc"])) or None
        raise DefinitionError(fault["msg"], file=path, key=key) from error


def write_results(path: Path, results: ResultFile) -> None:
    """Write a result file with its sums, over all items and by theorem type."""
    rows = results.detailed_results
    by_type: defaultdict[str, list[Result]] = defaultdict(list)
    for result in rows:
        by_type[result.theorem_type].append(result)
    samples = max((len(result.samples) for result in rows), default=1)
    counts = {"n_samples": samples, "total_candidates": len(rows), "total_tested": len(rows)}
    file = {
        "test_info": results.test_info.model_dump(mode="json") | counts,
        "summary": {name: Tally.of(members).row() for name, members in by_type.items()},
        "overall": Tally.of(rows).row(),
        "detailed_results": [_row(result) for result in rows],
    }
    path.write_text(json.dumps(file, ensure_ascii=False, indent=2), encoding="utf-8")


def _row(result: Result) -> dict[str, object]:
    """Return the row of an item: its first sample, and all of them where there are several."""
    numbered = [
        {"sample_idx": index, **sample.model_dump(mode="json")}
        for index, sample in enumerate(result.samples)
    ]
    return {
        **result.model_dump(mode="json", exclude={"samples"}),
        **result.samples[0].model_dump(mode="json"),
        "n_samples": len(numbered),
        "samples": numbered if len(numbered) > 1 else None,
    }
