"""Answers of every kind: our own cases beside this file, and the shared corpus."""

import json
from pathlib import Path

import pytest

from porism.grading import grade
from porism.grading.adapter import correct

CASES = Path(__file__).parent / "cases"
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "grading" / "corpus_open.jsonl"


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def response(case: dict) -> str:
    return case.get("response") or f"Thus $\\boxed{{{case['answer']}}}$."


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_own_cases(path):
    wrong = [
        (case, verdict.reason)
        for case in lines(path)
        if ((verdict := grade(response(case), case["gold"])).correct is True) != case["right"]
    ]
    assert not wrong


def test_there_are_enough_own_cases_of_every_kind():
    counts = {path.stem: len(lines(path)) for path in CASES.glob("*.jsonl")}
    assert sum(counts.values()) >= 400
    assert set(counts) >= {case["kind"] for case in lines(CORPUS)}


@pytest.mark.parametrize("case", lines(CORPUS), ids=lambda case: case["id"])
def test_shared_corpus(case, tmp_path):
    answer = case["response"].replace("@CANARY@", str(tmp_path))
    assert (correct(answer, case["gold"]) is True) == (case["expected"] is True), case["why"]
    assert not list(tmp_path.iterdir())
