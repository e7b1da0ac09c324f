"""limpid in Spark: columns of pages by ``extract``, and web archives by ``spark.read.format("warc")``.

The executors need ``limpid-html`` and ``pyarrow``, as for any function in Python. Nothing else of a cluster differs from a laptop.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

import limpid_html
from limpid_html import _archives, warc

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from limpid_html._extract import Columns

__all__ = ["WarcDataSource", "extract", "register"]


def extract(
    df: DataFrame,
    columns: Columns,
    *,
    input: str = "html",
    url: str | None = None,
    charset: str | None = None,
    http: bool = False,
    keep: Sequence[str] | None = None,
    limit: int | None = None,
) -> DataFrame:
    """Makes columns of the pages in a data frame; the arguments are those of ``limpid_html.Extract``. The last column, ``errors``, has what is
    wrong with a page; no page ends a job."""
    kept = [name for name in df.columns if name != input] if keep is None else list(keep)
    wanted = [input, *(name for name in (url, charset) if name), *kept]
    df = df.select(*(f"`{name}`" for name in dict.fromkeys(wanted)))
    description = limpid_html.Extract(columns, input=input, url=url, charset=charset, http=http, keep=kept, limit=limit)
    made = from_arrow_schema(description.schema(to_arrow_schema(df.schema)))
    own = {field.name: field for field in df.schema.fields}
    schema = StructType([own.get(field.name, field) for field in made.fields])
    return df.mapInArrow(_each(description), schema)


def _each(description: limpid_html.Extract) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def each(batches: Iterable[Any]) -> Iterator[Any]:
        return map(description, batches)

    return each


def register(spark: SparkSession) -> None:
    """Makes ``format("warc")`` known to a session."""
    spark.dataSource.register(WarcDataSource)


class WarcDataSource(DataSource):
    """Web archives as a table: ``spark.read.format("warc").option("columns", "url,title,text").load("crawl/*.warc.gz")``.

    Options: ``columns``, names as for ``limpid_html.warc.read`` with commas between them, or JSON: an object of names and columns, where
    ``{"css": …, "attribute": …, "first": true}`` is one of a selector, ``{"css": …, "fields": {"price": ".price", "link": {"css": "a", "attribute": …}}}``
    one of records, ``{"xpath": …}`` one of an expression; ``splitBytes``, the most bytes of a file that one task reads (64 MiB);
    ``rows``, the most rows of a batch (256); ``limit``, the most bytes of a record (256 MiB). A path is a file, a folder, a pattern, or a
    URL that fsspec opens; ``paths`` holds several, as a JSON list. One archive is read by many tasks.

    A record that cannot be read is a row with the reason in the last column, ``errors``.
    """

    @classmethod
    def name(cls) -> str:
        """Returns ``"warc"``."""
        return "warc"

    def schema(self) -> StructType:
        """Returns the schema of the columns."""
        return from_arrow_schema(warc.schema(columns_of(self.options.get("columns"))))

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns the reader."""
        return _Reader(dict(self.options))


def columns_of(option: str | None) -> Columns:
    """Reads the option ``columns``."""
    if option is None:
        return ("url", "status", "offset", "charset", "html")
    if not option.lstrip().startswith("{"):
        return [name.strip() for name in option.split(",") if name.strip()]
    columns = json.loads(option)
    return {name: _column(name, column) for name, column in columns.items()}


def _column(name: str, column: Any) -> Any:
    if not isinstance(column, Mapping):
        return column
    members = dict(column)
    try:
        if "xpath" in members:
            return limpid_html.XPath(members.pop("xpath"), **members)
        if "fields" in members:
            fields = members.pop("fields")
            if isinstance(fields, Mapping):
                fields = {key: limpid_html.First(**field) if isinstance(field, Mapping) else field for key, field in fields.items()}
            return limpid_html.Records(fields=fields, **members)
        kind = limpid_html.First if members.pop("first", False) else limpid_html.Select
        return kind(**members)
    except TypeError as error:
        raise ValueError(f"the column {name!r} has css, value, attribute, url and first, or css and fields, or xpath and max_steps: {error}") from None


class _Partition(InputPartition):
    def __init__(self, part: _archives.Range) -> None:
        super().__init__(part)
        self.part = part


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str]) -> None:
        # Spark hands options over in an object that knows no case; a dict does.
        self.options = {name.lower(): value for name, value in options.items()}

    def partitions(self) -> Sequence[InputPartition]:
        """Cuts the archives into ranges, one for each task."""
        paths = json.loads(self.options["paths"]) if "paths" in self.options else self.options.get("path")
        if not paths:
            raise ValueError('name the archives: spark.read.format("warc").load("crawl/*.warc.gz")')
        split_bytes = int(self.options.get("splitbytes", _archives.SPLIT_BYTES))
        return [_Partition(part) for part in _archives.ranges(paths, split_bytes)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Reads one range as Arrow batches."""
        assert isinstance(partition, _Partition)
        part = partition.part
        limit = self.options.get("limit")
        yield from warc.read(
            _archives.opened(part.path),
            columns=columns_of(self.options.get("columns")),
            rows=int(self.options.get("rows", 256)),
            start=part.start,
            end=part.end,
            limit=None if limit is None else int(limit),
        )
