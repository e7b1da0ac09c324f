//! Autodetection by frequency analysis, a step of the
//! [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm), with
//! Gecko's detector.

use crate::Encoding;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// Options for guessing the encoding of undeclared bytes; see [`EncodingHints::detect`](crate::EncodingHints::detect).
///
/// As in browsers, neither UTF-8 nor ISO-2022-JP is ever guessed; for the former there is
/// [`EncodingHints::detect_utf_8`](crate::EncodingHints::detect_utf_8), which comes first.
///
/// ```
/// use limpid_encoding::{Detection, EncodingHints, sniff};
///
/// let page = b"<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0"; // "Привет, мир"
/// let options = EncodingHints::new().detect(Detection::new().tld("ru"));
/// assert_eq!(sniff(page, &options).encoding.name(), "windows-1251");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detection {
    tld: Option<String>,
}

impl Detection {
    /// A guess by the bytes alone. Of ASCII there is none.
    ///
    /// ```
    /// use limpid_encoding::{Detection, EncodingHints, sniff};
    /// let options = EncodingHints::new().detect(Detection::new());
    /// assert_eq!(sniff(b"<p>\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x58\x83\x67", &options).encoding.name(), "Shift_JIS");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The top-level domain that the bytes come from, in any case; the name of a whole host does as well. An
    /// internationalized one must be in Punycode. A domain of a country decides where the bytes leave it open, ASCII included.
    ///
    /// ```
    /// use limpid_encoding::{Detection, EncodingHints, sniff};
    /// let encoding = |host| sniff(b"Tea", &EncodingHints::new().detect(Detection::new().tld(host))).encoding.name();
    /// assert_ne!(encoding("example.ru"), encoding("example.jp"));
    /// ```
    #[must_use]
    pub fn tld(mut self, host: &str) -> Self {
        let host = host.strip_suffix('.').unwrap_or(host);
        let tld = host.rsplit('.').next().unwrap_or(host);
        self.tld = tld.is_ascii().then(|| tld.to_ascii_lowercase());
        self
    }

    /// Returns the guess, if there is anything to go by, for bytes that follow ASCII with the last byte `before`. Unless they are the end of
    /// the input, the last character may be cut off.
    pub(crate) fn guess(&self, before: Option<u8>, bytes: &[u8], is_end: bool) -> Option<&'static Encoding> {
        let tld = self.tld.as_deref().map(str::as_bytes);
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(before.as_slice(), false);
        let is_ascii = !detector.feed(bytes, is_end);
        if is_ascii && !EncodingDetector::tld_may_affect_guess(tld) {
            return None;
        }
        Encoding::for_label(detector.guess(tld, Utf8Detection::Deny).name().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

    #[test]
    fn the_bytes_decide() {
        let (russian, _) = WINDOWS_1251.encode("Все счастливые семьи похожи друг на друга");
        assert_eq!(Detection::new().guess(None, &russian, true), Some(WINDOWS_1251));
        assert_eq!(Detection::new().tld("jp").guess(None, &russian, true), Some(WINDOWS_1251));
        let (japanese, _) = SHIFT_JIS.encode("吾輩は猫である。名前はまだ無い。");
        assert_eq!(Detection::new().guess(None, &japanese, true), Some(SHIFT_JIS));
        // Cut in the middle of a character.
        assert_eq!(Detection::new().guess(None, &japanese[..japanese.len() - 1], false), Some(SHIFT_JIS));
    }

    #[test]
    fn of_ascii_only_the_domain_of_a_country_tells_anything() {
        assert_eq!(Detection::new().guess(None, b"<p>plain", true), None);
        assert_eq!(Detection::new().tld("com").guess(None, b"<p>plain", true), None);
        assert_eq!(Detection::new().tld("ru").guess(None, b"<p>plain", true), Some(WINDOWS_1251));
        assert_eq!(Detection::new().guess(None, b"\x1B$B$\"\x1B(B", true), None);
    }

    #[test]
    fn utf_8_is_never_guessed() {
        assert_eq!(Detection::new().guess(None, "zażółć gęślą jaźń".as_bytes(), true), Some(WINDOWS_1252));
    }

    #[test]
    fn hosts_of_any_spelling() {
        for host in ["cz", "CZ", "www.example.cz", "example.CZ.", ".cz"] {
            assert_eq!(Detection::new().tld(host).guess(None, b"", true), Some(WINDOWS_1250), "{host}");
        }
        for host in ["", ".", "..", "localhost", "127.0.0.1", "пример.рф", "[::1]"] {
            assert_eq!(Detection::new().tld(host).guess(None, b"", true), None, "{host}");
        }
        assert_eq!(Detection::new().tld("xn--p1ai").guess(None, b"", true), Some(WINDOWS_1251));
    }
}
