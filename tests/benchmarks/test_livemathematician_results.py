import json
from pathlib import Path

import pytest

from porism.benchmarks.livemathematician_results import (
    Result,
    ResultFile,
    Sample,
    TestInfo,
    read_results,
    write_results,
)
from porism.errors import DefinitionError

OLD = {
    "test_info": {
        "date": "0316_002926",
        "model": "a-model",
        "month": "202511",
        "reasoning_effort": "medium",
        "min_score_filter": None,
        "total_candidates": 2,
        "total_tested": 2,
        "timestamp": "2026-03-16 00:44:00",
        "input_dir": "somewhere",
    },
    "summary": {"all": {"correct": 1, "total": 2, "accuracy": 0.5}},
    "overall": {"correct": 1, "total": 2, "accuracy": 0.5},
    "detailed_results": [
        {
            "id": "2511.99999v1::orig",
            "theorem_type": "all",
            "score": 5,
            "correct_answer": "E",
            "model_answer": "E",
            "is_correct": True,
            "reasoning_effort": "medium",
            "requested_reasoning_effort": "medium",
            "instance": "i",
            "elapsed_seconds": 16.25,
            "error": None,
        },
        {
            "id": "2511.99998v2::alt1",
            "theorem_type": "all",
            "score": 7,
            "correct_answer": "D",
            "model_answer": None,
            "is_correct": False,
            "reasoning_effort": "medium",
            "instance": None,
            "elapsed_seconds": 541.5,
            "error": "Request timed out.",
        },
    ],
}


def written(folder: Path, results: ResultFile) -> dict[str, object]:
    write_results(folder / "accuracy.json", results)
    value = json.loads((folder / "accuracy.json").read_text(encoding="utf-8"))
    assert isinstance(value, dict)
    return value


def test_an_older_file_is_read(tmp_path: Path):
    (tmp_path / "old.json").write_text(json.dumps(OLD), encoding="utf-8")
    results = read_results(tmp_path / "old.json")
    assert (results.test_info.model, results.test_info.month) == ("a-model", "202511")
    right, failed = results.detailed_results
    assert right.samples == (Sample(model_answer="E", is_correct=True, elapsed_seconds=16.25),)
    assert failed.samples[0].error == "Request timed out."
    assert failed.samples[0].model_answer is None


def test_several_samples_an_item_round_trip(tmp_path: Path):
    rows = (
        Result(
            id="a::orig",
            theorem_type="Existence",
            correct_answer="B",
            samples=(
                Sample(model_answer="B", is_correct=True, raw_response="é", total_tokens=20),
                Sample(model_answer="C", is_correct=False, completion_tokens=7),
            ),
        ),
        Result(
            id="b::alt1",
            theorem_type="Universal",
            correct_answer="A",
            reasoning_effort="high",
            samples=(
                Sample(model_answer="C", is_correct=False),
                Sample(is_correct=False, error="x"),
            ),
        ),
    )
    results = ResultFile(
        test_info=TestInfo(model="m", month="202512", seed=42), detailed_results=rows
    )
    file = written(tmp_path, results)
    assert read_results(tmp_path / "accuracy.json") == results
    assert file["overall"] == {"correct": 1, "total": 2, "accuracy": 0.5}
    assert file["summary"] == {
        "Existence": {"correct": 1, "total": 1, "accuracy": 1.0},
        "Universal": {"correct": 0, "total": 1, "accuracy": 0.0},
    }


def test_a_file_has_the_names_of_the_project(tmp_path: Path):
    row = Result(id="a", correct_answer="B", samples=(Sample(model_answer="B", is_correct=True),))
    file = written(tmp_path, ResultFile(test_info=TestInfo(model="m"), detailed_results=(row,)))
    assert list(file) == ["test_info", "summary", "overall", "detailed_results"]
    assert {"model", "month", "n_samples", "total_tested", "timestamp"} <= set(file["test_info"])
    (only,) = file["detailed_results"]
    assert set(OLD["detailed_results"][1]) - set(only) == {"instance"}
    assert (only["is_correct"], only["n_samples"], only["samples"]) == (True, 1, None)


def test_a_run_without_items_divides_by_nothing(tmp_path: Path):
    file = written(tmp_path, ResultFile(test_info=TestInfo(model="m"), detailed_results=()))
    assert file["overall"] == {"correct": 0, "total": 0, "accuracy": 0.0}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "Invalid JSON"),
        ("[]", "object"),
        ('{"test_info": {"model": "m"}}', "detailed_results: Field required"),
        (
            '{"test_info": {"model": "m"}, "detailed_results": [{"id": 1, "correct_answer": ""}]}',
            r"detailed_results\.0\.id: Input should be a valid string",
        ),
        ('{"test_info": {}, "detailed_results": []}', r"test_info\.model"),
    ],
)
def test_a_file_that_holds_no_results_is_refused(tmp_path: Path, text: str, complaint: str):
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError, match=complaint):
        read_results(tmp_path / "bad.json")
