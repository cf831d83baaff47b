"""A month is harvested completely, whatever the archive does, and can be replayed."""

import json
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from porism.cli import main
from porism.errors import ConfigurationError, HarvestError
from porism.forge.harvest.run import harvest
from tests.forge.conftest import Forge
from tests.loopback.arxiv import Arxiv, Fault, Paper, month_of_papers

MONTH, TODAY = "2026-03", date(2026, 4, 7)
THIS_MONTH = f"{datetime.now(UTC):%Y-%m}"
"""Commands ask until today, in some five windows at most where the month is this one."""
SPACING_S = 0.1


def of_the_month(month: str = MONTH) -> set[str]:
    head = f"{month[2:4]}{month[5:]}."
    return {paper.id for paper in month_of_papers(month) if paper.id.startswith(head)}


def run(forge: Forge, **options: object):
    return harvest(forge.workspace, MONTH, today=TODAY, **options)


def ids(forge: Forge, month: str = MONTH) -> set[str]:
    return {one.preprint.id for one in forge.papers.of_month(month)}


def test_a_month_is_harvested_whole(forge: Forge, arxiv: Arxiv):
    done = run(forge)
    assert done.complete
    assert ids(forge) == of_the_month()
    assert done.records == len(month_of_papers())
    assert done.papers + done.left_out.total() == done.records
    pages = forge.papers.pages("2026-03-math-1")
    assert len(pages) == len(arxiv.seen) == done.pages
    assert len({page.query for page in pages}) == len(pages)


def test_papers_are_those_of_the_first_version_and_others_are_told(forge: Forge):
    run(forge)
    passed = [one for page in forge.papers.pages("2026-03-math-1") for one in page.passed_over]
    assert {one.reason.partition(":")[0] for one in passed} == {
        "its first version is of another month"
    }
    assert len(passed) == len(month_of_papers()) - len(of_the_month())


def test_what_a_record_says_is_kept(tmp_path: Path):
    told = Paper(
        id="2603.00007",
        title="On  $p$-adic\n  things & more",
        abstract="  We prove.\n  And more.\n",
        authors="A. B. Sharp (1 and 2), C. Dee, Jr. and E. O'Fee ((1) Here, (2) There (far))",
        categories="math.NT math.AG",
        comments="12 pages",
        license="http://creativecommons.org/licenses/by/4.0/",
        versions=(datetime(2026, 3, 2, 9, 30, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)),
    )
    with Arxiv([told]) as arxiv:
        forge = Forge(tmp_path, arxiv)
        run(forge)
        paper = forge.papers.paper("2603.00007").preprint
        forge.close()
    assert paper.title == "On $p$-adic things & more"
    assert paper.abstract == "We prove.\n  And more."
    assert paper.authors == ("A. B. Sharp", "C. Dee, Jr.", "E. O'Fee")
    assert (paper.categories, paper.comments) == (("math.NT", "math.AG"), "12 pages")
    assert [v.submitted_at for v in paper.versions] == list(told.versions)
    assert (paper.name, paper.month) == ("2603.00007v2", "2026-03")


WAITS: tuple[Fault, ...] = ("503", "429", "500", "close", "cut")


@pytest.mark.parametrize("fault", WAITS)
def test_passing_failures_are_waited_out(fault: Fault, tmp_path: Path):
    waits = []
    with Arxiv(faults={2: fault, 3: fault, 5: fault}) as arxiv:
        forge = Forge(tmp_path, arxiv)
        done = run(forge, on_wait=lambda why, seconds: waits.append(seconds))
        assert ids(forge) == of_the_month()
        forge.close()
        assert done.complete
        assert not done.faults
        assert len(waits) == 3
        if fault in {"503", "429"}:
            assert waits == [0.2] * 3
            assert all(gap >= 0.2 for gap in (arxiv.gaps_s[1], arxiv.gaps_s[2], arxiv.gaps_s[4]))


def test_a_date_to_come_back_at_is_understood(tmp_path: Path):
    waits = []
    with Arxiv(faults={1: "503"}, retry_after="Wed, 21 Oct 2015 07:28:00 GMT") as arxiv:
        forge = Forge(tmp_path, arxiv)
        assert run(forge, on_wait=lambda why, seconds: waits.append(seconds)).complete
        forge.close()
    assert waits == [0]


USELESS: tuple[Fault, ...] = ("broken", "html", "entities")


@pytest.mark.parametrize("fault", USELESS)
def test_broken_answers_are_recorded_and_asked_again(fault: Fault, tmp_path: Path):
    with Arxiv(faults={2: fault, 3: fault}) as arxiv:
        forge = Forge(tmp_path, arxiv)
        done = run(forge)
        pages = forge.papers.pages("2026-03-math-1")
        kept = forge.files("harvests/2026-03-math-1")
        assert ids(forge) == of_the_month()
        forge.close()
    assert done.complete
    assert [bool(page.fault) for page in pages[:4]] == [False, True, True, False]
    assert pages[1].query == pages[2].query == pages[3].query
    assert all(f"{page.number:05}.xml" in kept for page in pages)


def test_an_expired_token_begins_its_window_anew_and_loses_nothing(tmp_path: Path):
    with Arxiv(page_size=5, faults={3: "expired", 9: "expired"}) as arxiv:
        forge = Forge(tmp_path, arxiv)
        done = run(forge)
        pages = forge.papers.pages("2026-03-math-1")
        assert ids(forge) == of_the_month()
        forge.close()
    assert done.complete
    assert done.faults == {"badResumptionToken: it has expired": 2}
    assert pages[3].query == pages[0].query


def test_a_window_that_stays_broken_is_left_and_gone_back_to(tmp_path: Path):
    with Arxiv(faults=dict.fromkeys(range(2, 8), "broken")) as arxiv:
        forge = Forge(tmp_path, arxiv)
        first = run(forge)
        assert not first.complete
        assert list(first.given_up) == [date(2026, 3, 1)]
        assert ids(forge) < of_the_month()
        again = run(forge)
        assert again.complete
        assert again.harvest == first.harvest
        assert ids(forge) == of_the_month()
        forge.close()


def test_a_list_that_goes_round_in_circles_is_left(tmp_path: Path):
    class Circles(Arxiv):
        def _list(self, asked: dict[str, str], fault: str | None) -> str:
            text = super()._list(asked, fault)
            return text.replace("|10<", "|5<")

    with Circles(page_size=5) as arxiv:
        forge = Forge(tmp_path, arxiv)
        done = run(forge)
        forge.close()
        assert any("circles" in why for why in done.given_up.values())
        assert len(arxiv.seen) < 60


def test_an_archive_that_does_not_answer_is_told_and_what_came_stays(tmp_path: Path):
    with Arxiv(faults=dict.fromkeys(range(3, 10), "503"), retry_after="0") as arxiv:
        forge = Forge(tmp_path, arxiv)
        with pytest.raises(HarvestError, match="go on later with the same command"):
            run(forge)
        assert len(forge.papers.pages("2026-03-math-1")) == 2
        assert len(arxiv.seen) == 9
        assert run(forge).complete
        forge.close()


def test_an_archive_that_asks_for_very_long_is_left(tmp_path: Path):
    with Arxiv(faults={1: "503"}, retry_after="86400") as arxiv:
        forge = Forge(tmp_path, arxiv)
        with pytest.raises(HarvestError, match="does not answer"):
            run(forge)
        forge.close()


def test_what_the_archive_does_not_know_is_told(forge: Forge):
    with pytest.raises(HarvestError, match="badArgument: no such set"):
        run(forge, part="phlogiston")


def test_a_month_that_is_still_to_come(forge: Forge):
    with pytest.raises(ConfigurationError, match="still to come"):
        harvest(forge.workspace, "2026-05", today=TODAY)


def test_a_month_is_asked_for_changes_when_it_is_asked_for_again(forge: Forge, arxiv: Arxiv):
    run(forge)
    asked = len(arxiv.seen)
    later = harvest(forge.workspace, MONTH, today=date(2026, 4, 20))
    assert later.complete
    assert later.harvest.start == date(2026, 4, 5)
    assert len(arxiv.seen) == asked + later.pages
    assert ids(forge) == of_the_month()


def test_filters_say_why(tmp_path: Path):
    day = (datetime(2026, 3, 2, tzinfo=UTC),)
    papers = [
        Paper("2603.00001", "Kept", versions=day, categories="math.NT cs.IT"),
        Paper("2603.00002", "Other", versions=day, categories="math-ph"),
        Paper("2603.00003", "Gone", versions=day, comments="This paper has been withdrawn."),
        Paper("2603.00004", "Empty", versions=day * 2, size="0kb"),
        Paper("2602.00005", "Old", versions=(datetime(2026, 2, 28, 23, tzinfo=UTC), *day)),
        Paper("../etc/passwd", "No paper", versions=day),
        Paper("2603.00006", "No history"),
    ]
    with Arxiv(papers) as arxiv:
        forge = Forge(tmp_path, arxiv)
        done = run(forge, categories=("math",))
        assert {f.preprint.id: f.left_out for f in forge.papers.of_month(MONTH)} == {
            "2603.00001": "",
            "2603.00002": "in none of the categories math",
            "2603.00003": "withdrawn",
            "2603.00004": "withdrawn",
        }
        passed = [p for page in forge.papers.pages(done.harvest.id) for p in page.passed_over]
        assert [(p.identifier.rpartition(":")[2], p.reason[:21]) for p in passed] == [
            ("2602.00005", "its first version is "),
            ("../etc/passwd", "id: String should mat"),
            ("2603.00006", "the first version is "),
        ]
        forge.close()
    assert done.papers == 1


def test_requests_are_apart_whatever_goes_wrong(tmp_path: Path):
    faults: dict[int, Fault] = {2: "close", 3: "broken", 5: "cut", 6: "expired"}
    with Arxiv(faults=faults) as arxiv:
        forge = Forge(tmp_path, arxiv, spacing_s=SPACING_S)
        assert run(forge).complete
        forge.close()
        assert len(arxiv.gaps_s) > 10
        assert min(arxiv.gaps_s) >= SPACING_S


# A recorded month


def test_a_recorded_month_is_replayed_to_the_byte(tmp_path: Path):
    faults: dict[int, Fault] = {2: "broken", 4: "expired", 6: "503"}
    with Arxiv(faults=faults) as arxiv:
        live = Forge(tmp_path / "live", arxiv)
        first = run(live)
        asked = len(arxiv.seen)
        recorded = live.workspace.papers / "harvests" / first.harvest.id
        again = Forge(tmp_path / "again", arxiv)
        second = run(again, replay=recorded)
        assert len(arxiv.seen) == asked, "a replay asks nobody"
    assert second.complete
    assert (second.papers, second.records, second.faults) == (
        first.papers, first.records, first.faults,
    )  # fmt: skip
    assert again.files("harvests") == live.files("harvests")
    assert again.papers.of_month(MONTH) == live.papers.of_month(MONTH)
    assert again.papers.pages(first.harvest.id) == live.papers.pages(first.harvest.id)
    live.close()
    again.close()


def test_a_recording_that_was_changed_is_refused(forge: Forge, tmp_path: Path):
    done = run(forge)
    folder = forge.workspace.papers / "harvests" / done.harvest.id
    page = folder / "00002.xml"
    page.write_bytes(page.read_bytes().replace(b"math", b"meth"))
    with Arxiv([]) as nobody:
        other = Forge(tmp_path / "other", nobody)
        with pytest.raises(HarvestError, match=r"00002.xml is not what was recorded"):
            run(other, replay=folder)
        with pytest.raises(HarvestError, match="is a harvest of 2026-03, not 2026-02"):
            harvest(other.workspace, "2026-02", today=TODAY, replay=folder)
        with pytest.raises(HarvestError, match="is no recorded harvest"):
            run(other, replay=tmp_path)
        (folder / "00002.json").unlink()
        with pytest.raises(HarvestError, match="the recording ends before"):
            run(other, replay=folder)
        other.close()


def test_a_recording_does_not_mix_with_a_harvest_of_the_same_name(forge: Forge, tmp_path: Path):
    done = run(forge)
    folder = forge.workspace.papers / "harvests" / done.harvest.id
    with Arxiv() as another:
        other = Forge(tmp_path / "other", another)
        run(other)
        with pytest.raises(HarvestError, match="another harvest is called 2026-03-math-1 here"):
            run(other, replay=folder)
        other.close()


# Killed


@pytest.mark.long
def test_killed_at_any_moment_it_goes_on_and_loses_nothing(tmp_path: Path):
    command = [sys.executable, "-m", "porism", "forge", "harvest", "--month", THIS_MONTH]
    with Arxiv(month_of_papers(THIS_MONTH), page_size=6) as arxiv:
        forge = Forge(tmp_path, arxiv, spacing_s=SPACING_S)
        kept: list = []
        for kills in range(1, 4):
            process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
            give_up = time.monotonic() + 120
            while len(arxiv.seen) < 4 * kills:
                assert time.monotonic() < give_up, "nothing is asked"
                time.sleep(0.003)
            time.sleep(0.002 * kills)
            process.kill()
            process.wait()
            [planned] = forge.papers.harvests()
            pages = forge.papers.pages(planned.id)
            assert pages[: len(kept)] == kept, "a page that was kept is gone"
            kept = pages
        done = subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, check=True)
        assert json.loads(done.stdout)["complete"] is True
        assert ids(forge, THIS_MONTH) == of_the_month(THIS_MONTH)
        assert min(arxiv.gaps_s) >= SPACING_S * 0.9
        asked = [seen.path for seen in arxiv.seen]
        assert len(asked) - len(set(asked)) <= 3, "a page that was kept is asked for again"
        pages = forge.papers.pages(planned.id)
        assert len({page.query for page in pages}) == len(pages)
        forge.close()


# The command


def command(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> int:
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["porism", "forge", "harvest", *words])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_the_command_tells_what_came(forge: Forge, monkeypatch, capsys):
    assert command(monkeypatch, forge.root, "--month", MONTH) == 0
    said = capsys.readouterr().out
    assert "2026-03-math-1:" in said
    assert "its first version is of another month" in said


@pytest.mark.parametrize("month", ["2026-13", "March", "2026-3"])
def test_what_is_no_month_is_told(month: str, forge: Forge, monkeypatch, capsys):
    assert command(monkeypatch, forge.root, "--month", month) == 2
    assert "is no month" in capsys.readouterr().err
