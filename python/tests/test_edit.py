"""Editing in a ``with`` block, and pickles of documents."""

from __future__ import annotations

import copy
import pickle

import pytest

import limpid_html as limpid


def test_changes_take_effect_at_the_end() -> None:
    document = limpid.parse("<p>Hello <a href=/tea>there</a>")
    link = document.select_one("a")
    with document.edit() as editor:
        editor.set_attribute(link, "rel", "nofollow")
        assert "rel" not in link
        assert editor.html(link) == '<a href="/tea" rel="nofollow">there</a>'
    assert link["rel"] == "nofollow"
    assert document.html() == '<html><head></head><body><p>Hello <a href="/tea" rel="nofollow">there</a></p></body></html>'
    assert document.select("a[rel]") == [link]


def test_an_exception_discards_all_changes() -> None:
    document = limpid.parse("<p>1<p>2")
    before = document.html()
    with pytest.raises(ZeroDivisionError), document.edit() as editor:
        editor.remove_all("p")
        made = editor.create_element("b")
        1 / 0
    assert document.html() == before
    with pytest.raises(LookupError, match="discarded"):
        made.tag


def test_every_change() -> None:
    document = limpid.parse("<div id=d><p>1</p><p class=a>2</p></div>")
    div = document.element_by_id("d")
    one, two = document.select("p")
    other = limpid.parse("<section><h1>New</h1></section>").select_one("section")
    with document.edit() as editor:
        item = editor.create_element("i")
        editor.append(div, item)
        editor.append(item, "text")
        editor.prepend(div, "first ")
        editor.insert_before(one, editor.create_comment("c"))
        editor.insert_after(one, "after")
        editor.add_class(one, "x"), editor.add_class(one, "y"), editor.remove_class(one, "x")
        editor.set_attribute(two, "title", "t")
        assert editor.remove_attribute(two, "class") and not editor.remove_attribute(two, "class")
        editor.rename(two, "h2")
        editor.append(div, editor.clone_subtree(two))
        editor.append(div, editor.import_node(other))
        editor.insert_adjacent_html(div, "beforeend", "<u>adj</u>")
    assert div.inner_html() == (
        'first <!--c--><p class="y">1</p>after<h2 title="t">2</h2><i>text</i><h2 title="t">2</h2>'
        "<section><h1>New</h1></section><u>adj</u>"
    )
    with document.edit() as editor:
        editor.replace_with(item, "plain")
        editor.replace_with_children(div.select_one("section"))
        wrapper = editor.wrap(one, "main")
        editor.remove(div.select_one("u"))
        editor.set_text(two, "<two>")
        editor.set_inner_html(one, "<b>in</b>")
        editor.set_outer_html(div.select_one("h1"), "<h3>out</h3>")
        assert editor.set_attribute_all("h2", "lang", "en") == 2
        editor.normalize(div)
    assert div.inner_html() == (
        'first <!--c--><main><p class="y"><b>in</b></p></main>after<h2 title="t" lang="en">&lt;two&gt;</h2>plain'
        '<h2 title="t" lang="en">2</h2><h3>out</h3>'
    )
    with document.edit() as editor:
        editor.remove_children(div)
        assert editor.root == document.root and editor.document is document
        assert [node.tag for node in editor.select("div")] == ["div"]
    assert document.body.inner_html() == '<div id="d"></div>'
    assert item.parent is None and item.tag == "i"


def test_a_rejected_change_changes_nothing() -> None:
    document = limpid.parse("<div><p>1</p></div>")
    div, p = document.select_one("div"), document.select_one("p")
    with document.edit() as editor:
        with pytest.raises(limpid.MutationError):
            editor.append(p, div)
        with pytest.raises(limpid.MutationError):
            editor.create_element("a b")
        with pytest.raises(limpid.MutationError):
            editor.append(limpid.parse("<p>").body, p)
        with pytest.raises(ValueError, match="beforebegin"):
            editor.insert_adjacent_html(p, "inside", "x")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            editor.append(p, 3)  # type: ignore[arg-type]
    assert document.body.inner_html() == "<div><p>1</p></div>"


def test_one_edit_at_a_time() -> None:
    document = limpid.parse("<p>")
    editor = document.edit()
    with pytest.raises(RuntimeError, match="with"):
        editor.create_text("x")
    with editor:
        with pytest.raises(RuntimeError, match="being edited"), document.edit():
            pass
    with pytest.raises(RuntimeError, match="ended"):
        editor.create_text("x")
    with pytest.raises(RuntimeError, match="one `with` block"), editor:
        pass
    abandoned = document.edit().__enter__()
    del abandoned
    with document.edit() as editor:
        editor.remove_all("p")


def test_sanitizing_a_document() -> None:
    document = limpid.parse("<p onclick=x()>Hello<script>y()</script>")
    with document.edit() as editor:
        editor.sanitize()
    assert document.select_one("p").html() == "<p>Hello</p>"
    with document.edit() as editor:
        editor.sanitize(document.body, limpid.Sanitizer({"removeElements": ["p"]}))
    assert document.select("p") == []


@pytest.mark.parametrize(
    "document",
    [
        limpid.parse(b"<meta charset=windows-1251><p>\xcf<p>", spans=True, scripting="normal"),
        limpid.parse("<p>é\ud800", limits=limpid.Limits(depth=3), errors=False),
        limpid.parse("<td>x", fragment="tr"),
        limpid.Parser(encoding="koi8-r").feed(b"<p>\xf2").finish(),
    ],
)
def test_documents_pickle(document: limpid.Document) -> None:
    for again in (pickle.loads(pickle.dumps(document)), copy.deepcopy(document)):
        assert again.tree() == document.tree() and again.errors == document.errors
        assert (again.encoding, again.encoding_source) == (document.encoding, document.encoding_source)
        assert (again.source, again.quirks_mode) == (document.source, document.quirks_mode)
        assert [node.span for node in again.root.descendants] == [node.span for node in document.root.descendants]


@pytest.mark.parametrize("fragment", [None, "div"])
def test_edited_documents_pickle(fragment: str | None) -> None:
    page = (
        "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN' 'x'><!--c--><p =x a<b=1>1<x<y>2</x<y>"
        "<template><td>3<template>4</template></template>"
        "<svg viewBox=v xlink:href=u><foreignObject>5</foreignObject><linearGradient/></svg><math definitionurl=d>6</math>"
        "<?pi data><table>7"
    )
    document = limpid.parse(page, fragment=fragment)
    with document.edit() as editor:
        editor.append(document.select_one("p"), "end")
    again = pickle.loads(pickle.dumps(document))
    assert again.tree() == document.tree() and "end" in again.tree()
    assert again.html() == document.html() and again.quirks_mode == document.quirks_mode
    with again.edit() as editor:
        editor.remove_all("*")


def test_nodes_of_the_editor_show_its_changes() -> None:
    document = limpid.parse("<ul><li>One</ul>")
    ul, before = document.select_one("ul"), document.html()
    assert ul is not None
    with document.edit() as editor:
        item = editor.append_element(ul, "li")
        assert (item.tag, item.kind, item.parent, item.previous_sibling.text_content()) == ("li", "element", ul, "One")
        editor.set_attribute(item, "class", "new")
        editor.append(item, "Two")
        assert (item["class"], item.classes, item.inner_text(), item.html()) == ("new", ["new"], "Two", '<li class="new">Two</li>')
        assert [node.inner_text() for node in item.parent.children] == ["One", "Two"]
        assert item.parent.select_text("li") == item.parent.xpath("li/text()") == ["One", "Two"]
        assert item.closest("ul").markdown() and item.parent.select("li")[1] == item and item.span is None
        text, comment, alone = editor.create_text("t"), editor.create_comment("c"), editor.create_element("i")
        assert (text.data, comment.data, alone.html(), alone.parent) == ("t", "c", "<i></i>", None)
        assert editor.wrap(item, "b").html() == '<b><li class="new">Two</li></b>' and item.parent.tag == "b"
        copy = editor.clone_subtree(item)
        assert copy.inner_text() == "Two" and editor.import_node(copy).html() == item.html()
        assert editor.import_node(limpid.parse("<u>3").select_one("u")).inner_text() == "3"
        editor.set_text(item, "Three")
        assert [node.inner_text() for node in editor.select("li")] == ["One", "Three"] and "Three" in editor.root.html()
        assert repr(item) == '<limpid_html.Node li class="new">' and item in {item}
        # Nodes of the document and other threads see the old tree.
        assert document.html() == before and len(list(ul.children)) == 1 and item.document.html() == before
        nodes = item.parent.parent.children
        assert next(nodes).inner_text() == "One"
    assert item["class"] == "new" and item.parent.parent == ul and next(nodes).tag == "b" and document.html() != before
    with document.edit() as editor:
        editor.set_attribute(item, "class", "again")
    assert item["class"] == "again"


def test_existing_nodes_after_a_discarded_edit() -> None:
    document = limpid.parse("<p>1")
    with pytest.raises(ZeroDivisionError), document.edit() as editor:
        p = editor.select("p")[0]
        editor.set_text(p, "2")
        assert p.inner_text() == "2"
        1 / 0
    assert p.inner_text() == "1"


def test_attributes_are_read_only() -> None:
    node = limpid.parse("<p id=a class=b>").select_one("p")
    assert node is not None
    with pytest.raises(TypeError):
        node.attributes["x"] = "y"  # type: ignore[index]
    with pytest.raises(TypeError):
        del node.attributes["id"]  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        node["x"] = "y"  # type: ignore[index]
    for change in ("pop", "update", "clear", "setdefault"):
        assert not hasattr(node.attributes, change)
    assert node.attributes == {"id": "a", "class": "b"} == dict(node.attributes) == node.attributes | {}
    assert list(node.attributes.items()) == [("id", "a"), ("class", "b")] and {**node.attributes}["id"] == "a"


def discarded_element(document: limpid.Document, name: str = "x") -> limpid.Node:
    """Creates an element in an edit that is discarded."""
    with pytest.raises(ZeroDivisionError), document.edit() as editor:
        made = editor.append_element(document.body, name)
        1 / 0
    return made


def test_elements_created_in_a_discarded_edit_stay_invalid() -> None:
    document = limpid.parse("<p>1")
    p = document.select_one("p")
    discarded = discarded_element(document)
    with pytest.raises(ZeroDivisionError), document.edit() as editor:
        kept = editor.select("p")[0]
        deep = editor.append_element(p, "i")
        nodes = editor.append_element(deep, "b").ancestors
        1 / 0
    with document.edit() as editor:
        first, second = editor.append_element(document.body, "secret"), editor.append_element(document.body, "b")
        for node in (discarded, deep):
            assert node not in (first, second) and first != node and hash(node) is not None
            for call in (lambda: node.tag, lambda: node.parent, lambda: node.html(), lambda: node.xpath("."), lambda: list(node.children), lambda: node.url("a")):
                with pytest.raises(LookupError, match="discarded"):
                    call()
            changes = [
                lambda: editor.remove(node),
                lambda: editor.append(p, node),
                lambda: editor.append(node, "x"),
                lambda: editor.wrap(node, "i"),
                lambda: editor.append_element(node, "i"),
                lambda: editor.clone_subtree(node),
                lambda: editor.import_node(node),
                lambda: editor.sanitize(node),
                lambda: editor.html(node),
            ]
            for call in changes:
                with pytest.raises(limpid.MutationError, match="discarded"):
                    call()
            with pytest.raises(LookupError, match="discarded"):
                document.xpath("$v", {"v": node})
    assert discarded == discarded and discarded != deep and repr(discarded) == "<limpid_html.Node of a discarded edit>"
    with pytest.raises(LookupError):
        next(nodes)
    assert [node.tag for node in (first, second)] == ["secret", "b"] and kept == p and kept.inner_text() == "1"
    assert document.body.inner_html() == "<p>1</p><secret></secret><b></b>"
    with limpid.parse("").edit() as editor, pytest.raises(LookupError, match="discarded"):
        editor.import_node(discarded)


def test_nodes_of_other_documents_are_rejected() -> None:
    document = limpid.parse("<p>1")
    other = copy.copy(document)
    with document.edit() as editor:
        x = editor.append_element(document.body, "x")
    with other.edit() as editor:
        y = editor.append_element(other.body, "y")
    p = other.select_one("p")
    with other.edit() as editor:
        changes = [
            lambda: editor.remove(x),
            lambda: editor.append(x, "t"),
            lambda: editor.append(p, x),
            lambda: editor.insert_before(p, x),
            lambda: editor.replace_with(p, x),
            lambda: editor.append_element(x, "i"),
            lambda: editor.clone_subtree(x),
            lambda: editor.wrap(x, "i"),
            lambda: editor.set_attribute(x, "a", "b"),
            lambda: editor.set_inner_html(x, "i"),
            lambda: editor.sanitize(x),
            lambda: editor.html(x),
            lambda: editor.remove(limpid.parse("<p>1").body),
        ]
        for call in changes:
            with pytest.raises(limpid.MutationError, match=r"import_node\(node\)"):
                call()
        editor.append(other.body, editor.import_node(x))
    assert other.body.inner_html() == "<p>1</p><y></y><x></x>" and y.parent == other.body
