"""Batches in the store: handed over with their leases, followed, ended."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from porism.core import (
    Attempt,
    Batch,
    BatchEvent,
    BatchItem,
    Cell,
    Endpoint,
    Exchange,
    Image,
    Model,
    Transcript,
    user,
)
from porism.errors import StoreError, UnknownName
from porism.store import Store
from porism.store.batches import Batches

NOW = datetime(2026, 11, 30, tzinfo=UTC)
LATER = NOW + timedelta(days=30)
MODEL = Model(id="m", name="M", endpoint=Endpoint(protocol="openai", model="served"))


def cell(number: int) -> Cell:
    return Cell(
        benchmark="b", problem="p", revision=1, model="m", asks="a", prompt="q", number=number
    )


def batch(name: str = "b1", items: int = 3) -> Batch:
    return Batch(id=name, run="r", benchmark="b", model=MODEL, items=items, size=10, made_at=NOW)


def item(number: int, batch: str = "b1") -> BatchItem:
    picture = Image(media_type="image/png", data=b"\x89PNG not really")
    exchange = Exchange(
        url="u", request=b'{"n": %d}' % number, response=b"", status=0, started_at=NOW, duration_s=0
    )
    asked = Transcript(origin="live", messages=(user("2+2", picture),), exchanges=(exchange,))
    return BatchItem(
        number=number,
        cell=cell(number + 1).digest(),
        attempt=f"{batch}{number}",
        revision=1,
        asked=asked,
    )


def event(step: str, **facts: object) -> BatchEvent:
    return BatchEvent(step=step, at=NOW, **facts)


def attempt(number: int, cost: str | None) -> Attempt:
    return Attempt(
        id=f"b1{number}", cell=cell(number + 1).digest(), run="r", benchmark="b", problem="p",
        model="m", number=number + 1, origin="live", ending="answered", started_at=NOW,
        duration_s=1, cost_usd=None if cost is None else Decimal(cost),
    )  # fmt: skip


@pytest.fixture
def with_batch(any_store: Store) -> Batches:
    any_store.clock = lambda: NOW
    any_store.start_run("r", MODEL)
    picture = item(0).asked.messages[0].parts[1].image
    any_store.writer.run(lambda c: record(c, picture)).result()
    wanted = [cell(n) for n in (1, 2, 3)]
    any_store.claim(wanted, "me", timedelta(minutes=2)).result()
    found = Batches(any_store)
    found.add(batch(), [item(n) for n in range(3)], "me", LATER).result()
    return found


def record(connection, picture) -> None:
    from porism.store.definitions import record_images

    record_images(connection, [picture])


def test_requests_come_back_to_the_byte_with_their_cells(with_batch: Batches):
    found = with_batch.items("b1", [0, 2, 7])
    assert sorted(found) == [0, 2]
    assert found[2].item == item(2)
    assert found[2].cell == cell(3)
    assert with_batch.items("b2", [0]) == {}


def test_a_batch_holds_its_cells_until_it_ends(any_store: Store, with_batch: Batches):
    wanted = [cell(n) for n in (1, 2, 3)]
    any_store.release("me")
    assert not any_store.claim(wanted, "other", timedelta(minutes=2)).result().granted
    any_store.add_attempt(attempt(1, "0.5"), None).result()
    with_batch.end("b1", event("collected")).result()
    claim = any_store.claim(wanted, "other", timedelta(minutes=2)).result()
    assert claim.granted == {cell(1).digest(), cell(3).digest()}
    assert claim.finished == {cell(2).digest()}


def test_a_batch_of_cells_that_are_no_longer_held_is_not_kept(any_store: Store):
    any_store.start_run("r", MODEL)
    any_store.claim([cell(1), cell(2)], "me", timedelta(minutes=2)).result()
    found = Batches(any_store)
    with pytest.raises(StoreError, match="nothing was sent"):
        found.add(batch(), [item(n) for n in range(3)], "me", LATER).result()
    assert found.states() == []


def test_what_happened_is_told_from_events_and_attempts(any_store: Store, with_batch: Batches):
    [state] = with_batch.states()
    assert state.is_open
    assert (state.handle, state.file, state.last, state.cost_usd) == ("", "", None, Decimal(0))
    with_batch.note("b1", event("uploaded", handle="f"), event("submitted", handle="h")).result()
    with_batch.note("b1", event("missed", item=2, message="expired")).result()
    any_store.add_attempt(attempt(0, "0.25"), None).result()
    any_store.add_attempt(attempt(1, "0.5"), None).result()
    state = with_batch.state("h")
    assert (state.handle, state.file) == ("h", "f")
    assert (state.answered, state.missed, state.cost_usd) == (2, 1, Decimal("0.75"))
    assert with_batch.kept("b1") == {0, 1}
    assert list(with_batch.misses([cell(n).digest() for n in (1, 2, 3)])) == [cell(3).digest()]
    with_batch.end("b1", event("lost", message="gone")).result()
    assert not with_batch.state("b").is_open


def test_an_answer_cannot_be_kept_twice(any_store: Store, with_batch: Batches):
    any_store.add_attempt(attempt(0, None), None).result()
    with pytest.raises(StoreError):
        any_store.add_attempt(attempt(0, None), None).result()
    assert with_batch.state("b1").cost_usd is None


def test_batches_are_found_by_name_or_not_at_all(with_batch: Batches):
    with pytest.raises(UnknownName, match="did you mean b1"):
        with_batch.state("b11")


@pytest.mark.parametrize(
    ("custom_id", "number"),
    [("b1-0", 0), ("b1-2", 2), ("b1-3", None), ("b1--1", None), ("b1-²", None), ("b2-0", None),
     ("", None), ("b1", None), ("b1-" + "9" * 5000, None)],
)  # fmt: skip
def test_only_its_own_requests_are_a_batchs(custom_id, number):
    assert batch().number_of(custom_id) == number


def test_the_name_of_a_request_comes_back_as_its_number():
    assert [batch().number_of(batch().custom_id(n)) for n in range(3)] == [0, 1, 2]
