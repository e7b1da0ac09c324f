//! Limits on the size and the shape of a document.

/// Bounds on a document. Parsing takes time and memory in proportion to the input, whatever the input is; limits keep the
/// factor small, and the tree as shallow as other programs need it.
///
/// No page written by hand reaches the defaults. Each limit says here what happens to the content when it acts, and an error
/// says where that was.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::Limits;
/// let limits = Limits::default().depth(100).nodes(1_000_000);
/// assert_eq!(limits.depth, 100);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Limits {
    /// Maximum depth of elements in the tree: 512 by default, as in browsers. `html` is on level 1.
    ///
    /// An element that would be deeper is put after the element that it would be in, on the deepest level, and so is what
    /// follows it there: all content stays, in its order. Text and void elements may be one level deeper, and so may
    /// elements in the contents of a template or in a shadow root on the deepest level. A formatting element whose end tag
    /// comes while a block on the deepest level is open in it is not opened again in that block. What `<![CDATA[` starts
    /// is a comment where the element in SVG or MathML around it is so ended.
    ///
    /// What is cloned into a `selectedcontent` keeps its shape, so that its depth is added to that of the
    /// `selectedcontent`. Elements that a script moves are not counted again.
    ///
    /// The error is [`depth-limit`](crate::ErrorCode::DepthLimit), at each tag that this befalls.
    pub depth: u32,
    /// Maximum number of attributes of an element: 65,536 by default. Those after it are dropped, with the error
    /// [`attribute-limit`](crate::ErrorCode::AttributeLimit) at the first of them.
    pub attributes: u32,
    /// Maximum number of formatting elements that are [reconstructed](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements)
    /// before a piece of content: 64 by default, and at least 1. Of more that were left open, only the innermost are created
    /// again, with the error [`reconstruction-limit`](crate::ErrorCode::ReconstructionLimit); the content stays.
    pub reconstructed_elements: u32,
    /// Maximum number of bytes of attribute names and values that are copied to formatting elements when these are created again, by
    /// reconstruction or by the [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm):
    /// by default (`None`) 1 MiB, and 16 for each byte of the input before the current token. From there on formatting
    /// elements that have attributes are not created again, with the error
    /// [`attribute-copy-limit`](crate::ErrorCode::AttributeCopyLimit) at the first of them; the content stays.
    pub copied_attribute_bytes: Option<u32>,
    /// Maximum number of nodes cloned into `selectedcontent` elements: by default (`None`) 65,536 and two for each node that
    /// was parsed. What would go beyond is not cloned, nothing is from there on, and the error is
    /// [`option-clone-limit`](crate::ErrorCode::OptionCloneLimit).
    ///
    /// It takes walks through the tree to find out what to clone. How far they go is limited in any case, by the size of
    /// the document, with the same consequences.
    pub cloned_nodes: Option<u32>,
    /// Maximum number of nodes of a document: 2³² - 2 by default, which is as many as it can. When they are used up, parsing
    /// ends with the error [`node-limit`](crate::ErrorCode::NodeLimit), and the tree is what it was by then.
    pub nodes: u32,
    /// Maximum number of bytes of text in a document, those of the input included: 2³² - 1 by default, which is as many as
    /// it can. When they are used up, parsing ends with the error [`text-limit`](crate::ErrorCode::TextLimit), and the tree
    /// is what it was by then. Input beyond is not looked at, with the error
    /// [`input-too-long`](crate::ErrorCode::InputTooLong).
    pub bytes: u32,
    /// Maximum depth of references between entities of an XML document: 64 by default. A reference that would go deeper stays as
    /// it is written, with the error [`xml-entity-limit`](crate::ErrorCode::XmlEntityLimit).
    pub entity_depth: u32,
    /// Maximum number of bytes that entities and attribute defaults add to an XML document: by default (`None`) 16 MiB, and 16 for each
    /// byte of the input so far. From there on references stay as they are written and defaults are left out, with the error
    /// [`xml-entity-limit`](crate::ErrorCode::XmlEntityLimit) at the first of them.
    pub entity_bytes: Option<u32>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 512,
            attributes: 1 << 16,
            reconstructed_elements: 64,
            copied_attribute_bytes: None,
            cloned_nodes: None,
            nodes: u32::MAX - 1,
            bytes: u32::MAX,
            entity_depth: 64,
            entity_bytes: None,
        }
    }
}

impl Limits {
    /// Removes all limits but those of the document's 32-bit offsets: the tree is the standard's, however large that is.
    ///
    /// The time that it takes is still in proportion to the input and the tree. But some trees are larger than the input
    /// by far: the standard has a short page open a thousand formatting elements again in each of a thousand paragraphs.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::Limits;
    /// assert!(Limits::none().depth > Limits::default().depth);
    /// ```
    #[must_use]
    pub fn none() -> Limits {
        Limits {
            depth: u32::MAX,
            attributes: u32::MAX,
            reconstructed_elements: u32::MAX,
            copied_attribute_bytes: Some(u32::MAX),
            cloned_nodes: Some(u32::MAX),
            nodes: u32::MAX - 1,
            bytes: u32::MAX,
            entity_depth: u32::MAX,
            entity_bytes: Some(u32::MAX),
        }
    }

    /// Sets [`depth`](Self::depth).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().depth(64).depth, 64);
    /// ```
    #[must_use]
    pub fn depth(mut self, levels: u32) -> Limits {
        self.depth = levels;
        self
    }

    /// Sets [`attributes`](Self::attributes).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().attributes(100).attributes, 100);
    /// ```
    #[must_use]
    pub fn attributes(mut self, per_element: u32) -> Limits {
        self.attributes = per_element;
        self
    }

    /// Sets [`reconstructed_elements`](Self::reconstructed_elements).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().reconstructed_elements(8).reconstructed_elements, 8);
    /// ```
    #[must_use]
    pub fn reconstructed_elements(mut self, per_insertion: u32) -> Limits {
        self.reconstructed_elements = per_insertion;
        self
    }

    /// Sets [`copied_attribute_bytes`](Self::copied_attribute_bytes). With `u32::MAX` there is no limit.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().copied_attribute_bytes(1000).copied_attribute_bytes, Some(1000));
    /// ```
    #[must_use]
    pub fn copied_attribute_bytes(mut self, bytes: u32) -> Limits {
        self.copied_attribute_bytes = Some(bytes);
        self
    }

    /// Sets [`cloned_nodes`](Self::cloned_nodes).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().cloned_nodes(0).cloned_nodes, Some(0));
    /// ```
    #[must_use]
    pub fn cloned_nodes(mut self, nodes: u32) -> Limits {
        self.cloned_nodes = Some(nodes);
        self
    }

    /// Sets [`nodes`](Self::nodes).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().nodes(1_000_000).nodes, 1_000_000);
    /// ```
    #[must_use]
    pub fn nodes(mut self, nodes: u32) -> Limits {
        self.nodes = nodes.min(u32::MAX - 1);
        self
    }

    /// Sets [`bytes`](Self::bytes).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().bytes(16 << 20).bytes, 16 << 20);
    /// ```
    #[must_use]
    pub fn bytes(mut self, bytes: u32) -> Limits {
        self.bytes = bytes;
        self
    }

    /// Sets [`entity_depth`](Self::entity_depth).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().entity_depth(4).entity_depth, 4);
    /// ```
    #[must_use]
    pub fn entity_depth(mut self, levels: u32) -> Limits {
        self.entity_depth = levels;
        self
    }

    /// Sets [`entity_bytes`](Self::entity_bytes).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Limits::default().entity_bytes(1000).entity_bytes, Some(1000));
    /// ```
    #[must_use]
    pub fn entity_bytes(mut self, bytes: u32) -> Limits {
        self.entity_bytes = Some(bytes);
        self
    }
}
