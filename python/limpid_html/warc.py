"""Web archives: their pages, one by one or as Arrow batches.

>>> import limpid_html.warc
>>> http = b"HTTP/1.1 200 OK\\r\\nContent-Type: text/html; charset=koi8-r\\r\\n\\r\\n<title>\\xf2</title>"
>>> head = b"WARC/1.1\\r\\nWARC-Type: response\\r\\nWARC-Target-URI: https://example.org/\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(http)
>>> for batch in limpid_html.warc.read(head + http + b"\\r\\n\\r\\n", columns=["url", "status", "title"]):
...     print(batch.to_pylist())
[{'url': 'https://example.org/', 'status': 200, 'title': 'Р', 'errors': []}]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import IO, Any, NamedTuple

from limpid_html import _archives, _limpid
from limpid_html._extract import NAMES, Column, Columns, Extract, kept_whole, pairs

#: The columns about a record itself; all others are made of its page.
RECORD = ("url", "status", "media_type", "charset", "offset", "truncated", "date", "record_id", "html")


class Page(NamedTuple):
    """A page that a record holds, without HTTP's head and codings."""

    url: str
    status: int | None
    media_type: str
    charset: str | None
    truncated: str | None
    html: bytes
    date: str | None = None
    record_id: str | None = None


def split(columns: Columns) -> tuple[list[tuple[str, str]], dict[str, Column]]:
    """Tells the columns about records, with their names in the result, from those that are made of pages."""
    kept, made = list[tuple[str, str]](), dict[str, Column]()
    for name, column in pairs(kept_whole(columns)):
        if isinstance(column, str) and column in RECORD:
            kept.append((name, column))
        elif isinstance(column, str) and column not in NAMES:
            raise ValueError(f"no column is called {column!r}; there are {', '.join(dict.fromkeys((*RECORD, *NAMES)))}")
        else:
            made[name] = column
    return kept, made


def extraction(made: Mapping[str, Column], *, limit: int | None = None) -> Extract | None:
    """Returns the ``Extract`` for the columns of pages, if there are any."""
    return Extract(made, url="url", charset="charset", keep=[], limit=limit) if made else None


class Reader(Iterator[Any]):
    """An iterator over the ``pyarrow.RecordBatch``es of an archive, which Arrow's libraries also take as a stream: see ``read``.

    In a ``with`` block it is closed at the end.
    """

    def __init__(self, columns: Columns, batches: Iterator[Any]) -> None:
        #: The ``pyarrow.Schema`` of the batches.
        self.schema = schema(columns)
        self._batches = batches

    def __next__(self) -> Any:
        import pyarrow

        return pyarrow.record_batch(next(self._batches))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the remaining batches as a stream of Arrow's C interface."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_batches(self.schema, self).__arrow_c_stream__(requested_schema)

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the reading, and its threads."""
        batches, self._batches = self._batches, iter(())
        if isinstance(batches, Generator):
            batches.close()


def read(
    source: str | os.PathLike[str] | bytes | IO[bytes],
    *,
    columns: Columns = ("url", "status", "offset", "charset", "html"),
    rows: int = 256,
    start: int = 0,
    end: int | None = None,
    limit: int | None = None,
    threads: int = 1,
) -> Reader:
    """Reads the pages of an archive: an iterator over ``pyarrow.RecordBatch``es of at most ``rows``, with a ``schema``.

    Libraries with Arrow's stream interface read all of it: ``polars.DataFrame(read(path))``, ``pyarrow.table(read(path))``.

    ``source`` is a path, bytes, or a file that is open for reading bytes. ``columns`` are ``url``, ``status``, ``media_type``, ``charset``,
    ``offset``, ``truncated``, ``date`` and ``record_id`` (``WARC-Date`` and ``WARC-Record-ID`` as they are written) and ``html`` (the bytes of the
    page), and those of ``limpid_html.Extract``, for which the page is parsed here: it never becomes a Python object. A dict gives columns other
    names, as in ``{"fetched": "date"}``.

    ``start`` and ``end`` cut out a range of the file's bytes. A range has the records that start in it, so any cuts of a file into ranges
    give each page once.

    Several ``threads`` read as many ranges of a path or of bytes at a time. Their batches come as they are ready, and not in the order of the
    file, which ``offset`` tells; each thread has at most one waiting.

    A record that cannot be read is a row with the reason in the last column, ``errors``; reading goes on with the next one.
    """
    if start < 0 or (end is not None and end < start):
        raise ValueError(f"there is no range from byte {start} to {end}")
    if threads < 1:
        raise ValueError(f"{threads} threads read nothing: give 1 or more")
    columns = kept_whole(columns)
    kept, made = split(columns)
    native = extraction(made, limit=limit)

    def reader(part: tuple[int, int | None]) -> Iterator[Any]:
        return _limpid._WarcReader(source, native._native if native else None, kept, rows, part, limit)

    if threads == 1:
        batches = reader((start, end))
    elif isinstance(source, (str, os.PathLike, bytes)):
        length = len(source) if isinstance(source, bytes) else os.path.getsize(source)
        # As many ranges for each thread, so that all end at about the same time.
        whole = max(length if end is None else min(end, length), start + 1) - start
        rounds = -(-whole // (threads * THREAD_BYTES))
        step = max(-(-whole // (threads * rounds)), THREAD_BYTES // 16)
        batches = _in_threads(reader, _archives.cuts(start, end, length, step), threads)
    else:
        raise TypeError("several threads read a path or bytes, not a file that is open")
    return Reader(columns, batches)


#: The most bytes of a range that one thread reads; the mebibyte before it, which it looks at, too, is a small part of that.
THREAD_BYTES = _archives.SPLIT_BYTES


def _in_threads(reader: Callable[[tuple[int, int | None]], Iterator[Any]], parts: list[tuple[int, int | None]], threads: int) -> Iterator[Any]:
    """Yields the batches of parts of an archive as they are ready."""
    left, running = iter(parts), dict[Future[Any], Iterator[Any]]()
    with ThreadPoolExecutor(threads) as pool:

        def go_on(batches: Iterator[Any]) -> None:
            running[pool.submit(next, batches, None)] = batches

        for _, part in zip(range(threads), left):
            go_on(reader(part))
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batches, batch = running.pop(future), future.result()
                if batch is not None:
                    go_on(batches)
                    yield batch
                elif (next_part := next(left, None)) is not None:
                    go_on(reader(next_part))


def schema(columns: Columns) -> Any:
    """Returns the ``pyarrow.Schema`` of the batches that ``read`` yields."""
    import pyarrow

    kept, made = split(columns)
    native = extraction(made)
    return pyarrow.schema(_limpid._WarcReader.schema(native._native if native else None, kept))


def record(data: bytes) -> Page | None:
    """Reads one record, as a range request for its bytes gives it; ``None`` if it has no payload.

    Raises ``ValueError`` if it cannot be read.
    """
    page = _limpid._warc_record(data)
    return None if page is None else Page(**page)
