//! What the names, roles, classes and ids of elements say about their content.

use core::ops::{BitOr, BitOrAssign};

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
        let same_letter = &WORDS[usize::from(LETTERS[letter])..usize::from(LETTERS[letter + 1])];
        // A longer word with the same start is after a shorter one.
        let mut candidates = same_letter.iter().rev();
        let matches = |stem: &str, form| {
            word.len() >= stem.len()
                && (form == Form::Stem || word.len() == stem.len())
                && word.starts_with(stem.as_bytes())
        };
        candidates.find(|(stem, form, _)| matches(stem, *form)).map_or(Hints::NONE, |(.., hints)| *hints)
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The whole word.
    Word,
    /// The start of a word.
    Stem,
}

use Form::{Stem, Word};

/// Words in lower case, sorted.
static WORDS: &[(&str, Form, Hints)] = &[
    ("accordion", Word, Hints::PANEL),
    ("actions", Word, Hints::SOCIAL),
    ("addtocart", Word, Hints::SHOP),
    ("advert", Stem, Hints::ADVERTISEMENT),
    ("alert", Word, Hints::OVERLAY),
    ("announcement", Stem, Hints::ADVERTISEMENT),
    ("answer", Stem, Hints::POST),
    ("aside", Word, Hints::SIDEBAR),
    ("author", Stem, Hints::BYLINE),
    ("avatar", Stem, Hints::BYLINE),
    ("brands", Word, Hints::RELATED),
    ("breadcrumb", Stem, Hints::NAVIGATION),
    ("btn", Word, Hints::FORM),
    ("button", Word, Hints::FORM),
    ("buttons", Word, Hints::FORM),
    ("byline", Stem, Hints::BYLINE),
    ("captcha", Stem, Hints::FORM),
    ("collapse", Word, Hints::PANEL),
    ("colophon", Word, Hints::FOOTER),
    ("comment", Word, Hints::POST),
    ("comments", Word, Hints::COMMENTS),
    ("consent", Word, Hints::OVERLAY),
    ("cookie", Stem, Hints::OVERLAY),
    ("copyright", Stem, Hints::FOOTER),
    ("crumbs", Word, Hints::NAVIGATION),
    ("date", Word, Hints::BYLINE),
    ("dialog", Word, Hints::OVERLAY),
    ("disclaimer", Word, Hints::FOOTER),
    ("disqus", Stem, Hints::COMMENTS),
    ("facet", Stem, Hints::NAVIGATION),
    ("feedback", Word, Hints::FORM),
    ("filter", Word, Hints::NAVIGATION),
    ("filters", Word, Hints::NAVIGATION),
    ("flyout", Word, Hints::NAVIGATION),
    ("footer", Stem, Hints::FOOTER),
    ("gdpr", Word, Hints::OVERLAY),
    ("gform", Word, Hints::FORM),
    ("hamburger", Word, Hints::NAVIGATION),
    ("invisible", Word, Hints::HIDDEN),
    ("lightbox", Word, Hints::OVERLAY),
    ("login", Word, Hints::FORM),
    ("logos", Word, Hints::RELATED),
    ("masthead", Word, Hints::HEADER),
    ("megamenu", Word, Hints::NAVIGATION),
    ("menu", Stem, Hints::NAVIGATION),
    ("message", Stem, Hints::POST),
    ("minicart", Word, Hints::SHOP),
    ("modal", Word, Hints::OVERLAY),
    ("nav", Word, Hints::NAVIGATION),
    ("navbar", Word, Hints::NAVIGATION),
    ("navigation", Word, Hints::NAVIGATION),
    ("newsletter", Word, Hints::FORM),
    ("notice", Word, Hints::OVERLAY),
    ("optin", Word, Hints::FORM),
    ("pager", Word, Hints::NAVIGATION),
    ("pane", Word, Hints::PANEL),
    ("panel", Word, Hints::PANEL),
    ("popover", Word, Hints::OVERLAY),
    ("popup", Word, Hints::OVERLAY),
    ("post", Stem, Hints::POST),
    ("privacy", Word, Hints::FOOTER),
    ("promo", Word, Hints::ADVERTISEMENT),
    ("promotion", Word, Hints::ADVERTISEMENT),
    ("quantity", Word, Hints::SHOP),
    ("recent", Word, Hints::RELATED),
    ("recommendations", Word, Hints::RELATED),
    ("recommended", Word, Hints::RELATED),
    ("register", Word, Hints::FORM),
    ("related", Word, Hints::RELATED),
    ("reply", Stem, Hints::POST),
    ("respond", Word, Hints::COMMENTS),
    ("reviews", Word, Hints::REVIEWS),
    ("share", Word, Hints::SOCIAL),
    ("sharing", Word, Hints::SOCIAL),
    ("sidebar", Word, Hints::SIDEBAR),
    ("sidenav", Word, Hints::NAVIGATION),
    ("signature", Word, Hints::BYLINE),
    ("signin", Word, Hints::FORM),
    ("signup", Word, Hints::FORM),
    ("social", Word, Hints::SOCIAL),
    ("sponsor", Stem, Hints::ADVERTISEMENT),
    ("sr", Word, Hints::HIDDEN),
    ("submenu", Word, Hints::NAVIGATION),
    ("subnav", Word, Hints::NAVIGATION),
    ("subscribe", Word, Hints::FORM),
    ("subscription", Word, Hints::FORM),
    ("swatch", Word, Hints::SHOP),
    ("tab", Word, Hints::PANEL),
    ("tabpanel", Word, Hints::PANEL),
    ("tabs", Word, Hints::PANEL),
    ("teaser", Word, Hints::RELATED),
    ("toolbar", Word, Hints::NAVIGATION),
    ("topbar", Word, Hints::HEADER),
    ("trending", Word, Hints::RELATED),
    ("upsell", Stem, Hints::RELATED),
    ("variant", Word, Hints::SHOP),
    ("variants", Word, Hints::SHOP),
    ("visually", Word, Hints::HIDDEN),
    ("vote", Word, Hints::SOCIAL),
    ("wishlist", Word, Hints::SHOP),
];

/// The index of the first word with each letter.
static LETTERS: [u8; 27] = {
    let mut letters = [0; 27];
    let mut letter = 1;
    while letter < letters.len() {
        let mut index = letters[letter - 1] as usize;
        while index < WORDS.len() && (WORDS[index].0.as_bytes()[0] - b'a') < letter as u8 {
            index += 1;
        }
        letters[letter] = index as u8;
        letter += 1;
    }
    letters
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted() {
        assert!(WORDS.is_sorted_by(|first, second| first.0 < second.0));
        assert!(
            WORDS.iter().all(|(word, ..)| word.len() <= MAX_WORD && word.bytes().all(|byte| byte.is_ascii_lowercase()))
        );
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
