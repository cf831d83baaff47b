"""A workspace: a folder with ``porism.toml``, definitions, claims and the store."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import Field, ValidationError

from porism.benchmarks import Benchmarks, load_problems
from porism.benchmarks.template import workspace_template
from porism.core import Benchmark, Claim, Claims, Noun, Problem
from porism.errors import ConfigurationError, DefinitionError
from porism.models.registry import Models
from porism.records import Place, read_yaml
from porism.records.explain import located
from porism.records.text import read_text
from porism.tools.sandbox.choice import SandboxChoice, SandboxKind, default_folder

if TYPE_CHECKING:
    from porism.store import Store

CONFIG = "porism.toml"
CLAIMS = "claims.yaml"


class DeskConfig(Noun):
    """How people judge at the desk, where its command says nothing else."""

    blind: bool = False
    """Keep models' names from people."""
    reviews: int = Field(1, ge=1, le=2)
    """How many people judge an attempt independently."""
    apart: float = Field(0.15, ge=0, le=1)
    """Share of the points by which two may differ before a third settles it."""


class Config(Noun):
    """What ``porism.toml`` says."""

    store: str = "porism.db"
    """The store: a file beside porism.toml, or a database URL such as
    postgresql+psycopg://localhost/porism."""
    unstable_failure_share: float = Field(0.2, gt=0, le=1)
    """An endpoint is unstable when more than this share of its requests fail ..."""
    unstable_requests: int = Field(50, ge=1)
    """... over at least this many requests."""
    grace_s: float = Field(30, ge=0)
    """How long answers in flight may still arrive after Ctrl-C, in seconds."""
    sandbox: SandboxKind = "bubblewrap"
    """What stands between code that models write and this machine: bubblewrap or docker."""
    sandbox_folder: str = ""
    """Where the sandbox's interpreter is, beside porism.toml; in your data folder if empty."""
    sandbox_image: str = "porism-sandbox"
    """Docker's image with Python and the libraries."""
    arxiv_lists: str = "https://oaipmh.arxiv.org/oai"
    """Where lists of papers are asked for: a base address of OAI-PMH."""
    arxiv_sources: str = "https://export.arxiv.org/src"
    """Where sources of papers are; an identifier with version is put behind it."""
    arxiv_spacing_s: float = Field(3, ge=0)
    """Seconds between two requests to either of them; arXiv asks for at least 3."""
    desk: DeskConfig = DeskConfig()
    """How people judge at the desk, where its command says nothing else."""


def sandbox_choice(config: Config, root: Path) -> SandboxChoice:
    """Return which sandbox the settings mean.

    Args:
        config: the settings.
        root: what paths in them start from.
    """
    folder = root / config.sandbox_folder if config.sandbox_folder else default_folder()
    return SandboxChoice(config.sandbox, folder, config.sandbox_image)


class Workspace:
    """An open workspace.

    Args:
        root: its folder.

    Raises:
        ConfigurationError: the folder is no workspace.
        DefinitionError: ``porism.toml`` is wrong.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        path = root / CONFIG
        if not path.is_file():
            raise ConfigurationError(
                f"{root.absolute()} is no workspace (it has no {CONFIG}); "
                "make one with: porism init"
            )
        self.config = read_config(path)

    @cached_property
    def benchmarks(self) -> Benchmarks:
        """The benchmarks that can be run here."""
        return Benchmarks(self.root / "benchmarks")

    @cached_property
    def models(self) -> Models:
        """The models that can be asked here."""
        return Models(self.root / "models")

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What providers claim, as ``claims.yaml`` says; nothing without that file.

        Raises:
            DefinitionError: the file is wrong.
        """
        path = self.root / CLAIMS
        return read_yaml(path, Claims).claims if path.is_file() else ()

    @cached_property
    def store(self) -> Store:
        """The store, opened when first needed."""
        return self.open_store()

    def open_store(self) -> Store:
        """Open the store, making it if there is none."""
        from porism.store import Store

        address = self.config.store
        return Store(address if "://" in address else self.root / address)

    @property
    def papers(self) -> Path:
        """Where files of papers are: lists as they came, sources."""
        return self.root / "papers"

    @property
    def prompts(self) -> Path:
        """Where prompts of the workspace's own are."""
        return self.root / "prompts"

    @property
    def juries(self) -> Path:
        """Where juries of the workspace's own are."""
        return self.root / "juries"

    @property
    def sandbox(self) -> SandboxChoice:
        """Where code that models write is run."""
        return sandbox_choice(self.config, self.root)

    def problems(self, benchmark: Benchmark) -> tuple[Problem, ...]:
        """Load a benchmark's problems, withdrawn ones included.

        Raises:
            DefinitionError: a file is wrong.
            ConfigurationError: the problems are not here; the message says how to get them.
        """
        return load_problems(benchmark, self.benchmarks.folder(benchmark.id))

    def close(self) -> None:
        """Commit what is under way and let go of the store."""
        if "store" in self.__dict__:
            self.store.close()


def read_config(path: Path) -> Config:
    """Read ``porism.toml``.

    Raises:
        DefinitionError: it is not TOML, or says something that cannot be.
    """
    try:
        value = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise DefinitionError(f"not TOML: {error}", file=path) from error
    try:
        return Config.model_validate(value)
    except ValidationError as error:
        raise located(error, Config, value, Place(path)) from error


def find_workspace(start: Path | None = None) -> Workspace:
    """Open the workspace that a folder lies in: its own, or that of the nearest parent.

    Args:
        start: where to look first; the current folder without it.

    Raises:
        ConfigurationError: neither the folder nor any above it is a workspace.
    """
    here = (start or Path()).absolute()
    for folder in (here, *here.parents):
        if (folder / CONFIG).is_file():
            return Workspace(folder)
    return Workspace(here)


def make_workspace(root: Path) -> Workspace:
    """Make a workspace, with examples to change and its store.

    What is there already is left as it is, and examples are only put into a new one.

    Raises:
        ConfigurationError: the folder cannot be made.
        StoreError: there is something in the store's place.
    """
    try:
        for name in ("benchmarks", "models", "prompts"):
            (root / name).mkdir(parents=True, exist_ok=True)
        if not (root / CONFIG).exists():
            write_new(root, {**workspace_template(), CONFIG: template()})
    except OSError as error:
        raise ConfigurationError(f"{root}: {error.strerror}") from error
    workspace = Workspace(root)
    workspace.open_store().close()
    return workspace


def write_new(root: Path, files: Mapping[str, str]) -> None:
    """Write files that are not there yet."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(text, encoding="utf-8")


def template() -> str:
    """Return a ``porism.toml`` that shows every setting at its default."""
    first = "# The settings of this workspace; what is left out keeps the value shown here."
    return "\n".join([first, *settings_of(Config)]) + "\n"


def settings_of(noun: type[Noun]) -> Iterator[str]:
    """Yield the lines that show settings at their defaults; tables come last, as TOML has it."""
    fields = noun.model_fields.items()
    for name, setting in sorted(fields, key=lambda one: isinstance(one[1].default, Noun)):
        said = " ".join((setting.description or "").split())
        yield from ("", f"# {said}")
        if isinstance(setting.default, Noun):
            yield f"# [{name}]"
            yield from settings_of(type(setting.default))
        else:
            yield f"# {name} = {in_toml(setting.default)}"


def in_toml(value: str | float) -> str:
    """Write a value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
