"""Routes on which people come in, and those that are no queue's."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import RedirectResponse, Response

from porism.desk.access import COOKIE, SIGN_IN
from porism.desk.agreement import agreement_of
from porism.desk.desk import Sender, Signed, TheDesk
from porism.desk.page import page
from porism.desk.refusal import Refusal
from porism.look.shared import assets
from porism.store.asked import picture

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
LISTED = 200
router = APIRouter()


@router.get(SIGN_IN)
def sign_in_page() -> Response:
    """Ask for an invitation."""
    return page("sign_in.html", None, title="Sign in")


@router.post(SIGN_IN)
def sign_in(
    request: Request, desk: TheDesk, token: Annotated[str, Form(min_length=1, max_length=200)]
) -> Response:
    """Use an invitation."""
    name = desk.access.sign_in(request, token)
    response = RedirectResponse("/", 303)
    desk.access.give(response, name)
    return response


@router.post("/sign-out")
def sign_out(desk: TheDesk, visitor: Sender) -> Response:
    """End a session."""
    desk.access.sign_out(visitor)
    response = RedirectResponse(SIGN_IN, 303)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return response


@router.get("/decisions")
def decisions_page(
    desk: TheDesk, visitor: Signed, everybody: Annotated[bool, Query()] = False
) -> Response:
    """List what a person decided, or what all did."""
    reviewer = visitor.reviewer
    if everybody and not reviewer.senior:
        raise Refusal(403, "Only seniors see what everybody decided", back="/decisions")
    author = None if everybody else reviewer.name
    made = desk.registry.decisions.all(reviewer=author, newest=LISTED)
    listed = [desk.told(one) for one in made if desk.shows(reviewer, one.decision)]
    return desk.page(
        visitor, "decisions.html", title="Decisions", listed=listed, everybody=everybody,
        alone=desk.settings.policy.reviews > 1, more=len(made) == LISTED,
    )  # fmt: skip


@router.get("/agreement")
def agreement_page(desk: TheDesk, visitor: Signed) -> Response:
    """Show how far people agree."""
    if visitor.reviewer.queues and not visitor.reviewer.senior:
        raise Refusal(403, "This page is not for you", "Your invitation is for some queues only.")
    found = agreement_of(desk.store)
    return desk.page(visitor, "agreement.html", title="Agreement", found=found)


@router.get("/picture/{sha256}")
def picture_file(
    desk: TheDesk, visitor: Signed, sha256: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
) -> Response:
    """Return a picture of a problem or a transcript."""
    found = picture(desk.store, sha256)
    if found is None:
        raise Refusal(404, "There is no such picture")
    return Response(found.data, media_type=found.media_type)


@router.get("/static/{name}")
def static_file(name: str) -> Response:
    """Return a style sheet, the script or the font."""
    found = static().get(name)
    if found is None:
        raise Refusal(404, "There is no such file")
    kind = TYPES.get(name.rpartition(".")[2], "font/woff2")
    return Response(found, media_type=kind, headers={"cache-control": "max-age=300"})


@cache
def static() -> dict[str, bytes]:
    """Return the files that pages need, by name."""
    own = (files("porism.desk") / "static").iterdir()
    return dict(assets()) | {entry.name: entry.read_bytes() for entry in own}
