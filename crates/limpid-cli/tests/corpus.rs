//! Real pages, if they are available.

use crate::common::{COMMANDS, stdout_bytes};
use limpid_pages::data;

#[test]
fn every_command_accepts_every_real_page() {
    for page in data::real_pages_or_skip() {
        let page = page.to_str().unwrap();
        for command in COMMANDS.into_iter().chain(["report"]) {
            let output = stdout_bytes(&[command, page], b"");
            assert!(std::str::from_utf8(&output).is_ok(), "{page}");
        }
    }
}
