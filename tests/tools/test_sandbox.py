"""What a session is for: running code, keeping names, ending in good order."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from porism.errors import ConfigurationError, SandboxError
from porism.tools.sandbox import bubblewrap, docker
from porism.tools.sandbox.check import run_check
from porism.tools.sandbox.choice import SandboxChoice
from porism.tools.sandbox.environment import MANIFEST, build, find_environment, pinned, preloaded
from porism.tools.sandbox.excerpt import Excerpt
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.kinds import open_sandbox
from porism.tools.sandbox.pool import Pool
from tests.tools.conftest import SMALL, pool_of, run_in, session_of


async def test_output_value_and_errors_come_back(plain):
    async with session_of(plain) as session:
        done = await session.run("import sys\nprint('out'); print('err', file=sys.stderr)\n6 * 7")
        assert (done.stdout, done.stderr, done.result, done.ended) == (
            "out\n", "err\n", "42", "finished",
        )  # fmt: skip
        assert done.duration_s > 0
        failed = await session.run("def f(x):\n    return 1 / x\nf(0)")
        assert failed.ended == "raised"
        assert failed.stderr.splitlines()[0] == "Traceback (most recent call last):"
        assert "return 1 / x" in failed.stderr
        assert failed.stderr.endswith("ZeroDivisionError: division by zero\n")
        assert "interpreter.py" not in failed.stderr


async def test_names_persist_and_statements_have_no_value(plain):
    async with session_of(plain) as session:
        assert (await session.run("x = 5")).result == ""
        assert (await session.run("None")).result == ""
        assert (await session.run("def double(n): return 2 * n")).result == ""
        assert (await session.run("double(x)")).result == "10"
        assert "SyntaxError" in (await session.run("x = = 1")).stderr
        assert (await session.run("x")).result == "5"


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("", ""),
        ("# nothing", ""),
        ("len(str(7 ** 100_000))", "84510"),
        ("import sys; sys.exit(1)", ""),
        ("'π ≈ 3'", "'π ≈ 3'"),
        ("chr(0xd800)", r"'\ud800'"),
        ("import sys; sys.stdout.close(); 1", "1"),
        ("import sys; sys.stdout = None; 2", "2"),
        ("input()", ""),
        ("class A: pass\nimport pickle; type(pickle.loads(pickle.dumps(A()))).__name__", "'A'"),
        ("import asyncio\nasync def f(): return 3\nasyncio.run(f())", "3"),
        ("import threading\na = threading.Timer(0, print)\na.start(); a.join(); 4", "4"),
        ("open('/tmp/a', 'w').write('kept'); open('/tmp/a').read()", "'kept'"),
        ("import signal; signal.raise_signal(signal.SIGTERM); 'alive'", "'alive'"),
    ],
)
async def test_unusual_code_is_run_like_any_other(interpreter, code, result):
    done = await interpreter.run(code)
    assert (done.result, done.why) == (result, ""), done


@pytest.fixture
async def interpreter(plain):
    async with session_of(plain) as session:
        yield session


async def test_long_output_keeps_its_beginning_and_its_end(plain):
    limits = replace(SMALL, kept_bytes=100)
    done = await run_in(plain, "print('a' * 500 + 'z' * 500); 'b' * 1000", limits)
    assert done.stdout.startswith("a" * 50 + "\n[... 901 bytes left out ...]\n")
    assert done.stdout.endswith("z\n")
    assert "characters ..." in done.result
    assert done.ended == "finished"


async def test_what_was_printed_before_the_time_was_up_is_kept(plain):
    limits = replace(SMALL, wall_s=2)
    async with session_of(plain, limits) as session:
        done = await session.run("print('so far')\nwhile True: pass")
        assert (done.stdout, done.ended) == ("so far\n", "stopped")
        assert done.why == "it ran longer than 2 s"
        assert done.cpu_s > 0
        assert session.over


async def test_the_limit_of_processor_time_holds_for_all_calls_together(plain):
    async with session_of(plain, replace(SMALL, cpu_s=1)) as session:
        code = "import time\nwhile time.process_time() < {}: pass"
        assert (await session.run(code.format(0.5))).ended == "finished"
        done = await session.run(code.format(5))
        assert done.why == "all calls together took 1 s of CPU, the most they may"
        assert 0 < done.cpu_s < 1, "what the first call took is its own"


async def test_many_at_once_do_not_mix(plain):
    async def square(pool: Pool, n: int) -> str:
        session = await pool.open()
        await session.run(f"n = {n}")
        done = await session.run("n * n")
        await session.close()
        return done.result

    async with pool_of(plain) as pool:
        squares = await asyncio.gather(*(square(pool, n) for n in range(24)))
        before = open_descriptors()
        await asyncio.gather(*(square(pool, n) for n in range(24)))
        assert open_descriptors() == before
    assert squares == [str(n * n) for n in range(24)]


def open_descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


async def test_whoever_stops_waiting_leaves_nothing_behind(plain):
    async with pool_of(plain) as pool:
        session = await pool.open()
        before = open_descriptors()
        stopped = 0
        for delay_s in (0, 0.001, 0.01):
            opening = asyncio.create_task(pool.open())
            await asyncio.sleep(delay_s)
            opening.cancel()
            try:
                in_time = await opening
            except asyncio.CancelledError:
                stopped += 1
            else:
                await in_time.close()
        assert stopped
        async with asyncio.timeout(120):
            while open_descriptors() != before:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
        assert (await session.run("1")).result == "1"
        await session.close()


async def test_a_sandbox_that_does_not_start_says_why(plain):
    gone = plain.model_copy(update={"python": "/opt/python/bin/none"})
    async with pool_of(gone) as pool:
        with pytest.raises(SandboxError, match="/opt/python/bin/none"):
            await pool.open()


def test_the_isolation_is_proved(sandbox_folder):
    report = run_check(SandboxChoice("bubblewrap", sandbox_folder, ""))
    assert report.isolated, report
    assert len(report.findings) > 20


def test_a_check_without_an_interpreter_says_how_to_get_one(tmp_path):
    report = run_check(SandboxChoice("bubblewrap", tmp_path, ""))
    assert not report.isolated
    assert "porism sandbox setup" in report.findings[0].detail


def test_without_bubblewrap_nothing_runs(plain, monkeypatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(ConfigurationError, match="apt install bubblewrap"):
        bubblewrap.command(plain, SMALL)


def test_an_environment_of_another_version_is_none(tmp_path):
    (tmp_path / MANIFEST).write_text('{"python": "x"}')
    with pytest.raises(ConfigurationError, match="porism sandbox setup"):
        find_environment(tmp_path)


def test_a_package_that_cannot_be_installed_is_told(tmp_path):
    with pytest.raises(ConfigurationError, match="cannot be installed"):
        build(tmp_path, ["/nonexistent/package.whl"])


async def test_libraries_are_there_and_loaded(tmp_path):
    """With the one of the five that is quick to build."""
    environment = build(tmp_path, [p for p in pinned() if p.startswith("mpmath")])
    assert "mpmath" in environment.modules
    done = await run_in(environment, "import sys; 'mpmath' in sys.modules", SMALL)
    assert done.result == "True"
    done = await run_in(
        environment, "import mpmath; mpmath.mp.dps = 30; mpmath.nstr(mpmath.pi, 20)", SMALL
    )
    assert done.result == "'3.1415926535897932385'"


def test_what_is_preloaded_belongs_to_what_is_installed():
    installed = {line.partition("==")[0] for line in pinned()}
    tops = {name.partition(".")[0] for name in preloaded()}
    assert installed <= tops


@pytest.mark.parametrize("size", [0, 1, 10, 11, 1000])
def test_excerpts_count_every_byte(size):
    excerpt = Excerpt(10)
    for _ in range(size):
        excerpt.add(b"x")
    assert excerpt.size == size
    assert excerpt.text.count("x") == min(size, 10)
    assert ("left out" in excerpt.text) == (size > 10)


# -- Docker ------------------------------------------------------------------------------------
# There is no Docker daemon in tests: a script stands in that runs the container's command here,
# so that all is real but the isolation.

STAND_IN = """#!/bin/sh
if [ "$1" = kill ]; then exec kill -9 "$(cat {folder}/process)"; fi
echo $$ > {folder}/process
while [ "$1" != python ]; do shift; done
shift
PYTHONPATH={folder}/place exec {python} "$@"
"""


@pytest.fixture
def stand_in(tmp_path, monkeypatch) -> str:
    place = tmp_path / "place" / "porism" / "tools" / "sandbox"
    place.mkdir(parents=True)
    (place / "inside").symlink_to(bubblewrap.INSIDE)
    script = tmp_path / "docker"
    script.write_text(STAND_IN.format(folder=tmp_path, python=sys.executable))
    script.chmod(0o755)
    monkeypatch.setattr(docker, "preloaded", lambda: ["math"])
    return str(script)


async def test_a_session_in_a_container_is_like_any_other(stand_in):
    sandbox = docker.Docker(stand_in, "image", replace(SMALL, wall_s=1))
    await sandbox.start()
    session = await sandbox.open()
    assert (await session.run("x = 6; print('hi')")).stdout == "hi\n"
    assert (await session.run("x * 7")).result == "42"
    assert "PermissionError" in (await session.run("import os; os.fork()")).stderr
    assert (await session.run("while True: pass")).why == "it ran longer than 1 s"
    await session.close()
    session = await sandbox.open()
    assert "exit code 5" in (await session.run("import os; os._exit(5)")).why
    await sandbox.close()


async def test_a_container_that_does_not_start_says_why(tmp_path):
    script = tmp_path / "docker"
    script.write_text("#!/bin/sh\necho no such image >&2\nexit 125\n")
    script.chmod(0o755)
    with pytest.raises(SandboxError, match="no such image"):
        await docker.Docker(str(script), "image", SMALL).start()


def test_a_container_has_no_network_no_rights_and_little_of_everything():
    words = docker.command("docker", "image", Limits(), "name")
    said = " ".join(words)
    for part in (
        "--network none", "--ipc none", "--read-only", "--user 65534:65534", "--cap-drop ALL",
        "--security-opt no-new-privileges", "--pids-limit 40", "--memory 2147483648",
        "--memory-swap 2147483648", "nosuid,nodev,noexec,size=67108864,nr_inodes=1024", "readonly",
    ):  # fmt: skip
        assert part in said
    assert "--privileged" not in said
    assert "docker.sock" not in said
    assert words.index("image") < words.index("--alone")


def test_without_docker_it_is_said_which_setting_wants_it(monkeypatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(ConfigurationError, match='sandbox = "docker"'):
        open_sandbox(SandboxChoice("docker", Path(), "image"), SMALL)
