from pathlib import Path

import pytest

from porism.core import Model
from porism.errors import UnknownName
from porism.models.chat_dialects import DIALECTS, fixed_fields
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


@pytest.mark.parametrize("model", [m for m in Models() if not m.sample], ids=lambda m: m.id)
def test_facts_have_a_source_and_settings_fit_the_protocol(model: Model):
    assert model.source.startswith("https://")
    assert model.developer
    if dialect := DIALECTS.get(model.endpoint.protocol):
        assert fixed_fields(model, dialect)["model"] == model.endpoint.model


def test_a_local_server_needs_no_key():
    for name in ("local-vllm", "local-ollama"):
        endpoint = Models().get(name).endpoint
        assert endpoint.key_env is None
        assert endpoint.base_url is not None
        assert endpoint.base_url.startswith("http://localhost:")
