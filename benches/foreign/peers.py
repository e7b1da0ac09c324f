"""Measures parsers in Python: parses the pages in a folder, with the same loop as the benchmarks in Rust. Prints the number of parsed bytes,
the number of parsed documents, and the time in seconds or the memory in bytes. `check` only checks that the parser can be imported and
runs.

    peers.py NAME FOLDER time SECONDS
    peers.py NAME FOLDER memory
    peers.py NAME check
"""

import sys
from pathlib import Path
from time import perf_counter


def turbohtml():
    import turbohtml

    return turbohtml.parse, str


def selectolax():
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser, bytes


def resiliparse():
    from resiliparse.parse.html import HTMLTree

    return HTMLTree.parse, str


PEERS = {peer.__name__: peer for peer in (turbohtml, selectolax, resiliparse)}


def parse_all(parse, pages):
    # The result is freed at once, because nothing refers to it.
    for page in pages:
        parse(page)


def measure_time(parse, pages, lengths, seconds):
    parse_all(parse, pages)
    total, documents, taken = 0, 0, 0.0
    start = perf_counter()
    while taken < seconds:
        parse_all(parse, pages)
        total += sum(lengths)
        documents += len(pages)
        taken = perf_counter() - start
    return total, documents, taken


def status(field):
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise SystemExit(f"error: no {field} in /proc/self/status")


def measure_memory(parse, pages, lengths):
    largest = max(range(len(pages)), key=lengths.__getitem__)
    warm_up = "<!DOCTYPE html><title>x</title><body class=x><p>A <a href=/>link</a> &amp; <ul><li>item"
    parse(warm_up if isinstance(pages[largest], str) else warm_up.encode())
    before = status("VmRSS:")
    # Resets the peak of the resident memory (VmHWM).
    Path("/proc/self/clear_refs").write_text("5")
    parse(pages[largest])
    return lengths[largest], 1, max(status("VmHWM:") - before, 0)


def main(name, *arguments):
    parse, kind = PEERS[name]()
    if arguments == ("check",):
        parse("<p>x" if kind is str else b"<p>x")
        return
    folder, what, *amount = arguments
    contents = [path.read_bytes() for path in sorted(Path(folder).glob("*.html"))]
    lengths = [len(content) for content in contents]
    pages = [content.decode() for content in contents] if kind is str else contents
    if what == "time":
        print(*measure_time(parse, pages, lengths, float(amount[0])))
    elif what == "memory":
        del contents
        print(*measure_memory(parse, pages, lengths))
    else:
        raise SystemExit(f"error: unknown measurement: {what}")


if __name__ == "__main__":
    main(*sys.argv[1:])
