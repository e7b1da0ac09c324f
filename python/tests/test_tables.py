"""Tables: text, header, CSV and data frames."""

from __future__ import annotations

import copy
import csv
import gc
import io
import pickle

import pytest

import limpid_html as limpid

PAGE = """<!DOCTYPE html><title>Teas</title>
<table id=prices><caption>Prices</caption><thead><tr><th rowspan=2>Tea<th colspan=2>Price<tr><th>50 g<th>100 g
<tbody><tr><td rowspan=2>Sencha, green<td>4<td>7<tr hidden><td>no<td>no<tr><td>5<td>9</table>
<table id=menu role=presentation><tr><td>Menu<td><table id=inner><tr><td>a<br>b<td>say "c"</table></table>"""


@pytest.fixture
def document() -> limpid.Document:
    return limpid.parse(PAGE)


def test_tables_in_tree_order(document: limpid.Document) -> None:
    tables = document.tables()
    assert [table.element.id for table in tables] == ["prices", "menu", "inner"]
    assert [table.is_layout for table in tables] == [False, True, False]
    assert [table.caption for table in tables] == ["Prices", None, None]
    assert limpid.parse("<p>").tables() == []


def test_text(document: limpid.Document) -> None:
    prices, _, inner = document.tables()
    assert prices.header == ["Tea", "Price / 50 g", "Price / 100 g"]
    assert prices.rows == [["Sencha, green", "4", "7"], ["", "5", "9"]]
    assert inner.header is None and inner.rows == [["a\nb", 'say "c"']]
    assert document.tables(repeat=True)[0].rows[1] == ["Sencha, green", "5", "9"]
    assert repr(prices) == "<limpid_html.Table 'Prices', 3 columns, 2 rows>"
    assert repr(inner) == "<limpid_html.Table 2 columns, 1 rows>"


def test_csv(document: limpid.Document) -> None:
    for table in document.tables():
        read = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
        assert read == ([table.header] if table.header else []) + table.rows


def test_table_of_a_node(document: limpid.Document) -> None:
    node = document.select_one("#inner")
    assert node is not None
    table = node.table()
    assert table is not None and table.element == node and table.rows == document.tables()[2].rows
    prices = document.select_one("#prices").table(repeat=True)
    assert prices.rows[1][0] == "Sencha, green"
    assert document.body.table() is None and document.root.table() is None
    with pytest.raises(TypeError):
        node.table(True)


def test_edits_do_not_change_a_table(document: limpid.Document) -> None:
    table = document.tables()[2]
    with document.edit() as editor:
        editor.set_text(editor.document.select_one("#inner td"), "new")
    assert table.rows[0][0] == "a\nb" and document.tables()[2].rows[0][0] == "new"
    element = limpid.parse(PAGE).tables()[0].element
    gc.collect()
    assert element.id == "prices"


def test_large_spans_do_not_multiply_the_text() -> None:
    page = "<table><tr>" + "<td rowspan=65534 colspan=1000>word" * 2_000 + "<tr><td>x" * 2_000
    (table,) = limpid.parse(page).tables(repeat=True)
    assert len(table.rows) == 2_001 and len(table.to_csv()) < 2 * len(page)


def test_rows_are_as_long_as_the_header() -> None:
    pandas = pytest.importorskip("pandas")
    pages = (
        "<table><tr><td>1<td>2<tr><td>3</table>",
        "<table><tr><th>a<th>b<th>c<tr><td>1</table>",
        "<table><tr><th>a<th>b</table>",
        "<table></table>",
    )
    for page in pages:
        (table,) = limpid.parse(page).tables()
        width = len(table.header or (table.rows or [[]])[0])
        assert {len(row) for row in table.rows} <= {width}
        assert pandas.DataFrame(table.rows, columns=table.header).shape == (len(table.rows), width), page[:60]
        assert f"{width} columns" in repr(table)


def test_equality_and_copies_of_tables(document: limpid.Document) -> None:
    prices, menu, inner = document.tables()
    assert prices == document.tables()[0] != menu and prices != 3 and limpid.parse(PAGE).tables() == document.tables()
    assert document.tables(repeat=True)[0] != prices
    assert copy.copy(inner) is inner and copy.deepcopy([inner]) == [inner]
    with pytest.raises(TypeError, match="table.header and table.rows"):
        pickle.dumps(inner)


def test_data_frames(document: limpid.Document) -> None:
    pandas = pytest.importorskip("pandas")
    prices, _, inner = document.tables()
    frame = pandas.DataFrame(prices.rows, columns=prices.header)
    assert list(frame.columns) == prices.header and frame.values.tolist() == prices.rows
    frame = pandas.DataFrame(inner.rows, columns=inner.header)
    assert list(frame.columns) == [0, 1] and len(frame) == 1
    # Names of columns may repeat.
    (table,) = limpid.parse("<table><tr><th>a<th>a<tr><td>1<td>2</table>").tables()
    assert pandas.DataFrame(table.rows, columns=table.header)["a"].shape == (1, 2)
