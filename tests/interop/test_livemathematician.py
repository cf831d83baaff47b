import asyncio
import json
from datetime import UTC, datetime

import pytest

from porism.errors import ConfigurationError, DefinitionError
from porism.interop.imported import Source
from porism.interop.livemathematician import export_results, import_results
from porism.report import results
from porism.runner import Execution, Options, Request, plan
from porism.store import Store
from tests.runner.conftest import Bench

SAMPLE = "porism-sample-choice"


@pytest.fixture
def workspace(tmp_path):
    bench = Bench(tmp_path / "ws")
    bench.fake(skill=0.5, truncation_rate=0.1)
    opened = bench.open()
    request = Request((SAMPLE,), ("m",))
    asyncio.run(Execution(plan(opened, request), opened.store, Options()).execute())
    yield opened
    opened.close()


def test_what_is_written_is_read_again_with_the_same_score(workspace, tmp_path):
    path = tmp_path / "accuracy.json"
    benchmark = workspace.benchmarks.get(SAMPLE)
    assert export_results(workspace.store, benchmark, "m", path) == 10
    file = json.loads(path.read_text())
    assert file["test_info"]["n_samples"] == 4
    assert 0 < file["overall"]["accuracy"] < 1
    source = Source(file=path.name, when=datetime(2026, 11, 30, tzinfo=UTC))
    with Store(tmp_path / "other.db") as other:
        problems = workspace.problems(benchmark)
        assert import_results(other, path, source, benchmark, problems).added == 40
        assert import_results(other, path, source, benchmark, problems).present == 40
        [theirs], [ours] = results(other), results(workspace.store)
        right = round(ours.accuracy * ours.scored)
        assert round(theirs.accuracy * theirs.scored) == right
        assert theirs.attempts == 40
        assert len(results(other, by="type")) == len(results(workspace.store, by="type"))


def test_an_unknown_item_and_an_unknown_model_are_named(workspace, tmp_path):
    path = tmp_path / "accuracy.json"
    benchmark = workspace.benchmarks.get(SAMPLE)
    with pytest.raises(ConfigurationError, match="nobody has no attempts"):
        export_results(workspace.store, benchmark, "nobody", path)
    export_results(workspace.store, benchmark, "m", path)
    source = Source(file=path.name, when=datetime(2026, 11, 30, tzinfo=UTC))
    with (
        Store(tmp_path / "other.db") as other,
        pytest.raises(DefinitionError, match="has no item"),
    ):
        import_results(other, path, source, benchmark, [])
