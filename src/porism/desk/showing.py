"""One thing to be decided, as its page is made."""

from __future__ import annotations

from fastapi.responses import Response

from porism.desk import queue as queues
from porism.desk.access import Visitor
from porism.desk.decided import Past
from porism.desk.desk import Desk
from porism.desk.page import address, page
from porism.desk.queue import Item, Queue
from porism.desk.refusal import Refusal
from porism.store.waiting import Wanted


def filters_in(wanted: Wanted) -> dict[str, str]:
    """Return the filters as an address has them."""
    facts = wanted.model_dump(exclude_defaults=True)
    return {name: str(value) for name, value in facts.items()}


def kept_open(  # noqa: PLR0913, PLR0917 - a page and what was sent to it
    found: Queue, visitor: Visitor, wanted: Wanted, subject: str, form: queues.Form, why: Refusal
) -> Response:
    """Show a thing again with what its reader had written, and why it was not saved."""
    item = found.item(visitor.reviewer, subject)
    view = shown(found, visitor, wanted, subject, item) | {"sent": form, "why_not": why}
    return page(item.template, visitor, status=why.status, **view, saved=None)


def shown(
    found: Queue, visitor: Visitor, wanted: Wanted, subject: str, item: Item
) -> dict[str, object]:
    """Return what the page of one thing needs."""
    reviewer = visitor.reviewer
    return {
        "title": item.title,
        "queue": found,
        "subject": subject,
        "item": item,
        "view": item.view,
        "filters": filters_in(wanted),
        "total": found.totals(reviewer, wanted).total,
        "before": found.beside(reviewer, wanted, subject, back=True),
        "after": found.beside(reviewer, wanted, subject),
        "sent": None,
        "why_not": None,
    }


def saved_before(desk: Desk, visitor: Visitor, name: str) -> Past | None:
    """Return the decision of this person that was just saved."""
    made = desk.registry.decisions.one(name) if name else None
    mine = made is not None and made.decision.reviewer == visitor.reviewer.name
    return desk.told(made) if made is not None and mine else None


def item_address(found: Queue, wanted: Wanted, subject: str | None, saved: str = "") -> str:
    """Return where something in a queue is; the queue itself where there is nothing."""
    path = f"/queue/{found.id}" + ("/item" if subject else "")
    return address(path, subject=subject, saved=saved, **filters_in(wanted))
