"""XPath: results, namespaces, variables, EXSLT, errors, and agreement with lxml."""

from __future__ import annotations

import pickle
from types import MappingProxyType
from typing import Any

import pytest

import limpid_html as limpid

PAGE = """<!DOCTYPE html><html lang=en><head><title>Tea</title></head><body>
<ul id=list class="a b"><li>One<li><b>Two</b> <a href=/x rel=next>x</a></ul><!--note-->
<svg viewBox="0 0 1 1"><a xlink:href=u /></svg></body></html>"""
SVG = {"s": "http://www.w3.org/2000/svg"}


@pytest.fixture
def document() -> limpid.Document:
    return limpid.parse(PAGE)


def test_results(document: limpid.Document) -> None:
    first, second = document.select("li")
    assert document.xpath("//li") == document.xpath("//LI") == [first, second]
    assert document.xpath("//a/@href") == ["/x"]
    assert document.xpath("//li//text()") == ["One", "Two", " ", "x"]
    assert document.xpath("//b/text() | //b") == [second.select_one("b"), "Two"]
    assert [node.kind for node in document.xpath("//comment()")] == ["comment"]
    assert document.xpath("/") == [document.root] and document.xpath("//nav") == []
    for expression, value in {"count(//li)": 2.0, "boolean(//nav)": False, "string(//b)": "Two", "1 div 0": float("inf")}.items():
        found = document.xpath(expression)
        assert found == value and type(found) is type(value)


def test_context(document: limpid.Document) -> None:
    second = document.select("li")[1]
    assert second.xpath("b") == second.select("b") and second.xpath("string(b)") == "Two"
    assert second.xpath("..") == [document.select_one("ul")] and second.xpath("//title") == [document.select_one("title")]
    assert second.xpath("./preceding-sibling::*[1]") == [document.select("li")[0]]
    # Results keep their document alive.
    assert limpid.parse("<p>x").xpath("//p")[0].inner_text() == "x"


def test_namespaces(document: limpid.Document) -> None:
    (link,) = document.xpath("//s:a", namespaces=SVG)
    assert link.namespace == SVG["s"] and document.xpath("//s:a", namespaces=MappingProxyType(SVG)) == [link]
    assert link.xpath("@l:href", namespaces={"l": "http://www.w3.org/1999/xlink"}) == ["u"]
    with pytest.raises(limpid.XPathSyntaxError, match="prefix"):
        document.xpath("//s:a")
    for wrong in ([("s", "x")], {"s": 1}, {None: "x"}, "s"):
        with pytest.raises(TypeError):
            document.xpath("//s:a", namespaces=wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            document.xpath("$s", wrong if wrong != {"s": 1} else "s")  # type: ignore[arg-type]


def test_variables(document: limpid.Document) -> None:
    ul, items = document.select_one("ul"), document.select("li")
    assert ul is not None
    assert document.xpath("//*[@id = $id]", {"id": "list"}) == [ul]
    assert document.xpath("//li[$n]", {"n": 2}) == [items[1]] and document.xpath("$n + 0.5", {"n": 2.5}) == 3.0
    assert document.xpath("not($yes)", {"yes": True}) is False
    assert document.xpath("$here/li", {"here": ul}) == document.xpath("$all", {"all": [*reversed(items)]}) == items
    assert document.xpath("//*[. = $text]", {"text": 'it\'s "both"'}) == []
    with pytest.raises(limpid.XPathSyntaxError, match="none"):
        document.xpath("$none")
    with pytest.raises(ValueError, match="another document"):
        document.xpath("$x", {"x": limpid.parse("").root})
    values: list[Any] = [None, b"x", [1], {}, object()]
    for value in values:
        with pytest.raises(TypeError):
            document.xpath("$x", {"x": value})
    with pytest.raises(OverflowError):
        document.xpath("$x", {"x": 10**400})


def test_exslt(document: limpid.Document) -> None:
    assert document.xpath("//a[re:test(@href, '^/X', 'i')]") == [document.select_one("a[href]")]
    assert document.xpath("str:tokenize('a b')") == ["a", "b"]
    assert document.xpath("set:difference(//li, //li[1])") == [document.select("li")[1]]


def test_errors(document: limpid.Document) -> None:
    with pytest.raises(limpid.XPathSyntaxError) as caught:
        document.xpath("//é[")
    assert isinstance(caught.value, ValueError) and caught.value.position == 4
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.position, str(again)) == (4, str(caught.value))
    for wrong in ("", "//", "1 +", "foo()", "//li[", "'open", "//a:b", "(" * 100_000):
        with pytest.raises(limpid.XPathSyntaxError):
            document.xpath(wrong)
    for number in (None, b"//li", 1):
        with pytest.raises(TypeError):
            document.xpath(number)  # type: ignore[arg-type]
    with pytest.raises(limpid.XPathSyntaxError, match="steps"):
        limpid.parse("<p>" * 2_000).xpath("//p[count(//p) > 1]", max_steps=1_000)
    assert limpid.parse("<p>" * 100).xpath("count(//p[count(//p) > 1])", max_steps=10**9) == 100
    page = limpid.parse("<p>x" * 20_000)
    for hard in ("//p[sum(preceding::p) = 0.5]", "//p[following::p/@a = preceding::p/@b]", "str:tokenize(str:padding(1000000, 'a'), '')"):
        with pytest.raises(limpid.XPathSyntaxError, match="allow more with `max_steps`"):
            page.xpath(hard)
    assert len(page.xpath("str:tokenize(str:padding(1000000, 'a'), '')", max_steps=2**64)) == 1_000_000
    assert document.xpath("//li[. = '\ud800']") == []


def test_edits(document: limpid.Document) -> None:
    with document.edit() as editor:
        item = editor.append_element(document.select_one("ul"), "li")
        editor.set_text(item, "Three")
    assert document.xpath("//li[last()]") == [item] and document.xpath("//li[3]/text()") == ["Three"]


def comparable(value: Any) -> Any:
    return [getattr(item, "tag", item) for item in value] if isinstance(value, list) else value


def test_lxml_agrees(real_pages: dict[str, bytes]) -> None:
    import limpid_html.lxml

    expressions = ("//a/@href", "//ul/li/*", "//body//text()", "count(//*[@class])", "//p[1]/..", "//td[last()]", "string(//title)")
    compared = 0
    for name, page in real_pages.items():
        document = limpid.parse(page, errors=False)
        # In lxml's tree, template contents are children of the template, and SVG elements have namespaces in their names.
        if document.select("svg, math, template"):
            continue
        tree = limpid.lxml.from_document(document)
        compared += 1
        for expression in expressions:
            assert comparable(document.xpath(expression)) == comparable(tree.xpath(expression)), (name, expression)
    assert compared > 10
