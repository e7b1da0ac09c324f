"""The compiled module, whose public names are those of ``limpid``."""

from typing import Any

from limpid import Document as Document
from limpid import Editor as Editor
from limpid import Node as Node
from limpid import NodeIterator as NodeIterator
from limpid import Parser as Parser
from limpid import Sanitizer as Sanitizer
from limpid import Selector as Selector
from limpid import parse as parse
from limpid import sanitize as sanitize

__all__ = [
    "Document",
    "Editor",
    "Node",
    "NodeIterator",
    "Parser",
    "Sanitizer",
    "Selector",
    "__version__",
    "_events",
    "_restore",
    "parse",
    "sanitize",
]

__version__: str

def _events(document: Document) -> list[tuple[Any, ...]]: ...
def _restore(
    markup: bytes | str,
    options: dict[str, Any],
    facts: tuple[str | None, str | None],
    edited: Any,
) -> Document: ...
