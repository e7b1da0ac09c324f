//! Errors say what is wrong, where, and how to correct it.

use limpid_xpath::{XPath, XPathErrorCode, XPathOptions};

#[track_caller]
fn assert_error(text: &str, code: XPathErrorCode, offset: usize, part: &str) {
    let error = XPath::compile(text).unwrap_err();
    assert_eq!((error.code(), error.offset()), (code, offset), "{error}");
    assert!(error.message().contains(part), "{error}");
    assert!(error.to_string().starts_with(&format!("XPath, at byte {offset} (")), "{error}");
}

#[test]
fn each_error_has_its_code_and_offset() {
    use XPathErrorCode as Code;
    assert_error("//p[", Code::UnexpectedEnd, 4, "expected a path");
    assert_error("", Code::UnexpectedEnd, 0, "expected a path");
    assert_error("//p]", Code::UnexpectedToken, 3, "an operator or the end");
    assert_error("//p[]", Code::UnexpectedToken, 4, "expected a path");
    assert_error("1 +", Code::UnexpectedEnd, 3, "a path");
    assert_error("//", Code::UnexpectedEnd, 2, "a name");
    assert_error("a//", Code::UnexpectedEnd, 3, "a name");
    assert_error("p[1", Code::UnexpectedEnd, 3, "`]`");
    assert_error("(p", Code::UnexpectedEnd, 2, "`)`");
    assert_error("concat('a', ", Code::UnexpectedEnd, 12, "a path");
    assert_error(".[1]", Code::UnexpectedToken, 1, "self::node()");
    assert_error("p & q", Code::UnexpectedCharacter, 2, "`and`");
    assert_error("!p", Code::UnexpectedCharacter, 0, "not(");
    assert_error("p = 'a", Code::UnclosedString, 4, "close it");
    assert_error("$", Code::UnexpectedCharacter, 0, "name of a variable");
    assert_error("text(1)", Code::UnexpectedToken, 5, "`)`");
    assert_error("childs::p", Code::UnknownAxis, 0, "`child`");
    assert_error("//a/zzz::p", Code::UnknownAxis, 4, "following-sibling");
    assert_error("string-lenght(p)", Code::UnknownFunction, 0, "`string-length`");
    assert_error("p[lower-case(.) = 'a']", Code::UnknownFunction, 2, "there is no function `lower-case`");
    assert_error("//svg:g", Code::UndeclaredPrefix, 2, "declare its namespace");
    assert_error("svg:f()", Code::UndeclaredPrefix, 0, "`svg`");
    assert_error("count()", Code::ArgumentCount, 0, "`count`: 0 instead of 1");
    assert_error("concat('a')", Code::ArgumentCount, 0, "2 or more");
    assert_error("substring('a')", Code::ArgumentCount, 0, "2 or 3");
    assert_error("count('a')", Code::NotANodeSet, 6, "`count` takes");
    assert_error("p | 1", Code::NotANodeSet, 4, "`|` joins");
    assert_error("'a'[1]", Code::NotANodeSet, 0, "predicates");
    assert_error("'a'/p", Code::NotANodeSet, 0, "steps");
}

#[test]
fn variables_need_values() {
    let document = limpid::parse("<p>");
    let xpath = XPath::compile("//p[@id = $name]").unwrap();
    let error = xpath.evaluate(document.root()).unwrap_err();
    assert_eq!((error.code(), error.offset()), (XPathErrorCode::UnknownVariable, 10));
    assert!(error.message().ends_with("pass a value for it"));
}

#[test]
fn nodes_of_other_trees_are_errors() {
    let [one, other] = ["<p>", "<i>"].map(limpid::parse);
    let xpath = XPath::compile("$nodes").unwrap();
    let error = xpath.evaluate_with(one.root(), &[("nodes", other.root().into())]).unwrap_err();
    assert_eq!(error.code(), XPathErrorCode::ForeignNode);
}

#[test]
fn messages_of_user_defined_functions_are_shown() {
    let options = XPathOptions::new().function("f", |_, _| Err("no luck".to_owned()));
    let error = options.compile("1 + f()").unwrap().evaluate(limpid::parse("").root()).unwrap_err();
    assert_eq!((error.code(), error.offset()), (XPathErrorCode::FunctionFailed, 4));
    assert_eq!(error.message(), "`f` failed: no luck");
}

#[test]
fn invalid_regular_expressions_are_errors() {
    let xpath = XPathOptions::new().exslt().compile("re:test('a', '(')").unwrap();
    let error = xpath.evaluate(limpid::parse("").root()).unwrap_err();
    assert_eq!((error.code(), error.offset()), (XPathErrorCode::InvalidPattern, 13));
}

#[test]
fn codes_are_in_kebab_case() {
    assert_eq!(XPathErrorCode::NotANodeSet.to_string(), "not-a-node-set");
    assert_eq!(XPathErrorCode::StepLimit.as_str(), "step-limit");
}
