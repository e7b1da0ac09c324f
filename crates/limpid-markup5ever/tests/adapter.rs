//! The sequence of calls to a sink of markup5ever.

use limpid_markup5ever::{
    Adapter, AdapterOptions, ParseOptions, Stage, fragment_builder, parse_document, parse_fragment,
};
use limpid_tokenizer::{Tokenizer, TokenizerOptions, tokenize};
use limpid_tree_builder::{ScriptingMode, TreeBuilder, TreeBuilderOptions};
use markup5ever::interface::{
    AppendNode, AppendText, Attribute, ElemName, ElementFlags, NodeOrText, QualName, QuirksMode, TreeSink,
};
use markup5ever::tendril::StrTendril;
use markup5ever::{LocalName, Namespace, local_name, ns};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// A sink that logs its calls.
#[derive(Default)]
struct Log {
    calls: RefCell<Vec<String>>,
    texts: RefCell<Vec<StrTendril>>,
    attaches: bool,
    is_integration_point: bool,
}

#[derive(Clone)]
struct Node(Rc<Option<QualName>>);

#[derive(Debug)]
struct Name(QualName);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str((*self.0).as_ref().map_or("#", |name| &name.local))
    }
}

impl Log {
    fn log(&self, call: String) {
        self.calls.borrow_mut().push(call);
    }

    fn child(&self, child: NodeOrText<Node>) -> String {
        match child {
            AppendNode(node) => node.to_string(),
            AppendText(text) => {
                let shown = format!("{:?}", &*text);
                self.texts.borrow_mut().push(text);
                shown
            }
        }
    }
}

fn shown(attributes: &[Attribute]) -> String {
    let shown = |Attribute { name, value }: &Attribute| {
        let prefix = name.prefix.as_ref().map_or(String::new(), |prefix| format!("[{prefix}]"));
        let ns = if name.ns == ns!() { String::new() } else { format!("{{{}}}", name.ns) };
        format!(" {prefix}{ns}{}={value}", name.local)
    };
    attributes.iter().map(shown).collect()
}

impl TreeSink for Log {
    type Handle = Node;
    type Output = Log;
    type ElemName<'a> = Name;

    fn finish(self) -> Log {
        self
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.log(format!("error {message}"));
    }

    fn get_document(&self) -> Node {
        Node(Rc::new(None))
    }

    fn elem_name<'a>(&'a self, target: &'a Node) -> Name {
        Name((*target.0).clone().expect("an element"))
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Node {
        let mut marks = String::new();
        for (is_set, mark) in [
            (flags.template, "T"),
            (flags.mathml_annotation_xml_integration_point, "P"),
            (flags.had_duplicate_attributes, "D"),
        ] {
            marks.push_str(if is_set { mark } else { "" });
        }
        self.log(format!("create {}{marks}{}", name.local, shown(&attrs)));
        Node(Rc::new(Some(name)))
    }

    fn create_comment(&self, text: StrTendril) -> Node {
        self.log(format!("comment {text}"));
        Node(Rc::new(None))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Node {
        self.log(format!("pi {target} {data}"));
        Node(Rc::new(None))
    }

    fn append(&self, parent: &Node, child: NodeOrText<Node>) {
        self.log(format!("append {parent} {}", self.child(child)));
    }

    fn append_based_on_parent_node(&self, element: &Node, prev_element: &Node, child: NodeOrText<Node>) {
        self.log(format!("foster {element} {prev_element} {}", self.child(child)));
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        self.log(format!(
            "doctype {name} {public_id:?} {system_id:?}",
            public_id = &*public_id,
            system_id = &*system_id
        ));
    }

    fn mark_script_already_started(&self, node: &Node) {
        self.log(format!("started {node}"));
    }

    fn pop(&self, node: &Node) {
        self.log(format!("pop {node}"));
    }

    fn get_template_contents(&self, target: &Node) -> Node {
        let name = QualName::new(None, ns!(), LocalName::from(format!("{target}-contents")));
        Node(Rc::new(Some(name)))
    }

    fn same_node(&self, x: &Node, y: &Node) -> bool {
        Rc::ptr_eq(&x.0, &y.0)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.log(format!("{mode:?}"));
    }

    fn append_before_sibling(&self, sibling: &Node, new_node: NodeOrText<Node>) {
        self.log(format!("before {sibling} {}", self.child(new_node)));
    }

    fn add_attrs_if_missing(&self, target: &Node, attrs: Vec<Attribute>) {
        self.log(format!("add {target}{}", shown(&attrs)));
    }

    fn associate_with_form(&self, target: &Node, form: &Node, nodes: (&Node, Option<&Node>)) {
        let previous = nodes.1.map_or(String::new(), |previous| format!(" {previous}"));
        self.log(format!("associate {target} {form} {}{previous}", nodes.0));
    }

    fn remove_from_parent(&self, target: &Node) {
        self.log(format!("remove {target}"));
    }

    fn reparent_children(&self, node: &Node, new_parent: &Node) {
        self.log(format!("reparent {node} {new_parent}"));
    }

    fn is_mathml_annotation_xml_integration_point(&self, _: &Node) -> bool {
        self.is_integration_point
    }

    fn set_current_line(&self, line_number: u64) {
        self.log(format!("line {line_number}"));
    }

    fn attach_declarative_shadow(&self, location: &Node, template: &Node, attrs: &[Attribute]) -> bool {
        self.log(format!("shadow {location} {template}{}", shown(attrs)));
        self.attaches
    }

    fn maybe_clone_an_option_into_selectedcontent(&self, option: &Node) {
        self.log(format!("option {option}"));
    }
}

fn options() -> ParseOptions {
    let tree_builder =
        TreeBuilderOptions::default().scripting(ScriptingMode::Normal).allow_declarative_shadow_roots(true);
    ParseOptions::default().tree_builder(tree_builder)
}

/// Returns the calls for a document, except the first ones, which are the same for all documents, errors and pops.
fn calls(input: &str) -> Vec<String> {
    let page = format!("<!DOCTYPE html><head></head><body>{input}");
    let log = parse_document(Log::default(), page, options());
    log.calls
        .into_inner()
        .into_iter()
        .skip(9)
        .filter(|call| !call.starts_with("pop") && !call.starts_with("error"))
        .collect()
}

#[test]
fn elements_have_names_attributes_and_flags() {
    assert_eq!(
        calls("<p A=1 a=2 data-X='y&amp;z'>")[..2],
        ["create pD a=1 data-x=y&z", "append body p"],
        "a duplicate attribute is dropped, and flagged"
    );
    assert_eq!(calls("<x-y Ünï=code>")[0], "create x-y Ünï=code");
    assert_eq!(calls("<template>")[..2], ["create templateT", "append body template"]);
    let svg = calls("<svg viewbox=1 xlink:href=2 xmlns='http://www.w3.org/2000/svg' xml:lang=3><foreignobject>");
    assert_eq!(
        svg[0],
        "create svg viewBox=1 [xlink]{http://www.w3.org/1999/xlink}href=2 \
         []{http://www.w3.org/2000/xmlns/}xmlns=http://www.w3.org/2000/svg \
         [xml]{http://www.w3.org/XML/1998/namespace}lang=3"
    );
    assert_eq!(svg[2], "create foreignObject");
    assert_eq!(calls("<math><annotation-xml encoding=Text/HTML>")[2], "create annotation-xmlP encoding=Text/HTML");
    assert_eq!(calls("<math><annotation-xml>")[2], "create annotation-xml");
}

#[test]
fn doctype_quirks_mode_and_pops_are_reported() {
    let log = parse_document(Log::default(), "<!DOCTYPE a PUBLIC 'b'>x", options()).calls.into_inner();
    let expected = [
        "error unknown-doctype",
        "doctype a \"b\" \"\"",
        "Quirks",
        "create html",
        "append # html",
        "create head",
        "append html head",
        "pop head",
        "create body",
        "append html body",
        "append body \"x\"",
        "pop body",
        "pop html",
    ];
    assert_eq!(log[1..], expected[1..]);
    let dropping = options().adapter(AdapterOptions::default().drop_doctype(true));
    let log = parse_document(Log::default(), "<!DOCTYPE html>", dropping).calls.into_inner();
    assert_eq!(log[..2], ["NoQuirks", "create html"]);
}

#[test]
fn sink_decides_about_foster_parenting() {
    let calls = calls("<form><table>a<input><tr>b");
    let expected = [
        "create form",
        "append body form",
        "create table",
        "append form table",
        "foster table form \"a\"",
        "create input",
        "associate input form table form",
        "foster table form input",
    ];
    assert_eq!(calls[..8], expected);
    assert_eq!(calls.last().map(String::as_str), Some("foster table form \"b\""));
}

#[test]
fn form_controls_are_associated() {
    let calls = calls("<form><div><input><input form=x>");
    assert_eq!(
        calls.iter().filter(|call| call.starts_with("associate")).collect::<Vec<_>>(),
        ["associate input form div"]
    );
}

#[test]
fn options_and_scripts_are_reported() {
    let log = calls("<select><option>a<option>b</select>");
    assert_eq!(log.iter().filter(|call| call.starts_with("option")).count(), 2);
    assert_eq!(calls("<script>x").last().map(String::as_str), Some("started script"));
    let log = parse_document(Log::default(), "<option>a</option>", options()).calls.into_inner();
    let at = log.iter().position(|call| call == "option option").expect("the option ends");
    assert_eq!(log[at - 1], "pop option");
}

#[test]
fn processing_instructions_are_comments_by_default() {
    let input = "<?a  b?><?c?><?d e><?xml f?>";
    let comments: Vec<_> = calls(input).into_iter().filter(|call| call.starts_with("comment")).collect();
    assert_eq!(comments, ["comment ?a  b?", "comment ?c?", "comment ?d e", "comment ?xml f?"]);
    let asking = options().adapter(AdapterOptions::default().processing_instructions(true));
    let log = parse_document(Log::default(), input, asking).calls.into_inner();
    let made: Vec<_> = log.iter().filter(|call| call.starts_with("pi") || call.starts_with("comment")).collect();
    assert_eq!(made, ["pi a b", "pi c ", "pi d e", "comment ?xml f?"]);
    // The tokenizer produces processing instructions, and the adapter converts them to comments.
    let mut builder =
        TreeBuilder::new(Adapter::new(Log::default(), AdapterOptions::default()), TreeBuilderOptions::default());
    tokenize("<?a b?><?c?>", &mut builder);
    let log = builder.finish().into_sink().calls.into_inner();
    assert_eq!(
        log.iter().filter(|call| call.starts_with("comment")).collect::<Vec<_>>(),
        ["comment ?a b", "comment ?c"]
    );
}

#[test]
fn shadow_roots_have_the_attributes_of_the_template() {
    let input = "<!DOCTYPE html><body><div><template shadowrootmode=closed id=a>x</template>";
    let attaching = Log { attaches: true, ..Log::default() };
    let log = parse_document(attaching, input, options()).calls.into_inner();
    let at = log.iter().position(|call| call.starts_with("shadow")).expect("a shadow root");
    assert_eq!(log[at], "shadow div template shadowrootmode=closed id=a");
    assert_eq!(log[at + 1], "append template-contents \"x\"");
    let log = parse_document(Log::default(), input, options()).calls.into_inner();
    assert_eq!(log[at + 1], "append div template");
    let refusing = ParseOptions::default();
    let log = parse_document(Log { attaches: true, ..Log::default() }, input, refusing).calls.into_inner();
    assert!(!log.iter().any(|call| call.starts_with("shadow")));
}

#[test]
fn second_body_adds_attributes() {
    assert_eq!(calls("<body a=1>")[0], "add body a=1");
}

#[test]
fn misnested_formatting_moves_nodes() {
    let calls = calls("<b><p>x</b>");
    let moves: Vec<_> = calls.iter().filter(|call| !call.starts_with("create")).map(String::as_str).collect();
    assert_eq!(
        moves,
        ["append body b", "append b p", "append p \"x\"", "remove p", "append body p", "reparent p b", "append p b"]
    );
}

#[test]
fn lines_are_reported_before_their_tokens() {
    let log =
        parse_document(Log::default(), "<!DOCTYPE html>\n<p>\r\n\r<b\n>x\n\n<!---->", options()).calls.into_inner();
    let lines = |call: &str| {
        let at = log.iter().position(|other| other == call).expect(call);
        log[..at].iter().rfind(|call| call.starts_with("line")).map(String::as_str)
    };
    assert_eq!(lines("doctype html \"\" \"\""), None);
    assert_eq!(lines("create html"), Some("line 2"));
    assert_eq!(lines("create b"), Some("line 5"));
    assert_eq!(lines("comment "), Some("line 7"));
}

#[test]
fn text_shares_the_memory_of_the_input() {
    let texts = parse_document(Log::default(), "<p>text that is long<i>short</i>with &amp; reference", options()).texts;
    let texts = texts.into_inner();
    assert!(texts[0].is_shared());
    assert!(!texts[1].is_shared(), "short text is stored inline");
    let together: String = texts.iter().map(|text| &**text).collect();
    assert_eq!(together, "text that is longshortwith & reference");
}

#[test]
fn exact_errors_have_positions() {
    let errors = |options| {
        let log = parse_document(Log::default(), "<!DOCTYPE html></p>\u{1}", options).calls.into_inner();
        log.into_iter().filter(|call| call.starts_with("error")).collect::<Vec<_>>()
    };
    assert_eq!(errors(options()).len(), 1);
    let exact = errors(options().adapter(AdapterOptions::default().exact_errors(true)));
    assert!(exact.contains(&"error control-character-in-input-stream at 19..20".to_owned()), "{exact:?}");
    assert!(exact[0].ends_with(" at 15..19"), "{exact:?}");
}

fn qual_name(local: LocalName) -> QualName {
    QualName::new(None, ns!(html), local)
}

#[test]
fn fragment_parsing_depends_on_the_context() {
    let context = qual_name(local_name!("tr"));
    let log = parse_fragment(Log::default(), "<td>x", context, Vec::new(), options()).calls.into_inner();
    let calls: Vec<_> = log.iter().filter(|call| !call.starts_with("error")).map(String::as_str).collect();
    assert_eq!(calls[..4], ["create tr", "create html", "append # html", "create td"]);
    let context = qual_name(local_name!("textarea"));
    let log = parse_fragment(Log::default(), "<b>", context, Vec::new(), options()).calls.into_inner();
    assert_eq!(log[3], "append html \"<b>\"");
    let context = qual_name(local_name!("div"));
    let log = parse_fragment(Log::default(), "<script></script>", context, Vec::new(), options()).calls.into_inner();
    assert_eq!(log[3..5], ["create script", "started script"]);
}

/// Parses a fragment for an element that exists in the sink.
fn fragment(sink: Log, input: &str, context: QualName, form: Option<QualName>) -> Vec<String> {
    let node = |name: QualName| Node(Rc::new(Some(name)));
    let adapter = Adapter::new(sink, AdapterOptions::default());
    let mut builder = fragment_builder(adapter, TreeBuilderOptions::default(), node(context), form.map(node));
    let mut stage = Stage::new(&mut builder, false);
    Tokenizer::new(TokenizerOptions::default()).run(input, &mut stage);
    builder.finish().into_sink().calls.into_inner()
}

#[test]
fn fragment_builder_uses_the_existing_element() {
    let div = qual_name(local_name!("div"));
    let form = qual_name(local_name!("form"));
    let forms = |context: &QualName, form: Option<&QualName>| {
        let calls = fragment(Log::default(), "<form>", context.clone(), form.cloned());
        calls.iter().filter(|call| *call == "create form").count()
    };
    assert_eq!(forms(&div, None), 1);
    assert_eq!(forms(&div, Some(&form)), 0, "a form in a form is ignored, and the parse creates no form of its own");
    assert_eq!(forms(&form, None), 0);
    let annotation = QualName::new(None, ns!(mathml), local_name!("annotation-xml"));
    let created = |is_integration_point| {
        let sink = Log { is_integration_point, ..Log::default() };
        fragment(sink, "<svg><a/></svg><p>", annotation.clone(), None).iter().filter(|call| *call == "create p").count()
    };
    assert_eq!((created(false), created(true)), (1, 1));
    let html = Log { is_integration_point: true, ..Log::default() };
    assert!(fragment(html, "</p>", annotation.clone(), None).contains(&"create p".to_owned()));
    assert!(fragment(Log::default(), "<x><![CDATA[y]]>", annotation, None).contains(&"append x \"y\"".to_owned()));
}

#[test]
fn depth_limit_applies_and_can_be_removed() {
    use markup5ever_rcdom::{Handle, RcDom};
    fn depth(node: &Handle) -> usize {
        let mut levels = vec![node.clone()];
        for depth in 0.. {
            let below: Vec<_> = levels.iter().flat_map(|node| node.children.borrow().clone()).collect();
            if below.is_empty() {
                return depth;
            }
            levels = below;
        }
        0
    }
    let input = "<div><b>".repeat(1000) + "x";
    let limited = parse_document(RcDom::default(), &*input, ParseOptions::default());
    let elements = limpid_markup::Limits::default().depth as usize;
    assert_eq!(depth(&limited.document), elements + 1, "the elements and the text");
    let unlimited = TreeBuilderOptions::default().limits(limpid_markup::Limits::none());
    let dom = parse_document(RcDom::default(), &*input, ParseOptions::default().tree_builder(unlimited));
    assert_eq!(depth(&dom.document), 2003, "html, body, the elements and the text");
}
