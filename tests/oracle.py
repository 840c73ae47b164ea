#!/usr/bin/env python3
"""A second implementation of searches: reads the files of an archive itself, answers queries with its own code, and
compares the numbers with those of kifu-index.

    kifu-index build ARCHIVE --index INDEX
    python3 tests/oracle.py target/release/kifu-index INDEX ARCHIVE [--only PATTERN] [--verbose] [--cache FOLDER]

Positions are searched on main lines as this script reads them. Patterns are not compared, because the brute force in
`tests/it/properties/drawn.rs` also replays games by its own rules.

ARCHIVE is the only folder that INDEX was built from. The table has a line for every query of `second_reader/queries.py`:
the number of games that match by this script's reading, the program's number, and the difference. The exit code is 1 if
anything differs. `--verbose` lists the games that differ; `--cache` stores the parsed games for the next run. Only the
standard library is needed, and the program `7z` for 7z archives.

Random queries about results, margins, komi, ranks, charsets and dates are added (`second_reader/asked.py`); `--random`
is their number, and `--seed` selects them.

    python3 tests/oracle.py target/release/kifu-index --forms

does the same with generated games (`second_reader/forms.py`): the rows of `tests/it/reading/facts.tsv`, in random pairs.

    python3 tests/oracle.py --facts
    python3 tests/oracle.py --golden

compare `tests/it/reading/facts.tsv` with the values that this script reads, and the hits in `tests/it/queries/golden.txt`
with the games of `sample-archive`, for queries with a predicate in `second_reader/sample.py`; both run without a program.
"""

import argparse
import hashlib
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import time

from second_reader import asked, board, forms, queries, reading, sample, sets

SHOWN = 20


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", help="the program kifu-index")
    parser.add_argument("index", nargs="?", help="its index of the archive")
    parser.add_argument("archive", nargs="?", type=pathlib.Path, help="the folder of archives")
    parser.add_argument("--golden", action="store_true", help="compare tests/it/queries/golden.txt with the sample archive")
    parser.add_argument("--facts", action="store_true", help="compare tests/it/reading/facts.tsv with what is read here")
    parser.add_argument("--forms", metavar="GAMES", type=int, nargs="?", const=3000, help="write so many games, and ask about them")
    parser.add_argument("--random", metavar="NUMBER", type=int, default=250, help="so many random queries")
    parser.add_argument("--seed", type=int, default=1, help="which random queries")
    parser.add_argument("--only", metavar="PATTERN", default="", help="only queries in which this regular expression is found")
    parser.add_argument("--verbose", action="store_true", help="list the games that differ")
    parser.add_argument("--cache", metavar="FOLDER", type=pathlib.Path, help="keep what was read in this folder")
    args = parser.parse_args()
    if not (args.golden or args.facts) and (args.program if args.forms else args.archive) is None:
        parser.error("a program, an index and an archive are wanted, a program and --forms, --facts, or --golden")
    return args


def stamp(archive):
    """Key of the cache, which changes with the archive and with this reader."""
    sources = pathlib.Path(reading.__file__).parent.glob("*.py")
    parts = [path.read_bytes() for path in sorted(sources) if path.name not in ("queries.py", "board.py", "sets.py", "corners.py", "books.py", "novelties.py", "facts.py", "words.py", "asked.py", "forms.py")]
    for folder, folders, names in os.walk(archive):
        folders.sort()
        for name in sorted(names):
            info = os.stat(os.path.join(folder, name))
            parts.append(f"{folder}/{name} {info.st_size} {info.st_mtime_ns}".encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def games_of(archive, cache):
    if cache is None:
        return list(reading.games(archive))
    cache.mkdir(parents=True, exist_ok=True)
    kept = cache / f"games-{stamp(archive)}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    games = list(reading.games(archive))
    kept.write_bytes(pickle.dumps(games, pickle.HIGHEST_PROTOCOL))
    return games


def play(games, asked):
    """Replays main lines as far as position queries need it."""
    wanted = {key: target for key, target in queries.TARGETS.items() if any(key[0] in query for query in asked)}
    searcher = board.Searcher(wanted)
    for game in games:
        game.reached = searcher.reached(game.size, game.line) if game.kind == 1 else {}


def ask(args, row, *options):
    words = row.query.split() if row.command == "position" else [row.query]
    command = [row.command, *options, *words]
    if row.command == "search":
        command.insert(-1, "--")
    return run(args, *command)


def run(args, *command):
    command = [args.program, "--index", args.index, *command]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def count(args, row):
    """Number of games that the program counts; `None` if it refuses the query."""
    answer = ask(args, row, "-c")
    try:
        return int(answer.stdout.strip())
    except ValueError:
        print(answer.stderr, file=sys.stderr)
        return None


def listed(args, row):
    """Games that the program finds: path below the archive, members, number."""
    answer = ask(args, row, "--json", "--limit", "0").stdout
    if row.command == "position":
        found = json.loads(answer)["games"]
    else:
        found = map(json.loads, answer.splitlines())
    root = str(args.archive.resolve())
    return {(os.path.relpath(game["path"], root), game["member"] or "", game["game"]) for game in found}


def show_difference(args, row, ours):
    theirs = listed(args, row)
    ours = {game.key() for game in ours}
    for name, games in (("only here", ours - theirs), ("only the program", theirs - ours)):
        for path, member, number in sorted(games)[:SHOWN]:
            print(f"    {name}: {path}{'!' if member else ''}{member} game {number}")
        if len(games) > SHOWN:
            print(f"    … and {len(games) - SHOWN} more")


def compare_golden(args):
    """Compares the hits in the golden file with those of the predicates. Returns 1 if any differ."""
    here = pathlib.Path(__file__).parent
    golden = dict(sample.blocks((here / "it" / "queries" / "golden.txt").read_text(encoding="utf-8")))
    games = list(reading.games(here.parent / "sample-archive"))
    play(games, golden)
    wrong = compared = 0
    for query, theirs in golden.items():
        predicate = sample.PREDICATES.get(query)
        if predicate is None or not re.search(args.only, query):
            print(f"not compared: {query}", file=sys.stderr)
            continue
        ours = {("!".join((game.path, *game.members)), game.number) for game in games if predicate(game)}
        compared += 1
        wrong += ours != theirs
        for name, places in (("only here", ours - theirs), ("only in golden.txt", theirs - ours)):
            for place, number in sorted(places):
                print(f"{query}: {name}: {place}@{number}")
    unused = sorted(set(sample.PREDICATES) - set(golden))
    print(f"{compared} queries compared, {wrong} differ; predicates without a query: {unused}", file=sys.stderr)
    return 1 if wrong or unused else 0


def told(ours, theirs):
    """Both numbers of a check; for tables, the number of equal rows and the rows that differ."""
    if not isinstance(ours, dict):
        return f"here {ours}, program {theirs}{'' if ours == theirs else '  <--'}"
    keys = sorted(set(ours) | set(theirs), key=str)
    unlike = [f"{key}: here {ours.get(key)}, program {theirs.get(key)}" for key in keys if ours.get(key) != theirs.get(key)]
    return "\n    ".join([f"{len(keys)} rows, {len(unlike)} differ{'  <--' if unlike else ''}", *unlike[:SHOWN]])


def compare_facts():
    """Compares the table of facts with what this reader reads. Returns 1 if anything differs."""
    wrong = list(forms.differences())
    print("\n".join([*wrong, f"{len(wrong)} facts differ"]), file=sys.stderr)
    return 1 if wrong else 0


def compare_forms(args):
    """Compares random queries over generated games."""
    with tempfile.TemporaryDirectory() as folder:
        args.archive, args.index = pathlib.Path(folder, "archive"), f"{folder}/index"
        args.archive.mkdir()
        forms.write(args.archive, args.forms, args.seed)
        run(args, "build", str(args.archive))
        games = games_of(args.archive, None)
        return 1 if compare_rows(args, games, random_rows(args, games)) else 0


def random_rows(args, games):
    return [row for row in asked.rows(games, args.random, args.seed) if re.search(args.only, row.query)]


def compare_rows(args, games, rows):
    """Prints a table of queries. Returns how many differ."""
    width = max((len(row.query) for row in rows), default=0)
    wrong = hits = 0
    print(f"{'query':{width}}  {'here':>7}  {'program':>7}  {'difference':>10}")
    for row in rows:
        ours = [game for game in games if row.predicate(game)]
        theirs = count(args, row)
        difference = None if theirs is None else theirs - len(ours)
        fine = difference == row.differs
        wrong, hits = wrong + (not fine), hits + bool(ours)
        print(f"{row.query:{width}}  {len(ours):7}  {theirs!s:>7}  {difference!s:>10}{'' if fine else '  <--'}", flush=True)
        if args.verbose and difference != 0 and theirs is not None:
            show_difference(args, row, ours)
    print(f"{len(rows)} queries, {hits} of them with hits, {wrong} differ", file=sys.stderr)
    return wrong


def compare_checks(args, games):
    """Compares numbers of all games together. Returns how many differ."""
    wrong = 0
    for name, check in sets.CHECKS.items():
        if re.search(args.only, name):
            ours, theirs = check(games, lambda *words: run(args, *words).stdout, str(args.archive.resolve()))
            wrong += ours != theirs
            print(f"{name}: {told(ours, theirs)}", flush=True)
    return wrong


def main():
    args = arguments()
    if args.golden:
        return compare_golden(args)
    if args.facts:
        return compare_facts()
    if args.forms:
        return compare_forms(args)
    rows = [row for row in queries.ROWS if re.search(args.only, row.query)]
    start = time.process_time()
    games = games_of(args.archive, args.cache)
    read = time.process_time()
    play(games, [row.query for row in rows])
    print(f"{len(games)} games read in {read - start:.0f} s, played in {time.process_time() - read:.0f} s of CPU time", file=sys.stderr)
    wrong = compare_rows(args, games, rows) + compare_rows(args, games, random_rows(args, games)) + compare_checks(args, games)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
