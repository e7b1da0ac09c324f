//! `limpid fix`: repairs of parse errors.

use crate::arguments::{Common, text};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::rewrite::{Content, Rewrite, edits_as_json};
use crate::run;
use clap::Args;
use limpid::fix::{Fix as Repair, Fixer};
use limpid::{ErrorCode, LineIndex};
use serde_json::json;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Repairs what has one repair that leaves the tree as it is: end tags are added or removed, `&` is escaped, repeated attributes go. All other \
bytes stay. The repairs are tried: the page must have the same tree afterwards, and those errors no more. What only the author can \
know stays; `limpid errors` has it. Conditional comments and the code of template languages, as <![if …]>, <% … %>, {{ … }} or <?php … ?>, \
stay, with the tags that such code is in; on a page with conditions or loops of a template, no tags are added or removed. Files are written in place; the page from standard input goes to standard output. \
In folders, hidden entries, links and what .gitignore or .ignore files list are skipped; what is named is always taken.

Examples:
  limpid fix --diff page.html                what would change
  limpid fix site/
  limpid fix --only duplicate-attribute --only end-tag-without-element site/
  limpid fix < page.html > fixed.html
  limpid fix --check site/                   exits with 1 if there is something to repair";

#[derive(Args, Debug)]
pub(crate) struct Fix {
    #[command(flatten)]
    common: Common,

    /// Repair errors of this code alone; can be given several times
    #[arg(long, value_name = "CODE", value_parser = text(code), help_heading = "Repairs")]
    only: Vec<ErrorCode>,

    /// Repair the code of template languages and conditional comments, too, as a browser reads it
    #[arg(long, help_heading = "Repairs")]
    all: bool,

    #[command(flatten)]
    rewrite: Rewrite,
}

fn code(text: &str) -> Result<ErrorCode, String> {
    text.parse().map_err(|_| format!("{text:?} is no code; `limpid errors --summary` lists those of a page"))
}

impl Fix {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.common.parsing.xml {
            return Err(Failure::Argument("--xml: only HTML can be repaired; use limpid xml".to_owned()));
        }
        run::run(self, &self.common, self.rewrite.format.format)
    }
}

impl PageCommand for Fix {
    fn rewrite(&self) -> Option<&Rewrite> {
        Some(&self.rewrite)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(true, false);
        let mut fixer = Fixer::new().options(page.options()).all(self.all);
        if let Some(context) = &page.parsing.fragment {
            fixer = fixer.context(context.clone());
        }
        // Other encodings may lack the characters.
        fixer = fixer.ascii(document.encoding() != Some("UTF-8"));
        let is_wanted = |code| self.only.is_empty() || self.only.contains(&code);
        let fixes = fixer.fixes_of(document.source(), |error| is_wanted(error.code));
        let lines = LineIndex::new(document.source());
        let codes = |fix: &Repair| fix.errors().iter().map(|error| error.code.as_str()).collect::<Vec<_>>();
        let member = |fix: &Repair| json!({ "errors": codes(fix), "message": fix.to_string(), "edits": edits_as_json(fix.edits(), &lines) });
        let members = || {
            json!({
                "fixes": fixes.list().iter().map(member).collect::<Vec<_>>(),
                "edits": edits_as_json(fixes.edits(), &lines),
                "errors_left": document.errors().len().saturating_sub(fixes.errors_repaired()),
            })
        };
        self.rewrite.finish(page, &document, &Content::Edits(fixes.edits()), &members, out)
    }
}
