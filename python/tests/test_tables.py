"""Tests tables that are read without an index and passed on through Arrow's interfaces."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import kifu_index as ki

#: Columns that only an index knows.
INDEXED = {"id", "added", "move", "node", "variation", "comment", "novelty_ply", "followers"}
#: Columns with a value of one move for a hit of an index, and a list with a value for each move in a table that is
#: read.
OF_MOVES = {"black_winrate", "black_lead", "visits", "drop", "loss"}


def test_a_table_read_is_that_of_an_index(index: ki.Index, archive: Path) -> None:
    columns = [name for name in ki.COLUMNS if name not in INDEXED | OF_MOVES]
    read = ki.read_table(archive, columns=columns).arrow()
    searched = index.search(played=True).arrow(columns)
    keys = [(key, "ascending") for key in ("path", "member", "game")]
    assert read.schema == searched.schema
    assert read.sort_by(keys).to_pylist() == searched.sort_by(keys).to_pylist()


def test_columns_of_what_only_an_index_knows_are_empty(archive: Path) -> None:
    table = ki.read_table(archive, columns=sorted(INDEXED)).arrow()
    assert table.num_rows == 45 and all(column.null_count == 45 for column in table.columns)


def test_rows_are_in_the_order_of_the_files(archive: Path) -> None:
    read = [(game.path, game.member, game.game) for game in ki.read(archive)]
    for threads in (1, 3):
        table = ki.read_table(archive, columns=["path", "member", "game"], threads=threads, batch_size=7)
        batches = list(table)
        assert [batch.num_rows for batch in batches] == [7] * 6 + [3]
        rows = [row for batch in batches for row in batch.to_pylist()]
        assert [(row["path"], row["member"], row["game"]) for row in rows] == read
    assert read == sorted(read, key=lambda place: place[0].split("/"))


def test_many_games_are_all_there_in_order(tmp_path: Path) -> None:
    """There are more games than the queues of the threads hold."""
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as file:
        for number in range(20_000):
            file.writestr(f"{number:05}.sgf", f"(;GM[1]SZ[9]PB[{number}];B[ee])")
    assert [game.info.black for game in ki.read(path)][:3] == ["0", "1", "2"]
    table = ki.read_table(path, columns=["black", "moves"]).arrow()
    assert table["black"].to_pylist() == [str(number) for number in range(20_000)]
    assert sum(1 for _ in ki.read(path)) == 20_000
    # Dropping a reader in the middle must not block.
    for _ in range(20):
        next(ki.read(path))


def test_ways_out(index: ki.Index, archive: Path) -> None:
    games = index.search(sort="date")
    table = games.arrow()
    assert table.column_names == ki.USUAL
    assert isinstance(games.pandas(), pd.DataFrame) and list(games.pandas()["id"]) == table["id"].to_pylist()
    assert isinstance(games.polars(), pl.DataFrame) and games.polars()["id"].to_list() == table["id"].to_pylist()
    assert pl.DataFrame(games).equals(games.polars()) and pa.table(games) == table and len(games) == 45
    columns = ["moves", "result", "black_rank"]
    for frame in (
        ki.read_table(archive, columns=columns).polars().to_dicts(),
        pl.DataFrame(ki.read_table(archive, columns=columns)).to_dicts(),
        ki.read_table(archive, columns=columns).arrow().to_pylist(),
        pa.table(ki.read_table(archive, columns=columns)).to_pylist(),
        pa.RecordBatchReader.from_stream(ki.read_table(archive, columns=columns)).read_all().to_pylist(),
    ):
        assert len(frame) == 45 and list(frame[0]) == columns
    stats = index.stats(by="year")
    assert pl.DataFrame(stats).equals(stats.polars()) and pa.table(stats) == stats.arrow()
    assert stats[0] in stats and [*reversed(stats)] == [*stats][::-1] and games[3] in games
    assert stats.polars().columns == ["value", "games", "black", "white", "draws", "unknown", "rate", "interval"]
    assert stats.pandas()["games"].sum() == stats.total == 45


def test_types_do_not_depend_on_the_rows(index: ki.Index) -> None:
    none = index.search("player:nobody-has-this-name")
    assert none.arrow().schema == index.search().arrow().schema and len(none.polars()) == 0
    empty = index.position("A1 B1 C1 D1 E1 F1")
    assert empty.total == 0 and empty.moves.arrow().schema == index.position("Q16").moves.arrow().schema


def test_a_table_that_was_given_away_is_not_read_twice(archive: Path) -> None:
    table = ki.read_table(archive, columns=["moves"], batch_size=10)
    first = next(table)
    rest = pa.table(table)
    assert first.num_rows + rest.num_rows == 45
    assert [problem.kind for problem in table.problems] == ["no-game", "no-game"]
    with pytest.raises(ki.KifuError) as raised:
        next(table)
    assert raised.value.code == "stale"


def test_columns_that_do_not_exist_are_refused_at_the_call(index: ki.Index, archive: Path) -> None:
    with pytest.raises(ki.KifuError, match="no column `blakc`\n  help: did you mean `black`"):
        ki.read_table(archive, columns=["blakc"])
    with pytest.raises(ki.KifuError, match="blakc"):
        index.search().arrow(["blakc"])
    for call in (index.search().arrow, lambda columns: ki.read_table(archive, columns=columns)):
        with pytest.raises(ki.KifuError, match="one column or more\n  help: write columns="):
            call([])
    assert index.search().arrow("black").column_names == ["black"]
    assert ki.read_table(archive, columns="black").arrow().column_names == ["black"]
    with pytest.raises(ValueError, match="played=True"):
        index.search().arrow(["moves_sgf"])


def test_what_gave_no_game_is_told_of_any_source() -> None:
    sources: list[Path | bytes] = [b"", b"hello"]
    for number, text in enumerate(sources[:]):
        path = Path(f"{number}.sgf").absolute()
        path.write_bytes(text)  # type: ignore[arg-type]
        sources.append(path)
    for source, message in zip(sources, ["is empty", "holds no game"] * 2, strict=True):
        reader = ki.read(source)
        assert list(reader) == []
        (problem,) = reader.problems
        assert (problem.kind, problem.message) == ("no-game", message)
        assert problem.path == ("" if isinstance(source, bytes) else str(source))
    table = ki.read_table("1.sgf")
    assert table.arrow().num_rows == 0 and len(table.problems) == 1
    whole = ki.read(b"(;B[aa])")
    assert len(list(whole)) == 1 and whole.problems == []


def test_notebooks_show_boards_and_tables(index: ki.Index) -> None:
    games = index.search("player:Lee")
    assert games._repr_html_().count("<tr>") == len(games) + 1
    assert "<table>" in index.stats(by="year")._repr_html_()
    position = index.position("Q16 D4 Q3")._repr_html_()
    assert position.count("<svg") == 1 and "D16" in position
    assert "<pre>" in index.pattern("XO/OX")._repr_html_()
    drawn = index.game(games[0])._repr_html_()
    assert drawn is not None and "<svg" in drawn
    hostile = index.search("file:*/hostile.sgf")._repr_html_()
    assert "<script" not in hostile and "&lt;script" in hostile
