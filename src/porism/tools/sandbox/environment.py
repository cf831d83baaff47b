"""The interpreter of the sandbox: an environment of its own, built once, mounted read-only."""

from __future__ import annotations

import importlib.util
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import ValidationError

from porism.core import Noun
from porism.errors import ConfigurationError

LIBRARIES = Path(__file__).with_name("libraries.txt")
"""The packages that code in the sandbox can use, pinned."""
PRELOADED = Path(__file__).with_name("preloaded.txt")
"""The modules that are loaded before the first session, so that importing them costs nothing."""
MANIFEST = "environment.json"
PYTHON, PACKAGES = "/opt/python", "/opt/packages"
"""Where interpreter and packages are in the sandbox, on every machine."""
OTHERS = ("site-packages", "dist-packages", "test")
"""Folders of the standard library that are not part of it, or that only its makers need."""


class Environment(Noun):
    """An interpreter, and all that has to be mounted for it."""

    python: str
    """Its path in the sandbox."""
    version: str
    """Python's."""
    packages: tuple[str, ...]
    """What was installed, with versions."""
    modules: tuple[str, ...]
    """Loaded before the first session."""
    mounts: tuple[tuple[str, str], ...]
    """Paths here, and the same in the sandbox: program, standard library, packages, and the
    system's libraries that these load."""
    hidden: tuple[str, ...]
    """Folders in the sandbox that are covered: packages that are none of its business."""


def find_environment(folder: Path) -> Environment:
    """Return the environment that was built in a folder.

    Raises:
        ConfigurationError: there is none, or not one that this version understands.
    """
    try:
        return Environment.model_validate_json((folder / MANIFEST).read_bytes())
    except (OSError, ValidationError):
        raise ConfigurationError(
            f"no interpreter for the sandbox in {folder}; build it with: porism sandbox setup"
        ) from None


def build(folder: Path, packages: Sequence[str] | None = None) -> Environment:
    """Build an environment, anew where there is one.

    Args:
        folder: where to; what is in it is replaced.
        packages: what to install; without it the pinned libraries.

    Raises:
        ConfigurationError: the folder cannot be written, or a package not be installed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MANIFEST).unlink(missing_ok=True)
        libraries = folder.absolute() / "libraries"
        shutil.rmtree(libraries, ignore_errors=True)
        libraries.mkdir()
        wanted = pinned() if packages is None else list(packages)
        if wanted:
            install(libraries, wanted)
        environment = describe(libraries, wanted)
        (folder / MANIFEST).write_text(environment.model_dump_json(indent=2), encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"{folder}: {error.strerror or error}") from error
    return environment


def pinned() -> list[str]:
    """Return the libraries with their versions."""
    return _lines(LIBRARIES)


def preloaded() -> list[str]:
    """Return the modules to load before the first session."""
    return _lines(PRELOADED)


def _lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="ascii").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def install(folder: Path, packages: Sequence[str]) -> None:
    """Install packages into a folder with uv, or else with pip.

    Raises:
        ConfigurationError: neither is here, or it fails.
    """
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.exists() else shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--compile-bytecode", "--python", sys.executable]
    elif importlib.util.find_spec("pip"):
        command = [sys.executable, "-m", "pip", "install"]
    else:
        raise ConfigurationError("installing packages needs pip or uv; neither is installed")
    done = subprocess.run(  # noqa: S603 - our own command
        [*command, "--quiet", "--target", str(folder), *packages],
        capture_output=True, text=True, check=False, umask=0o022,
    )  # fmt: skip
    if done.returncode != 0:
        said = " ".join((done.stderr or done.stdout).split())[-500:]
        raise ConfigurationError(f"packages of the sandbox cannot be installed: {said}")


def describe(libraries: Path, packages: Sequence[str]) -> Environment:
    """Say what has to be mounted so that the interpreter that runs this works in the sandbox.

    Args:
        libraries: the folder with the sandbox's packages.
        packages: what was installed there.
    """
    prefix = Path(sys.base_prefix).resolve()
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}  # also where we are a venv
    paths = (sysconfig.get_path(name, vars=base) for name in ("stdlib", "platstdlib"))
    standard = {Path(path).resolve() for path in paths}
    program = Path(sys._base_executable).resolve()  # type: ignore[attr-defined]  # noqa: SLF001 - venv does so
    others = [f / name for f in standard for name in OTHERS if (f / name).is_dir()]
    shared = (path for folder in (*standard, libraries) for path in folder.rglob("*.so*"))
    binaries = [program, *(p for p in shared if not any(p.is_relative_to(o) for o in others))]

    def inside(path: Path) -> str:
        return f"{PYTHON}/{path.relative_to(prefix)}"

    return Environment(
        python=inside(program),
        version=platform.python_version(),
        packages=tuple(packages),
        modules=tuple(m for m in preloaded() if is_there(m, libraries)),
        mounts=(
            *((str(path), inside(path)) for path in (program, *sorted(standard))),
            (str(libraries), PACKAGES),
            *(
                (str(path), inside(path) if path.parent == prefix / "lib" else str(path))
                for path in loaded_by(binaries, (*standard, libraries))
            ),
        ),
        hidden=tuple(map(inside, others)),
    )


def is_there(module: str, libraries: Path) -> bool:
    """Tell whether a module can be loaded in the sandbox."""
    top = module.partition(".")[0]
    return top in sys.stdlib_module_names or (libraries / top).is_dir()


def loaded_by(binaries: Iterable[Path], folders: Sequence[Path]) -> list[Path]:
    """Return the shared libraries that binaries load from elsewhere than the folders.

    Raises:
        ConfigurationError: there is no ``ldd`` to ask.
    """
    ldd = shutil.which("ldd")
    if ldd is None:
        raise ConfigurationError("the sandbox needs ldd, which comes with the C library")
    done = subprocess.run(  # noqa: S603 - our own command
        [ldd, *map(str, binaries)], capture_output=True, text=True, check=False
    )
    found = dict.fromkeys(re.findall(r"(?:=> |^\s)(/\S+) \(", done.stdout, re.MULTILINE))
    paths = map(Path, found)
    return [path for path in paths if not any(path.is_relative_to(f) for f in folders)]
