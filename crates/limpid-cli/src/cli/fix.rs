//! `limpid fix`: repairs of parse errors.

use crate::arguments::{Common, Globals, ParsingWithoutXml, text};
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
End tags are added or removed, `&` is escaped, repeated attributes are removed. All other bytes stay. The repairs are tried: the page must have the \
same tree afterwards, without those errors. Errors that only the author can repair stay; `limpid errors` prints them. Conditional comments and the code of template \
languages, such as <![if …]>, <% … %>, {{ … }} or <?php … ?>, stay, with the tags that contain such code. On a page with conditions or loops \
of a template, no tags are added or removed.

The page is printed; --write changes files in place, --diff and --check change nothing. In folders, files that .gitignore lists and links are skipped.

Examples:
  limpid fix page.html
  limpid fix --diff site/
  limpid fix --write site/
  limpid fix --only duplicate-attribute --only end-tag-without-element --write site/
  limpid fix --check site/                   exits with 1 if there is something to repair";

#[derive(Args, Debug)]
pub(crate) struct Fix {
    #[command(flatten)]
    common: Common<ParsingWithoutXml>,

    /// Repair only errors of this code; can be given several times
    #[arg(long, value_name = "CODE", value_parser = text(code), help_heading = "Repairs")]
    only: Vec<ErrorCode>,

    /// Repair the code of template languages and conditional comments, too
    #[arg(long, help_heading = "Repairs")]
    all: bool,

    #[command(flatten)]
    rewrite: Rewrite,
}

fn code(text: &str) -> Result<ErrorCode, String> {
    text.parse().map_err(|_| format!("{text:?} is no code; `limpid errors --summary` lists those of a page"))
}

impl Fix {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        run::run(self, &self.common, self.rewrite.format.format, globals)
    }
}

impl PageCommand for Fix {
    fn rewrite(&self) -> Option<&Rewrite> {
        Some(&self.rewrite)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(true, false);
        let mut fixer = Fixer::new().options(page.options()).all(self.all);
        if let Some(context) = page.parsing.fragment() {
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
