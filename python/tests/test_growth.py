"""Pages that are made to be slow or large, through the wheel: the families of `cargo xtask growth`, and one very large page."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pyarrow
import pytest
from samples import COLUMNS, families

import limpid


def seconds(pages: list[bytes]) -> list[float]:
    """Returns for each page the least CPU time of two calls, each of all columns."""
    result = []
    for page in pages:
        batch = pyarrow.record_batch({"html": [page]})
        times = []
        for _ in range(2):
            start = time.process_time()
            assert limpid.extract(batch, COLUMNS).num_rows == 1
            times.append(time.process_time() - start)
        result.append(min(times))
    return result


def test_families_cost_what_their_bytes_cost(tmp_path: Path) -> None:
    """Four times the bytes take four times the time, and no more than twice that; a hundredth of a second is noise."""
    small, large = families(tmp_path, 50_000), families(tmp_path, 200_000)
    assert len(small) == len(large) > 60
    slow = []
    for number, (few, many) in enumerate(zip(seconds(small), seconds(large), strict=True)):
        share = len(large[number]) / len(small[number])
        if many > 2 * share * few + 0.01:
            slow.append((number, large[number][:40], few, many))
    assert not slow


def test_families_parse_and_pickle_nothing_wrong(tmp_path: Path) -> None:
    for page in families(tmp_path, 20_000):
        document = limpid.parse(page)
        assert document.html() is not None and len(document.select("*")) < len(document)


@pytest.mark.parametrize("piece", [b"<p>x", b"<div>", b"x", b"<a href=/y>", b"<td>&amp;"])
def test_a_page_of_many_megabytes(piece: bytes) -> None:
    """Of 20 MB; with LIMPID_LARGE_PAGE=500 of 500 MB, as the largest in crawls."""
    megabytes = int(os.environ.get("LIMPID_LARGE_PAGE", "20"))
    page = b"<title>Large</title>" + piece * (megabytes * 1_000_000 // len(piece))
    found = limpid.extract(pyarrow.record_batch({"html": [b"<title>1</title>", page, None]}), ["title"], limit=1 << 31).to_pylist()
    assert [row["title"] for row in found][::2] == ["1", None]
    assert found[1]["title"] == "Large" or found[1]["errors"]
    document = limpid.parse(page, errors=False)
    assert document.title == "Large" and document.body is not None
