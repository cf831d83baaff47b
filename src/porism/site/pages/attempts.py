"""The page of a model's attempts at a problem, and the file with all that is known of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from markupsafe import Markup

from porism.core import Image, Transcript
from porism.errors import StoreError
from porism.look.figures import count, dollars, moment, seconds
from porism.look.opinions import Bench, benches
from porism.look.references import Choice
from porism.look.shown import answer, prose
from porism.look.transcript import Call, Turn, calls, turns
from porism.look.verdicts import Said, flags, mark_of, said, words_of
from porism.report.snapshot import read_transcript
from porism.site import address
from porism.site.page import Link, Page
from porism.site.problems import Asked


@dataclass(frozen=True, slots=True)
class Setting:
    """What all attempts of a model on a benchmark have in common."""

    benchmark: str
    benchmark_name: str
    variant: str
    model: str
    model_name: str
    withheld: bool
    sample: bool

    @property
    def title(self) -> str:
        """The benchmark with its variant."""
        return self.benchmark_name + (f" ({self.variant})" if self.variant else "")


@dataclass(frozen=True, slots=True)
class Shown:
    """One attempt."""

    id: str
    number: int
    mark: str
    words: str
    answer: Markup
    choices: tuple[Choice, ...]
    effort: str
    """What it took, in a few words."""
    facts: tuple[tuple[str, str], ...]
    flags: tuple[str, ...]
    error: str
    verdicts: tuple[Said, ...]
    benches: tuple[Bench, ...]
    turns: tuple[Turn, ...]
    calls: tuple[Call, ...]
    """The requests on the way to the answer, where it took several."""
    missing: str
    """Why there is no transcript."""
    stands: bool


@dataclass(frozen=True, slots=True)
class AttemptsView:
    """All attempts of one model at one problem."""

    setting: Setting
    problem: str
    problem_link: str
    statement: Markup
    pictures: tuple[str, ...]
    reference: Markup | None
    attempts: tuple[Shown, ...]
    file: str
    before: Link | None
    after: Link | None


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a snapshot holds of the attempts at one problem.

    Attributes:
        rows: of the tables of attempts and details, joined.
        verdicts: rows of the table of verdicts, by attempt.
        opinions: rows of the table of opinions, by attempt.
        rewritings: rows of the table of rewritings, by attempt.
        transcripts: as JSON, by attempt.
    """

    rows: Sequence[Mapping[str, Any]]
    verdicts: Mapping[str, Sequence[Mapping[str, Any]]]
    opinions: Mapping[str, Sequence[Mapping[str, Any]]]
    rewritings: Mapping[str, Sequence[Mapping[str, Any]]]
    transcripts: Mapping[str, bytes]


def attempts_page(
    setting: Setting,
    asked: Asked,
    pictures: Mapping[str, Image],
    recorded: Recorded,
    neighbours: tuple[str, str],
) -> Page:
    """Return the page."""
    path = address.attempts_page(setting.benchmark, setting.variant, asked.id, setting.model)
    short = asked.answer()
    view = AttemptsView(
        setting=setting,
        problem=asked.id,
        problem_link=address.problem_page(setting.benchmark, asked.id),
        statement=prose(asked.statement),
        pictures=tuple(address.picture(n, i.media_type) for n, i in pictures.items()),
        reference=answer(short) if short and not asked.choices() else None,
        attempts=tuple(shown(row, asked, pictures, recorded, setting) for row in recorded.rows),
        file=address.attempts_file(path),
        before=beside(setting, neighbours[0]),
        after=beside(setting, neighbours[1]),
    )
    return Page(
        path,
        "attempts.html",
        f"{setting.model_name} on problem {asked.id}",
        view,
        (
            Link(setting.title, address.benchmark_page(setting.benchmark, setting.variant)),
            Link(f"Problem {asked.id}", view.problem_link),
        ),
        sample=setting.sample,
    )


def beside(setting: Setting, problem: str) -> Link | None:
    """Return the way to the same model's attempts at another problem."""
    if not problem:
        return None
    path = address.attempts_page(setting.benchmark, setting.variant, problem, setting.model)
    return Link(problem, path)


def shown(
    row: Mapping[str, Any],
    asked: Asked,
    pictures: Mapping[str, Image],
    recorded: Recorded,
    setting: Setting,
) -> Shown:
    """Return one attempt."""
    mark = mark_of(row["outcome"], row["verdict_score"])
    judged = (rows.get(row["attempt"], ()) for rows in (recorded.opinions, recorded.rewritings))
    transcript, missing = transcript_of(row["attempt"], pictures, recorded, setting)
    addresses = {name: address.picture(name, i.media_type) for name, i in pictures.items()}
    return Shown(
        id=row["attempt"],
        number=row["number"],
        mark=mark,
        words=words_of(mark, row["verdict_score"]),
        answer=answer(row["extracted"] or ""),
        choices=asked.choices(row["choices"] or ""),
        effort=effort(row),
        facts=tuple(facts(row)),
        flags=flags(row["flags"]),
        error=row.get("error") or "",
        verdicts=said(recorded.verdicts.get(row["attempt"], ()), row),
        benches=benches(*judged),
        turns=turns(transcript, addresses) if transcript else (),
        calls=calls(transcript) if transcript else (),
        missing=missing,
        stands=row["stands"],
    )


def transcript_of(
    attempt: str, pictures: Mapping[str, Image], recorded: Recorded, setting: Setting
) -> tuple[Transcript | None, str]:
    """Return what was said, or why it cannot be shown."""
    if setting.withheld:
        return None, "The transcript is withheld, as it could give away the answer."
    text = recorded.transcripts.get(attempt)
    if text is None:
        return None, "No transcript is kept: only the result of this attempt is known."
    try:
        return read_transcript(text, pictures), ""
    except StoreError as error:
        return None, f"The transcript cannot be shown: {error}."


def effort(row: Mapping[str, Any]) -> str:
    """Say what an attempt took, as far as it is known."""
    known = (
        f"{count(row['output_tokens'])} tokens" if row["output_tokens"] is not None else "",
        dollars(row["cost_usd"]) if row["cost_usd"] is not None else "",
        seconds(row["duration_s"]) if row["duration_s"] else "",
    )
    return ", ".join(filter(None, known))


def facts(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is known of how an attempt went."""
    known: dict[str, object] = {
        "Origin": row["origin"],
        "Started": moment(row["started_at"]),
        "Took": seconds(row["duration_s"]) if row["duration_s"] else None,
        "Input tokens": tokens(row["input_tokens"], row.get("cached_input_tokens"), "from a cache"),
        "Output tokens": tokens(row["output_tokens"], row["reasoning_tokens"], "of reasoning"),
        "Cost": None if row["cost_usd"] is None else dollars(row["cost_usd"]),
        "Requests": row["requests"] if row["requests"] != 1 else None,
        "Retries": row["retries"] or None,
        "Stopped because of": row.get("finish_reason"),
        "Served by": row.get("served_model"),
        "Fingerprint": row.get("fingerprint"),
        "Revision of the text": row["revision"] if row["revision"] > 1 else None,
        "Run": row["run"],
        "Attempt": row["attempt"],
    }
    yield from ((name, str(value)) for name, value in known.items() if value not in {None, ""})


def tokens(number: int | None, part: int | None, what: str) -> str | None:
    """Write a number of tokens and how many of them are of a kind."""
    if number is None:
        return None
    return f"{count(number)} ({count(part)} {what})" if part else count(number)


def attempts_json(recorded: Recorded) -> bytes:
    """Write all that is known of the attempts, transcripts as the store keeps them."""
    parts = []
    for row in recorded.rows:
        facts = {
            "attempt": row,
            "verdicts": recorded.verdicts.get(row["attempt"], ()),
            "opinions": recorded.opinions.get(row["attempt"], ()),
            "rewritings": recorded.rewritings.get(row["attempt"], ()),
        }
        text = orjson.dumps(facts, default=str)
        told = recorded.transcripts.get(row["attempt"]) or b"null"
        parts.append(text[:-1] + b',"transcript":' + told + b"}")
    return b"[" + b",\n".join(parts) + b"]\n"
