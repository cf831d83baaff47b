"""Docker in place of bubblewrap: a container for each session.

Slower by the seconds that the libraries take to load, and only as far isolated as the
Docker daemon sees to it. For machines without user namespaces.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
import subprocess
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence

from porism.errors import ConfigurationError, SandboxError
from porism.tools.sandbox.bubblewrap import INSIDE, MOUNTED, PLACE, VARIABLES, program
from porism.tools.sandbox.environment import preloaded
from porism.tools.sandbox.inside import frames
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.session import Report, Session

BASE = "python:3.13-slim"
"""On what the image is built."""


def find_docker() -> str:
    """Return the path of ``docker``.

    Raises:
        ConfigurationError: it is not installed.
    """
    path = shutil.which("docker")
    if path is None:
        raise ConfigurationError('porism.toml says sandbox = "docker", which is not installed')
    return path


def build_image(docker: str, image: str, packages: Sequence[str]) -> None:
    """Build the image with the libraries.

    Raises:
        ConfigurationError: Docker says that it failed.
    """
    recipe = f"FROM {BASE}\nRUN pip install --no-cache-dir {' '.join(packages)}\n"
    done = subprocess.run(  # noqa: S603 - our own command
        [docker, "build", "--tag", image, "-"],
        input=recipe, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise ConfigurationError(f"the image {image} cannot be built: {done.stderr.strip()[-500:]}")


def command(docker: str, image: str, limits: Limits, name: str) -> list[str]:
    """Return the command that starts one session in a container.

    Args:
        docker: the program.
        image: has Python and the libraries.
        limits: what the session may use.
        name: the container's.
    """
    variables = {**VARIABLES, "PYTHONPATH": MOUNTED, "LD_LIBRARY_PATH": ""}
    tmp = f"/tmp:rw,nosuid,nodev,noexec,size={limits.tmp_bytes},nr_inodes={limits.tmp_files}"  # noqa: S108
    return [
        docker, "run", "--rm", "--interactive", "--init", "--name", name, "--hostname", "sandbox",
        "--network", "none", "--ipc", "none", "--read-only", "--user", "65534:65534",
        "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--log-driver", "none",
        "--pids-limit", str(limits.threads + 8),
        "--memory", str(2 * limits.memory_bytes), "--memory-swap", str(2 * limits.memory_bytes),
        "--tmpfs", tmp, "--workdir", "/tmp",  # noqa: S108 - a mount, not a file
        "--mount", f"type=bind,source={INSIDE},target={PLACE},readonly",
        *(word for item in variables.items() for word in ("--env", "=".join(item))),
        "--entrypoint", "",
        image,
        *program("python", limits, preloaded(), "--alone"),
    ]  # fmt: skip


class Docker:
    """Sessions from containers.

    Args:
        docker: the program.
        image: has Python and the libraries.
        limits: what each session may use.
    """

    def __init__(self, docker: str, image: str, limits: Limits) -> None:
        self._docker, self._image, self._limits = docker, image, limits

    async def start(self) -> None:
        """Begin a session and end it, to see whether it works."""
        session = await self.open()
        await session.close()

    async def open(self) -> Session:
        """Begin a session in a container of its own."""
        name = f"porism-{secrets.token_hex(8)}"
        process = await asyncio.create_subprocess_exec(
            *command(self._docker, self._image, self._limits, name),
            stdin=PIPE, stdout=PIPE, stderr=PIPE,
            limit=2 * frames.LONGEST, start_new_session=True,
        )  # fmt: skip
        assert process.stdout  # noqa: S101 - piped
        assert process.stdin  # noqa: S101 - piped

        async def report() -> Report:
            return await self._end(name, process)

        session = Session(process.stdout, process.stdin, self._limits, report)
        if not await session.begin():
            assert process.stderr  # noqa: S101 - piped
            words = (await process.stderr.read()).decode("utf-8", "replace").strip()
            raise SandboxError(f"a session does not start: {words[-500:]}")
        return session

    async def close(self) -> None:
        """Nothing is shared."""

    async def _end(self, name: str, process: Process) -> Report:
        if process.returncode is None:
            kill = await asyncio.create_subprocess_exec(
                self._docker, "kill", name, stdout=DEVNULL, stderr=DEVNULL
            )
            await kill.wait()
        code = await process.wait()
        return Report(code=128 - code if code > 128 else code)
