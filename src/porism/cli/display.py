"""A run as a person sees it: a bar a model where there is a terminal, plain lines elsewhere."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from porism.cli.console import usd
from porism.cli.printable import printable
from porism.look.figures import count, percent

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from porism.runner import LaneProgress, Progress

REFRESHES_PER_S = 4
PLAIN_EVERY_S = 10.0
SHOWN_NOTES = 5


class Display:
    """Shows a run while it goes on; reads its figures and never touches them.

    Args:
        progress: the run.
        console: where to.
        every_s: how often a line is printed where there is no terminal, in seconds.
    """

    def __init__(
        self, progress: Progress, console: Console, every_s: float = PLAIN_EVERY_S
    ) -> None:
        self._progress, self._console, self._every_s = progress, console, every_s
        self._live = (
            Live(
                console=console,
                refresh_per_second=REFRESHES_PER_S,
                get_renderable=self.render,
            )
            if console.is_terminal
            else None
        )
        self._told = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._print_lines, daemon=True)

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        else:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live:
            self._live.stop()
        else:
            self._over.set()
            self._thread.join()
            self._print_state()

    def _print_lines(self) -> None:
        while not self._over.wait(self._every_s):
            self._print_state()

    def _print_state(self) -> None:
        self._tell_notes()
        for lane in self._progress.lanes:
            self._console.print(self.line(lane), soft_wrap=True)

    def _tell_notes(self) -> None:
        new = self._progress.noted - self._told
        for note in list(self._progress.notes)[-new:] if new else ():
            self._console.print(Text(note, style="yellow"))
        self._told += new

    def line(self, lane: LaneProgress) -> Text:
        """Return a model's state as one line."""
        return Text("  ".join(filter(None, (lane.model, lane.benchmark, *self._figures(lane)))))

    def render(self) -> RenderableType:
        """Return all models' states as a table with bars."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(8):
            grid.add_column(no_wrap=True)
        grid.add_column()
        for lane in self._progress.lanes:
            done = lane.finished + lane.asked
            bar = ProgressBar(total=max(1, lane.cells - lane.taken), completed=done, width=16)
            style = "red" if lane.stopped or lane.unstable else ""
            figures = (Text(figure, style="dim") for figure in self._figures(lane))
            grid.add_row(Text(lane.model, style=style), Text(lane.benchmark), bar, *figures)
        notes = [Text(note, style="yellow") for note in list(self._progress.notes)[-SHOWN_NOTES:]]
        return Group(grid, *notes)

    def _figures(self, lane: LaneProgress) -> tuple[str, ...]:
        elapsed_s = max(self._progress.elapsed_s, 1e-9)
        done = f"{count(lane.finished + lane.asked)}/{count(lane.cells)}"
        if not lane.left and not lane.asked:
            return (done, "nothing is owed")
        return (
            done,
            accuracy(lane),
            f"{count(lane.output_tokens / elapsed_s)} tok/s",
            cost(lane),
            out(lane) or eta(lane, elapsed_s),
            trouble(lane),
        )


def accuracy(lane: LaneProgress) -> str:
    """Write the running score with its interval."""
    found = lane.accuracy
    if found is None:
        return "– %"
    score, low, high = (percent(float(x)) for x in (found.estimate, found.low, found.high))
    return f"{score} % ({low}–{high})"


def cost(lane: LaneProgress) -> str:
    """Write what was spent so far; a question mark where a price is not known."""
    if lane.cost_known:
        return usd(lane.cost_usd)
    return f"{usd(lane.cost_usd)} + ?" if lane.cost_usd else ""


def out(lane: LaneProgress) -> str:
    """Write how far batches are at the provider; empty if none is under way."""
    states = [printable(state) for state in lane.batches.values() if state]
    if not states:
        return ""
    return f"batch {states[0]}" if len(states) == 1 else f"{len(states)} batches, {states[0]} ..."


def trouble(lane: LaneProgress) -> str:
    """Write what did not go as it should."""
    said = [f"{lane.retries:,} retries"] if lane.retries else []
    said += [f"{lane.waiting:,} waiting"] if lane.waiting else []
    said += [printable(lane.trouble)[:60]] if lane.trouble else []
    said += [f"{n} {outcome}" for outcome, n in lane.outcomes.items() if outcome != "graded" and n]
    return ", ".join(said)


def eta(lane: LaneProgress, elapsed_s: float) -> str:
    """Write how long the rest will take at the pace so far."""
    if lane.stopped:
        return "stopped"
    if not lane.left:
        return "done"
    if not lane.asked:
        return ""
    seconds = round(lane.left * elapsed_s / lane.asked)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes:02} min left"
    return f"{minutes} min {seconds:02} s left" if minutes else f"{seconds} s left"
