import pytest

from porism.benchmarks import Benchmarks, load_problems, select
from porism.benchmarks.registry import LIBRARY
from porism.core import Benchmark
from porism.prompts import names

BENCHMARKS = tuple(Benchmarks())


def test_every_shipped_benchmark_is_sound():
    assert {path.stem for path in LIBRARY.iterdir()} == {benchmark.id for benchmark in BENCHMARKS}
    assert len({benchmark.name for benchmark in BENCHMARKS}) == len(BENCHMARKS)


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda b: b.id)
def test_every_prompt_exists_and_facts_have_a_source(benchmark: Benchmark):
    for prompt in (benchmark.prompt, *(v.prompt for v in benchmark.variants if v.prompt)):
        assert prompt in names()
    assert benchmark.sample or benchmark.source.startswith("https://")


@pytest.mark.parametrize("benchmark", [b for b in BENCHMARKS if b.sample], ids=lambda b: b.id)
def test_samples_load_from_the_package(benchmark: Benchmark):
    problems = load_problems(benchmark, Benchmarks().folder(benchmark.id))
    assert select(problems) == problems
