"""Installs the engines of engines.toml, and Java for Spark: ``install_engines.py FILE``. Writes the failures to the file, as JSON."""

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
    import tomli as tomllib  # a dependency of mypy, which the tests require

#: The messages when a registry lacks a package, denies access or takes too long. Such failures do not fail the tests; a broken build does.
UNAVAILABLE = re.compile(r"No matching distribution|Could not find a version|40[34] Client Error|HTTP error 40[34]|timed out")
#: Time limits in seconds: for installing all engines at once, for all attempts, and for Java.
TOGETHER, ENGINES, JAVA = 540, 720, 240
#: The version of Java that Spark needs, and its Debian package.
JAVA_VERSION, JAVA_PACKAGE = 17, "openjdk-17-jre-headless"


def run(command: list[str], seconds: float, **environment: str) -> tuple[bool, str]:
    """Runs a command for at most ``seconds``. Returns whether it succeeded, and its output."""
    if seconds < 1:
        return False, "timed out: earlier steps took all of the time"
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL, env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return False, f"timed out after {seconds:.0f} seconds"
    except OSError as error:
        return False, str(error)
    return done.returncode == 0, (done.stderr or done.stdout).strip()


def install(requirements: list[str], seconds: float) -> tuple[bool, str]:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--only-binary=:all:", "--no-binary=pyspark"]
    # In CI, pip's cache would keep a second copy of gigabytes.
    cache = ["--no-cache-dir"] if os.environ.get("CI") == "true" else []
    return run([*pip, *cache, *requirements], seconds)


def failure(output: str, unavailable: bool) -> dict[str, object]:
    return {"reason": output.splitlines()[-1] if output else "pip failed", "unavailable": unavailable}


def java_version() -> int:
    """Returns the major version of the Java that Spark would start, or 0 without Java."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin/java")) if home else shutil.which("java")
    output = run([java, "-version"], 60)[1] if java else ""
    match = re.search(r'version "(?:1\.)?(\d+)', output)
    return int(match[1]) if match else 0


def missing_java() -> str | None:
    """Returns why Java is missing, or ``None`` if Spark can run. With ``CI=true`` and as root, first installs Debian's package if needed."""
    if java_version() >= JAVA_VERSION:
        return None
    missing = f"Java {JAVA_VERSION} is missing; install {JAVA_PACKAGE}"
    if os.environ.get("CI") != "true" or not hasattr(os, "getuid") or os.getuid() != 0 or not shutil.which("apt-get"):
        return missing
    output, end = "", time.monotonic() + JAVA
    options = ["-qq", "-o=DPkg::Lock::Timeout=60", "-o=Acquire::Retries=1", "-o=Acquire::http::Timeout=30"]
    for command in (["update"], ["install", "--yes", "--no-install-recommends", JAVA_PACKAGE]):
        _, output = run(["apt-get", *options, *command], end - time.monotonic(), DEBIAN_FRONTEND="noninteractive")
    return None if java_version() >= JAVA_VERSION else f"{missing}; apt-get: {output.splitlines()[-1] if output else 'failed'}"


def main() -> None:
    with (Path(__file__).parent / "engines.toml").open("rb") as file:
        engines: dict[str, list[str]] = tomllib.load(file)["versions"]
    failures = {}
    end = time.monotonic() + ENGINES
    # First tries to install all engines at once, which takes a third of the time of separate installations. If it fails, installs each engine.
    done, _ = install([one for requirements in engines.values() for one in requirements], TOGETHER)
    for name, requirements in {} if done else engines.items():
        done, output = install(requirements, end - time.monotonic())
        if not done:
            failures[name] = failure(output, bool(UNAVAILABLE.search(output)))
    if "pyspark" not in failures and (reason := missing_java()):
        # Treated like an unavailable package, because the machine has no Java.
        failures["pyspark"] = failure(reason, True)
    Path(sys.argv[1]).write_text(json.dumps(failures, indent=1))
    for name, one in failures.items():
        print(f"engine {name} is not installed: {one['reason']}", file=sys.stderr)


main()
