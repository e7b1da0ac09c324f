"""lxml trees as the HTML Standard has them.

>>> import limpid_html.lxml
>>> root = limpid_html.lxml.parse(b"<p>One<p>Two")
>>> root.xpath("//p/text()")
['One', 'Two']

What works on lxml's trees, such as parsel, trafilatura, readability and jusText, works on these. Elements of HTML are in no namespace,
as lxml.html has it; those of SVG and MathML are in theirs.
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
    """Parses a page and returns its ``html`` element, of the class that ``lxml.html.document_fromstring`` returns.

    ``sourceline`` of an element is the line of its start tag in the page. ``base_url`` is the URL that the page is from, as for lxml's own functions:
    ``make_links_absolute()`` resolves against it. Characters that XML does not allow are changed as the HTML Standard's coercion to
    an infoset changes them. Raises ``LookupError`` for an unknown encoding.
    """
    document = limpid_html.parse(markup, encoding=encoding, errors=False, spans=True)
    return from_document(document, base_url=base_url)


def from_document(document: limpid_html.Document, *, base_url: str | None = None) -> lxml.html.HtmlElement:
    """Returns the ``html`` element of a whole document's copy as an lxml tree. Raises ``ValueError`` for a fragment.

    ``sourceline`` is known if the document was parsed with ``spans=True``; otherwise, and for elements that have no start tag in the page, it is
    ``None``.
    """
    if document.root.kind != "document" or document.document_element is None:
        raise ValueError("an lxml tree is made of a whole document: parse without `fragment`")
    # A parser of its own: lxml has threads wait for one that they share.
    parser = lxml.html.XHTMLParser(huge_tree=True, resolve_entities=False, no_network=True, load_dtd=False)
    root = lxml.etree.fromstring(document.xml().encode(), parser, base_url=base_url)
    lxml.html.xhtml_to_html(root)
    lxml.etree.cleanup_namespaces(root)
    # The parser counted the lines of the XML.
    nodes = [*reversed([*root.itersiblings(preceding=True)]), *root.iter(), *root.itersiblings()]
    for node, line in zip(nodes, _lines(document), strict=True):
        node.sourceline = min(line, _MOST_LINES)
    return root


def _lines(document: limpid_html.Document) -> Iterator[int]:
    """Yields the line of each node that lxml has an object for; 0 if it is unknown."""
    for event in _limpid._events(document):
        # XML has no processing instruction of this name.
        is_left_out = event[0] == "processing-instruction" and event[1].lower() == "xml"
        if event[0] in ("start", "comment", "processing-instruction") and not is_left_out:
            yield event[-1][0] if event[-1] else 0


#: The last line that lxml can store for a node. For the next one, 65535, it would guess the line by the neighbours.
_MOST_LINES = 65534
