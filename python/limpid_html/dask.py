"""limpid in Dask: columns of pages by ``extract``, and web archives by ``read_warc``.

Pages in bytes are columns of Arrow's type ``binary[pyarrow]``, as ``dask.dataframe.read_parquet(…, dtype_backend="pyarrow")`` gives them: a column of
Python's ``bytes`` is made text by Dask, and fails where they are no UTF-8.
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
from limpid_html._extract import kept_whole

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
    """Makes columns of the pages in a data frame; the arguments are those of ``limpid_html.Extract``. The columns that are made have Arrow types."""
    kept = [name for name in df.columns if name != input] if keep is None else list(keep)
    description = limpid_html.Extract(columns, input=input, url=url, charset=charset, http=http, keep=[], limit=limit)
    needed = [input, *(name for name in (url, charset) if name)]
    made = _frame(description.schema(pyarrow.schema([(name, pyarrow.string()) for name in dict.fromkeys(needed)])).empty_table())
    meta = pandas.concat([df._meta[kept], made], axis=1)
    return df.map_partitions(_part, description, needed, kept, meta=meta)


def _part(part: Any, description: limpid_html.Extract, needed: list[str], kept: list[str]) -> Any:
    names = list(dict.fromkeys(needed))
    pages = pyarrow.Table.from_arrays([_array(part[name]) for name in names], names)
    made = _frame(description(pages))
    made.index = part.index
    return pandas.concat([part[kept], made], axis=1)


def _array(series: Any) -> Any:
    array = pyarrow.array(series, from_pandas=True)
    # A column without any value has no type.
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
    """Reads web archives, each by as many partitions as it has ranges of ``split_bytes``; the columns are those of ``limpid_html.warc.read``."""
    parts = _archives.ranges(paths, split_bytes)
    made = kept_whole(columns)
    meta = _frame(warc.schema(made).empty_table())
    # Not with a parameter `columns`, which from_map takes for the names of the frame's columns.
    return dask.dataframe.from_map(_read, parts, made=made, limit=limit, meta=meta)


def _read(part: _archives.Range, made: Columns, limit: int | None) -> Any:
    batches = warc.read(_archives.opened(part.path), columns=made, start=part.start, end=part.end, limit=limit)
    return _frame(pyarrow.Table.from_batches(batches, warc.schema(made)))
