//! Generates trees that no parser builds: names that contain markup, namespaced attributes, elements in wrong namespaces, and shadow roots on
//! any element.

use limpid::{Document, Namespace, NodeId, NodeRef, ParseOptions};
use limpid_pages::Random;

const NAMESPACES: &[&str] = &[
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1998/Math/MathML",
    "",
    "urn:x",
];

const ELEMENTS: &[&str] = &[
    "p",
    "b",
    "div",
    "a",
    "script",
    "SCRIPT",
    "Script",
    "svg",
    "math",
    "style",
    "STYLE",
    "title",
    "textarea",
    "xmp",
    "noscript",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "Plaintext",
    "template",
    "use",
    "USE",
    "set",
    "animate",
    "base",
    "Base",
    "embed",
    "object",
    "mtext",
    "annotation-xml",
    "foreignObject",
    "desc",
    "table",
    "tr",
    "select",
    "option",
    "form",
    "button",
    "x-own",
    "p<img",
    "p\"x",
    "p'x",
    "x=y",
    "x`y",
    "x:script",
    "x:a",
    "a:p",
    "é",
    "frameset",
    "html",
    "body",
    "image",
    "br",
    "li",
];

const ATTRIBUTES: &[&str] = &[
    "href",
    "HREF",
    "xlink:href",
    "a:href",
    "onload",
    "ONLOAD",
    "OnError",
    "onerror",
    "x:onload",
    "xlink:onload",
    "id",
    "title",
    "class",
    "action",
    "formaction",
    "FormAction",
    "attributeName",
    "attributename",
    "x\"y",
    "x'y",
    "x<y",
    "x`onload",
    "xmlns",
    "xml:lang",
    "data-x",
    "is",
    "encoding",
    "shadowrootmode",
    "style",
    "src",
    "srcdoc",
];

const ATTRIBUTE_NAMESPACES: &[&str] = &[
    "",
    "",
    "",
    "http://www.w3.org/1999/xlink",
    "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/2000/xmlns/",
    "urn:x",
];

const VALUES: &[&str] = &[
    "javascript:alert(1)",
    " \u{1}JAVA\tscript:alert(1)",
    "href",
    "xlink:href",
    "a:href",
    "text/html",
    "open",
    "x",
    "\"><img src=x onerror=alert(1)>",
    "</style><img src=x onerror=alert(1)>",
    "--><img src=x onerror=alert(1)>",
    "",
];

const TEXTS: &[&str] = &[
    "text",
    "<img src=x onerror=alert(1)>",
    "</style><img src=x onerror=alert(1)>",
    "</noscript><script>alert(1)</script>",
    "</STYLE",
    "<",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "<?",
    "\n",
    "\0",
    "&lt;img src=x onerror=alert(1)>",
    " ",
];

const DATA: &[&str] = &["x", "", "<img src=x onerror=alert(1)", "!", "-", "x<", "x -", "<!-", "é"];

/// Generates a fragment with the editing methods of the DOM.
pub(crate) fn fragment(random: &mut Random) -> Document<'static> {
    let mut tree = Document::new_fragment();
    let mut parents = vec![tree.root().id()];
    for _ in 0..2 + random.below(24) {
        // Most nodes are inserted into recent ones, so that trees become deep.
        let near = random.below(parents.len().min(3));
        let parent = parents[parents.len() - 1 - near];
        // The document rejects nodes with invalid names or data.
        let Some(node) = node(&mut tree, random) else { continue };
        if tree.node_mut(parent).unwrap().append(node).is_err()
            || !tree.node(node).is_some_and(limpid::NodeRef::is_element)
        {
            continue;
        }
        parents.push(node);
        for _ in 0..random.below(4) {
            let name = random.pick(ATTRIBUTES);
            let _ = match random.one_in(2) {
                true => tree.node_mut(node).unwrap().set_attribute(name, random.pick(VALUES)),
                false => tree.node_mut(node).unwrap().set_attribute_ns(
                    random.pick(ATTRIBUTE_NAMESPACES),
                    name,
                    random.pick(VALUES),
                ),
            };
        }
        let read = tree.node(node);
        let inner = [read.and_then(NodeRef::template_contents), read.and_then(NodeRef::shadow_root)];
        parents.extend(inner.into_iter().flatten().map(NodeRef::id));
    }
    tree
}

fn node(tree: &mut Document<'_>, random: &mut Random) -> Option<NodeId> {
    let created = match random.below(13) {
        0..3 => tree.create_text(random.pick(TEXTS)),
        3 => tree.create_comment(random.pick(DATA)),
        4 => tree.create_processing_instruction(random.pick(&["x", "a-b", "é"]), random.pick(DATA)),
        5 | 6 => tree.create_element(random.pick(ELEMENTS)),
        7 => {
            let options = ParseOptions::new().allow_declarative_shadow_roots(true);
            let host =
                options.parse_fragment("<x-own><template shadowrootmode=open shadowrootserializable><slot>", "div");
            tree.import(host.root().first_child()?)
        }
        8 => tree.create_element_ns(Namespace::Html, random.pick(ELEMENTS)),
        _ => tree.create_element_ns(random.pick(NAMESPACES), random.pick(ELEMENTS)),
    };
    created.ok()
}
