//! html5ever's public paths and macros exist.

#[allow(unused_imports, reason = "tests that the paths exist")]
use crate::html5ever::{
    Attribute, ExpandedName, LocalName, LocalNameStaticSet, Namespace, NamespaceStaticSet, ParseOpts, Parser, Prefix,
    PrefixStaticSet, QualName, SmallCharSet, TokenizerResult, buffer_queue, data, driver, interface, parse_document,
    parse_fragment, serialize, smallcharset, tendril, tokenizer, tree_builder,
};
#[allow(unused_imports, reason = "tests that the paths exist")]
use crate::html5ever::{
    buffer_queue::BufferQueue as _,
    driver::{ParseOpts as _, Parser as _, parse_document as _, parse_fragment as _, parse_fragment_for_element},
    interface::{ElementFlags as _, NodeOrText as _, Tracer as _, TreeSink as _},
    serialize::{AttrRef, HtmlSerializer, Serialize, SerializeOpts, Serializer, TraversalScope},
    tendril::{ByteTendril, StrTendril, TendrilSink, format_tendril, stream::Utf8LossyDecoder},
    tokenizer::{
        BufferQueue, CharacterTokens, CommentToken, Doctype, DoctypeToken, EOFToken, EndTag, FromSet, NotFromSet,
        NullCharacterToken, ParseError, ProcessResult, SetResult, StartTag, Tag, TagKind, TagToken, Token, TokenSink,
        TokenSinkResult, Tokenizer, TokenizerOpts,
        states::{
            AttrValueKind, Data, DoctypeIdKind, DoubleQuoted, Plaintext, Public, RawData, RawKind, Rawtext, Rcdata,
            ScriptData, ScriptEscapeKind, State, System,
        },
    },
    tree_builder::{
        AppendNode, AppendText, ElemName, ElementFlags, LimitedQuirks, NoQuirks, NodeOrText, Quirks, QuirksMode,
        Tracer, TreeBuilder, TreeBuilderOpts, TreeSink, create_element, create_element_with_flags,
    },
};

#[test]
fn macros_create_names() {
    let name = QualName::new(Some(namespace_prefix!("")), ns!(svg), local_name!("svg"));
    assert_eq!(name.expanded(), expanded_name!(svg "svg"));
    assert!(matches!(name.ns, ns!(svg)));
    assert_eq!(&*Namespace::from(namespace_url!("http://www.w3.org/2000/svg")), "http://www.w3.org/2000/svg");
    let set: SmallCharSet = small_char_set!(b'<' b'&');
    assert_eq!(set.nonmember_prefix_len("ab<c"), 2);
    assert_eq!(data::NAMED_ENTITIES.get("gt;"), Some(&(62, 0)));
}

#[test]
fn options_have_html5evers_defaults() {
    let ParseOpts { tokenizer, tree_builder } = ParseOpts::default();
    assert!(
        tokenizer.discard_bom && !tokenizer.exact_errors && !tokenizer.profile && tokenizer.initial_state.is_none()
    );
    assert!(tree_builder.scripting_enabled && !tree_builder.exact_errors);
    assert!(!tree_builder.iframe_srcdoc && !tree_builder.drop_doctype && tree_builder.quirks_mode == NoQuirks);
}

#[test]
fn tags_are_compared_without_order_of_attributes() {
    let tag = |names: [&str; 2]| Tag {
        kind: StartTag,
        name: local_name!("a"),
        self_closing: false,
        attrs: names.map(|name| Attribute { name: QualName::new(None, ns!(), name.into()), value: "".into() }).to_vec(),
        had_duplicate_attributes: false,
    };
    assert!(tag(["b", "c"]).equiv_modulo_attr_order(&Tag { self_closing: true, ..tag(["c", "b"]) }));
    assert!(!tag(["b", "c"]).equiv_modulo_attr_order(&tag(["b", "d"])));
    assert!(!tag(["b", "c"]).equiv_modulo_attr_order(&Tag { kind: EndTag, ..tag(["b", "c"]) }));
}
