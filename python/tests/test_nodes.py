"""Nodes, selectors and iteration."""

from __future__ import annotations

import gc
import pickle

import pytest

import limpid_html as limpid

PAGE = """<!DOCTYPE html><html lang=en><head><title>Tea</title></head><body>
<ul id=list class="a b"><li>One<li><b>Two</b> <a href=/x rel=next>x</a></ul><!--note-->
<template><i>inside</i></template><svg viewBox="0 0 1 1"><foreignObject><p>F</p></foreignObject><a xlink:href=u /></svg></body></html>"""


@pytest.fixture
def document() -> limpid.Document:
    return limpid.parse(PAGE)


def test_kinds_and_tags(document: limpid.Document) -> None:
    kinds = {node.kind: node.tag for node in [document.root, *document.root.children]}
    assert kinds == {"document": "#document", "doctype": "html", "element": "html"}
    (comment,) = [node for node in document.root.descendants if node.kind == "comment"]
    assert (comment.tag, comment.data, comment.namespace) == ("#comment", "note", "")
    assert document.select_one("li").first_child.data == "One"
    assert document.select_one("li").data is None
    assert document.select_one("svg > foreignObject").tag == "foreignObject"
    assert document.select_one("foreignObject > p").namespace == "http://www.w3.org/1999/xhtml"
    assert document.select_one("template").template_contents.first_child.tag == "i"
    assert limpid.parse("<?php x?>").root.first_child.kind in ("processing-instruction", "comment")


def test_attributes(document: limpid.Document) -> None:
    ul = document.select_one("ul")
    assert ul.attributes == {"id": "list", "class": "a b"} and list(ul.attributes) == ["id", "class"]
    assert (ul.id, ul.classes, ul["id"], ul.get("x"), ul.get("x", 1)) == ("list", ["a", "b"], "list", None, 1)
    assert "class" in ul and "x" not in ul
    with pytest.raises(KeyError, match="x"):
        ul["x"]
    assert document.select_one("svg a").attributes == {"xlink:href": "u"}
    assert document.select_one("svg").attributes == {"viewBox": "0 0 1 1"}
    assert document.root.attributes == {} and document.root.get("x") is None


def test_relatives(document: limpid.Document) -> None:
    first, second = document.select("li")
    assert first.next_sibling == second and second.previous_sibling == first
    assert first.parent == document.element_by_id("list") and first.parent.last_child == second
    assert [node.tag for node in second.descendants] == ["b", "#text", "#text", "a", "#text"]
    assert [node.tag for node in second.children] == ["b", "#text", "a"]
    assert [node.tag for node in second.ancestors] == ["ul", "body", "html", "#document"]
    assert list(document.select_one("title").first_child.descendants) == []
    assert document.root.parent is None and document.document_element.tag == "html"
    iterator = second.children
    assert iter(iterator) is iterator and next(iterator).tag == "b"
    assert document.head.tag == "head" and document.body.tag == "body"


def test_equality_and_hash(document: limpid.Document) -> None:
    one, again = document.select_one("b"), document.select("b")[0]
    assert one == again and hash(one) == hash(again) and one is not again
    assert len({one, again}) == 1
    assert one != limpid.parse(PAGE).select_one("b") and one != "b"
    assert one.document is document


def test_a_node_keeps_its_document() -> None:
    node = limpid.parse(b"<p>" + b"x" * 100_000).select_one("p")
    gc.collect()
    assert len(node.text_content()) == 100_000


def test_selectors(document: limpid.Document) -> None:
    assert document.select_text("li") == ["One", "Two x"]
    assert document.select_attribute("a", "href") == ["/x"]
    ul = document.select_one("ul")
    assert ul.select("ul") == [] and ul.select_one("li:has(a)").select_text("b") == ["Two"]
    assert ul.select_attribute("[href]", "rel") == ["next"]
    link = document.select_one("a[href='/x']")
    assert link.matches("li > a") and not link.matches("svg a")
    assert link.closest("ul") == ul and link.closest("a") == link and link.closest("svg") is None
    assert document.select_one("nav") is None and document.select("nav") == []
    compiled = limpid.Selector("li")
    assert document.select(compiled) == document.select("li")
    assert compiled == limpid.Selector("li") and hash(compiled) == hash(limpid.Selector("li"))
    assert pickle.loads(pickle.dumps(compiled)) == compiled and compiled.css == str(compiled) == "li"


@pytest.mark.parametrize(("css", "position"), [("", 0), ("ul > > li", 5), ("é > > li", 4), ("a[", 2), (":nope", 0)])
def test_errors_of_selectors_have_a_position(document: limpid.Document, css: str, position: int) -> None:
    for call in (limpid.Selector, document.select, document.select_one, document.select_text, document.body.matches):
        with pytest.raises(limpid.SelectorSyntaxError) as caught:
            call(css)
        assert abs(caught.value.position - position) <= 1 and isinstance(caught.value, ValueError)
    assert isinstance(caught.value, limpid.QuerySyntaxError) and issubclass(limpid.XPathSyntaxError, limpid.QuerySyntaxError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.position) == (str(caught.value), caught.value.position)


def test_selectors_of_other_types_raise_type_error(document: limpid.Document) -> None:
    with pytest.raises(TypeError, match="Selector"):
        document.select(3)  # type: ignore[arg-type]


def test_more_selectors_than_the_cache_holds(document: limpid.Document) -> None:
    for number in range(2000):
        assert document.select(f".c{number}") == []
    assert len(document.select("li")) == 2


def test_deep_trees_do_not_overflow_the_stack() -> None:
    document = limpid.parse("<div>" * 50_000 + "x", limits=limpid.Limits.none())
    assert sum(1 for _ in document.root.descendants) == 50_004
    (text,) = [node for node in document.root.descendants if node.kind == "text"]
    assert sum(1 for _ in text.ancestors) == 50_003
    assert document.select_one("div:not(:has(div))").text_content() == "x"
    assert pickle.loads(pickle.dumps(document)).html() == document.html()


def test_nodes_cannot_be_pickled(document: limpid.Document) -> None:
    with pytest.raises(TypeError, match="html"):
        pickle.dumps(document.body)


def test_node_output(document: limpid.Document) -> None:
    second = document.select("li")[1]
    assert second.html() == '<li><b>Two</b> <a href="/x" rel="next">x</a></li>'
    assert second.inner_html() == '<b>Two</b> <a href="/x" rel="next">x</a>'
    assert (second.inner_text(), second.text_content()) == ("Two x", "Two x")
    assert "**Two**" in second.markdown() and second.xml().startswith("<li xmlns=")
    assert repr(document.select_one("ul")) == '<limpid_html.Node ul id="list" class="a b">'
    assert repr(second.select_one("b").first_child) == "<limpid_html.Node #text 'Two'>"
