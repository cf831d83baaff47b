from pathlib import Path

import pytest

from porism.benchmarks import Benchmarks
from porism.benchmarks.registry import LIBRARY
from porism.errors import UnknownName

TEXT = """\
id: {name}
name: {name}
kind: final_answer
published: 2026-02-06
family: fam
description: d
prompt: final-answer
problems: {{kind: jsonl}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "one").mkdir()
    (tmp_path / "one/benchmark.yaml").write_text(TEXT.format(name="one"))
    (tmp_path / "two.yaml").write_text(TEXT.format(name="two"))
    return tmp_path


def test_a_name_is_a_benchmark_or_a_family(folder: Path):
    benchmarks = Benchmarks(folder)
    assert [b.id for b in benchmarks.resolve("one")] == ["one"]
    assert [b.id for b in benchmarks.resolve("fam")] == ["one", "two"]
    assert "fam" in benchmarks.families


def test_an_unknown_name_is_answered_with_benchmarks_and_families(folder: Path):
    with pytest.raises(UnknownName, match=r"no benchmark is called 'fan'; did you mean fam\?"):
        Benchmarks(folder).resolve("fan")


def test_paths_start_beside_the_definition(folder: Path):
    benchmarks = Benchmarks(folder)
    assert benchmarks.folder("one") == folder / "one"
    assert benchmarks.folder("two") == folder


def test_paths_of_shipped_definitions_start_in_the_workspace(folder: Path):
    shipped = next(iter(sorted(LIBRARY.glob("*.yaml")))).stem
    assert Benchmarks(folder).folder(shipped) == folder / shipped
