"""`Document.content()`, `metadata()`, `json_ld()` and `microdata()`."""

from __future__ import annotations

import copy
import pickle

import pytest

import limpid_html as limpid

TEXT = "Green tea is steamed shortly after it is picked, which keeps its leaves green. " * 9
PAGE = (
    "<html lang=en><title>Green tea | Tea Times</title><meta name=author content=Ada><meta name=date content='Jan 29, 2025'>"
    f"<nav><a href=/>OTHER</a></nav><main><h1>Green tea</h1><p>{TEXT}</p><p>See <a href=/black>black tea</a>.</p></main>"
    f"<section id=comments><p>COMMENT {TEXT}</section><footer>OTHER</footer>"
)


def test_content_has_text_markdown_html_and_metadata() -> None:
    page = limpid.parse(PAGE)
    before = page.html()
    content = page.content()
    assert content.text.startswith("Green tea\n\nGreen tea is") and content.text.endswith("See black tea.")
    assert "OTHER" not in content.text and "COMMENT" not in content.text
    assert content.markdown(base="https://tea.example/").endswith("See [black tea](https://tea.example/black).\n")
    assert content.html().startswith("<main><h1>Green tea</h1>")
    assert (content.kind, content.confidence > 0.8) == ("article", True)
    assert (content.metadata.title, content.metadata.byline, content.metadata.published) == ("Green tea", "Ada", "2025-01-29")
    assert content.metadata.sources == {"title": "heading", "byline": "meta", "published": "meta", "language": "lang"}
    assert content.metadata.written == {"published": "Jan 29, 2025"}
    assert page.html() == before


def test_the_document_of_content_has_all_methods() -> None:
    content = limpid.parse(PAGE, spans=True).content()
    assert [node.tag for node in content.nodes] == ["main"]
    assert [link.written for link in content.document.links()] == ["/black"]
    passage = next(iter(content.document.passages()))
    assert passage.span is not None and PAGE.encode()[passage.span.start :].startswith(b"Green tea")
    for again in (copy.copy(content.document), pickle.loads(pickle.dumps(content.document))):
        assert again.inner_text() == content.text


def test_comments_are_nodes_of_the_page() -> None:
    page = limpid.parse(PAGE)
    (comments,) = page.content().comments
    assert comments.get("id") == "comments" and comments.document is page
    assert "COMMENT" in page.content(comments=True).text


def test_options() -> None:
    page = limpid.parse("<main><p>Green <a href=/tea>tea</a><img src=a.png alt=cup></main>")
    assert page.content(links=False, images=False).html() == "<main><p>Green tea</p></main>"
    assert page.content(kind="product").kind == "product"
    assert page.content(min_confidence=0.9).nodes == []
    assert page.content(min_confidence=0.9).text == ""
    for arguments in ({"kind": "forum"}, {"min_confidence": 2.0}, {"base": "tea"}):
        with pytest.raises(ValueError, match="pass"):
            page.content(**arguments)


def test_confidence_has_two_digits() -> None:
    content = limpid.parse(PAGE).content()
    assert content.confidence == round(content.confidence, 2)
    assert limpid.parse(PAGE).content(min_confidence=content.confidence).text == content.text
    data = limpid.parse("<main><p>Tea <img src=data:, alt=cup></main>").content()
    assert (data.markdown(), data.markdown(data_images=True)) == ("Tea cup\n", "Tea ![cup](data:,)\n")


def test_metadata_resolves_addresses() -> None:
    page = limpid.parse("<meta property=og:image content=cup.png>")
    assert page.metadata().image == "cup.png"
    assert page.metadata(base="https://tea.example/a/").image == "https://tea.example/a/cup.png"
    assert page.metadata().title is None


def test_structured_data() -> None:
    page = limpid.parse('<script type=application/ld+json>{"a": [1]}</script><p itemscope><b itemprop=name>Tea</b>')
    assert page.json_ld() == [{"a": [1]}]
    assert page.microdata() == [{"properties": {"name": ["Tea"]}}]
