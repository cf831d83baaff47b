"""``porism schema``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer


def schema(
    noun: Annotated[
        Literal["benchmark", "model", "problem", "claims", "jury", "rubric"],
        typer.Argument(help="What the file defines; a problem is a line of problems.jsonl."),
    ],
) -> None:
    """Print the JSON Schema of a definition file, for editors.

        porism schema model > model.schema.json

    and as the first line of a model file:

        # yaml-language-server: $schema=model.schema.json
    """
    from porism.benchmarks.lines import ProblemLine
    from porism.cli.console import print_json
    from porism.core import Benchmark, Claims, Model, Noun, Rubric
    from porism.judging import Jury
    from porism.records import json_schema

    nouns: dict[str, type[Noun]] = {
        "benchmark": Benchmark, "model": Model, "problem": ProblemLine, "claims": Claims,
        "jury": Jury, "rubric": Rubric,
    }  # fmt: skip
    print_json(json_schema(nouns[noun]))
