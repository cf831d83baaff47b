"""Problems from the Hugging Face hub, downloaded once and kept in its cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from porism.benchmarks.matharena_rows import read_rows
from porism.core import HubDataset, Kind, Problem
from porism.errors import ConfigurationError
from porism.records import Place


def read_dataset(dataset: HubDataset, kind: Kind) -> Iterator[tuple[Place, Problem]]:
    """Yield each problem of one split with its place.

    Raises:
        ConfigurationError: the extra is not installed, or the data set cannot be had.
        DefinitionError: its files are not in MathArena's public columns.
    """
    folder = download(dataset)
    files = sorted(folder.rglob(f"{dataset.split}-*.parquet"))
    if not files:
        raise ConfigurationError(
            f"the data set {dataset.repo} has no Parquet file of the split {dataset.split!r}"
        )
    for path in files:
        yield from read_rows(path, kind)


def download(dataset: HubDataset) -> Path:
    """Return the folder with a data set's Parquet files, from the cache if they are there.

    Raises:
        ConfigurationError: the extra is not installed, or the data set cannot be had.
    """
    try:
        from huggingface_hub import errors, snapshot_download
    except ImportError as error:
        raise ConfigurationError(
            f"the data set {dataset.repo} is on the Hugging Face hub: pip install 'porism[hub]'"
        ) from error
    try:
        return Path(
            snapshot_download(
                dataset.repo,
                repo_type="dataset",
                revision=dataset.revision,
                allow_patterns=[f"{dataset.split}-*.parquet", f"*/{dataset.split}-*.parquet"],
            )
        )
    except errors.RepositoryNotFoundError as error:
        raise ConfigurationError(
            f"the hub has no data set {dataset.repo}, or does not show it without HF_TOKEN"
        ) from error
    except errors.RevisionNotFoundError as error:
        raise ConfigurationError(
            f"the data set {dataset.repo} has no revision {dataset.revision!r}"
        ) from error
    except errors.HFValidationError as error:
        raise ConfigurationError(f"{dataset.repo!r} cannot be the name of a data set") from error
    except Exception as error:
        raise ConfigurationError(
            f"the data set {dataset.repo} is not in the cache, and the hub did not give it "
            f"({type(error).__name__}): go online, or set HF_HOME to a folder that has it"
        ) from error
