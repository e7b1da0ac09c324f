"""A tree builder for BeautifulSoup that uses limpid's parser: ``BeautifulSoup(html, "limpid")``.

>>> import limpid_html.bs4
>>> from bs4 import BeautifulSoup
>>> BeautifulSoup("<p>One<p>Two <b>bold", "limpid").find_all("p")
[<p>One</p>, <p>Two <b>bold</b></p>]

Importing this module registers the builder under the name ``limpid`` only. It does not become the default of ``BeautifulSoup(html)``.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from bs4.builder import DetectsXMLParsedAsHTML, HTMLTreeBuilder, builder_registry
from bs4.element import Comment, Doctype, NamespacedAttribute, ProcessingInstruction

import limpid_html
from limpid_html import _limpid

if TYPE_CHECKING:
    from bs4._typing import _Encoding, _Encodings, _RawMarkup

__all__ = ["LimpidTreeBuilder"]


class LimpidTreeBuilder(HTMLTreeBuilder):
    """Builds the same tree as browsers. The encoding of bytes is detected by limpid, as in browsers, and not by BeautifulSoup."""

    NAME = "limpid"
    ALTERNATE_NAMES: Iterable[str] = []
    features: Iterable[str] = [NAME]
    TRACKS_LINE_NUMBERS = True
    picklable = True

    _encoding: str | None = None

    def prepare_markup(
        self,
        markup: _RawMarkup,
        user_specified_encoding: _Encoding | None = None,
        document_declared_encoding: _Encoding | None = None,
        exclude_encodings: _Encodings | None = None,
    ) -> Iterable[tuple[_RawMarkup, _Encoding | None, _Encoding | None, bool]]:
        """Passes the markup to ``feed`` unchanged."""
        if exclude_encodings:
            warnings.warn("the limpid builder does not support exclude_encodings", stacklevel=3)
        self._encoding = user_specified_encoding or document_declared_encoding
        DetectsXMLParsedAsHTML.warn_if_markup_looks_like_xml(markup, stacklevel=3)
        yield (markup, None, None, False)

    def feed(self, markup: _RawMarkup) -> None:
        """Parses the markup and passes the tree to BeautifulSoup.

        Passes nothing if the markup is empty. BeautifulSoup starts the copy of a soup by parsing an empty string, and expects an empty soup.
        """
        soup = self.soup
        assert soup is not None
        if not markup:
            return
        encoding = self._encoding if isinstance(markup, bytes) else None
        spans = self.store_line_numbers
        try:
            document = limpid_html.parse(markup, encoding=encoding, errors=False, spans=spans)
        except LookupError:
            document = limpid_html.parse(markup, errors=False, spans=spans)
        if isinstance(markup, bytes):
            soup.original_encoding = document.encoding.lower() if document.encoding else None
            soup.declared_html_encoding = None
        for event in _limpid._events(document):
            kind = event[0]
            if kind == "text":
                soup.handle_data(event[1])
            elif kind == "start":
                _, name, namespace, prefix, attributes, position = event
                line, column = position or (None, None)
                # BeautifulSoup counts lines from 1 and the characters of a line from 0.
                sourcepos = None if column is None else column - 1
                soup.handle_starttag(name, namespace, prefix, _attributes(attributes), sourceline=line, sourcepos=sourcepos)
            elif kind == "end":
                soup.handle_endtag(event[1], event[2])
            elif kind == "comment":
                _leaf(soup, event[1], Comment)
            elif kind == "doctype":
                _leaf(soup, Doctype.for_name_and_ids(event[1], event[2] or None, event[3] or None), Doctype)
            elif kind == "processing-instruction":
                _leaf(soup, f"{event[1]} {event[2]}".rstrip(), ProcessingInstruction)

    def test_fragment_to_document(self, fragment: str) -> str:
        """Returns the markup of the document for a fragment."""
        return f"<html><head></head><body>{fragment}</body></html>"


def _leaf(soup: Any, text: str, kind: type) -> None:
    soup.endData()
    soup.handle_data(text)
    soup.endData(kind)


def _attributes(attributes: Iterable[tuple[str | None, str, str | None, str]]) -> dict[str, str]:
    return {
        NamespacedAttribute(prefix, name, namespace) if namespace else name: value
        for prefix, name, namespace, value in attributes
    }


builder_registry.register(LimpidTreeBuilder)
# `lookup` without a feature returns the first builder of the list, so move this one to the end.
builder_registry.builders.remove(LimpidTreeBuilder)
builder_registry.builders.append(LimpidTreeBuilder)
