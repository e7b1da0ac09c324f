"""limpid in Ray Data: ``extract`` for pages in datasets, and ``read_warc`` for web archives."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import ray.data
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

import limpid_html
from limpid_html import _archives, warc
from limpid_html._extract import copied_columns

if TYPE_CHECKING:
    from limpid_html._extract import Columns

__all__ = ["extract", "read_warc"]


def extract(
    dataset: ray.data.Dataset,
    columns: Columns,
    *,
    input: str = "html",
    url: str | None = None,
    charset: str | None = None,
    http: bool = False,
    keep: Sequence[str] | None = None,
    limit: int | None = None,
    batch_size: int | None = 1024,
) -> ray.data.Dataset:
    """Extracts columns from the pages in a dataset. The arguments are those of ``limpid_html.Extract``; ``batch_size`` is an argument of
    ``map_batches``."""
    extractor = limpid_html.Extract(columns, input=input, url=url, charset=charset, http=http, keep=keep, limit=limit)
    each: Any = _each(extractor)
    return dataset.map_batches(each, batch_format="pyarrow", batch_size=batch_size, zero_copy_batch=True)


def _each(extractor: limpid_html.Extract) -> Callable[[Any], Any]:
    def each(batch: Any) -> Any:
        return extractor(batch)

    return each


def read_warc(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    columns: Columns = ("url", "status", "offset", "charset", "html"),
    split_bytes: int = _archives.SPLIT_BYTES,
    rows: int = 256,
    limit: int | None = None,
) -> ray.data.Dataset:
    """Reads web archives. One task reads at most ``split_bytes`` of an archive. The other arguments are those of ``limpid_html.warc.read``."""
    parts = _archives.ranges(paths, split_bytes)
    return ray.data.read_datasource(_Archives(parts, copied_columns(columns), rows, limit), override_num_blocks=len(parts))


class _Archives(Datasource):
    def __init__(self, parts: list[_archives.Range], columns: Columns, rows: int, limit: int | None) -> None:
        super().__init__()
        self.parts, self.columns, self.rows, self.limit = parts, columns, rows, limit

    def estimate_inmemory_data_size(self) -> int | None:
        return None

    def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[ReadTask]:
        schema = warc.schema(self.columns)
        tasks = []
        for part in self.parts:
            metadata = BlockMetadata(num_rows=None, size_bytes=None, input_files=(part.path,), exec_stats=None)
            tasks.append(ReadTask(self._read(part), metadata, schema=schema))
        return tasks

    def _read(self, part: _archives.Range) -> Callable[[], Iterable[Any]]:
        columns, rows, limit = self.columns, self.rows, self.limit

        def read() -> Iterable[Any]:
            import pyarrow

            source = _archives.source_of(part.path)
            schema = warc.schema(columns)
            for batch in warc.read(source, columns=columns, rows=rows, start=part.start, end=part.end, limit=limit):
                yield pyarrow.Table.from_batches([batch], schema)

        return read
