"""What a person is told instead of a page."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - it is told, not logged
    """A request that is not done, and what its author can do.

    Args:
        status: HTTP status.
        title: what is wrong, in a few words.
        advice: what to do.
        kept: what the person had written, so that it is not lost.
        back: where to go on.
    """

    def __init__(
        self, status: int, title: str, advice: str = "", *, kept: str = "", back: str = "/"
    ) -> None:
        self.status, self.title, self.advice = status, title, advice
        self.kept, self.back = kept, back
        super().__init__(title)
