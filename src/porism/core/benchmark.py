"""A set of problems with one protocol."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from porism.core.attempt import Outcome
from porism.core.noun import Noun, Tagged
from porism.core.problem import Kind

Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=80)]
Counts = Literal["wrong", "missing"]


class Folder(Tagged):
    """Problems in ``problems.jsonl`` (or another file) beside the definition."""

    tag = "kind"
    kind: Literal["jsonl"] = "jsonl"
    path: str = "problems.jsonl"
    """From the definition's folder, as all paths here."""


class MathArenaFolder(Tagged):
    """Problems in MathArena's folder form: ``problems/N.tex``, ``answers.csv`` ..."""

    tag = "kind"
    kind: Literal["matharena_folder"]
    path: str
    """The folder."""


class ParquetFile(Tagged):
    """Problems in a Parquet file with MathArena's public columns."""

    tag = "kind"
    kind: Literal["parquet"]
    path: str
    """The file."""


class LiveMathematicianFile(Tagged):
    """Problems in a question file of LiveMathematicianBench."""

    tag = "kind"
    kind: Literal["livemathematician"]
    path: str
    """The file, a JSON array."""


class HubDataset(Tagged):
    """Problems in a data set on the Hugging Face hub, in MathArena's public columns."""

    tag = "kind"
    kind: Literal["hub"]
    repo: str
    """Owner and name."""
    revision: str = "main"
    """A branch, a tag or, for results that can be repeated, a commit."""
    split: str = "train"


class Packaged(Tagged):
    """Problems that the package itself ships."""

    tag = "kind"
    kind: Literal["packaged"]
    name: str


class Elsewhere(Tagged):
    """Problems that a person has to fetch; ``how`` says from where."""

    tag = "kind"
    kind: Literal["elsewhere"]
    how: str


class TrueOrFalse(Tagged):
    """False statements and the true ones behind them: each is one problem, true or false."""

    tag = "kind"
    kind: Literal["true_or_false"]
    statements: Annotated[
        Folder | MathArenaFolder | ParquetFile | HubDataset | Packaged, Field(discriminator="kind")
    ]
    """Where a benchmark of kind ``broken_statement`` has its problems."""


ProblemSource = Annotated[
    Folder
    | MathArenaFolder
    | ParquetFile
    | LiveMathematicianFile
    | HubDataset
    | Packaged
    | TrueOrFalse
    | Elsewhere,
    Field(discriminator="kind"),
]


class ScoringPolicy(Noun):
    """What an attempt without a verdict counts as."""

    truncated: Counts = "wrong"
    refused: Counts = "wrong"
    empty: Counts = "wrong"
    unparsed: Counts = "wrong"
    failed: Counts = "missing"
    ungraded: Counts = "missing"

    def counts_wrong(self, outcome: Outcome) -> bool:
        """Tell whether an attempt that ended so scores 0 (``graded`` has its own score)."""
        return outcome != "graded" and getattr(self, outcome) == "wrong"


class DecimalPolicy(Noun):
    """Whether a rounded decimal answers an exact reference."""

    rule: Literal["exact", "digits", "tolerance", "rounded"] = "exact"
    """``rounded`` takes the reference rounded, and nothing else that is near it."""
    digits: int | None = Field(None, ge=1)
    """Significant digits that must agree, for ``digits`` and ``rounded``."""
    tolerance: Decimal | None = Field(None, gt=0)
    """Largest relative difference, for ``tolerance``."""
    unit: Decimal | None = Field(None, gt=0)
    """What to round to a multiple of, for ``rounded``: 0.01 is two decimal places."""


class ToolCalls(Noun):
    """How often one tool may be called."""

    tool: str
    calls: int = Field(ge=0)


class ToolLimits(Noun):
    """How often tools may be called in one attempt, and what happens then."""

    calls: int = Field(32, ge=1)
    """Of all tools together; calls that fail count."""
    each: tuple[ToolCalls, ...] = ()
    """Of single tools."""
    at_limit: Literal["answer", "end"] = "answer"
    """``answer``: the model is told that no calls are left, and may still answer once.
    ``end``: the attempt ends as truncated when it calls again."""


class Variant(Noun):
    """Another protocol for the same problems."""

    name: Slug
    prompt: str | None = None
    """Ask with another prompt."""
    sketch: bool = False
    """Give the problem's sketch as a hint."""
    subset: str | None = None
    """Ask only the problems of this subset."""
    images: bool = True
    """Send the pictures; false for the text-only ablation."""
    tools: tuple[str, ...] | None = None
    """What models may use in place of the benchmark's tools; none with an empty list."""
    tool_limits: ToolLimits | None = None
    """In place of the benchmark's own."""


class HumanScores(Noun):
    """What people scored who sat the same exam, as its organisers published it."""

    who: str
    """Who they are, e.g. ``participants of the exam of 2025``."""
    points: float = Field(gt=0, allow_inf_nan=False)
    """Score of a flawless paper, in the unit of ``scores``."""
    scores: tuple[Annotated[float, Field(ge=0, allow_inf_nan=False)], ...] = Field(min_length=1)
    """Scores that were reached, in ascending order."""
    people: tuple[Annotated[int, Field(ge=0)], ...]
    """How many people reached each of them."""
    source: str = Field(min_length=1)
    """Where these figures can be read: an address."""

    @model_validator(mode="after")
    def _a_histogram(self) -> Self:
        if len(self.scores) != len(self.people):
            raise ValueError("people: expected one number a score")
        if any(low >= high for low, high in pairwise(self.scores)):
            raise ValueError("scores: expected them in ascending order, each once")
        if self.scores[-1] > self.points:
            raise ValueError("scores: none can be above points, the score of a flawless paper")
        if not any(self.people):
            raise ValueError("people: nobody at all")
        return self


class Benchmark(Noun):
    """A set of problems with one protocol: kind, prompt, tools, graders, attempts, date."""

    id: Slug
    """Named so on the command line; equal to the name of its file or folder."""
    name: str
    """As people are shown it."""
    kind: Kind
    """What is asked for, and so how it is graded."""
    published: date | None = None
    """First day on which the problems could be read: contamination is judged by it. Not known of
    some whose results were imported; every other states it."""
    status: Literal["active", "deprecated", "draft"] = "active"
    """Only active ones are listed without being asked for."""
    family: Slug | None = None
    """Benchmarks that belong together (grade groups, months) and can be run by one name."""
    description: str
    prompt: str
    """Identifier of the prompt text."""
    tools: tuple[str, ...] = ()
    """What models may use: ``execute_python``, ``submit_answer``, ``search_papers``,
    ``fetch_paper``, ``find_in_paper``, and the provider's ``web_search``, ``code_interpreter``."""
    tool_limits: ToolLimits = ToolLimits()
    papers_before: date | None = None
    """The paper tools show nothing that appeared on this day or later; ``published`` without it."""
    graders: tuple[str, ...] = ("rules",)
    """Asked in this order until one decides."""
    attempts: int = Field(4, ge=1)
    """How often each problem is put to a model."""
    problems: ProblemSource
    """Where the problems come from."""
    problem_count: int | None = Field(None, ge=1)
    """How many problems the source states, to notice when some are missing."""
    scoring: ScoringPolicy = ScoringPolicy()
    decimals: DecimalPolicy = DecimalPolicy()
    answers: str = ""
    """A CSV file with the columns ``id`` and ``answer`` beside the definition, for problems that
    come without answers."""
    withheld: bool = False
    """References never leave the store."""
    sample: bool = False
    """Made for trying Porism out: labelled so wherever it shows."""
    variants: tuple[Variant, ...] = ()
    """Other protocols for the same problems, chosen when running."""
    categories: tuple[str, ...] = ()
    """The types of its problems, told to readers."""
    human: HumanScores | None = None
    """What people scored who sat the same exam: models are shown among them."""
    source: str = ""
    """Address of the facts stated here."""
    licence: str = ""

    @model_validator(mode="after")
    def _dated(self) -> Self:
        if self.published is None and self.problems.kind != "elsewhere":
            raise ValueError("published: missing; since which day can the problems be read?")
        return self
