"""The examples work: every console session and every piece of Python runs, offline."""

import pytest
import yaml

from porism.core import Benchmark, Claims, Model, Rubric
from porism.judging import Jury
from porism.workspace import read_config
from tests.docs.pages import ROOT, WRITTEN, blocks, name
from tests.docs.sessions import Session, missing, steps

RECORDED = ROOT.parent / "shared" / "data" / "responses"
LENT = {
    "README.md": (
        "maths/recorded",
        ("gsm8k_gpt3_4x200.jsonl", "math_qwen25math_100x8.jsonl", "mmlupro_math_10x90.jsonl"),
    )
}
"""Real files that a page has in a folder, in the order in which a shell lists them."""
RUN = {"console", "python"}
EXAMPLES = [page for page in WRITTEN if any(b.language in RUN for b in blocks(page))]
DEFINITIONS = [
    pytest.param(block, id=f"{name(page)}:{block.line}")
    for page in WRITTEN
    for block in blocks(page)
    if block.language == "yaml"
]
SETTINGS = [
    pytest.param(block, id=f"{name(page)}:{block.line}")
    for page in WRITTEN
    for block in blocks(page)
    if block.language == "toml"
]


@pytest.mark.long
@pytest.mark.parametrize("page", EXAMPLES, ids=name)
def test_examples_run_and_print_what_is_shown(page, tmp_path, monkeypatch, capfd):
    session = Session(tmp_path, monkeypatch, capfd)
    lend(page, tmp_path)
    names = {}
    for block in blocks(page):
        where = f"{name(page)}:{block.line}"
        if block.saved_as:
            path = session.folder / block.saved_as
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text + "\n", encoding="utf-8")
        elif block.language == "console":
            for step in steps(block.text):
                code, printed = session.run(step.command)
                assert code == step.exit_code, f"{where}: {step.command}\n{printed}"
                lost = missing(step.shown, printed)
                assert not lost, f"{where}: {step.command}\nnot printed: {lost}\n{printed}"
        elif block.language == "python":
            monkeypatch.chdir(session.folder)
            exec(compile("\n" * block.line + block.text, page, "exec"), names)


def lend(page, folder):
    """Put the real files of a page where its reader would have them."""
    place, files = LENT.get(name(page), ("", ()))
    for file in files:
        (folder / place).mkdir(parents=True, exist_ok=True)
        (folder / place / file).symlink_to(RECORDED / file)


@pytest.mark.parametrize("block", DEFINITIONS)
def test_definitions_are_valid(block):
    written = yaml.safe_load(block.text)
    kinds = {"endpoint": Model, "claims": Claims, "judges": Jury, "paths": Rubric}
    noun = next((noun for key, noun in kinds.items() if key in written), Benchmark)
    noun.model_validate(written)


@pytest.mark.parametrize("block", SETTINGS)
def test_settings_are_valid(block, tmp_path):
    path = tmp_path / "porism.toml"
    path.write_text(block.text, encoding="utf-8")
    read_config(path)
