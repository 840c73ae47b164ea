"""Tests shards in a folder: built twice, killed at every step, brought up to date."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kifu_index as ki
from kifu_index import _command, _core, _shards

OF = 3


class Killed(BaseException):
    """Stands for the end of a process."""


@pytest.fixture
def games(tmp_path: Path, archive: Path) -> Path:
    """A copy of the archive that a test may change."""
    shutil.copytree(archive, tmp_path / "games")
    return tmp_path / "games"


def write(file: Path, text: str) -> None:
    """Writes a file with the time of yesterday. A file of this second would be read again, as it may still change."""
    file.write_text(text)
    yesterday = time.time() - 86400
    os.utime(file, (yesterday, yesterday))


def job(out: Path, *roots: Path, **more: Any) -> _shards.Job:
    known = _shards.known(out)
    names = frozenset(Path(member.folder).name for member in known.members) if known else frozenset[str]()
    settings = {"of": OF, "threads": 1, "checksum": False, "sniff": None, **more}
    return _shards.Job(out=out, roots=_shards.roots_of(roots, known), known=names, **settings)


def build(out: Path, *roots: Path) -> tuple[list[_shards.Built], bool]:
    with _shards.alone(out):
        _shards.sweep(out)
        of = job(out, *roots)
        built = [_shards.build_shard(of, number) for number in range(1, OF + 1)]
        return built, _shards.settle(of, built)


def total(out: Path) -> int:
    """Counts the games of the current set in the way that a cluster does."""
    of = _shards.read_set(out)
    request = json.dumps({"search": {"query": "", "total": True}})
    members = [_core.Member(member.folder, of.file) for member in of.members]
    facts, _ = _core.add_facts([member.facts(request) for member in members])
    joined = _core.joined(request, [member.part(request, facts)[0] for member in members])
    assert joined.total == len(joined.lines().splitlines())
    return joined.total or 0


def folders(out: Path) -> list[str]:
    return sorted(entry.name for entry in out.iterdir() if entry.is_dir())


def test_what_is_built_is_the_archive(tmp_path: Path, archive: Path, index: ki.Index) -> None:
    out = tmp_path / "shards"
    built, changed = build(out, archive)
    assert changed and all(one.is_new for one in built)
    assert total(out) == index.count() == sum(one.games for one in built)
    assert folders(out) == sorted(one.folder for one in built)
    assert _shards.read_set(out).games == index.count()


def test_a_second_build_does_nothing(tmp_path: Path, archive: Path) -> None:
    out = tmp_path / "shards"
    build(out, archive)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.suffix != ".lock"}
    for roots in ((archive,), ()):
        built, changed = build(out, *roots)
        assert not changed and not any(one.is_new for one in built)
        assert {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.suffix != ".lock"} == before


def test_a_refresh_builds_what_changed(tmp_path: Path, games: Path) -> None:
    out = tmp_path / "shards"
    build(out, games)
    before = {folder: {file.name: file.read_bytes() for file in (out / folder).iterdir()} for folder in folders(out)}
    kept = tmp_path / "kept"
    shutil.copytree(out, kept, copy_function=os.link)
    write(games / "new.sgf", "(;PB[Newcomer]PW[Other];B[pd];W[dp])")
    built, changed = build(out)
    assert changed and [one.is_new for one in built].count(True) == 1
    assert total(out) == total(kept) + 1
    # A process that has the old shard open still sees its old files.
    for folder, files in before.items():
        assert {file.name: file.read_bytes() for file in (kept / folder).iterdir()} == files
    (games / "new.sgf").unlink()
    built, changed = build(out)
    assert changed and total(out) == total(kept)


def test_another_folder_is_added(tmp_path: Path, games: Path) -> None:
    out, more = tmp_path / "shards", tmp_path / "more"
    build(out, games)
    before = total(out)
    more.mkdir()
    for number in range(5):
        write(more / f"{number}.sgf", f"(;PB[A{number}]PW[B];B[pd];W[d{'abcde'[number]}])")
    build(out, more)
    assert total(out) == before + 5
    assert build(out)[1] is False


STEPS: list[tuple[Any, str]] = [
    (_shards, "build"), (_core, "damaged"), (_core, "sums"), (os, "rename"), (_shards, "_sync"), (_shards, "remove"),
    (_core, "publish"), (_shards, "sweep"), (shutil, "rmtree"), (_shards, "_check"), (_shards, "settle"),
]  # fmt: skip


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(("place", "name"), STEPS, ids=[name for _, name in STEPS])
def test_a_kill_between_any_two_steps(
    tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, after: bool
) -> None:
    """Kills the build before or after each call of a step: the first, the second, and so on."""
    out = tmp_path / "shards"
    (out / f"{_shards.ATTEMPT}of-an-earlier-build").mkdir(parents=True)
    step: Callable[..., Any] = getattr(place, name)
    wanted = total_of(tmp_path, games)
    for at in range(30):
        calls = 0

        def killed(*arguments: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == at + 1 and not after:
                raise Killed
            result = step(*arguments, **named)
            if calls == at + 1:
                raise Killed
            return result

        with monkeypatch.context() as patched:
            patched.setattr(place, name, killed)
            try:
                build(out, games)
            except Killed:
                pass
            else:
                break
        if at % 3 == 0:
            write(games / f"more-{at}.sgf", f"(;PB[More {at}]PW[Other];B[pd];W[dp])")
            wanted += 1
    else:
        pytest.fail("it never came to an end")
    assert at > 0, "the step was never made"
    build(out)
    assert total(out) == wanted
    of = _shards.read_set(out)
    assert folders(out) == sorted(Path(member.folder).name for member in of.members)


def total_of(tmp_path: Path, games: Path) -> int:
    ki.build(games, index=tmp_path / "one")
    return ki.open(tmp_path / "one").count()


def test_a_task_that_runs_twice(tmp_path: Path, archive: Path, index: ki.Index) -> None:
    out = tmp_path / "shards"
    out.mkdir()
    of = job(out, archive)
    twice = [_shards.build_shard(of, number) for number in (1, 2, 1, 3, 3)]
    assert [one.is_new for one in twice] == [True, True, False, True, False]
    # Both builds publish a folder at the same time; either may become current.
    other = tmp_path / "other"
    other.mkdir()
    _shards.build_shard(job(other, archive), 1)
    for folder in other.iterdir():
        shutil.copytree(folder, out / folder.name)
    assert _shards.settle(of, [twice[0], twice[1], twice[3]])
    assert total(out) == index.count()
    assert len(folders(out)) == OF


def test_two_builders(tmp_path: Path, archive: Path) -> None:
    out = tmp_path / "shards"
    with _shards.alone(out), pytest.raises(ki.KifuError, match="another kifu-cluster build .process") as raised:
        build(out, archive)
    assert raised.value.code == "locked"
    build(out, archive)


def test_a_damaged_shard_is_built_again(tmp_path: Path, archive: Path, index: ki.Index) -> None:
    out = tmp_path / "shards"
    build(out, archive)
    victim = max((out / folders(out)[1]).iterdir(), key=lambda file: file.stat().st_size)
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 1
    victim.write_bytes(data)
    built, changed = build(out)
    assert changed and [one.is_new for one in built].count(True) == 1
    assert total(out) == index.count()


def test_a_damaged_list_is_written_again(tmp_path: Path, archive: Path, index: ki.Index) -> None:
    out = tmp_path / "shards"
    build(out, archive)
    next(out.glob("copies-*")).unlink()
    with pytest.raises(ki.KifuError, match="missing or damaged"):
        total(out)
    built, changed = build(out)
    assert changed and not any(one.is_new for one in built)
    assert total(out) == index.count()
    (out / _shards.SET).write_text("{}")
    with pytest.raises(ki.KifuError, match="not a list of shards"):
        total(out)
    built, changed = build(out, archive)
    assert changed and not any(one.is_new for one in built)
    assert total(out) == index.count()


def test_a_machine_without_the_archive(tmp_path: Path, games: Path) -> None:
    out, mount = tmp_path / "shards", tmp_path / "mount"
    mount.mkdir()
    shutil.copytree(games, mount / "games")
    of = job(out, mount)
    out.mkdir()
    first = [_shards.build_shard(of, number) for number in (1, 2)]
    shutil.rmtree(mount / "games")
    last = _shards.build_shard(of, 3)
    with pytest.raises(ki.KifuError, match=r"(?s)is empty on .*mount it on every machine"):
        _shards.settle(of, [*first, last])
    # A shard that had games of the empty root is not built, so it keeps them.
    with pytest.raises(ki.KifuError, match="is empty on"):
        _shards.build_shard(of, 1)
    mount.rmdir()
    with pytest.raises(ki.KifuError, match="no such file"):
        _shards.build_shard(of, 2)
    assert not any(name.startswith(_shards.ATTEMPT) for name in folders(out))
    shutil.copytree(games, mount / "games")
    assert build(out, mount)[1]


def test_errors_of_the_system_are_no_tracebacks(
    tmp_path: Path, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1 would say that there are no hits."""
    file = tmp_path / "file"
    file.touch()
    for options in ([], ["--json"]):
        out = ["--shards", str(file / "shards"), "--aliases", str(file / "names"), *options]
        assert _command.main(["search", "Lee", *out]) == 2
        printed = capsys.readouterr()
        assert printed.out == "" and printed.err.startswith('{"v": 1, "error"' if options else "error: "), printed.err
    assert _command.main(["build", str(archive), "--out", str(file / "shards"), "--shards", "2"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.startswith("error: ") and str(file) in printed.err, printed.err


def test_publish(tmp_path: Path, archive: Path, index: ki.Index) -> None:
    parts = [tmp_path / f"{number}.kifu" for number in (1, 2)]
    games = shutil.copytree(archive, tmp_path / "games")
    for number, part in enumerate(parts, 1):
        ki.build(games, index=part, shard=f"{number}/2")
    published = ki.publish(parts)
    assert published.games == index.count() == total(tmp_path)
    assert [shard.shard for shard in published.shards] == ["1/2", "2/2"]
    with pytest.raises(ki.KifuError, match="named twice"):
        ki.publish([parts[0], parts[0]])
    with pytest.raises(ki.KifuError, match="is not a shard"):
        ki.build(archive, index=tmp_path / "x", shard="3/2")
    with pytest.raises(ki.KifuError, match=r"(?s)build each shard in a folder of its own"):
        ki.build(games, index=parts[0], shard="2/2")
    # The new game belongs to one of the shards, and only that shard gets a new state.
    (games / "new.sgf").write_text("(;PB[Newcomer];B[pd];W[dd])")
    told_to_publish = 0
    for part in parts:
        ki.build(index=part)
        try:
            _core.Member(part, tmp_path / _shards.SET)
        except ki.KifuError as error:
            told_to_publish += "kifu_index.publish" in str(error)
    assert told_to_publish == 1
