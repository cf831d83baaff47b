from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from porism.benchmarks.breakdown import Answered, facets
from porism.core import Endpoint, FinalAnswer, Model, MultipleChoice, Problem
from porism.errors import DefinitionError
from porism.interop.imported import Source, slug
from porism.interop.responses import import_responses
from porism.interop.tallies import import_results
from porism.report import results
from porism.store import Filter, Store
from tests.conftest import SHARED
from tests.report.test_results import benchmark

RESPONSES, MATRICES = SHARED / "data/responses", SHARED / "data/matrices"
WHEN = datetime(2025, 2, 10, tzinfo=UTC)


def source(path: Path) -> Source:
    return Source(file=path.name, when=WHEN)


def lines(path: Path, *texts: str) -> Path:
    path.write_text("".join(text + "\n" for text in texts))
    return path


def test_the_published_table_of_runs_gives_the_published_scores(store: Store):
    path = MATRICES / "matharena_aime2025I_feb2025_runs.csv"
    report = import_results(store, path, source(path))
    assert (report.added, report.present, len(report.models)) == (960, 0, 16)
    rows = {row.group.model: row for row in results(store)}
    assert rows["o3-mini-high"].accuracy == pytest.approx(0.80)
    assert rows["o1-medium"].accuracy == pytest.approx(47 / 60)
    assert sum(round(row.accuracy * row.attempts) for row in rows.values()) == 431
    again = import_results(store, path, source(path))
    assert (again.added, again.present) == (0, 960)
    assert store.count() == 960
    [first] = store.attempts(Filter(limit=1))
    assert store.transcript(first.id) is None
    assert "4 of 4 runs right" in store.verdicts(first.id)[0].reason


def test_a_day_of_publication_is_never_made_up_and_once_told_is_kept(store: Store):
    path = MATRICES / "matharena_aime2025I_feb2025_runs.csv"
    import_results(store, path, source(path))
    [made] = store.benchmarks().values()
    assert made.published is None
    told = source(path).model_copy(update={"published": WHEN.date()})
    for where, day in ((told, WHEN.date()), (source(path), WHEN.date())):
        import_results(store, path, where)
        assert store.benchmarks()[made.id].published == day


def test_an_import_changes_no_benchmark_and_no_model_that_is_known(store: Store, tmp_path: Path):
    exam = benchmark("exam", description="An exam of one problem.")
    store.record(exam, [Problem(id="1", statement="?", reference=FinalAnswer(answer="2"))])
    model = Model(id="m", name="M", endpoint=Endpoint(protocol="fake", model="m-1"))
    store.record_model(model)
    path = lines(
        tmp_path / "r.jsonl",
        '{"benchmark": "exam", "problem_id": "1", "problem": "?", "gold": "2", "model": "m", '
        '"response": "2"}',
    )
    assert import_responses(store, path, source(path)).added == 1
    assert store.benchmarks() == {"exam": exam}
    assert store.models() == {"m": model}


@pytest.mark.parametrize(
    ("name", "count"),
    [("math_qwen25math_100x8", 480), ("mmlupro_math_10x90", 550), ("sat_aqua_9x50", 270)],
)
def test_real_responses_are_graded_as_their_labels_say_with_few_exceptions(
    store: Store, name: str, count: int
):
    path = RESPONSES / f"{name}.jsonl"
    report = import_responses(store, path, source(path))
    assert report.added == count == store.count(Filter(origin="imported"))
    said = [store.verdicts(line.id) for line in store.attempts()]
    assert all({v.authority for v in verdicts} == {"imported", "grader"} for verdicts in said)
    assert all(verdicts[0].authority == "grader" for verdicts in said)
    agreement = Counter(ours.score == theirs.score for ours, theirs in said)
    assert agreement[True] / count > 0.85
    differing = store.count(Filter(flag="label-differs"))
    assert differing == sum(o.score is not None and o.score != t.score for o, t in said)


def test_transcripts_of_imports_are_marked_and_keep_the_response(store: Store):
    path = RESPONSES / "math_qwen25math_100x8.jsonl"
    import_responses(store, path, source(path))
    [line] = store.attempts(Filter(limit=1))
    transcript = store.transcript(line.id)
    assert transcript.origin == line.origin == "imported"
    assert transcript.answer in path.read_text().replace("\\n", "\n").replace("\\\\", "\\")


def test_choices_keep_the_order_of_the_file(store: Store):
    path = RESPONSES / "mmlupro_math_10x90.jsonl"
    import_responses(store, path, source(path))
    problems = {p.id: p for p in store.problems("mmlu-pro-math")}
    for line in store.attempts(Filter(limit=50)):
        problem = problems[line.problem]
        assert isinstance(problem.reference, MultipleChoice)
        answered = Answered(problem, line.choices, line.score)
        assert ("position", problem.reference.label) in facets(answered)


def test_proofs_without_a_right_answer_stand_as_their_file_labels_them(store: Store):
    path = RESPONSES / "minif2f_lean_proofs.jsonl"
    import_responses(store, path, source(path))
    scores = Counter(line.score for line in store.attempts())
    assert scores == {1.0: 151, 0.0: 237}


def test_all_shared_responses_come_in(store: Store):
    paths = sorted(RESPONSES.glob("*.jsonl"))
    added = sum(import_responses(store, path, source(path)).added for path in paths)
    assert added == sum(len(path.read_text().splitlines()) for path in paths) == store.count()


GOOD = '{"problem_id": "1", "model": "m", "response": "\\\\boxed{2}", "gold": "2"}'


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        ([GOOD, "{"], r"r\.jsonl:2: not JSON"),
        ([GOOD, '{"problem_id": "1"}'], r"r\.jsonl:2: (model|response)"),
        ([GOOD, GOOD.replace('"2"}', '"3"}')], r"r\.jsonl:2: problem 1 has another text"),
        ([GOOD.replace('"2"}', '"2", "options": "x"}')], r"r\.jsonl:1: options"),
    ],
)
def test_a_bad_record_is_named_and_nothing_is_kept(store: Store, tmp_path, texts, complaint):
    path = lines(tmp_path / "r.jsonl", *texts)
    with pytest.raises(DefinitionError, match=complaint):
        import_responses(store, path, source(path))
    assert store.count() == 0


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        (["m,1,4,5"], r"t\.csv:2: correct: 5 right of 4 runs"),
        (["m,1,4,1", "m,1,4,1"], r"t\.csv:3: m on 1 is also on line 2"),
        (["m,1,4"], r"t\.csv:2: 3 cells under 4"),
        (["m,1,four,1"], r"t\.csv:2: runs"),
        (["m,1,0,0"], r"t\.csv:2: runs"),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_kept(store: Store, tmp_path, rows, complaint):
    path = lines(tmp_path / "t.csv", "model,question,runs,correct", *rows)
    with pytest.raises(DefinitionError, match=complaint):
        import_results(store, path, source(path))
    assert store.count() == 0


def test_a_row_may_say_tokens_costs_and_the_day(store: Store, tmp_path):
    header = "model,question,runs,correct,output_tokens,cost_usd,date"
    path = lines(tmp_path / "t.csv", header, "m,1,4,1,1000.4,0.02,2025-01-31")
    import_results(store, path, source(path))
    found = list(store.attempts())
    assert [x.score for x in found] == [1, 0, 0, 0]
    assert {str(x.cost_usd) for x in found} == {"0.005"}
    assert {(x.output_tokens, x.started_at.date().isoformat()) for x in found} == {
        (1000, "2025-01-31")
    }


@pytest.mark.parametrize(
    ("name", "made"),
    [("GPT-4o", "gpt-4o"), ("o3-mini (high)", "o3-mini-high"), ("Grok 4", "grok-4")],
)
def test_names_become_identifiers(name: str, made: str):
    assert slug(name) == made


def test_names_in_other_scripts_stay_apart():
    assert slug("模型一") != slug("模型二")
    assert slug("模型一").isascii()
