from pathlib import Path

import pytest

from porism.core import Benchmark, Model
from porism.errors import DefinitionError, UnknownName
from porism.records import Registry


def define(path: Path, name: str | None = None, display: str = "M") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"id: {name or path.stem}\nname: {display}\nendpoint: {{protocol: fake, model: m}}\n"
    )
    return path


def test_identifiers_are_listed_without_reading_a_file(tmp_path: Path):
    for name in ("b", "a-1.5", "c"):
        (tmp_path / f"{name}.yaml").write_text("not: [a definition")
    (tmp_path / ".hidden.yaml").write_text("")
    (tmp_path / "readme.md").write_text("")
    models = Registry(Model, tmp_path, tmp_path / "nowhere")
    assert models.ids == ("a-1.5", "b", "c")
    assert len(models) == 3
    assert "b" in models
    with pytest.raises(DefinitionError):
        models.get("b")


def test_definitions_come_sorted(tmp_path: Path):
    for name in ("b", "a"):
        define(tmp_path / f"{name}.yaml")
    assert [model.id for model in Registry(Model, tmp_path)] == ["a", "b"]


def test_a_later_folder_wins(tmp_path: Path):
    define(tmp_path / "package/a.yaml", display="shipped")
    mine = define(tmp_path / "mine/a.yaml", display="mine")
    models = Registry(Model, tmp_path / "package", tmp_path / "mine")
    assert models.get("a").name == "mine"
    assert models.file("a") == mine


def test_the_same_identifier_twice_in_a_folder_names_both_files(tmp_path: Path):
    define(tmp_path / "a.yaml")
    define(tmp_path / "a.yml")
    with pytest.raises(DefinitionError, match=r"a\.yml: model 'a' is also defined in .*a\.yaml"):
        Registry(Model, tmp_path)


def test_a_definition_with_files_beside_it_has_a_folder(tmp_path: Path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b/benchmark.yaml").write_text(
        "{id: b, name: B, kind: proof, published: 2026-01-01, description: d, prompt: proof, "
        "problems: {kind: jsonl}}"
    )
    benchmarks = Registry(Benchmark, tmp_path)
    assert benchmarks.ids == ("b",)
    assert benchmarks.get("b").kind == "proof"


def test_a_file_must_be_named_after_what_it_defines(tmp_path: Path):
    define(tmp_path / "a.yaml", name="b")
    with pytest.raises(DefinitionError, match=r"a\.yaml: id: is 'b', but the file is named"):
        Registry(Model, tmp_path).get("a")


def test_an_unknown_name_is_answered_with_near_ones(tmp_path: Path):
    define(tmp_path / "gpt-5.yaml")
    with pytest.raises(UnknownName, match=r"no model is called 'gtp-5'; did you mean gpt-5\?"):
        Registry(Model, tmp_path).get("gtp-5")
