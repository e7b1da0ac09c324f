//! The report's style sheet and script, and the content security policy that blocks everything else.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

pub(crate) const STYLE: &str = concat!(include_str!("assets/report.css"), include_str!("assets/colors.css"));

/// One script made of several files, in its own scope.
pub(crate) const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n\n",
    include_str!("assets/data.js"),
    include_str!("assets/visible.js"),
    include_str!("assets/labels.js"),
    include_str!("assets/virtual_list.js"),
    include_str!("assets/rows.js"),
    include_str!("assets/source.js"),
    include_str!("assets/outline.js"),
    include_str!("assets/errors.js"),
    include_str!("assets/search.js"),
    include_str!("assets/main.js"),
    "})();\n"
);

/// Returns a [content security policy](https://www.w3.org/TR/CSP3/) that allows [`STYLE`] and [`SCRIPT`] by their hashes, and
/// blocks all other scripts and styles, requests and forms.
pub(crate) fn policy() -> String {
    let (style, script) = (hash(STYLE), hash(SCRIPT));
    format!("default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; form-action 'none'")
}

fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_matches_the_example_of_the_specification() {
        // From the section "Usage of hashes".
        assert_eq!(hash("alert('Hello, world.');"), "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=");
    }

    #[test]
    fn style_and_script_do_not_close_their_elements() {
        assert!(!STYLE.contains('<'));
        for text in ["</script", "<!--", "<script"] {
            assert!(!SCRIPT.to_ascii_lowercase().contains(text), "{text}");
        }
    }

    #[test]
    fn the_script_does_not_parse_markup() {
        for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval(", "setHTML"]
        {
            assert!(!SCRIPT.contains(name), "{name}");
        }
    }
}
