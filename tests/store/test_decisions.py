"""Decisions: appended, checked against what was seen, standing at once, taken back by a row."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import select

from porism.core import Decision, Verdict
from porism.errors import StoreError
from porism.store import Filter, Store
from porism.store.decisions import Decisions, Policy, Seen
from porism.store.desk_schema import decisions
from porism.store.engine import APPLICATION_ID, READ_WRITE, as_url, make_engine
from porism.store.extract import extract
from porism.store.schema import verdicts
from tests.report.test_results import PLAIN, Filled

NOW = datetime(2026, 11, 30, tzinfo=UTC)
TWO = Policy(reviews=2, apart=0.15)


def made(who: str = "Emmy", score: float | None = 1.0, subject: str = "x1", **facts: object):
    made.count += 1
    choice = {"choice": "ungraded" if score is None else "graded", "score": score}
    return Decision.model_validate(
        {"id": f"decision{made.count}", "queue": "flagged", "subject": subject}
        | {"reviewer": who, "why": "so", "made_at": NOW, **choice, **facts}
    )


made.count = 0


def undoing(one: Decision, who: str = "Emmy") -> Decision:
    return made(who, None, one.subject, choice="withdraw", undoes=one.id)


@pytest.fixture
def filled(any_store: Store) -> Store:
    filled = Filled(any_store, PLAIN)
    filled.add(0)
    filled.add(0, problem="2")
    return any_store


def standing(store: Store) -> list[tuple[str | None, float | None]]:
    return [(line.grader, line.score) for line in store.attempts(Filter())]


def test_a_decision_stands_at_once_and_keeps_what_it_saw(filled: Store):
    desk = Decisions(filled)
    seen = desk.state("x1", "Emmy").seen
    answer = desk.decide(made(), seen).result()
    assert standing(filled) == [("Emmy", 1.0), ("rules", 0.0)]
    [kept] = desk.all()
    assert kept.decision == answer.saved
    assert kept.decision.stood == seen.verdict
    assert [v.grader for v in filled.verdicts("x1")] == ["Emmy", "rules"]


def test_a_form_that_is_sent_twice_decides_once(filled: Store):
    desk = Decisions(filled)
    one, seen = made(), desk.state("x1", "Emmy").seen
    first, again = (desk.decide(one, seen).result() for _ in range(2))
    assert (first.again, again.again) == (False, True)
    assert first.saved == again.saved
    assert len(desk.all()) == 1
    assert desk.decide(made("Max", id=one.id), seen).result().saved is None


def test_what_has_changed_since_is_not_overruled_unseen(filled: Store):
    desk = Decisions(filled)
    seen = desk.state("x1", "Max").seen
    desk.decide(made("Emmy"), desk.state("x1", "Emmy").seen).result()
    assert desk.decide(made("Max", 0.0), seen).result().saved is None
    assert standing(filled)[0] == ("Emmy", 1.0)
    newer = desk.state("x1", "Max")
    assert [m.decision.reviewer for m in newer.made] == ["Emmy"]
    later = desk.decide(made("Max", 0.0), newer.seen).result().saved
    assert later.before == newer.made[0].decision.id
    assert standing(filled)[0] == ("Max", 0.0)


def test_a_new_verdict_of_a_grader_is_a_change_too(filled: Store):
    desk = Decisions(filled)
    seen = desk.state("x1", "Emmy").seen
    newer = Verdict(outcome="graded", score=1, reason="?", grader="rules", version=2)
    filled.add_verdict("x1", newer).result()
    assert desk.decide(made(), seen).result().saved is None


def test_taking_back_is_a_row_and_what_stood_stands_again(filled: Store):
    desk = Decisions(filled)
    one = desk.decide(made(), desk.state("x1", "Emmy").seen).result().saved
    undo = undoing(one)
    assert desk.withdraw(undo).result().saved == undo
    assert desk.withdraw(undo).result().again
    assert desk.withdraw(undoing(one)).result().saved is None
    assert standing(filled)[0] == ("rules", 0.0)
    assert [v.grader for v in filled.verdicts("x1")] == ["rules"]
    assert [(m.decision.choice, m.withdrawn) for m in desk.all()] == [
        ("graded", True),
        ("withdraw", False),
    ]
    with extract(filled) as opened:
        assert [row[5] for rows in opened.verdicts() for row in rows] == ["rules", "rules"]
    rows = filled.read(lambda c: c.execute(select(verdicts)).all())
    assert len(rows) == 3


def test_only_authors_and_seniors_take_back(filled: Store):
    desk = Decisions(filled)
    one = desk.decide(made(), desk.state("x1", "Emmy").seen).result().saved
    assert desk.withdraw(undoing(one, "Max")).result().saved is None
    assert desk.withdraw(undoing(one, "Max"), senior=True).result().saved is not None


def test_two_judge_without_seeing_each_other(filled: Store):
    desk = Decisions(filled, TWO)
    first, second = desk.state("x1", "Emmy"), desk.state("x1", "Max")
    assert desk.decide(made("Emmy", 1.0), first.seen).result().saved
    assert desk.state("x1", "Max").made == ()
    assert desk.state("x1", "Max").hidden
    assert desk.decide(made("Max", 0.9), second.seen).result().saved
    assert len(desk.state("x1", "Emmy").made) == 2
    assert not desk.state("x1", "Carl").settles


def test_a_third_settles_what_two_disagree_on(filled: Store):
    desk = Decisions(filled, TWO)
    for who, score in (("Emmy", 1.0), ("Max", 0.0)):
        assert desk.decide(made(who, score), desk.state("x1", who).seen).result().saved
    assert not desk.state("x1", "Emmy").settles
    assert desk.state("x1", "Emmy", senior=True).settles
    carl = desk.state("x1", "Carl")
    assert carl.settles
    assert desk.decide(made("Carl", 0.5), carl.seen).result().saved.adjudicates
    assert standing(filled)[0] == ("Carl", 0.5)
    late = desk.decide(made("Emmy", 0.9), desk.state("x1", "Emmy").seen).result().saved
    assert not late.adjudicates
    assert standing(filled)[0] == ("Carl", 0.5)


def test_a_third_who_opened_early_is_told(filled: Store):
    desk = Decisions(filled, TWO)
    early = desk.state("x1", "Carl")
    for who in ("Emmy", "Max"):
        desk.decide(made(who), desk.state("x1", who).seen).result()
    assert desk.decide(made("Carl"), early.seen).result().saved is None


def test_decisions_from_elsewhere_come_in_once(filled: Store):
    one, two = made(), made(subject="x2")
    several = [one, two, undoing(two)]
    desk = Decisions(filled)
    assert desk.take_in(several) == 3
    assert desk.take_in(several) == 0
    assert [m.decision for m in desk.all()] == several
    assert standing(filled) == [("Emmy", 1.0), ("rules", 0.0)]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (lambda one: made(subject="nowhere"), "decision 2: no attempt is called 'nowhere'"),
        (lambda one: made(id=one.id, score=0.5), "decision 2, .* is another"),
        (lambda one: undoing(made()), "decision 2: there is no decision"),
    ],
)
def test_all_come_in_or_none(filled: Store, wrong, complaint):
    one = made()
    with pytest.raises(StoreError, match=complaint):
        Decisions(filled).take_in([one, wrong(one)])
    assert Decisions(filled).all() == ()


def test_verdicts_of_older_stores_still_stand(tmp_path: Path):
    """A store of the version before keeps its verdicts, and gets room for decisions."""
    path = tmp_path / "old.db"
    config = Config()
    config.set_main_option("script_location", "porism.store:migrations")
    with make_engine(as_url(path)).connect().execution_options(begin=READ_WRITE) as connection:
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        connection.exec_driver_sql("INSERT INTO runs VALUES ('r', 0, '{}')")
        connection.commit()
    connection.engine.dispose()
    with Store(path) as store:
        assert store.has_run("r")
        assert store.read(lambda c: c.execute(select(decisions)).all()) == []
        assert Decisions(store).state("x", "Emmy").seen == Seen()
