"""Problems, rubrics and opinions for the tests of judging."""

from datetime import UTC, datetime
from decimal import Decimal

from porism.core import (
    Deduction,
    Effort,
    FinalAnswer,
    Opinion,
    Problem,
    ProofScheme,
    Rubric,
    RubricPart,
    RubricPath,
    TrueStatement,
)
from porism.judging import Case

PROOF = Problem(
    id="p",
    statement="Show that $n^2$ is even if $n$ is.",
    reference=ProofScheme(solutions=("Let $n = 2k$; then $n^2 = 4k^2$.",)),
)
FALSE = Problem(
    id="f",
    statement="Every prime is odd.",
    reference=TrueStatement(original="Every prime above $2$ is odd.", why_false="$2$ is prime."),
)
FINAL = Problem(id="a", statement="What is $1+1$?", reference=FinalAnswer(answer="2"))
EFFORT = Effort(run="r", origin="fake", started_at=datetime(2026, 11, 30, tzinfo=UTC), duration_s=0)


def part(name: str, points: int | str, text: str = "") -> RubricPart:
    return RubricPart(id=name, text=text or f"Shows {name}.", points=Decimal(points))


def rubric(*paths: RubricPath, **changes: object) -> Rubric:
    usual = (
        RubricPath(id="direct", parts=(part("a1", 3), part("a2", 4))),
        RubricPath(id="other", title="by parity", parts=(part("b1", "6.5"), part("b2", "0.5"))),
    )
    facts = {"benchmark": "b", "problem": "p", "points": Decimal(7), "paths": paths or usual}
    facts["deductions"] = (Deduction(id="d1", text="No conclusion.", points=Decimal(1)),)
    facts["zero_credit"] = ("Assumes what is to be shown.",)
    return Rubric.model_validate({**facts, **changes})


def proof_case(answer: str = "It is.", **changes: object) -> Case:
    facts = {"task": "proof", "problem": PROOF, "answer": answer, "rubric": rubric()}
    return Case(**{**facts, **changes})


def opinion(judge: str, points: str | None, number: int = 0, reason: str = "so") -> Opinion:
    return Opinion(
        id=f"{judge}{number}", judging="j", attempt="t", judge=judge, round=number, took=EFFORT,
        points=None if points is None else Decimal(points), reason=reason,
    )  # fmt: skip
