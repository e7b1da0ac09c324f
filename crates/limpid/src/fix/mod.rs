//! Repairs parse errors, with the feature `fix`.
//!
//! Many errors have an obvious repair: adding a missing end tag, removing an end tag that closes nothing, escaping `&` as `&amp;`, or
//! removing a repeated attribute. A [`Fixer`] finds such repairs as edits of the source, for a command or an editor.
//!
//! **The tree does not change.** All repairs are verified together, and each listed repair is also verified alone. The repaired page has
//! the same tree, including template contents and shadow roots, and the same quirks mode. The repaired errors are gone, and there are no
//! new errors. Repairing a page again changes nothing, within the limits of [`Fixer::fixes`].
//!
//! ```
//! use limpid::fix::Fixer;
//!
//! let source = "<!DOCTYPE html><title>Tea</title><p><b>Black & green&nbsp</p><a href=1 href=2>More</a></div>";
//! let fixes = Fixer::new().fixes(source);
//! assert_eq!(
//!     fixes.apply(source),
//!     "<!DOCTYPE html><title>Tea</title><p><b>Black & green&nbsp;</b></p><b><a href=1>More</a></b>"
//! );
//! ```
//!
//! An error remains if its repair would change the tree, such as adding a missing DOCTYPE, or if only the author knows what was meant: a
//! `<div>` in a `<p>`, text in a table, a tag cut off by the end of the file. Processing instructions, conditional comments and template
//! syntax also stay unchanged, because they are meant for other programs; [`Fixer::all`] repairs them as well.

mod proposals;
mod recording_builder;
mod rounds;
mod same_tree;
mod tag;
mod verify;

use crate::{Edits, FragmentContext, ParseError, ParseOptions, Span};
use limpid_markup::TemplateSyntax;
use proposals::Proposal;
use rounds::{OriginalOffsets, compose};
#[doc(hidden)]
pub use same_tree::are_same;
use verify::Verifier;

/// The maximum number of rounds. Each round searches the page that the previous round repaired, because a repair can make another one
/// possible.
const MAX_ROUNDS: usize = 16;

/// Finds repairs of parse errors.
///
/// ```
/// let source = "<!DOCTYPE html><title>Tea</title><p>Black & green&nbsp";
/// assert_eq!(limpid::fix::Fixer::new().fixes(source).apply(source), format!("{source};"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Fixer {
    options: ParseOptions,
    context: Option<FragmentContext>,
    ascii_only: bool,
    all: bool,
}

impl Fixer {
    /// Creates a fixer for whole documents, parsed with scripting disabled.
    ///
    /// ```
    /// let source = "<!DOCTYPE html><title>Tea</title><p id=a id=b>";
    /// assert_eq!(limpid::fix::Fixer::new().fixes(source).apply(source), "<!DOCTYPE html><title>Tea</title><p id=a>");
    /// ```
    pub fn new() -> Fixer {
        Fixer::default()
    }

    /// Sets the options for parsing pages. Options about encodings have no effect.
    ///
    /// ```
    /// use limpid::{ParseOptions, fix::Fixer};
    /// let options = ParseOptions::new().iframe_srcdoc(true); // needs no DOCTYPE
    /// assert_eq!(Fixer::new().options(options).fixes("<p>Tea</i>").apply("<p>Tea</i>"), "<p>Tea");
    /// ```
    #[must_use]
    pub fn options(mut self, options: ParseOptions) -> Self {
        self.options = options;
        self
    }

    /// Parses pages as fragments: as the content of an element.
    ///
    /// ```
    /// let fixer = limpid::fix::Fixer::new().context("tr".parse::<limpid::FragmentContext>().unwrap());
    /// assert_eq!(fixer.fixes("<td>1</p><td/>2").apply("<td>1</p><td/>2"), "<td>1<p></p><td>2");
    /// ```
    #[must_use]
    pub fn context(mut self, context: impl Into<FragmentContext>) -> Self {
        self.context = Some(context.into());
        self
    }

    /// Sets whether inserted text must be ASCII. Every encoding can represent ASCII characters. With this option, for example, U+0000 in a
    /// script is not repaired, because it would become U+FFFD.
    ///
    /// ```
    /// use limpid::fix::Fixer;
    /// let source = "<!DOCTYPE html><script>'\0'</script>";
    /// assert_eq!(Fixer::new().fixes(source).apply(source), "<!DOCTYPE html><script>'\u{fffd}'</script>");
    /// assert!(Fixer::new().ascii(true).fixes(source).list().is_empty());
    /// ```
    #[must_use]
    pub fn ascii(mut self, ascii_only: bool) -> Self {
        self.ascii_only = ascii_only;
        self
    }

    /// Sets whether to repair template syntax and conditional comments like other markup. By default, they stay unchanged.
    ///
    /// By default, no edit touches [template syntax](limpid_markup::TemplateSyntax), or a tag that contains template syntax outside of a
    /// quoted value. On a page with conditions or loops in template syntax, no tags are added or removed, because the output of the
    /// template may have other tags than the parser sees.
    ///
    /// ```
    /// use limpid::fix::Fixer;
    /// let source = "<!DOCTYPE html><p id=a id=b>{{ a && b<3 }}</p><![if !mso]><p>";
    /// assert_eq!(Fixer::new().fixes(source).apply(source), "<!DOCTYPE html><p id=a>{{ a && b<3 }}</p><![if !mso]><p>");
    /// let fixes = Fixer::new().all(true).fixes(source);
    /// assert_eq!(fixes.apply(source), "<!DOCTYPE html><p id=a>{{ a && b&lt;3 }}</p><!--[if !mso]--><p>");
    /// ```
    #[must_use]
    pub fn all(mut self, all: bool) -> Self {
        self.all = all;
        self
    }

    /// Finds all repairs of a page.
    ///
    /// A repair can make another one possible, so the repaired page is searched again until nothing is found, at most 16 times.
    ///
    /// Each of these searches parses the page a few times. If the repairs are not all valid together, the search finds a valid subset by
    /// bisection, with at most 64 parses. The first search also verifies each repair alone: one parse for each repair, at most 64 parses.
    /// For pages shorter than 256 KiB, each of these two limits is 16 MiB of parsed text instead of 64 parses. When a limit is reached,
    /// the remaining repairs are omitted. This can happen on a long page with many errors that cannot be repaired.
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><p>Fish &amp chips</i>");
    /// let shown: Vec<String> = fixes.list().iter().map(|fix| fix.to_string()).collect();
    /// assert_eq!(shown, ["insert `;`", "remove `</i>`"]);
    /// ```
    pub fn fixes(&self, source: &str) -> Fixes {
        self.fixes_of(source, |_| true)
    }

    /// Finds the repairs of the errors for which `is_wanted` returns true, such as those in a range of lines or with one code.
    ///
    /// ```
    /// use limpid::{ErrorCode, fix::Fixer};
    /// let source = "<!DOCTYPE html><p class=a class=b>One</span>";
    /// let fixes = Fixer::new().fixes_of(source, |error| error.code == ErrorCode::DuplicateAttribute);
    /// assert_eq!(fixes.list()[0].to_string(), "remove ` class=b`");
    /// assert_eq!(fixes.apply(source), "<!DOCTYPE html><p class=a>One</span>");
    /// ```
    pub fn fixes_of(&self, source: &str, mut is_wanted: impl FnMut(&ParseError) -> bool) -> Fixes {
        let source_len = source.len() as u32;
        let mut fixes = self.round(source, &mut is_wanted, true);
        for _ in 1..MAX_ROUNDS {
            if fixes.edits.is_empty() {
                break;
            }
            let text = fixes.apply(source);
            let originals = OriginalOffsets::new(source_len, &fixes.edits);
            let mut is_wanted =
                |error: &ParseError| is_wanted(&ParseError::new(error.code, originals.span(error.span)));
            let later = self.round(&text, &mut is_wanted, false);
            if later.edits.is_empty() {
                break;
            }
            fixes.edits = compose(source_len, &fixes.edits, later.edits);
            fixes.errors_repaired += later.errors_repaired;
        }
        fixes
    }

    /// Finds the repairs of a page that are valid together. If `with_list` is true, also lists the repairs that are valid alone.
    fn round(&self, source: &str, mut is_wanted: impl FnMut(&ParseError) -> bool, with_list: bool) -> Fixes {
        let options = self.options.clone().errors(true).spans(false).infoset_coercion(false);
        let document = verify::parse(source.into(), &options, self.context.as_ref());
        // If a limit truncated the tree, repairs cannot be verified.
        let is_complete = !document.errors().iter().any(|error| error.code.is_limit());
        let mut proposals = Vec::new();
        if is_complete && !document.errors().is_empty() {
            let template = if self.all { TemplateSyntax::default() } else { TemplateSyntax::find(source) };
            proposals = proposals::propose(source, &options, self.context.as_ref(), &template);
        }
        let is_ascii = |proposal: &Proposal| proposal.edits.iter().all(|(_, (_, text))| text.is_ascii());
        proposals.retain(|it| it.errors.iter().any(&mut is_wanted) && (!self.ascii_only || is_ascii(it)));
        if proposals.is_empty() {
            return Fixes { list: Vec::new(), edits: Edits::new(), errors_repaired: 0 };
        }
        let mut verifier = Verifier::new(&document, source, &options, self.context.as_ref(), &proposals);
        let (valid, errors_left) = verifier.valid_together();
        let errors_repaired = document.errors().len().saturating_sub(errors_left);
        let edits = verifier.edits(&valid);
        let alone = if with_list { verifier.valid_alone(valid) } else { Vec::new() };
        drop(document);
        let mut list = Vec::with_capacity(alone.len());
        let mut alone = alone.into_iter().peekable();
        for (number, proposal) in proposals.into_iter().enumerate() {
            if alone.next_if_eq(&number).is_some() {
                list.push(Fix::new(source, proposal));
            }
        }
        Fixes { list, edits, errors_repaired }
    }
}

/// The repairs of a page.
///
/// ```
/// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><p>Tea</i></b>");
/// assert_eq!((fixes.list().len(), fixes.edits().len()), (2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Fixes {
    list: Vec<Fix>,
    edits: Edits,
    errors_repaired: usize,
}

impl Fixes {
    /// Returns the repairs that can be applied individually: with any one of them alone, the page has the same tree and no new errors.
    ///
    /// [`edits`](Self::edits) can include more repairs: those that are only valid together with another one, and those that were not
    /// verified alone because there are too many.
    ///
    /// ```
    /// use limpid::fix::Fixer;
    /// let source = "<!DOCTYPE html><p>Tea</i></b>";
    /// assert_eq!(Fixer::new().fixes(source).list().len(), 2);
    /// assert!(Fixer::new().fixes("<!DOCTYPE html><p>Tea").list().is_empty());
    /// ```
    pub fn list(&self) -> &[Fix] {
        &self.list
    }

    /// Returns the edits of all repairs together. Some of them may not be valid without the others.
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><a href=/a href=/b>Tea</a>");
    /// let (span, replacement) = fixes.edits().iter().next().unwrap();
    /// assert_eq!((span.start..span.end, replacement), (25..33, ""));
    /// ```
    pub fn edits(&self) -> &Edits {
        &self.edits
    }

    /// Returns the number of errors that [all repairs](Self::edits) together remove.
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<p>Tea</i>");
    /// assert_eq!(fixes.errors_repaired(), 1); // the missing DOCTYPE remains
    /// ```
    pub fn errors_repaired(&self) -> usize {
        self.errors_repaired
    }

    /// Applies all repairs, and returns the repaired page.
    ///
    /// # Panics
    ///
    /// May panic if `source` is not the text in which the repairs were found.
    ///
    /// ```
    /// let source = "<!DOCTYPE html><p>Tea</b>";
    /// assert_eq!(limpid::fix::Fixer::new().fixes(source).apply(source), "<!DOCTYPE html><p>Tea");
    /// ```
    pub fn apply(&self, source: &str) -> String {
        self.edits.apply(source).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// A repair of one error, or of several errors at once. `Display` writes a short description for a menu.
///
/// ```
/// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><p>Tea</b>");
/// assert_eq!(fixes.list()[0].to_string(), "remove `</b>`");
/// ```
#[derive(Clone, Debug)]
pub struct Fix {
    errors: Vec<ParseError>,
    edits: Edits,
    /// The texts that the edits replace, concatenated.
    removed: Box<str>,
}

impl Fix {
    fn new(source: &str, proposal: Proposal) -> Fix {
        let edits = verify::in_order(proposal.edits);
        let removed: String = edits.iter().map(|(span, _)| &source[span]).collect();
        Fix { errors: proposal.errors, edits, removed: removed.into() }
    }

    /// Returns the errors that the repair removes.
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><p id=a id=b>");
    /// assert_eq!(fixes.list()[0].errors()[0].code.as_str(), "duplicate-attribute");
    /// ```
    pub fn errors(&self) -> &[ParseError] {
        &self.errors
    }

    /// Returns the edits of the repair.
    ///
    /// ```
    /// let source = "<!DOCTYPE html><p id=a id=b>One</i>";
    /// let fixes = limpid::fix::Fixer::new().fixes(source);
    /// assert_eq!(fixes.list()[0].edits().apply(source).unwrap(), "<!DOCTYPE html><p id=a>One</i>");
    /// ```
    pub fn edits(&self) -> &Edits {
        &self.edits
    }

    /// Returns the span from the first edit to the last one.
    ///
    /// ```
    /// let source = "<!DOCTYPE html><p>Tea</b>";
    /// let fixes = limpid::fix::Fixer::new().fixes(source);
    /// assert_eq!(&source[fixes.list()[0].span()], "</b>");
    /// ```
    pub fn span(&self) -> Span {
        let ends = |span: Option<(Span, &str)>| span.map_or_else(Span::default, |(span, _)| span);
        ends(self.edits.iter().next()).cover(ends(self.edits.iter().next_back()))
    }
}

/// The maximum number of characters of a text in a description. Longer texts are truncated.
const MAX_SHOWN_CHARS: usize = 40;

impl std::fmt::Display for Fix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |text: &str| match text.char_indices().nth(MAX_SHOWN_CHARS) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        let mut at = 0;
        for (index, (span, text)) in self.edits.iter().enumerate() {
            if index == 3 {
                return f.write_str(", …");
            }
            let removed = &self.removed[at..at + span.len()];
            at += span.len();
            f.write_str(if index > 0 { ", " } else { "" })?;
            match (shown(removed), shown(text)) {
                (removed, text) if removed.is_empty() => write!(f, "insert `{text}`")?,
                (removed, text) if text.is_empty() => write!(f, "remove `{removed}`")?,
                (removed, text) => write!(f, "replace `{removed}` with `{text}`")?,
            }
        }
        Ok(())
    }
}
