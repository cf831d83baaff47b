"""A claim: the score that somebody reports of a model."""

from __future__ import annotations

from datetime import date
from typing import Self

from pydantic import Field, model_validator

from porism.core.benchmark import Slug
from porism.core.noun import Noun, canonical_json


class Claim(Noun):
    """What a provider says that its model scores on a benchmark."""

    model: Slug
    benchmark: Slug
    score: float = Field(ge=0, le=1)
    """In [0, 1]: 0.875 for 87.5 %."""
    runs: int | None = Field(None, ge=1)
    """Runs behind it, problems times repeats; it is taken as exact where they are not known."""
    source: str = Field(min_length=1)
    """Where it can be read: an address."""
    date: date
    """When it was made."""
    settings: str = ""
    """Under which settings, as the source says: tools, effort, majority votes ..."""
    explanation: str = ""
    """Why the measured score differs, where it does."""
    waiver: str = ""
    """Why the model's results are published though a difference is not explained."""

    @property
    def subject(self) -> str:
        """Its name in decisions; a claim of another score is another claim."""
        return canonical_json([self.model, self.benchmark, self.settings, self.score])

    @model_validator(mode="after")
    def _one_excuse(self) -> Self:
        if self.explanation and self.waiver:
            raise ValueError("what is explained needs no waiver: keep one of the two")
        return self


class Claims(Noun):
    """What ``claims.yaml`` says."""

    claims: tuple[Claim, ...]

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        seen: set[tuple[str, str, str]] = set()
        for claim in self.claims:
            key = claim.model, claim.benchmark, claim.settings
            if key in seen:
                raise ValueError(
                    f"two claims of {claim.model} on {claim.benchmark} under the same settings"
                )
            seen.add(key)
        return self
