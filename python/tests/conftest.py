"""Finds the test suites, and lists the skipped tests at the end of a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))

#: What was skipped, and why, for the summary.
skipped: list[str] = []


def skip_missing(what: str, reason: str) -> None:
    """Skips a test whose data or program is missing. With ``CI=true``, the test fails unless ``LIMPID_SUITES_OPTIONAL=1``."""
    skipped.append(f"{what}: {reason}")
    if os.environ.get("CI") == "true" and os.environ.get("LIMPID_SUITES_OPTIONAL") != "1":
        pytest.fail(f"{what}: {reason}")
    pytest.skip(f"{what}: {reason}")


def suite(name: str) -> Path | None:
    """Returns the folder of a suite, in ``$LIMPID_TEST_SUITES`` or among the downloaded suites, or ``None`` if it is missing."""
    folders = [REPOSITORY / "html5lib-tests/upstream"]
    if given := os.environ.get("LIMPID_TEST_SUITES"):
        assert (REPOSITORY / given).is_dir(), f"$LIMPID_TEST_SUITES is {given}, which is not a folder"
        folders.insert(0, REPOSITORY / given)
    return next((folder / name for folder in folders if (folder / name).is_dir()), None)


@pytest.fixture(scope="session")
def real_pages() -> dict[str, bytes]:
    """The pages of the corpus of real pages, by file name."""
    folder = suite("corpus/real")
    if folder is None:
        skip_missing("real pages", "the corpus is missing; `cargo xtask fetch-suites` downloads them")
    assert folder is not None
    return {page.name: page.read_bytes() for page in sorted(folder.iterdir()) if page.is_file()}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in dict.fromkeys(skipped):
        terminalreporter.write_line(f"SKIPPED {line}")
