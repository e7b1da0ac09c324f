//! The scripting mode of a parser: a file of its own, as tree builder and documents share it.

/// The [parser scripting mode](https://html.spec.whatwg.org/multipage/parsing.html#parser-scripting-mode). limpid runs
/// no script; the mode decides how `noscript` is parsed and how scripts are marked.
///
/// ```
/// # use limpid_markup as limpid;
/// assert_eq!(limpid::ScriptingMode::default(), limpid::ScriptingMode::Disabled);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ScriptingMode {
    /// Scripts would run: `noscript` holds text.
    Normal,
    /// Scripts are disabled: `noscript` holds elements.
    #[default]
    Disabled,
    /// Scripts are enabled but marked as already started; what a fragment parse does by default when scripting is on.
    Inert,
    /// Scripts run as soon as they are inserted, as `createContextualFragment()` asks.
    Fragment,
}
