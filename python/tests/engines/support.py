"""Helpers for tests that start engines."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import skip_missing, skipped


def engine(name: str, module: str | None = None) -> Any:
    """Imports an engine. Skips the test if the engine could not be installed; with ``CI=true``, the test fails instead, unless the registry did not have
    the engine."""
    failures = Path(os.environ.get("LIMPID_ENGINES", "none"))
    failure = json.loads(failures.read_text()).get(name) if failures.exists() else None
    if failure is None:
        try:
            return importlib.import_module(module or name)
        except ImportError as error:
            failure = {"reason": str(error), "unavailable": False}
    if failure["unavailable"]:
        skipped.append(f"engine {name}: not available: {failure['reason']}")
        pytest.skip(f"engine {name}: {failure['reason']}")
    skip_missing(f"engine {name}", failure["reason"])


def killer(marker: Path | str) -> Callable[[], None]:
    """Returns a function that kills its process at the first call. It also creates the file ``marker``, so that later calls, in any process, do
    nothing. A nested function is pickled with its code, so that workers need not import the tests."""
    path = str(marker)

    def die_once() -> None:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), 9)

    return die_once
