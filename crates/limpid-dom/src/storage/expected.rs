//! The number of records that a source will need: by its length and, where it is long, by a sample of it.

/// The number of nodes and of attributes to make room for.
pub(super) struct Expected {
    pub(super) nodes: usize,
    pub(super) attributes: usize,
}

/// Sources from this length on are sampled. If they are dense, their lists would be moved and doubled several times.
const LONG: usize = 1 << 20;

const SAMPLES: usize = 64;
const SAMPLE_LEN: usize = 128;

/// Returns the averages of pages of a length, of which the source may be the start only, and what a sample of a long source tells where
/// that is more, but not what no page needs.
///
/// A list that is moved leaves a hole: the C library of Linux returns freed memory when more than twice the largest block so far is free
/// at the end of its heap, and then asks for it again, page by page, for the next document (docs/performance-techniques.md, "Memory that comes back").
#[inline]
pub(super) fn expected_records(source: &[u8], length: usize) -> Expected {
    let average = Expected { nodes: length / 15 + 8, attributes: length / 48 };
    if source.len() < LONG {
        return average;
    }
    let (nodes, attributes) = sampled_records(source);
    let within = |sampled: u64, average: usize| sampled.clamp(average as u64, 4 * average as u64) as usize;
    Expected { nodes: within(nodes, average.nodes), attributes: within(attributes, average.attributes) }
}

/// Counts start tags and texts behind tags, and attributes with a value, in parts of a source at regular distances.
#[cold]
#[inline(never)]
fn sampled_records(source: &[u8]) -> (u64, u64) {
    let (mut nodes, mut attributes) = (0, 0);
    for part in source.chunks(source.len() / SAMPLES) {
        for pair in part.windows(2).take(SAMPLE_LEN) {
            let is_node = match pair {
                [b'<', after] => *after != b'/',
                [b'>', after] => *after != b'<',
                _ => false,
            };
            nodes += u64::from(is_node);
            attributes += u64::from(pair[0] == b'=');
        }
    }
    // A little more, as it is only a sample.
    let times = (source.len() / (SAMPLES * SAMPLE_LEN) + 1) as u64;
    let in_all = |count: u64| count * times / 32 * 33;
    (in_all(nodes), in_all(attributes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_source_gets_what_its_sample_tells() {
        let dense = "<i>a</i><b c=d>".repeat(100_000);
        let Expected { nodes, attributes } = expected_records(dense.as_bytes(), dense.len());
        assert!((300_000..330_000).contains(&nodes), "{nodes}");
        assert!((100_000..110_000).contains(&attributes), "{attributes}");
    }

    #[test]
    fn a_hostile_source_gets_no_more_than_a_dense_one() {
        for unit in ["=", ">a", "<a"] {
            let source = unit.repeat(LONG);
            let Expected { nodes, attributes } = expected_records(source.as_bytes(), source.len());
            assert!(nodes <= 4 * (source.len() / 15 + 8) && attributes <= source.len() / 12, "{nodes} {attributes}");
        }
    }

    #[test]
    fn a_source_without_markup_gets_the_average() {
        let text = "a".repeat(LONG);
        let Expected { nodes, attributes } = expected_records(text.as_bytes(), text.len());
        assert_eq!((nodes, attributes), (LONG / 15 + 8, LONG / 48));
        assert_eq!(expected_records(b"", 0).nodes, 8);
        assert_eq!(expected_records(b"<p>", LONG / 2).attributes, LONG / 2 / 48);
    }
}
