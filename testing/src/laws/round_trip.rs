//! Law of round trips: serializing a tree and parsing the markup produces the same tree.
//!
//! The standard [warns](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments) that this does not hold for all trees:
//! from markup with errors, the parser builds trees that no markup without errors produces. [`why_unstable`] finds the known reasons; all
//! other trees must survive the round trip.

use super::case::Case;
use super::trees::assert_sound;
use limpid::{
    Document, Limits, LocalName, Namespace, NodeRef, ParseOptions, QuirksMode, QuoteChar, ScriptingMode,
    SerializeOptions,
};
use limpid_markup::TagSet;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let mut case = Case::from_bytes(data);
    // Limits, patching and cloning change trees in ways that no serializer can reverse.
    case.limits = Limits::none();
    // If the context element is in a form, a `</form>` clears the form element pointer, so that a later `<form>` is inserted.
    case.in_form = false;
    let options = case.options().content_patching(false).option_cloning(false);
    let plain = SerializeOptions::lossless();

    let tree = case.parse_with(&options, &case.text);
    let html = serialize(&tree, &plain);
    let again = case.parse_with(&options, &html);
    assert_sound(&again, "again");
    let reason = why_unstable(&tree, &case);
    if reason.is_none() {
        assert_eq!(again.to_test_dump(), tree.to_test_dump(), "{html}");
        assert_eq!(serialize(&again, &plain), html);
    }
    if again.to_test_dump() == tree.to_test_dump() {
        check_spellings(&case, &options, &tree, &plain);
    }
}

fn serialize(document: &Document<'_>, options: &SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.root().write_html(&mut html, options).expect("writing to a string does not fail");
    html
}

/// Checks that a stable tree also survives the round trip with other spellings of tags, and without optional tags.
fn check_spellings(case: &Case, options: &ParseOptions, tree: &Document<'_>, plain: &SerializeOptions<'_>) {
    let dump = tree.to_test_dump();
    let [flags, quotes] = case.cuts.to_le_bytes();
    let spelled = plain
        .quote_char([QuoteChar::Double, QuoteChar::Single, QuoteChar::Best][usize::from(quotes % 3)])
        .omit_quotes(flags & 1 != 0)
        .trailing_solidus(flags & 2 != 0)
        .space_before_trailing_solidus(flags & 4 != 0);
    let html = serialize(tree, &spelled);
    assert_eq!(case.parse_with(options, &html).to_test_dump(), dump, "with another spelling: {html}");
    let short = serialize(tree, &spelled.omit_optional_tags(true));
    assert!(short.len() <= html.len());
    assert_eq!(case.parse_with(options, &short).to_test_dump(), dump, "without optional tags: {short}");
}

/// Returns a reason why the serialized tree may parse to another tree, or `None` if it must parse to the same tree.
#[must_use]
pub fn why_unstable(tree: &Document<'_>, case: &Case) -> Option<&'static str> {
    if case.context.is_none() && tree.quirks_mode() != mode_by_doctype(tree, case) {
        // The mode decides whether a `<table>` closes a `<p>`.
        return Some("a quirks mode caused by an error in the DOCTYPE");
    }
    if tree.fragment_context_element().is_some_and(|context| context.shadow_root().is_some()) {
        // The serialized fragment does not contain this shadow root. In the second parse, another template could become the shadow root.
        return Some("a shadow root of the context element");
    }
    let scripting = case.scripting != ScriptingMode::Disabled;
    let quirks = tree.quirks_mode() == QuirksMode::Quirks;
    let check = StabilityCheck { scripting, quirks, context: case.context.map(|context| context.name) };
    let mut pending = vec![tree.root()];
    while let Some(node) = pending.pop() {
        if let Some(reason) = check.of(node) {
            return Some(reason);
        }
        pending.extend(node.children());
        pending.extend(node.template_contents());
        pending.extend(node.shadow_root());
    }
    None
}

/// Returns the quirks mode of a document that consists of the serialized DOCTYPE only.
fn mode_by_doctype(tree: &Document<'_>, case: &Case) -> QuirksMode {
    let doctype = tree.root().children().find(|node| node.doctype().is_some());
    let mut html = String::new();
    if let Some(doctype) = doctype {
        doctype.write_html(&mut html, &SerializeOptions::lossless()).expect("writing to a string does not fail");
    }
    case.parse_with(&case.options(), &html).quirks_mode()
}

struct StabilityCheck {
    scripting: bool,
    quirks: bool,
    context: Option<&'static str>,
}

impl StabilityCheck {
    fn of(&self, node: NodeRef<'_>) -> Option<&'static str> {
        if let Some(text) = node.text() {
            return self.of_text(node, text);
        }
        if let Some(doctype) = node.doctype() {
            let ids = [doctype.public_id, doctype.system_id];
            let can_be_serialized =
                !doctype.name.is_empty() && !ids.iter().flatten().any(|id| id.contains(['"', '\r']));
            return (!can_be_serialized).then_some("a DOCTYPE without a name, or with a quote in an identifier");
        }
        if !node.is_element() {
            return None;
        }
        if node.namespace() == Namespace::Html { self.of_html(node) } else { None }
    }

    fn of_text(&self, node: NodeRef<'_>, text: &str) -> Option<&'static str> {
        if text.contains('\0') {
            return Some("a null character");
        }
        let parent = node.parent()?;
        if parent.is_html(LocalName::SCRIPT) && text.contains("<!--") {
            return Some("`<!--` in a script, which may hide the end tag");
        }
        None
    }

    fn of_html(&self, node: NodeRef<'_>) -> Option<&'static str> {
        let name = node.name();
        let parent = node.parent();
        let parent_is = |names: &[LocalName]| parent.is_some_and(|parent| names.iter().any(|&n| parent.is_html(n)));

        let is_in_foreign_content = match parent.filter(|parent| parent.is_element()) {
            Some(parent) => parent.namespace() != Namespace::Html && !is_foreign_boundary(parent),
            None => self.context.is_some_and(|context| context.contains(' ')),
        };
        if is_in_foreign_content {
            return Some("an HTML element in foreign content");
        }
        let is_in_text_of_mathml = parent
            .is_some_and(|parent| parent.namespace() == Namespace::MathMl && parent.local_name() != "annotation-xml");
        if is_in_text_of_mathml && ["mglyph", "malignmark"].iter().any(|kept| is_named(name, kept)) {
            // Foster parenting can move the element there. When the markup is parsed, its start tag creates a MathML element.
            return Some("an HTML mglyph or malignmark in MathML");
        }
        if is_named(name, "plaintext") {
            return Some("a plaintext, which never ends");
        }
        if is_named(name, "noscript") && !self.scripting {
            return Some("a noscript, whose content differs between head and body");
        }
        if TABLE_PARTS.split(' ').any(|part| is_named(name, part)) {
            let is_in_place = match name.as_str() {
                "caption" | "colgroup" | "tbody" | "thead" | "tfoot" => parent_is(&[LocalName::TABLE]),
                "col" => parent_is(&[LocalName::COLGROUP]),
                "tr" => parent_is(&[LocalName::TBODY, LocalName::THEAD, LocalName::TFOOT]),
                _ => parent_is(&[LocalName::TR]),
            };
            if !is_in_place {
                return Some("a part of a table in a wrong parent");
            }
        } else if parent_is(&[
            LocalName::TABLE,
            LocalName::TBODY,
            LocalName::THEAD,
            LocalName::TFOOT,
            LocalName::TR,
            LocalName::COLGROUP,
        ]) && !["script", "style", "template"].iter().any(|kept| is_named(name, kept))
        {
            return Some("an element between the parts of a table");
        }
        let closes_p = TagSet::BLOCK_START.contains(name)
            || TagSet::HEADINGS.contains(name)
            || CLOSE_P.split(' ').any(|closer| is_named(name, closer))
            || (name == LocalName::TABLE && !self.quirks);
        if closes_p && self.has_in_scope(node, |n| n == LocalName::P, &[LocalName::BUTTON]) {
            return Some("a block in a p");
        }
        if TagSet::HEADINGS.contains(name)
            && parent.is_some_and(|p| p.namespace() == Namespace::Html && TagSet::HEADINGS.contains(p.name()))
        {
            return Some("a heading in a heading");
        }
        if name == LocalName::BUTTON && self.has_in_scope(node, |n| n == LocalName::BUTTON, &[]) {
            return Some("a button in a button");
        }
        if name == LocalName::NOBR && self.has_in_scope(node, |n| n == LocalName::NOBR, &[]) {
            return Some("a nobr in a nobr");
        }
        if name == LocalName::FORM && self.context == Some("form") {
            // The start tag is ignored, unless a `</form>` before it has cleared the form element pointer.
            return Some("a form in a form");
        }
        if parent_is(&[LocalName::HTML]) && !DOCUMENT_PARTS.split(' ').any(|part| is_named(name, part)) {
            // White space after the frameset reconstructs formatting elements.
            return Some("an element after a frameset");
        }
        if name == LocalName::FORM && node.ancestors().any(|a| a.is_html(LocalName::FORM)) {
            return Some("a form in a form");
        }
        if name == LocalName::A && self.is_in_anchor(node) {
            return Some("an a in an a");
        }
        if [LocalName::LI, LocalName::DD, LocalName::DT].contains(&name) && is_in_item(node) {
            return Some("a list item in a list item");
        }
        self.of_select_and_ruby(node)
    }

    /// Checks elements whose start tags close elements with optional end tags.
    fn of_select_and_ruby(&self, node: NodeRef<'_>) -> Option<&'static str> {
        let name = node.name();
        let in_select = || self.has_in_scope(node, |n| n == LocalName::SELECT, &[]);
        let parent_is_implied = node.parent().is_some_and(|parent| {
            parent.namespace() == Namespace::Html && TagSet::IMPLIED_END_TAGS.contains(parent.name())
        });
        if [LocalName::OPTION, LocalName::OPTGROUP, LocalName::HR].contains(&name) && parent_is_implied {
            return Some("an option, optgroup or hr in an element whose end tag is optional");
        }
        if [LocalName::INPUT, LocalName::SELECT].contains(&name) && (in_select() || self.context == Some("select")) {
            return Some("an input or select in a select");
        }
        if [LocalName::RB, LocalName::RT, LocalName::RP, LocalName::RTC].contains(&name) && parent_is_implied {
            return Some("a part of a ruby in an element whose end tag is optional");
        }
        None
    }

    /// Whether a matching ancestor is in scope, that is, before the first ancestor that bounds the scope.
    fn has_in_scope(&self, node: NodeRef<'_>, is: impl Fn(LocalName) -> bool, boundaries: &[LocalName]) -> bool {
        for ancestor in node.ancestors() {
            let is_html = ancestor.namespace() == Namespace::Html;
            if is_html && is(ancestor.name()) {
                return true;
            }
            let bounds = if is_html {
                boundaries.contains(&ancestor.name()) || SCOPE.split(' ').any(|name| is_named(ancestor.name(), name))
            } else {
                is_foreign_boundary(ancestor)
            };
            if bounds {
                return false;
            }
        }
        false
    }

    /// Whether an `a` is in the list of active formatting elements, after the last marker.
    fn is_in_anchor(&self, node: NodeRef<'_>) -> bool {
        for ancestor in node.ancestors().filter(|ancestor| ancestor.namespace() == Namespace::Html) {
            if ancestor.is_html(LocalName::A) {
                return true;
            }
            if MARKERS.split(' ').any(|name| is_named(ancestor.name(), name)) {
                return false;
            }
        }
        false
    }
}

const DOCUMENT_PARTS: &str = "head body frameset noframes";
const TABLE_PARTS: &str = "caption colgroup col tbody thead tfoot tr td th";
const CLOSE_P: &str = "pre listing form li dd dt plaintext xmp hr";
const SCOPE: &str = "applet caption html table td th marquee object select template";
const MARKERS: &str = "applet object marquee td th caption template";

fn is_named(name: LocalName, text: &str) -> bool {
    name.as_str() == text
}

fn is_foreign_boundary(node: NodeRef<'_>) -> bool {
    match node.namespace() {
        Namespace::MathMl => ["mi", "mo", "mn", "ms", "mtext", "annotation-xml"].contains(&node.local_name()),
        Namespace::Svg => ["foreignObject", "desc", "title"].contains(&node.local_name()),
        _ => false,
    }
}

/// Whether the start tag of a list item closes another item: an ancestor is an item, and below it there is no special element except
/// `address`, `div` and `p`.
fn is_in_item(node: NodeRef<'_>) -> bool {
    let closes = |name: LocalName| match node.name() {
        LocalName::LI => name == LocalName::LI,
        _ => name == LocalName::DD || name == LocalName::DT,
    };
    for ancestor in node.ancestors() {
        if ancestor.namespace() != Namespace::Html {
            if is_foreign_boundary(ancestor) {
                return false;
            }
            continue;
        }
        if closes(ancestor.name()) {
            return true;
        }
        let passes = [LocalName::ADDRESS, LocalName::DIV, LocalName::P].contains(&ancestor.name());
        if TagSet::SPECIAL.contains(ancestor.name()) && !passes {
            return false;
        }
    }
    false
}
