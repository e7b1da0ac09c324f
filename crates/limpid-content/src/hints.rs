//! What the names, roles, classes and ids of elements say about their content.

use core::ops::{BitOr, BitOrAssign};
use std::sync::LazyLock;

/// What an element seems to contain.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Hints(u32);

impl Hints {
    pub(crate) const NONE: Hints = Hints(0);
    /// Menus, breadcrumbs, filters and links to other pages of a series.
    pub(crate) const NAVIGATION: Hints = Hints(1);
    pub(crate) const HEADER: Hints = Hints(1 << 1);
    pub(crate) const FOOTER: Hints = Hints(1 << 2);
    pub(crate) const SIDEBAR: Hints = Hints(1 << 3);
    /// Links to other pages that may also interest the reader.
    pub(crate) const RELATED: Hints = Hints(1 << 4);
    /// Buttons to share, follow and vote.
    pub(crate) const SOCIAL: Hints = Hints(1 << 5);
    pub(crate) const COMMENTS: Hints = Hints(1 << 6);
    pub(crate) const ADVERTISEMENT: Hints = Hints(1 << 7);
    /// Dialogs, alerts and requests for consent, which cover the page.
    pub(crate) const OVERLAY: Hints = Hints(1 << 8);
    /// Forms to subscribe, to sign in or to search.
    pub(crate) const FORM: Hints = Hints(1 << 9);
    /// Text for screen readers.
    pub(crate) const HIDDEN: Hints = Hints(1 << 10);
    /// Author, date, and the signature of a message.
    pub(crate) const BYLINE: Hints = Hints(1 << 11);
    /// The bits above: content of a page is none of these, unless they contain most of its text.
    pub(crate) const BOILERPLATE: Hints = Hints((1 << 12) - 1);
    /// Those of the hints above that are seldom wrong.
    pub(crate) const CERTAIN: Hints = Hints(
        Self::FOOTER.0 | Self::SIDEBAR.0 | Self::SOCIAL.0 | Self::ADVERTISEMENT.0 | Self::OVERLAY.0 | Self::HIDDEN.0,
    );
    /// Cart, quantity, and choices such as color and size.
    pub(crate) const SHOP: Hints = Hints(1 << 12);
    pub(crate) const REVIEWS: Hints = Hints(1 << 13);
    /// A panel of tabs or of an accordion, which the reader opens in its place.
    pub(crate) const PANEL: Hints = Hints(1 << 14);
    /// A message of a discussion.
    pub(crate) const POST: Hints = Hints(1 << 15);
    /// Navigation, forms and dialogs by the element's name or role.
    pub(crate) const STRUCTURE: Hints = Hints(1 << 16);
    pub(crate) const MAIN: Hints = Hints(1 << 17);

    pub(crate) const fn has(self, other: Hints) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn without(self, other: Hints) -> Hints {
        Hints(self.0 & !other.0)
    }

    /// Returns the single hints of which these consist.
    pub(crate) fn each(self) -> impl Iterator<Item = (usize, Hints)> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            rest &= rest.checked_sub(1)?;
            Some((bit as usize, Hints(1 << bit)))
        })
    }

    /// Returns what an ARIA role says.
    pub(crate) fn of_role(role: &str) -> Hints {
        match role.trim() {
            "navigation" | "menu" | "menubar" | "directory" | "banner" | "contentinfo" | "complementary" | "dialog"
            | "alertdialog" | "alert" | "tooltip" | "search" => Hints::STRUCTURE,
            "tablist" => Hints::NAVIGATION,
            "tabpanel" | "region" => Hints::PANEL,
            "main" => Hints::MAIN,
            _ => Hints::NONE,
        }
    }

    /// Returns what the words of a `class` or an `id` say.
    ///
    /// Words end at characters other than ASCII letters and before capital letters.
    pub(crate) fn of_words(value: &str) -> Hints {
        let mut found = Hints::NONE;
        let (mut word, mut len, mut after_lower) = ([0_u8; MAX_WORD], 0, false);
        for &byte in value.as_bytes().iter().take(MAX_VALUE) {
            let is_letter = byte.is_ascii_alphabetic();
            if len > 0 && (!is_letter || after_lower && byte.is_ascii_uppercase()) {
                found |= Hints::of_word(&word[..len.min(MAX_WORD)]);
                len = 0;
            }
            if is_letter {
                if let Some(letter) = word.get_mut(len) {
                    *letter = byte.to_ascii_lowercase();
                }
                len += 1;
            }
            after_lower = byte.is_ascii_lowercase();
        }
        found | Hints::of_word(&word[..len.min(MAX_WORD)])
    }

    fn of_word(word: &[u8]) -> Hints {
        let Some(letter) = word.first().map(|letter| usize::from(letter - b'a')) else { return Hints::NONE };
        let is_match =
            |text: &str, is_stem: bool| word.starts_with(text.as_bytes()) && (is_stem || word.len() == text.len());
        let found = INDEX[letter].iter().find(|(text, is_stem, _)| is_match(text, *is_stem));
        found.map_or(Hints::NONE, |(.., hints)| *hints)
    }
}

impl BitOr for Hints {
    type Output = Hints;

    fn bitor(self, other: Hints) -> Hints {
        Hints(self.0 | other.0)
    }
}

impl BitOrAssign for Hints {
    fn bitor_assign(&mut self, other: Hints) {
        self.0 |= other.0;
    }
}

/// The number of bytes of a word that are compared.
const MAX_WORD: usize = 16;

/// The number of bytes of a `class` or an `id` that are read.
const MAX_VALUE: usize = 300;

/// Words in lower case by what they say. A word with `*` is the start of other words.
const WORDS: &[(Hints, &str)] = &[
    (
        Hints::NAVIGATION,
        "breadcrumb* crumbs facet* filter filters flyout hamburger megamenu menu* nav navbar navigation pager \
         sidenav submenu subnav toolbar",
    ),
    (Hints::HEADER, "masthead topbar"),
    (Hints::FOOTER, "colophon copyright* disclaimer footer* privacy"),
    (Hints::SIDEBAR, "aside sidebar"),
    (Hints::RELATED, "brands logos recent recommendations recommended related teaser trending upsell*"),
    (Hints::SOCIAL, "actions share sharing social vote"),
    (Hints::COMMENTS, "comments disqus* respond"),
    (Hints::ADVERTISEMENT, "advert* announcement* promo promotion sponsor*"),
    (Hints::OVERLAY, "alert consent cookie* dialog gdpr lightbox modal notice popover popup"),
    (
        Hints::FORM,
        "btn button buttons captcha* feedback gform login newsletter optin register signin signup subscribe \
         subscription",
    ),
    (Hints::HIDDEN, "invisible offscreen reader sr visually visuallyhidden"),
    (Hints::BYLINE, "author* avatar* byline* date signature"),
    (Hints::SHOP, "addtocart minicart quantity swatch variant variants wishlist"),
    (Hints::REVIEWS, "reviews"),
    (Hints::PANEL, "accordion collapse pane panel tab tabpanel tabs"),
    (Hints::POST, "answer* comment message* post* reply*"),
];

/// The words with each first letter: the word, whether it is the start of other words, and what it says. Longer words are first.
type Index = [Vec<(&'static str, bool, Hints)>; 26];

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    for (hints, words) in WORDS {
        for word in words.split_ascii_whitespace() {
            let stem = word.strip_suffix('*');
            let text = stem.unwrap_or(word);
            index[usize::from(text.as_bytes()[0] - b'a')].push((text, stem.is_some(), *hints));
        }
    }
    index.iter_mut().for_each(|words| words.sort_by_key(|(word, ..)| core::cmp::Reverse(word.len())));
    index
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_and_in_lower_case() {
        for (text, ..) in INDEX.iter().flatten() {
            assert!(text.len() <= MAX_WORD && text.bytes().all(|byte| byte.is_ascii_lowercase()), "{text}");
        }
    }

    #[test]
    fn words_are_found_in_classes() {
        let cases = [
            ("site-footer", Hints::FOOTER),
            ("pageFooterLinks", Hints::FOOTER),
            ("FOOTER", Hints::FOOTER),
            ("nav navbar-dark", Hints::NAVIGATION),
            ("navy-blue", Hints::NONE),
            ("content", Hints::NONE),
            ("sharedStyles", Hints::NONE),
            ("post-body related", Hints::POST | Hints::RELATED),
            ("comments", Hints::COMMENTS),
            ("comment", Hints::POST),
            ("", Hints::NONE),
        ];
        for (value, hints) in cases {
            assert_eq!(Hints::of_words(value), hints, "{value}");
        }
    }
}
