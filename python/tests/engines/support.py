"""Engines: what is pinned must start, or is named at the end."""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from conftest import leave_out, left_out


def engine(name: str, module: str | None = None) -> Any:
    """Imports an engine. One that is not there is named in the summary; with ``CI=true`` it fails, unless the registry refused it."""
    try:
        return importlib.import_module(module or name)
    except ImportError as error:
        known = Path(os.environ.get("LIMPID_ENGINES", "none"))
        failures = json.loads(known.read_text()) if known.exists() else {}
        failure = failures.get(name, {"reason": str(error), "refused": False})
        if failure["refused"]:
            left_out.append(f"engine {name}: the registry refused it: {failure['reason']}")
            pytest.skip(f"engine {name}: {failure['reason']}")
        leave_out(f"engine {name}", failure["reason"])
