//! Finds the suites and their files, and reads the files.
//!
//! A suite is a folder of `.dat` and `.test` files at any depth, or a single file. The content of a file determines the kind of its cases, so
//! the layout of the folders does not matter.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use serde::Deserialize;
use serde::de::IgnoredAny;

use limpid_pages::data;
pub use limpid_pages::data::is_required as are_required;

use crate::format::FormatError;
use crate::format::encoding::{self, EncodingCase};
use crate::format::sanitizer::{self, SanitizerCase};
use crate::format::serializer::{self, SerializerCase};
use crate::format::tokenizer::{self, TokenizerCase};
use crate::format::tree_construction::{self, TreeCase};
use crate::format::xml_tokenizer::{self, XmlTokenizerCase};
use crate::format::xpath::{self, XPathCase};

/// The names of the suites in `html5lib-tests/cases/`: limpid's own cases, and cases transcribed from scripted tests of web-platform-tests.
pub const COMMITTED_SUITES: [&str; 2] = [OWN, "wpt-transcribed"];

const OWN: &str = "limpid";

/// The folder names of the upstream suites.
pub const UPSTREAM_SUITES: [&str; 5] =
    ["html5lib-tests", "wpt-2026-09", "wpt-sanitizer-api", "wpt-xpath", "xml5lib-tests"];

/// A named folder of suite files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The name in reports.
    pub name: String,
    /// The folder, or `None` if the suite is missing.
    pub folder: Option<PathBuf>,
    /// The folders that were searched, in order.
    pub looked_in: Vec<PathBuf>,
    /// Whether the tree-construction cases list every error, so that errors are compared. Only limpid's own cases do.
    pub lists_all_errors: bool,
}

impl Suite {
    /// Makes a suite with the first folder that exists.
    fn find(name: impl Into<String>, places: Vec<PathBuf>) -> Self {
        let folder = places.iter().find(|place| place.exists()).cloned();
        Self { name: name.into(), folder, looked_in: places, lists_all_errors: false }
    }

    /// Creates a suite from a path that the user specified. The suite has the name of the folder, or of the folder that contains the file.
    ///
    /// # Errors
    /// If the folder or file does not exist.
    pub fn given(place: &Path, repository: &Path) -> Result<Self, ReadError> {
        let absolute = place.canonicalize().map_err(|error| ReadError::new(place, &error))?;
        let folder = if absolute.is_dir() { place } else { place.parent().unwrap_or(place) };
        // A path such as `.` has no file name.
        let name = folder.file_name().or_else(|| match absolute.is_dir() {
            true => absolute.file_name(),
            false => absolute.parent().and_then(Path::file_name),
        });
        let name = name.unwrap_or(absolute.as_os_str()).to_string_lossy().into_owned();
        let own = committed_folder(repository, OWN).canonicalize();
        let lists_all_errors = own.is_ok_and(|own| absolute.starts_with(own));
        Ok(Self { lists_all_errors, ..Self::find(name, vec![place.to_owned()]) })
    }

    /// Returns a message for a missing suite.
    pub fn missing(&self) -> String {
        let places: Vec<_> = self.looked_in.iter().map(|place| place.display().to_string()).collect();
        format!("suite {} not found (looked in {})", self.name, places.join(", "))
    }
}

/// Returns the root of the repository in which this crate was built.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}

fn committed_folder(repository: &Path, name: &str) -> PathBuf {
    repository.join("html5lib-tests/cases").join(name)
}

/// Returns the suite of limpid's own cases.
pub fn own(repository: &Path) -> Suite {
    let place = committed_folder(repository, OWN);
    Suite { lists_all_errors: true, ..Suite::find(OWN, vec![place]) }
}

/// Returns the suites in the repository, limpid's own first.
pub fn committed(repository: &Path) -> Vec<Suite> {
    let others = COMMITTED_SUITES.into_iter().filter(|name| *name != OWN);
    let others = others.map(|name| Suite::find(name, vec![committed_folder(repository, name)]));
    [own(repository)].into_iter().chain(others).collect()
}

/// Returns the upstream suites. Each is searched for at the paths of [`data::places`].
pub fn upstream(repository: &Path) -> Vec<Suite> {
    let find = |name| {
        // Only this file is used. The other files of the folder expect trees that were sanitized while parsing, unlike in the standard.
        let path =
            if name == "wpt-sanitizer-api" { "wpt-sanitizer-api/sethtml-tree-construction.sub.dat" } else { name };
        Suite::find(name, data::places_in(repository, path))
    };
    UPSTREAM_SUITES.into_iter().map(find).collect()
}

/// Returns all suites: those in the repository, then the upstream suites.
pub fn all(repository: &Path) -> Vec<Suite> {
    committed(repository).into_iter().chain(upstream(repository)).collect()
}

/// Folders of XML5 cases.
const XML_FOLDERS: [&str; 2] = ["xml5", "xml5lib-tests"];

/// Prefixes of the names of `.dat` files with sanitizer cases, in web-platform-tests.
const SANITIZER_FILES: [&str; 2] = ["sanitizer-", "sethtml"];

/// The suffix of the names of JSON files with sanitizer cases.
const SANITIZER_JSON: &str = ".sanitizer.json";

/// The extension of limpid's own files with XPath cases.
const XPATH_EXTENSION: &str = "xpath";

/// The file of web-platform-tests with XPath cases.
const WPT_XPATH_FILE: &str = "xml_xpath_tests.xml";

/// A file of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteFile {
    /// The path relative to the folder of the suite, with `/`.
    pub name: String,
    /// The path.
    pub path: PathBuf,
}

impl SuiteFile {
    /// Whether the cases run scripts, as in the folders `scripted` of html5lib-tests.
    pub fn is_scripted(&self) -> bool {
        let is_in_folder = self.path.parent().and_then(Path::file_name) == Some(OsStr::new("scripted"));
        // web-platform-tests uses a file name prefix instead of the folder.
        let has_prefix = self.path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"scripted_"));
        is_in_folder || has_prefix
    }

    /// Whether the name of a parent folder marks the cases as XML5 cases.
    pub fn is_xml(&self) -> bool {
        let is_xml = |folder: &OsStr| XML_FOLDERS.iter().any(|name| folder == *name);
        self.path.parent().is_some_and(|parent| parent.iter().any(is_xml))
    }

    /// Whether the file name or a heading marks the cases as sanitizer cases.
    fn is_sanitizer(&self, file: &[u8]) -> bool {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let is_named = SANITIZER_FILES.iter().any(|start| name.starts_with(start)) || name.ends_with(SANITIZER_JSON);
        is_named || !is_json(file) && sanitizer::is_sanitizer_file(file)
    }

    fn sanitizer_cases(&self, file: &[u8]) -> Result<Cases, FormatError> {
        if is_json(file) {
            return sanitizer::read_json(as_text(file)?).map(Cases::Sanitizer);
        }
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        sanitizer::read(file, &name).map(Cases::Sanitizer)
    }

    /// Reads the cases.
    ///
    /// # Errors
    /// If the file cannot be read or is malformed.
    pub fn read(&self) -> Result<Cases, ReadError> {
        let file = fs::read(&self.path).map_err(|error| ReadError::new(&self.path, &error))?;
        let cases = if is_named(&self.path, WPT_XPATH_FILE) {
            as_text(&file).and_then(xpath::read_wpt).map(Cases::XPath)
        } else if self.path.extension().is_some_and(|extension| extension == XPATH_EXTENSION) {
            as_text(&file).and_then(xpath::read).map(Cases::XPath)
        } else if self.is_xml() {
            Cases::from_xml_bytes(&file)
        } else if self.is_sanitizer(&file) {
            self.sanitizer_cases(&file)
        } else {
            Cases::from_bytes(&file)
        };
        cases.map_err(|FormatError { line, message }| ReadError { path: self.path.clone(), line, message })
    }
}

/// Returns the suite files in a folder and its subfolders, sorted by name. Follows symbolic links. For the path of a file, returns only this
/// file.
///
/// Each folder is visited once, so that cycles of links end. Names with a leading dot are skipped. Dangling links are included, so that
/// reading them reports an error.
///
/// # Errors
/// If a folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<SuiteFile>, ReadError> {
    let mut files = Vec::new();
    let metadata = fs::metadata(folder).map_err(|error| ReadError::new(folder, &error))?;
    if metadata.is_dir() {
        walk(folder, "", &mut HashSet::new(), &mut files)?;
    } else {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        files.push(SuiteFile { name, path: folder.to_owned() });
    }
    Ok(files)
}

fn walk(
    folder: &Path,
    prefix: &str,
    entered: &mut HashSet<PathBuf>,
    files: &mut Vec<SuiteFile>,
) -> Result<(), ReadError> {
    let fail = |error: std::io::Error| ReadError::new(folder, &error);
    if !entered.insert(folder.canonicalize().map_err(fail)?) {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(fail)?.map(|entry| entry.map(|entry| entry.file_name()));
    let mut names = entries.collect::<Result<Vec<_>, _>>().map_err(fail)?;
    names.sort();
    for name in names.iter().filter(|name| !name.as_encoded_bytes().starts_with(b".")) {
        let path = folder.join(name);
        let name = format!("{prefix}{}", name.to_string_lossy());
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => walk(&path, &format!("{name}/"), entered, files)?,
            Ok(_) if !is_suite_file(&path, &name) => {}
            // The target of a dangling link may be meant to be a suite file.
            Ok(_) | Err(_) => files.push(SuiteFile { name, path }),
        }
    }
    Ok(())
}

fn is_suite_file(path: &Path, name: &str) -> bool {
    let is = |extension: &str| path.extension().is_some_and(|other| other == extension);
    is("dat") || is("test") || is(XPATH_EXTENSION) || is_named(path, WPT_XPATH_FILE) || name.ends_with(SANITIZER_JSON)
}

fn is_named(path: &Path, name: &str) -> bool {
    path.file_name().is_some_and(|other| other == name)
}

/// The kind of a file's cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Tests of tokenizing text.
    Tokenizer,
    /// Tests of building a tree from markup.
    TreeConstruction,
    /// Tests of serializing tokens to markup.
    Serializer,
    /// Tests of detecting the encoding of bytes.
    Encoding,
    /// Tests of tokenizing XML.
    XmlTokenizer,
    /// Tests of building a tree from XML.
    XmlTreeConstruction,
    /// Tests of sanitizing markup with a configuration.
    Sanitizer,
    /// Tests of evaluating an expression on a document.
    XPath,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Tokenizer => "tokenizer",
            Self::TreeConstruction => "tree-construction",
            Self::Serializer => "serializer",
            Self::Encoding => "encoding",
            Self::XmlTokenizer => "xml-tokenizer",
            Self::XmlTreeConstruction => "xml-tree-construction",
            Self::Sanitizer => "sanitizer",
            Self::XPath => "xpath",
        })
    }
}

/// The cases of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of Kind")]
pub enum Cases {
    Tokenizer(Vec<TokenizerCase>),
    TreeConstruction(Vec<TreeCase>),
    Serializer(Vec<SerializerCase>),
    Encoding(Vec<EncodingCase>),
    XmlTokenizer(Vec<XmlTokenizerCase>),
    XmlTreeConstruction(Vec<TreeCase>),
    Sanitizer(Vec<SanitizerCase>),
    XPath(Vec<XPathCase>),
}

impl Cases {
    /// Reads a file, and determines its format: JSON contains serializer cases if a test has a member `expected`, otherwise tokenizer cases.
    /// Other files contain encoding cases if they have a heading `#encoding`, otherwise tree-construction cases.
    ///
    /// # Errors
    /// If the file is malformed.
    pub fn from_bytes(file: &[u8]) -> Result<Self, FormatError> {
        if !is_json(file) {
            return match encoding::is_encoding_file(file) {
                true => encoding::read(file).map(Self::Encoding),
                false => tree_construction::read(file).map(Self::TreeConstruction),
            };
        }
        let file = as_text(file)?;
        if is_serializer_file(file)? {
            serializer::read(file).map(Self::Serializer)
        } else {
            tokenizer::read(file).map(Self::Tokenizer)
        }
    }

    /// Reads a file of XML5 cases: tokenizer cases in JSON, otherwise tree-construction cases.
    ///
    /// # Errors
    /// If the file is malformed.
    pub fn from_xml_bytes(file: &[u8]) -> Result<Self, FormatError> {
        if !is_json(file) {
            return tree_construction::read(file).map(Self::XmlTreeConstruction);
        }
        xml_tokenizer::read(as_text(file)?).map(Self::XmlTokenizer)
    }

    /// Returns the kind of the cases.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Tokenizer(_) => Kind::Tokenizer,
            Self::TreeConstruction(_) => Kind::TreeConstruction,
            Self::Serializer(_) => Kind::Serializer,
            Self::Encoding(_) => Kind::Encoding,
            Self::XmlTokenizer(_) => Kind::XmlTokenizer,
            Self::XmlTreeConstruction(_) => Kind::XmlTreeConstruction,
            Self::Sanitizer(_) => Kind::Sanitizer,
            Self::XPath(_) => Kind::XPath,
        }
    }

    /// Returns the number of cases.
    pub fn len(&self) -> usize {
        match self {
            Self::Tokenizer(cases) => cases.len(),
            Self::TreeConstruction(cases) => cases.len(),
            Self::Serializer(cases) => cases.len(),
            Self::Encoding(cases) => cases.len(),
            Self::XmlTokenizer(cases) => cases.len(),
            Self::XmlTreeConstruction(cases) => cases.len(),
            Self::Sanitizer(cases) => cases.len(),
            Self::XPath(cases) => cases.len(),
        }
    }

    /// Whether there are no cases.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn is_json(file: &[u8]) -> bool {
    file.trim_ascii_start().first() == Some(&b'{')
}

fn as_text(file: &[u8]) -> Result<&str, FormatError> {
    std::str::from_utf8(file).map_err(|_| FormatError { line: None, message: "the file is not UTF-8".to_owned() })
}

fn is_serializer_file(file: &str) -> Result<bool, FormatError> {
    #[derive(Deserialize)]
    struct File {
        #[serde(default)]
        tests: Vec<Case>,
    }
    #[derive(Deserialize)]
    struct Case {
        expected: Option<IgnoredAny>,
    }
    let File { tests } = serde_json::from_str(file)?;
    Ok(tests.iter().any(|case| case.expected.is_some()))
}

/// An error when reading a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file or folder.
    pub path: PathBuf,
    /// The line of the error, starting at 1, if known.
    pub line: Option<usize>,
    /// The description of the error.
    pub message: String,
}

impl ReadError {
    pub(crate) fn new(path: &Path, error: &std::io::Error) -> Self {
        Self { path: path.to_owned(), line: None, message: error.to_string() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.message)
    }
}

impl std::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "#data\n#document\n";

    fn write(root: &Path, name: &str, text: &str) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn names(folder: &Path) -> Vec<String> {
        files(folder).unwrap().into_iter().map(|file| file.name).collect()
    }

    #[test]
    fn folders_are_walked_in_order() {
        let root = tempfile::tempdir().unwrap();
        for name in ["b.dat", "a/z.test", "a/b/c.dat", "README.md", "a/b.txt", ".git/x.dat", "a.dat"] {
            write(root.path(), name, TREE);
        }
        assert_eq!(names(root.path()), ["a/b/c.dat", "a/z.test", "a.dat", "b.dat"]);
        assert_eq!(names(&root.path().join("b.dat")), ["b.dat"]);
        assert_eq!(names(&root.path().join("a/b.txt")), ["b.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_rings_end() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        let suite = root.path().join("suite");
        write(root.path(), "elsewhere/tree/a.dat", TREE);
        write(root.path(), "suite/b.dat", TREE);
        symlink("../elsewhere", suite.join("linked")).unwrap();
        symlink("b.dat", suite.join("c.dat")).unwrap();
        symlink("../suite", root.path().join("elsewhere/ring")).unwrap();
        symlink(".", suite.join("self")).unwrap();
        assert_eq!(names(&suite), ["b.dat", "c.dat", "linked/tree/a.dat"]);
        symlink("gone", suite.join("dangling")).unwrap();
        symlink("ring.dat", suite.join("ring.dat")).unwrap();
        assert_eq!(names(&suite), ["b.dat", "c.dat", "dangling", "linked/tree/a.dat", "ring.dat"]);
        let is_readable = |file: &SuiteFile| file.read().is_ok();
        assert_eq!(
            files(&suite).unwrap().iter().map(is_readable).collect::<Vec<_>>(),
            [true, true, false, true, false]
        );
    }

    #[test]
    fn the_content_determines_the_kind() {
        let kind = |file: &str| Cases::from_bytes(file.as_bytes()).unwrap().kind();
        assert_eq!(kind(TREE), Kind::TreeConstruction);
        assert_eq!(kind(""), Kind::TreeConstruction);
        assert_eq!(kind("#data\n#encoding\nutf-8\n"), Kind::Encoding);
        assert_eq!(kind("\n{\"tests\": []}"), Kind::Tokenizer);
        assert_eq!(kind(r#"{"tests": [{"description": "\uD800", "input": "\uDC00", "output": []}]}"#), Kind::Tokenizer);
        assert_eq!(kind(r#"{"xmlViolationTests": []}"#), Kind::Tokenizer);
        assert_eq!(kind(r#"{"tests": [{"description": "", "input": [], "expected": [""]}]}"#), Kind::Serializer);
    }

    #[test]
    fn errors_name_the_file() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "a.dat", "#data\n#errors\n#what\n");
        write(root.path(), "b.test", "{\"tests\": [\n}");
        let path = |name: &str| root.path().join(name).display().to_string();
        let errors: Vec<_> =
            files(root.path()).unwrap().iter().map(|file| file.read().unwrap_err().to_string()).collect();
        assert_eq!(errors[0], format!("{}:3: unknown section #what", path("a.dat")));
        assert!(errors[1].starts_with(&format!("{}:2: expected value", path("b.test"))), "{}", errors[1]);
        let missing = files(&root.path().join("missing")).unwrap_err().to_string();
        assert!(missing.starts_with(&format!("{}: ", path("missing"))), "{missing}");
    }

    #[test]
    fn the_folder_determines_xml_files() {
        let is_xml = |path: &str| SuiteFile { name: String::new(), path: path.into() }.is_xml();
        assert!(is_xml("upstream/xml5lib-tests/tokenizer/test1.test") && is_xml("cases/xml5/tree/a.dat"));
        assert!(!is_xml("cases/tree/xml5") && !is_xml("xml5ever/a.dat"));
        assert_eq!(Cases::from_xml_bytes(TREE.as_bytes()).unwrap().kind(), Kind::XmlTreeConstruction);
        assert_eq!(Cases::from_xml_bytes(b"{\"tests\": []}").unwrap().kind(), Kind::XmlTokenizer);
    }

    #[test]
    fn scripted_files_are_detected() {
        let is_scripted = |path: &str| SuiteFile { name: String::new(), path: path.into() }.is_scripted();
        assert!(is_scripted("tree-construction/scripted/ark.dat"));
        assert!(is_scripted("resources/scripted_ark.dat"));
        assert!(!is_scripted("scripted/tree-construction/ark.dat"));
    }

    #[test]
    fn a_suite_may_be_any_folder_or_file() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "html5lib-tests/cases/limpid/own.dat", TREE);
        write(root.path(), "other/tree/a.dat", TREE);
        let given = |place: &str| {
            let suite = Suite::given(&root.path().join(place), root.path()).unwrap();
            (suite.name, suite.lists_all_errors)
        };
        assert_eq!(given("other"), ("other".to_owned(), false));
        assert_eq!(given("other/tree/.."), ("other".to_owned(), false));
        assert_eq!(given("other/tree/a.dat"), ("tree".to_owned(), false));
        assert_eq!(given("html5lib-tests/cases/limpid/own.dat"), ("limpid".to_owned(), true));
        let missing = Suite::given(&root.path().join("missing"), root.path()).unwrap_err().to_string();
        assert!(missing.starts_with(&format!("{}: ", root.path().join("missing").display())), "{missing}");
    }

    #[test]
    fn fetched_suites_are_found() {
        let root = tempfile::tempdir().unwrap();
        let found = || upstream(root.path()).into_iter().filter_map(|suite| suite.folder).collect::<Vec<_>>();
        let place = data::upstream_folder(root.path()).join("xml5lib-tests");
        assert!(!found().contains(&place));
        fs::create_dir_all(&place).unwrap();
        // A folder in an environment variable has precedence.
        assert!(found().contains(&place) || data::places("xml5lib-tests").len() > 1);
    }
}
