"""Reads the pages of web archives (WARC), one by one or as Arrow batches.

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
from limpid_html._extract import NAMES, Column, Columns, Extract, copied_columns, pairs

#: The columns from the record itself. All others are extracted from its page.
RECORD = ("url", "status", "media_type", "charset", "offset", "truncated", "date", "record_id", "html")


class Page(NamedTuple):
    """The page of a record, as ``record`` returns it. ``html`` is the HTTP body without content and transfer codings."""

    url: str
    status: int | None
    media_type: str
    charset: str | None
    truncated: str | None
    html: bytes
    date: str | None = None
    record_id: str | None = None


def split(columns: Columns) -> tuple[list[tuple[str, str]], dict[str, Column]]:
    """Returns the record columns, as pairs of a name in the result and a column, and the columns that are extracted from pages."""
    record_columns, page_columns = list[tuple[str, str]](), dict[str, Column]()
    for name, column in pairs(copied_columns(columns)):
        if isinstance(column, str) and column in RECORD:
            record_columns.append((name, column))
        elif isinstance(column, str) and column not in NAMES:
            raise ValueError(f"unknown column {column!r}; the columns are {', '.join(dict.fromkeys((*RECORD, *NAMES)))}")
        else:
            page_columns[name] = column
    return record_columns, page_columns


def extraction(page_columns: Mapping[str, Column], *, limit: int | None = None) -> Extract | None:
    """Returns the ``Extract`` for columns from pages, or ``None`` without such columns."""
    return Extract(page_columns, url="url", charset="charset", keep=[], limit=limit) if page_columns else None


class Reader(Iterator[Any]):
    """An iterator over the ``pyarrow.RecordBatch``es of an archive; see ``read``. Arrow libraries also accept it as a stream.

    A ``with`` block closes it at the end.
    """

    def __init__(self, columns: Columns, batches: Iterator[Any]) -> None:
        #: The ``pyarrow.Schema`` of the batches.
        self.schema = schema(columns)
        self._batches = batches

    def __next__(self) -> Any:
        import pyarrow

        return pyarrow.record_batch(next(self._batches))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the remaining batches as a stream of the Arrow PyCapsule interface."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_batches(self.schema, self).__arrow_c_stream__(requested_schema)

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops reading and ends the threads."""
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
    """Reads the pages of an archive. Returns a ``Reader``: an iterator over ``pyarrow.RecordBatch``es, with an attribute ``schema``.

    Arrow libraries accept the reader as a stream of all batches: ``polars.DataFrame(read(path))``, ``pyarrow.table(read(path))``.

    * ``source``: a path, ``bytes``, or a file that is open for reading bytes.
    * ``columns``: a list of names, or a dict that maps names in the result to columns, such as ``{"fetched": "date"}``. Record columns are ``url``,
      ``status``, ``media_type``, ``charset``, ``offset``, ``truncated``, ``date`` and ``record_id`` (the text of the fields ``WARC-Date`` and
      ``WARC-Record-ID``), and ``html`` (the bytes of the page). The other columns are those of ``limpid_html.Extract``. They are extracted without
      creating a Python object for a page.
    * ``rows``: the maximum number of rows of a batch.
    * ``start``, ``end``: a range of the file in bytes. It contains the records that start in it, so adjacent ranges of a file contain each page once.
    * ``limit``: the maximum size of a record in bytes, 256 MiB by default.
    * ``threads``: the number of threads. With more than one, ``source`` must be a path or ``bytes``. Each thread reads a different range, and holds
      at most one finished batch. The order of the batches can differ from the file. To restore the order of the file, sort by the column ``offset``.

    An unreadable record becomes a row with the reason in the last column, ``errors``, and reading continues with the next record.
    """
    if start < 0 or (end is not None and end < start):
        raise ValueError(f"invalid range: start={start}, end={end}; start must be at least 0 and end at least start")
    if threads < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    columns = copied_columns(columns)
    record_columns, page_columns = split(columns)
    extract = extraction(page_columns, limit=limit)

    def reader(part: tuple[int, int | None]) -> Iterator[Any]:
        return _limpid._WarcReader(source, extract._native if extract else None, record_columns, rows, part, limit)

    if threads == 1:
        batches = reader((start, end))
    elif isinstance(source, (str, os.PathLike, bytes)):
        length = len(source) if isinstance(source, bytes) else os.path.getsize(source)
        # The same number of ranges for each thread, so that all threads end at about the same time.
        whole = max(length if end is None else min(end, length), start + 1) - start
        rounds = -(-whole // (threads * THREAD_BYTES))
        step = max(-(-whole // (threads * rounds)), THREAD_BYTES // 16)
        batches = _in_threads(reader, _archives.split_range(start, end, length, step), threads)
    else:
        raise TypeError("several threads need a path or bytes, not an open file; pass its path, or threads=1")
    return Reader(columns, batches)


#: The maximum size in bytes of a range that a thread reads. A thread also reads up to 1 MiB before its range, so small ranges would be slow.
THREAD_BYTES = _archives.SPLIT_BYTES


def _in_threads(reader: Callable[[tuple[int, int | None]], Iterator[Any]], parts: list[tuple[int, int | None]], threads: int) -> Iterator[Any]:
    """Yields the batches of parts of an archive in the order in which they are ready."""
    remaining, running = iter(parts), dict[Future[Any], Iterator[Any]]()
    with ThreadPoolExecutor(threads) as pool:

        def submit_next(batches: Iterator[Any]) -> None:
            running[pool.submit(next, batches, None)] = batches

        for _, part in zip(range(threads), remaining):
            submit_next(reader(part))
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batches, batch = running.pop(future), future.result()
                if batch is not None:
                    submit_next(batches)
                    yield batch
                elif (next_part := next(remaining, None)) is not None:
                    submit_next(reader(next_part))


def schema(columns: Columns) -> Any:
    """Returns the ``pyarrow.Schema`` of the batches that ``read`` yields."""
    import pyarrow

    record_columns, page_columns = split(columns)
    extract = extraction(page_columns)
    return pyarrow.schema(_limpid._WarcReader.schema(extract._native if extract else None, record_columns))


def record(data: bytes) -> Page | None:
    """Reads the bytes of one record, such as the response to a range request. Returns ``None`` if the record has no page.

    Raises ``ValueError`` if the record cannot be read.
    """
    page = _limpid._warc_record(data)
    return None if page is None else Page(**page)
