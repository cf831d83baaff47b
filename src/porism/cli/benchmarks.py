"""``porism benchmarks``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from porism.core import Benchmark, ProblemSource


def benchmarks(
    name: Annotated[str | None, typer.Argument(help="Show one, or a family.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    deprecated: Annotated[
        bool, typer.Option("--deprecated", help="Also deprecated and draft ones.")
    ] = False,
) -> None:
    """List benchmarks, or show one.

        porism benchmarks

        porism benchmarks kangaroo-2025

    A family's name, such as kangaroo-2025, stands for all of its members.
    """
    from porism.cli.console import print_json
    from porism.cli.place import registries

    registry, _ = registries()
    chosen = list(registry.resolve(name)) if name else list(registry)
    if not name and not deprecated:
        chosen = [b for b in chosen if b.status == "active"]
    if as_json:
        print_json(chosen)
    elif len(chosen) == 1:
        show(chosen[0])
    else:
        listed(chosen)


def listed(chosen: list[Benchmark]) -> None:
    """Print a table."""
    from porism.cli.console import out, table
    from porism.look.figures import known_day

    made = table(
        "benchmark", "kind", "problems", "attempts", "public since",
        right=("problems", "attempts"),
    )  # fmt: skip
    for b in chosen:
        made.add_row(
            b.id,
            b.kind.replace("_", " ") + (" (sample)" if b.sample else ""),
            str(b.problem_count or "?"),
            str(b.attempts),
            known_day(b.published),
        )
    out().print(made)


def show(b: Benchmark) -> None:
    """Print one benchmark."""
    from rich.table import Table
    from rich.text import Text

    from porism.cli.console import out
    from porism.look.figures import known_day

    made = Table.grid(padding=(0, 2))
    facts = {
        "kind": b.kind.replace("_", " "),
        "status": b.status,
        "family": b.family,
        "problems": f"{b.problem_count or '?'} from {where(b.problems)}",
        "public since": known_day(b.published),
        "attempts": str(b.attempts),
        "prompt": b.prompt,
        "tools": ", ".join(b.tools) or "none",
        "graders": " → ".join(b.graders),
        "not scored": ", ".join(
            f"{outcome} counts as {counts}" for outcome, counts in b.scoring.model_dump().items()
        ),
        "variants": ", ".join(v.name for v in b.variants),
        "references": "withheld" if b.withheld else "public",
        "licence": b.licence,
        "source": b.source,
    }
    for label, value in facts.items():
        if value:
            made.add_row(Text(label, style="dim"), Text(value))
    out().print(Text(f"{b.name} ({b.id})", style="bold"), Text(b.description), made, sep="\n")


def where(source: ProblemSource) -> str:
    """Say where problems come from."""
    match source.kind:
        case "hub":
            return f"the hub's data set {source.repo}"
        case "elsewhere":
            return source.how
        case "packaged":
            return "the package"
        case "true_or_false":
            return f"{where(source.statements)}, each in its false and its true form"
        case _:
            return source.path
