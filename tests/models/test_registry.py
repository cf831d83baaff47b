from pathlib import Path

import pytest

from porism.errors import UnknownName
from porism.models.registry import LIBRARY, Models


def test_every_shipped_model_is_sound():
    models = list(Models())
    assert len({model.name for model in models}) == len(models)
    assert {path.stem for path in LIBRARY.iterdir()} == {model.id for model in models}


def test_the_stand_ins_are_marked_as_such():
    for model in Models():
        assert model.sample == (model.endpoint.protocol == "fake")


def test_an_unknown_model_is_answered_with_near_ones():
    with pytest.raises(UnknownName, match="did you mean fake-strong"):
        Models().get("fake-stong")


def test_a_workspace_adds_and_replaces(tmp_path: Path):
    text = (LIBRARY / "fake-weak.yaml").read_text().replace("name: Fake Weak", "name: Mine")
    (tmp_path / "fake-weak.yaml").write_text(text)
    (tmp_path / "own.yaml").write_text(text.replace("id: fake-weak", "id: own"))
    models = Models(tmp_path)
    assert (models.get("fake-weak").name, models.get("own").name) == ("Mine", "Mine")
    assert models.ids == tuple(sorted({*Models().ids, "own"}))
