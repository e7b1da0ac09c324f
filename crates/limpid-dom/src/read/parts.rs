//! The parts of doctypes and processing instructions.

use crate::read::node_ref::NodeRef;
use crate::read::pseudo_attributes::pseudo_attributes;

impl<'d> NodeRef<'d> {
    /// Returns the parts of a doctype.
    ///
    /// ```
    /// let document = limpid::parse("<!DOCTYPE html>");
    /// assert_eq!(document.root().first_child().unwrap().doctype().unwrap().name, "html");
    /// ```
    #[inline]
    #[doc(alias = "as_doctype")]
    pub fn doctype(self) -> Option<Doctype<'d>> {
        let data = self.document.arena.doctype(self.number())?;
        Some(Doctype {
            name: data.name.as_deref().unwrap_or_default(),
            public_id: data.public_id.as_deref(),
            system_id: data.system_id.as_deref(),
        })
    }

    /// Returns the parts of a processing instruction.
    ///
    /// ```
    /// let document = limpid::xml::parse("<?xml-stylesheet href='tea.css'?><a/>");
    /// let instruction = document.root().first_child().unwrap().processing_instruction().unwrap();
    /// assert_eq!((instruction.target, instruction.data), ("xml-stylesheet", "href='tea.css'"));
    /// ```
    #[inline]
    pub fn processing_instruction(self) -> Option<ProcessingInstruction<'d>> {
        let (target, data) = self.document.arena.instruction(&self.document.source, self.number())?;
        Some(ProcessingInstruction { target, data })
    }
}

/// The parts of a doctype node.
///
/// ```
/// let document = limpid::parse("<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
/// let doctype = document.root().first_child().and_then(|node| node.doctype()).unwrap();
/// assert_eq!((doctype.name, doctype.public_id, doctype.system_id), ("html", None, Some("about:legacy-compat")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doctype<'d> {
    /// The name, or `""` if the DOCTYPE has no name.
    pub name: &'d str,
    /// The public identifier, or `None` if it is missing. (The DOM has an empty string instead.)
    pub public_id: Option<&'d str>,
    /// The system identifier, or `None` if it is missing.
    pub system_id: Option<&'d str>,
}

/// The parts of a processing instruction.
///
/// ```
/// let document = limpid::parse_fragment("<?marker name='x'?>", "body");
/// let node = document.root().first_child().unwrap();
/// let instruction = node.processing_instruction().unwrap();
/// assert_eq!((instruction.target, instruction.data), ("marker", "name='x'"));
/// assert_eq!(instruction.attribute("name").as_deref(), Some("x"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessingInstruction<'d> {
    /// The name after `<?`.
    pub target: &'d str,
    /// The text after the target and the white space.
    pub data: &'d str,
}

impl ProcessingInstruction<'_> {
    /// Returns the value of a pseudo-attribute in the data, such as `name` in `<?marker name="x">`. The name is case-sensitive. Returns
    /// `None` if there is no such pseudo-attribute, or if the data is not a list of pseudo-attributes.
    ///
    /// ```
    /// let document = limpid::parse("<?marker name='tea' x='1'>");
    /// let instruction = document.descendants().find_map(|node| node.processing_instruction()).unwrap();
    /// assert_eq!(instruction.attribute("name"), Some("tea".to_owned()));
    /// assert_eq!(instruction.attribute("NAME"), None);
    /// ```
    #[inline]
    pub fn attribute(&self, name: &str) -> Option<String> {
        pseudo_attributes(self.data).into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.into_owned())
    }
}
