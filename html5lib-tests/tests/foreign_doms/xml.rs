//! XML cases: limpid builds the tree in another DOM, xml5ever builds it in limpid's DOM, and the trees of both parsers are compared.

use crate::compare;
use crate::rcdom::{Form, dump};
use html5lib_tests::format::tree_construction::TreeCase;
use libtest_mimic::Trial;
use limpid_markup5ever::{DocumentSink, XmlParseOptions, parse_xml_document};
use markup5ever::tendril::TendrilSink;
use markup5ever_rcdom::RcDom;
use std::error::Error;
use std::panic;
use std::path::Path;
use xml5ever::driver::parse_document;

/// Returns the trials for a case of a suite.
pub(crate) fn trials_of(case_name: &str, case: &TreeCase, is_own: bool) -> Vec<Trial> {
    let Ok(input) = String::from_utf8(case.data.clone()) else { return Vec::new() };
    let name = format!("{case_name} xml");
    let rule = crate::rule(case_name, &name);
    let mut trials = trials(&name, input, rule);
    // limpid's own cases test differences from xml5ever.
    trials.truncate(if is_own { 2 } else { 3 });
    trials
}

/// Returns the trials for the SVG pictures of the documentation.
pub(crate) fn trials_of_pictures(repository: &Path) -> Result<Vec<Trial>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(repository.join("docs/guide/pictures"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "svg") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.extend(trials(&format!("picture {name}"), std::fs::read_to_string(&path)?, None));
        }
    }
    Ok(found)
}

fn trials(name: &str, input: String, rule: Option<&'static str>) -> Vec<Trial> {
    let (whole, foreign) = (input.clone(), input.clone());
    vec![
        // limpid builds the same tree in another DOM as in its own.
        Trial::test(format!("rcdom {name}"), move || {
            let own = limpid::xml::parse(whole.as_str()).to_test_dump();
            compare(own.trim_end_matches('\n'), &dump(&limpid_into_rcdom(&whole).document, Form::Xml))
        }),
        // xml5ever builds the same tree in limpid's DOM as in another.
        Trial::test(format!("document {name}"), move || {
            let Some(dom) = xml5ever_into_rcdom(&foreign) else { return Ok(()) };
            let document = parse_document(DocumentSink::new_xml(), xml5ever::driver::XmlParseOpts::default());
            let own = document.one(&*foreign).to_test_dump();
            compare(&dump(&dom.document, Form::Xml), own.trim_end_matches('\n'))
        }),
        Trial::test(format!("parsers {name}"), move || {
            let limpid = dump(&limpid_into_rcdom(&input).document, Form::Xml5ever);
            let xml5ever = xml5ever_into_rcdom(&input).map(|dom| dump(&dom.document, Form::Xml5ever));
            match (xml5ever == Some(limpid.clone()), rule) {
                (true, None) | (false, Some(_)) => Ok(()),
                (true, Some(rule)) => Err(format!("listed under {rule:?}, but the trees are the same").into()),
                (false, None) => compare(&xml5ever.unwrap_or_else(|| "a panic".to_owned()), &limpid),
            }
        }),
    ]
}

fn limpid_into_rcdom(input: &str) -> RcDom {
    parse_xml_document(RcDom::default(), input, XmlParseOptions::default())
}

/// Returns the tree of xml5ever, or `None` if it panics, as it does for some short end tags.
fn xml5ever_into_rcdom(input: &str) -> Option<RcDom> {
    panic::catch_unwind(|| parse_document(RcDom::default(), xml5ever::driver::XmlParseOpts::default()).one(input)).ok()
}
