//! What is left of buffers that were looked through already.

use crate::tendril::StrTendril;

/// How many are remembered. There is more than one only if what a script writes has scripts that write.
const REMEMBERED: usize = 16;

/// Buffers that went back to the queue with something left, and whether that has what cannot be taken as it is. While more
/// is put before one of them, it stays remembered, so that no buffer is looked through for each script again.
///
/// The strings are held, so that no other can come to lie where one of them does.
#[derive(Default)]
pub(super) struct Rests(Vec<(StrTendril, bool)>);

impl Rests {
    /// Remembers what goes back to the front of the queue. Of too many the shortest is forgotten, for it costs least.
    pub(super) fn remember(&mut self, rest: StrTendril, has_cr_or_nul: bool) {
        if self.0.len() == REMEMBERED
            && let Some((shortest, _)) = self.0.iter().enumerate().min_by_key(|(_, (rest, _))| rest.len())
        {
            self.0.remove(shortest);
        }
        self.0.push((rest, has_cr_or_nul));
    }

    /// What is known of a buffer that comes from the queue. It is forgotten, with all that lay before it.
    pub(super) fn take(&mut self, text: &StrTendril) -> Option<bool> {
        let is_same = |(rest, _): &(StrTendril, bool)| rest.as_ptr() == text.as_ptr() && rest.len() == text.len();
        let at = self.0.iter().rposition(is_same)?;
        let (_, has_cr_or_nul) = self.0[at];
        self.0.truncate(at);
        Some(has_cr_or_nul)
    }

    /// Forgets all, as the queue is empty.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_is_known_under_others() {
        let mut rests = Rests::default();
        let texts: Vec<StrTendril> = (0..3).map(|n| format!("a rest of a buffer {n}").as_str().into()).collect();
        texts.iter().for_each(|text| rests.remember(text.clone(), true));
        assert_eq!(rests.take(&"something written".into()), None);
        assert_eq!(rests.take(&texts[1]), Some(true));
        assert_eq!(rests.take(&texts[2]), None, "it lay before the other");
        assert_eq!(rests.take(&texts[0].subtendril(0, 10)), None);
        assert_eq!(rests.take(&texts[0]), Some(true));
    }

    #[test]
    fn the_long_ones_stay() {
        let mut rests = Rests::default();
        let page = StrTendril::from("x".repeat(1000));
        rests.remember(page.clone(), false);
        (0..100).for_each(|n| rests.remember(format!("a shorter one {n}").as_str().into(), true));
        assert_eq!(rests.0.len(), REMEMBERED);
        assert_eq!(rests.take(&page), Some(false));
    }
}
