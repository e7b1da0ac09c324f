"""limpid in Daft: ``extract`` for pages in data frames.

``daft.read_warc`` returns whole HTTP responses in ``warc_content``. Extract them with
``extract(df, …, input="warc_content", url="WARC-Target-URI", http=True)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import daft
import pyarrow

import limpid_html

if TYPE_CHECKING:
    from limpid_html._extract import Columns

__all__ = ["extract"]


def extract(
    df: daft.DataFrame,
    columns: Columns,
    *,
    input: str = "html",
    url: str | None = None,
    charset: str | None = None,
    http: bool = False,
    keep: Sequence[str] | None = None,
    limit: int | None = None,
    batch_size: int | None = None,
) -> daft.DataFrame:
    """Extracts columns from the pages in a data frame. The arguments are those of ``limpid_html.Extract``.

    ``batch_size`` is an argument of ``daft.func.batch``.
    """
    kept = [name for name in df.column_names if name != input] if keep is None else list(keep)
    needed = list(dict.fromkeys([input, *(name for name in (url, charset) if name)]))
    extractor = limpid_html.Extract(columns, input=input, url=url, charset=charset, http=http, keep=[], limit=limit)
    schema = extractor.schema(pyarrow.schema([(name, pyarrow.string()) for name in needed]))
    result = daft.DataType.from_arrow_type(pyarrow.struct(list(schema)))

    @daft.func.batch(return_dtype=result, unnest=True, batch_size=batch_size)
    def each(*series: daft.Series) -> Any:
        pages = pyarrow.Table.from_arrays([_array(one) for one in series], needed)
        return extractor(pages).to_struct_array().combine_chunks()

    return df.select(*(df[name] for name in kept), each(*(df[name] for name in needed)))


def _array(series: daft.Series) -> Any:
    array = series.to_arrow()
    # Arrow's type of a column with only nulls is `null`. It is cast to `string`, the type in the schema above.
    return array.cast(pyarrow.string()) if pyarrow.types.is_null(array.type) else array
