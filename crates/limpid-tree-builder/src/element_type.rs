use limpid_markup::{LocalName, Namespace, TagSet};

/// What an element is: its namespace and its name, as one number to compare. For foreign elements the name is that of
/// the token, so in lowercase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
pub(crate) struct Flags(pub(crate) u8);

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

    #[inline]
    pub(crate) const fn has(self, any: Flags) -> bool {
        self.0 & any.0 != 0
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
                    flags = flags.with(Flags::SCOPE_BOUNDARY);
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
                    flags = flags.with(Flags::SCOPE_BOUNDARY);
                }
                if TagSet::SVG_HTML_INTEGRATION_POINT.contains(name) {
                    flags = flags.with(Flags::HTML_INTEGRATION_POINT);
                }
                flags
            }
            _ if name.index() < TagSet::LIMIT => HTML[name.index()].flags,
            _ => Flags(0),
        }
    }
}

/// What pushing an HTML element does to what is in scope.
#[derive(Clone, Copy)]
struct HtmlElement {
    flags: Flags,
    /// What stays in scope below the element.
    keeps: u64,
    /// The element's own bit, if anything ever asks whether it is in scope.
    own: u64,
}

static HTML: [HtmlElement; TagSet::LIMIT] = html_elements();

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

const TABLE_BITS: u64 = (1 << ASKED_IN_TABLE_SCOPE.len()) - 1;
/// `p` is only looked for in [button
/// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope) …
const P_BIT: u64 = 1 << 8;
/// … and `li` in [list item
/// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope).
const LI_BIT: u64 = 1 << 9;
const HEADING_BIT: u64 = 1 << 10;
const FIRST_DEFAULT_BIT: u32 = 11;

const fn html_elements() -> [HtmlElement; TagSet::LIMIT] {
    let mut table = [HtmlElement { flags: Flags(0), keeps: u64::MAX, own: 0 }; TagSet::LIMIT];
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
            flags = flags.with(Flags::SCOPE_BOUNDARY);
            table[index].keeps = TABLE_BITS;
        }
        if TagSet::TABLE_SCOPE.contains(name) {
            table[index].keeps = 0;
        }
        if TagSet::BUTTON_SCOPE.contains(name) {
            table[index].keeps &= !P_BIT;
        }
        if TagSet::LIST_ITEM_SCOPE.contains(name) {
            table[index].keeps &= !LI_BIT;
        }
        if TagSet::HEADINGS.contains(name) {
            table[index].own = HEADING_BIT;
        }
        if TagSet::BLOCK_END.contains(name) {
            table[index].own = 1 << next_bit;
            next_bit += 1;
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
    table[LocalName::TEMPLATE.index()].flags = table[LocalName::TEMPLATE.index()].flags.with(Flags::TEMPLATE);
    table[LocalName::OPTION.index()].flags = table[LocalName::OPTION.index()].flags.with(Flags::OPTION);
    table
}

/// The elements in scope, as seen from an entry on the stack of open elements: one bit for each element that a rule
/// looks for, in the scope in which that rule looks. No element is looked for in two scopes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InScope(u64);

impl InScope {
    /// What is in scope once an element of this type is pushed.
    #[inline]
    pub(crate) fn after(self, element_type: ElementType, flags: Flags) -> InScope {
        let name = element_type.name();
        if element_type.is_html_namespace() {
            if name.index() < TagSet::LIMIT {
                let element = HTML[name.index()];
                return InScope(self.0 & element.keeps | element.own);
            }
        } else if flags.has(Flags::SCOPE_BOUNDARY) {
            return InScope(self.0 & TABLE_BITS);
        }
        self
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
}
