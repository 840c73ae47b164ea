"""Files of a folder of archives: folders, zip archives, 7z archives, archives inside archives, compressed files."""

import bz2
import gzip
import io
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from . import charsets

RECORDS = {".sgf", ".sgfs", ".jgf", ".gib", ".ngf", ".ugf", ".ugi", ".mgt", ".json"}
TARS = (".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tar.gz", ".tar.bz2", ".tar.xz")
PACKED = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress}


class Place:
    """Place of a file: the path below the root and the names of the members; and its bytes."""

    __slots__ = ("path", "members", "data")

    def __init__(self, path, members, data):
        self.path, self.members, self.data = path, members, data


def suffix(name):
    return os.path.splitext(name)[1].lower()


def is_litter(name):
    return name.startswith("__MACOSX/") or os.path.basename(name).startswith("._")


def name_of(info):
    """Name of a member of a zip. Names without the UTF-8 flag are often in UTF-8, GBK or Shift_JIS all the same."""
    if info.flag_bits & 0x800 or info.filename.isascii():
        return info.filename
    raw = info.orig_filename.encode("cp437", "replace")
    readings = [charsets.strict(raw, charset) for charset in ("utf-8", "gb18030", "cp932")]
    if readings[0] is not None:
        return readings[0]
    # Chooses the charset whose characters occur in game records: Japanese if there are kana, else Chinese.
    return max(readings[1:], key=lambda text: (charsets.score(text), bool(text and re.search("[\u3041-\u30fa]", text)))) or info.filename


def walk(root):
    """All records below a root, in the order of their paths."""
    root = pathlib.Path(root)
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != ".kifu-index")
        for name in sorted(names):
            file = pathlib.Path(folder, name)
            path = file.relative_to(root).as_posix()
            if suffix(name) == ".7z":
                yield from sevenz(file, path, ())
            elif is_record(name) or is_archive(name):
                yield from opened(path, (), name, file.read_bytes())


def is_record(name):
    return suffix(name) in RECORDS


def is_archive(name):
    return suffix(name) in {".zip", ".7z"} | set(PACKED) or name.lower().endswith(TARS)


def opened(path, members, name, data):
    """Records in the bytes: a single one, or those of an archive."""
    lower = name.lower()
    if is_record(name):
        yield Place(path, members, data)
    elif suffix(name) == ".zip":
        yield from zipped(path, members, data)
    elif suffix(name) == ".7z":
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "inner.7z")
            file.write_bytes(data)
            yield from sevenz(file, path, members)
    elif lower.endswith(TARS):
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            for info in tar:
                if info.isfile() and not is_litter(info.name):
                    inner = tar.extractfile(info).read()
                    yield from opened(path, (*members, info.name), info.name, inner)
    elif suffix(name) in PACKED:
        inner = os.path.splitext(os.path.basename(name))[0]
        if is_record(inner):
            yield Place(path, (*members, inner), PACKED[suffix(name)](data))


def zipped(path, members, data):
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile as error:
        print(f"skipped: {path} {members}: {error}", file=sys.stderr)
        return
    with archive:
        for info in archive.infolist():
            name = name_of(info)
            if info.is_dir() or is_litter(name) or not (is_record(name) or is_archive(name)):
                continue
            try:
                inner = archive.read(info)
            except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
                print(f"skipped: {path}!{name}: {error}", file=sys.stderr)
                continue
            yield from opened(path, (*members, name), name, inner)


def sevenz(file, path, members):
    """Unpacks a 7z archive with the program `7z` into a temporary folder."""
    program = next(filter(None, map(shutil.which, ("7z", "7zz", "7za", "7zr"))), None)
    if program is None:
        print(f"skipped: {path}: there is no program 7z", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "x", "-bd", "-y", f"-o{folder}", str(file)], check=True, stdout=subprocess.DEVNULL)
        for place in walk(folder):
            yield Place(path, (*members, place.path, *place.members), place.data)
