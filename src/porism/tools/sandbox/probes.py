"""Attempts at what no session may do, each with what has to come of it."""

from __future__ import annotations

from typing import NamedTuple

_LIBC = "import ctypes; libc = ctypes.CDLL(None, use_errno=True)\n"
_DONE = "assert libc.{call} != 0, 'it worked'\nraise OSError(ctypes.get_errno(), 'refused')"


class Probe(NamedTuple):
    """One attempt."""

    name: str
    """What must not be possible."""
    code: str
    """Tries it; ``{port}``, ``{file}`` and ``{process}`` are a listener, a file and a process
    outside."""
    refusal: str
    """How the last line of what is raised begins, or why the session is stopped."""


def _system_call(name: str, call: str) -> Probe:
    return Probe(name, _LIBC + _DONE.format(call=call), "PermissionError")


PROBES = (
    Probe(
        "connect over IPv4",
        "import socket; socket.create_connection(('127.0.0.1', {port}), 2)",
        "PermissionError",
    ),
    Probe(
        "connect over IPv6",
        "import socket; socket.create_connection(('::1', {port}), 2)",
        "PermissionError",
    ),
    Probe(
        "open a Unix socket",
        "import socket; socket.socket(socket.AF_UNIX).connect('\\0porism')",
        "PermissionError",
    ),
    Probe(
        "resolve a name",
        "import socket; socket.getaddrinfo('example.com', 80)",
        "socket.gaierror",
    ),
    Probe("read the system's files", "open('/etc/passwd').read()", "FileNotFoundError"),
    Probe("read a person's files", "open({file!r}).read()", "FileNotFoundError"),
    Probe("write outside of /tmp", "open('/opt/x', 'w')", "OSError: [Errno 30]"),
    Probe("look at processes", "import os; os.listdir('/proc/self')", "FileNotFoundError"),
    Probe("signal a process", "import os; os.kill({process}, 9)", "ProcessLookupError"),
    Probe("start a process", "import os; os.fork()", "PermissionError"),
    Probe(
        "start a program",
        "import os, sys; os.execv(sys.executable, ['python'])",
        "PermissionError",
    ),
    Probe("become root", "import os; os.setuid(0)", "PermissionError"),
    Probe(
        "find settings in the environment",
        "import os; assert set(os.environ) - {{'HOME'}}",
        "AssertionError",
    ),
    _system_call("mount", "mount(b'none', b'/tmp', b'tmpfs', 0, None)"),
    _system_call("enter a user namespace", "unshare(0x10000000)"),
    _system_call("trace", "ptrace(0, 0, 0, 0)"),
    Probe("fill the memory", "bytearray(1 << 40)", "MemoryError"),
    Probe("fill the disk", "open('/tmp/x', 'wb').write(bytes(1 << 28))", "OSError: [Errno 27]"),
    Probe("print without end", "while True: print('x' * 60000)", "it printed more than"),
    Probe("compute without end", "while True: pass", "all calls together took"),
)
