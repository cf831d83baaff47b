"""``porism submissions``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from porism.cli.sheet import Sheet, Value
    from porism.interop.submissions.making import Batch

app = typer.Typer(
    help="Hand proofs to an official jury without saying whose they are, and take its points.",
    no_args_is_help=True,
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def make(  # noqa: PLR0917 - options
    benchmark: Annotated[str, typer.Argument(help="Whose problems and answers.")],
    models: Annotated[str, typer.Option("--models", help="Model ids, with commas between.")],
    folder: Annotated[Path, typer.Option("-o", "--output", help="A new folder for the jury.")],
    sealed: Annotated[
        Path | None,
        typer.Option(help="A new folder for the organisers; FOLDER-sealed without it."),
    ] = None,
    attempt: Annotated[int, typer.Option(min=1, help="First, second ... attempt.")] = 1,
    variant: Annotated[str, typer.Option(help="The benchmark's variant, where it has any.")] = "",
    mask: Annotated[
        list[str] | None, typer.Option(help="One more name to mask; repeat for several.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Makes codes repeatable; keep it as secret as the key."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a PDF of each model's proofs under a random code.

        porism submissions make usamo-2026 --models gpt-5.4,glm-5 -o for-the-jury

    The folder gets a PDF a code, a blank grading sheet, and the digest of the key; the
    sealed folder the key (code to model and attempts), all repairs, and what became of each
    proof. Form is repaired, never what a proof says; a proof that cannot be typeset is shown
    as it was written. The exit code is 1 where a name is left in a PDF.
    """
    from random import Random, SystemRandom

    from porism.cli.console import print_json
    from porism.cli.sheet import show
    from porism.interop.submissions.entries import Choice
    from porism.interop.submissions.folders import listing, refuse_used, write
    from porism.interop.submissions.making import Request, make_batch
    from porism.workspace import find_workspace

    store = find_workspace().store
    apart = sealed or folder.with_name(folder.name + "-sealed")
    refuse_used(folder, apart)
    wanted = tuple(name.strip() for name in models.split(",") if name.strip())
    request = Request(benchmark, wanted, Choice(attempt, variant), tuple(mask or ()))
    batch = make_batch(store, request, Random(seed) if seed is not None else SystemRandom())  # noqa: S311 - a seed is asked for
    digest = write(batch, folder, apart)
    if as_json:
        left = {work.submission.code: work.left for work in batch.works if work.left}
        print_json({"key": digest, "listing": list(listing(batch)), "left": left})
    else:
        show(made_sheet(batch), "table")
        told(batch, folder, apart, digest)
    raise typer.Exit(int(any(work.left for work in batch.works)))


def made_sheet(batch: Batch) -> Sheet:
    """Return a row a code: how many of its proofs came out how."""
    from collections import Counter

    from porism.cli.sheet import Column, Sheet
    from porism.interop.submissions.folders import FORMS, listing

    counts = Counter[tuple[str, str]]((one.code, one.form) for one in listing(batch))
    codes = [work.submission.code for work in batch.works]
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (code, *(counts[code, form] for form in FORMS)) for code in codes
    )
    return Sheet("Submissions", (Column("code"), *(Column(f, "count") for f in FORMS)), rows)


def told(batch: Batch, folder: Path, sealed: Path, digest: str) -> None:
    """Say where things are, and which names are left."""
    from porism.cli.console import out
    from porism.look.figures import plural

    for work in batch.works:
        for name in work.left:
            out().print(f"{work.submission.code} still contains the name {name!r}.", markup=False)
        if work.foreign:
            out().print(
                f"{work.submission.code} has signs such as {work.foreign}: "
                "look whether a font here shows them, or install one (Debian: fonts-noto-cjk).",
                markup=False, soft_wrap=True,
            )  # fmt: skip
    grades = f"porism submissions grades SHEET.csv --key {sealed / 'key.json'}"
    said = (
        f"{plural(len(batch.works), 'PDF')} and a grading sheet for the jury are in {folder}.",
        f"The key is in {sealed}; SHA-256 {digest}",
        f"Take the jury's points with: {grades}",
    )
    for line in said:
        out().print(line, markup=False, soft_wrap=True)


@app.command()
def grades(
    sheet: Annotated[Path, typer.Argument(help="The grading sheet as the jury filled it in.")],
    key: Annotated[Path, typer.Option(help="key.json of the sealed folder.")],
    grader: Annotated[str, typer.Option(help="Who signs lines that name no grader.")] = "",
    as_json: AsJson = False,
) -> None:
    """Take the points of an official jury as verdicts of people.

        porism submissions grades grading-sheet.csv --key for-the-jury-sealed/key.json

    Columns: code, problem, max, points, grader, remark. Several graders fill in a line each.
    Lines without points are left open. A wrong line is named, and then nothing is taken;
    taking a sheet twice adds nothing.
    """
    from porism.cli.console import out, print_json
    from porism.interop.submissions.grades import take_grades
    from porism.interop.submissions.key import open_key
    from porism.interop.submissions.sheet import read_sheet
    from porism.look.figures import count, plural
    from porism.workspace import find_workspace

    opened = open_key(key)
    taken = take_grades(find_workspace().store, opened, read_sheet(sheet, opened, grader))
    if as_json:
        print_json(taken)
        return
    there = f", {count(taken.present)} were there already" if taken.present else ""
    blank = f"; {plural(taken.blank, 'line')} without points" if taken.blank else ""
    out().print(f"{plural(taken.added, 'verdict')} added{there}{blank}.")
