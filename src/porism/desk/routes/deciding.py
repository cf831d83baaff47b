"""Routes on which people read queues and decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, get_args

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import ValidationError

from porism.core import Decision, Flag
from porism.core.decision import LONGEST_REASON
from porism.desk import queue as queues
from porism.desk.access import Visitor
from porism.desk.desk import Desk, Sender, Signed, TheDesk
from porism.desk.page import wants_json
from porism.desk.queue import Entry, Queue
from porism.desk.refusal import Refusal
from porism.desk.showing import filters_in, item_address, kept_open, saved_before, shown
from porism.store.decisions import Answer, Made, Seen
from porism.store.waiting import Beyond, Order, Wanted

ROWS = 50
"""Entries on one page of a queue."""
LONGEST_SEEN = 100
router = APIRouter()


def wanted_of(
    benchmark: Annotated[str, Query(max_length=80)] = "",
    flag: Annotated[str, Query(max_length=40)] = "",
    model: Annotated[str, Query(max_length=80)] = "",
    text: Annotated[str, Query(max_length=200)] = "",
    order: Annotated[str, Query(max_length=10)] = "oldest",
) -> Wanted:
    """Read the filters in an address.

    Raises:
        Refusal: there is no such flag or order.
    """
    facts = {"benchmark": benchmark, "flag": flag, "model": model, "text": text.strip()}
    try:
        return Wanted.model_validate({"order": order} | {k: v for k, v in facts.items() if v})
    except ValidationError as error:
        known = f"Flags: {', '.join(get_args(Flag))}; orders: {', '.join(get_args(Order))}."
        raise Refusal(422, "There is no such filter", known) from error


Filters = Annotated[Wanted, Depends(wanted_of)]


@router.get("/")
def home(desk: TheDesk, visitor: Signed) -> Response:
    """Show the queues with what waits in them, and the person's last decisions."""
    reviewer = visitor.reviewer
    waiting = [(queue, queue.totals(reviewer, Wanted())) for queue in desk.queues(reviewer)]
    mine = [
        desk.told(made) for made in desk.registry.decisions.all(reviewer=reviewer.name, newest=10)
    ]
    return desk.page(visitor, "home.html", title="Desk", waiting=waiting, mine=mine)


@router.get("/queue/{name}")
def queue_page(
    desk: TheDesk,
    visitor: Signed,
    wanted: Filters,
    name: str,
    number: Annotated[int, Query(alias="page", ge=1, le=100_000)] = 1,
    after: Annotated[str, Query(max_length=400)] = "",
    before: Annotated[str, Query(max_length=400)] = "",
    saved: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """List what waits."""
    found = desk.queue(visitor.reviewer, name)
    totals = found.totals(visitor.reviewer, wanted)
    pages = max(1, -(-totals.total // ROWS))
    number = min(number, pages)
    beyond = Beyond(after or before, back=not after) if (after or before) and number > 1 else None
    entries = rows_of(found, visitor, wanted, number, beyond)
    if beyond is not None and (len(entries) < ROWS if beyond.back else not entries):
        number = 1 if beyond.back else pages  # others decided meanwhile, so that the list ends here
        entries = rows_of(found, visitor, wanted, number)
    return desk.page(
        visitor, "queue.html", title=found.title, queue=found, wanted=wanted, totals=totals,
        entries=entries, number=number, pages=pages,
        filters=filters_in(wanted), saved=saved_before(desk, visitor, saved),
    )  # fmt: skip


def rows_of(
    found: Queue, visitor: Visitor, wanted: Wanted, number: int, beyond: Beyond | None = None
) -> Sequence[Entry]:
    """Return one page of a queue: by its number, or beyond something."""
    start = (number - 1) * ROWS
    return found.page(visitor.reviewer, wanted, start=start, count=ROWS, beyond=beyond)


@router.get("/queue/{name}/next")
def first(desk: TheDesk, visitor: Signed, wanted: Filters, name: str) -> Response:
    """Go to what has waited longest."""
    found = desk.queue(visitor.reviewer, name)
    entries = found.page(visitor.reviewer, wanted, start=0, count=1)
    subject = entries[0].subject if entries else None
    return RedirectResponse(item_address(found, wanted, subject), 303)


@router.get("/queue/{name}/item")
def item_page(
    desk: TheDesk,
    visitor: Signed,
    wanted: Filters,
    name: str,
    subject: Annotated[str, Query(min_length=1, max_length=400)],
    saved: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """Show one thing with all that a decision about it needs."""
    found = desk.queue(visitor.reviewer, name)
    item = found.item(visitor.reviewer, subject)
    view = shown(found, visitor, wanted, subject, item)
    return desk.page(visitor, item.template, **view, saved=saved_before(desk, visitor, saved))


@router.post("/queue/{name}/item")
def decide(
    request: Request,
    desk: TheDesk,
    visitor: Sender,
    wanted: Filters,
    name: str,
    subject: Annotated[str, Query(min_length=1, max_length=400)],
    key: Annotated[str, Form(pattern=r"^[A-Za-z0-9_-]{8,64}$")],
    seen: Annotated[str, Form(max_length=LONGEST_SEEN)] = "",
    say: Annotated[str, Form(max_length=40)] = "",
    exactly: Annotated[str, Form(max_length=40)] = "",
    why: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "",
) -> Response:
    """Decide; the answer is "saved" once it is on disk."""
    found = desk.queue(visitor.reviewer, name)
    form = queues.Form(say, exactly, why.replace("\r\n", "\n"), text)
    try:
        answer = decided(desk, found, visitor, subject, key, seen, form)
    except Refusal as why_not:
        if why_not.status not in {409, 422} or wants_json(request):
            raise
        return kept_open(found, visitor, wanted, subject, form, why_not)
    if answer.saved is None:
        changed = Refusal(409, "This has changed since you opened it", CHANGED)
        if wants_json(request):
            raise changed
        return kept_open(found, visitor, wanted, subject, form, changed)
    after = item_address(
        found, wanted, found.beside(visitor.reviewer, wanted, subject), answer.saved.id
    )
    return saved_answer(request, desk, answer.saved, after)


@router.post("/undo")
def undo(
    request: Request,
    desk: TheDesk,
    visitor: Sender,
    key: Annotated[str, Form(pattern=r"^[A-Za-z0-9_-]{8,64}$")],
    decision: Annotated[str, Form(max_length=64)],
    why: Annotated[str, Form(max_length=LONGEST_REASON)] = "",
) -> Response:
    """Take a decision back, by a row of its own."""
    reviewer = visitor.reviewer
    target = desk.registry.decisions.one(decision)
    if target is None:
        raise Refusal(404, "There is no such decision")
    found = desk.queue(reviewer, target.decision.queue)
    row = Decision(
        id=key, queue=found.id, subject=target.decision.subject,
        revision=target.decision.revision, reviewer=reviewer.name, choice="withdraw", why=why,
        undoes=decision, made_at=desk.store.clock(),
    )  # fmt: skip
    also = found.undoing(target.decision)
    answer = found.decisions.withdraw(row, senior=reviewer.senior, also=also).result()
    if answer.saved is None:
        raise Refusal(409, "This cannot be taken back", UNDONE, back="/decisions")
    back = item_address(found, Wanted(), row.subject, answer.saved.id)
    return saved_answer(request, desk, answer.saved, back)


CHANGED = (
    "Somebody else decided on it, or you in another tab, or a grader spoke, after you had opened "
    "it here. Nothing was saved now; what you wrote is kept below. Look at what is new and send it "
    "again if it still holds."
)
SAVED_BEFORE = (
    "It said: {first}. What it says now is not saved, and is kept below. Send it again, and it "
    "counts as a second decision."
)
UNDONE = "Somebody has taken it back already, or it is not yours."


def decided(
    desk: Desk, found: Queue, visitor: Visitor, subject: str, key: str, seen: str,
    form: queues.Form,
) -> Answer:  # fmt: skip
    """Write what a form decides.

    Raises:
        Refusal: it decides nothing that can be.
    """
    reviewer = visitor.reviewer
    if len(form.why) > LONGEST_REASON:
        most = f"{len(form.why):,} characters, where {LONGEST_REASON:,} is the most."
        raise Refusal(422, "Your note is too long", most, kept=form.why)
    item = found.item(reviewer, subject)
    known, _, revision = seen.rpartition(":")
    ruling = found.ruling(reviewer, subject, form)
    decision = Decision(
        id=key, queue=found.id, subject=subject, revision=item.revision,
        reviewer=reviewer.name, choice=ruling.choice, score=ruling.score, why=form.why,
        made_at=desk.store.clock(),
    )  # fmt: skip
    if revision != str(item.revision) and desk.registry.decisions.one(key) is None:
        return Answer(None)
    promise = found.decisions.decide(
        decision, seen_in(known), senior=reviewer.senior, also=ruling.also
    )
    answer = promise.result()
    other = ruling.changes or (answer.saved is not None and is_other(answer.saved, decision))
    if answer.again and answer.saved is not None and other:
        first = desk.told(Made(answer.saved, 0, None, withdrawn=False)).words
        raise Refusal(409, "This form was saved before", SAVED_BEFORE.format(first=first))
    return answer


def is_other(saved: Decision, sent: Decision) -> bool:
    """Tell whether a form that is sent again says something else than the first time."""
    return any(getattr(saved, name) != getattr(sent, name) for name in ("choice", "score", "why"))


def seen_in(text: str) -> Seen:
    """Read what a form says that its author had seen."""
    decision, _, verdict = text.rpartition(":")
    known = verdict.isascii() and verdict.isdigit() and len(verdict) < 19
    return Seen(decision, int(verdict) if known else -1)


def saved_answer(request: Request, desk: Desk, saved: Decision, after: str) -> Response:
    """Say that a decision is on disk, and where to go on."""
    if wants_json(request):
        words = desk.told(Made(saved, 0, None, withdrawn=False)).words
        return JSONResponse({"saved": True, "decision": saved.id, "words": words, "next": after})
    return RedirectResponse(after, 303)
