"""What waits for people, in the order of problems: walked through or sorted, on both databases."""

from __future__ import annotations

from itertools import pairwise, product
from typing import get_args

import pytest
from sqlalchemy import event

from porism.core import Verdict
from porism.store import Store
from porism.store.waiting import Beyond, Order, Waits, Wanted
from tests.desk.world import MODELS, World

BY_PROBLEM = Wanted(order="problem")
RIGHT = Verdict(outcome="graded", score=1, reason="r", grader="rules")


@pytest.mark.parametrize("right", [0, 60])
@pytest.mark.parametrize("wanted", [BY_PROBLEM, Wanted(order="problem", flag="unparsed")])
def test_problems_come_in_their_order_however_few_wait(
    any_store: Store, right: int, wanted: Wanted
):
    world = World(any_store)
    world.sums(12)
    for number in range(right):
        world.attempt("sums", str(number % 12 + 1), MODELS[0], number + 2, "Clear.", RIGHT)
    waits = Waits(any_store, "flagged", "Emmy")
    listed = waits.page(wanted.model_copy(update={"order": "oldest"}), start=0, count=99)
    expected = [one.id for one in sorted(listed, key=lambda one: (one.problem, one.seq))]
    found = [waits.page(wanted, start=start, count=2) for start in range(0, len(listed), 2)]
    assert [one.id for some in found for one in some] == expected
    assert len(expected) == (24 if wanted.flag is None else 6)
    for before, after in pairwise(expected):
        assert waits.beside(wanted, before) == after
        assert waits.beside(wanted, after, back=True) == before
    assert waits.beside(wanted, expected[-1]) is None


def test_pages_beyond_an_attempt_are_those_that_follow(any_store: Store):
    World(any_store).sums(12)
    for kind, order in product(("flagged", "proofs"), get_args(Order)):
        waits = Waits(any_store, kind, "Emmy", benchmarks=("sums",))
        wanted = Wanted(order=order, benchmark="sums")
        listed = waits.page(wanted, start=0, count=99)
        assert len(listed) == 24
        for place in (0, 7, 23):
            after, before = (Beyond(listed[place].id, back=back) for back in (False, True))
            found = waits.page(wanted, start=9, count=5, beyond=after)
            assert found == listed[place + 1 : place + 6]
            found = waits.page(wanted, start=9, count=5, beyond=before)
            assert found == listed[max(0, place - 5) : place]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("flagged", BY_PROBLEM), ("proofs", BY_PROBLEM), ("proofs", Wanted(benchmark="sums"))],
)
def test_a_page_does_not_sort_all_that_waits(tmp_path, kind: str, wanted: Wanted):
    with Store(tmp_path / "store.db") as store:
        world = World(store)
        world.sums(30)
        waits = Waits(store, kind, "Emmy", benchmarks=("sums",))
        asked: list[tuple[str, tuple[object, ...]]] = []
        event.listen(store.engine, "before_cursor_execute", lambda *one: asked.append(one[2:4]))
        waits.page(wanted, start=0, count=5)
        sql, values = asked[-1]
        explained = store.read(
            lambda c: c.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all()
        )
    plan = [row[-1] for row in explained]
    assert ("ix_cells_benchmark_problem" in plan[0]) == (wanted == BY_PROBLEM)
    assert "USE TEMP B-TREE FOR ORDER BY" not in plan
