"""Tests the contract of `kifu-index serve`: it is valid, rows have its keys, and a client can be generated from it."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import types
import typing
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kifu_index import _tables
from kifu_index._tables import Row

KINDS = [kind for kind in vars(_tables).values() if isinstance(kind, type) and issubclass(kind, Row) and kind is not Row]
#: Rows with another name in Rust than in Python.
NAMES = {"Archive": "ArchiveRow", "Opponent": "OpponentRow", "Spelling": "SpellingRow", "Strength": "PlayerStrength"}
NONE = type(None)
TYPES = {"integer": int, "number": float, "string": str, "boolean": bool, "array": list, "object": Row, "null": NONE}


@pytest.fixture(scope="module")
def server(program: str, folder: Path) -> Iterator[str]:
    """The address of a server of the index."""
    environment = {**os.environ, "KIFU_INDEX": str(folder)}
    command = [program, "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip().rstrip("/")
        process.terminate()


@pytest.fixture(scope="module")
def contract(server: str) -> Any:
    with urllib.request.urlopen(f"{server}/api/v1/openapi.json") as answer:
        return json.load(answer)


def types_of(schema: dict[str, Any]) -> set[type]:
    """Returns the Python types that a value of a JSON schema may have."""
    if "anyOf" in schema:
        return set().union(*map(types_of, schema["anyOf"]))
    kinds = schema.get("type", "object")
    return {TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)}


def types_in(hint: Any) -> set[type]:
    """Returns the types that a Python type hint allows."""
    if typing.get_origin(hint) is types.UnionType:
        return set().union(*map(types_in, typing.get_args(hint)))
    kind = typing.get_origin(hint) or hint
    return {Row if issubclass(kind, Row) else kind}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_rows_have_the_keys_of_the_contract(contract: Any, kind: type[Row]) -> None:
    schema = contract["components"]["schemas"][NAMES.get(kind.__name__, kind.__name__)]
    hints = dict(_tables._hints(kind))
    assert hints.keys() == schema["properties"].keys() - {"v"}
    for name, hint in hints.items():
        # Every game of a server has an id. Games that are read without an index have none, so the key is optional in
        # Python.
        is_there = name in schema["required"] or name == "id"
        assert types_in(hint) == types_of(schema["properties"][name]) | (set() if is_there else {NONE}), name


def test_the_contract_is_valid(contract: Any) -> None:
    pytest.importorskip("openapi_spec_validator").validate(contract)


@pytest.fixture(scope="module")
def client(contract: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the package that a common generator makes from the contract."""
    pytest.importorskip("openapi_python_client")
    folder = tmp_path_factory.mktemp("generated")
    (folder / "contract.json").write_text(json.dumps(contract))
    command = "generate --path contract.json --meta none --output-path kifu_client".split()
    subprocess.run([sys.executable, "-m", "openapi_python_client", *command], cwd=folder, check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield "kifu_client"


def test_a_generated_client_asks(client: str, server: str) -> None:
    with importlib.import_module(client).Client(base_url=f"{server}/api/v1") as connection:

        def ask(name: str, *path: str, **parameters: Any) -> Any:
            function = importlib.import_module(f"{client}.api.default.get_{name}").sync
            return function(*path, client=connection, **parameters)

        found = ask("search", q="player:Lee result:W+", facets="year")
        assert found.total == len(found.games) > 0 and found.facets["year"][0].games > 0
        game = ask("games_id", found.games[0].id)
        assert game.moves[0].startswith("B[") and game.info.black == found.games[0].black
        explored = ask("explore", m="Q16,D4,Q3", limit=2)
        assert len(explored.games) == 2 and explored.moves[0].games <= explored.total
        (table,) = ask("stats", by="year").counts
        assert sum(row.games for row in table.rows) == table.total
        player = ask("players_name", "Lee Sedol").players[0]
        assert player.black.games + player.white.games == player.games == player.won + player.lost
        assert ask("versus", player=["Lee Sedol", "AlphaGo"]).total > 0
        assert ask("suggest", q="pla").suggestions[0].insert.startswith("player")
        assert ask("search", q="plyer:x").error.code == "unknown_field"
