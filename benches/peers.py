#!/usr/bin/env python3
"""Compares searches of boards with Kombilo's engine, and of comments with SQLite's FTS5, on the same games in turns.

    pip install ./python
    kifu-index build ARCHIVES --index FOLDER
    python3 benches/peers.py target/release/kifu-index FOLDER [--kombilo SOURCE] [--games QUERY] [--rounds 200]

The figures are medians, with the numbers of found games beside them. "times" is the ratio of the other's time (or
size) to the one here. Kombilo's engine is compiled from its source:

    apt-get install g++ libboost-dev libsqlite3-dev
    pip download --no-binary :all: --no-deps kombilo==0.8.4 && tar xf kombilo-0.8.4.tar.gz

Both read the same loose files, exported from the index: SGF on 19x19 (--games can select some of them), and none after
2019, since Kombilo's tables of years end there. Both are warm, and neither reuses an answer. An answer has the number of
games, the wins of each colour, and the continuations. Kombilo's time is measured inside its engine; the time here is
that of a call from Python with its answer as objects. Here Kombilo stores no texts of games and searches no copies;
kifu-index searches them.

All comments of a game are one row of a table of FTS5 in memory. Both programs count the rows of a query, and list the
first ten. FTS5 knows no stems and no words of East Asian scripts, so the counts need not be equal."""

import argparse
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import kifu_index

# Numbers of Kombilo's types of patterns.
CORNER, ANYWHERE, WHOLE = 1, 8, 9
# Boards to ask about: name, type, and moves or the rows of a shape that may be anywhere.
BOARDS = [
    ("a whole board of three stones", WHOLE, "Q16 D4 Q3"),
    ("a corner of five stones", CORNER, "Q16 O17 R14 Q18 R17"),
    ("a corner of two stones", CORNER, "R16 P17"),
    ("a crosscut anywhere", ANYWHERE, "XO/OX"),
]
# Size of the corners for which Kombilo has hashes, in lines.
CORNER_SIZE = 7
# Comments to ask about: name, the query here, and the same query for FTS5.
COMMENTS = [
    ("a word", "comment:snapback", "snapback"),
    ("a common word", "comment:black", "black"),
    ("a phrase", 'comment:"good move"', '"good move"'),
    ("two words", "comment:ladder comment:ko", "ladder AND ko"),
    ("a word or another", "comment:ladder OR comment:snapback", "ladder OR snapback"),
    ("the beginning of a word", "comment:ladd*", "ladd*"),
    ("no such word", "comment:nosuchword", "nosuchword"),
]
# Number of builds of each program, and number of starts of each.
BUILDS, STARTS = 3, 7
# Seconds after which the rounds of one question end, and the minimum number of rounds.
SECONDS, LEAST = 20, 5
# With this setting, idle threads of Kombilo's engine sleep. Otherwise they would spin on the cores that the other
# program needs.
SLEEPING = {**os.environ, "OMP_WAIT_POLICY": "passive"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("index")
    parser.add_argument("--kombilo", type=Path, metavar="SOURCE")
    parser.add_argument("--games", default="", metavar="QUERY")
    parser.add_argument("--rounds", type=int, default=200)
    arguments = parser.parse_args()
    print("|  | kifu-index | the other | times | found here; there |")
    print("|---|---|---|---|---|")
    if arguments.kombilo:
        with tempfile.TemporaryDirectory() as folder:
            beside_kombilo(arguments, Path(folder))
    beside_fts5(arguments)
    if not arguments.kombilo:
        print("\nWithout Kombilo: --kombilo takes the folder of its source, --help tells how to get it.")


def beside_kombilo(arguments, folder):
    """Builds an index with each program, and asks both about boards."""
    engine = compiled(arguments.kombilo, folder)
    games = folder / "games"
    query = f"kind:go size:19 format:sgf -year>=2020 {arguments.games}"
    run([arguments.program, "--index", arguments.index, "export", query, "--dir", games])
    paths = sorted(games.rglob("*.sgf"))
    row(f"**beside Kombilo: {len(paths):,} games**")
    database = print_builds(arguments, engine, folder, paths)
    print_starts(arguments, engine, folder, database)
    index = kifu_index.open(folder / "index")
    with subprocess.Popen([engine, "ask", database], stdin=-1, stdout=-1, text=True, env=SLEEPING) as other:
        assert other.stdout.readline() == "ready\n"
        for name, kind, subject in BOARDS:
            print_board(name, (index, other), (kind, subject), arguments.rounds)
            if kind == WHOLE:
                print_board(f"{name}, hashes trusted", (index, other), (kind, subject), arguments.rounds, trust=1)
        other.stdin.close()


def compiled(source, folder):
    """Compiles Kombilo's engine with the driver, and returns the program."""
    code = next(path.parent for path in source.rglob("search.cpp") if (path.parent / "algos.cpp").exists())
    files = [code / f"{name}.cpp" for name in ("sgfparser", "abstractboard", "search", "algos", "pattern")]
    driver = Path(__file__).with_name("kombilo.cpp")
    # These are Kombilo's own options. Its exceptions are declared in a way that C++17 no longer allows, hence C++14.
    run(["g++", "-std=gnu++14", "-O3", "-fopenmp", "-w", "-I", code, driver, *files, "-lsqlite3", "-o", folder / "ask"])
    return folder / "ask"


def print_builds(arguments, engine, folder, paths):
    """Measures builds of both programs in turns. Returns Kombilo's database; the index is `folder/index`."""
    index, data = folder / "index", folder / "database"
    here, there = [], []
    for _ in range(BUILDS):
        shutil.rmtree(index, ignore_errors=True)
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir()
        here.append(measured([arguments.program, "--index", index, "build", folder / "games"]))
        there.append(measured([engine, "build", data / "k.db"], "\n".join(map(str, paths))))
    found = [kifu_index.open(index).count(), int(there[0][3])]
    mine, other = ([statistics.median(values) for values in list(zip(*runs))[:3]] for runs in (here, there))
    row("building: CPU", *durations(mine[0], other[0]), two_counts(found))
    row("building: from start to end", *durations(mine[1], other[1]))
    row("building: memory", *sizes(mine[2], other[2]))
    row("on disk", *sizes(size_of(index), size_of(data)))
    return data / "k.db"


def print_starts(arguments, engine, folder, database):
    """Measures whole processes that give one answer, in turns."""
    _, kind, subject = BOARDS[0]
    command = [arguments.program, "--index", folder / "index", "position", "-c", *subject.split()]
    here, there = [], []
    for _ in range(STARTS):
        here.append(measured(command))
        there.append(measured([engine, "ask", database], question(kind, subject)))
    mine, other = ([statistics.median(values) for values in list(zip(*runs))[1:3]] for runs in (here, there))
    row("from the start to the first answer", *durations(mine[0], other[0]))
    row("this one's memory", *sizes(mine[1], other[1]))


def print_board(name, pair, asked, rounds, trust=0):
    """Asks both engines about a board in turns, and prints a row."""
    (index, other), (kind, subject) = pair, asked
    line = question(kind, subject, trust)

    def here():
        began = time.perf_counter()
        if kind == WHOLE:
            answer = index.position(subject, limit=0)
        else:
            answer = index.pattern(subject, corner=CORNER_SIZE if kind == CORNER else False, limit=0)
        return (answer.total, answer.black, answer.white), time.perf_counter() - began

    def there():
        other.stdin.write(line)
        other.stdin.flush()
        games, black, white, _, microseconds = map(int, other.stdout.readline().split())
        return (games, black, white), microseconds / 1e6

    found, times = in_turns((here, there), rounds)
    row(name, *durations(*times), "; ".join(f"{games:,} ({b:,}, {w:,})" for games, b, w in found))


def question(kind, subject, trust=0):
    """Returns a line for the driver, with the board in the form of Kombilo's class Pattern."""
    if kind == ANYWHERE:
        rows = subject.split("/")
    else:
        size = 19 if kind == WHOLE else CORNER_SIZE
        stones = {move: "XO"[at % 2] for at, move in enumerate(subject.split())}
        columns = "ABCDEFGHJKLMNOPQRST"[19 - size:]
        rows = ["".join(stones.get(f"{x}{y}", ".") for x in columns) for y in range(19, 19 - size, -1)]
    return f"{trust} {kind} {len(rows[0])} {len(rows)} {''.join(rows)}\n"


def beside_fts5(arguments):
    """Asks both programs about comments."""
    table, games = full_text_table(arguments)
    index = kifu_index.open(arguments.index)
    row(f"**beside SQLite {sqlite3.sqlite_version}, FTS5: {games:,} games with comments**")
    for name, query, match in COMMENTS:
        print_comments(name, (index, query), (table, match), arguments.rounds)


def full_text_table(arguments):
    """Fills an FTS5 table with the comments of each game that has some. Returns the table and the number of games."""
    table = sqlite3.connect(":memory:")
    table.execute("CREATE VIRTUAL TABLE games USING fts5(id UNINDEXED, text)")
    command = [arguments.program, "--index", arguments.index, "export", "--jsonl", "-", "--full", "has:comments"]
    games = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as export:
        for games, line in enumerate(export.stdout, 1):
            game = json.loads(line)
            text = "\n\n".join(comment["text"] for comment in game.get("comments", []))
            table.execute("INSERT INTO games VALUES (?, ?)", (game["id"], text))
    table.execute("INSERT INTO games(games) VALUES ('optimize')")
    table.commit()
    return table, games


def print_comments(name, here, there, rounds):
    """Measures counting games and listing the first ten, in turns."""
    (index, query), (table, match) = here, there
    count = "SELECT count(*) FROM games WHERE games MATCH ?"
    ten = "SELECT id FROM games WHERE games MATCH ? ORDER BY rank LIMIT 10"
    counts = [lambda: index.count(query), lambda: table.execute(count, (match,)).fetchone()[0]]
    lists = [lambda: len(list(index.search(query, limit=10))), lambda: len(table.execute(ten, (match,)).fetchall())]
    for what, pair in ((f"{name}: counted", counts), (f"{name}: the first ten", lists)):
        found, times = in_turns([timed(work) for work in pair], rounds)
        row(what, *durations(*times), two_counts(found))


def timed(work):
    """Wraps work so that it returns its result and its seconds."""
    def run_timed():
        began = time.perf_counter()
        return work(), time.perf_counter() - began
    return run_timed


def in_turns(pair, rounds):
    """Runs two kinds of work in turns. Returns the result of each, and the median of its seconds."""
    found, times = [work()[0] for work in pair], [[], []]
    end = time.perf_counter() + SECONDS
    while len(times[0]) < rounds and (len(times[0]) < LEAST or time.perf_counter() < end):
        for work, taken in zip(pair, times):
            taken.append(work()[1])
    return found, [statistics.median(taken) for taken in times]


def run(command):
    """Runs a command that has to succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def measured(command, text=""):
    """Runs a whole process. Returns its seconds of CPU, its seconds, its bytes of memory, and the last line that it
    printed.
    """
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as output:
        given.write(text)
        given.seek(0)
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=output, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        taken = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, command
        output.seek(0)
        return used.ru_utime + used.ru_stime, taken, used.ru_maxrss * 1024, (output.read().splitlines() or [""])[-1]


def size_of(folder):
    """Returns the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def row(*cells):
    """Prints a row of the table."""
    print("| " + " | ".join([*cells, "", "", "", ""][:5]) + " |", flush=True)


def durations(mine, other):
    """Returns the cells for two times and their ratio."""
    return duration(mine), duration(other), ratio(mine, other)


def sizes(mine, other):
    """Returns the cells for two sizes and their ratio."""
    return f"{mine / 1e6:.0f} MB", f"{other / 1e6:.0f} MB", ratio(mine, other)


def duration(seconds):
    """Formats a time with two or three digits."""
    unit, factor = next((pair for pair in (("s", 1), ("ms", 1e3)) if seconds * pair[1] >= 1), ("µs", 1e6))
    value = seconds * factor
    return f"{value:.{0 if value >= 10 else 1}f} {unit}"


def ratio(mine, other):
    """Formats the ratio of the other's value to the value here."""
    value = other / mine
    return f"{value:.{0 if value >= 20 else 1 if value >= 2 else 2}f}"


def two_counts(found):
    """Formats two counts."""
    return "; ".join(f"{count:,}" for count in found)


if __name__ == "__main__":
    main()
