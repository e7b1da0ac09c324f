//! Known classes of differences between Chromium and the standard.
//!
//! Each class has a function that changes a case, so that the difference of the class cannot occur. If limpid and Chromium agree on the
//! changed case, the difference in the original case belongs to the class.

use html5lib_tests::differences::Difference;
use limpid_pages::Context;
use limpid_pages::tables::TABLES;
use serde_json::{Map, Value};

use super::case::{Case, Sanitizing};

pub(crate) struct Class {
    /// The name in `html5lib-tests/differences.toml`, which describes the rule of the standard and the behavior of Chromium.
    pub(super) name: &'static str,
    /// An example of the difference. The strings are the sanitizer's method and configuration, or `""` for a case that is only parsed; the
    /// context element, or `""` for a document; and the input.
    example: (&'static str, &'static str, &'static str),
    /// Changes a case so that the difference cannot occur. Leaves the case unchanged if the difference cannot occur in it anyway.
    pub(super) avoid: fn(&mut Case),
}

/// The classes of parsing differences. If several classes explain a case, the first one counts.
pub(crate) const TREES: &[Class] = &[
    Class {
        name: "null-in-rcdata-context",
        example: ("", "title", "\0"),
        avoid: |case| {
            if matches!(name(case), "title" | "textarea") {
                without_nulls(case);
            }
        },
    },
    Class {
        name: "null-in-cdata",
        example: ("", "svg desc", "<![CDATA[\0]]>"),
        avoid: |case| edit_between(case, "<![CDATA[", "]]>", |data| data.replace('\0', "")),
    },
    Class {
        name: "cdata-at-integration-point",
        example: ("", "svg desc", "<![CDATA[x]]>"),
        avoid: |case| edit(case, |input| input.replace("<![CDATA[", "<!")),
    },
    Class {
        name: "null-in-processing-instruction",
        example: ("", "", "<?x \0?>"),
        avoid: |case| edit_between(case, "<?", ">", |data| data.replace('\0', "")),
    },
    Class {
        name: "null-after-less-than",
        example: ("", "", "<\0"),
        avoid: |case| edit_between(case, "<", ">", |tag| tag.replace('\0', "")),
    },
    Class {
        name: "null-before-line-feed",
        example: ("", "div", "<pre>\0\nx"),
        avoid: |case| edit(case, |input| input.replace("\0\n", "\n").replace("\0\r", "\r")),
    },
    Class { name: "null-in-data", example: ("", "", "\0<link>"), avoid: without_nulls },
    Class {
        name: "swallowed-line-feed",
        example: ("", "", "<p\t\r\na\nb>"),
        avoid: |case| edit(case, |input| input.replace("\r\n", "\n").replace('\r', "\n")),
    },
    Class {
        name: "search",
        example: ("", "", "<b><search>x</b>y"),
        avoid: |case| rename(case, |name| (name == "search").then(|| "section".to_owned())),
    },
    Class {
        name: "end-tags-at-foreign-root",
        example: ("", "svg desc", "<p><b></p></b>x"),
        avoid: |case| {
            if name(case).contains(' ') {
                case.open_context_in("div");
            }
        },
    },
    Class {
        name: "mixed-case-end-tags",
        example: ("", "", "<svg><foreignObject><math></foreignObject>x"),
        avoid: |case| {
            let is_mixed = |name: &str| TABLES.svg.iter().any(|svg| *svg != name && svg.eq_ignore_ascii_case(name));
            rename(case, |name| match name {
                "foreignobject" => Some("desc".to_owned()),
                _ => is_mixed(name).then(|| "g".to_owned()),
            });
        },
    },
    Class {
        name: "template-without-scripting",
        example: ("", "template", "<noscript><p>"),
        avoid: |case| {
            if name(case) == "template" {
                neutralize(case, |name| name == "noscript");
            }
        },
    },
    Class {
        name: "parsing-template-contents",
        example: ("", "template", "<form><form>"),
        avoid: |case| {
            if name(case) == "template" {
                case.open_context_in("div");
            }
        },
    },
    Class {
        name: "select-context",
        example: ("", "select", "<input>"),
        avoid: |case| {
            if name(case) == "select" {
                case.open_context_in("div");
            }
        },
    },
    Class {
        name: "selectedcontent-in-a-fragment",
        example: ("", "div", "<select><option>x</option><selectedcontent>"),
        avoid: |case| {
            if case.context.is_some() {
                without_selectedcontent(case);
            }
        },
    },
    Class {
        name: "option-in-selectedcontent",
        example: ("", "", "<select><selectedcontent><option>x"),
        avoid: without_selectedcontent,
    },
    Class {
        name: "patching-despite-shadow-root",
        example: ("", "div", "<?marker name=\"m\"><template for=m shadowrootmode=open></template>"),
        avoid: |case| neutralize(case, |name| name == "shadowrootmode"),
    },
    Class {
        name: "patch-ended-by-the-input",
        example: ("", "", "<p><?marker name=\"m\"><template for=m>"),
        avoid: |case| neutralize(case, |name| name == "for"),
    },
    Class {
        name: "processing-instructions",
        example: ("", "", "<?x?>"),
        avoid: |case| edit(case, |input| input.replace("<?", "<!")),
    },
    Class {
        name: "declarations-like-a-doctype",
        example: ("", "", "<!DOC>x"),
        avoid: |case| {
            edit_between(case, "<!", ">", |data| {
                let is_like_a_doctype =
                    data.starts_with(['d', 'D']) && !data.to_ascii_lowercase().starts_with("doctype");
                if is_like_a_doctype { format!("x{data}") } else { data.to_owned() }
            });
        },
    },
    Class {
        name: "replacement-character-before-frameset",
        example: ("", "", "&#0;<frameset>"),
        avoid: |case| neutralize(case, |name| name == "frameset"),
    },
    Class {
        name: "is-attribute-of-formatting-elements",
        example: ("", "div", "<p><b is=x>1</p>2"),
        avoid: |case| neutralize(case, |name| name == "is"),
    },
    Class {
        name: "head-content-in-template",
        example: ("", "", "<template><title></title><td>"),
        avoid: |case| {
            if has_template(case) {
                neutralize(case, |name| ["base", "basefont", "bgsound", "noframes", "title"].contains(&name));
            }
        },
    },
    Class {
        name: "form-end-tag-in-template",
        example: ("", "", "<template><form><div></form>x"),
        avoid: |case| {
            if has_template(case) {
                without_forms(case);
            }
        },
    },
    Class {
        name: "forms-closed-together",
        example: ("", "", "<form><applet></form></applet><form>1</form>2"),
        avoid: without_forms,
    },
    Class {
        name: "template-white-space",
        example: ("", "", "<template><td></td><dd><strong></dd> "),
        avoid: |case| {
            if name(case) == "template" {
                case.open_context_in("div");
            }
            without_templates(case);
        },
    },
    Class {
        name: "white-space-and-text-after-body",
        example: ("", "", "<p><b></p></body> x"),
        avoid: |case| {
            let trim = |text: &str| {
                let trimmed = text.trim_ascii_start();
                if trimmed.is_empty() { text.to_owned() } else { trimmed.to_owned() }
            };
            edit_between(case, "</body>", "<", trim);
            edit_between(case, "</html>", "<", trim);
        },
    },
    Class {
        name: "white-space-after-body",
        example: ("", "", "<p><b></p></body> "),
        avoid: |case| neutralize(case, |name| ["body", "html"].contains(&name)),
    },
];

/// The classes of sanitizing differences.
pub(crate) const SANITIZER: &[Class] = &[
    Class {
        name: "sanitized-texts-joined",
        example: (r#"setHTML {"removeElements":["b"]}"#, "div", "1<b></b>2"),
        avoid: |case| case.joins_texts = true,
    },
    Class {
        name: "javascript-urls-member",
        example: (r#"setHTMLUnsafe {"javascriptURLs":false}"#, "div", "<a href=javascript:x()>"),
        // Chromium ignores the member.
        avoid: |case| {
            if let Some(config) = config(case) {
                config.insert("javascriptURLs".to_owned(), true.into());
            }
        },
    },
    Class {
        name: "replaced-roots",
        example: (
            r#"setHTML {"replaceWithChildrenElements":[{"name":"svg","namespace":"http://www.w3.org/2000/svg"}]}"#,
            "div",
            "x",
        ),
        avoid: |case| {
            let is_root = |element: &Value| ["html", "svg", "math"].contains(&name_of(element));
            if let Some(Value::Array(elements)) = config(case).and_then(|it| it.get_mut("replaceWithChildrenElements"))
            {
                elements.retain(|element| !is_root(element));
            }
        },
    },
    Class {
        name: "unknown-event-handlers",
        example: (r#"setHTML {"attributes":["onzoom"]}"#, "div", "<b onzoom=x()>"),
        avoid: |case| neutralize(case, |name| name.starts_with("on")),
    },
    Class {
        name: "sanitized-shadow-roots",
        example: (r#"setHTML {"attributes":[]}"#, "div", "<p><template shadowrootmode=open></template></p>"),
        avoid: |case| neutralize(case, |name| name.starts_with("shadowroot")),
    },
    Class {
        name: "sanitized-template-contents",
        example: (r#"setHTML {"replaceWithChildrenElements":["template"]}"#, "div", "<template>x</template>"),
        avoid: without_templates,
    },
    Class {
        name: "head-in-noscript",
        example: ("parseHTMLUnsafe {}", "", "<noscript><head><link>"),
        avoid: |case| edit_between(case, "<noscript>", "</", |inside| inside.replace("<head", "<x-head")),
    },
    Class {
        name: "configuration-for-script",
        example: (r#"setHTML {"elements":["b","b"]}"#, "script", ""),
        avoid: |case| {
            if ["script", "svg script"].contains(&name(case)) {
                case.context = Some(Context { name: "div", encoding: None });
            }
        },
    },
    Class {
        name: "sanitized-base",
        example: ("setHTML {}", "div", "<base>"),
        avoid: |case| neutralize(case, |name| name == "base"),
    },
    Class {
        name: "sanitized-noscript",
        example: (r#"setHTML {"elements":["noscript","p"]}"#, "div", "<noscript><p>x"),
        avoid: |case| neutralize(case, |name| name == "noscript"),
    },
    Class {
        name: "siblings-of-the-root",
        example: (r#"parseHTML {"comments":false}"#, "", "<!--x-->"),
        avoid: |case| {
            if case.context.is_none() {
                case.normalize();
                edit(case, |input| input.replace("<!--", "").replace("<?", ""));
            }
        },
    },
    Class {
        name: "sanitized-while-parsing",
        example: (r#"setHTML {"replaceWithChildrenElements":["p"]}"#, "div", "<b>1<p>2</b>3</p>"),
        avoid: |case| {
            case.normalize();
            case.joins_texts = true;
        },
    },
];

impl Class {
    pub(super) fn example(&self) -> Case {
        let (sanitizing, context, input) = self.example;
        let context = (!context.is_empty()).then_some(Context { name: context, encoding: None });
        let sanitizing = sanitizing.split_once(' ').map(|(method, config)| Sanitizing {
            method,
            config: serde_json::from_str(config).unwrap_or_default(),
            is_object: false,
        });
        Case { sanitizing, ..Case::new(context, vec![input.to_owned()]) }
    }

    /// Returns a table row: Chromium's behavior, the standard's rule and the example.
    fn row(&self) -> String {
        let (sanitizing, context, input) = self.example;
        let difference = Difference::named(self.name);
        let sanitizing = sanitizing.split_once(' ').map(|(method, config)| format!(", `{method}` with `{config}`"));
        format!(
            "| {} | {} | `{}`{}{} |\n",
            difference.chromium.as_deref().unwrap_or_default(),
            difference.link(),
            input.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'"),
            if context.is_empty() { String::new() } else { format!(" in `{context}`") },
            sanitizing.unwrap_or_default(),
        )
    }
}

/// Returns a table for docs/generated/conformance-exceptions.md.
pub(crate) fn table(classes: &[Class]) -> String {
    let rows: String = classes.iter().map(Class::row).collect();
    format!("| Chromium | the standard | example |\n| --- | --- | --- |\n{rows}")
}

impl Case {
    /// Returns changed cases, each with the names of the classes that it avoids: one case per class, and one for all classes together.
    pub(super) fn variants(&self) -> Vec<(Vec<&'static str>, Case)> {
        let mut variants = Vec::new();
        let (mut names, mut all) = (Vec::new(), self.clone());
        let of_sanitizer = if self.sanitizing.is_some() { SANITIZER } else { &[] };
        for class in of_sanitizer.iter().chain(TREES) {
            let mut variant = self.clone();
            (class.avoid)(&mut variant);
            if variant != *self {
                (class.avoid)(&mut all);
                names.push(class.name);
                variants.push((vec![class.name], variant));
            }
        }
        if names.len() > 1 {
            variants.push((names, all));
        }
        variants
    }
}

fn config(case: &mut Case) -> Option<&mut Map<String, Value>> {
    case.sanitizing.as_mut()?.config.as_object_mut()
}

/// Returns the name of an element in a configuration, which is a string or a dictionary.
fn name_of(element: &Value) -> &str {
    element.as_str().or_else(|| element.get("name")?.as_str()).unwrap_or_default()
}

/// Returns the name of the context element, or `""`.
fn name(case: &Case) -> &'static str {
    case.context.map_or("", |context| context.name)
}

fn has_template(case: &Case) -> bool {
    name(case) == "template" || case.input().to_ascii_lowercase().contains("<template")
}

fn without_nulls(case: &mut Case) {
    edit(case, |input| input.replace('\0', ""));
}

fn without_selectedcontent(case: &mut Case) {
    neutralize(case, |name| name == "selectedcontent");
}

fn without_forms(case: &mut Case) {
    neutralize(case, |name| name == "form");
}

fn without_templates(case: &mut Case) {
    neutralize(case, |name| name == "template");
}

/// Adds a prefix to names that satisfy the predicate, so that the standard has no rules for them.
fn neutralize(case: &mut Case, is_affected: impl Fn(&str) -> bool) {
    rename(case, |name| is_affected(name).then(|| format!("x-{name}")));
}

fn edit(case: &mut Case, edit: impl Fn(String) -> String) {
    case.set_input(edit(case.input()));
}

/// Changes the parts of the input between two strings.
fn edit_between(case: &mut Case, start: &str, end: &str, edit: impl Fn(&str) -> String) {
    let input = case.input();
    let mut parts = input.split(start);
    let mut edited = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, rest) = part.split_at(part.find(end).unwrap_or(part.len()));
        edited += &[start, &edit(inside), rest].concat();
    }
    case.set_input(edited);
}

/// Renames words (runs of letters, digits and hyphens) of the input. The function gets each word in lowercase.
fn rename(case: &mut Case, new_name: impl Fn(&str) -> Option<String>) {
    let is_in_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut renamed = String::new();
    let input = case.input();
    let mut rest = &*input;
    while let Some(start) = rest.find(is_in_word) {
        let word = &rest[start..];
        let word = &word[..word.find(|c| !is_in_word(c)).unwrap_or(word.len())];
        renamed += &rest[..start];
        renamed += new_name(&word.to_ascii_lowercase()).as_deref().unwrap_or(word);
        rest = &rest[start + word.len()..];
    }
    renamed += rest;
    case.set_input(renamed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use html5lib_tests::differences::DIFFERENCES;

    #[test]
    fn every_class_changes_its_example() {
        for class in TREES.iter().chain(SANITIZER) {
            let names: Vec<_> = class.example().variants().into_iter().map(|(names, _)| names).collect();
            assert!(names.contains(&vec![class.name]), "{}", class.name);
        }
    }

    #[test]
    fn all_classes_are_in_the_list_of_differences() {
        let mut listed: Vec<_> = DIFFERENCES.iter().filter(|it| it.chromium.is_some()).map(|it| &*it.name).collect();
        let mut names: Vec<_> = TREES.iter().chain(SANITIZER).map(|class| class.name).collect();
        listed.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, listed);
    }

    #[test]
    fn a_page_of_no_class_has_no_variants() {
        let case = Case::new(None, vec!["<p class=a>x".to_owned()]);
        assert!(case.variants().is_empty());
    }
}
