"""Compares rows and numbers with those of the command, for more than a hundred requests."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from conftest import Command

import kifu_index as ki

QUERIES = [
    "", "Lee", "player:Lee", "player:Lee result:W+", 'player:"Lee Sedol"', "player:李世石", 'player:"Cho Chikun" player:Kobayashi',
    "black:Shusaku", "white:Cho", "winner:Takemiya", "loser:Cho", "result:B+R", "result:resign", "result:draw", "result:?",
    "how:time", "date:1846", "date:1990s", "date:1980..1999", "year>=2016", "date:昭和54", "series:Honinbo", "event:Final",
    "round:final", "place:Tokyo", "opening:sanrensei", "opening:中国流", "comment:ladder", 'comment:"throw in"', "rank:9p",
    "rank>=9p", "komi:6.5", "handicap>=2", "moves<100", "moves:100..200", "size:13", "size:19x13", "kind:loa", "format:jgf",
    "charset:gbk", "has:comments", "is:dup", "file:*/classic/*.sgf", "archive:club.zip", "DT:1846", 'RE="W+R"', "KM:*",
    "Lee OR Cho", "-player:Lee", "(Lee OR Cho) result:B+", "Sedo*", "Sedool~", 'position:"Q16 D4 Q3"',
    'position:"Q16 D4" next:Q3', "pattern:XO/OX", 'pattern:"R16 P17 corner 9"', 'position:"Q16 D4" then position:"Q16 D4 Q3"',
    "sort:date", "sort:-moves", "player:Lee sort:black", "unique:yes", "lang:ja", "nothing-has-this-word",
]  # fmt: skip

POSITIONS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("Q16", {}, []),
    ("Q16 D4", {}, []),
    ("Q16 D4 Q3", {}, []),
    ("Q16 D4 Q3", {"filter": "rank>=9p"}, ["--filter", "rank>=9p"]),
    ("Q16 D4", {"within": "any"}, ["--in", "any"]),
    ("Q16 D4", {"colours": "any"}, ["--colours", "any"]),
    ("Q16", {"next": "D4"}, ["--next", "D4"]),
    ("Q16", {"move": "..10"}, ["--move", "..10"]),
    ("Q16", {"tomove": "W"}, ["--tomove", "W"]),
    ("Q16", {"unique": True}, ["--unique"]),
    ("Q16", {"symmetric": False}, ["--symmetry", "none"]),
    ("Q16", {"years": True, "reached": True}, ["--with", "years,reached"]),
    ("(;AB[pd]AW[dd])", {}, []),
    ("Q16 D4 K10 K11", {}, []),
    ("e1-e3", {"kind": "loa"}, ["--kind", "loa"]),
]

PATTERNS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("R16 P17", {"corner": True}, ["--corner"]),
    ("R16 P17", {"corner": 6}, ["--corner", "6"]),
    ("R16 P17", {"corner": "9x7"}, ["--corner", "9x7"]),
    ("R16 P17", {"corner": 6, "filter": "date:..1950"}, ["--corner", "6", "--filter", "date:..1950"]),
    ("Q16 R14", {"region": "O13-T19"}, ["--region", "O13-T19"]),
    ("XO/OX", {}, []),
    ("XXX/OOO", {"colours": "any"}, ["--colours", "any"]),
    ("XO/OX", {"symmetric": False}, ["--symmetry", "none"]),
    (".X./XOX", {"unique": True}, ["--unique"]),
    ("Q16 R14", {"corner": True, "years": True}, ["--corner", "--with", "years"]),
]

#: Facets that need a query about one player.
OF_A_PLAYER = {"opponent", "colour"}
FACETS = [*(facet for facet in ki.FACETS if facet not in OF_A_PLAYER), "opening,year", "player,result"]

#: Sort keys that need a query about a board, or about the loss of moves.
OF_A_HIT = {"hit", "loss"}


def test_there_are_a_hundred_requests() -> None:
    assert len(QUERIES) + len(POSITIONS) + len(PATTERNS) + len(FACETS) >= 100


@pytest.mark.parametrize("query", QUERIES)
def test_searches(index: ki.Index, command: Command, query: str) -> None:
    printed = [json.loads(line) for line in command("search", query, "--json", "--limit", "0").splitlines()]
    found = index.search(query, comments=True)
    assert found.total == len(printed) == index.count(query)
    assert [row.to_dict() for row in found] == printed
    assert [row.to_dict() for row in index.search(query, comments=True, limit=3)] == printed[:3]


@pytest.mark.parametrize(("subject", "named", "options"), POSITIONS)
def test_positions(
    index: ki.Index, command: Command, subject: str, named: dict[str, Any], options: list[str]
) -> None:
    printed = json.loads(command("position", subject, *options, "--json", "--limit", "0"))
    same(index.position(subject, **named), printed)


@pytest.mark.parametrize(("subject", "named", "options"), PATTERNS)
def test_patterns(
    index: ki.Index, command: Command, subject: str, named: dict[str, Any], options: list[str]
) -> None:
    printed = json.loads(command("pattern", subject, *options, "--json", "--limit", "0"))
    same(index.pattern(subject, **named), printed)


def same(answer: ki.Position, printed: dict[str, Any]) -> None:
    mine = answer.to_dict()
    for key in printed.keys() - {"games"}:
        assert mine[key] == printed[key], key
    assert [row.to_dict() for row in answer.games] == printed["games"]
    assert answer.games.total == answer.total
    assert [row.to_dict() for row in answer.moves] == printed["moves"]
    assert answer.moves.arrow().to_pylist() == printed_moves(answer, printed)


def printed_moves(answer: ki.Position, printed: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the printed moves with None for omitted keys, as a table has them."""
    names = answer.moves.arrow().column_names
    rows = [{name: row.get(name) for name in names} for row in printed["moves"]]
    for row in rows:
        if row.get("years"):
            row["years"] = [{**year, "of": year.get("of")} for year in row["years"]]
    return rows


@pytest.mark.parametrize("by", FACETS)
def test_stats(index: ki.Index, command: Command, by: str) -> None:
    printed = json.loads(command("stats", "--by", by, "--json", "--limit", "0"))
    found = index.stats(by=by.split(","))
    assert found.to_list() == printed["rows"]
    assert (found.total, found.by, found.across) == (printed["total"], printed["by"], printed.get("across"))


def test_stats_of_a_player(index: ki.Index, command: Command) -> None:
    query = 'player:"Lee Changho"'
    printed = json.loads(command("stats", query, "--by", "opponent", "--json", "--limit", "0"))
    found = index.stats(query, by="opponent")
    assert found.to_list() == printed["rows"] and found.player == printed["player"]
    assert found.arrow()["won"].to_pylist() == [row["won"] for row in printed["rows"]]


def test_players(index: ki.Index, command: Command) -> None:
    for name in ("", "Lee", "nobody"):
        printed = [json.loads(line) for line in command("players", *name.split(), "--json", "--limit", "0").splitlines()]
        assert index.players(name).to_list() == printed


@pytest.mark.parametrize("key", [key for key in ki.SORT_KEYS if key not in OF_A_HIT])
def test_orders(index: ki.Index, command: Command, key: str) -> None:
    for order in (key, f"-{key}"):
        printed = command("search", "", "--sort", order, "--fields", "id", "--limit", "0").split()
        assert [row.id for row in index.search(sort=order)] == printed


def test_counts_of_each_game_once(index: ki.Index, command: Command) -> None:
    for query in ("", "player:Cho"):
        printed = int(command("search", query, "--count", "--unique"))
        assert index.count(query, unique=True) == printed
        assert index.search(query, unique=True).total == printed


def test_a_table_has_the_columns_of_an_export(index: ki.Index, command: Command) -> None:
    columns = [name for name in ki.COLUMNS if name not in ("move", "node", "variation", "comment")]
    text = command("export", "", "--csv", "-", "--csv-raw", "--sort", "date", "--fields", ",".join(columns))
    printed = list(csv.DictReader(io.StringIO(text)))
    table = index.search(sort="date", played=True, novelty=True).arrow(columns)
    assert table.column_names == columns and table.num_rows == len(printed) > 0
    for name in columns:
        mine = ["" if value is None else value for value in table[name].to_pylist()]
        theirs: list[Any] = [row[name] for row in printed]
        if str(table.schema.field(name).type) in ("int64", "double"):
            theirs = ["" if text == "" else float(text) for text in theirs]
        else:
            # In CSV, control characters are blanks.
            mine, theirs = ([re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", " ", text) for text in of] for of in (mine, theirs))
        assert mine == theirs, name


def test_drawings_are_those_of_the_command(index: ki.Index, command: Command) -> None:
    row = index.search("player:Takemiya", limit=1)[0]
    for place, move in (("", None), ("#42", 42), ("#0", 0)):
        assert index.game(row).svg(move=move) == command("show", row.id + place, "--svg").rstrip("\n")
    assert index.game(row).to_dict() == json.loads(command("show", row.id, "--json"))
    (marked,) = ki.read(b"(;SZ[9]LB[aa:x]TR[bb];B[ee])")
    assert ">x</text>" in marked.svg(move=0) and ">x</text>" not in marked.svg()
