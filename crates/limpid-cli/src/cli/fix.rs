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
Repairs include adding missing end tags, removing end tags that close nothing, escaping `&`, and removing repeated attributes. All other bytes stay \
unchanged. Each repair is verified: the repaired page must have the same tree, without the error. Errors that need a decision by the author are not repaired; \
`limpid errors` lists them.

Conditional comments and template code such as <![if …]>, <% … %>, {{ … }} or <?php … ?> are not changed, nor are tags that contain such code. If \
the template code of a page contains conditions or loops, no tags are added or removed. --all disables these exceptions.

By default, the repaired page is printed. --write changes files in place; --diff and --check only report what would change. In folders, links and files \
listed in .gitignore are skipped.

Examples:
  limpid fix page.html
  limpid fix --diff site/
  limpid fix --write site/
  limpid fix --only duplicate-attribute --only end-tag-without-element --write site/
  limpid fix --check site/                   exit with 1 if anything can be repaired";

#[derive(Args, Debug)]
pub(crate) struct Fix {
    #[command(flatten)]
    common: Common<ParsingWithoutXml>,

    /// Repair only errors with this code; repeatable
    #[arg(long, value_name = "CODE", value_parser = text(code), help_heading = "Repairs")]
    only: Vec<ErrorCode>,

    /// Treat template code and conditional comments like other markup
    #[arg(long, help_heading = "Repairs")]
    all: bool,

    #[command(flatten)]
    rewrite: Rewrite,
}

fn code(text: &str) -> Result<ErrorCode, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is not an error code; `limpid errors --summary` lists the codes of a page"))
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
        // Other encodings may not be able to represent the characters that a repair inserts.
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
