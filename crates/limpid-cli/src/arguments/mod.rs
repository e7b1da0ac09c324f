//! Arguments that several commands share. An argument of a single command is defined in that command's file.

mod value;

use crate::inputs::{ARCHIVE_EXTENSIONS, PAGE_EXTENSIONS};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint};
use limpid::encoding::Detection;
use limpid::{Encoding, EncodingHints, FragmentContext, ParseOptions, ScriptingMode};
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(crate) use value::{number, positive, read_text, text};

const XML_EXTENSIONS: [&str; 12] =
    ["xml", "xhtml", "xht", "svg", "rss", "atom", "rdf", "xsl", "xslt", "xsd", "opf", "ncx"];

/// The options of all commands.
#[derive(Args, Debug)]
pub(crate) struct Globals {
    /// When to use colors; auto: on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub(crate) color: Color,

    /// Do not show a progress bar on standard error
    #[arg(long, global = true, hide_short_help = true, help_heading = "Output")]
    pub(crate) no_progress: bool,

    /// Number of pages to process in parallel, at most 1024 [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = text(positive), hide_short_help = true, help_heading = "Input")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// The arguments of all commands that process any number of pages.
#[derive(Args, Debug)]
pub(crate) struct Common<P: Args = Parsing> {
    /// Files, folders, patterns such as "site/**/*.html", or - for standard input [default: -]
    ///
    /// From a web archive (.warc, .warc.gz, .warc.zst), all pages are read. Pages compressed with gzip or Zstandard (.html.gz,
    /// .html.zst) are decompressed.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) parsing: P,

    /// Extensions of the files to read in folders, separated by commas
    ///
    /// The default for HTML is html, htm, xhtml, xht, shtml, warc, warc.gz, warc.zst. The default for XML is xml, xhtml, xht, svg,
    /// rss, atom, rdf, xsl, xslt, xsd, opf, ncx. Commands that change pages do not read web archives by default.
    #[arg(
        long = "extension",
        value_name = "EXT",
        value_delimiter = ',',
        value_parser = clap::builder::NonEmptyStringValueParser::new(),
        hide_short_help = true,
        help_heading = "Input"
    )]
    extensions: Vec<String>,

    /// Include hidden files and folders, except .git, .hg, .jj and .svn
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub(crate) hidden: bool,
}

impl<P: Args + AsRef<Parsing>> Common<P> {
    /// Returns the extensions of the files to read in folders, in lower case. `are_changed` says whether the command changes the
    /// files, which excludes archives by default.
    pub(crate) fn extensions(&self, are_changed: bool) -> Vec<String> {
        let default = |known: &[&str]| known.iter().map(|extension| (*extension).to_owned()).collect();
        match &self.extensions[..] {
            [] if self.parsing.as_ref().xml => default(&XML_EXTENSIONS),
            [] if are_changed => default(&PAGE_EXTENSIONS),
            [] => default(&[&PAGE_EXTENSIONS[..], &ARCHIVE_EXTENSIONS].concat()),
            given => given.iter().map(|extension| extension.trim_start_matches('.').to_lowercase()).collect(),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Parsing {
    /// Parse the pages as XML, well-formed or not
    #[arg(long, conflicts_with_all = ["fragment", "scripting", "detect", "no_detect"], help_heading = "Parsing")]
    pub(crate) xml: bool,

    #[command(flatten)]
    html: HtmlParsing,
}

#[derive(Args, Debug)]
struct HtmlParsing {
    /// Parse the page as the content of this element, such as td or "svg path"
    #[arg(long, value_name = "CONTEXT", value_parser = text(FragmentContext::parse), hide_short_help = true, help_heading = "Parsing")]
    fragment: Option<FragmentContext>,

    /// Parse <noscript> as with scripting on or off; scripts never run
    #[arg(long, value_name = "SCRIPTING", default_value = "off", hide_short_help = true, help_heading = "Parsing")]
    scripting: Scripting,

    /// Encoding of the page, such as utf-8 or shift_jis; overrides what the page declares
    ///
    /// A byte order mark in the page still takes precedence.
    #[arg(long, value_name = "LABEL", value_parser = text(value::encoding), hide_short_help = true, help_heading = "Parsing")]
    encoding: Option<&'static Encoding>,

    /// Guess the encoding of a page that declares none and does not look like UTF-8
    #[arg(long, hide_short_help = true, help_heading = "Parsing")]
    detect: bool,

    /// Read a page that declares no encoding as windows-1252, even if it looks like UTF-8
    #[arg(long, conflicts_with = "detect", hide_short_help = true, help_heading = "Parsing")]
    no_detect: bool,

    /// Remove all limits on the tree, such as the depth limit of 512 elements
    #[arg(long, hide_short_help = true, help_heading = "Parsing")]
    no_limits: bool,
}

/// The parsing arguments without `--xml`, for commands that parse only HTML or have their own option for XML.
#[derive(Debug)]
pub(crate) struct ParsingWithoutXml(pub(crate) Parsing);

impl FromArgMatches for ParsingWithoutXml {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ParsingWithoutXml, clap::Error> {
        Ok(ParsingWithoutXml(Parsing { xml: false, html: HtmlParsing::from_arg_matches(matches)? }))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.html.update_from_arg_matches(matches)
    }
}

impl Args for ParsingWithoutXml {
    fn augment_args(command: Command) -> Command {
        HtmlParsing::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        HtmlParsing::augment_args_for_update(command)
    }
}

impl AsRef<Parsing> for Parsing {
    fn as_ref(&self) -> &Parsing {
        self
    }
}

impl AsRef<Parsing> for ParsingWithoutXml {
    fn as_ref(&self) -> &Parsing {
        &self.0
    }
}

impl Parsing {
    /// Returns the value of `--fragment`: the context element, if the page is parsed as the content of an element.
    pub(crate) fn fragment(&self) -> Option<&FragmentContext> {
        self.html.fragment.as_ref()
    }

    pub(crate) fn no_limits(&self) -> bool {
        self.html.no_limits
    }

    pub(crate) fn options(&self) -> ParseOptions {
        let HtmlParsing { scripting, encoding, detect, no_detect, no_limits, .. } = self.html;
        let hints = EncodingHints::new().user_override(encoding).detect_utf_8(!no_detect);
        let hints = hints.detect(detect.then(Detection::new));
        let options = ParseOptions::new().scripting(scripting.into()).encoding(hints);
        if no_limits { options.limits(limpid::Limits::none()) } else { options }
    }

    pub(crate) fn xml_options(&self) -> limpid::xml::XmlParseOptions {
        let options = limpid::xml::XmlParseOptions::new().encoding(self.html.encoding);
        if self.html.no_limits { options.limits(limpid::Limits::none()) } else { options }
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

/// The option of all commands that can exit with code 1.
#[derive(Args, Debug)]
pub(crate) struct ExitZero {
    /// Exit with code 0 instead of 1
    #[arg(long, help_heading = "Output")]
    pub(crate) exit_zero: bool,
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FormatArgument {
    /// Output format
    ///
    /// text is for reading, json prints one array of objects, and ndjson prints one object per line.
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
    pub(crate) fn is_wanted(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
        }
    }
}
