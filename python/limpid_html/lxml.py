"""Parses pages as in the HTML Standard into lxml trees.

>>> import limpid_html.lxml
>>> root = limpid_html.lxml.parse(b"<p>One<p>Two")
>>> root.xpath("//p/text()")
['One', 'Two']

Libraries for lxml trees, such as parsel, trafilatura, readability and jusText, work with these trees. HTML elements have no namespace, as in
lxml.html; SVG and MathML elements have theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import lxml.etree
import lxml.html

import limpid_html
from limpid_html import _limpid

if TYPE_CHECKING:
    from limpid_html._limpid import _Markup

__all__ = ["from_document", "parse"]


def parse(markup: _Markup, *, encoding: str | None = None, base_url: str | None = None) -> lxml.html.HtmlElement:
    """Parses a page and returns its ``html`` element, as ``lxml.html.document_fromstring`` does.

    ``sourceline`` of an element is the line of its start tag in the page. ``base_url`` is the URL of the page, which ``make_links_absolute()`` uses.
    Characters that XML does not allow are replaced. In names, a character is replaced as in the section "Coercing an HTML DOM into an infoset" of the
    HTML Standard. In other places, a form feed becomes a space, and all others become U+FFFD. Raises ``LookupError`` for an unknown encoding.
    """
    document = limpid_html.parse(markup, encoding=encoding, errors=False, spans=True)
    return from_document(document, base_url=base_url)


def from_document(document: limpid_html.Document, *, base_url: str | None = None) -> lxml.html.HtmlElement:
    """Copies a document to an lxml tree and returns its ``html`` element. Raises ``ValueError`` for a fragment.

    ``sourceline`` is set if the document was parsed with ``spans=True``. It is ``None`` otherwise, and for elements without a start tag in the page.
    """
    if document.root.kind != "document" or document.document_element is None:
        raise ValueError("an lxml tree needs a whole document; parse the page without `fragment`")
    # A new parser for each call: threads that share an lxml parser wait for each other.
    parser = lxml.html.XHTMLParser(huge_tree=True, resolve_entities=False, no_network=True, load_dtd=False)
    root = lxml.etree.fromstring(document.xml().encode(), parser, base_url=base_url)
    lxml.html.xhtml_to_html(root)
    lxml.etree.cleanup_namespaces(root)
    # lxml's parser has set the lines in the XML. Replaces them with the lines in the page.
    nodes = [*reversed([*root.itersiblings(preceding=True)]), *root.iter(), *root.itersiblings()]
    for node, line in zip(nodes, _lines(document), strict=True):
        node.sourceline = min(line, _MAX_LINE)
    return root


def _lines(document: limpid_html.Document) -> Iterator[int]:
    """Yields the line of each node that has an lxml object, or 0 if the line is unknown."""
    for event in _limpid._events(document):
        # XML reserves the name `xml`, so the serialization omits a processing instruction with this name.
        is_omitted = event[0] == "processing-instruction" and event[1].lower() == "xml"
        if event[0] in ("start", "comment", "processing-instruction") and not is_omitted:
            yield event[-1][0] if event[-1] else 0


#: The largest line number that lxml stores. For 65535, lxml guesses the line from neighboring nodes.
_MAX_LINE = 65534
