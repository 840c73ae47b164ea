"""Tests builds of tables in Parquet that another library has written."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import kifu_index as ki


def test_columns_are_named_and_remembered(tmp_path: Path) -> None:
    games, index = tmp_path / "games", tmp_path / "index"
    games.mkdir()
    moves = pa.array([[72, 288, -1], [60]], pa.list_(pa.int16()))
    pq.write_table(pa.table({"m": moves, "b": ["Anna", "Carl"]}), games / "a.parquet")
    problem = ki.build(games, index=index).problems[0]
    assert "no column of moves; its columns are m, b" in problem.message
    ki.build(index=index, parquet_columns={"moves": "m", "black": "b"})
    assert ki.open(index).search("format:parquet").total == 2
    ki.build(index=index)
    assert [row.moves for row in ki.open(index).search("black:Anna")] == [3]
    ki.build(index=index, parquet_columns=False)
    assert ki.open(index).search("").total == 0
