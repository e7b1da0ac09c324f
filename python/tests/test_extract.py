"""Extracting columns from pages in Arrow data."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pyarrow
import pyarrow.compute
import pyarrow.feather
import pyarrow.parquet
import pytest
from conftest import REPOSITORY, skip_missing
from samples import COLUMNS, HOSTILE, expected_rows, record, rows, sorted_rows, table

import limpid_html as limpid
import limpid_html.warc


def test_columns_match_documents() -> None:
    extracted = limpid.extract(table(), COLUMNS, url="url").to_pylist()
    for row, page in zip(extracted, rows(), strict=True):
        if page["html"] is None:
            assert [row[name] for name in (*COLUMNS, "errors")] == [None] * (len(COLUMNS) + 1)
            continue
        document = limpid.parse(page["html"])
        assert row["url"] == page["url"]
        assert (row["title"], row["text"]) == (document.title, document.inner_text())
        if row["links"] is not None:
            assert row["links"] == [link._asdict() for link in document.links(page["url"])]
            urls = [link.url for link in document.links(page["url"]) if link.element == "a"]
            assert row["targets"] == urls
        heading = document.select_one("h1, h2")
        assert row["heading"] == (heading and heading.inner_text())
        content = document.content(base=page["url"])
        assert row["content"] == content.text
        *values, _, _ = content.metadata
        assert list(row["metadata"].values()) == [*values, content.kind, content.confidence]
        if not row["errors"]:
            assert row["clean"] is not None


def test_the_result_has_the_type_of_the_input() -> None:
    pages = table()
    assert isinstance(limpid.extract(pages, ["text"]), pyarrow.Table)
    assert isinstance(limpid.extract(pages.to_batches()[0], ["text"]), pyarrow.RecordBatch)
    stream = limpid.extract(pages.to_reader(max_chunksize=7), COLUMNS, url="url")
    assert isinstance(stream, pyarrow.RecordBatchReader)
    assert sorted_rows(stream.read_all().to_pylist()) == expected_rows()
    with pytest.raises(TypeError, match="Arrow"):
        limpid.extract([1], ["text"])


@pytest.mark.parametrize(
    "kind", [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view(), pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]
)
def test_arrow_types_of_pages(kind: pyarrow.DataType) -> None:
    pages = pyarrow.table({"html": pyarrow.array(["<title>é</title>", None, "<p>"], kind)})
    assert limpid.extract(pages, ["title"]).to_pylist() == [
        {"title": "é", "errors": []},
        {"title": None, "errors": None},
        {"title": None, "errors": []},
    ]


def test_dictionary_run_end_sliced_and_chunked_arrays() -> None:
    texts = ["<title>é</title>", "<title>é</title>", None, "<title>b</title>", "<p>"]
    plain = pyarrow.array(texts)
    titles = ["é", "é", None, "b", None]
    arrays = [plain, plain.dictionary_encode(), pyarrow.compute.run_end_encode(plain), pyarrow.compute.run_end_encode(plain.cast("binary"))]
    arrays += [pyarrow.array(texts * 2)[5:], pyarrow.chunked_array([plain[:2], plain[2:2], plain[2:]])]
    for array in arrays:
        pages = pyarrow.table({"html": array})
        assert limpid.extract(pages, ["title"])["title"].to_pylist() == titles, array.type
        for start in range(5):
            assert limpid.extract(pages[start:], ["title"])["title"].to_pylist() == titles[start:], array.type
    for kind in (pyarrow.null(), pyarrow.string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.binary())):
        nothing = pyarrow.table({"html": pyarrow.array([None, None], kind)})
        assert limpid.extract(nothing, ["title", "links"]).to_pylist() == [{"title": None, "links": None, "errors": None}] * 2
        assert limpid.extract(nothing[:0], ["title", "links"]).num_rows == 0
    for wrong in (plain, pyarrow.chunked_array([plain])):
        with pytest.raises((TypeError, ValueError)):
            limpid.extract(wrong, ["title"])
    with pytest.raises(ValueError, match="type"):
        limpid.extract(pyarrow.table({"html": [["<p>"]]}), ["title"])


@pytest.mark.parametrize("part", range(4))
def test_malformed_buffers_do_not_crash(part: int) -> None:
    """Runs hostile_arrow.py, which extracts from columns with arbitrary bytes and offsets."""
    script = Path(__file__).with_name("hostile_arrow.py")
    done = subprocess.run([sys.executable, script, str(part * 2000), str((part + 1) * 2000)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-3000:]


@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()])
def test_text_that_is_not_utf_8_is_read_as_bytes(kind: pyarrow.DataType, tmp_path: Path) -> None:
    plain = {pyarrow.string(): pyarrow.binary(), pyarrow.large_string(): pyarrow.large_binary(), pyarrow.string_view(): pyarrow.binary_view()}
    cells = [b"<meta charset=koi8-r><title>\xf2", "<title>é".encode(), b"<title>\xf2", None, b"<table>\xf0"]
    pages = pyarrow.array(cells, plain[kind])
    labels = pyarrow.array([b"", b"koi8-r", b"koi8-r", None, b"\xff"], plain[kind])
    table = pyarrow.table({"html": pages.view(kind), "charset": labels.view(kind)})
    columns = ["title", "encoding"]
    read = limpid.extract(table, columns, charset="charset", keep=[]).to_pylist()
    assert [row["title"] for row in read] == ["Р", "é", "Р", None, None]
    assert [row["encoding"] for row in read] == ["KOI8-R", "UTF-8", "KOI8-R", None, "windows-1252"]
    # A label that is not UTF-8 is unknown.
    assert [row["errors"] and [error["code"] for error in row["errors"]] for row in read] == [[], [], [], None, ["unknown-encoding"]]
    if kind != pyarrow.string_view():
        for write in (pyarrow.parquet.write_table, pyarrow.feather.write_feather):
            write(table, tmp_path / "pages")
            reader = pyarrow.parquet.read_table if write is pyarrow.parquet.write_table else pyarrow.feather.read_table
            assert limpid.extract(reader(tmp_path / "pages"), columns, charset="charset", keep=[]).to_pylist() == read
    # Invalid bytes in a URL become U+FFFD.
    urls = pyarrow.array([b"https://example.org/", b"https://example.org/\xff"], plain[kind]).view(kind)
    linked = limpid.extract(pyarrow.table({"html": ["<a href=tea>"] * 2, "url": urls}), ["links"], url="url", keep=[])
    assert [row["links"][0]["url"] for row in linked.to_pylist()] == ["https://example.org/tea"] * 2


def test_kept_columns_are_not_read() -> None:
    names = pyarrow.array([b"\xff", b"b"]).view(pyarrow.string())
    kept = {"name": names, "odd": pyarrow.array([[1], None], pyarrow.list_view(pyarrow.int8()))}
    table = pyarrow.table({"html": ["<p>1", "<p>2"], **kept}).replace_schema_metadata({"a": "b"})
    result = limpid.extract(table, ["text"])
    assert result["text"].to_pylist() == ["1", "2"] and result["name"].cast("binary").to_pylist() == [b"\xff", b"b"]
    assert result.schema.metadata == {b"a": b"b"} and result.schema.field("odd").type == table.schema.field("odd").type
    struct = pyarrow.StructArray.from_arrays([table["html"].combine_chunks()], ["html"])
    assert limpid.extract(struct, ["text"])["text"].to_pylist() == ["1", "2"]


def test_too_short_buffers_are_rejected() -> None:
    offsets = pyarrow.py_buffer(b"\x00\x00\x00\x00\x00\xff\xff\x0f")
    for kind in (pyarrow.binary(), pyarrow.string()):
        with pytest.raises(ValueError):
            array = pyarrow.Array.from_buffers(kind, 1, [None, offsets, pyarrow.py_buffer(b"<p>x")])
            limpid.extract(pyarrow.table({"html": array}), ["text"])
    runs = pyarrow.RunEndEncodedArray.from_arrays(pyarrow.array([2**40]), pyarrow.array(["<p>"]))
    with pytest.raises(ValueError, match="rows"):
        limpid.extract(pyarrow.table({"html": runs}), ["text"])


def test_encodings_and_responses() -> None:
    pages = pyarrow.table({"page": [b"<title>\xf2</title>"], "label": ["koi8-r"]})
    assert limpid.extract(pages, ["title", "encoding"], input="page", charset="label", keep=[]).to_pylist() == [
        {"title": "Р", "encoding": "KOI8-R", "errors": []}
    ]
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<title>\xf2</title>"
    broken = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"<p>x" * 99)[:-15]
    result = limpid.extract(pyarrow.table({"html": [response, broken, b"x"]}), ["title"], http=True).to_pylist()
    assert result[0]["title"] == "Р"
    assert [row["errors"] and row["errors"][0]["code"] for row in result] == [[], "truncated", "no-response"]
    assert result[2]["title"] is None and result[2]["errors"][0]["message"]


def test_errors_name_the_element_that_was_not_closed() -> None:
    pages = pyarrow.table({"html": ["<!DOCTYPE html>\n<div><b>1</div>", "<!DOCTYPE html><p a a>"]})
    first, second = (row["errors"] for row in limpid.extract(pages, ["errors"]).to_pylist())
    assert first[0]["open_element"] == {"name": "b", "start": 21, "line": 2, "column": 6}
    assert [error["open_element"] for error in second] == [None] and second[0]["code"] == "duplicate-attribute"


def test_xpath_columns() -> None:
    pages = pyarrow.table({"html": ["<a href=b>c</a><a href=d>e</a>", None, "<p>" * 20_000]})
    columns = {"urls": limpid.XPath("//a/@href"), "count": limpid.XPath("count(//a)"), "hard": limpid.XPath("//p[sum(preceding::p) = 0.5]")}
    found = limpid.extract(pages, columns).to_pylist()
    assert found[0] == {"urls": ["b", "d"], "count": ["2"], "hard": [], "errors": []}
    assert found[1] == {"urls": None, "count": None, "hard": None, "errors": None}
    assert (found[2]["count"], found[2]["hard"]) == (["0"], None) and found[2]["errors"][0]["code"] == "step-limit"
    assert "allow more with `max_steps`" in found[2]["errors"][0]["message"]
    more = limpid.extract(pages, {"count": limpid.XPath("count(//p)", max_steps=10)}).to_pylist()
    assert (more[0]["count"], more[2]["count"]) == (["0"], None)
    assert pickle.loads(pickle.dumps(limpid.Extract(columns)))(pages).to_pylist() == found
    with pytest.raises(limpid.XPathSyntaxError):
        limpid.Extract({"a": limpid.XPath("//a[")})


def test_a_page_over_the_limit_has_an_error() -> None:
    pages = pyarrow.table({"html": [b"<title>1</title>", b"<p>" + b"x" * 5_000_000, b"<title>3</title>"]})
    result = limpid.extract(pages, ["title"], limit=1_000_000).to_pylist()
    assert [row["title"] for row in result] == ["1", None, "3"]
    assert [error["code"] for error in result[1]["errors"]] == ["too-large"]


def test_invalid_arguments() -> None:
    pages = table(12)
    for wrong in (["texts"], {"a": 3}, "text", {"a": limpid.Select("a", "texts")}):
        with pytest.raises((ValueError, TypeError)):
            limpid.extract(pages, wrong)
    with pytest.raises(limpid.SelectorSyntaxError):
        limpid.Extract({"a": limpid.Select("a[")})
    with pytest.raises(ValueError, match='no column "body"'):
        limpid.extract(pages, ["text"], input="body")
    with pytest.raises(ValueError, match="two columns"):
        limpid.extract(pages, {"url": "text"})


def test_a_sanitizer_with_rules_is_a_column() -> None:
    rules = {"urls": [{"attributes": ["href"], "schemes": ["https"]}]}
    pages = pyarrow.table({"html": [b"<a href=https://example.org/>1</a><a href=ftp://example.org/>2</a>"]})
    result = limpid.extract(pages, {"ruled": limpid.Sanitizer(rules=rules)}).to_pylist()
    assert '<a href="https://example.org/">1</a><a>2</a>' in result[0]["ruled"]


def test_an_extract_can_be_pickled_and_has_a_schema() -> None:
    extract = limpid.Extract({**COLUMNS, "own": limpid.Sanitizer({"elements": ["p"]})}, url="url", keep=["url"])
    again = pickle.loads(pickle.dumps(extract))
    assert again(table()).equals(extract(table()))
    assert again.schema(table().schema).equals(extract(table()).schema)
    assert "title" in repr(again)


def test_hostile_pages_take_less_than_5_seconds() -> None:
    """Quadratic time would exceed this limit."""
    for name, page in HOSTILE.items():
        batch = pyarrow.table({"html": [page.encode()]})
        start = time.process_time()
        result = limpid.extract(batch, COLUMNS).to_pylist()
        taken = time.process_time() - start
        assert len(result) == 1 and taken < 5, f"{name}: {taken:.1f} s"


def command() -> Path:
    """Returns the `limpid` command."""
    given = os.environ.get("LIMPID_COMMAND") or shutil.which("limpid")
    built = [REPOSITORY / "target" / profile / "limpid" for profile in ("release", "debug")]
    found = Path(given) if given else next((path for path in built if path.exists()), None)
    if found is None:
        skip_missing("the limpid command", "build it with `cargo build -p limpid-cli`")
    assert found is not None
    return found


def test_columns_match_the_output_of_the_command(tmp_path: Path, real_pages: dict[str, bytes]) -> None:
    pages = dict(list(real_pages.items())[:30])
    for name, page in pages.items():
        (tmp_path / name).write_bytes(page)
    source = pyarrow.table({"name": list(pages), "html": list(pages.values())})
    for arguments, column in (
        (["links", "--format", "ndjson"], "detailed_links"),
        (["text", "--format", "ndjson"], "text"),
        (["text", "--markdown", "--format", "ndjson"], "markdown"),
    ):
        done = subprocess.run([command(), *arguments, *sorted(pages)], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        printed: dict[str, list[dict[str, object]]] = {name: [] for name in pages}
        for line in done.stdout.splitlines():
            found = json.loads(line)
            printed[Path(found.pop("file")).name].append(found)
        for row in limpid.extract(source, [column]).to_pylist():
            # The command prints an object for each link, and one object for the text of a page.
            made = row[column] if column == "detailed_links" else [{"text": row[column]}]
            assert printed[row["name"]] == made, f"{row['name']}: {column}"


CARDS = """<base href=/shop/><ul>
<li class=card data-id=1><h2>Assam</h2> <b class=price>4</b> <a href=assam>more</a><img srcset='a.png 1x'>
<li class=card data-id=2><h2>Sencha</h2> <a>no link</a><a href='/s'>more</a>
<li class=card><b class=price>6</b><ul><li class=card data-id=3><h2>Inner</h2></ul></ul>"""


def test_records_have_a_struct_for_each_element() -> None:
    fields = {
        "id": limpid.First(":scope", attribute="data-id"),
        "name": "h2",
        "price": limpid.First(".price"),
        "link": limpid.First("a", attribute="href", url=True),
        "html": limpid.First("b", "html"),
    }
    pages = pyarrow.table({"url": ["https://example.org/a", None, "https://example.org/b"], "html": [CARDS, None, "<p>none"]})
    found = limpid.extract(pages, {"cards": limpid.Records(".card", fields), "names": limpid.Select("h2")}, url="url").to_pylist()
    assert found[0]["cards"] == [
        {"id": "1", "name": "Assam", "price": "4", "link": "https://example.org/shop/assam", "html": '<b class="price">4</b>'},
        {"id": "2", "name": "Sencha", "price": None, "link": "https://example.org/s", "html": None},
        {"id": None, "name": "Inner", "price": "6", "link": None, "html": '<b class="price">6</b>'},
        {"id": "3", "name": "Inner", "price": None, "link": None, "html": None},
    ]
    assert [row["cards"] for row in found[1:]] == [None, []] and found[0]["errors"] == []
    extract = limpid.Extract({"cards": limpid.Records(".card", fields)}, url="url")
    assert pickle.loads(pickle.dumps(extract))(pages)["cards"].to_pylist() == [row["cards"] for row in found]
    assert extract.schema(pages.schema).field("cards").type.value_type.names == list(fields)


def test_records_without_fields_and_with_mistakes() -> None:
    page = pyarrow.table({"html": [CARDS]})
    assert limpid.extract(page, {"a": limpid.Records("h2", {})})["a"].to_pylist() == [[{}, {}, {}]]
    for fields, error in (({"a": 3}, TypeError), ({"a": limpid.Select("b")}, TypeError), ({"a": "b["}, limpid.SelectorSyntaxError), ({"a": limpid.First("b", "none")}, ValueError)):
        with pytest.raises(error):
            limpid.Extract({"a": limpid.Records("p", fields)})  # type: ignore[dict-item]
    with pytest.raises(limpid.SelectorSyntaxError):
        limpid.Extract({"a": limpid.Records("p[", {})})


def test_selectors_are_str_or_selector() -> None:
    li, h2 = limpid.Selector("li"), limpid.Selector("h2")
    columns = {"a": limpid.Select(li), "b": limpid.First(li, attribute="data-id"), "c": limpid.Records(li, {"n": h2, "p": limpid.First(limpid.Selector("b"))})}
    texts = {"a": limpid.Select("li"), "b": limpid.First("li", attribute="data-id"), "c": limpid.Records("li", {"n": "h2", "p": limpid.First("b")})}
    page = pyarrow.table({"html": [CARDS]})
    extract = pickle.loads(pickle.dumps(limpid.Extract(columns)))
    assert extract(page).to_pylist() == limpid.extract(page, texts).to_pylist()
    assert limpid.Selector(li) == li


def test_messages_about_columns_use_python_terms() -> None:
    page = pyarrow.table({"html": ["<p>"]})
    first, select, records, xpath = limpid.First, limpid.Select, limpid.Records, limpid.XPath
    calls = [
        (lambda: limpid.extract(page, [records("li", {})]), "this column needs a name"),
        (lambda: limpid.extract(page, [limpid.Sanitizer()]), "this column needs a name"),
        (lambda: limpid.extract(page, ["text", 3]), "the name of a column must be a str, not int"),
        (lambda: limpid.Extract({1: "text"}), "the name of a column must be a str, not int"),
        (lambda: limpid.Extract(3), "a list or a dict"),
        (lambda: limpid.Extract("text"), "a list or a dict"),
        (lambda: limpid.Extract({"a": 3}), "must be a name, Select, First, Records, XPath or Sanitizer, not int"),
        (lambda: limpid.Extract({"a": select(b"p")}), "the selector of the column 'a' must be a str or a Selector, not bytes"),
        (lambda: limpid.Extract({"a": first("p", 3)}), "`value` of the column 'a' must be str, not int"),
        (lambda: limpid.Extract({"a": first("p", attribute=3)}), "`attribute` of the column 'a' must be str or None, not int"),
        (lambda: limpid.Extract({"a": first("p", attribute="x", url="y")}), "`url` of the column 'a' must be bool, not str"),
        (lambda: limpid.Extract({"a": xpath(3)}), "`expression` of the column 'a' must be str, not int"),
        (lambda: limpid.Extract({"a": xpath("//a", "3")}), "`max_steps` of the column 'a' must be int or None, not str"),
        (lambda: limpid.Extract({"a": xpath("//a", -1)}), "non-negative int, not -1"),
        (lambda: records("li", ["h2"]), "the fields of records must be a dict of names and selectors, not list"),
        (lambda: records("li", "h2"), "the fields of records must be a dict"),
        (lambda: limpid.Extract({"a": records("li", {1: "h2"})}), "the name of a field of the column 'a' must be a str, not int"),
        (lambda: limpid.Extract({"a": records("li", {"n": 3})}), "the field 'n' of the column 'a' must be a First or a selector, not int"),
        (lambda: limpid.Extract({"a": records("li", {"n": first(3)})}), "the selector of the field 'n' of the column 'a'"),
        (lambda: limpid.Extract({"a": records(3, {})}), "the selector of the column 'a'"),
        (lambda: limpid.Extract(["text"], keep="url"), "`keep` must be a list"),
        (lambda: limpid.Extract(["text"], limit=-1), "non-negative int, not -1"),
    ]
    for call, message in calls:
        with pytest.raises((TypeError, ValueError), match=message) as raised:
            call()
        assert not any(word in str(raised.value) for word in ("extract enum", "variant", "Description", "::"))


def test_an_extract_does_not_change_with_its_arguments() -> None:
    page = pyarrow.table({"html": ["<ul><li><b>1</b><i>2</i></ul>"]})
    fields, sanitizer = {"n": "b"}, limpid.Sanitizer()
    records = limpid.Records("li", fields)
    columns = {"c": records, "s": sanitizer}
    extract = limpid.Extract(columns)
    expected = extract(page).to_pylist()
    fields["n"] = "i"
    assert records.fields == {"n": "b"}
    records.fields["n"] = "i"
    sanitizer.remove_element("b")
    columns["d"] = "text"
    assert extract(page).to_pylist() == pickle.loads(pickle.dumps(extract))(page).to_pylist() == expected
    assert pickle.loads(pickle.dumps(records)) == records and repr(records) == "Records(css='li', fields={'n': 'i'})"


def test_urls_of_any_attribute_are_resolved() -> None:
    page = "<meta property=og:image content=/i.png><img data-src=a.png srcset='a 1x'><img data-src='https://['><video poster=p.png><a href=x ping=y>"
    pages = pyarrow.table({"url": ["https://example.org/x/", None], "html": [page, page]})
    url = {"url": True}
    columns = {
        "data": limpid.Select("img", attribute="data-src", **url),
        "first": limpid.First("[data-src*='[']", attribute="data-src", **url),
        "content": limpid.First("meta", attribute="content", **url),
        "record": limpid.Records("video", {"poster": limpid.First(":scope", attribute="poster", **url)}),
    }
    first, second = limpid.extract(pages, columns, url="url").to_pylist()
    assert first["data"] == ["https://example.org/x/a.png", None] and first["content"] == "https://example.org/i.png"
    assert first["first"] is None and first["record"] == [{"poster": "https://example.org/x/p.png"}]
    assert (second["data"], second["content"], second["record"]) == ([None, None], None, [{"poster": None}])
    for attribute in ("srcset", "imagesrcset", "ping", "archive", "attributionsrc", "SrcSet"):
        for column in (limpid.Select("img", attribute=attribute, url=True), limpid.Records("p", {"a": limpid.First("img", attribute=attribute, url=True)})):
            with pytest.raises(ValueError, match="list of URLs"):
                limpid.Extract({"a": column})
    with pytest.raises(ValueError, match="attribute"):
        limpid.Extract({"a": limpid.First("a", url=True)})


def test_the_scope_of_a_field_is_the_record() -> None:
    page = pyarrow.table({"html": ["<li id=1>a<h2>b</h2><ul><li id=2>c</ul>"]})
    scopes = [":scope", "li:scope", ":is(:scope)", ":scope, h2", ":scope > h2", "li"]
    (found,) = limpid.extract(page, {"r": limpid.Records("li", {css: limpid.First(css, "text_content") for css in scopes})})["r"].to_pylist()
    assert [list(row.values()) for row in found] == [["abc", "abc", "abc", "abc", "b", "c"], ["c", "c", "c", "c", None, None]]


def test_records_over_the_limit_have_an_error() -> None:
    page = pyarrow.table({"html": ["<div>" * 300 + "<p>" + "x" * 1000, "<div><p>y"]})
    found = limpid.extract(page, {"a": limpid.Records("div", {"text": ":scope", "p": "p"})}, limit=10_000).to_pylist()
    assert found[0]["a"] is None and found[0]["errors"] and found[1]["a"] == [{"text": "y", "p": "y"}]


def test_records_of_an_archive() -> None:
    data = record("https://example.org/x/", b"<li><a href=y>1</a><li>2")
    columns = {"url": "url", "items": limpid.Records("li", {"text": ":scope", "link": limpid.First("a", attribute="href", url=True)})}
    (row,) = pyarrow.table(limpid.warc.read(data, columns=columns)).to_pylist()
    assert row["items"] == [{"text": "1", "link": "https://example.org/x/y"}, {"text": "2", "link": None}]
