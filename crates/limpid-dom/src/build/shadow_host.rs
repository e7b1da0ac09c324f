//! Names of elements that may have a shadow root.

/// Whether a name is a [valid shadow host name](https://dom.spec.whatwg.org/#valid-shadow-host-name).
pub(super) fn may_be_shadow_host(name: &str) -> bool {
    matches!(
        name,
        "article"
            | "aside"
            | "blockquote"
            | "body"
            | "div"
            | "footer"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "main"
            | "nav"
            | "p"
            | "section"
            | "span"
    ) || is_valid_custom_element_name(name)
}

/// Whether a name is a [valid custom element
/// name](https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name).
fn is_valid_custom_element_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.as_bytes().contains(&b'-')
        && !name.bytes().any(|byte| byte.is_ascii_uppercase())
        && !matches!(
            name,
            "annotation-xml"
                | "color-profile"
                | "font-face"
                | "font-face-src"
                | "font-face-uri"
                | "font-face-format"
                | "font-face-name"
                | "missing-glyph"
        )
}
