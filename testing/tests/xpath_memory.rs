//! Checks that the default step limit of an XPath evaluation also limits the memory of the evaluation. The expressions and pages are
//! designed to need much memory. This is a separate test program, so that no other test allocates at the same time.

use limpid::xpath::XPathOptions;
use limpid_pages::Random;
use limpid_testing::laws::xpath::hostile::{expression, pages};
use peak_alloc::PeakAlloc;
use proptest::prelude::*;
use std::sync::LazyLock;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

static PAGES: LazyLock<Vec<limpid::Document<'static>>> = LazyLock::new(pages);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn memory_is_bounded_by_default(seed in any::<u64>(), depth in 1_usize..5) {
        let random = &mut Random::new(seed);
        let document = &PAGES[random.below(PAGES.len())];
        let text = format!("//*[{0} = 'x' or {0}]", expression(random, depth));
        let xpath = XPathOptions::new().exslt().compile(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        ALLOCATOR.reset_peak_usage();
        let before = ALLOCATOR.current_usage();
        let _ = xpath.evaluate(document.root());
        let used = ALLOCATOR.peak_usage().saturating_sub(before);
        let size = document.node_count() + 2 * document.source().len() / 16;
        // Values and caches are in vectors that may be half empty.
        let limit = 2 * 2 * ((32 << 20) + 256 * size);
        prop_assert!(used <= limit, "{used} bytes, the limit is {limit}: {text}");
    }
}
