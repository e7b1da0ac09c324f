//! The characters of XML names.

/// Returns whether an NCName can start with a character: it is a [NameStartChar](https://www.w3.org/TR/xml/#NT-NameStartChar), and not a
/// colon.
///
/// ```
/// assert!(limpid_markup::is_ncname_start('_') && !limpid_markup::is_ncname_start('1'));
/// ```
#[inline]
pub fn is_ncname_start(character: char) -> bool {
    matches!(
        character,
        'A'..='Z'
            | '_'
            | 'a'..='z'
            | '\u{c0}'..='\u{d6}'
            | '\u{d8}'..='\u{f6}'
            | '\u{f8}'..='\u{2ff}'
            | '\u{370}'..='\u{37d}'
            | '\u{37f}'..='\u{1fff}'
            | '\u{200c}'..='\u{200d}'
            | '\u{2070}'..='\u{218f}'
            | '\u{2c00}'..='\u{2fef}'
            | '\u{3001}'..='\u{d7ff}'
            | '\u{f900}'..='\u{fdcf}'
            | '\u{fdf0}'..='\u{fffd}'
            | '\u{10000}'..='\u{effff}'
    )
}

/// Returns whether an NCName can contain a character: it is a [NameChar](https://www.w3.org/TR/xml/#NT-NameChar), and not a colon.
///
/// ```
/// assert!(limpid_markup::is_ncname_char('1') && !limpid_markup::is_ncname_char(':'));
/// ```
#[inline]
pub fn is_ncname_char(character: char) -> bool {
    is_ncname_start(character)
        || matches!(character, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

/// Returns whether a text is an [NCName](https://www.w3.org/TR/xml-names/#NT-NCName): a name without a colon.
///
/// ```
/// use limpid_markup::is_ncname;
/// assert!(is_ncname("élan-1"));
/// assert!(!is_ncname("1") && !is_ncname("a:b") && !is_ncname(""));
/// ```
#[inline]
pub fn is_ncname(text: &str) -> bool {
    text.starts_with(is_ncname_start) && text.chars().all(is_ncname_char)
}
