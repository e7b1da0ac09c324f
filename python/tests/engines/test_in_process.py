"""Engines that run in this process. The result does not depend on how the table is split."""

from __future__ import annotations

from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from engines.support import engine
from samples import COLUMNS, expected_rows, sorted_rows

import limpid_html as limpid


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_polars(pages: pyarrow.Table, parts: int) -> None:
    polars = engine("polars")
    frame = polars.DataFrame(pages)
    extract = limpid.Extract(COLUMNS, url="url")
    size = -(-len(frame) // parts)
    whole = polars.concat([extract(part) for part in frame.iter_slices(size)])
    assert isinstance(whole, polars.DataFrame) and sorted_rows(whole.to_dicts()) == expected_rows()
    assert extract(frame.lazy().collect()).equals(whole)


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_duckdb(pages: pyarrow.Table, parts: int) -> None:
    duckdb = engine("duckdb")
    connection = duckdb.connect()
    connection.execute(f"SET threads = {min(parts, 2)}")
    batches = pyarrow.RecordBatchReader.from_batches(pages.schema, pages.to_batches(max_chunksize=-(-len(pages) // parts)))
    extracted = limpid.extract(batches, COLUMNS, url="url")  # noqa: F841 (DuckDB finds it by its name)
    assert sorted_rows(connection.sql("SELECT * FROM extracted").to_arrow_table().to_pylist()) == expected_rows()
    again = limpid.extract(pages, COLUMNS, url="url")  # noqa: F841
    assert connection.sql("SELECT count(*) FROM again, unnest(links) WHERE title LIKE 'Page%'").fetchall()[0][0] > 100


@pytest.mark.parametrize("parts", [1, 2, 8])
@pytest.mark.parametrize("source", ["record batches", "parquet"])
def test_datafusion(pages: pyarrow.Table, tmp_path: Path, source: str, parts: int) -> None:
    datafusion = engine("datafusion")
    context = datafusion.SessionContext()
    extract = limpid.Extract({"title": "title", "text": "text", "links": "links"}, url="url", keep=[])
    result = pyarrow.struct(list(extract.schema(pages.schema)))

    def page(url: pyarrow.Array, html: pyarrow.Array) -> pyarrow.Array:
        return extract(pyarrow.record_batch({"url": url, "html": html})).to_struct_array()

    # DataFusion reads Parquet as views, and converts other arrays to views.
    context.register_udf(datafusion.udf(page, [pyarrow.string_view(), pyarrow.binary_view()], result, "immutable", "page"))
    size = -(-len(pages) // parts)
    if source == "parquet":
        pyarrow.parquet.write_table(pages, tmp_path / "pages.parquet", row_group_size=size)
        context.register_parquet("pages", tmp_path / "pages.parquet")
        assert context.table("pages").schema().field("html").type == pyarrow.binary_view()
    else:
        context.register_record_batches("pages", [[batch] for batch in pages.to_batches(max_chunksize=size)])
    rows = context.sql("SELECT url, p.title, p.text, p.links FROM (SELECT url, page(url, html) AS p FROM pages)").to_pylist()
    rows = [{key.split(".")[-1].split("[")[-1].strip("]\"'"): value for key, value in row.items()} for row in rows]
    expected = [{key: row[key] for key in ("url", "title", "text", "links")} for row in expected_rows()]
    assert sorted_rows(rows) == expected


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_daft(pages: pyarrow.Table, parts: int) -> None:
    daft = engine("daft")
    engine("daft", "limpid_html.daft")
    import limpid_html.daft

    frame = daft.from_arrow(pages).into_partitions(parts)
    rows = limpid.daft.extract(frame, COLUMNS, url="url", batch_size=7).to_arrow().to_pylist()
    assert sorted_rows(rows) == expected_rows()


def test_pandas(pages: pyarrow.Table) -> None:
    engine("pandas")
    rows = limpid.extract(pages.to_pandas(), COLUMNS, url="url").to_dict("records")
    assert sorted_rows(rows) == expected_rows()


def test_pandas_keeps_the_index() -> None:
    pandas = engine("pandas")
    frame = pandas.DataFrame({"html": [f"<title>{number}" for number in range(4)], "number": range(4)})
    chosen = frame[frame["number"] % 2 == 1].copy()
    chosen["title"] = limpid.extract(chosen, ["title"])["title"]
    assert chosen["title"].to_dict() == {1: "1", 3: "3"}
    # Labels of any type, unsorted and repeated.
    for index in [["b", "a", "b", "c"], pandas.MultiIndex.from_product([["x", "y"], [1, 2]], names=["one", "two"]), pandas.RangeIndex(4)]:
        result = limpid.extract(frame.set_index(pandas.Index(index)), ["title"])
        assert result.index.equals(pandas.Index(index)) and list(result["title"]) == ["0", "1", "2", "3"]
    assert limpid.extract(frame[:0], ["title"]).index.equals(frame[:0].index)
