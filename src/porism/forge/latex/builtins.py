"""Every control sequence that the reader carries out."""

from __future__ import annotations

from dataclasses import replace

from porism.forge.latex.choices import CHOICES
from porism.forge.latex.conditionals import CONDITIONALS
from porism.forge.latex.counting import COUNTING
from porism.forge.latex.declarations import DECLARATIONS
from porism.forge.latex.definitions import DEFINITIONS
from porism.forge.latex.environments import ENVIRONMENTS
from porism.forge.latex.execution import EXECUTION
from porism.forge.latex.files import FILES
from porism.forge.latex.headings import HEADINGS
from porism.forge.latex.labels import LABELS

TABLES = (
    CHOICES, CONDITIONALS, COUNTING, DECLARATIONS, DEFINITIONS, ENVIRONMENTS, EXECUTION, FILES,
    HEADINGS, LABELS,
)  # fmt: skip
BUILTINS = {
    name: replace(builtin, name=name) for table in TABLES for name, builtin in table.items()
}
