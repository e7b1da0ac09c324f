"""Input, options, encodings and properties of documents."""

from __future__ import annotations

import pytest

import limpid_html as limpid


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_like_types(kind: type) -> None:
    document = limpid.parse(kind(b"<title>T</title><p>caf\xc3\xa9"))
    assert document.title == "T"
    assert document.body is not None and document.body.inner_text() == "café"


def test_a_buffer_may_change_after_the_parse() -> None:
    page = bytearray(b"<p>Tea")
    document = limpid.parse(page)
    page[:] = b"<p>XXX"
    assert document.text_content() == "Tea"
    assert limpid.parse(memoryview(b"-<p>Tea-")[1:-1]).text_content() == "Tea"


def test_a_page_outlives_its_bytes() -> None:
    documents = [limpid.parse(b"<p>" + bytes([65 + n]) * 1000) for n in range(26)]
    assert [document.text_content()[0] for document in documents] == [chr(65 + n) for n in range(26)]


@pytest.mark.parametrize("markup", [None, 3, ["<p>"], object()])
def test_markup_of_other_types_raises_type_error(markup: object) -> None:
    with pytest.raises(TypeError, match="read a file first"):
        limpid.parse(markup)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("page", "options", "encoding", "source", "text"),
    [
        ("<p>é".encode(), {}, "UTF-8", "valid UTF-8", "é"),
        ("<p>é".encode(), {"detect_utf_8": False}, "windows-1252", "fallback", "Ã©"),
        (b"<p>\xe9", {}, "windows-1252", "fallback", "é"),
        (b"<p>\xe9", {"encoding": "latin1"}, "windows-1252", "transport label", "é"),
        (b"<p>\xcf", {"encoding": "cp1251"}, "windows-1251", "transport label", "П"),
        (b"<meta charset=windows-1251><p>\xcf", {}, "windows-1251", "meta element, by prescan", "П"),
        ("\ufeff<p>é".encode("utf-16-le"), {}, "UTF-16LE", "byte order mark", "é"),
        (b"<p>\x93\xfa\x96\x7b\x8c\xea\x82\xc5\x82\xb7", {"detect": True}, "Shift_JIS", "detection", "日本語です"),
    ],
)
def test_encodings(page: bytes, options: dict, encoding: str, source: str, text: str) -> None:
    document = limpid.parse(page, **options)
    assert (document.encoding, document.text_content()) == (encoding, text)
    assert document.encoding_source is not None and source in document.encoding_source


_TEXTS = [
    "Zażółć gęślą jaźń. ".encode() * 100,
    "Zażółć gęślą jaźń. ".encode() + b"\xff",
    "Größe: 5 €".encode(),
    "日本語のページ。".encode(),
    "日本語のページ。".encode()[:-1],
    "cafÃ©".encode(),
    b"caf\xc3\xa9",
    b"caf\xc3",
    b"caf\xc3\xa9 \xff",
    b"caf\xe9",
    "Voilà, où est le garçon ?".encode("cp1252"),
    "Größe und Übung".encode("cp1252"),
    "日本語のページ。吾輩は猫である。".encode("shift_jis"),
    "欢迎访问我们的网站".encode("gbk"),
    "안녕하세요, 환영합니다".encode("euc_kr"),
    "Привет, мир".encode("cp1251"),
    b"",
]
_STARTS = [b"", b"<p>", b"<p>Tea</p>" * 99, b"<!-- -->" * 128, b"<p>Tea</p>" * 300, b" " * 1100 + b"<meta charset=utf-8>"]


@pytest.mark.parametrize("start", _STARTS, ids=len)
@pytest.mark.parametrize("detect", [False, True])
def test_all_entry_points_detect_the_same_encoding(start: bytes, detect: bool) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    pages = [start + text + end for text in _TEXTS for end in (b"", b"</p>" * 500)]
    for page in pages:
        whole = limpid.parse(page, detect=detect)
        for size in (1, 7, 1024, 5000):
            parser = limpid.Parser(detect=detect)
            for at in range(0, len(page), size):
                parser.feed(page[at : at + size])
            fed = parser.feed(b"").finish()
            found = (fed.encoding, fed.encoding_source, fed.html())
            assert found == (whole.encoding, whole.encoding_source, whole.html()), page
    texts = limpid.extract(pyarrow.table({"html": pyarrow.array(pages, pyarrow.binary())}), ["text"])["text"].to_pylist()
    assert texts == [limpid.parse(page).body.inner_text() for page in pages]


def test_a_byte_order_mark_at_the_start_of_a_str_is_skipped() -> None:
    page = "\ufeff<!DOCTYPE html><title>Tea</title>"
    document = limpid.parse(page)
    assert (document.html(), document.source) == (limpid.parse(page[1:]).html(), page)
    assert limpid.Parser().feed(page).finish().html() == document.html()
    assert limpid.parse("\ufeff\ufeffTea", fragment="div").html() == "&#xFEFF;Tea"
    assert limpid.sanitize("\ufeff<p>Tea") == "<p>Tea</p>"
    assert limpid.sanitize("<i></i>&#xFEFF;Tea") == "<i></i>\ufeffTea"
    assert limpid.sanitize("&#xFEFF;Tea") == "&#xFEFF;Tea"


def test_a_str_has_no_encoding() -> None:
    document = limpid.parse("<meta charset=koi8-r><p>é")
    assert (document.encoding, document.text_content()) == (None, "é")


def test_an_unknown_encoding_is_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="nope"):
        limpid.parse(b"", encoding="nope")


def test_lone_surrogates_become_replacement_characters() -> None:
    assert limpid.parse("a\ud800b").text_content() == "a\ufffdb"
    assert limpid.parse("\ud83d\ude00").text_content() == "\U0001f600"
    assert limpid.sanitize("\udc00<b>x") == "\ufffd<b>x</b>"


def test_fragments() -> None:
    assert limpid.parse("<td>1<td>2", fragment="tr").html() == "<td>1</td><td>2</td>"
    assert limpid.parse("<path/>", fragment="svg svg").root.first_child.namespace == "http://www.w3.org/2000/svg"
    with pytest.raises(ValueError):
        limpid.parse("", fragment="a b c")


def test_scripting_decides_on_noscript() -> None:
    page = "<body><noscript><p>x</p></noscript>"
    assert limpid.parse(page).select("noscript p") != []
    assert limpid.parse(page, scripting="normal").select("noscript p") == []
    with pytest.raises(ValueError, match="disabled"):
        limpid.parse(page, scripting="on")  # type: ignore[arg-type]


def test_errors_are_data() -> None:
    document = limpid.parse("<!DOCTYPE html>\n<p>é<b x=1 x=2>")
    error = document.errors[0]
    assert error.code == "duplicate-attribute"
    assert (error.line, error.column) == (2, 13)
    assert document.source.encode()[error.start : error.end] == b"="
    assert error.message
    assert limpid.parse("<p>", errors=False).errors == []


def test_spans() -> None:
    page = "é\r\n<p CLASS=a>😀<b>x</b></p>"
    document = limpid.parse(page, spans=True)
    bold = document.select_one("b")
    assert bold is not None and bold.span is not None and bold.span_chars is not None
    assert page.encode()[slice(*bold.span)] == b"<b>x</b>"
    assert page[slice(*bold.span_chars)] == "<b>x</b>"
    assert (bold.line, bold.column) == (2, 13)
    assert document.head.span is None and limpid.parse(page).select_one("b").span is None


def test_spans_far_into_a_long_text() -> None:
    page = "é\n" * 1000 + "<i>x</i>" + "z" * 1000 + "<b></b>"
    bold = limpid.parse(page, spans=True).select_one("b")
    assert (bold.line, bold.column) == (1001, 1009)
    assert page[slice(*bold.span_chars)] == "<b></b>"


def test_limits() -> None:
    page = "<div>" * 2000
    deepest = lambda document: max(len(list(node.ancestors)) for node in document.root.descendants)
    assert deepest(limpid.parse(page, limits=limpid.Limits(depth=10))) == 10
    assert deepest(limpid.parse(page, limits=limpid.Limits.none())) == 2002
    assert len(limpid.parse(page, limits=limpid.Limits(nodes=50))) <= 51


def test_quirks_mode() -> None:
    assert limpid.parse("<!DOCTYPE html>").quirks_mode == "no-quirks"
    assert limpid.parse("").quirks_mode == "quirks"


def test_chunks_give_the_same_tree() -> None:
    page = "<!DOCTYPE html><title>T</title><p a='1'>é<b>x</p>".encode()
    whole = limpid.parse(page).tree()
    for size in (1, 2, 7):
        parser = limpid.Parser(encoding="utf-8")
        for start in range(0, len(page), size):
            assert parser.feed(page[start : start + size]) is parser
        assert parser.finish().tree() == whole
    with pytest.raises(ValueError, match="finished"):
        parser.feed(b"x")
    with pytest.raises(ValueError, match="finished"):
        parser.finish()
    assert limpid.Parser(fragment="tr").feed("<td>").finish().html() == "<td></td>"


def test_output() -> None:
    document = limpid.parse("<!DOCTYPE html><title>T</title><h1>Tea</h1><p>One<p>Two &amp; three<script>x</script>")
    assert document.html() == (
        "<!DOCTYPE html><html><head><title>T</title></head>"
        "<body><h1>Tea</h1><p>One</p><p>Two &amp; three<script>x</script></p></body></html>"
    )
    assert len(document.html(minify=True)) < len(document.html()) < len(document.html(pretty=True))
    assert document.inner_text() == "Tea\n\nOne\n\nTwo & three"
    assert document.markdown().startswith("# Tea\n\nOne\n\nTwo")
    assert "x" in document.text_content()
    assert document.xml().startswith("<!DOCTYPE html>") and 'xmlns="http://www.w3.org/1999/xhtml"' in document.xml()
    assert len(document) == sum(1 for _ in document.root.descendants) + 1
    assert document and repr(document) == f"<limpid_html.Document 'T', {len(document)} nodes>"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *[(name, "日本") for name in ("cp932", "euc_jp", "shift_jis", "iso2022_jp", "utf_8", "utf-8-sig", "gb18030", "euc_jisx0213")],
        *[(name, "한국") for name in ("cp949", "euc_kr", "uhc")],
        *[(name, "中") for name in ("big5hkscs", "big5", "cp950", "gbk", "gb2312", "cp936", "utf_16_le")],
        *[(name, "é") for name in ("mac-roman", "mac_roman", "latin_1", "iso8859_15", "cp1252", "1252")],
        *[(name, "Ж") for name in ("mac_cyrillic", "koi8_r", "koi8_u", "cp1251", "cp866", "iso8859_5")],
        *[(name, "ก") for name in ("tis_620", "cp874")],
    ],
)
def test_names_of_codecs(name: str, text: str) -> None:
    page = f"<p>{text}".encode(name)
    assert limpid.parse(page, encoding=name).text_content() == text
    pyarrow = pytest.importorskip("pyarrow")
    result = limpid.extract(pyarrow.table({"html": [page], "charset": [name]}), ["text", "errors"], charset="charset").to_pylist()
    assert [row["text"] for row in result] == [text]
    assert "unknown-encoding" not in [error["code"] for error in result[0]["errors"]]
    bs4 = pytest.importorskip("bs4")
    import limpid_html.bs4

    assert bs4.BeautifulSoup(page, "limpid", from_encoding=name).get_text() == text


def test_unknown_encodings_in_arguments_are_errors() -> None:
    with pytest.raises(LookupError, match="unknown encoding: \"nonsense\""):
        limpid.parse(b"<p>a", encoding="nonsense")
    pyarrow = pytest.importorskip("pyarrow")
    pages = pyarrow.table({"html": [b"<p>a", b"<p>b", b"<p>c"], "charset": ["nonsense", "", None]})
    rows = limpid.extract(pages, ["text"], charset="charset").to_pylist()
    assert [(row["text"], [error["code"] for error in row["errors"]]) for row in rows] == [("a", ["unknown-encoding"]), ("b", []), ("c", [])]
