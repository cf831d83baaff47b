"""The program in the sandbox: what it is made of, and its filter of system calls."""

from __future__ import annotations

import ast
import errno
import struct
import sys

import pytest

from porism.tools.sandbox.bubblewrap import INSIDE, PROGRAM
from porism.tools.sandbox.inside.seccomp import MACHINES, filter_program, listed_calls

ALLOWED, KILLED, REFUSED, MISSING = (
    0x7FFF0000,
    0x80000000,
    0x50000 | errno.EPERM,
    0x50000 | errno.ENOSYS,
)
THREAD = 0x3D0F00
"""The flags with which the C library begins a thread."""


@pytest.mark.parametrize("path", sorted(INSIDE.glob("*.py")), ids=lambda p: p.name)
def test_it_needs_nothing_but_the_standard_library_and_itself(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            assert name.startswith(PROGRAM) or name.partition(".")[0] in sys.stdlib_module_names


def decide(program: bytes, machine: int, number: int, *arguments: int) -> int:
    """Do as the kernel does with a filter and a system call."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number, machine, 0, *padded)
    code = list(struct.iter_unpack("=HBBI", program))
    at = loaded = 0
    while True:
        what, if_so, if_not, value = code[at]
        at += 1
        match what:
            case 0x20:
                [loaded] = struct.unpack_from("=I", data, value)
            case 0x54:
                loaded &= value
            case 0x15:
                at += if_so if loaded == value else if_not
            case 0x25:
                at += if_so if loaded > value else if_not
            case 0x06:
                return value


@pytest.fixture(params=sorted(MACHINES))
def machine(request) -> str:
    return request.param


def test_what_is_listed_is_allowed_and_nothing_else(machine):
    calls, program = listed_calls(machine), filter_program(machine)
    some = {"clone", "clone3", "prctl", "ioctl", "socketpair"}
    plain = {number for name, number in calls.items() if name not in some}
    for number in range(451):
        if number not in {calls[name] for name in some}:
            expected = ALLOWED if number in plain else REFUSED
            assert decide(program, MACHINES[machine], number) == expected, number


@pytest.mark.parametrize(
    ("call", "arguments", "decision"),
    [
        ("clone", (THREAD,), ALLOWED),
        ("clone", (17,), REFUSED),
        ("clone", (THREAD | 0x10000000,), REFUSED),
        ("clone", (THREAD | 0x40000000,), REFUSED),
        ("clone3", (), MISSING),
        ("prctl", (15,), ALLOWED),
        ("prctl", (22,), REFUSED),
        ("prctl", (4, 1), REFUSED),
        ("ioctl", (0, 0x5401), ALLOWED),
        ("ioctl", (0, 0x5412), REFUSED),
        ("socketpair", (1, 1), ALLOWED),
        ("socketpair", (16, 1), REFUSED),
    ],
)
def test_some_calls_depend_on_what_they_are_called_with(machine, call, arguments, decision):
    number = listed_calls(machine)[call]
    assert decide(filter_program(machine), MACHINES[machine], number, *arguments) == decision


def test_calls_of_other_machines_and_of_the_future(machine):
    program = filter_program(machine)
    assert decide(program, 0x40000003, 0) == KILLED
    for number in (451, 9_999, 0x40000000, 0xFFFFFFFF):
        assert decide(program, MACHINES[machine], number) == MISSING


@pytest.mark.parametrize("name", ["execve", "fork", "socket", "ptrace", "mount", "unshare", "bpf"])
def test_what_a_session_never_does_is_not_listed(machine, name):
    assert name not in listed_calls(machine)
