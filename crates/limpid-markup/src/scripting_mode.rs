/// The [parser scripting mode](https://html.spec.whatwg.org/multipage/parsing.html#parser-scripting-mode). limpid runs no scripts; the
/// mode determines how `noscript` is parsed and whether scripts are marked as already started.
///
/// ```
/// # use limpid_markup as limpid;
/// assert_eq!(limpid::ScriptingMode::default(), limpid::ScriptingMode::Disabled);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ScriptingMode {
    /// Scripting is enabled: `noscript` contains text.
    Normal,
    /// Scripting is disabled: `noscript` contains elements.
    #[default]
    Disabled,
    /// Scripting is enabled, but scripts are marked as already started. The default for fragments with scripting enabled.
    Inert,
    /// Scripting is enabled, and scripts run when they are inserted, as for `createContextualFragment()`.
    Fragment,
}
