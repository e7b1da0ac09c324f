"""Fixtures of the tests that start engines."""

from __future__ import annotations

from pathlib import Path

import pyarrow
import pytest
from samples import archive, table


@pytest.fixture(scope="session")
def pages() -> pyarrow.Table:
    return table()


@pytest.fixture(scope="session")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of 100 pages."""
    return archive(tmp_path_factory.mktemp("crawl"))


@pytest.fixture(scope="session")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of 100 pages, the record of number 40 damaged."""
    return archive(tmp_path_factory.mktemp("damaged"), damaged=40)
