use crate::json;
use crate::style::{ERROR, FAINT, Paint};
use limpid::{ErrorCode, ParseError};
use serde_json::json;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// The number of errors of each code in all pages.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pages: u64,
    pages_with_errors: u64,
    codes: BTreeMap<ErrorCode, Count>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    errors: u64,
    pages: u64,
}

impl Summary {
    pub(super) fn add(&mut self, errors: &[ParseError]) {
        self.pages += 1;
        self.pages_with_errors += u64::from(!errors.is_empty());
        let mut on_this_page = BTreeSet::new();
        for error in errors {
            let count = self.codes.entry(error.code).or_default();
            count.errors += 1;
            count.pages += u64::from(on_this_page.insert(error.code));
        }
    }

    /// Returns the counts, most frequent code first.
    fn sorted(&self) -> Vec<(ErrorCode, Count)> {
        let mut codes: Vec<_> = self.codes.iter().map(|(code, count)| (*code, *count)).collect();
        codes.sort_by_key(|(code, count)| (Reverse(count.errors), code.as_str()));
        codes
    }

    fn errors(&self) -> u64 {
        self.codes.values().map(|count| count.errors).sum()
    }

    pub(super) fn write_text(&self, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
        let codes = self.sorted();
        let code_width = codes.iter().map(|(code, _)| code.as_str().len()).max().unwrap_or_default().max(4);
        if !codes.is_empty() {
            let head = format!("{:>8} {:>7}  {:<code_width$}  message", "errors", "pages", "code");
            writeln!(out, "{}", paint.paint(FAINT, head))?;
        }
        for (code, Count { errors, pages }) in codes {
            let name = paint.paint(ERROR, format_args!("{:<code_width$}", code.as_str()).to_string());
            writeln!(out, "{errors:>8} {pages:>7}  {name}  {}", code.message())?;
        }
        let Summary { pages, pages_with_errors, .. } = self;
        writeln!(out, "{} errors in {pages_with_errors} of {pages} pages", self.errors())
    }

    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        for (code, Count { errors, pages }) in self.sorted() {
            let object = json!({
                "code": code.as_str(),
                "errors": errors,
                "pages": pages,
                "message": code.message(),
                "url": code.url(),
            });
            json::value(out, &object)?;
            writeln!(out)?;
        }
        Ok(())
    }
}
