//! Autodetection by frequency analysis with Gecko's detector: a step of the
//! [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm).

use crate::Encoding;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// Options for guessing the encoding of undeclared bytes; see [`EncodingHints::detect`](crate::EncodingHints::detect).
///
/// As in browsers, UTF-8 and ISO-2022-JP are never guessed. UTF-8 is detected earlier by
/// [`EncodingHints::detect_utf_8`](crate::EncodingHints::detect_utf_8).
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
    /// Returns options for a guess that only depends on the bytes. With these options, no encoding is guessed for ASCII bytes.
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

    /// Sets the top-level domain of the source of the bytes, or its whole host name, in any case. An internationalized domain must be in
    /// Punycode. If the bytes are ambiguous, for example ASCII, the guess depends on the country of the domain.
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

    /// Guesses the encoding of `bytes`. `before` is the last byte of the ASCII text before them, if there is any. Returns `None` if the bytes are
    /// ASCII and the options have no country domain. The last character may be incomplete if `is_end` is false.
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
        // The last character is incomplete.
        assert_eq!(Detection::new().guess(None, &japanese[..japanese.len() - 1], false), Some(SHIFT_JIS));
    }

    #[test]
    fn ascii_is_guessed_only_from_a_country_domain() {
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
    fn the_top_level_domain_of_various_hosts() {
        for host in ["cz", "CZ", "www.example.cz", "example.CZ.", ".cz"] {
            assert_eq!(Detection::new().tld(host).guess(None, b"", true), Some(WINDOWS_1250), "{host}");
        }
        for host in ["", ".", "..", "localhost", "127.0.0.1", "пример.рф", "[::1]"] {
            assert_eq!(Detection::new().tld(host).guess(None, b"", true), None, "{host}");
        }
        assert_eq!(Detection::new().tld("xn--p1ai").guess(None, b"", true), Some(WINDOWS_1251));
    }
}
