"""limpid in Spark: ``extract`` for pages in data frames, and ``spark.read.format("warc")`` for web archives.

On a cluster, ``limpid-html`` and ``pyarrow`` must be installed on the executors.
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
    """Extracts columns from the pages in a data frame. The arguments are those of ``limpid_html.Extract``. Pages never make the job fail: the last
    column, ``errors``, contains their errors."""
    kept = [name for name in df.columns if name != input] if keep is None else list(keep)
    needed = [input, *(name for name in (url, charset) if name), *kept]
    df = df.select(*(f"`{name}`" for name in dict.fromkeys(needed)))
    extractor = limpid_html.Extract(columns, input=input, url=url, charset=charset, http=http, keep=kept, limit=limit)
    result = from_arrow_schema(extractor.schema(to_arrow_schema(df.schema)))
    # Kept columns have Spark's own types, which a conversion to Arrow and back may change.
    input_fields = {field.name: field for field in df.schema.fields}
    schema = StructType([input_fields.get(field.name, field) for field in result.fields])
    return df.mapInArrow(_each(extractor), schema)


def _each(extractor: limpid_html.Extract) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def each(batches: Iterable[Any]) -> Iterator[Any]:
        return map(extractor, batches)

    return each


def register(spark: SparkSession) -> None:
    """Registers ``format("warc")`` in a session."""
    spark.dataSource.register(WarcDataSource)


class WarcDataSource(DataSource):
    """Reads web archives as a table: ``spark.read.format("warc").option("columns", "url,title,text").load("crawl/*.warc.gz")``.

    A path is a file, a folder, a glob pattern, or a URL that fsspec opens. Several tasks can read one archive. Options:

    * ``columns``: names of columns as for ``limpid_html.warc.read``, separated by commas, or a JSON object that maps names to columns. In JSON,
      ``{"css": …, "attribute": …, "first": true}`` is a ``Select`` or ``First``,
      ``{"css": …, "fields": {"price": ".price", "link": {"css": "a", "attribute": …}}}`` is a ``Records``, and ``{"xpath": …}`` is an ``XPath``
    * ``paths``: several paths, as a JSON list
    * ``splitBytes``: the maximum number of bytes of a file that one task reads, 64 MiB by default
    * ``rows``: the maximum number of rows of a batch, 256 by default
    * ``limit``: the maximum number of bytes of a record, 256 MiB by default

    An unreadable record becomes a row with the reason in the last column, ``errors``.
    """

    @classmethod
    def name(cls) -> str:
        """Returns ``"warc"``."""
        return "warc"

    def schema(self) -> StructType:
        """Returns the schema for the option ``columns``."""
        return from_arrow_schema(warc.schema(columns_of(self.options.get("columns"))))

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns a reader for the options."""
        return _Reader(dict(self.options))


def columns_of(option: str | None) -> Columns:
    """Parses the option ``columns``."""
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
        members_text = "css, or css and fields, or xpath; optional members are value, attribute, url and first, or max_steps"
        raise ValueError(f"the column {name!r} must have {members_text}: {error}") from None


class _Partition(InputPartition):
    def __init__(self, part: _archives.Range) -> None:
        super().__init__(part)
        self.part = part


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str]) -> None:
        # Spark's options ignore case. A dict does not, so the names are lowercased.
        self.options = {name.lower(): value for name, value in options.items()}

    def partitions(self) -> Sequence[InputPartition]:
        """Splits the archives into ranges, one for each task."""
        paths = json.loads(self.options["paths"]) if "paths" in self.options else self.options.get("path")
        if not paths:
            raise ValueError('no archives are given; pass a path, as in spark.read.format("warc").load("crawl/*.warc.gz")')
        split_bytes = int(self.options.get("splitbytes", _archives.SPLIT_BYTES))
        return [_Partition(part) for part in _archives.ranges(paths, split_bytes)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Reads one range as Arrow batches."""
        assert isinstance(partition, _Partition)
        part = partition.part
        limit = self.options.get("limit")
        yield from warc.read(
            _archives.source_of(part.path),
            columns=columns_of(self.options.get("columns")),
            rows=int(self.options.get("rows", 256)),
            start=part.start,
            end=part.end,
            limit=None if limit is None else int(limit),
        )
