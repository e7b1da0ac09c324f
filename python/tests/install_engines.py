"""Installs the engines of engines.toml, and writes what became of each to a file: ``install_engines.py FILE``."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

#: What pip says when a registry answers that it has no such thing or will not give it; a broken build or a time-out says otherwise.
REFUSED = re.compile(r"No matching distribution|Could not find a version|40[34] Client Error|HTTP error 40[34]")


def install(requirements: list[str]) -> subprocess.CompletedProcess[str]:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--no-binary=pyspark"]
    return subprocess.run([*pip, *requirements], capture_output=True, text=True)


def main() -> None:
    with (Path(__file__).parent / "engines.toml").open("rb") as file:
        engines: dict[str, list[str]] = tomllib.load(file)["versions"]
    failures = {}
    # All in one go, as a rule: pip finds versions that fit together, in a third of the time.
    if install([one for requirements in engines.values() for one in requirements]).returncode:
        for name, requirements in engines.items():
            done = install(requirements)
            if done.returncode:
                words = (done.stderr or done.stdout).strip()
                failures[name] = {"reason": words.splitlines()[-1] if words else "pip failed", "refused": bool(REFUSED.search(words))}
    Path(sys.argv[1]).write_text(json.dumps(failures, indent=1))
    for name, failure in failures.items():
        print(f"engine {name} is not installed: {failure['reason']}", file=sys.stderr)


main()
