#!/usr/bin/env python3
"""Kills builds, runs builds at the same time, and checks what they leave.

    python3 tests/crash.py target/release/kifu-index ARCHIVE kills 100
    python3 tests/crash.py target/release/kifu-index ARCHIVE calls
    python3 tests/crash.py target/release/kifu-index ARCHIVE crowds 60 20
    python3 tests/crash.py target/release/kifu-index ARCHIVE user 300

ARCHIVE is a folder of at least 12 files with games; it is copied, never changed.

- `kills N`: SIGKILL at a random moment of a build, N times in all, with these kinds in turn: fresh builds, refreshes,
  rebuilds, merges, refreshes of members of an archive, and builds that watch while an archive changes.
- `calls`: SIGKILL before each single system call that changes a file, in each kind of build, and in a merge of two
  shards. A preloaded library counts the calls of all threads; `cc` is needed to compile it.
- `crowds P G`: P pairs of builds that overlap, the first of every other pair stopped for a while, and G groups of four.
- `user N`: SIGKILL at a random moment of a command that changes the user's file (tags, stars, notes, saved queries, an
  import), N times in all. After each, the file is sound, the change is there completely or not at all, and no earlier
  change is lost.

After each kill of a build, every file of the index is undamaged, searches answer, the next build succeeds and makes the
index that an undisturbed build makes, and the folder has no file that the index does not need. The exit code is 1 if
any check fails. Only the standard library is needed.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile

FRAME = {"kifu-index.json", "CACHEDIR.TAG", "meta.json", ".managed.json", "build.lock", ".tantivy-writer.lock", ".tantivy-meta.lock"}
SEGMENT = {"term", "idx", "pos", "fast", "fieldnorm", "store", "kpos", "kifu", "kpat", "kval"}
QUERIES = [
    ["search", "-c"], ["search", "-c", "player:Lee"], ["search", "-c", "result:W+"], ["search", "-c", "date:1990s"],
    ["search", "-c", "comment:good"], ["search", "-c", "-player:Lee"], ["search", "-c", "position:Q16"],
    ["search", "-c", "pattern:XO/OX"], ["search", "-c", "opening:sanrensei"], ["search", "--limit", "5", "sort:date"],
    ["search", "--limit", "5", "player:Cho"], ["search", "--json", "--limit", "3"], ["position", "Q16", "D4"],
    ["position", "-c", "R16"], ["pattern", "-c", "R16", "P17", "--corner", "6"], ["players", "Lee"],
    ["stats", "--by", "year"], ["dups", "-c"], ["status"], ["search", "-c", "komi:6.5"],
]
KINDS = ["fresh", "refresh", "rebuild", "merge", "members"]
# Seconds for which a watching build waits after a change, and a little more.
NOTICED = 1.5
CALLS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>
#include <fcntl.h>
static atomic_long calls;
/* Not the standard streams: what is printed is no state. */
static void count(int fd) {
    if (fd >= 0 && fd < 3) return;
    static long at = -1;
    if (at < 0) { const char *text = getenv("KILL_AT"); at = text ? atol(text) : 0; }
    if (atomic_fetch_add(&calls, 1) + 1 == at) kill(getpid(), SIGKILL);
}
__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("CALLS_TO");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) { fprintf(file, "%ld", (long)calls); fclose(file); }
}
#define NEXT(type, name, ...) static type (*next)(__VA_ARGS__); if (!next) next = dlsym(RTLD_NEXT, name)
ssize_t write(int fd, const void *data, size_t length) { NEXT(ssize_t, "write", int, const void *, size_t); count(fd); return next(fd, data, length); }
ssize_t writev(int fd, const struct iovec *data, int length) { NEXT(ssize_t, "writev", int, const struct iovec *, int); count(fd); return next(fd, data, length); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) { NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t); count(fd); return next(fd, data, length, at); }
int rename(const char *from, const char *to) { NEXT(int, "rename", const char *, const char *); count(-1); return next(from, to); }
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) { NEXT(int, "renameat2", int, const char *, int, const char *, unsigned); count(-1); return next(a, from, b, to, flags); }
int link(const char *from, const char *to) { NEXT(int, "link", const char *, const char *); count(-1); return next(from, to); }
int unlink(const char *path) { NEXT(int, "unlink", const char *); count(-1); return next(path); }
int unlinkat(int at, const char *path, int flags) { NEXT(int, "unlinkat", int, const char *, int); count(-1); return next(at, path, flags); }
int rmdir(const char *path) { NEXT(int, "rmdir", const char *); count(-1); return next(path); }
int mkdir(const char *path, mode_t mode) { NEXT(int, "mkdir", const char *, mode_t); count(-1); return next(path, mode); }
int ftruncate64(int fd, off64_t length) { NEXT(int, "ftruncate64", int, off64_t); count(fd); return next(fd, length); }
int fsync(int fd) { NEXT(int, "fsync", int); count(fd); return next(fd); }
int fdatasync(int fd) { NEXT(int, "fdatasync", int); count(fd); return next(fd); }
int open64(const char *path, int flags, ...) {
    NEXT(int, "open64", const char *, int, ...);
    va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest);
    if (flags & O_CREAT) count(-1);
    return next(path, flags, mode);
}
"""


class Place:
    """An archive, an index, and the index that an undisturbed build makes from it."""

    def __init__(self, program, archive, scratch):
        self.program = program
        self.scratch = pathlib.Path(scratch)
        self.games = self.scratch / "games"
        self.base = self.scratch / "base"
        self.index = self.scratch / "index"
        shutil.copytree(archive, self.games)
        subprocess.run(["chmod", "-R", "u+w", self.games], check=True)
        self.files = sorted(path for path in self.games.rglob("*") if path.is_file())
        self.faults = []

    def command(self, *arguments, index=None):
        return [self.program, "--index", str(index or self.index), *map(str, arguments)]

    def run(self, *arguments, index=None, **more):
        return subprocess.run(self.command(*arguments, index=index), capture_output=True, text=True, timeout=600, **more)

    def fault(self, what, text):
        self.faults.append(what)
        print(f"FAULT {what}: {text}", flush=True)

    def prepare(self, kind):
        """Prepares the index for a build of this kind. Returns the arguments of that build."""
        shutil.rmtree(self.base, ignore_errors=True)
        away = self.scratch / "away"
        away.mkdir(exist_ok=True)

        def hide(path):
            path.rename(away / path.name)

        def show():
            for path in self.files:
                if (away / path.name).exists():
                    (away / path.name).rename(path)

        show()
        must = lambda *arguments: self.must(self.run(*arguments, index=self.base), kind)
        if kind == "fresh":
            self.base.mkdir()
            return ["build", self.games]
        if kind == "merge":
            # Tantivy merges eight segments of about equal size, so this many builds make it merge.
            for path in self.files[:10]:
                hide(path)
            must("build", self.games)
            for path in self.files[:9]:
                (away / path.name).rename(path)
                must("build")
            show()
            return ["build"]
        if kind in ("members", "watch"):
            self.zip(range(200))
            must("build", self.games)
            self.change()
            return ["build"]
        for path in self.files[:3]:
            hide(path)
        must("build", self.games)
        show()
        if kind == "rebuild":
            return ["build", "--rebuild"]
        # Adds some files, deletes one and changes one.
        hide(self.files[4])
        os.utime(self.files[5], (1, 1))
        return ["build"]

    def change(self):
        """Changes one member of the archive, deletes one and adds one."""
        self.zip([*range(1, 50), 250, *range(51, 200), 251])

    def zip(self, numbers):
        """Writes an archive of so many members, each with a different game and an old modification time."""
        path = self.games / "members.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for place, number in enumerate(numbers):
                moves = "".join(f";B[{chr(97 + (number * i) % 19)}{chr(97 + i % 19)}]" for i in range(40))
                archive.writestr(f"{place}.sgf", f"(;SZ[19]PB[Player {number}]{moves})")
        os.utime(path, (len(numbers), len(numbers)))

    def must(self, result, what):
        if result.returncode != 0:
            raise SystemExit(f"{what}: {result.args}: {result.stderr}")
        return result

    def reset(self):
        shutil.rmtree(self.index, ignore_errors=True)
        shutil.copytree(self.base, self.index)

    def count(self):
        return self.run("search", "-c").stdout.strip()

    def look(self, what, queries=QUERIES[:4]):
        """True if the existing index is undamaged and answers queries. There may be no index yet."""
        status = self.run("status", "--verify")
        if status.returncode != 0 and "there is no index in" not in status.stderr:
            self.fault(what, status.stderr or status.stdout)
        if status.returncode == 0:
            for query in queries:
                answer = self.run(*query)
                if answer.returncode > 1:
                    self.fault(what, f"{query}: {answer.stderr}")

    def check(self, what, wanted, arguments):
        """Checks that the index is undamaged, that the next build makes the expected index, and that nothing is left
        over."""
        self.look(what)
        after = [argument for argument in arguments if argument != "--rebuild"]
        built = self.run(*after)
        if built.returncode != 0:
            self.fault(what, f"the next build: {built.stderr}")
        self.look(f"{what}, next build", QUERIES[:2])
        found = self.count()
        if found != wanted:
            self.fault(what, f"{found} games, not {wanted}")
        left = orphans(self.index)
        if left:
            self.fault(what, f"left over: {left}")


def orphans(index):
    """Files in the folder that the index does not need. The previous list of files and its companions are allowed."""
    meta, _ = json.JSONDecoder().raw_decode((index / "meta.json").read_bytes().decode("utf-8", "replace"))
    lists, left = set(), []
    for path in index.iterdir():
        name = path.name
        stem = name.removeprefix("files-").removeprefix("duplicates-").removeprefix("members-").split(".")[0]
        if name in FRAME:
            continue
        if name.startswith(("files-", "duplicates-", "members-")):
            if f"files-{stem}.jsonl" != meta["payload"]:
                lists.add(stem)
            continue
        for segment in meta["segments"]:
            segment_id = segment["segment_id"].replace("-", "")
            deletes = segment.get("deletes") or {}
            if name in {f"{segment_id}.{extension}" for extension in SEGMENT} | {f"{segment_id}.{deletes.get('opstamp')}.del"}:
                break
        else:
            left.append(name)
    return left + (sorted(lists) if len(lists) > 1 else [])


def kills(place, times):
    struck = 0
    kinds = [*KINDS, "watch"]
    for kind in kinds:
        arguments = place.prepare(kind)
        place.reset()
        begin = time.monotonic()
        place.must(place.run(*arguments), kind)
        lasts = time.monotonic() - begin
        wanted = place.count()
        for number in range(times // len(kinds)):
            place.reset()
            watch = ["--watch"] if kind == "watch" else []
            if watch:
                place.zip(range(200))
            command = place.command(*arguments, *watch)
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if watch:
                time.sleep(random.random() * NOTICED)
                place.change()
                time.sleep(random.random() * NOTICED)
            time.sleep(random.random() * lasts)
            process.kill()
            struck += process.wait() == -signal.SIGKILL
            place.check(f"{kind}, kill {number}", wanted, arguments)
        print(f"{kind}: a build takes {lasts:.2f} s, {wanted} games", flush=True)
    print(f"{times // len(kinds) * len(kinds)} kills, {struck} before the end, {len(place.faults)} faults")


def calls(place):
    library = place.scratch / "calls.so"
    source = place.scratch / "calls.c"
    source.write_text(CALLS)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    told = place.scratch / "calls"
    for kind in KINDS:
        arguments = [*place.prepare(kind), "--threads", "1"]
        place.reset()
        environment = {**os.environ, "LD_PRELOAD": str(library), "CALLS_TO": str(told)}
        place.must(place.run(*arguments, env=environment), kind)
        count, wanted = int(told.read_text()), place.count()
        struck = 0
        for number in range(1, count + 1):
            place.reset()
            result = place.run(*arguments, env={**environment, "KILL_AT": str(number)})
            struck += result.returncode == -signal.SIGKILL
            place.check(f"{kind}, call {number} of {count}", wanted, arguments)
        print(f"{kind}: {count} calls, {struck} kills, {len(place.faults)} faults so far", flush=True)
    joins(place, {"LD_PRELOAD": str(library)}, told)


def joins(place, library, told):
    """Merges two shards: afterwards there is a complete index or none, and the next run removes what a killed one left."""
    place.prepare("fresh")
    parts = [place.scratch / "one", place.scratch / "two"]
    for number, part in enumerate(parts, 1):
        place.must(place.run("build", "--shard", f"{number}/2", place.games, index=part), "shard")
    # An index that is given by --index would be merged too.
    command = [place.program, "merge", *parts, "-o", place.index]
    environment = {**os.environ, **library}
    join = lambda **more: subprocess.run(
        command, capture_output=True, text=True, timeout=600, env={**environment, **more}
    )
    clear = lambda: shutil.rmtree(place.index, ignore_errors=True)
    clear()
    place.must(join(CALLS_TO=str(told)), "join")
    count, wanted, struck = int(told.read_text()), place.count(), 0
    for number in range(1, count + 1):
        clear()
        struck += join(KILL_AT=str(number)).returncode == -signal.SIGKILL
        what = f"join, call {number} of {count}"
        place.look(what)
        if not place.index.exists():
            place.must(join(), what)
        if place.count() != wanted or list(place.scratch.glob(".*.merging")) or orphans(place.index):
            place.fault(what, "not the whole index, or something is left over")
    for part in parts:
        place.must(place.run("status", "--verify", index=part), "part")
    print(f"join: {count} calls, {struck} kills, {len(place.faults)} faults so far", flush=True)


def crowds(place, pairs, groups):
    waited = ended = 0
    arguments = place.prepare("refresh")
    place.reset()
    begin = time.monotonic()
    place.must(place.run(*arguments), "refresh")
    lasts = time.monotonic() - begin
    wanted = place.count()
    for number in range(pairs + groups):
        place.reset()
        what = f"pair {number}" if number < pairs else f"group {number - pairs}"
        start = lambda: subprocess.Popen(place.command(*arguments), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        builds = [start()]
        if number < pairs and number % 2:
            time.sleep(random.random() * lasts)
            builds[0].send_signal(signal.SIGSTOP)
            builds.append(start())
            place.look(f"{what}, the first stopped", QUERIES)
            # The second build waits for the first however long it takes.
            time.sleep(2)
            builds[0].send_signal(signal.SIGCONT)
        else:
            for _ in range(1 if number < pairs else 3):
                time.sleep(random.random() * lasts / 2)
                builds.append(start())
        for build in builds:
            _, errors = build.communicate()
            ended += build.returncode == 0
            waited += "another kifu-index (process " in errors
            if build.returncode != 0:
                place.fault(what, errors)
        place.look(what, QUERIES)
        place.check(what, wanted, arguments)
    print(f"{pairs} pairs, {groups} groups of four: {ended} builds ended, {waited} waited for another, {len(place.faults)} faults")


def user(place, times):
    """Kills commands that change the user's file. The number of rows of each change is known, so it is clear whether
    the change is there completely or not at all."""
    place.must(place.run("build", place.games), "build")
    games = place.count()
    settings = place.scratch / "settings"
    file = settings / "kifu-index" / "mine.sqlite"
    environment = os.environ | {"XDG_CONFIG_HOME": str(settings)}
    lines = place.scratch / "lines.jsonl"

    def rows(name):
        """Number of rows that each change with this name has made."""
        if not file.exists():
            return [0] * 4
        with sqlite3.connect(file) as content:
            sound = content.execute("PRAGMA integrity_check").fetchall()
            if sound != [("ok",)]:
                place.fault(name, f"the file is damaged: {sound}")
            one = lambda query: content.execute(query, [name]).fetchone()[0]
            return [one("SELECT count(*) FROM tags WHERE tag = ?"), one("SELECT count(*) FROM saved WHERE name = ?"),
                    one("SELECT count(*) FROM notes WHERE text = ?"), one("SELECT count(DISTINCT content) FROM tags WHERE tag = ?")]

    def change(number):
        """A command, and the number of rows in each table that it adds when it is not disturbed."""
        name = f"n{number}"
        lines.write_text("".join(f'{{"tag":"{name}","content":"{at:016x}","at":{at + 1}}}\n' for at in range(2000)))
        return name, [
            (["tag", "--all", "--add", name, "moves>=0"], 0), (["save", name, "player:Lee"], 1),
            (["tag", "--all", "--note", name, "moves>=0"], 2), (["tag", "--import", lines], 3),
        ][number % 4]

    whole, lasts, kept, struck = {}, {}, [], 0
    for number in range(4):
        name, (arguments, table) = change(number)
        begin = time.monotonic()
        place.must(place.run(*arguments, env=environment), name)
        lasts[table], whole[table] = time.monotonic() - begin, rows(name)[table]
        if whole[table] == 0:
            place.fault(name, f"{arguments} of {games} games changed nothing")
    for number in range(4, 4 + times):
        name, (arguments, table) = change(number)
        process = subprocess.Popen(
            place.command(*arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        time.sleep(random.random() * lasts[table])
        process.kill()
        struck += process.wait() == -signal.SIGKILL
        listed = place.run("tag", "--json", env=environment)
        if listed.returncode != 0:
            place.fault(name, listed.stderr)
        made = rows(name)[table]
        if made not in (0, whole[table]):
            place.fault(name, f"{made} of {whole[table]} rows of {arguments[:3]}")
        # A note replaces the earlier one, on every game.
        kept = [(old, of) for old, of in kept if of != 2] if table == 2 and made else kept
        kept += [(name, table)] if made else []
        for old, of in random.sample(kept, min(len(kept), 5)):
            if rows(old)[of] != whole[of]:
                place.fault(name, f"{old} was lost")
    print(f"{times} changes of the user's file, {struck} kills, {len(kept)} were done before, {len(place.faults)} faults")


def main():
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    program, archive, what, *numbers = sys.argv[1:]
    random.seed(15)
    with tempfile.TemporaryDirectory() as scratch:
        place = Place(os.path.abspath(program), archive, scratch)
        {"kills": kills, "calls": calls, "crowds": crowds, "user": user}[what](place, *map(int, numbers))
    sys.exit(1 if place.faults else 0)


if __name__ == "__main__":
    main()
