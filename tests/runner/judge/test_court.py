"""Whole judgings against a loopback server and stand-ins."""

import re
from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from porism.core import Verdict
from porism.errors import ConfigurationError, UnknownName
from porism.judging import Jury, Rewriting
from porism.runner.backoff import Backoff
from porism.runner.judge import estimate_docket
from porism.store import Filter
from porism.workspace import Workspace
from tests.loopback import Loopback, Say, Tokens
from tests.runner.judge.conftest import Courthouse, judgements, jury, owed, rubric, scores, sit

QUICK = Backoff(first_s=0.01, most_s=0.02)
JURY = jury("x", "y")
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def asked(seen) -> str:
    return seen.json["messages"][-1]["content"]


def marks(seen, points: object, *lines: str) -> Say:
    """Return a reply that gives points."""
    first = seen.json["messages"][0]["content"]
    word = re.findall(r"<marks-(\w+)>", first)[-1]
    said = "\n".join([*lines, f"points: {points}", "reason: because."])
    text = f"Hm.\n<marks-{word}>\n{said}\n</marks-{word}>"
    return Say(text=text, tokens=Tokens(1000, 100))


def which(seen) -> tuple[str, int]:
    """Return the judge and the number of the proof that it judges."""
    number = re.findall(r"Proof (\d+) by", seen.json["messages"][0]["content"])[0]
    return seen.json["model"], int(number)


def serve(house: Courthouse, server: Loopback, *names: str) -> None:
    for name in names:
        house.model(server.base_url, name)
        path = house.root / "models" / f"{name}.yaml"
        path.write_text(path.read_text().replace("model: served", f"model: served-{name}"))


async def test_the_lower_mark_counts_where_judges_agree(house: Courthouse):
    house.proofs(7, 7)

    def answer(seen) -> Say:
        judge, number = which(seen)
        return marks(seen, number + (judge == "served-x"))

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "y")
        workspace = house.open()
        court = await sit(workspace, JURY)
        assert scores(workspace) == {"p1": 1 / 7, "p2": 2 / 7}
        assert len(server.seen) == 4
        [first, _] = [one.verdict for one in court.judged]
        assert first.reason == "Of 7 points: x 2, y 1; the minimum counts: 1."
        await sit(workspace, JURY)
        assert len(server.seen) == 4, "what was judged is judged again"
        [line, _] = workspace.store.attempts()
        opinions = judgements(workspace).opinions(line.id)
        assert {o.judge: o.points for o in opinions} == {"x": 2, "y": 1}
        for opinion in opinions:
            kept = judgements(workspace).opinion_transcript(opinion)
            assert kept.exchanges[0].request in {seen.body for seen in server.seen}
            assert kept.exchanges[0].response in server.sent
            assert opinion.took.cost_usd == Decimal("0.0012")
            assert opinion.took.served_model == "served-model-2026"
    workspace.close()


async def test_who_disagrees_is_shown_what_all_said_and_asked_once_more(house: Courthouse):
    house.proofs(7)

    def answer(seen) -> Say:
        if "The judges of this work" in asked(seen):
            return marks(seen, 4)
        return marks(seen, 7 if which(seen)[0] == "served-x" else 2)

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "y")
        workspace = house.open()
        court = await sit(workspace, JURY)
        again = [asked(seen) for seen in server.seen if "The judges of" in asked(seen)]
    assert scores(workspace) == {"p1": 4 / 7}
    assert len(again) == 2
    for text in again:
        assert "points: 7" in text
        assert "points: 2" in text
        assert "served" not in text
    [judged] = judgements(workspace).judged(court.judged[0].sitting.line.id)
    assert judged.conclusion.rounds == 2
    assert Counter((o.judge, o.round) for o in judged.opinions) == {
        ("x", 0): 1, ("y", 0): 1, ("x", 1): 1, ("y", 1): 1,
    }  # fmt: skip
    workspace.close()


async def test_a_judge_that_cannot_be_read_has_the_verdict_wait_for_a_person(house: Courthouse):
    house.proofs(7)
    able = []

    def answer(seen) -> Say:
        if which(seen)[0] == "served-x" or able:
            return marks(seen, 5)
        return Say(text="I give five points.")

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "y")
        workspace = house.open()
        court = await sit(workspace, JURY)
        verdict = court.judged[0].verdict
        assert (verdict.outcome, verdict.flags) == ("ungraded", ("jury-incomplete",))
        assert len(server.seen) == 1 + 3
        assert [line.outcome for line in workspace.store.attempts()] == ["ungraded"]
        assert workspace.store.count(Filter(flag="jury-incomplete")) == 1
        able.append("now")
        await sit(workspace, JURY)
        assert len(server.seen) == 4, "a judge is asked again without being told to"
        await sit(workspace, JURY, again=True)
        assert len(server.seen) == 5
    assert scores(workspace) == {"p1": 5 / 7}
    workspace.close()


async def test_a_judge_whose_endpoint_fails_leaves_the_attempt_owed(house: Courthouse):
    house.proofs(7, 7, 7)
    broken = ["y"]

    def answer(seen) -> Say:
        if broken and which(seen)[0] == "served-y":
            return Say(status=401, error="the key is wrong")
        return marks(seen, 3)

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "y")
        workspace = house.open()
        court = await sit(workspace, JURY)
        assert court.judged == []
        assert any("is still owed: y: " in note for note in court.progress.notes)
        assert any(lane.stopped for lane in court.progress.lanes)
        assert set(scores(workspace).values()) == {None}
        by_x = sum(which(seen)[0] == "served-x" for seen in server.seen)
        broken.clear()
        await sit(workspace, JURY)
        assert sum(which(seen)[0] == "served-x" for seen in server.seen) == 3 >= by_x
    assert set(scores(workspace).values()) == {3 / 7}
    workspace.close()


async def test_passing_failures_are_waited_out(house: Courthouse):
    house.proofs(7)

    def answer(seen) -> Say:
        return Say(status=429, error="slow") if seen.number in {1, 2, 4} else marks(seen, 6)

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "y")
        workspace = house.open()
        await sit(workspace, JURY, backoff=QUICK)
    assert scores(workspace) == {"p1": 6 / 7}
    [line] = workspace.store.attempts()
    assert sum(o.took.retries for o in judgements(workspace).opinions(line.id)) == 3
    workspace.close()


async def test_a_budget_is_kept_and_what_was_paid_is_not_paid_again(house: Courthouse):
    house.proofs(*[7] * 12)
    limit = Decimal("0.02")

    async with Loopback(answerer=lambda seen: marks(seen, 6)) as server:
        serve(house, server, "x", "y")
        workspace = house.open()
        court = await sit(workspace, JURY, max_cost_usd=limit, concurrency=1)
        assert "limit of 0.02 USD" in court.progress.ended
        spent = sum(lane.cost_usd for lane in court.progress.lanes)
        assert 0 < spent <= limit
        assert len(court.judged) < 12
        await sit(workspace, JURY)
        assert len(server.seen) == 24
    assert set(scores(workspace).values()) == {6 / 7}
    workspace.close()


async def test_parts_of_the_rubric_are_kept(house: Courthouse):
    house.proofs(7)
    workspace = house.open()
    judgements(workspace).add_rubric(rubric("p1", 3, 4, approved_by="Bo"))

    async with Loopback(answerer=lambda seen: marks(seen, 4, "part a1: 3", "part a2: 1")) as server:
        serve(house, server, "x")
        workspace.close()
        workspace = house.open()
        await sit(workspace, jury("x"))
        assert "part a2 (4 points): Step 2 is shown." in asked(server.seen[0])
    [line] = workspace.store.attempts()
    [judged] = judgements(workspace).judged(line.id)
    assert [(m.part, m.points) for m in judged.opinions[0].parts] == [("a1", 3), ("a2", 1)]
    assert judged.judging.rubric == 1
    workspace.close()


def test_drafts_are_not_judged_by_unless_told(house: Courthouse):
    house.proofs(7)
    house.judge("x")
    workspace = house.open()
    judgements(workspace).add_rubric(rubric())
    with pytest.raises(ConfigurationError, match="a draft that nobody has approved"):
        owed(workspace, jury("x"))
    [sitting] = owed(workspace, jury("x"), drafts=True).sittings
    assert sitting.rubric.state == "draft"
    judgements(workspace).approve_rubric("proofs", "p1", 1, "Bo")
    judgements(workspace).add_rubric(rubric("p1", 2, 5))
    [sitting] = owed(workspace, jury("x")).sittings
    assert sitting.rubric.version == 1
    workspace.close()


async def test_another_rubric_has_attempts_judged_again(house: Courthouse):
    house.proofs(4)
    house.judge("x")
    workspace = house.open()
    for parts in ((3, 4), (6, 1)):
        judgements(workspace).add_rubric(rubric("p1", *parts, approved_by="Bo"))
        await sit(workspace, jury("x"))
        assert owed(workspace, jury("x")).sittings == ()
    [line] = workspace.store.attempts()
    judged = judgements(workspace).judged(line.id)
    assert [one.judging.rubric for one in judged] == [2, 1]
    assert [o.parts[0].points for one in judged for o in one.opinions] == [4, 3]
    workspace.close()


async def test_a_changed_jury_is_another_version_and_says_so(house: Courthouse):
    house.proofs(4)
    house.judge("x")
    house.judge("y")
    workspace = house.open()
    await sit(workspace, jury("x"))
    changed = owed(workspace, jury("y", rule="mean"))
    assert len(changed.sittings) == 1
    [note] = changed.notes
    assert note == (
        "jury tested has changed, this is version 2 of juries: x is not asked any more; y is new; "
        "rule was changed"
    )
    await sit(workspace, jury("y", rule="mean"))
    said = workspace.store.verdicts(changed.sittings[0].line.id)
    assert [v.version for v in said if v.authority == "jury"] == [2, 1]
    workspace.close()
    house.judge("y", lenience=1)
    workspace = house.open()
    [note] = owed(workspace, jury("y", rule="mean")).notes
    assert note.endswith("version 3 of juries: y has another endpoint or other settings")
    workspace.close()


async def test_a_judge_that_is_served_as_another_model_is_noticed(house: Courthouse):
    house.proofs(7, 7)
    served = iter(["old", "new"])

    def answer(seen) -> Say:
        say = marks(seen, 6)
        return Say(text=say.text, model=next(served))

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x")
        workspace = house.open()
        first = await sit(workspace, jury("x"), problems="p1")
        second = await sit(workspace, jury("x"))
    assert list(first.progress.notes) == []
    assert list(second.progress.notes) == ["judge x is served as new, before as old"]
    workspace.close()


async def test_judges_may_run_code(house: Courthouse, sandbox_folder):
    house.proofs(7)
    config = house.root / "porism.toml"
    config.write_text(config.read_text() + f'sandbox_folder = "{sandbox_folder}"\n')

    def answer(seen) -> Say:
        messages = seen.json["messages"]
        if len(messages) == 1:
            code = '{"code": "3 + 3"}'
            return Say(text="", calls=(("c", "execute_python", code),), finish="tool_calls")
        return marks(seen, re.search(r'"result": "(\d+)"', messages[-1]["content"])[1])

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x")
        workspace = house.open()
        await sit(workspace, jury("x", tools=("execute_python",)))
        assert len(server.seen) == 2
    assert scores(workspace) == {"p1": 6 / 7}
    workspace.close()


async def test_judges_may_solve_the_problem_first_once_for_all_attempts(house: Courthouse):
    house.proofs(7)
    house.proofs(7, name="other")

    def answer(seen) -> Say:
        if asked(seen).startswith("Solve the following"):
            assert "Proof" not in asked(seen)
            return Say(text="My own way.")
        assert "Your own solution, found before you saw any other:\n\nMy own way." in asked(seen)
        return marks(seen, 5)

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x")
        workspace = house.open()
        await sit(workspace, jury("x", solve_first=True))
        assert len(server.seen) == 1 + 2
    workspace.close()


def rewritten(seen, change: str = "") -> Say:
    word = re.findall(r"</text-(\w+)>", asked(seen))[-1]
    proof = re.search(rf"<solution-{word}>\n(.*?)\n</solution-{word}>", asked(seen), re.DOTALL)[1]
    return Say(text=f"<text-{word}>\nWe argue. {proof}{change}\n</text-{word}>")


@pytest.mark.parametrize(
    ("change", "same", "flags"),
    [("", "yes", ()), ("", "no", ("content-lost",)),
     (" Besides, $x = 17$ and $y = 18$.", "yes", ("content-lost",))],
)  # fmt: skip
async def test_proofs_are_rewritten_unless_their_content_changes(
    house: Courthouse, change: str, same: str, flags: tuple[str, ...]
):
    house.proofs(7)

    def answer(seen) -> Say:
        if asked(seen).startswith("Rewrite the solution"):
            return rewritten(seen, change)
        if "was rewritten to make it uniform" in asked(seen):
            word = re.findall(r"<marks-(\w+)>", asked(seen))[-1]
            return Say(text=f"<marks-{word}>\nsame: {same}\nreason: r\n</marks-{word}>")
        assert ("We argue." in asked(seen)) is not bool(flags)
        return marks(seen, 5)

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "w", "c")
        workspace = house.open()
        rules = Rewriting(model="w", checker="c", longest=9)
        court = await sit(workspace, jury("x", rewriting=rules))
        requests = len(server.seen)
        await sit(workspace, jury("x", rewriting=rules))
        assert len(server.seen) == requests
        await sit(workspace, jury("x", rewriting=rules, rule="mean"))
        assert len(server.seen) == requests, "another rule asks somebody again"
    assert court.judged[0].verdict.flags == flags
    [line] = workspace.store.attempts()
    proof = next(j for j in judgements(workspace).judged(line.id) if j.judging.task == "proof")
    assert bool(proof.judging.rewriting) is not bool(flags)
    assert bool(proof.judging.declined) is bool(flags)
    name = proof.judging.rewriting or proof.judging.declined
    made = judgements(workspace).consultation(name)
    assert made.text == f"We argue. Proof 1 by author: clear.{change}"
    workspace.close()


def split(seen) -> Say:
    """Return a reply of x, who gives 6, or of y, who gives 2 and then 4."""
    low = 4 if "The judges of this work" in asked(seen) else 2
    return marks(seen, 6 if which(seen)[0] == "served-x" else low)


async def test_another_rule_counts_what_was_said_anew_and_asks_nobody(house: Courthouse):
    house.proofs(7)
    steps = [
        ({"threshold": 4}, 2 / 7, 2),
        ({"threshold": 4, "rule": "mean"}, 4 / 7, 2),
        ({"threshold": 1, "rule": "mean"}, 5 / 7, 4),  # nobody has heard the others yet
        ({"threshold": 3, "rule": "median"}, 5 / 7, 4),
        ({"threshold": 9, "rule": "minimum", "rounds": 0}, 2 / 7, 4),
    ]
    async with Loopback(answerer=split) as server:
        serve(house, server, "x", "y")
        workspace = house.open()
        for changes, score, requests in steps:
            await sit(workspace, jury("x", "y", **changes))
            assert scores(workspace)["p1"] == pytest.approx(score)
            assert len(server.seen) == requests, changes
    [line] = workspace.store.attempts()
    said = judgements(workspace).opinions(line.id)
    assert sum(o.took.cost_usd for o in said) == 4 * Decimal("0.0012")
    again = [one for one in said if one.repeats]
    assert len(again) == len(said) - 4
    for one in again:
        kept = judgements(workspace).opinion_transcript(one)
        assert kept.exchanges[0].response in server.sent
    versions = [v.version for v in workspace.store.verdicts(line.id) if v.authority == "jury"]
    assert versions == [5, 4, 3, 2, 1]
    workspace.close()


@pytest.mark.parametrize(
    "changes", [{"tools": ("execute_python",)}, {"judges": ("z",)}, {"solve_first": True}]
)
async def test_who_is_asked_something_else_is_asked(
    house: Courthouse, sandbox_folder, changes: dict[str, object]
):
    house.proofs(7)
    config = house.root / "porism.toml"
    config.write_text(config.read_text() + f'sandbox_folder = "{sandbox_folder}"\n')

    def answer(seen) -> Say:
        if asked(seen).startswith("Solve the following"):
            return Say(text="My own way.")
        return marks(seen, 5)

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "z")
        workspace = house.open()
        await sit(workspace, jury("x"))
        await sit(workspace, jury(*changes.pop("judges", ("x",)), **changes))
        by_judge = [seen for seen in server.seen if "<marks-" in asked(seen)]
    assert len(by_judge) == 2
    workspace.close()


def test_estimates_say_what_they_rest_on(house: Courthouse):
    house.proofs(7, 7)
    house.model("http://127.0.0.1:9/v1", "x")
    house.judge("f")
    workspace = house.open()
    found = owed(workspace, jury("x", "f"))
    priced, free = estimate_docket(found, workspace.store, workspace.store.clock().date())
    assert (priced.owed, priced.assumed, free.cost_usd) == (2, True, None)
    assert priced.most_usd == pytest.approx(2 * priced.cost_usd)
    assert priced.cost_usd > 0
    workspace.close()


def estimates(workspace: Workspace, of: Jury) -> dict[tuple[str, str], tuple[int, bool]]:
    """Return how much is owed of whom, and whether that may become more."""
    found = estimate_docket(owed(workspace, of), workspace.store, NOW.date())
    return {(e.model, e.purpose): (e.owed, e.most_usd > e.cost_usd) for e in found}


async def test_estimates_count_all_that_is_asked_and_nothing_that_is_known(house: Courthouse):
    house.proofs(7)
    house.proofs(7, name="other")
    rules = Rewriting(model="w", checker="c", longest=9)
    of = {"rewriting": rules, "solve_first": True, "threshold": 4}

    def answer(seen) -> Say:
        if asked(seen).startswith("Rewrite the solution"):
            return rewritten(seen)
        if asked(seen).startswith("Solve the following"):
            return Say(text="My own way.")
        if "was rewritten to make it uniform" in asked(seen):
            word = re.findall(r"<marks-(\w+)>", asked(seen))[-1]
            return Say(text=f"<marks-{word}>\nsame: yes\nreason: r\n</marks-{word}>")
        return split(seen)

    async with Loopback(answerer=answer) as server:
        serve(house, server, "x", "y", "w", "c")
        workspace = house.open()
        assert estimates(workspace, jury("x", "y", **of)) == {
            ("w", "rewriting"): (2, False), ("c", "content"): (2, False),
            ("x", "solution"): (1, False), ("y", "solution"): (1, False),
            ("x", "opinion"): (2, True), ("y", "opinion"): (2, True),
        }  # fmt: skip
        await sit(workspace, jury("x", "y", **of))
        assert len(server.seen) == 10
        asked_now = {("x", "opinion"): (0, False), ("y", "opinion"): (0, False)}
        assert estimates(workspace, jury("x", "y", **of | {"rule": "mean"})) == asked_now
        asked_now = {("x", "opinion"): (2, False), ("y", "opinion"): (2, False)}
        assert estimates(workspace, jury("x", "y", **of | {"threshold": 1})) == asked_now
        assert len(server.seen) == 10
    workspace.close()


def test_what_is_not_there_is_told(house: Courthouse):
    house.proofs(7)
    house.judge("x")
    workspace = house.open()
    with pytest.raises(UnknownName, match="no model is called 'nobody'"):
        owed(workspace, jury("nobody"))
    with pytest.raises(UnknownName, match="no model with attempts"):
        owed(workspace, jury("x"), models=("nobody",))
    with pytest.raises(UnknownName, match="no attempt"):
        owed(workspace, jury("x"), attempts=("nothing",))
    [line] = workspace.store.attempts()
    assert len(owed(workspace, jury("x"), attempts=(line.id[:8],)).sittings) == 1
    workspace.close()


async def test_people_are_not_overruled(house: Courthouse):
    house.proofs(7)
    house.judge("x")
    workspace = house.open()
    [line] = workspace.store.attempts()
    person = Verdict(outcome="graded", score=0.0, reason="r", authority="person", grader="Ann")
    workspace.store.add_verdict(line.id, person).result()
    await sit(workspace, jury("x"))
    assert scores(workspace) == {"p1": 0.0}
    assert [v.authority for v in workspace.store.verdicts(line.id)] == [
        "person", "jury", "grader",
    ]  # fmt: skip
    workspace.close()
