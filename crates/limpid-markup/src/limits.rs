/// Limits on the size and shape of a document.
///
/// With the defaults, parsing time and memory are at most proportional to the length of the input, with a small factor. The tree stays shallow
/// enough for programs that process it recursively.
///
/// No page written by hand reaches the defaults. When a limit is reached, an error reports the position.
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
    /// The maximum depth of elements in the tree: 512 by default, as in browsers. `html` is level 1.
    ///
    /// An element that would be deeper is inserted after the element that would contain it, as its sibling. The later content of the containing
    /// element is inserted after it, too. No content is lost, and the order stays the same. Each such tag is an error:
    /// [`depth-limit`](crate::ErrorCode::DepthLimit).
    ///
    /// * Text and void elements may be one level deeper. So may elements in the contents of a template or in a shadow root, if the template or the
    ///   shadow host is on the deepest level.
    /// * If a formatting element ends while it contains an open block on the deepest level, the formatting element is not created again inside the
    ///   block. If this also ends an SVG or MathML element, a later `<![CDATA[` starts a comment.
    /// * Nodes that are cloned into a `selectedcontent` keep their depth below it, so they can be deeper than the limit.
    /// * The limit does not apply to elements that a script moves.
    pub depth: u32,
    /// The maximum number of attributes of an element: 65,536 by default. Further attributes are dropped. The first of them is an error:
    /// [`attribute-limit`](crate::ErrorCode::AttributeLimit).
    pub attributes: u32,
    /// The maximum number of unclosed formatting elements that are
    /// [reconstructed](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements) before a text or an
    /// element: 64 by default, at least 1. If there are more, only the innermost elements are created again, with the error
    /// [`reconstruction-limit`](crate::ErrorCode::ReconstructionLimit). The rest of the tree does not change.
    pub reconstructed_elements: u32,
    /// The maximum number of bytes of attribute names and values that are copied when formatting elements are created again, by
    /// reconstruction or by the [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm).
    /// The default (`None`) is 1 MiB plus 16 bytes for each byte of the input before the current token.
    ///
    /// When the limit is reached, formatting elements with attributes are no longer created again. The rest of the tree does not change. The first
    /// such element is an error: [`attribute-copy-limit`](crate::ErrorCode::AttributeCopyLimit).
    pub copied_attribute_bytes: Option<u32>,
    /// The maximum number of nodes cloned into `selectedcontent` elements. The default (`None`) is 65,536 plus 2 for each parsed node. The
    /// option that would exceed it and all later options are not cloned, with the error
    /// [`option-clone-limit`](crate::ErrorCode::OptionCloneLimit).
    ///
    /// The number of nodes visited to find the nodes to clone is limited, too. That limit depends on the size of the document and cannot be
    /// changed. When it is reached, cloning ends in the same way.
    pub cloned_nodes: Option<u32>,
    /// The maximum number of nodes of a document: 2³² - 2 by default, which is the highest possible value. At the limit, parsing ends with
    /// the error [`node-limit`](crate::ErrorCode::NodeLimit). The tree stays as built so far.
    pub nodes: u32,
    /// The maximum number of bytes of text in a document, including the input: 2³² - 1 by default, which is the highest possible value. At
    /// the limit, parsing ends with the error [`text-limit`](crate::ErrorCode::TextLimit). The tree stays as built so far. Input beyond the
    /// limit is not parsed, with the error [`input-too-long`](crate::ErrorCode::InputTooLong).
    pub bytes: u32,
    /// The maximum depth of references between entities of an XML document: 64 by default. Deeper references stay as written, with the
    /// error [`xml-entity-limit`](crate::ErrorCode::XmlEntityLimit).
    pub entity_depth: u32,
    /// The maximum number of bytes that entities and attribute defaults add to an XML document. The default (`None`) is 16 MiB plus 16 bytes
    /// for each byte of the input so far. When the limit is reached, references stay as written and defaults are left out. The first of them is an
    /// error: [`xml-entity-limit`](crate::ErrorCode::XmlEntityLimit).
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
    /// Returns the highest limits. Only the limits of 32-bit offsets and node numbers remain. Otherwise the tree is always the tree that the standard
    /// requires.
    ///
    /// The parsing time is still proportional to the input and the tree, but the tree can be far larger than the input: a short page can
    /// open a thousand formatting elements again in each of a thousand paragraphs.
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

    /// Sets [`copied_attribute_bytes`](Self::copied_attribute_bytes). `u32::MAX` means no limit.
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
