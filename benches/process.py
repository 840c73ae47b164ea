#!/usr/bin/env python3
"""Measures the CPU time of whole processes: the cost of a search from the shell to the answer.

    kifu-index build ARCHIVES --index FOLDER
    python3 benches/process.py target/release/kifu-index FOLDER

Every command runs five times with its output in a pipe; the least sum of user and system time counts. Searches may take
20 ms, and sorting or counting all games 200 ms. Commands that read many games again (trees and whole records) may take
6 s. The exit code is 1 if a command takes longer.
"""

import resource
import subprocess
import sys

RUNS = 5
SEARCH, EVERYTHING, ANEW = 20, 200, 6000

COMMANDS = [
    (SEARCH, "search --limit 50", query)
    for query in [
        "Lee", "ladder", "player:Lee result:W+", 'player:"Lee Sedol"', "player:이세돌", "winner:Cho loser:Kobayashi",
        "p:Cho vs:Kobayashi", "black:Shusaku", "player=\"Gu Li\"", "player:Sedo*", "player:Sedool~", "player:*dol",
        "result:B+0.5", "result:draw", "how:time", "margin:..1.5", "date:1990s", "date:1990..1995", "year>=2016",
        "date<1900", "event:Honinbo", 'event:"Fujitsu Cup"', "place:Tokyo", "opening:sanrensei", "opening:中国流",
        "rank>=9p", "brank:9p wrank:1p", "komi:6.5", "handicap>=2", "size:13", "moves<50", "comment:ladder",
        'comment:"good move"', "comment:劫", "comment:围棋", "comment:lad*", "lang:ja", "charset:gbk", "format:jgf",
        "kind:loa", "has:comments", "has:errors", "file:*/Fujitsu/*", "archive:pro-aeb", "DT:1846",
        'RE="W+R"', "KM:*", "-KM:*", "-player:Lee -event:Honinbo", "(player:Lee OR player:Gu) year>2000",
        'position:"Q16 D4 Q3"', "position:Q16 next:D4", 'position:"Q16 D4" player:Lee', "position:Q16 in:variations",
        'position:"Q16 D4 Q3" tomove:W', "nosuchword", "player:Lee comment:ladder komi>6 -result:B+",
    ]
] + [
    (SEARCH, "search -c", query) for query in ["", "player:Lee", "result:W+R", "position:Q16", "comment:the"]
] + [
    (SEARCH, "position", query) for query in ["Q16", "Q16 D4 Q3", "Q16 D4 Q3 D17 C14"]
] + [
    (EVERYTHING, "pattern --corner --next local", "R16 P17"),
    (EVERYTHING, "pattern --next local", "XO./OX./..."),
    (ANEW, "position --tree 6 --least 2%", "Q16 D4"),
    (ANEW, "pattern --corner --tree 6 --least 2%", "R16 P17"),
    (EVERYTHING, "search --limit 50", 'position:"Q16 D4" then pattern:"R16 P17 corner 10" within:30'),
    (EVERYTHING, "search -c", 'position:"Q16 D4" then pattern:"R16 P17 corner 10" within:30'),
] + [
    (EVERYTHING, "search --limit 50", f"sort:{order}")
    for order in ["date", "-date", "moves", "-moves", "black", "-white", "margin"]
] + [
    (EVERYTHING, f"stats --by {facet}", "")
    for facet in ["year", "event", "player", "opening", "result", "size", "komi", "rank", "charset", "archive", "lang"]
] + [
    (EVERYTHING, f"stats --by {facets}", query)
    for facets, query in [
        ("opening", 'player:"Lee Sedol"'), ("opponent", "player:Cho"), ("opening,year", ""),
        ("opening,year", 'player:"Lee Sedol"'), ("opening --compare date:2010..", "date:1980..1999"),
    ]
] + [
    (2 * SEARCH, "position --filter date:1980..1999 --compare date:2010..", "Q16 D4"),
    (EVERYTHING, "pattern --filter date:1980..1999 --compare date:2010.. --corner 9", "R16 P17"),
    (EVERYTHING, "search --sample 100 --fields id", ""),
    (ANEW, "export --jsonl - --full --sample 1000", "moves>0"),
]


def cpu(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode > 1:
        raise SystemExit(f"{command}: {result.stderr.decode()}")
    spent = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return 1000 * spent, len(result.stdout.splitlines())


def main():
    program, index = sys.argv[1:3]
    slow = 0
    for limit, command, query in COMMANDS:
        arguments = [program, "--index", index, *command.split()] + ([query] if query else [])
        if command.split()[0] in ("position", "pattern"):
            # The moves come before the options, because --corner would take one of them for its size.
            name, *options = command.split()
            arguments = [program, "--index", index, name, *query.split(), *options]
        runs = [cpu(arguments) for _ in range(RUNS)]
        least, lines = min(runs)
        mark = "" if least <= limit else "  too slow"
        slow += least > limit
        print(f"{least:7.1f} ms  of {limit:3}  {lines:6} lines  {command} {query}{mark}")
    print(f"{slow} of {len(COMMANDS)} take longer than they may")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
