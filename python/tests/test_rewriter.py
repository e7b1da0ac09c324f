"""The class Rewriter."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

import pytest

import limpid_html as limpid


def rewritten(page: Any, handlers: dict[str, Callable[[Any], object]], pieces: int = 1, **options: Any) -> bytes:
    rewriter = limpid.Rewriter(handlers, **options)
    step = -(-len(page) // pieces) or 1
    return b"".join(rewriter.write(page[at : at + step]) for at in range(0, len(page), step)) + rewriter.end()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda p: p.set_attribute("id", "x<&\""), b'<p CLASS=a id="x<&amp;&quot;">T<b>ea</b></p>'),
        (lambda p: p.set_attribute("class", "b"), b'<p CLASS=b>T<b>ea</b></p>'),
        (lambda p: p.remove_attribute("class"), b"<p>T<b>ea</b></p>"),
        (lambda p: p.rename("div"), b"<div CLASS=a>T<b>ea</b></div>"),
        (lambda p: p.before("<i>"), b"&lt;i&gt;<p CLASS=a>T<b>ea</b></p>"),
        (lambda p: p.before("<i>", html=True), b"<i><p CLASS=a>T<b>ea</b></p>"),
        (lambda p: p.after("&"), b"<p CLASS=a>T<b>ea</b></p>&amp;"),
        (lambda p: p.prepend("<u>1</u>", html=True), b"<p CLASS=a><u>1</u>T<b>ea</b></p>"),
        (lambda p: p.append("é"), "<p CLASS=a>T<b>ea</b>é</p>".encode()),
        (lambda p: p.set_inner_content("<br>", html=True), b"<p CLASS=a><br></p>"),
        (lambda p: p.replace("<hr>", html=True), b"<hr>"),
        (lambda p: p.remove(), b""),
        (lambda p: p.remove_and_keep_content(), b"T<b>ea</b>"),
        (lambda p: [p.before("1"), p.remove(), p.after("2")], b"12"),
        (lambda p: None, b"<p CLASS=a>T<b>ea</b></p>"),
    ],
)
def test_every_change(change: Callable[[Any], object], expected: bytes) -> None:
    page = "<p CLASS=a>T<b>ea</b></p>"
    for pieces in (1, 3, len(page)):
        for form in (page, page.encode()):
            assert rewritten(form, {"p": change}, pieces, **({} if isinstance(form, str) else {"encoding": "utf-8"})) == expected


def test_elements_show_their_changes() -> None:
    seen: list[Any] = []

    def handler(element: Any) -> None:
        assert element.get("href") == element["HREF"] == "/a" and "href" in element and element.get("x") is None and element.get("x", 1) == 1
        assert dict(element.attributes) == {"href": "/a", "id": "1"} and element.tag == "a" and element.can_have_content
        assert element.namespace == "http://www.w3.org/1999/xhtml" and repr(element) == "<limpid_html.RewriterElement a>"
        element.set_attribute("Title", "t")
        assert element.remove_attribute("id") and not element.remove_attribute("none")
        assert dict(element.attributes) == {"href": "/a", "title": "t"} and "id" not in element
        with pytest.raises(TypeError):
            element.attributes["x"] = "y"
        with pytest.raises(KeyError):
            element["id"]
        element.rename("b")
        assert element.tag == "b"
        seen.append(element)

    assert rewritten(b"<a href=/a id=1>x</a>", {"a": handler}) == b'<b href=/a title="t">x</b>'
    for use in (lambda it: it.tag, lambda it: it.remove(), lambda it: it.get("href"), lambda it: it.attributes, lambda it: it.append("x")):
        with pytest.raises(RuntimeError, match="after its handler returns"):
            use(seen[0])
    assert "returned" in repr(seen[0])


def test_handlers_are_called_in_order_and_stop() -> None:
    order: list[str] = []
    handlers = {css: (lambda element, css=css: order.append(f"{css} {element.get('id')}")) for css in ("p", ".a", "div p")}
    assert rewritten(b"<div><p id=1 class=a></div><p id=2>", handlers) == b"<div><p id=1 class=a></div><p id=2>"
    assert order == ["p 1", ".a 1", "div p 1", "p 2"]
    assert rewritten(b"<p>1<p>2", {"p": lambda p: [p.set_attribute("a", ""), p.stop()]}) == b'<p a="">1<p>2'


def test_pages_keep_their_encoding() -> None:
    page = "<meta charset=koi8-r><p>Чай".encode("koi8-r")
    assert rewritten(page, {"p": lambda p: p.prepend("Зелёный あ ")}) == "<meta charset=koi8-r><p>Зелёный &#12354; Чай".encode("koi8-r")
    assert rewritten("<p>é".encode("cp1252"), {"p": lambda p: p.append("ü")}, encoding="cp1252") == "<p>éü".encode("cp1252")
    # A str has no encoding, so declarations in it are ignored.
    for text in ("<meta charset=koi8-r><p>Чай", "\ufeff<p>é", "<p>\ud800"):
        expected = text.encode("utf-8", "replace") if "\ud800" not in text else "<p>\ufffd".encode()
        assert rewritten(text, {}, 2) == expected


def test_exceptions_of_handlers_are_raised() -> None:
    def fail(element: Any) -> None:
        raise KeyError(element.tag)

    for page in (b"<p>", "<p>"):
        rewriter = limpid.Rewriter({"p": fail})
        with pytest.raises(KeyError, match="p"):
            rewriter.write(page + page[:0])
            rewriter.end()
        with pytest.raises(ValueError, match="ended"):
            rewriter.write(page)
    for change in (lambda p: p.set_attribute("a b", ""), lambda p: p.rename("1"), lambda p: p.set_attribute("", "")):
        with pytest.raises(ValueError):
            rewritten(b"<p>", {"p": change})
    with pytest.raises(TypeError, match="expected str"):
        rewritten(b"<p>", {"p": lambda p: p.append(b"x")})
    rewriter = limpid.Rewriter({"p": lambda _: rewriter.write(b"x")})
    with pytest.raises(RuntimeError, match="being used"):
        rewriter.write(b"<p>x")
        rewriter.end()


def test_selectors_are_str_or_selector() -> None:
    assert rewritten(b"<p><b>", {limpid.Selector("p"): lambda p: p.append("x"), "b": lambda b: b.rename("i")}) == b"<p><i></i>x"


def test_async_handlers_are_rejected() -> None:
    async def handler(element: Any) -> None: ...

    class Callable:
        async def __call__(self, element: Any) -> None: ...

    for wrong in (handler, functools.partial(handler), Callable()):
        with pytest.raises(TypeError, match="async"):
            limpid.Rewriter({"p": wrong})
    with pytest.raises(TypeError, match="async"):
        rewritten(b"<p>", {"p": lambda p: handler(p)})


def test_an_exception_loses_the_output_of_its_call() -> None:
    def fail(element: Any) -> None:
        raise KeyError(element.tag)

    rewriter = limpid.Rewriter({"b": fail}, encoding="utf-8")
    assert rewriter.write(b"<p>1</p>") == b"<p>1</p>"
    with pytest.raises(KeyError):
        rewriter.write(b"<p>2</p><b>")
    with pytest.raises(ValueError, match="ended"):
        rewriter.end()


def test_invalid_arguments() -> None:
    for css, message in (("p[", "character"), ("é p:last-child", "last-child"), ("p:contains(x)", ":contains"), ("p:has(a)", "matched while the page arrives")):
        with pytest.raises(limpid.SelectorSyntaxError, match=message) as raised:
            limpid.Rewriter({css: print})
        assert "::" not in str(raised.value)
    with pytest.raises(limpid.SelectorSyntaxError) as raised:
        limpid.Rewriter({"é p:last-child": print})
    assert raised.value.position == 3
    positions = {
        "[a=':empty'] p:empty": 14,
        "é P:LAST-CHILD": 3,
        ":is(p, b:not(:Empty))": 13,
        "#a\\:empty i:empty": 11,
        "/* ':empty */ i:empty": 15,
        "p:nth-child(2), é:NTH-last-child( 2N + 1 )": 17,
        "p:nth-child(2 of :has( > a ))": 17,
        "a:checked, b:has(p:empty)": 12,
        "p:only-child:empty": 1,
    }
    for css, position in positions.items():
        for key in (css, limpid.Selector(css)):
            with pytest.raises(limpid.SelectorSyntaxError, match=f"at character {position}: `:.*cannot be matched while the page arrives") as raised:
                limpid.Rewriter({key: print})
            assert raised.value.position == position, css
    with pytest.raises(TypeError, match="function"):
        limpid.Rewriter({"p": "x"})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="handlers must be a dict of selectors and functions, not list"):
        limpid.Rewriter([("p", print)])  # type: ignore[arg-type]
    for key in (1, b"p", None):
        with pytest.raises(TypeError, match="a selector must be a str or a Selector, not"):
            limpid.Rewriter({key: print})  # type: ignore[dict-item]
    with pytest.raises(LookupError):
        limpid.Rewriter({}, encoding="none")
    rewriter = limpid.Rewriter({})
    rewriter.write(b"<p>")
    with pytest.raises(TypeError, match="all bytes or all str"):
        rewriter.write("<p>")
    rewriter.end()
    for call in (rewriter.end, lambda: rewriter.write(b"")):
        with pytest.raises(ValueError, match="ended"):
            call()
    with pytest.raises(ValueError, match="memory_limit"):
        rewritten(b"<p title='" + b"x" * 100_000, {"p": print}, 20, memory_limit=1000)
    assert rewritten(b"", {}) == b"" == rewritten("", {})


def test_pages_without_matches_do_not_change() -> None:
    chosen = random.Random(1)
    parts = [b"<p>", b"</p>", b"<table>", b"\r\n", b"\xff", b"<!--", b"-->", b"<script>", b"</script>", b"a=1", b"<b ", b">", b"\0", "é".encode()]
    for _ in range(300):
        page = b"".join(chosen.choices(parts, k=30))
        assert rewritten(page, {"none": print}, chosen.randrange(1, 9)) == page
