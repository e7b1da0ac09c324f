//! Corrected expectations for upstream cases that contradict the current standard.
//!
//! The files in the folder `exceptions/` have the formats of the suites. Each case in them replaces the expectation of an upstream case.
//! Its description names the upstream case and the reason: `replaces html5lib-tests/tokenizer/test3.test #1159: the rule of the standard`.

use std::fmt;
use std::path::Path;

use crate::format::encoding::EncodingCase;
use crate::format::sanitizer::{SanitizerCase, Work};
use crate::format::serializer::SerializerCase;
use crate::format::tokenizer::TokenizerCase;
use crate::format::tree_construction::TreeCase;
use crate::format::xml_tokenizer::XmlTokenizerCase;
use crate::suites::{self, Cases, ReadError, Suite, SuiteFile};

/// All exceptions, by kind of case.
#[derive(Clone, Debug, Default)]
pub struct Exceptions {
    /// Exceptions for tokenizer cases.
    pub tokenizer: Vec<Exception<TokenizerCase>>,
    /// Exceptions for tree-construction cases.
    pub tree_construction: Vec<Exception<TreeCase>>,
    /// Exceptions for serializer cases.
    pub serializer: Vec<Exception<SerializerCase>>,
    /// Exceptions for encoding cases.
    pub encoding: Vec<Exception<EncodingCase>>,
    /// Exceptions for tokenizer cases of XML5.
    pub xml_tokenizer: Vec<Exception<XmlTokenizerCase>>,
    /// Exceptions for tree-construction cases of XML5.
    pub xml_tree_construction: Vec<Exception<TreeCase>>,
    /// Exceptions for sanitizer cases.
    pub sanitizer: Vec<Exception<SanitizerCase>>,
}

/// A corrected expectation for a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception<C> {
    /// The case that it applies to.
    pub target: Target,
    /// The standard's rule.
    pub reason: String,
    /// The corrected case.
    pub replacement: C,
}

/// Identifies a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The name of the suite.
    pub suite: String,
    /// The path of the file in the suite.
    pub file: String,
    /// The number in the file, starting at 1.
    pub number: usize,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} #{}", self.suite, self.file, self.number)
    }
}

impl Target {
    fn parse(description: &str) -> Option<(Self, &str)> {
        let (place, reason) = description.strip_prefix("replaces ")?.split_once(": ")?;
        let (path, number) = place.split_once(" #")?;
        let (suite, file) = path.split_once('/')?;
        Some((Self { suite: suite.to_owned(), file: file.to_owned(), number: number.parse().ok()? }, reason))
    }

    /// Whether the name of the file is the name in the exception. The folder may differ.
    fn is_in(&self, file: &SuiteFile) -> bool {
        Path::new(&self.file).file_name() == file.path.file_name()
    }
}

impl Exceptions {
    /// Reads the exceptions in the repository.
    ///
    /// # Errors
    /// If a file cannot be read, or a description does not name a case.
    pub fn read(repository: &Path) -> Result<Self, ReadError> {
        let mut exceptions = Self::default();
        for file in suites::files(&repository.join("html5lib-tests/exceptions"))? {
            exceptions.add(file.read()?).map_err(|message| ReadError { path: file.path, line: None, message })?;
        }
        Ok(exceptions)
    }

    fn add(&mut self, cases: Cases) -> Result<(), String> {
        match cases {
            Cases::Tokenizer(cases) => add(&mut self.tokenizer, cases),
            Cases::TreeConstruction(cases) => add(&mut self.tree_construction, cases),
            Cases::Encoding(cases) => add(&mut self.encoding, cases),
            Cases::Serializer(cases) => add(&mut self.serializer, cases),
            Cases::XmlTokenizer(cases) => add(&mut self.xml_tokenizer, cases),
            Cases::XmlTreeConstruction(cases) => add(&mut self.xml_tree_construction, cases),
            Cases::Sanitizer(cases) => add(&mut self.sanitizer, cases),
            Cases::XPath(_) => Err("exceptions for XPath cases are not supported".to_owned()),
        }
    }

    /// Replaces the expectations of the cases that have an exception, and returns the targets of the applied exceptions. An exception applies
    /// if the file name, the number and the input of the case match.
    pub fn apply(&self, file: &SuiteFile, cases: &mut Cases) -> Vec<&Target> {
        match cases {
            Cases::Tokenizer(cases) => apply(&self.tokenizer, file, cases),
            Cases::TreeConstruction(cases) => apply(&self.tree_construction, file, cases),
            Cases::Encoding(cases) => apply(&self.encoding, file, cases),
            Cases::Serializer(cases) => apply(&self.serializer, file, cases),
            Cases::XmlTokenizer(cases) => apply(&self.xml_tokenizer, file, cases),
            Cases::XmlTreeConstruction(cases) => apply(&self.xml_tree_construction, file, cases),
            Cases::Sanitizer(cases) => apply(&self.sanitizer, file, cases),
            Cases::XPath(_) => Vec::new(),
        }
    }

    /// Returns the exceptions for a suite that do not apply, because the case does not exist or has another input.
    ///
    /// # Errors
    /// If a file of the suite cannot be read.
    pub fn stale(&self, suite: &Suite) -> Result<Vec<&Target>, ReadError> {
        let Some(folder) = &suite.folder else { return Ok(Vec::new()) };
        let trees = targets(&self.tree_construction).chain(targets(&self.xml_tree_construction));
        let tokens = targets(&self.tokenizer).chain(targets(&self.xml_tokenizer));
        let all = tokens
            .chain(trees)
            .chain(targets(&self.serializer))
            .chain(targets(&self.encoding))
            .chain(targets(&self.sanitizer));
        let mut stale: Vec<_> = all.filter(|target| target.suite == suite.name).collect();
        for file in suites::files(folder)? {
            let applied = self.apply(&file, &mut file.read()?);
            stale.retain(|target| !applied.contains(target) || target.file != file.name);
        }
        Ok(stale)
    }
}

trait Replaceable {
    fn number(&self) -> usize;
    fn description(&self) -> &str;
    fn has_same_input(&self, other: &Self) -> bool;
    fn copy_expectation(&mut self, other: &Self);
}

/// Implements [`Replaceable`] for a type of case, given the fields of its input and of its expectation.
macro_rules! replaceable {
    ($($case:ty: $($input:ident)+ => $($expectation:ident)+;)+) => {$(
        impl Replaceable for $case {
            fn number(&self) -> usize {
                self.number
            }

            fn description(&self) -> &str {
                // The description is optional in some formats.
                Option::from(&self.description).map_or("", String::as_str)
            }

            fn has_same_input(&self, other: &Self) -> bool {
                ($(&self.$input,)+) == ($(&other.$input,)+)
            }

            fn copy_expectation(&mut self, other: &Self) {
                $(self.$expectation.clone_from(&other.$expectation);)+
            }
        }
    )+};
}

replaceable! {
    TokenizerCase: input => output errors;
    XmlTokenizerCase: input => output errors;
    TreeCase: data context => expected errors new_errors;
    SerializerCase: input options => expected xhtml;
    EncodingCase: data fallback => encoding;
}

impl Replaceable for SanitizerCase {
    fn number(&self) -> usize {
        self.number
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn has_same_input(&self, other: &Self) -> bool {
        match (&self.work, &other.work) {
            (Work::Markup(one), Work::Markup(other)) => {
                (&one.data, &one.methods, &one.context, &one.config)
                    == (&other.data, &other.methods, &other.context, &other.config)
            }
            _ => false,
        }
    }

    fn copy_expectation(&mut self, other: &Self) {
        if let (Work::Markup(one), Work::Markup(other)) = (&mut self.work, &other.work) {
            one.expected.clone_from(&other.expected);
        }
    }
}

fn targets<C>(exceptions: &[Exception<C>]) -> impl Iterator<Item = &Target> {
    exceptions.iter().map(|exception| &exception.target)
}

fn add<C: Replaceable>(exceptions: &mut Vec<Exception<C>>, cases: Vec<C>) -> Result<(), String> {
    for replacement in cases {
        let description = replacement.description();
        let (target, reason) = Target::parse(description).ok_or_else(|| {
            format!("a description must have the form \"replaces SUITE/FILE #NUMBER: REASON\": {description:?}")
        })?;
        exceptions.push(Exception { target, reason: reason.to_owned(), replacement });
    }
    Ok(())
}

fn apply<'e, C: Replaceable>(exceptions: &'e [Exception<C>], file: &SuiteFile, cases: &mut [C]) -> Vec<&'e Target> {
    let mut applied = Vec::new();
    for Exception { target, replacement, .. } in exceptions.iter().filter(|exception| exception.target.is_in(file)) {
        let case = cases.iter_mut().find(|case| case.number() == target.number && case.has_same_input(replacement));
        if let Some(case) = case {
            case.copy_expectation(replacement);
            applied.push(target);
        }
    }
    applied
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exceptions(file: &str) -> Exceptions {
        let mut exceptions = Exceptions::default();
        exceptions.add(Cases::from_bytes(file.as_bytes()).unwrap()).unwrap();
        exceptions
    }

    #[test]
    fn only_the_target_changes() {
        let exceptions = exceptions("#description\nreplaces up/tree/a.dat #2: the words\n#data\nx\n#document\n| new\n");
        assert_eq!(exceptions.tree_construction[0].reason, "the words");
        let expected = |path: &str, text: &str| {
            let file = SuiteFile { name: String::new(), path: path.into() };
            let mut cases = Cases::from_bytes(text.as_bytes()).unwrap();
            let count = exceptions.apply(&file, &mut cases).len();
            let Cases::TreeConstruction(mut cases) = cases else { panic!("another kind") };
            (count, cases.pop().unwrap().expected.document.unwrap())
        };
        let text = "#data\nx\n#document\n| old\n\n#data\nx\n#document\n| old\n";
        assert_eq!(expected("elsewhere/a.dat", text), (1, "| new".to_owned()));
        assert_eq!(expected("tree/b.dat", text), (0, "| old".to_owned()));
        assert_eq!(expected("tree/a.dat", "#data\nx\n#document\n| old\n"), (0, "| old".to_owned()));
        assert_eq!(expected("tree/a.dat", &text.replace('x', "y")), (0, "| old".to_owned()));
    }

    #[test]
    fn encodings_can_be_replaced() {
        let exceptions = exceptions("#description\nreplaces up/a.dat #1: the words\n#data\nx\n#encoding\nutf-8\n");
        let file = SuiteFile { name: String::new(), path: "a.dat".into() };
        let mut cases = Cases::from_bytes(b"#data\nx\n#encoding\nkoi8-r\n\n#data\nx\n#encoding\nkoi8-r\n").unwrap();
        assert_eq!(exceptions.apply(&file, &mut cases).len(), 1);
        let Cases::Encoding(cases) = cases else { panic!("another kind") };
        assert_eq!(cases.iter().map(|case| &*case.encoding).collect::<Vec<_>>(), ["utf-8", "koi8-r"]);
    }

    #[test]
    fn markup_can_be_replaced() {
        let file = |description: &str, expected: &str| {
            format!(r#"{{"tests": [{{"description": "{description}", "input": [], "expected": ["{expected}"]}}]}}"#)
        };
        let exceptions = exceptions(&file("replaces up/a.test #1: the words", "new"));
        let suite_file = SuiteFile { name: String::new(), path: "a.test".into() };
        let mut cases = Cases::from_bytes(file("as published", "old").as_bytes()).unwrap();
        assert_eq!(exceptions.apply(&suite_file, &mut cases).len(), 1);
        let Cases::Serializer(cases) = cases else { panic!("another kind") };
        assert_eq!((&*cases[0].description, &*cases[0].expected), ("as published", &["new".to_owned()][..]));
    }

    #[test]
    fn stale_exceptions_are_found() {
        let root = tempfile::tempdir().unwrap();
        let suite = Suite { name: "up".to_owned(), ..Suite::given(root.path(), root.path()).unwrap() };
        std::fs::write(root.path().join("a.dat"), "#data\nx\n#document\n").unwrap();
        let stale = |place: &str| {
            let file = format!("#description\nreplaces {place}: the words\n#data\nx\n#document\n");
            exceptions(&file).stale(&suite).unwrap().len()
        };
        assert_eq!(stale("up/a.dat #1"), 0);
        assert_eq!(stale("up/a.dat #2"), 1);
        assert_eq!(stale("up/b.dat #1"), 1);
        assert_eq!(stale("up/b/a.dat #1"), 1);
        assert_eq!(stale("down/a.dat #2"), 0);
    }

    #[test]
    fn a_description_must_name_a_case() {
        let add = |file: &[u8]| Exceptions::default().add(Cases::from_bytes(file).unwrap()).unwrap_err();
        assert!(add(b"#data\n#document\n").starts_with("a description must"));
        assert!(add(b"#description\nreplaces a.dat #1: x\n#data\n#document\n").starts_with("a description must"));
        assert!(add(b"#data\n#encoding\nutf-8\n").starts_with("a description must"));
        let serializer = br#"{"tests": [{"description": "", "input": [], "expected": []}]}"#;
        assert!(add(serializer).starts_with("a description must"));
    }
}
