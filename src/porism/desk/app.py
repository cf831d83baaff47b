"""The app: routes behind a guard, and what is told where something is wrong."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from porism.desk.desk import Desk
from porism.desk.guard import Guard
from porism.desk.page import refused
from porism.desk.refusal import Refusal
from porism.desk.routes import deciding, entering
from porism.desk.settings import Settings
from porism.errors import UserError
from porism.store import Store

TITLES = {404: "There is no such page", 405: "This page takes no such request"}


def make_app(store: Store, settings: Settings = Settings()) -> FastAPI:
    """Return the app of a desk.

    Args:
        store: what is decided on.
        settings: how.
    """
    app = FastAPI(title="Porism desk", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.desk = Desk(store, settings)
    app.include_router(entering.router)
    app.include_router(deciding.router)
    app.add_exception_handler(Refusal, tell)
    app.add_exception_handler(RequestValidationError, tell_of_fields)
    app.add_exception_handler(HTTPException, tell_of_pages)
    app.add_exception_handler(UserError, tell_of_store)
    app.add_middleware(Guard, settings=settings)
    return app


def told(request: Request, why: Refusal) -> Response:
    """Answer with a refusal."""
    return refused(request, getattr(request.state, "visitor", None), why)


def tell(request: Request, error: Exception) -> Response:
    """Answer with what a route refuses."""
    assert isinstance(error, Refusal)  # noqa: S101 - registered for these
    return told(request, error)


def tell_of_fields(request: Request, error: Exception) -> Response:
    """Say which part of a request cannot be read."""
    assert isinstance(error, RequestValidationError)  # noqa: S101
    wrong = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
    return told(request, Refusal(422, "That cannot be read", "; ".join(wrong)[:2000]))


def tell_of_pages(request: Request, error: Exception) -> Response:
    """Say that there is nothing at an address."""
    assert isinstance(error, HTTPException)  # noqa: S101
    title = TITLES.get(error.status_code, str(error.detail))
    return told(request, Refusal(error.status_code, title))


def tell_of_store(request: Request, error: Exception) -> Response:
    """Say that the store fails: nothing was saved."""
    return told(
        request, Refusal(503, "The store cannot do this now", f"{error}. Nothing was saved.")
    )
