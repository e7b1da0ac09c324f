//! Law of XPath: any text compiles to an expression or to an error with an offset in the text, and evaluating an expression returns the
//! same value as a naive evaluator.
//!
//! The first byte selects the HTML or the XML parser. The first half of the other bytes controls the generator of expressions. The second
//! half is the page, or controls the generator of XML.

pub mod hostile;
mod naive;

use super::case::Case;
use limpid::xpath::{XPath, XPathErrorCode, XPathNode, XPathOptions, XPathValue};
use limpid::{Document, NodeRef};
use limpid_markup::{is_ncname_char, is_ncname_start};
use limpid_pages::xpath::{PREFIXES, Vocabulary, expression};
use limpid_pages::{Random, xml as soup};
use naive::{NaiveEvaluator, Value};
use std::collections::BTreeSet;

/// The maximum length of a page in bytes. The naive evaluator takes polynomial time.
const MAX_PAGE_LEN: usize = 600;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let (&flags, bytes) = data.split_first().unwrap_or((&0, data));
    let (choices, page) = bytes.split_at(bytes.len() / 2);
    check_text(&String::from_utf8_lossy(choices));
    let mut random = Random::from_bytes(choices);
    if flags & 1 == 0 {
        let header = [flags & 0xf8, 1, 0, 0];
        let case = Case::from_bytes(&[&header, page].concat());
        check_page(&limpid::parse(cut(&case.text)), &mut random);
    } else {
        let text: String = soup::document(&mut Random::from_bytes(page), 60).concat();
        check_page(&limpid::xml::parse(cut(&text)), &mut random);
    }
}

fn cut(text: &str) -> &str {
    let end = (0..=text.len().min(MAX_PAGE_LEN)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    &text[..end]
}

/// Checks that a text compiles to an expression with this text, or that the error has an offset in the text.
fn check_text(text: &str) {
    match XPathOptions::new().exslt().max_steps(10_000).compile(text) {
        Ok(xpath) => {
            assert_eq!(xpath.as_str(), text);
            // The evaluation must not panic. Its result does not matter.
            let _ = xpath.evaluate(limpid::parse("<p id=a class='b c'>Tea<i>1</i>").root());
        }
        Err(error) => assert!(text.is_char_boundary(error.offset()), "{error}"),
    }
}

fn check_page(document: &Document<'_>, random: &mut Random) {
    let naive = NaiveEvaluator::new(document);
    let vocabulary = vocabulary(document);
    let all: Vec<XPathNode<'_>> = match document.xpath("//node() | //@*") {
        Ok(nodes) => nodes.into_iter().collect(),
        Err(error) => panic!("{error}"),
    };
    for _ in 0..8 {
        let expression = expression(random, &vocabulary, 2);
        let text = expression.to_string();
        let options =
            PREFIXES.iter().fold(XPathOptions::new(), |options, (prefix, url)| options.namespace_url(prefix, url));
        let xpath = options.compile(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
        let mut contexts = vec![XPathNode::Node(document.root())];
        if !all.is_empty() {
            contexts.push(all[random.below(all.len())].clone());
        }
        for context in contexts {
            let Some(expected) = naive.value(&expression, naive.number_of(&context)) else { continue };
            let value = xpath.evaluate(context.clone()).unwrap_or_else(|error| panic!("{error}"));
            assert_same(&naive, &value, &expected, &format!("{text}\nat {context:?} of\n{}", document.to_test_dump()));
            check_step_limit(&xpath, &options, context, &value);
        }
    }
}

/// Checks that with a step limit, the value is the same or the error is `StepLimit`.
fn check_step_limit(xpath: &XPath, options: &XPathOptions, context: XPathNode<'_>, value: &XPathValue<'_>) {
    let bounded = options.clone().max_steps(200).compile(xpath.as_str()).unwrap_or_else(|error| panic!("{error}"));
    match bounded.evaluate(context) {
        Ok(bounded) => assert_eq!(format!("{bounded:?}"), format!("{value:?}")),
        Err(error) => assert_eq!(error.code(), XPathErrorCode::StepLimit),
    }
}

fn assert_same(naive: &NaiveEvaluator<'_>, value: &XPathValue<'_>, expected: &Value, place: &str) {
    match (value, expected) {
        (XPathValue::Nodes(nodes), Value::Nodes(expected)) => {
            let numbers: Vec<usize> = nodes.iter().map(|node| naive.number_of(&node)).collect();
            assert_eq!(&numbers, expected, "{place}");
        }
        (XPathValue::Number(number), Value::Number(expected)) => {
            let is_same = number.to_bits() == expected.to_bits() || (number.is_nan() && expected.is_nan());
            assert!(is_same, "{number:?} is not {expected:?}: {place}");
        }
        (XPathValue::Text(text), Value::Text(expected)) => assert_eq!(text, expected, "{place}"),
        (XPathValue::Boolean(boolean), Value::Boolean(expected)) => assert_eq!(boolean, expected, "{place}"),
        _ => panic!("{value:?} is not {expected:?}: {place}"),
    }
}

/// Returns some of the names and values of a page.
#[must_use]
fn vocabulary(document: &Document<'_>) -> Vocabulary {
    let elements = || document.descendants().filter(|node| node.is_element());
    let list = |words: BTreeSet<String>, first: &str| {
        let is_name = |word: &String| word.starts_with(is_ncname_start) && word.chars().all(is_ncname_char);
        std::iter::once(first.to_owned()).chain(words.into_iter().filter(is_name).take(12)).collect()
    };
    let names = elements().map(|element| element.local_name().to_owned()).collect();
    let attributes = elements().flat_map(NodeRef::attributes).map(|attribute| attribute.local_name().to_owned());
    let values = elements().flat_map(NodeRef::attributes).map(|attribute| attribute.value());
    let values = values.chain(document.descendants().filter_map(NodeRef::text)).map(|text| text.chars().take(8));
    let values = values.map(|text| text.filter(|character| *character != '"').collect::<String>());
    Vocabulary {
        elements: list(names, "p"),
        attributes: list(attributes.collect(), "id"),
        values: std::iter::once("1".to_owned()).chain(values.take(12)).collect(),
    }
}
