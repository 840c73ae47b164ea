#!/usr/bin/env python3
"""Measures the server of an index under load: many connections at once, positions one by one, and single addresses.

    python3 benches/load.py PROGRAM INDEX [--seconds 60] [--connections 64]

Every answer is compared with the first one to its address; only the time that it took may differ. Each single address
is requested from 1, 8 and 64 connections, again and again; before that with a parameter that differs every time, so
that the server has no answer ready. The figures are for docs/speed.md: requests a second, milliseconds, memory."""

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

# The parts of an answer that tell how long it took: only they may differ between two answers to one address.
TIMES = re.compile(rb'"took_us":\d+| in \d+ ms</p>')

QUERIES = ["player:Lee", "comment:ladder", "result:W+", "date:1990..1999", "komi:6.5 has:comments", "player:Takemiya",
           "opening:sanrensei", "moves<100", "event:Honinbo", "rank:9p result:resign", "-has:comments", "lang:ja"]
# Single addresses. A number of rows in place of {} makes a new address that takes about as much work.
SINGLE = [("explore, empty board", "/api/v1/explore?limit={}"),
          ("explore, three moves", "/api/v1/explore?m=Q16,D4,Q4&limit={}"),
          ("explore, six moves", "/api/v1/explore?m=Q16,D4,Q4,D16,O17,C14&limit={}"),
          ("search, a player", "/api/v1/search?q=player:Lee&limit={}"),
          ("search, a comment", "/api/v1/search?q=comment:ladder&limit={}"),
          ("fields", "/api/v1/fields")]
# Numbers of connections that request a single address, and the numbers of rows for addresses that were not requested
# before.
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
    """Returns the moves of 500 games on 19x19 in which Black and White play in turn."""
    command = [arguments.program, "--index", arguments.index, "search", "kind:go size:19 moves>60 handicap:0",
               "--sample", "500", "--fields", "moves_gtp"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [row.split() for row in output.splitlines()]
    in_turn = [row for row in rows if all(color == "BW"[at % 2] for at, color in enumerate(row[0:120:2]))]
    return [row[1:120:2] for row in in_turn]


def position(rng, moves):
    """Returns the address of a position from a game. Most positions are early, like those that people look at."""
    played = min(len(moves), int(rng.expovariate(1 / 9)))
    return "/api/v1/explore?part=moves&m=" + ",".join(moves[:played])


class Server:
    """A server process that ends with the block that uses it."""

    def __init__(self, arguments):
        command = [arguments.program, "--index", arguments.index, "serve", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
        # At its start the server requests its own first page, so that no client has to wait for that.
        time.sleep(1)

    def memory(self):
        """Returns the resident memory in MB: in total, and without the pages of the index that the system may take
        back.
        """
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            lines = dict(line.split(":", 1) for line in status)
        return tuple(int(lines[key].split()[0]) // 1024 for key in ("VmRSS", "RssAnon"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def mixed(server, positions):
    """Returns addresses of all kinds."""
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
    """Requests one address on a new connection and returns the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    status, body = await ask(reader, writer, port, address)
    writer.close()
    assert status == 200, (address, status, body[:300])
    return body


async def ask(reader, writer, port, address):
    """Requests an address. Returns the status and the body, whose length the answer must name."""
    writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(re.search(rb"content-length: (\d+)", head).group(1))
    return int(head.split()[1]), await reader.readexactly(length)


class Load:
    """Many connections, each of which sends its next request as soon as it has an answer."""

    def __init__(self, port, addresses, rng):
        self.port, self.addresses, self.rng = port, addresses, rng
        self.first, self.times, self.wrong, self.asked = {}, [], [], 0
        self.kinds = {}

    async def run(self, arguments, server):
        """Sends requests from all connections and prints the figures. Returns the wrong answers or lost connections."""
        print(f"memory at the start: {memory_in_words(server.memory())}")
        end = time.perf_counter() + arguments.seconds
        tasks = [asyncio.create_task(self.client(end)) for _ in range(arguments.connections)]
        watch = asyncio.create_task(self.watch(server, arguments.seconds))
        done = await asyncio.gather(*tasks, return_exceptions=True)
        watch.cancel()
        lost = [error for error in done if error is not None]
        print(f"memory at the end: {memory_in_words(server.memory())}")
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
        """Runs one connection: requests random addresses until `end`."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while time.perf_counter() < end:
            address = self.rng.choice(self.addresses)
            self.asked += 1
            began = time.perf_counter()
            status, body = await ask(reader, writer, self.port, address)
            self.times.append((time.perf_counter() - began) * 1000)
            self.kinds.setdefault(kind(address), []).append(self.times[-1])
            digest = hash((status, TIMES.sub(b"", body)))
            if status != 200 or self.first.setdefault(address, digest) != digest:
                self.wrong.append((address, status))
        writer.close()

    async def watch(self, server, seconds):
        """Prints the memory of the server once during the run."""
        await asyncio.sleep(min(10, seconds / 2))
        print(f"memory after 10 s: {memory_in_words(server.memory())}")

    def at(self, share):
        """Returns a quantile of the times."""
        return quantile(self.times, share)


def kind(address):
    """Returns the kind of an address: its path with ID in place of a game's id."""
    path = re.sub("[0-9a-f]{16}", "ID", address.split("?")[0])
    return path + (" (moves)" if "part=moves&" in address else "")


def memory_in_words(memory):
    """Formats memory in words."""
    return f"{memory[0]} MB, {memory[1]} MB of them its own"


def quantile(times, share):
    """Returns a quantile of sorted times; NaN if there are none because all requests were refused."""
    return times[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


def one_by_one(port, positions):
    """Prints how long positions take if nothing else is requested, the first time and the second."""
    for name in ("first", "second"):
        timed = sorted(asyncio.run(in_turn(port, positions)))
        times = [time for time, _ in timed]
        print(f"positions one by one, {name} time: median {quantile(times, 0.5):.1f} ms, "
              f"99 % {quantile(times, 0.99):.1f} ms, longest {times[-1]:.1f} ms ({timed[-1][1]})")


def single(arguments, seconds):
    """Measures single addresses in requests a second and milliseconds, each with a server that has answered nothing
    else.
    """
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
    """Requests addresses from several connections. Returns the milliseconds of each answer, the number of refused
    requests, and all seconds.

    A request is refused (503) if its answer would come too late. Requests go on for `seconds`; without `seconds`, each
    address is requested once.
    """
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
    """Prints the figures of one measurement in a line."""
    times, refused, seconds = sorted(timed[0]), *timed[1:]
    print(f"{name:46} {len(times) / seconds:7.0f} a second, median {quantile(times, 0.5):7.2f} ms, "
          f"99 % {quantile(times, 0.99):7.2f} ms" + (f", refused: {refused}" if refused else ""))


async def in_turn(port, positions):
    """Requests positions on one connection. Returns the milliseconds and the address of each."""
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
