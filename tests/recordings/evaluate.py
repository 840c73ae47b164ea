"""Interpreter that `tests/recorded.py` asks: each line of standard input is an expression as JSON; each line of
standard output is its value as text with the processor time that it took."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import kifu_index


def plain(value: Any) -> Any:
    """A value of the Python module as plain data."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, dict):
        return {str(key): plain(member) for key, member in value.items()}
    if hasattr(value, "to_pylist"):
        return {"schema": str(value.schema).splitlines(), "rows": value.to_pylist()}
    if hasattr(value, "dtype"):
        return {"shape": value.shape, "type": str(value.dtype), "sum": hashlib.sha256(value.tobytes()).hexdigest()}
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    if isinstance(value, (list, tuple)):
        return [plain(member) for member in value]
    if hasattr(value, "arrow") and hasattr(value, "__getitem__"):
        told = {name: plain(member) for name, member in vars(value).items() if not name.startswith("_")}
        return {**told, "rows": [plain(row) for row in value[:100]]}
    return repr(value)


def evaluate() -> None:
    """Evaluates expressions until the end of the input."""
    known: dict[str, Any] = {"ki": kifu_index, "idx": kifu_index.open("index"), "json": json, "Path": Path}
    for line in sys.stdin:
        begun = time.process_time()
        try:
            value = plain(eval(json.loads(line), known))
        except Exception as error:
            told = {name: getattr(error, name, None) for name in ("code", "message", "help", "span")}
            value = {"error": type(error).__name__, "says": str(error), **plain(told)}
        text = json.dumps(value, ensure_ascii=False, indent=1, default=repr)
        print(json.dumps([text, time.process_time() - begun]), flush=True)


if __name__ == "__main__":
    evaluate()
