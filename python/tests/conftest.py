"""Places of what tests read, and a word at the end about all that was left out."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))

#: What was not run, and why, for the summary.
left_out: list[str] = []


def leave_out(what: str, reason: str) -> None:
    """Skips a test whose material is missing. With ``CI=true`` that fails, unless ``LIMPID_SUITES_OPTIONAL=1``."""
    left_out.append(f"{what}: {reason}")
    if os.environ.get("CI") == "true" and os.environ.get("LIMPID_SUITES_OPTIONAL") != "1":
        pytest.fail(f"{what}: {reason}")
    pytest.skip(f"{what}: {reason}")


def suite(name: str) -> Path | None:
    """Returns the folder of a suite: in ``$LIMPID_TEST_SUITES``, or among the fetched suites."""
    folders = [REPOSITORY / "html5lib-tests/upstream"]
    if given := os.environ.get("LIMPID_TEST_SUITES"):
        assert (REPOSITORY / given).is_dir(), f"$LIMPID_TEST_SUITES names {given}, which is not a folder"
        folders.insert(0, REPOSITORY / given)
    return next((folder / name for folder in folders if (folder / name).is_dir()), None)


@pytest.fixture(scope="session")
def real_pages() -> dict[str, bytes]:
    """The real pages, by name."""
    folder = suite("corpus/real")
    if folder is None:
        leave_out("real pages", "they are missing; `cargo xtask fetch-suites` downloads them")
    assert folder is not None
    return {page.name: page.read_bytes() for page in sorted(folder.iterdir()) if page.is_file()}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in dict.fromkeys(left_out):
        terminalreporter.write_line(f"LEFT OUT {line}")
