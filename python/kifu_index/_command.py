"""``kifu-cluster``: the command over :mod:`kifu_index.cluster`.

Results go to standard output, everything else to standard error. Exit codes are those of ``kifu-index``: 0 if there are
hits, 1 if there are none, 2 for an error.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from . import _core, _text
from ._errors import KifuError, QueryError, failure
from ._index import ALL, _board
from ._tables import listed
from ._text import say
from .cluster import CACHE, Cluster, build, stop
from .cluster import _Answer as Answer
from .cluster import _missing_in_words as missing_in_words

#: Number of rows in a table without ``--limit``.
PAGE = 50
#: Mark before arguments that begin with ``-`` and are not options, so that argparse does not take them for options.
MARK = "\0"


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(_mark_operands(sys.argv[1:] if arguments is None else arguments))
    try:
        with _text.alone():
            return 0 if options.run(options) else 1
    except KifuError as error:
        _print_error(error, getattr(options, "json", False))
    except BrokenPipeError:
        # The reader of the pipe has gone away, so the rest of the output is dropped.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _print_error(failure("io", str(error)), getattr(options, "json", False))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    return 2


def _print_error(error: KifuError, as_json: bool) -> None:
    if not as_json:
        print(f"error: {error}", file=sys.stderr)
        return
    fields: dict[str, Any] = {"code": error.code, "message": error.message}
    if isinstance(error, QueryError):
        start, end = (len(error.query[:at].encode()) for at in error.span)
        fields["span"] = {"start": start, "end": end}
    if error.help is not None:
        fields["help"] = error.help
    print(json.dumps({"v": 1, "error": fields}, ensure_ascii=False), file=sys.stderr)


# Arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kifu-cluster",
        description="Builds and searches an archive of Go games as shards on many machines, with Ray.",
        epilog="Exit codes: 0 hits, 1 none, 2 an error. See docs/cluster.md.",
    )
    parser.add_argument("--version", action="version", version=f"kifu-cluster {_core.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _build_command(commands)
    _search_command(commands)
    _board_commands(commands)
    _stats_command(commands)
    _players_command(commands)
    _other_commands(commands)
    return parser


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], bool], help: str, *, asks: bool = True
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, allow_abbrev=False)
    parser.set_defaults(run=run)
    where = "the address of the Ray, HOST:PORT or auto [default: RAY_ADDRESS, or a Ray of its own]"
    parser.add_argument("--address", help=where)
    if asks:
        where = "the folder that build wrote, or the URL of a copy of it: s3://bucket/shards"
        parser.add_argument("--shards", required=True, metavar="FOLDER", help=where)
        parser.add_argument("--json", action="store_true", help="print the JSON that kifu-index prints")
        parser.add_argument(
            "--timeout", type=float, default=60.0, metavar="SECONDS", help="how long an answer may take [60]"
        )
        less = "if a shard cannot answer, print the answer of the others, and how much is missing"
        parser.add_argument("--partial", action="store_true", help=less)
        most = "how much of the shards at a URL each machine stores [50]"
        parser.add_argument("--cache", type=float, default=CACHE / 1e9, metavar="GB", help=most)
        more = "a file with more spellings of players' names: one person per line"
        parser.add_argument("--aliases", metavar="FILE", help=more)
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


# argparse takes the name of the function for its error: "invalid number value".
_count.__name__ = "number"


def _limit(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--limit", type=_count, metavar="N", help=f"how many {what} to list; 0 lists all")


def _build_command(commands: Any) -> None:
    help = "Build an archive as shards, or update them: reads only games that are missing or have changed."
    parser = _command(commands, "build", _build, help, asks=False)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="folders and archives [default: those of the shards]"
    )
    parser.add_argument(
        "--out", required=True, metavar="SHARDS", help="the folder of the shards, which all machines can reach"
    )
    parser.add_argument("--shards", type=_count, metavar="N", help="number of shards; it cannot change later")
    parser.add_argument(
        "--threads", type=_count, metavar="N", help="threads of each task [default: as many as keep all busy]"
    )
    parser.add_argument(
        "--checksum", action="store_true", help="compare the content of files of the same size and time"
    )
    parser.add_argument("--sniff", action="store_true", default=None, help="look for games in files of any name")
    for option, what in (("include", "also read"), ("exclude", "do not read")):
        choice = parser.add_mutually_exclusive_group()
        help = f"{what} files that this pattern matches, written as in .gitignore"
        choice.add_argument(f"--{option}", action="append", metavar="GLOB", help=help)
        choice.add_argument(f"--no-{option}", dest=option, action="store_const", const=False, help=f"undo --{option}")


def _search_command(commands: Any) -> None:
    parser = _command(commands, "search", _search, "Find games by words, players, dates, results and more.")
    parser.add_argument("query", nargs="*", metavar="QUERY", help="the query, for example player:Lee result:W+")
    parser.add_argument("--sort", metavar="KEYS", help="sort keys, applied after the query's own")
    parser.add_argument("--unique", action="store_true", help="list each game once")
    parser.add_argument("--sample", type=_count, metavar="N", help="draw this many of the games that fit")
    parser.add_argument("--seed", type=_count, default=0, metavar="S", help="the same seed draws the same games")
    parser.add_argument("-c", "--count", action="store_true", help="print only the number of games")
    _limit(parser, "games")


def _board_commands(commands: Any) -> None:
    help = "Find all games that reach a position, and how they continue."
    position = _command(commands, "position", _position, help)
    position.add_argument(
        "input", nargs="*", metavar="POSITION", help="moves (Q16 D4 Q3), SGF, @FILE, or a diagram on standard input"
    )
    help = "Find the games in which a part of the board looked like this."
    pattern = _command(commands, "pattern", _pattern, help)
    pattern.add_argument(
        "input",
        nargs="*",
        metavar="PATTERN",
        help="rows (XO/OX), moves with --corner, @FILE, or a diagram on standard input",
    )
    pattern.add_argument("--region", metavar="REGION", help="the part of the position between two points: O13-T19")
    pattern.add_argument(
        "--corner", nargs="?", const="", metavar="SIZE", help="the corner with stones, or this many lines of it"
    )
    pattern.add_argument(
        "--diagram", choices=["position", "sequence"], default="position", help="what numbered stones stand for"
    )
    for parser in (position, pattern):
        parser.add_argument("--kind", metavar="KIND", help="go or loa")
        parser.add_argument("--size", metavar="SIZE", help="the board size, 19 or 19x13")
        parser.add_argument("--with", dest="more", metavar="PARTS", help="what to add to the JSON: years, reached")
        parser.add_argument("-c", "--count", action="store_true", help="print only the number of games")
        parser.add_argument(
            "--symmetry", choices=["all", "none"], default="all", help="turned and mirrored, or as given"
        )
        parser.add_argument("--filter", metavar="QUERY", help="only games that fit a query")
        parser.add_argument("--in", dest="within", metavar="WHERE", help="where the hit is: main, variations or any")
        parser.add_argument("--colours", "--colors", metavar="WHICH", help="as-drawn or any")
        parser.add_argument("--next", metavar="MOVE", help="only games in which this comes next: R14, W R14, pass, end")
        parser.add_argument("--tomove", metavar="COLOUR", help="only games in which this colour moves there: B or W")
        parser.add_argument("--move", metavar="RANGE", help="only games that have it after this many moves: 40, ..50")
        parser.add_argument("--sort", metavar="KEYS", help="sort keys")
        parser.add_argument("--unique", action="store_true", help="count each game once")
        _limit(parser, "games")


def _stats_command(commands: Any) -> None:
    parser = _command(commands, "stats", _stats, "Count games by year, player, opening, result and more.")
    parser.add_argument("query", nargs="*", metavar="QUERY", help="which games; without a query, all")
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="WHAT",
        help="the property to count by; two with a comma make a cross table",
    )
    parser.add_argument("--unique", action="store_true", help="count each game once")
    _limit(parser, "values")


def _players_command(commands: Any) -> None:
    parser = _command(commands, "players", _players, "List the players, or describe one.")
    parser.add_argument("name", nargs="*", metavar="NAME", help="a name, or words of one")
    _limit(parser, "players")


def _other_commands(commands: Any) -> None:
    _command(commands, "suggest", _suggest, "Suggest first searches.")
    parser = _command(commands, "stop", _stop, "End the processes that hold the shards open.", asks=False)
    parser.add_argument("--shards", required=True, metavar="FOLDER", help="the folder that build wrote")


#: Options that take the next argument as their value, even if it begins with ``-``.
_VALUES = {
    "--address", "--aliases", "--by", "--cache", "--colors", "--colours", "--diagram", "--filter", "--in", "--kind", "--limit",
    "--move", "--next", "--out", "--region", "--sample", "--seed", "--shards", "--size", "--sort", "--symmetry",
    "--threads", "--timeout", "--tomove", "--with",
}  # fmt: skip


#: A clause is anything that begins with ``-`` but is neither a long option nor short ones. An edge is a row of a
#: pattern.
_CLAUSE = re.compile(r"-(?!-|[ch]+$).+.", re.DOTALL)
_EDGE = re.compile(r"--[-+/|.,XO*?AV \n\d]*[/\n][-+/|.,XO*?AV \n\d]*")


def _mark_operands(arguments: Iterable[str]) -> list[str]:
    """Marks arguments that begin with ``-`` but are not options: negated clauses of a query (``-player:Lee``) and the
    upper edges of patterns.
    """
    marked: list[str] = []
    command, last, ended = "", "", False
    for argument in arguments:
        if not command and not argument.startswith("-") and last not in _VALUES:
            command = argument
        ended = ended or argument == "--"
        clause = command in ("search", "stats") and _CLAUSE.fullmatch(argument)
        edge = command in ("position", "pattern") and _EDGE.fullmatch(argument)
        if last in _VALUES and not ended:
            marked[-1] = f"{last}={argument}"
        else:
            marked.append(MARK + argument if (clause or edge) and not ended else argument)
        last = "" if last in _VALUES else argument
    return marked


def _without_marks(words: list[str]) -> list[str]:
    return [word.removeprefix(MARK) for word in words]


def _read_input(file: str) -> str:
    try:
        return _core.text_of(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise failure("io", f"{file}: {error.strerror}") from None


def _input_text(words: list[str]) -> str | None:
    """Returns the text of standard input for ``-``, or of a file for ``@FILE``; None if the arguments name neither."""
    match words:
        case ["-"]:
            return _read_input("-")
        case [one] if len(one) > 1 and one.startswith("@"):
            return _read_input(one[1:])
    return None


def _query(words: list[str]) -> str:
    """Returns the query in the arguments: their words, or the text of a file."""
    words = _without_marks(words)
    held = _input_text(words)
    return _core.join_arguments(words) if held is None else held


def _subject(words: list[str]) -> str:
    """Returns the position or the pattern in the arguments. Files are read here, because the machines that hold the
    shards may have other files.
    """
    words = _without_marks(words) or ["-"]
    held = _input_text(words)
    return " ".join(words) if held is None else held


# Commands


def _build(options: argparse.Namespace) -> bool:
    def print_progress(ready: int, of: int, what: str) -> None:
        print(f"{ready} of {of}  {what}", file=sys.stderr)

    report = build(
        options.paths,
        out=options.out,
        shards=options.shards,
        address=options.address,
        threads=options.threads,
        checksum=options.checksum,
        sniff=options.sniff,
        include=options.include,
        exclude=options.exclude,
        progress=print_progress,
    )
    built = f"{report.built} of {report.shards} shards in {report.seconds:.1f} s"
    say(f"Built {built}, {report.read:,} games read" if report.built else f"Nothing changed in {report.shards} shards")
    say(f"  {report.games:,} games in {options.out}")
    if report.problems:
        say(f"  {report.problems:,} files and members read now gave no game")
    say(f"\nTry next:\n  kifu-cluster suggest --shards {options.out}")
    return True


def _ask(options: argparse.Namespace, request: dict[str, Any] | str) -> Answer:
    cluster = Cluster(
        options.shards,
        address=options.address,
        aliases=options.aliases,
        timeout=options.timeout,
        partial=options.partial,
        cache=options.cache * 1e9,
    )
    return cluster.answer(request)


def _report_missing(options: argparse.Namespace, answer: Answer) -> bool:
    """Reports which shards are missing from an answer, if any. Returns whether there are hits."""
    if answer.missing:
        if options.json:
            lost = [missing.to_dict() for missing in answer.missing]
            say(json.dumps({"v": 1, "partial": {"games": answer.of.games, "missing": lost}}, ensure_ascii=False))
        print(f"warning: {missing_in_words(answer)}", file=sys.stderr)
    return bool(answer.joined.total)


def _row_limit(options: argparse.Namespace) -> int | None:
    """Returns the maximum number of rows; None for all. JSON lists all rows by default, as ``kifu-index`` does in a
    pipe.
    """
    if options.limit == 0 or options.limit is None and options.json:
        return None
    return PAGE if options.limit is None else options.limit


def _search(options: argparse.Namespace) -> bool:
    search = {
        "query": _query(options.query),
        "sort": listed(options.sort and options.sort.split(",")),
        "unique": options.unique,
    }
    if options.count:
        answer = _ask(options, {"count": search})
        say(f"{answer.joined.total}")
        return _report_missing(options, answer)
    sample = None if options.sample is None else {"games": options.sample, "seed": options.seed}
    limit = None if options.limit is None and sample else _row_limit(options)
    request = {**search, "sample": sample, "limit": limit, "total": True, "comments": options.json}
    answer = _ask(options, {"search": request})
    if options.json:
        say(answer.joined.lines(), end="")
    else:
        text, rows = answer.joined.answer_and_rows()
        found = json.loads(text)["answer"]
        _text.understood(found["sentence"], found.get("notes", []), answer.joined.total or 0)
        _text.games([json.loads(rows.json(at)) for at in range(len(rows))])
        _text.footer(len(rows), answer.joined.total or 0)
    return _report_missing(options, answer)


def _position(options: argparse.Namespace) -> bool:
    return _board_answer(options, "position", {})


def _pattern(options: argparse.Namespace) -> bool:
    part = {"region": options.region, "corner": options.corner, "sequence": options.diagram == "sequence"}
    return _board_answer(options, "pattern", part)


def _board_answer(options: argparse.Namespace, what: str, part: dict[str, Any]) -> bool:
    more = listed(options.more and options.more.split(","))
    board = _board(
        _subject(options.input),
        filter=None if options.filter is None else _core.join_arguments([options.filter]),
        within=options.within,
        colours=options.colours,
        next=options.next,
        tomove=options.tomove,
        move=options.move,
        sort=listed(options.sort and options.sort.split(",")),
        unique=options.unique,
        kind=options.kind,
        size=options.size,
        symmetric=options.symmetry == "all",
        years="years" in more,
        reached="reached" in more,
    )
    # The engine would read a file for a list of words, but never for a text. The machines of the shards have other
    # files.
    board["subject"] = board["subject"][0]
    most = {None: PAGE, 0: ALL}.get(options.limit, options.limit)
    board["listed"] = 0 if options.count else most
    board["count"] = options.count
    if not options.json:
        board["named"] = 0
    answer = _ask(options, {what: {**board, **part}})
    if options.count:
        say(f"{answer.joined.total}")
    elif options.json:
        say(answer.joined.lines(), end="")
    else:
        reply = json.loads(answer.joined.answer_and_rows()[0])["answer"]
        _text.board(json.loads(answer.joined.lines()), reply["condition"], reply["notes"])
    return _report_missing(options, answer)


def _stats(options: argparse.Namespace) -> bool:
    stats = {"query": _query(options.query), "by": options.by, "unique": options.unique}
    answer = _ask(options, {"stats": stats})
    most = ALL if options.limit == 0 else options.limit
    if most is None and not options.json and options.by:
        most = PAGE
    lines = answer.joined.lines(most, overview=not options.by)
    if options.json:
        say(lines, end="")
    else:
        for line in lines.splitlines():
            _text.stats(json.loads(line))
    return _report_missing(options, answer)


def _players(options: argparse.Namespace) -> bool:
    answer = _ask(options, {"players": {"name": " ".join(options.name), "limit": _row_limit(options)}})
    lines = answer.joined.lines()
    if options.json:
        say(lines, end="")
    else:
        _text.players([json.loads(line) for line in lines.splitlines()])
        _text.footer(len(lines.splitlines()), answer.joined.total or 0, "player")
    return _report_missing(options, answer)


def _suggest(options: argparse.Namespace) -> bool:
    answer = _ask(options, "suggest")
    lines = answer.joined.lines()
    if options.json:
        say(lines, end="")
    else:
        _text.suggestions(json.loads(lines), options.shards)
    _report_missing(options, answer)
    return True


def _stop(options: argparse.Namespace) -> bool:
    ended = stop(options.shards, address=options.address)
    say(f"{ended} processes ended")
    return True
