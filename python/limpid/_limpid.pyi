"""The compiled module, whose public names are those of ``limpid``."""

from typing import IO, Any, final
from os import PathLike

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
    "_Extract",
    "_WarcReader",
    "__version__",
    "_events",
    "_restore",
    "_warc_record",
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
def _warc_record(bytes: bytes) -> dict[str, Any] | None: ...
@final
class _Extract:
    def __new__(
        cls,
        columns: list[tuple[Any, ...]],
        input: str,
        url: str | None,
        charset: str | None,
        http: bool,
        keep: list[str] | None,
        limit: int | None,
    ) -> _Extract: ...
    def run(self, batch: Any) -> Any: ...
    def schema(self, schema: Any) -> Any: ...

@final
class _WarcReader:
    def __new__(
        cls,
        source: str | PathLike[str] | bytes | IO[bytes],
        extract: _Extract | None,
        kept: list[str],
        rows: int,
        range: tuple[int, int | None],
        limit: int | None,
    ) -> _WarcReader: ...
    @staticmethod
    def schema(extract: _Extract | None, kept: list[str]) -> Any: ...
    def __iter__(self) -> _WarcReader: ...
    def __next__(self) -> Any: ...
