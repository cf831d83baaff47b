"""``porism desk``."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.person import person

if TYPE_CHECKING:
    from porism.store.people import Invited

app = typer.Typer()
UNITS = {"m": "minutes", "h": "hours", "d": "days"}
Name = Annotated[str, typer.Argument(parser=person, help="As decisions will be signed.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def lasting(text: str) -> timedelta:
    """Read how long something lasts: ``90m``, ``12h``, ``7d``."""
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and unit in UNITS and 0 < int(number) < 10_000):
        raise typer.BadParameter(f"expected a time such as 90m, 12h or 7d, found {text!r}")
    return timedelta(**{UNITS[unit]: int(number)})


@app.callback(invoke_without_command=True)
def desk(  # noqa: PLR0917 - options
    context: typer.Context,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8001,
    host: Annotated[
        str, typer.Option(help="Listen on another address than this machine's own.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None, typer.Option(help="What else browsers call the desk; repeat for several.")
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Behind a server that speaks HTTPS to browsers.")
    ] = False,
    blind: Annotated[
        bool | None, typer.Option("--blind/--named", help="Keep models' names from people, or not.")
    ] = None,
    reviews: Annotated[
        int | None,
        typer.Option(min=1, max=2, help="How many people judge an attempt independently."),
    ] = None,
    apart: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            help="Share of the points by which two may differ before a third settles it.",
        ),
    ] = None,
) -> None:
    """Let people decide in a web browser; everybody needs an invitation, also you yourself.

        porism desk invite "Emmy Noether" && porism desk

        porism desk --blind --reviews 2

        porism desk --host 0.0.0.0 --name desk.example.org --https

    How people judge is what `[desk]` in porism.toml says (blind, reviews, apart) where no option
    says it; without either names are shown and one person judges.

    Ctrl-C closes it. It can be killed at any time: what was answered with "saved" is on disk.
    """
    if context.invoked_subcommand is not None:
        return
    from porism.cli.console import err, out
    from porism.desk.needs import need_web

    need_web()
    from porism.desk.serve import bracketed, is_own, listener, names_of, server_of
    from porism.desk.settings import Settings
    from porism.store.decisions import Policy
    from porism.workspace import find_workspace

    workspace = find_workspace()
    socket = listener(host, port)
    port = socket.getsockname()[1]
    names = names_of(host, port, name or ())
    given = {"blind": blind, "reviews": reviews, "apart": apart}
    said = {name: value for name, value in given.items() if value is not None}
    how = workspace.config.desk.model_copy(update=said)
    policy = Policy(how.reviews, how.apart)
    settings = Settings(names, https, how.blind, policy, workspace.claims)
    server = server_of(workspace.store, settings)
    if not is_own(host):
        err().print(
            f"Everybody who reaches {host}:{port} reaches the sign-in page. Without HTTPS before "
            "it, others on the way can read and change what is sent."
        )
    out().print(f"http://{bracketed(host)}:{port}/ (Ctrl-C closes it)", soft_wrap=True)
    sys.stdout.flush()
    try:
        server.run(sockets=[socket])
    except KeyboardInterrupt:
        out().print("Closed.")
    finally:
        workspace.close()


@app.command()
def invite(  # noqa: PLR0917 - options
    name: Name,
    queues: Annotated[
        str, typer.Option(help="The only queues to see, as in flagged,proofs; all without it.")
    ] = "",
    senior: Annotated[
        bool,
        typer.Option("--senior", help="May settle disagreements and take others' decisions back."),
    ] = False,
    expires: Annotated[str, typer.Option(help="Until when it can be used: 90m, 12h, 7d.")] = "7d",
    at: Annotated[
        str, typer.Option(help="Where the desk is, for the link.")
    ] = "http://127.0.0.1:8001",
    as_json: Json = False,
) -> None:
    """Make an invitation; its link works once and is shown only now.

        porism desk invite "Emmy Noether"

        porism desk invite student --queues proofs --expires 12h

    A new invitation of the same person replaces what they may see.
    """
    from porism.cli.console import out, print_json
    from porism.core import Reviewer
    from porism.desk.names import QUEUES
    from porism.errors import UnknownName
    from porism.store.people import People
    from porism.workspace import find_workspace

    wanted = tuple(part.strip() for part in queues.split(",") if part.strip())
    for queue in wanted:
        if queue not in QUEUES:
            raise UnknownName("queue", queue, QUEUES)
    store = find_workspace().store
    reviewer = Reviewer(name=name, queues=wanted, senior=senior)
    token = People(store).invite(reviewer, lasting(expires))
    link = f"{at.rstrip('/')}/sign-in#{token}"
    if as_json:
        print_json({"name": name, "link": link, "expires": expires})
        return
    out().print(f"For {name}, once, within {expires}:", markup=False)
    out().print(link, soft_wrap=True)


@app.command()
def revoke(name: Name) -> None:
    """End a person's sessions and invitations at once; what they decided stays.

    porism desk revoke "Emmy Noether"
    """
    from porism.cli.console import out
    from porism.store.people import People
    from porism.workspace import find_workspace

    People(find_workspace().store).revoke(name)
    out().print(f"{name} can no longer sign in.", markup=False)


@app.command()
def people(as_json: Json = False) -> None:
    """List who was invited.

    porism desk people
    """
    from porism.cli.console import out, print_json, table
    from porism.store import utc_now
    from porism.store.people import People
    from porism.workspace import find_workspace

    found = People(find_workspace().store).all()
    if as_json:
        print_json(found)
        return
    shown = table("name", "queues", "role", "state", wrap=("name", "queues"))
    for invited in found:
        one = invited.reviewer
        role = "senior" if one.senior else ""
        shown.add_row(one.name, ", ".join(one.queues) or "all", role, state(invited, utc_now()))
    out().print(shown)


def state(person: Invited, now: datetime) -> str:
    """Say in a few words how far a person is."""
    if person.revoked_at is not None:
        return f"revoked {person.revoked_at:%Y-%m-%d}"
    if person.signed_in_at is not None:
        return f"signed in {person.signed_in_at:%Y-%m-%d}"
    return "invitation expired" if person.expires_at <= now else "invited"


@app.command()
def export(
    file: Annotated[Path, typer.Argument(help="A .csv or .json file to write.")],
) -> None:
    """Write every decision to a file, which `porism desk import` reads again.

    porism desk export decisions.csv
    """
    from porism.cli.console import out
    from porism.desk.exchange import write_decisions
    from porism.look.figures import plural
    from porism.workspace import find_workspace

    written = write_decisions(find_workspace().store, file)
    out().print(f"{plural(written, 'decision')} written to {file}.", soft_wrap=True, markup=False)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A .csv or .json file of decisions.")],
) -> None:
    """Read decisions that were made elsewhere: all of them, or none if one is wrong.

        porism desk import decisions.csv

    Those that are here already are left alone, so that it can be done again.
    """
    from porism.cli.console import out
    from porism.desk.exchange import read_decisions
    from porism.look.figures import plural
    from porism.store.decisions import Decisions
    from porism.workspace import find_workspace

    made = read_decisions(file)
    new = Decisions(find_workspace().store).take_in(made)
    out().print(f"{plural(new, 'decision')} new, {len(made) - new:,} known.")
