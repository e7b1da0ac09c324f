"""Runs jobs with Python libraries, for `cargo xtask jobs --python`.

    jobs.py FOLDER ARCHIVE

Prints a JSON array of pairs: the name of a job, and the name of an installed library that can do it (a row of the table). Then reads
lines of the form `JOB<TAB>ROW`. For each line, runs the job on the pages of the folder or of the archive, and prints the time in seconds
and the outputs as JSON.
"""

import json
import sys
from pathlib import Path
from time import perf_counter

SELECTORS = ["a[href]", "h1, h2, h3", "div > p", "[class]", "li:first-child"]


def lines(items):
    return "".join(f"{item}\n" for item in items)


def selectolax():
    from selectolax.lexbor import LexborHTMLParser

    def links(page):
        return lines(link.attributes["href"] or "" for link in LexborHTMLParser(page).css("a[href]"))

    def selectors(page):
        tree = LexborHTMLParser(page)

        def of(selector):
            found = tree.css(selector)
            return f"{max(len(found) - 1, 0)} {found[0].text().strip() if found else ''}"

        return lines(map(of, SELECTORS))

    def text(page):
        return LexborHTMLParser(page).root.text()

    def serialize(page):
        return LexborHTMLParser(page).html

    return {
        "parse, text": ("selectolax (lexbor), text", bytes, text),
        "parse, links": ("selectolax (lexbor)", bytes, links),
        "parse, five selectors": ("selectolax (lexbor)", bytes, selectors),
        "parse, serialize": ("selectolax (lexbor), html", bytes, serialize),
    }


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def selectors(page):
        document = HTMLTree.parse(page).document

        def of(selector):
            found = document.query_selector_all(selector)
            return f"{max(len(found) - 1, 0)} {found[0].text.strip() if len(found) else ''}"

        return lines(map(of, SELECTORS))

    def text(page):
        return extract_plain_text(page, preserve_formatting=True)

    def serialize(page):
        return HTMLTree.parse(page).document.html

    return {
        "parse, text": ("resiliparse, extract_plain_text", str, text),
        "parse, five selectors": ("resiliparse", str, selectors),
        "parse, serialize": ("resiliparse, html", str, serialize),
    }


def turbohtml():
    import turbohtml

    def links(page):
        return lines(link.attrs["href"] or "" for link in turbohtml.parse(page).select("a[href]"))

    def selectors(page):
        document = turbohtml.parse(page)

        def of(selector):
            found = document.select(selector)
            return f"{max(len(found) - 1, 0)} {found[0].text.strip() if found else ''}"

        return lines(map(of, SELECTORS))

    def text(page):
        return turbohtml.parse(page).to_text()

    def markdown(page):
        return turbohtml.parse(page).to_markdown()

    def serialize(page):
        return turbohtml.parse(page).serialize()

    def minify(page):
        return turbohtml.parse(page).serialize(turbohtml.Html(layout=turbohtml.Minify()))

    return {
        "parse, text": ("turbohtml, to_text", str, text),
        "parse, Markdown": ("turbohtml, to_markdown", str, markdown),
        "parse, links": ("turbohtml", str, links),
        "parse, five selectors": ("turbohtml", str, selectors),
        "parse, serialize": ("turbohtml, serialize", str, serialize),
        "minify": ("turbohtml, Minify", str, minify),
    }


def fastwarc():
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from selectolax.lexbor import LexborHTMLParser

    def page(record):
        tree = LexborHTMLParser(record.reader.read())
        links = [link.attributes["href"] for link in tree.css("a[href]")]
        url = record.headers["WARC-Target-URI"]
        return json.dumps({"url": url, "links": links, "text": tree.root.text()}, ensure_ascii=False)

    def archive(path):
        with open(path, "rb") as file:
            return [page(record) for record in ArchiveIterator(file, record_types=WarcRecordType.response)]

    return {"WARC to NDJSON of links and text": ("FastWARC, selectolax", None, archive)}


def installed():
    rows = {}
    for peer in (selectolax, resiliparse, turbohtml, fastwarc):
        try:
            jobs = peer()
        except ImportError as error:
            print(f"skipped: {peer.__name__}: {error}", file=sys.stderr)
            continue
        rows |= {(job, name): (kind, work) for job, (name, kind, work) in jobs.items()}
    return rows


def attempt(work, page):
    try:
        return work(page)
    except Exception:
        return None


def main(folder, archive):
    contents = [path.read_bytes() for path in sorted(Path(folder).glob("*.html"))]
    pages = {bytes: contents, str: [content.decode() for content in contents]}
    rows = installed()
    print(json.dumps(list(rows)), flush=True)
    for line in sys.stdin:
        kind, work = rows[tuple(line.rstrip("\n").split("\t"))]
        start = perf_counter()
        outputs = [attempt(work, page) for page in pages[kind]] if kind else work(archive)
        seconds = perf_counter() - start
        print(json.dumps([seconds, outputs]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
