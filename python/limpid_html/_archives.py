"""Finds the archives that Spark, Ray and Dask read, and splits them into ranges, one for each task."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from typing import IO, Any, NamedTuple

#: The default size of a range in bytes. One core reads it in a few seconds.
SPLIT_BYTES = 64 << 20


class Range(NamedTuple):
    """A range of a file that one task reads: the records that start at or after byte ``start`` and before byte ``end``."""

    path: str
    start: int
    end: int | None


def is_remote(path: str) -> bool:
    """Whether a path is a URL such as ``s3://…``, which fsspec opens."""
    return "://" in path and not path.startswith("file://")


def files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Returns the archive files for paths: files, folders, glob patterns and URLs. Keeps the order of the paths, and sorts the files for each path.

    Raises ``FileNotFoundError`` if there is no file for a path. URLs without a glob pattern are not checked.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    result = []
    for path in [os.fspath(path).removeprefix("file://") for path in paths]:
        if is_remote(path):
            matches: list[str] = _remote_files(path)
        elif os.path.isdir(path):
            names = [os.path.join(path, name) for name in os.listdir(path)]
            matches = [name for name in names if ".warc" in os.path.basename(name) and os.path.isfile(name)]
        else:
            matches = [path] if os.path.exists(path) else glob.glob(path, recursive=True)
        if not matches:
            raise FileNotFoundError(2, "no archive found", path)
        result += sorted(matches)
    return result


def _remote_files(path: str) -> list[str]:
    if not set(path) & set("*?["):
        return [path]
    import fsspec

    return [str(file.full_name) for file in fsspec.open_files(path, "rb")]


def size(path: str) -> int | None:
    """Returns the size of a file in bytes, or ``None`` if it is unknown."""
    if not is_remote(path):
        return os.path.getsize(path)
    import fsspec

    filesystem, name = fsspec.core.url_to_fs(path)
    known = filesystem.size(name)
    return None if known is None else int(known)


def split_range(start: int, end: int | None, length: int, step: int) -> list[tuple[int, int | None]]:
    """Splits a range of a file of ``length`` bytes into ranges of about equal length, at most ``step`` bytes each. The last one ends at ``end``."""
    whole = max((length if end is None else min(end, length)) - start, 1)
    count = -(-whole // step)
    edges = [start + whole * number // count for number in range(count)]
    return list(zip(edges, [*edges[1:], end]))


def ranges(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], split_bytes: int = SPLIT_BYTES) -> list[Range]:
    """Finds the archive files for paths, and splits them into ranges of about equal length, at most ``split_bytes`` each."""
    if split_bytes < 1:
        raise ValueError(f"split_bytes must be at least 1, not {split_bytes}")
    return [Range(path, *part) for path in files(paths) for part in split_range(0, None, size(path) or 0, split_bytes)]


def source_of(path: str) -> str | IO[bytes]:
    """Returns the argument ``source`` of ``limpid_html.warc.read``: a local path unchanged, or an open file for a URL."""
    if not is_remote(path):
        return path
    import fsspec

    file: Any = fsspec.open(path, "rb").open()
    return file  # type: ignore[no-any-return]
