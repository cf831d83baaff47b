"""Submissions from a store: PDFs that betray nobody, and a key that tells who is who."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pypdfium2
import pytest

from porism.errors import ConfigurationError, UserError
from porism.interop.submissions.entries import Choice, entries
from porism.interop.submissions.folders import listing, refuse_used, repairs, write
from porism.interop.submissions.key import assign, digest, open_key
from porism.interop.submissions.making import Batch, Request, make_batch
from porism.interop.submissions.names import Names
from porism.interop.submissions.typesetting import words_of
from porism.store import Store
from tests.interop.submissions.conftest import BOASTER, PROBLEMS, SHORT

MODELS = ("gpt-9-ultra-max", SHORT, "qwen3-8b-t-1-1")
REQUEST = Request("contest-2026", MODELS, mask=("Ada Example",))


@pytest.fixture(scope="module")
def batch(contest: Store) -> Batch:
    return make_batch(contest, REQUEST, Random(7))


@pytest.fixture(scope="module")
def folders(batch: Batch, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    root = tmp_path_factory.mktemp("submissions")
    write(batch, root / "jury", root / "sealed")
    return root / "jury", root / "sealed"


def test_no_pdf_says_who_wrote_it(folders: tuple[Path, Path], contest: Store):
    for path in folders[0].glob("*.pdf"):
        text = " ".join(words_of(path.read_bytes()).split())
        assert "Contest 2026" in text
        for problem in PROBLEMS:
            assert f"Problem {problem}" in text
        for model in contest.models().values():
            assert model.id not in text.lower()
            assert model.name.lower() not in text.lower()
        assert Names(["Ada Example"]).found(text) == ()
        assert not re.search("openai|gpt|qwen|mistral|nemo|ultra|ada ", text, re.IGNORECASE)


def test_the_boaster_is_masked_but_its_mathematics_stays(batch: Batch):
    work = next(work for work in batch.works if work.submission.model == MODELS[0])
    text = " ".join(words_of(work.pdf).split())
    assert "I say" in text
    assert "𝑓(𝑥)" in text.replace(" ", "")
    assert "🚀" not in text
    told = [r for r in repairs(batch) if r.code == work.submission.code and r.what == "name"]
    assert {r.before.strip() for r in told} >= {BOASTER, "OpenAI", "Ada Example"}


def test_pdfs_have_no_metadata(folders: tuple[Path, Path]):
    identities = set()
    for path in folders[0].glob("*.pdf"):
        document = pypdfium2.PdfDocument(path)
        told = document.get_metadata_dict()
        document.close()
        assert not any(value.strip() for value in told.values())
        content = path.read_bytes()
        identities.add(re.search(rb"/ID\[[^\]]*\]", content)[0])
        assert b"Typst" not in content
        assert b"xmpmeta" not in content
        assert b"CreationDate" not in content
        assert b"ModDate" not in content
    assert len(identities) == 1


def test_the_key_maps_back_and_only_its_owner_reads_it(
    folders: tuple[Path, Path], contest: Store, batch: Batch
):
    jury, sealed = folders
    path = sealed / "key.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert sealed.stat().st_mode & 0o777 == 0o700
    key = open_key(path)
    assert key == batch.key
    assert sorted(s.model for s in key.submissions) == sorted(MODELS)
    for submission in key.submissions:
        assert digest((jury / f"{submission.code}.pdf").read_bytes()) == submission.pdf
        for handed in submission.handed:
            if handed.attempt is not None:
                attempt = contest.attempt(handed.attempt)
                assert (attempt.model, attempt.problem) == (submission.model, handed.problem)
    assert (jury / "key-digest.txt").read_text().split()[0] == digest(path.read_bytes())
    assert {p.suffix for p in jury.iterdir()} == {".pdf", ".csv", ".txt"}


def test_the_same_seed_gives_the_same_bytes_and_another_other_codes(contest: Store, batch: Batch):
    again = make_batch(contest, REQUEST, Random(7))
    assert again.key == batch.key
    assert [work.pdf for work in again.works] == [work.pdf for work in batch.works]
    assert assign(MODELS, Random(7)) == assign(MODELS[::-1], Random(7))
    assert set(assign(MODELS, Random(8))) != set(assign(MODELS, Random(7)))


def test_codes_are_as_likely_for_any_model():
    firsts = Counter(next(iter(assign(MODELS, Random(seed)).values())) for seed in range(600))
    assert min(firsts.values()) > 150


def test_what_became_of_each_proof_is_listed(folders: tuple[Path, Path], batch: Batch):
    rows = json.loads((folders[1] / "listing.json").read_text())
    assert rows == [one._asdict() for one in listing(batch)]
    assert {(row["code"], row["problem"]) for row in rows} == {
        (work.submission.code, problem) for work in batch.works for problem in PROBLEMS
    }
    assert not any(work.left or work.foreign for work in batch.works)
    sheet = (folders[0] / "grading-sheet.csv").read_text().splitlines()
    assert sheet[0] == "code,problem,max,points,grader,remark"
    assert len(sheet) == 7
    assert sheet[1].startswith(batch.works[0].submission.code + ",realmath_3-07,7,,,")
    assert sum(line.endswith("no solution was submitted") for line in sheet) == 1


def test_missing_attempts_are_listed_and_the_text_is_neutral(batch: Batch):
    work = next(work for work in batch.works if work.submission.model == SHORT)
    assert [one.form for one in listing(batch) if one.code == work.submission.code][1] == "missing"
    assert work.entries[1].missing == "truncated"
    assert work.submission.handed[1].attempt is None
    text = " ".join(words_of(work.pdf).split())
    assert text.count("No solution was submitted for this problem.") == 1
    assert "truncated" not in text


def test_what_cannot_be_handed_in_is_refused(contest: Store, tmp_path: Path):
    problems = contest.problems("contest-2026")
    with pytest.raises(ConfigurationError, match="no answer to hand in at attempt 2"):
        entries(contest, "contest-2026", problems, MODELS[2], Choice(2))
    for request, message in (
        (Request("contest", MODELS), "did you mean contest-2026"),
        (Request("contest-2026", ("qwen3",)), "did you mean qwen3-8b-t-1-1"),
        (Request("contest-2026", (MODELS[2], MODELS[2])), "each model once"),
        (Request("contest-2026", ()), "each model once"),
    ):
        with pytest.raises(UserError, match=message):
            make_batch(contest, request, Random(1))
    (tmp_path / "used").mkdir()
    refuse_used(tmp_path / "used", tmp_path / "new")
    (tmp_path / "used/file").touch()
    with pytest.raises(ConfigurationError, match="nothing is overwritten"):
        refuse_used(tmp_path / "used")
