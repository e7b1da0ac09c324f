//! The options with which a document was parsed, to parse another text in the same way.

use crate::{Document, FragmentContext, ParseOptions};
#[cfg(feature = "xml")]
use limpid_markup::Limits;

#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Html {
        options: ParseOptions,
        context: Option<FragmentContext>,
    },
    #[cfg(feature = "xml")]
    Xml(Limits),
}

impl Origin {
    #[inline]
    pub(crate) fn html(options: &ParseOptions, context: Option<&FragmentContext>, is_from_bytes: bool) -> Origin {
        let mut options = options.clone();
        options.mark_is_text |= is_from_bytes;
        Origin::Html { options, context: context.cloned() }
    }
}

#[cfg(feature = "source-edits")]
impl Document<'_> {
    /// Parses a text with the options of this document, but with spans and without errors. Returns `None` if the document was not parsed.
    pub(crate) fn parse_again<'t>(&self, text: &'t str) -> Option<Document<'t>> {
        Some(match self.origin.clone()? {
            Origin::Html { options, context } => {
                let options = options.spans(true).errors(false);
                match context {
                    Some(context) => options.parse_fragment(text, context),
                    None => options.parse(text),
                }
            }
            #[cfg(feature = "xml")]
            Origin::Xml(limits) => {
                crate::xml::XmlParseOptions::new().limits(limits).spans(true).errors(false).parse(text)
            }
        })
    }
}
