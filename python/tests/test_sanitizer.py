"""The sanitizer."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

import limpid

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


def test_no_configuration_lets_scripts_through() -> None:
    for config in ({}, {"elements": ["script", "p"]}, {"removeElements": []}, {"attributes": ["onclick", "href"]}):
        clean = limpid.sanitize(COMMENT, limpid.Sanitizer(config))
        assert "w()" not in clean and "onclick" not in clean and "javascript:" not in clean


@pytest.mark.parametrize("config", [{"elements": ["p"], "removeElements": ["b"]}, {"elements": 3}, "{", {"elements": ["p", "p"]}])
def test_a_configuration_that_cannot_be(config: object) -> None:
    with pytest.raises(limpid.SanitizerConfigError):
        limpid.Sanitizer(config)  # type: ignore[arg-type]


def test_the_report() -> None:
    removals = limpid.Sanitizer().report(COMMENT)
    found = {(removal.rule, removal.removed, removal.name, removal.element) for removal in removals}
    assert ("event-handler", "attribute", "onclick", "p") in found
    assert any(removal.name == "script" and removal.removed == "element" for removal in removals)
    for removal in removals:
        assert COMMENT[removal.start : removal.end] and removal.message
