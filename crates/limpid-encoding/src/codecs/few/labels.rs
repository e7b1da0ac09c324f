//! The names and labels of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels), in its order.

use super::{Encoding, Kind};

/// All encodings, those without a decoder here as well.
pub(super) static ENCODINGS: [Encoding; 40] = [
    Encoding {
        name: "UTF-8",
        kind: Kind::Utf8,
        labels: "utf8 unicode20utf8 unicode11utf8 x-unicode20utf8 unicode-1-1-utf-8",
    },
    Encoding { name: "IBM866", kind: Kind::Missing, labels: "866 cp866 csibm866" },
    Encoding {
        name: "ISO-8859-2",
        kind: Kind::Missing,
        labels: "l2 latin2 iso88592 iso8859-2 iso-ir-101 iso_8859-2 csisolatin2 iso_8859-2:1987",
    },
    Encoding {
        name: "ISO-8859-3",
        kind: Kind::Missing,
        labels: "l3 latin3 iso88593 iso8859-3 iso_8859-3 iso-ir-109 csisolatin3 iso_8859-3:1988",
    },
    Encoding {
        name: "ISO-8859-4",
        kind: Kind::Missing,
        labels: "l4 latin4 iso88594 iso8859-4 iso-ir-110 iso_8859-4 csisolatin4 iso_8859-4:1988",
    },
    Encoding {
        name: "ISO-8859-5",
        kind: Kind::Missing,
        labels: "iso88595 cyrillic iso8859-5 iso-ir-144 iso_8859-5 iso_8859-5:1988 csisolatincyrillic",
    },
    Encoding {
        name: "ISO-8859-6",
        kind: Kind::Missing,
        labels: "arabic ecma-114 iso88596 asmo-708 iso8859-6 iso_8859-6 iso-ir-127 csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i iso_8859-6:1987 csisolatinarabic",
    },
    Encoding {
        name: "ISO-8859-7",
        kind: Kind::Missing,
        labels: "greek greek8 iso88597 ecma-118 elot_928 iso8859-7 iso-ir-126 iso_8859-7 sun_eu_greek iso_8859-7:1987 csisolatingreek",
    },
    Encoding {
        name: "ISO-8859-8",
        kind: Kind::Missing,
        labels: "visual hebrew iso88598 iso8859-8 iso_8859-8 iso-ir-138 csiso88598e iso-8859-8-e iso_8859-8:1988 csisolatinhebrew",
    },
    Encoding { name: "ISO-8859-8-I", kind: Kind::Missing, labels: "logical csiso88598i" },
    Encoding {
        name: "ISO-8859-10",
        kind: Kind::Missing,
        labels: "l6 latin6 iso885910 iso8859-10 iso-ir-157 csisolatin6",
    },
    Encoding { name: "ISO-8859-13", kind: Kind::Missing, labels: "iso885913 iso8859-13" },
    Encoding { name: "ISO-8859-14", kind: Kind::Missing, labels: "iso885914 iso8859-14" },
    Encoding { name: "ISO-8859-15", kind: Kind::Missing, labels: "l9 iso885915 iso8859-15 iso_8859-15 csisolatin9" },
    Encoding { name: "ISO-8859-16", kind: Kind::Missing, labels: "" },
    Encoding { name: "KOI8-R", kind: Kind::Missing, labels: "koi koi8 koi8_r cskoi8r" },
    Encoding { name: "KOI8-U", kind: Kind::Missing, labels: "koi8-ru" },
    Encoding { name: "macintosh", kind: Kind::Missing, labels: "mac csmacintosh x-mac-roman" },
    Encoding { name: "windows-874", kind: Kind::Missing, labels: "tis-620 dos-874 iso885911 iso8859-11 iso-8859-11" },
    Encoding { name: "windows-1250", kind: Kind::Missing, labels: "cp1250 x-cp1250" },
    Encoding { name: "windows-1251", kind: Kind::Missing, labels: "cp1251 x-cp1251" },
    Encoding {
        name: "windows-1252",
        kind: Kind::Windows1252,
        labels: "l1 cp819 ascii latin1 cp1252 ibm819 iso88591 x-cp1252 us-ascii iso8859-1 iso-ir-100 iso-8859-1 iso_8859-1 csisolatin1 ansi_x3.4-1968 iso_8859-1:1987",
    },
    Encoding { name: "windows-1253", kind: Kind::Missing, labels: "cp1253 x-cp1253" },
    Encoding {
        name: "windows-1254",
        kind: Kind::Missing,
        labels: "l5 cp1254 latin5 x-cp1254 iso88599 iso8859-9 iso-ir-148 iso-8859-9 iso_8859-9 csisolatin5 iso_8859-9:1989",
    },
    Encoding { name: "windows-1255", kind: Kind::Missing, labels: "cp1255 x-cp1255" },
    Encoding { name: "windows-1256", kind: Kind::Missing, labels: "cp1256 x-cp1256" },
    Encoding { name: "windows-1257", kind: Kind::Missing, labels: "cp1257 x-cp1257" },
    Encoding { name: "windows-1258", kind: Kind::Missing, labels: "cp1258 x-cp1258" },
    Encoding { name: "x-mac-cyrillic", kind: Kind::Missing, labels: "x-mac-ukrainian" },
    Encoding {
        name: "GBK",
        kind: Kind::Missing,
        labels: "x-gbk gb2312 gb_2312 chinese csgb2312 iso-ir-58 gb_2312-80 csiso58gb231280",
    },
    Encoding { name: "gb18030", kind: Kind::Missing, labels: "" },
    Encoding { name: "Big5", kind: Kind::Missing, labels: "csbig5 cn-big5 x-x-big5 big5-hkscs" },
    Encoding { name: "EUC-JP", kind: Kind::Missing, labels: "x-euc-jp cseucpkdfmtjapanese" },
    Encoding { name: "ISO-2022-JP", kind: Kind::MissingIso2022Jp, labels: "csiso2022jp" },
    Encoding {
        name: "Shift_JIS",
        kind: Kind::Missing,
        labels: "sjis ms932 x-sjis ms_kanji shift-jis csshiftjis windows-31j",
    },
    Encoding {
        name: "EUC-KR",
        kind: Kind::Missing,
        labels: "korean ksc5601 cseuckr ksc_5601 iso-ir-149 windows-949 csksc56011987 ks_c_5601-1987 ks_c_5601-1989",
    },
    Encoding {
        name: "replacement",
        kind: Kind::Replacement,
        labels: "hz-gb-2312 iso-2022-cn iso-2022-kr csiso2022kr iso-2022-cn-ext",
    },
    Encoding { name: "UTF-16BE", kind: Kind::Utf16 { is_big_endian: true }, labels: "unicodefffe" },
    Encoding {
        name: "UTF-16LE",
        kind: Kind::Utf16 { is_big_endian: false },
        labels: "ucs-2 utf-16 unicode csunicode unicodefeff iso-10646-ucs-2",
    },
    Encoding { name: "x-user-defined", kind: Kind::UserDefined, labels: "" },
];

pub(crate) const UTF_8: &Encoding = &ENCODINGS[0];
pub(crate) const ISO_8859_2: &Encoding = &ENCODINGS[2];
pub(crate) const ISO_8859_7: &Encoding = &ENCODINGS[7];
pub(crate) const WINDOWS_874: &Encoding = &ENCODINGS[18];
pub(crate) const WINDOWS_1250: &Encoding = &ENCODINGS[19];
pub(crate) const WINDOWS_1251: &Encoding = &ENCODINGS[20];
pub(crate) const WINDOWS_1252: &Encoding = &ENCODINGS[21];
pub(crate) const WINDOWS_1254: &Encoding = &ENCODINGS[23];
pub(crate) const WINDOWS_1255: &Encoding = &ENCODINGS[24];
pub(crate) const WINDOWS_1256: &Encoding = &ENCODINGS[25];
pub(crate) const WINDOWS_1257: &Encoding = &ENCODINGS[26];
pub(crate) const WINDOWS_1258: &Encoding = &ENCODINGS[27];
pub(crate) const GBK: &Encoding = &ENCODINGS[29];
pub(crate) const BIG5: &Encoding = &ENCODINGS[31];
pub(crate) const SHIFT_JIS: &Encoding = &ENCODINGS[34];
pub(crate) const EUC_KR: &Encoding = &ENCODINGS[35];
pub(crate) const UTF_16BE: &Encoding = &ENCODINGS[37];
pub(crate) const UTF_16LE: &Encoding = &ENCODINGS[38];
pub(crate) const X_USER_DEFINED: &Encoding = &ENCODINGS[39];
