"""What model-written code may try. Each attempt fails, and the machine does not notice."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import traceback
import warnings
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from porism.errors import SandboxError
from porism.tools.sandbox import bubblewrap
from porism.tools.sandbox.pool import Pool
from tests.tools.conftest import SMALL, pool_of, readable_by_all, run_in

CALL = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
assert libc.{call} < 0, "it worked"
raise OSError(ctypes.get_errno(), "")
"""


class Attempt(NamedTuple):
    name: str
    code: str
    refusal: str


def attempts() -> list[Attempt]:
    """Read what is tried."""
    text = Path(__file__).with_name("escapes.yaml").read_text(encoding="utf-8")
    return [
        Attempt(a["name"], a.get("code") or CALL.format(call=a["call"]), a["refusal"])
        for a in yaml.safe_load(text)
    ]


ATTEMPTS = attempts()


class Outside:
    """What must stay as it is: a file, a process, a listener."""

    def __init__(self, folder: Path) -> None:
        self.canary = folder / "porism.db"
        self.canary.write_text("untouched")
        self.canary.chmod(0o666)
        self._unix = socket.socket(socket.AF_UNIX)
        self._unix.bind(str(folder / "socket"))
        self._unix.listen()
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self._process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        self.names = {
            "port": self._tcp.getsockname()[1],
            "socket": str(folder / "socket"),
            "home": str(Path.home()),
            "canary": str(self.canary),
            "process": self._process.pid,
        }

    def is_unharmed(self) -> bool:
        return (
            self.canary.read_text() == "untouched"
            and self._process.poll() is None
            and not any(self._visited(listener) for listener in (self._tcp, self._unix))
        )

    def _visited(self, listener: socket.socket) -> bool:
        listener.setblocking(False)
        try:
            listener.accept()
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        self._process.communicate(b"\n")
        self._tcp.close()
        self._unix.close()


@pytest.fixture(scope="module")
def outside():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        made = Outside(Path(folder))
        yield made
        made.close()


async def attempt_all(command: list[str], outside: Outside) -> dict[str, dict[str, object]]:
    """Make every attempt in a session of its own; then see whether the pool still works."""
    pool, done = Pool(command, SMALL), {}
    for attempt in (*ATTEMPTS, Attempt("none", "6 * 7", "")):
        session = await pool.open()
        executed = await session.run(attempt.code.format(**outside.names))
        await session.close()
        done[attempt.name] = executed.model_dump()
    await pool.close()
    return done


@pytest.fixture(scope="module")
def by_us(plain, outside):
    """What came of the attempts when whoever runs the tests made them."""
    return asyncio.run(attempt_all(bubblewrap.command(plain, SMALL), outside))


@pytest.fixture(scope="module")
def by_somebody(plain, outside, by_us, tmp_path_factory):
    """The same for an ordinary user of this machine."""
    if os.geteuid() != 0:
        return by_us
    folder = tmp_path_factory.mktemp("lent")
    for path in (folder, *list(folder.parents)[:2]):
        path.chmod(0o755)
    environment = readable_by_all(plain, folder / "python")
    shutil.copytree(bubblewrap.INSIDE, folder / "inside")

    async def work():
        command = bubblewrap.command(environment, SMALL, inside=folder / "inside")
        return await attempt_all(command, outside)

    return as_user(12_345, work)


def as_user(uid: int, work) -> dict:
    """Do asynchronous work in a child process that belongs to another user."""
    receive, send = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads
        child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            os.write(send, json.dumps(asyncio.run(work())).encode())
        except BaseException:  # noqa: BLE001 - told to whoever reads the test's output
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told)


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda a: a.name)
def test_nothing_comes_of_it(attempt, by_us, by_somebody, outside):
    for done in (by_us[attempt.name], by_somebody[attempt.name]):
        assert done["ended"] != "finished", done
        said = done["why"] or done["stderr"].strip().splitlines()[-1]
        assert said.startswith(attempt.refusal), done
    assert outside.is_unharmed()


def test_whoever_tries_nothing_is_served_after_all_of_them(by_us, by_somebody):
    assert by_us["none"]["result"] == by_somebody["none"]["result"] == "42"


async def look(plain, code: str) -> str:
    done = await run_in(plain, code)
    assert done.ended == "finished", done
    return done.result


async def test_there_is_little_to_see(plain):
    assert await look(plain, "import os; dict(os.environ)") == "{'HOME': '/tmp'}"
    assert await look(plain, "import os; os.listdir('/tmp') + os.listdir('/proc')") == "[]"
    assert await look(plain, "import os; sorted(os.listdir('/dev'))") == (
        "['null', 'random', 'urandom', 'zero']"
    )
    assert await look(plain, "import os; os.getuid(), os.getgid(), os.getgroups()[1:]") == (
        "(65534, 65534, [])"
    )
    assert await look(plain, "import os; os.getpid(), os.getppid()") == "(1, 0)"
    assert await look(plain, "import sys; [p for p in sys.path if 'porism' in p]") == "[]"


async def test_a_session_holds_no_descriptor_but_its_own(plain):
    code = """
        import os
        def is_open(n):
            try: os.fstat(n)
            except OSError: return False
            return True
        [n for n in range(64) if is_open(n)]
    """
    async with pool_of(plain) as pool:
        first, second = await pool.open(), await pool.open()
        done = await second.run(textwrap.dedent(code))
        assert done.result == "[0, 1, 2, 3]"
        await first.close()
        await second.close()


async def test_sessions_share_nothing(plain):
    async with pool_of(plain) as pool:
        first, second = await pool.open(), await pool.open()
        await first.run("import builtins, os; builtins.mine = 1; open('/tmp/mine', 'w').write('x')")
        seen = await second.run(
            "import builtins, os; hasattr(builtins, 'mine'), os.listdir('/tmp')"
        )
        assert seen.result == "(False, [])"
        killed = await second.run("import os\nfor n in range(2, 400):\n os.kill(n, 9)")
        assert killed.stderr.endswith("No such process\n")
        assert (await first.run("mine")).result == "1"
        await first.close()
        await second.close()


async def test_a_folder_swapped_for_a_link_leads_nowhere(plain, outside):
    code = """
        import os, threading
        stop = False
        def swap():
            while not stop:
                os.mkdir('d'); os.rmdir('d'); os.symlink({home!r}, 'd'); os.unlink('d')
        thread = threading.Thread(target=swap); thread.start()
        seen = set()
        for _ in range(3000):
            try: seen.update(os.listdir('d/.'))
            except OSError as error: seen.add(type(error).__name__)
        stop = True; thread.join()
        sorted(seen - {{'FileNotFoundError', 'PermissionError'}})
    """
    code = textwrap.dedent(code).format(**outside.names)
    assert await look(plain, code) == "[]"


async def test_what_acts_on_a_terminal_is_shown_as_what_it_is(plain):
    done = await run_in(plain, r"print('\x1b]0;title\x07\x1b[2J', '\x9b1A'); '\x1b[31m'")
    assert done.stdout == r"\x1b]0;title\x07\x1b[2J \x9b1A" + "\n"
    assert done.result == r"'\x1b[31m'"


async def test_the_value_that_comes_back_is_text_even_of_a_class_that_lies(plain):
    code = """
        class Value:
            def __reduce__(self): return (print, ())
            def __repr__(self): return chr(27) + "[0m"
        Value()
    """
    assert await look(plain, textwrap.dedent(code)) == r"\x1b[0m"


@pytest.mark.parametrize("cpu_s", ["-1", "NaN", "1e999"])
async def test_a_forged_answer_ends_the_session_and_fails_nobody(plain, cpu_s):
    forged = f'{{"result": "", "raised": false, "cpu_s": {cpu_s}}}'
    code = f"""
        import os, struct
        data = b'{forged}'
        os.write(3, struct.pack(">cI", b"a", len(data)) + data)
    """
    done = await run_in(plain, textwrap.dedent(code))
    assert (done.ended, done.why) == ("stopped", "it disturbed the interpreter")
    assert done.cpu_s >= 0


async def test_a_pool_that_is_killed_is_begun_anew_and_nobody_is_blamed(plain, outside):
    async with pool_of(plain) as pool:
        session = await pool.open()
        running = asyncio.create_task(session.run("while True: pass"))
        await asyncio.sleep(0.2)
        os.kill(pool.process, signal.SIGKILL)
        with pytest.raises(SandboxError):
            await running
        other = await pool.open()
        assert (await other.run("1 + 1")).result == "2"
        await other.close()
    assert outside.is_unharmed()


async def test_no_process_is_left(plain):
    async with pool_of(plain) as pool:
        session = await pool.open()
        await session.run("x = 1")
        family = descendants(pool.process)
        assert family
        await session.close()
    await gone(family)


async def gone(family: list[int]) -> None:
    """Wait until processes run no more; who reaps them is not our business."""
    async with asyncio.timeout(120):
        while any(is_running(pid) for pid in family):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(c) for c in children] + [d for c in children for d in descendants(int(c))]
