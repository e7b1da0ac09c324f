"""Spark in one process. test_spark_cluster.py tests several processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from engines.support import engine, killer
from samples import COLUMNS, HOSTILE, expected_rows, families, record, superlinear_pages, sorted_rows

import limpid_html as limpid

#: The option `columns` of `format("warc")`.
WARC_COLUMNS = "url,title,links"


def start(master: str) -> Any:
    sql = engine("pyspark", "pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master(master).appName("limpid")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "250",
        "spark.task.maxFailures": "4",
        "spark.log.level": "ERROR",
        # Long timeouts, so that a busy machine does not lose a worker.
        "spark.network.timeout": "600s",
        "spark.executor.heartbeatInterval": "60s",
        "spark.driver.memory": "768m",
        "spark.executor.memory": "768m",
        # Spark reuses a worker process for several tasks. If the process dies, Spark starts another one.
        "spark.python.worker.reuse": "true",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    import limpid_html.spark

    limpid.spark.register(session)
    return session


def dying(extractor: limpid.Extract, marker: Path | str) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Returns a task that extracts columns. The first process that runs it is killed at its first batch."""
    die_once = killer(marker)

    def each(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            die_once()
            yield extractor(batch)

    return each


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    session = start("local[2]")
    yield session
    session.stop()


def rows(frame: Any) -> list[dict[str, Any]]:
    return sorted_rows([row.asDict(recursive=True) for row in frame.collect()])


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_extract(spark: Any, pages: pyarrow.Table, parts: int) -> None:
    frame = spark.createDataFrame(pages).repartition(parts)
    extracted = limpid.spark.extract(frame, COLUMNS, url="url")
    assert extracted.columns == ["url", *COLUMNS, "errors"]
    assert rows(extracted) == expected_rows()
    count = limpid.spark.extract(frame, ["title"], keep=["url"]).where("title LIKE 'Page 1%'").count()
    assert count == sum((row["title"] or "").startswith("Page 1") for row in expected_rows())


def test_arrow_udf(spark: Any, pages: pyarrow.Table) -> None:
    from pyspark.sql.functions import arrow_udf

    extract = limpid.Extract(["title"], keep=[])

    @arrow_udf("string")
    def title(html: pyarrow.Array) -> pyarrow.Array:
        return extract(pyarrow.record_batch({"html": html}))["title"]

    frame = spark.createDataFrame(pages).select("url", title("html").alias("title"))
    assert rows(frame) == [{"url": row["url"], "title": row["title"]} for row in expected_rows()]


def test_hostile_pages_do_not_fail_a_stage(spark: Any) -> None:
    pages = pyarrow.table({"url": list(HOSTILE) * 4, "html": [page.encode() for page in HOSTILE.values()] * 4})
    extracted = limpid.spark.extract(spark.createDataFrame(pages).repartition(4), COLUMNS)
    assert extracted.count() == 4 * len(HOSTILE)


def test_families_of_slow_pages(spark: Any, tmp_path: Path) -> None:
    made = families(tmp_path, 40_000)
    pages = pyarrow.table({"url": [f"https://example.org/{number}" for number in range(len(made))], "html": made})
    columns = {"text": "text", "links": "links", "clean": "sanitized"}
    extracted = limpid.spark.extract(spark.createDataFrame(pages).repartition(4), columns, url="url")
    assert rows(extracted) == sorted_rows(limpid.extract(pages, columns, url="url").to_pylist())


def test_families_take_linear_time(spark: Any, tmp_path: Path) -> None:
    """Measures the CPU time of each page inside the worker."""
    sizes = [families(tmp_path, 50_000), families(tmp_path, 200_000)]
    pages = [(size, number, page) for size, made in enumerate(sizes) for number, page in enumerate(made)]
    extract = limpid.Extract(COLUMNS)

    def least(batches: Iterator[Any]) -> Iterator[Any]:
        import time

        for batch in batches:
            taken = []
            for row in range(batch.num_rows):
                one, times = batch.slice(row, 1), []
                for _ in range(2):
                    start = time.process_time()
                    extract(one)
                    times.append(time.process_time() - start)
                taken.append(min(times))
            yield pyarrow.RecordBatch.from_arrays([batch["size"], batch["number"], pyarrow.array(taken)], ["size", "number", "seconds"])

    size, number, html = (list(column) for column in zip(*pages, strict=True))
    frame = spark.createDataFrame(pyarrow.table({"size": size, "number": number, "html": html})).repartition(4)
    found = {(row["size"], row["number"]): row["seconds"] for row in frame.mapInArrow(least, "size long, number long, seconds double").collect()}
    small_seconds, large_seconds = ([found[size, number] for number in range(len(sizes[0]))] for size in (0, 1))
    assert not superlinear_pages(*sizes, small_seconds, large_seconds)


def test_a_large_page(spark: Any) -> None:
    pages = pyarrow.table({"url": ["a", "b", "c"], "html": [b"<title>1</title>", b"<p>x" * 5_000_000, None]})
    extracted = limpid.spark.extract(spark.createDataFrame(pages), ["title"], limit=10_000_000)
    found = {row["url"]: (row["title"], [error["code"] for error in row["errors"] or []]) for row in rows(extracted)}
    assert found == {"a": ("1", []), "b": (None, ["too-large"]), "c": (None, [])}


def test_a_large_page_in_an_archive(spark: Any, tmp_path: Path) -> None:
    """The page has 20 MB, or 500 MB with LIMPID_LARGE_PAGE=500. Over the limit, it becomes an error."""
    size = int(os.environ.get("LIMPID_LARGE_PAGE", "20")) * 1_000_000
    path = tmp_path / "large.warc.gz"
    members = (record(f"https://example.org/{name}", f"<title>{name}</title>".encode() + b"<p>x" * count) for name, count in (("1", 1), ("2", size // 4), ("3", 1)))
    path.write_bytes(b"".join(members))
    frame = spark.read.format("warc").option("columns", "url,title")
    whole = rows(frame.option("limit", 2 * size).load(str(path)))
    assert [(row["title"], row["errors"]) for row in whole] == [("1", []), ("2", []), ("3", [])]
    cut = rows(frame.option("limit", size // 2).load(str(path)))
    assert [(row["title"], [error["code"] for error in row["errors"] or []]) for row in cut] == [("1", []), (None, ["too-large"]), ("3", [])]


@pytest.mark.parametrize("ranges", [1, 7, 50])
def test_an_archive_is_split(spark: Any, crawl: Path, ranges: int) -> None:
    split = -(-crawl.stat().st_size // ranges)
    frame = spark.read.format("warc").option("columns", WARC_COLUMNS).option("splitBytes", split).load(str(crawl))
    found = rows(frame)
    assert len(found) == 100 and {row["url"] for row in found} == {f"https://example.org/{number}/" for number in range(100)}
    assert all(row["links"][0]["url"] == row["url"] + "x" and not row["errors"] for row in found)
    assert frame.rdd.getNumPartitions() >= ranges
    assert list(limpid.warc.schema(WARC_COLUMNS.split(",")).names) == frame.columns


def test_options_of_archives(spark: Any, crawl: Path) -> None:
    columns = '{"url": "url", "cards": {"css": "body", "fields": {"link": {"css": "a", "attribute": "href"}, "text": "a"}}, "targets": {"css": "a", "attribute": "href"}, "first": {"css": "a", "attribute": "href", "url": true, "first": true}, "all": {"xpath": "//a/@href"}}'
    frame = spark.read.format("warc").option("columns", columns).load(str(crawl.parent / "*.warc.gz"))
    row = rows(frame)[0]
    assert row.pop("cards") == [{"link": "x", "text": ""}]
    assert row == {"url": "https://example.org/0/", "targets": ["x"], "first": "https://example.org/0/x", "all": ["x"], "errors": []}
    whole = spark.read.format("warc").load(str(crawl.parent))
    assert whole.columns == ["url", "status", "offset", "charset", "html", "errors"] and whole.count() == 100
    with pytest.raises(Exception, match="no archive found"):
        spark.read.format("warc").load(str(crawl.parent / "none.warc.gz")).count()


def test_columns_in_json() -> None:
    engine("pyspark", "pyspark.sql")
    import limpid_html.spark

    columns_of = limpid.spark.columns_of
    fields = '{"n": "h2", "l": {"css": "a", "attribute": "href", "url": true}}'
    assert columns_of(f'{{"c": {{"css": "li", "fields": {fields}}}}}') == {
        "c": limpid.Records("li", {"n": "h2", "l": limpid.First("a", attribute="href", url=True)})
    }
    assert columns_of('{"x": {"xpath": "//a", "max_steps": 5}, "t": "title"}') == {"x": limpid.XPath("//a", 5), "t": "title"}
    for wrong in ('{"css": "li", "fields": ["h2"]}', '{"css": "li", "fields": {"n": {"x": 1}}}', '{"css": "a", "fields": {}, "first": true}', '{"x": 1}'):
        with pytest.raises(ValueError, match="the column 'c' must have css"):
            columns_of(f'{{"c": {wrong}}}')


def test_a_damaged_archive(spark: Any, damaged: Path) -> None:
    frame = spark.read.format("warc").option("columns", WARC_COLUMNS).option("splitBytes", 2_000).load(str(damaged))
    found = rows(frame)
    assert {row["title"] for row in found} >= {f"Page {number}" for number in range(100) if number != 40}
    assert sum(row["title"] is not None for row in found) == 99
    assert [error["code"] for row in found for error in row["errors"] or []] == ["damaged"]


def test_a_killed_worker(spark: Any, pages: pyarrow.Table, tmp_path: Path) -> None:
    """The process of one task is killed. Spark retries the task, and the result is complete."""
    marker = tmp_path / "died"
    task = dying(limpid.Extract(COLUMNS, url="url"), marker)
    frame = spark.createDataFrame(pages).repartition(4)
    schema = limpid.spark.extract(frame, COLUMNS, url="url").schema
    # local[2] tries a task once; the cluster in test_spark_cluster.py tries it four times.
    if spark.sparkContext.master.startswith("local["):
        with pytest.raises(Exception, match="exited unexpectedly|crashed|Connection reset|terminated"):
            frame.mapInArrow(task, schema).collect()
    assert marker.exists()
    assert rows(frame.mapInArrow(task, schema)) == expected_rows()
