"""Threads: parsing releases the GIL, readers need no lock, and edits are atomic."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import limpid_html as limpid


def run(count: int, work) -> list:
    with ThreadPoolExecutor(count) as pool:
        return [future.result() for future in [pool.submit(work, number) for number in range(count)]]


@pytest.mark.parametrize("call", ["parse", "inner_text", "markdown", "html", "xml", "text_content", "select_text"])
def test_calls_release_the_gil(call: str) -> None:
    """While one thread processes a large page, another thread, which needs the GIL for each tick, makes progress."""
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


def test_documents_in_recycled_memory_are_correct() -> None:
    """New documents reuse the memory of dropped documents, whichever thread drops them. Nodes and edits keep their documents alive."""
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


def test_edits_are_atomic_for_readers() -> None:
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


def test_the_import_does_not_enable_the_gil() -> None:
    """A free-threaded interpreter must not enable the GIL when limpid is imported."""
    if hasattr(sys, "_is_gil_enabled") and os.environ.get("PYTHON_GIL") != "1" and not sys._is_gil_enabled():
        assert limpid.parse("<p>").body is not None
        assert not sys._is_gil_enabled()


def test_the_import_does_not_change_environment_variables(tmp_path: Path) -> None:
    program = "import os; before = dict(os.environ); import limpid_html; assert dict(os.environ) == before; print(set(os.environ) & {'MIMALLOC_PURGE_DELAY'})"
    environment = {name: value for name, value in os.environ.items() if name != "MIMALLOC_PURGE_DELAY"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_editors_of_several_threads_wait_for_each_other() -> None:
    document = limpid.parse("<p>0")
    p = document.select_one("p")

    def count(_: int) -> None:
        for _ in range(20):
            with document.edit() as editor:
                (now,) = editor.select("p")
                editor.set_text(p, str(int(now.inner_text()) + 1))

    run(4, count)
    assert p.inner_text() == "80"

    # A discarded edit releases the lock too.
    def fail(number: int) -> None:
        with pytest.raises(ZeroDivisionError), document.edit():
            time.sleep(0.01)
            1 // 0

    run(3, fail)
    with document.edit(), pytest.raises(RuntimeError, match="this thread"), document.edit():
        pass
    # The rejected editor does not release the lock of the first one.
    first = document.edit()
    with first:
        with pytest.raises(RuntimeError, match="being edited"), document.edit():
            pass
        assert run(1, lambda _: p.inner_text()) == ["80"]


def test_dropping_a_closed_editor_does_not_release_the_lock() -> None:
    document = limpid.parse("<p>0")
    old = document.edit()
    with old:
        pass
    with document.edit():
        del old
        waiting = threading.Event()

        def edit() -> None:
            waiting.set()
            with document.edit() as editor:
                editor.remove_all("p")

        thread = threading.Thread(target=edit)
        thread.start()
        waiting.wait()
        time.sleep(0.05)
        assert thread.is_alive()
    thread.join()
    assert document.select("p") == []


def test_a_waiting_editor_can_be_interrupted(tmp_path: Path) -> None:
    program = (
        "import limpid_html, signal, threading, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "document, begun = limpid_html.parse('<p>'), threading.Event()\n"
        "def edit():\n"
        "    with document.edit():\n"
        "        begun.set()\n"
        "        time.sleep(60)\n"
        "threading.Thread(target=edit, daemon=True).start()\n"
        "begun.wait()\n"
        "threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT)).start()\n"
        "try:\n"
        "    with document.edit(): pass\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, cwd=tmp_path)
    assert done.stdout == "interrupted\n", done.stderr


def test_a_block_ends_with_its_thread() -> None:
    document = limpid.parse("<p>0")
    kept: list[Any] = []

    def enter() -> None:
        editor = document.edit().__enter__()
        editor.remove_all("p")
        kept.extend((editor, editor.create_element("i")))

    for _ in range(2):
        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
        editor, made = kept[-2:]
        assert made.tag == "i" and editor.select("p") == []
        with document.edit() as other:
            other.append_element(document.body, "b")
        for call in (lambda: editor.create_text("x"), lambda: editor.root, lambda: editor.__exit__(None, None, None)):
            with pytest.raises(RuntimeError, match="thread of this `with` block ended"):
                call()
        editor.__exit__(ValueError, None, None)
        with pytest.raises(LookupError, match="discarded"):
            made.tag
    assert document.body.inner_html() == "<p>0</p><b></b><b></b>"
    # Another thread may end the block, whether or not the first thread still runs.
    editor = document.edit().__enter__()
    editor.remove_all("b")
    run(1, lambda _: editor.__exit__(None, None, None))
    (editor,) = run(1, lambda _: document.edit().__enter__())
    editor.append_element(document.body, "i")
    time.sleep(0.05)
    editor.__exit__(None, None, None)
    with document.edit() as editor:
        editor.append(document.body, "end")
    assert document.body.inner_html() == "<p>0</p><i></i>end"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="requires os.fork")
def test_an_editor_belongs_to_one_process(tmp_path: Path) -> None:
    """The process is forked inside a block. The child process opens and ends other blocks. When it leaves the first block, their changes stay."""
    program = (
        "import limpid_html, os, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "document = limpid_html.parse('<p>0')\n"
        "def refused(call, error):\n"
        "    try: call()\n"
        "    except error: return\n"
        "    assert False\n"
        "with document.edit() as done: made = done.append_element(document.body, 'done')\n"
        "later = document.edit()\n"
        "with document.edit() as outer:\n"
        "    i = outer.append_element(document.body, 'i')\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        refused(lambda: outer.create_text('x'), RuntimeError)\n"
        "        refused(lambda: i.tag, LookupError)\n"
        "        with later as inner: inner.append_element(document.body, 'b')\n"
        "        with document.edit() as inner: inner.append_element(document.body, 'c')\n"
        "        assert inner.document is document and made.tag == 'done'\n"
        "        refused(lambda: i.tag, LookupError)\n"
        "        refused(lambda: outer.remove(i), ValueError)\n"
        "if child == 0:\n"
        "    refused(lambda: outer.create_text('x'), RuntimeError)\n"
        "    assert document.body.inner_html() == '<p>0</p><done></done><b></b><c></c>', document.body.inner_html()\n"
        "    with document.edit() as inner: inner.remove_all('p')\n"
        "    os._exit(0)\n"
        "assert document.body.inner_html() == '<p>0</p><done></done><i></i>' and i.tag == 'i'\n"
        "print(os.waitpid(child, 0)[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert done.stdout == "0\n", done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="requires os.fork")
@pytest.mark.parametrize("change", ["editor.sanitize()", "editor.remove_all('i')", "[node.inner_text() for node in editor.select('b')[:50]]", "time.sleep(0.01)"])
def test_a_forked_process_can_edit(tmp_path: Path, change: str) -> None:
    """The process is forked while another thread edits. That thread does not exist in the child process."""
    program = (
        "import limpid_html, os, signal, threading, time, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "document, begun = limpid_html.parse('<p>a<b>b</b><i>c</i>' * 5_000, errors=False), threading.Event()\n"
        "editors = []\n"
        "def edit():\n"
        "    while True:\n"
        "        with document.edit() as editor:\n"
        "            editors.append(editor)\n"
        "            begun.set()\n"
        f"            {change}\n"
        "            editors.pop()\n"
        "            time.sleep(0.001)\n"
        "threading.Thread(target=edit, daemon=True).start()\n"
        "begun.wait()\n"
        "for number in range(10):\n"
        "    time.sleep(number * 0.003)\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        signal.alarm(20)\n"
        "        for editor in editors:\n"
        "            try: editor.select('b')\n"
        "            except RuntimeError: pass\n"
        "        editors.clear()\n"
        "        assert '<p>a' in document.html()\n"
        "        with document.edit() as editor: editor.set_text(document.body, 'x')\n"
        "        assert document.body.inner_text() == 'x'\n"
        "        os._exit(0)\n"
        "    _, status = os.waitpid(child, 0)\n"
        "    assert status == 0, status\n"
        "print('done', flush=True)\n"
        "os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=250, cwd=tmp_path)
    assert done.stdout == "done\n", done.stderr
