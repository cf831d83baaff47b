"""The filter of system calls: what is not on the list is refused by the kernel.

A session never starts a process or a program, so that the list is short: a Python
interpreter with threads and files. Calls newer than the list are "not implemented", as on
an older kernel, so that the C library falls back; all others are "not permitted".

Source: Linux, Documentation/userspace-api/seccomp_filter.rst and linux/audit.h.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's number for the architecture, by its name."""
LAST_KNOWN = 450
"""The newest call when the list was written (Linux 6.1); the same on all machines."""

_LOAD, _EQUAL, _GREATER, _MASK, _RETURN = 0x20, 0x15, 0x25, 0x54, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT = 0, 4, 16

_CLONE_THREAD, _CLONE_NEW = 0x00010000, 0x7E020080
_NAME_A_THREAD = 15
_DESCRIPTOR_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS (is it a terminal?), TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX."""
_AF_UNIX = 1
_ARGUMENT = {"clone": 0, "prctl": 0, "ioctl": 1, "socketpair": 0}
"""The argument on which a call depends, counted from 0."""
_VALUES = {
    "clone": (_CLONE_THREAD,),
    "prctl": (_NAME_A_THREAD,),
    "ioctl": _DESCRIPTOR_IOCTLS,
    "socketpair": (_AF_UNIX,),
}


def listed_calls(machine: str) -> dict[str, int]:
    """Return the numbers of the calls on the list, by name.

    Args:
        machine: as ``os.uname().machine`` says.
    """
    column = list(MACHINES).index(machine) + 1
    lines = Path(__file__).with_name("syscalls.txt").read_text(encoding="ascii").splitlines()
    rows = (line.split() for line in lines if line and not line.startswith("#"))
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


def filter_program(machine: str) -> bytes:
    """Return the filter as a classic BPF program: an array of ``struct sock_filter``."""
    calls = listed_calls(machine)
    return b"".join(
        [
            _load(_MACHINE_AT),
            *_unless_equal(MACHINES[machine], _KILL),
            _load(_NUMBER_AT),
            _compare(_GREATER, LAST_KNOWN, skip_if_not=1),  # x32's numbers are far above too
            _end(_REFUSE | errno.ENOSYS),
            *_if_equal(calls.pop("clone3"), [_end(_REFUSE | errno.ENOSYS)]),
            *(part for name in _ARGUMENT for part in _depending(name, calls.pop(name))),
            *(part for number in calls.values() for part in _if_equal(number, [_end(_ALLOW)])),
            _end(_REFUSE | errno.EPERM),
        ]
    )


def this_machine() -> str:
    """Return the name of the machine's architecture."""
    return os.uname().machine


def _depending(name: str, number: int) -> Iterator[bytes]:
    """Yield the part about a call that only some values of one argument make harmless."""
    load = [_load(_ARGUMENTS_AT + 8 * _ARGUMENT[name])]  # the low half on little-endian machines
    if name == "clone":
        load.append(_instruction(_MASK, _CLONE_THREAD | _CLONE_NEW))
    allowed = [part for value in _VALUES[name] for part in _if_equal(value, [_end(_ALLOW)])]
    yield from _if_equal(number, [*load, *allowed, _end(_REFUSE | errno.EPERM)])


def _if_equal(value: int, then: Iterable[bytes]) -> list[bytes]:
    body = list(then)
    return [_compare(_EQUAL, value, skip_if_not=len(body)), *body]


def _unless_equal(value: int, action: int) -> list[bytes]:
    return [_instruction(_EQUAL, value, skip_if=1), _end(action)]


def _load(offset: int) -> bytes:
    return _instruction(_LOAD, offset)


def _end(action: int) -> bytes:
    return _instruction(_RETURN, action)


def _compare(how: int, value: int, *, skip_if_not: int) -> bytes:
    return _instruction(how, value, skip_if_not=skip_if_not)


def _instruction(code: int, value: int, *, skip_if: int = 0, skip_if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, skip_if, skip_if_not, value)
