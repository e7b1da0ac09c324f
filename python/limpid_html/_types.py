"""Named tuples and exceptions of the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from limpid_html._limpid import Document, Node


class ParseError(NamedTuple):
    """A parse error. It does not stop the parser.

    ``code`` is the name of the error, such as ``"duplicate-attribute"``. Errors that the HTML Standard names have the standard's name. ``start`` and
    ``end`` are byte offsets in the UTF-8 encoding of ``Document.source``. ``line`` and ``column`` count from 1. A column is a number of characters.
    """

    code: str
    start: int
    end: int
    line: int
    column: int
    message: str


class Span(NamedTuple):
    """A range of offsets. ``start`` is the first offset, and ``end`` is the offset after the last, as in a ``slice``."""

    start: int
    end: int


class Link(NamedTuple):
    """A URL that a page links to or loads.

    ``element`` and ``attribute`` are the names of the element and the attribute that contain the URL. ``written`` is the URL as it is in the page.
    ``url`` is the resolved URL, or ``None`` if it cannot be resolved. ``rel`` is the ``rel`` attribute of the element, or ``None``.
    """

    element: str
    attribute: str
    written: str
    url: str | None
    rel: str | None


class Metadata(NamedTuple):
    """The metadata of a page. A value is ``None`` if the page does not contain it.

    Texts are on one line. ``byline`` has the authors, separated by commas. ``published`` and ``modified`` are in ISO 8601, with as many parts as the
    page gives, and ``written`` has these dates as the page writes them. For each value that is not ``None``, ``sources`` has the kind of
    markup that contains it, such as ``"json-ld"`` or ``"open-graph"``.
    """

    title: str | None
    byline: str | None
    published: str | None
    modified: str | None
    language: str | None
    site_name: str | None
    canonical_url: str | None
    image: str | None
    description: str | None
    written: dict[str, str]
    sources: dict[str, str]


class Content(NamedTuple):
    """The main content of a page.

    ``document`` is a copy of the page that contains only the content. ``nodes`` are its elements with the content: the posts of a thread, and
    otherwise one element. ``comments`` are elements of the page that contain comments on the content. ``kind`` is the kind of the page, such
    as ``"article"``. ``confidence`` is a number from 0 to 0.95. To send content to another process, send ``document``, ``text`` and
    ``metadata``, because nodes cannot be pickled.
    """

    document: Document
    nodes: list[Node]
    comments: list[Node]
    kind: str
    confidence: float
    metadata: Metadata

    @property
    def text(self) -> str:
        """The content as a browser shows it: each block on its own lines."""
        return self.document.inner_text()

    def markdown(self, *, base: str | None = None, repeat: bool = False, data_images: bool = False) -> str:
        """The content as Markdown. The arguments are those of ``Document.markdown``, where ``data_images`` is true by default."""
        return self.document.markdown(base=base, repeat=repeat, data_images=data_images)

    def html(self) -> str:
        """The content as HTML. It is not sanitized."""
        return "".join(node.html() for node in self.nodes)


class Passage(NamedTuple):
    """A section of a page's text, or a part of a section.

    ``headings`` are the titles of the headings above the text, outermost first. ``span`` is the range of the text in the UTF-8 encoding of
    ``Document.source``, in bytes. ``span_chars`` is the range in ``Document.source``, in characters.

    Both are ``None`` if the position of some of the text is unknown. This is the case for text that an edit changed. If the document was parsed
    without ``spans=True``, it is also the case for text that differs from its source, such as ``&`` for ``&amp;``.
    """

    text: str
    headings: tuple[str, ...]
    span: Span | None
    span_chars: Span | None


class DetectedEncoding(NamedTuple):
    """The detected encoding of bytes.

    ``name`` is the name in the Encoding Standard. ``confidence`` is ``"certain"`` or ``"tentative"``. ``source`` says how the encoding was
    determined, such as ``"byte order mark"``.
    """

    name: str
    confidence: str
    source: str


class Removal(NamedTuple):
    """A node or an attribute that a sanitizer removes.

    ``removed`` is the kind, such as ``"element"`` or ``"attribute"``, and ``name`` is the name. For an attribute, ``element`` is the name of its
    element. ``rule`` is the code of the rule that requires the removal, and ``message`` explains the rule. ``start`` and ``end`` are byte offsets in
    the UTF-8 encoding of the markup.
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
    """Limits on the size of a document. ``None`` is the default limit. The default limits are larger than any page written by hand needs.

    >>> import limpid_html as limpid
    >>> deep = limpid.parse("<div>" * 1000, limits=limpid.Limits(depth=100))
    >>> max(len(list(node.ancestors)) for node in deep.root.descendants)
    100
    """

    #: The maximum depth of nested elements, 512 by default as in browsers.
    depth: int | None = None
    #: The maximum number of attributes of an element.
    attributes: int | None = None
    #: The maximum number of unclosed formatting elements that are created again (reconstructed) before a text or an element.
    reconstructed_elements: int | None = None
    #: The maximum number of attribute bytes that are copied to reconstructed formatting elements.
    copied_attribute_bytes: int | None = None
    #: The maximum number of nodes that are cloned into ``selectedcontent``.
    cloned_nodes: int | None = None
    #: The maximum number of nodes of a document.
    nodes: int | None = None
    #: The maximum number of bytes of text, including the input.
    bytes: int | None = None

    @classmethod
    def none(cls) -> Limits:
        """Returns the highest limits, so that the tree of an HTML page is always the tree that the HTML Standard requires.

        XML entities keep their default limits.
        """
        most = 2**32 - 1
        return cls(most, most, most, most, most, most, most)


class QuerySyntaxError(ValueError):
    """An invalid selector or XPath expression. ``position`` is the index of the first invalid character."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message, position)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        return self.message


class SelectorSyntaxError(QuerySyntaxError):
    """An invalid CSS selector, or a selector that is not supported where it is used."""


class XPathSyntaxError(QuerySyntaxError):
    """An invalid XPath expression, or an expression that cannot be evaluated."""


class MutationError(ValueError):
    """A change that is not possible. The document did not change."""


class SourceError(ValueError):
    """Edits that cannot be written into the source of a document.

    ``node`` is the ``Node`` that cannot be written, or ``None``. It is not pickled: in an unpickled error, it is ``None``.
    """

    def __init__(self, message: str, node: Node | None = None) -> None:
        super().__init__(message)
        self.node = node

    def __reduce__(self) -> tuple[type[SourceError], tuple[str]]:
        return type(self), (str(self),)


class SanitizerConfigError(ValueError):
    """An invalid configuration or rule of a sanitizer."""
