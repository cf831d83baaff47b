"""A pool of proofs, reviewed and refined until one of them passes every review."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import ClassVar

from pydantic import Field

from porism.core import Message
from porism.solvers.reading import pictures_in, problem_in, score_of, words_of
from porism.solvers.side_by_side import apart, side_by_side
from porism.solvers.solver import Requests, Scaffold
from porism.solvers.texts import said
from porism.tools.conversation import Ask, Conversation
from porism.tools.toolbox import Toolbox


@dataclass(frozen=True, slots=True)
class Review:
    """What a review says of a proof."""

    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof with the reviews that it got."""

    conversation: Conversation
    reviews: tuple[Review, ...]

    @property
    def score(self) -> float:
        """The mean of its reviews; 0 where none could be read."""
        return fmean(review.score for review in self.reviews) if self.reviews else 0.0

    @property
    def verified(self) -> bool:
        """Whether every review finds it complete and right."""
        return self.score == 1

    def worst(self, most: int) -> list[Review]:
        """Return the reviews that find most fault, the severest first."""
        faults = (review for review in self.reviews if review.score < 1)
        return sorted(faults, key=lambda review: review.score)[:most]


class ProofSearch(Scaffold):
    """Searches for a proof that the model itself finds nothing wrong with.

    A pool of proofs is written, and each is reviewed several times, with a score of 0, 0.5 or
    1. As long as none passes every review, the best of the pool are refined: each is
    written anew with each of its severest reviews in hand, and what comes of it is
    reviewed and joins the pool. In the end the proof with the highest mean stands, of
    equals the first. Reviews without a readable score are left out; a proof without any review
    counts as 0.

    Source: after DeepSeek-AI (2025), "DeepSeekMath-V2: Towards self-verifiable mathematical
    reasoning", section on sequential refinement with verification.
    """

    says: ClassVar[tuple[str, ...]] = ("review", "refine")

    proofs: int = Field(4, ge=1, le=128)
    """How many the pool begins with."""
    reviews: int = Field(4, ge=1, le=128)
    """How often each proof is reviewed."""
    best: int = Field(2, ge=1, le=128)
    """How many of the pool are refined in a round."""
    reports: int = Field(2, ge=1, le=64)
    """How many of its reviews each of them is refined with, each in a proof of its own."""
    rounds: int = Field(4, ge=0, le=64)
    """Most rounds of refinement."""

    @property
    def requests(self) -> Requests:
        """The pool and what is refined of it, each with its reviews."""
        refined = self.rounds * self.best * self.reports
        return Requests(
            self.proofs * (1 + self.reviews), (self.proofs + refined) * (1 + self.reviews)
        )

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Search; see :class:`~porism.solvers.Solver`."""
        search = Search(question, ask, toolbox, self.reviews)
        pool = await search.reviewed([search.writing(question) for _ in range(self.proofs)])
        for _ in range(self.rounds):
            if any(proof.verified for proof in pool) or not pool:
                break
            ranked = sorted(pool, key=lambda proof: proof.score, reverse=True)
            pool += await search.reviewed(
                [
                    search.refining(proof, review)
                    for proof in ranked[: self.best]
                    for review in proof.worst(self.reports)
                ]
            )
        if not pool:
            return search.last
        return max(pool, key=lambda proof: proof.score).conversation


Talk = Callable[[], Awaitable[Conversation]]


class Search:
    """The conversations of one search.

    Args:
        question: the problem in its prompt.
        ask: makes one request.
        toolbox: what each conversation may use.
        reviews: how often each proof is reviewed.
    """

    def __init__(
        self, question: Sequence[Message], ask: Ask, toolbox: Toolbox, reviews: int
    ) -> None:
        self._ask, self._toolbox, self._reviews = ask, toolbox, reviews
        self._pictures, self._problem = pictures_in(question), problem_in(question)
        self.last: Conversation
        """The last that was written, whatever came of it."""

    def writing(self, question: Sequence[Message]) -> Talk:
        """Return what writes a proof."""
        return lambda: apart(question, self._ask, self._toolbox)

    def refining(self, proof: Proof, review: Review) -> Talk:
        """Return what writes a proof again, with a review of it in hand."""
        request = said("refine", review=review.text)
        return self.writing((*proof.conversation.messages, request))

    async def reviewed(self, works: Sequence[Talk]) -> list[Proof]:
        """Write proofs and review those that came to an end."""
        written = await side_by_side(works)
        self.last = written[-1] if written else self.last
        proofs = [proof for proof in written if proof.answered]
        replies = await side_by_side(
            self._reviewing(proof) for proof in proofs for _ in range(self._reviews)
        )
        size = self._reviews
        return [
            Proof(proof, tuple(read(replies[n * size : (n + 1) * size])))
            for n, proof in enumerate(proofs)
        ]

    def _reviewing(self, proof: Conversation) -> Talk:
        request = said("review", *self._pictures, problem=self._problem, solution=words_of(proof))
        return self.writing((request,))


def read(replies: Sequence[Conversation]) -> list[Review]:
    """Return the reviews that give a score."""
    scored = ((words_of(reply), score_of(reply)) for reply in replies)
    return [Review(text, score) for text, score in scored if score is not None]
