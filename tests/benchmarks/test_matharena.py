import json
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from porism.benchmarks import load_problems
from porism.core import (
    Benchmark,
    FinalAnswer,
    FormalStatement,
    Kind,
    MathArenaFolder,
    MultipleChoice,
    ParquetFile,
    Problem,
    ProofScheme,
    TrueStatement,
)
from porism.errors import DefinitionError

PNG = b"\x89PNG\r\n\x1a\n rest"


def benchmark(kind: Kind, source: MathArenaFolder | ParquetFile, **more: object) -> Benchmark:
    return Benchmark.model_validate(
        {
            "id": "arena",
            "name": "Arena",
            "kind": kind,
            "published": "2026-02-14",
            "description": "d",
            "prompt": "final-answer",
            "problems": source,
            **more,
        }
    )


def from_rows(
    folder: Path, rows: dict[str, object], kind: Kind, **more: object
) -> tuple[Problem, ...]:
    pl.DataFrame(rows).write_parquet(folder / "train.parquet")
    source = ParquetFile(kind="parquet", path="train.parquet")
    return load_problems(benchmark(kind, source, **more), folder)


def from_folder(folder: Path, kind: Kind = "final_answer", **more: object) -> tuple[Problem, ...]:
    source = MathArenaFolder(kind="matharena_folder", path=".")
    return load_problems(benchmark(kind, source, **more), folder)


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def test_final_answers_come_as_text_or_numbers(tmp_path: Path):
    rows = {
        "problem_idx": [10, 2],
        "problem": [" A?\n", "B?"],
        "answer": [70, 110],
        "problem_type": [["Algebra", "Geometry"], []],
    }
    second, tenth = from_rows(tmp_path, rows, "final_answer")
    assert (second.id, tenth.id) == ("2", "10")
    assert tenth.statement == "A?"
    assert tenth.reference == FinalAnswer(answer="70")
    assert tenth.types == ("Algebra", "Geometry")


def test_whole_numbers_survive_a_column_with_gaps(tmp_path: Path):
    rows = {"problem_idx": ["1", "2"], "problem": ["A", "B"], "answer": [70.0, 0.5]}
    problems = from_rows(tmp_path, rows, "final_answer")
    assert [problem.reference.answer for problem in problems] == ["70", "0.5"]


def test_a_paper_read_as_a_number_gets_its_last_zero_back(tmp_path: Path):
    rows = {
        "problem_idx": [1, 2],
        "problem": ["A", "B"],
        "answer": ["x", "y"],
        "source": [2602.0123, 2602.01234],
        "title": ["T", None],
    }
    first, second = from_rows(tmp_path, rows, "final_answer")
    assert first.provenance.paper == "2602.01230"
    assert first.provenance.url == "https://arxiv.org/abs/2602.01230"
    assert first.provenance.details == {"title": "T"}
    assert second.provenance.paper == "2602.01234"


def test_pictures_lie_in_the_row(tmp_path: Path):
    rows = {
        "problem_idx": [1],
        "answer": ["c"],
        "image": [{"bytes": PNG, "path": "1.png"}],
    }
    (problem,) = from_rows(tmp_path, rows, "multiple_choice")
    assert problem.images[0].media_type == "image/png"
    assert problem.images[0].data == PNG
    assert problem.reference == MultipleChoice(label="C")


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ({"bytes": None, "path": "1.png"}, "the image 1.png is not in the file"),
        ({"bytes": b"text", "path": None}, "not a PNG"),
    ],
)
def test_a_picture_that_is_none_is_told_with_its_row(
    tmp_path: Path, image: dict[str, object], words: str
):
    rows = {"problem_idx": [1], "answer": ["A"], "image": [image]}
    with pytest.raises(DefinitionError, match=rf"train\.parquet: row 1.*: .*{words}"):
        from_rows(tmp_path, rows, "multiple_choice")


@pytest.mark.parametrize("key", ["desc", "description"])
def test_marking_schemes_come_in_parts(tmp_path: Path, key: str):
    parts = [
        {"title": "Idea", "points": 3, key: "finds it", "part_id": 1},
        {"title": "End", "points": 4, key: "ends", "part_id": 2},
    ]
    rows = {"problem_idx": ["1"], "problem": ["A"], "points": [7], "grading_scheme": [parts]}
    (problem,) = from_rows(tmp_path, rows, "proof")
    assert problem.reference == ProofScheme(
        points=Decimal(7), rubric="Idea (3 points): finds it\nEnd (4 points): ends"
    )


def test_marking_schemes_come_as_one_text(tmp_path: Path):
    rows = {
        "problem_idx": [1],
        "problem": ["A"],
        "points": [10.0],
        "grading_scheme": ["All or nothing"],
        "sample_solution": ["Clear."],
    }
    (problem,) = from_rows(tmp_path, rows, "proof")
    assert problem.reference == ProofScheme(
        points=Decimal(10), rubric="All or nothing", solutions=("Clear.",)
    )


def test_false_statements_need_no_answer(tmp_path: Path):
    rows = {"problem_idx": [1], "problem": ["A"], "points": [2], "grading_scheme": [""]}
    (problem,) = from_rows(tmp_path, rows, "broken_statement")
    assert problem.reference == TrueStatement(original="")


def test_formal_statements_stand_beside_the_words(tmp_path: Path):
    rows = {"problem_idx": [1], "problem": ["A"], "answer": ["thm"], "formal_statement": ["thm"]}
    (problem,) = from_rows(tmp_path, rows, "formal_proof")
    assert problem.reference == FormalStatement(statement="thm")


def test_answers_may_be_kept_back_where_the_benchmark_says_so(tmp_path: Path):
    rows = {"problem_idx": [1], "problem": ["A"], "answer": [None], "source": ["euler943"]}
    (problem,) = from_rows(tmp_path, rows, "final_answer", withheld=True)
    assert (problem.reference, problem.provenance.source) == (FinalAnswer(answer=""), "euler943")
    with pytest.raises(DefinitionError, match="row 1, answer: is empty"):
        from_rows(tmp_path, rows, "final_answer")


def test_parts_of_a_combined_data_set_keep_apart(tmp_path: Path):
    rows = {
        "problem_idx": [1, 1],
        "problem": ["A", "B"],
        "answer": ["1", "2"],
        "competition": ["x", "y"],
    }
    assert [p.id for p in from_rows(tmp_path, rows, "final_answer")] == ["x/1", "y/1"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"problem": ["A"], "answer": ["1"]}, "row 1, problem_idx: is missing"),
        ({"problem_idx": [1, 1], "problem": ["A", "B"], "answer": ["1", "1"]}, "row 2, id: '1' is"),
        ({"problem_idx": [1], "problem": [5], "answer": ["1"]}, "row 1, problem: expected text"),
        ({"problem_idx": [""], "problem": ["A"], "answer": ["1"]}, "row 1, problem_idx:"),
        ({"problem_idx": [1], "problem": [None], "answer": ["1"]}, "row 1, statement: neither"),
        ({"problem_idx": [1], "problem": ["A"], "answer": ["1"], "points": ["x"]}, "row 1, points"),
    ],
)
def test_a_wrong_row_is_told(tmp_path: Path, rows: dict[str, object], words: str):
    with pytest.raises(DefinitionError, match=words):
        from_rows(tmp_path, rows, "final_answer")


FOLDER: dict[str, str | bytes] = {
    "problems/10.tex": "Ten?\n",
    "problems/2.tex": "Two?",
    "answers.csv": "id,answer\n10,70\n2,\\frac{1}{2}\n",
    "source.csv": "id,source\n2,2602.01230\n",
    "source_metadata.csv": "id,title,authors,problem\n2,T,A; B,other\n",
    "problem_types.csv": 'id,type\n2,"[""Algebra"", ""Number Theory""]"\n10,[]\n',
}


def test_a_folder_of_answers(tmp_path: Path):
    two, ten = from_folder(write(tmp_path, FOLDER))
    assert (two.id, ten.id) == ("2", "10")
    assert (ten.statement, ten.reference) == ("Ten?", FinalAnswer(answer="70"))
    assert two.types == ("Algebra", "Number Theory")
    assert two.provenance.paper == "2602.01230"
    assert two.provenance.details == {"title": "T", "authors": "A; B"}
    assert ten.types == ()


def test_a_folder_of_pictures(tmp_path: Path):
    files = {"problems/1.png": PNG, "answers.csv": "id,answer\n1,B\n"}
    (problem,) = from_folder(write(tmp_path, files), "multiple_choice")
    assert (problem.statement, problem.images[0].data) == ("", PNG)
    assert problem.reference == MultipleChoice(label="B")


def test_a_folder_of_words_with_pictures(tmp_path: Path):
    (problem, _) = from_folder(write(tmp_path, {**FOLDER, "problems/2.png": PNG}))
    assert (problem.statement, len(problem.images)) == ("Two?", 1)


def test_a_folder_of_proofs(tmp_path: Path):
    scheme = [{"id": 1, "points": 7, "scheme": [{"points": 7, "title": "All", "desc": "done"}]}]
    files = {
        "problems/1.tex": "Prove.",
        "solutions/1.tex": "Proof.",
        "grading_scheme.json": json.dumps(scheme),
    }
    (problem,) = from_folder(write(tmp_path, files), "proof")
    assert problem.reference == ProofScheme(
        points=Decimal(7), rubric="All (7 points): done", solutions=("Proof.",)
    )


def test_a_folder_of_false_statements(tmp_path: Path):
    files = {
        "problems/1.tex": "False.",
        "original/1.tex": "True.",
        "grading_scheme.json": '[{"id": "1", "points": 2, "ground_truth_proofs": []}]',
    }
    (problem,) = from_folder(write(tmp_path, files), "broken_statement")
    assert (problem.statement, problem.reference) == ("False.", TrueStatement(original="True."))


def test_a_folder_of_formal_statements(tmp_path: Path):
    files = {"problems/1.lean": "theorem a : True := sorry", "original/1.tex": "Words."}
    (problem,) = from_folder(write(tmp_path, files), "formal_proof")
    assert problem.statement == "Words."
    assert problem.reference == FormalStatement(statement="theorem a : True := sorry")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"answers.csv": None}, r"answers\.csv: no such file"),
        ({"answers.csv": "id,answer\n2,1\n"}, r"10\.tex: has no answer in answers\.csv"),
        ({"answers.csv": "id,answer\n2,1\n2,1\n"}, r"answers\.csv:3: id: '2' stands here twice"),
        ({"answers.csv": "id,answer\n2,1\n3,1\n"}, r"answers\.csv:3: id: there is no problem '3'"),
        ({"answers.csv": "idx,answer\n2,1\n"}, r"answers\.csv:1: the columns id are missing"),
        ({"answers.csv": "id,answer\n2,1,2\n"}, r"answers\.csv:2: 3 cells under 2"),
        ({"problem_types.csv": "id,type\n9,x\n"}, r"problem_types\.csv:2: id: there is no problem"),
        ({"problems/2.tex": b"caf\xe9"}, r"2\.tex:1: not UTF-8"),
        ({"problems/2.tex": " "}, r"2\.tex: statement: neither a statement nor an image"),
        ({"problems/2.png": b"text"}, r"2\.tex: the image is not a PNG"),
        ({"grading_scheme.json": "[{]"}, r"grading_scheme\.json:1: not JSON"),
        ({"grading_scheme.json": '[{"id": 7}]'}, r"entry 1, id: there is no problem '7'"),
        (
            {"grading_scheme.json": '[{"points": 7}]'},
            r"grading_scheme\.json: \[0\]\.id: is missing",
        ),
    ],
)
def test_a_wrong_folder_is_told(tmp_path: Path, changes: dict[str, str | bytes | None], words: str):
    files = {name: text for name, text in {**FOLDER, **changes}.items() if text is not None}
    with pytest.raises(DefinitionError, match=words):
        from_folder(write(tmp_path, files))


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path):
    folder = write(tmp_path / "b", FOLDER)
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (folder / "problems/2.tex").unlink()
    (folder / "problems/2.tex").symlink_to(secret)
    with pytest.raises(DefinitionError, match="is a link that leads outside"):
        from_folder(folder)


def test_an_empty_folder_is_told(tmp_path: Path):
    with pytest.raises(DefinitionError, match="there are no problems"):
        from_folder(write(tmp_path, {"answers.csv": "id,answer\n"}))
