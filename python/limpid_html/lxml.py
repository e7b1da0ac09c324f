"""lxml trees as the HTML Standard has them.

>>> import limpid_html.lxml
>>> root = limpid_html.lxml.parse(b"<p>One<p>Two")
>>> root.xpath("//p/text()")
['One', 'Two']

What works on lxml's trees, such as parsel, trafilatura, readability and jusText, works on these. Elements of HTML are in no namespace,
as lxml.html has it; those of SVG and MathML are in theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import lxml.etree
import lxml.html

import limpid_html

if TYPE_CHECKING:
    from limpid_html._limpid import _Markup

__all__ = ["from_document", "parse"]


def parse(markup: _Markup, *, encoding: str | None = None) -> lxml.html.HtmlElement:
    """Parses a page and returns its ``html`` element, of the class that ``lxml.html.document_fromstring`` gives.

    What XML cannot hold is changed as the standard's coercion to an infoset has it. Raises ``LookupError`` for an unknown encoding.
    """
    return from_document(limpid_html.parse(markup, encoding=encoding, errors=False))


def from_document(document: limpid_html.Document) -> lxml.html.HtmlElement:
    """Returns the ``html`` element of a whole document's copy as an lxml tree. Raises ``ValueError`` for a fragment."""
    if document.root.kind != "document" or document.document_element is None:
        raise ValueError("an lxml tree is made of a whole document: parse without `fragment`")
    # A parser of its own: lxml has threads wait for one that they share.
    parser = lxml.html.XHTMLParser(huge_tree=True, resolve_entities=False, no_network=True, load_dtd=False)
    root = lxml.etree.fromstring(document.xml().encode(), parser)
    lxml.html.xhtml_to_html(root)
    lxml.etree.cleanup_namespaces(root)
    return root
