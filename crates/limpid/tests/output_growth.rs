//! The size of every output is proportional to the page, for every family of pages designed to be slow.
//!
//! The tests count bytes instead of time, so that the result is the same on every machine.

use limpid::mapped_text::MappedText;
use limpid::{Document, Limits, NodeRef, SerializeOptions, XmlOptions};
use limpid_pages::families::{COPIED_ATTRIBUTES, FAMILIES, Family, FamilyKind, LONG_BASES, REPEATED_TEXTS};
use std::fmt::{self, Write};

/// A writer that counts bytes.
#[derive(Default)]
struct Length(usize);

impl Length {
    /// Adds the size of the runs, and of the passages with all their titles.
    fn runs(&mut self, mapped: &MappedText) -> fmt::Result {
        self.0 += size_of_val(mapped.runs());
        mapped.passages().max_len(100).try_for_each(|chunk| {
            chunk.titles.iter().try_for_each(|title| self.write_str(&title.title))?;
            self.write_str(chunk.text)
        })
    }
}

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

type Output = (&'static str, fn(&Document<'_>, &mut Length) -> fmt::Result);

const OUTPUTS: &[Output] = &[
    ("HTML", |document, out| document.root().write_html(out, &SerializeOptions::new())),
    ("pretty HTML", |document, out| document.root().write_html(out, &SerializeOptions::pretty())),
    ("minified HTML", |document, out| document.root().write_html(out, &SerializeOptions::minified())),
    ("XML", |document, out| document.root().write_xml(out, &XmlOptions::new())),
    ("pretty XML", |document, out| document.root().write_xml(out, &XmlOptions::pretty())),
    ("text", |document, out| document.descendants().filter_map(NodeRef::text).try_for_each(|text| out.write_str(text))),
    ("inner text", |document, out| document.root().write_inner_text(out)),
    ("Markdown", |document, out| document.root().write_markdown(out, &limpid::MarkdownOptions::new())),
    #[cfg(feature = "links")]
    ("Markdown with all in it", |document, out| {
        let base = limpid::links::Base::new(document, None);
        let resolve = |_: NodeRef<'_>, address: &str| base.resolve(address).map(String::from);
        let options = limpid::MarkdownOptions::new().resolve(&resolve).repeat_spanned_cells(true);
        document.root().write_markdown(out, &options)
    }),
    ("tables", |document, out| document.tables().try_for_each(|table| out.write_str(&table.text(true).to_csv()))),
    ("runs of text", |document, out| out.runs(&document.root().inner_text_mapped())),
    ("runs of Markdown", |document, out| {
        out.runs(&document.root().to_markdown_mapped(&limpid::MarkdownOptions::new()))
    }),
    ("dump", |document, out| out.write_str(&document.to_test_dump())),
    #[cfg(feature = "links")]
    ("links", |document, out| {
        let base = limpid::links::Base::new(document, None);
        limpid::links::links(document).try_for_each(|link| {
            out.write_str(&link.written)?;
            base.resolve_link(&link).map_or(Ok(()), |url| out.write_str(url.as_str()))
        })
    }),
    #[cfg(feature = "serde")]
    ("JSON", |document, out| {
        out.0 += serde_json::to_vec(document).map_err(|_| fmt::Error)?.len();
        Ok(())
    }),
];

/// The limits on depth and on the text of entities. [`REPETITIONS`] exceeds both.
const DEPTH: u32 = 80;
const ENTITY_BYTES: u32 = 50_000;
const REPETITIONS: usize = 250;

/// Outputs of pages from `LARGE_PAGE` on may exceed twice the output of half the page by at most `FREE_BYTES`.
const LARGE_PAGE: usize = 64 << 10;
const FREE_BYTES: usize = 1 << 20;

fn lengths(family: &Family, repetitions: usize) -> Vec<usize> {
    let page = (family.page)(repetitions);
    let limits = Limits::default().depth(DEPTH).entity_bytes(ENTITY_BYTES);
    let document = match family.kind == FamilyKind::Xml {
        true => limpid::xml::XmlParseOptions::new().limits(limits).parse(&page),
        false => limpid::ParseOptions::new().limits(limits).parse(&page),
    };
    OUTPUTS.iter().map(|output| length(&document, output)).collect()
}

fn length(document: &Document<'_>, (_, write): &Output) -> usize {
    let mut length = Length::default();
    write(document, &mut length).expect("counting does not fail");
    length.0
}

#[test]
fn outputs_are_proportional_to_the_page() {
    let mut found = Vec::new();
    for family in FAMILIES.iter().filter(|family| family.is_linear) {
        let (once, twice) = (lengths(family, REPETITIONS), lengths(family, 2 * REPETITIONS));
        for (((name, _), once), twice) in OUTPUTS.iter().zip(once).zip(twice) {
            // Output that depends on the depth grows slightly faster up to the limit; quadratic output would grow by a factor of 4.
            if twice > once * 5 / 2 + 2_000 {
                found.push(format!("{name} of {}: {once}, then {twice} bytes", family.name));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// With the default limits, a page of twice the length has at most twice the output plus 1 MiB.
#[test]
fn outputs_of_large_pages_at_most_double() {
    // Without optimization, all of them would take minutes.
    let step = if cfg!(debug_assertions) { 6 } else { 1 };
    let families = FAMILIES.iter().map(|family| (family.kind == FamilyKind::Xml, family.page)).step_by(step);
    let hostile = COPIED_ATTRIBUTES.into_iter().chain(LONG_BASES).chain(REPEATED_TEXTS).map(|page| (false, page));
    let mut found = Vec::new();
    for (number, (is_xml, page)) in families.chain(hostile).enumerate() {
        let mut repetitions = 1;
        while page(repetitions).len() < LARGE_PAGE {
            repetitions *= 2;
        }
        let [once, twice] = [repetitions, 2 * repetitions].map(&page);
        let sanitized = [&once, &twice].map(|page| limpid::sanitize(page).len());
        let parse = |page| if is_xml { limpid::xml::parse(page) } else { limpid::parse(page) };
        let [once, twice] = [&once, &twice].map(parse);
        let lengths = |output| [&once, &twice].map(|document| length(document, output));
        let names = [
            "HTML",
            "XML",
            "inner text",
            "Markdown",
            "Markdown with all in it",
            "tables",
            "runs of text",
            "links",
            "JSON",
        ];
        let outputs = OUTPUTS.iter().filter(|(name, _)| names.contains(name)).map(|output| (output.0, lengths(output)));
        for (name, [once, twice]) in outputs.chain([("sanitized", sanitized)]) {
            if twice > 2 * once + FREE_BYTES {
                found.push(format!("{name} of page {number}: {once}, then {twice} bytes"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
