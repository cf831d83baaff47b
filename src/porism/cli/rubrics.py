"""``porism rubrics``."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.benchmark_stats import Seed
from porism.cli.person import person
from porism.cli.run import dollars

if TYPE_CHECKING:
    from porism.core import Problem, Rubric
    from porism.records import Place
    from porism.workspace import Workspace

app = typer.Typer(
    help="What proofs are marked by: check, keep, draft, approve and compare rubrics.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
BenchmarkName = Annotated[str, typer.Argument(help="The benchmark.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="YAML files; see: porism schema rubric.")],
) -> None:
    """Find what is wrong with rubrics: points that do not add up, empty parts, moved names.

        porism rubrics check rubrics/*.yaml

    Inside a workspace they are also held against the problems and the rubrics that it knows.
    """
    from porism.cli.console import out
    from porism.look.figures import plural

    checked(files, here())
    out().print(f"{plural(len(files), 'rubric')} without faults.")


@app.command(name="import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="YAML files; see: porism schema rubric.")],
    approve: Annotated[
        str | None,
        typer.Option("--approve", metavar="NAME", parser=person, help="Who has approved them."),
    ] = None,
) -> None:
    """Keep rubrics; another text of a rubric is a new version.

        porism rubrics import rubrics/*.yaml --approve "Ann Example"

    Nobody judges by a rubric before a person has approved it.
    """
    from porism.cli.console import out
    from porism.store import Judgements
    from porism.workspace import find_workspace

    workspace = find_workspace()
    for rubric in checked(files, workspace):
        named = rubric.model_copy(update={"approved_by": approve or rubric.approved_by})
        kept = Judgements(workspace.store).add_rubric(named)
        out().print(f"{kept.benchmark} {kept.problem}: version {kept.version}, {kept.state}")
    workspace.close()


@app.command(name="list")
def list_(benchmark: BenchmarkName, as_json: AsJson = False) -> None:
    """List the rubrics of a benchmark.

    porism rubrics list usamo-2026
    """
    from porism.cli.console import out, print_json, table
    from porism.judging.case import plain
    from porism.workspace import find_workspace

    found = rubrics_of(find_workspace(), benchmark)
    if as_json:
        print_json(list(found.values()))
        return
    made = table("problem", "version", "state", "points", "ways", "parts", "author", "approved by",
                 right=("version", "points", "ways", "parts"))  # fmt: skip
    for r in found.values():
        facts = (r.problem, r.version, r.state, plain(r.points), len(r.paths), len(r.parts),
                 r.author, r.approved_by)  # fmt: skip
        made.add_row(*map(str, facts))
    out().print(made)


@app.command()
def show(
    benchmark: BenchmarkName,
    problem: Annotated[str, typer.Argument(help="The problem.")],
    version: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The newest without it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print a rubric as the YAML file that can be edited and imported again.

    porism rubrics show usamo-2026 3 > rubrics/3.yaml
    """
    from porism.cli.console import print_json
    from porism.errors import UnknownName
    from porism.judging.rubrics import to_yaml
    from porism.store import Judgements
    from porism.workspace import find_workspace

    workspace = find_workspace()
    found = Judgements(workspace.store).rubric_versions(benchmark, problem)
    wanted = {rubric.version: rubric for rubric in found}
    if not found:
        raise UnknownName(f"rubric of {benchmark}", problem, rubrics_of(workspace, benchmark))
    if version is not None and version not in wanted:
        raise UnknownName(f"version of the rubric of {problem}", str(version), map(str, wanted))
    rubric = found[-1] if version is None else wanted[version]
    if as_json:
        print_json(rubric)
    else:
        typer.echo(f"# version {rubric.version}, {rubric.state}\n{to_yaml(rubric)}", nl=False)


@app.command()
def approve(
    benchmark: BenchmarkName,
    problem: Annotated[str, typer.Argument(help="The problem.")],
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", parser=person, help="Who approves it.")
    ],
) -> None:
    """Let the newest version of a rubric be used.

    porism rubrics approve usamo-2026 3 --by "Ann Example"
    """
    from porism.cli.console import out
    from porism.errors import UnknownName
    from porism.store import Judgements
    from porism.workspace import find_workspace

    workspace = find_workspace()
    judgements = Judgements(workspace.store)
    newest = judgements.rubric(benchmark, problem)
    if newest is None:
        raise UnknownName(f"rubric of {benchmark}", problem, rubrics_of(workspace, benchmark))
    kept = judgements.approve_rubric(benchmark, problem, newest.version, by)
    out().print(f"{benchmark} {problem}: version {kept.version} is approved by {by}")
    workspace.close()


@app.command()
def draft(
    benchmark: BenchmarkName,
    model: Annotated[str, typer.Option("-m", "--model", help="Who drafts.")],
    problems: Annotated[
        str | None, typer.Argument(help="Which problems: ids, places, ranges; all without it.")
    ] = None,
    max_cost: Annotated[
        Decimal | None, typer.Option(metavar="USD", parser=dollars, help="The most it may cost.")
    ] = None,
) -> None:
    """Have a model draft rubrics from the statement and the reference solutions.

        porism rubrics draft usamo-2026 3 --model gpt-5.4

    A draft is read, checked and kept for people to mend and to approve: small turns of phrase
    mislead judges more than anything else.
    """
    import asyncio

    from porism.benchmarks import select
    from porism.cli.console import out
    from porism.runner import Options
    from porism.runner.judge.docket import last_seen
    from porism.runner.judge.drafting import draft_rubrics
    from porism.workspace import find_workspace

    workspace = find_workspace()
    definition, found = last_seen(workspace, benchmark)
    options = Options(max_cost_usd=max_cost, folder=workspace.root, sandbox=workspace.sandbox)
    drafting = draft_rubrics(
        workspace.store, definition, select(found, problems), workspace.models.get(model), options
    )
    for rubric in asyncio.run(drafting):
        out().print(f"{rubric.benchmark} {rubric.problem}: version {rubric.version}, a draft by "
                    f"{rubric.author}")  # fmt: skip
    workspace.close()


@app.command()
def effect(
    benchmark: BenchmarkName,
    problem: Annotated[str | None, typer.Argument(help="Only this problem.")] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Say what a changed rubric did to scores, on the attempts judged under both versions.

    porism rubrics effect usamo-2026
    """
    from numpy.random import default_rng

    from porism.cli.console import print_json
    from porism.cli.sheet import Column, Sheet
    from porism.cli.sheet import show as show_sheet
    from porism.errors import UnknownName
    from porism.report.rubric_effect import rubric_effects
    from porism.store import Judgements
    from porism.workspace import find_workspace

    workspace = find_workspace()
    known = rubrics_of(workspace, benchmark)
    if problem is not None and problem not in known:
        raise UnknownName(f"rubric of {benchmark}", problem, known)
    judgements = Judgements(workspace.store)
    found = rubric_effects(judgements, benchmark, default_rng(seed), problem)
    if as_json:
        print_json(found)
        return
    columns = (Column("problem"), Column("jury"), Column("versions"), Column("attempts", "count"),
               Column("change", "signed"), Column("change, 95 %", "signed range"))  # fmt: skip
    rows = tuple(
        (e.problem, e.jury, f"{e.before} to {e.after}", len(e.pairs), e.change.value,
         (e.change.low, e.change.high))
        for e in found
    )  # fmt: skip
    none = () if found else ("No attempt was judged by the same jury under two versions.",)
    show_sheet(Sheet("What changed rubrics did to scores", columns, rows, none), "table")


def checked(files: Sequence[Path], workspace: Workspace | None) -> list[Rubric]:
    """Read rubrics that the linter finds no fault with.

    Raises:
        UserError: it does, or files cannot be read; all that is wrong in any of them.
    """
    from porism.errors import DefinitionError, UserError
    from porism.judging.rubrics import faults_of, lint, read_rubric
    from porism.look.figures import plural

    rubrics: list[Rubric] = []
    wrong: list[str] = []
    for path in files:
        try:
            rubric, place = read_rubric(path)
            most, earlier = known_of(rubric, workspace, place) if workspace else (None, None)
        except DefinitionError as error:
            wrong.append(str(error))
        else:
            rubrics.append(rubric)
            wrong += faults_of(lint(rubric, most, earlier), place).splitlines()
    if wrong:
        raise UserError("\n".join([f"{plural(len(wrong), 'fault')}:", *wrong]))
    return rubrics


def rubrics_of(workspace: Workspace, benchmark: str) -> dict[str, Rubric]:
    """Return the newest rubrics of a benchmark, by problem.

    Raises:
        UnknownName: there is no such benchmark.
    """
    from porism.errors import UnknownName
    from porism.store import Judgements

    known = {*workspace.benchmarks.ids, *workspace.store.benchmarks()}
    if benchmark not in known:
        raise UnknownName("benchmark", benchmark, known)
    return Judgements(workspace.store).rubrics(benchmark)


def known_of(
    rubric: Rubric, workspace: Workspace, place: Place
) -> tuple[Decimal | None, Rubric | None]:
    """Return the problem's highest mark and the newest version, as far as they are known."""
    from porism.errors import UnknownName
    from porism.judging import highest

    try:
        newest = rubrics_of(workspace, rubric.benchmark).get(rubric.problem)
    except UnknownName as error:
        raise place.fault(str(error), ("benchmark",)) from error
    problems: dict[str, Problem] = {p.id: p for p in workspace.store.problems(rubric.benchmark)}
    if not problems:
        return None, None
    if rubric.problem not in problems:
        said = str(UnknownName(f"problem of {rubric.benchmark}", rubric.problem, problems))
        raise place.fault(said, ("problem",))
    earlier = newest if newest and newest.content != rubric.content else None
    return highest("proof", problems[rubric.problem]), earlier


def here() -> Workspace | None:
    """Return the workspace around the current folder, if there is one."""
    from porism.errors import ConfigurationError
    from porism.workspace import find_workspace

    try:
        return find_workspace()
    except ConfigurationError:
        return None
