import json
from pathlib import Path

import pytest

from porism.benchmarks.choices import present
from porism.benchmarks.livemathematician import item_from, read_items, write_items
from porism.core import FinalAnswer, MultipleChoice, Problem
from porism.errors import ConfigurationError, DefinitionError

META = "Another option holds, yet more can be proved."
RECORD = {
    "id": "2511.99999v1::alt1",
    "paper_link": "http://arxiv.org/abs/2511.99999v1",
    "theorems_cnt": 3,
    "theorem": {
        "env_name": "letterthm",
        "content": r"[Parity]\label{par} Every \emph{even} widget is a sum of two odd ones.",
        "start_pos": 120,
        "end_pos": 190,
        "label": "par",
    },
    "ref_dict": {"par": r"\begin{letterthm}...\end{letterthm}"},
    "pre_theorem_intro_text_len": 5,
    "pre_theorem_intro_text": "Über Widgets – kurz.",
    "context": "Widgets.",
    "sketch": r"See Theorem~\ref{par}.",
    "expanded_sketch": "Split the widget in the middle, then correct the parity of both halves.",
    "expanded_theorem": "Every even widget is a sum of two odd ones.",
    "theorem_type": ["Existential–Universal", "Existence"],
    "mcq": {
        "question": "Let $w$ be an even widget. Which conclusion follows?",
        "correct_choice": {"label": "A", "text": META},
        "choices": [
            {"label": "B", "text": "$w$ is a sum of three odd widgets."},
            {"label": "C", "text": "$w$ is a sum of odd widgets."},
            {"label": "D", "text": "$w$ is odd."},
            {"label": "E", "text": "$w$ is prime.", "note": "kept"},
        ],
        "meta": {"weaker_true_label": "C", "false_labels": ["B", "D", "E"]},
        "sketch_usage_meta": [{"label": "B", "template_used": "stronger_trap"}],
    },
    "qa quality eval": {"ALS": {"score": 2, "justification": "fine"}, "total_score": 6},
    "stem_triviality": {"match": False, "verdict": "weaker"},
    "source_id": "2511.99999v1",
    "variant": "alt1",
    "candidate_source_key": "2511.99999v1::['Existence']",
    "hard_selection_meta": {"model_is_correct": False, "selection_rank": [2, 5.0, 1]},
    "month": "202511",
}


def without(*keys: str) -> dict[str, object]:
    return {key: value for key, value in RECORD.items() if key not in keys}


EARLY = without("variant", "source_id", "expanded_theorem", "expanded_sketch") | {
    "id": "2511.99999v1"
}
ORIGINAL = RECORD | {"id": "2511.99998v2::orig", "variant": "orig"}


def record_from(problem: Problem):
    return item_from(problem).model_dump(mode="json", exclude_unset=True)


def items(folder: Path, *records: object, name: str = "qa.json") -> list[Problem]:
    file = folder / name
    lines = name.endswith(".jsonl")
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records)
    file.write_text(text, encoding="utf-8")
    return list(read_items(file))


def test_a_record_becomes_a_problem(tmp_path: Path):
    (problem,) = items(tmp_path, RECORD)
    assert problem.id == "2511.99999v1::alt1"
    assert problem.statement == "Let $w$ be an even widget. Which conclusion follows?"
    assert isinstance(problem.reference, MultipleChoice)
    assert problem.reference.correct == META
    assert problem.reference.distractors[3] == "$w$ is prime."
    assert problem.sketch == RECORD["expanded_sketch"]
    assert problem.types == ("Existential–Universal", "Existence")
    assert problem.subset == "substitution_resistant"
    origin = problem.provenance
    assert (origin.paper, origin.url) == ("2511.99999v1", "http://arxiv.org/abs/2511.99999v1")
    assert origin.theorem == "Every even widget is a sum of two odd ones."
    assert origin.details["qa quality eval"]["total_score"] == 6
    assert "question" not in origin.details["mcq"]
    choices = present(problem)
    assert choices
    assert dict(choices.shown)[choices.reference.label] == META


@pytest.mark.parametrize("name", ["qa.json", "qa.jsonl"])
def test_writing_again_gives_the_same_records(tmp_path: Path, name: str):
    bare = {"id": "x", "mcq": RECORD["mcq"], "theorem_type": [], "paper_link": "", "sketch": None}
    records = (RECORD, ORIGINAL, EARLY, bare)
    problems = items(tmp_path, *records, name=name)
    write_items(tmp_path / f"again-{name}", problems)
    text = (tmp_path / f"again-{name}").read_text(encoding="utf-8")
    again = (
        [json.loads(line) for line in text.splitlines()] if "jsonl" in name else json.loads(text)
    )
    assert again == list(records)


def test_what_was_changed_is_written(tmp_path: Path):
    (problem,) = items(tmp_path, EARLY)
    reference = MultipleChoice(correct="yes", distractors=("no", "maybe"))
    changed = problem.model_copy(
        update={"statement": "So?", "sketch": "A new sketch.", "reference": reference}
    )
    record = record_from(changed)
    assert record["mcq"]["question"] == "So?"
    assert record["mcq"]["correct_choice"] == {"label": "A", "text": "yes"}
    assert [c["label"] for c in record["mcq"]["choices"]] == ["B", "C"]
    assert record["mcq"]["meta"] == RECORD["mcq"]["meta"]
    assert record["expanded_sketch"] == "A new sketch."
    assert record["sketch"] == EARLY["sketch"]


def test_a_problem_of_another_origin_is_written_and_read(tmp_path: Path):
    problem = Problem(
        id="7",
        statement="Which?",
        reference=MultipleChoice(correct="this", distractors=("that", "neither")),
        sketch="Look twice.",
        types=("Uniqueness",),
        subset="substitution_resistant",
    )
    write_items(tmp_path / "ours.json", [problem])
    (record,) = json.loads((tmp_path / "ours.json").read_text(encoding="utf-8"))
    assert record["variant"] == "alt1"
    (again,) = read_items(tmp_path / "ours.json")
    assert again.model_copy(update={"provenance": problem.provenance}) == problem


def test_a_problem_without_texts_cannot_be_written(tmp_path: Path):
    for reference in (MultipleChoice(label="A"), FinalAnswer(answer="1")):
        with pytest.raises(ConfigurationError, match="'7' has no texts to choose from"):
            write_items(tmp_path / "ours.json", [Problem(id="7", reference=reference)])


@pytest.mark.parametrize(
    ("said", "sketch"),
    [
        ("The introduction does not contain a proof sketch of the theorem.", None),
        ("No sketch of the proof is given. Only the statement is discussed.", None),
        ("A proof sketch is not available in the provided text.", None),
        ("The paper lacks any outline of the argument.", None),
        ("", None),
        (None, None),
        ("The text does not give an explicit proof sketch of this theorem.", None),
        ("Outline of the proof is missing.", None),
        ("Since $f$ has no zeros, a short proof is by the argument principle.", "keep"),
        ("The proof of the lemma is not hard: no sketchy estimate is needed.", "keep"),
        ("Induct on $n$. The base case needs no proof.", "keep"),
        ("We first show that $f$ has no zeros, then apply the maximum principle.", "keep"),
        ("The proof does not use compactness: " + "one estimates each term by hand, " * 20, "keep"),
    ],
)
def test_prose_that_says_there_is_no_sketch_is_no_sketch(
    tmp_path: Path, said: str | None, sketch: str | None
):
    (problem,) = items(tmp_path, RECORD | {"expanded_sketch": said, "sketch": said})
    assert problem.sketch == (said.strip() if said and sketch else None)
    assert record_from(problem)["expanded_sketch"] == said


def test_the_plain_sketch_serves_where_no_expanded_one_is(tmp_path: Path):
    (problem,) = items(tmp_path, without("expanded_sketch"))
    assert problem.sketch == RECORD["sketch"]


@pytest.mark.parametrize(
    ("record", "subset"),
    [(RECORD, "substitution_resistant"), (ORIGINAL, "original"), (EARLY, "")],
)
def test_the_variant_is_the_subset(tmp_path: Path, record: dict[str, object], subset: str):
    assert items(tmp_path, record)[0].subset == subset
    assert items(tmp_path, {**record, "variant": "alt2"})[0].subset == "alt2"


@pytest.mark.parametrize(
    ("record", "key"),
    [
        (without("mcq"), "mcq"),
        (without("id"), "id"),
        (RECORD | {"theorem_type": "Existence"}, "theorem_type"),
        (RECORD | {"mcq": {"question": "?", "choices": []}}, "correct_choice"),
    ],
)
def test_a_record_that_is_no_question_is_refused(
    tmp_path: Path, record: dict[str, object], key: str
):
    with pytest.raises(DefinitionError, match=key) as refusal:
        items(tmp_path, RECORD, record, name="qa.jsonl")
    assert refusal.value.line == 2
    with pytest.raises(DefinitionError, match=key):
        items(tmp_path, RECORD, record)


def test_a_file_that_is_not_json_is_refused(tmp_path: Path):
    (tmp_path / "qa.json").write_text('[{"id": ', encoding="utf-8")
    with pytest.raises(DefinitionError, match=r"qa\.json"):
        list(read_items(tmp_path / "qa.json"))


def test_a_problem_made_from_a_record_survives_its_own_json(tmp_path: Path):
    (problem,) = items(tmp_path, RECORD)
    assert Problem.from_json(problem.to_json()) == problem
    assert record_from(Problem.from_json(problem.to_json())) == RECORD
