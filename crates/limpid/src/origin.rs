//! The options of a parse as the document keeps them, so that its source can be edited: what is written is parsed as it was.

use crate::{Document, FragmentContext, ParseOptions};
use limpid_dom::{ParseFacts, ParseOrigin};
use limpid_tree_builder::ScriptingMode;
use std::sync::Arc;

const SCRIPTING: u32 = 0b11;
const IFRAME_SRCDOC: u32 = 1 << 2;
const CONTENT_PATCHING: u32 = 1 << 3;
const OPTION_CLONING: u32 = 1 << 4;
const INFOSET_COERCION: u32 = 1 << 5;
const SHADOW_ROOTS_SET: u32 = 1 << 6;
const SHADOW_ROOTS: u32 = 1 << 7;
const IN_FORM: u32 = 1 << 8;
const SHADOW_HOST: u32 = 1 << 9;

const FRAGMENT: u32 = 1 << 10;

const SCRIPTING_MODES: [ScriptingMode; 4] =
    [ScriptingMode::Normal, ScriptingMode::Disabled, ScriptingMode::Inert, ScriptingMode::Fragment];

/// Has the document keep the options and the context that it was parsed with.
#[inline]
pub(crate) fn note(document: &mut Document<'_>, options: &ParseOptions, context: Option<&FragmentContext>) {
    ParseFacts::of(document).origin = Some(of(options, context));
    if let Some(context) = context.filter(|context| !context.is_named_by_html_name()) {
        ParseFacts::keep_context(document, Arc::new(context.clone()));
    }
}

fn of(options: &ParseOptions, context: Option<&FragmentContext>) -> ParseOrigin {
    let scripting = SCRIPTING_MODES.iter().position(|mode| *mode == options.tree_builder.scripting).unwrap_or(0);
    let flags = [
        (IFRAME_SRCDOC, options.tree_builder.iframe_srcdoc),
        (CONTENT_PATCHING, options.tree_builder.content_patching),
        (OPTION_CLONING, options.option_cloning),
        (INFOSET_COERCION, options.infoset_coercion),
        (SHADOW_ROOTS_SET, options.declarative_shadow_roots.is_some()),
        (SHADOW_ROOTS, options.declarative_shadow_roots == Some(true)),
        (IN_FORM, context.is_some_and(FragmentContext::is_in_form)),
        (SHADOW_HOST, context.is_some_and(FragmentContext::is_shadow_host)),
        (FRAGMENT, context.is_some()),
    ];
    let flags = flags.iter().fold(0, |all, &(flag, is_set)| if is_set { all | flag } else { all });
    ParseOrigin { options: scripting as u32 | flags, limits: options.tree_builder.limits }
}

/// Parses a text as the source of a document was parsed.
pub(crate) fn parse_again<'i>(text: &'i str, document: &Document<'_>, origin: ParseOrigin) -> Document<'i> {
    let has = |flag| origin.options & flag != 0;
    let mut options = ParseOptions::new()
        .scripting(SCRIPTING_MODES[(origin.options & SCRIPTING) as usize])
        .iframe_srcdoc(has(IFRAME_SRCDOC))
        .content_patching(has(CONTENT_PATCHING))
        .option_cloning(has(OPTION_CLONING))
        .infoset_coercion(has(INFOSET_COERCION))
        .limits(origin.limits)
        .errors(false)
        .spans(true);
    if has(SHADOW_ROOTS_SET) {
        options = options.allow_declarative_shadow_roots(has(SHADOW_ROOTS));
    }
    if !has(FRAGMENT) {
        return options.parse(text);
    }
    let kept = ParseFacts::context(document).and_then(|context| context.downcast_ref::<FragmentContext>());
    let context = kept.cloned().unwrap_or_else(|| FragmentContext::from(document.fragment_context().as_str()));
    let mode = document.quirks_mode();
    options.parse_fragment(text, context.quirks_mode(mode).in_form(has(IN_FORM)).shadow_host(has(SHADOW_HOST)))
}
