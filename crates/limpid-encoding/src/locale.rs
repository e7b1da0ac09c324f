//! The fallback encodings that the standard suggests for the user's locale.

use crate::Encoding;
use crate::encoding::{
    BIG5, EUC_KR, GBK, ISO_8859_2, ISO_8859_7, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

impl Encoding {
    /// Returns the fallback that the last step of the
    /// [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm)
    /// suggests for the user's locale, given as a BCP 47 tag in any case. For locales that are not listed, returns windows-1252.
    ///
    /// Only the language matters, except for Chinese: Big5 for the traditional script or Hong Kong, Macao and Taiwan, otherwise GBK. The
    /// standard does not list `zh` alone, which is GBK here.
    ///
    /// ```
    /// use limpid_encoding::Encoding;
    ///
    /// assert_eq!(Encoding::for_locale("pl-PL").name(), "ISO-8859-2");
    /// assert_eq!(Encoding::for_locale("zh-Hant").name(), "Big5");
    /// assert_eq!(Encoding::for_locale("en").name(), "windows-1252");
    /// ```
    #[must_use]
    #[inline]
    pub fn for_locale(bcp47: &str) -> &'static Encoding {
        let bcp47 = bcp47.to_ascii_lowercase();
        let mut subtags = bcp47.split('-');
        match subtags.next().unwrap_or_default() {
            "ar" | "fa" => WINDOWS_1256,
            "az" | "ku" | "tr" => WINDOWS_1254,
            "ba" | "be" | "bg" | "kk" | "ky" | "mk" | "ru" | "sah" | "sr" | "tg" | "tt" | "uk" => WINDOWS_1251,
            "cs" | "hr" | "sk" => WINDOWS_1250,
            "el" => ISO_8859_7,
            "et" | "lt" | "lv" => WINDOWS_1257,
            "he" => WINDOWS_1255,
            "hu" | "pl" | "sl" => ISO_8859_2,
            "ja" => SHIFT_JIS,
            "ko" => EUC_KR,
            "th" => WINDOWS_874,
            "vi" => WINDOWS_1258,
            "zh" => default_encoding_for_chinese(subtags),
            _ => WINDOWS_1252,
        }
    }
}

/// Returns the encoding of the first subtag that names a script or region with a known encoding. The script precedes the region in a tag, so the
/// script takes precedence.
#[inline]
fn default_encoding_for_chinese<'a>(subtags: impl Iterator<Item = &'a str>) -> &'static Encoding {
    subtags
        // A single letter starts an extension, whose subtags mean something else.
        .take_while(|subtag| subtag.len() > 1)
        .find_map(|subtag| match subtag {
            "hans" | "cn" | "sg" => Some(GBK),
            "hant" | "hk" | "mo" | "tw" => Some(BIG5),
            _ => None,
        })
        .unwrap_or(GBK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_decides() {
        for (locale, name) in [
            ("ar", "windows-1256"),
            ("sah", "windows-1251"),
            ("el-GR", "ISO-8859-7"),
            ("sr-Latn-RS", "windows-1251"),
            ("th-TH-u-nu-thai", "windows-874"),
            ("vi", "windows-1258"),
        ] {
            assert_eq!(Encoding::for_locale(locale).name(), name, "{locale}");
        }
    }

    #[test]
    fn case_does_not_matter() {
        assert_eq!(Encoding::for_locale("JA-jp"), SHIFT_JIS);
        assert_eq!(Encoding::for_locale("ZH-hANT"), BIG5);
    }

    #[test]
    fn chinese_depends_on_script_then_region() {
        for locale in ["zh-Hans", "zh-CN", "zh-SG", "zh-Hans-TW", "zh-cmn-Hans-HK", "zh", "zh-MY", "zh-x-hant"] {
            assert_eq!(Encoding::for_locale(locale), GBK, "{locale}");
        }
        for locale in ["zh-Hant", "zh-HK", "zh-MO", "zh-TW", "zh-Hant-CN", "zh-yue-HK"] {
            assert_eq!(Encoding::for_locale(locale), BIG5, "{locale}");
        }
    }

    #[test]
    fn all_other_locales() {
        for locale in ["en", "de-CH", "", "-", "x-pl", "plx", "p"] {
            assert_eq!(Encoding::for_locale(locale), WINDOWS_1252, "{locale:?}");
        }
    }
}
