"""Fixtures of the tests that start engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pytest
from samples import archive, table


@pytest.fixture(scope="session", autouse=True)
def working_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Changes to a folder without `limpid_html`. Workers search the current folder first, and the sources do not contain the compiled module."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("work"))
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
    """An archive of 100 pages. The record of page 40 is damaged."""
    return archive(tmp_path_factory.mktemp("damaged"), damaged=40)
