"""The wall between model-written code and the machine: a command line of bubblewrap."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from porism.errors import ConfigurationError
from porism.tools.sandbox.environment import PACKAGES, PYTHON, Environment
from porism.tools.sandbox.inside.limits import Limits

INSIDE = Path(__file__).with_name("inside")
PROGRAM = "porism.tools.sandbox.inside"
MOUNTED = "/opt/porism"
PLACE = f"{MOUNTED}/{PROGRAM.replace('.', '/')}"
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
VARIABLES = {
    "PYTHONPATH": f"{MOUNTED}:{PACKAGES}",
    "LD_LIBRARY_PATH": f"{PYTHON}/lib",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
"""For the fork server; sessions have none of them."""


def find_bubblewrap() -> str:
    """Return the path of ``bwrap``.

    Raises:
        ConfigurationError: it is not installed.
    """
    path = shutil.which("bwrap")
    if path is None:
        raise ConfigurationError(
            "bubblewrap is not installed, and without it no code is run "
            "(Debian, Ubuntu: apt install bubblewrap)"
        )
    return path


def command(environment: Environment, limits: Limits, *, inside: Path = INSIDE) -> list[str]:
    """Return the command that starts the fork server in a sandbox.

    Root keeps what it takes to mount what only root can read, and to become nobody; the
    program gives that up before anything else. Others are nobody in a user namespace.

    Args:
        environment: the interpreter.
        limits: what each session may use.
        inside: the folder with the program.
    """
    return [
        find_bubblewrap(),
        "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
        "--new-session", "--die-with-parent", "--clearenv", "--hostname", "sandbox",
        "--cap-drop", "ALL",
        *_identity(),
        *(word for name, value in VARIABLES.items() for word in ("--setenv", name, value)),
        "--proc", "/proc",
        "--tmpfs", "/tmp",  # noqa: S108 - a mount, not a file
        *_folders((*DEVICES, PLACE, *(there for _, there in environment.mounts))),
        *(word for device in DEVICES for word in ("--dev-bind", device, device)),
        *_mounts(environment),
        "--ro-bind", str(inside), PLACE,
        "--remount-ro", "/",
        "--chdir", "/",
        *program(environment.python, limits, environment.modules),
    ]  # fmt: skip


def program(python: str, limits: Limits, modules: Iterable[str], *options: str) -> list[str]:
    """Return the command that starts the program inside."""
    return [
        python, "-s", "-P", "-m", PROGRAM, *options, json.dumps(asdict(limits)), *modules
    ]  # fmt: skip


def _identity() -> Iterator[str]:
    if os.geteuid() == 0:
        yield from ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
    else:
        yield from ("--unshare-user", "--uid", "65534", "--gid", "65534")


def _folders(paths: Iterable[str]) -> Iterator[str]:
    """Make the folders that paths lie in; else bubblewrap closes those of closed files."""
    parents = dict.fromkeys(parent for path in paths for parent in Path(path).parents[:-1])
    for parent in sorted(parents):
        yield from ("--perms", "0755", "--dir", str(parent))


def _mounts(environment: Environment) -> Iterator[str]:
    for here, there in environment.mounts:
        yield from ("--ro-bind", here, there)
    for folder in environment.hidden:
        yield from ("--tmpfs", folder, "--remount-ro", folder)
