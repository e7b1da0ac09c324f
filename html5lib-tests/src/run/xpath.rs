//! Runs XPath cases.

use std::collections::HashMap;

use limpid::xpath::{XPathError, XPathNode, XPathOptions, XPathValue};
use limpid::{Document, Namespace, NodeId, NodeRef, ParseOptions};

use super::outcome::Outcome;
use crate::format::xpath::{Expected, XPathCase};

/// Runs a case.
pub fn run(case: &XPathCase) -> Outcome {
    check(case).into()
}

fn check(case: &XPathCase) -> Result<(), String> {
    let document = match case.is_xml {
        true => limpid::xml::parse(&case.document),
        false => ParseOptions::new().allow_declarative_shadow_roots(true).parse(&*case.document),
    };
    let mut options = XPathOptions::new().exslt();
    for (prefix, url) in &case.prefixes {
        options = options.namespace_url(prefix, url);
    }
    if let Expected::Element { .. } = case.expected {
        let declarations = document.document_element().into_iter().flat_map(NodeRef::attributes);
        for attribute in declarations.filter(|attribute| attribute.namespace() == Namespace::XmlNs) {
            options = options.namespace_url(attribute.local_name(), attribute.value());
        }
    }
    let context = match &case.context {
        None => document.root().into(),
        Some(context) => {
            let found = options.compile(context).and_then(|context| context.evaluate(document.root()));
            let found = found.map_err(|error| format!("context node: {error}"))?;
            found.into_iter().next().ok_or("the context expression selects no node")?
        }
    };
    let variables: Vec<_> =
        case.variables.iter().map(|(name, value)| (name.as_str(), XPathValue::from(value.as_str()))).collect();
    let value = options.compile(&case.expression).and_then(|xpath| xpath.evaluate_with(context, &variables));
    let written = written(&document, &value);
    let expected = match &case.expected {
        Expected::Written(expected) => expected.clone(),
        Expected::Element { namespace, local_name, index } => {
            let is_one = |node: &NodeRef<'_>| {
                node.namespace_url().unwrap_or_default() == namespace && node.local_name() == local_name
            };
            let element = document.descendants().filter(|node| node.is_element() && is_one(node)).nth(*index);
            let element = element.ok_or("the expected element does not exist")?;
            Names::new(&document).of(&element.into())
        }
    };
    match written == expected {
        true => Ok(()),
        false => Err(format!("{}\nexpected: {expected}\n   found: {written}", case.expression)),
    }
}

/// Writes a value in the notation of the cases.
fn written(document: &Document<'_>, value: &Result<XPathValue<'_>, XPathError>) -> String {
    match value {
        Err(error) => format!("error {} {}", error.code(), error.offset()),
        Ok(XPathValue::Nodes(nodes)) if nodes.is_empty() => "none".to_owned(),
        Ok(XPathValue::Nodes(nodes)) => {
            let names = Names::new(document);
            nodes.iter().map(|node| names.of(&node)).collect::<Vec<_>>().join(" ")
        }
        Ok(value) => {
            let kind = match value {
                XPathValue::Number(_) => "number",
                XPathValue::Boolean(_) => "boolean",
                _ => "string",
            };
            format!("{kind} {value}").trim_end().to_owned()
        }
    }
}

/// For each element, its position among the elements with the same name.
struct Names {
    positions: HashMap<NodeId, usize>,
}

impl Names {
    fn new(document: &Document<'_>) -> Names {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut positions = HashMap::new();
        for element in document.trees().flat_map(NodeRef::descendants).filter(|node| node.is_element()) {
            let count = counts.entry(element.qualified_name().into_owned()).or_default();
            *count += 1;
            positions.insert(element.id(), *count);
        }
        Names { positions }
    }

    fn of_element(&self, element: NodeRef<'_>) -> String {
        let position = self.positions.get(&element.id()).copied().unwrap_or_default();
        format!("{}[{position}]", element.qualified_name())
    }

    fn of(&self, node: &XPathNode<'_>) -> String {
        match node {
            XPathNode::Node(node) if node.is_element() => self.of_element(*node),
            XPathNode::Node(node) if node.text().is_some() => format!("{:?}", node.text().unwrap_or_default()),
            XPathNode::Node(node) if node.comment().is_some() => {
                format!("<!--{}-->", node.comment().unwrap_or_default())
            }
            XPathNode::Node(node) => match node.processing_instruction() {
                Some(instruction) => format!("<?{} {}?>", instruction.target, instruction.data),
                None => "/".to_owned(),
            },
            XPathNode::Attribute { owner, attribute, .. } => {
                format!("{}/@{}", self.of_element(*owner), attribute.qualified_name())
            }
            XPathNode::Namespace { owner, prefix, url, .. } => {
                format!("{}/namespace::{prefix}={url}", self.of_element(*owner))
            }
            XPathNode::Created { name, text, .. } => format!("<{name}>{text}</{name}>"),
            _ => "a node of an unknown kind".to_owned(),
        }
    }
}
