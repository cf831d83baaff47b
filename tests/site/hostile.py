"""A store in which every text is an attack."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Endpoint,
    FinalAnswer,
    Message,
    Model,
    MultipleChoice,
    Problem,
    ProofScheme,
    Provenance,
    Revision,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Transcript,
    TrueStatement,
    Verdict,
    user,
)
from porism.core import FormalStatement as Formal
from porism.store import Store
from tests.markup.hostile import ATTACKS
from tests.report.test_results import benchmark

NOW = datetime(2026, 11, 30, tzinfo=UTC)
UGLY = [
    "\x00\x1b[2J\x08\x7f",
    "\u202eevil\u2066",
    "../../etc/passwd",
    "a/b",
    "A/B",
    "CON",
    "é" * 300,
    " ",
]


def storable() -> list[str]:
    """The attacks that a database can hold."""
    found = [attack for _, attack in ATTACKS] + UGLY
    return [a for a in found if a.isascii() or a.encode("utf-8", "replace").decode() == a]


def references(attack: str) -> Iterator[object]:
    """References of every kind that consist of an attack."""
    yield FinalAnswer(answer=attack)
    yield MultipleChoice(correct=attack, distractors=(f"{attack} ", "x"))
    yield ProofScheme(rubric=attack, solutions=(attack,))
    yield TrueStatement(original=attack, why_false=attack)
    yield Formal(statement=attack, toolchain=attack)


def problem(number: int, attack: str) -> Problem:
    """A problem that is an attack wherever it can be."""
    reference = list(references(attack))[number % 5]
    revision = Revision(number=2, effect="cosmetic", why=attack, made=NOW.date())
    origin = Provenance(source=attack, url=attack, licence=attack, paper=attack, theorem=attack)
    return Problem(
        id=attack, statement=attack, reference=reference, sketch=attack, types=(attack,),
        subset=attack, revisions=(revision,), provenance=origin,
        withdrawn=attack if number % 9 == 8 else None,
    )  # fmt: skip


def transcript(attack: str) -> Transcript:
    """A conversation that is an attack wherever it can be."""
    parts = (
        Thinking(text=attack),
        ToolCall(id="1", name=attack, arguments=attack),
        Text(text=attack),
    )
    answers = (ToolResult(id="1", name=attack, text=attack),)
    return Transcript(
        origin="live",
        messages=(
            Message(role="system", parts=(Text(text=attack),)),
            user(attack),
            Message(role="assistant", parts=parts),
            Message(role="tool", parts=answers),
        ),
    )


def verdict(attack: str, **facts: object) -> Verdict:
    """A verdict that is an attack wherever it can be."""
    said = {"extracted": attack, "reading": attack, "reference_reading": attack, "rule": attack}
    return Verdict(reason=attack, grader=attack[:40] or "x", **said, **facts)


def fill(store: Store) -> None:
    """Fill a store: every attack is a problem and an attempt, and many are names."""
    attacks = storable()
    names = attacks[:: len(attacks) // 12][:12]
    told = {"name": attacks[0], "description": attacks[1], "source": attacks[2]}
    kinds = benchmark("hostile").model_copy(update={"prompt": "q", **told})
    problems = {p.id: p for p in (problem(n, a) for n, a in enumerate(attacks) if a)}
    store.record(kinds, list(problems.values()))
    store.record_prompt("q", "d", "\n".join(attacks[:40]))
    store.start_run("r", benchmark())
    models = [model(n, name) for n, name in enumerate(names)]
    for one in models:
        store.record_model(one)
        store.add_mark(one.id, "cleared", one.name, one.name).result()
    for number, attack in enumerate(problems):
        add(store, kinds, models[number % 12], attack, number)


def model(number: int, name: str) -> Model:
    """A model that is called like an attack."""
    return Model(
        id=f"m{number}", name=name or "x", developer=name, source=name,
        endpoint=Endpoint(protocol="openai-compatible", model=name, base_url="https://x.invalid"),
    )  # fmt: skip


def add(store: Store, of: Benchmark, by: Model, attack: str, number: int) -> None:
    """Add an attempt at a problem, with a grader's and a person's verdict."""
    cell = Cell(
        benchmark=of.id, problem=attack, revision=1, model=by.id, asks="a", prompt="p", number=1
    )
    attempt = Attempt(
        id=cell.digest()[:16], cell=cell.digest(), run="r", benchmark=of.id, problem=attack,
        revision=2, model=by.id, number=1, origin="live",
        ending="answered" if number % 4 else "failed", error=attack.replace("\x00", ""),
        finish_reason=attack.replace("\x00", ""), started_at=NOW, duration_s=1,
        served_model=attack.replace("\x00", ""), fingerprint=attack.replace("\x00", ""),
    )  # fmt: skip
    grader = verdict(attack, outcome="graded", score=number % 2)
    person = verdict(attack, outcome="graded", score=1 - number % 2, authority="person")
    store.add_cells([cell])
    store.add_attempt(attempt, transcript(attack), grader, person).result()
