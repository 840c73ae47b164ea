#!/usr/bin/env python3
"""Comment search beside SQLite's FTS5, on the same comments, warm and in one process.

    pip install ./python
    kifu-index build ARCHIVES --index FOLDER
    python3 benches/peers.py target/release/kifu-index FOLDER [--rounds 200]

All comments of a game are one row of a table of FTS5 in memory. Both programs count the rows of a query in turns, and
then list the first ten; the median of all rounds counts. The counts stand beside the times: FTS5 knows no stems and no
words of East Asian scripts, so they need not be equal."""

import argparse
import json
import sqlite3
import statistics
import subprocess
import time

import kifu_index

# What is asked here, and the same for FTS5.
QUESTIONS = [
    ("a word", "comment:snapback", "snapback"),
    ("a common word", "comment:black", "black"),
    ("a phrase", 'comment:"good move"', '"good move"'),
    ("two words", "comment:ladder comment:ko", "ladder AND ko"),
    ("a word or another", "comment:ladder OR comment:snapback", "ladder OR snapback"),
    ("the beginning of a word", "comment:ladd*", "ladd*"),
    ("no such word", "comment:nosuchword", "nosuchword"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("index")
    parser.add_argument("--rounds", type=int, default=200)
    arguments = parser.parse_args()
    table, games = full_text_table(arguments)
    index = kifu_index.open(arguments.index)
    version = sqlite3.sqlite_version
    print(f"{games} games with comments, SQLite {version}, microseconds, medians of {arguments.rounds}\n")
    print("|  | games here, there | count here | there | ratio | first ten here | there | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for name, query, match in QUESTIONS:
        print_row(name, (index, query), (table, match), arguments.rounds)


def full_text_table(arguments):
    """A table of FTS5 with the comments of each game that has some, and how many games that are."""
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


def print_row(name, here, there, rounds):
    """Times both programs in turns."""
    (index, query), (table, match) = here, there
    count = "SELECT count(*) FROM games WHERE games MATCH ?"
    ten = "SELECT id FROM games WHERE games MATCH ? ORDER BY rank LIMIT 10"
    counts = [lambda: index.count(query), lambda: table.execute(count, (match,)).fetchone()[0]]
    lists = [lambda: list(index.search(query, limit=10)), lambda: table.execute(ten, (match,)).fetchall()]
    found = [work() for work in counts]
    cells = [name, f"{found[0]:,}, {found[1]:,}"]
    for pair in (counts, lists):
        mine, other = in_turns(pair, rounds)
        cells += [f"{mine:.0f}", f"{other:.0f}", f"{other / mine:.2f}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def in_turns(pair, rounds):
    """The median microseconds of each of two kinds of work."""
    times = [[], []]
    for _ in range(rounds):
        for work, taken in zip(pair, times):
            began = time.perf_counter()
            work()
            taken.append((time.perf_counter() - began) * 1e6)
    return [statistics.median(taken) for taken in times]


if __name__ == "__main__":
    main()
