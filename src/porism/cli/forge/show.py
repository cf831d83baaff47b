"""``porism forge show``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.forge.options import AsJson

if TYPE_CHECKING:
    from porism.core import Preprint
    from porism.forge.paper import Known


def show(
    name: Annotated[str, typer.Argument(metavar="ID", help="The paper, as in 2603.01234.")],
    as_json: AsJson = False,
) -> None:
    """Show what is known of a paper: metadata, files, theorems with numbers.

    porism forge show 2603.01234

    porism forge show 2603.01234 --json
    """
    from porism.cli.console import print_json
    from porism.forge.paper import known
    from porism.workspace import find_workspace

    found = known(find_workspace(), re.sub(r"v\d+$", "", name.removeprefix("arXiv:")))
    if as_json:
        print_json(found)
    else:
        told(found)


def told(found: Known) -> None:
    """Print it."""
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable
    from porism.forge.theorems.summary import summary

    console = out()

    def say(text: str) -> None:
        console.print(Text(printable(text)), soft_wrap=True)

    for line in metadata(found.preprint):
        say(line)
    if found.left_out:
        say(f"not taken  {found.left_out}")
    source = found.source
    if source is None:
        say("\nIts source was not fetched.")
        return
    say(f"\nsource     {source.state} {source.kind} {source.size:,} bytes sha256 {source.sha256}")
    if source.reason:
        say(f"           {source.reason}")
    for file in found.files:
        say(f"  {file.size:>12,}  {file.name}")
    for left in found.left_out_files:
        say(f"  {'left out':>12}  {left}")
    if found.reading is not None:
        say("\n" + summary(found.reading))


def metadata(preprint: Preprint) -> list[str]:
    """Return what the archive says of a paper, line by line."""
    from porism.forge.harvest import why_kept_back

    lines = [
        f"{preprint.name}  {preprint.title}",
        f"authors    {', '.join(preprint.authors)}",
        f"categories {' '.join(preprint.categories)}",
        f"licence    {preprint.license or '?'}",
    ]
    if reason := why_kept_back(preprint.license):
        lines.append(f"           not to be passed on: {reason}")
    optional = {"comments": preprint.comments, "journal": preprint.journal_ref, "doi": preprint.doi}
    lines += [f"{name:<10} {text}" for name, text in optional.items() if text]
    lines += [f"v{v.number:<9} {v.submitted_at:%Y-%m-%d %H:%M} UTC" for v in preprint.versions]
    return lines
