#!/usr/bin/env python3
"""Compares two programs over recorded questions: every answer of the old one with that of the new one.

    python3 tests/recorded.py commands OLD NEW --archives DIR --index-old DIR --index-new DIR
    python3 tests/recorded.py http     OLD NEW --archives DIR --index-old DIR --index-new DIR
    python3 tests/recorded.py python   OLD_PYTHON NEW_PYTHON --archives DIR --index-old DIR --index-new DIR

`commands` runs each command line with both programs; `http` starts `serve` of both and requests every address; `python`
evaluates expressions in two interpreters that have the wheel installed. Each side has its own index of equal archives.
The questions are in `tests/recordings`; `commands.txt` there explains the notation.

It prints how many answers are equal, how many differ, and the processor time of both sides, by kind of question; and
details of the first differences (--show). Differences listed in `changes.tsv` are intended. The exit code is 1 if
anything else differs.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import dataclasses
import difflib
import itertools
import queue
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from recordings.sides import Answer, Commands, Interpreter, Room, Server, Side

RECORDINGS = Path(__file__).resolve().parent / "recordings"
#: Maximum number of lines that are printed of a difference.
SHOWN_LINES = 30


@dataclasses.dataclass(frozen=True)
class Question:
    """A command line, an address or an expression, and the kind of question that it is."""

    kind: str
    text: str


def expanded(line: str, sets: dict[str, list[str]]) -> Iterator[str]:
    """All lines that a template expands to; `commands.txt` explains templates."""
    pieces, at = [], 0
    for place in re.finditer(r"\{\{|\}\}|\{([^{}]*)\}", line):
        inside = place[1]
        if inside is None:
            choices = [place[0][0]]
        elif inside.startswith("%"):
            choices = [choice for member in sets[inside[1:]] for choice in expanded(member, sets)]
        else:
            choices = [choice.replace("\\,", ",") for choice in re.split(r"(?<!\\),", inside)]
        pieces += [[line[at : place.start()]], choices]
        at = place.end()
    return map("".join, itertools.product(*pieces, [line[at:]]))


def read_questions(file: Path) -> list[Question]:
    """Questions of a list, without repetitions."""
    sets: dict[str, list[str]] = {}
    found: dict[str, Question] = {}
    kind = "other"
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if re.fullmatch(r"\[[\w ,:]+\]", line):
            kind = line[1:-1]
        elif line.startswith("%"):
            members = sets[line[1:].strip()] = []
        elif line.startswith("  "):
            members.append(line.strip())
        else:
            for text in expanded(line, sets):
                found.setdefault(text, Question(kind, text))
    return list(found.values())


def difference(old: str, new: str) -> str:
    """The first differing lines as a short unified diff."""
    before, after = old.splitlines(), new.splitlines()
    pairs = itertools.zip_longest(before, after)
    first = max(next((at for at, (a, b) in enumerate(pairs) if a != b), 0) - 2, 0)
    part = slice(first, first + 200)
    lines = difflib.unified_diff(before[part], after[part], "old", "new", f"line {first + 1}", lineterm="", n=1)
    return "\n".join("    " + line[:200] for line in itertools.islice(lines, SHOWN_LINES))


@dataclasses.dataclass(frozen=True)
class Change:
    """An intended difference: which questions, the old text, and the new text."""

    question: re.Pattern[str]
    old: re.Pattern[str] | None
    new: str

    def applied(self, question: str, text: str) -> str:
        """An old answer with this change applied."""
        return self.old.sub(self.new, text) if self.old and self.question.search(question) else text


def read_changes(file: Path) -> list[Change]:
    """Intended changes in the order of their lines; the file explains its columns."""
    lines = file.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return [
        Change(re.compile(question), re.compile(old, re.MULTILINE) if old else None, new)
        for question, old, new, _reason in rows
    ]


def is_meant(question: str, old: Answer, new: Answer, changes: list[Change]) -> bool:
    """True if all that differs is an intended change."""
    if any(change.old is None and change.question.search(question) for change in changes):
        return True
    text = old.text
    for change in changes:
        text = change.applied(question, text)
    return text == new.text


@dataclasses.dataclass
class Totals:
    """Counters for a kind of question."""

    equal: int = 0
    different: int = 0
    excused: int = 0
    old: float = 0.0
    new: float = 0.0

    def add(self, outcome: str, old: Answer, new: Answer) -> None:
        """Counts a question."""
        setattr(self, outcome, getattr(self, outcome) + 1)
        self.old += old.seconds
        self.new += new.seconds

    def __str__(self) -> str:
        return f"{self.equal:10,}{self.different:10,}{self.excused:10,}{self.old:10.2f}{self.new:10.2f}"


def compare(questions: list[Question], pairs: list[tuple[Side, Side]], shown: int) -> bool:
    """Asks all questions, and prints differences and totals. Returns whether every difference is excused."""
    changes = read_changes(RECORDINGS / "changes.tsv")
    free: queue.SimpleQueue[tuple[Side, Side]] = queue.SimpleQueue()
    for pair in pairs:
        free.put(pair)

    def ask(numbered: tuple[int, Question]) -> list[Answer]:
        number, question = numbered
        pair = free.get()
        try:
            # Each side is asked first in half of the cases, so that caches favour neither.
            order = [0, 1] if number % 2 else [1, 0]
            answers = {at: pair[at].ask(question.text) for at in order}
            return [answers[0], answers[1]]
        finally:
            free.put(pair)

    totals: dict[str, Totals] = collections.defaultdict(Totals)
    with concurrent.futures.ThreadPoolExecutor(len(pairs)) as pool:
        for question, (old, new) in zip(questions, pool.map(ask, enumerate(questions))):
            meant = old.text != new.text and is_meant(question.text, old, new, changes)
            outcome = "equal" if old.text == new.text else "excused" if meant else "different"
            for name in (question.kind, "all"):
                totals[name].add(outcome, old, new)
            if outcome == "different" and totals["all"].different <= shown:
                print(f"{question.text}\n{difference(old.text, new.text)}\n", flush=True)
    print(f"{'':<28}     equal different   excused   old CPU   new CPU")
    for kind, total in sorted(totals.items(), key=lambda row: row[0] == "all"):
        print(f"{kind:<28}{total}")
    return not totals["all"].different


def main() -> int:
    """Runs the comparison. Returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    kinds: dict[str, Callable[[Path, Room], Side]] = {"commands": Commands, "http": Server, "python": Interpreter}
    parser.add_argument("what", choices=kinds, help="what is compared")
    parser.add_argument("old", type=Path, help="the program, or the interpreter that has the wheel")
    parser.add_argument("new", type=Path, help="the other one")
    parser.add_argument("--archives", type=Path, required=True, help="the folder of the archives that were indexed")
    parser.add_argument("--index-old", type=Path, required=True, help="the index of the old program")
    parser.add_argument("--index-new", type=Path, required=True, help="the index of the new program")
    parser.add_argument("--only", type=re.compile, help="only kinds and questions in which this is found")
    parser.add_argument("--jobs", type=int, default=1, help="how many commands of each side run at once, up to 9")
    parser.add_argument("--show", type=int, default=10, help="how many differences are shown")
    parser.add_argument("--list", action="store_true", help="print the questions and ask none")
    args = parser.parse_args()
    questions = read_questions(RECORDINGS / f"{args.what}.txt")
    questions = [one for one in questions if not args.only or args.only.search(f"[{one.kind}] {one.text}")]
    if args.list:
        print("\n".join(question.text for question in questions))
        return 0
    jobs = range(args.jobs if args.what == "commands" else 1)
    with tempfile.TemporaryDirectory(prefix="recorded") as folder:

        def side(name: str, number: int, program: Path, index: Path) -> Side:
            room = Room(Path(folder) / name / str(number), index, args.archives)
            # The interpreter of a virtual environment is a link, which must not be resolved.
            return kinds[args.what](program.absolute(), room)

        pairs = [
            (side("old", job, args.old, args.index_old), side("new", job, args.new, args.index_new)) for job in jobs
        ]
        try:
            is_same = compare(questions, pairs, args.show)
        finally:
            whole = [one.close() for one in itertools.chain(*pairs)]
        if None not in whole:
            print(f"{'whole processes':<58}{whole[0]:10.2f}{whole[1]:10.2f}")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
