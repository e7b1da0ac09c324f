//! XPath cases: limpid's own, and those of web-platform-tests.
//!
//! In limpid's own files, a case is a line with an expression, ` → ` and its value. A line that starts with one of the words `html`, `xml`,
//! `context`, `prefix` and `variable` and a colon is a setting for the following cases:
//!
//! ```text
//! # a comment
//! html: <p>a<p class=b>c      an HTML document; its root is the context node
//! xml: <a><b/></a>            an XML document
//! context: //p[2]             another context node
//! prefix: svg http://www.w3.org/2000/svg
//! variable: name value        a string
//! //p → p[1] p[2]             elements: the name, and the position among all elements with this name
//! //p/text() → "a" "c"
//! //@class → p[2]/@class
//! //nosuch → none
//! count(//p) → number 2
//! string(//p) → string a
//! //p = 'c' → boolean true
//! //p[ → error unexpected-end 4
//! ```

use super::FormatError;

/// An XPath case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XPathCase {
    /// The number in the file, starting at 1.
    pub number: usize,
    /// The expression.
    pub expression: String,
    /// The document.
    pub document: String,
    /// Whether the document is XML.
    pub is_xml: bool,
    /// An expression for the context node, or `None` for the root.
    pub context: Option<String>,
    /// Prefixes and their namespaces.
    pub prefixes: Vec<(String, String)>,
    /// Variables and their string values.
    pub variables: Vec<(String, String)>,
    /// The expected value.
    pub expected: Expected,
}

/// The expected value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A value in the notation of limpid's own files.
    Written(String),
    /// A single element, identified by its namespace, local name and index. The context node is the document element, and the expression uses
    /// the namespace declarations of the document element.
    Element {
        /// The URL of the namespace.
        namespace: String,
        /// The local name.
        local_name: String,
        /// The index among the elements with this namespace and local name, starting at 0.
        index: usize,
    },
}

/// Reads a file in limpid's own format.
///
/// # Errors
/// If a line is neither a case nor a known setting.
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
            || FormatError::at(index + 1, "expected `EXPRESSION → VALUE`, or a setting such as `html: MARKUP`");
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

/// Replaces the escapes `\n` and `\t`.
fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

/// Reads the file of web-platform-tests, which has `test` elements with the expression, the result and the tree.
///
/// # Errors
/// If a part of a test is missing.
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
                    .map_err(|_| FormatError { line: None, message: format!("test {number}: nth is not a number") })?,
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
