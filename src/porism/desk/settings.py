"""What a desk is told when it is opened."""

from __future__ import annotations

from dataclasses import dataclass

from porism.core import Claim
from porism.store.decisions import Policy


@dataclass(frozen=True, slots=True)
class Settings:
    """How a desk is reached and how people judge at it.

    Attributes:
        names: what browsers may call the desk: hosts with their ports.
        https: whether it stands behind a server that speaks HTTPS.
        blind: whether models' names are kept from people.
        policy: how many people judge an attempt.
        claims: what providers report, for people to explain where it was not measured so.
    """

    names: tuple[str, ...] = ("127.0.0.1:8001", "localhost:8001")
    https: bool = False
    blind: bool = False
    policy: Policy = Policy()
    claims: tuple[Claim, ...] = ()
