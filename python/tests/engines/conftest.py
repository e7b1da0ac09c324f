"""Fixtures of the tests that start engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pytest
from samples import archive, table


@pytest.fixture(scope="session", autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Has engines start where no folder is called `limpid_html`: their workers look for modules in the current one first, and the sources have nothing
    compiled beside them."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("elsewhere"))
    yield
    os.chdir(before)


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
