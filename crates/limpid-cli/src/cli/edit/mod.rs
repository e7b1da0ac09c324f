mod operation;
mod script;

use super::matches::roots;
use crate::arguments::{Common, Globals, text};
use crate::exit::Exit;
use crate::failure::{Failure, warn_of_file};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::rewrite::{Content, Rewrite, edits_as_json};
use crate::run;
use clap::Args;
use limpid::{Document, LineIndex, NodeId, NodeRef, Selector, SourceError, SourceOptions, SourceRule};
use operation::Operation;
use script::{Group, Steps};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
The elements are changed in the tree, then only the affected tags and texts are rewritten in the source; every other byte stays the same. The result is \
parsed again: if it does not produce the changed tree, nothing is written, and a message gives the reason. The selector also matches elements in templates and \
declarative shadow roots. Operations run in order; each --select applies to the result of the operations before it. If the siblings of an inserted element are on \
lines of their own, so is the new element, with the same indentation.

By default, the changed page is printed. --write changes files in place; --diff and --check only report what would change. In folders, links and files listed in \
.gitignore are skipped.

A script file contains selectors and operations like a shell command line, with quotes and comments, on any number of lines:

  'img:not([loading])' --set loading=lazy
  'font'               --rename span --remove-attribute color

Examples:
  limpid edit 'img:not([loading])' --set loading=lazy page.html
  limpid edit 'a[target=_blank]' --set rel=noopener --diff site/
  limpid edit 'script[src*=tracker]' --remove --select center --unwrap --write site/
  limpid edit head --append '<link rel=icon href=/icon.svg>' < page.html
  limpid edit --script codemods.txt --write site/
  limpid edit 'img:not([alt])' --set alt --check site/       exit with 1 if there are any";

#[derive(Args, Debug)]
pub(crate) struct Edit {
    /// CSS selector of the elements to change
    ///
    /// Omit it if --script or --select provides the first selector.
    #[arg(value_name = "CSS")]
    selector: Option<OsString>,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    steps: Steps,

    /// Read selectors and operations from this file, and run them first
    #[arg(long, value_name = "FILE", value_parser = text(Steps::from_script), help_heading = "Operations")]
    script: Option<Steps>,

    /// Rewrite the whole enclosing element if a smaller edit is not possible
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    widen: bool,

    /// Do not add line breaks and indentation around inserted elements
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    no_indent: bool,

    #[command(flatten)]
    rewrite: Rewrite,

    #[arg(skip)]
    groups: Vec<Group>,
}

impl Edit {
    pub(crate) fn run(&mut self, globals: &Globals) -> Result<Exit, Failure> {
        if let Some(first) = self.selector.take() {
            if self.steps.start_with_operation() || self.script.is_none() && self.steps.is_empty() {
                let css = first.into_string();
                let css = css.map_err(|first| Failure::Argument(format!("<CSS>: {first:?} is not UTF-8")))?;
                warn_of_file("<CSS>", &css);
                self.steps.select_first(css);
            } else {
                self.common.files.insert(0, PathBuf::from(first));
            }
        }
        for steps in [self.script.take(), Some(std::mem::take(&mut self.steps))].into_iter().flatten() {
            if !steps.is_empty() {
                self.groups.extend(steps.groups().map_err(Failure::Argument)?);
            }
        }
        if self.groups.is_empty() {
            Steps::default().groups().map_err(Failure::Argument)?;
        }
        run::run(self, &self.common, self.rewrite.format.format, globals)
    }

    /// Changes the tree. Returns the number of changed elements.
    fn change(&self, document: &mut Document<'_>) -> Result<usize, String> {
        let mut count = 0;
        for Group { selector, operations } in &self.groups {
            let selected = select_in_all_trees(document, selector);
            let may_be_removed = operations.iter().any(Operation::removes_content);
            for element in selected {
                if may_be_removed && !is_in_page(document, element) {
                    continue;
                }
                let mut is_changed = false;
                for operation in operations {
                    let result = operation.apply(document, element);
                    is_changed |= result.map_err(|error| {
                        format!("{}--{} failed: {error}", position(document, Some(element)), operation.name())
                    })?;
                }
                count += usize::from(is_changed);
            }
        }
        if !self.no_indent {
            document.indent_inserted().map_err(|error| format!("the inserted elements cannot be indented: {error}"))?;
        }
        Ok(count)
    }
}

fn select_in_all_trees(document: &Document<'_>, selector: &Selector) -> Vec<NodeId> {
    roots(document).into_iter().flat_map(|root| root.select(selector).map(NodeRef::id)).collect()
}

fn is_in_page(document: &Document<'_>, node: NodeId) -> bool {
    std::iter::successors(document.node(node), |node| node.parent().or_else(|| node.host()))
        .last()
        .is_some_and(|top| top == document.root())
}

/// Returns the position of a node in the source, or of the closest ancestor that has one, for a message: `3:14: <p>: `.
fn position(document: &Document<'_>, node: Option<NodeId>) -> String {
    let node = node.and_then(|node| document.node(node));
    let around = node.and_then(|node| node.inclusive_ancestors().find_map(|it| Some((it, it.start_tag()?))));
    let Some((element, tag)) = around else { return String::new() };
    let start = LineIndex::new(document.source()).line_column(tag.start);
    let inside = if Some(element) == node { "" } else { "in " };
    format!("{start}: {inside}<{}>: ", element.qualified_name())
}

fn refusal(document: &Document<'_>, error: &SourceError, widen: bool) -> String {
    let node = error.node.and_then(|node| document.node(node));
    let name = node.filter(|node| node.is_element()).map(NodeRef::qualified_name);
    let subject = match &name {
        Some(name) => format!("<{name}>"),
        None if node.is_some() => "a text".to_owned(),
        None => "a node".to_owned(),
    };
    let reason = match &error.rule {
        SourceRule::NotContiguous => "is not in one piece in the source".to_owned(),
        SourceRule::OtherParent { parent: Some(parent) } => {
            format!("would become a child of <{parent}> when parsed again")
        }
        SourceRule::OtherParent { parent: None } => "would be outside of all elements when parsed again".to_owned(),
        SourceRule::Dropped => "would be dropped when parsed again".to_owned(),
        SourceRule::Different { found: Some(found) } if found == "#text" => match name {
            Some(_) => "would become a text when parsed again".to_owned(),
            None => "would be a different text when parsed again".to_owned(),
        },
        SourceRule::Different { found: Some(found) } if name.as_deref() == Some(&**found) => {
            "would have different attributes when parsed again".to_owned()
        }
        SourceRule::Different { found: Some(found) } if found.starts_with('#') => {
            format!("would become {found} when parsed again")
        }
        SourceRule::Different { found: Some(found) } => format!("would become <{found}> when parsed again"),
        SourceRule::Namespace { found } => format!("would be in the namespace \"{found}\" when parsed again"),
        SourceRule::TemplateSyntax => {
            let position = position(document, error.node);
            return format!(
                "{position}this markup contains template code or a conditional comment; edit it by hand. The page was not changed"
            );
        }
        _ => return format!("the change cannot be written: {error}"),
    };
    let position = position(document, error.node);
    let does_widen_help = !widen && document.source_edits(&SourceOptions::new().widen(true)).is_ok();
    let advice = if does_widen_help { "use --widen, or omit this edit" } else { "omit this edit" };
    format!("{position}the change cannot be written: {subject} {reason}; {advice}. The page was not changed")
}

impl PageCommand for Edit {
    fn rewrite(&self) -> Option<&Rewrite> {
        Some(&self.rewrite)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let mut document = page.parse_with(true, true);
        if let Some(limit) = document.errors().iter().find(|error| error.code.is_limit()) {
            let message = format!("the page was not parsed completely ({}); use --no-limits", limit.code);
            return Ok(Findings::Refused(message));
        }
        let count = match self.change(&mut document) {
            Ok(count) => count,
            Err(message) => return Ok(Findings::Refused(message)),
        };
        let edits = match document.source_edits(&SourceOptions::new().widen(self.widen)) {
            Ok(edits) => edits,
            Err(error) => return Ok(Findings::Refused(refusal(&document, &error, self.widen))),
        };
        let lines = LineIndex::new(document.source());
        let members = || json!({ "elements": count, "edits": edits_as_json(&edits, &lines) });
        self.rewrite.finish(page, &document, &Content::Edits(&edits), &members, out)
    }
}
