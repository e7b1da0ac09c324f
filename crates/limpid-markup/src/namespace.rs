/// The namespace of an element or attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Namespace {
    /// No namespace: what nearly every attribute has.
    None = 0,
    /// `http://www.w3.org/1999/xhtml`
    #[default]
    Html = 1,
    /// `http://www.w3.org/1998/Math/MathML`
    MathMl = 2,
    /// `http://www.w3.org/2000/svg`
    Svg = 3,
    /// `http://www.w3.org/1999/xlink`, for attributes.
    XLink = 4,
    /// `http://www.w3.org/XML/1998/namespace`, for attributes.
    Xml = 5,
    /// `http://www.w3.org/2000/xmlns/`, for attributes.
    XmlNs = 6,
}

impl Namespace {
    /// The namespace's URL; empty for [`Namespace::None`].
    pub const fn url(self) -> &'static str {
        match self {
            Namespace::None => "",
            Namespace::Html => "http://www.w3.org/1999/xhtml",
            Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
            Namespace::Svg => "http://www.w3.org/2000/svg",
            Namespace::XLink => "http://www.w3.org/1999/xlink",
            Namespace::Xml => "http://www.w3.org/XML/1998/namespace",
            Namespace::XmlNs => "http://www.w3.org/2000/xmlns/",
        }
    }
}
