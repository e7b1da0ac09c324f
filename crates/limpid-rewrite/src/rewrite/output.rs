//! The trait for the output of a rewriter.

/// Receives the bytes of a rewritten page, chunk by chunk.
///
/// It is implemented for closures, for `Vec<u8>`, and for references to them. Implement it for your own type to write elsewhere. The
/// method cannot return an error: store the error in the sink and read it with [`output_mut`](super::Rewriter::output_mut).
///
/// ```
/// use limpid::rewrite::{Handlers, OutputSink, Rewriter, Settings};
///
/// struct Counter(usize);
///
/// impl OutputSink for Counter {
///     fn handle_chunk(&mut self, chunk: &[u8]) {
///         self.0 += chunk.len();
///     }
/// }
///
/// let mut rewriter = Rewriter::new(Handlers::new(), Settings::new(), Counter(0))?;
/// rewriter.write(b"<p>Tea")?;
/// assert_eq!(rewriter.into_output()?.0, 6);
/// # Ok::<(), limpid::rewrite::RewriteError>(())
/// ```
pub trait OutputSink {
    /// Receives the next bytes of the page.
    fn handle_chunk(&mut self, chunk: &[u8]);
}

impl<F: FnMut(&[u8])> OutputSink for F {
    fn handle_chunk(&mut self, chunk: &[u8]) {
        self(chunk);
    }
}

impl OutputSink for Vec<u8> {
    fn handle_chunk(&mut self, chunk: &[u8]) {
        self.extend_from_slice(chunk);
    }
}

impl OutputSink for &mut Vec<u8> {
    fn handle_chunk(&mut self, chunk: &[u8]) {
        self.extend_from_slice(chunk);
    }
}
