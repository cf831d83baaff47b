"""A fork server: loads libraries once, then begins sessions, each behind walls of its own."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
import traceback
from contextlib import suppress
from typing import NamedTuple, NoReturn

from porism.tools.sandbox.inside import frames, walls
from porism.tools.sandbox.inside.interpreter import interpret
from porism.tools.sandbox.inside.limits import Limits

READY = b"ready"
CHANNEL = 3
"""The one descriptor that a session has besides the standard ones, which lead nowhere."""


class Running(NamedTuple):
    """A session under way."""

    process: int
    handle: int
    """A descriptor that can be read when the process has ended."""
    channel: int
    """Hangs up when nobody listens to the session any longer."""
    report: int
    """Where to tell how it ended; never the session's, so that what is told can be believed."""


class Server:
    """Begins a session for each order, watches over all and tells how each ended.

    Args:
        orders: a Unix socket; an order is a message with two descriptors: the session's
            channel, and a pipe for the report of its end.
        limits: what each session may use.
    """

    def __init__(self, orders: socket.socket, limits: Limits) -> None:
        self._orders, self._limits = orders, limits
        self._poll = select.poll()
        self._running: dict[int, Running] = {}
        """By each of the descriptors that are waited for."""

    def serve(self) -> None:
        """Work until nobody is left to order anything."""
        walls.load_filter()
        self._poll.register(self._orders, select.POLLIN)
        self._orders.send(READY)
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor != self._orders.fileno():
                    self._end(descriptor)
                elif not self._begin():
                    return

    def _begin(self) -> bool:
        """Take an order; tell whether there was one."""
        _, descriptors, _, _ = socket.recv_fds(self._orders, 1, 2)
        if not descriptors:
            return False
        channel, report = descriptors
        process = walls.fork_apart()
        if process == 0:
            be_session(channel, self._limits)
        running = Running(process, os.pidfd_open(process), channel, report)
        self._poll.register(running.handle, select.POLLIN)
        self._poll.register(running.channel, 0)  # hang-ups are always told
        self._running |= {running.handle: running, running.channel: running}
        return True

    def _end(self, descriptor: int) -> None:
        """End a session that has ended or that nobody listens to."""
        running = self._running.get(descriptor)
        if running is None:  # both of its descriptors told so at once
            return
        os.kill(running.process, signal.SIGKILL)
        _, status, used = os.wait4(running.process, 0)
        told = {
            "code": os.waitstatus_to_exitcode(status),
            "cpu_s": used.ru_utime + used.ru_stime,
            "peak_bytes": used.ru_maxrss * 1024,
        }
        with suppress(BrokenPipeError):  # nobody wants to know
            os.write(running.report, json.dumps(told).encode())
        for waited_for in (running.handle, running.channel):
            self._poll.unregister(waited_for)
            del self._running[waited_for]
        for used_up in (running.handle, running.channel, running.report):
            os.close(used_up)


def be_session(channel: int, limits: Limits) -> NoReturn:
    """Be a session from here on: walls first, then foreign code."""
    try:
        os.dup2(channel, CHANNEL)
        os.closerange(CHANNEL + 1, os.sysconf("SC_OPEN_MAX"))
        walls.bound(limits)
        walls.enter_namespaces()
        walls.hide_files(limits)
        interpret_behind_walls(CHANNEL, CHANNEL, limits)
    except BaseException:  # noqa: BLE001 - told to whoever asks why there is no session
        traceback.print_exc()
    finally:
        os._exit(1)


def interpret_behind_walls(receive: int, send: int, limits: Limits) -> None:
    """Close the last doors, say that all is well, and run what comes."""
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed()  # else all sessions draw the same; Python's generator sees to itself
    walls.give_up_privileges()
    silence(2)
    frames.write(send, frames.READY, b"")
    interpret(receive, send, limits)


def silence(*streams: int) -> None:
    """Point standard streams to nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in streams:
        os.dup2(nowhere, stream)
    os.close(nowhere)
