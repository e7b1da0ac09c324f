//! Prints the links of a page with html5ever and its RcDom.

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
fn main() {
    let page = std::io::read_to_string(std::io::stdin()).expect("text");
    let dom = html5ever::parse_document(RcDom::default(), Default::default()).one(page);
    let mut open: Vec<Handle> = vec![dom.document.clone()];
    while let Some(node) = open.pop() {
        if let NodeData::Element { name, attrs, .. } = &node.data
            && &*name.local == "a"
        {
            for attribute in attrs.borrow().iter().filter(|attribute| &*attribute.name.local == "href") {
                println!("{}", attribute.value);
            }
        }
        open.extend(node.children.borrow().iter().rev().cloned());
    }
}
