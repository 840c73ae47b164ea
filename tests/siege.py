#!/usr/bin/env python3
"""Besieges a server: hostile requests from many clients, little memory, and an index that is replaced while it is
served.

    python3 tests/siege.py target/release/kifu-index [--requests 20000] [--clients 16] [--memory 1500] [--seed 31] [--watch]

Two archives of generated games are indexed, with equal file names and different games. `serve` runs under a memory
limit (`ulimit -v`, in MB) on one folder, whose index is in turn replaced by that of the other archive, rebuilt by
`--rebuild`, and deleted and built again. Meanwhile the clients send requests: two thirds are ordinary ones with known
answers; the others are long lists, repeated values, deep queries, endless addresses and huge games, and some clients
disconnect before they are answered. The user has tags and saved queries, one of which would stand for thousands of
clauses; some requests change other tags and notes meanwhile, and some games have analysis files beside them.

With `--watch` the index is not replaced: `serve --watch` reads an archive in which a file appears and disappears, and
whose folder is sometimes moved away and back.

The known answers come from an undisturbed server for each archive. At any time, an answer has to be one of them; once
the server has noticed a replacement, that of the current archive; likewise the answer that a 304 refers to. An answer
whose time was up may be incomplete, if it says so and has no ETag; at most one in a hundred may be.

The exit code is 1 if the server died, if an answer was wrong, of the other archive or an internal error, or if a client
waited longer than the deadline of its request plus a second. Only the standard library is needed.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import http.client
import io
import json
import os
import pathlib
import random
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zipfile
from urllib.parse import quote

# Seconds after which an answer is due, equal to the server's deadlines; `all=1` asks the server to take longer.
DEADLINE, PATIENT = 2, 28
# Keys that depend on the elapsed time or on one state of the index, so they are not compared: `page` has the key of the
# next page.
VOLATILE = {"took_us", "generation", "page"}
# Seconds until the server has certainly noticed another index. It checks once a second.
SETTLED = 3.0
# Status codes of valid answers to hostile requests; other codes are faults of the program.
REFUSALS = {400, 401, 403, 404, 405, 409, 410, 413, 414, 429, 431, 503}
LARGEST = 5 << 20

SMALL = ["lang:en", "result:W+", "player:Common", "date:1990s", "comment:ladder", "-player:Common", "size:19",
         "player:Common result:B+", "komi:6.5", "moves>40", "tag:fixed", "saved:common", "tag:fixed -saved:common"]
# Saved queries of the user: `common` uses another saved query, and each link of the chain doubles its clauses.
SAVED = {"plain": "player:Common result:W+", "common": "saved:plain OR (saved:plain komi:6.5)", "c0": "comment:ladder"} | {
    f"c{at}": f"(saved:c{at - 1}) OR (saved:c{at - 1} moves>{at})" for at in range(1, 16)
}


def main():
    arguments = read_arguments()
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        arguments.settings = str(place / "settings")
        archives = [Archive(arguments, place, "first", 101), Archive(arguments, place, "second", 98)]
        remember(arguments, archives)
        siege = Siege(arguments, place, archives)
        sys.exit(0 if siege.run() else 1)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--memory", type=int, default=1500, help="MB that the server may take")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--watch", action="store_true", help="change the archive below a server that watches it")
    return parser.parse_args()


def remember(arguments, archives):
    """Stores tags of games in both archives, and saved queries."""
    environment = os.environ | {"XDG_CONFIG_HOME": arguments.settings}
    commands = [["--index", archive.index, "tag", "--all", "--add", "fixed", "komi:6.5 moves>60"] for archive in archives]
    commands += [["save", name, query] for name, query in SAVED.items() if not name.startswith("c")]
    commands += [["save", "common", SAVED["common"]]]
    for command in commands:
        subprocess.run([arguments.program, *command], env=environment, stdout=subprocess.DEVNULL, check=True)
    # The program refuses to save a query with too many clauses, but an imported file may contain one.
    file = pathlib.Path(arguments.settings) / "kifu-index" / "mine.sqlite"
    with sqlite3.connect(file) as content:
        for name, query in SAVED.items():
            content.execute("INSERT OR REPLACE INTO saved VALUES (?, ?, 0)", [name, query])


# ---- Archives ----


def point(number):
    return "abcdefghijklmnopqrs"[number % 19] + "abcdefghijklmnopqrs"[number // 19 % 19]


def moves(rng, count):
    return "".join(f";{'BW'[at % 2]}[{point(rng.randrange(361))}]" for at in range(count))


def game(rng, number, name):
    players = f"PB[Common {number % 7}]PW[{name} {number}]" if number % 3 else f"PB[{name} {number}]PW[Common]"
    head = f"(;GM[1]FF[4]SZ[19]{players}RE[{'BW'[number % 2]}+{number % 9}.5]DT[{1980 + number % 40}-05-01]KM[6.5]"
    return f"{head}EV[Cup {number % 5}]C[a ladder and game {number} of {name}]{moves(rng, 50 + number % 60)})"


def huge_games(rng):
    """Games that cost more than their size suggests, by file name."""
    chain = lambda count: f"(;PB[Huge]PW[Chain]{moves(rng, count)})"
    comb = "(;PB[Huge]PW[Comb]" + "".join(f"(;B[{point(at)}])" for at in range(40_000)) + ")"
    ladder = "(;PB[Huge]PW[Ladder]" + "".join(f";B[{point(at)}](;W[aa])(" for at in range(30_000)) + ";W[bb]" + ")" * 30_001
    told = "".join(f";{'BW'[at % 2]}[{point(at)}]C[comment {at} of many]LB[{point(at + 1)}:A]" for at in range(60_000))
    nodes = "(;PB[Huge]PW[Nodes]" + ";" * 4_000_000 + ")"
    texts = "(;PB[Huge]PW[Text]C[" + "a ladder, again. " * 500_000 + "];B[aa])"
    return {
        "chain.sgf": chain(80_000), "longest.sgf": chain(600_000), "comb.sgf": comb, "ladder.sgf": ladder + ")",
        "told.sgf": f"(;PB[Huge]PW[Told]{told})", "nodes.sgf": nodes, "texts.sgf": texts,
        "repeated.sgf": "(;PB[Huge]PW[Repeated]" + "".join(f"GN[{at}]" for at in range(200_000)) + ";B[aa])",
    }


class Archive:
    """An archive, its index, and the answers of an undisturbed server to the known questions."""

    def __init__(self, arguments, place, name, games):
        # Both archives have one path while they are read, so that equal games have equal ids and addresses.
        self.program, self.name = arguments.program, name
        self.games, self.index = place / name / "games", place / name / "index"
        self.games.mkdir(parents=True)
        # Huge games are equal in both archives.
        rng = random.Random(arguments.seed)
        for file, text in huge_games(rng).items():
            (self.games / file).write_text(text)
        rng = random.Random(f"{arguments.seed} {name}")
        texts = [game(rng, number, name) for number in range(games)]
        (self.games / "collection.sgf").write_text("\n".join(texts[:20]))
        # Analysis files beside games, which are read when a game is shown.
        for file, turns in [("chain.sgf", 30_000), ("told.sgf", 5_000)]:
            lines = (
                json.dumps({"id": "q", "turnNumber": at, "rootInfo": {"winrate": 0.5, "scoreLead": 0.1, "visits": 9}, "moveInfos": [
                    {"move": "Q16", "order": 0, "visits": 9, "winrate": 0.5, "scoreLead": 0.1, "pv": ["Q16", "D4"]}]})
                for at in range(turns)
            )
            (self.games / f"{file}.json").write_text("\n".join(lines))
        with zipfile.ZipFile(self.games / "games.zip", "w", zipfile.ZIP_DEFLATED) as packed:
            for number, text in enumerate(texts[20:]):
                packed.writestr(f"{number}.sgf", text)
        with tarfile.open(self.games / "solid.tar.gz", "w:gz") as packed:
            for number in range(64):
                text = game(rng, number, "Solid").encode()
                member = tarfile.TarInfo(f"{number}.sgf")
                member.size = len(text)
                packed.addfile(member, io.BytesIO(text))
        self.build(self.index)

    def build(self, index, *options):
        command = [self.program, "--index", index, "build", "--sidecars", *options, self.games]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def ids(self, query):
        command = [self.program, "--index", self.index, "search", "--fields", "id", query]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


# ---- Clients ----


class Server:
    """A server with a memory limit, for a user with tags and saved queries."""

    def __init__(self, arguments, index, *options):
        def limit():
            bytes_ = arguments.memory * 1_000_000
            resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))

        command = [arguments.program, "--index", index, "serve", "--port", "0", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit,
            env=os.environ | {"XDG_CONFIG_HOME": arguments.settings},
        )
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def memory(self):
        """Maximum resident memory of the server in MB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+)", text)[1]) / 1024

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        return self.process.stderr.read()


class Answer:
    def __init__(self, status, headers, body, took):
        self.status, self.headers, self.body, self.took = status, headers, body, took


def ask(port, target, headers=None, method="GET", body=None):
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, target, body, headers or {})
        response = connection.getresponse()
        text = response.read()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, text, time.monotonic() - began)
    finally:
        connection.close()


def hang_up(port, target):
    """Sends a request without waiting for the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", target)
    time.sleep(random.random() / 20)
    connection.close()


def digest(body):
    """An answer without the parts that may differ."""

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(part) for key, part in value.items() if key not in VOLATILE}
        return [plain(part) for part in value] if isinstance(value, list) else value

    text = json.dumps(plain(json.loads(body)), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


# The game that appears and disappears; with --watch, no known answer counts it.
EXTRA = "(;GM[1]SZ[9]PB[Extra]PW[Other]DT[2020];B[ee])"
COUNTING_ALL = ("-player:Common", "/players", "/stats", "/fields", "/explore")


def innocent(archives, watches):
    """Questions that people ask. Each address has one right answer in each archive."""
    search = [f"/api/v1/search?limit=20&q={quote(query)}" for query in SMALL]
    board = ["/api/v1/explore?m=" + text for text in ["", "Q16", "Q16,D4", "K10"]]
    # Addresses with ids that only one archive has.
    games = [f"/api/v1/games/{id}" for archive in archives for id in archive.ids(f"player:{archive.name}")[:6]]
    solid = [f"/api/v1/games/{id}/board" for archive in archives for id in archive.ids("player:Solid")[:32]]
    rest = ["/api/v1/players?name=Common", "/api/v1/stats?by=year,result", "/api/v1/fields"]
    asked = search + board + games + solid + rest
    is_counted = lambda target: watches and any(quote(text, safe="/") in target for text in COUNTING_ALL)
    return [target for target in asked if not is_counted(target)]


def hostile(rng, huge):
    """A hostile request: the address, and how it is sent."""
    words = ["event", "year", "player", "opening", "result", "rank", "size", "komi"]
    id, node = rng.choice(huge), rng.choice([0, 1, 20_000, 79_999, 599_999, 4_294_967_295, -1])
    a_query = rng.choice([
        "(" * 200 + "player:x" + ")" * 200, " OR ".join(["comment:ladder"] * 60), "-" * 500 + "player:x",
        " ".join(f"-player:x{at}" for at in range(63)), "comment:\"" + "a " * 2000 + "\"", "pattern:" + "X/" * 300,
        "player:*a*", "comment:*", "date:0001..9999", "moves>0 " * 60, "id:" + "f" * 3000, "\0\x01\u202e", "%" * 900,
    ])
    return rng.choice([
        lambda: "/api/v1/stats?all=1&limit=500&by=" + ",".join(["event"] * 1150),
        lambda: "/api/v1/stats?limit=500&by=" + ",".join(rng.sample(words, 3)) + f"&q={quote(rng.choice(SMALL))}",
        lambda: "/api/v1/stats?by=" + ",".join(rng.choice(words) + "x" * at for at in range(60)),
        lambda: "/api/v1/search?limit=500&facets=" + ",".join(rng.choice(words) for _ in range(900)),
        lambda: "/api/v1/search?" + "&".join(f"x{at}={at}" for at in range(700)),
        lambda: f"/api/v1/search?limit=99999999999&q={quote(a_query)}"[:8190],
        lambda: f"/?q={quote(a_query)}"[:8190],
        lambda: "/api/v1/explore?all=1&m=" + ",".join(point(at).upper() for at in range(1500)),
        lambda: "/api/v1/explore?m=" + ",".join(f"{'ABCDEFGHJKLMNOPQRST'[at % 19]}{at % 19 + 1}" for at in range(361)),
        lambda: "/api/v1/explore.sgf?plies=400",
        lambda: f"/versus?{'&'.join(f'player=Common {at}' for at in range(300))}".replace(" ", "+"),
        lambda: f"/api/v1/search?page={'ab' * rng.randrange(3000)}",
        lambda: f"/api/v1/parse?q={quote(a_query)}&caret={rng.randrange(10**12)}"[:8190],
        lambda: f"/api/v1/suggest?q={quote(a_query)}&caret=5"[:8190],
        lambda: f"/api/v1/games/{id}?node={node}",
        lambda: f"/api/v1/games/{id}/board?node={node}",
        lambda: f"/api/v1/games/{id}/board.svg?node={node}",
        lambda: f"/api/v1/games/{id}/board.txt?node={node}",
        lambda: f"/api/v1/games/{id}/sgf",
        lambda: f"/api/v1/games/{id}/hits?q=comment:ladder",
        lambda: f"/game/{id}?node={node}",
        lambda: f"/game/{id}?node={node}&q=comment:ladder&part=main",
        lambda: f"/game/{id}.json?node={node}",
        lambda: "/api/v1/export?q=player:Huge",
        lambda: "/archive",
        lambda: f"/api/v1/search?q=saved:c{rng.randrange(16)}",
        lambda: f"/?q=(saved:c{rng.randrange(16)}+OR+-saved:c15)&m=Q16",
        lambda: f"/api/v1/parse?q=saved:c{rng.randrange(16)}",
        lambda: "/api/v1/suggest?q=saved:",
        lambda: rng.choice(["/mine", "/mine?tab=counts", "/api/v1/mine", "/practise", "/practise?q=saved:common"]),
        lambda: "/games?q=tag:scratch",
        lambda: f"/players?name={'x' * 4000}",
        lambda: f"/player/{quote('★' * 300)}",
        lambda: f"/api/v1/games/{'f' * rng.randrange(1, 3000)}",
        lambda: "/a" * 5000,
    ])()


# ---- The siege ----


class Siege:
    def __init__(self, arguments, place, archives):
        self.arguments, self.archives = arguments, archives
        self.rng = random.Random(arguments.seed)
        self.innocent = innocent(archives[:1] if arguments.watch else archives, arguments.watch)
        self.huge = archives[0].ids("player:Huge")
        assert len(self.huge) >= 6, self.huge
        self.folder = place / "served"
        self.left, self.faults, self.counts = arguments.requests, [], collections.Counter()
        self.lock = threading.RLock()
        self.slowest = collections.defaultdict(float)
        self.known = [self.answers(archive) for archive in archives]
        # The current archive and the time since when; the answer of each ETag; and the ETags of each address.
        self.now, self.since, self.tags = 0, 0.0, {}
        self.tags_of = collections.defaultdict(list)
        self.exchanges = 0

    def answers(self, archive):
        """Answer of an undisturbed server for this archive."""
        server = Server(self.arguments, archive.index)
        told = {}
        for target in self.innocent:
            answer = ask(server.port, target)
            told[target] = (answer.status, digest(answer.body))
        server.end()
        return told

    def run(self):
        shutil.copytree(self.archives[0].index, self.folder)
        self.server = Server(self.arguments, self.folder, *(["--watch"] if self.arguments.watch else []))
        self.since = time.monotonic()
        ending = threading.Event()
        exchange = threading.Thread(target=self.edit if self.arguments.watch else self.exchange, args=[ending])
        exchange.start()
        with concurrent.futures.ThreadPoolExecutor(self.arguments.clients) as clients:
            for client in range(self.arguments.clients):
                clients.submit(self.client, random.Random(f"{self.arguments.seed} {client}"))
        ending.set()
        exchange.join()
        return self.tell()

    def tell(self):
        died = self.server.process.poll() is not None
        memory = 0 if died else self.server.memory()
        said = self.server.end()
        if died:
            self.fault(f"the server died with {self.server.process.returncode}: {said[-500:]}")
        if "panicked" in said:
            self.fault(f"a panic: {said[-1000:]}")
        asked = sum(self.counts.values())
        if self.counts["incomplete"] > asked / 100:
            self.fault(f"{self.counts['incomplete']} incomplete answers")
        print(f"{asked} requests, {self.exchanges} exchanges of the index, at most {memory:.0f} MB held")
        print("answers:", ", ".join(f"{status} {count}" for status, count in sorted(self.counts.items(), key=str)))
        for kind, seconds in sorted(self.slowest.items()):
            print(f"longest wait, {kind}: {seconds:.2f} s")
        for fault in self.faults[:40]:
            print("fault:", fault)
        print(f"{len(self.faults)} faults")
        return not self.faults

    def fault(self, text):
        with self.lock:
            self.faults.append(text)

    def exchange(self, ending):
        """Replaces the served index again and again."""
        ways = [self.swap, self.rebuild, self.build_anew]
        while not ending.wait(SETTLED + self.rng.random() * 3):
            other = 1 - self.now
            # From here on, answers of both archives are right, until the server had time to notice.
            self.since = float("inf")
            try:
                ways[self.exchanges % len(ways)](self.archives[other])
            except (OSError, subprocess.CalledProcessError) as error:
                self.fault(f"an exchange failed: {error}")
                return
            self.now, self.since = other, time.monotonic()
            self.exchanges += 1

    def edit(self, ending):
        """Adds a file to the watched archive and removes it, and moves the whole folder away and back."""
        games = self.archives[0].games
        extra, away = games / "extra.sgf", games.with_name("away")
        while not ending.wait(SETTLED + self.rng.random() * 3):
            if self.exchanges % 5 == 4:
                games.rename(away)
                time.sleep(0.2)
                away.rename(games)
            elif extra.exists():
                extra.unlink()
            else:
                extra.write_text(EXTRA)
            self.exchanges += 1

    def swap(self, archive):
        fresh, old = self.folder.with_name("fresh"), self.folder.with_name("old")
        shutil.copytree(archive.index, fresh)
        self.folder.rename(old)
        fresh.rename(self.folder)
        shutil.rmtree(old)

    def rebuild(self, archive):
        archive.build(self.folder, "--rebuild")

    def build_anew(self, archive):
        shutil.rmtree(self.folder)
        archive.build(self.folder)

    def client(self, rng):
        try:
            while self.take():
                if self.server.process.poll() is not None:
                    return
                self.one(rng)
        except Exception as error:  # A client that ends is a fault of its own.
            self.fault(f"a client ended: {error!r}")

    def take(self):
        with self.lock:
            self.left -= 1
            return self.left >= 0

    def one(self, rng):
        kind = rng.random()
        if kind < 0.66:
            return self.ask_innocent(rng)
        target = hostile(rng, self.huge)
        if kind < 0.72:
            self.count("hung up")
            return hang_up(self.server.port, target)
        if kind < 0.74:
            body = (b"(" * 100_000, b"(;" + b";B[aa]" * 200_000, b"\0" * 300_000)[rng.randrange(3)]
            return self.ask_hostile("/api/v1/read", {}, "POST", body)
        if kind < 0.78:
            return self.change(rng)
        self.ask_hostile(target, {"Accept-Encoding": "gzip"} if rng.random() < 0.5 else {})

    def change(self, rng):
        """Changes tags and notes that no known answer depends on."""
        told = ask(self.server.port, "/api/v1/mine/token")
        if told.status != 200:
            return self.count(told.status)
        headers = {"X-Kifu-Index": "en", "X-Kifu-Token": json.loads(told.body)["token"]}
        change = rng.choice([{"add": ["scratch"]}, {"remove": ["scratch"]}, {"note": "n" * rng.randrange(3000)}, {"star": True},
                             {"star": False}, {"note": "n" * 600_000}])
        body = json.dumps({"game": rng.choice(self.huge)} | change)
        self.ask_hostile("/api/v1/mine/mark", headers, "POST", body)

    def ask_hostile(self, target, headers, method="GET", body=None):
        try:
            answer = ask(self.server.port, target, headers, method, body)
        except (ConnectionError, http.client.HTTPException) as error:
            # The server need not read all of a body that it refuses.
            if method == "GET":
                self.fault(f"no answer to {target[:200]}: {error!r}")
            return
        self.count(answer.status)
        self.waited(target, answer, "hostile")
        if answer.status not in REFUSALS | {200, 303}:
            self.fault(f"{answer.status} to {target[:200]}: {answer.body[:300]}")
        if len(answer.body) > LARGEST and "/sgf" not in target and "/export" not in target:
            self.fault(f"{len(answer.body)} bytes to {target[:200]}")

    def ask_innocent(self, rng):
        target = rng.choice(self.innocent)
        with self.lock:
            # Sometimes the ETag of another address is sent.
            tags = self.tags_of[target if rng.random() < 0.95 else rng.choice(self.innocent)]
            known = rng.choice(tags) if tags and rng.random() < 0.5 else None
        headers = {"If-None-Match": known} if known else {}
        began, before, stable = time.monotonic(), self.now, self.since
        answer = ask(self.server.port, target, headers)
        # Only while nothing was replaced, exactly one answer is right.
        is_settled = began - stable > SETTLED and self.since == stable
        self.count(answer.status)
        self.waited(target, answer, "innocent")
        if answer.status == 503 and "retry-after" in answer.headers:
            return
        if answer.status == 200 and b'"complete":false' in answer.body:
            if "etag" in answer.headers:
                self.fault(f"a tag for an incomplete answer: {target}")
            return self.count("incomplete")
        if answer.status == 304:
            whose, told = self.tags[known]
        else:
            told = (target, answer.status, digest(answer.body))
            whose = {at for at, known in enumerate(self.known) if known[target] == told[1:]}
            tag = answer.headers.get("etag")
            if tag:
                with self.lock:
                    if tag not in self.tags:
                        self.tags[tag] = (whose, told)
                        self.tags_of[target].append(tag)
                    if self.tags[tag][1] != told:
                        self.fault(f"one tag for two answers: {target}")
        if told[0] != target:
            self.fault(f"304 to {target} with the tag of {told[0]}")
        elif not whose:
            self.fault(f"wrong: {answer.status} to {target}: {answer.body[:300]}")
        elif is_settled and before not in whose:
            self.fault(f"of another index: {answer.status} to {target}")

    def count(self, status):
        with self.lock:
            self.counts[status] += 1

    def waited(self, target, answer, kind):
        is_patient = "all=1" in target or "/export" in target or target.startswith("/api/v1/explore.sgf")
        due = (PATIENT if is_patient else DEADLINE) + 1
        kind += ", patient" if is_patient else ""
        with self.lock:
            self.slowest[kind] = max(self.slowest[kind], answer.took)
        if answer.took > due:
            self.fault(f"{answer.took:.1f} s for {answer.status} to {target[:200]}")


if __name__ == "__main__":
    main()
