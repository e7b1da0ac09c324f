//! The DOCTYPEs that put a document into quirks mode.

use limpid_markup::{Doctype, QuirksMode};

/// Returns the [quirks mode](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode) of a document with this
/// DOCTYPE.
///
/// ```
/// use limpid_markup::{Doctype, QuirksMode, Span};
/// let doctype =
///     Doctype { name: Some("html"), public_id: None, system_id: None, force_quirks: false, span: Span::default() };
/// assert_eq!(limpid_tree_builder::quirks_mode(&doctype), QuirksMode::NoQuirks);
/// ```
#[must_use]
pub fn quirks_mode(doctype: &Doctype<'_>) -> QuirksMode {
    let public_id = doctype.public_id;
    let system_id = doctype.system_id;
    let public_is = |id: &str| public_id.is_some_and(|public| public.eq_ignore_ascii_case(id));
    let public_starts_with = |prefixes: &[&str]| {
        public_id.is_some_and(|public| {
            prefixes
                .iter()
                .any(|prefix| public.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)))
        })
    };
    let system_is_missing_or_empty = system_id.is_none_or(str::is_empty);

    if doctype.force_quirks
        || doctype.name != Some("html")
        || QUIRKS_PUBLIC_IDS.iter().any(|id| public_is(id))
        || system_id.is_some_and(|system| system.eq_ignore_ascii_case(QUIRKS_SYSTEM_ID))
        || public_starts_with(&QUIRKS_PUBLIC_ID_PREFIXES)
        || (system_is_missing_or_empty && public_starts_with(&HTML_4_01_PREFIXES))
    {
        QuirksMode::Quirks
    } else if public_starts_with(&LIMITED_QUIRKS_PUBLIC_ID_PREFIXES)
        || (!system_is_missing_or_empty && public_starts_with(&HTML_4_01_PREFIXES))
    {
        QuirksMode::LimitedQuirks
    } else {
        QuirksMode::NoQuirks
    }
}

const QUIRKS_PUBLIC_IDS: [&str; 3] =
    ["-//W3O//DTD W3 HTML Strict 3.0//EN//", "-/W3C/DTD HTML 4.0 Transitional/EN", "HTML"];

const QUIRKS_SYSTEM_ID: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

const QUIRKS_PUBLIC_ID_PREFIXES: [&str; 55] = [
    "+//Silmaril//dtd html Pro v0r11 19970101//",
    "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
    "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//",
    "-//IETF//DTD HTML 2.0 Strict Level 1//",
    "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//",
    "-//IETF//DTD HTML 2.0//",
    "-//IETF//DTD HTML 2.1E//",
    "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//",
    "-//IETF//DTD HTML 3.2//",
    "-//IETF//DTD HTML 3//",
    "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//",
    "-//IETF//DTD HTML Level 2//",
    "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//",
    "-//IETF//DTD HTML Strict Level 1//",
    "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//",
    "-//IETF//DTD HTML Strict//",
    "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//",
    "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//",
    "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//",
    "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
    "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//",
    "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//",
    "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//",
    "-//W3C//DTD HTML 3.2 Draft//",
    "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//",
    "-//W3C//DTD HTML 3.2S Draft//",
    "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//",
    "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//",
    "-//W3C//DTD W3 HTML//",
    "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//",
    "-//WebTechs//DTD Mozilla HTML//",
];

/// These public identifiers select quirks mode if the system identifier is missing, and limited-quirks mode otherwise.
const HTML_4_01_PREFIXES: [&str; 2] = ["-//W3C//DTD HTML 4.01 Frameset//", "-//W3C//DTD HTML 4.01 Transitional//"];

const LIMITED_QUIRKS_PUBLIC_ID_PREFIXES: [&str; 2] =
    ["-//W3C//DTD XHTML 1.0 Frameset//", "-//W3C//DTD XHTML 1.0 Transitional//"];

#[cfg(test)]
mod tests {
    use super::*;
    use limpid_markup::Span;

    fn mode(public_id: Option<&str>, system_id: Option<&str>) -> QuirksMode {
        quirks_mode(&Doctype { name: Some("html"), public_id, system_id, force_quirks: false, span: Span::default() })
    }

    #[test]
    fn an_empty_system_identifier_counts_as_missing_for_html_4_01() {
        let public = Some("-//w3c//dtd html 4.01 transitional//EN");
        assert_eq!(mode(public, None), QuirksMode::Quirks);
        assert_eq!(mode(public, Some("")), QuirksMode::Quirks);
        assert_eq!(mode(public, Some("x")), QuirksMode::LimitedQuirks);
    }

    #[test]
    fn public_and_system_identifiers() {
        assert_eq!(mode(None, None), QuirksMode::NoQuirks);
        assert_eq!(mode(None, Some("about:legacy-compat")), QuirksMode::NoQuirks);
        assert_eq!(mode(Some("html"), None), QuirksMode::Quirks);
        assert_eq!(mode(Some("HTML 5"), None), QuirksMode::NoQuirks);
        assert_eq!(mode(Some("-//W3C//DTD HTML 3.2 Final//EN"), None), QuirksMode::Quirks);
        assert_eq!(mode(Some("-//W3C//DTD XHTML 1.0 Frameset//EN"), None), QuirksMode::LimitedQuirks);
        assert_eq!(mode(None, Some(&QUIRKS_SYSTEM_ID.to_uppercase())), QuirksMode::Quirks);
    }
}
