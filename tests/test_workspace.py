import pytest

from porism.benchmarks import load_problems
from porism.errors import ConfigurationError, DefinitionError
from porism.workspace import Config, Workspace, find_workspace, make_workspace, read_config


def test_a_new_workspace_has_examples_that_can_be_used(tmp_path):
    workspace = make_workspace(tmp_path / "ws")
    assert "example" in workspace.benchmarks
    benchmark = workspace.benchmarks.get("example")
    assert load_problems(benchmark, workspace.benchmarks.folder("example"))
    assert workspace.models.get("example").endpoint.base_url
    assert workspace.store.count() == 0
    workspace.close()


def test_its_settings_file_shows_every_setting_at_its_default(tmp_path):
    make_workspace(tmp_path)
    text = (tmp_path / "porism.toml").read_text()
    assert read_config(tmp_path / "porism.toml") == Config()
    (tmp_path / "porism.toml").write_text(
        text.replace("# store", "store").replace("# grace", "grace")
    )
    assert read_config(tmp_path / "porism.toml") == Config()
    assert all(f"{name} = " in text for name in Config.model_fields)


def test_what_is_there_is_left_as_it_is(tmp_path):
    make_workspace(tmp_path)
    (tmp_path / "porism.toml").write_text("grace_s = 5\n")
    (tmp_path / "models" / "example.yaml").unlink()
    assert make_workspace(tmp_path).config.grace_s == 5
    assert not (tmp_path / "models" / "example.yaml").exists()


def test_a_workspace_is_found_from_below_and_missed_clearly(tmp_path):
    make_workspace(tmp_path / "ws")
    below = tmp_path / "ws" / "benchmarks"
    assert find_workspace(below).root == tmp_path / "ws"
    with pytest.raises(ConfigurationError, match=r"no workspace .* porism init"):
        find_workspace(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("grace_s = -1", "grace_s"),
        ("graze_s = 1", "graze_s"),
        ("unstable_requests = 'many'", "unstable_requests"),
        ("a = = b", "not TOML"),
    ],
)
def test_settings_that_cannot_be(tmp_path, text, complaint):
    (tmp_path / "porism.toml").write_text(text)
    with pytest.raises(DefinitionError, match=complaint):
        Workspace(tmp_path)


def test_a_place_where_no_folder_can_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="file"):
        make_workspace(tmp_path / "file" / "ws")
