use limpid_markup::{LocalName, Namespace, TagSet};

/// What an element is: its namespace and its name, as one number to compare. For foreign elements the name is that of
/// the token, so in lowercase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ElementType(u32);

const NAMESPACE_SHIFT: u32 = 28;
/// Numbers of names without an id start here, so that ids stay what they are.
const FIRST_UNKNOWN: u32 = 1 << 16;

impl ElementType {
    #[inline]
    pub(crate) const fn html(name: LocalName) -> ElementType {
        ElementType::known(Namespace::Html, name)
    }

    #[inline]
    pub(crate) const fn known(namespace: Namespace, name: LocalName) -> ElementType {
        ElementType((namespace as u32) << NAMESPACE_SHIFT | name.index() as u32)
    }

    /// The type of an element whose name has no id but a number among such names.
    pub(crate) fn unknown(namespace: Namespace, number: u32) -> ElementType {
        ElementType((namespace as u32) << NAMESPACE_SHIFT | (FIRST_UNKNOWN + number) & ((1 << NAMESPACE_SHIFT) - 1))
    }

    #[inline]
    pub(crate) const fn is_html_namespace(self) -> bool {
        self.0 >> NAMESPACE_SHIFT == Namespace::Html as u32
    }

    #[inline]
    pub(crate) const fn namespace(self) -> Namespace {
        match self.0 >> NAMESPACE_SHIFT {
            2 => Namespace::MathMl,
            3 => Namespace::Svg,
            _ => Namespace::Html,
        }
    }

    /// The name's id, whatever the namespace.
    #[inline]
    pub(crate) const fn name(self) -> LocalName {
        // Numbers without an id are past the count.
        LocalName::from_index((self.0 & ((1 << NAMESPACE_SHIFT) - 1)) as usize)
    }

    /// Whether the element is an HTML element with a name in the set.
    #[inline]
    pub(crate) const fn is_html_in(self, set: TagSet) -> bool {
        self.is_html_namespace() && set.contains(self.name())
    }

    /// The same element name in another namespace.
    pub(crate) const fn in_namespace(self, namespace: Namespace) -> ElementType {
        ElementType(self.0 & ((1 << NAMESPACE_SHIFT) - 1) | (namespace as u32) << NAMESPACE_SHIFT)
    }
}

/// What an entry on the stack of open elements is besides its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags(pub(crate) u16);

impl Flags {
    /// The [special](https://html.spec.whatwg.org/multipage/parsing.html#special) category.
    pub(crate) const SPECIAL: Flags = Flags(1);
    /// The [formatting](https://html.spec.whatwg.org/multipage/parsing.html#formatting) category.
    pub(crate) const FORMATTING: Flags = Flags(1 << 1);
    /// A [MathML text integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point).
    pub(crate) const MATHML_TEXT_INTEGRATION_POINT: Flags = Flags(1 << 2);
    /// An [HTML integration point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
    pub(crate) const HTML_INTEGRATION_POINT: Flags = Flags(1 << 3);
    /// An HTML `template`.
    pub(crate) const TEMPLATE: Flags = Flags(1 << 4);
    /// A boundary of the [default scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
    pub(crate) const SCOPE_BOUNDARY: Flags = Flags(1 << 5);
    /// An HTML `option`.
    pub(crate) const OPTION: Flags = Flags(1 << 6);
    /// A `template` that patches content which exists already.
    pub(crate) const PATCHING: Flags = Flags(1 << 7);
    /// An element whose place on the stack a rule asks for: see `Landmark`.
    pub(crate) const LANDMARK: Flags = Flags(1 << 8);
    /// An element that decides what [resetting the insertion
    /// mode](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately) gives.
    pub(crate) const DECIDES_MODE: Flags = Flags(1 << 9);
    /// An HTML `table` or `template`, where [foster
    /// parenting](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent) puts things.
    pub(crate) const FOSTER_PARENT: Flags = Flags(1 << 10);
    /// A foreign element whose parent on the stack is not foreign.
    pub(crate) const FOREIGN_ROOT: Flags = Flags(1 << 11);
    /// An entry that has left the stack while others after it have not.
    pub(crate) const CLOSED: Flags = Flags(1 << 12);
    /// An HTML element in which tokens go by the rules of the insertion mode, whatever they are.
    pub(crate) const HTML_CONTENT: Flags = Flags(1 << 13);
    /// An HTML element that its end tag pops, where it is the current node, and that is all.
    pub(crate) const SIMPLE_END: Flags = Flags(1 << 14);

    #[inline]
    pub(crate) const fn has(self, any: Flags) -> bool {
        self.0 & any.0 != 0
    }

    #[inline]
    pub(crate) const fn has_only(self, any: Flags, of: Flags) -> bool {
        self.0 & of.0 == any.0
    }

    #[inline]
    pub(crate) const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    #[inline]
    pub(crate) const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// The flags that follow from the type alone.
    #[inline]
    pub(crate) const fn of(element_type: ElementType) -> Flags {
        let name = element_type.name();
        match element_type.namespace() {
            Namespace::MathMl => {
                let mut flags = Flags(0);
                if TagSet::SPECIAL_MATHML.contains(name) {
                    flags = flags.with(Flags::SPECIAL);
                }
                if TagSet::DEFAULT_SCOPE_MATHML.contains(name) {
                    flags = flags.with(Flags::SCOPE_BOUNDARY).with(Flags::LANDMARK);
                }
                if TagSet::MATHML_TEXT_INTEGRATION_POINT.contains(name) {
                    flags = flags.with(Flags::MATHML_TEXT_INTEGRATION_POINT);
                }
                flags
            }
            Namespace::Svg => {
                let mut flags = Flags(0);
                if TagSet::SPECIAL_SVG.contains(name) {
                    flags = flags.with(Flags::SPECIAL);
                }
                if TagSet::DEFAULT_SCOPE_SVG.contains(name) {
                    flags = flags.with(Flags::SCOPE_BOUNDARY).with(Flags::LANDMARK);
                }
                if TagSet::SVG_HTML_INTEGRATION_POINT.contains(name) {
                    flags = flags.with(Flags::HTML_INTEGRATION_POINT);
                }
                flags
            }
            _ => Flags::of_html(name),
        }
    }

    /// The flags of an HTML element of this name.
    #[inline(always)]
    pub(crate) const fn of_html(name: LocalName) -> Flags {
        html_element(name).flags
    }
}

/// What pushing an HTML element does to what is in scope.
#[derive(Clone, Copy)]
struct HtmlElement {
    flags: Flags,
    /// What stays in scope below the element.
    keeps: u64,
    /// What comes into scope with it.
    adds: u64,
    /// The element's own bit, if anything ever asks whether it is in scope.
    own: u64,
}

static HTML: [HtmlElement; TagSet::LIMIT] = html_elements();

/// The names that no rule is about are as those without an id.
#[inline(always)]
const fn html_element(name: LocalName) -> &'static HtmlElement {
    &HTML[if name.index() < TagSet::LIMIT { name.index() } else { LocalName::UNKNOWN.index() }]
}

/// The elements that rules look for in the [default
/// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope), beside those of
/// [`TagSet::BLOCK_END`] and the headings, which share a bit.
const ASKED_IN_DEFAULT_SCOPE: [LocalName; 11] = [
    LocalName::APPLET,
    LocalName::MARQUEE,
    LocalName::OBJECT,
    LocalName::DD,
    LocalName::DT,
    LocalName::BODY,
    LocalName::NOBR,
    LocalName::OPTION,
    LocalName::OPTGROUP,
    LocalName::RUBY,
    LocalName::FORM,
];

/// The elements that rules look for in [table
/// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope).
const ASKED_IN_TABLE_SCOPE: [LocalName; 8] = [
    LocalName::TABLE,
    LocalName::CAPTION,
    LocalName::TBODY,
    LocalName::TFOOT,
    LocalName::THEAD,
    LocalName::TR,
    LocalName::TD,
    LocalName::TH,
];

/// The elements that decide what [resetting the insertion
/// mode](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately) gives.
const DECIDE_MODE: TagSet = TagSet::of(&[
    LocalName::TD,
    LocalName::TH,
    LocalName::TR,
    LocalName::TBODY,
    LocalName::THEAD,
    LocalName::TFOOT,
    LocalName::CAPTION,
    LocalName::COLGROUP,
    LocalName::TABLE,
    LocalName::TEMPLATE,
    LocalName::HEAD,
    LocalName::BODY,
    LocalName::FRAMESET,
    LocalName::HTML,
]);

/// The elements whose end tags do more than pop them, formatting elements apart.
const HAS_OWN_END: TagSet = TagSet::of(&[
    LocalName::TEMPLATE,
    LocalName::HEAD,
    LocalName::BODY,
    LocalName::HTML,
    LocalName::FRAMESET,
    LocalName::FORM,
    LocalName::APPLET,
    LocalName::MARQUEE,
    LocalName::OBJECT,
    LocalName::BR,
    LocalName::OPTION,
    LocalName::TABLE,
    LocalName::CAPTION,
    LocalName::COL,
    LocalName::COLGROUP,
    LocalName::TBODY,
    LocalName::TD,
    LocalName::TFOOT,
    LocalName::TH,
    LocalName::THEAD,
    LocalName::TR,
]);

/// The special elements that the start tags `li`, `dd` and `dt` look behind for an open item.
const NO_LIST_ITEM_BOUNDARY: TagSet = TagSet::of(&[LocalName::ADDRESS, LocalName::DIV, LocalName::P]);

const TABLE_BITS: u64 = (1 << ASKED_IN_TABLE_SCOPE.len()) - 1;
/// `p` is only looked for in [button
/// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope) …
const P_BIT: u64 = 1 << 8;
/// … and `li` in [list item
/// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope).
const LI_BIT: u64 = 1 << 9;
const HEADING_BIT: u64 = 1 << 10;
/// `li`, `dd` or `dt` where the start tag of one closes it: with no special element but those of
/// [`NO_LIST_ITEM_BOUNDARY`] behind it.
const OPEN_LI_BIT: u64 = 1 << 11;
const OPEN_DD_BIT: u64 = 1 << 12;
const OPEN_DT_BIT: u64 = 1 << 13;
const OPEN_ITEM_BITS: u64 = OPEN_LI_BIT | OPEN_DD_BIT | OPEN_DT_BIT;
/// Any element that ought to have an end tag before the body ends, in whatever scope.
const NEEDS_END_TAG_BIT: u64 = 1 << 14;
const FIRST_DEFAULT_BIT: u32 = 15;

const fn html_elements() -> [HtmlElement; TagSet::LIMIT] {
    let mut table = [HtmlElement { flags: Flags(0), keeps: u64::MAX, adds: 0, own: 0 }; TagSet::LIMIT];
    // The elements without an id.
    table[0].flags = Flags::HTML_CONTENT.with(Flags::SIMPLE_END);
    table[0].adds = NEEDS_END_TAG_BIT;
    let mut next_bit = FIRST_DEFAULT_BIT;
    let mut index = 1;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        let mut flags = Flags(0);
        if TagSet::SPECIAL.contains(name) {
            flags = flags.with(Flags::SPECIAL);
        }
        if TagSet::FORMATTING.contains(name) {
            flags = flags.with(Flags::FORMATTING);
        }
        if TagSet::DEFAULT_SCOPE.contains(name) {
            flags = flags.with(Flags::SCOPE_BOUNDARY).with(Flags::LANDMARK);
            table[index].keeps = TABLE_BITS | NEEDS_END_TAG_BIT;
        }
        if TagSet::TABLE_SCOPE.contains(name) {
            table[index].keeps = NEEDS_END_TAG_BIT;
        }
        if TagSet::BUTTON_SCOPE.contains(name) {
            table[index].keeps &= !P_BIT;
        }
        if TagSet::LIST_ITEM_SCOPE.contains(name) {
            table[index].keeps &= !LI_BIT;
        }
        if TagSet::SPECIAL.contains(name) && !NO_LIST_ITEM_BOUNDARY.contains(name) {
            table[index].keeps &= !OPEN_ITEM_BITS;
        }
        if !TagSet::BODY_END.contains(name) {
            table[index].adds = NEEDS_END_TAG_BIT;
        }
        if DECIDE_MODE.contains(name) {
            flags = flags.with(Flags::DECIDES_MODE).with(Flags::LANDMARK);
        }
        if TagSet::HEADINGS.contains(name) {
            table[index].own = HEADING_BIT;
        }
        if TagSet::BLOCK_END.contains(name) {
            table[index].own = 1 << next_bit;
            next_bit += 1;
        }
        flags = flags.with(Flags::HTML_CONTENT);
        if !HAS_OWN_END.contains(name) && !flags.has(Flags::FORMATTING) {
            flags = flags.with(Flags::SIMPLE_END);
        }
        table[index].flags = flags;
        index += 1;
    }
    let mut i = 0;
    while i < ASKED_IN_DEFAULT_SCOPE.len() {
        table[ASKED_IN_DEFAULT_SCOPE[i].index()].own = 1 << next_bit;
        next_bit += 1;
        i += 1;
    }
    let mut i = 0;
    while i < ASKED_IN_TABLE_SCOPE.len() {
        table[ASKED_IN_TABLE_SCOPE[i].index()].own = 1 << i;
        i += 1;
    }
    assert!(next_bit <= 64);
    table[LocalName::P.index()].own = P_BIT;
    table[LocalName::LI.index()].own = LI_BIT;
    table[LocalName::LI.index()].adds = OPEN_LI_BIT;
    table[LocalName::DD.index()].adds = OPEN_DD_BIT;
    table[LocalName::DT.index()].adds = OPEN_DT_BIT;
    let mut index = 0;
    while index < TagSet::LIMIT {
        table[index].adds |= table[index].own;
        index += 1;
    }
    table[LocalName::TEMPLATE.index()].flags =
        table[LocalName::TEMPLATE.index()].flags.with(Flags::TEMPLATE).with(Flags::FOSTER_PARENT);
    table[LocalName::TABLE.index()].flags = table[LocalName::TABLE.index()].flags.with(Flags::FOSTER_PARENT);
    table[LocalName::OPTION.index()].flags = table[LocalName::OPTION.index()].flags.with(Flags::OPTION);
    table
}

/// The elements in scope, as seen from an entry on the stack of open elements: one bit for each element that a rule
/// looks for, in the scope in which that rule looks. No element is looked for in two scopes, but for items of lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct InScope(u64);

impl InScope {
    /// What is in scope once an element of this type is pushed.
    #[inline]
    pub(crate) fn after(self, element_type: ElementType, flags: Flags) -> InScope {
        if element_type.is_html_namespace() {
            self.after_html(element_type.name())
        } else if flags.has(Flags::SCOPE_BOUNDARY) {
            InScope(self.0 & TABLE_BITS | NEEDS_END_TAG_BIT)
        } else {
            InScope(self.0 | NEEDS_END_TAG_BIT)
        }
    }

    /// What is in scope once an HTML element of this name is pushed.
    #[inline(always)]
    pub(crate) fn after_html(self, name: LocalName) -> InScope {
        let element = html_element(name);
        InScope(self.0 & element.keeps | element.adds)
    }

    /// Whether an HTML element of this name is in the scope that its rules ask about.
    #[inline]
    pub(crate) fn has(self, name: LocalName) -> bool {
        debug_assert!(name.index() < TagSet::LIMIT && HTML[name.index()].own != 0, "{name:?} is never asked for");
        self.0 & HTML[name.index() % TagSet::LIMIT].own != 0
    }

    /// Whether one of the heading elements is in scope.
    #[inline]
    pub(crate) fn has_heading(self) -> bool {
        self.0 & HEADING_BIT != 0
    }

    /// The open item of a list that the start tag of this one (`li`, `dd` or `dt`) closes.
    #[inline]
    pub(crate) fn item_closed_by(self, name: LocalName) -> Option<LocalName> {
        if self.0 & OPEN_ITEM_BITS == 0 {
            return None;
        }
        if name == LocalName::LI {
            return (self.0 & OPEN_LI_BIT != 0).then_some(LocalName::LI);
        }
        // All three are special, so that there is at most one of them.
        match self.0 & OPEN_ITEM_BITS {
            OPEN_DD_BIT => Some(LocalName::DD),
            OPEN_DT_BIT => Some(LocalName::DT),
            _ => None,
        }
    }

    /// Whether there is an element that ought to have an end tag before the body ends.
    #[inline]
    pub(crate) fn has_element_without_end_tag(self) -> bool {
        self.0 & NEEDS_END_TAG_BIT != 0
    }
}
