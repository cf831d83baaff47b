"""``porism attempts`` and ``porism show``."""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from porism.core import Attempt, Benchmark, InnerCall, Message, Transcript, Verdict
    from porism.store import Line

Outcome = Literal["graded", "failed", "truncated", "refused", "empty", "unparsed", "ungraded"]
Reveal = Annotated[
    bool, typer.Option("--reveal", help="Also what could give away a withheld answer.")
]


def attempts(  # noqa: PLR0917
    benchmark: Annotated[
        str | None, typer.Option("-b", "--benchmark", metavar="ID", help="Only this benchmark.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("-m", "--model", metavar="ID", help="Only this model.")
    ] = None,
    problem: Annotated[
        str | None, typer.Option("-p", "--problem", metavar="ID", help="Only this problem.")
    ] = None,
    outcome: Annotated[Outcome | None, typer.Option(help="Only this outcome.")] = None,
    flag: Annotated[str | None, typer.Option(help="Only with this flag, e.g. near-miss.")] = None,
    run: Annotated[str | None, typer.Option(help="Only this run.")] = None,
    superseded: Annotated[
        bool, typer.Option("--superseded", help="Also those asked again since.")
    ] = False,
    limit: Annotated[
        int, typer.Option(help="At most so many; 0 for all.", min=0, metavar="N")
    ] = 50,
    reveal: Reveal = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """List attempts with their standing verdicts.

    Answers on benchmarks with withheld references are shown with --reveal only.

    porism attempts -b porism-sample --outcome unparsed

    porism attempts -m fake-weak --json --limit 0 > attempts.jsonl
    """
    from pydantic import ValidationError

    from porism.cli.console import out, print_json_lines
    from porism.errors import ConfigurationError
    from porism.store import Filter
    from porism.workspace import find_workspace

    try:
        only = Filter.model_validate(
            {
                "benchmark": benchmark,
                "model": model,
                "problem": problem,
                "outcome": outcome,
                "flag": flag,
                "run": run,
                "superseded": superseded,
                "limit": limit or None,
            }
        )
    except ValidationError as error:
        raise ConfigurationError(f"--flag {flag}: {error.errors()[0]['msg']}") from None
    store = find_workspace().store
    lines = store.attempts(only)
    if not reveal:
        lines = discreet(lines, store.benchmarks())
    if as_json:
        print_json_lines(lines)
        return
    shown = list(lines)
    if not shown:
        out().print("No attempt is like that.")
        return
    listed(shown)
    if limit and len(shown) == limit:
        out().print(f"{len(shown)} of {store.count(only):,}; more with --limit")


def discreet(lines: Iterable[Line], benchmarks: Mapping[str, Benchmark]) -> Iterator[Line]:
    """Yield attempts without what gives away a withheld reference."""
    withheld = {name for name, benchmark in benchmarks.items() if benchmark.withheld}
    for line in lines:
        yield line._replace(extracted=None) if line.benchmark in withheld else line


def listed(lines: Iterable[Line]) -> None:
    """Print a table."""
    from rich.text import Text

    from porism.cli.console import out, table
    from porism.cli.printable import printable

    made = table(
        "attempt", "benchmark", "problem", "model", "no.", "verdict", "answer", "flags",
        right=("no.",), wrap=("benchmark", "problem", "model", "answer", "flags"),
    )  # fmt: skip
    for x in lines:
        made.add_row(
            x.id[:8],
            x.benchmark,
            x.problem,
            x.model,
            str(x.number),
            x.outcome if x.score is None else f"{x.score:g}",
            Text(printable((x.extracted or x.error)[:30])),
            " ".join(x.flags),
        )
    out().print(made)


def show(
    attempt: Annotated[str, typer.Argument(help="Its id, or the beginning of it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    inner: Annotated[
        bool, typer.Option("--inner", help="Also what was said on the way to the answer.")
    ] = False,
    wire: Annotated[bool, typer.Option("--wire", help="Also the requests and responses.")] = False,
    reveal: Reveal = False,
) -> None:
    """Show one attempt: what was said, what it is worth.

    What was said on benchmarks with withheld references is shown with --reveal only.

    porism show 3f9a

    porism show 3f9a --inner

    porism show 3f9a --wire
    """
    from porism.cli.console import out, print_json
    from porism.workspace import find_workspace

    store = find_workspace().store
    found = store.attempt(attempt)
    transcript, verdicts = store.transcript(found.id), store.verdicts(found.id)
    benchmark = store.benchmarks().get(found.benchmark)
    withheld = benchmark is not None and benchmark.withheld and not reveal
    if withheld:
        transcript, verdicts = None, tuple(verdict.discreet for verdict in verdicts)
    if as_json:
        print_json({"attempt": found, "transcript": transcript, "verdicts": verdicts})
        return
    show_facts(found)
    if withheld:
        out().print("What was said is withheld, as it could give away the answer; see --reveal.")
    if transcript:
        show_messages(transcript.messages)
        show_inner(transcript.inner, words=inner)
        if wire:
            show_wire(transcript)
    if verdicts:
        show_verdicts(verdicts)


def show_facts(attempt: Attempt) -> None:
    """Print what is known of an attempt."""
    from rich.text import Text

    from porism.cli.console import out, usd
    from porism.look.figures import count, plural

    a = attempt
    head = f"{a.benchmark} / {a.problem} / {a.model} / attempt {a.number}"
    facts = [
        f"{a.id} in run {a.run}",
        f"{a.ending}{f' ({a.finish_reason})' if a.finish_reason else ''}, {a.origin}",
        f"{count(a.usage.input)} tokens in, {count(a.usage.output)} out"
        + (f" ({count(a.usage.reasoning)} reasoning)" if a.usage.reasoning else ""),
        f"cost {usd(a.cost_usd)}, {a.duration_s:.1f} s",
        f"{plural(a.requests, 'request')}, {plural(a.retries, 'retry')}",
    ]
    if a.served_model:
        facts.append(f"served by {a.served_model} {a.fingerprint}".rstrip())
    if a.error:
        facts.append(f"error: {a.error}")
    out().print(Text(head, style="bold"), *(Text(fact) for fact in facts), sep="\n")


def show_messages(messages: Iterable[Message]) -> None:
    """Print a conversation."""
    from rich.rule import Rule
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable

    for message in messages:
        out().print(Rule(message.role, align="left", style="dim"))
        if message.thinking:
            out().print(Text(printable(message.thinking), style="dim italic"))
        pictures = sum(part.type == "picture" for part in message.parts)
        if pictures:
            out().print(Text(f"[{pictures} picture{'s' if pictures > 1 else ''}]", style="dim"))
        if message.text or not tools_in(message):
            out().print(Text(printable(message.text)))
        for line in tools_in(message):
            out().print(Text(printable(line), style="cyan"))


def tools_in(message: Message) -> list[str]:
    """Write the calls and results of a turn, with the time that they took."""
    lines = []
    for part in message.parts:
        if part.type == "tool_call":
            lines.append(f"calls {part.name} with{laid_out(part.arguments)}")
        elif part.type == "tool_result":
            took = "" if part.native else f" after {part.duration_s:.2f} s"
            cost = f" ({part.cpu_s:.2f} s of CPU)" if part.cpu_s else ""
            lines.append(f"{part.name} answers{took}{cost}:{laid_out(part.text)}")
    return lines


def laid_out(text: str) -> str:
    """Write what is in a JSON object line by line, each under its name; other texts as they are."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or "\n" not in "".join(map(str, fields.values())):
        return f" {text}"
    return "".join(indent(f"\n{name}: {value}".rstrip(), "  ") for name, value in fields.items())


def show_inner(calls: Sequence[InnerCall], *, words: bool) -> None:
    """Print the requests of an attempt that took several, and what was said in them."""
    from rich.rule import Rule
    from rich.text import Text

    from porism.cli.console import out, usd
    from porism.look.figures import count

    if calls:
        out().print(Rule(f"{len(calls)} requests", align="left", style="dim"))
    for number, call in enumerate(calls, start=1):
        asked = f" {call.model}" if call.model else ""
        line = (
            f"{number}.{asked} {call.finish}: {count(call.usage.input)} tokens in, "
            f"{count(call.usage.output)} out, {usd(call.cost_usd)}, {call.duration_s:.1f} s"
        )
        out().print(Text(line, style="bold" if words else ""))
        if words:
            show_messages((call.asked, call.said))


def show_wire(transcript: Transcript) -> None:
    """Print requests, responses and retries as they went over the wire."""
    from rich.rule import Rule
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable

    for retry in transcript.retries:
        out().print(Text(f"retry: {retry.status or ''} {retry.message} ({retry.waited_s:.1f} s)"))
    for exchange in transcript.exchanges:
        out().print(Rule(f"{exchange.url} {exchange.status}", align="left", style="dim"))
        for body in (exchange.request, exchange.response):
            out().print(Text(printable(body.decode(errors="replace"))), soft_wrap=True)


def show_verdicts(verdicts: Iterable[Verdict]) -> None:
    """Print all verdicts, the standing one first."""
    from rich.rule import Rule
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable

    out().print(Rule("verdicts", align="left", style="dim"))
    for number, v in enumerate(verdicts):
        score = v.outcome if v.score is None else f"{v.score:g}"
        said = f"{score}  {v.grader} v{v.version} ({v.authority}): {v.reason}"
        if v.extracted is not None:
            said += f"  [{v.extracted}]"
        if v.flags:
            said += f"  flags: {', '.join(v.flags)}"
        out().print(Text(printable(said), style="bold" if number == 0 else "dim"))
