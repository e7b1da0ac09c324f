//! What the full module adds to `Tree`: XPath, Markdown, links, tables, content, metadata and edited source.

use crate::error::{argument, error, query_error};
use crate::tree::Tree;
use js_sys::Array;
use limpid::content::{ContentExt as _, ContentOptions, Metadata, MetadataDate, MetadataValue, PageKind};
use limpid::links::{Base, Url, links};
use limpid::xpath::{XPathNode, XPathOptions, XPathValue};
use limpid::{MarkdownOptions, NodeRef, SourceOptions};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::*;

/// Parses the address of a page.
fn url_of(base: Option<String>) -> Result<Option<Url>, JsValue> {
    let parse = |base: String| {
        Url::parse(&base).map_err(|reason| {
            argument(format!("{base:?} is not an absolute URL ({reason}); pass one such as https://example.org/"))
        })
    };
    base.map(parse).transpose()
}

/// The main content of a page.
#[wasm_bindgen]
pub struct ContentResult {
    tree: Option<Tree>,
    nodes: Vec<u32>,
    comments: Vec<u32>,
    kind: &'static str,
    confidence: f64,
    metadata: String,
}

#[wasm_bindgen]
impl ContentResult {
    /// Returns the document of the content. Only the first call returns it.
    pub fn take_tree(&mut self) -> Option<Tree> {
        self.tree.take()
    }

    pub fn nodes(&self) -> Vec<u32> {
        self.nodes.clone()
    }

    pub fn comments(&self) -> Vec<u32> {
        self.comments.clone()
    }

    pub fn kind(&self) -> String {
        self.kind.to_owned()
    }

    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    pub fn metadata(&self) -> String {
        self.metadata.clone()
    }
}

#[wasm_bindgen]
impl Tree {
    /// Returns a number, a string, a boolean, or an array of nodes: a number for a node that is not an attribute or a text, and otherwise a string.
    pub fn xpath(
        &self,
        node: u32,
        expression: &str,
        namespaces: Vec<String>,
        variables: &Array,
    ) -> Result<JsValue, JsValue> {
        let mut options = XPathOptions::new();
        for pair in namespaces.chunks_exact(2) {
            options = options.namespace_url(&pair[0], &pair[1]);
        }
        let context = self.node(node)?;
        let names: Vec<String> = variables.iter().step_by(2).filter_map(|name| name.as_string()).collect();
        let values = variables.iter().skip(1).step_by(2).map(|value| match (value.as_string(), value.as_f64()) {
            (Some(text), _) => XPathValue::Text(text),
            (None, Some(number)) => XPathValue::Number(number),
            (None, None) => XPathValue::Boolean(value.is_truthy()),
        });
        let variables: Vec<_> = names.iter().map(String::as_str).zip(values).collect();
        let value = options.compile(expression).and_then(|compiled| compiled.evaluate_with(context, &variables));
        let value = value.map_err(|reason| query_error("XPathError", &reason, expression, reason.offset()))?;
        Ok(match value {
            XPathValue::Number(number) => number.into(),
            XPathValue::Text(text) => text.into(),
            XPathValue::Boolean(boolean) => boolean.into(),
            XPathValue::Nodes(nodes) => {
                let item = |node: XPathNode<'_>| -> JsValue {
                    match node {
                        XPathNode::Node(node) if node.text().is_none() => node.id().get().into(),
                        node => node.string_value().into_owned().into(),
                    }
                };
                nodes.into_iter().map(item).collect::<Array>().into()
            }
        })
    }

    pub fn markdown(&self, node: u32, base: Option<String>, data_images: bool) -> Result<String, JsValue> {
        let url = url_of(base)?;
        let base = Base::new(&self.document, url.as_ref());
        let resolve = |_: NodeRef<'_>, address: &str| base.resolve(address).map(String::from);
        let options = MarkdownOptions::new().data_images(data_images);
        let options = if base.url().is_some() { options.resolve(&resolve) } else { options };
        Ok(self.node(node)?.to_markdown_with(&options))
    }

    /// Returns the links of the page as a JSON array.
    pub fn links(&self, base: Option<String>) -> Result<String, JsValue> {
        let url = url_of(base)?;
        let base = Base::new(&self.document, url.as_ref());
        let links = links(&self.document).map(|link| {
            json!({
                "node": link.node.id().get(),
                "attribute": link.attribute,
                "url": base.resolve_link(&link).map(String::from),
                "written": link.written,
                "rel": link.rel,
            })
        });
        Ok(links.collect::<Value>().to_string())
    }

    /// Returns the tables of the page as a JSON array.
    pub fn tables(&self, repeat: bool) -> String {
        let tables = self.document.tables().map(|table| {
            let text = table.text(repeat);
            json!({
                "node": table.element().id().get(),
                "caption": text.caption,
                "header": text.header,
                "rows": text.rows,
                "csv": text.to_csv(),
            })
        });
        tables.collect::<Value>().to_string()
    }

    pub fn content(
        &self,
        comments: bool,
        images: bool,
        links: bool,
        min_confidence: f64,
        kind: Option<String>,
        base: Option<String>,
    ) -> Result<ContentResult, JsValue> {
        let url = url_of(base)?;
        let options = ContentOptions::new().comments(comments).images(images).links(links);
        let options = options.min_confidence(min_confidence);
        let kind = kind.map(|kind| {
            let kinds = PageKind::ALL.map(PageKind::as_str).join(", ");
            kind.parse().map_err(|_| argument(format!("{kind:?} is not a kind of pages; use one of {kinds}")))
        });
        let options = kind.transpose()?.map_or(options, |kind: PageKind| options.kind(kind));
        let options = url.as_ref().map_or(options, |url| options.url(url));
        let content = self.document.content_with(&options);
        Ok(ContentResult {
            nodes: content.nodes().map(|node| node.id().get()).collect(),
            comments: content.comments().iter().map(|id| id.get()).collect(),
            kind: content.kind().as_str(),
            confidence: content.confidence(),
            metadata: metadata(content.metadata()).to_string(),
            tree: Some(Tree::new(content.into_document())),
        })
    }

    /// Returns the metadata of the page as a JSON object.
    pub fn metadata(&self, base: Option<String>) -> Result<String, JsValue> {
        let url = url_of(base)?;
        Ok(metadata(&self.document.metadata_with(url.as_ref())).to_string())
    }

    /// Returns the JSON-LD of the page as a JSON array.
    pub fn json_ld(&self) -> String {
        Value::Array(self.document.json_ld()).to_string()
    }

    /// Returns the microdata of the page as a JSON array.
    pub fn microdata(&self) -> String {
        Value::Array(self.document.microdata()).to_string()
    }

    /// Returns the source with the changes of the tree.
    pub fn to_source(&self, widen: bool) -> Result<String, JsValue> {
        let source_error = |reason: &dyn core::fmt::Display| {
            let advice = if widen { "" } else { ", or pass { widen: true }" };
            error("SourceError", reason.to_string().replace(", or set `widen`", advice))
        };
        let edits =
            self.document.source_edits(&SourceOptions::new().widen(widen)).map_err(|reason| source_error(&reason))?;
        edits.apply(self.document.source()).map_err(|reason| source_error(&reason))
    }
}

fn metadata(metadata: &Metadata) -> Value {
    let Metadata { title, byline, published, modified, language, site_name, canonical_url, image, description, .. } =
        metadata;
    let (mut object, mut written, mut sources) = (Map::new(), Map::new(), Map::new());
    let values = [
        ("title", title),
        ("byline", byline),
        ("language", language),
        ("siteName", site_name),
        ("canonicalUrl", canonical_url),
        ("image", image),
        ("description", description),
    ];
    let mut add = |name: &str, value: Option<(&str, &'static str)>| {
        object.insert(name.to_owned(), json!(value.map(|(value, _)| value)));
        if let Some((_, source)) = value {
            sources.insert(name.to_owned(), json!(source));
        }
    };
    for (name, value) in values {
        add(name, value.as_ref().map(|MetadataValue { value, source, .. }| (value.as_str(), source.as_str())));
    }
    for (name, date) in [("published", published), ("modified", modified)] {
        add(name, date.as_ref().map(|MetadataDate { iso, source, .. }| (iso.as_str(), source.as_str())));
        if let Some(date) = date {
            written.insert(name.to_owned(), json!(date.written));
        }
    }
    object.insert("written".to_owned(), written.into());
    object.insert("sources".to_owned(), sources.into());
    object.into()
}
