//! The operations of `limpid edit`: changes of one element.

use limpid::{Document, InsertPosition, MutationError, NodeId, NodeRef};

/// The options that are operations: the name, the name of the value, and the help.
pub(super) const OPERATIONS: [(&str, Option<&str>, &str); 15] = [
    ("set", Some("NAME=VALUE"), "Set an attribute; NAME alone sets it to the empty string"),
    ("remove-attribute", Some("NAME"), "Remove an attribute"),
    ("add-class", Some("CLASS"), "Add a class"),
    ("remove-class", Some("CLASS"), "Remove a class"),
    ("rename", Some("NAME"), "Change the element's name"),
    ("set-text", Some("TEXT"), "Replace the content with text"),
    ("set-html", Some("HTML"), "Replace the content with markup"),
    ("prepend", Some("HTML"), "Insert markup at the start of the content"),
    ("append", Some("HTML"), "Insert markup at the end of the content"),
    ("before", Some("HTML"), "Insert markup before the element"),
    ("after", Some("HTML"), "Insert markup after the element"),
    ("wrap", Some("NAME"), "Wrap the element in a new element"),
    ("unwrap", None, "Remove the tags, but keep the content"),
    ("replace", Some("HTML"), "Replace the element with markup"),
    ("remove", None, "Remove the element and its content"),
];

/// A change of an element: the name of an option, and its value.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    name: &'static str,
    value: String,
}

impl Operation {
    /// Creates an operation. Returns a message if no element accepts the value.
    pub(super) fn new(name: &'static str, value: String) -> Result<Operation, String> {
        let operation = Operation { name, value };
        // A trial run on a sample element finds values that no element accepts.
        let mut document = limpid::parse("<div><p>");
        let element = document.body().and_then(|body| Some(body.first_child()?.first_child()?.id()));
        match element.map(|element| operation.apply(&mut document, element)) {
            Some(Err(error)) => Err(format!("--{name}: {:?}: {error}", operation.value)),
            _ => Ok(operation),
        }
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Whether the operation takes the element out of the tree, so that no operation can follow it.
    pub(super) fn is_last(&self) -> bool {
        matches!(self.name, "unwrap" | "replace" | "remove")
    }

    /// Whether the operation may remove descendants of the element.
    pub(super) fn removes_content(&self) -> bool {
        matches!(self.name, "set-text" | "set-html" | "replace" | "remove")
    }

    /// Changes an element. Returns whether anything changed.
    pub(super) fn apply(&self, document: &mut Document<'_>, id: NodeId) -> Result<bool, MutationError> {
        // The parser puts white space after `</body>` at the end of the body. It has to remain after the new content.
        let appends = matches!(self.name, "append" | "set-text" | "set-html");
        let end = if appends { detach_space_after_body(document, id)? } else { None };
        let is_changed = self.change(document, id)?;
        if let Some(end) = end {
            document.node_mut(id)?.append(end)?;
        }
        Ok(is_changed)
    }

    fn change(&self, document: &mut Document<'_>, id: NodeId) -> Result<bool, MutationError> {
        let value = &self.value[..];
        let element = document.node(id).ok_or(MutationError::NoSuchNode)?;
        match self.name {
            "set" => {
                let (name, value) = value.split_once('=').unwrap_or((value, ""));
                if element.attribute(name) == Some(value) {
                    return Ok(false);
                }
                document.node_mut(id)?.set_attribute(name, value)?;
            }
            "remove-attribute" => return document.node_mut(id)?.remove_attribute(value),
            "add-class" => return document.node_mut(id)?.add_class(value),
            "remove-class" => {
                let is_removed = document.node_mut(id)?.remove_class(value)?;
                if is_removed && document.node(id).ok_or(MutationError::NoSuchNode)?.attribute("class") == Some("") {
                    document.node_mut(id)?.remove_attribute("class")?;
                }
                return Ok(is_removed);
            }
            "rename" => {
                let before = element.qualified_name().into_owned();
                document.node_mut(id)?.rename(value)?;
                return Ok(document.node(id).ok_or(MutationError::NoSuchNode)?.qualified_name() != before);
            }
            "set-text" => {
                let target = element.template_contents().unwrap_or(element);
                if target.children().all(|child| child.text().is_some()) && target.text_content() == value {
                    return Ok(false);
                }
                document.node_mut(target.id())?.set_text(value)?;
            }
            "set-html" => document.node_mut(id)?.set_inner_html(value)?,
            "prepend" | "append" => {
                let contents = element.template_contents().map(NodeRef::id);
                let is_first = self.name == "prepend";
                let position = if is_first { InsertPosition::AfterBegin } else { InsertPosition::BeforeEnd };
                match contents {
                    None => document.node_mut(id)?.insert_adjacent_html(position, value)?,
                    Some(contents) => {
                        let fragment = document.node_mut(id)?.create_contextual_fragment(value)?;
                        if is_first {
                            document.node_mut(contents)?.prepend(fragment)
                        } else {
                            document.node_mut(contents)?.append(fragment)
                        }?;
                    }
                }
            }
            "before" | "after" | "replace" => match element.parent().and_then(NodeRef::host).map(NodeRef::id) {
                // Parse in the context of the template: its contents can be table rows, for example, which a body cannot contain.
                Some(host) => {
                    let fragment = document.node_mut(host)?.create_contextual_fragment(value)?;
                    match self.name {
                        "before" => document.node_mut(id)?.insert_before(fragment),
                        "after" => document.node_mut(id)?.insert_after(fragment),
                        _ => document.node_mut(id)?.replace_with(fragment),
                    }?;
                }
                None => match self.name {
                    "before" => document.node_mut(id)?.insert_adjacent_html(InsertPosition::BeforeBegin, value)?,
                    "after" => document.node_mut(id)?.insert_adjacent_html(InsertPosition::AfterEnd, value)?,
                    _ => document.node_mut(id)?.set_outer_html(value)?,
                },
            },
            "wrap" => {
                document.node_mut(id)?.wrap(value)?;
            }
            "unwrap" => {
                let contents = element.template_contents().map(NodeRef::id);
                let mut element = document.node_mut(id)?;
                if let Some(contents) = contents {
                    element.append_children(contents)?;
                }
                element.replace_with_children()?;
            }
            _ => document.node_mut(id)?.remove()?,
        }
        Ok(true)
    }
}

/// Detaches the white space that follows `</body>` in the source, if it is in this element. The parser inserts such white space into the body.
fn detach_space_after_body(document: &mut Document<'_>, id: NodeId) -> Result<Option<NodeId>, MutationError> {
    let body_end = document.body().and_then(NodeRef::end_tag);
    let last = document.node(id).ok_or(MutationError::NoSuchNode)?.last_child();
    let (Some(body_end), Some(last)) = (body_end, last) else { return Ok(None) };
    let Some(text) = last.text() else { return Ok(None) };
    let Some((range, _)) = last.text_parts().find(|(_, span)| body_end.end <= span.start) else { return Ok(None) };
    let Some((start, end)) = text.split_at_checked(range.start).filter(|(_, end)| end.trim_ascii().is_empty()) else {
        return Ok(None);
    };
    let (start, end, last) = (start.to_owned(), end.to_owned(), last.id());
    if start.trim_ascii().is_empty() {
        document.node_mut(last)?.remove()?;
        return Ok(Some(last));
    }
    document.node_mut(last)?.set_text(&start)?;
    document.create_text(&end).map(Some)
}
