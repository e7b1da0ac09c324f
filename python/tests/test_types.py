"""The stubs match the module, and the examples in the documentation run."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from conftest import REPOSITORY

import limpid_html as limpid


def mypy(*arguments: str, cwd: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_match_the_module(tmp_path: Path) -> None:
    untyped = ["lxml", "pandas", "pyarrow", "fsspec", "dask", "ray", "daft", "pyspark", "bs4", "polars", "distributed"]
    config, allowed = tmp_path / "mypy.ini", tmp_path / "allowed"
    sections = [f"[mypy-{name}{rest}]\nignore_missing_imports = True\nfollow_imports = skip\n" for name in untyped for rest in ("", ".*")]
    config.write_text("[mypy]\n" + "".join(sections))
    # Modules for other libraries cannot be imported if the library is missing.
    allowed.write_text("limpid_html\\.(spark|ray|daft|dask|bs4|lxml)(\\..*)?\n")
    options = ["--mypy-config-file", str(config), "--allowlist", str(allowed), "--ignore-unused-allowlist"]
    mypy("mypy.stubtest", *options, "limpid_html", cwd=tmp_path)


def test_mypy_checks_a_program_with_the_stubs(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import limpid_html as limpid\n"
        "document = limpid.parse(b'<p>', spans=True)\n"
        "texts: list[str] = document.select_text('p')\n"
        "for node in document.select(limpid.Selector('p')):\n"
        "    name: str = node.tag\n"
        "    href: str | None = node.get('href')\n"
        "    known: str = node.get('href', '')\n"
        "with document.edit() as editor:\n"
        "    editor.append(document.root, 'text')\n"
        "line: int = document.errors[0].line\n"
        "limpid.parse(3)  # type: ignore[arg-type]\n"
        "document.title = 'x'  # type: ignore[misc]\n"
        "limpid.no_such_name  # type: ignore[attr-defined]\n"
        "node.attributes['a'] = 'b'  # type: ignore[index]\n"
    )
    mypy("mypy", "--strict", "--warn-unused-ignores", str(program), cwd=tmp_path)


def documented() -> list[tuple[str, str]]:
    """Returns all docstrings that contain examples, with the names of their objects."""
    found = {}
    places: list[tuple[str, object]] = [("limpid_html", limpid)]
    while places:
        name, place = places.pop()
        for key, value in vars(place).items():
            inner = getattr(value, "__func__", value)
            if isinstance(inner, types.ModuleType) or (key.startswith("__") and key != "__doc__"):
                continue
            doc = value if key == "__doc__" else getattr(inner, "__doc__", None)
            if isinstance(doc, str) and ">>>" in doc:
                found[f"{name}.{key}"] = doc
            if isinstance(value, type) and value.__module__.startswith("limpid_html"):
                places.append((f"{name}.{key}", value))
    return sorted(found.items())


@pytest.mark.parametrize(("name", "doc"), documented())
def test_examples_of_the_documentation(name: str, doc: str) -> None:
    test = doctest.DocTestParser().get_doctest(doc, {"__name__": name}, name, None, None)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    lines: list[str] = []
    runner.run(test, out=lines.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(lines)


def test_every_public_name_is_documented() -> None:
    for name in limpid.__all__:
        value = getattr(limpid, name)
        if name == "__version__":
            continue
        assert value.__doc__, name
        if isinstance(value, type):
            for key, member in vars(value).items():
                if not key.startswith("_") and type(member).__name__ in ("method_descriptor", "getset_descriptor"):
                    assert member.__doc__, f"{name}.{key}"


PAGES = [
    REPOSITORY / name
    for name in (
        "python/README.md",
        "docs/start-here.md",
        "docs/guide/in-python.md",
        "docs/guide/from-selectolax.md",
        "docs/guide/at-scale.md",
    )
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_the_guides(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert result.attempted > 0 and result.failed == 0
