"""Extracts from Arrow columns with arbitrary bytes, offsets, views, keys and run ends: `python hostile_arrow.py FIRST LAST`.

Each number is the seed of one column, which limpid receives as a pyarrow array or as structs of the C data interface. The generator functions also
compute the expected cells, as the Arrow specification defines them. If the buffers are consistent, limpid must return these cells, otherwise raise
`ValueError`. A crash ends this process.
"""

from __future__ import annotations

import ctypes
import random
import struct
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow

import limpid_html as limpid

PIECES = [b"<title>", b"tea", b"\x80", b"\xf0", b"\xc3\xa9", b"<p>", b"<meta charset=koi8-r>", b"\xf2", b"\xed\xa0\x80", b"", b"x" * 20]
FORMATS = {"z": 4, "u": 4, "Z": 8, "U": 8, "vz": 16, "vu": 16}
TYPES = {
    "z": pyarrow.binary(),
    "u": pyarrow.string(),
    "Z": pyarrow.large_binary(),
    "U": pyarrow.large_string(),
    "vz": pyarrow.binary_view(),
    "vu": pyarrow.string_view(),
}


class Values(NamedTuple):
    """An array of bytes or text: its buffers, and its cells, or `None` if the buffers are inconsistent."""

    format: str
    length: int
    offset: int
    buffers: list[bytes | None]
    cells: list[bytes | None] | None


def is_valid(bitmap: bytes | None, index: int) -> bool:
    return bitmap is None or bool(bitmap[index // 8] >> index % 8 & 1)


def with_offsets(random: random.Random, form: str, bitmap: bytes | None, length: int, offset: int) -> Values:
    pages = [b"".join(random.choices(PIECES, k=random.randrange(6))) for _ in range(length + offset)]
    data = b"".join(pages)
    offsets = [0]
    for page in pages:
        offsets.append(offsets[-1] + len(page))
    if random.random() < 0.4:
        # Does not change the last offset: in the C interface, only this offset tells the size of the data.
        place = random.randrange(max(len(offsets) - 1, 1))
        offsets[place] = random.choice([-1, random.randrange(len(data) + 1), len(data) + 1, 10**9, -(2**31)])
    seen = offsets[offset:]
    consistent = length == 0 or (seen[0] >= 0 and all(a <= b for a, b in zip(seen, seen[1:])) and seen[-1] <= len(data))
    cells = [data[a:b] if is_valid(bitmap, offset + row) else None for row, (a, b) in enumerate(zip(seen, seen[1:]))]
    number = "i" if FORMATS[form] == 4 else "q"
    return Values(form, length, offset, [bitmap, struct.pack(f"<{len(offsets)}{number}", *offsets), data], cells if consistent else None)


def with_views(random: random.Random, form: str, bitmap: bytes | None, length: int, offset: int) -> Values:
    datas = [b"".join(random.choices(PIECES, k=random.randrange(1, 20))) for _ in range(random.randrange(1, 3))]
    views, cells, consistent = b"", [], True
    for row in range(length + offset):
        index = random.randrange(len(datas))
        start = random.randrange(len(datas[index]) + 1)
        page = datas[index][start : start + random.randrange(40)]
        view = [len(page), page[:4], index, start]
        if len(page) > 12 and random.random() < 0.1:
            place, value = random.choice([(0, 10**6), (1, b"\x00\x00\x00\x00"), (2, 9), (2, -1), (3, 10**6), (3, -1)])
            view[place] = value
            consistent &= row < offset or not is_valid(bitmap, row)
        views += struct.pack("<i12s", len(page), page) if len(page) <= 12 else struct.pack("<i4sii", *view)
        if row >= offset:
            cells.append(page if is_valid(bitmap, row) else None)
    return Values(form, length, offset, [bitmap, views, *datas], cells if consistent else None)


def values(random: random.Random, length: int) -> Values:
    form = random.choice(list(FORMATS))
    offset = random.choice([0, 0, 1, 7])
    bitmap = random.randbytes(length // 8 + 2) if random.random() < 0.5 else None
    make = with_views if FORMATS[form] == 16 else with_offsets
    return make(random, form, bitmap, length, offset)


class Column(NamedTuple):
    """A column of a batch: plain values, a dictionary array or a run-end encoded array."""

    kind: str
    values: Values
    numbers: list[int]
    length: int
    offset: int
    cells: list[bytes | None] | None


def column(random: random.Random) -> Column:
    length = random.choice([0, 1, 2, 5, 20])
    kind = random.choice(["plain", "plain", "dictionary", "runs"])
    if kind == "plain":
        plain = values(random, length)
        return Column(kind, plain, [], length, plain.offset, plain.cells)
    count, offset = random.randrange(1, 6), random.choice([0, 3])
    inner = values(random, count)
    cells = inner.cells
    if kind == "dictionary":
        keys = [random.randrange(count) for _ in range(length + offset)]
        if keys and random.random() < 0.2:
            keys[random.randrange(len(keys))] = random.choice([-1, count, 2**31 - 1])
        seen = keys[offset:]
        if cells is not None:
            cells = [cells[key] for key in seen] if all(0 <= key < count for key in seen) else None
        return Column(kind, inner, keys, length, offset, cells)
    ends = sorted(random.sample(range(1, length + offset + 9), count - 1)) + [length + offset + 9]
    if random.random() < 0.2:
        ends[random.randrange(count)] = random.choice([-1, 0, 1, 2**31 - 1])
    if cells is not None:
        ordered = ends[0] > 0 and all(a < b for a, b in zip(ends, ends[1:])) and ends[-1] >= length + offset
        rows = range(offset, length + offset)
        cells = [cells[sum(end <= row for end in ends)] for row in rows] if ordered or not length else None
    return Column(kind, inner, ends, length, offset, cells)


def buffer(data: bytes | None) -> Any:
    return None if data is None else pyarrow.py_buffer(data)


def in_pyarrow(column: Column) -> Any:
    """Returns the column as a pyarrow array, which knows the sizes of its buffers."""
    inner = column.values
    made = pyarrow.Array.from_buffers(TYPES[inner.format], inner.length, [buffer(data) for data in inner.buffers], offset=inner.offset)
    numbers = buffer(struct.pack(f"<{len(column.numbers)}i", *column.numbers))
    if column.kind == "dictionary":
        keys = pyarrow.Array.from_buffers(pyarrow.int32(), column.length, [None, numbers], offset=column.offset)
        return pyarrow.DictionaryArray.from_arrays(keys, made, safe=False)
    if column.kind == "runs":
        ends = pyarrow.Array.from_buffers(pyarrow.int32(), len(column.numbers), [None, numbers])
        kind = pyarrow.run_end_encoded(pyarrow.int32(), made.type)
        return pyarrow.Array.from_buffers(kind, column.length, [None], offset=column.offset, children=[ends, made])
    return made


class CSchema(ctypes.Structure):
    pass


class CArray(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(CSchema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(CArray))
CSchema._fields_ = [
    *(("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64)),
    *(("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(CSchema))), ("dictionary", ctypes.POINTER(CSchema))),
    *(("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p)),
]
CArray._fields_ = [
    *(("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64)),
    *(("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p))),
    *(("children", ctypes.POINTER(ctypes.POINTER(CArray))), ("dictionary", ctypes.POINTER(CArray))),
    *(("release", RELEASE_ARRAY), ("private_data", ctypes.c_void_p)),
]
#: Keeps the targets of C pointers alive until the process ends.
ALIVE: list[Any] = []


@RELEASE_SCHEMA
def release_schema(schema: Any) -> None:
    schema.contents.release = RELEASE_SCHEMA()


@RELEASE_ARRAY
def release_array(array: Any) -> None:
    array.contents.release = RELEASE_ARRAY()


def c_schema(form: str, name: str = "", children: Sequence[CSchema] = (), dictionary: CSchema | None = None, flags: int = 2) -> CSchema:
    pointers = (ctypes.POINTER(CSchema) * len(children))(*map(ctypes.pointer, children))
    schema = CSchema(form.encode(), name.encode(), None, flags, len(children), pointers, None, release_schema, None)
    if dictionary is not None:
        schema.dictionary = ctypes.pointer(dictionary)
    ALIVE.append((schema, children, pointers, dictionary))
    return schema


def c_array(
    length: int, buffers: Sequence[bytes | None], offset: int = 0, children: Sequence[CArray] = (), dictionary: CArray | None = None
) -> CArray:
    copies = [None if data is None else ctypes.create_string_buffer(data, len(data) + 1) for data in buffers]
    addresses = (ctypes.c_void_p * (len(copies) + 1))(*[None if copy is None else ctypes.addressof(copy) for copy in copies])
    pointers = (ctypes.POINTER(CArray) * len(children))(*map(ctypes.pointer, children))
    nulls = -1 if buffers and buffers[0] is not None else 0
    array = CArray(length, nulls, offset, len(buffers), len(children), addresses, pointers, None, release_array, None)
    if dictionary is not None:
        array.dictionary = ctypes.pointer(dictionary)
    ALIVE.append((array, copies, addresses, children, pointers, dictionary))
    return array


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class CBatch:
    """A batch of one column, exported through the Arrow PyCapsule interface."""

    def __init__(self, schema: CSchema, array: CArray) -> None:
        self.schema = c_schema("+s", children=[schema])
        self.array = c_array(array.length, [None], children=[array])

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[Any, Any]:
        schema = new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None)
        return schema, new_capsule(ctypes.addressof(self.array), b"arrow_array", None)


def in_c(column: Column) -> CBatch:
    """Returns the column as C structs, which contain buffer sizes for views only."""
    inner = column.values
    buffers = list(inner.buffers)
    if FORMATS[inner.format] == 16:
        buffers.append(struct.pack(f"<{len(buffers) - 2}q", *(len(data or b"") for data in buffers[2:])))
    made = c_array(inner.length, buffers, inner.offset)
    numbers = struct.pack(f"<{len(column.numbers)}i", *column.numbers)
    if column.kind == "dictionary":
        schema = c_schema("i", "html", dictionary=c_schema(inner.format))
        return CBatch(schema, c_array(column.length, [None, numbers], column.offset, dictionary=made))
    if column.kind == "runs":
        schema = c_schema("+r", "html", [c_schema("i", "run_ends", flags=0), c_schema(inner.format, "values")])
        return CBatch(schema, c_array(column.length, [], column.offset, [c_array(len(column.numbers), [None, numbers]), made]))
    return CBatch(c_schema(inner.format, "html"), made)


def break_structs(random: random.Random, batch: CBatch) -> None:
    """Changes a number in a struct, or sets a buffer pointer to null. Numbers do not grow, because the C interface has no sizes to check them against."""
    array = batch.array
    path = ["children", "children", "dictionary"][: random.randrange(4)]
    for step in path:
        below = array.dictionary if step == "dictionary" else array.children[0] if array.n_children else None
        array = below.contents if below else array
    field = random.choice(["length", "offset", "null_count", "n_buffers", "n_children", "buffer", "release"])
    if field == "buffer" and array.n_buffers:
        # Keeps the last buffer of views, which has the lengths of the other buffers.
        array.buffers[random.randrange(min(array.n_buffers, 3 if array.n_buffers == 3 else 2))] = None
    elif field == "release":
        array.release = RELEASE_ARRAY()
    elif field != "buffer":
        setattr(array, field, random.choice([-1, -(2**63), 0]))


def expected_rows(column: Column, cells: list[bytes | None]) -> list[tuple[str | None, str | None]]:
    """Returns the text and the encoding of each page, parsed with `limpid.parse`. Invalid UTF-8 in a text column is parsed as bytes."""
    result: list[tuple[str | None, str | None]] = []
    for cell in cells:
        page: str | bytes | None = cell
        if cell is not None and column.values.format in ("u", "U", "vu"):
            try:
                page = cell.decode()
            except UnicodeDecodeError:
                pass
        document = None if page is None else limpid.parse(page)
        result.append((None, None) if document is None else (document.text_content(), document.encoding or "UTF-8"))
    return result


def main(first: int, last: int) -> None:
    extract = limpid.Extract(["text_content", "encoding"])
    counts = {"rows": 0, "errors": 0}
    for number in range(first, last):
        made = column(random.Random(number))
        # 0: C structs; 1: a pyarrow table; 2: a pyarrow batch; 3: C structs with a random change.
        form = number % 4
        is_broken = form == 3
        print(number, file=sys.stderr)
        try:
            if form in (0, 3):
                data: Any = in_c(made)
                if is_broken:
                    break_structs(random.Random(number), data)
            else:
                array = in_pyarrow(made)
                data = pyarrow.table({"html": array}) if form == 1 else pyarrow.record_batch({"html": array})
            table = pyarrow.table(extract(data))
            table.validate(full=True)
            found = [(row["text_content"], row["encoding"]) for row in table.to_pylist()]
        except (ValueError, pyarrow.ArrowException) as error:
            # pyarrow itself rejects some columns.
            assert is_broken or made.cells is None or not made.length, f"{number}: {error} for {made}"
            counts["errors"] += 1
            continue
        if is_broken:
            continue
        # The buffers of an empty array are not read.
        cells = made.cells if made.length else []
        assert cells is not None, f"{number}: no error for {made}"
        expected = expected_rows(made, cells)
        assert found == expected, f"{number}: {found}, not {expected}, for {made}"
        counts["rows"] += 1
    print(counts)
    assert min(counts.values()) > (last - first) / 20


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
