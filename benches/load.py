#!/usr/bin/env python3
"""Asks the server of an index: from many connections at once, one position after another, and single addresses.

    python3 benches/load.py PROGRAM INDEX [--seconds 60] [--connections 64]

Every answer is compared with the first one to its address; only the time that it took may differ. Each single address
is asked from 1, 8 and 64 connections, again and again, and before that with a part that differs every time, so that no
answer was made before. The figures are for docs/speed.md: requests a second, milliseconds, memory."""

import argparse
import asyncio
import itertools
import os
import random
import re
import subprocess
import sys
import time
from urllib.parse import quote

# What may differ between two answers to one address: how long they took.
TIMES = re.compile(rb'"took_us":\d+| in \d+ ms</p>')

QUERIES = ["player:Lee", "comment:ladder", "result:W+", "date:1990..1999", "komi:6.5 has:comments", "player:Takemiya",
           "opening:sanrensei", "moves<100", "event:Honinbo", "rank:9p result:resign", "-has:comments", "lang:ja"]
# Single addresses. A number of rows in place of {} makes an address that was not asked before, with about as much work.
SINGLE = [("explore, empty board", "/api/v1/explore?limit={}"),
          ("explore, three moves", "/api/v1/explore?m=Q16,D4,Q4&limit={}"),
          ("explore, six moves", "/api/v1/explore?m=Q16,D4,Q4,D16,O17,C14&limit={}"),
          ("search, a player", "/api/v1/search?q=player:Lee&limit={}"),
          ("search, a comment", "/api/v1/search?q=comment:ladder&limit={}"),
          ("fields", "/api/v1/fields")]
# How many connections ask a single address, and the rows of those that were not asked before.
CONNECTIONS, ROWS = (1, 8, 64), range(51, 115)
TYPED = ["pla", "player:Le", "player:tak", "event:Ho", "opening:s", "komi:", "李", "result:", "Cho Ch", "comment:lad"]


def main():
    arguments = read_arguments()
    rng = random.Random(18)
    moves = games(arguments)
    positions = [position(rng, rng.choice(moves)) for _ in range(500)]
    with Server(arguments) as server:
        wrong = run(arguments, server, positions, rng)
    single(arguments, min(3, arguments.seconds))
    sys.exit(1 if wrong else 0)


def run(arguments, server, positions, rng):
    addresses = mixed(server, positions)
    print(f"{len(addresses)} addresses, {arguments.connections} connections, {arguments.seconds} s")
    load = Load(server.port, addresses, rng)
    wrong = asyncio.run(load.run(arguments, server))
    one_by_one(server.port, positions)
    return wrong


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("index")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int, default=64)
    return parser.parse_args()


def games(arguments):
    """The moves of 500 games on 19x19 in which Black and White play in turn."""
    command = [arguments.program, "--index", arguments.index, "search", "kind:go size:19 moves>60 handicap:0",
               "--sample", "500", "--fields", "moves_gtp"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [row.split() for row in told.splitlines()]
    in_turn = [row for row in rows if all(color == "BW"[at % 2] for at, color in enumerate(row[0:120:2]))]
    return [row[1:120:2] for row in in_turn]


def position(rng, moves):
    """The address of a position that a game has: most are early, as those that people look at."""
    played = min(len(moves), int(rng.expovariate(1 / 9)))
    return "/api/v1/explore?part=moves&m=" + ",".join(moves[:played])


class Server:
    """The server, as long as it is needed."""

    def __init__(self, arguments):
        command = [arguments.program, "--index", arguments.index, "serve", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
        # It asks itself for its first page, so that nobody has to wait for that.
        time.sleep(1)

    def memory(self):
        """Resident memory in MB: all of it, and without the pages of the index that the system may take back."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            lines = dict(line.split(":", 1) for line in status)
        return tuple(int(lines[key].split()[0]) // 1024 for key in ("VmRSS", "RssAnon"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def mixed(server, positions):
    """Addresses of all kinds."""
    ids = re.findall(rb'"id":"([0-9a-f]{16})"', asyncio.run(once(server.port, "/api/v1/search?limit=60&q=moves%3E60")))
    ids = [name.decode() for name in ids]
    found = list(positions[:300])
    found += [address.replace("part=moves", "part=moves,years,games") for address in positions[300:350]]
    found += ["/" + address[address.index("?"):].replace("part=moves&", "") for address in positions[350:380]]
    found += [f"/api/v1/search?q={quote(query)}" for query in QUERIES]
    found += [f"/games?q={quote(query)}" for query in QUERIES]
    found += [f"/api/v1/games/{name}" for name in ids] + [f"/game/{name}?node=20" for name in ids[:20]]
    found += [f"/api/v1/games/{name}/board.svg?node=30&small=1" for name in ids]
    return found + [f"/api/v1/suggest?q={quote(typed)}" for typed in TYPED]


async def once(port, address):
    """One answer on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    status, body = await ask(reader, writer, port, address)
    writer.close()
    assert status == 200, (address, status, body[:300])
    return body


async def ask(reader, writer, port, address):
    """Status and body of an answer with a length."""
    writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(re.search(rb"content-length: (\d+)", head).group(1))
    return int(head.split()[1]), await reader.readexactly(length)


class Load:
    """Many connections, each of which asks as fast as it gets answers."""

    def __init__(self, port, addresses, rng):
        self.port, self.addresses, self.rng = port, addresses, rng
        self.first, self.times, self.wrong, self.asked = {}, [], [], 0
        self.kinds = {}

    async def run(self, arguments, server):
        """Asks, and tells how it went; returns what was wrong."""
        print(f"memory at the start: {tell(server.memory())}")
        end = time.perf_counter() + arguments.seconds
        tasks = [asyncio.create_task(self.client(end)) for _ in range(arguments.connections)]
        watch = asyncio.create_task(self.watch(server, arguments.seconds))
        done = await asyncio.gather(*tasks, return_exceptions=True)
        watch.cancel()
        lost = [error for error in done if error is not None]
        print(f"memory at the end: {tell(server.memory())}")
        self.times.sort()
        print(f"{len(self.times)} answers, {len(self.times) / arguments.seconds:.0f} a second, "
              f"median {self.at(0.5):.1f} ms, 99 % {self.at(0.99):.1f} ms, longest {self.times[-1]:.1f} ms")
        for name, times in sorted(self.kinds.items()):
            times.sort()
            print(f"  {name:28} {len(times):6} answers, median {quantile(times, 0.5):7.1f} ms, "
                  f"99 % {quantile(times, 0.99):7.1f} ms")
        print(f"lost: {self.asked - len(self.times)} {lost[:3]}; different: {len(self.wrong)} {self.wrong[:3]}")
        return self.wrong or lost

    async def client(self, end):
        """One connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while time.perf_counter() < end:
            address = self.rng.choice(self.addresses)
            self.asked += 1
            began = time.perf_counter()
            status, body = await ask(reader, writer, self.port, address)
            self.times.append((time.perf_counter() - began) * 1000)
            self.kinds.setdefault(kind(address), []).append(self.times[-1])
            told = hash((status, TIMES.sub(b"", body)))
            if status != 200 or self.first.setdefault(address, told) != told:
                self.wrong.append((address, status))
        writer.close()

    async def watch(self, server, seconds):
        """Tells the memory on the way."""
        await asyncio.sleep(min(10, seconds / 2))
        print(f"memory after 10 s: {tell(server.memory())}")

    def at(self, share):
        """A quantile of the times."""
        return quantile(self.times, share)


def kind(address):
    """What an address asks for."""
    path = re.sub("[0-9a-f]{16}", "ID", address.split("?")[0])
    return path + (" (moves)" if "part=moves&" in address else "")


def tell(memory):
    """Memory in words."""
    return f"{memory[0]} MB, {memory[1]} MB of them its own"


def quantile(times, share):
    """A quantile of sorted times, which are none where all were refused."""
    return times[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


def one_by_one(port, positions):
    """How long a position takes if nothing else is asked, the first time and the second."""
    for name in ("first", "second"):
        timed = sorted(asyncio.run(in_turn(port, positions)))
        times = [time for time, _ in timed]
        print(f"positions one by one, {name} time: median {quantile(times, 0.5):.1f} ms, "
              f"99 % {quantile(times, 0.99):.1f} ms, longest {times[-1]:.1f} ms ({timed[-1][1]})")


def single(arguments, seconds):
    """Requests a second and milliseconds of single addresses, each of a server that has not answered others before."""
    for (name, address), connections in itertools.product(SINGLE, CONNECTIONS):
        with Server(arguments) as server:
            asyncio.run(once(server.port, address.format(50)))
            if "{}" in address:
                others = [address.format(rows) for rows in ROWS]
                first_time = asyncio.run(again(server.port, others, connections, None))
                print_rate(f"{name}, asked first, {connections} at once", first_time)
            repeated = asyncio.run(again(server.port, [address.format(50)], connections, seconds))
            print_rate(f"{name}, {connections} at once", repeated)


async def again(port, addresses, connections, seconds):
    """The milliseconds of each answer, how many were refused since they would have come too late, and all seconds.

    Asks for so many seconds, or without them each address once."""
    times, refused, began = [], 0, time.perf_counter()
    waiting = iter(addresses if seconds is None else itertools.cycle(addresses))

    async def client():
        nonlocal refused
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for address in waiting:
            asked = time.perf_counter()
            if seconds is not None and asked - began > seconds:
                break
            status, _ = await ask(reader, writer, port, address)
            assert status in (200, 503), (address, status)
            if status == 200:
                times.append((time.perf_counter() - asked) * 1000)
            refused += status == 503
        writer.close()

    await asyncio.gather(*(client() for _ in range(connections)))
    return times, refused, time.perf_counter() - began


def print_rate(name, timed):
    """One line of figures."""
    times, refused, seconds = sorted(timed[0]), *timed[1:]
    print(f"{name:46} {len(times) / seconds:7.0f} a second, median {quantile(times, 0.5):7.2f} ms, "
          f"99 % {quantile(times, 0.99):7.2f} ms" + (f", refused: {refused}" if refused else ""))


async def in_turn(port, positions):
    """The milliseconds of each position, on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    timed = []
    for address in positions:
        began = time.perf_counter()
        status, body = await ask(reader, writer, port, address)
        timed.append(((time.perf_counter() - began) * 1000, address))
        assert status == 200 and b'"moves":' in body, (address, body[:300])
    writer.close()
    return timed


if __name__ == "__main__":
    os.environ.pop("KIFU_INDEX", None)
    main()
