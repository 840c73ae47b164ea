"""Shards in object storage: what is copied, what is kept, and what is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import kifu_index as ki
from kifu_index import _core, _shards, _storage

pytest.importorskip("fsspec", reason="fsspec is not installed: pip install kifu-index[cluster]")

MANY = 10**9


@pytest.fixture
def stored(tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three shards of the sample archive, where a URL leads to."""
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
    with pytest.raises(ki.KifuError) as told:
        act()
    return str(told.value)


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
        # What the copies among the games are is there, too.
        opened, original = _core.Member(own.folder, own.list), _core.Member(member.folder, here.file)
        facts = original.facts(request)
        assert opened.part(request, facts) == original.part(request, facts)


def test_nothing_is_copied_twice(stored: Path) -> None:
    before = files(copy(stored, 1).folder)
    hidden = stored / "hidden"
    (stored / "a1").rename(hidden)
    assert files(copy(stored, 1).folder) == before
    hidden.rename(stored / "a1")
    # Another state shares what did not change.
    (stored.parent / "games" / "new.sgf").write_text("(;PB[Newcomer];B[pd];W[dd])")
    publish(stored, stored.parent / "games", "b")
    after = [files(copy(stored, number).folder) for number in (1, 2, 3)]
    shared = [name for name in after[0] if before.get(name) == after[0][name]]
    assert any(name.endswith(".kpos") for name in shared) and "meta.json" not in shared


def test_old_copies_make_room_but_not_those_that_are_held(stored: Path) -> None:
    sizes = [sum(file.stat().st_size for file in (stored / f"a{number}").iterdir()) for number in (1, 2, 3)]
    most = sum(sizes[:2]) + sizes[2] // 2
    held = [copy(stored, 1, most), copy(stored, 2, most)]
    told = refused(lambda: copy(stored, 3, most))
    assert "GB" in told and "--cache" in told
    folders = [one.folder for one in held]
    held.pop(0)
    assert copy(stored, 3, most).folder.exists()
    assert not folders[0].exists() and folders[1].exists()


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
    assert f"file://{stored}/{_shards.SET} is no list of shards" in refused(lambda: copy(stored, 2))
    assert "there are no shards in file:///nowhere" in refused(lambda: _shards.read_set("file:///nowhere"))
    assert "cannot be read" in refused(lambda: _shards.read_set("nothing-like-it://x/y"))


def test_what_is_a_url() -> None:
    for place in ("s3://bucket/shards", "memory://x", "simplecache::s3://x", "abfs://a@b/c"):
        assert _storage.is_url(place)
    for path in ("shards", "/games/a:b", "C:\\games", "./s3:/x", "~", Path("s3://x")):
        assert not _storage.is_url(path)
    assert _storage.list_url("s3://b/x/") == "s3://b/x/kifu-shards.json"
    assert _storage.list_url("s3://b/x/other.json") == "s3://b/x/other.json"
