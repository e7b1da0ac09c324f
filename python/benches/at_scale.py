#!/usr/bin/env python3
"""Measures limpid and its peers in Python and in Spark.

    python/run-tests; target/python/venv/bin/pip install turbohtml fastwarc psutil
    target/python/venv/bin/python python/benches/at_scale.py --pages html5lib-tests/upstream/corpus/real --parts parse links warc spark spark-archives memory threads --docs docs

Published figures use a wheel of `maturin build --release`. With --figures FILE, parts can be measured one at a time: each run replaces the figures of
its parts in the file, and reports all figures of the file.

Figures are medians of interleaved rounds: CPU seconds (with all processes of an engine) and seconds by the clock. Missing peers are left out and
named. Ratios are comparable between machines, seconds are not.

The cost of a billion pages is CPU seconds for a page, times 10⁹, at --price dollars for an hour of a core.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import itertools
import json
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.ipc

import limpid_html as limpid
import limpid_html.warc

Job = Callable[[], Any]


def corpora(folder: Path) -> dict[str, list[bytes]]:
    """Returns the real pages, and crawl pages: real pages cut at log-normal lengths with a median of 15 KB."""
    real = [path.read_bytes() for path in sorted(folder.glob("*.html"))]
    valid = [page.decode(errors="replace").encode() for page in real]
    draw = random.Random(1)
    crawl = []
    for _ in range(2_000):
        page = valid[draw.randrange(len(valid))]
        cut = page[: int(draw.lognormvariate(9.6, 1.2))]
        crawl.append(cut.decode(errors="ignore").encode())
    return {"real": valid, "crawl": crawl}


def parsers() -> tuple[dict[str, Callable[[bytes], Any]], dict[str, Callable[[bytes], Any]], list[str]]:
    """Returns functions that parse, functions that return links and text, and the names of missing parsers."""
    parse: dict[str, Callable[[bytes], Any]] = {"limpid": lambda page: limpid.parse(page, errors=False)}

    def ours(page: bytes) -> tuple[list[str], str]:
        document = limpid.parse(page, errors=False)
        return document.select_attribute("a[href]", "href"), document.text_content()

    def nodes(page: bytes) -> tuple[list[str | None], str]:
        document = limpid.parse(page, errors=False)
        return [node.get("href") for node in document.select("a[href]")], document.text_content()

    both: dict[str, Callable[[bytes], Any]] = {"limpid": ours, "limpid, node by node": nodes}
    missing = []
    try:
        from selectolax.lexbor import LexborHTMLParser

        def lexbor(page: bytes) -> Any:
            tree = LexborHTMLParser(page)
            return [node.attributes["href"] for node in tree.css("a[href]")], tree.root.text()

        parse["selectolax"], both["selectolax"] = LexborHTMLParser, lexbor
    except ImportError:
        missing.append("selectolax")
    try:
        import turbohtml

        def turbo(page: bytes) -> Any:
            tree = turbohtml.parse(page)
            return [node.attrs["href"] for node in tree.select("a[href]")], tree.text

        parse["turbohtml"], both["turbohtml"] = turbohtml.parse, turbo
    except ImportError:
        missing.append("turbohtml")
    try:
        import lxml.html

        def lx(page: bytes) -> Any:
            tree = lxml.html.document_fromstring(page)
            return tree.xpath("//a/@href"), tree.text_content()

        parse["lxml"], both["lxml"] = lxml.html.document_fromstring, lx
    except ImportError:
        missing.append("lxml")
    try:
        from bs4 import BeautifulSoup

        def soup(page: bytes) -> Any:
            tree = BeautifulSoup(page, "lxml")
            return [link["href"] for link in tree.find_all("a", href=True)], tree.get_text()

        parse["BeautifulSoup(lxml)"], both["BeautifulSoup(lxml)"] = (lambda page: BeautifulSoup(page, "lxml")), soup
    except ImportError:
        missing.append("bs4")
    return parse, both, missing


def with_children() -> float:
    """Returns the CPU seconds of this process and its descendants, such as Spark and its Python workers."""
    import psutil

    used = time.process_time()
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            used += times.user + times.system
    return used


def measure(
    jobs: dict[str, Job], rounds: int, cpu: Callable[[], float] = time.process_time, repeats: int = 1, before: int = 1
) -> dict[str, tuple[float, float]]:
    """Returns the medians of CPU seconds and of seconds by the clock of each job. `before` rounds are not counted. A job runs `repeats` times in a
    round and the last run counts, because the first ones find memory and caches that another job used."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    draw, order = random.Random(1), list(jobs.items())
    for number in range(-before, rounds):
        # In random order, because a job finds the memory and caches of the job before it.
        draw.shuffle(order)
        for name, job in order:
            for _ in range(repeats - 1):
                job()
            start = cpu(), time.perf_counter()
            job()
            if number >= 0:
                times[name].append((cpu() - start[0], time.perf_counter() - start[1]))
    median = statistics.median
    return {name: (median(one[0] for one in each), median(one[1] for one in each)) for name, each in times.items()}


class Report:
    """Figures by part, and the tables that show them."""

    def __init__(self, price: float, known: Path | None) -> None:
        self.price, self.known = price, known
        self.figures: dict[str, dict[str, Any]] = json.loads(known.read_text()) if known and known.exists() else {}

    def add(self, title: str, **figures: Any) -> None:
        """Stores the figures of a table, also for later runs."""
        self.figures[title] = figures
        if self.known:
            self.known.write_text(json.dumps(self.figures, indent=1))

    def table(self, title: str, results: dict[str, tuple[float, float]], pages: list[bytes], base: str, engine: str | None = None) -> None:
        """Adds a table by CPU. With an engine, also by the clock, and by CPU without that of the job `engine`."""
        self.add(title, results=results, pages=len(pages), bytes=sum(map(len, pages)), base=base, engine=engine)

    def markdown(self) -> list[str]:
        lines = []
        for title, figures in ((title, self.figures[title]) for title in ORDER if title in self.figures):
            note = [NOTES[title], ""] if title in NOTES else []
            lines += [f"## {title}", "", *note, *(self.rows(**figures) if "results" in figures else figures["lines"]), ""]
        return lines

    def rows(self, results: dict[str, tuple[float, float]], pages: int, bytes: int, base: str, engine: str | None) -> list[str]:
        alone = results.get(engine or "", (0.0, 0.0))[0]
        names = ["pages/s by the clock", f"× {base} by the clock", "× by CPU", "× by CPU without the engine"] if engine else ["MB/s of CPU", f"× {base}"]
        header = ["", *names, "dollars for 10⁹ such pages"]
        lines = [f"| {' | '.join(header)} |", "| --- " + "| --: " * (len(header) - 1) + "|"]
        for name, (used, wall) in results.items():
            cost = used / pages * 1e9 / 3600 * self.price
            of = results.get(base)
            if engine:
                less = f"{(of[0] - alone) / (used - alone):.1f}" if of and used > alone else "–"
                ratios = [f"{of[1] / wall:.2f}", f"{of[0] / used:.2f}"] if of else ["–", "–"]
                cells = [f"{pages / wall:,.0f}", *ratios, less]
            else:
                cells = [f"{bytes / 1e6 / used:.1f}", f"{of[0] / used:.2f}" if of else "–"]
            lines.append(f"| {' | '.join([name, *cells, f'{cost:,.2f}'])} |")
        return lines


#: The tables in the order of the page.
ORDER = (
    *("Parse, real pages", "Links and text, real pages", "Parse, crawl pages", "Links and text, crawl pages", "From web archives"),
    *("Spark, local[2]: a table", "Spark, local[2]: archives", "Memory of a worker", "Two threads"),
)

#: Explanations of tables.
NOTES = {
    "Spark, local[2]: a table": "*The engine alone* sends the same pages to its workers and receives results that were computed before: the engine's own part of"
    " each job. limpid's rows have an additional column of errors.",
    "Spark, local[2]: archives": "Batches have 250 rows in all jobs. Spark starts a process that plans limpid's job, which takes 0.3 s for any archives.",
    "Two threads": "Two processes share nothing, so other programs on the machine are the reason if they are less than 2 times as fast as one.",
}


def each(function: Callable[[bytes], Any], pages: list[bytes]) -> Job:
    def job() -> None:
        for page in pages:
            function(page)

    return job


def archives(pages: list[bytes], folder: Path, count: int = 4) -> list[str]:
    """Writes the pages as web archives with a gzip member for each record."""
    paths = [folder / f"{number}.warc.gz" for number in range(count)]
    for number, path in enumerate(paths):
        with path.open("wb") as file:
            for place, page in enumerate(pages[number::count]):
                http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
                head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{number}/{place}\r\nContent-Length: {len(http)}\r\n"
                file.write(gzip.compress(head.encode() + b"\r\n" + http + b"\r\n\r\n", 6))
    return [str(path) for path in paths]


def fastwarc(path: str) -> Iterator[bytes]:
    """Yields the pages of an archive, read by FastWARC."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            yield record.reader.read()


WARC_COLUMNS = {"links": limpid.Select("a[href]", attribute="href"), "text": "text_content"}


def warc_jobs(paths: list[str], peer: Callable[[bytes], Any]) -> dict[str, Job]:
    """Returns jobs from the bytes of archives to links and text, and jobs of the readers alone."""
    return {
        "limpid.warc.read, links and text": lambda: [sum(len(b) for b in limpid.warc.read(path, columns=WARC_COLUMNS)) for path in paths],
        "FastWARC + selectolax": lambda: [peer(page) for path in paths for page in fastwarc(path)],
        "limpid.warc.read, pages alone": lambda: [sum(len(b) for b in limpid.warc.read(path, columns=["html"])) for path in paths],
        "FastWARC, pages alone": lambda: [len(page) for path in paths for page in fastwarc(path)],
    }


def arrow(found: list[Any]) -> pyarrow.RecordBatch:
    links = pyarrow.array([one[0] for one in found], pyarrow.list_(pyarrow.string()))
    texts = pyarrow.array([one[1] for one in found], pyarrow.string())
    return pyarrow.RecordBatch.from_arrays([links, texts], ["links", "text"])


SCHEMA = "links array<string>, text string"

#: The number of rows of a batch in Spark.
ROWS = 250


def results(pages: list[bytes], path: Path) -> int:
    """Writes the results of a job to a file, for the job of the engine alone. Returns the number of batches."""
    made = limpid.extract(pyarrow.table({"html": pages}), WARC_COLUMNS).select(["links", "text"]).combine_chunks()
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_file(file, made.schema) as writer:
        writer.write_table(made, max_chunksize=ROWS)
    return -(-len(made) // ROWS)


def spark_jobs(
    pages: list[bytes], often: int, paths: list[str], folder: Path, peer: Callable[[bytes], Any]
) -> tuple[dict[str, Job], dict[str, Job]]:
    """Returns jobs in Spark over a table and over archives: limpid, a loop over selectolax, and the engine alone, which sends the same pages to its
    workers and receives results that were computed before. All archives together contain the pages `often` times."""
    from pyspark.sql import SparkSession

    import limpid_html.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", str(ROWS)).getOrCreate()
    limpid.spark.register(spark)
    frame = spark.createDataFrame(pyarrow.table({"html": pages * 4})).repartition(8).cache()
    frame.count()
    names = spark.createDataFrame(pyarrow.table({"path": paths})).repartition(len(paths)).cache()
    names.count()
    path = str(folder / "results.arrow")
    batches_of_archive = results(pages, Path(path)) * often // len(paths)

    def loop(batches: Any) -> Any:
        for batch in batches:
            yield arrow([peer(page) for page in batch["html"].to_pylist()])

    def alone(batches: Any) -> Any:
        import pyarrow.ipc

        made = pyarrow.ipc.open_file(pyarrow.memory_map(path))
        for number, batch in enumerate(batches):
            yield made.get_batch(number % made.num_record_batches).slice(0, len(batch))

    def read(batches: Any) -> Any:
        for batch in batches:
            for path in batch["path"].to_pylist():
                rest = fastwarc(path)
                while found := [peer(page) for page in itertools.islice(rest, ROWS)]:
                    yield arrow(found)

    def alone_with_archives(batches: Any) -> Any:
        import pyarrow.ipc

        made = pyarrow.ipc.open_file(pyarrow.memory_map(path))
        for batch in batches:
            for number in range(batches_of_archive * len(batch)):
                yield made.get_batch(number % made.num_record_batches)

    def sink(result: Any) -> None:
        result.write.format("noop").mode("overwrite").save()

    option = json.dumps({"links": {"css": "a[href]", "attribute": "href"}, "text": "text_content"})
    split = sum(map(os.path.getsize, paths)) // len(paths) + 1_000_000
    archive = spark.read.format("warc").option("columns", option).option("splitBytes", split).option("paths", json.dumps(paths)).option("rows", ROWS)
    tables = {
        "limpid.spark.extract": lambda: sink(limpid.spark.extract(frame, WARC_COLUMNS)),
        "selectolax": lambda: sink(frame.mapInArrow(loop, SCHEMA)),
        "the engine alone": lambda: sink(frame.mapInArrow(alone, SCHEMA)),
    }
    return tables, {
        'limpid, format("warc")': lambda: sink(archive.load()),
        "FastWARC + selectolax": lambda: sink(names.mapInArrow(read, SCHEMA)),
        "the engine alone": lambda: sink(names.mapInArrow(alone_with_archives, SCHEMA)),
    }


MEMORY = """
import pyarrow, pyarrow.ipc, resource, sys
way, path = sys.argv[1:]
if way == "limpid":
    import limpid_html as limpid
    job = limpid.Extract({"links": limpid.Select("a[href]", attribute="href"), "text": "text_content"})
elif way == "selectolax":
    from selectolax.lexbor import LexborHTMLParser
    def job(batch):
        trees = [LexborHTMLParser(page) for page in batch["html"].to_pylist()]
        return pyarrow.array([tree.root.text() for tree in trees]), [[a.attributes["href"] for a in tree.css("a[href]")] for tree in trees]
else:
    job = len
with pyarrow.OSFile(path) as file:
    for batch in pyarrow.ipc.open_stream(file):
        job(batch)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def memory(pages: list[bytes], folder: Path) -> list[str]:
    """Measures the peak memory of a worker that reads batches of 250 pages."""
    path = folder / "pages.arrow"
    whole = pyarrow.table({"html": pages})
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_stream(file, whole.schema) as writer:
        writer.write_table(whole, max_chunksize=250)
    lines = ["| | MB at most |", "| --- | --: |"]
    for name, way in {"limpid.extract": "limpid", "selectolax": "selectolax", "no parser": "none"}.items():
        done = subprocess.run([sys.executable, "-c", MEMORY, way, str(path)], capture_output=True, text=True)
        lines.append(f"| {name} | {int(done.stdout) / 1024:.0f} |" if done.returncode == 0 else f"| {name} | – |")
    return lines


def tasks(folder: str) -> dict[str, Job]:
    """Returns tasks of about 50 ms for two threads or two processes."""
    pages = corpora(Path(folder))["real"]
    table, columns = pyarrow.table({"html": pages}), limpid.Extract(WARC_COLUMNS)
    return {
        "limpid.parse": lambda: [limpid.parse(page, errors=False) for _ in range(5) for page in pages],
        "limpid.extract": lambda: sum(columns(table).num_rows for _ in range(5)),
    }


#: The tasks of a process.
TASKS: dict[str, Job] = {}


def prepare(folder: str) -> None:
    TASKS.update(tasks(folder))


def do(name: str) -> None:
    TASKS[name]()


def threads(folder: Path, rounds: int) -> list[str]:
    """Measures the speed of two threads and of two processes, relative to one."""
    lines = ["| | two threads, × one by the clock | CPU time of the two, × that of one for the same | two processes, × one by the clock |"]
    lines.append("| --- | --: | --: | --: |")
    prepare(str(folder))
    with ThreadPoolExecutor(2) as pool, multiprocessing.get_context("spawn").Pool(2, prepare, [str(folder)]) as processes:
        for name, task in TASKS.items():
            jobs: dict[str, Job] = {
                "one": lambda task=task: [task(), task()],
                "two": lambda task=task: [future.result() for future in [pool.submit(task), pool.submit(task)]],
                "one process": lambda name=name: [processes.apply(do, [name]) for _ in range(2)],
                "processes": lambda name=name: processes.map(do, [name, name], chunksize=1),
            }
            found = measure(jobs, rounds, repeats=REPEATS)
            clock = {job: seconds for job, (_, seconds) in found.items()}
            cells = clock["one"] / clock["two"], found["two"][0] / found["one"][0], clock["one process"] / clock["processes"]
            lines.append(f"| {name} | {' | '.join(f'{cell:.2f}' for cell in cells)} |")
    return lines


#: How often a job without an engine runs in a round. The last run is measured.
REPEATS = 3
PARTS = ("parse", "links", "warc", "spark", "spark-archives", "memory", "threads")


def run(report: Report, parts: list[str], folder: Path, rounds: int) -> list[str]:
    """Measures parts. Returns the names of missing parsers."""
    parse, both, missing = parsers()
    extract = limpid.Extract(WARC_COLUMNS)
    corpus = corpora(folder)
    for name, pages in corpus.items():
        few = pages if name == "real" else pages[:300]
        if "parse" in parts:
            report.table(f"Parse, {name} pages", measure({who: each(one, few) for who, one in parse.items()}, rounds, repeats=REPEATS), few, "selectolax")
        if "links" in parts:
            batch = pyarrow.table({"html": few})
            jobs = {"limpid.extract, Arrow to Arrow": lambda batch=batch: extract(batch)} | {who: each(one, few) for who, one in both.items()}
            report.table(f"Links and text, {name} pages", measure(jobs, rounds, repeats=REPEATS), few, "selectolax")
    with tempfile.TemporaryDirectory() as made:
        pages = corpus["crawl"]
        if {"warc", "spark", "spark-archives"} & set(parts) and "selectolax" in both:
            paths = archives(pages, Path(made))
            if "warc" in parts:
                report.table("From web archives", measure(warc_jobs(paths, both["selectolax"]), rounds, repeats=REPEATS), pages, "FastWARC + selectolax")
            if {"spark", "spark-archives"} & set(parts):
                # A job and each task have a cost of their own: with few pages nothing else is seen. Crawls have a gigabyte to a file.
                often = 40
                large = [Path(made) / f"large-{number}.warc.gz" for number in range(len(paths))]
                for path, file in zip(paths, large):
                    file.write_bytes(Path(path).read_bytes() * often)
                tables, from_archives = spark_jobs(pages, often, [str(file) for file in large], Path(made), both["selectolax"])
                alone = "the engine alone"
                if "spark" in parts:
                    # Java compiles frequent code, which takes several rounds of so few pages.
                    found = measure(tables, rounds, with_children, before=8)
                    report.table("Spark, local[2]: a table", found, pages * 4, "selectolax", alone)
                if "spark-archives" in parts:
                    found = measure(from_archives, rounds, with_children)
                    report.table("Spark, local[2]: archives", found, pages * often, "FastWARC + selectolax", alone)
        if "memory" in parts:
            report.add("Memory of a worker", lines=memory(pages, Path(made)))
        if "threads" in parts:
            report.add("Two threads", lines=threads(folder, rounds))
    return missing


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--pages", type=Path, required=True, help="a folder of pages")
    arguments.add_argument("--parts", nargs="*", choices=PARTS, default=[part for part in PARTS if not part.startswith("spark")], help="what to measure [default: all except Spark]")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--figures", type=Path, help="a file that stores the figures of each part between runs")
    arguments.add_argument("--price", type=float, default=0.04, help="dollars for an hour of a core")
    arguments.add_argument("--note", default="", help="a sentence about the wheel or the machine")
    arguments.add_argument("--docs", type=Path, help="write generated/at-scale.md in this folder, too")
    options = arguments.parse_args()
    report = Report(options.price, options.figures)
    missing = run(report, options.parts, options.pages, options.rounds)
    about = f"Medians of {options.rounds} interleaved rounds by `python/benches/at_scale.py`, on {os.cpu_count()} cores."
    about += f" {options.note}" if options.note else ""
    cost = (
        f"The cost of a billion pages is the CPU seconds for a page, with all processes of an engine, times 10⁹, at {options.price} dollars for an"
        " hour of a core. Reading from a store and moving data are not included. *Crawl pages* are real pages cut at log-normal lengths with a"
        " median of 15 KB. In the names of jobs, `limpid` is the module `limpid_html`."
    )
    missed = [f"Not installed: {', '.join(missing)}.", ""] if missing else []
    title = "# Python and engines: all figures"
    source = "Written by `python/benches/at_scale.py --docs docs`. [Performance](../performance.md#python-and-engines) has a summary."
    text = "\n".join([title, "", source, "", about, "", cost, "", *missed, *report.markdown()])
    print(text)
    if options.docs:
        (options.docs / "generated" / "at-scale.md").write_text(text)


if __name__ == "__main__":
    main()
