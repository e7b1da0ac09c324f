//! The tree below a document, and the words and options that several files have for it.

use limpid::{ParseOptions, Recycler, SerializeOptions};
use std::sync::Mutex;

/// A tree that owns its text.
pub(crate) type Tree = limpid::Document<'static>;

/// Returns serialization options; pretty output is for reading, minified output for sending.
pub(crate) fn serialize_options(pretty: bool, minify: bool) -> SerializeOptions<'static> {
    match (pretty, minify) {
        (_, true) => SerializeOptions::minified(),
        (true, false) => SerializeOptions::pretty(),
        (false, false) => SerializeOptions::new(),
    }
}

/// Recyclers that no parse is using: as many as there were parses at the same time.
static RECYCLERS: Mutex<Vec<Recycler>> = Mutex::new(Vec::new());

/// The most memory in bytes that each keeps: that of a page of some megabytes, or of a hundred usual ones.
const KEPT: usize = 16 << 20;

/// Parses in the memory of a document that is not needed any more, if there is one.
pub(crate) fn in_recycled_memory(options: ParseOptions, parse: impl FnOnce(&mut Recycler) -> Tree) -> Tree {
    // Never waited for: a process that forked may have a lock that no thread opens.
    let spare = RECYCLERS.try_lock().ok().and_then(|mut recyclers| recyclers.pop());
    let mut recycler = spare.unwrap_or_else(|| Recycler::default().limit(KEPT));
    recycler.set_options(options);
    let tree = parse(&mut recycler);
    if let Ok(mut recyclers) = RECYCLERS.try_lock() {
        recyclers.push(recycler);
    }
    tree
}

/// Keeps the memory of a tree for the next one.
pub(crate) fn recycle(tree: Tree) {
    if let Ok(mut recyclers) = RECYCLERS.try_lock()
        && let Some(recycler) = recyclers.last_mut()
    {
        recycler.recycle(tree);
    }
}
