import pytest

from porism.benchmarks import load_problems
from porism.errors import ConfigurationError, DefinitionError
from porism.workspace import (
    Config,
    DeskConfig,
    Workspace,
    find_workspace,
    make_workspace,
    read_config,
)


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
    plain = [name for name in Config.model_fields if name != "desk"]
    assert all(f"# {name} = " in text for name in (*plain, *DeskConfig.model_fields))
    shown = [line for line in text.splitlines()[1:] if " = " in line or line.endswith("]")]
    (tmp_path / "porism.toml").write_text("\n".join(line.removeprefix("# ") for line in shown))
    assert read_config(tmp_path / "porism.toml") == Config()


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
        ("[desk]\nreviews = 3", "desk.reviews"),
        ("[desk]\nblindly = true", "blindly"),
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


CLAIM = """claims:
  - model: a
    benchmark: b
    score: 0.5
    source: https://example.org
    date: 2026-02-06
"""


def test_claims_are_read_where_there_are_any(tmp_path):
    workspace = make_workspace(tmp_path / "ws")
    assert workspace.claims == ()
    (tmp_path / "ws" / "claims.yaml").write_text(CLAIM)
    [claim] = Workspace(tmp_path / "ws").claims
    assert (claim.model, claim.benchmark, claim.score, claim.runs) == ("a", "b", 0.5, None)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (
            CLAIM.replace("0.5", "87.5"),
            r"claims.yaml:4: claims.0..score: .*less than or equal to 1",
        ),
        (CLAIM.replace("source: https://example.org", "sauce: x"), r"claims.yaml:5.*sauce"),
        (CLAIM.replace("2026-02-06", "yesterday"), r"claims.yaml:6.*date"),
        (CLAIM.replace("model: a", "model: A B"), r"claims.yaml:2.*small letters"),
        (CLAIM + "    explanation: x\n    waiver: y\n", r"claims.yaml:2.*keep one of the two"),
        (CLAIM + CLAIM.removeprefix("claims:\n"), r"claims.yaml:1.*two claims of a on b"),
        ("", "empty"),
    ],
)
def test_claims_that_cannot_be(tmp_path, wrong, complaint):
    workspace = make_workspace(tmp_path / "ws")
    (tmp_path / "ws" / "claims.yaml").write_text(wrong)
    with pytest.raises(DefinitionError, match=complaint):
        _ = workspace.claims
