"""The page of solvers."""

from __future__ import annotations

import inspect

from docs.generate.docstrings import markdown
from docs.generate.keys import keys
from docs.generate.markdown import block, code
from porism.solvers import SOLVERS
from porism.solvers.texts import text

INTRODUCTION = """\
# Solvers

How a model is put to a problem: `solver` in its file, with `solver_options`. What they are for
is told in [Put models into scaffolds](../how-to/put-models-into-scaffolds.md). Options, and the
texts below that a solver says, are part of what is asked: where they change, attempts are owed.
"""


def page() -> str:
    """Return the page: solvers with their options, then what they say."""
    return INTRODUCTION + "".join(map(section, SOLVERS)) + texts()


def section(name: str) -> str:
    """Return the section of one solver."""
    solver = SOLVERS[name]
    return f"\n## {name}\n\n{markdown(inspect.getdoc(solver) or '')}\n{keys(solver)}"


def texts() -> str:
    """Return what solvers say, word for word."""
    users = {name: set(solver.says) for name, solver in SOLVERS.items()}
    said = sorted({word for words in users.values() for word in words})
    sections = (
        f"\n### {word}\n\nSaid by "
        f"{', '.join(code(name) for name, words in users.items() if word in words)}.\n\n"
        f"{block(text(word), 'text')}"
        for word in said
    )
    return "\n## What they say\n" + "".join(sections)
