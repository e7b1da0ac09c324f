"""Installs the engines of engines.toml, and Java for Spark, and writes what became of each to a file: ``install_engines.py FILE``."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # mypy, which the tests need, installs it

#: What is said when a registry has no such thing, will not give it, or takes too long: no fault of what is tested. A broken build says otherwise.
REFUSED = re.compile(r"No matching distribution|Could not find a version|40[34] Client Error|HTTP error 40[34]|timed out")
#: The seconds that the engines may take to be installed in one go, and in all; and those of Java.
TOGETHER, ENGINES, JAVA = 540, 720, 240
#: The version of Java that Spark needs, and Debian's package of it.
JAVA_VERSION, JAVA_PACKAGE = 17, "openjdk-17-jre-headless"


def run(command: list[str], seconds: float, **environment: str) -> tuple[bool, str]:
    """Runs a command for so long. Returns whether it succeeded, and what it said."""
    if seconds < 1:
        return False, "timed out: what was tried before took all of the time"
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL, env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return False, f"timed out after {seconds:.0f} seconds"
    except OSError as error:
        return False, str(error)
    return done.returncode == 0, (done.stderr or done.stdout).strip()


def install(requirements: list[str], seconds: float) -> tuple[bool, str]:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--only-binary=:all:", "--no-binary=pyspark"]
    # Gigabytes that are installed once are not kept a second time.
    cache = ["--no-cache-dir"] if os.environ.get("CI") == "true" else []
    return run([*pip, *cache, *requirements], seconds)


def failure(words: str, refused: bool) -> dict[str, object]:
    return {"reason": words.splitlines()[-1] if words else "pip failed", "refused": refused}


def java_version() -> int:
    """Returns the version of the Java that Spark would start, 0 without any."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin/java")) if home else shutil.which("java")
    words = run([java, "-version"], 60)[1] if java else ""
    found = re.search(r'version "(?:1\.)?(\d+)', words)
    return int(found[1]) if found else 0


def missing_java() -> str | None:
    """Returns why there is no Java for Spark, if there is none. With ``CI=true``, root gets Debian's."""
    if java_version() >= JAVA_VERSION:
        return None
    missing = f"no Java {JAVA_VERSION}; Debian's {JAVA_PACKAGE} has one"
    if os.environ.get("CI") != "true" or not hasattr(os, "getuid") or os.getuid() != 0 or not shutil.which("apt-get"):
        return missing
    words, end = "", time.monotonic() + JAVA
    options = ["-qq", "-o=DPkg::Lock::Timeout=60", "-o=Acquire::Retries=1", "-o=Acquire::http::Timeout=30"]
    for command in (["update"], ["install", "--yes", "--no-install-recommends", JAVA_PACKAGE]):
        _, words = run(["apt-get", *options, *command], end - time.monotonic(), DEBIAN_FRONTEND="noninteractive")
    return None if java_version() >= JAVA_VERSION else f"{missing}; apt-get: {words.splitlines()[-1] if words else 'failed'}"


def main() -> None:
    with (Path(__file__).parent / "engines.toml").open("rb") as file:
        engines: dict[str, list[str]] = tomllib.load(file)["versions"]
    failures = {}
    end = time.monotonic() + ENGINES
    # All in one go, as a rule: pip finds versions that fit together, in a third of the time.
    done, _ = install([one for requirements in engines.values() for one in requirements], TOGETHER)
    for name, requirements in {} if done else engines.items():
        done, words = install(requirements, end - time.monotonic())
        if not done:
            failures[name] = failure(words, bool(REFUSED.search(words)))
    if "pyspark" not in failures and (words := missing_java()):
        # The machine has none to give: no fault of what is tested, as if the registry had refused it.
        failures["pyspark"] = failure(words, True)
    Path(sys.argv[1]).write_text(json.dumps(failures, indent=1))
    for name, one in failures.items():
        print(f"engine {name} is not installed: {one['reason']}", file=sys.stderr)


main()
