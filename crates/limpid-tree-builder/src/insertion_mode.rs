//! The insertion modes.

use limpid_markup::LocalName;

/// The [insertion modes](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode), in the order of the standard.
///
/// ```
/// use limpid::tree_builder::InsertionMode;
/// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
/// tokenizer.feed("<p>Tea", &mut builder);
/// assert_eq!(builder.insertion_mode(), InsertionMode::InBody);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InsertionMode {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    #[default]
    Initial,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    BeforeHtml,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    BeforeHead,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    InHead,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
    InHeadNoscript,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>
    AfterHead,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    InBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata>
    Text,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
    InTable,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>
    InTableText,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption>
    InCaption,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup>
    InColumnGroup,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    InTableBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr>
    InRow,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    InCell,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    InTemplate,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>
    AfterBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    InFrameset,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset>
    AfterFrameset,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    AfterAfterBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode>
    AfterAfterFrameset,
}

impl InsertionMode {
    /// Returns the mode that [resetting the insertion
    /// mode](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately) selects at an HTML element, or `None`
    /// if the loop of that algorithm continues with the next element. [`InTemplate`](Self::InTemplate) means the current template insertion
    /// mode. [`BeforeHead`](Self::BeforeHead) means that the `head` element pointer decides.
    pub(crate) const fn of_element(name: LocalName) -> Option<InsertionMode> {
        Some(match name {
            LocalName::TD | LocalName::TH => InsertionMode::InCell,
            LocalName::TR => InsertionMode::InRow,
            LocalName::TBODY | LocalName::THEAD | LocalName::TFOOT => InsertionMode::InTableBody,
            LocalName::CAPTION => InsertionMode::InCaption,
            LocalName::COLGROUP => InsertionMode::InColumnGroup,
            LocalName::TABLE => InsertionMode::InTable,
            LocalName::TEMPLATE => InsertionMode::InTemplate,
            LocalName::HEAD => InsertionMode::InHead,
            LocalName::BODY => InsertionMode::InBody,
            LocalName::FRAMESET => InsertionMode::InFrameset,
            LocalName::HTML => InsertionMode::BeforeHead,
            _ => return None,
        })
    }
}
