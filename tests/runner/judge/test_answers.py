"""Juries on false statements and on final answers."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from porism.core import Verdict
from porism.grading import VERSION
from porism.runner import Request, run
from porism.runner.regrade import regrade
from porism.workspace import Workspace
from tests.loopback import Loopback, Say
from tests.runner.judge.conftest import Courthouse, jury, sit

DEFINITION = """
id: proofs
name: Answers
kind: {kind}
published: 2026-01-01
description: Problems for tests.
prompt: {prompt}
attempts: 1
graders: [{graders}]
problems: {{kind: jsonl}}
"""


def answers(
    house: Courthouse, kind: str, reference: dict, *responses: str, graders: str = "rules"
) -> Workspace:
    """Record responses to one problem each, and run them."""
    folder = house.root / "benchmarks" / "proofs"
    folder.mkdir(parents=True)
    prompt = {"broken_statement": "false-statement", "multiple_choice": "multiple-choice"}
    facts = {"kind": kind, "graders": graders, "prompt": prompt.get(kind, "final-answer")}
    (folder / "benchmark.yaml").write_text(DEFINITION.format(**facts))
    names = [f"p{n}" for n in range(1, len(responses) + 1)]
    problem = {"statement": "What is it?", "reference": {"kind": kind, **reference}}
    house.lines(folder / "problems.jsonl", [{"id": name, **problem} for name in names])
    said = [{"problem_id": n, "response": r} for n, r in zip(names, responses, strict=True)]
    house.lines(house.root / "author.jsonl", said)
    (house.root / "models" / "author.yaml").write_text(
        "id: author\nname: a\nendpoint: {protocol: replay, model: author.jsonl}\n"
    )
    workspace = house.open()
    with ThreadPoolExecutor(1) as beside:
        beside.submit(run, workspace, Request(("proofs",), ("author",))).result()
    return workspace


def reply(seen, *lines: str) -> Say:
    word = re.findall(r"<marks-(\w+)>", seen.json["messages"][0]["content"])[-1]
    said = "\n".join([*lines, "reason: r"])
    return Say(text=f"<marks-{word}>\n{said}\n</marks-{word}>")


async def test_false_statements_are_worth_up_to_two_points(house: Courthouse):
    original = "Every prime above $2$ is odd."
    reference = {"original": original, "why_false": "$2$ is prime."}
    said = ("Proof. Clear.", "It is false: $2$ is even.", "Let $p > 2$. Then it holds.")
    workspace = answers(house, "broken_statement", reference, *said)
    question = {said[0]: "4", said[1]: "1", said[2]: "3"}

    def answer(seen) -> Say:
        text = seen.json["messages"][0]["content"]
        assert f"The original true statement:\n\n{original}" in text
        asked = next(response for response in said if response in text)
        return reply(seen, f"question: {question[asked]}", "contradicts: no")

    async with Loopback(answerer=answer) as server:
        house.model(server.base_url, "x")
        workspace.close()
        workspace = house.open()
        await sit(workspace, jury("x"))
    assert [line.score for line in workspace.store.attempts()] == [0, 1, 0.5]
    workspace.close()


@pytest.mark.parametrize("graders", ["rules", "rules, jury"])
async def test_final_answers_get_a_second_opinion(house: Courthouse, graders: str):
    said = ("\\boxed{4}", "\\boxed{5}", "\\boxed{four, I think; call it blurb}", "I do not know.")
    workspace = answers(house, "final_answer", {"answer": "4"}, *said, graders=graders)
    before = {line.problem: (line.outcome, line.score) for line in workspace.store.attempts()}
    assert before["p1"] == ("graded", 1)

    async with Loopback(answerer=lambda seen: reply(seen, "same: yes")) as server:
        house.model(server.base_url, "x")
        workspace.close()
        workspace = house.open()
        await sit(workspace, jury("x"))
        texts = [seen.json["messages"][0]["content"] for seen in server.seen]
    assert len(texts) == 3, "only what rules call wrong or undecided is shown"
    assert all("Reference answer:\n\n4" in text for text in texts)
    for line in workspace.store.attempts():
        outcome, score = before[line.problem]
        if outcome == "ungraded" and "jury" in graders:
            assert (line.outcome, line.score, line.grader) == ("graded", 1, "tested")
        else:
            assert (line.outcome, line.score) == (outcome, score), "a flag changes no score"
            assert ("judge-differs" in line.flags) is (line.problem != "p1")
    workspace.close()


async def test_only_a_jury_that_the_benchmark_names_decides(house: Courthouse):
    workspace = answers(house, "final_answer", {"answer": "4"}, "It is four.", graders="jury")
    async with Loopback(answerer=lambda seen: reply(seen, "same: yes")) as server:
        house.model(server.base_url, "x")
        workspace.close()
        workspace = house.open()
        await sit(workspace, jury("x"))
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score, line.grader) == ("graded", 1, "tested")
    workspace.close()


async def test_who_agrees_with_the_rules_adds_nothing(house: Courthouse):
    workspace = answers(house, "final_answer", {"answer": "4"}, "\\boxed{5}")
    async with Loopback(answerer=lambda seen: reply(seen, "same: no")) as server:
        house.model(server.base_url, "x")
        workspace.close()
        workspace = house.open()
        court = await sit(workspace, jury("x"))
        assert court.judged[0].verdict is None
        await sit(workspace, jury("x"))
        assert len(server.seen) == 1
    [line] = workspace.store.attempts()
    assert len(workspace.store.verdicts(line.id)) == 1
    workspace.close()


async def test_choices_are_shown_as_the_model_saw_them(house: Courthouse):
    reference = {"correct": "red", "distractors": ["blue", "green"]}
    workspace = answers(house, "multiple_choice", reference, "The colour of blood.")
    [line] = workspace.store.attempts()
    asked = workspace.store.transcript(line.id).messages[0].text
    shown = re.findall(r"\([A-C]\) \w+", asked)
    async with Loopback(answerer=lambda seen: reply(seen, "same: yes")) as server:
        house.model(server.base_url, "x")
        workspace.close()
        workspace = house.open()
        await sit(workspace, jury("x"))
        [seen] = server.seen
    text = seen.json["messages"][0]["content"]
    assert re.findall(r"\([A-C]\) \w+", text)[:3] == shown
    label = next(one for one in shown if "red" in one)
    assert f"Reference answer:\n\n{label}" in text
    assert "judge-differs" in workspace.store.verdicts(line.id)[0].flags
    workspace.close()


class Grader:
    """Grades as if by a newer version of the rules."""

    def __init__(self, outcome: str, score: float | None) -> None:
        facts = {"outcome": outcome, "score": score, "reason": "New.", "grader": "rules"}
        self.verdict = Verdict.model_validate({**facts, "version": VERSION + 1})

    def map(self, _judge: object, pieces: list[object], **_: object) -> list[Verdict]:
        return [self.verdict for _ in pieces]


@pytest.mark.parametrize(
    ("graders", "after", "stands"),
    [
        ("rules", ("graded", 0), ("rules", 0, True)),
        ("rules", ("graded", 1), ("rules", 1, False)),
        ("rules", ("ungraded", None), ("rules", None, True)),
        ("rules, jury", ("ungraded", None), ("tested", 1, False)),
    ],
)
async def test_what_a_jury_said_still_stands_when_answers_are_graded_again(
    house: Courthouse, graders: str, after: tuple, stands: tuple
):
    workspace = answers(house, "final_answer", {"answer": "4"}, "\\boxed{5}", graders=graders)
    async with Loopback(answerer=lambda seen: reply(seen, "same: yes")) as server:
        house.model(server.base_url, "x")
        workspace.close()
        workspace = house.open()
        await sit(workspace, jury("x"))
    for _ in range(2):
        regrade(workspace.store, Grader(*after), since=VERSION + 1)
        [line] = workspace.store.attempts()
        flagged = "judge-differs" in line.flags
        assert (line.grader, line.score, flagged) == stands
    if flagged:
        reason = workspace.store.verdicts(line.id)[0].reason
        assert reason == (
            "New. A jury judges otherwise: tested, Of 1 points: x 1; the minimum counts: 1."
        )
    workspace.close()
