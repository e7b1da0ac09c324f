/// The namespace of an element or attribute.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::Namespace;
/// assert_eq!(Namespace::from_url("http://www.w3.org/2000/svg"), Namespace::Svg);
/// assert_eq!(Namespace::from_url("urn:tea"), Namespace::Other);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Namespace {
    /// No namespace, as for most attributes.
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
    /// Any other namespace, from XML or from changes to a tree. The `namespace_url` method of the node or attribute
    /// returns its URL. Two names with `Other` can be in different namespaces.
    Other = 7,
}

impl Namespace {
    /// Returns the namespace's URL, or `""` for [`Namespace::None`] and [`Namespace::Other`].
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Namespace::MathMl.url(), "http://www.w3.org/1998/Math/MathML");
    /// ```
    pub const fn url(self) -> &'static str {
        match self {
            Namespace::None | Namespace::Other => "",
            Namespace::Html => "http://www.w3.org/1999/xhtml",
            Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
            Namespace::Svg => "http://www.w3.org/2000/svg",
            Namespace::XLink => "http://www.w3.org/1999/xlink",
            Namespace::Xml => "http://www.w3.org/XML/1998/namespace",
            Namespace::XmlNs => "http://www.w3.org/2000/xmlns/",
        }
    }

    /// Returns the namespace with this URL: [`Namespace::None`] for `""`, [`Namespace::Other`] for an unknown URL.
    /// URLs are compared byte for byte.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::Namespace;
    /// assert_eq!(Namespace::from_url("http://www.w3.org/2000/svg"), Namespace::Svg);
    /// assert_eq!(Namespace::from_url("http://www.w3.org/2005/Atom"), Namespace::Other);
    /// assert_eq!(Namespace::from_url(""), Namespace::None);
    /// ```
    pub fn from_url(url: &str) -> Namespace {
        match url {
            "" => Namespace::None,
            "http://www.w3.org/1999/xhtml" => Namespace::Html,
            "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
            "http://www.w3.org/2000/svg" => Namespace::Svg,
            "http://www.w3.org/1999/xlink" => Namespace::XLink,
            "http://www.w3.org/XML/1998/namespace" => Namespace::Xml,
            "http://www.w3.org/2000/xmlns/" => Namespace::XmlNs,
            _ => Namespace::Other,
        }
    }
}

/// Returns the namespace's [URL](Namespace::url), so that methods can take either a namespace or a URL.
impl AsRef<str> for Namespace {
    #[inline]
    fn as_ref(&self) -> &str {
        self.url()
    }
}
