//! The tree type of the bindings, its serialization options, and the reuse of its memory.

use limpid::{ParseOptions, Recycler, SerializeOptions};
use std::sync::Mutex;

/// A tree that owns its text.
pub(crate) type Tree = limpid::Document<'static>;

/// Returns the serialization options for keyword arguments. `minify` takes precedence over `pretty`.
pub(crate) fn serialize_options(pretty: bool, minify: bool) -> SerializeOptions<'static> {
    match (pretty, minify) {
        (_, true) => SerializeOptions::minified(),
        (true, false) => SerializeOptions::pretty(),
        (false, false) => SerializeOptions::new(),
    }
}

/// Recyclers that no parse is using. There are at most as many as there were concurrent parses.
static RECYCLERS: Mutex<Vec<Recycler>> = Mutex::new(Vec::new());

/// The maximum memory of each recycler in bytes: enough for a page of several megabytes, or for 100 typical pages.
const RECYCLER_BYTES: usize = 16 << 20;

/// Parses into the memory of a dropped document, if one is available.
pub(crate) fn in_recycled_memory(options: ParseOptions, parse: impl FnOnce(&mut Recycler) -> Tree) -> Tree {
    // Never waits: in a forked process, the lock may belong to a thread that no longer exists.
    let spare = RECYCLERS.try_lock().ok().and_then(|mut recyclers| recyclers.pop());
    let mut recycler = spare.unwrap_or_else(|| Recycler::default().limit(RECYCLER_BYTES));
    recycler.set_options(options);
    let tree = parse(&mut recycler);
    if let Ok(mut recyclers) = RECYCLERS.try_lock() {
        recyclers.push(recycler);
    }
    tree
}

/// Keeps the memory of a tree for the next parse.
pub(crate) fn recycle(tree: Tree) {
    if let Ok(mut recyclers) = RECYCLERS.try_lock()
        && let Some(recycler) = recyclers.last_mut()
    {
        recycler.recycle(tree);
    }
}
