"""A paper as an archive of preprints knows it, and what its source turned out to be."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from porism.core.noun import Noun

PreprintId = Annotated[
    str, Field(pattern=r"^(\d{4}\.\d{4,5}|[a-z]{2,10}(-[a-z]{2,4})?(\.[A-Z]{2})?/\d{7})$")
]
"""An identifier without a version: ``2603.01234``, ``math/0601001``."""


class Version(Noun):
    """One version of a paper."""

    number: int = Field(ge=1)
    submitted_at: datetime
    size: str = ""
    """As the archive writes it: ``127kb``."""
    flags: str = ""
    """The archive's letters for the kind of source."""


class Preprint(Noun):
    """What an archive says of a paper."""

    id: PreprintId
    title: str
    abstract: str = ""
    authors: tuple[str, ...] = ()
    """Names as they are printed, affiliations left out."""
    categories: tuple[str, ...] = ()
    """The primary one first."""
    comments: str = ""
    license: str = ""
    """Its address; empty where the archive names none."""
    journal_ref: str = ""
    doi: str = ""
    versions: tuple[Version, ...] = Field(min_length=1)
    """From the first to the newest."""

    @property
    def month(self) -> str:
        """The month of the first version, which is the paper's: ``2026-03``."""
        return f"{self.versions[0].submitted_at:%Y-%m}"

    @property
    def newest(self) -> Version:
        """The newest version."""
        return self.versions[-1]

    @property
    def name(self) -> str:
        """Identifier and newest version: ``2603.01234v2``."""
        return f"{self.id}v{self.newest.number}"


SourceState = Literal["ready", "transcribed", "pdf", "unusable", "failed"]
"""``ready``: TeX with a main file; ``transcribed``: a PDF whose pages were read by a model;
``pdf``: nothing but a PDF; ``unusable``: broken, hostile or something else; ``failed``: it
could not be had."""


class Source(Noun):
    """The source of one version of a paper."""

    paper: PreprintId
    version: int = Field(ge=1)
    state: SourceState
    reason: str = ""
    """Why it is neither ready nor transcribed."""
    sha256: str = ""
    """Of the file as it was sent."""
    size: int = Field(0, ge=0)
    """In bytes."""
    kind: str = ""
    """What the file is by its content: ``gzip``, ``tar``, ``tex``, ``pdf`` ..."""
    main_file: str = ""
    """Where reading begins."""

    @property
    def name(self) -> str:
        """Identifier and version."""
        return f"{self.paper}v{self.version}"
