"""Engines: what is pinned must start, or is named at the end."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import leave_out, left_out


def engine(name: str, module: str | None = None) -> Any:
    """Imports an engine. One that could not be installed is named in the summary; with ``CI=true`` it fails, unless the registry refused it."""
    known = Path(os.environ.get("LIMPID_ENGINES", "none"))
    failure = json.loads(known.read_text()).get(name) if known.exists() else None
    if failure is None:
        try:
            return importlib.import_module(module or name)
        except ImportError as error:
            failure = {"reason": str(error), "refused": False}
    if failure["refused"]:
        left_out.append(f"engine {name}: it could not be had: {failure['reason']}")
        pytest.skip(f"engine {name}: {failure['reason']}")
    leave_out(f"engine {name}", failure["reason"])


def killer(marker: Path | str) -> Callable[[], None]:
    """Returns a function that kills the process in which it is called first, of all processes that have it; the file ``marker`` tells the others.
    It pickles by its code, so workers need no module of the tests."""
    path = str(marker)

    def die_once() -> None:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), 9)

    return die_once
