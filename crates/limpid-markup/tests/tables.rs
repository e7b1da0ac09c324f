//! Tests of the sizes of the generated tables, and of entries that are easily missed.

use limpid_markup::{Adjustment, AttributeRecord, LocalName, Namespace, Span, TagSet, TokenAttribute, TokenAttributes};
use limpid_markup::{adjust_foreign_attribute, adjust_svg_tag_name, character_references};
use std::collections::BTreeSet;

#[test]
fn sizes() {
    assert_eq!(svg_tag_names().len(), 37);
    assert_eq!(attribute_names(Adjustment::Svg).len(), 58);
    assert_eq!(attribute_names(Adjustment::MathMl).len(), 1);
    assert_eq!(foreign_attributes().len(), 11);
    assert_eq!(TagSet::BREAKOUT.iter().count(), 44);
    assert_eq!(character_references().count(), 2231);
}

#[test]
fn special_has_search_and_keygen_but_not_image() {
    assert!(TagSet::SPECIAL.contains(LocalName::SEARCH));
    assert!(TagSet::SPECIAL.contains(LocalName::KEYGEN));
    assert!(!TagSet::SPECIAL.contains(LocalName::IMAGE));
    assert!(TagSet::DEFAULT_SCOPE.contains(LocalName::SELECT));
}

#[test]
fn listed_and_form_associated_elements() {
    let listed = "button fieldset input object output select textarea";
    assert_eq!(names(TagSet::LISTED), listed.split(' ').map(str::to_owned).collect());
    let form_associated: BTreeSet<String> = format!("{listed} img").split(' ').map(str::to_owned).collect();
    assert_eq!(names(TagSet::FORM_ASSOCIATED), form_associated);
}

fn names(set: TagSet) -> BTreeSet<String> {
    set.iter().map(|name| name.as_str().to_owned()).collect()
}

fn all_names() -> impl Iterator<Item = LocalName> {
    (1..LocalName::COUNT).map(LocalName::from_index)
}

/// Rows in the format of the standard's tables.
type Rows = BTreeSet<Vec<String>>;

fn svg_tag_names() -> Rows {
    let changed = all_names().filter(|&name| adjust_svg_tag_name(name) != name);
    changed.map(|name| vec![name.as_str().to_owned(), adjust_svg_tag_name(name).as_str().to_owned()]).collect()
}

fn attribute_names(adjustment: Adjustment) -> Rows {
    let mut rows = Rows::new();
    for name in all_names() {
        let record = [AttributeRecord { name, name_span: Span::empty(0), ..AttributeRecord::default() }];
        let attributes = TokenAttributes::new(&record, "", 0, "").adjusted(adjustment);
        let adjusted = attributes.at(0).as_ref().map(TokenAttribute::name).unwrap();
        if adjusted != name && adjust_foreign_attribute(name).is_none() {
            rows.insert(vec![name.as_str().to_owned(), adjusted.as_str().to_owned()]);
        }
    }
    rows
}

fn foreign_attributes() -> Rows {
    let row = |name: LocalName| {
        let adjusted = adjust_foreign_attribute(name)?;
        let prefix = if adjusted.prefix.is_empty() { "(none)" } else { adjusted.prefix };
        let namespace = match adjusted.namespace {
            Namespace::XLink => "XLink",
            Namespace::Xml => "XML",
            Namespace::XmlNs => "XMLNS",
            other => panic!("{name:?} in {other:?}"),
        };
        Some([name.as_str(), prefix, adjusted.local_name.as_str(), namespace].map(str::to_owned).to_vec())
    };
    all_names().filter_map(row).collect()
}
