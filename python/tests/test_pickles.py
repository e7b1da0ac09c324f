"""Pickles and copies of documents equal the original in every node. Damaged pickles raise an error."""

from __future__ import annotations

import copy
import io
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

import limpid_html as limpid

PIECES = [
    *("<p>", "</p>", "<b>", "</b>", "<a href=x>", "<div title=t>", "</div>", "<table>", "<tr><td>", "text", " ", "é&amp;", "\0", "\r\n", "<br>"),
    *("<template>", "</template>", "<template shadowrootmode=open>", "<div><template shadowrootmode=closed shadowrootdelegatesfocus>"),
    *("<x-a><template shadowrootmode=open shadowrootclonable shadowrootserializable shadowrootslotassignment=manual>", "</x-a>"),
    *("<svg xlink:href=u viewBox=v>", "</svg>", "<foreignObject>", "<math definitionurl=d>", "<mi>", "<p =x a<b=1 \"=2>", "<x<y>", "<x:y z:a=1>"),
    *("<!--c-->", "<!--->", "<?pi data>", "<?marker name=n>", "<template for=n>", "<!DOCTYPE html>", "<![CDATA[c]]>"),
    *("<select><button><selectedcontent></button><option>", "<option selected>", "</select>", "<script>s</script>", "<frameset>", "<plaintext>"),
]
STARTS = ["", "<!DOCTYPE html>", "<!DOCTYPE>", "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN' 'x'>", "<!DOCTYPE a SYSTEM ''>", "<!--c--><?pi d>"]
EDITS = ["append", "prepend", "insert_after", "replace_with", "remove", "replace_with_children", "wrap", "rename", "set_attribute", "set_text"]
EDITS += ["set_inner_html", "set_outer_html", "remove_children", "normalize", "clone", "import", "texts", "empty", "attribute"]


def page(random: random.Random) -> str:
    return random.choice(STARTS) + "".join(random.choices(PIECES, k=random.randrange(30)))


def all_nodes(document: limpid.Document) -> Iterator[limpid.Node]:
    """Yields all nodes, including those of template contents and shadow roots."""
    waiting = [document.root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [*node.children, *(tree for tree in (node.template_contents, node.shadow_root) if tree)]


def edit(random: random.Random, document: limpid.Document) -> None:
    """Makes random changes. The editor rejects some of them."""
    for _ in range(random.randrange(1, 8)):
        nodes = list(all_nodes(document))
        node, other = random.choice(nodes), random.choice(nodes)
        with document.edit() as editor:
            change = random.choice(EDITS)
            made = editor.create_text(random.choice(["", "x", "y"])) if random.random() < 0.5 else editor.create_element(random.choice(["i", "x-b", "template"]))
            try:
                if change in ("append", "prepend", "insert_after", "replace_with"):
                    getattr(editor, change)(node, random.choice([made, other]))
                elif change in ("remove", "replace_with_children", "remove_children", "normalize"):
                    getattr(editor, change)(node)
                elif change in ("rename", "wrap"):
                    getattr(editor, change)(node, random.choice(["em", "x-c", "table"]))
                elif change in ("set_text", "set_inner_html", "set_outer_html"):
                    getattr(editor, change)(node, random.choice(["", "a", "<u>b</u>c", page(random)]))
                elif change == "clone":
                    editor.append(node, editor.clone_subtree(other))
                elif change == "import":
                    editor.append(node, editor.import_node(random.choice(list(all_nodes(limpid.parse(page(random)))))))
                elif change == "texts":
                    for text in ("one", "", "two"):
                        editor.append(node, editor.create_text(text))
                elif change == "empty":
                    editor.append(node, editor.create_comment(""))
                else:
                    editor.set_attribute(node, random.choice(["class", "xlink:href", "a:b", "A"]), "v")
            except (limpid.MutationError, ValueError, TypeError):
                pass


def snapshot(document: limpid.Document) -> list[Any]:
    """Returns all properties of the nodes, and the state of a pickle."""
    result: list[Any] = [document.quirks_mode, document.encoding, document.encoding_source, document.source, document.errors]
    waiting: list[tuple[str, limpid.Node]] = [("root", document.root)]
    while waiting:
        place, node = waiting.pop()
        is_element = node.kind == "element"
        facts = (node.namespace, dict(node.attributes), node.html()) if is_element else (node.xml() if node.kind == "doctype" else None)
        result.append((place, node.kind, node.tag if is_element else None, node.data, facts, len(list(node.children))))
        below = [("child", child) for child in node.children]
        if node.template_contents:
            below.append(("contents", node.template_contents))
        if node.shadow_root:
            below.append(("shadow", node.shadow_root))
        waiting += reversed(below)
    return [*result, document.tree(), document.html(), document.inner_text(), list(document.__reduce__())[1]]


def pickled_tree(document: limpid.Document) -> Any:
    """Returns the tree from the state of a pickle. An edit without changes makes the state contain the tree."""
    again = copy.copy(document)
    with again.edit():
        pass
    return list(again.__reduce__())[1][-1]


@pytest.mark.parametrize("part", range(10))
def test_pickles_and_copies_have_every_node(part: int) -> None:
    shadows = neighbours = 0
    for number in range(part * 200, part * 200 + 200):
        chosen = random.Random(number)
        markup = page(chosen)
        options: dict[str, Any] = {"fragment": chosen.choice([None, None, "div", "template"]), "spans": chosen.random() < 0.5}
        source: Any = markup.encode() if chosen.random() < 0.5 else markup
        document = limpid.Parser(**options).feed(source).finish() if chosen.random() < 0.3 else limpid.parse(source, **options)
        if chosen.random() < 0.8:
            edit(chosen, document)
        expected = snapshot(document)
        copies = [copy.copy(document), copy.deepcopy(document), copy.deepcopy([document])[0]]
        pickles = [pickle.loads(pickle.dumps(document, protocol)) for protocol in (0, 2, 5)]
        for again in [*copies, *pickles, pickle.loads(pickle.dumps(copies[0])), copy.copy(pickles[0])]:
            assert snapshot(again) == expected and pickled_tree(again) == pickled_tree(document), f"{number}: {markup}"
        for again in copies:
            assert [node.span for node in all_nodes(again)] == [node.span for node in all_nodes(document)]
            with again.edit() as editor:
                editor.remove_children(again.root)
        assert snapshot(document) == expected
        kinds = [node.kind for node in all_nodes(document)]
        shadows += kinds.count("shadow-root")
        neighbours += sum(node.kind == "text" and node.next_sibling is not None and node.next_sibling.kind == "text" for node in all_nodes(document))
    assert shadows > 20 and neighbours > 20


def test_large_documents() -> None:
    document = limpid.parse("<div>x" * 400 + "<p>" * 20_000, limits=limpid.Limits(depth=1000))
    with document.edit() as editor:
        deepest = document.select("div")[-1]
        for _ in range(20_000):
            made = editor.create_element("i")
            editor.append(deepest, made)
            editor.append(deepest, "text")
            deepest = made
    for again in (copy.copy(document), pickle.loads(pickle.dumps(document))):
        assert again.html() == document.html()


def test_other_versions_are_rejected() -> None:
    restore, state = limpid.parse("<p>Tea").__reduce__()  # type: ignore[misc]
    assert restore(*state).html() == "<html><head></head><body><p>Tea</p></body></html>"
    with pytest.raises(ValueError, match="format 2, but this version of limpid reads format 1"):
        restore(2, "something", "else")
    for wrong in (("<p>Tea", {}, (None, None), None), (None,), (1,), (1, "x"), (-1, *state[1:]), (1, *state[1:], None), (1, 1, *state[2:])):
        with pytest.raises((ValueError, TypeError)):
            restore(*wrong)


def broken(random: random.Random, value: Any) -> Any:
    """Returns a nested structure with one random change."""
    if isinstance(value, (tuple, list)) and value and random.random() < 0.9:
        items = list(value)
        place = random.randrange(len(items))
        change = random.randrange(8)
        if change == 0:
            del items[place]
        elif change == 1:
            items.insert(place, random.choice(items))
        elif change == 2:
            other = random.randrange(len(items))
            items[place], items[other] = items[other], items[place]
        else:
            items[place] = broken(random, items[place])
        return type(value)(items)
    if isinstance(value, dict) and value:
        key = random.choice(list(value))
        return {**value, key: broken(random, value[key])}
    return random.choice([None, True, 0, -1, 2**70, "", "text", "end", "start", "contents", "shadow-root", "\ud800", b"\xff", (), [], {}, "quirks"])


def use(document: Any) -> None:
    assert isinstance(document, limpid.Document)
    snapshot(document)
    document.xml(), document.markdown(), document.html(pretty=True), document.links(), document.select(":has(p) ~ *")
    edit(random.Random(0), document)


ORIGINAL = "<!DOCTYPE html><p a=1 xlink:href=2>x<b>y</b><x-a><template shadowrootmode=open>1</template>2</x-a><template><td>3</template><svg a=b><?pi d><!--c-->"


def edited() -> limpid.Document:
    document = limpid.parse(ORIGINAL, spans=True)
    with document.edit() as editor:
        editor.append(document.select_one("p"), "one")
        editor.append(document.select_one("p"), "two")
    return document


def test_damaged_state_raises_an_error() -> None:
    restore, state = edited().__reduce__()  # type: ignore[misc]
    restored = 0
    for number in range(20_000):
        chosen = random.Random(number)
        # Most changes affect the events.
        tree = (*state[-1][:2], broken(chosen, state[-1][2])) if chosen.random() < 0.8 else broken(chosen, state[-1])
        changed = (*state[:-1], tree) if chosen.random() < 0.9 else broken(chosen, state)
        try:
            document = restore(*changed)
        except Exception:
            continue
        use(document)
        restored += 1
    assert 1000 < restored < 19_000


class Unpickler(pickle._Unpickler):  # type: ignore[name-defined,misc]
    """Loads only the functions and classes that pickles of documents use, so that damaged pickles are harmless. The base class is the implementation
    in Python, because the one in C allocates memory for any length that a damaged pickle contains."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in (("limpid_html._limpid", "_restore"), ("limpid_html._types", "Limits")):
            raise pickle.UnpicklingError(name)
        return super().find_class(module, name)


@pytest.mark.parametrize("protocol", [0, 2, 5])
def test_damaged_bytes_raise_an_error(protocol: int) -> None:
    whole = pickle.dumps(edited(), protocol)
    assert Unpickler(io.BytesIO(whole)).load().html() == edited().html()
    for number in range(5000):
        chosen = random.Random(number)
        damaged = bytearray(whole)
        for _ in range(chosen.randrange(1, 4)):
            place = chosen.randrange(len(damaged))
            damaged[place : place + chosen.randrange(2)] = chosen.choice([b"", bytes([chosen.randrange(256)]), damaged[:20]])
        try:
            document = Unpickler(io.BytesIO(damaged)).load()
        except Exception:
            continue
        if isinstance(document, limpid.Document):
            use(document)
