//! Law of limits: no limit is exceeded, each limit that takes effect is reported as an error, and a limit that is not reported does not
//! change the tree.

use super::case::Case;
use super::trees::assert_sound;
use limpid::{Document, ErrorCode, Limits, NodeRef};

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let (&limit_byte, data) = data.split_first().unwrap_or((&0, data));
    let mut case = Case::from_bytes(data);
    case.limits = Limits::none();
    let whole = case.parse();
    let whole_dump = whole.to_test_dump();
    let number = u32::from(limit_byte / 8);

    // Depth: the tree may differ, but the text is complete.
    let levels = 3 + number % 16;
    let limited = limited(&case, Limits::none().depth(levels));
    // The subtree that is cloned into a `selectedcontent` keeps its height, so the clones can be deeper than the limit.
    let has_clones = whole_dump.contains("<selectedcontent>");
    let depth = depth(&limited);
    assert!(has_clones || depth <= levels as usize + 1, "{depth} of {levels} levels");
    // The text of clones and patches depends on the tree, which may differ. In foreign content, even the state of the tokenizer depends on
    // the tree.
    let has_foreign_content = whole_dump.contains("<svg ") || whole_dump.contains("<math ");
    if !case.text.contains("<?") && !has_clones && !has_foreign_content && !is_in_foreign_context(&case) {
        assert_eq!(characters(&limited), characters(&whole), "text");
    }
    if !has(&limited, ErrorCode::DepthLimit) {
        assert_eq!(limited.to_test_dump(), whole_dump, "no limit was reported");
    }

    for (limits, code) in [
        (Limits::none().attributes(number), ErrorCode::AttributeLimit),
        (Limits::none().reconstructed_elements(number), ErrorCode::ReconstructionLimit),
        (Limits::none().copied_attribute_bytes(number), ErrorCode::AttributeCopyLimit),
        (Limits::none().cloned_nodes(number), ErrorCode::OptionCloneLimit),
    ] {
        let limited = self::limited(&case, limits);
        if !has(&limited, code) {
            assert_eq!(limited.to_test_dump(), whole_dump, "{code:?} was not reported");
        }
    }
    let most = max_attributes(&self::limited(&case, Limits::none().attributes(number)));
    assert!(most <= number as usize, "{most} of {number} attributes");

    // Nodes: the parser ignores the page after the limit.
    let nodes = number * 4 + 1;
    let limited = self::limited(&case, Limits::none().nodes(nodes));
    assert!(limited.node_count() <= nodes as usize, "{} of {nodes} nodes", limited.node_count());
    if has(&limited, ErrorCode::NodeLimit) {
        assert!(whole.node_count() >= limited.node_count() || whole.node_count() > nodes as usize);
    } else {
        assert_eq!(limited.to_test_dump(), whole_dump, "no node limit was reported");
    }

    // Bytes: the parser ignores the page after the limit.
    let bytes = number * 16;
    let limited = self::limited(&case, Limits::none().bytes(bytes));
    if !has(&limited, ErrorCode::InputTooLong) && !has(&limited, ErrorCode::TextLimit) {
        assert_eq!(limited.to_test_dump(), whole_dump, "no byte limit was reported");
    }
}

fn is_in_foreign_context(case: &Case) -> bool {
    case.context.is_some_and(|context| context.name.contains(' '))
}

fn limited(case: &Case, limits: Limits) -> Document<'_> {
    let document = case.parse_with(&case.options().limits(limits), &case.text);
    assert_sound(&document, "limited");
    document
}

fn has(document: &Document<'_>, code: ErrorCode) -> bool {
    document.errors().iter().any(|error| error.code == code)
}

/// Returns all nodes, including those in template contents and shadow roots, each with its depth: the number of elements among the node and
/// its ancestors.
fn all_nodes<'d>(document: &'d Document<'_>) -> Vec<(NodeRef<'d>, usize)> {
    let mut pending = vec![(document.root(), 0)];
    let mut nodes = Vec::new();
    while let Some((node, depth)) = pending.pop() {
        nodes.push((node, depth));
        let with_depth = |child: NodeRef<'d>| (child, depth + usize::from(child.is_element()));
        pending.extend(node.children().map(with_depth));
        pending.extend(node.template_contents().map(|contents| (contents, depth)));
        pending.extend(node.shadow_root().map(|root| (root, depth)));
    }
    nodes
}

fn depth(document: &Document<'_>) -> usize {
    all_nodes(document).iter().map(|(_, depth)| *depth).max().unwrap_or(0)
}

fn max_attributes(document: &Document<'_>) -> usize {
    all_nodes(document).iter().map(|(node, _)| node.attributes().count()).max().unwrap_or(0)
}

/// Returns the characters of all text nodes, sorted.
fn characters(document: &Document<'_>) -> Vec<char> {
    let nodes = all_nodes(document);
    let mut characters: Vec<char> = nodes.iter().filter_map(|(node, _)| node.text()).flat_map(str::chars).collect();
    characters.sort_unstable();
    characters
}
