"""BeautifulSoup and lxml over limpid's parser."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from bs4.builder import builder_registry

import limpid_html as limpid
import limpid_html.bs4
import limpid_html.lxml


def test_the_builder_never_becomes_the_default() -> None:
    assert builder_registry.lookup("limpid") is limpid.bs4.LimpidTreeBuilder
    for features in ([], ["html"], ["fast"], ["html", "fast"], ["permissive"], ["html5"]):
        assert builder_registry.lookup(*features) is not limpid.bs4.LimpidTreeBuilder


def test_soup_is_the_tree_of_browsers() -> None:
    soup = BeautifulSoup("<!DOCTYPE html><p>One<p>Two<table><b>x</b><tr><td>1</table><!--c--><svg><a xlink:href=u></svg>", "limpid")
    assert [p.text for p in soup.find_all("p")] == ["One", "Two"]
    assert soup.b.parent.name == "body" and soup.td.parent.parent.name == "tbody"
    assert soup.find("svg").a["xlink:href"] == "u" and soup.svg.namespace == "http://www.w3.org/2000/svg"
    assert str(soup).startswith("<!DOCTYPE html>\n<html><head></head><body><p>One</p>")


def test_soup_finds_encodings_as_browsers_do() -> None:
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
