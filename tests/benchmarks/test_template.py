from pathlib import Path

from porism.benchmarks import Benchmarks, load_problems
from porism.benchmarks.template import workspace_template
from porism.models.registry import Models


def test_a_workspace_begins_with_files_that_work(tmp_path: Path):
    for name, text in workspace_template().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    benchmarks = Benchmarks(tmp_path / "benchmarks")
    example = benchmarks.get("example")
    assert [p.id for p in load_problems(example, benchmarks.folder("example"))] == ["1", "2", "3"]
    assert Models(tmp_path / "models").get("example").endpoint.base_url
