"""Two hosts beside this machine, as network namespaces: each with one line to the store and one to the
service, and nothing else.

    store    198.18.N.1  --  198.18.N.2 or 3  one of the hosts
    service  198.19.N.1  --  198.19.N.2 or 3  the same one

The addresses are of the range that is kept for tests of networks. N and the names are this process's
own. A line that is cut is cut at the host's end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

Line: TypeAlias = Literal["store", "service"]

_NETS: dict[Line, int] = {"store": 18, "service": 19}
_HOSTS = {"a": 2, "b": 3}
_PATIENCE_S = 60


class NoNetworkError(Exception):
    """No namespaces can be had; says why."""


@dataclass(frozen=True, slots=True)
class Host:
    """One namespace."""

    name: str

    @property
    def command(self) -> tuple[str, ...]:
        """What runs a program there."""
        return ("ip", "netns", "exec", self.name)

    def cut(self, line: Line) -> None:
        """Take the line down; what is under way on it gets no answer."""
        _ip("-n", self.name, "link", "set", line, "down")

    def mend(self, line: Line) -> None:
        """Without effect where it is up."""
        _ip("-n", self.name, "link", "set", line, "up")

    def wait_until_quiet(self) -> None:
        """Come back once nothing is on its way any more of what was sent by somebody who has hung
        up: the machine goes on sending it, and a line that is mended delivers it."""
        until = time.monotonic() + _PATIENCE_S
        while _run(*self.command, "ss", "-tnH", "state", "fin-wait-1"):
            assert time.monotonic() < until, "what was sent is never delivered"
            time.sleep(0.05)


@dataclass(frozen=True, slots=True)
class Network:
    """Where store and service are to listen, and the hosts that come to them from there."""

    store: str
    service: str
    hosts: tuple[Host, ...]


@contextmanager
def network() -> Iterator[Network]:
    """The hosts, until the block ends; NoNetworkError where they cannot be made."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("ip", "ss"))):
        raise NoNetworkError("two hosts need root and iproute2")
    number = os.getpid() % 254
    with ExitStack() as stack:
        hosts = tuple(_made(stack, name, number) for name in _HOSTS)
        yield Network(f"198.18.{number}.1", f"198.19.{number}.1", hosts)


def _made(stack: ExitStack, name: str, number: int) -> Host:
    host = Host(f"toolcharter-{os.getpid()}-{name}")
    _ip("netns", "add", host.name)
    # With the namespace go its devices, and with them their other ends.
    stack.callback(_ip, "netns", "delete", host.name)
    for line, net in _NETS.items():
        ours, here = f"tc{number}{name}{line[:3]}", f"198.{net}.{number}.1"
        there = f"198.{net}.{number}.{_HOSTS[name]}"
        _ip(*f"link add {ours} type veth peer name {line} netns {host.name}".split())
        _ip(*f"address add {here} peer {there}/32 dev {ours}".split())
        _ip(*f"link set {ours} up".split())
        _ip(*f"-n {host.name} address add {there} peer {here}/32 dev {line}".split())
        host.mend(line)
    return host


def _ip(*arguments: str) -> None:
    _run("ip", *arguments)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoNetworkError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout.strip()
