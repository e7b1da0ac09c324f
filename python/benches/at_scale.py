#!/usr/bin/env python3
"""Compares limpid with other parsers for Python: their speed in Python, and in Spark, an engine that distributes work to processes.

    python/run-tests; target/python/venv/bin/pip install turbohtml fastwarc psutil
    target/python/venv/bin/python python/benches/at_scale.py --pages html5lib-tests/upstream/corpus/real --parts parse links warc spark spark-archives memory threads --docs docs

Measure published figures with a wheel of `maturin build --release`. With --figures FILE, parts can be measured one at a time: each run replaces the
figures of its parts in the file, and reports all figures in the file.

The jobs of a part run interleaved. The results are the medians over all rounds: CPU seconds, for engines including all their processes, and wall-clock
seconds. Parsers that are not installed are skipped and listed. Ratios are comparable between machines; seconds are not.

The cost of a billion pages is the CPU seconds for a page, times 10⁹, at --price dollars for an hour of a core.
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
    """Returns the real pages, and "crawl" pages: real pages cut at log-normal lengths with a median of 15 KB."""
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
    """Returns two dicts with the names of parsers as keys: functions that parse a page, and functions that return its links and text. Also returns the
    names of the parsers that are not installed."""
    parse: dict[str, Callable[[bytes], Any]] = {"limpid": lambda page: limpid.parse(page, errors=False)}

    def ours(page: bytes) -> tuple[list[str], str]:
        document = limpid.parse(page, errors=False)
        return document.select_attribute("a[href]", "href"), document.text_content()

    def nodes(page: bytes) -> tuple[list[str | None], str]:
        document = limpid.parse(page, errors=False)
        return [node.get("href") for node in document.select("a[href]")], document.text_content()

    links_and_text: dict[str, Callable[[bytes], Any]] = {"limpid": ours, "limpid, node by node": nodes}
    missing = []
    try:
        from selectolax.lexbor import LexborHTMLParser

        def lexbor(page: bytes) -> Any:
            tree = LexborHTMLParser(page)
            return [node.attributes["href"] for node in tree.css("a[href]")], tree.root.text()

        parse["selectolax"], links_and_text["selectolax"] = LexborHTMLParser, lexbor
    except ImportError:
        missing.append("selectolax")
    try:
        import turbohtml

        def turbo(page: bytes) -> Any:
            tree = turbohtml.parse(page)
            return [node.attrs["href"] for node in tree.select("a[href]")], tree.text

        parse["turbohtml"], links_and_text["turbohtml"] = turbohtml.parse, turbo
    except ImportError:
        missing.append("turbohtml")
    try:
        import lxml.html

        def lx(page: bytes) -> Any:
            tree = lxml.html.document_fromstring(page)
            return tree.xpath("//a/@href"), tree.text_content()

        parse["lxml"], links_and_text["lxml"] = lxml.html.document_fromstring, lx
    except ImportError:
        missing.append("lxml")
    try:
        from bs4 import BeautifulSoup

        def soup(page: bytes) -> Any:
            tree = BeautifulSoup(page, "lxml")
            return [link["href"] for link in tree.find_all("a", href=True)], tree.get_text()

        parse["BeautifulSoup(lxml)"], links_and_text["BeautifulSoup(lxml)"] = (lambda page: BeautifulSoup(page, "lxml")), soup
    except ImportError:
        missing.append("bs4")
    return parse, links_and_text, missing


def cpu_of_process_tree() -> float:
    """Returns the CPU seconds of this process and all its descendants, such as Spark and its Python workers."""
    import psutil

    used = time.process_time()
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            used += times.user + times.system
    return used


def measure(
    jobs: dict[str, Job], rounds: int, cpu: Callable[[], float] = time.process_time, repeats: int = 1, warm_ups: int = 1
) -> dict[str, tuple[float, float]]:
    """Returns the medians of CPU seconds and wall-clock seconds over all rounds of a job.

    The first `warm_ups` rounds are not measured. In a round, a job runs `repeats` times and only the last run is measured, because a worker usually
    runs one job again and again, with its memory and caches warm.
    """
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    draw, order = random.Random(1), list(jobs.items())
    for number in range(-warm_ups, rounds):
        # In random order, because a job is affected by the memory and caches that the previous job leaves.
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
    """The figures of each table, and their output as Markdown."""

    def __init__(self, price: float, file: Path | None) -> None:
        self.price, self.file = price, file
        self.figures: dict[str, dict[str, Any]] = json.loads(file.read_text()) if file and file.exists() else {}

    def add(self, title: str, **figures: Any) -> None:
        """Stores the figures of a table, also for later runs."""
        self.figures[title] = figures
        if self.file:
            self.file.write_text(json.dumps(self.figures, indent=1))

    def table(self, title: str, results: dict[str, tuple[float, float]], pages: list[bytes], base: str, engine: str | None = None) -> None:
        """Adds a table of CPU times. `engine` is the name of the job that measures the engine alone. With it, the table also has wall-clock times, and
        CPU times minus the CPU time of that job."""
        self.add(title, results=results, pages=len(pages), bytes=sum(map(len, pages)), base=base, engine=engine)

    def markdown(self) -> list[str]:
        lines = []
        for title, figures in ((title, self.figures[title]) for title in ORDER if title in self.figures):
            note = [NOTES[title], ""] if title in NOTES else []
            lines += [f"## {title}", "", *note, *(self.rows(**figures) if "results" in figures else figures["lines"]), ""]
        return lines

    def rows(self, results: dict[str, tuple[float, float]], pages: int, bytes: int, base: str, engine: str | None) -> list[str]:
        alone = results.get(engine or "", (0.0, 0.0))[0]
        wall_clock = ["pages/s, wall clock", f"× {base}, wall clock"]
        names = [*wall_clock, f"× {base}, CPU", f"× {base}, CPU without the engine"] if engine else ["MB/s of CPU", f"× {base}"]
        header = ["", *names, "dollars for 10⁹ such pages"]
        lines = [f"| {' | '.join(header)} |", "| --- " + "| --: " * (len(header) - 1) + "|"]
        for name, (used, wall) in results.items():
            cost = used / pages * 1e9 / 3600 * self.price
            base_times = results.get(base)
            if engine:
                without_engine = f"{(base_times[0] - alone) / (used - alone):.1f}" if base_times and used > alone else "–"
                ratios = [f"{base_times[1] / wall:.2f}", f"{base_times[0] / used:.2f}"] if base_times else ["–", "–"]
                cells = [f"{pages / wall:,.0f}", *ratios, without_engine]
            else:
                cells = [f"{bytes / 1e6 / used:.1f}", f"{base_times[0] / used:.2f}" if base_times else "–"]
            lines.append(f"| {' | '.join([name, *cells, f'{cost:,.2f}'])} |")
        return lines


#: The tables in the order of the report.
ORDER = (
    *("Parse, real pages", "Links and text, real pages", "Parse, crawl pages", "Links and text, crawl pages", "From web archives"),
    *("Spark, local[2]: a table", "Spark, local[2]: archives", "Memory of a worker", "Two threads"),
)

#: Explanations of tables.
NOTES = {
    "Spark, local[2]: a table": "The job \"the engine alone\" sends the same pages to the workers and returns results that were computed before. It measures Spark's own"
    " part of each job. The results of limpid have one more column, `errors`.",
    "Spark, local[2]: archives": "Batches have 250 rows in all jobs. For limpid, Spark starts a process that plans the job, which takes 0.3 s regardless of the archives.",
    "Two threads": "Two processes share nothing. If they are less than 2 times as fast as one, the reason is the machine or another program on it.",
}


def each(function: Callable[[bytes], Any], pages: list[bytes]) -> Job:
    def job() -> None:
        for page in pages:
            function(page)

    return job


def archives(pages: list[bytes], folder: Path, count: int = 4) -> list[str]:
    """Writes the pages as `count` web archives, with one gzip member for each record."""
    paths = [folder / f"{number}.warc.gz" for number in range(count)]
    for number, path in enumerate(paths):
        with path.open("wb") as file:
            for place, page in enumerate(pages[number::count]):
                http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
                head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{number}/{place}\r\nContent-Length: {len(http)}\r\n"
                file.write(gzip.compress(head.encode() + b"\r\n" + http + b"\r\n\r\n", 6))
    return [str(path) for path in paths]


def fastwarc(path: str) -> Iterator[bytes]:
    """Yields the pages of an archive, read with FastWARC."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            yield record.reader.read()


WARC_COLUMNS = {"links": limpid.Select("a[href]", attribute="href"), "text": "text_content"}


def warc_jobs(paths: list[str], selectolax: Callable[[bytes], Any]) -> dict[str, Job]:
    """Returns jobs that extract links and text from archives, and jobs that only read them. `selectolax` extracts from one page."""
    return {
        "limpid.warc.read, links and text": lambda: [sum(len(b) for b in limpid.warc.read(path, columns=WARC_COLUMNS)) for path in paths],
        "FastWARC + selectolax": lambda: [selectolax(page) for path in paths for page in fastwarc(path)],
        "limpid.warc.read, pages alone": lambda: [sum(len(b) for b in limpid.warc.read(path, columns=["html"])) for path in paths],
        "FastWARC, pages alone": lambda: [len(page) for path in paths for page in fastwarc(path)],
    }


def arrow(rows: list[Any]) -> pyarrow.RecordBatch:
    links = pyarrow.array([row[0] for row in rows], pyarrow.list_(pyarrow.string()))
    texts = pyarrow.array([row[1] for row in rows], pyarrow.string())
    return pyarrow.RecordBatch.from_arrays([links, texts], ["links", "text"])


SCHEMA = "links array<string>, text string"

#: The number of rows of a batch in all Spark jobs.
ROWS = 250


def results(pages: list[bytes], path: Path) -> int:
    """Writes the result of a job to a file, for the job that measures Spark alone. Returns the number of batches."""
    made = limpid.extract(pyarrow.table({"html": pages}), WARC_COLUMNS).select(["links", "text"]).combine_chunks()
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_file(file, made.schema) as writer:
        writer.write_table(made, max_chunksize=ROWS)
    return -(-len(made) // ROWS)


def spark_jobs(
    pages: list[bytes], copies: int, paths: list[str], folder: Path, selectolax: Callable[[bytes], Any]
) -> tuple[dict[str, Job], dict[str, Job]]:
    """Returns two dicts of jobs for Spark with the master `local[2]`: jobs that read a table, and jobs that read archives.

    Each dict has three jobs: limpid, selectolax, and the engine alone. The job of the engine alone sends the same pages to the workers and returns
    stored results. `selectolax` extracts links and text from one page. The archives together contain the pages `copies` times.
    """
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
    batches_of_archive = results(pages, Path(path)) * copies // len(paths)

    def loop(batches: Any) -> Any:
        for batch in batches:
            yield arrow([selectolax(page) for page in batch["html"].to_pylist()])

    def alone(batches: Any) -> Any:
        import pyarrow.ipc

        made = pyarrow.ipc.open_file(pyarrow.memory_map(path))
        for number, batch in enumerate(batches):
            yield made.get_batch(number % made.num_record_batches).slice(0, len(batch))

    def read(batches: Any) -> Any:
        for batch in batches:
            for path in batch["path"].to_pylist():
                rest = fastwarc(path)
                while found := [selectolax(page) for page in itertools.islice(rest, ROWS)]:
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
import pyarrow, pyarrow.ipc, sys
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
# Unlike `ru_maxrss`, VmHWM does not include the peak of the process that started this one.
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def memory(pages: list[bytes], folder: Path) -> list[str]:
    """Measures the peak memory of a worker that reads batches of 250 pages, one after another."""
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
    """Returns tasks of about 50 ms, which two threads or two processes run at the same time."""
    pages = corpora(Path(folder))["real"]
    table, columns = pyarrow.table({"html": pages}), limpid.Extract(WARC_COLUMNS)
    return {
        "limpid.parse": lambda: [limpid.parse(page, errors=False) for _ in range(5) for page in pages],
        "limpid.extract": lambda: sum(columns(table).num_rows for _ in range(5)),
    }


#: The tasks by name. A global variable, because worker processes receive only the name of a task.
TASKS: dict[str, Job] = {}


def start_worker(folder: str) -> None:
    """Sets the tasks of a process."""
    TASKS.update(tasks(folder))


def run_task(name: str) -> None:
    TASKS[name]()


def threads(folder: Path, rounds: int) -> list[str]:
    """Measures the speedup of two threads, and of two processes. Other programs on the machine reduce it."""
    lines = ["| | speedup of two threads | CPU time of two threads / CPU time of one thread with the same tasks | speedup of two processes |"]
    lines.append("| --- | --: | --: | --: |")
    start_worker(str(folder))
    with ThreadPoolExecutor(2) as pool, multiprocessing.get_context("spawn").Pool(2, start_worker, [str(folder)]) as processes:
        for name, task in TASKS.items():
            jobs: dict[str, Job] = {
                "one": lambda task=task: [task(), task()],
                "two": lambda task=task: [future.result() for future in [pool.submit(task), pool.submit(task)]],
                "one process": lambda name=name: [processes.apply(run_task, [name]) for _ in range(2)],
                "processes": lambda name=name: processes.map(run_task, [name, name], chunksize=1),
            }
            found = measure(jobs, rounds, repeats=REPEATS)
            clock = {job: seconds for job, (_, seconds) in found.items()}
            cells = clock["one"] / clock["two"], found["two"][0] / found["one"][0], clock["one process"] / clock["processes"]
            lines.append(f"| {name} | {' | '.join(f'{cell:.2f}' for cell in cells)} |")
    return lines


#: How often a job without an engine runs in a round. Only the last run is measured.
REPEATS = 3
PARTS = ("parse", "links", "warc", "spark", "spark-archives", "memory", "threads")


def run(report: Report, parts: list[str], folder: Path, rounds: int) -> list[str]:
    """Measures the given parts. Returns the parsers that are not installed."""
    parse, links_and_text, missing = parsers()
    extract = limpid.Extract(WARC_COLUMNS)
    corpus = corpora(folder)
    for name, pages in corpus.items():
        few = pages if name == "real" else pages[:300]
        if "parse" in parts:
            report.table(f"Parse, {name} pages", measure({who: each(one, few) for who, one in parse.items()}, rounds, repeats=REPEATS), few, "selectolax")
        if "links" in parts:
            batch = pyarrow.table({"html": few})
            jobs: dict[str, Job] = {"limpid.extract, Arrow to Arrow": lambda batch=batch: extract(batch)}
            jobs |= {who: each(one, few) for who, one in links_and_text.items()}
            report.table(f"Links and text, {name} pages", measure(jobs, rounds, repeats=REPEATS), few, "selectolax")
    with tempfile.TemporaryDirectory() as made:
        pages = corpus["crawl"]
        if {"warc", "spark", "spark-archives"} & set(parts) and "selectolax" in links_and_text:
            paths = archives(pages, Path(made))
            if "warc" in parts:
                found = measure(warc_jobs(paths, links_and_text["selectolax"]), rounds, repeats=REPEATS)
                report.table("From web archives", found, pages, "FastWARC + selectolax")
            if {"spark", "spark-archives"} & set(parts):
                # With few pages, the fixed costs of a job and its tasks would dominate. Crawls have about 1 GB per file.
                copies = 40
                large = [Path(made) / f"large-{number}.warc.gz" for number in range(len(paths))]
                for path, file in zip(paths, large):
                    file.write_bytes(Path(path).read_bytes() * copies)
                tables, from_archives = spark_jobs(pages, copies, [str(file) for file in large], Path(made), links_and_text["selectolax"])
                alone = "the engine alone"
                if "spark" in parts:
                    # The pages are few, so Java's JIT compiler needs several rounds until the times are stable.
                    found = measure(tables, rounds, cpu_of_process_tree, warm_ups=8)
                    report.table("Spark, local[2]: a table", found, pages * 4, "selectolax", alone)
                if "spark-archives" in parts:
                    found = measure(from_archives, rounds, cpu_of_process_tree)
                    report.table("Spark, local[2]: archives", found, pages * copies, "FastWARC + selectolax", alone)
        if "memory" in parts:
            report.add("Memory of a worker", lines=memory(pages, Path(made)))
        if "threads" in parts:
            report.add("Two threads", lines=threads(folder, rounds))
    return missing


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--pages", type=Path, required=True, help="a folder of pages")
    arguments.add_argument("--parts", nargs="*", choices=PARTS, default=[part for part in PARTS if not part.startswith("spark")], help="the parts to measure; by default all except Spark")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--figures", type=Path, help="a JSON file with the figures of earlier runs, which is updated")
    arguments.add_argument("--price", type=float, default=0.04, help="dollars for an hour of a core")
    arguments.add_argument("--note", default="", help="a sentence about the wheel or the machine for the report")
    arguments.add_argument("--docs", type=Path, help="also write generated/at-scale.md into this folder")
    options = arguments.parse_args()
    report = Report(options.price, options.figures)
    missing = run(report, options.parts, options.pages, options.rounds)
    about = f"Medians of {options.rounds} interleaved rounds by `python/benches/at_scale.py`, on {os.cpu_count()} cores."
    about += f" {options.note}" if options.note else ""
    cost = (
        f"The cost of a billion pages is the CPU seconds for a page, including all processes of an engine, times 10⁹, at {options.price} dollars for an hour"
        " of a core. It does not include reading from storage and moving data. \"Crawl\" pages are real pages cut at log-normal lengths with a median of"
        " 15 KB. In the names of jobs, `limpid` is the module `limpid_html`."
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
