"""limpid: an HTML5 parser, exactly as the HTML Standard says, and safe on any input.

>>> import limpid
>>> document = limpid.parse(b"<title>Tea</title><p class=a>Hello <a href=/tea>there</a>")
>>> document.title
'Tea'
>>> document.select_attribute("p.a > a[href]", "href")
['/tea']
>>> document.body.inner_text()
'Hello there'
"""

import sys

from limpid import _allocator  # It loads the compiled module, so it is first.
from limpid._extract import Extract, First, Select, XPath, extract
from limpid._limpid import (
    Document,
    Editor,
    Node,
    NodeIterator,
    Parser,
    Sanitizer,
    Selector,
    __version__,
    parse,
    sanitize,
)
from limpid._types import (
    Limits,
    Link,
    MutationError,
    ParseError,
    QuerySyntaxError,
    Removal,
    SanitizerConfigError,
    SelectorSyntaxError,
    Span,
    XPathSyntaxError,
)

__all__ = [
    "Document",
    "Editor",
    "Extract",
    "First",
    "Limits",
    "Link",
    "MutationError",
    "Node",
    "NodeIterator",
    "ParseError",
    "Parser",
    "QuerySyntaxError",
    "Removal",
    "Sanitizer",
    "SanitizerConfigError",
    "Select",
    "Selector",
    "SelectorSyntaxError",
    "Span",
    "XPath",
    "XPathSyntaxError",
    "__version__",
    "extract",
    "parse",
    "sanitize",
]

#: What limpid has for names that people look for in this module.
_ELSEWHERE = {
    **dict.fromkeys(("fromstring", "document_fromstring", "HTMLParser", "BeautifulSoup", "HTML", "LexborHTMLParser", "parse_html"), "parse"),
    **dict.fromkeys(("parse_fragment", "fragment_fromstring", "fragments_fromstring"), 'parse(markup, fragment="div")'),
    **dict.fromkeys(("tostring", "serialize"), "document.html()"),
    **dict.fromkeys(("clean", "clean_html", "Cleaner"), "sanitize, or Sanitizer"),
    **{name: f"`import limpid.{name}`" for name in ("bs4", "daft", "dask", "lxml", "ray", "spark", "warc")},
}


def __getattr__(name: str) -> object:
    advice = _ELSEWHERE.get(name)
    message = f"module 'limpid' has no attribute {name!r}" + (f"; use {advice}" if advice else "")
    raise AttributeError(message, name=name, obj=sys.modules[__name__])
