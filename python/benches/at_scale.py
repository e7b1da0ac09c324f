#!/usr/bin/env python3
"""Measures limpid in Python and in engines beside its peers, in one run, interleaved.

    python/run-tests; target/python/venv/bin/pip install turbohtml
    target/python/venv/bin/python python/benches/at_scale.py --pages ../shared/corpus/real --write docs/performance-at-scale.md

Of each job the medians of all rounds are printed: CPU seconds of this process and its children, and seconds by the clock. A peer
that is not installed is left out, and named. Ratios hold from machine to machine; seconds do not.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow

import limpid

Job = Callable[[], Any]


def corpora(folder: Path) -> dict[str, list[bytes]]:
    """The real pages, and a crawl: real pages cut at log-normal lengths, whose median is 15 KB."""
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
    """Functions that parse, and that return links and text, by parser; and the parsers that are not installed."""
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


def cpu() -> float:
    """Returns the CPU seconds of this process and of those that it waited for."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, kinds))


def measure(jobs: dict[str, Job], rounds: int) -> dict[str, tuple[float, float]]:
    """Returns the medians of CPU seconds and of seconds by the clock, from rounds of all jobs."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            start = cpu(), time.perf_counter()
            job()
            times[name].append((cpu() - start[0], time.perf_counter() - start[1]))
    median = statistics.median
    return {name: (median(one[0] for one in each), median(one[1] for one in each)) for name, each in times.items()}


def table(title: str, results: dict[str, tuple[float, float]], pages: list[bytes], base: str) -> str:
    """Returns the results as a table: rates, and CPU as a multiple of the base's rate."""
    size = sum(map(len, pages)) / 1e6
    lines = [f"## {title}", "", f"| | MB/s of CPU | × {base} | pages/s by the clock | CPU hours for 10⁹ such pages |", "| --- | --: | --: | --: | --: |"]
    for name, (used, wall) in results.items():
        ratio = f"{results[base][0] / used:.2f}" if base in results else "–"
        hours = used / len(pages) * 1e9 / 3600
        lines.append(f"| {name} | {size / used:.0f} | {ratio} | {len(pages) / wall:,.0f} | {hours:,.0f} |")
    return "\n".join([*lines, ""])


def each(function: Callable[[bytes], Any], pages: list[bytes]) -> Job:
    def job() -> None:
        for page in pages:
            function(page)

    return job


def spark_jobs(pages: list[bytes], both: dict[str, Callable[[bytes], Any]]) -> dict[str, Job]:
    """Jobs in Spark, local[2]: limpid's columns, a loop over selectolax, and the engine alone."""
    from pyspark.sql import SparkSession

    import limpid.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
    spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "250").getOrCreate()
    frame = spark.createDataFrame(pyarrow.table({"html": pages})).repartition(8).cache()
    frame.count()
    peer = both["selectolax"]

    def loop(batches: Any) -> Any:
        for batch in batches:
            found = [peer(page) for page in batch["html"].to_pylist()]
            links, texts = pyarrow.array([one[0] for one in found]), pyarrow.array([one[1] for one in found])
            yield pyarrow.RecordBatch.from_arrays([links, texts], ["links", "text"])

    def alone(batches: Any) -> Any:
        for batch in batches:
            empty = pyarrow.nulls(len(batch), pyarrow.list_(pyarrow.string())), pyarrow.nulls(len(batch), pyarrow.string())
            yield pyarrow.RecordBatch.from_arrays(list(empty), ["links", "text"])

    columns = {"links": limpid.Select("a[href]", attribute="href"), "text": "text_content"}

    def sink(result: Any) -> None:
        result.write.format("noop").mode("overwrite").save()

    return {
        "limpid.spark.extract": lambda: sink(limpid.spark.extract(frame, columns)),
        "selectolax": lambda: sink(frame.mapInArrow(loop, "links array<string>, text string")),
        "the engine alone": lambda: sink(frame.mapInArrow(alone, "links array<string>, text string")),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--pages", type=Path, required=True, help="a folder of pages")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--spark", action="store_true", help="measure Spark as well")
    arguments.add_argument("--write", type=Path, help="write the tables to this file, too")
    options = arguments.parse_args()
    parse, both, missing = parsers()
    parts = ["# Performance at scale", "", f"Medians of {options.rounds} interleaved rounds by `python/benches/at_scale.py`, on {os.cpu_count()} cores.", ""]
    parts += [f"Not installed: {', '.join(missing)}.", ""] if missing else []
    extract = limpid.Extract({"links": limpid.Select("a[href]", attribute="href"), "text": "text_content"})
    for name, pages in corpora(options.pages).items():
        few = pages if name == "real" else pages[:500]
        parts.append(table(f"Parse, {name} pages", measure({who: each(one, few) for who, one in parse.items()}, options.rounds), few, "selectolax"))
        batch = pyarrow.table({"html": few})
        jobs = {"limpid.extract, Arrow to Arrow": lambda batch=batch: extract(batch)} | {who: each(one, few) for who, one in both.items()}
        parts.append(table(f"Links and text, {name} pages", measure(jobs, options.rounds), few, "selectolax"))
    if options.spark:
        pages = corpora(options.pages)["crawl"]
        parts.append(table("Spark, local[2]: links and text", measure(spark_jobs(pages, both), options.rounds), pages, "selectolax"))
    report = "\n".join(parts)
    print(report)
    if options.write:
        options.write.write_text(report)


if __name__ == "__main__":
    main()
