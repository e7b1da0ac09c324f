"""Threads: a parse lets others run, readers need no lock, and edits show whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import limpid_html as limpid


def run(count: int, work) -> list:
    with ThreadPoolExecutor(count) as pool:
        return [future.result() for future in [pool.submit(work, number) for number in range(count)]]


@pytest.mark.parametrize("call", ["parse", "inner_text", "markdown", "html", "xml", "text_content", "select_text"])
def test_other_threads_run_meanwhile(call: str) -> None:
    """One thread works on 30 MB; the counts of another grow meanwhile, though it needs the interpreter for each."""
    page = b"<p>Lorem <a href=/x>ipsum</a> dolor" * 1_000_000
    calls = {"parse": lambda: limpid.parse(page, errors=False)}
    if call != "parse":
        document = limpid.parse(page[: len(page) // 4], errors=False)
        calls[call] = (lambda: document.select_text("p")) if call == "select_text" else getattr(document, call)
    ticks, done = [], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    start = time.perf_counter()
    calls[call]()
    end = time.perf_counter()
    done.set()
    ticker.join()
    during = sum(start < at < end for at in ticks)
    assert during >= 3, f"{during} ticks in {end - start:.3f} s"


def test_documents_in_the_memory_of_others_are_as_in_fresh_memory() -> None:
    """Documents are built in the memory of those that are gone, whichever thread drops them; nodes and edits keep theirs."""
    pages = [f"<!DOCTYPE html><p id=a{number} class='b&amp;{number}'>é{number}<x-own{number}>" * (number * 7 % 40 + 1) for number in range(60)]
    fresh = [limpid.parse(page).tree() for page in pages]
    kept = [limpid.parse(page).select_one("p") for page in pages]

    def work(thread: int) -> list[str]:
        result = []
        for page in pages:
            document = limpid.parse(page if thread % 2 else page.encode())
            result.append(document.tree())
            with document.edit() as editor:
                editor.remove_all("p")
        return result

    assert all(result == fresh for result in run(8, work))
    assert [node.id for node in kept] == [f"a{number}" for number in range(60)]
    assert all(node.get("class") == f"b&{number}" for number, node in enumerate(kept))


def test_many_readers_of_one_document() -> None:
    document = limpid.parse("<ul>" + "<li class=a>x <b>y</b>" * 500 + "</ul>", spans=True)

    def read(number: int) -> tuple:
        nodes = document.select("li.a")
        return len(nodes), nodes[number].inner_text(), nodes[-1].span, len(list(document.root.descendants))

    assert len(set(run(8, read))) == 1


def test_readers_see_an_edit_whole() -> None:
    document = limpid.parse("<p a=0 b=0>")
    p = document.select_one("p")
    done = threading.Event()

    def read(_: int) -> bool:
        while not done.is_set():
            attributes = p.attributes
            if attributes["a"] != attributes["b"]:
                return False
        return True

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read, number) for number in range(3)]
        for number in range(300):
            with document.edit() as editor:
                editor.set_attribute(p, "a", str(number))
                editor.set_attribute(p, "b", str(number))
        done.set()
        assert all(reader.result() for reader in readers)
    assert p["a"] == "299"


def test_a_parser_and_an_iterator_shared_by_threads() -> None:
    parser = limpid.Parser()
    run(4, lambda _: [parser.feed(b"<p>x</p>") for _ in range(500)])
    document = parser.finish()
    assert len(document.select("p")) == 2000
    nodes = document.body.children
    assert sum(run(4, lambda _: sum(1 for _ in nodes))) == 2000


def test_the_lock_of_the_interpreter_is_not_needed() -> None:
    """A free-threaded interpreter must not turn its lock on because limpid is imported."""
    if hasattr(sys, "_is_gil_enabled") and os.environ.get("PYTHON_GIL") != "1" and not sys._is_gil_enabled():
        assert limpid.parse("<p>").body is not None
        assert not sys._is_gil_enabled()


def test_the_allocator_s_setting_is_its_own(tmp_path: Path) -> None:
    """It is in the environment only while the module is loaded, and the user's own stays."""
    program = "import os, limpid_html; print(os.environ.get('MIMALLOC_PURGE_DELAY'))"
    for given in (None, "7"):
        environment = {name: value for name, value in os.environ.items() if name != "MIMALLOC_PURGE_DELAY"}
        if given:
            environment["MIMALLOC_PURGE_DELAY"] = given
        done = subprocess.run([sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == str(given)
