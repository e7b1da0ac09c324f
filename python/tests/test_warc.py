"""Web archives."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pyarrow
import pytest
from samples import archive, record

import limpid_html as limpid
import limpid_html.warc

COLUMNS = ["url", "offset", "title", "links"]


def read_rows(source, **options) -> list[dict]:
    return [row for batch in limpid.warc.read(source, **options) for row in batch.to_pylist()]


def test_pages_of_an_archive(tmp_path: Path) -> None:
    path = archive(tmp_path)
    rows = read_rows(path, columns=COLUMNS)
    assert [row["title"] for row in rows] == [f"Page {number}" for number in range(100)]
    assert rows[7]["links"][0]["url"] == "https://example.org/7/x"
    assert all(row["errors"] == [] for row in rows)
    assert read_rows(str(path), columns=COLUMNS) == read_rows(path.read_bytes(), columns=COLUMNS) == rows
    with path.open("rb") as file:
        assert read_rows(file, columns=COLUMNS) == rows
    batches = list(limpid.warc.read(path, columns=COLUMNS, rows=30))
    assert [batch.num_rows for batch in batches] == [30, 30, 30, 10]
    assert all(batch.schema.equals(limpid.warc.schema(COLUMNS)) for batch in batches)


def test_the_record_itself(tmp_path: Path) -> None:
    path = archive(tmp_path, 3)
    (batch,) = limpid.warc.read(path, columns=limpid.warc.RECORD)
    assert batch.schema.equals(limpid.warc.schema(limpid.warc.RECORD))
    row = batch.to_pylist()[1]
    assert (row["url"], row["status"], row["charset"]) == ("https://example.org/1/", 200, "utf-8")
    assert (row["media_type"], row["truncated"], row["errors"]) == ("text/html", None, None)
    page = limpid.warc.record(path.read_bytes()[row["offset"] :])
    assert (page.url, page.html) == (row["url"], row["html"])
    with pytest.raises(ValueError):
        limpid.warc.record(b"no record")


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_read_each_page_once(tmp_path: Path, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limpid.warc, "THREAD_BYTES", 2_000)
    path = archive(tmp_path)
    rows = read_rows(path, columns=COLUMNS)
    for source in (path, path.read_bytes()):
        assert sorted(read_rows(source, columns=COLUMNS, threads=threads, rows=7), key=lambda row: row["offset"]) == rows
    middle = [row for row in rows if 1_000 <= row["offset"] < 5_000]
    assert sorted(read_rows(path, columns=COLUMNS, threads=threads, start=1_000, end=5_000), key=lambda row: row["offset"]) == middle
    # Closing the reader ends its threads.
    batches = limpid.warc.read(path, columns=COLUMNS, threads=threads, rows=1)
    next(batches)
    batches.close()
    assert read_rows(b"", threads=threads) == []


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_must_be_positive(threads: int) -> None:
    with pytest.raises(ValueError, match="threads"):
        read_rows(b"", threads=threads)


def test_threads_need_a_path_or_bytes(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a path or bytes"):
        read_rows(io.BytesIO(archive(tmp_path).read_bytes()), threads=2)
    with pytest.raises(FileNotFoundError):
        read_rows(tmp_path / "none.warc.gz", threads=2)


@pytest.mark.parametrize("count", [1, 2, 7, 50])
def test_ranges_contain_each_page_once(tmp_path: Path, count: int) -> None:
    path = archive(tmp_path)
    size = path.stat().st_size
    edges = [size * number // count for number in range(count)] + [None]
    rows = []
    for start, end in zip(edges, edges[1:]):
        rows += read_rows(io.BytesIO(path.read_bytes()) if count == 7 else path, columns=["url"], start=start, end=end)
    assert [row["url"] for row in rows] == [f"https://example.org/{number}/" for number in range(100)]
    assert all(row["errors"] is None for row in rows)


def test_damaged_records_are_rows_with_errors(tmp_path: Path) -> None:
    rows = read_rows(archive(tmp_path, damaged=40), columns=COLUMNS)
    bad = [row for row in rows if row["errors"]]
    assert len(bad) == 1 and bad[0]["errors"][0]["code"] == "damaged" and bad[0]["title"] is None
    titles = {row["title"] for row in rows}
    assert titles >= {f"Page {number}" for number in range(100) if number != 40}
    cut = archive(tmp_path).read_bytes()[:-40]
    assert [row for row in read_rows(cut, columns=["url"]) if row["errors"]]


def test_a_record_over_the_limit_is_a_row_with_an_error() -> None:
    data = record("https://example.org/", b"x" * 1_000_000) + record("https://example.org/2", b"<title>2</title>")
    rows = read_rows(data, columns=["title"], limit=100_000)
    assert [row["title"] for row in rows] == [None, "2"] and rows[0]["errors"]


def test_missing_and_invalid_archives(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        list(limpid.warc.read(tmp_path / "none.warc.gz"))
    assert caught.value.filename == str(tmp_path / "none.warc.gz")
    with pytest.raises(TypeError):
        list(limpid.warc.read(3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="range"):
        list(limpid.warc.read(b"", start=5, end=1))
    assert read_rows(b"", columns=["url"]) == []
    assert [row["errors"][0]["code"] for row in read_rows(b"no archive at all", columns=["url"])]


def test_os_errors_of_files_are_rows_with_errors() -> None:
    class Failing(io.RawIOBase):
        def read(self, count: int = -1) -> bytes:
            raise OSError("the network is gone")

    rows = read_rows(Failing(), columns=["url"])
    assert "the network is gone" in rows[-1]["errors"][0]["message"]


def test_batches_are_arrow_batches(tmp_path: Path) -> None:
    whole = pyarrow.Table.from_batches(limpid.warc.read(archive(tmp_path, 10), columns=["url", "html"]))
    again = limpid.extract(whole, ["title"], url="url", keep=["url"])
    assert again["title"].to_pylist() == [f"Page {number}" for number in range(10)]


def test_errors_are_the_last_column_under_any_name() -> None:
    page = record("https://example.org/", b"<p>Tea")
    for columns, names in (
        (["errors", "url"], ["url", "errors"]),
        ({"wrong": "errors", "text": "text"}, ["text", "wrong"]),
        (["text", "html", "offset"], ["html", "offset", "text", "errors"]),
    ):
        batches = list(limpid.warc.read(page + page[:-20], columns=columns))
        assert batches[0].schema.names == names
        assert limpid.warc.schema(columns) == batches[0].schema
        assert batches[0].column(names[-1]).to_pylist()[-1]


def test_the_reader_is_an_arrow_stream(tmp_path: Path) -> None:
    import polars

    path = archive(tmp_path)
    rows = read_rows(path, columns=COLUMNS)
    for threads in (1, 3):

        def read() -> limpid.warc.Reader:
            return limpid.warc.read(path, columns=iter(COLUMNS), rows=7, threads=threads)

        assert read().schema.equals(limpid.warc.schema(COLUMNS)) and iter(reader := read()) is reader
        tables = [pyarrow.table(read()), pyarrow.RecordBatchReader.from_stream(read()).read_all(), polars.DataFrame(read()).to_arrow()]
        for table in tables:
            assert table.column_names == reader.schema.names
            assert sorted(table["offset"].to_pylist()) == [row["offset"] for row in rows]
        # A stream contains the remaining batches.
        first = next(reader)
        assert pyarrow.table(reader).num_rows == len(rows) - first.num_rows
        assert pyarrow.table(reader).num_rows == 0 and list(reader) == []
    for empty in (b"", b"no archive"):
        assert pyarrow.table(limpid.warc.read(empty, columns=["url"])).column_names == ["url", "errors"]


def test_record_columns_can_be_renamed() -> None:
    data = record("https://example.org/", b"<title>Tea")
    columns = {"fetched": "date", "page": "html", "title": "url", "url": "title", "Status": "status"}
    (row,) = read_rows(data, columns=columns)
    expected = {"fetched": None, "page": b"<title>Tea", "title": "https://example.org/", "Status": 200, "url": "Tea", "errors": []}
    assert row == expected and list(row) == list(expected) == limpid.warc.schema(columns).names
    with pytest.raises(ValueError, match="record_id.*detailed_links"):
        limpid.warc.read(data, columns={"d": "dat"})
    for twice in ({"errors": "date"}, {"errors": "date", "text": "text"}, ["url", "url"]):
        with pytest.raises(ValueError, match="two columns"):
            limpid.warc.read(data, columns=twice)
    for wrong in ([3], {1: "date"}, 3, None):
        with pytest.raises(TypeError, match="column"):
            limpid.warc.read(data, columns=wrong)


def test_a_with_block_closes_its_reader(tmp_path: Path) -> None:
    for threads in (1, 3):
        with limpid.warc.read(archive(tmp_path), rows=3, threads=threads) as reader:
            next(reader)
        assert list(reader) == []
        with pytest.raises(ZeroDivisionError), reader:
            1 / 0


def test_a_closed_reader_has_no_more_batches(tmp_path: Path) -> None:
    for threads in (1, 3):
        reader = limpid.warc.read(archive(tmp_path), rows=3, threads=threads)
        next(reader)
        reader.close()
        reader.close()
        assert list(reader) == []


def test_invalid_arguments_are_raised_before_reading(tmp_path: Path) -> None:
    for call, error in (
        (lambda: limpid.warc.read(tmp_path / "none.warc"), FileNotFoundError),
        (lambda: limpid.warc.read(b"", columns=["none"]), ValueError),
        (lambda: limpid.warc.read(b"", columns="url"), TypeError),
        (lambda: limpid.warc.read(b"", start=-1), ValueError),
    ):
        with pytest.raises(error):
            call()


def test_the_date_and_the_id_of_a_record() -> None:
    plain = gzip.decompress(record("https://example.org/", b"<title>Tea"))
    fields = b"WARC-Date: 2026-10-01T12:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
    full = plain.replace(b"WARC-Target-URI", fields + b"WARC-Target-URI", 1)
    rows = read_rows(full + plain + full[:-20], columns=["record_id", "title", "date"])
    assert [(row["date"], row["record_id"]) for row in rows[:2]] == [("2026-10-01T12:00:00Z", "<urn:uuid:1>"), (None, None)]
    assert rows[-1]["errors"] and list(rows[0]) == ["record_id", "date", "title", "errors"]
    page = limpid.warc.record(full)
    assert page is not None and (page.date, page.record_id) == ("2026-10-01T12:00:00Z", "<urn:uuid:1>")
    other = limpid.warc.record(plain)
    assert other is not None and (other.date, other.record_id) == (None, None)
