//! XML: other people's DOMs under limpid, limpid's under xml5ever, and both parsers side by side.

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

/// The trials of a case of a suite.
pub(crate) fn trials_of(case_name: &str, case: &TreeCase, is_own: bool) -> Vec<Trial> {
    let Ok(input) = String::from_utf8(case.data.clone()) else { return Vec::new() };
    let name = format!("{case_name} xml");
    let rule = crate::rule(case_name, &name);
    let mut trials = trials(&name, input, rule);
    // Our own cases are about what xml5ever does otherwise.
    trials.truncate(if is_own { 2 } else { 3 });
    trials
}

/// Makes the trials of the documentation's drawings.
pub(crate) fn trials_of_drawings(repository: &Path) -> Result<Vec<Trial>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(repository.join("docs/guide/pictures"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "svg") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.extend(trials(&format!("drawing {name}"), std::fs::read_to_string(&path)?, None));
        }
    }
    Ok(found)
}

fn trials(name: &str, input: String, rule: Option<&'static str>) -> Vec<Trial> {
    let (whole, foreign) = (input.clone(), input.clone());
    vec![
        // The tree that limpid builds in another DOM is the one that it builds in its own.
        Trial::test(format!("rcdom {name}"), move || {
            let own = limpid::xml::parse(whole.as_str()).to_test_dump();
            compare(own.trim_end_matches('\n'), &dump(&limpid_into_rcdom(&whole).document, Form::Xml))
        }),
        // What xml5ever builds is the same in both DOMs.
        Trial::test(format!("document {name}"), move || {
            let Some(dom) = xml5ever_into_rcdom(&foreign) else { return Ok(()) };
            let document = parse_document(DocumentSink::new_xml(), xml5ever::driver::XmlParseOpts::default());
            let own = document.one(&*foreign).to_test_dump();
            compare(&dump(&dom.document, Form::Xml), own.trim_end_matches('\n'))
        }),
        Trial::test(format!("parsers {name}"), move || {
            let limpid = dump(&limpid_into_rcdom(&input).document, Form::AsXml5ever);
            let xml5ever = xml5ever_into_rcdom(&input).map(|dom| dump(&dom.document, Form::AsXml5ever));
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

/// The tree that xml5ever builds; `None` if it panics, as it does at some short end tags.
fn xml5ever_into_rcdom(input: &str) -> Option<RcDom> {
    panic::catch_unwind(|| parse_document(RcDom::default(), xml5ever::driver::XmlParseOpts::default()).one(input)).ok()
}
