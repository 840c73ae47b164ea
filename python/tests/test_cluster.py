"""Compares a cluster with one index: they print the same bytes, whatever is killed, damaged or written again meanwhile.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import random
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import machines
import pytest
from conftest import ROOT, blocks

import kifu_index as ki
from kifu_index import _command, _shards, cluster

pytest.importorskip("ray", reason="Ray is not installed: pip install kifu-index[cluster]")

pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.filterwarnings("error::kifu_index.cluster.PartialWarning"),
]

SHARDS = 4
README, GUIDE = ROOT / "README.md", ROOT / "docs" / "cluster.md"

REQUESTS: list[list[str]] = [
    ["search"], ["search", "Lee"], ["search", "player:Lee", "result:W+"], ["search", "player:Takemiya OR player:Cho"],
    ["search", "ladder good"], ["search", "move"], ["search", "comment:joseki"], ["search", "\"the game\""],
    ["search", "date:1980s", "--sort", "date"], ["search", "date>1990", "--sort", "-moves", "--limit", "7"],
    ["search", "--unique"], ["search", "--unique", "is:dup"], ["search", "is:dup", "--limit", "3"],
    ["search", "copy-of:(file:classic)"],
    ["search", "--sample", "5", "--seed", "3"], ["search", "--sample", "9", "kind:go"], ["search", "kind:loa"],
    ["search", "--count", "player:Lee"], ["search", "--count", "-player:Lee"], ["search", "--count", "nothing-has-this"],
    ["search", "position:Q16 D4 Q3"], ["search", "position:Q16", "Cho"], ["search", "pattern:XO/OX", "--limit", "4"],
    ["search", "opening:sanrensei"], ["search", "path:classic", "--sort", "black"], ["search", "-player:Lee", "moves<100"],
    ["search", "NOT result:B+", "--sort", "relevance"], ["search", "player:Made", "--sort", "white,-date"],
    ["search", "event:Cup", "--sort", "margin", "--limit", "20"], ["search", "has:comments Black", "--limit", "5"],
    ["position", ""], ["position", "Q16"], ["position", "Q16 D4"], ["position", "Q16", "D4", "Q3"], ["position", "--count", "Q16 D4"],
    ["position", "Q16 D4", "--filter", "player:Made"], ["position", "Q16", "--in", "any"], ["position", "Q16", "--unique"],
    ["position", "Q16", "--colours", "any"], ["position", "Q16", "--with", "years,reached"], ["position", "K10 K11 K12"],
    ["position", "Q16 D4", "--next", "Q3"], ["position", "Q16", "--tomove", "W", "--limit", "2"], ["position", "(;AB[pd]AW[dp])"],
    ["position", "Q16 D4 Q3", "--symmetry", "none"], ["position", "Q16", "--move", "..4", "--sort", "date"],
    ["pattern", "XO/OX"], ["pattern", "R16 P17", "--corner"], ["pattern", "R16", "P17", "--corner", "6"],
    ["pattern", "Q16 R14", "--region", "O13-T19", "--with", "years"], ["pattern", "---/.X.|", "--limit", "3"],
    ["pattern", "--count", "XO/OX"], ["pattern", ".X./XOX", "--unique", "--colours", "any"],
    ["stats"], ["stats", "--by", "year"], ["stats", "player:Lee", "--by", "opponent"], ["stats", "--by", "opening,result", "--limit", "3"],
    ["stats", "--by", "player", "--by", "event", "-player:Lee"], ["stats", "date:1990..", "--unique"],
    ["players"], ["players", "Lee"], ["players", "--limit", "3"], ["players", "made 1"],
]  # fmt: skip


def made(number: int, of: random.Random) -> str:
    """Returns the SGF of a random game."""
    moves = of.sample([f"{a}{b}" for a in "cdefopqr" for b in "cdefopqr"], of.randrange(40))
    text = "".join(f";{'BW'[at % 2]}[{move}]" for at, move in enumerate(["pd", "dp", *moves]))
    header = f"PB[Made {number % 7}]PW[Other {number % 5}]DT[19{60 + number % 40}]RE[{'BW'[number % 2]}+{number % 9}.5]"
    comment = "C[the ladder was good, said black]" if number % 11 == 0 else ""
    return f"(;{header}EV[Made Cup {number % 3}]{comment}{text})"


def make_archive(folder: Path, archive: Path, games: int) -> Path:
    """Copies the sample archive and adds random games: loose, in an archive, and some of them twice."""
    folder.mkdir()
    for file in archive.rglob("*"):
        if file.is_file():
            target = folder / file.relative_to(archive)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    of = random.Random(7)
    with zipfile.ZipFile(folder / "made.zip", "w") as packed:
        for number in range(games):
            game = made(number, of)
            packed.writestr(f"{number}.sgf", game)
            if number % 10 == 0:
                (folder / f"copy-{number}.sgf").write_text(game)
    yesterday = time.time() - 86400
    for file in folder.rglob("*"):
        os.utime(file, (yesterday, yesterday))
    return folder


class Tried:
    """An archive as shards and as one index, and the machines that search it."""

    def __init__(self, place: Path, archive: Path, program: str, ray: machines.Machines) -> None:
        self.place, self.program, self.ray = place, program, ray
        self.games = make_archive(place / "games", archive, 300)
        self.out, self.one = place / "shards", place / "one"
        self.environment = {**machines.ENVIRONMENT, "RAY_ADDRESS": ray.address, "KIFU_INDEX": str(self.one)}
        ki.build(self.games, index=self.one)

    def index(self, *arguments: str) -> tuple[int, bytes]:
        """Runs kifu-index on the one index. Returns the exit code and the output."""
        run = subprocess.run(
            [self.program, *arguments], env=self.environment, capture_output=True, stdin=subprocess.DEVNULL
        )
        return run.returncode, run.stdout

    def cluster(self, *arguments: str) -> tuple[int, bytes, str]:
        """Runs kifu-cluster in a new process."""
        command = [str(Path(sys.executable).with_name("kifu-cluster")), *arguments]
        run = subprocess.run(command, env=self.environment, capture_output=True, stdin=subprocess.DEVNULL)
        return run.returncode, run.stdout, run.stderr.decode()

    def build(self, *arguments: str) -> tuple[int, str]:
        code, out, errors = self.cluster("build", str(self.games), "--out", str(self.out), *arguments)
        return code, out.decode() + errors

    def folders(self) -> list[str]:
        return sorted(entry.name for entry in self.out.iterdir() if entry.is_dir())


@pytest.fixture(scope="module")
def ray() -> Iterator[machines.Machines]:
    """A Ray with a head and two workers."""
    ray = machines.Machines(2)
    os.environ["RAY_ADDRESS"] = ray.address
    yield ray
    del os.environ["RAY_ADDRESS"]
    import ray as library

    library.shutdown()
    ray.end()


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory, archive: Path, program: str, ray: machines.Machines) -> Tried:
    tried = Tried(tmp_path_factory.mktemp("cluster"), archive, program, ray)
    code, output = tried.build("--shards", str(SHARDS), "--threads", "1")
    assert code == 0 and f"Built {SHARDS} of {SHARDS} shards" in output, output
    return tried


class OfOneThread(io.StringIO):
    """A standard output that takes only what the thread that created it writes. Ray prints about lost machines from
    another thread, at any time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.thread = threading.get_ident()

    def write(self, text: str) -> int:
        return super().write(text) if threading.get_ident() == self.thread else len(text)


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: str) -> tuple[int, bytes, str]:
    """Runs kifu-cluster in this process. Returns the exit code, standard output and standard error."""
    capsysbinary.readouterr()
    with contextlib.redirect_stdout(OfOneThread()) as out:
        code = _command.main(list(arguments))
    return code, out.getvalue().encode(), capsysbinary.readouterr().err.decode()


def asked(request: list[str]) -> list[str]:
    return request if "--count" in request else [*request, "--json"]


def test_the_readme_runs_on_one_machine(archive: Path) -> None:
    Path("sample-archive").symlink_to(archive)
    scripts = [block for file in (README, GUIDE) for block in blocks(file, "sh") if "kifu-cluster" in block]
    assert len(scripts) == 2
    environment = {**machines.ENVIRONMENT, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    environment.pop("RAY_ADDRESS", None)
    for script in scripts:
        install, *rest = script.splitlines()
        assert install == 'pip install "./python[cluster]"'
        run = subprocess.run(
            ["bash", "-e"], input="\n".join(rest), env=environment, capture_output=True, text=True, timeout=300
        )
        assert run.returncode == 0 and run.stdout.endswith("\n3 games\n"), run.stdout + run.stderr


def test_what_is_written_about_it_is_well_formed() -> None:
    import yaml

    scripts = blocks(GUIDE, "bash") + blocks(GUIDE, "sh")
    assert len(scripts) >= 5
    for script in scripts:
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    (cluster_file,) = blocks(GUIDE, "yaml")
    spec = yaml.safe_load(cluster_file)["spec"]
    workers = spec["workerGroupSpecs"][0]["template"]["spec"]
    assert workers == spec["headGroupSpec"]["template"]["spec"] and len(workers["volumes"]) == 2
    # Every command of the guide must be one that the parser accepts.
    parser = _command._parser()
    for line in re.findall(r"kifu-cluster ((?:build|search|position|stats|stop) .*)", "".join(scripts)):
        parser.parse_args(_command._mark_operands(shlex.split(line, comments=True)))


def test_there_are_sixty_requests() -> None:
    assert len(REQUESTS) >= 60


def test_answers_are_those_of_one_index(tried: Tried, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    for request in REQUESTS:
        code, output, _ = run(capsysbinary, *asked(request), "--shards", str(tried.out))
        assert (code, output.decode()) == (lambda one: (one[0], one[1].decode()))(tried.index(*asked(request))), request


def test_python_has_the_same_answers(tried: Tried) -> None:
    one, many = ki.open(tried.one), cluster.Cluster(tried.out)
    assert many.search("Lee", limit=5).total == one.search("Lee").total == many.count("Lee")
    found, wanted = (
        many.search("player:Made", sort="date", comments=True),
        one.search("player:Made", sort="date", comments=True),
    )
    assert [game.to_dict() for game in found] == [game.to_dict() for game in wanted]
    assert found.arrow() == wanted.arrow()
    assert (found.sentence, found.notes) == (wanted.sentence, wanted.notes) and found.sentence
    assert many.position("Q16 D4").moves == one.position("Q16 D4").moves
    here, there = (of.position("Q16 D4", filter="player:Made", tomove="B") for of in (many, one))
    assert (here.condition, here.notes) == (there.condition, there.notes) and here.condition
    assert [game.to_dict() for game in many.pattern("XO/OX").games] == [
        game.to_dict() for game in one.pattern("XO/OX").games
    ]
    assert many.stats(by="year") == one.stats(by="year")
    assert many.stats(by="year").all == one.stats(by="year").all
    assert many.players("Lee") == one.players("Lee")
    assert many.players("Leee").near == one.players("Leee").near
    assert many.players(strength=True) == one.players(strength=True)
    mine, theirs = (of.ratings(min_games=1, curves=True) for of in (many, one))
    assert mine == theirs and (mine.games, mine.left_out) == (theirs.games, theirs.left_out)
    assert many.ratings_test(share=0.2) == one.ratings_test(share=0.2)
    assert len(many.shards) == SHARDS and f"{SHARDS} shards" in repr(many)
    for refused in (lambda: many.tree("Q16"), lambda: many.explain("Lee"), lambda: many.game("0" * 16)):
        with pytest.raises(ki.KifuError):
            refused()


def test_corners_and_books_have_the_same_answers(tried: Tried, tmp_path: Path) -> None:
    file = tmp_path / "book.sgf"
    file.write_text("(;SZ[19];B[pd](;W[dp];B[cf])(;W[qf];B[nc];W[rd])(;W[sa]))")
    shapes: tuple[Literal["corner"], Literal["board"]] = ("corner", "board")
    for shape in shapes:
        one, many = ki.open(tried.one, book=file, shape=shape), cluster.Cluster(tried.out, book=file, shape=shape)
        for position in ("", "Q16", "Q16 R14"):
            here, there = (of.joseki(position, tree=2, compare="player:Made") for of in (many, one))
            assert here.arrow() == there.arrow() and here.answer == there.answer and len(here) > 0
        for query, unique in (("", False), ("player:Made", False), ("", True)):
            mine, theirs = (of.book(file, query, shape=shape, unique=unique) for of in (many, one))
            assert mine.arrow() == theirs.arrow() and mine.answer == theirs.answer and mine.entered > 0
        assert many.book(file, shape=shape, limit=3).arrow() == one.book(file, shape=shape, limit=3).arrow()
        for query in ("book-left:*", "book-left<4", "book-left-by:B player:Made", "-book-left-by:W"):
            assert many.count(query) == one.count(query) > 0, query
        assert many.position("Q16").moves == one.position("Q16").moves
        assert {move.in_book for move in many.position("Q16").moves if move.at == "D4"} == {True}
    with pytest.raises(ki.KifuError, match="no book is in use"):
        cluster.Cluster(tried.out).count("book-left:*")


def test_text_and_errors(tried: Tried, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    place = ["--shards", str(tried.out)]
    code, output, _ = run(capsysbinary, "search", "player:Lee", "result:W+", *place)
    assert code == 0 and b"AlphaGo" in output and output.endswith(b"3 games\n")
    assert output.decode().startswith("Games where a player is “Lee” and White won: 3\n")
    for request in REQUESTS:
        code, output, errors = run(capsysbinary, *request, *place)
        assert bool(errors) == (code == 2) and code == tried.index(*asked(request))[0], request
    code, output, errors = run(capsysbinary, "search", "plyer:Lee", *place)
    assert (code, output) == (2, b"")
    assert errors == "error: unknown field `plyer`\n  plyer:Lee\n  ^^^^^\n  help: did you mean `player`?\n"
    code, output, errors = run(capsysbinary, "search", "李 plyer:Lee", "--json", *place)
    assert code == 2 and json.loads(errors)["error"]["span"] == {"start": 4, "end": 9}
    game = json.loads(run(capsysbinary, "search", "player:Lee", "--json", "--limit", "1", *place)[1])["id"]
    # The result must not depend on which shard holds the game.
    for request in (["position", f"{game}#9"], ["position", f"{game[:8]}#2"], ["search", f"position:{game}#5"]):
        code, output, errors = run(capsysbinary, *asked(request), *place)
        assert (code, output) == tried.index(*asked(request)) and code == 0, (request, errors)
    code, _, errors = run(capsysbinary, "position", "0123456789#9", *place)
    assert code == 2 and errors.startswith("error: no game has the id `0123456789`"), errors
    code, _, errors = run(capsysbinary, "search", "--shards", str(tried.place / "none"))
    assert code == 2 and "kifu-cluster build" in errors
    code, output, _ = run(capsysbinary, "suggest", *place)
    for line in output.decode().splitlines():
        assert "kifu-cluster" in line
    assert run(capsysbinary, "suggest", "--json", *place)[0] == 0


def test_shards_in_object_storage(tried: Tried, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    url = f"file://{tried.out}"
    for request in REQUESTS[:40:8] + REQUESTS[-6::2]:
        code, output, errors = run(capsysbinary, *asked(request), "--shards", url)
        assert (code, output) == tried.index(*asked(request)), (request, errors)
    # A larger limit lets the next request copy the shards that did not fit.
    cluster.stop(url)
    shutil.rmtree(Path(tried.environment["XDG_CACHE_HOME"]) / "kifu-index")
    place = ["--count", "Lee", "--shards", url]
    code, _, errors = run(capsysbinary, "search", *place, "--cache", "0")
    assert code == 2 and "--cache" in errors, errors
    assert run(capsysbinary, "search", *place)[:2] == tried.index("search", "--count", "Lee")
    with pytest.raises(ki.KifuError, match="are not built in"):
        cluster.build(tried.games, out=url)
    assert len(pickle.loads(pickle.dumps(cluster.Cluster(url))).shards) == SHARDS
    assert cluster.stop(url) == SHARDS


def holders() -> set[int]:
    """Returns the ids of the processes that hold shards."""
    return {of for of, command in machines.below(os.getpid()).items() if command.startswith("ray::_Holder")}


def test_the_next_command_finds_the_shards_open(tried: Tried) -> None:
    tried.cluster("search", "Lee", "--shards", str(tried.out))
    first = holders()
    assert len(first) >= SHARDS
    code, output, errors = tried.cluster("position", "Q16 D4", "--json", "--shards", str(tried.out))
    assert (code, output) == tried.index("position", "Q16 D4", "--json"), errors
    assert holders() == first


def test_the_processes_run_when_a_cluster_is_open(tried: Tried) -> None:
    """Actors start when a cluster is opened, so that no request waits for them."""
    before = holders()
    cluster.stop(tried.out)
    many = cluster.Cluster(tried.out)
    assert len(holders() - before) == len(many.shards) == SHARDS


def test_a_second_build_does_nothing_and_a_refresh_what_changed(
    tried: Tried, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    before = tried.folders()
    code, output = tried.build()
    assert code == 0 and "Nothing changed" in output and tried.folders() == before
    code, output = tried.build("--shards", "5")
    assert code == 2 and "has 4 shards, not 5" in output
    many = cluster.Cluster(tried.out)
    assert many.count() == ki.open(tried.one).count()
    new = tried.games / "new.sgf"
    new.write_text("(;PB[Newcomer]PW[Made 1];B[pd];W[dp];B[dd])")
    # The time of a file that has just been written is not trusted, and the next build would read it again. So the file
    # gets an older time.
    os.utime(new, (time.time() - 60,) * 2)
    code, output = tried.build()
    assert code == 0 and f"Built 1 of {SHARDS}" in output, output
    ki.build(index=tried.one)
    # Clusters that are open still see the old shards, until they refresh.
    assert many.count("player:Newcomer") == 0
    assert many.refresh() and not many.refresh()
    assert many.count("player:Newcomer") == 1
    assert many.count() == ki.open(tried.one).count()
    test_answers_are_those_of_one_index(tried, capsysbinary)


def test_a_machine_is_lost_while_searching(tried: Tried, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """All answers are right, and the first one after the loss comes within 25 seconds."""
    requests = [asked(request) for request in REQUESTS]
    wanted = {str(request): tried.index(*request) for request in requests}
    longest, ended = 0.0, False

    def kill() -> None:
        nonlocal ended
        time.sleep(1)
        tried.ray.workers[12].kill()
        ended = True

    killer = threading.Thread(target=kill)
    killer.start()
    at = 0
    try:
        while at < 500 and not (ended and at >= 2 * len(requests)):
            request = requests[at % len(requests)]
            begun = time.monotonic()
            assert run(capsysbinary, *request, "--shards", str(tried.out))[:2] == wanted[str(request)], request
            longest = max(longest, time.monotonic() - begun)
            at += 1
    finally:
        killer.join()
        tried.ray.again(12)
    assert ended and longest < 25


def test_a_machine_is_lost_while_building(tried: Tried, tmp_path: Path) -> None:
    games = make_archive(tmp_path / "games", tried.games, 3000)
    out = tmp_path / "shards"
    command = [str(Path(sys.executable).with_name("kifu-cluster")), "build", str(games), "--out", str(out)]
    build = subprocess.Popen([*command, "--shards", "8", "--threads", "1"], env=tried.environment)
    end = time.monotonic() + 30
    while time.monotonic() < end and not list(out.glob("attempt-*")):
        time.sleep(0.01)
    tried.ray.workers[13].kill()
    try:
        assert build.wait(60) == 0
    finally:
        tried.ray.again(13)
    ki.build(games, index=tmp_path / "one")
    assert len([name for name in os.listdir(out) if name.startswith(("shard-", "attempt-", "gone-"))]) == 8
    one, many = ki.open(tmp_path / "one"), cluster.Cluster(out)
    assert many.count() == one.count() and many.stats(by="player") == one.stats(by="player")
    cluster.stop(out)


def test_a_build_is_killed(tried: Tried, tmp_path: Path) -> None:
    """The next build reads only what is missing."""
    out = tmp_path / "shards"
    command = [str(Path(sys.executable).with_name("kifu-cluster")), "build", str(tried.games), "--out", str(out)]
    command += ["--shards", "6", "--threads", "2"]
    build = subprocess.Popen(command, env=tried.environment)
    end = time.monotonic() + 30
    while time.monotonic() < end and not list(out.glob("shard-*")):
        time.sleep(0.01)
    build.send_signal(signal.SIGKILL)
    build.wait()
    assert not (out / _shards.SET).exists()
    ready = len(list(out.glob("shard-*")))
    run = subprocess.run(command, env=tried.environment, capture_output=True, text=True)
    assert run.returncode == 0 and f"Built {6 - ready}" in run.stdout or ready < 6, run.stdout + run.stderr
    assert len(list(out.glob("shard-*"))) == 6 and not list(out.glob("attempt-*"))
    assert _shards.read_set(out).games == ki.open(tried.one).count()


def holder_of(many: cluster.Cluster, number: int) -> int:
    """Returns the id of the process that holds a shard."""
    ray: Any = many._ray
    return int(ray.get(many._holders[number].__ray_call__.remote(lambda _: os.getpid())))


def test_a_shard_is_late(tried: Tried, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    whole = cluster.Cluster(tried.out).count()
    many = cluster.Cluster(tried.out, timeout=2)
    member = many.shards[1]
    process = holder_of(many, 2)
    place = ["--shards", str(tried.out), "--timeout", "2"]
    os.kill(process, signal.SIGSTOP)
    try:
        with pytest.raises(ki.KifuError, match="shard 2 of 4 .*did not answer in time") as raised:
            many.count()
        assert raised.value.code == "timeout" and str(member) in str(raised.value)
        code, output, errors = run(capsysbinary, "search", "--count", "", *place)
        assert (code, output) == (2, b"") and "shard 2 of 4" in errors and "--partial" in errors
        code, output, errors = run(capsysbinary, "search", "--count", "", *place, "--partial")
        assert (code, output) == (0, b"%d\n" % (whole - member.games))
        assert f"{member.games:,} of {whole:,} games are missing: shard 2 of 4" in errors
        code, output, _ = run(capsysbinary, "search", "--json", *place, "--partial")
        last = json.loads(output.splitlines()[-1])["partial"]
        assert last["games"] == whole and last["missing"][0]["shard"] == "2/4"
        assert last["missing"][0]["games"] == member.games == whole - len(output.splitlines()) + 1
        some = cluster.Cluster(tried.out, timeout=2, partial=True)
        with pytest.warns(cluster.PartialWarning, match="shard 2 of 4"):
            assert some.search(limit=1).incomplete == (whole - member.games, whole)
    finally:
        os.kill(process, signal.SIGCONT)
    assert many.count() == whole


def test_a_holder_is_ended(tried: Tried) -> None:
    many = cluster.Cluster(tried.out)
    whole = many.count()
    os.kill(holder_of(many, 1), signal.SIGKILL)
    assert many.count() == whole
    assert cluster.stop(tried.out) >= SHARDS
    assert many.count() == whole


def test_a_damaged_shard(tried: Tried, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    cluster.stop(tried.out)
    member = _shards.read_set(tried.out).members[2]
    victim = next(Path(member.folder).glob("*.store"))
    whole = victim.read_bytes()
    for damage in (whole[: len(whole) // 2], bytes([whole[0] ^ 1]) + whole[1:]):
        # A file of an index may be replaced, but never written to.
        victim.unlink()
        victim.write_bytes(damage)
        code, output, errors = run(capsysbinary, "search", "--json", "--shards", str(tried.out))
        assert (code, output) == (2, b"") and "shard 3 of 4" in errors and "kifu-cluster build --out" in errors, errors
        code, output, errors = run(capsysbinary, "search", "--json", "--partial", "--shards", str(tried.out))
        assert code == 0 and json.loads(output.splitlines()[-1])["partial"]["missing"][0]["games"] == member.games
        cluster.stop(tried.out)
    code, told_text = tried.build()
    assert code == 0 and f"Built 1 of {SHARDS}" in told_text, told_text
    test_answers_are_those_of_one_index(tried, capsysbinary)


#: Program that asks, loses the head of the Ray, asks again, and once more after another head has started.
LOST = """
import sys, threading, time
import ray
from kifu_index import KifuError, cluster

shards, address, games, out = sys.argv[1:]

def tell(work):
    try:
        print("told: done", work(), flush=True)
    except KifuError as error:
        print("told:", error.code, error.message, flush=True)

many = cluster.Cluster(shards, address=address, timeout=5)
# No machine has so many processors, so the task would wait forever.
build = threading.Thread(target=tell, args=[lambda: cluster.build(games, out=out, shards=1, threads=999)])
build.start()
tell(many.count)
sys.stdin.readline()
for work in (many.count, lambda: cluster.Cluster(shards), lambda: cluster.stop(shards)):
    tell(work)
build.join()
# Ray by itself would end the process within this time.
time.sleep(15)
print("told: alive", flush=True)
sys.stdin.readline()
ray.shutdown()
tell(lambda: cluster.Cluster(shards, address=address).count())
"""


def lines_told(lines: Iterable[str]) -> Iterator[str]:
    """Returns the lines that the process printed for the test, without what Ray prints in between."""
    return (line.removeprefix("told: ") for line in lines if line.startswith("told: "))


def test_a_lost_head_is_an_error_and_ends_nobody(tried: Tried, tmp_path: Path) -> None:
    host, port = "127.0.0.31", machines.PORT + 10
    ray = machines.Machines(1, first=31, port=port)
    environment = {**machines.ENVIRONMENT, "RAY_gcs_rpc_server_reconnect_timeout_s": "5"}
    command = [sys.executable, "-c", LOST, str(tried.out), ray.address, str(tried.games), str(tmp_path / "out")]
    counted = f"done {cluster.Cluster(tried.out).count()}\n"
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            lines = lines_told(process.stdout)
            assert next(lines) == counted
            ray.end()
            with pytest.raises(ConnectionRefusedError):
                # The processes of the machine end one after the other.
                for _ in range(1000):
                    socket.create_connection((host, port)).close()
                    time.sleep(0.01)
            print(file=process.stdin, flush=True)
            printed = [next(lines) for _ in range(5)]
            assert printed[4] == "alive\n", printed
            for line in printed[:4]:
                assert line.startswith(f"no_ray the head of the Ray at {ray.address} is lost"), printed
            ray = machines.Machines(1, first=31, port=port)
            print(file=process.stdin, flush=True)
            assert list(lines) == [counted]
        finally:
            process.kill()
            ray.end()


def test_connecting_is_bounded_and_says_what_is_wrong(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    place = ["search", "--count", "Lee", "--shards", str(tried.out)]
    code, output, errors = tried.cluster(*place, "--address", "127.0.0.1:1")
    assert (code, output) == (2, b"") and "error: there is no Ray at 127.0.0.1:1" in errors and "ray start" in errors
    for address in ("nonsense", "127.0.0.1:port"):
        code, _, errors = tried.cluster(*place, "--address", address)
        assert code == 2 and f"error: there is no Ray at {address}" in errors
    monkeypatch.setitem(tried.environment, "RAY_AUTH_TOKEN", "another" * 5)
    code, output, errors = tried.cluster(*place)
    assert (code, output) == (2, b"") and "takes another token" in errors and "auth_token" in errors, errors
    # The port accepts connections but never answers.
    monkeypatch.setattr(cluster, "REACHING", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TimeoutError, match="nothing answers within 1 s"):
        cluster._check_reachable(ray, f"127.0.0.1:{silent.getsockname()[1]}")


def test_a_ray_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    least = ".".join(map(str, cluster.LEAST_RAY))
    for version, is_refused in (("2.40.0", True), ("2.55.9", True), (f"{least}.0", False), ("3.0.0.dev0", False)):
        monkeypatch.setattr(ray, "__version__", version)
        if is_refused:
            with pytest.raises(ki.KifuError, match=f"Ray {version} is too old(.|\n)*ray>={least}"):
                cluster._ray()
        else:
            assert cluster._ray() is ray
    assert f'"ray>={least}"' in (Path(__file__).parents[1] / "pyproject.toml").read_text()
    assert f"Ray {least} or later" in GUIDE.read_text()


def test_a_stale_list(tried: Tried, tmp_path: Path) -> None:
    """Parts of two lists never mix: an actor that holds a shard of another list refuses to answer."""
    many = cluster.Cluster(tried.out)
    before = many.count()
    file = tried.out / _shards.SET
    content = json.loads(file.read_text())
    content["generation"] += 1
    late = many._ray.remote(cluster._Holder).remote(str(file), "another digest", many.shards[0], "")
    _, error = many._ray.get(late.facts.remote(json.dumps({"count": {"query": ""}}), None, 0, 10.0))
    assert isinstance(error, ki.KifuError) and error.code == "stale"
    old = many._set.digest
    _shards_replace(file, json.dumps(content))
    cluster.stop(tried.out)
    assert many.count() == before and many._set.digest != old
    # A list with other files or another generation of a shard is refused.
    text = json.dumps(content)
    generation = f'"generation": {content["shards"][0]["generation"]}'
    for known, other in [('"name": "files-', '"name": "other-'), (generation, '"generation": 999')]:
        _shards_replace(file, text.replace(known, other))
        cluster.stop(tried.out)
        with pytest.raises(ki.KifuError, match="has changed since") as raised:
            many.count()
        assert raised.value.code == "stale"
    _shards_replace(file, text)
    cluster.stop(tried.out)
    assert many.count() == before


def _shards_replace(file: Path, text: str) -> None:
    new = file.with_suffix(".new")
    new.write_text(text)
    os.rename(new, file)
