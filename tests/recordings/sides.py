"""The two sides that `tests/recorded.py` compares: programs that run commands or serve, and Python interpreters."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import http.client
import itertools
import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import tempfile
import termios
import threading
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parent.parent.parent
#: Timeout of a command in seconds.
PATIENCE = 120
#: Patterns for text that differs between two runs of one program, with their replacements.
USUAL_DIFFERENCES: list[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern), instead)
    for pattern, instead in [
        # Durations and times.
        (r"(\bin |files?, )\d[\d.,]* s\b", r"\1TIME s"),
        (r" *\b\d[\d.,]* [mµ]s\b", " TIME"),
        (r"(\"(?:seconds|microseconds|took_us|built|all_read)\": ?)[\d.e-]+", r"\1TIME"),
        (r"\b\d{4}-\d\d-\d\d\s+\d\d:\d\d UTC", "TIME"),
        (r"<td>\d+\.\d</td>(?=\n<td>[a-z])", "<td>TIME</td>"),
        # The division and compression of an index.
        (r"\b[\d.,]+ [KMG]iB( in | · )", r"SIZE\1"),
        (r"(checked   )[\d,]+ files, [\d.,]+ [KMG]iB", r"\1SIZE"),
        (r"(\"segments\": ?)\d+,\s*\"bytes\": ?\{[^}]*\}", r"\1SIZE"),
        # The port of a server, and the version in the addresses of its style sheets and scripts.
        (r"(127\.0\.0\.1|localhost):\d+", r"\1:PORT"),
        (r"(/a/)[0-9a-f]{12}/", r"\1VERSION/"),
        # The state of an index, on its own and in page keys.
        (r"\b[0-9a-f]{13,16}-[0-9a-f]{13,16}-", "STATE-"),
        (r"(data-state=\")[0-9a-f]+", r"\1STATE"),
        (r"(\"(?:generation|state)\": ?)(?:\d+|\"[^\"]*\")", r"\1STATE"),
    ]
]
#: Headers that differ between two runs of one server; the length depends on the body.
USUAL_HEADERS = {"date", "etag", "content-length"}
#: Texts in answers that only report the progress of a starting server, which is then asked again.
GOING = (b'data-examining="1"', b'"findings":{"progress":{')


@dataclasses.dataclass(frozen=True)
class Answer:
    """Answer of a program to a question, and the processor time that it took."""

    text: str
    seconds: float


class Side(Protocol):
    """One of the two compared programs."""

    def ask(self, text: str) -> Answer:
        """Asks one question."""

    def close(self) -> float | None:
        """Ends the processes that were started. Returns the processor time of a process that answered many questions."""


class Room:
    """Working folder of a program: its index, the archives and the samples have equal names on both sides."""

    def __init__(self, folder: Path, index: Path, archives: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        links = {"index": index, "archives": archives, "sample": ROOT / "sample-archive", "cases": ROOT / "tests/cases"}
        for name, target in links.items():
            (folder / name).symlink_to(target.resolve())
        # Isolates the program from the user's settings and from the machine's language.
        self.environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(folder / "home"),
            "KIFU_INDEX": "index",
            "KIFU_PAGER": "cat",
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        self.usual = [(str(folder), "HERE"), (str(index.resolve()), "HERE/index")]
        self.clean()

    def clean(self) -> None:
        """Empties the folders that commands write to: `out`, which is compared, and `tmp`, which is not."""
        for name in ("out", "tmp"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir()

    def written(self) -> Iterator[str]:
        """A line for every file in `out`."""
        out = self.folder / "out"
        for file in sorted(file for file in out.rglob("*") if file.is_file()):
            content = file.read_bytes()
            yield f"{file.relative_to(out)}: {len(content)} bytes, {hashlib.sha256(content).hexdigest()}"

    def compared(self, text: str) -> str:
        """Text without what differs between any two runs."""
        for path, instead in self.usual:
            text = text.replace(path, instead)
        for pattern, instead in USUAL_DIFFERENCES:
            text = pattern.sub(instead, text)
        return text


def ended(process: subprocess.Popen[Any]) -> tuple[int, float]:
    """Waits for a process. Returns its exit code, and the processor time of the process and its children."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def input_of(words: list[str]) -> tuple[list[str], str]:
    """Words before `<<<`, and the text behind it, in which `\\n` ends a line."""
    if "<<<" not in words:
        return words, ""
    at = words.index("<<<")
    return words[:at], " ".join(words[at + 1 :]).replace("\\n", "\n")


def all_of_terminal(master: int) -> bytes:
    """Output on a terminal, until no process has it open."""
    read = bytearray()
    # Linux reports the end of a terminal as an error.
    with contextlib.suppress(OSError):
        while some := os.read(master, 1 << 16):
            read += some
    os.close(master)
    return bytes(read).replace(b"\r\n", b"\n")


class Commands:
    """A program that is started for every question."""

    def __init__(self, program: Path, room: Room) -> None:
        self.program, self.room = program, room

    def ask(self, text: str) -> Answer:
        """Runs the commands of a line, which `&&` separates."""
        self.room.clean()
        told, seconds = [], 0.0
        steps = itertools.groupby(shlex.split(text), lambda word: word == "&&")
        for step in (list(words) for is_end, words in steps if not is_end):
            said, took = self.run(step)
            told.append(said)
            seconds += took
        told += self.room.written()
        return Answer(self.room.compared("\n".join(told)), seconds)

    def run(self, words: list[str]) -> tuple[str, float]:
        """Runs one command. Returns its output and its processor time."""
        environment = dict(self.room.environment)
        while words and re.match(r"[A-Z_]+=", words[0]):
            name, environment[name] = words.pop(0).split("=", 1)
        words, given = input_of(words)
        if words[:1] == ["build"] and not {"--index", "--help", "-h"} & set(words):
            raise ValueError(f"this would change the index: {words}")
        columns = environment.pop("TTY", None)
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
            stdin.write(given.encode())
            stdin.seek(0)
            master, slave = pty.openpty() if columns else (-1, stdout.fileno())
            if columns:
                termios.tcsetwinsize(slave, (24, int(columns)))
            process = subprocess.Popen(
                ["kifu-index", *words],
                executable=self.program,
                cwd=self.room.folder,
                env=environment,
                stdin=stdin,
                stdout=slave,
                stderr=stderr,
            )
            timer = threading.Timer(PATIENCE, process.kill)
            timer.start()
            shown = b""
            if columns:
                os.close(slave)
                shown = all_of_terminal(master)
            code, seconds = ended(process)
            timer.cancel()
            stdout.seek(0)
            stderr.seek(0)
            shown += stdout.read()
            said = stderr.read()
        return f"{spoken(shown)}--- exit code {code}\n{spoken(said)}", seconds

    def close(self) -> None:
        """Does nothing, since no process is left."""


def spoken(content: bytes) -> str:
    """Bytes as text; for binary data, a checksum."""
    if b"\0" in content and content.startswith(b"PK"):
        return f"{len(content)} bytes, {hashlib.sha256(content).hexdigest()}\n"
    return content.decode("utf-8", "backslashreplace")


class Server:
    """`serve` of a program, which answers all questions."""

    def __init__(self, program: Path, room: Room) -> None:
        self.room = room
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0"],
            cwd=room.folder,
            env=room.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout
        address = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.host, self.port = address.hostname or "", address.port
        # On Linux, the CPU clock of another process has this id.
        self.clock = ~self.process.pid << 3 | 2

    def ask(self, text: str) -> Answer:
        """Requests an address; headers and a method may precede it, and the body follows `<<<`."""
        words, body = input_of(text.split(" "))
        headers = {"Accept-Encoding": "identity"}
        while words and re.match(r"[A-Z][A-Za-z-]+=", words[0]):
            name, value = words.pop(0).split("=", 1)
            headers[name] = value
        method = words.pop(0) if re.fullmatch("[A-Z]+", words[0]) else "GET"
        address = urllib.parse.quote(" ".join(words), safe="/?&=%:,;@!$*'()~-._")
        begun = time.clock_gettime(self.clock)
        try:
            while True:
                connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
                with contextlib.closing(connection):
                    connection.request(method, address, body.encode() or None, headers)
                    response = connection.getresponse()
                    content = response.read()
                if not any(sign in content for sign in GOING):
                    break
                time.sleep(0.2)
        except (OSError, http.client.HTTPException) as error:
            return Answer(f"no answer: {error!r}", 0.0)
        seconds = time.clock_gettime(self.clock) - begun
        kept = sorted((name.lower(), value) for name, value in response.getheaders())
        told = "".join(f"{name}: {value}\n" for name, value in kept if name not in USUAL_HEADERS)
        body = spoken(content).replace("><", ">\n<").replace(',"', ',\n"')
        return Answer(self.room.compared(f"{response.status}\n{told}{body}"), seconds)

    def close(self) -> float:
        """Ends the server."""
        self.process.terminate()
        return ended(self.process)[1]


class Interpreter:
    """A Python interpreter that evaluates all expressions."""

    def __init__(self, python: Path, room: Room) -> None:
        self.room = room
        self.process = subprocess.Popen(
            [python, ROOT / "tests/recordings/evaluate.py"],
            cwd=room.folder,
            env={**room.environment, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, text: str) -> Answer:
        """Evaluates an expression."""
        assert self.process.stdin and self.process.stdout
        self.room.clean()
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        value, seconds = json.loads(self.process.stdout.readline())
        return Answer(self.room.compared("\n".join([value, *self.room.written()])), seconds)

    def close(self) -> float:
        """Ends the interpreter."""
        assert self.process.stdin
        self.process.stdin.close()
        return ended(self.process)[1]
