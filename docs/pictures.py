#!/usr/bin/env python3
"""Makes the pictures of the README and of docs/page.md.

Usage: docs/pictures.py PROGRAM INDEX QUERY

PROGRAM is the path of kifu-index, INDEX an index with some thousand games, and QUERY a query that finds an analysed
game there. The pictures are made by Chromium without a window, in the light colours of the page, and reduced to 256 colours
by Pillow. Fonts for Chinese, Japanese and Korean must be installed.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

from PIL import Image

PICTURES = pathlib.Path(__file__).resolve().parent / "pictures"
#: Width and height of the window in pixels of the page.
WINDOW = (1440, 900)
#: Time in milliseconds after which everything has been drawn.
DRAWN = 6000
#: Position of the first picture: two star points and a komoku, with the strongest players first.
POSITION = "/?m=Q16,D4,Q3&sort=rank"


def served(program: str, index: str) -> tuple[subprocess.Popen[str], str]:
    """Starts a server on a free port. Returns it with its address."""
    command = [program, "serve", "--index", index, "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in server.stdout:
        found = re.search(r"http://[\w.:]+", line)
        if found:
            return server, found[0]
    sys.exit(f"{program} serve ended with {server.wait()}")


def analysed_game(address: str, query: str) -> str:
    """Returns the path of the page of the first game that the query finds."""
    text = urllib.parse.quote(query)
    with urllib.request.urlopen(f"{address}/api/v1/search?limit=1&q={text}") as answer:
        games = json.load(answer)["games"]
    if not games:
        sys.exit(f"no game in the index is found by {query}")
    return f"/game/{games[0]['id']}?node={games[0]['moves'] // 2}"


def take(url: str, picture: pathlib.Path) -> None:
    """Draws the page at an address into a PNG file."""
    with tempfile.TemporaryDirectory() as profile:
        options = [
            "--headless=new",
            "--no-sandbox",
            "--hide-scrollbars",
            f"--user-data-dir={profile}",
            f"--window-size={WINDOW[0]},{WINDOW[1]}",
            f"--virtual-time-budget={DRAWN}",
            f"--screenshot={picture}",
        ]
        subprocess.run(["chromium", *options, url], check=True, capture_output=True)
    with Image.open(picture) as drawn:
        drawn.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT).save(picture, optimize=True)


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, index, query = sys.argv[1:]
    PICTURES.mkdir(exist_ok=True)
    server, address = served(program, index)
    try:
        take(address + POSITION, PICTURES / "explore.png")
        take(address + analysed_game(address, query), PICTURES / "game.png")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
