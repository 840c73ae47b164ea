"""A Ray of several machines, simulated on this one: a head, and workers that can be killed."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

#: Settings with which Ray notices a lost machine within seconds instead of half a minute.
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # Ray's ports listen on all addresses, so it must ask for a token.
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "500",
    # A machine that is only slow, as all are while tests run at the same time, must not count as lost.
    "RAY_health_check_timeout_ms": "5000",
    "RAY_health_check_failure_threshold": "5",
}
# Ray reads these settings when it is imported.
os.environ.update(SETTINGS)
ENVIRONMENT = dict(os.environ)
PORT = 6391


def below(process: int) -> dict[int, str]:
    """Returns all descendants of a process, each with its command line."""
    parents: dict[int, int] = {}
    commands: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            commands[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ").strip()
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return {child: commands[child] for child in found - {process}}


class Machine:
    """One machine of a Ray, with its own address on the loopback interface."""

    def __init__(self, number: int, *options: str) -> None:
        command = [
            str(Path(sys.executable).with_name("ray")), "start", "--block",
            f"--node-ip-address=127.0.0.{number}", "--object-store-memory=100000000", "--disable-usage-stats", *options,
        ]  # fmt: skip
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, env=ENVIRONMENT, stdout=self.log, stderr=subprocess.STDOUT)

    def raylet(self) -> int | None:
        """Returns the raylet, the process that stands for the machine in Ray."""
        raylets = (child for child, command in below(self.process.pid).items() if "/raylet" in command.split(" ")[0])
        return next(raylets, None)

    def kill(self) -> None:
        """Kills the machine as a power cut would."""
        raylet = self.raylet()
        assert raylet is not None
        os.kill(raylet, signal.SIGKILL)

    def end(self) -> None:
        """Kills all processes of the machine."""
        children = below(self.process.pid)
        self.process.kill()
        self.process.wait()
        for process, command in children.items():
            with contextlib.suppress(ProcessLookupError):
                # Another process may have got the same process id meanwhile.
                if command == _command(process):
                    os.kill(process, signal.SIGKILL)


def _command(process: int) -> str:
    try:
        return (Path("/proc") / str(process) / "cmdline").read_text().replace("\0", " ").strip()
    except OSError:
        return ""


class Machines:
    """A head without processors, and workers."""

    def __init__(self, workers: int, processors: int = 2, first: int = 11, port: int = PORT) -> None:
        self.folder = tempfile.mkdtemp(prefix="kifu-ray-", dir="/tmp")
        # The copies of shards must not stay in the user's own cache.
        ENVIRONMENT["XDG_CACHE_HOME"] = f"{self.folder}/cache"
        self.processors = processors
        head = ["--head", f"--port={port}", "--num-cpus=0", "--include-dashboard=false", f"--temp-dir={self.folder}"]
        self.address = f"127.0.0.{first}:{port}"
        self.workers: dict[int, Machine] = {}
        self.head = Machine(first, *head)
        try:
            self._wait(1)
            for number in range(first + 1, first + 1 + workers):
                # Workers that start at the same moment disturb each other, so they start one after the other.
                self.add(number)
                self._wait(1 + len(self.workers))
        except RuntimeError:
            self.end()
            raise

    def add(self, number: int) -> None:
        self.workers[number] = Machine(number, f"--address={self.address}", f"--num-cpus={self.processors}")

    def again(self, number: int) -> None:
        """Starts a killed worker again."""
        worker = self.workers.pop(number)
        worker.end()
        worker.log.close()
        self.add(number)
        self._wait(1 + len(self.workers))

    def _wait(self, machines: int) -> None:
        """Waits until Ray sees this number of machines."""
        end = time.monotonic() + 60
        code = f"import ray; ray.init('{self.address}', log_to_driver=False, logging_level='ERROR');" + (
            "print(sum(node['Alive'] for node in ray.nodes()))"
        )
        while time.monotonic() < end:
            result = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True)
            if result.stdout.strip() == str(machines):
                return
            time.sleep(0.5)
        logs = []
        for machine in [self.head, *self.workers.values()]:
            machine.log.seek(0)
            logs.append(machine.log.read())
        raise RuntimeError("\n".join(["Ray does not start:", result.stderr, *logs]))

    def end(self) -> None:
        """Ends all machines."""
        for machine in [*self.workers.values(), self.head]:
            machine.end()
            machine.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
