//! Arguments that several commands take. An argument of one command is defined in that command's file.

mod value;

use crate::inputs::{ARCHIVES, PAGES};
use clap::{Args, ValueEnum, ValueHint};
use limpid::{Detection, Encoding, FragmentContext, ParseOptions, ScriptingMode};
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(crate) use value::{positive, text};

/// The extensions of XML files in folders.
const XML_EXTENSIONS: [&str; 12] =
    ["xml", "xhtml", "xht", "svg", "rss", "atom", "rdf", "xsl", "xslt", "xsd", "opf", "ncx"];

/// The arguments of every command that goes through pages.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// The pages: HTML files, folders, patterns such as "site/**/*.html", web archives (.warc, .warc.gz, .warc.zst), or - for
    /// standard input, which is read if none is given; pages in gzip or
    /// Zstandard (.html.gz, .html.zst) are unpacked
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) parsing: Parsing,

    /// The extensions of the files to read in folders, separated by commas, in place of html, htm, xhtml, xht, shtml, warc, warc.gz,
    /// warc.zst; for XML, of xml, xhtml, xht, svg, rss, atom, rdf, xsl, xslt, xsd, opf, ncx
    #[arg(long = "extension", value_name = "EXT", value_delimiter = ',', help_heading = "Input")]
    extensions: Vec<String>,

    /// Take hidden files in folders, and enter hidden folders; but never .git, .hg, .jj and .svn
    #[arg(long, help_heading = "Input")]
    pub(crate) hidden: bool,

    /// The number of pages to work on at once, at most 1024 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = text(positive), help_heading = "Input")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// When to print in colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) color: Color,

    /// Show no progress on standard error, not even on a terminal
    #[arg(long, help_heading = "Output")]
    pub(crate) no_progress: bool,
}

impl Common {
    /// The extensions of the files to read in folders, in lower case. Files that are changed are pages, not archives.
    pub(crate) fn extensions(&self, are_changed: bool) -> Vec<String> {
        let default = |known: &[&str]| known.iter().map(|extension| (*extension).to_owned()).collect();
        match &self.extensions[..] {
            [] if self.parsing.xml => default(&XML_EXTENSIONS),
            [] if are_changed => default(&PAGES),
            [] => default(&[&PAGES[..], &ARCHIVES].concat()),
            given => given.iter().map(|extension| extension.trim_start_matches('.').to_lowercase()).collect(),
        }
    }
}

/// The arguments about parsing.
#[derive(Args, Debug)]
pub(crate) struct Parsing {
    /// Parse the pages as XML, with all their errors: XML5, which makes a tree of any XML
    #[arg(long, conflicts_with_all = ["fragment", "scripting", "detect"], help_heading = "Parsing")]
    pub(crate) xml: bool,

    /// Parse the page as the content of this element: td, "svg path", "math mi"
    #[arg(long, value_name = "CONTEXT", value_parser = text(FragmentContext::parse), help_heading = "Parsing")]
    pub(crate) fragment: Option<FragmentContext>,

    /// Whether noscript elements are read as when scripts run; none ever does
    #[arg(long, value_name = "SCRIPTING", default_value = "off", help_heading = "Parsing")]
    pub(crate) scripting: Scripting,

    /// The encoding of the page, whatever the page declares: utf-8, windows-1252, shift_jis. Only a byte order mark is stronger
    #[arg(long, value_name = "LABEL", value_parser = text(value::encoding), help_heading = "Parsing")]
    pub(crate) encoding: Option<&'static Encoding>,

    /// Guess the encoding of a page that declares none and does not look like UTF-8, by how often its bytes occur
    #[arg(long, help_heading = "Parsing")]
    pub(crate) detect: bool,

    /// Read a page that declares no encoding as windows-1252, even if it looks like UTF-8
    #[arg(long, conflicts_with_all = ["detect", "xml"], help_heading = "Parsing")]
    pub(crate) no_detect: bool,

    /// Build the tree that the standard asks for, however deep and large
    #[arg(long, help_heading = "Parsing")]
    pub(crate) no_limits: bool,
}

impl Parsing {
    pub(crate) fn options(&self) -> ParseOptions {
        let options = ParseOptions::new().scripting(self.scripting.into()).detect_utf_8(!self.no_detect);
        let options = if self.detect { options.detect_encoding(Detection::new()) } else { options };
        let options = if self.no_limits { options.limits(limpid::Limits::none()) } else { options };
        match self.encoding {
            Some(encoding) => options.encoding(encoding),
            None => options,
        }
    }

    pub(crate) fn xml_options(&self) -> limpid::xml::ParseOptions {
        let options = limpid::xml::ParseOptions::new();
        let options = if self.no_limits { options.limits(limpid::Limits::none()) } else { options };
        match self.encoding {
            Some(encoding) => options.encoding(encoding),
            None => options,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Scripting {
    On,
    Off,
}

impl From<Scripting> for ScriptingMode {
    fn from(scripting: Scripting) -> ScriptingMode {
        match scripting {
            Scripting::On => ScriptingMode::Normal,
            Scripting::Off => ScriptingMode::Disabled,
        }
    }
}

/// The argument of all commands that can exit with 1.
#[derive(Args, Debug)]
pub(crate) struct ExitZero {
    /// Exit with 0 instead of 1
    #[arg(long, help_heading = "Output")]
    pub(crate) exit_zero: bool,
}

/// The argument about the format.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FormatArgument {
    /// The format; text: for people; json: one JSON value, an array if there are several pages; ndjson: one JSON object a line for each
    /// page
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Ndjson,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether standard output gets colours.
    pub(crate) fn is_wanted(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
        }
    }
}
