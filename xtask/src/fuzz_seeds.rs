//! `cargo xtask fuzz-seeds`: writes initial inputs and a dictionary of tags for the fuzz targets.

use html5lib_tests::suites;
use limpid_testing::laws::seeds::Seeds;
use std::collections::BTreeMap;
use std::fs;

/// The number of generated malformed pages per target.
const SOUP: u64 = 400;

pub(crate) fn run() -> Result<(), String> {
    let repository = suites::repository();
    let mut seeds = Seeds::default();
    for suite in suites::all(&repository) {
        if suite.folder.is_none() {
            println!("skipped: {}", suite.missing());
        }
        seeds.add(&suite).map_err(|error| error.to_string())?;
    }
    seeds.add_soup(SOUP);

    let corpus = repository.join("fuzz/corpus");
    let mut counts = BTreeMap::new();
    for (target, seed) in seeds.seeds {
        let folder = corpus.join(target);
        let number = counts.entry(target).or_insert(0);
        if *number == 0 {
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let path = folder.join(format!("seed-{number}"));
        fs::write(&path, seed).map_err(|error| format!("{}: {error}", path.display()))?;
        *number += 1;
    }
    let dictionary: String = seeds.tags.iter().map(|tag| format!("\"{tag}\"\n")).collect();
    fs::write(corpus.join("tags.dict"), dictionary).map_err(|error| error.to_string())?;
    for (target, count) in counts {
        println!("{target}: {count} seeds");
    }
    Ok(())
}
