"""Tests calls: errors, interrupts, threads, pickling, following a build."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import kifu_index as ki

GAME = "(;GM[1]SZ[19]PB[{}]PW[Ben]RE[W+R]" + ";B[pd];W[dp];B[pp];W[dd]" * 50 + ")"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that takes a while to read."""
    path = tmp_path_factory.mktemp("large") / "large.zip"
    with zipfile.ZipFile(path, "w") as file:
        for number in range(100):
            file.writestr(f"{number}.sgf", GAME.format(number) * 200)
    return path


def test_an_error_of_a_query_points_at_its_place(index: ki.Index) -> None:
    calls: list[Callable[[str], Any]] = [
        index.search,
        index.count,
        index.explain,
        lambda query: index.stats(query, by="year"),
        lambda query: index.position("Q16", filter=query),
        lambda query: index.pattern("XO/OX", filter=query),
        lambda query: index.copies(query),
    ]
    for call in calls:
        with pytest.raises(ki.QueryError) as raised:
            call("李🙂 plyer:Lee result:W+")
        error = raised.value
        assert error.query[slice(*error.span)] == "plyer"
        assert error.help is not None and error.help.startswith("did you mean `player`?")
        assert error.code == "unknown_field" and error.message == "unknown field `plyer`"
        shown = str(error).splitlines()
        assert shown[0] == "unknown field `plyer`" and shown[1] == "  李🙂 plyer:Lee result:W+"
        assert shown[2] == " " * 7 + "^^^^^" and shown[3].startswith("  help: did you mean")
        assert isinstance(error, ki.KifuError) and isinstance(error, ValueError)
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.span, again.help) == (str(error), error.span, error.help)


def test_other_errors_say_what_to_do(index: ki.Index, tmp_path: Path) -> None:
    cases: list[tuple[Callable[[], Any], str, str]] = [
        (lambda: ki.open(tmp_path / "none"), "no_index", "kifu_index.build"),
        (lambda: ki.read(tmp_path / "none.sgf"), "io", "none.sgf"),
        (lambda: ki.read_table(tmp_path / "none.sgf"), "io", "none.sgf"),
        (lambda: ki.build(tmp_path / "none", index=tmp_path / "index"), "io", "check the path"),
        (lambda: index.game("ffffffffffffffff"), "not_found", "ids are in the column"),
        (lambda: index.position("none.sgf#42"), "not_found", "there is no file none.sgf"),
        (lambda: index.stats(by="yaer"), "bad_value", "did you mean `year`?"),
        (lambda: index.pattern("R16 P17"), "bad_value", "corner=True"),
        (lambda: next(ki.read(b"(;GM[1];B[aa])")).svg(move=7), "not_found", "7"),
        (lambda: ki.open(index._paths, aliases=tmp_path / "none.tsv"), "io", "none.tsv"),
    ]
    for call, code, part in cases:
        with pytest.raises(ki.KifuError) as raised:
            call()
        assert raised.value.code == code and part in str(raised.value), str(raised.value)
    for timeout in (-1, float("nan")):
        with pytest.raises(ValueError, match=rf"(?i)timeout={timeout}: write seconds, 0 or more"):
            index.search(timeout=timeout)


def test_a_position_may_be_a_place_in_a_game(index: ki.Index, archive: Path) -> None:
    file = archive / "modern" / "lee-sedol-alphago-2016-game4.sgf"
    by_file = index.position(f"{file}#20")
    game = index.search("player:AlphaGo", limit=1)[0]
    assert by_file.total >= 1 and index.position(f"{game.id}#20").board == by_file.board
    inside = f"{archive / 'collections' / 'club.zip'}!round-1.sgf#4"
    assert index.position(inside).total >= 1


def test_an_index_pickles_and_follows_builds(tmp_path: Path) -> None:
    games, folder = tmp_path / "some", tmp_path / "index"
    games.mkdir()
    (games / "a.sgf").write_text("(;PB[Anna];B[pd])")
    # A build reads a file again if it was just written, so the file gets an old time.
    os.utime(games / "a.sgf", (1e9, 1e9))
    assert ki.build([games], index=folder).games == 1
    index = ki.open(str(folder))
    again = pickle.loads(pickle.dumps(index))
    assert again.count() == 1 and copy.deepcopy(index).count() == 1
    before = index.generation
    earlier = index.search()
    (games / "b.sgf").write_text("(;PB[Ben];B[pd])")
    report = ki.build(index=folder)
    assert (report.games, report.read, report.unchanged) == (2, 1, 1)
    assert index.count() == 1 and index.generation == before
    assert index.refresh() and not index.refresh()
    assert index.count() == 2 and index.generation > before
    # Rows that were not loaded before the refresh belong to another state.
    with pytest.raises(ki.KifuError) as raised:
        earlier[0]
    assert raised.value.code == "stale"
    row = index.search(limit=1)[0]
    assert pickle.loads(pickle.dumps(row)) == row


def test_one_index_by_any_kind_of_path(folder: Path) -> None:
    for paths in (folder, str(folder), [folder]):
        assert ki.open(paths).count() == 45


def test_several_indexes_are_one(index: ki.Index, archive: Path, tmp_path: Path) -> None:
    folders = []
    for number, part in enumerate((["boards", "classic", "collections", "jgf"], ["loa", "modern", "oddities", "other", "problems"])):
        folder = tmp_path / str(number)
        ki.build([archive / name for name in part], index=folder)
        folders.append(folder)
    both = ki.open(folders)
    for query in ("", "player:Lee", "sort:date"):
        one = [(row.path, row.game) for row in index.search(query)]
        assert sorted((row.path, row.game) for row in both.search(query)) == sorted(one)
    assert both.position("Q16 D4 Q3").moves == index.position("Q16 D4 Q3").moves
    assert both.stats(by="year") == index.stats(by="year")
    assert pickle.loads(pickle.dumps(both)).count() == 45
    game = both.search("player:AlphaGo", limit=1)[0]
    assert both.game(game).boards().shape == (181, 19, 19)
    with pytest.raises(ValueError, match="name an index"):
        ki.open([])


def test_other_spellings(folder: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.tsv"
    names.write_text("AlphaGo\tthe machine\n", encoding="utf-8")
    assert ki.open(folder).count('player:"the machine"') == 0
    assert ki.open(folder, aliases=names).count('player:"the machine"') == 1


def test_a_build_tells_how_far_it_is(tmp_path: Path, large: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[tuple[int, int, int]] = []
    ki.build(large, index=tmp_path / "index", progress=lambda *numbers: seen.append(numbers))
    found, read, games = seen[-1]
    assert read == found == large.stat().st_size and games == 20_000
    assert seen == sorted(seen, key=lambda numbers: numbers[2])
    ki.build(large, index=tmp_path / "index", progress=True)
    assert "100%" in capsys.readouterr().err


def interrupted(work: Callable[[], Any], after: float = 0.15) -> float:
    """Interrupts work as Ctrl-C does. Returns the seconds until it ended."""
    signal.setitimer(signal.ITIMER_REAL, after)
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    return time.monotonic() - begun - after


def test_an_interrupt_ends_a_build_and_leaves_the_index_as_it_was(tmp_path: Path, large: Path) -> None:
    folder = tmp_path / "index"
    (tmp_path / "a.sgf").write_text("(;PB[Anna];B[pd])")
    ki.build(tmp_path / "a.sgf", index=folder)
    assert interrupted(lambda: ki.build(large, index=folder)) < 10
    assert ki.open(folder).count() == 1
    assert ki.build(index=folder).games == 1


def test_an_interrupt_ends_reading(large: Path) -> None:
    def batches() -> None:
        for _ in range(1000):
            ki.read_table(large, columns=["moves"]).arrow()

    def games() -> None:
        for _ in range(1000):
            sum(1 for _ in ki.read(large))

    def stream() -> None:
        for _ in range(1000):
            pa.table(ki.read_table(large, columns=["moves"]))

    for work in (batches, games, stream):
        assert interrupted(work) < 5


def test_an_interrupt_ends_an_answer(tmp_path: Path, large: Path) -> None:
    ki.build(large, index=tmp_path / "index")
    index = ki.open(tmp_path / "index")

    def ask() -> None:
        for _ in range(1000):
            index.search(sort="-moves")[0]

    assert interrupted(ask) < 5
    # An answer that runs out of time has what was found by then.
    late = index.position("Q16 D4", timeout=0)
    assert late.incomplete is not None and late.total < 20_000
    with pytest.raises(TimeoutError):
        index.count("pattern:XXXX/OOOO/X.X.", timeout=0)
    assert index.position("Q16 D4", timeout=100).incomplete is None


def test_every_answer_tells_how_far_it_got(tmp_path: Path, large: Path) -> None:
    ki.build(large, index=tmp_path / "index")
    index = ki.open(tmp_path / "index")
    for timeout, is_whole in ((0, False), (100, True)):
        answers: list[Any] = [
            index.stats(by="year", timeout=timeout),
            *index.stats(timeout=timeout).values(),
            index.tree("Q16 D4", timeout=timeout),
            index.search("Ben", timeout=timeout),
            index.search("Ben", limit=5, timeout=timeout),
            index.pattern("XO/OX", timeout=timeout),
        ]
        for answer in answers:
            assert (answer.incomplete is None) == is_whole, answer
    # Rows that are loaded later get the same time again.
    for games in (index.search("Ben", timeout=0), index.position("Q16 D4", timeout=0).games):
        games.incomplete = None
        assert len(games) < 20_000 and games.incomplete is not None


def test_other_threads_go_on_meanwhile(large: Path) -> None:
    count, over = 0, threading.Event()

    def tick() -> None:
        nonlocal count
        while not over.is_set():
            time.sleep(0.001)
            count += 1

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    pa.table(ki.read_table(large, columns=["moves_sgf"]))
    while time.monotonic() - begun < 0.2:
        pa.table(ki.read_table(large, columns=["moves_sgf"]))
    took = time.monotonic() - begun
    over.set()
    thread.join()
    # A thread that waits for the GIL would hardly have run.
    assert count > 100 * took


def test_an_index_is_asked_by_many_threads(index: ki.Index) -> None:
    queries = ["Lee", "", "result:B+", "-result:B+", "nobody"]
    expected = [index.search(query).total for query in queries]
    assert len(set(expected)) >= 4
    found: list[list[int]] = []

    def ask() -> None:
        found.extend([index.count(query) for query in queries] for _ in range(5))

    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 200


def test_threads_that_share_a_reader_get_each_game_once(large: Path) -> None:
    reader = ki.read(large)
    found: list[list[tuple[str | None, int]]] = [[] for _ in range(4)]

    def take(games: list[tuple[str | None, int]]) -> None:
        for game in reader:
            # Other threads may run after this thread has taken a game and before it takes the next one.
            time.sleep(0)
            games.append((game.member, game.game))

    threads = [threading.Thread(target=take, args=(games,)) for games in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    all_games = [game for games in found for game in games]
    assert len(all_games) == len(set(all_games)) == 20_000


#: Program that asks the same in a forked child as in its parent.
FORKED = """
import os, sys
import kifu_index as ki

index, reader, table = ki.open(sys.argv[1]), ki.read(sys.argv[2]), ki.read_table(sys.argv[2])
total = index.pattern("XO/OX").total
next(reader), next(table)
child = os.fork()
if child == 0:
    try:
        assert index.pattern("XO/OX").total == total
        assert index.count("Ben") == 20_000
        assert len(next(ki.read(sys.argv[2])).moves) == 200
        for opened in (reader, table):
            try:
                next(opened)
            except ki.KifuError as error:
                assert error.code == "stale" and "open it in the process that reads it" in str(error)
            else:
                raise AssertionError(opened)
        del reader, table, opened
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_process_asks_as_its_parent_does(tmp_path: Path, large: Path) -> None:
    ki.build(large, index=tmp_path / "index")
    command = [sys.executable, "-c", FORKED, str(tmp_path / "index"), str(large)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        errors = process.communicate(timeout=120)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert process.returncode == 0, errors


def test_numbers_that_cannot_be_are_refused(index: ki.Index, archive: Path) -> None:
    game = next(ki.read(b"(;SZ[9];B[ee])"))
    calls: list[tuple[str, Callable[[], Any]]] = [
        ("limit=-1", lambda: index.search(limit=-1)),
        (f"limit={2**70}", lambda: index.search(limit=2**70)),
        ("limit=-1", lambda: index.position("Q16", limit=-1)),
        ("limit=-1", lambda: index.pattern("XO/OX", limit=-1)),
        ("limit=-1", lambda: index.players(limit=-1)),
        ("limit=-1", lambda: index.copies(limit=-1)),
        ("sample=-1", lambda: index.search(sample=-1)),
        ("seed=-1", lambda: index.search(sample=1, seed=-1)),
        ("plies=-1", lambda: index.tree("Q16", plies=-1)),
        ("nodes=-1", lambda: index.tree("Q16", nodes=-1)),
        ("threads=-1", lambda: ki.read(archive, threads=-1)),
        ("threads=0", lambda: ki.read_table(archive, threads=0)),
        ("batch_size=-1", lambda: ki.read_table(archive, batch_size=-1)),
        ("threads=-1", lambda: ki.build(archive, index="index", threads=-1)),
        ("there is no move -1", lambda: game.board(-1)),
        (f"there is no move {2**70}", lambda: game.board(2**70)),
        ("there is no move -1", lambda: game.svg(-1)),
    ]
    for part, call in calls:
        with pytest.raises(ki.KifuError) as raised:
            call()
        assert part in raised.value.message and raised.value.help, str(raised.value)
    assert index.search(limit=0).total == 45 and len(index.search(limit=0)) == 0
    few = index.search(limit=np.int64(2))  # type: ignore[arg-type]
    assert (few.total, len(few)) == (45, 2) and game.board(np.int64(1)).sum() == 1  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        index.search(limit="1")  # type: ignore[arg-type]


def test_plain_requests(index: ki.Index) -> None:
    answer = index.ask({"compare": {"stats": {"query": "", "by": ["year"]}, "with": "player:Lee"}})
    assert answer["answer"][0]["by"] == "year" and answer["incomplete"] is None
    assert len(index.ask({"search": {"query": "Lee", "limit": 2}})["games"]) == 2
    with pytest.raises(ValueError, match="unknown variant"):
        index.ask({"serch": {}})


def test_attributes_are_what_is_known(index: ki.Index) -> None:
    row = index.search("player:AlphaGo", limit=1)[0]
    assert (row.white, row.result, row.moves, row.size) == ("Lee Sedol", "W+R", 180, [19, 19])
    assert row.round is None or isinstance(row.round, str)
    with pytest.raises(AttributeError, match="there is no 'blakc'"):
        row.blakc  # noqa: B018
    assert {"black", "komi", "openings"} <= set(dir(row))
    game = index.game(row)
    assert game.info.black == row.black and game.result == row.result and game.kind == "go"
    assert (game.path, game.member, game.game) == (row.path, row.member, row.game)
    with pytest.raises(IndexError):
        index.search(limit=2)[2]
    assert len(index.search(limit=5)[1:3]) == 2 and index.search(limit=2)[-1].id == index.search(limit=2)[1].id
    tree = index.tree("Q16", plies=2, least="1")
    assert tree.nodes > 2 and tree.sgf.startswith("(;")
    assert index.status(problems=True).problems[0].kind == "no-game"


def test_patterns_choose_files(tmp_path: Path) -> None:
    archive, index = tmp_path / "games", tmp_path / "index"
    (archive / "old").mkdir(parents=True)
    for name in ("a.sgf", "b.txt", "old/c.sgf"):
        (archive / name).write_text(GAME.format(name))
    report = ki.build(archive, index=index)
    assert report.games == 2
    kind = report.unread[0]
    assert (kind.ending, kind.files, kind.not_inspected) == (".txt", 1, 0) and kind.example.endswith("b.txt")
    assert ki.build(index=index, include="*.txt").games == 3
    excluded = ki.build(index=index, exclude=["old/"])
    assert (excluded.games, excluded.excluded_folders, excluded.unread) == (2, 1, [])
    # Without patterns, a build keeps those of the index; False removes them.
    assert ki.build(index=index).games == 2
    assert ki.build(index=index, include=False, exclude=False).games == 2
    with pytest.raises(ki.KifuError, match=r"`a\["):
        ki.build(index=index, exclude="a[")
    assert len(list(ki.read(archive, include="*.txt", exclude="old/"))) == 2
    assert len(list(ki.read(archive))) == 2
    with pytest.raises(ki.KifuError, match=r"`a\["):
        ki.read(archive, include="a[")
