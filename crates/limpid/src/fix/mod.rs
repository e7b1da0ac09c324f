//! Repairs of parse errors: [`Fixer`], by the feature `fix`.
//!
//! Many errors of markup have one repair that any author would make: the end tag that is missing is written, one that ends nothing is
//! removed, `&` becomes `&amp;`, a repeated attribute goes. A [`Fixer`] finds them as edits of the text, for a command or an
//! editor. **The tree stays as it is**: the repairs were tried together, and each repair that is listed was tried alone. The repaired page
//! has the same tree in all its parts, the same mode, no new error, and not those. It has no other repair, so that to repair it again changes
//! nothing; [`Fixer::fixes`] has the limits of that.
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
//! Errors stay where there is no such repair, as that of a page without a DOCTYPE, which is another page with one; or where only the
//! author knows what was meant: a `<div>` in a `<p>`, text in a table, a tag that the end of the file cuts. Processing instructions,
//! conditional comments and the syntax of templates stay as they are, since they are for another program; [`Fixer::all`] repairs them.

mod layer;
mod proposals;
mod rounds;
mod same_tree;
mod tag;
mod verify;

use crate::{Edits, FragmentContext, ParseError, ParseOptions, Span};
use limpid_markup::TemplateSyntax;
use proposals::Proposal;
use rounds::{Originals, compose};
#[doc(hidden)]
pub use same_tree::are_same;
use verify::Verifier;

/// How often repairs are looked for in the repaired page.
const ROUNDS: usize = 16;

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
    is_ascii: bool,
    all: bool,
}

impl Fixer {
    /// Makes one for whole documents, parsed without scripting.
    ///
    /// ```
    /// let source = "<!DOCTYPE html><title>Tea</title><p id=a id=b>";
    /// assert_eq!(limpid::fix::Fixer::new().fixes(source).apply(source), "<!DOCTYPE html><title>Tea</title><p id=a>");
    /// ```
    pub fn new() -> Fixer {
        Fixer::default()
    }

    /// Sets the options by which pages are parsed. Those that are about encodings have no effect.
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

    /// Makes pages the content of an element.
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

    /// Finds only repairs that add nothing but ASCII, which any encoding of a page has. U+0000 in a script, which counts as U+FFFD,
    /// then stays.
    ///
    /// ```
    /// use limpid::fix::Fixer;
    /// let source = "<!DOCTYPE html><script>'\0'</script>";
    /// assert_eq!(Fixer::new().fixes(source).apply(source), "<!DOCTYPE html><script>'\u{fffd}'</script>");
    /// assert!(Fixer::new().ascii(true).fixes(source).list().is_empty());
    /// ```
    #[must_use]
    pub fn ascii(mut self, is_ascii: bool) -> Self {
        self.is_ascii = is_ascii;
        self
    }

    /// Sets whether the syntax of template languages and of conditional comments is repaired, too, as if it were written for a browser. By
    /// default it stays byte for byte.
    ///
    /// Then nothing is changed in [what is known as such](limpid_markup::TemplateSyntax) and in tags that have some of it outside of a value in
    /// quotes. On a page with conditions or loops of a template, no tag is added or removed, as another one may be written than the parser
    /// sees.
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
    /// Repairs are first looked for in the page, then in the repaired page, as one repair can make another one possible, until none is
    /// found; at most 16 times. Takes the time of a few parses, and of one more for each repair that is tried alone. If the repairs are not
    /// all right together, the right ones are looked for by halves. Each of these two takes at most 64 parses, or those of 16 MiB of text; what
    /// is not found by then, on a long page with many errors that have no repair, is left out.
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><p>Fish &amp chips</i>");
    /// let shown: Vec<String> = fixes.list().iter().map(|fix| fix.to_string()).collect();
    /// assert_eq!(shown, ["insert `;`", "remove `</i>`"]);
    /// ```
    pub fn fixes(&self, source: &str) -> Fixes {
        self.fixes_of(source, |_| true)
    }

    /// Finds the repairs of some errors: those in the lines that an editor asks for, or those of one code.
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
        for _ in 1..ROUNDS {
            if fixes.edits.is_empty() {
                break;
            }
            let text = fixes.apply(source);
            let originals = Originals::new(source_len, &fixes.edits);
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

    /// Finds the repairs that are right together in a page as it is, and lists those of them that are right alone, if wanted.
    fn round(&self, source: &str, mut is_wanted: impl FnMut(&ParseError) -> bool, lists: bool) -> Fixes {
        let options = self.options.clone().errors(true).spans(false).infoset_coercion(false);
        let document = verify::parse(source.into(), &options, self.context.as_ref());
        // A page that is cut by a limit is not looked at as a whole.
        let is_whole = !document.errors().iter().any(|error| error.code.is_limit());
        let mut proposals = Vec::new();
        if is_whole && !document.errors().is_empty() {
            let template = if self.all { TemplateSyntax::default() } else { TemplateSyntax::find(source) };
            proposals = proposals::propose(source, &options, self.context.as_ref(), &template);
        }
        let is_ascii = |proposal: &Proposal| proposal.edits.iter().all(|(_, (_, text))| text.is_ascii());
        proposals.retain(|it| it.errors.iter().any(&mut is_wanted) && (!self.is_ascii || is_ascii(it)));
        if proposals.is_empty() {
            return Fixes { list: Vec::new(), edits: Edits::new(), errors_repaired: 0 };
        }
        let mut verifier = Verifier::new(&document, source, &options, self.context.as_ref(), &proposals);
        let (right, errors_left) = verifier.right_ones();
        let errors_repaired = document.errors().len().saturating_sub(errors_left);
        let edits = verifier.edits(&right);
        let alone = if lists { verifier.right_alone(right) } else { Vec::new() };
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
    /// Returns the repairs that can be made one by one: with any one of them alone, the page has the same tree and no new error.
    ///
    /// [`edits`](Self::edits) can repair more: what is only right together with another repair, and what was not tried alone, as there are
    /// very many.
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

    /// Returns the edits of all repairs together. Some of them may not be right without the others.
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><a href=/a href=/b>Tea</a>");
    /// let (span, replacement) = fixes.edits().iter().next().unwrap();
    /// assert_eq!((span.start..span.end, replacement), (25..33, ""));
    /// ```
    pub fn edits(&self) -> &Edits {
        &self.edits
    }

    /// Returns by how many errors the page has fewer after [all repairs](Self::edits).
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<p>Tea</i>");
    /// assert_eq!(fixes.errors_repaired(), 1); // that it has no DOCTYPE is left
    /// ```
    pub fn errors_repaired(&self) -> usize {
        self.errors_repaired
    }

    /// Returns the page with all repairs made.
    ///
    /// # Panics
    ///
    /// If it is another text than the one that they were found for.
    ///
    /// ```
    /// let source = "<!DOCTYPE html><p>Tea</b>";
    /// assert_eq!(limpid::fix::Fixer::new().fixes(source).apply(source), "<!DOCTYPE html><p>Tea");
    /// ```
    pub fn apply(&self, source: &str) -> String {
        self.edits.apply(source).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// A repair: of one error, or of several that have one repair. `Display` says what it does, in a few words for a menu.
///
/// ```
/// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><p>Tea</b>");
/// assert_eq!(fixes.list()[0].to_string(), "remove `</b>`");
/// ```
#[derive(Clone, Debug)]
pub struct Fix {
    errors: Vec<ParseError>,
    edits: Edits,
    /// The text that is replaced, one edit's after the other.
    removed: Box<str>,
}

impl Fix {
    fn new(source: &str, proposal: Proposal) -> Fix {
        let edits = verify::in_order(proposal.edits);
        let removed: String = edits.iter().map(|(span, _)| &source[span]).collect();
        Fix { errors: proposal.errors, edits, removed: removed.into() }
    }

    /// Returns the errors that are gone with it.
    ///
    /// ```
    /// let fixes = limpid::fix::Fixer::new().fixes("<!DOCTYPE html><p id=a id=b>");
    /// assert_eq!(fixes.list()[0].errors()[0].code.as_str(), "duplicate-attribute");
    /// ```
    pub fn errors(&self) -> &[ParseError] {
        &self.errors
    }

    /// Returns its edits.
    ///
    /// ```
    /// let source = "<!DOCTYPE html><p id=a id=b>One</i>";
    /// let fixes = limpid::fix::Fixer::new().fixes(source);
    /// assert_eq!(fixes.list()[0].edits().apply(source).unwrap(), "<!DOCTYPE html><p id=a>One</i>");
    /// ```
    pub fn edits(&self) -> &Edits {
        &self.edits
    }

    /// Returns the span from its first edit to its last.
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

/// The longest text that is shown whole, in characters.
const SHOWN: usize = 40;

impl std::fmt::Display for Fix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |text: &str| match text.char_indices().nth(SHOWN) {
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
                (removed, text) => write!(f, "replace `{removed}` by `{text}`")?,
            }
        }
        Ok(())
    }
}
