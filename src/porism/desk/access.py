"""Who asks: sessions in cookies, and forms that only their pages can send."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import timedelta

from fastapi import Request, Response

from porism.core import Reviewer
from porism.desk.limit import Limit
from porism.desk.refusal import Refusal
from porism.store import Store
from porism.store.people import LONGEST, People, Session

COOKIE = "porism-desk"
RENAMED_AFTER = timedelta(hours=1)
SIGN_IN = "/sign-in"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who has signed in."""

    reviewer: Reviewer
    session: Session

    @property
    def proof(self) -> str:
        """What forms of this person carry, and no other site can know."""
        return hmac.new(self.session.secret.encode(), b"form", hashlib.sha256).hexdigest()

    def sent(self, proof: str) -> bool:
        """Tell whether a form was made for this person."""
        return hmac.compare_digest(self.proof.encode(), proof.encode("utf-8", "surrogatepass"))


class Access:
    """Lets people in.

    Args:
        store: what knows them.
        https: whether browsers see the desk over HTTPS alone.
    """

    def __init__(self, store: Store, *, https: bool) -> None:
        self._store, self._https = store, https
        self._people = People(store)
        self._limit = Limit()

    def visitor(self, request: Request) -> Visitor:
        """Return who asks.

        Raises:
            Refusal: nobody has signed in, or the session has ended.
        """
        name = request.cookies.get(COOKIE, "")
        session = self._people.session(name) if name else None
        if session is None:
            raise Refusal(401, "Please sign in", ENDED if name else "", back=SIGN_IN)
        return Visitor(session.reviewer, session)

    def renew(self, visitor: Visitor, response: Response) -> None:
        """Give a session another name when it has had one for long."""
        if self._store.clock() - visitor.session.made_at > RENAMED_AFTER:
            self.give(response, self._people.renamed(visitor.session))

    def sign_in(self, request: Request, token: str) -> str:
        """Use an invitation.

        Returns:
            The name of a session.

        Raises:
            Refusal: the token opens nothing, or too many were tried.
        """
        address = request.client.host if request.client else ""
        wait = self._limit.wait_s(address)
        if wait > 0:
            minutes = -(-wait // 60)
            advice = f"Wait for {minutes:.0f} min, and then use the link that you were sent."
            raise Refusal(429, "Too many attempts to sign in", advice, back=SIGN_IN)
        name = self._people.sign_in(token.strip())
        if name is None:
            self._limit.failed(address)
            raise Refusal(403, "This invitation opens nothing", USED, back=SIGN_IN)
        return name

    def sign_out(self, visitor: Visitor) -> None:
        """End a session."""
        self._people.sign_out(visitor.session)

    def give(self, response: Response, name: str) -> None:
        """Put a session into a browser."""
        response.set_cookie(
            COOKIE,
            name,
            max_age=int(LONGEST.total_seconds()),
            httponly=True,
            samesite="strict",
            secure=self._https,
        )


ENDED = (
    "Your session has ended. Ask whoever runs the desk for a new invitation "
    "(porism desk invite); nothing that was answered with “saved” is lost."
)
USED = (
    "Each invitation works once and for a limited time, and this one is unknown, used, expired or "
    "revoked. Ask whoever runs the desk for a new one: porism desk invite NAME."
)
