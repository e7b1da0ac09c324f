"""Pages, tables and archives for the tests of columns and engines."""

from __future__ import annotations

import gzip
import subprocess
import time
from pathlib import Path
from typing import Any

import pyarrow
from conftest import REPOSITORY, skip_missing

import limpid_html as limpid

#: The columns that are extracted with every engine.
COLUMNS: limpid._extract.Columns = {
    "title": "title",
    "text": "text",
    "links": "links",
    "targets": limpid.Select("a[href]", attribute="href", url=True),
    "heading": limpid.First("h1, h2"),
    "clean": "sanitized",
    "content": "content",
    "metadata": "metadata",
}

#: Pages that take quadratic time or overflow the stack in a naive parser.
HOSTILE = {
    "deep": "<div>" * 40_000,
    "formatting": "<b><i><a>" * 15_000 + "<p>" * 5_000,
    "attributes": "<p " + " ".join(f"a{number}=1" for number in range(40_000)) + ">",
    "tables": "<table><tr><td>" * 15_000,
    "unclosed": "<a href=x>" * 20_000 + "</p>" * 20_000,
    "entities": "&amp;&notit;" * 20_000,
    "base": "<base href='https://e.org/" + "x" * 100_000 + "/'>" + "<a href=y>" * 2_000,
    "select": "<select><option>" + "<div>" * 20_000,
    "nul": "\0" * 200_000,
}


def rows(count: int = 60) -> list[dict[str, Any]]:
    """Rows of URLs and pages: usual pages, a null, an empty page, invalid UTF-8, and the hostile pages."""
    result: list[dict[str, Any]] = []
    for number in range(count):
        page = (
            f"<!DOCTYPE html><meta charset=utf-8><title>Page {number} é</title><h1>Heading {number}</h1>"
            f"<p>Text <b>of {number}</b><a href=/next/{number}>next</a><img src=i{number}.png><script>x({number})</script></b>"
        )
        result.append({"url": f"https://example.org/{number}/", "html": page.encode()})
    result[3]["html"] = None
    result[5]["html"] = b""
    result[8]["html"] = b"<title>caf\xe9</title>"
    result[11]["url"] = None
    for name, page in HOSTILE.items():
        result.append({"url": f"https://example.org/hostile/{name}", "html": page.encode()})
    return result


def table(count: int = 60) -> pyarrow.Table:
    schema = pyarrow.schema([("url", pyarrow.string()), ("html", pyarrow.binary())])
    return pyarrow.Table.from_pylist(rows(count), schema)


def to_json_value(value: Any) -> Any:
    """Converts the row, array and map objects of engines to dicts and lists."""
    if hasattr(value, "asDict"):
        value = value.asDict()
    if isinstance(value, dict):
        return {key: to_json_value(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [to_json_value(item) for item in value]
    return None if value != value else value


def sorted_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sorts rows, because engines do not guarantee their order."""
    return sorted((to_json_value(row) for row in rows), key=lambda row: (row["url"] or "", str(row.get("title"))))


def expected_rows(count: int = 60) -> list[dict[str, Any]]:
    return sorted_rows(limpid.extract(table(count), COLUMNS, url="url").to_pylist())


def record(url: str, body: bytes, content_type: str = "text/html; charset=utf-8") -> bytes:
    """Returns a gzip member with a WARC response record."""
    http = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(http)}\r\n\r\n"
    return gzip.compress(head.encode() + http + b"\r\n\r\n", mtime=0)


def archive(folder: Path, count: int = 100, damaged: int | None = None) -> Path:
    """Writes an archive of ``count`` pages, each followed by an image. The record with the number ``damaged`` is corrupted."""
    path = folder / "pages.warc.gz"
    with path.open("wb") as file:
        for number in range(count):
            member = record(f"https://example.org/{number}/", f"<title>Page {number}</title><a href=x>".encode() + b"y" * number * 7)
            if number == damaged:
                middle = len(member) // 2
                member = member[:middle] + bytes([member[middle] ^ 0xFF]) + member[middle + 1 :]
            file.write(member + record(f"https://example.org/{number}.png", b"\x89PNG", "image/png"))
    return path


def families(folder: Path, size: int) -> list[bytes]:
    """Returns a page of about ``size`` bytes for each family of `cargo xtask growth`."""
    program = REPOSITORY / "target/debug/examples/families"
    if not program.exists():
        skip_missing("families of slow pages", "build the generator with `cargo build -p limpid-pages --example families`")
    made = folder / str(size)
    made.mkdir()
    subprocess.run([program, made, str(size)], check=True)
    return [path.read_bytes() for path in sorted(made.iterdir())]


def seconds(extract: limpid.Extract, page: bytes) -> float:
    """Returns the lower CPU time of two calls with a page."""
    batch = pyarrow.record_batch({"html": [page]})
    times = []
    for _ in range(2):
        start = time.process_time()
        assert extract(batch).num_rows == 1
        times.append(time.process_time() - start)
    return min(times)


def superlinear_pages(small: list[bytes], large: list[bytes], small_seconds: list[float], large_seconds: list[float]) -> list[Any]:
    """Returns the large pages that take more than twice as long per byte as the small ones. Ignores 0.01 s of noise."""
    rows = zip(small, large, small_seconds, large_seconds, strict=True)
    return [
        (page[:40], small_time, time)
        for small_page, page, small_time, time in rows
        if time > 2 * len(page) / len(small_page) * small_time + 0.01
    ]
