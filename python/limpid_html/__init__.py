"""limpid: an HTML5 parser that follows the HTML Standard exactly and is safe on any input.

>>> import limpid_html as limpid
>>> document = limpid.parse(b"<title>Tea</title><p class=a>Hello <a href=/tea>there</a>")
>>> document.title
'Tea'
>>> document.select_attribute("p.a > a[href]", "href")
['/tea']
>>> document.body.inner_text()
'Hello there'
"""

import sys
from typing import TYPE_CHECKING

from limpid_html._extract import Extract, First, Records, Select, XPath, extract
from limpid_html._limpid import (
    Document,
    Editor,
    Node,
    NodeIterator,
    Parser,
    Rewriter,
    RewriterElement,
    Sanitizer,
    Selector,
    Table,
    __version__,
    css_escape,
    detect_encoding,
    escape_attribute,
    escape_text,
    parse,
    parse_xml,
    sanitize,
    unescape,
)
from limpid_html._types import (
    Content,
    DetectedEncoding,
    Limits,
    Link,
    Metadata,
    MutationError,
    ParseError,
    Passage,
    QuerySyntaxError,
    Removal,
    SanitizerConfigError,
    SelectorSyntaxError,
    SourceError,
    Span,
    XPathSyntaxError,
)

__all__ = [
    "Content",
    "DetectedEncoding",
    "Document",
    "Editor",
    "Extract",
    "First",
    "Limits",
    "Link",
    "Metadata",
    "MutationError",
    "Node",
    "NodeIterator",
    "ParseError",
    "Parser",
    "Passage",
    "QuerySyntaxError",
    "Records",
    "Removal",
    "Rewriter",
    "RewriterElement",
    "Sanitizer",
    "SanitizerConfigError",
    "Select",
    "Selector",
    "SelectorSyntaxError",
    "SourceError",
    "Span",
    "Table",
    "XPath",
    "XPathSyntaxError",
    "__version__",
    "css_escape",
    "detect_encoding",
    "escape_attribute",
    "escape_text",
    "extract",
    "parse",
    "parse_xml",
    "sanitize",
    "unescape",
]

# Users and pickles refer to all public names through this module.
for _name in __all__:
    _public = globals()[_name]
    if getattr(_public, "__module__", __name__) != __name__:
        _public.__module__ = __name__

#: limpid's equivalents of names from other libraries.
_EQUIVALENTS = {
    **dict.fromkeys(("fromstring", "document_fromstring", "HTMLParser", "BeautifulSoup", "HTML", "LexborHTMLParser", "parse_html"), "parse"),
    **dict.fromkeys(("parse_fragment", "fragment_fromstring", "fragments_fromstring"), 'parse(markup, fragment="div")'),
    **dict.fromkeys(("xml", "feed", "XML", "parse_feed"), "parse_xml"),
    **dict.fromkeys(("rewrite", "rewrite_str", "HTMLRewriter", "HtmlRewriter"), "Rewriter"),
    **dict.fromkeys(("detect", "sniff", "EncodingDetector", "UnicodeDammit"), "detect_encoding"),
    **dict.fromkeys(("tostring", "serialize"), "document.html()"),
    **dict.fromkeys(("clean", "clean_html", "Cleaner"), "sanitize, or Sanitizer"),
    **{name: f"`import limpid_html.{name}`" for name in ("bs4", "daft", "dask", "lxml", "ray", "spark", "warc")},
}

# With `__getattr__`, type checkers would accept any name as an attribute of the module.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        advice = _EQUIVALENTS.get(name)
        message = f"module 'limpid_html' has no attribute {name!r}" + (f"; use {advice}" if advice else "")
        raise AttributeError(message, name=name, obj=sys.modules[__name__])
