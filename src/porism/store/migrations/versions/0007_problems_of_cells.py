"""An index of cells by problem, for lists in that order and for all attempts at one."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the index."""
    op.create_index("ix_cells_benchmark_problem", "cells", ["benchmark", "problem"])
