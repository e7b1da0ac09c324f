//! Real pages, where they are there.

mod common;

use common::{COMMANDS, stdout_bytes};
use std::path::Path;

#[test]
fn every_command_takes_every_real_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real");
    let Ok(pages) = std::fs::read_dir(&folder) else {
        println!("skipped: there are no pages in {}", folder.display());
        return;
    };
    let mut count = 0;
    for page in pages {
        let page = page.unwrap().path();
        let page = page.to_str().unwrap();
        for command in COMMANDS {
            let output = stdout_bytes(&[command, page], b"");
            assert!(std::str::from_utf8(&output).is_ok(), "{page}");
        }
        count += 1;
    }
    println!("{count} pages");
}
