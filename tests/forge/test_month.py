"""From a harvested month to theorems: sources, reading, showing, exporting."""

import gzip
import io
import json
import subprocess
import sys
import tarfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from porism.cli import main
from porism.core import Preprint, Version
from porism.errors import HarvestError
from porism.forge.harvest import why_kept_back
from porism.forge.harvest.run import harvest
from porism.forge.harvest.selection import why_left_out
from porism.forge.sources.fetch import fetch_sources
from porism.forge.theorems.month import read_month, records
from porism.workspace import make_workspace
from tests.forge.conftest import Forge
from tests.forge.papers import document
from tests.loopback import Say
from tests.loopback.arxiv import FREE, OF_ARXIV, Arxiv, Paper

MONTH, TODAY = "2026-03", date(2026, 3, 31)
DAY = (datetime(2026, 3, 2, tzinfo=UTC),)
BODY = r"""\title{On squares}\section{Introduction}
\begin{theorem}\label{main} All squares of $\R$, see \eqref{eq}, are positive.\end{theorem}
\begin{equation}\label{eq} x^2 \end{equation}\begin{proof}Clear.\end{proof}
\begin{lemma}[due to Gauss] Known.\end{lemma}\begin{lemma} See \ref{nothing}.\end{lemma}"""


def archive(body: str = BODY) -> bytes:
    text = document(body, r"\newcommand{\R}{\mathbb{R}}").encode()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, data in (("paper/main.tex", text), ("paper/figure.png", b"\x89PNG")):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
        tar.addfile(tarfile.TarInfo("../evil.tex"))
    return buffer.getvalue()


SOURCES: dict[str, bytes | Say] = {
    "2603.00001v1": archive(),
    "2603.00002v1": gzip.compress(b"%PDF-1.5 only"),
    "2603.00003v1": Say(status=404, error="no such paper"),
    "2603.00004v1": gzip.compress(b"\\begin{document}" + b" " * 30_000_000),
    "2603.00005v1": b"<!DOCTYPE html><html>Please wait</html>",
    "2603.00006v1": gzip.compress(document("Nothing.").encode()),
    "2603.00007v2": archive(BODY.replace("squares", "cubes")),
}
PAPERS = [
    Paper(f"2603.0000{n}", f"Paper {n}", versions=DAY * (2 if n == 7 else 1), license=licence)
    for n, licence in enumerate([FREE, *[OF_ARXIV] * 6], 1)
]


@pytest.fixture
def month(tmp_path: Path):
    """Seven papers, harvested."""
    with Arxiv(PAPERS, sources_of=SOURCES) as arxiv:
        made = Forge(tmp_path / "forge", arxiv)
        harvest(made.workspace, MONTH, today=TODAY)
        made.arxiv = arxiv
        yield made
        made.close()


def read(forge: Forge, **options: object):
    return read_month(forge.workspace, MONTH, lambda: ThreadPoolExecutor(1), **options)


def test_sources_are_told_by_their_content_and_the_month_goes_on(month: Forge):
    done = fetch_sources(month.workspace, MONTH)
    assert (done.papers, done.done, done.fetched) == (7, 7, 6)
    found = month.papers.sources(MONTH)
    assert {name[-1]: source.state for name, source in sorted(found.items())} == {
        "1": "ready", "2": "pdf", "3": "failed", "4": "unusable", "5": "failed", "6": "ready",
        "7": "ready",
    }  # fmt: skip
    first = found["2603.00001"]
    assert (first.main_file, first.kind) == ("paper/main.tex", "gzip")
    kept = month.files("sources/2026-03")
    assert kept["2603.00001v1"] == SOURCES["2603.00001v1"]
    assert "unpacks to more than" in found["2603.00004"].reason
    assert "HTML" in found["2603.00005"].reason
    assert "2603.00005v1" not in kept
    assert "no such paper" in found["2603.00003"].reason
    assert found["2603.00007"].version == 2


def test_what_is_here_is_not_asked_for_again(month: Forge):
    fetch_sources(month.workspace, MONTH)
    asked = len(month.arxiv.seen)
    again = fetch_sources(month.workspace, MONTH)
    assert again.states == {"ready": 3, "failed": 2, "pdf": 1, "unusable": 1}
    assert [seen.path for seen in month.arxiv.seen[asked:]] == [
        "/src/2603.00003v1",
        "/src/2603.00005v1",
    ]


def test_a_new_version_is_fetched_and_read(month: Forge):
    fetch_sources(month.workspace, MONTH)
    read(month)
    month.arxiv.papers = [Paper("2603.00001", "Paper 1", versions=DAY * 2, changed=TODAY)]
    newer = archive(BODY + "\\begin{lemma}New.\\end{lemma}")
    month.arxiv.sources_of = {**SOURCES, "2603.00001v2": newer}
    harvest(month.workspace, MONTH, today=TODAY)
    fetch_sources(month.workspace, MONTH)
    assert month.papers.sources(MONTH)["2603.00001"].version == 2
    assert read(month).read_now == 1
    assert len(month.papers.reading("2603.00001").theorems) == 4


def test_a_month_that_was_not_harvested_is_told(month: Forge):
    with pytest.raises(HarvestError, match="porism forge harvest --month 2026-02"):
        fetch_sources(month.workspace, "2026-02")
    with pytest.raises(HarvestError, match="porism forge sources --month 2026-03"):
        read(month)


def test_an_archive_that_refuses_everything_is_left(tmp_path: Path):
    sources = {f"2603.0000{n}v1": Say(status=403, error="go away") for n in range(1, 10)}
    with Arxiv(PAPERS, sources_of=sources) as arxiv:
        forge = Forge(tmp_path, arxiv)
        harvest(forge.workspace, MONTH, today=TODAY)
        before = len(arxiv.seen)
        with pytest.raises(HarvestError, match="go on later"):
            fetch_sources(forge.workspace, MONTH)
        assert len(arxiv.seen) - before == 5
        forge.close()


def test_one_paper_that_fails_for_ever_holds_nobody_up(tmp_path: Path):
    papers = [Paper(f"2603.{n:05}", "Paper", versions=DAY) for n in range(1, 11)]
    sources: dict[str, bytes | Say] = {f"2603.{n:05}v1": Say(status=404) for n in range(1, 10, 2)}
    sources["2603.00001v1"] = Say(status=500)
    with Arxiv(papers, sources_of=sources) as arxiv:
        forge = Forge(tmp_path, arxiv)
        harvest(forge.workspace, MONTH, today=TODAY)
        for _ in range(2):
            assert fetch_sources(forge.workspace, MONTH).states == {"ready": 5, "failed": 5}
        forge.close()


def test_moves_are_followed_within_the_site_only(tmp_path: Path):
    moved = Say(status=301, headers={"Location": "/src/elsewhere"})
    away = Say(status=302, headers={"Location": "http://example.com/evil"})
    circle = Say(status=301, headers={"Location": "/src/2603.00003v1"})
    sources = {
        "2603.00001v1": moved, "elsewhere": archive(), "2603.00002v1": away,
        "2603.00003v1": circle,
    }  # fmt: skip
    with Arxiv(PAPERS[:3], sources_of=sources) as arxiv:
        forge = Forge(tmp_path, arxiv)
        harvest(forge.workspace, MONTH, today=TODAY)
        fetch_sources(forge.workspace, MONTH)
        found = forge.papers.sources(MONTH)
        forge.close()
    assert found["2603.00001"].state == "ready"
    assert "another site" in found["2603.00002"].reason
    assert "moved more than 3 times" in found["2603.00003"].reason


def test_a_broken_transfer_leaves_no_half_file(tmp_path: Path):
    whole = archive()
    cut = Say(body=whole, cut_after=200)
    with Arxiv(PAPERS[:1], sources_of={"2603.00001v1": cut}) as arxiv:
        forge = Forge(tmp_path, arxiv)
        harvest(forge.workspace, MONTH, today=TODAY)
        assert fetch_sources(forge.workspace, MONTH).states == {"failed": 1}
        assert "2026-03/2603.00001v1" not in forge.files("sources")
        arxiv.sources_of = {"2603.00001v1": whole}
        fetch_sources(forge.workspace, MONTH)
        assert forge.files("sources") == {"2026-03/2603.00001v1": whole}
        forge.close()


@pytest.mark.long
def test_sources_too_go_on_after_a_kill_and_keep_apart(tmp_path: Path):
    papers = [Paper(f"2603.{n:05}", "Paper", versions=DAY) for n in range(1, 21)]
    command = [sys.executable, "-m", "porism", "forge", "sources", "--month", MONTH]
    with Arxiv(papers) as arxiv:
        forge = Forge(tmp_path, arxiv, spacing_s=0.1)
        harvest(forge.workspace, MONTH, today=TODAY)
        before = len(arxiv.seen)
        process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
        give_up = time.monotonic() + 120
        while len(arxiv.seen) < before + 6:
            assert time.monotonic() < give_up, "nothing is asked"
            time.sleep(0.003)
        process.kill()
        process.wait()
        kept = forge.papers.sources(MONTH)
        done = subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, check=True)
        assert json.loads(done.stdout)["states"] == {"ready": 20}
        asked = Counter(seen.path for seen in arxiv.seen[before:])
        assert set(asked) == {f"/src/{paper.id}v1" for paper in papers}
        assert all(asked[f"/src/{name}v1"] == 1 for name in kept)
        assert asked.total() <= 21
        assert min(arxiv.gaps_s) >= 0.09
        forge.close()


# Theorems


def test_theorems_of_a_month(month: Forge):
    fetch_sources(month.workspace, MONTH)
    found = read(month)
    assert (found.papers, found.read, found.read_now) == (7, 2, 3)
    assert (found.statements, found.own, found.proved, found.complete) == (6, 4, 2, 2)
    assert found.unread.pop("no theorem-like statements") == 1
    assert {reason.partition(":")[0] for reason in found.unread} == {"pdf", "failed", "unusable"}
    assert month.papers.kinds(MONTH)["statement"] == 6
    [theorem, known, other] = month.papers.reading("2603.00001").theorems
    assert theorem.statement == r"All squares of $\mathbb{R}$, see (1), are positive."
    assert [piece.name for piece in theorem.pieces] == ["(1)"]
    assert (known.quoted, known.weight) == ("the title gives credit", None)
    assert other.unresolved == ("nothing",)


def test_what_was_read_is_not_read_again(month: Forge):
    fetch_sources(month.workspace, MONTH)
    first = read(month)
    second = read(month)
    assert second.read_now == 0
    assert (second.own, second.unread) == (first.own, first.unread)
    assert read(month, again=True).read_now == 3


def test_rows_for_others_leave_out_what_must_not_be_passed_on(month: Forge):
    fetch_sources(month.workspace, MONTH)
    read(month)
    free = list(records(month.papers, MONTH))
    assert [row["id"] for row in free] == ["2603.00001v1"] * 2
    assert free[0]["theorem"]["label"] == "main"
    assert [row["id"] for row in records(month.papers, MONTH, best=1, kept_back=True)] == [
        "2603.00001v1",
        "2603.00007v2",
    ]


@pytest.mark.parametrize(
    ("licence", "free"),
    [
        ("http://creativecommons.org/licenses/by/4.0/", True),
        ("http://creativecommons.org/licenses/by-sa/4.0/", True),
        ("http://creativecommons.org/licenses/by-nc-sa/4.0/", True),
        ("http://creativecommons.org/publicdomain/zero/1.0/", True),
        ("http://creativecommons.org/licenses/by-nc-nd/4.0/", False),
        ("http://arxiv.org/licenses/nonexclusive-distrib/1.0/", False),
        ("http://evil.org/?http://creativecommons.org/licenses/by/4.0/", False),
        ("", False),
    ],
)
def test_licences(licence: str, free: bool):
    assert bool(why_kept_back(licence)) != free


@pytest.mark.parametrize(
    ("comments", "withdrawn"),
    [
        ("This paper has been withdrawn by the author", True),
        ("withdrawn", True),
        ("Retracted: an error in Lemma 2", True),
        ("Paper withdrawn due to an error", True),
        ("the submission is withdrawn", True),
        ("Replaces a withdrawn paper of 2019", False),
        ("12 pages", False),
        ("On how troops are being led", False),
        ("", False),
    ],
)
def test_signs_of_withdrawal(comments: str, withdrawn: bool):
    versions = (Version(number=1, submitted_at=DAY[0]),)
    paper = Preprint(id="2603.00001", title="T", comments=comments, versions=versions)
    assert bool(why_left_out(paper)) == withdrawn


# Commands


@pytest.fixture
def say(month: Forge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    """Run a command in the workspace and return its code and what it printed."""

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.chdir(month.root)
        monkeypatch.setattr("sys.argv", ["porism", "forge", *words])
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_the_commands_tell_the_story(say, month: Forge):
    code, said = say("sources", "--month", MONTH)
    assert code == 0
    assert "nothing but a PDF" in said
    assert say("sources")[1].startswith("2026-03: 7 of 7 papers")
    code, said = say("theorems", "--workers", "1", "--jsonl", "rows.jsonl")
    assert code == 0
    assert "no theorem-like statements" in said
    assert "rows.jsonl: 2 statements" in said
    rows = [json.loads(line) for line in (month.root / "rows.jsonl").read_text().splitlines()]
    assert rows[0]["paper_link"] == "http://arxiv.org/abs/2603.00001v1"
    code, said = say("show", "2603.00001v1")
    assert code == 0
    for part in ("Paper 1", FREE, "paper/main.tex", "left out  ../evil.tex", "Theorem 1.1"):
        assert part in said
    code, said = say("show", "2603.00007", "--json")
    assert json.loads(said)["reading"]["theorems"][0]["number"] == "1.1"
    assert say("show", "2603.00002")[1].count("nothing but a PDF") == 1


def test_what_is_not_known_is_told(say):
    code, said = say("show", "2603.99999")
    assert code == 2
    assert "no harvested paper is called '2603.99999'" in said
    assert say("theorems", "--month", "2026-03")[0] == 2


@pytest.mark.parametrize("command", ["sources", "theorems"])
def test_nothing_was_harvested_yet(command: str, tmp_path: Path, monkeypatch, capsys):
    make_workspace(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["porism", "forge", command])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "begin with: porism forge harvest" in capsys.readouterr().err
