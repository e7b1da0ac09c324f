"""Runs html5lib-tests through Python, and compares the results with the scoreboard in the repository."""

from __future__ import annotations

import re
from pathlib import Path

import conftest
import pytest
from conftest import REPOSITORY, skip_missing

import limpid_html as limpid

SECTIONS = (
    *("description", "data", "errors", "new-errors", "document-fragment", "declarative-shadow-roots"),
    *("script-on", "script-off", "document"),
)
HEADINGS = {b"#" + name.encode(): name for name in SECTIONS}


def cases(path: Path) -> list[dict[str, bytes]]:
    """Reads the cases of a file. Each is a dict of sections by name."""
    result: list[dict[str, list[bytes]]] = []
    section: list[bytes] = []
    for line in path.read_bytes().split(b"\n"):
        name = HEADINGS.get(line)
        if name is None:
            section.append(line)
            continue
        starts = name == "description" or (name == "data" and not (result and list(result[-1]) == ["description"]))
        if starts:
            result.append({})
        section = result[-1].setdefault(name, [])
    return [{name: b"\n".join(lines) for name, lines in case.items()} for case in result]


def dump(case: dict[str, bytes], scripting: bool) -> str:
    context = case.get("document-fragment")
    document = limpid.parse(
        case["data"].decode(),
        scripting="normal" if scripting else "disabled",
        fragment=context.decode().strip() if context else None,
    )
    return document.tree()


def outcome(case: dict[str, bytes]) -> str:
    try:
        case["data"].decode()
    except UnicodeDecodeError:
        return "skipped"
    modes = [True] if "script-on" in case else [False] if "script-off" in case else [True, False]
    expected = case["document"].decode().strip("\n")
    return "passed" if all(dump(case, mode).strip("\n") == expected for mode in modes) else "failed"


@pytest.mark.parametrize("suite", ["html5lib-tests", "wpt-2026-09"])
def test_tree_construction(suite: str) -> None:
    folder = conftest.suite(suite)
    if folder is None:
        skip_missing(suite, "the suite is missing; `cargo xtask fetch-suites` downloads it")
    assert folder is not None
    replaced = {}
    for case in cases(REPOSITORY / "html5lib-tests/exceptions/tree-construction.dat"):
        if match := re.match(rb"replaces ([^/]+)/.*?([^/ ]+\.dat) #(\d+):", case.get("description", b"")):
            replaced[match[1].decode(), match[2].decode(), int(match[3])] = case
    counts, failed = {"passed": 0, "failed": 0, "skipped": 0}, []
    for path in sorted((folder / "tree-construction").rglob("*.dat")):
        for number, case in enumerate(cases(path), 1):
            case = replaced.get((suite, path.name, number), case)
            # Scripted tests change the tree with scripts, which limpid does not run.
            result = "skipped" if path.parent.name == "scripted" else outcome(case)
            counts[result] += 1
            if result == "failed":
                failed.append(f"{path.name} #{number}: {case['data']!r}")
    status = (REPOSITORY / f"html5lib-tests/status/{suite}.txt").read_text()
    row = re.search(r"^tree-construction +(\d+) +(\d+) +(\d+) +(\d+)", status, re.MULTILINE)
    assert row is not None
    print(f"{suite} tree-construction: {sum(counts.values())} cases, {counts}")
    assert (sum(counts.values()), *counts.values()) == tuple(map(int, row.groups())), "\n".join(failed[:20])
