"""Measures the time that a cluster adds to that of its slowest shard.

    python benches/cluster.py SHARDS [ADDRESS]

Prints the medians of 50 answers to each request, in milliseconds: of the whole answer, and of the slowest shard's work
(both rounds), measured in its process while the other shards work too.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from typing import Any

from kifu_index import _core
from kifu_index.cluster import Cluster

TIMES = 50
REQUESTS: dict[str, dict[str, Any]] = {
    "search -c player:Lee": {"count": {"query": "player:Lee"}},
    "search player:Lee result:W+, 50 rows": {"search": {"query": "player:Lee result:W+", "limit": 50, "total": True}},
    "search comment:ladder, 20 rows": {"search": {"query": "comment:ladder", "limit": 20, "total": True}},
    "position -c, four moves": {"position": {"subject": "Q16 D4 Q3 D17", "count": True, "listed": 0}},
    "position Q16 D4": {"position": {"subject": "Q16 D4"}},
    "stats --by year": {"stats": {"query": "", "by": ["year"]}},
    "players Lee": {"players": {"name": "Lee", "limit": 50}},
    "pattern -c R16 P17 --corner 6": {
        "pattern": {"subject": "R16 P17", "corner": "6", "count": True, "listed": 0, "parts": {"moves": False, "games": False}}
    },
}  # fmt: skip


def own(holder: Any, request: str, facts: bytes) -> float:
    """Returns the seconds that a shard takes for both rounds; runs in the process of the shard."""
    member = holder._open()
    begun = time.perf_counter()
    member.facts(request, None, 60.0)
    member.part(request, facts, 60.0)
    return time.perf_counter() - begun


def main() -> None:
    place, address = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    cluster = Cluster(place, address=address)
    ray, holders = cluster._ray, list(cluster._holders.values())
    print(f"{'whole':>8} {'slowest':>8} {'added':>8}   ms, {len(holders)} shards, {cluster._set.games:,} games")
    for name, request in REQUESTS.items():
        text = json.dumps(request)
        replies = ray.get([holder.facts.remote(text, None, 60.0) for holder in holders])
        facts, _ = _core.add_facts([facts for facts, _ in replies])
        whole, slowest = [], []
        for at in range(TIMES + 5):
            begun = time.perf_counter()
            cluster.answer(request)
            took = time.perf_counter() - begun
            alone = max(ray.get([holder.__ray_call__.remote(own, text, facts) for holder in holders]))
            if at >= 5:
                whole.append(1000 * took)
                slowest.append(1000 * alone)
        both = statistics.median(whole), statistics.median(slowest)
        print(f"{both[0]:8.1f} {both[1]:8.1f} {both[0] - both[1]:8.1f}   {name}")


if __name__ == "__main__":
    main()
