"""selectolax' interface over limpid's parser: ``from limpid.selectolax import LexborHTMLParser``.

>>> from limpid.selectolax import LexborHTMLParser
>>> tree = LexborHTMLParser("<p>Hello <b>you</b><script>x()</script>")
>>> tree.css_first("b").text()
'you'
>>> tree.css_first("script").decompose()
>>> tree.body.html
'<body><p>Hello <b>you</b></p></body>'

Reading is complete but for ``text_lexbor`` of scripts and Lexbor's own serializer options; of the changes there are ``decompose``, ``remove``,
``unwrap``, ``strip_tags``, ``unwrap_tags``, ``replace_with``, ``insert_before``, ``insert_after``, ``insert_child``, ``merge_text_nodes``, ``inner_html``
and ``attrs``. Each change takes effect at once. Unlike Lexbor's, a node that was removed can still be read.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from enum import IntFlag
from typing import TYPE_CHECKING, Any

import limpid
from limpid import Document, Editor, Node

if TYPE_CHECKING:
    from limpid import _Markup

__all__ = ["LexborAttributes", "LexborDocumentOptions", "LexborHTMLParser", "LexborNode", "SelectolaxError", "create_tag", "parse_fragment"]

#: The version of Lexbor, which is not there.
LEXBOR_VERSION_MAJOR = LEXBOR_VERSION_MINOR = 0

WHITE_SPACE = " \t\n\f\r"


class SelectolaxError(Exception):
    """An error of selectolax' interface."""


class LexborDocumentOptions(IntFlag):
    """Options of Lexbor's documents, which change nothing here."""

    UNDEF = 0
    WO_EVENTS = 1


class LexborAttributes(MutableMapping[str, "str | None"]):
    """The attributes of an element; changes are changes of the element."""

    def __init__(self, node: LexborNode) -> None:
        self._node = node

    def __getitem__(self, key: str) -> str | None:
        return self._node._node[key] or None

    def __setitem__(self, key: str, value: str | None) -> None:
        self._node._edit().set_attribute(self._node._node, key, value or "")

    def __delitem__(self, key: str) -> None:
        if not self._node._edit().remove_attribute(self._node._node, key):
            raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._node._node.attributes)

    def __len__(self) -> int:
        return len(self._node._node.attributes)

    def sget(self, key: str, default: str | None = "") -> str | None:
        """Returns the value, ``default`` if there is none, and an empty text for an empty value."""
        return self._node._node.get(key, default)

    def __repr__(self) -> str:
        return f"<{self._node.tag} attributes, {len(self)} items>"


class LexborNode:
    """A node of a tree."""

    __slots__ = ("_node", "parser")

    def __init__(self, node: Node, parser: LexborHTMLParser) -> None:
        self._node, self.parser = node, parser

    def _wrap(self, node: Node | None) -> LexborNode | None:
        return None if node is None else LexborNode(node, self.parser)

    def _edit(self) -> Editor:
        return self.parser._document._edit_in_place()

    @property
    def mem_id(self) -> int:
        """A number of the node, which no other node of the tree has."""
        return hash(self._node)

    @property
    def tag(self) -> str | None:
        """The name of an element, or ``-text``, ``-comment``, ``-document``, ``-doctype``."""
        kind = self._node.kind
        if kind == "element":
            return self._node.tag
        return f"-{kind}" if kind in ("text", "comment", "document", "doctype") else None

    @property
    def attributes(self) -> dict[str, str | None]:
        """The attributes, with ``None`` for empty values."""
        return {name: value or None for name, value in self._node.attributes.items()}

    @property
    def attrs(self) -> LexborAttributes:
        """The attributes, to be changed."""
        return LexborAttributes(self)

    @property
    def id(self) -> str | None:
        """The id."""
        return self._node.id

    @property
    def parent(self) -> LexborNode | None:
        """The parent."""
        return self._wrap(self._node.parent)

    @property
    def first_child(self) -> LexborNode | None:
        """The first child."""
        return self._wrap(self._node.first_child)

    child = first_child

    @property
    def last_child(self) -> LexborNode | None:
        """The last child."""
        return self._wrap(self._node.last_child)

    @property
    def next(self) -> LexborNode | None:
        """The next sibling."""
        return self._wrap(self._node.next_sibling)

    @property
    def prev(self) -> LexborNode | None:
        """The previous sibling."""
        return self._wrap(self._node.previous_sibling)

    @property
    def html(self) -> str | None:
        """The node as HTML."""
        return self._node.html()

    @property
    def inner_html(self) -> str | None:
        """The children as HTML."""
        return self._node.inner_html()

    @inner_html.setter
    def inner_html(self, html: str) -> None:
        self._edit().set_inner_html(self._node, html)

    @property
    def text_content(self) -> str | None:
        """The text of a text node; ``None`` for others."""
        return self._node.data if self._node.kind == "text" else None

    @property
    def comment_content(self) -> str | None:
        """The text of a comment, without white space around it."""
        return (self._node.data or "").strip() if self._node.kind == "comment" else None

    def css(self, query: str) -> list[LexborNode]:
        """Returns the elements that a selector selects, this one included."""
        try:
            found = self._node.select(query)
        except limpid.SelectorSyntaxError as error:
            raise SelectolaxError(str(error)) from None
        return [LexborNode(node, self.parser) for node in ([self._node] if self._matches(query) else []) + found]

    def css_first(self, query: str, default: Any = None, strict: bool = False) -> Any:
        """Returns the first element that a selector selects, or ``default``; with ``strict`` it must be the only one."""
        if strict:
            found = self.css(query)
            if len(found) > 1:
                raise ValueError(f"Expected 1 match, but found {len(found)} matches")
            return found[0] if found else default
        if self._matches(query):
            return self
        return self._wrap(self._node.select_one(query)) or default

    def css_matches(self, selector: str) -> bool:
        """Whether a selector selects this element or one in it."""
        return self._matches(selector) or self._node.select_one(selector) is not None

    def any_css_matches(self, selectors: tuple[str, ...]) -> bool:
        """Whether any of the selectors selects this element or one in it."""
        return any(map(self.css_matches, selectors))

    def _matches(self, selector: str) -> bool:
        try:
            return self._node.kind == "element" and self._node.matches(selector)
        except limpid.SelectorSyntaxError as error:
            raise SelectolaxError(str(error)) from None

    def text(self, deep: bool = True, separator: str = "", strip: bool = False, skip_empty: bool = False) -> str:
        """Returns the text: its pieces, with ``separator`` between them."""
        nodes = [self._node, *(self._node.descendants if deep else self._node.children)]
        pieces = [node.data or "" for node in nodes if node.kind == "text"]
        if skip_empty:
            pieces = [piece for piece in pieces if piece.strip(WHITE_SPACE)]
        return separator.join(piece.strip() if strip else piece for piece in pieces)

    def text_lexbor(self) -> str:
        """Returns all text of the node."""
        return self._node.text_content()

    def iter(self, include_text: bool = False, skip_empty: bool = False) -> Iterator[LexborNode]:
        """Goes through the children."""
        return self._each(self._node.children, include_text, skip_empty)

    def traverse(self, include_text: bool = False, skip_empty: bool = False) -> Iterator[LexborNode]:
        """Goes through this node and its descendants."""
        return self._each([self._node, *self._node.descendants], include_text, skip_empty)

    def _each(self, nodes: Any, include_text: bool, skip_empty: bool) -> Iterator[LexborNode]:
        for node in nodes:
            is_text = node.kind == "text"
            if node.kind == "element" or (include_text and is_text and not (skip_empty and not node.data.strip(WHITE_SPACE))):
                yield LexborNode(node, self.parser)

    def decompose(self, recursive: bool = True) -> None:
        """Removes the node; without ``recursive`` its children take its place."""
        if recursive:
            self._edit().remove(self._node)
        else:
            self.unwrap(delete_empty=True)

    remove = decompose

    def strip_tags(self, tags: list[str], recursive: bool = False) -> None:
        """Removes the elements of these names; see ``decompose``."""
        for tag in tags:
            for node in self._node.select(tag):
                LexborNode(node, self.parser).decompose(recursive=True)

    def unwrap(self, delete_empty: bool = False) -> None:
        """Puts the children in the place of the element."""
        if self._node.parent is not None and (delete_empty or self._node.first_child is not None):
            self._edit().unwrap(self._node)

    def unwrap_tags(self, tags: list[str], delete_empty: bool = False) -> None:
        """Unwraps the elements of these names."""
        for tag in tags:
            for node in self._node.select(tag):
                LexborNode(node, self.parser).unwrap(delete_empty)

    def merge_text_nodes(self) -> None:
        """Joins adjacent text nodes."""
        self._edit().normalize(self._node)

    def _content(self, value: str | bytes | LexborNode) -> Node | str:
        if isinstance(value, bytes):
            return value.decode()
        if isinstance(value, str):
            return value
        if not isinstance(value, LexborNode):
            raise TypeError(f"Expected a string or LexborNode instance, but {type(value).__name__} found")
        same = value.parser._document is self.parser._document
        return self._edit().clone_subtree(value._node) if same else self._edit().import_node(value._node)

    def replace_with(self, value: str | bytes | LexborNode) -> None:
        """Puts a text or a copy of a node in the place of this one."""
        self._edit().replace_with(self._node, self._content(value))

    def insert_before(self, value: str | bytes | LexborNode) -> None:
        """Puts a text or a copy of a node before this one."""
        self._edit().insert_before(self._node, self._content(value))

    def insert_after(self, value: str | bytes | LexborNode) -> None:
        """Puts a text or a copy of a node behind this one."""
        self._edit().insert_after(self._node, self._content(value))

    def insert_child(self, value: str | bytes | LexborNode) -> None:
        """Puts a text or a copy of a node behind the last child."""
        self._edit().append(self._node, self._content(value))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.html == other
        return isinstance(other, LexborNode) and self._node == other._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        return f"<LexborNode {self.tag}>"


class LexborHTMLParser:
    """A page, parsed by limpid."""

    _document: Document

    def __init__(
        self,
        html: _Markup,
        is_fragment: bool = False,
        *,
        scripting: bool = False,
        encoding: bool | str | None = None,
        options: int = 0,
    ) -> None:
        if not isinstance(html, (bytes, str)):
            raise TypeError(f"Expected a string, but {type(html).__name__} found")
        # Unless it is asked to find the encoding, selectolax takes bytes for UTF-8.
        label = encoding if isinstance(encoding, str) else None if encoding or isinstance(html, str) else "utf-8"
        mode: Any = "normal" if scripting else "disabled"
        context = "body" if is_fragment else None
        self._document = limpid.parse(html, encoding=label, fragment=context, scripting=mode, errors=False)

    @property
    def root(self) -> LexborNode | None:
        """The element ``html``, or the first node of a fragment."""
        top = self._document.root
        return self._of(self._document.document_element if top.kind == "document" else top.first_child)

    @property
    def head(self) -> LexborNode | None:
        """The element ``head``."""
        return self._of(self._document.head)

    @property
    def body(self) -> LexborNode | None:
        """The element ``body``."""
        return self._of(self._document.body)

    def _of(self, node: Node | None) -> LexborNode | None:
        return None if node is None else LexborNode(node, self)

    @property
    def _top(self) -> LexborNode:
        return LexborNode(self._document.root, self)

    @property
    def html(self) -> str | None:
        """The page as HTML."""
        return self._document.html()

    def tags(self, name: str) -> list[LexborNode]:
        """Returns the elements of a name."""
        return [node for node in self._top.traverse() if node.tag == name.lower()]

    def select(self, query: str) -> list[LexborNode]:
        """Returns the elements that a selector selects."""
        return self.css(query)

    def css(self, query: str) -> list[LexborNode]:
        """Returns the elements that a selector selects."""
        return self._top.css(query)

    def css_first(self, query: str, default: Any = None, strict: bool = False) -> Any:
        """Returns the first element that a selector selects, or ``default``."""
        return self._top.css_first(query, default, strict)

    def css_matches(self, selector: str) -> bool:
        """Whether a selector selects any element."""
        return self._top.css_matches(selector)

    def any_css_matches(self, selectors: tuple[str, ...]) -> bool:
        """Whether any of the selectors selects any element."""
        return self._top.any_css_matches(selectors)

    def text(self, deep: bool = True, separator: str = "", strip: bool = False, skip_empty: bool = False) -> str:
        """Returns the text of the body."""
        return "" if self.body is None else self.body.text(deep, separator, strip, skip_empty)

    def strip_tags(self, tags: list[str], recursive: bool = False) -> None:
        """Removes the elements of these names."""
        self._top.strip_tags(tags, recursive)

    def unwrap_tags(self, tags: list[str], delete_empty: bool = False) -> None:
        """Unwraps the elements of these names."""
        self._top.unwrap_tags(tags, delete_empty)

    def merge_text_nodes(self) -> None:
        """Joins adjacent text nodes."""
        self._top.merge_text_nodes()

    def create_node(self, tag: str) -> LexborNode:
        """Makes an element, which is in no tree yet."""
        return LexborNode(self._document._edit_in_place().create_element(tag), self)

    def clone(self) -> LexborHTMLParser:
        """Returns a copy of the tree."""
        copy = object.__new__(LexborHTMLParser)
        copy._document = limpid.parse(self._document.html(), errors=False)
        return copy


def parse_fragment(html: str) -> list[LexborNode]:
    """Parses markup as the content of a ``body``, and returns its top nodes."""
    parser = object.__new__(LexborHTMLParser)
    parser._document = limpid.parse(html, fragment="body", errors=False)
    return [LexborNode(node, parser) for node in parser._document.root.children]


def create_tag(tag: str) -> LexborNode:
    """Makes an element in a tree of its own."""
    return LexborHTMLParser("").create_node(tag)
