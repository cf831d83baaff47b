"""The pictures of a terminal: ``python -m docs.pictures`` takes them anew."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

IMAGES = Path(__file__).parent / "images"
WIDTH = 132
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace(
    "Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace"
)
"""Rich's picture, without fonts that are loaded from elsewhere."""
PICTURES = {"demo": ("demo", "demo")}
"""For each picture the arguments of ``porism``, run in an empty folder."""
END = "\x1b[1mWhat to try next"
"""Where a picture ends: what follows speaks of this machine."""
_CONTROL = re.compile(r"(\x1b\[\d*A|\x1b\[2K|\x1b\[\?\d+[hl]|\r|\n)")


def screen(printed: str) -> str:
    """Return what stands on a screen after all of it was printed, colours kept.

    Knows as much of terminals as Rich's live displays use: up, clear the line, new line.
    """
    lines, row = [""], 0
    for piece in _CONTROL.split(printed):
        if piece == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif piece.endswith("A") and piece.startswith("\x1b["):
            row -= int(piece[2:-1] or 1)
        elif piece == "\x1b[2K":
            lines[row] = ""
        elif not _CONTROL.fullmatch(piece):
            lines[row] += piece
    return "\n".join(line.rstrip() for line in lines).rstrip()


def take(arguments: tuple[str, ...]) -> str:
    """Run a command in a terminal's colours; return the picture of it."""
    terminal = {
        "TERM": "xterm-256color", "COLORTERM": "truecolor", "FORCE_COLOR": "1",
        "COLUMNS": str(WIDTH), "LINES": "60",
    }  # fmt: skip
    command = [str(Path(sys.executable).with_name("porism")), *arguments]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603 - our own command
            command, cwd=folder, env={**os.environ, **terminal}, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
    shown, _, _ = screen(done.stdout.decode()).partition(END)
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text.from_ansi(f"$ porism {arguments[0]}\n{shown.rstrip()}"))
    return console.export_svg(
        title="porism", theme=DIMMED_MONOKAI, code_format=FORMAT, unique_id="porism"
    )


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for name, arguments in PICTURES.items():
        (IMAGES / f"{name}.svg").write_text(take(arguments), encoding="utf-8")
