"""The pages that say what may stand in files: one table of keys a noun."""

from __future__ import annotations

from docs.generate.keys import keys
from docs.generate.markdown import code, table
from porism.benchmarks.lines import ProblemLine
from porism.core import Benchmark, Claims, Model, Rubric
from porism.interop.responses import Recorded
from porism.interop.tallies import Row
from porism.judging import Jury
from porism.judging.juries import LIBRARY, jury_files
from porism.models.fake import FakeOptions
from porism.models.replay import Record, ReplayOptions
from porism.workspace import Config


def models() -> str:
    """Return the page of model files."""
    return (
        "# Model files\n\n"
        "A file `models/ID.yaml` (or `models/ID/model.yaml`) defines the model `ID`. Unknown keys "
        "are refused. How to write one is told in [Add a model](../how-to/add-a-model.md); "
        "`porism schema model` prints the JSON Schema.\n\n"
        f"{keys(Model)}"
        "\n## Options of the protocol `fake`\n\n"
        "Under `endpoint.options`; stand-ins ask nobody.\n\n"
        f"{keys(FakeOptions)}"
        "\n## Options of the protocol `replay`\n\n"
        "Under `endpoint.options`; `endpoint.model` names the file, from the workspace's folder, "
        "whose lines are described in [Recorded files](recorded-files.md).\n\n"
        f"{keys(ReplayOptions)}"
    )


def benchmarks() -> str:
    """Return the page of benchmark files."""
    return (
        "# Benchmark files\n\n"
        "A file `benchmarks/ID/benchmark.yaml` (or `benchmarks/ID.yaml`) defines the benchmark "
        "`ID`. Unknown keys are refused. How to write one is told in [Add a benchmark]"
        "(../how-to/add-a-benchmark.md); `porism schema benchmark` prints the JSON Schema.\n\n"
        f"{keys(Benchmark)}"
    )


def claims() -> str:
    """Return the page of claims."""
    return (
        "# Claims\n\n"
        "The file `claims.yaml` of a workspace holds what providers say that their models score. "
        "Unknown keys are refused. What comes of claims is told in [Check claims]"
        "(../how-to/check-claims.md); `porism schema claims` prints the JSON Schema.\n\n"
        f"{keys(Claims)}"
    )


def juries() -> str:
    """Return the page of jury and rubric files."""
    return (
        "# Jury and rubric files\n\n"
        "What comes of both is told in [Judge proofs](../how-to/judge-proofs.md). Unknown keys are "
        "refused; `porism schema jury` and `porism schema rubric` print the JSON Schemas.\n\n"
        "## Juries\n\n"
        "A file `juries/ID.yaml` defines the jury `ID`; the package ships "
        f"{', '.join(f'`{name}`' for name in jury_files(LIBRARY))}.\n\n"
        f"{keys(Jury)}"
        "\n## Rubrics\n\n"
        "A file holds one rubric, and may have any name.\n\n"
        f"{keys(Rubric)}"
    )


def problems() -> str:
    """Return the page of problem files."""
    return (
        "# Problem files\n\n"
        "A file `problems.jsonl` holds one problem a line, each a JSON object with these keys. "
        "Other forms are told of in [Add a benchmark](../how-to/add-a-benchmark.md"
        "#where-problems-come-from).\n\n"
        f"{keys(ProblemLine)}"
    )


def recorded() -> str:
    """Return the page of files that come from elsewhere."""
    columns = (
        (code(field.alias or name), "yes" if field.is_required() else "", field.description or "")
        for name, field in Row.model_fields.items()
    )
    return (
        "# Recorded files\n\n"
        "Responses and results that were made elsewhere; see [Import results and responses]"
        "(../how-to/import-results-and-responses.md).\n\n"
        "## Responses to import\n\n"
        "`porism import responses` takes a file with one JSON object a line. Keys that are not "
        f"named here are passed over.\n\n{keys(Recorded)}"
        "\n## Responses to replay\n\n"
        "A model with the protocol `replay` answers with what stands in such a file, in the order "
        f"of the runs.\n\n{keys(Record)}"
        "\n## Tables of results to import\n\n"
        "`porism import results` takes a comma-separated file with these columns.\n\n"
        f"{table(('column', 'required', 'meaning'), columns)}"
    )


def settings() -> str:
    """Return the page of ``porism.toml``."""
    return (
        "# Settings of a workspace\n\n"
        "The file `porism.toml` makes a folder a workspace. It may be empty: what is left out "
        f"has the default shown here.\n\n{keys(Config)}"
    )
