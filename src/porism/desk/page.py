"""Pages of the desk, and answers to scripts."""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from porism.desk.access import Visitor
from porism.desk.guard import asks_json
from porism.desk.refusal import Refusal
from porism.look.shared import templates

if TYPE_CHECKING:
    from jinja2 import Environment

BLANK = (None, "")


@cache
def environment() -> Environment:
    """Return the templates, compiled once."""
    made = templates("porism.desk")
    made.globals |= {"root": "/", "address": address, "new_key": new_key}
    return made


def address(path: str, **facts: object) -> str:
    """Return an address with the facts that say something."""
    told = {name: value for name, value in facts.items() if value not in BLANK}
    return f"{path}?{urlencode(told)}" if told else path


def new_key() -> str:
    """Return what tells a form from all others, so that it is done once."""
    return secrets.token_urlsafe(16)


def page(
    template: str, visitor: Visitor | None, *, status: int = 200, **view: object
) -> HTMLResponse:
    """Write a page."""
    text = environment().get_template(template).render(visitor=visitor, **view)
    return HTMLResponse(text.encode("utf-8", "replace"), status)


def wants_json(request: Request) -> bool:
    """Tell whether a script asks, which shows what it gets itself."""
    return asks_json(request.headers)


def refused(request: Request, visitor: Visitor | None, why: Refusal) -> Response:
    """Tell somebody why nothing was done."""
    if wants_json(request):
        told = {"saved": False, "title": why.title, "advice": why.advice}
        return JSONResponse(told, why.status)
    return page("refusal.html", visitor, status=why.status, title=why.title, why=why)
