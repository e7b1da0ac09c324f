/// Whether scripts can access a shadow root from outside.
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as shadow_root; }
/// use limpid::shadow_root::{ShadowRootInit, ShadowRootMode};
/// assert_eq!(ShadowRootInit::new(ShadowRootMode::Closed).mode, ShadowRootMode::Closed);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ShadowRootMode {
    /// `shadowrootmode="open"`
    Open,
    /// `shadowrootmode="closed"`
    Closed,
}

impl ShadowRootMode {
    /// Returns the value of the attribute `shadowrootmode`.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as shadow_root; }
    /// assert_eq!(limpid::shadow_root::ShadowRootMode::Open.as_str(), "open");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            ShadowRootMode::Open => "open",
            ShadowRootMode::Closed => "closed",
        }
    }
}

/// How a shadow root assigns nodes to its slots.
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as shadow_root; }
/// assert_eq!(limpid::shadow_root::SlotAssignment::default(), limpid::shadow_root::SlotAssignment::Named);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum SlotAssignment {
    /// By the `slot` attribute.
    #[default]
    Named,
    /// By script.
    Manual,
}

/// The options of the shadow root that a `template` start tag with `shadowrootmode` declares.
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as shadow_root; }
/// use limpid::shadow_root::{ShadowRootInit, ShadowRootMode};
/// let mut init = ShadowRootInit::new(ShadowRootMode::Open);
/// init.serializable = true;
/// assert!(init.serializable && !init.clonable);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ShadowRootInit {
    /// `shadowrootmode`
    pub mode: ShadowRootMode,
    /// `shadowrootdelegatesfocus`
    pub delegates_focus: bool,
    /// `shadowrootserializable`
    pub serializable: bool,
    /// `shadowrootslotassignment`
    pub slot_assignment: SlotAssignment,
    /// `shadowrootclonable`
    pub clonable: bool,
    /// `shadowrootcustomelementregistry`
    pub keep_custom_element_registry_null: bool,
}

impl ShadowRootInit {
    /// Makes the options of a tag whose only attribute is `shadowrootmode`.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as shadow_root; }
    /// use limpid::shadow_root::{ShadowRootInit, ShadowRootMode};
    /// assert!(!ShadowRootInit::new(ShadowRootMode::Open).delegates_focus);
    /// ```
    pub const fn new(mode: ShadowRootMode) -> ShadowRootInit {
        ShadowRootInit {
            mode,
            delegates_focus: false,
            serializable: false,
            slot_assignment: SlotAssignment::Named,
            clonable: false,
            keep_custom_element_registry_null: false,
        }
    }
}
