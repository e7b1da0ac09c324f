//! Cases of XPath: limpid's own, one a line, and those of web-platform-tests.
//!
//! A line of limpid's own files is an expression, ` → ` and its value. Lines that start with a word and a colon set what the lines below
//! them share:
//!
//! ```text
//! # a comment
//! html: <p>a<p class=b>c      a document of HTML; its root is the context node
//! xml: <a><b/></a>            a document of XML
//! context: //p[2]             another context node
//! prefix: svg http://www.w3.org/2000/svg
//! variable: name value        a string
//! //p → p[1] p[2]             elements by name and position among all of that name
//! //p/text() → "a" "c"
//! //@class → p[2]/@class
//! //nosuch → none
//! count(//p) → number 2
//! string(//p) → string a
//! //p = 'c' → boolean true
//! //p[ → error unexpected-end 4
//! ```

use super::FormatError;

/// A case of XPath.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XPathCase {
    /// Its number in the file, from 1 on.
    pub number: usize,
    /// The expression.
    pub expression: String,
    /// The document.
    pub document: String,
    /// Whether the document is XML.
    pub is_xml: bool,
    /// An expression for the context node; `None` for the root.
    pub context: Option<String>,
    /// Prefixes with their namespaces.
    pub prefixes: Vec<(String, String)>,
    /// Variables with their strings.
    pub variables: Vec<(String, String)>,
    /// The value.
    pub expected: Expected,
}

/// The value that an expression should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// As it is written in limpid's own files.
    Written(String),
    /// One element: among those of a namespace and a name the one at an index, from 0 on. The context node is the document element, whose
    /// declarations of namespaces hold for the expression.
    Element {
        /// The URL of its namespace.
        namespace: String,
        /// Its local name.
        local_name: String,
        /// Its index.
        index: usize,
    },
}

/// Reads a file of limpid's own.
///
/// # Errors
/// If a line is none of those.
pub fn read(file: &str) -> Result<Vec<XPathCase>, FormatError> {
    let mut cases = Vec::new();
    let mut shared = XPathCase {
        number: 0,
        expression: String::new(),
        document: String::new(),
        is_xml: false,
        context: None,
        prefixes: Vec::new(),
        variables: Vec::new(),
        expected: Expected::Written(String::new()),
    };
    for (index, line) in file.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((expression, value)) = line.split_once(" → ") {
            let expected = Expected::Written(unescaped(value.trim()));
            let expression = unescaped(expression);
            cases.push(XPathCase { number: cases.len() + 1, expression, expected, ..shared.clone() });
            continue;
        }
        let malformed =
            || FormatError::at(index + 1, "no expression with ` → ` and a value, and no known word with a colon");
        let (word, rest) = line.split_once(':').ok_or_else(malformed)?;
        let rest = unescaped(rest.trim());
        let pair = || {
            let (name, value) = rest.split_once(' ').unwrap_or((&rest, ""));
            (name.to_owned(), value.to_owned())
        };
        match word {
            "html" | "xml" => {
                (shared.document, shared.is_xml, shared.context) = (rest, word == "xml", None);
                shared.prefixes.clear();
                shared.variables.clear();
            }
            "context" => shared.context = Some(rest),
            "prefix" => shared.prefixes.push(pair()),
            "variable" => shared.variables.push(pair()),
            _ => return Err(malformed()),
        }
    }
    Ok(cases)
}

/// A text in which `\n` and `\t` stand for what they stand for in Rust.
fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

/// Reads the file of web-platform-tests: `test` elements with the expression, the result and the tree.
///
/// # Errors
/// If a test lacks a part.
pub fn read_wpt(file: &str) -> Result<Vec<XPathCase>, FormatError> {
    let mut cases = Vec::new();
    for test in file.split("<test>").skip(1) {
        let number = cases.len() + 1;
        let part = |name: &str| {
            let (start, end) = (format!("<{name}>"), format!("</{name}>"));
            let inside = test.split_once(&start).and_then(|(_, rest)| rest.split_once(&end));
            match inside {
                Some((inside, _)) => Ok(inside.trim()),
                None if test.contains(&format!("<{name}/>")) => Ok(""),
                None => Err(FormatError { line: None, message: format!("test {number} has no {name}") }),
            }
        };
        let index = part("nth")?.parse();
        cases.push(XPathCase {
            number,
            expression: without_references(part("xpath")?),
            document: part("tree")?.to_owned(),
            is_xml: true,
            context: Some("/*".to_owned()),
            prefixes: Vec::new(),
            variables: Vec::new(),
            expected: Expected::Element {
                namespace: without_references(part("namespace")?),
                local_name: part("localname")?.to_owned(),
                index: index
                    .map_err(|_| FormatError { line: None, message: format!("test {number}: nth is no number") })?,
            },
        });
    }
    Ok(cases)
}

fn without_references(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_share_their_document() {
        let cases = read("# c\nhtml: <p>\ncontext: //p\n. → p[1]\nxml: <a/>\n1\\n → number 1\n").unwrap();
        assert_eq!((cases[0].document.as_str(), cases[0].context.as_deref()), ("<p>", Some("//p")));
        assert_eq!((cases[1].number, cases[1].is_xml, cases[1].expression.as_str()), (2, true, "1\n"));
        assert_eq!(read("\nwhat").unwrap_err().line, Some(2));
        assert_eq!(read("what: a").unwrap_err().line, Some(1));
    }

    #[test]
    fn tests_of_wpt_have_all_parts() {
        let test = "<test><xpath>a&lt;b</xpath><result><namespace/><localname>a</localname><nth>1</nth></result><tree><a/></tree>";
        let case = read_wpt(test).unwrap().remove(0);
        assert_eq!((case.expression.as_str(), case.document.as_str()), ("a<b", "<a/>"));
        assert!(read_wpt("<test><xpath>a</xpath>").is_err());
    }
}
