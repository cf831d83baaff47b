"""The walls around one session, which it puts up itself before anything foreign runs.

They stand within those of bubblewrap (or Docker) and keep attempts apart from one another:
own namespaces, own files, no capabilities, few system calls, little of everything.
"""

from __future__ import annotations

import ctypes
import os
import resource
from functools import cache
from pathlib import Path

from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.inside.seccomp import filter_program, this_machine

NOBODY = 65534

_NEW_USER, _NEW_PID = 0x10000000, 0x20000000
_NEW_NET, _NEW_MOUNT, _NEW_IPC, _NEW_UTS, _NEW_CGROUP = (
    0x40000000, 0x00020000, 0x08000000, 0x04000000, 0x02000000,
)  # fmt: skip
_NO_SET_UID, _NO_DEVICES, _READ_ONLY, _RECURSIVE, _PRIVATE = 2, 4, 1, 0x4000, 0x40000
_SET_DUMPABLE, _SET_SECCOMP, _DROP_BOUND, _NO_NEW_PRIVILEGES = 4, 22, 24, 38
_AMBIENT, _AMBIENT_CLEAR = 47, 4
_SECCOMP_FILTER = 2
_CAPABILITY_VERSION = 0x20080522

_LIBC = ctypes.CDLL(None, use_errno=True)


def become_nobody() -> None:
    """Give up root for good, where one has it, and be nobody in a user namespace of one's own.

    What returns is a child, for only who was begun in a process namespace of its own user
    namespace may begin processes in further ones.
    """
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        _prctl(_SET_DUMPABLE, 1)  # else the maps belong to root
    _unshare(_NEW_USER | _NEW_PID)
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) != 0)


def fork_apart() -> int:
    """Fork as ``os.fork`` does; the child is alone in a process namespace of its own."""
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    _call("unshare", _NEW_PID)
    child = os.fork()
    if child:
        _call("setns", own, _NEW_PID)
        os.close(own)
    return child


def enter_namespaces() -> None:
    """Enter namespaces of one's own, of all kinds but that of processes."""
    _unshare(_NEW_USER | _NEW_NET | _NEW_MOUNT | _NEW_IPC | _NEW_UTS | _NEW_CGROUP)


def _unshare(namespaces: int) -> None:
    """Enter new namespaces, a user namespace among them in which one is nobody, too."""
    _call("unshare", namespaces)
    own = Path("/proc/self")
    (own / "setgroups").write_text("deny")
    (own / "uid_map").write_text(f"{NOBODY} {NOBODY} 1")
    (own / "gid_map").write_text(f"{NOBODY} {NOBODY} 1")


def hide_files(limits: Limits) -> None:
    """Have an empty ``/tmp`` of one's own and no ``/proc``."""
    _mount(None, "/", _RECURSIVE | _PRIVATE)
    own = f"size={limits.tmp_bytes},nr_inodes={limits.tmp_files},mode=700"
    _mount("tmpfs", "/tmp", _NO_SET_UID | _NO_DEVICES, own)  # noqa: S108 - a mount, not a file
    _mount("tmpfs", "/proc", _NO_SET_UID | _NO_DEVICES | _READ_ONLY, "size=4k,nr_inodes=1,mode=555")
    os.chdir("/tmp")  # noqa: S108


def bound(limits: Limits) -> None:
    """Set the limits that the kernel keeps."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    memory = pages * resource.getpagesize() + limits.memory_bytes
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, limits.tmp_bytes),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_NPROC, limits.threads),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_CPU, limits.cpu_s),
    ):
        resource.setrlimit(what, (most, most))


def give_up_privileges() -> None:
    """Give up all capabilities, and most system calls; for good."""
    _prctl(_NO_NEW_PRIVILEGES, 1)
    capability = 0
    while _LIBC.prctl(_DROP_BOUND, capability, 0, 0, 0) == 0:
        capability += 1
    _prctl(_AMBIENT, _AMBIENT_CLEAR)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _call("capset", header, (ctypes.c_uint32 * 6)())
    _prctl(_SET_DUMPABLE, 0)
    _call("prctl", _SET_SECCOMP, _SECCOMP_FILTER, ctypes.byref(load_filter()), 0, 0)


class _Program(ctypes.Structure):
    """The kernel's ``struct sock_fprog``."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


@cache
def load_filter() -> _Program:
    """Return the filter of system calls; made once, before the forks."""
    program = filter_program(this_machine())
    return _Program(len(program) // 8, program)


def _mount(kind: str | None, where: str, flags: int, options: str | None = None) -> None:
    name = kind.encode() if kind else None
    _call("mount", name, where.encode(), name, flags, options.encode() if options else None)


def _prctl(option: int, value: int) -> None:
    _call("prctl", option, value, 0, 0, 0)


def _call(name: str, *arguments: object) -> None:
    """Call the C library.

    Raises:
        OSError: it says that it failed.
    """
    if getattr(_LIBC, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
