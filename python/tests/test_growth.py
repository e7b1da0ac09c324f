"""Pages made to be slow or large: the families of `cargo xtask growth`, and very large pages."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow
import pytest
from samples import COLUMNS, families, seconds, superlinear_pages

import limpid_html as limpid


def test_families_take_linear_time(tmp_path: Path) -> None:
    small, large = families(tmp_path, 50_000), families(tmp_path, 200_000)
    assert len(small) == len(large) > 60
    extract = limpid.Extract(COLUMNS)
    assert not superlinear_pages(small, large, [seconds(extract, page) for page in small], [seconds(extract, page) for page in large])


@pytest.mark.parametrize("piece", [b"<p>x", b"<div>", b"x", b"<a href=/y>", b"<td>&amp;"])
def test_very_large_pages(piece: bytes) -> None:
    """The pages have 20 MB, or 500 MB with LIMPID_LARGE_PAGE=500, like the largest pages of crawls."""
    megabytes = int(os.environ.get("LIMPID_LARGE_PAGE", "20"))
    page = b"<title>Large</title>" + piece * (megabytes * 1_000_000 // len(piece))
    found = limpid.extract(pyarrow.record_batch({"html": [b"<title>1</title>", page, None]}), ["title"], limit=1 << 31).to_pylist()
    assert [row["title"] for row in found][::2] == ["1", None]
    assert found[1]["title"] == "Large" or found[1]["errors"]
    document = limpid.parse(page, errors=False)
    assert document.title == "Large" and document.body is not None
