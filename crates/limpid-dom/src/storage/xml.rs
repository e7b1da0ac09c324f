//! Data of XML documents.

use limpid_markup::XmlDeclaration;

/// The data that only XML documents have: the XML declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Xml {
    declaration: Option<Declaration>,
}

#[derive(Clone, Debug)]
struct Declaration {
    version: Box<str>,
    encoding: Option<Box<str>>,
    standalone: Option<bool>,
}

impl Xml {
    #[inline]
    pub(crate) fn new(declaration: Option<XmlDeclaration<'_>>) -> Xml {
        Xml {
            declaration: declaration.map(|XmlDeclaration { version, encoding, standalone }| Declaration {
                version: version.into(),
                encoding: encoding.map(Box::from),
                standalone,
            }),
        }
    }

    pub(crate) fn declaration(&self) -> Option<XmlDeclaration<'_>> {
        let Declaration { version, encoding, standalone } = self.declaration.as_ref()?;
        Some(XmlDeclaration { version, encoding: encoding.as_deref(), standalone: *standalone })
    }
}
