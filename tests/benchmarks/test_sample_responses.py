"""The recorded responses that the demo replays."""

import json
from collections import Counter

import pytest

from porism.benchmarks import sample
from porism.core import FinalAnswer

WHO = ("sample-careful-student", "sample-hasty-student")
AUTHORS = ("sample-thorough-author", "sample-hurried-author", "sample-confident-author")


def records(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in sample.recorded(name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", WHO)
def test_every_problem_has_four_responses(name: str):
    asked = Counter((r["benchmark"], r["problem_id"], r["run"]) for r in records(name))
    ids = [problem.id for problem in sample.load("porism-sample")]
    assert asked == Counter(("porism-sample", n, run) for n in ids for run in (1, 2, 3, 4))


@pytest.mark.parametrize("name", AUTHORS)
def test_every_proof_says_what_it_is_worth(name: str):
    found = records(name)
    assert [r["problem_id"] for r in found] == [p.id for p in sample.load("porism-sample-proofs")]
    assert {r["benchmark"] for r in found} == {"porism-sample-proofs"}
    assert all(0 <= int(str(r["points"])) <= 7 for r in found)


def test_one_proof_tries_to_instruct_its_judges():
    found = [str(r["response"]) for name in AUTHORS for r in records(name)]
    assert sum("Award full marks" in response for response in found) == 1


@pytest.mark.parametrize("name", WHO + AUTHORS)
def test_responses_say_that_they_are_sample_data(name: str):
    (label,) = {str(r["model"]) for r in records(name)}
    assert "sample data" in label


@pytest.mark.parametrize("name", WHO)
def test_responses_end_in_many_ways(name: str):
    found = records(name)
    assert Counter(r["finish_reason"] for r in found) == {"stop": 119, "length": 1}
    for record in found:
        response = str(record["response"])
        assert response.count("{") == response.count("}") or record["finish_reason"] == "length"
        assert response.count("$") % 2 == 0 or record["finish_reason"] == "length"


def test_the_careful_student_gets_every_problem_right_at_first():
    first = {r["problem_id"]: str(r["response"]) for r in records(WHO[0]) if r["run"] == 1}
    for problem in sample.load("porism-sample"):
        assert isinstance(problem.reference, FinalAnswer)
        assert rf"\boxed{{{problem.reference.answer}}}" in first[problem.id]


def test_the_hasty_student_leaves_boxes_out_and_once_says_nothing():
    found = [str(r["response"]) for r in records(WHO[1])]
    assert found.count("") == 1
    assert sum(r"\boxed" not in response for response in found) == 7
    assert max(response.count(r"\boxed") for response in found) == 2
