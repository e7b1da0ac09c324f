"""Pages, tables and archives that tests of columns and engines share."""

from __future__ import annotations

import gzip
import subprocess
import time
from pathlib import Path
from typing import Any

import pyarrow
from conftest import REPOSITORY, leave_out

import limpid_html as limpid

#: The columns that every engine makes.
COLUMNS: limpid._extract.Columns = {
    "title": "title",
    "text": "text",
    "links": "links",
    "targets": limpid.Select("a[href]", attribute="href", url=True),
    "heading": limpid.First("h1, h2"),
    "clean": "sanitized",
}

#: Pages whose cost would grow with the square of their length, or whose depth would end a stack, in parsers that are not made for them.
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
    """Pages with URLs: usual ones, a null, an empty one, bytes that are no UTF-8, and hostile ones."""
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


def plain(value: Any) -> Any:
    """Returns a value as JSON has it: what engines give as rows, arrays and maps becomes dicts and lists."""
    if hasattr(value, "asDict"):
        value = value.asDict()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return None if value != value else value


def ordered(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sorts rows, whose order no engine promises."""
    return sorted((plain(row) for row in found), key=lambda row: (row["url"] or "", str(row.get("title"))))


def expected(count: int = 60) -> list[dict[str, Any]]:
    return ordered(limpid.extract(table(count), COLUMNS, url="url").to_pylist())


def record(url: str, body: bytes, content_type: str = "text/html; charset=utf-8") -> bytes:
    """Returns a gzip member with a response."""
    http = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(http)}\r\n\r\n"
    return gzip.compress(head.encode() + http + b"\r\n\r\n", mtime=0)


def archive(folder: Path, count: int = 100, damaged: int | None = None) -> Path:
    """Writes an archive of pages with an image between each two, one of its records damaged if asked for."""
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
    """Returns a page of about so many bytes of each family of `cargo xtask growth`."""
    program = REPOSITORY / "target/debug/examples/families"
    if not program.exists():
        leave_out("families of slow pages", "cargo build -p limpid-pages --example families makes them")
    made = folder / str(size)
    made.mkdir()
    subprocess.run([program, made, str(size)], check=True)
    return [path.read_bytes() for path in sorted(made.iterdir())]


def seconds(extract: limpid.Extract, page: bytes) -> float:
    """Returns the least CPU time of two calls on a page."""
    batch = pyarrow.record_batch({"html": [page]})
    times = []
    for _ in range(2):
        start = time.process_time()
        assert extract(batch).num_rows == 1
        times.append(time.process_time() - start)
    return min(times)


def slower_than_their_bytes(small: list[bytes], large: list[bytes], few: list[float], many: list[float]) -> list[Any]:
    """Returns the pages that take more than twice their bytes' share of the time of small ones; a hundredth of a second is noise."""
    rows = zip(small, large, few, many, strict=True)
    return [(page[:40], one, other) for less, page, one, other in rows if other > 2 * len(page) / len(less) * one + 0.01]
