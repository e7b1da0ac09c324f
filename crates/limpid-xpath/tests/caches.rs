//! An evaluation shares work between context nodes, and must have the same result as separate evaluations for each node.

use limpid_xpath::{XPath, XPathValue};

const PREDICATES: &[&str] = &[
    ". = (../*)[2]",
    "@class = (../*/@class)[last()]",
    "@id = (../*/@class | @href)",
    "(../* | ../@*)[last()] = @class",
    "count(../* | .) = count(../*)",
    "count(../@* | * | @*) > 2",
    "number(@class) < ../*/@id",
    "number(@class) = ../*/@id",
    "number(@class) != ../*/@id",
    "number(@class) >= ../../*/@class",
    "count(*) = ../*/@id",
    "count(*) != ../*/@class",
    "count(@*) > //*/@id",
    "-@class = ../*/@class or @id = -../@class",
    "boolean(@class) = ../*",
    "not(@id) = (../*)[2]",
    "boolean(@id) != ../../@class",
    "boolean(@id) < count(../*)",
    "@id = parent::*/*/@class",
    ". = parent::bb[@id]/*[2]",
    "parent::aa/parent::bb/@class != ../*/@id",
    "string(../*[3]) = name()",
    "../*[position() != 2]/@id = @class",
    "../../*[*]/@id < count(../*)",
    "../../*[@id][1]/@class > ../@id",
    "@class = ../@id | ../*/@class",
    "contains(.., '1') and starts-with(../@class, @id)",
    "@*[. = ../../@class]",
    "@*[../*]",
    "text()[../@id = ../../*/@id]",
    "string(@id) = //*/@class",
    "//*/@id = //aa/@class",
    "sum(../*/@id) > sum(../../*/@id)",
    "id(../@class)",
];

const STEPS: &[&str] = &[
    "*[position() != 3]",
    "*[not(position() = 1)][2]",
    "*[position() mod 2 = 1]",
    "descendant::*[position() != 3]",
    "descendant::*[@id][not(position() = 1)]",
    "descendant::*[position() mod 2 = 1]",
    "descendant::*[position() = 3 or position() = 5]",
    "descendant::node()[position() > 2 and position() < last()][2]",
    "descendant-or-self::*[position() = @id]",
    "following-sibling::*[position() = 1 or position() = last()]",
    "following-sibling::*[2 > position() or last() = 2]",
    "preceding-sibling::*[position() > 1 and position() != 3]",
    "following::*[not(position() > 2 and position() < 7)]",
    "following::bb[position() = 2 or position() > 4][@class]",
    "preceding::*[position() = 1 or position() > 5]",
    "preceding::*[position() < 3 or position() = last()]",
    "preceding::aa[not(position() = 2 or boolean(position() >= 6))]",
    "ancestor::*[position() != 2]",
    "ancestor-or-self::*[position() = 1 or position() = last()]",
    "ancestor::*[position() mod 2 = 0]",
    "following::*[position() = 0 or position() = 1 div 0 or position() != number('x')]",
];

fn page() -> String {
    let mut number = 7_u32;
    let mut next = |below: u32| {
        number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (number >> 16) % below
    };
    let mut page = String::new();
    for _ in 0..160 {
        page += &match next(6) {
            0 => "</aa>".to_owned(),
            1 => "</bb>".to_owned(),
            2 => next(4).to_string(),
            3 => format!("<aa id={}>", next(5)),
            4 => format!("<bb class={}>", next(5)),
            _ => format!("<bb id={} class={}>", next(5), next(5)),
        };
    }
    page
}

#[test]
fn predicates_select_the_same_nodes_as_separate_evaluations() {
    let source = page();
    let document = limpid::parse(source.as_str());
    for predicate in PREDICATES {
        let all = XPath::compile(&format!("//*[{predicate}]")).unwrap().evaluate(document.root()).unwrap();
        let one = XPath::compile(&format!("boolean({predicate})")).unwrap();
        let mut each = Vec::new();
        for element in document.root().descendants().filter(|node| node.is_element()) {
            if matches!(one.evaluate(element).unwrap(), XPathValue::Boolean(true)) {
                each.push(element.id().get());
            }
        }
        let XPathValue::Nodes(nodes) = all else { panic!("{predicate}") };
        let all: Vec<u32> = nodes.into_iter().filter_map(|node| Some(node.node()?.id().get())).collect();
        assert_eq!(all, each, "{predicate}");
    }
}

#[test]
fn positions_select_the_same_nodes_as_separate_evaluations() {
    let source = page();
    let document = limpid::parse(source.as_str());
    for step in STEPS {
        let ids = |path: &str, from| {
            let XPathValue::Nodes(nodes) = XPath::compile(path).unwrap().evaluate(from).unwrap() else {
                panic!("{path}")
            };
            nodes.into_iter().filter_map(|node| Some(node.node()?.id().get())).collect::<Vec<u32>>()
        };
        let all = ids(&format!("//*/{step}"), document.root());
        let elements = document.root().descendants().filter(|node| node.is_element());
        let mut each: Vec<u32> = elements.flat_map(|element| ids(step, element)).collect();
        each.sort_unstable();
        each.dedup();
        assert_eq!(all, each, "{step}");
    }
}
