"""The archives that engines read, and the ranges that they are cut into, one for each task."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from typing import IO, Any, NamedTuple

#: The bytes of a range unless set: about what one core reads in a few seconds.
SPLIT_BYTES = 64 << 20


class Range(NamedTuple):
    """The bytes of a file that one task reads: its records that start from ``start`` on and before ``end``."""

    path: str
    start: int
    end: int | None


def is_remote(path: str) -> bool:
    """Whether a path is a URL such as ``s3://…``, which fsspec opens."""
    return "://" in path and not path.startswith("file://")


def files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Lists the files of paths, patterns and folders, sorted within each. Raises ``FileNotFoundError`` for a path without any."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    found = []
    for path in [os.fspath(path).removeprefix("file://") for path in paths]:
        if is_remote(path):
            here: list[str] = _remote_files(path)
        elif os.path.isdir(path):
            names = [os.path.join(path, name) for name in os.listdir(path)]
            here = [name for name in names if ".warc" in os.path.basename(name) and os.path.isfile(name)]
        else:
            here = [path] if os.path.exists(path) else glob.glob(path, recursive=True)
        if not here:
            raise FileNotFoundError(2, "no archive is there", path)
        found += sorted(here)
    return found


def _remote_files(path: str) -> list[str]:
    if not set(path) & set("*?["):
        return [path]
    import fsspec

    return [str(file.full_name) for file in fsspec.open_files(path, "rb")]


def size(path: str) -> int | None:
    """Returns the size of a file in bytes, if it is known."""
    if not is_remote(path):
        return os.path.getsize(path)
    import fsspec

    filesystem, name = fsspec.core.url_to_fs(path)
    known = filesystem.size(name)
    return None if known is None else int(known)


def cuts(start: int, end: int | None, length: int, step: int) -> list[tuple[int, int | None]]:
    """Cuts a range of a file of this length into ranges of about equal length, none longer than ``step``; the last one ends where the range does."""
    whole = max((length if end is None else min(end, length)) - start, 1)
    count = -(-whole // step)
    edges = [start + whole * number // count for number in range(count)]
    return list(zip(edges, [*edges[1:], end]))


def ranges(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], split_bytes: int = SPLIT_BYTES) -> list[Range]:
    """Cuts the files of paths into ranges of about equal length, none longer than ``split_bytes``."""
    if split_bytes < 1:
        raise ValueError(f"a range has at least one byte, not {split_bytes}")
    return [Range(path, *cut) for path in files(paths) for cut in cuts(0, None, size(path) or 0, split_bytes)]


def opened(path: str) -> str | IO[bytes]:
    """Returns what ``limpid_html.warc.read`` takes for a path."""
    if not is_remote(path):
        return path
    import fsspec

    file: Any = fsspec.open(path, "rb").open()
    return file  # type: ignore[no-any-return]
