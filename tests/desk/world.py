"""A small store with something in every queue."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Conclusion,
    Consultation,
    Effort,
    Endpoint,
    FinalAnswer,
    Folder,
    Image,
    Judging,
    Model,
    MultipleChoice,
    Noun,
    Opinion,
    PartMark,
    Problem,
    ProofScheme,
    Reference,
    Rubric,
    RubricPart,
    RubricPath,
    Sworn,
    Transcript,
    Verdict,
    assistant,
    user,
)
from porism.store import Judgements, Store
from tests.conftest import SHARED

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PIXEL = Image(
    media_type="image/png",
    data=bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
        "1f15c4890000000d49444154789c6360f8cfc0f01f0005010101ff9d3b0000000049454e44ae426082"
    ),
)
MODELS = ("glass-model", "brass-model")
JUDGES = ("stern-judge", "mild-judge", "third-judge")
SAYS = r"We add: $\sum_{k=1}^{n} k = \frac{n(n+1)}{2}$, so the answer is $\boxed{%s}$."
EFFORT = Effort(run="r", origin="fake", started_at=NOW, duration_s=1)


def benchmark(name: str, kind: str, **facts: object) -> Benchmark:
    return Benchmark.model_validate(
        {"id": name, "name": name.title(), "kind": kind, "published": NOW.date()}
        | {"description": "d", "prompt": "p", "problems": Folder(), **facts}
    )


def problem(name: str, statement: str, reference: Reference, **facts: object) -> Problem:
    return Problem.model_validate(
        {"id": name, "statement": statement, "reference": reference, **facts}
    )


class World:
    """Fills a store."""

    def __init__(self, store: Store) -> None:
        self.store, self.count = store, 0
        for name in MODELS:
            endpoint = Endpoint(protocol="fake", model=name)
            store.record_model(Model(id=name, name=name, endpoint=endpoint))
        store.start_run("r", benchmark("x", "proof"))

    def attempt(
        self, at: str, name: str, model: str, number: int, said: str, *spoken: Verdict,
        ending: str = "answered",
    ) -> str:  # fmt: skip
        cell = Cell(
            benchmark=at, problem=name, revision=1, model=model, asks="a", prompt="q", number=number
        )
        # As real ones, identifiers tell nothing of the model.
        self.count += 1
        made = f"{self.count:06d}{cell.digest()[:10]}"
        attempt = Attempt.model_validate(
            {"id": made, "cell": cell.digest(), "run": "r", "benchmark": at, "problem": name}
            | {"model": model, "number": number, "origin": "fake", "ending": ending}
            | {"started_at": NOW, "duration_s": 2.5}
        )
        words = assistant(said, thinking="Let me see: $1+2$.")
        asked = user(f"Solve problem {name}.")
        self.store.add_cells([cell])
        transcript = Transcript(origin="fake", messages=(asked, words))
        self.store.add_attempt(attempt, transcript, *spoken).result()
        return made

    def sums(self, count: int = 4) -> list[str]:
        """Flagged final answers."""
        problems = [
            problem(
                str(n), rf"Compute $\sum_{{k=1}}^{{{n}}} k$ for the triangle $T_{{{n}}}$.",
                FinalAnswer(answer=str(n * (n + 1) // 2)), images=(PIXEL,) if n == 1 else (),
            )
            for n in range(1, count + 1)
        ]  # fmt: skip
        self.store.record(benchmark("sums", "final_answer"), problems)
        flags = (("near-miss",), ("gold-in-text", "several-boxes"), ("unparsed",), ("format",))
        made = []
        for n in range(1, count + 1):
            for k, model in enumerate(MODELS):
                spoken = Verdict(
                    outcome="graded", score=0, extracted=f"{n}{k}", reading=f"{n}{k}",
                    reference_reading=str(n * (n + 1) // 2), rule="exact-rational",
                    reason=f"{n}{k} is another number", flags=flags[(n + k) % 4], grader="rules",
                )  # fmt: skip
                made.append(self.attempt("sums", str(n), model, 1, SAYS % f"{n}{k}", spoken))
        return made

    def proofs(self, count: int = 3) -> list[str]:
        """Real proofs, some of them before a jury that is split."""
        file = SHARED / "data/proofs/deepseekmath_v2_human_vs_auto.jsonl"
        with file.open(encoding="utf-8") as lines:
            rows = [json.loads(next(lines)) for _ in range(count)]
        rubric = (
            "1. Finds all values of $k$ (2 points).\n2. Proves that no other occurs (5 points)."
        )
        asked = {
            row["problem_id"]: problem(
                row["problem_id"], row["problem"],
                ProofScheme(rubric=rubric, solutions=("By *induction*.",)),
            )
            for row in rows
        }  # fmt: skip
        self.store.record(benchmark("olympiad", "proof"), list(asked.values()))
        made = []
        for n, row in enumerate(rows):
            name = self.attempt("olympiad", row["problem_id"], MODELS[n % 2], n + 1, row["proof"])
            self.jury(name, (7, 2, 4))
            made.append(name)
        return made

    def jury(self, attempt: str, given: tuple[int, ...]) -> None:
        """A jury that hears an attempt and does not agree."""

        class AnyJury(Noun):
            judges: tuple[str, ...]

        kept = Judgements(self.store)
        version = kept.jury_version("usual", AnyJury(judges=JUDGES))
        judging = Judging(
            id=f"judging{attempt}"[:32], attempt=attempt, task="proof", jury="usual",
            jury_version=version, judges=tuple(Sworn(model=j, asks="0") for j in JUDGES),
            points=Decimal(7),
        )  # fmt: skip
        kept.add_judging(judging).result()
        for judge, points in zip(JUDGES, given, strict=True):
            opinion = Opinion(
                id=f"{judge}{attempt}"[:40], judging=judging.id, attempt=attempt, judge=judge,
                round=0, points=Decimal(points),
                parts=(PartMark(part="values", points=Decimal(2), reason="All $k$ are found."),),
                reason=f"Lemma 2 is used before it is shown; $k={points}$.", took=EFFORT,
            )  # fmt: skip
            kept.add_opinion(opinion, Transcript(origin="fake", messages=(user("Judge."),)))
        low = min(given)
        said = Verdict(
            outcome="graded", score=low / 7, reason=f"The judges gave {given}.",
            flags=("jury-split",), authority="jury", grader="usual", version=version,
            rule="minimum of 3",
        )  # fmt: skip
        kept.conclude(attempt, Conclusion(judging=judging.id, points=Fraction(low)), said).result()

    def uniform(self, attempt: str, text: str, *, same: bool) -> None:
        """A jury for which a proof was rewritten, and a second model that compared both."""
        kept = Judgements(self.store)
        [before, *_] = kept.judged(attempt)
        made = Consultation(
            id=f"made{attempt}"[:32], purpose="rewriting", benchmark="olympiad", problem="p",
            attempt=attempt, model="scribe", asks="0", text=text, took=EFFORT,
        )  # fmt: skip
        kept.add_consultation(made, Transcript(origin="fake", messages=(user("Rewrite."),)))
        seen = {"rewriting": made.id} if same else {"declined": made.id}
        tasks = (("content", {"rewriting": made.id}), ("proof", seen))
        for task, facts in tasks:
            told = {"id": f"{task}{attempt}"[:32], "task": task, **facts}
            kept.add_judging(before.judging.model_copy(update=told)).result()
            opinion = before.opinions[0].model_copy(
                update={"id": f"{task}{attempt}"[:40], "judging": told["id"]}
                | {"judge": "checker" if task == "content" else JUDGES[0]}
                | {"points": Decimal(same), "parts": (), "reason": "I compared both; $a<b$."}
            )
            asked = Transcript(origin="fake", messages=(user("Judge."),))
            kept.add_opinion(opinion, asked).result()

    def rubrics(self) -> None:
        """A draft for a problem that is there."""
        name = self.store.problems("olympiad")[0].id
        Judgements(self.store).add_rubric(rubric("olympiad", name))

    def candidates(self) -> None:
        """Problems of a benchmark that is a draft."""
        several = [
            problem("c1", "Which $n$ divide $2^n+1$?", FinalAnswer(answer="$n=1$ and $3^k$")),
            problem("c2", "Choose.", MultipleChoice(correct="$1$", distractors=("$2$", "$3$"))),
        ]
        self.store.record(benchmark("drafts", "final_answer", status="draft"), several)

    def all(self) -> World:
        self.sums()
        self.proofs()
        self.rubrics()
        self.candidates()
        return self


def rubric(at: str, name: str) -> Rubric:
    parts = (
        RubricPart(id="values", text="All values of $k$ are found.", points=Decimal(2)),
        RubricPart(id="proof", text="No other value occurs.", points=Decimal(5)),
    )
    path = RubricPath(id="main", parts=parts)
    return Rubric(benchmark=at, problem=name, points=Decimal(7), paths=(path,), author="a-model")
