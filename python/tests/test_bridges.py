"""BeautifulSoup and lxml with limpid's parser."""

from __future__ import annotations

import copy
import pickle

import pytest
from bs4 import BeautifulSoup, SoupStrainer
from bs4.builder import builder_registry

import limpid_html as limpid
import limpid_html.bs4
import limpid_html.lxml


def test_the_builder_never_becomes_the_default() -> None:
    assert builder_registry.lookup("limpid") is limpid.bs4.LimpidTreeBuilder
    for features in ([], ["html"], ["fast"], ["html", "fast"], ["permissive"], ["html5"]):
        assert builder_registry.lookup(*features) is not limpid.bs4.LimpidTreeBuilder


def test_soup_has_the_same_tree_as_browsers() -> None:
    soup = BeautifulSoup("<!DOCTYPE html><p>One<p>Two<table><b>x</b><tr><td>1</table><!--c--><svg><a xlink:href=u></svg>", "limpid")
    assert [p.text for p in soup.find_all("p")] == ["One", "Two"]
    assert soup.b.parent.name == "body" and soup.td.parent.parent.name == "tbody"
    assert soup.find("svg").a["xlink:href"] == "u" and soup.svg.namespace == "http://www.w3.org/2000/svg"
    assert str(soup).startswith("<!DOCTYPE html>\n<html><head></head><body><p>One</p>")


def test_soup_detects_encodings_as_browsers_do() -> None:
    soup = BeautifulSoup(b"<meta charset=windows-1251><p>\xcf", "limpid")
    assert (soup.p.text, soup.original_encoding) == ("П", "windows-1251")
    assert BeautifulSoup(b"<p>\xcf", "limpid", from_encoding="koi8-r").p.text == "о"
    assert BeautifulSoup("<p>é".encode(), "limpid").p.text == "é"


def test_soup_of_real_pages(real_pages: dict[str, bytes]) -> None:
    for name, page in list(real_pages.items())[:12]:
        document = limpid.parse(page)
        soup = BeautifulSoup(page, "limpid")
        ours = [node.get("href") for node in document.select("a")]
        assert [link.get("href") for link in soup.find_all("a")] == ours, name


PAGE = "<!DOCTYPE html>\n<title>é😀</title><p class='a b'>\r\n <b>x</b>\n\té<i a=1\nb=2>q</i><p id=z>z</p><table><td>1</table><svg><path/></svg>"


@pytest.mark.parametrize(
    "copied",
    [
        copy.copy,
        copy.deepcopy,
        lambda soup: pickle.loads(pickle.dumps(soup)),
        lambda soup: pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(soup)))),
        lambda soup: copy.copy(copy.copy(soup)),
    ],
)
def test_copies_of_soups_are_equal(copied) -> None:
    for markup in (PAGE, PAGE.encode(), "", b"", "<td>1"):
        for options in ({}, {"parse_only": SoupStrainer("p")}, {"multi_valued_attributes": None}, {"store_line_numbers": False}):
            soup = BeautifulSoup(markup, "limpid", **options)
            assert str(copied(soup)) == str(soup) and soup.original_encoding == copied(soup).original_encoding
            assert [tag.attrs for tag in copied(soup).find_all()] == [tag.attrs for tag in soup.find_all()]
    # A copy is independent of the original.
    soup = BeautifulSoup(PAGE, "limpid")
    again = copied(soup)
    again.b.decompose()
    assert soup.b is not None and len(again.find_all("html")) == 1


def test_a_soup_of_no_markup_is_empty() -> None:
    for markup in ("", b""):
        soup = BeautifulSoup(markup, "limpid")
        soup.append(soup.new_tag("p"))
        assert str(soup) == "<p></p>"


def test_a_builder_can_be_reused() -> None:
    builder = limpid.bs4.LimpidTreeBuilder()
    first, second = (BeautifulSoup(markup, builder=builder, from_encoding=name) for markup, name in ((b"<p>\xcf", "koi8-r"), (b"<p>\xcf", None)))
    assert (first.p.text, second.p.text) == ("о", "Ï")
    assert str(copy.copy(first)) == str(first) == "<html><head></head><body><p>о</p></body></html>"


def test_soup_strainers() -> None:
    for strainer in (SoupStrainer("p"), SoupStrainer(id="z"), SoupStrainer("b")):
        ours, theirs = (BeautifulSoup(PAGE.replace("<table>", "</p><table>"), parser, parse_only=strainer) for parser in ("limpid", "html.parser"))
        assert [tag.name for tag in ours.find_all()][:1] == [tag.name for tag in theirs.find_all()][:1]
        assert "DOCTYPE" not in str(ours) + str(theirs)


def test_positions_of_tags_are_those_of_html_parser() -> None:
    ours, theirs = (
        {(tag.name, tag.text): (tag.sourceline, tag.sourcepos) for tag in BeautifulSoup(PAGE, parser).find_all(["title", "b", "i", "td", "path"])}
        for parser in ("limpid", "html.parser")
    )
    assert ours == theirs and ours["i", "q"] == (4, 2)
    # If bytes are parsed, positions refer to the decoded text. Implied and reconstructed elements have no position.
    soup = BeautifulSoup(PAGE.encode(), "limpid")
    assert (soup.i.sourceline, soup.i.sourcepos) == (4, 2)
    for tag in (soup.html, soup.head, soup.body, soup.tbody):
        assert (tag.sourceline, tag.sourcepos) == (None, None)
    again = BeautifulSoup("<p><b>x<p>y", "limpid").find_all(["p", "b"])
    assert [(tag.name, tag.sourceline, tag.sourcepos) for tag in again] == [("p", 1, 0), ("b", 1, 3), ("p", 1, 7), ("b", None, None)]
    # Unlike in html.parser, a carriage return alone ends a line.
    assert BeautifulSoup("\r<p>", "limpid").p.sourceline == 2
    assert (soup.new_tag("u").sourceline, BeautifulSoup(PAGE, "limpid", store_line_numbers=False).b.sourceline) == (None, None)
    assert copy.copy(soup).b.sourceline == soup.b.sourceline == 3


def test_lxml_has_the_lines_of_the_page() -> None:
    page = "<!--a-->\n<!DOCTYPE html><!--b\n\n--><html>\n<?pi x?><p>\r\n<!--c--><template>\r<b>q</b></template></html>\n<!--e-->\n<!--f-->"
    root = limpid.lxml.parse(page)
    nodes = [*root.itersiblings(preceding=True), *root.iter(), *root.itersiblings()]
    lines = [(node.tag if isinstance(node.tag, str) else node.text, node.sourceline) for node in nodes]
    elements = [("html", 4), ("x", 5), ("head", None), ("body", None), ("p", 5), ("c", 6), ("template", 6), ("b", 7)]
    assert lines == [("b\n\n", 2), ("a", 1), *elements, ("e", 8), ("f", 9)]
    assert limpid.lxml.from_document(limpid.parse(page)).sourceline is None
    document = limpid.parse("<p>a\n<b>x", spans=True)
    with document.edit() as editor:
        editor.prepend(document.body, editor.create_element("u"))
    root = limpid.lxml.from_document(document)
    assert [(node.tag, node.sourceline) for node in root.body.iter()] == [("body", None), ("u", None), ("p", 1), ("b", 2)]
    # More lines than lxml can store.
    assert {node.sourceline for node in limpid.lxml.parse("\n" * 70_000 + "<body><p>a<b>b").body.iter()} == {65534}


def test_lxml_has_the_url_of_the_page() -> None:
    url = "https://example.org/shop/"
    for root in (limpid.lxml.parse(b"<a href=tea>", base_url=url), limpid.lxml.from_document(limpid.parse("<a href=tea>"), base_url=url)):
        assert root.base_url == root.getroottree().docinfo.URL == url
        root.make_links_absolute()
        assert root.xpath("//a/@href") == [url + "tea"]
    assert limpid.lxml.parse("<p>").base_url is None


def test_lxml_trees(real_pages: dict[str, bytes]) -> None:
    root = limpid.lxml.parse(b"<!DOCTYPE html><title>T</title><p class=a>One<p>Two<svg viewBox='0 0 1 1'><path/></svg>")
    assert root.tag == "html" and root.xpath("//p/text()") == ["One", "Two"]
    assert root.find_class("a")[0].text_content() == "One"
    assert root.xpath("//s:path", namespaces={"s": "http://www.w3.org/2000/svg"})
    assert root.getroottree().docinfo.doctype == "<!DOCTYPE html>"
    for name, page in real_pages.items():
        document = limpid.parse(page, errors=False)
        tree = limpid.lxml.from_document(document)
        assert tree.xpath("//a/@href") == document.select_attribute("a:not(svg a)", "href"), name


def test_lxml_of_hostile_pages() -> None:
    for page in ("<div>" * 100_000, "<p a<b='1' =x 1=2>\0\x01<a:b:c>", "<?pi x?><!--a--b-->", "\ufffe\U0010ffff", ""):
        assert limpid.lxml.parse(page).tag == "html"
    with pytest.raises(ValueError, match="whole document"):
        limpid.lxml.from_document(limpid.parse("<td>", fragment="tr"))
