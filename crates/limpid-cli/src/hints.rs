//! Messages about invalid selectors and expressions. They say what to write instead of the syntax of other tools, and name an option of the
//! command where the library's message names a function.

use limpid::SelectorOptions;
use limpid::xpath::{XPathError, XPathErrorCode};

/// Selector syntax of other tools, lowercase, and what to write instead.
const FOREIGN_SELECTORS: [(&str, &str); 36] = [
    ("::text", "select the element; `limpid select --text` and --field print its text"),
    ("::attr", "select the element; `limpid select --attr NAME` prints its attribute; in --field, write CSS@NAME"),
    ("@", "select the element; `limpid select --attr NAME` prints its attribute"),
    ("::", "pseudo-elements are not in the tree; select the element itself"),
    ("!=", "write :not([name=value])"),
    ("/", "this is an XPath expression; use `limpid xpath`"),
    (":first", "write :first-child or :first-of-type; `limpid xpath '(//li)[1]'` prints only the first match"),
    (":last", "write :last-child or :last-of-type; `limpid xpath '(//li)[last()]'` prints only the last match"),
    (":eq", "write :nth-child(n) or :nth-of-type(n), which count from 1"),
    (":nth", "write :nth-child(n) or :nth-of-type(n), which count from 1"),
    (":gt", "write :nth-child(n+3) for the third and all later children"),
    (":lt", "write :nth-child(-n+3) for the first three children"),
    (":even", "write :nth-child(odd), which counts from 1"),
    (":odd", "write :nth-child(even), which counts from 1"),
    (":header", "write :is(h1, h2, h3, h4, h5, h6)"),
    (":parent", "write :not(:empty)"),
    (":input", "write :is(input, select, textarea, button)"),
    (":selected", "write option[selected]"),
    (":visible", "limpid does not apply styles; write :not([hidden])"),
    (":hidden", "limpid does not apply styles; write [hidden]"),
    (":text", "write input[type=text]"),
    (":password", "write input[type=password]"),
    (":radio", "write input[type=radio]"),
    (":checkbox", "write input[type=checkbox]"),
    (":submit", "write [type=submit]"),
    (":reset", "write [type=reset]"),
    (":file", "write input[type=file]"),
    (":image", "write input[type=image]"),
    (":button", "write :is(button, input[type=button])"),
    (":containsown", "write :contains('text')"),
    (":icontains", "write :contains('text')"),
    (":has-text", "write :contains('text')"),
    (":-soup-contains", "write :contains('text')"),
    (":-soup-contains-own", "write :contains('text')"),
    (":matches", "write :is(…); for regular expressions, use re:test(., 'pattern') in `limpid xpath`"),
    (":regex", "use re:test(@name, 'pattern') in `limpid xpath`"),
];

/// Returns a message if the selector contains another tool's syntax at the byte offset of the error.
pub(crate) fn for_selector(css: &str, offset: usize) -> Option<String> {
    let (before, rest) = css.split_at_checked(offset)?;
    let colon = if before.ends_with(':') { ":" } else { "" };
    let form = format!("{colon}{rest}").to_ascii_lowercase();
    let is_in_name = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
    let (start, advice) = FOREIGN_SELECTORS.iter().find(|(start, _)| {
        let follows = form.strip_prefix(start).and_then(|rest| rest.chars().next());
        let is_in_value = *start == "/" && before.ends_with('=');
        form.starts_with(start) && !(start.ends_with(is_in_name) && follows.is_some_and(is_in_name)) && !is_in_value
    })?;
    Some(format!("`{start}` is not supported in selectors; {advice}"))
}

/// Names the relevant command-line option in the message of an XPath error.
pub(crate) fn for_xpath(error: &XPathError, message: &str) -> String {
    match error.code() {
        XPathErrorCode::StepLimit => message.replace("`max_steps`", "`--max-steps`"),
        XPathErrorCode::UndeclaredPrefix => {
            message.replace("declare its namespace", "declare its namespace with --namespace PREFIX=URL")
        }
        XPathErrorCode::UnknownVariable => message.replace("pass a value for it", "set it with --variable NAME=VALUE"),
        XPathErrorCode::UnknownFunction if !message.contains("did you mean") => {
            format!("{message}; use a function of XPath 1.0 or EXSLT")
        }
        _ => message.to_owned(),
    }
}

/// Returns the message about an error in the evaluation of an XPath expression, with its position in the expression.
pub(crate) fn evaluation_message(error: &XPathError) -> String {
    let message = error.to_string().replacen("XPath, at", "at", 1);
    for_xpath(error, &message.replacen(&format!("{}: ", error.code()), "", 1))
}

pub(crate) fn is_css(text: &str) -> bool {
    SelectorOptions::new().contains(true).parse(text).is_ok()
}
