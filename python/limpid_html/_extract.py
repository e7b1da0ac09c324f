"""Extracts columns from pages in Arrow data. The result is Arrow data of the same library."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from limpid_html import _limpid


class Select(NamedTuple):
    """A column with a list of values, one for each element that matches a CSS selector.

    ``value`` is ``"text"`` (as a browser shows it), ``"text_content"`` or ``"html"``. With ``attribute``, the value of that attribute is used
    instead, and elements without the attribute are skipped.

    With ``url=True``, the value of the attribute is resolved as a URL against the ``base`` element of the page and the URL of the page. The argument
    ``url`` of ``extract`` names the column with the URLs of the pages. A URL that cannot be resolved is null. ``Extract`` raises ``ValueError`` for
    an attribute that contains a list of URLs, such as ``srcset`` or ``ping``. Use the column ``"links"`` for those.
    """

    css: str | _limpid.Selector
    value: str = "text"
    attribute: str | None = None
    url: bool = False


class First(NamedTuple):
    """A column with one value: the value of the first element that matches a CSS selector. The fields are those of ``Select``.

    With ``attribute``, elements without this attribute are skipped.
    """

    css: str | _limpid.Selector
    value: str = "text"
    attribute: str | None = None
    url: bool = False


class _Records(NamedTuple):
    css: str | _limpid.Selector
    fields: Mapping[str, First | str | _limpid.Selector]


class Records(_Records):
    """A column with a list of structs, one for each element that matches a CSS selector, such as the product cards of a page.

    ``fields`` maps the name of each field to a ``First``, a ``str`` or a ``Selector``. A ``str`` or a ``Selector`` is short for a ``First`` with the
    value ``"text"``. The selector of a field matches only inside the element of the record. Without a match, the field is ``None``. ``:scope`` is the
    element of the record: ``:scope`` alone matches that element itself, and ``:scope > b`` matches its children.

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
            raise TypeError(f"the fields of records must be a dict of names and selectors, not {type(fields).__name__}")
        # A copy, so that later changes of the caller's mapping have no effect.
        return super().__new__(cls, css, dict(fields))


class XPath(NamedTuple):
    """A column with the result of an XPath expression, as a list of ``str``. If the result is a number, string or boolean, the list has one item.

    ``max_steps`` is as for ``Document.xpath``. For a page that exceeds it, this column is null, and ``errors`` contains an error.
    """

    expression: str
    max_steps: int | None = None


Column: TypeAlias = str | Select | First | Records | XPath | _limpid.Sanitizer
Columns: TypeAlias = Iterable[str] | Mapping[str, Column]

#: The names of the columns without arguments.
NAMES = (
    *("title", "text", "text_content", "markdown", "content", "content_markdown", "metadata"),
    *("html", "tree", "links", "detailed_links", "tables", "errors"),
    *("encoding", "encoding_source", "encoding_confidence", "sanitized"),
)


def copied_columns(columns: Columns) -> Columns:
    """Returns a copy of columns as a list or a dict. Unlike an iterator, it can be read more than once and pickled."""
    if isinstance(columns, Mapping):
        return {name: _copied_column(column) for name, column in columns.items()}
    if isinstance(columns, str) or not isinstance(columns, Iterable):
        raise TypeError(f"columns must be a list or a dict, such as ['title'], not {columns!r:.40}")
    return list(columns)


def _copied_column(column: Column) -> Column:
    if isinstance(column, Records):
        return Records(*column)
    return copy.copy(column) if isinstance(column, _limpid.Sanitizer) else column


def pairs(columns: Columns) -> list[tuple[str, Column]]:
    """Returns the columns as pairs of a name and a column."""
    named: list[tuple[Any, Any]] = list(columns.items()) if isinstance(columns, Mapping) else [(name, name) for name in columns]
    for name, column in named:
        if not isinstance(name, str):
            if name is column and isinstance(name, (Select, First, Records, XPath, _limpid.Sanitizer)):
                raise TypeError(f"this column needs a name; use a dict instead of a list: {{'name': {type(name).__name__}(…)}}")
            raise TypeError(f"the name of a column must be a str, not {type(name).__name__}")
    return named


def native_columns(columns: Columns) -> list[tuple[str, Any]]:
    """Checks the columns and returns them as arguments for the compiled module."""
    result: list[tuple[str, Any]] = []
    for name, column in pairs(columns):
        what = f"the column {name!r}"
        native: Any
        if isinstance(column, (str, _limpid.Sanitizer)):
            native = column
        elif isinstance(column, XPath):
            _check(what, "expression", column.expression, str)
            _check(what, "max_steps", column.max_steps, int, type(None))
            native = ("xpath", tuple(column))
        elif isinstance(column, (Select, First)):
            native = ("first" if isinstance(column, First) else "select", _selection(what, column))
        elif isinstance(column, Records):
            native = ("records", (_css(what, column.css), [_field(what, *field) for field in column.fields.items()]))
        else:
            raise TypeError(f"{what} must be a name, Select, First, Records, XPath or Sanitizer, not {type(column).__name__}")
        result.append((name, native))
    return result


def _field(column: str, name: str, field: First | str | _limpid.Selector) -> tuple[str, Any]:
    """Checks a field of records and returns it as arguments for the compiled module."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a field of {column} must be a str, not {type(name).__name__}")
    what = f"the field {name!r} of {column}"
    if isinstance(field, (str, _limpid.Selector)):
        field = First(field)
    if not isinstance(field, First):
        raise TypeError(f"{what} must be a First or a selector, not {type(field).__name__}")
    return name, _selection(what, field)


def _selection(what: str, column: Select | First) -> tuple[Any, ...]:
    """Checks the fields of a ``Select`` or ``First`` and returns them as arguments for the compiled module."""
    _check(what, "value", column.value, str)
    _check(what, "attribute", column.attribute, str, type(None))
    _check(what, "url", column.url, bool)
    return (_css(what, column.css), *column[1:])


def _css(what: str, css: str | _limpid.Selector) -> str:
    if isinstance(css, _limpid.Selector):
        return css.css
    if not isinstance(css, str):
        raise TypeError(f"the selector of {what} must be a str or a Selector, not {type(css).__name__}")
    return css


def _check(what: str, name: str, value: object, *types: type) -> None:
    if not isinstance(value, types):
        names = " or ".join("None" if one is type(None) else one.__name__ for one in types)
        raise TypeError(f"`{name}` of {what} must be {names}, not {type(value).__name__}")


class Extract:
    """Extracts columns from pages. Call it with Arrow data; it returns Arrow data of the same library.

    >>> import limpid_html as limpid
    >>> import pyarrow
    >>> pages = pyarrow.table({"url": ["https://example.org/"], "html": [b"<title>Tea</title><p>Green <a href=/m>tea</a>"]})
    >>> extract = limpid.Extract({"title": "title", "targets": limpid.Select("a", attribute="href", url=True)}, url="url")
    >>> extract(pages).to_pylist()
    [{'url': 'https://example.org/', 'title': 'Tea', 'targets': ['https://example.org/m'], 'errors': []}]

    ``columns`` is a list of names, or a dict that maps the names in the result to columns. A column is one of the names ``"title"``, ``"text"``,
    ``"text_content"``, ``"markdown"``, ``"content"``, ``"content_markdown"``, ``"metadata"``, ``"html"``, ``"tree"``, ``"links"``,
    ``"detailed_links"``, ``"tables"``, ``"errors"``, ``"encoding"``, ``"encoding_source"``, ``"encoding_confidence"``, ``"sanitized"``; or a
    ``Select``, ``First``, ``Records``, ``XPath`` or ``Sanitizer``.

    * ``input``: the name of the input column with the pages, as bytes or text. Text that is not valid UTF-8 is decoded like bytes.
    * ``url``: the name of the input column with the URLs of the pages. In a URL, invalid bytes are read as U+FFFD.
    * ``charset``: the name of the input column with the encoding labels from HTTP.
    * ``http``: whether the pages are complete HTTP responses.
    * ``keep``: the names of the input columns to keep in the result; by default all except the pages.
    * ``limit``: the maximum size in bytes of a page and of a value, 256 MiB by default.

    Pages do not raise exceptions: a value that cannot be extracted is null, and the last column, ``errors``, contains the reasons. Raises
    ``ValueError`` for a column with inconsistent buffers, such as offsets outside of its data. The input is processed batch by batch, so that memory
    is needed for one batch only. An ``Extract`` can be pickled, and several threads can use it.
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
        columns = copied_columns(columns)
        if isinstance(keep, str):
            raise TypeError(f'`keep` must be a list of names: ["{keep}"]')
        kept = None if keep is None else list(keep)
        self._arguments: tuple[Any, ...] = (columns, input, url, charset, http, kept, limit)
        self._native = _limpid._Extract(native_columns(columns), input, url, charset, http, kept, limit)

    def __call__(self, data: Any) -> Any:
        """Extracts the columns from a batch, table, data frame or stream of batches."""
        import pyarrow

        library = type(data).__module__.partition(".")[0]
        if library == "pandas":
            result = self(pyarrow.Table.from_pandas(data, preserve_index=False)).to_pandas()
            # With the index of the input, the columns can be assigned to the input frame.
            result.index = data.index
            return result
        if library == "polars":
            import polars

            return polars.DataFrame(self(pyarrow.table(data)))
        if isinstance(data, pyarrow.RecordBatch):
            return self._run(data)
        # Checked before `__arrow_c_array__`, which pyarrow's types also have: a conversion through Arrow's C interface would lose the sizes of the
        # buffers, which `_checked` needs.
        if isinstance(data, pyarrow.StructArray):
            return self._run(pyarrow.RecordBatch.from_struct_array(data))
        if hasattr(data, "__arrow_c_array__"):
            return self._run(pyarrow.record_batch(data))
        if isinstance(data, pyarrow.Table):
            reader = data.to_reader()
        elif hasattr(data, "__arrow_c_stream__"):
            reader = pyarrow.RecordBatchReader.from_stream(data)
        else:
            raise TypeError(f"data must be an Arrow batch, table, stream or data frame, not {type(data).__name__}")
        result = pyarrow.RecordBatchReader.from_batches(self.schema(reader.schema), map(self._run, reader))
        return result if isinstance(data, pyarrow.RecordBatchReader) else result.read_all()

    def schema(self, schema: Any) -> Any:
        """Returns the ``pyarrow.Schema`` of the result for input with the given schema."""
        return self._plan(schema)[0]

    def _plan(self, schema: Any) -> tuple[Any, list[int]]:
        """Returns the schema of the result, and the indices of the kept columns."""
        import pyarrow

        schema = pyarrow.schema(schema)
        _, input, url, charset, _, keep, _ = self._arguments
        # Other columns are replaced with null columns, because limpid may not support their types.
        types = [schema.field(index).type if name in (input, url, charset) else pyarrow.null() for index, name in enumerate(schema.names)]
        result = pyarrow.schema(self._native.schema(pyarrow.schema(zip(schema.names, types, strict=True))))
        if keep is None:
            kept = [index for index, name in enumerate(schema.names) if name != input]
        else:
            kept = [schema.names.index(name) for name in keep]
        return pyarrow.schema([*(schema.field(index) for index in kept), *list(result)[len(kept) :]], schema.metadata), kept

    def _run(self, batch: Any) -> Any:
        """Extracts the columns from a batch."""
        import pyarrow

        schema, kept = self._plan(batch.schema)
        _, input, url, charset, *_ = self._arguments
        inputs = [None if name is None else _checked(batch, name) for name in (input, url, charset)]
        extracted = [pyarrow.array(column) for column in self._native.run(*inputs)]
        return pyarrow.RecordBatch.from_arrays([*(batch.column(index) for index in kept), *extracted], schema=schema)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, self._arguments

    def __repr__(self) -> str:
        return f"limpid_html.Extract({self._arguments[0]!r})"


def _checked(batch: Any, name: str) -> Any:
    """Returns a column after checking that its buffers are large enough. The compiled module checks the content of the buffers."""
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
    """Yields a column and its child arrays."""
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
    """Extracts columns from the pages in Arrow data, and returns Arrow data of the same library.

    Short for ``Extract(columns, …)(data)``; see ``Extract`` for the arguments.

    >>> import limpid_html as limpid
    >>> import pyarrow
    >>> limpid.extract(pyarrow.table({"html": ["<p>One", None, "<p>Three"]}), ["text"])["text"].to_pylist()
    ['One', None, 'Three']
    """
    return Extract(columns, input=input, url=url, charset=charset, http=http, keep=keep, limit=limit)(data)
