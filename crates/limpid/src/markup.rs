//! Markup for the methods that change a document by it: the fragment parsing algorithm, in HTML and in XML.

use crate::{Document, FragmentContext, MutationError, NodeId, ParseOptions};
#[cfg(feature = "source-edits")]
use crate::{Edits, SourceRule, source_bytes};
#[cfg(feature = "source-edits")]
use limpid_dom::EditedBytes;
use limpid_dom::{ContextNode, Markup, MarkupContext, ParseFacts};

/// The language of HTML and XML, for [`Markup`].
///
/// ```
/// let mut document = limpid::parse_fragment("<p>", "div");
/// let p = document.root().first_child().unwrap().id();
/// document.set_inner_html(p, "<b>Tea").unwrap(); // a `str` is `Markup<Html>`
/// assert_eq!(document.to_html(), "<p><b>Tea</b></p>");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Html {}

impl Markup<Html> for str {
    #[inline]
    fn parse_fragment(&self, context: &MarkupContext<'_>) -> Result<(Document<'_>, NodeId), MutationError> {
        if context.is_xml {
            #[cfg(feature = "xml")]
            return Ok(crate::xml::fragment::parse_in(context.element, self));
            #[cfg(not(feature = "xml"))]
            return Err(MutationError::NotSupported);
        }
        let element = match context.element {
            ContextNode::Element(element) => FragmentContext::from(element),
            ContextNode::NewBody => FragmentContext::from("body").quirks_mode(context.document.quirks_mode()),
            ContextNode::None => FragmentContext::from("template"),
        };
        let mut options = ParseOptions::new()
            .scripting(context.scripting)
            .allow_declarative_shadow_roots(context.allow_declarative_shadow_roots)
            .errors(false);
        options.mark_is_text = true;
        let parsed = options.parse_fragment(self, element);
        let top = parsed.root().id();
        Ok((parsed, top))
    }

    #[inline]
    fn parse_again(&self, document: &Document<'_>) -> Result<Document<'_>, MutationError> {
        let origin = ParseFacts::read(document).origin.ok_or(MutationError::NotSupported)?;
        if document.is_xml() {
            #[cfg(feature = "xml")]
            return Ok(crate::xml::ParseOptions::new().limits(origin.limits).spans(true).errors(false).parse(self));
            #[cfg(not(feature = "xml"))]
            return Err(MutationError::NotSupported);
        }
        Ok(ParseOptions::parse_again(self, document, origin))
    }

    #[cfg(feature = "source-edits")]
    #[inline]
    fn edit_bytes(document: &Document<'_>, bytes: &[u8], edits: &Edits) -> Result<EditedBytes, SourceRule> {
        source_bytes::edit_document(document, bytes, edits)
    }
}
