"""Arguments of all types, behavior of objects (equality, copies, lifetimes), and messages of exceptions."""

from __future__ import annotations

import array
import copy
import mmap
import pickle
import sys
import threading
import time
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

import limpid_html as limpid
import limpid_html.warc
from samples import record


class Text(str):
    pass


class Bytes(bytes):
    pass


@pytest.mark.parametrize("markup", [Text("<p>é"), Bytes("<p>é".encode()), bytearray("<p>é".encode()), memoryview("<p>é".encode())])
def test_subclasses_and_buffers(markup: Any) -> None:
    document = limpid.parse(markup)
    assert document.text_content() == "é"
    again = pickle.loads(pickle.dumps(document))
    assert again.tree() == document.tree() and again.encoding == document.encoding
    assert limpid.Parser().feed(markup).finish().tree() == document.tree()


def test_a_pickle_holds_no_subclass() -> None:
    class Local(bytes):
        pass

    assert pickle.loads(pickle.dumps(limpid.parse(Local(b"<p>x")))).text_content() == "x"
    assert limpid.parse(memoryview(b"<-p->-x")[::2]).text_content() == "x"


def test_other_buffers(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>x")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        document = limpid.parse(mapped)
    assert document.text_content() == limpid.parse(array.array("B", b"<p>x")).text_content() == "x"
    assert limpid.Parser().feed(array.array("B", b"<p>x")).finish().text_content() == "x"


def test_nodes_as_objects() -> None:
    node = limpid.parse("<p id=a>x").select_one("p")
    assert node is not None and copy.copy(node) == node
    for use in (iter, list, len, lambda it: it[0]):
        with pytest.raises(TypeError):
            use(node)  # type: ignore[operator]
    with pytest.raises(TypeError, match="not iterable"):
        iter(node)  # type: ignore[call-overload]


def test_markup_is_not_copied() -> None:
    page = b"<p>" + b"x" * 1000
    before = sys.getrefcount(page)
    document = limpid.parse(page)
    assert sys.getrefcount(page) > before
    del document
    assert sys.getrefcount(page) == before


@pytest.mark.parametrize("wrong", [None, 3, 1.5, ["<p>"], {}, object(), open, Exception])
def test_other_types_are_type_errors(wrong: Any) -> None:
    document = limpid.parse("<p id=a>x")
    node = document.select_one("p")
    assert node is not None
    calls: list[Any] = [
        limpid.parse,
        limpid.Parser().feed,
        limpid.Selector,
        limpid.sanitize,
        limpid.Sanitizer().sanitize,
        document.select,
        document.select_one,
        document.select_text,
        document.xpath,
        document.element_by_id,
        node.get,
        node.matches,
        node.closest,
        lambda it: node[it],
        lambda it: it in node,
        lambda it: document.select_attribute("p", it),
        lambda it: limpid.parse("", limits=it) if it is not None else limpid.parse(it),
        lambda it: limpid.parse("", errors=it),
        lambda it: limpid.parse("", scripting=it),
        lambda it: document.links(it) if it is not None else document.links(3),  # type: ignore[arg-type]
        limpid.warc.record,
        lambda it: list(limpid.warc.read(it)),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call(wrong)
    with document.edit() as editor:
        for change in (editor.append, editor.insert_before, editor.set_text, editor.replace_with):
            with pytest.raises(TypeError):
                change(node, wrong)
            with pytest.raises(TypeError):
                change(wrong, "x")
    if not isinstance(wrong, dict) and wrong is not None:
        with pytest.raises(TypeError):
            limpid.Sanitizer(wrong)


def test_huge_and_negative_numbers() -> None:
    huge = 10**30
    assert limpid.parse("<p>x", limits=limpid.Limits(huge, huge, huge, huge, huge, huge, huge)).text_content() == "x"
    assert len(list(limpid.warc.read(record("https://a/", b"<p>"), rows=huge, limit=huge, end=huge))) == 1
    assert limpid.parse("<p>").xpath("count(//p)", max_steps=huge) == 1
    for call in (
        lambda: limpid.parse("", limits=limpid.Limits(depth=-1)),
        lambda: list(limpid.warc.read(b"", rows=-1)),
        lambda: list(limpid.warc.read(b"", limit=-huge)),
        lambda: list(limpid.warc.read(b"", start=-1)),
        lambda: limpid.parse("").xpath("1", max_steps=-1),
        lambda: limpid.Extract(["text"], limit=-1),
    ):
        with pytest.raises(ValueError):
            call()
    for limits in (limpid.Limits(depth="3"), limpid.Limits(depth=1.5)):  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            limpid.parse("", limits=limits)


def test_surrogates() -> None:
    document = limpid.parse("<p id='\ud800'>a\udfffb\ud83d\ude00")
    assert document.body is not None and document.body.inner_html() == '<p id="\ufffd">a\ufffdb\U0001f600</p>'
    assert document.select("p[id='\ud800']") and document.select_one("p")["id"] == "\ufffd"  # type: ignore[index]
    assert limpid.sanitize("\ud800<b>") == "\ufffd<b></b>"


def test_equality_and_hashes() -> None:
    document = limpid.parse("<p id=a>x<p>")
    node, other = document.select("p")
    assert node == document.select("p")[0] and hash(node) == hash(document.select("p")[0]) and len({node, *document.select("p")}) == 2
    assert node != other and node != 1 and node is not None and node == ANY and not (node == limpid.parse("<p id=a>x<p>").select("p")[0])
    assert limpid.Selector("p") == limpid.Selector("p") != limpid.Selector("a") and limpid.Selector("p") != "p"
    assert limpid.Selector("p") == ANY and hash(limpid.Selector("p")) == hash(limpid.Selector("p"))
    assert limpid.Sanitizer() == limpid.Sanitizer() != limpid.Sanitizer({"elements": []}) and limpid.Sanitizer() == ANY
    with pytest.raises(TypeError):
        assert node < other  # type: ignore[operator]


def test_copies() -> None:
    document = limpid.parse("<p>x", spans=True)
    for again in (copy.copy(document), copy.deepcopy(document)):
        assert again is not document and again.tree() == document.tree()
        with again.edit() as editor:
            editor.remove_all("p")
    assert document.select("p")
    for place in (document.select_one("p"), document.root.children, limpid.Parser(), document.edit()):
        with pytest.raises(TypeError):
            pickle.dumps(place)


def test_reprs_are_short() -> None:
    long = limpid.parse(f"<title>{'x' * 9999}</title><p id='{'y' * 9999}'>{'z' * 9999}")
    node = long.select_one("p")
    assert node is not None and max(map(len, map(repr, [long, node, node.first_child]))) < 120
    assert "…" in repr(node)
    with long.edit() as editor:
        made = editor.create_element("i")
        assert repr(made) == "<limpid_html.Node i>"
    assert repr(made) == "<limpid_html.Node i>"
    with pytest.raises(ZeroDivisionError), long.edit() as editor:
        made = editor.create_element("i")
        1 / 0
    assert repr(made) == "<limpid_html.Node of a discarded edit>"


def test_keyword_arguments_and_read_only_attributes() -> None:
    node = limpid.parse("<p id=a>").select_one("p")
    assert node is not None and node.get("x", default=3) == 3 and node.get(name="id") == "a"
    for name in ("tag", "id", "attributes", "new"):
        with pytest.raises(AttributeError):
            setattr(node, name, "x")


def test_removed_nodes_and_dropped_documents() -> None:
    document = limpid.parse("<title>t</title><ul><li>a<li>b</ul>")
    first, second = document.select("li")
    children = first.children
    with document.edit() as editor:
        editor.remove(first)
    assert first.parent is None and first.html() == "<li>a</li>" and [node.data for node in children] == ["a"]
    with document.edit() as editor:
        editor.remove_children(document.root)
    assert (document.body, document.title, document.document_element, document.html()) == (None, None, None, "")
    assert second.parent is not None and second.closest("ul") is not None and document.select("li") == []
    del document
    assert second.document.root.kind == "document"


def test_editors_are_entered_by_one_thread() -> None:
    for _ in range(50):
        editor = limpid.parse("<p>" * 2000, limits=limpid.Limits.none()).edit()
        outcomes: list[object] = []

        def enter(editor: limpid.Editor = editor, outcomes: list[object] = outcomes) -> None:
            try:
                outcomes.append(editor.__enter__())
            except RuntimeError as error:
                outcomes.append(error)

        threads = [threading.Thread(target=enter) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert len(outcomes) == 4 and sum(outcome is editor for outcome in outcomes) == 1
        editor.__exit__(None, None, None)


class Breaking:
    """A file whose second read raises an exception."""

    def __init__(self, error: BaseException | None) -> None:
        self.pieces: list[Any] = [record("https://a/1", b"<p>1") * 3, error or "text"]

    def read(self, size: int = -1) -> Any:
        piece = self.pieces.pop(0) if self.pieces else b""
        if isinstance(piece, BaseException):
            raise piece
        return piece


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("gone"), None])
def test_exceptions_of_files_are_raised(error: BaseException | None) -> None:
    reader = limpid.warc.read(Breaking(error), columns=["url"])  # type: ignore[arg-type]
    assert next(reader)["url"].to_pylist()[:2] == ["https://a/1"] * 2
    with pytest.raises(type(error) if error else TypeError):
        next(reader)
    seeks = Breaking(None)
    with pytest.raises(AttributeError, match="seek"):
        list(limpid.warc.read(seeks, start=1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expression", "advice"),
    [
        ("document.css('p')", "use select"),
        ("document.find('p')", "use select_one"),
        ("node.get_text()", "use inner_text()"),
        ("node.attrs", "use attributes"),
        ("node.decompose()", "use `with document.edit() as editor:`"),
        ("limpid.fromstring('<p>')", "use parse"),
    ],
)
def test_names_of_other_libraries_suggest_an_equivalent(expression: str, advice: str) -> None:
    document = limpid.parse("<p class=a>Tea")
    with pytest.raises(AttributeError, match="has no attribute") as raised:
        eval(expression, {"document": document, "node": document.select_one("p"), "limpid": limpid})
    assert advice in str(raised.value)
    assert raised.value.name and raised.value.obj is not None


def test_other_missing_names() -> None:
    document = limpid.parse("<p>")
    assert not hasattr(document, "tee") and getattr(document.body, "tee", 1) == 1
    with pytest.raises(AttributeError, match=r"^'limpid_html.Document' object has no attribute 'tee'$"):
        document.tee  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"^module 'limpid_html' has no attribute 'tee'$"):
        limpid.tee  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("css", "advice"),
    [("a::attr(href)", "select_attribute"), ("a::text", "select_text"), ("li:has-text(Tea)", ":contains"), ("é li:-soup-contains(Tea)", "character 5: .*xpath"), ("//a", "xpath"), ("./a", "xpath")],
)
def test_selector_syntax_of_other_libraries_suggests_an_equivalent(css: str, advice: str) -> None:
    with pytest.raises(limpid.SelectorSyntaxError, match=advice):
        limpid.parse("<p>").select(css)


def test_contains_selects_by_text() -> None:
    document = limpid.parse("<ul><li>Green <b>tea</b><li>Milk</ul>")
    for css in ("li:contains('Green tea')", "li:contains(tea)", ":is(li):contains('tea')", "li:not(:contains('Milk'))", "li:has(:contains('tea'))"):
        for selector in (css, limpid.Selector(css)):
            assert document.select_text(selector) == ["Green tea"]
        assert document.body is not None and document.body.select_one(css) == document.select_one("li")
    with document.edit() as editor:
        assert editor.remove_all("li:contains('Milk')") == 1


@pytest.mark.parametrize(
    ("call", "position"),
    [
        (lambda text: limpid.Selector(f"{text} > > p"), 4),
        (lambda text: limpid.parse("").select(f"{text} svg|p"), 2),
        (lambda text: limpid.parse("").select_one(f"{text}::text"), 2),
        (lambda text: limpid.parse("").select_text(f"[a={text}] > ]"), 8),
        (lambda text: limpid.parse("").xpath(f"'{text}' = $x"), 6),
        (lambda text: limpid.parse("").xpath(f"'{text}' = foo()"), 6),
        (lambda text: limpid.parse("").xpath(f"//{text}:p"), 2),
        (lambda text: limpid.Extract({"a": limpid.Select(f"{text}[")}), 2),
        (lambda text: limpid.Extract({"a": limpid.XPath(f"//p['{text}'")}), 7),
    ],
)
def test_positions_are_characters(call: Any, position: int) -> None:
    for text in ("e", "é", "𝒆"):
        with pytest.raises(limpid.QuerySyntaxError) as raised:
            call(text)
        assert raised.value.position == position and f"at character {position}" in str(raised.value)
        assert "byte" not in str(raised.value)


def test_query_errors_contain_no_rust_names() -> None:
    document = limpid.parse("<p><p>")
    calls: list[tuple[Any, str]] = [
        (lambda: document.xpath("//a:b"), "namespaces={prefix: url}"),
        (lambda: document.xpath("a:b()"), "namespaces={prefix: url}"),
        (lambda: document.xpath("$a"), "variables={name: value}"),
        (lambda: document.xpath("foo()"), "there is no function `foo`$"),
        (lambda: document.xpath("//p[count(//p) > 0]", max_steps=1), "max_steps"),
        (lambda: document.select("a|b"), "any namespace"),
    ]
    for call, message in calls:
        with pytest.raises(limpid.QuerySyntaxError, match=message) as raised:
            call()
        assert "::" not in str(raised.value) and "Options" not in str(raised.value)
    import pyarrow

    for expression in ("$a", "//p[count(//p) > 0]"):
        row = limpid.extract(pyarrow.table({"html": ["<p>"]}), {"a": limpid.XPath(expression, max_steps=1)}).to_pylist()[0]
        assert row["errors"] and "::" not in row["errors"][0]["message"]


@pytest.mark.parametrize(("name", "advice"), [("Document", "parse"), ("Node", "select_one"), ("Editor", "edit"), ("NodeIterator", "children")])
def test_classes_without_a_constructor_name_an_alternative(name: str, advice: str) -> None:
    for arguments in ((), ("<p>",), (b"<p>", 1)):
        with pytest.raises(TypeError, match=rf"limpid_html.{name}'.*{advice}"):
            getattr(limpid, name)(*arguments)


def test_bytes_instead_of_str_say_how_to_decode() -> None:
    page = b"<p>"
    document = limpid.parse("<p>")
    node, sanitizer = document.select_one("p"), limpid.Sanitizer()
    assert node is not None
    with document.edit() as editor:
        insert, inner, outer = (lambda it: editor.insert_adjacent_html(node, "afterend", it)), (lambda it: editor.set_inner_html(node, it)), (lambda it: editor.set_outer_html(node, it))
        for call in (limpid.sanitize, sanitizer.sanitize, sanitizer.report, limpid.unescape, insert, inner, outer):
            for wrong in (page, bytearray(page), memoryview(page)):
                with pytest.raises(TypeError, match="expected str, not (bytes|bytearray|memoryview); decode it first"):
                    call(wrong)  # type: ignore[operator]
        texts = [document.xpath, node.get, document.links, document.element_by_id, limpid.escape_text, limpid.escape_attribute, limpid.css_escape]
        texts += [editor.create_element, editor.create_text, lambda it: editor.rename(node, it), lambda it: node[it], lambda it: limpid.parse("", fragment=it)]
        for call in texts:
            with pytest.raises(TypeError, match="expected str, not bytes(?!;)"):
                call(page)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a selector must be a str or a Selector, not bytes(?!;)"):
        limpid.Selector(page)  # type: ignore[arg-type]


def test_messages_use_python_terms() -> None:
    document = limpid.parse("<p>")
    calls: list[tuple[Any, str]] = [
        (lambda: document.xpath("1", variables={"v": [1]}), "a list in an XPath variable must contain only Node objects, not int"),
        (lambda: document.xpath("1", variables={"v": (document.body, "x")}), "must contain only Node objects, not str"),
        (lambda: document.xpath("1", variables=[1]), "variables must be a dict of names and values, not list"),
        (lambda: document.body.xpath("1", namespaces=[1]), "namespaces must be a dict of prefixes and URLs, not list"),
        (lambda: document.xpath("1", namespaces={"a": 1}), "expected str, not int"),
        (lambda: limpid.sanitize("<p>", {"elements": ["p"]}), r"expected a Sanitizer, not dict; pass Sanitizer\(config\)"),
        (lambda: document.edit().sanitize(document.body, {"elements": ["p"]}), r"pass Sanitizer\(config\)"),
        (lambda: limpid.parse("", limits=limpid.Limits(depth=-1)), "expected a non-negative int, not -1"),
        (lambda: limpid.Sanitizer({"elements": [float("nan")]}), "can contain str, bool, dicts and iterables of these: "),
        (lambda: limpid.Sanitizer({"elements": [object()]}), "can contain str, bool, dicts and iterables of these, not object"),
        (lambda: document.links("x"), "is not an absolute URL"),
    ]
    for call, message in calls:
        with pytest.raises((TypeError, ValueError), match=message) as raised:
            call()
        assert "::" not in str(raised.value)


def test_urls_of_attributes() -> None:
    page = "<base href=shop/><a href='tea' data-x='/x' title='https://['>1</a><form action=''><img src='//b/c'>"
    document = limpid.parse(page)
    a, form, img = (document.select_one(css) for css in ("a", "form", "img"))
    assert a is not None and form is not None and img is not None
    base = "https://example.org/y"
    for _ in range(2):
        assert (a.url("href", base), a.url("data-x", base), a.url("title", base), a.url("none", base)) == ("https://example.org/shop/tea", "https://example.org/x", None, None)
        assert (form.url("action", base), img.url("src", base), img.url("src", base="http://e/")) == (base, "https://b/c", "http://b/c")
        assert (a.url("href"), img.url(name="src")) == (None, None) and a.first_child.url("href", base) is None
    for wrong in ("/x", "", "x"):
        for name in ("href", "none"):
            with pytest.raises(ValueError, match="not an absolute URL"):
                a.url(name, wrong)
    for name in ("srcset", "imagesrcset", "ping", "archive", "attributionsrc"):
        with pytest.raises(ValueError, match="list of URLs"):
            img.url(name, base)
    assert [link.url for link in document.links(base)] == [node.url(name, base) for node, name in ((a, "href"), (form, "action"), (img, "src"))]
    for number in range(3):
        with document.edit() as editor:
            editor.set_attribute(editor.select("base")[0], "href", f"/{number}/")
            assert editor.select("a")[0].url("href", base) == f"https://example.org/{number}/tea"
            made = editor.append_element(document.body, "a")
            editor.set_attribute(made, "href", "z")
            assert made.url("href", base) == f"https://example.org/{number}/z"
            assert a.url("href", base) == f"https://example.org/{number - 1 if number else 'shop'}/tea"
        assert a.url("href", base) == made.url("href", base).replace("z", "tea") == f"https://example.org/{number}/tea"
    with document.edit() as editor:
        editor.remove_all("base")
    assert a.url("href", base) == "https://example.org/tea" and copy.copy(document).select_one("a").url("href", base) == "https://example.org/tea"


def test_urls_of_many_nodes_take_linear_time() -> None:
    def seconds(count: int) -> float:
        nodes = limpid.parse("<a href=x>1</a>" * count).select("a")
        start = time.process_time()
        assert all(node.url("href", "https://example.org/") == "https://example.org/x" for node in nodes)
        return time.process_time() - start

    seconds(1_000)
    assert seconds(40_000) < 16 * seconds(5_000) + 0.05


def test_public_names_belong_to_the_package() -> None:
    for name in limpid.__all__:
        public = getattr(limpid, name)
        if name != "__version__":
            assert public.__module__ == "limpid_html", name
            assert pickle.loads(pickle.dumps(public)) is public, name
    for instance in (limpid.Select("p"), limpid.First("p"), limpid.XPath("//p"), limpid.Limits(), limpid.Span(1, 2)):
        assert pickle.loads(pickle.dumps(instance)) == instance
