//! Element types, the flags of each type, and the elements in scope. The tables are computed at compile time.

use crate::InsertionMode;
use crate::start_rules::StartRule;
use limpid_markup::{LocalName, Namespace, TagSet};

/// The type of an element: its namespace and name in one integer. The name of a foreign element is the lowercase name of the token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ElementType(u32);

const NAMESPACE_SHIFT: u32 = 28;
/// The first number for names that [`LocalName`] does not know. Smaller numbers are indices of known names.
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

    /// Returns the type of an element with an unknown name. `number` identifies the name among the unknown names.
    pub(crate) fn unknown(namespace: Namespace, number: u32) -> ElementType {
        ElementType((namespace as u32) << NAMESPACE_SHIFT | (FIRST_UNKNOWN + number) & ((1 << NAMESPACE_SHIFT) - 1))
    }

    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.0
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

    /// Returns the name in any namespace; [`LocalName::UNKNOWN`] for an unknown name.
    #[inline]
    pub(crate) const fn name(self) -> LocalName {
        // `from_index` returns `UNKNOWN` for the index of an unknown name.
        LocalName::from_index((self.0 & ((1 << NAMESPACE_SHIFT) - 1)) as usize)
    }

    /// Whether the element is an HTML element with a name in the set.
    #[inline]
    pub(crate) const fn is_html_in(self, set: TagSet) -> bool {
        // After the subtraction, elements in other namespaces and unknown names have an index of at least `TagSet::LIMIT`.
        let index = self.0.wrapping_sub((Namespace::Html as u32) << NAMESPACE_SHIFT) as usize;
        index < TagSet::LIMIT && set.contains(LocalName::from_index(index))
    }

    pub(crate) const fn in_namespace(self, namespace: Namespace) -> ElementType {
        ElementType(self.0 & ((1 << NAMESPACE_SHIFT) - 1) | (namespace as u32) << NAMESPACE_SHIFT)
    }
}

/// The properties of an entry on the stack of open elements.
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
    /// A MathML text integration point or an HTML integration point. Its text is HTML content. A tag that breaks out of foreign content pops
    /// elements up to this element.
    pub(crate) const INTEGRATION_POINT: Flags =
        Flags::MATHML_TEXT_INTEGRATION_POINT.with(Flags::HTML_INTEGRATION_POINT);
    /// An HTML `template`.
    pub(crate) const TEMPLATE: Flags = Flags(1 << 4);
    /// A boundary of the [default scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
    pub(crate) const SCOPE_BOUNDARY: Flags = Flags(1 << 5);
    /// An HTML `option`.
    pub(crate) const OPTION: Flags = Flags(1 << 6);
    /// A `template` that patches existing content.
    pub(crate) const PATCHING: Flags = Flags(1 << 7);
    /// An element whose position on the stack is needed later by a rule: see `Landmark`.
    pub(crate) const LANDMARK: Flags = Flags(1 << 8);
    /// An element that ends the loop of [resetting the insertion
    /// mode](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
    pub(crate) const DECIDES_MODE: Flags = Flags(1 << 9);
    /// An HTML `table` or `template`, which determines the place for [foster
    /// parenting](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent).
    pub(crate) const FOSTER_PARENT: Flags = Flags(1 << 10);
    /// A foreign element whose parent on the stack is not foreign.
    pub(crate) const FOREIGN_ROOT: Flags = Flags(1 << 11);
    /// An entry that was removed while later entries are still open.
    pub(crate) const CLOSED: Flags = Flags(1 << 12);
    /// An HTML element in which all tokens are processed by the rules of the insertion mode.
    pub(crate) const HTML_CONTENT: Flags = Flags(1 << 13);
    /// An HTML element whose end tag has a single effect when the element is the current node: it pops the element. If this flag is missing,
    /// the result is the same, but the fast path is not used.
    pub(crate) const SIMPLE_END: Flags = Flags(1 << 14);

    #[inline]
    pub(crate) const fn has(self, any: Flags) -> bool {
        self.0 & any.0 != 0
    }

    #[inline]
    pub(crate) const fn has_only(self, flags: Flags, mask: Flags) -> bool {
        self.0 & mask.0 == flags.0
    }

    #[inline]
    pub(crate) const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    #[inline]
    pub(crate) const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Returns the flags that depend only on the type.
    #[inline]
    pub(crate) const fn of(element_type: ElementType) -> Flags {
        let name = element_type.name();
        let (special, boundaries, mathml_points, html_points) = match element_type.namespace() {
            Namespace::MathMl => (
                TagSet::SPECIAL_MATHML,
                TagSet::DEFAULT_SCOPE_MATHML,
                TagSet::MATHML_TEXT_INTEGRATION_POINT,
                TagSet::of(&[]),
            ),
            Namespace::Svg => {
                (TagSet::SPECIAL_SVG, TagSet::DEFAULT_SCOPE_SVG, TagSet::of(&[]), TagSet::SVG_HTML_INTEGRATION_POINT)
            }
            _ => return Flags::of_html(name),
        };
        Flags(0)
            .with_if(special.contains(name), Flags::SPECIAL)
            .with_if(boundaries.contains(name), Flags::SCOPE_BOUNDARY.with(Flags::LANDMARK))
            .with_if(mathml_points.contains(name), Flags::MATHML_TEXT_INTEGRATION_POINT)
            .with_if(html_points.contains(name), Flags::HTML_INTEGRATION_POINT)
    }

    #[inline(always)]
    pub(crate) const fn of_html(name: LocalName) -> Flags {
        html_element(name).flags
    }

    const fn with_if(self, condition: bool, other: Flags) -> Flags {
        if condition { self.with(other) } else { self }
    }

    const fn compute_html(name: LocalName) -> Flags {
        let is_boundary = TagSet::DEFAULT_SCOPE.contains(name);
        let decides_mode = InsertionMode::of_element(name).is_some();
        let is_table_or_template = matches!(name, LocalName::TABLE | LocalName::TEMPLATE);
        let has_simple_end = TagSet::BLOCK_END.contains(name)
            || TagSet::HEADINGS.contains(name)
            || matches!(name, LocalName::P | LocalName::LI | LocalName::DD | LocalName::DT)
            || matches!(StartRule::of(name), StartRule::AnyOther);
        Flags::HTML_CONTENT
            .with_if(TagSet::SPECIAL.contains(name), Flags::SPECIAL)
            .with_if(TagSet::FORMATTING.contains(name), Flags::FORMATTING)
            .with_if(is_boundary, Flags::SCOPE_BOUNDARY)
            .with_if(decides_mode, Flags::DECIDES_MODE)
            .with_if(is_boundary || decides_mode, Flags::LANDMARK)
            .with_if(has_simple_end, Flags::SIMPLE_END)
            .with_if(is_table_or_template, Flags::FOSTER_PARENT)
            .with_if(name.index() == LocalName::TEMPLATE.index(), Flags::TEMPLATE)
            .with_if(name.index() == LocalName::OPTION.index(), Flags::OPTION)
    }
}

/// The effects of pushing an HTML element.
#[derive(Clone, Copy)]
struct HtmlElement {
    flags: Flags,
    /// The bits of [`InScope`] that descendants of the element inherit.
    keeps: u64,
    /// The bits of [`InScope`] that the element sets.
    adds: u64,
    /// The scope in which rules look for the element.
    scope: Scope,
    /// The element's bit for that scope.
    own: u64,
}

/// The scopes of the standard. For each element name, all rules use the same scope. The name has a bit in [`InScope`] for that scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// No rule looks for the element.
    None,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope>
    Default,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope>
    ListItem,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope>
    Button,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope>
    Table,
}

static HTML_ELEMENTS: [HtmlElement; TagSet::LIMIT] = html_elements();

/// Returns the table entry of a name. Unknown names and names that no rule mentions share one entry.
#[inline(always)]
const fn html_element(name: LocalName) -> &'static HtmlElement {
    &HTML_ELEMENTS[TagSet::row_of(name)]
}

/// Returns the scope in which rules look for an element. [`InScope::has`] panics for any other scope.
const fn scope_of(name: LocalName) -> Scope {
    match name {
        LocalName::P => Scope::Button,
        LocalName::LI => Scope::ListItem,
        LocalName::TABLE
        | LocalName::CAPTION
        | LocalName::TBODY
        | LocalName::TFOOT
        | LocalName::THEAD
        | LocalName::TR
        | LocalName::TD
        | LocalName::TH => Scope::Table,
        LocalName::DD
        | LocalName::DT
        | LocalName::BODY
        | LocalName::NOBR
        | LocalName::OPTION
        | LocalName::OPTGROUP
        | LocalName::RUBY
        | LocalName::FORM => Scope::Default,
        _ if TagSet::INSERTS_MARKER.contains(name) || TagSet::BLOCK_END.contains(name) => Scope::Default,
        _ => Scope::None,
    }
}

const P_BIT: u64 = 1;
const LI_BIT: u64 = 1 << 1;
/// Set if a heading is in the default scope.
const HEADING_BIT: u64 = 1 << 2;
/// Set if there is an open `li`, `dd` or `dt` that the start tag of the next list item closes. This is the case if all special elements after
/// it are in `TagSet::LIST_ITEM_PASSES`.
const OPEN_LI_BIT: u64 = 1 << 3;
const OPEN_DD_BIT: u64 = 1 << 4;
const OPEN_DT_BIT: u64 = 1 << 5;
const OPEN_ITEM_BITS: u64 = OPEN_LI_BIT | OPEN_DD_BIT | OPEN_DT_BIT;
/// Set if an element that is not in `TagSet::BODY_END` is open, in any scope. At the end of the body, it is an error if such an element has no end
/// tag.
const NEEDS_END_TAG_BIT: u64 = 1 << 6;
/// The first of 8 bits, one for each name that rules look for in table scope. The bits for the default scope follow.
const FIRST_TABLE_BIT: u32 = 7;
const TABLE_BITS: u64 = 0xff << FIRST_TABLE_BIT;
const FIRST_DEFAULT_BIT: u32 = FIRST_TABLE_BIT + 8;

const fn html_elements() -> [HtmlElement; TagSet::LIMIT] {
    let none = HtmlElement { flags: Flags(0), keeps: u64::MAX, adds: 0, scope: Scope::None, own: 0 };
    let mut table = [none; TagSet::LIMIT];
    // The shared entry of unknown names.
    table[0].flags = Flags::HTML_CONTENT.with(Flags::SIMPLE_END);
    table[0].adds = NEEDS_END_TAG_BIT;
    let mut next_table_bit = FIRST_TABLE_BIT;
    let mut next_default_bit = FIRST_DEFAULT_BIT;
    let mut index = 1;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        let scope = scope_of(name);
        let own = match scope {
            Scope::None if TagSet::HEADINGS.contains(name) => HEADING_BIT,
            Scope::None => 0,
            Scope::Button => P_BIT,
            Scope::ListItem => LI_BIT,
            Scope::Table => {
                next_table_bit += 1;
                1 << (next_table_bit - 1)
            }
            Scope::Default => {
                next_default_bit += 1;
                1 << (next_default_bit - 1)
            }
        };
        let opens = match name {
            LocalName::LI => OPEN_LI_BIT,
            LocalName::DD => OPEN_DD_BIT,
            LocalName::DT => OPEN_DT_BIT,
            _ if TagSet::BODY_END.contains(name) => 0,
            _ => NEEDS_END_TAG_BIT,
        };
        table[index] =
            HtmlElement { flags: Flags::compute_html(name), keeps: kept_below(name), adds: own | opens, scope, own };
        index += 1;
    }
    assert!(next_table_bit == FIRST_DEFAULT_BIT && next_default_bit <= 64);
    table
}

/// Returns the bits that descendants of an element inherit.
const fn kept_below(name: LocalName) -> u64 {
    let mut keeps = u64::MAX;
    if TagSet::DEFAULT_SCOPE.contains(name) {
        keeps = TABLE_BITS | NEEDS_END_TAG_BIT;
    }
    if TagSet::TABLE_SCOPE.contains(name) {
        keeps = NEEDS_END_TAG_BIT;
    }
    if TagSet::BUTTON_SCOPE.contains(name) {
        keeps &= !P_BIT;
    }
    if TagSet::LIST_ITEM_SCOPE.contains(name) {
        keeps &= !LI_BIT;
    }
    if TagSet::SPECIAL.contains(name) && !TagSet::LIST_ITEM_PASSES.contains(name) {
        keeps &= !OPEN_ITEM_BITS;
    }
    keeps
}

/// The elements in scope at an entry on the stack of open elements. This bit set has one bit for each element name that a rule looks for. A bit
/// is set if an element with that name is in the scope that the rule uses. Only list items have two bits, because their start tags and end tags
/// look for them in different ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct InScope(u64);

impl InScope {
    pub(crate) const NONE: InScope = InScope(0);

    /// Returns the elements that a start tag closes if they are in scope, for the rules that several names share.
    pub(crate) const fn closed_by(rule: StartRule, name: LocalName) -> InScope {
        match (rule, name) {
            (StartRule::Block, _) => InScope(P_BIT),
            (StartRule::Heading, _) => InScope(P_BIT | HEADING_BIT),
            (StartRule::ListItem, LocalName::LI) => InScope(P_BIT | OPEN_LI_BIT),
            (StartRule::ListItem, _) => InScope(P_BIT | OPEN_DD_BIT | OPEN_DT_BIT),
            _ => InScope::NONE,
        }
    }

    #[inline(always)]
    pub(crate) const fn has_any(self, of: InScope) -> bool {
        self.0 & of.0 != 0
    }

    /// Returns the elements in scope after pushing an element of this type.
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

    #[inline(always)]
    pub(crate) fn after_html(self, name: LocalName) -> InScope {
        let element = html_element(name);
        InScope(self.0 & element.keeps | element.adds)
    }

    /// Whether an HTML element with this name is in a scope.
    ///
    /// # Panics
    /// If the element has no bit for the scope. All callers pass constants, so a wrong call panics for the first token that reaches it. A test
    /// passes every name to every insertion mode.
    #[inline]
    pub(crate) fn has(self, name: LocalName, scope: Scope) -> bool {
        let element = html_element(name);
        assert!(element.scope == scope, "{name:?} has no bit for the scope {scope:?}");
        self.0 & element.own != 0
    }

    #[inline]
    pub(crate) fn has_heading(self) -> bool {
        self.0 & HEADING_BIT != 0
    }

    /// Returns the open list item that a start tag of this name (`li`, `dd` or `dt`) closes.
    #[inline]
    pub(crate) fn item_closed_by(self, name: LocalName) -> Option<LocalName> {
        if self.0 & OPEN_ITEM_BITS == 0 {
            return None;
        }
        if name == LocalName::LI {
            return (self.0 & OPEN_LI_BIT != 0).then_some(LocalName::LI);
        }
        // `li`, `dd` and `dt` are special, and each clears the bits of the others. So at most one bit is set.
        match self.0 & OPEN_ITEM_BITS {
            OPEN_DD_BIT => Some(LocalName::DD),
            OPEN_DT_BIT => Some(LocalName::DT),
            _ => None,
        }
    }

    /// Whether an element is open whose missing end tag is an error at the end of the body.
    #[inline]
    pub(crate) fn has_unclosed_element(self) -> bool {
        self.0 & NEEDS_END_TAG_BIT != 0
    }
}
