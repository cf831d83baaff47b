"""The program in the sandbox: a fork server, or with ``--alone`` a single session.

python -m porism.tools.sandbox.inside LIMITS MODULE ...
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import socket
import sys

from porism.tools.sandbox.inside import walls
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.inside.server import Server, interpret_behind_walls, silence


def main() -> None:
    """Do as the command line says."""
    alone = sys.argv[1] == "--alone"
    limits, modules = Limits(**json.loads(sys.argv[1 + alone])), sys.argv[2 + alone :]
    receive, send = os.dup(0), os.dup(1)
    silence(0, 1)
    if alone:
        load(modules)
        walls.bound(limits)
        interpret_behind_walls(receive, send, limits)
    else:
        walls.become_nobody()
        load(modules)
        Server(socket.socket(fileno=receive), limits).serve()


def load(modules: list[str]) -> None:
    """Load what sessions find loaded, and leave no trace of how they were begun."""
    for name in modules:
        importlib.import_module(name)
    sys.path.remove(os.environ["PYTHONPATH"].split(os.pathsep)[0])  # our own code
    os.environ.clear()
    os.environ["HOME"] = "/tmp"  # noqa: S108 - there is no other folder
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    main()
