"""From a snapshot to a folder of pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain
from pathlib import Path

from porism.errors import ConfigurationError
from porism.look.shared import assets as shared
from porism.report.publication import published
from porism.site import address
from porism.site.attempts import attempt_jobs
from porism.site.changes import changes
from porism.site.folder import Folder
from porism.site.jobs import Target
from porism.site.keys import digest, page_code, whole_code
from porism.site.page import Page, render
from porism.site.pages.benchmark import benchmark_pages, hardness_of
from porism.site.pages.charts import Drawing, drawings, put_libraries
from porism.site.pages.compare import compare_page, partners
from porism.site.pages.data import csv_files, data_page, snapshot_files
from porism.site.pages.feed import feed_page
from porism.site.pages.home import home_page
from porism.site.pages.log import log_page
from porism.site.pages.model import model_pages
from porism.site.pages.scores import score_files
from porism.site.pages.texts import about_page, methods_page
from porism.site.plan import pair_jobs, problem_jobs
from porism.site.settings import Settings
from porism.site.source import Source
from porism.site.working import Working


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did."""

    home: Path
    files: int
    rewritten: int
    removed: int


def build_site(
    snapshot: Path,
    output: Path,
    settings: Settings = Settings(),
    *,
    since: Path | None = None,
    workers: int | None = None,
) -> Built:
    """Make the pages of a snapshot, leaving alone what the folder has of them already.

    The same snapshot, settings and code give the same bytes.

    Args:
        snapshot: the folder of a snapshot.
        output: the folder of the site; an empty one, or one that an earlier build made.
        settings: what no snapshot knows.
        since: an earlier snapshot, to tell what changed.
        workers: processes; as many as there are processors without it.

    Raises:
        DefinitionError: no snapshot, one of another schema version, or a damaged one.
        ConfigurationError: the folder holds something else, or cannot be written.
    """
    if output.resolve() in {snapshot.resolve(), *snapshot.resolve().parents}:
        raise ConfigurationError(f"{output} holds the snapshot; name another folder with -o")
    with published(snapshot) as shown, published(since) if since else nullcontext() as former:
        source, earlier = Source.open(shown), Source.open(former) if former else None
        folder = Folder.open(output, digest(page_code(), settings.title))
        manifests = (one.snapshot.manifest.model_dump_json() for one in (source, earlier) if one)
        whole = digest(whole_code(), settings, *manifests)
        if not folder.keep_all(whole):
            put_site(source, folder, Target(output, shown, settings), earlier, workers)
        home = output / address.HOME
        return Built(home, len(folder.now), folder.rewritten, folder.finish(whole))


def put_site(
    source: Source, folder: Folder, target: Target, earlier: Source | None, workers: int | None
) -> None:
    """Make the pages of what may be shown; arguments as :func:`build_site`."""
    settings = target.settings
    hardness = {b: hardness_of(source, b) for b in source.benchmarks}
    jobs = chain(
        attempt_jobs(source, folder),
        problem_jobs(source, folder, hardness),
        pair_jobs(source, folder),
    )
    with Working(jobs, target, workers) as working:
        pairs, charts = source.pairs, tuple(drawings(source))
        for page in chain(
            few_pages(source, settings, earlier, charts),
            *(benchmark_pages(source, place, hardness[place[0]]) for place in source.boards),
            model_pages(source, partners(pairs)),
            [compare_page(source, pairs)],
        ):
            folder.put(page.path, render(page, settings))
        if charts:
            put_libraries(folder)
        put_files(source, folder, settings)
        for made in working.results():
            folder.note(made.path, made.written, new=made.new)


def few_pages(
    source: Source, settings: Settings, earlier: Source | None, charts: tuple[Drawing, ...]
) -> Iterator[Page]:
    """Yield the pages of which there is one each."""
    news = tuple(changes(earlier, source)) if earlier else ()
    yield home_page(source, charts, news, earlier.snapshot.manifest.as_of if earlier else None)
    yield methods_page()
    yield log_page(source)
    yield about_page(settings)
    yield feed_page(source, settings)


def put_files(source: Source, folder: Folder, settings: Settings) -> None:
    """Write what pages need, what can be taken away, and the page that lists that."""
    for path, content in chain(assets(), pictures(source), score_files(source)):
        folder.put(path, content)
    listed = []
    for file, content in csv_files(source):
        folder.put(file.href, content)
        listed.append(file)
    for file, sha256 in snapshot_files(source):
        if not folder.holds(file.href, sha256):
            folder.put(file.href, (source.evidence.folder / file.name).read_bytes())
        listed.append(file)
    page = data_page(source, listed)
    folder.put(page.path, render(page, settings))


def assets() -> Iterator[tuple[str, bytes]]:
    """Yield the style sheets and the script."""
    yield from ((f"static/{name}", content) for name, content in shared())
    for entry in sorted((files("porism.site") / "static").iterdir(), key=lambda e: e.name):
        yield f"static/{entry.name}", entry.read_bytes()


def pictures(source: Source) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of problems."""
    for name, image in source.evidence.pictures.items():
        yield address.picture(name, image.media_type), image.data
