//! `limpid edit`: pages with elements changed, and all other bytes as they were.

mod operation;
mod script;

use super::found::roots;
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
use script::{Group, Words};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
The elements are changed in the tree, and only the tags and texts that the change affects are written anew; every other byte stays. The result is parsed again: if it does not give \
the changed tree, nothing is written, and a message says why. Templates and declarative shadow roots are searched as well. Operations are done in \
their order, and each --select starts with the result of the operations before it. An element that is inserted between elements on lines of their own gets a line \
of its own, with their indentation.

The page is printed; --write changes files in place, --diff and --check change nothing. In folders, files that .gitignore lists and links are skipped.

A script has selectors and operations as in the shell, with its quotes and comments, on any number of lines:

  'img:not([loading])' --set loading=lazy
  'font'               --rename span --remove-attribute color

Examples:
  limpid edit 'img:not([loading])' --set loading=lazy page.html
  limpid edit 'a[target=_blank]' --set rel=noopener --diff site/
  limpid edit 'script[src*=tracker]' --remove --select center --unwrap --write site/
  limpid edit head --append '<link rel=icon href=/icon.svg>' < page.html
  limpid edit --script codemods.txt --write site/
  limpid edit 'img:not([alt])' --set alt --check site/       exits with 1 if there are any";

#[derive(Args, Debug)]
pub(crate) struct Edit {
    /// The elements to change
    ///
    /// It is left out if --script or --select has the first selector.
    #[arg(value_name = "CSS")]
    selector: Option<OsString>,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    words: Words,

    /// Do the operations of this file first
    #[arg(long, value_name = "FILE", value_parser = text(Words::of_script), help_heading = "Operations")]
    script: Option<Words>,

    /// Write the smallest element around an edit anew if nothing less will do
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    widen: bool,

    /// Do not put inserted elements on lines of their own
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
            if self.words.start_with_operation() || self.script.is_none() && self.words.is_empty() {
                let css = first.into_string();
                let css = css.map_err(|first| Failure::Argument(format!("<CSS>: {first:?} is not UTF-8")))?;
                warn_of_file("<CSS>", &css);
                self.words.select_first(css);
            } else {
                self.common.files.insert(0, PathBuf::from(first));
            }
        }
        for words in [self.script.take(), Some(std::mem::take(&mut self.words))].into_iter().flatten() {
            if !words.is_empty() {
                self.groups.extend(words.groups().map_err(Failure::Argument)?);
            }
        }
        if self.groups.is_empty() {
            Words::default().groups().map_err(Failure::Argument)?;
        }
        run::run(self, &self.common, self.rewrite.format.format, globals)
    }

    /// Changes the tree. Returns the number of elements that were changed.
    fn change(&self, document: &mut Document<'_>) -> Result<usize, String> {
        let mut count = 0;
        for Group { selector, operations } in &self.groups {
            let selected = select_in_all_trees(document, selector);
            let may_be_gone = operations.iter().any(Operation::removes_content);
            for element in selected {
                if may_be_gone && !is_there(document, element) {
                    continue;
                }
                let mut is_changed = false;
                for operation in operations {
                    let result = operation.apply(document, element);
                    is_changed |= result.map_err(|error| {
                        format!("{}cannot --{}: {error}", place(document, Some(element)), operation.name())
                    })?;
                }
                count += usize::from(is_changed);
            }
        }
        if !self.no_indent {
            document.indent_inserted().map_err(|error| format!("cannot be indented: {error}"))?;
        }
        Ok(count)
    }
}

/// Selects elements of the page, of the contents of its templates and of its shadow roots.
fn select_in_all_trees(document: &Document<'_>, selector: &Selector) -> Vec<NodeId> {
    roots(document).into_iter().flat_map(|root| root.select(selector).map(NodeRef::id)).collect()
}

/// Whether a node is in the page, templates and shadow roots included.
fn is_there(document: &Document<'_>, node: NodeId) -> bool {
    std::iter::successors(document.node(node), |node| node.parent().or_else(|| node.host()))
        .last()
        .is_some_and(|top| top == document.root())
}

/// Returns the place in the source of a node, or of the element around it, for a message: `3:14: <p> `.
fn place(document: &Document<'_>, node: Option<NodeId>) -> String {
    let node = node.and_then(|node| document.node(node));
    let around = node.and_then(|node| node.inclusive_ancestors().find_map(|it| Some((it, it.start_tag()?))));
    let Some((element, tag)) = around else { return String::new() };
    let start = LineIndex::new(document.source()).line_column(tag.start);
    let inside = if Some(element) == node { "" } else { "in " };
    format!("{start}: {inside}<{}> ", element.qualified_name())
}

/// Says why a page cannot be written.
fn refusal(document: &Document<'_>, error: &SourceError, widen: bool) -> String {
    let subject =
        error.node.and_then(|node| document.node(node)).map_or("a node".into(), |node| match node.is_element() {
            true => node.qualified_name(),
            false => "a text".into(),
        });
    let reason = match &error.rule {
        SourceRule::Scattered => "is not in one piece in the page".to_owned(),
        SourceRule::Elsewhere { parent: Some(parent) } => format!("would get into <{parent}> when it is parsed"),
        SourceRule::Elsewhere { parent: None } => "would get outside of all elements when it is parsed".to_owned(),
        SourceRule::Dropped => "would be dropped when it is parsed".to_owned(),
        SourceRule::Different { found: Some(found) } if found == "#text" => {
            "would be another text when it is parsed".to_owned()
        }
        SourceRule::Different { found: Some(found) } if *found == subject => {
            "would have other attributes when it is parsed".to_owned()
        }
        SourceRule::Different { found: Some(found) } => format!("would be {found} when it is parsed"),
        SourceRule::Namespace { found } => format!("would be in the namespace \"{found}\" when it is parsed"),
        SourceRule::TemplateSyntax => {
            let place = place(document, error.node);
            return format!(
                "{place}cannot be edited: the edit is in the code of a template or a conditional comment; edit it by hand. Nothing was changed"
            );
        }
        _ => return format!("cannot be written: {error}"),
    };
    let place = place(document, error.node);
    let advice = if widen { "leave it out" } else { "give --widen, or leave it out" };
    format!("{place}cannot be written: {subject} {reason}; {advice}. Nothing was changed")
}

impl PageCommand for Edit {
    fn rewrite(&self) -> Option<&Rewrite> {
        Some(&self.rewrite)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let mut document = page.parse_with(true, true);
        if let Some(limit) = document.errors().iter().find(|error| error.code.is_limit()) {
            let message = format!("is not read to its end ({}); give --no-limits", limit.code);
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
