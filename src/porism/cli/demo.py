"""``porism demo``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from porism.workspace import Workspace

FAKES = ("fake-strong", "fake-middling", "fake-weak")
STUDENTS = ("sample-careful-student", "sample-hasty-student")
AUTHORS = ("sample-thorough-author", "sample-hurried-author", "sample-confident-author")
STUDENT = """\
# Recorded answers, replayed: what a model file for responses of your own looks like.
id: {name}
name: {title}
endpoint: {{protocol: replay, model: responses/{name}.jsonl}}
sample: true
"""


def demo(
    folder: Annotated[
        Path | None, typer.Argument(help="Where; a temporary folder without it.")
    ] = None,
    proofs: Annotated[
        bool, typer.Option("--proofs", help="Show how proofs are judged instead.")
    ] = False,
) -> None:
    """See it work: offline, no key, a few seconds.

    Three stand-ins and two sets of recorded answers meet the sample benchmarks. The
    figures mean nothing; the runner, the store, the grader, the tables and the pages, whose
    address comes last, are the real ones.

        porism demo

    With --proofs, recorded proofs of known quality meet a jury of three stand-ins: a kind one, a
    fair one and a strict one. They disagree, hear each other, and leave something for people.

        porism demo --proofs
    """
    import tempfile

    from porism.cli.console import out
    from porism.workspace import make_workspace

    root = folder or Path(tempfile.mkdtemp(prefix="porism-demo-"))
    workspace = make_workspace(root)
    (judge_samples if proofs else ask_samples)(workspace)
    out().print("[bold]All of it as pages[/bold]")
    out().print(f"  {make_site(workspace).absolute().as_uri()}", soft_wrap=True)
    workspace.close()


def ask_samples(workspace: Workspace) -> None:
    """Put sample problems to stand-ins."""
    from porism.cli.console import err, out
    from porism.cli.display import Display
    from porism.cli.results import show
    from porism.report import results
    from porism.runner import Request, run

    add_recorded(workspace, STUDENTS)
    out().print("[bold]Sample data:[/bold] stand-ins answer sample problems, offline.\n")
    for request in (
        Request(("porism-sample",), STUDENTS + FAKES),
        Request(("porism-sample-choice", "porism-sample-images"), FAKES),
    ):
        run(workspace, request, lambda progress: Display(progress, err()))
    show(results(workspace.store))
    out().print(NEXT.format(root=workspace.root, path=path_line()))


def make_site(workspace: Workspace) -> Path:
    """Make a site of what the stand-ins did; return its home page."""
    import tempfile

    from porism.report.snapshot import take_snapshot
    from porism.site import Settings, build_site

    with tempfile.TemporaryDirectory(prefix="porism-snapshot-") as made:
        take_snapshot(workspace.store, Path(made) / "snapshot")
        settings = Settings(title="Porism: sample data")
        return build_site(Path(made) / "snapshot", workspace.root / "site", settings).home


def judge_samples(workspace: Workspace) -> None:
    """Have recorded proofs judged by stand-ins."""
    from porism.benchmarks.sample import rubrics
    from porism.cli.console import err, out
    from porism.cli.display import Display
    from porism.cli.judge import carry_out
    from porism.judging.juries import find_jury
    from porism.judging.rubrics import read_rubric
    from porism.runner import Options, Request, run
    from porism.runner.judge import JudgeRequest, docket
    from porism.store import Judgements

    add_recorded(workspace, AUTHORS)
    out().print("[bold]Sample data:[/bold] stand-ins judge sample proofs, offline.\n")
    request = Request(("porism-sample-proofs",), AUTHORS)
    run(workspace, request, lambda progress: Display(progress, err()))
    for path in rubrics():
        rubric, _ = read_rubric(path)
        approved = rubric.model_copy(update={"approved_by": "Porism"})
        Judgements(workspace.store).add_rubric(approved)
    jury = find_jury("sample", workspace.juries)
    owed = docket(workspace, JudgeRequest("porism-sample-proofs", jury))
    carry_out(owed, workspace, Options(folder=workspace.root), as_json=False)
    out().print(PROOFS.format(root=workspace.root, path=path_line()))


def add_recorded(workspace: Workspace, names: Sequence[str]) -> None:
    """Put recorded answers and their model files into the workspace."""
    from porism.benchmarks.sample import recorded

    responses = workspace.root / "responses"
    responses.mkdir(exist_ok=True)
    for name in names:
        (responses / f"{name}.jsonl").write_bytes(recorded(name).read_bytes())
        title = name.replace("-", " ").capitalize()
        model = workspace.root / "models" / f"{name}.yaml"
        model.write_text(STUDENT.format(name=name, title=title), encoding="utf-8")


def path_line() -> str:
    """Say how the command is found, where it is not yet."""
    import shutil
    import sys

    if shutil.which("porism"):
        return ""
    return f"  export PATH={Path(sys.argv[0]).absolute().parent}:$PATH\n"


PROOFS = """
[bold]What to try next[/bold]
{path}  cd {root}
  porism attempts --flag jury-split
  porism rubrics show porism-sample-proofs 3
  porism judge porism-sample-proofs --jury sample   [dim]asks nothing: nothing is owed[/dim]
  porism results porism-sample-proofs

[bold]Decide yourself[/bold] what the judges left to people
  porism desk invite "Emmy Noether" && porism desk
  porism agreement porism-sample-proofs
  porism snapshot -o snapshot && porism site build snapshot -o site

[bold]With real judges[/bold] (their keys come from the environment)
  porism judge porism-sample-proofs --jury usual --dry-run
"""

NEXT = """
[bold]What to try next[/bold]
{path}  cd {root}
  porism results porism-sample-choice --by position
  porism attempts -m sample-hasty-student --outcome unparsed
  porism show ATTEMPT --wire
  porism run porism-sample -m fake-strong          [dim]asks nothing: nothing is owed[/dim]

[bold]With a real model[/bold] (its key comes from the environment)
  export OPENAI_API_KEY=...
  porism models check gpt-5
  porism run porism-sample -m gpt-5 --max-cost 1
"""
