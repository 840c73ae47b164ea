"""Fixtures that all tests share: the sample archive, an index of it, and the command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import kifu_index as ki

ROOT = Path(__file__).resolve().parents[2]
ARCHIVE = ROOT / "sample-archive"
#: A file system in memory, and the number of bytes that must be free there.
MEMORY, LEAST = Path("/dev/shm"), 1 << 30


def pytest_configure() -> None:
    """Puts temporary folders into memory if there is enough of it: every build waits until all its files are on disk.
    """
    is_fit = os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free >= LEAST
    if is_fit and "TMPDIR" not in os.environ:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def blocks(file: Path, kind: str) -> list[str]:
    """Returns the code blocks of one language in a Markdown file."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", file.read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="session")
def archive() -> Path:
    """The sample archive of the project."""
    return ARCHIVE


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an index of the sample archive."""
    folder = tmp_path_factory.mktemp("index") / "games.kifu"
    ki.build(ARCHIVE, index=folder)
    return folder


@pytest.fixture(scope="session")
def index(folder: Path) -> ki.Index:
    return ki.open(folder)


Command = Callable[..., str]


@pytest.fixture(scope="session")
def program() -> str:
    """The path of the compiled command."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / "kifu-index" for profile in ("release", "debug")]
    program = os.environ.get("KIFU_PROGRAM") or next((path for path in built if path.exists()), None)
    if program is None:
        pytest.skip("the command is not built: cargo build")
    return str(program)


@pytest.fixture(scope="session")
def command(folder: Path, program: str) -> Command:
    """A function that runs the command on the index of the tests and returns its output."""

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [program, *arguments],
            env={**os.environ, "KIFU_INDEX": str(folder)},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        # Exit code 1 says that nothing was found.
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs every test in a new folder."""
    monkeypatch.chdir(tmp_path)
