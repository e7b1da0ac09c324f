use super::matches::{Match, Named, OutputPart, PrintOptions, resolved, split_field, with_position};
use crate::arguments::{Common, Format, FormatArgument, Globals, number, text};
use crate::exit::Exit;
use crate::failure::{Failure, warn_of_file};
use crate::hints;
use crate::json;
use crate::output::Layout;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_urls::document_base;
use crate::run::run;
use crate::style::Paint;
use anstyle::Style;
use clap::Args;
use limpid::LineIndex;
use limpid::links::Base;
use limpid::xpath::{XPath, XPathErrorCode, XPathNode, XPathOptions, XPathValue};
use serde_json::{Value, json};
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
The language is XPath 1.0 with the EXSLT functions for regular expressions (re:test), sets and strings. Each node is printed on its own line, or on several \
if it contains line ends: elements as `limpid select` prints them, attributes and texts as their value. A number, string or boolean is printed as it is; \
false, 0 and the empty string count as no match.

In HTML, names without a prefix match HTML elements, and the prefixes svg, math and xlink are declared. With --xml, names without a prefix match elements \
that are in no namespace; use --namespace to declare prefixes.

The time of most expressions is proportional to the size of the page. Expressions that compare each node with many others, such as \
//a[sum(preceding::*) > 3], can exceed the default number of steps on large pages. Such a page is reported as an error; --max-steps raises the limit.

Examples:
  limpid xpath '//a/@href' --base https://example.com/ page.html
  limpid xpath '//h2[following-sibling::p]' --text page.html
  limpid xpath 'count(//script[@src])' site/
  limpid xpath '//article' --field 'title=.//h2' --field 'link=.//a/@href' --format ndjson page.html
  limpid xpath --xml --namespace atom=http://www.w3.org/2005/Atom '//atom:entry/atom:title' feed.xml
  limpid xpath --variable 'name=Tea & milk' '//li[. = $name]' page.html
  limpid xpath --forbid --position '//img[not(@alt)]' site/      exit with 1 if there are any";

#[derive(Args, Debug)]
pub(crate) struct Xpath {
    /// The XPath expression
    #[arg(value_name = "XPATH", value_parser = text(|text| Ok::<_, String>(text.to_owned())))]
    expression: String,

    #[command(flatten)]
    pub(crate) common: Common,

    /// Declare a namespace prefix for the expressions; repeatable
    #[arg(long, value_name = "PREFIX=URL", value_parser = text(pair), help_heading = "Expression")]
    namespace: Vec<(String, String)>,

    /// Set the variable $NAME to a string; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = text(pair), help_heading = "Expression")]
    variable: Vec<(String, String)>,

    /// Maximum number of steps of an evaluation, about one per visited node
    ///
    /// A page that needs more steps is reported as an error. The default is proportional to the sizes of the page and the expression.
    #[arg(long, value_name = "N", value_parser = text(number::<u64>), help_heading = "Expression")]
    max_steps: Option<u64>,

    /// Print a record for each node, with this field: NAME=XPATH; repeatable
    #[arg(long, value_name = "FIELD", value_parser = text(field), help_heading = "Output", conflicts_with_all = ["text", "count", "attr"])]
    field: Vec<(String, String)>,

    #[command(flatten)]
    printing: PrintOptions,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(name, _)| !name.is_empty());
    pair.map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| format!("{text:?} is not of the form NAME=VALUE"))
}

fn field(text: &str) -> Result<(String, String), String> {
    let (name, expression) = split_field(text)?;
    Ok((name.to_owned(), expression.to_owned()))
}

struct Compiled<'a> {
    arguments: &'a Xpath,
    expression: XPath,
    fields: Vec<(&'a str, XPath)>,
    variables: Vec<(&'a str, XPathValue<'static>)>,
}

impl Xpath {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        let mut options = XPathOptions::new().exslt();
        for (prefix, namespace) in
            [("svg", limpid::Namespace::Svg), ("math", limpid::Namespace::MathMl), ("xlink", limpid::Namespace::XLink)]
        {
            options = options.namespace(prefix, namespace);
        }
        for (prefix, url) in &self.namespace {
            options = options.namespace_url(prefix, url);
        }
        if let Some(steps) = self.max_steps {
            options = options.max_steps(steps);
        }
        let compile = |argument: &str, text: &str| {
            options.compile(text).map_err(|error| {
                let is_css = hints::is_css(text);
                let advice = if is_css { "; this is a CSS selector: use `limpid select`" } else { "" };
                let message = format!("{}{advice}", hints::for_xpath(&error, error.message()));
                Failure::Argument(format!("{argument}: {}", with_position(&message, text, error.offset())))
            })
        };
        let fields = self.field.iter().map(|(name, text)| Ok((&**name, compile("--field <FIELD>", text)?)));
        let compiled = Compiled {
            arguments: self,
            expression: compile("<XPATH>", &self.expression)?,
            fields: fields.collect::<Result<_, Failure>>()?,
            variables: self.variable.iter().map(|(name, value)| (&**name, value.as_str().into())).collect(),
        };
        warn_of_file("<XPATH>", &self.expression);
        run(&compiled, &self.common, self.output.format, globals)
    }
}

impl Compiled<'_> {
    /// Evaluates an expression. An error ends the command, because the expression would fail on every page.
    fn evaluate<'d>(&self, expression: &XPath, node: &XPathNode<'d>) -> io::Result<XPathValue<'d>> {
        expression.evaluate_with(node.clone(), &self.variables).map_err(io::Error::other)
    }

    /// Returns the output for a node; `None` if it has none of the requested attributes or fields.
    fn item<'d>(&self, node: &XPathNode<'d>, base: Option<&Base>) -> io::Result<Option<Match>> {
        let Xpath { printing, common, .. } = self.arguments;
        let mut fields = Named::new();
        for (name, expression) in &self.fields {
            let value = self.evaluate(expression, node)?;
            let is_empty = matches!(&value, XPathValue::Nodes(nodes) if nodes.is_empty());
            let text = match value.nodes().first() {
                Some(XPathNode::Attribute { owner, attribute, .. }) => {
                    resolved(owner, &attribute.qualified_name(), attribute.value(), base)
                }
                Some(XPathNode::Node(node)) if node.is_element() => node.inner_text(),
                _ => value.to_string(),
            };
            fields.push(((*name).to_owned(), (!is_empty).then_some(text)));
        }
        let fields = (!self.fields.is_empty()).then_some(fields);
        if let XPathNode::Node(element) = node
            && (element.is_element() || element.parent().is_none())
        {
            return Ok(printing.element(*element, fields, common, base));
        }
        // A namespace node has the position of its element, because an ancestor may declare the namespace. A node that a function created has no
        // position.
        let span = match node {
            XPathNode::Attribute { attribute, .. } => attribute.name_span(),
            XPathNode::Node(node) => node.span(),
            _ => None,
        };
        let span = span.or_else(|| node.parent()?.start_tag());
        let (name, key, value) = match node {
            XPathNode::Created { name, text, .. } => {
                let name = if name.is_empty() { "text()" } else { name };
                (name.to_owned(), "text", text.clone().into())
            }
            XPathNode::Attribute { owner, attribute, .. } => {
                let name = attribute.qualified_name().into_owned();
                let value = resolved(*owner, &name, attribute.value(), base);
                (format!("@{name}"), "value", value)
            }
            XPathNode::Namespace { prefix, url, .. } => (format!("xmlns:{prefix}"), "value", (*url).to_owned()),
            XPathNode::Node(node) if node.text().is_some() => {
                ("text()".to_owned(), "text", node.text().unwrap_or_default().to_owned())
            }
            XPathNode::Node(node) if node.comment().is_some() => {
                ("comment()".to_owned(), "value", node.comment().unwrap_or_default().to_owned())
            }
            node => ("processing-instruction()".to_owned(), "value", node.string_value().into_owned()),
        };
        let part = match fields {
            Some(fields) => OutputPart::named("fields", fields),
            None if printing.needs_elements() => None,
            None => Some(OutputPart::of(key, value)),
        };
        Ok(part.map(|part| Match { start: span.map(|span| span.start), name, parts: vec![part] }))
    }

    fn write_value(&self, page: &Page<'_>, value: &XPathValue<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        if self.arguments.output.format == Format::Text {
            writeln!(out, "{}", page.paint.content(Style::new(), value.to_string()))?;
        } else {
            let value: Value = match value {
                XPathValue::Number(number) => json!(number),
                XPathValue::Boolean(boolean) => json!(boolean),
                value => json!(value.to_string()),
            };
            json::object(out, page, &json!({ "value": value }))?;
        }
        Ok(if value.boolean() { Findings::Some } else { Findings::None })
    }
}

impl PageCommand for Compiled<'_> {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        self.arguments.printing.layout(format, has_several_pages)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let Xpath { printing, output, .. } = self.arguments;
        let document = page.parse_with(false, printing.wants_spans(output.format));
        let lines = LineIndex::new(document.source());
        let base = printing.base.as_ref().map(|base| document_base(Some(base), page, &document));
        let nodes = match self.expression.evaluate_with(document.root(), &self.variables) {
            Ok(XPathValue::Nodes(nodes)) => nodes,
            Ok(value) => return self.write_value(page, &value, out),
            // Only this page fails: other pages may need fewer steps.
            Err(error) if error.code() == XPathErrorCode::StepLimit => {
                return Ok(Findings::Refused(format!("<XPATH>: {}", hints::evaluation_message(&error))));
            }
            Err(error) => return Err(io::Error::other(error)),
        };
        if nodes.is_empty() {
            printing.check_other_trees(&document, |root| {
                let value = self.expression.evaluate_with(root, &self.variables);
                value.is_ok_and(|value| !value.nodes().is_empty())
            });
        }
        if printing.count {
            return PrintOptions::write_count(page, output.format, nodes.len(), out);
        }
        let mut failure = None;
        let matches = nodes.iter().map_while(|node| match self.item(&node, base.as_ref()) {
            Ok(item) => Some(item),
            Err(error) => {
                failure = Some(error);
                None
            }
        });
        let findings = printing.write(page, output.format, matches.flatten(), &lines, out)?;
        failure.map_or(Ok(findings), Err)
    }

    fn is_negative(&self, has_findings: bool) -> bool {
        self.arguments.printing.is_negative(has_findings)
    }

    fn end(&self, has_findings: bool, _: bool, _: Paint, _: &mut dyn Write) -> io::Result<()> {
        self.arguments.printing.end(has_findings);
        Ok(())
    }
}
