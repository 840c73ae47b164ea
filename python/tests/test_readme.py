"""Runs the code of README and guides as it stands in a clone of the project."""

from __future__ import annotations

import doctest
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, blocks

README, TOUR, GUIDE = ROOT / "README.md", ROOT / "python" / "README.md", ROOT / "docs" / "cluster.md"


@pytest.fixture(autouse=True)
def clone(archive: Path) -> None:
    """Links the sample archive into the folder of the test, where the examples read it."""
    Path("sample-archive").symlink_to(archive)


def test_the_tour_runs() -> None:
    result = doctest.testfile(str(TOUR), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 30


def test_the_example_of_the_project_runs() -> None:
    (example,) = blocks(README, "python")
    names: dict[str, Any] = {}
    exec(compile(example, str(README), "exec"), names)
    assert names["idx"].count() == 45 and names["game"].boards().shape[0] > 1


def installs() -> Iterator[tuple[Path, str]]:
    """Yields each file with the packages that it tells readers to install."""
    for file in (README, TOUR, GUIDE):
        for block in blocks(file, "sh"):
            for line in block.splitlines():
                if line.startswith("pip install"):
                    yield file, line.removeprefix("pip install ").strip('"')


def test_only_what_is_there_is_installed() -> None:
    """The package is in no registry yet, so it must be installed from the clone, with extras that exist."""
    extras = tomllib.loads((ROOT / "python" / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    packages = list(installs())
    assert {file for file, _ in packages} == {README, TOUR, GUIDE}
    for file, what in packages:
        place, _, asked = what.rstrip("]").partition("[")
        assert place == "./python" and set(filter(None, asked.split(","))) <= set(extras), (file, what)
    for file in (README, TOUR, GUIDE):
        assert "pip install kifu-index" not in file.read_text() and 'pip install "kifu-index' not in file.read_text()
