"""The sanitizer."""

from __future__ import annotations

import copy
import json
import pickle
import types
from typing import Any

import pytest

import limpid_html as limpid

COMMENT = "<p onclick=x()>Hello <b>you</b><img src=x onerror=y()><a href='javascript:z()'>!</a><script>w()</script>"


def test_the_default() -> None:
    assert limpid.sanitize(COMMENT) == "<p>Hello <b>you</b><a>!</a></p>"
    assert limpid.Sanitizer().sanitize(COMMENT) == limpid.sanitize(COMMENT)


def test_a_configuration() -> None:
    config = {"elements": ["p", {"name": "a", "attributes": ["href"]}], "replaceWithChildrenElements": ["b"]}
    sanitizer = limpid.Sanitizer(config)
    assert sanitizer.sanitize(COMMENT + "<a href=/tea onclick=x()>t</a>") == '<p>Hello you<a>!</a><a href="/tea">t</a></p>'
    assert limpid.sanitize(COMMENT, sanitizer) == sanitizer.sanitize(COMMENT)
    for same in (limpid.Sanitizer(json.dumps(config)), pickle.loads(pickle.dumps(sanitizer)), copy.copy(sanitizer)):
        assert same == sanitizer and same.config == sanitizer.config
    assert limpid.Sanitizer(sanitizer.config).sanitize(COMMENT) == sanitizer.sanitize(COMMENT)
    assert sanitizer != limpid.Sanitizer()


def test_methods_that_change_it() -> None:
    sanitizer = limpid.Sanitizer({"elements": ["p"], "attributes": ["title"]})
    assert sanitizer.allow_element({"name": "a", "attributes": ["href"]}) and not sanitizer.allow_element({"name": "a", "attributes": ["href"]})
    assert sanitizer.allow_element({"name": "svg", "namespace": "http://www.w3.org/2000/svg"})
    assert sanitizer.sanitize("<a href=/ id=x>1</a><svg></svg>") == '<a href="/">1</a><svg></svg>'
    assert sanitizer.replace_element_with_children("b") and sanitizer.remove_element("p") and not sanitizer.remove_element("p")
    assert sanitizer.sanitize("<p>1</p><b>2</b>") == "2"
    assert sanitizer.allow_attribute("id") and sanitizer.remove_attribute("title")
    assert sanitizer.sanitize("<a id=x title=y>") == '<a id="x"></a>'
    assert sanitizer.sanitize("<a data-x=1>") == '<a data-x="1"></a>'
    assert sanitizer.set_data_attributes(False) and sanitizer.sanitize("<a data-x=1>") == "<a></a>"
    assert sanitizer.set_comments(False) and sanitizer.sanitize("<!--c-->1") == "1"
    assert sanitizer.remove_processing_instruction("php") and sanitizer.allow_processing_instruction({"target": "php"})
    assert sanitizer.allow_attribute("onclick") and sanitizer.remove_unsafe() and not sanitizer.set_javascript_urls(False)
    for same in (pickle.loads(pickle.dumps(sanitizer)), copy.copy(sanitizer), limpid.Sanitizer(sanitizer.config)):
        assert same == sanitizer
    with pytest.raises(TypeError, match="must be a str or a dict, not list"):
        sanitizer.allow_element(["p"])  # type: ignore[arg-type]
    with pytest.raises(limpid.SanitizerConfigError):
        sanitizer.remove_attribute({})
    with pytest.raises(TypeError):
        hash(sanitizer)


def test_changes_keep_rules() -> None:
    sanitizer = limpid.Sanitizer({"elements": ["a"], "attributes": ["href"]}, rules=RULES)
    assert sanitizer.remove_element("a") and sanitizer.sanitize(LINKS) == "1234"
    assert sanitizer.allow_element("a") and sanitizer.sanitize("<a href=ftp://e.org/ id=x>1") == '<a rel="nofollow">1</a>'
    assert pickle.loads(pickle.dumps(sanitizer)) == sanitizer


LINKS = "<a href=https://example.org/ class='a b'>1</a><a href=ftp://example.org/>2</a><a href=/3 style='color: red; top: 0'>3</a><u>4</u>"
RULES = {
    "unlistedElementsKeepContent": True,
    "urls": [{"attributes": ["href"], "schemes": ["https"], "relative": {"resolve": "https://example.com/t"}}],
    "classes": {"a": ["a"]},
    "styleProperties": ["color"],
    "setAttributes": [{"element": "a", "name": "rel", "value": "nofollow"}],
}


def test_rules_beyond_the_standard() -> None:
    config = {"elements": ["a"], "attributes": ["href", "class", "style"]}
    sanitizer = limpid.Sanitizer(config, rules=RULES)
    clean = (
        '<a href="https://example.org/" class="a" rel="nofollow">1</a><a rel="nofollow">2</a>'
        '<a href="https://example.com/3" style="color: red" rel="nofollow">3</a>4'
    )
    assert sanitizer.sanitize(LINKS) == limpid.sanitize(LINKS, sanitizer) == clean
    rules = {removal.rule for removal in sanitizer.report(LINKS)}
    assert {"url-scheme", "class-not-allowed", "style-not-allowed", "unlisted-element-replaced"} <= rules
    for same in (limpid.Sanitizer(config, rules=json.dumps(RULES)), pickle.loads(pickle.dumps(sanitizer)), copy.copy(sanitizer)):
        assert same == sanitizer and same.rules == sanitizer.rules and same.sanitize(LINKS) == clean
    assert sanitizer != limpid.Sanitizer(config) and limpid.Sanitizer(config).rules is None
    assert limpid.Sanitizer(config, rules={}) == limpid.Sanitizer(config)
    document = limpid.parse(LINKS)
    with document.edit() as editor:
        editor.sanitize(sanitizer=limpid.Sanitizer({**config, "elements": ["html", "body", "a"]}, rules=RULES))
    assert clean in document.html()


@pytest.mark.parametrize("rules", [{"url": []}, {"urls": 3}, "{", {"setAttributes": [{"element": "a", "name": "onclick", "value": "x()"}]}])
def test_invalid_rules(rules: object) -> None:
    with pytest.raises(limpid.SanitizerConfigError):
        limpid.Sanitizer(rules=rules)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        limpid.Sanitizer(rules=3)  # type: ignore[arg-type]


def test_every_configuration_removes_scripts() -> None:
    for config in ({}, {"elements": ["script", "p"]}, {"removeElements": []}, {"attributes": ["onclick", "href"]}):
        clean = limpid.sanitize(COMMENT, limpid.Sanitizer(config))
        assert "w()" not in clean and "onclick" not in clean and "javascript:" not in clean


@pytest.mark.parametrize("config", [{"elements": ["p"], "removeElements": ["b"]}, {"elements": 3}, "{", {"elements": ["p", "p"]}])
def test_invalid_configurations(config: object) -> None:
    with pytest.raises(limpid.SanitizerConfigError):
        limpid.Sanitizer(config)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("config", "member", "suggestion"),
    [
        ({"tags": ["b"]}, "tags", "elements"),
        ({"element": ["b"]}, "element", "elements"),
        ({"Elements": ["b"]}, "Elements", "elements"),
        ({"removeElement": ["img"]}, "removeElement", "removeElements"),
        ({"elements": [{"name": "a", "attribute": ["href"]}]}, "attribute", "attributes"),
        ({"attributes": [{"Name": "href"}]}, "Name", "name"),
    ],
)
def test_unknown_members(config: dict[str, object], member: str, suggestion: str) -> None:
    message = f'there is no member "{member}"; did you mean "{suggestion}"\\?'
    for form in (config, json.dumps(config)):
        with pytest.raises(limpid.SanitizerConfigError, match=message):
            limpid.Sanitizer(form)
    if member != "Name":
        assert limpid.Sanitizer(config, webidl=True).sanitize("<p>1") in ("", "<p>1</p>")


def test_unknown_members_of_rules_and_names() -> None:
    with pytest.raises(limpid.SanitizerConfigError, match='there is no member "url"; did you mean "urls"'):
        limpid.Sanitizer(rules={"url": []})
    with pytest.raises(limpid.SanitizerConfigError, match='did you mean "schemes"'):
        limpid.Sanitizer(rules={"urls": [{"Schemes": ["https"]}]}, webidl=True)
    with pytest.raises(limpid.SanitizerConfigError, match='there is no member "attribute"'):
        limpid.Sanitizer().allow_element({"name": "a", "attribute": ["href"]})


def test_names_in_capitals() -> None:
    sanitizer = limpid.Sanitizer({"elements": ["P"], "attributes": ["ID"]})
    assert sanitizer.sanitize("<p id=a title=b>1") == '<p id="a">1</p>'
    as_written = limpid.Sanitizer({"elements": ["P"], "tags": ["p"]}, webidl=True)
    assert as_written.sanitize("<p>1") == ""
    for same in (pickle.loads(pickle.dumps(as_written)), copy.copy(as_written)):
        assert same == as_written


def test_rules_on_lists_of_urls() -> None:
    config = {"elements": ["img"], "attributes": ["srcset"]}
    rules = {"urls": [{"attributes": ["srcset"], "schemes": ["https"], "relative": {"resolve": "https://e/"}}]}
    html = "<img srcset='a.png 1x, http://b/ 2x, c.png 3x'>"
    assert limpid.Sanitizer(config, rules=rules).sanitize(html) == '<img srcset="https://e/a.png 1x, https://e/c.png 3x">'


def test_the_report() -> None:
    removals = limpid.Sanitizer().report(COMMENT)
    found = {(removal.rule, removal.removed, removal.name, removal.element) for removal in removals}
    assert ("event-handler", "attribute", "onclick", "p") in found
    assert any(removal.name == "script" and removal.removed == "element" for removal in removals)
    for removal in removals:
        assert COMMENT[removal.start : removal.end] and removal.message


@pytest.mark.parametrize("rules", [None, RULES])
def test_many_changes_take_linear_time(rules: dict[str, object] | None) -> None:
    """Takes minutes if each change copies the configuration."""
    sanitizer = limpid.Sanitizer(rules=rules)
    for number in range(20_000):
        assert sanitizer.allow_element({"name": f"x-{number}", "attributes": [f"a{number}"]})
        assert sanitizer.allow_attribute(f"a{number}")
    for number in range(0, 20_000, 2):
        assert sanitizer.remove_attribute(f"a{number}")
        assert sanitizer.replace_element_with_children(f"x-{number}")
    assert sanitizer.sanitize("<x-0 a0=1>0</x-0><x-1 a1=1 a2=2>1</x-1>") == '0<x-1 a1="1">1</x-1>'
    again = copy.copy(sanitizer)
    assert again == sanitizer and again.remove_element("x-1") and again != sanitizer


def test_lists_are_any_iterable() -> None:
    names = ["b", "p"]
    plain = limpid.Sanitizer({"elements": names, "attributes": ["title"]})
    for kind in (set, frozenset, tuple, iter, lambda it: dict.fromkeys(it).keys(), lambda it: (name for name in it)):
        assert limpid.Sanitizer({"elements": kind(names), "attributes": {"title"}}) == plain
        rules = limpid.Sanitizer(rules={"styleProperties": kind(names), "classes": {"p": kind(names)}}).rules
        assert rules is not None and (rules["styleProperties"], rules["classes"]) == (names, {"p": names})
    nested = {"elements": ({"name": name, "attributes": {"href", "id"}} for name in ["a"])}
    assert limpid.Sanitizer(types.MappingProxyType(nested)).sanitize("<a href=x id=y title=z>") == '<a href="x" id="y"></a>'
    assert limpid.Sanitizer({"elements": [types.MappingProxyType({"name": "a"})]}).sanitize("<a><b>") == "<a></a>"
    assert limpid.Sanitizer().allow_element("tea-pot") and limpid.Sanitizer({"elements": {"p"}}).allow_element({"name": "b", "attributes": {"id"}})
    for wrong in (b"p", memoryview(b"p"), object(), 1.5j):
        with pytest.raises(TypeError, match="iterables"):
            limpid.Sanitizer({"elements": wrong})
    for config in ({"elements": "p"}, {"elements": 3}, {"elements": [{"p"}]}, {"elements": ["a b"]}, {"comments": {"p"}}):
        with pytest.raises(limpid.SanitizerConfigError) as raised:
            limpid.Sanitizer(config)
        # The message has no position, because the user did not write the JSON.
        assert " at line " not in str(raised.value) and "column" not in str(raised.value)


def test_positions_in_json_are_characters() -> None:
    for text in ("e", "é", "𝒆"):
        for config, place in ((f'{{"{text}": 1}}', "line 1 column 4"), (f'{{\n "elements": ["{text}", "a b"]}}', "line 2 column 25")):
            with pytest.raises(limpid.SanitizerConfigError, match=place):
                limpid.Sanitizer(config)
        with pytest.raises(limpid.SanitizerConfigError, match="line 1 column 4"):
            limpid.Sanitizer(rules=f'{{"{text}": 1}}')


def test_exceptions_of_iterables_are_raised() -> None:
    class Failing:
        def __init__(self, error: Exception, late: bool) -> None:
            self.error, self.late = error, late

        def __iter__(self) -> Any:
            if not self.late:
                raise self.error
            return self.items()

        def items(self) -> Any:
            yield "p"
            raise self.error

    for error in (KeyError("gone"), TypeError("gone"), RuntimeError("gone")):
        for late in (False, True):
            with pytest.raises(type(error), match="gone"):
                limpid.Sanitizer({"elements": Failing(error, late)})
    for wrong in (3.5j, object(), b"p", memoryview(b"p"), limpid.parse("<p>").body):
        with pytest.raises(TypeError, match="iterables of these, not"):
            limpid.Sanitizer({"elements": wrong})
    nested: list[Any] = []
    nested.append(nested)
    for wrong in (float("nan"), float("inf"), [float("nan")], nested):
        with pytest.raises(limpid.SanitizerConfigError, match="can contain"):
            limpid.Sanitizer({"elements": wrong})
