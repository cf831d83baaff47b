"""A desk: a store, its queues, and who may sit at it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Form, Request
from fastapi.responses import HTMLResponse

from porism.core import Decision, Reviewer
from porism.desk.access import Access, Visitor
from porism.desk.decided import Past, told
from porism.desk.marks import about
from porism.desk.names import OF_ATTEMPTS
from porism.desk.page import page
from porism.desk.queue import Queue
from porism.desk.refusal import Refusal
from porism.desk.registry import Registry
from porism.desk.settings import Settings
from porism.store import Store
from porism.store.decisions import Made

FORGED = (
    "The form is not one of yours: perhaps you have signed in anew since it was opened. Open "
    "the page again, and send it once more."
)


class Desk:
    """What all pages of a desk share.

    Args:
        store: what is decided on.
        settings: how.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.access = Access(store, https=settings.https)
        self.registry = Registry(store, settings)

    def queue(self, reviewer: Reviewer, name: str) -> Queue:
        """Return a queue that a person may see.

        Raises:
            Refusal: there is none of that name, or it is not for this person.
        """
        if name not in self.registry.queues or not reviewer.may_see(name):
            raise Refusal(404, "There is no such queue for you")
        return self.registry.queues[name]

    def queues(self, reviewer: Reviewer) -> list[Queue]:
        """Return the queues that a person may see."""
        return [q for q in self.registry.queues.values() if reviewer.may_see(q.id)]

    def told(self, made: Made) -> Past:
        """Return a decision as pages show it."""
        found = about(self.store, made.decision)
        return told(made, found.most, found.place)

    def shows(self, reviewer: Reviewer, decision: Decision) -> bool:
        """Tell whether a person may see a decision: not before judging the same by themselves."""
        if not reviewer.may_see(decision.queue):
            return False
        if decision.reviewer == reviewer.name or decision.queue not in OF_ATTEMPTS:
            return True
        return not self.registry.decisions.state(decision.subject, reviewer.name).hidden

    def page(self, visitor: Visitor, template: str, **view: object) -> HTMLResponse:
        """Write a page, and from time to time give the session another name with it."""
        response = page(template, visitor, status=200, **view)
        self.access.renew(visitor, response)
        return response


def desk_of(request: Request) -> Desk:
    """Return the desk that a request came to."""
    desk: Desk = request.app.state.desk
    return desk


TheDesk = Annotated[Desk, Depends(desk_of)]


def visitor_of(request: Request, desk: TheDesk) -> Visitor:
    """Return who asks."""
    found = desk.access.visitor(request)
    request.state.visitor = found
    return found


Signed = Annotated[Visitor, Depends(visitor_of)]


def sender_of(
    request: Request,
    desk: TheDesk,
    proof: Annotated[str, Form()] = "",
    why: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "",
) -> Visitor:
    """Return who sends a form that was made for them.

    Raises:
        Refusal: nobody is signed in, or the form was made for somebody else or by another site;
            what was written comes back with it.
    """
    kept = "\n\n".join(filter(None, (why, text)))
    try:
        visitor = visitor_of(request, desk)
    except Refusal as error:
        raise Refusal(
            error.status, error.title, error.advice, kept=kept, back=error.back
        ) from error
    if not visitor.sent(proof):
        raise Refusal(403, "This form cannot be taken", FORGED, kept=kept)
    return visitor


Sender = Annotated[Visitor, Depends(sender_of)]
