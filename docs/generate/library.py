"""The pages of the benchmarks and the models that the package ships."""

from __future__ import annotations

from docs.generate.markdown import address, code, table
from porism.benchmarks import Benchmarks
from porism.core import Benchmark, Model
from porism.look.figures import known_day
from porism.models.registry import Models

BENCHMARKS = """\
# Shipped benchmarks

The package ships how these benchmarks are asked and graded, not their problems: those load from
where the definition says, save for the samples, which are Porism's own. A file of the same id in
the folder `benchmarks/` of a workspace replaces the one shown here. The same list, as far as
active: `porism benchmarks`.

"""
MODELS = """\
# Shipped models

Endpoints with the settings that their developers recommend. A file of the same id in the folder
`models/` of a workspace replaces the one shown here. Prices are those of the day on which you ask:
`porism models` lists them.

"""


def benchmarks() -> str:
    """Return the page of benchmarks."""
    columns = (
        "benchmark", "name", "kind", "problems", "attempts", "public since", "family", "prompt",
        "variants", "problems from", "licence", "",
    )  # fmt: skip
    return BENCHMARKS + table(columns, map(benchmark_row, Benchmarks()))


def benchmark_row(benchmark: Benchmark) -> tuple[str, ...]:
    """Return the facts of one benchmark."""
    state = "" if benchmark.status == "active" else f" ({benchmark.status})"
    sample = " (sample data)" if benchmark.sample else ""
    return (
        code(benchmark.id),
        benchmark.name + sample + state,
        benchmark.kind.replace("_", " "),
        str(benchmark.problem_count or "?"),
        str(benchmark.attempts),
        known_day(benchmark.published),
        code(benchmark.family or ""),
        f"[{benchmark.prompt}](prompts.md#{benchmark.prompt})",
        ", ".join(code(variant.name) for variant in benchmark.variants),
        origin(benchmark),
        benchmark.licence,
        address(benchmark.source),
    )


def origin(benchmark: Benchmark) -> str:
    """Say where the problems come from."""
    match benchmark.problems.model_dump():
        case {"kind": "hub", "repo": repo}:
            return f"hub: {repo}"
        case {"kind": "packaged"}:
            return "the package"
        case {"path": path}:
            return f"a file: {code(path)}"
        case source:
            return str(source["how"])


def models() -> str:
    """Return the page of models."""
    columns = (
        "model", "name", "developer", "protocol", "asked for", "released", "weights", "pictures",
        "most tokens", "reasoning", "",
    )  # fmt: skip
    return MODELS + table(columns, map(model_row, Models()))


def model_row(model: Model) -> tuple[str, ...]:
    """Return the facts of one model."""
    settings = model.settings
    state = "" if model.status == "active" else f" ({model.status})"
    sample = " (stand-in)" if model.sample else ""
    return (
        code(model.id),
        model.name + sample + state,
        model.developer,
        model.endpoint.protocol,
        code(model.endpoint.model),
        model.released.isoformat() if model.released else "",
        "open" if model.open_weights else "closed",
        "yes" if model.sees_images else "no",
        f"{settings.max_tokens:,}" if settings.max_tokens else "",
        settings.reasoning_effort or str(settings.reasoning_budget or ""),
        address(model.source),
    )
