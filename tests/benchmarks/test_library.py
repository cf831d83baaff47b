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


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("aime-2026", 30),
        ("hmmt-feb-2026", 33),
        ("apex-2025", 12),
        ("apex-shortlist-2025", 48),
        ("kangaroo-2025", 168),
        ("putnam-2025", 12),
        ("miklos-schweitzer-2025", 10),
        ("imc-2025", 10),
        ("usamo-2026", 6),
        ("arxivlean-2026-03", 41),
    ],
)
def test_the_benchmarks_of_the_platform_paper_are_shipped_whole(name: str, count: int):
    assert sum(b.problem_count or 0 for b in Benchmarks().resolve(name)) == count


@pytest.mark.parametrize(
    ("family", "members"),
    [
        ("kangaroo-2025", 6),
        ("arxivmath", 9),
        ("brokenarxiv", 4),
        ("livemathematicianbench", 4),
    ],
)
def test_families_are_run_by_one_name(family: str, members: int):
    found = Benchmarks().resolve(family)
    assert len(found) == members
    assert len({benchmark.kind for benchmark in found}) == 1


def test_answers_of_project_euler_are_kept_back():
    assert Benchmarks().get("project-euler").withheld
