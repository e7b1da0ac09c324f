"""Columns of what is in pages, from Arrow data to Arrow data of the same library."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from limpid_html import _limpid


class Select(NamedTuple):
    """A column with the values of all elements that a CSS selector selects, a list of texts.

    A value is the element's ``"text"`` as a browser shows it, its ``"text_content"``, its ``"html"``, or an ``attribute`` of it.

    With ``url``, the attribute is read as one URL and resolved: against the page's ``base`` element and the URL in the column that ``url=`` of
    ``extract`` names. One that cannot be resolved is null. ``Extract`` raises ``ValueError`` for an attribute that holds a list of URLs, such as
    ``srcset`` and ``ping``: the column ``"links"`` has those.
    """

    css: str | _limpid.Selector
    value: str = "text"
    attribute: str | None = None
    url: bool = False


class First(NamedTuple):
    """A column with the value of the first element that a CSS selector selects and that has one; the rest is as for ``Select``."""

    css: str | _limpid.Selector
    value: str = "text"
    attribute: str | None = None
    url: bool = False


class _Records(NamedTuple):
    css: str | _limpid.Selector
    fields: Mapping[str, First | str | _limpid.Selector]


class Records(_Records):
    """A column with a list of structs, one for each element that a CSS selector selects, such as the cards of products.

    ``fields`` are the members by their names. Each is the value of the ``First`` element *inside* the selected one, or ``None`` if there is none;
    a ``str`` or a ``Selector`` selects an element whose text is the value. In it, ``:scope`` matches the selected element, and a selector that contains
    ``:scope`` may select that element, too: ``:scope`` alone is the selected element, and ``:scope > b`` selects its children.

    >>> import limpid_html as limpid
    >>> import pyarrow
    >>> page = "<li id=a><b>Assam</b> <i>4</i><li id=b><b>Sencha</b>"
    >>> cards = limpid.Records("li", {"name": "b", "price": "i", "id": limpid.First(":scope", attribute="id")})
    >>> limpid.extract(pyarrow.table({"html": [page]}), {"cards": cards})["cards"].to_pylist()[0]
    [{'name': 'Assam', 'price': '4', 'id': 'a'}, {'name': 'Sencha', 'price': None, 'id': 'b'}]
    """

    __slots__ = ()

    def __new__(cls, css: str | _limpid.Selector, fields: Mapping[str, First | str | _limpid.Selector]) -> Records:
        if not isinstance(fields, Mapping):
            raise TypeError(f"the fields of records are a dict of names and selectors, not {type(fields).__name__}")
        # Later changes of the caller's mapping do not matter.
        return super().__new__(cls, css, dict(fields))


class XPath(NamedTuple):
    """A column with what an XPath expression selects, a list of texts; a number, text or truth value is one item.

    ``max_steps`` is as for ``Document.xpath``. A page on which the expression takes more steps has null, and the reason in ``errors``.
    """

    expression: str
    max_steps: int | None = None


Column: TypeAlias = str | Select | First | Records | XPath | _limpid.Sanitizer
Columns: TypeAlias = Iterable[str] | Mapping[str, Column]

#: The columns that need no argument.
NAMES = (
    *("title", "text", "text_content", "markdown", "html", "tree", "links", "detailed_links", "tables"),
    *("errors", "encoding", "encoding_source", "encoding_confidence", "sanitized"),
)


def kept_whole(columns: Columns) -> Columns:
    """Returns columns that can be read more than once and pickled, as an iterator cannot, and that do not change with the caller's."""
    if isinstance(columns, Mapping):
        return {name: _copied(column) for name, column in columns.items()}
    if isinstance(columns, str) or not isinstance(columns, Iterable):
        raise TypeError(f"columns are a list or a dict, such as ['title'], not {columns!r:.40}")
    return list(columns)


def _copied(column: Column) -> Column:
    if isinstance(column, Records):
        return Records(*column)
    return copy.copy(column) if isinstance(column, _limpid.Sanitizer) else column


def pairs(columns: Columns) -> list[tuple[str, Column]]:
    """Returns the columns with their names."""
    named: list[tuple[Any, Any]] = list(columns.items()) if isinstance(columns, Mapping) else [(name, name) for name in columns]
    for name, column in named:
        if not isinstance(name, str):
            if name is column and isinstance(name, (Select, First, Records, XPath, _limpid.Sanitizer)):
                raise TypeError(f"this column needs a name: {{'name': {type(name).__name__}(…)}} in place of a list")
            raise TypeError(f"the name of a column is a str, not {type(name).__name__}")
    return named


def described(columns: Columns) -> list[tuple[str, Any]]:
    """Returns the columns in the form that the compiled module takes."""
    result: list[tuple[str, Any]] = []
    for name, column in pairs(columns):
        what = f"the column {name!r}"
        described: Any
        if isinstance(column, (str, _limpid.Sanitizer)):
            described = column
        elif isinstance(column, XPath):
            _check(what, "expression", column.expression, str)
            _check(what, "max_steps", column.max_steps, int, type(None))
            described = ("xpath", tuple(column))
        elif isinstance(column, (Select, First)):
            described = ("first" if isinstance(column, First) else "select", _selected(what, column))
        elif isinstance(column, Records):
            described = ("records", (_css(what, column.css), [_field(what, *field) for field in column.fields.items()]))
        else:
            raise TypeError(f"{what} is a name, Select, First, Records, XPath or Sanitizer, not {type(column).__name__}")
        result.append((name, described))
    return result


def _field(column: str, name: str, field: First | str | _limpid.Selector) -> tuple[str, Any]:
    """Returns a member of records in the form that the compiled module takes."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a field of {column} is a str, not {type(name).__name__}")
    what = f"the field {name!r} of {column}"
    if isinstance(field, (str, _limpid.Selector)):
        field = First(field)
    if not isinstance(field, First):
        raise TypeError(f"{what} is a First or a selector, not {type(field).__name__}")
    return name, _selected(what, field)


def _selected(what: str, column: Select | First) -> tuple[Any, ...]:
    """Returns the members of a column of selected elements in the form that the compiled module takes."""
    _check(what, "value", column.value, str)
    _check(what, "attribute", column.attribute, str, type(None))
    _check(what, "url", column.url, bool)
    return (_css(what, column.css), *column[1:])


def _css(what: str, css: str | _limpid.Selector) -> str:
    if isinstance(css, _limpid.Selector):
        return css.css
    if not isinstance(css, str):
        raise TypeError(f"the selector of {what} is a str or a Selector, not {type(css).__name__}")
    return css


def _check(what: str, name: str, value: object, *types: type) -> None:
    if not isinstance(value, types):
        names = " or ".join("None" if one is type(None) else one.__name__ for one in types)
        raise TypeError(f"`{name}` of {what} is {names}, not {type(value).__name__}")


class Extract:
    """A description of columns to make of pages. It is called with Arrow data and returns Arrow data of the same library.

    >>> import limpid_html as limpid
    >>> import pyarrow
    >>> pages = pyarrow.table({"url": ["https://example.org/"], "html": [b"<title>Tea</title><p>Green <a href=/m>tea</a>"]})
    >>> extract = limpid.Extract({"title": "title", "targets": limpid.Select("a", attribute="href", url=True)}, url="url")
    >>> extract(pages).to_pylist()
    [{'url': 'https://example.org/', 'title': 'Tea', 'targets': ['https://example.org/m'], 'errors': []}]

    ``columns`` is a list of names, or a dict of names in the result and what they are made of: one of the names ``"title"``, ``"text"``,
    ``"text_content"``, ``"markdown"``, ``"html"``, ``"tree"``, ``"links"``, ``"detailed_links"``, ``"tables"``, ``"errors"``, ``"encoding"``,
    ``"encoding_source"``, ``"encoding_confidence"``, ``"sanitized"``; a ``Select``, a ``First``, a ``Records``, an ``XPath``, or a ``Sanitizer``.

    The pages are in the column ``input``, as bytes or text. ``url`` names the column of the URLs that they are from, ``charset`` the one of
    the labels that HTTP gave; with ``http`` the pages are whole HTTP responses. ``keep`` names the columns of the input that are in the
    result, all but the pages if left out. A page or a value of more than ``limit`` bytes, 256 MiB unless set, is an error.

    A cell of text that is not UTF-8 is decoded like a cell of bytes. In a URL, invalid bytes are read as U+FFFD.

    No page makes it fail. What could not be made is null, and the last column, ``errors``, says why. Memory is that of one batch.
    A column whose buffers are inconsistent raises ``ValueError``: it has offsets outside of its data, for example.
    An ``Extract`` pickles, and may be used by many threads.
    """

    def __init__(
        self,
        columns: Columns,
        *,
        input: str = "html",
        url: str | None = None,
        charset: str | None = None,
        http: bool = False,
        keep: Sequence[str] | None = None,
        limit: int | None = None,
    ) -> None:
        columns = kept_whole(columns)
        if isinstance(keep, str):
            raise TypeError(f'`keep` is a list of names: ["{keep}"]')
        kept = None if keep is None else list(keep)
        self._arguments: tuple[Any, ...] = (columns, input, url, charset, http, kept, limit)
        self._native = _limpid._Extract(described(columns), input, url, charset, http, kept, limit)

    def __call__(self, data: Any) -> Any:
        """Makes the columns of a batch, table, data frame or stream of batches."""
        import pyarrow

        library = type(data).__module__.partition(".")[0]
        if library == "pandas":
            result = self(pyarrow.Table.from_pandas(data, preserve_index=False)).to_pandas()
            # A row for each row, so that columns can be assigned to the frame that they were made of.
            result.index = data.index
            return result
        if library == "polars":
            import polars

            return polars.DataFrame(self(pyarrow.table(data)))
        if isinstance(data, pyarrow.RecordBatch):
            return self._run(data)
        # The C interface does not know the sizes of buffers, so data of pyarrow does not go through it.
        if isinstance(data, pyarrow.StructArray):
            return self._run(pyarrow.RecordBatch.from_struct_array(data))
        if hasattr(data, "__arrow_c_array__"):
            return self._run(pyarrow.record_batch(data))
        if isinstance(data, pyarrow.Table):
            reader = data.to_reader()
        elif hasattr(data, "__arrow_c_stream__"):
            reader = pyarrow.RecordBatchReader.from_stream(data)
        else:
            raise TypeError(f"give an Arrow batch, table, stream or data frame, not {type(data).__name__}")
        result = pyarrow.RecordBatchReader.from_batches(self.schema(reader.schema), map(self._run, reader))
        return result if isinstance(data, pyarrow.RecordBatchReader) else result.read_all()

    def schema(self, schema: Any) -> Any:
        """Returns the ``pyarrow.Schema`` of the result for batches of a schema."""
        return self._plan(schema)[0]

    def _plan(self, schema: Any) -> tuple[Any, list[int]]:
        """Returns the schema of the result, and the indices of the columns that are kept."""
        import pyarrow

        schema = pyarrow.schema(schema)
        _, input, url, charset, _, keep, _ = self._arguments
        # The types of other columns do not matter, and may be unknown to limpid.
        types = [schema.field(index).type if name in (input, url, charset) else pyarrow.null() for index, name in enumerate(schema.names)]
        made = pyarrow.schema(self._native.schema(pyarrow.schema(zip(schema.names, types, strict=True))))
        if keep is None:
            kept = [index for index, name in enumerate(schema.names) if name != input]
        else:
            kept = [schema.names.index(name) for name in keep]
        return pyarrow.schema([*(schema.field(index) for index in kept), *list(made)[len(kept) :]], schema.metadata), kept

    def _run(self, batch: Any) -> Any:
        """Makes the columns of a batch."""
        import pyarrow

        schema, kept = self._plan(batch.schema)
        _, input, url, charset, *_ = self._arguments
        read = [None if name is None else _checked(batch, name) for name in (input, url, charset)]
        made = [pyarrow.array(column) for column in self._native.run(*read)]
        return pyarrow.RecordBatch.from_arrays([*(batch.column(index) for index in kept), *made], schema=schema)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, self._arguments

    def __repr__(self) -> str:
        return f"limpid_html.Extract({self._arguments[0]!r})"


def _checked(batch: Any, name: str) -> Any:
    """Returns a column whose buffers are as long as its offsets need. The compiled module checks what the buffers contain."""
    import pyarrow

    if batch.num_rows == 0:
        return pyarrow.nulls(0)
    column = batch.column(batch.schema.names.index(name))
    try:
        column.validate()
        if len(column) != batch.num_rows:
            raise ValueError(f"the batch has {batch.num_rows} rows, the column {len(column)}")
        for part in _parts(column):
            if part.offset < 0 or any(buffer is not None and buffer.size < 0 for buffer in part.buffers()):
                raise ValueError("an offset or a size is negative")
    except (pyarrow.ArrowException, ValueError) as error:
        raise ValueError(f"the buffers of the column {name!r} are inconsistent: {error}") from error
    return column


def _parts(column: Any) -> Iterator[Any]:
    """Yields a column and the arrays that it consists of."""
    import pyarrow

    yield column
    if isinstance(column, pyarrow.DictionaryArray):
        yield column.dictionary
    if isinstance(column, pyarrow.RunEndEncodedArray):
        yield column.run_ends
        yield from _parts(column.values)


def _restore(columns: Columns, input: str, url: str | None, charset: str | None, http: bool, keep: Any, limit: Any) -> Extract:
    return Extract(columns, input=input, url=url, charset=charset, http=http, keep=keep, limit=limit)


def extract(
    data: Any,
    columns: Columns,
    *,
    input: str = "html",
    url: str | None = None,
    charset: str | None = None,
    http: bool = False,
    keep: Sequence[str] | None = None,
    limit: int | None = None,
) -> Any:
    """Makes columns of the pages in Arrow data, and returns Arrow data of the same library: ``Extract(columns, …)(data)``.

    >>> import limpid_html as limpid
    >>> import pyarrow
    >>> limpid.extract(pyarrow.table({"html": ["<p>One", None, "<p>Three"]}), ["text"])["text"].to_pylist()
    ['One', None, 'Three']
    """
    return Extract(columns, input=input, url=url, charset=charset, http=http, keep=keep, limit=limit)(data)
