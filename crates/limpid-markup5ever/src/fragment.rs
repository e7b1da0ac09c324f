//! Starts a fragment parse whose context element exists in the sink.

use crate::names::from_namespace;
use crate::session::FragmentStart;
use crate::{Adapter, Attachment};
use limpid_markup::{AttributeRecord, LocalName, Namespace, QuirksMode, Span, TokenAttributes};
use limpid_tree_builder::{ContextElement, TreeBuilder, TreeBuilderOptions};
use markup5ever::interface::{ElemName, TreeSink};

/// The attribute `encoding="text/html"`, as name and value. No other attribute of a context element affects parsing.
const HTML_ENCODING: &str = "encodingtext/html";

const HTML_ENCODING_RECORDS: [AttributeRecord; 1] = [AttributeRecord {
    name: LocalName::ENCODING,
    name_is_built: false,
    value_is_built: false,
    name_span: Span { start: 0, end: 8 },
    value_span: Span { start: 8, end: 17 },
    built_name: Span { start: 0, end: 0 },
    built_value: Span { start: 0, end: 0 },
}];

/// Returns the attributes of an `annotation-xml` that is an HTML integration point.
pub(crate) fn html_encoding() -> TokenAttributes<'static> {
    TokenAttributes::new(&HTML_ENCODING_RECORDS, HTML_ENCODING, 0, "")
}

/// Creates a tree builder for the content of an element that exists in the sink. `form` is the form that contains the element, if any.
///
/// ```
/// use limpid_markup5ever::{Adapter, AdapterOptions, Borrowed, Session, fragment_builder};
/// use limpid_tokenizer::tokenize;
/// use limpid_tree_builder::TreeBuilderOptions;
/// use markup5ever::interface::create_element;
/// use markup5ever::{QualName, local_name, ns};
/// use markup5ever_rcdom::RcDom;
///
/// let (sink, session) = (RcDom::default(), Session::new(AdapterOptions::default()));
/// let row = create_element(&sink, QualName::new(None, ns!(html), local_name!("tr")), Vec::new());
/// let adapter = Adapter(Borrowed { sink: &sink, session: &session });
/// let mut builder = fragment_builder(adapter, TreeBuilderOptions::default(), row, None);
/// tokenize("<td>1<td>2", &mut builder);
/// builder.finish();
/// assert_eq!(sink.document.children.borrow()[0].children.borrow().len(), 2);
/// ```
pub fn fragment_builder<A: Attachment>(
    adapter: Adapter<A>,
    options: TreeBuilderOptions,
    context: <A::Sink as TreeSink>::Handle,
    form: Option<<A::Sink as TreeSink>::Handle>,
) -> TreeBuilder<Adapter<A>> {
    let (sink, session) = (adapter.0.sink(), adapter.0.session());
    let name = sink.elem_name(&context);
    let (namespace, local_name) = (from_namespace(name.ns()), name.local_name().clone());
    drop(name);
    let is_form = namespace == Namespace::Html && &*local_name == "form";
    let form = form.or_else(|| is_form.then(|| context.clone()));
    let is_annotation = namespace == Namespace::MathMl && &*local_name == "annotation-xml";
    let attributes = match is_annotation && sink.is_mathml_annotation_xml_integration_point(&context) {
        true => html_encoding(),
        false => TokenAttributes::EMPTY,
    };
    let fragment = ContextElement {
        namespace,
        local_name: &local_name,
        attributes,
        quirks_mode: options.quirks_mode,
        is_in_form: form.is_some(),
        is_shadow_host: false,
    };
    {
        let mut nodes = session.nodes.borrow_mut();
        let context = nodes.add(context);
        let form = form.map(|form| nodes.add(form));
        session.start.set(match options.allow_declarative_shadow_roots {
            true => FragmentStart::Context { context, form },
            false => FragmentStart::Root { form },
        });
    }
    let builder = TreeBuilder::new_fragment(adapter, options, &fragment);
    builder.sink().0.session().start.set(FragmentStart::Done);
    builder
}

/// Converts markup5ever's quirks mode to limpid's.
///
/// ```
/// use limpid_markup5ever::quirks_mode;
/// assert_eq!(quirks_mode(markup5ever::interface::Quirks), limpid_markup::QuirksMode::Quirks);
/// ```
pub fn quirks_mode(mode: markup5ever::interface::QuirksMode) -> QuirksMode {
    match mode {
        markup5ever::interface::Quirks => QuirksMode::Quirks,
        markup5ever::interface::LimitedQuirks => QuirksMode::LimitedQuirks,
        markup5ever::interface::NoQuirks => QuirksMode::NoQuirks,
    }
}
