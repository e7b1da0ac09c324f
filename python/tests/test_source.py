"""XML, the source of edited pages, passages, and encoding detection."""

from __future__ import annotations

import copy
import pickle

import pytest

import limpid_html as limpid

FEED = """<?xml version="1.0" encoding="koi8-r"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="urn:m">
<title>Чай</title><entry m:id="1"><Title><![CDATA[a < b]]></Title><m:B/><link href="x"/></entry></feed>"""


def test_xml_is_parsed_as_xml() -> None:
    for markup in (FEED, FEED.encode("koi8-r"), bytearray(FEED.encode("koi8-r"))):
        feed = limpid.parse_xml(markup)
        assert feed.errors == [] and feed.quirks_mode == "no-quirks"
        assert feed.xpath("string(//a:title)", namespaces={"a": "http://www.w3.org/2005/Atom"}) == "Чай"
        assert [node.tag for node in feed.select("entry > *")] == ["Title", "m:B", "link"] and feed.select_one("Title").text_content() == "a < b"
        assert feed.select_one("entry").get("m:id") == "1" and feed.xml().endswith("</feed>")
    assert limpid.parse_xml(FEED.encode("koi8-r")).encoding == "KOI8-R"
    assert limpid.parse_xml("<a>é".encode("cp1252"), encoding="cp1252").text_content() == "é"
    assert limpid.parse_xml("<a><b></a>").errors and not limpid.parse_xml("<a><b></a>", errors=False).errors
    bold = limpid.parse_xml("<a>é<b>x</b></a>", spans=True).select_one("b")
    assert bold is not None and bold.span_chars == (4, 12)
    assert len(limpid.parse_xml("<a>" * 1000, limits=limpid.Limits(nodes=10))) <= 10
    for markup in ("", b"", "\x00", "<", "<a" * 10_000, "<a b" * 10_000, b"\xff\xfe<"):
        limpid.parse_xml(markup).xml()
    for wrong in (None, 3, ["<a/>"]):
        with pytest.raises(TypeError):
            limpid.parse_xml(wrong)  # type: ignore[arg-type]
    with pytest.raises(LookupError):
        limpid.parse_xml(b"<a/>", encoding="none")


def test_xml_is_edited_copied_and_pickled() -> None:
    feed = limpid.parse_xml(FEED)
    for _ in range(2):
        for again in (copy.copy(feed), copy.deepcopy(feed), pickle.loads(pickle.dumps(feed))):
            assert again.xml() == feed.xml() and again.tree() == feed.tree()
            assert [text.data for text in again.document_element.descendants] == [text.data for text in feed.document_element.descendants]
        with feed.edit() as editor:
            entry = feed.select_one("entry")
            editor.append(entry, editor.create_element("Case"))
            editor.append(entry, "one")
            editor.append(entry, "two")
    assert "<Case" in feed.xml() and "onetwo" in feed.xml()


@pytest.mark.parametrize("form", [str, str.encode])
def test_to_source_changes_only_what_was_edited(form) -> None:
    page = "<!-- é --><P Class=a >Green<br/>tea<B>x</b\n><img src=a.png>"
    document = limpid.parse(form(page))
    assert document.to_source() == form(page)
    p = document.select_one("p")
    with document.edit() as editor:
        editor.set_attribute(p, "id", "x")
        editor.append(p, "ü")
        editor.remove_all("b")
    written = document.to_source()
    assert isinstance(written, type(form(""))) and limpid.parse(written).html() == document.html()
    assert written.startswith(form("<!-- é --><P Class=a id=x >Green<br/>tea")), written
    assert copy.copy(document).to_source() == written
    parsed = limpid.Parser().feed(form(page[:9])).feed(form(page[9:])).finish()
    with parsed.edit() as editor:
        editor.set_attribute(parsed.select_one("p"), "id", "x")
    assert parsed.to_source() == form(page.replace("Class=a", "Class=a id=x"))
    assert limpid.Parser().feed(page[:9]).feed(page[9:].encode()).finish().to_source() == page


def test_the_source_keeps_its_encoding() -> None:
    page = "<meta charset=koi8-r><p>Чай".encode("koi8-r")
    document = limpid.parse(page)
    with document.edit() as editor:
        editor.set_attribute(document.select_one("p"), "title", "Чай あ")
    assert document.to_source() == page.replace(b"<p>", '<p title="Чай &#12354;">'.encode("koi8-r"))
    # The same holds for chunks, also if a late declaration makes the parser decode them again.
    for late in (page, b"<p>" + b"x" * 2_000_000 + b"\xf2" + page):
        parser = limpid.Parser()
        for start in range(0, len(late), 100_003):
            parser.feed(late[start : start + 100_003])
        fed = parser.finish()
        assert fed.encoding == limpid.parse(late).encoding == "KOI8-R" and fed.to_source() == late
        with fed.edit() as editor:
            editor.set_attribute(fed.select("p")[-1], "title", "Чай あ")
        assert fed.to_source() == late.replace(b"<p>\xfe", '<p title="Чай &#12354;">'.encode("koi8-r") + b"\xfe")
        assert copy.copy(fed).to_source() == fed.to_source()
        assert pickle.loads(pickle.dumps(fed)).tree() == fed.tree()
    feed = limpid.parse_xml("<a ><b/></a >")
    with feed.edit() as editor:
        editor.set_attribute(feed.select_one("b"), "c", "1")
    assert feed.to_source() == '<a ><b c="1"/></a >'


def test_source_errors_name_the_node() -> None:
    document = limpid.parse("<p>x")
    with document.edit() as editor:
        div = editor.create_element("div")
        editor.append(document.select_one("p"), div)
    with pytest.raises(limpid.SourceError, match="<body>") as raised:
        document.to_source()
    assert raised.value.node == div and "::" not in str(raised.value) and "NodeId" not in str(raised.value)
    with pytest.raises(limpid.SourceError, match="HTML or XML") as raised:
        pickle.loads(pickle.dumps(document)).to_source()
    assert raised.value.node is None and isinstance(raised.value, ValueError)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again), again.node) == (limpid.SourceError, str(raised.value), None)


def test_source_errors_suggest_widen() -> None:
    document = limpid.parse("<p>x")
    with document.edit() as editor:
        editor.append(document.select_one("p"), editor.create_element("div"))
    with pytest.raises(limpid.SourceError, match="or pass widen=True") as raised:
        document.to_source()
    assert pickle.loads(pickle.dumps(raised.value)).node is None
    with pytest.raises(limpid.SourceError) as raised:
        document.to_source(widen=True)
    assert "widen" not in str(raised.value)


def test_passages_have_the_headings_above_them() -> None:
    page = "<title>Shop</title>Welcome<h1>Té</h1><p>Leaves.<h2>Green</h2><p>Sencha &amp; more.<h2>Black</h2><p>Assam.<h1>Cups</h1>"
    document = limpid.parse(page, spans=True)
    found = document.passages()
    assert [(passage.headings, passage.text) for passage in found] == [
        ((), "Welcome"),
        (("Té",), "Té\n\nLeaves."),
        (("Té", "Green"), "Green\n\nSencha & more."),
        (("Té", "Black"), "Black\n\nAssam."),
        (("Cups",), "Cups"),
    ]
    for passage in found:
        assert passage.span is not None and passage.span_chars is not None
        text = document.source[slice(*passage.span_chars)]
        assert text == document.source.encode()[slice(*passage.span)].decode() and text.startswith(passage.text.split("\n")[0])
    assert found[2].text.splitlines()[0] == "Green" and document.source[slice(*found[2].span_chars)] == "Green</h2><p>Sencha &amp; more."
    assert [passage.text for passage in document.passages(markdown=True)][:2] == ["Welcome", "# Té\n\nLeaves."]
    assert all(len(passage.text.encode()) <= 10 for passage in document.passages(max_len=10))
    words = ["".join("".join(passage.text.split()) for passage in cut) for cut in (found, document.passages(max_len=10))]
    assert words[0] == words[1]
    assert [passage.text for passage in document.select("p")[1].passages()] == ["Sencha & more."]
    assert limpid.parse("").passages() == [] and limpid.parse(page).passages()[0].headings == ()
    with document.edit() as editor:
        editor.append(document.body, "new")
    assert document.passages()[-1].text == "Cups\nnew"
    for max_len in (-1, 0, 1, 2, 3):
        for passages in (document.passages, document.body.passages):
            with pytest.raises(ValueError, match=f"not {max_len}"):
                passages(max_len=max_len)
    assert all(len(passage.text.encode()) <= 4 for passage in limpid.parse("<p>ab\U0001f600é cd ef ghijkl").passages(max_len=4))


def test_a_passage_has_a_span_if_all_its_text_has_one() -> None:
    page = "<h1>Tea &amp; more</h1>plain<p>caf&eacute; au lait<h2>Plain</h2>text<h2>a</h2>x&amp;"
    without, with_spans = (limpid.parse(page, spans=spans) for spans in (False, True))
    spans = [(passage.span, passage.span_chars) for passage in without.passages()]
    assert spans[0] == spans[2] == (None, None) and spans[1] == (with_spans.passages()[1].span, with_spans.passages()[1].span_chars)
    texts = [with_spans.source[slice(*passage.span_chars)] for passage in with_spans.passages()]
    assert texts == ["Tea &amp; more</h1>plain<p>caf&eacute; au lait", "Plain</h2>text", "a</h2>x&amp;"]
    with with_spans.edit() as editor:
        editor.append(with_spans.body, "new")
    assert [passage.span is None for passage in with_spans.passages()] == [False, False, True]
    assert limpid.parse("<hr>").passages(markdown=True)[0].span is None


def test_passages_accept_the_options_of_markdown() -> None:
    page = "<base href=/shop/><a href=tea>Tea</a><img src='data:,x' alt=x><table><tr><td rowspan=2>a<td>b<tr><td>c</table>"
    document = limpid.parse(page)
    for node in (document, document.root):
        for options in ({}, {"base": "https://example.org/"}, {"repeat": True}, {"data_images": False}):
            (passage,) = node.passages(markdown=True, **options)
            assert passage.text == node.markdown(**options).strip("\n")
            if options:
                with pytest.raises(TypeError, match="markdown=True"):
                    node.passages(**options)
        with pytest.raises(ValueError, match="not an absolute URL"):
            node.passages(markdown=True, base="/shop")


@pytest.mark.parametrize(
    ("data", "options", "expected"),
    [
        (b"", {}, ("windows-1252", "tentative", "fallback")),
        (b"caf\xe9", {}, ("windows-1252", "tentative", "fallback")),
        ("é".encode(), {}, ("UTF-8", "tentative", "valid UTF-8")),
        ("é".encode(), {"detect_utf_8": False}, ("windows-1252", "tentative", "fallback")),
        (b"\xef\xbb\xbfx", {"content_type": "text/html; charset=gbk"}, ("UTF-8", "certain", "byte order mark")),
        (b"x", {"content_type": "text/html; charset=GB2312"}, ("GBK", "certain", "transport label")),
        (b"<meta charset=koi8-r>", {"content_type": "text/html"}, ("KOI8-R", "tentative", "meta element, by prescan")),
        (b"<meta charset=koi8-r>", {"encoding": "cp932"}, ("Shift_JIS", "certain", "transport label")),
        (b"<meta charset=koi8-r>", {"encoding": "utf-8", "content_type": "text/html; charset=gbk"}, ("UTF-8", "certain", "transport label")),
        ("Чай зелёный и чёрный, байховый. ".encode("cp1251") * 20, {"detect": True}, ("windows-1251", "tentative", "detection")),
    ],
)
def test_detect_encoding(data: bytes, options: dict, expected: tuple) -> None:
    for form in (bytes, bytearray, memoryview):
        assert limpid.detect_encoding(form(data), **options) == expected
    options = {name: value for name, value in options.items() if name != "content_type"}
    if "charset" not in str(options):
        document = limpid.parse(data, **options)
        if expected[2] != "transport label" or "encoding" in options:
            assert (document.encoding, document.encoding_source) == (expected[0], expected[2])


def test_a_late_declaration_changes_the_encoding() -> None:
    page = b"<p>\xf2" + b" " * 2_000 + b"<meta charset=koi8-r>"
    assert limpid.detect_encoding(page).name == "windows-1252" and limpid.parse(page).encoding == "KOI8-R"


def test_detect_encoding_rejects_str() -> None:
    with pytest.raises(TypeError, match="bytes"):
        limpid.detect_encoding("x")  # type: ignore[arg-type]
    with pytest.raises(LookupError, match="none"):
        limpid.detect_encoding(b"", encoding="none")
