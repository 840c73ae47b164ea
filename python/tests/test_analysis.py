"""Tests engine analysis against values that were chosen before the file was written."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pyarrow as pa

import kifu_index as ki

# Black's winning rate in percent after each move, in the form that Sabaki writes. The third position has no analysis.
RATES = [50.0, 52.0, None, 40.0, 70.0]
POINTS = ["aa", "bb", "cc", "dd"]


def written() -> bytes:
    def value(rate: float | None) -> str:
        return "" if rate is None else f"SBKV[{rate}]"

    moves = [f";{'BW'[at % 2]}[{point}]{value(RATES[at + 1])}" for at, point in enumerate(POINTS)]
    return f"(;SZ[9]PB[Ann]{value(RATES[0])}{''.join(moves)})".encode()


def test_columns_of_a_game() -> None:
    game = next(ki.read(written()))
    analysis = game.analysis
    assert analysis["move"].tolist() == [0, 1, 3, 4] and analysis["node"].tolist() == [0, 1, 3, 4]
    assert np.allclose(analysis["black_winrate"], [0.5, 0.52, 0.4, 0.7])
    assert analysis["engine"] == ["Sabaki"] * 4 and analysis["source"] == ["SBKV"] * 4
    # White's last move lost 30 percent. The loss of the move after the gap is unknown.
    assert np.allclose(analysis["drop"], [math.nan, -2.0, math.nan, 30.0], equal_nan=True)
    assert np.isnan(analysis["black_lead"]).all() and np.isnan(analysis["loss"]).all() and analysis["best"] == [None] * 4
    assert {len(column) for column in analysis.values()} == {4}
    whole = game.to_dict()["analysis"]
    assert [row["black_winrate"] for row in whole] == analysis["black_winrate"].tolist()


def test_a_game_without_analysis_has_empty_columns() -> None:
    game = next(ki.read(b"(;SZ[9];B[aa])"))
    assert {len(column) for column in game.analysis.values()} == {0}


def test_lists_in_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(written())
    (tmp_path / "b.sgf").write_bytes(b"(;SZ[9]PB[Bob];B[aa])")
    names = ["black_winrate", "black", "drop", "moves"]
    table = ki.read_table(tmp_path, columns=names).arrow()
    assert table.schema.names == names
    assert table.schema.field("drop").type == pa.list_(pa.float64())
    shares = [None if rate is None else rate / 100 for rate in RATES]
    assert table.to_pylist() == [
        {"black_winrate": shares, "black": "Ann", "drop": [None, -2.0, None, None, 30.0], "moves": 4},
        {"black_winrate": None, "black": "Bob", "drop": None, "moves": 1},
    ]
    alone = ki.read_table(tmp_path, columns=["loss"]).arrow()
    assert alone.to_pylist() == [{"loss": [None] * 5}, {"loss": None}]


def test_analysis_beside_the_games(tmp_path: Path) -> None:
    games, index, table = tmp_path / "games", tmp_path / "index", tmp_path / "table.jsonl"
    games.mkdir()
    (games / "a.sgf").write_bytes(b"(;SZ[9]PB[Ann];B[aa];W[bb])")
    lines = [{"ply": ply, "black_lead": lead} for ply, lead in enumerate([1.0, 0.5, 8.0])]
    (games / "a.sgf.json").write_text("\n".join(map(json.dumps, lines)))
    ki.build(games, index=index)
    assert ki.open(index).search("loss>=7").total == 0
    ki.build(index=index, sidecars=True)
    found = ki.open(index)
    row = next(iter(found.search("loss>=7")))
    assert found.game(row.id).analysis["loss"].tolist()[1:] == [0.5, 7.5]
    table.write_text("".join(json.dumps({"id": row.id, **line}) + "\n" for line in lines[:2]))
    ki.build(index=index, sidecars=False, analysis=table)
    analysis = ki.open(index).game(row.id).analysis
    assert analysis["source"] == ["table"] * 2 and analysis["black_lead"].tolist() == [1.0, 0.5]
