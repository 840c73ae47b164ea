"""Tests shards in object storage: what is copied, what stays in the cache, and what is refused."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kifu_index as ki
from kifu_index import _core, _shards, _storage, cluster

pytest.importorskip("fsspec", reason="fsspec is not installed: pip install kifu-index[cluster]")

MANY = 10**9


@pytest.fixture
def stored(tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three shards of the sample archive, in the folder to which a URL leads."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "stored"
    folder.mkdir()
    games = tmp_path / "games"
    shutil.copytree(archive, games)
    publish(folder, games, "a")
    return folder


def publish(folder: Path, games: Path, state: str) -> None:
    shards = [folder / f"{state}{number}" for number in (1, 2, 3)]
    for number, shard in enumerate(shards, 1):
        known = folder / f"a{number}"
        if known.exists():
            shutil.copytree(known, shard)
        ki.build(games, index=shard, shard=f"{number}/3")
    _core.publish([*shards], folder / _shards.SET, {}, force=True)


def copy(folder: Path, number: int, most: int = MANY) -> _storage.Copy:
    url = f"file://{folder}"
    of = _shards.read_set(url)
    return _storage.Copy(of.file, of.digest, number, most)


def files(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_ino for file in folder.iterdir() if not file.name.endswith(".lock")}


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(ki.KifuError) as raised:
        act()
    return str(raised.value)


def test_a_copy_is_what_is_stored(stored: Path) -> None:
    here, there = _shards.read_set(stored), _shards.read_set(f"file://{stored}")
    assert (here.digest, here.games, here.generation) == (there.digest, there.games, there.generation)
    request = json.dumps({"count": {"query": "player:Lee"}})
    for member in here.members:
        own = copy(stored, member.number)
        assert own.folder.parent == own.list.parent != stored
        for file in Path(member.folder).iterdir():
            if not file.name.endswith(".lock"):
                assert (own.folder / file.name).read_bytes() == file.read_bytes(), file
        # The list of copies among the games is there, too.
        opened, original = _core.Member(own.folder, own.list), _core.Member(member.folder, here.file)
        facts = original.facts(request)
        assert opened.part(request, facts) == original.part(request, facts)


def test_nothing_is_copied_twice(stored: Path) -> None:
    before = [files(copy(stored, number).folder) for number in (1, 2, 3)]
    hidden = stored / "hidden"
    (stored / "a1").rename(hidden)
    assert files(copy(stored, 1).folder) == before[0]
    hidden.rename(stored / "a1")
    # Another state of the shards shares the files that did not change.
    (stored.parent / "games" / "new.sgf").write_text("(;PB[Newcomer];B[pd];W[dd])")
    publish(stored, stored.parent / "games", "b")
    after = [files(copy(stored, number).folder) for number in (1, 2, 3)]
    # The new game belongs to one shard.
    ((old, new),) = (pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
    shared = [name for name in new if old.get(name) == new[name]]
    assert any(name.endswith(".kpos") for name in shared) and "meta.json" not in shared


def test_old_copies_make_room_but_not_those_that_are_held(stored: Path) -> None:
    sizes = [sum(file.stat().st_size for file in (stored / f"a{number}").iterdir()) for number in (1, 2, 3)]
    most = sum(sizes[:2]) + sizes[2] // 2
    held = [copy(stored, 1, most), copy(stored, 2, most)]
    message = refused(lambda: copy(stored, 3, most))
    assert "GB" in message and "--cache" in message
    folders = [one.folder for one in held]
    held.pop(0)
    assert copy(stored, 3, most).folder.exists()
    assert not folders[0].exists() and folders[1].exists()


def size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir() if not file.name.endswith(".lock"))


def test_copies_that_are_made_at_once_share_the_room(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies that are not complete yet have their space reserved, so that another copy must not take it."""
    most = size(stored / "a1") + size(stored / "a2") - 1
    fetch = _storage._fetch
    messages: list[str] = []

    def slow(url: str, *rest: Any) -> None:
        if "/a1/" in url and not messages:
            messages.append(refused(lambda: copy(stored, 2, most)))
        fetch(url, *rest)

    monkeypatch.setattr(_storage, "_fetch", slow)
    first = copy(stored, 1, most)
    assert len(messages) == 1 and "--cache" in messages[0]
    assert size(first.folder) == size(stored / "a1") and not list(first.folder.glob(".tmp*"))
    # With a larger limit both copies fit.
    assert size(copy(stored, 2, most + 1).folder) == size(stored / "a2") and first.folder.exists()


def test_what_a_copy_that_was_ended_has_left_is_removed(stored: Path) -> None:
    folder = copy(stored, 1).folder
    for file in folder.glob("*.kpos"):
        os.truncate(file, 1)
    (folder / ".tmp0123456789ab").write_bytes(b"half")
    again = copy(stored, 1).folder
    assert files(again).keys() == files(stored / "a1").keys() and size(again) == size(stored / "a1")


def test_two_hold_the_same_copy(stored: Path) -> None:
    held = copy(stored, 1)
    others: list[_storage.Copy] = []
    # The second copy is made on another thread, so that a deadlock would not stop the test.
    thread = threading.Thread(target=lambda: others.append(copy(stored, 1)), daemon=True)
    thread.start()
    thread.join(60)
    assert [other.folder for other in others] == [held.folder]
    # The copy is held until both objects have released it.
    held = copy(stored, 2)
    assert "--cache" in refused(lambda: copy(stored, 3, size(stored / "a3")))
    del held
    others.clear()
    assert copy(stored, 3, size(stored / "a3")).folder.exists()


def test_a_damaged_copy_heals_itself(stored: Path) -> None:
    of = _shards.read_set(f"file://{stored}")
    request = json.dumps({"search": {"query": "player:Lee", "limit": 10}})

    def answer_of(holder: cluster._Holder) -> Any:
        facts, error = holder.facts(request, None, MANY, 60.0)
        assert error is None, error
        part, error = holder.part(request, facts, MANY, 60.0)
        assert error is None, error
        return part

    def holder() -> cluster._Holder:
        return cluster._Holder(of.file, of.digest, of.members[0], "")

    wanted = answer_of(holder())
    folder, original = copy(stored, 1).folder, stored / "a1"
    for name in sorted(file.name for file in original.iterdir() if not file.name.endswith(".lock")):
        good = (original / name).read_bytes()
        # The file gets other content of the same size, as a bad disk would leave it.
        (folder / name).unlink()
        (folder / name).write_bytes(bytes([good[0] ^ 1]) + good[1:] if good else good)
        assert answer_of(holder()) == wanted, name
        if name.endswith(".store"):
            assert (folder / name).read_bytes() == good
    copies = next(folder.parent.glob("copies-*"))
    copies.write_bytes(b"nothing like it")
    assert answer_of(holder()) == wanted
    # A file that is damaged in the storage is not the fault of the copy.
    victim = next(original.glob("*.store"))
    good = victim.read_bytes()
    for file in (victim, folder / victim.name):
        file.unlink()
        file.write_bytes(bytes([good[0] ^ 1]) + good[1:])
    _, error = holder().facts(request, None, MANY, 60.0)
    assert error is not None and f"{victim.name} is not as the list of shards says" in error.message


def test_a_higher_limit_is_of_use_at_once(stored: Path) -> None:
    of = _shards.read_set(f"file://{stored}")
    holder = cluster._Holder(of.file, of.digest, of.members[0], "")
    request = json.dumps({"count": {"query": ""}})
    _, error = holder.facts(request, None, 1, 60.0)
    assert error is not None and error.help is not None and "--cache" in error.help
    _, error = holder.facts(request, None, MANY, 60.0)
    assert error is None


def test_what_is_not_as_it_was_written_is_named(stored: Path) -> None:
    victim = next((stored / "a2").glob("*.kpos"))
    good = victim.read_bytes()
    victim.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    assert f"{victim.name} is not as the list of shards says" in refused(lambda: copy(stored, 2))
    victim.unlink()
    assert f"{victim.name} is missing" in refused(lambda: copy(stored, 2))
    victim.write_bytes(good)
    assert copy(stored, 2).folder.exists()
    text = (stored / _shards.SET).read_text()
    (stored / _shards.SET).write_text(text.replace('"a2"', '"../a2"'))
    assert "does not lie beside it" in refused(lambda: copy(stored, 2))
    (stored / _shards.SET).write_text("{}")
    assert f"file://{stored}/{_shards.SET} is not a list of shards" in refused(lambda: copy(stored, 2))
    assert "there are no shards in file:///nowhere" in refused(lambda: _shards.read_set("file:///nowhere"))
    assert "cannot be read" in refused(lambda: _shards.read_set("nothing-like-it://x/y"))


def test_what_is_a_url() -> None:
    for place in ("s3://bucket/shards", "memory://x", "simplecache::s3://x", "abfs://a@b/c"):
        assert _storage.is_url(place)
    for path in ("shards", "/games/a:b", "C:\\games", "./s3:/x", "~", Path("s3://x")):
        assert not _storage.is_url(path)
    assert _storage.list_url("s3://b/x/") == "s3://b/x/kifu-shards.json"
    assert _storage.list_url("s3://b/x/other.json") == "s3://b/x/other.json"
