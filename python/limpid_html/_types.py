"""Named tuples and exceptions, which need no compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from limpid_html._limpid import Node


class ParseError(NamedTuple):
    """A parse error, which never keeps the markup from being parsed.

    ``start`` and ``end`` are byte offsets in ``Document.source``; ``line`` and ``column`` count from 1, columns in characters.
    """

    code: str
    start: int
    end: int
    line: int
    column: int
    message: str


class Span(NamedTuple):
    """A range of a text, from ``start`` up to ``end``."""

    start: int
    end: int


class Link(NamedTuple):
    """A URL that a page links to or loads: as it is ``written``, and resolved as ``url`` where that is possible."""

    element: str
    attribute: str
    written: str
    url: str | None
    rel: str | None


class Passage(NamedTuple):
    """A section of a page's text, or a part of it: its ``text``, and the titles of the headings above it, the outermost first.

    ``span`` are the bytes of ``Document.source`` from its first to its last text, ``span_chars`` its characters. Both are ``None`` if the place
    of a part of the text is unknown: a part that an edit changed, and without ``spans`` one that is written in another way in the source, such as
    ``&amp;``.
    """

    text: str
    headings: tuple[str, ...]
    span: Span | None
    span_chars: Span | None


class DetectedEncoding(NamedTuple):
    """The encoding of bytes: its name in the Encoding Standard, ``"certain"`` or ``"tentative"``, and where it comes from, in words."""

    name: str
    confidence: str
    source: str


class Removal(NamedTuple):
    """A node or an attribute that a sanitizer removes, and the rule by which it does.

    ``start`` and ``end`` are byte offsets in the markup as UTF-8, as those of ``ParseError``.
    """

    rule: str
    removed: str
    name: str
    element: str | None
    start: int | None
    end: int | None
    message: str


@dataclass(frozen=True)
class Limits:
    """Bounds on a document. ``None`` is the default of each, which no page written by hand reaches.

    >>> import limpid_html as limpid
    >>> deep = limpid.parse("<div>" * 1000, limits=limpid.Limits(depth=100))
    >>> max(len(list(node.ancestors)) for node in deep.root.descendants)
    100
    """

    #: The most levels of elements: 512 by default, as in browsers.
    depth: int | None = None
    #: The most attributes of an element.
    attributes: int | None = None
    #: The most formatting elements that are opened again before a piece of content.
    reconstructed_elements: int | None = None
    #: The most bytes of attributes that are copied to formatting elements that are opened again.
    copied_attribute_bytes: int | None = None
    #: The most nodes that are cloned into ``selectedcontent``.
    cloned_nodes: int | None = None
    #: The most nodes of a document.
    nodes: int | None = None
    #: The most bytes of text, those of the input included.
    bytes: int | None = None

    @classmethod
    def none(cls) -> Limits:
        """Limits as high as they can be: the tree is the standard's, however large that is."""
        most = 2**32 - 1
        return cls(most, most, most, most, most, most, most)


class QuerySyntaxError(ValueError):
    """A text that is not a selector or not an XPath expression. ``position`` is the index of the first character that does not fit."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message, position)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        return self.message


class SelectorSyntaxError(QuerySyntaxError):
    """A text that is not a CSS selector, or one that cannot be used at its place."""


class XPathSyntaxError(QuerySyntaxError):
    """A text that is not an XPath expression, or one that cannot be evaluated."""


class MutationError(ValueError):
    """A change that a document refuses; it is as it was before."""


class SourceError(ValueError):
    """A changed document that cannot be written into its source. ``node`` is the node in the way, if there is one. A pickle of the error has none."""

    def __init__(self, message: str, node: Node | None = None) -> None:
        super().__init__(message)
        self.node = node

    def __reduce__(self) -> tuple[type[SourceError], tuple[str]]:
        return type(self), (str(self),)


class SanitizerConfigError(ValueError):
    """A configuration that no sanitizer can have."""
