use crate::node::{NodeKind, NodeRef};
use crate::traverse::{Step, Walk};
use crate::{Attribute, Document};
use core::fmt::{self, Write};
use limpid_markup::{LocalName, Namespace, ShadowRootInit, ShadowRootMode, SlotAssignment};

/// What [serializing](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments) depends on beside
/// the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SerializeOptions {
    /// Whether [scripting is enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script): text in
    /// `noscript` is then written as it is.
    pub scripting: bool,
    /// Whether shadow roots that were declared `shadowrootserializable` are written as `template` elements. Others never
    /// are.
    pub serializable_shadow_roots: bool,
}

impl SerializeOptions {
    /// Sets [`scripting`](Self::scripting).
    pub fn with_scripting(self, scripting: bool) -> SerializeOptions {
        SerializeOptions { scripting, ..self }
    }

    /// Sets [`serializable_shadow_roots`](Self::serializable_shadow_roots).
    pub fn with_serializable_shadow_roots(self, serializable_shadow_roots: bool) -> SerializeOptions {
        SerializeOptions { serializable_shadow_roots, ..self }
    }
}

impl Document<'_> {
    /// The document as HTML: what is in its root, by the
    /// [HTML fragment serialization algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).
    pub fn to_html(&self) -> String {
        self.root().inner_html()
    }

    /// Writes what [`to_html`](Self::to_html) returns.
    pub fn write_html<W: Write + ?Sized>(&self, out: &mut W, options: &SerializeOptions) -> fmt::Result {
        self.root().write_inner_html(out, options)
    }

    fn serialize_options(&self) -> SerializeOptions {
        SerializeOptions { scripting: self.scripting(), serializable_shadow_roots: false }
    }
}

impl NodeRef<'_> {
    /// The node itself and what is in it as HTML; for a document or a fragment, what is in it.
    pub fn to_html(self) -> String {
        let mut html = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_html(&mut html, &self.document.serialize_options());
        html
    }

    /// What is in the node as HTML, by the
    /// [HTML fragment serialization algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).
    pub fn inner_html(self) -> String {
        let mut html = String::new();
        let _ = self.write_inner_html(&mut html, &self.document.serialize_options());
        html
    }

    /// Writes what [`to_html`](Self::to_html) returns.
    pub fn write_html<W: Write + ?Sized>(self, out: &mut W, options: &SerializeOptions) -> fmt::Result {
        write(self, true, out, options)
    }

    /// Writes what [`inner_html`](Self::inner_html) returns.
    pub fn write_inner_html<W: Write + ?Sized>(self, out: &mut W, options: &SerializeOptions) -> fmt::Result {
        write(self, false, out, options)
    }
}

fn write<W: Write + ?Sized>(top: NodeRef<'_>, outer: bool, out: &mut W, options: &SerializeOptions) -> fmt::Result {
    let mut walk = Walk::new(top);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(node) => {
                if outer || node != top {
                    write_start(node, options, out)?;
                }
                if serializes_as_void(node) {
                    walk.skip_inside(node);
                }
            }
            Step::EnterContent(content) => match content.shadow_root_init() {
                Some(init) if options.serializable_shadow_roots && init.serializable => {
                    write_shadow_root_start(init, out)?;
                }
                Some(_) => walk.skip_content(content),
                None => {}
            },
            Step::LeaveContent(content) => match content.kind() {
                NodeKind::ShadowRoot => out.write_str("</template>")?,
                // Template contents stand for the template: children of its own are not written.
                _ => walk.skip_own_children(content),
            },
            Step::Leave(node) => {
                if (outer || node != top) && node.is_element() && !serializes_as_void(node) {
                    out.write_str("</")?;
                    out.write_str(node.local_name())?;
                    out.write_char('>')?;
                }
            }
        }
    }
    Ok(())
}

fn write_start<W: Write + ?Sized>(node: NodeRef<'_>, options: &SerializeOptions, out: &mut W) -> fmt::Result {
    match node.kind() {
        NodeKind::Element => {
            out.write_char('<')?;
            out.write_str(node.local_name())?;
            for attribute in node.attributes() {
                write_attribute(&attribute, out)?;
            }
            out.write_char('>')
        }
        NodeKind::Text => {
            let text = node.text().unwrap_or_default();
            if node.parent().is_some_and(|parent| holds_literal_text(parent, options)) {
                out.write_str(text)
            } else {
                write_escaped(text, &TEXT_SPECIAL, out)
            }
        }
        NodeKind::Comment => {
            out.write_str("<!--")?;
            out.write_str(node.comment().unwrap_or_default())?;
            out.write_str("-->")
        }
        NodeKind::ProcessingInstruction => match node.processing_instruction() {
            Some(instruction) => write!(out, "<?{} {}?>", instruction.target, instruction.data),
            None => Ok(()),
        },
        NodeKind::Doctype => write!(out, "<!DOCTYPE {}>", node.doctype().map_or("", |doctype| doctype.name)),
        NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot => Ok(()),
    }
}

fn write_attribute<W: Write + ?Sized>(attribute: &Attribute<'_>, out: &mut W) -> fmt::Result {
    out.write_char(' ')?;
    let prefix = attribute.prefix();
    if !prefix.is_empty() {
        out.write_str(prefix)?;
        out.write_char(':')?;
    }
    out.write_str(attribute.local_name())?;
    out.write_str("=\"")?;
    write_escaped(attribute.value(), &ATTRIBUTE_SPECIAL, out)?;
    out.write_char('"')
}

fn write_shadow_root_start<W: Write + ?Sized>(init: ShadowRootInit, out: &mut W) -> fmt::Result {
    out.write_str(match init.mode {
        ShadowRootMode::Open => "<template shadowrootmode=\"open\"",
        ShadowRootMode::Closed => "<template shadowrootmode=\"closed\"",
    })?;
    for (wanted, attribute) in [
        (init.delegates_focus, " shadowrootdelegatesfocus=\"\""),
        (init.serializable, " shadowrootserializable=\"\""),
        (init.slot_assignment == SlotAssignment::Manual, " shadowrootslotassignment=\"manual\""),
        (init.clonable, " shadowrootclonable=\"\""),
        (init.keep_custom_element_registry_null, " shadowrootcustomelementregistry=\"\""),
    ] {
        if wanted {
            out.write_str(attribute)?;
        }
    }
    out.write_char('>')
}

/// [Serializes as void](https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void): the void elements, and
/// some that once were.
fn serializes_as_void(node: NodeRef<'_>) -> bool {
    node.namespace() == Namespace::Html
        && matches!(
            node.name(),
            LocalName::AREA
                | LocalName::BASE
                | LocalName::BR
                | LocalName::COL
                | LocalName::EMBED
                | LocalName::HR
                | LocalName::IMG
                | LocalName::INPUT
                | LocalName::LINK
                | LocalName::META
                | LocalName::SOURCE
                | LocalName::TRACK
                | LocalName::WBR
                | LocalName::BASEFONT
                | LocalName::BGSOUND
                | LocalName::FRAME
                | LocalName::KEYGEN
                | LocalName::PARAM
        )
}

/// Whether the text in an element is written as it is, as the parser takes it up again.
fn holds_literal_text(parent: NodeRef<'_>, options: &SerializeOptions) -> bool {
    let name = match parent.kind() {
        NodeKind::Element if parent.namespace() == Namespace::Html => parent.name(),
        NodeKind::DocumentFragment if parent == parent.document.root() => parent.document.fragment_context(),
        _ => return false,
    };
    match name {
        LocalName::STYLE
        | LocalName::SCRIPT
        | LocalName::XMP
        | LocalName::IFRAME
        | LocalName::NOEMBED
        | LocalName::NOFRAMES
        | LocalName::PLAINTEXT => true,
        LocalName::NOSCRIPT => options.scripting,
        _ => false,
    }
}

/// Which bytes may have to be replaced. 0xC2 is the first byte of U+00A0, and of others.
const TEXT_SPECIAL: [bool; 256] = special(b"&<>\xC2");
const ATTRIBUTE_SPECIAL: [bool; 256] = special(b"&<>\"\xC2");

const fn special(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
}

/// [Escapes a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString); the table says in which mode.
fn write_escaped<W: Write + ?Sized>(text: &str, special: &[bool; 256], out: &mut W) -> fmt::Result {
    let bytes = text.as_bytes();
    let mut written = 0;
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| special[usize::from(byte)]) {
        at += found;
        let (len, reference) = match bytes[at] {
            b'&' => (1, "&amp;"),
            b'<' => (1, "&lt;"),
            b'>' => (1, "&gt;"),
            b'"' => (1, "&quot;"),
            _ if bytes.get(at + 1) == Some(&0xA0) => (2, "&nbsp;"),
            _ => {
                at += 2;
                continue;
            }
        };
        out.write_str(&text[written..at])?;
        out.write_str(reference)?;
        at += len;
        written = at;
    }
    out.write_str(&text[written..])
}
