//! Checks the law of content on real pages.

use limpid_pages::data;
use limpid_testing::laws::content;

#[test]
fn real_pages() {
    for path in data::real_pages_or_skip() {
        content::check_page(&String::from_utf8_lossy(&std::fs::read(&path).expect("a page")));
    }
}
