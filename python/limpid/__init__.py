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
