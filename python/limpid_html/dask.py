"""limpid in Dask: ``extract`` for pages in data frames, and ``read_warc`` for web archives.

Columns of pages in bytes should have Arrow's type ``binary[pyarrow]``, as ``dask.dataframe.read_parquet(…, dtype_backend="pyarrow")`` returns. Dask
converts a column of Python ``bytes`` to text, and fails if a page is not valid UTF-8.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import dask.dataframe
import pandas
import pyarrow

import limpid_html
from limpid_html import _archives, warc
from limpid_html._extract import copied_columns

if TYPE_CHECKING:
    from limpid_html._extract import Columns

__all__ = ["extract", "read_warc"]


def extract(
    df: dask.dataframe.DataFrame,
    columns: Columns,
    *,
    input: str = "html",
    url: str | None = None,
    charset: str | None = None,
    http: bool = False,
    keep: Sequence[str] | None = None,
    limit: int | None = None,
) -> dask.dataframe.DataFrame:
    """Extracts columns from the pages in a data frame. The arguments are those of ``limpid_html.Extract``. The extracted columns have Arrow types."""
    kept = [name for name in df.columns if name != input] if keep is None else list(keep)
    extractor = limpid_html.Extract(columns, input=input, url=url, charset=charset, http=http, keep=[], limit=limit)
    needed = [input, *(name for name in (url, charset) if name)]
    extracted = _frame(extractor.schema(pyarrow.schema([(name, pyarrow.string()) for name in dict.fromkeys(needed)])).empty_table())
    meta = pandas.concat([df._meta[kept], extracted], axis=1)
    return df.map_partitions(_part, extractor, needed, kept, meta=meta)


def _part(part: Any, extractor: limpid_html.Extract, needed: list[str], kept: list[str]) -> Any:
    names = list(dict.fromkeys(needed))
    pages = pyarrow.Table.from_arrays([_array(part[name]) for name in names], names)
    extracted = _frame(extractor(pages))
    extracted.index = part.index
    return pandas.concat([part[kept], extracted], axis=1)


def _array(series: Any) -> Any:
    array = pyarrow.array(series, from_pandas=True)
    # Arrow's type of a column with only nulls is `null`. It is cast to `string`, the type in the schema above.
    return array.cast(pyarrow.string()) if pyarrow.types.is_null(array.type) else array


def _frame(table: Any) -> Any:
    return table.to_pandas(types_mapper=pandas.ArrowDtype)


def read_warc(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    columns: Columns = ("url", "status", "offset", "charset", "html"),
    split_bytes: int = _archives.SPLIT_BYTES,
    limit: int | None = None,
) -> dask.dataframe.DataFrame:
    """Reads web archives. One partition has at most ``split_bytes`` of an archive. The other arguments are those of ``limpid_html.warc.read``."""
    parts = _archives.ranges(paths, split_bytes)
    columns = copied_columns(columns)
    meta = _frame(warc.schema(columns).empty_table())
    # `_read` has no parameter `columns`, because from_map would use that argument as the names of the frame's columns.
    return dask.dataframe.from_map(_read, parts, described=columns, limit=limit, meta=meta)


def _read(part: _archives.Range, described: Columns, limit: int | None) -> Any:
    batches = warc.read(_archives.source_of(part.path), columns=described, start=part.start, end=part.end, limit=limit)
    return _frame(pyarrow.Table.from_batches(batches, warc.schema(described)))
