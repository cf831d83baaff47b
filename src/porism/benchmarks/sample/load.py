"""The package's own problems and recorded responses."""

from __future__ import annotations

from pathlib import Path

from porism.core import Image, Problem
from porism.errors import UnknownName
from porism.records import read_jsonl

FOLDER = Path(__file__).parent
NAMES = (
    "porism-sample",
    "porism-sample-choice",
    "porism-sample-images",
    "porism-sample-false",
    "porism-sample-proofs",
)


def load(name: str) -> tuple[Problem, ...]:
    """Return the problems of one of :data:`NAMES`, with their pictures.

    Raises:
        UnknownName: there is no such sample.
    """
    if name not in NAMES:
        raise UnknownName("sample benchmark", name, NAMES)
    problems = (problem for _, problem in read_jsonl(FOLDER / f"{name}.jsonl", Problem))
    return tuple(_with_picture(problem, FOLDER / name) for problem in problems)


def _with_picture(problem: Problem, folder: Path) -> Problem:
    file = folder / f"{problem.id}.png"
    if not file.is_file():
        return problem
    image = Image(media_type="image/png", data=file.read_bytes())
    return problem.model_copy(update={"images": (image,)})


def recorded(name: str) -> Path:
    """Return the file of responses that a sample respondent gave, for a replay endpoint.

    Raises:
        UnknownName: there is no such respondent.
    """
    files = {path.stem: path for path in (FOLDER / "responses").glob("*.jsonl")}
    if name not in files:
        raise UnknownName("sample respondent", name, files)
    return files[name]


def rubrics() -> tuple[Path, ...]:
    """Return the files of the rubrics of the sample proofs, in the order of the problems."""
    return tuple(sorted((FOLDER / "rubrics").glob("*.yaml")))
