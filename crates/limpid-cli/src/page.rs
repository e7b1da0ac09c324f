use crate::arguments::{Arguments, Format};
use crate::failure::Failure;
use limpid::{Document, Limits, ParseOptions};
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// A page that was read, and what the user wants with it.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) arguments: Arguments,
    bytes: Vec<u8>,
}

impl Page {
    pub(crate) fn read(arguments: Arguments) -> Result<Page, Failure> {
        let file = &arguments.file;
        let bytes = if is_standard_input(file) {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            fs::read(file)
        };
        match bytes {
            Ok(bytes) => Ok(Page { arguments, bytes }),
            Err(error) => Err(Failure::Argument(format!("<FILE>: {file:?} {}", reason(file, &error)))),
        }
    }

    pub(crate) fn format(&self) -> Format {
        self.arguments.format
    }

    /// What to call the page in messages.
    pub(crate) fn name(&self) -> String {
        let file = &self.arguments.file;
        if is_standard_input(file) {
            return "<stdin>".to_owned();
        }
        file.to_string_lossy().replace(char::is_control, "\u{fffd}")
    }

    pub(crate) fn parse(&self) -> Document<'_> {
        self.parse_with(&self.options().errors(false))
    }

    pub(crate) fn parse_with_errors(&self) -> Document<'_> {
        self.parse_with(&self.options())
    }

    /// With errors, and with the places of nodes and attributes.
    pub(crate) fn parse_with_spans(&self) -> Document<'_> {
        self.parse_with(&self.options().spans(true))
    }

    fn parse_with(&self, options: &ParseOptions) -> Document<'_> {
        let bytes = &self.bytes[..];
        match &self.arguments.fragment {
            None => options.parse_bytes(bytes),
            Some(context) => options.parse_fragment_bytes(bytes, context.clone()),
        }
    }

    pub(crate) fn options(&self) -> ParseOptions {
        // All bytes are there, so UTF-8 that nobody declares can be told from them.
        let options = ParseOptions::new().scripting(self.arguments.scripting.into()).detect_utf_8(true);
        let options = if self.arguments.no_limits { options.limits(Limits::none()) } else { options };
        match self.arguments.encoding {
            Some(encoding) => options.encoding(encoding),
            None => options,
        }
    }
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Why a file cannot be read and what to do, to go on from its name.
fn reason(file: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "does not exist; check the path, or give - for standard input".to_owned(),
        ErrorKind::IsADirectory => "is a directory; give an HTML file".to_owned(),
        // What systems that cannot even open a directory say.
        _ if file.is_dir() => "is a directory; give an HTML file".to_owned(),
        ErrorKind::PermissionDenied => "may not be read; get permission, or give another file".to_owned(),
        _ => format!("cannot be read ({error}); give another file"),
    }
}
