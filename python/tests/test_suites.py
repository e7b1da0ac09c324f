"""Runs BeautifulSoup's own tests with ``limpid_html.bs4``. They are downloaded from PyPI into a temporary folder.

``suites/beautifulsoup.txt`` lists the tests that must pass. ``LIMPID_WRITE_SUITES=1`` rewrites it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from conftest import skip_missing, skipped

LIST = Path(__file__).parent / "suites/beautifulsoup.txt"
UNAVAILABLE = re.compile(r"No matching distribution|Could not find a version|40[34] Client Error")

#: Runs BeautifulSoup's tests of conforming HTML5 builders with limpid's builder.
SOUP = '''
import limpid_html.bs4
from bs4.tests import HTML5TreeBuilderSmokeTest

class TestLimpid(HTML5TreeBuilderSmokeTest):
    @property
    def default_builder(self):
        return limpid_html.bs4.LimpidTreeBuilder
'''


def fetch(requirement: str, folder: Path) -> Path:
    """Downloads and unpacks a source distribution. Returns its folder."""
    if given := os.environ.get("LIMPID_SDISTS"):
        (archive,) = Path(given).glob(requirement.replace("==", "-") + ".tar.gz")
    else:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation", "--no-binary", ":all:", "--dest", str(folder), requirement]
        done = subprocess.run(pip, capture_output=True, text=True)
        if done.returncode:
            output = done.stderr.strip()
            if UNAVAILABLE.search(output):
                skipped.append(f"the tests of {requirement}: not available from the registry")
                pytest.skip(output)
            skip_missing(f"the tests of {requirement}", output.splitlines()[-1] if output else "pip failed")
        (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    return unpacked


def passing(arguments: list[str], folder: Path) -> tuple[set[str], str]:
    """Runs tests. Returns the names of the passing tests, and all output."""
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--tb=line", "-p", "no:cacheprovider", "-W", "ignore", *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    names = re.findall(r"^PASSED (?:\S*/)?([^/\s]+\.py::.*?)$", done.stdout, re.MULTILINE)
    return set(names), done.stdout + done.stderr


def test_beautifulsoup(tmp_path: Path) -> None:
    requirements = (Path(__file__).parent / "requirements.txt").read_text().splitlines()
    unpacked = fetch(next(line for line in requirements if line.startswith("beautifulsoup4")), tmp_path)
    # Wheels do not contain the tests, so all of BeautifulSoup is used from the source distribution.
    (unpacked / "bs4/tests/test_limpid.py").write_text(SOUP)
    passed, output = passing(["bs4/tests/test_limpid.py"], unpacked)
    if os.environ.get("LIMPID_WRITE_SUITES"):
        LIST.write_text("".join(f"{test}\n" for test in sorted(passed)))
    listed = set(LIST.read_text().split("\n")) - {""}
    print(f"{len(passed)} tests pass, {len(listed)} are listed")
    assert listed and not listed - passed, "\n".join([*sorted(listed - passed), output[-5000:]])
