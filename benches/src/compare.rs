//! The comparison of instruction counts with those of an earlier run.

use std::fs;
use std::path::Path;

use limpid_benches::peers::LIMPID;
use serde_json::Value;

use crate::report::Instructions;

/// The change of a count that is noise, as a part of the count.
const NOISE: f64 = 0.01;

/// Prints the rows whose count has changed. Fails if a row of limpid needs more instructions.
pub(crate) fn instructions(earlier: &Path, counts: &[Instructions]) -> Result<(), String> {
    let fail = |error: String| format!("cannot read {}: {error}", earlier.display());
    let text = fs::read_to_string(earlier).map_err(|error| fail(error.to_string()))?;
    let report: Value = serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
    let changes = changes(&report, counts);
    for (name, change) in &changes {
        println!("{name}: {:+.1} % instructions", change * 100.0);
    }
    if changes.is_empty() {
        println!("no count of instructions has changed by more than {:.0} %", NOISE * 100.0);
    }
    match changes.iter().any(|(name, change)| name.starts_with(LIMPID) && *change > 0.0) {
        true => Err("limpid needs more instructions than in the earlier run".to_owned()),
        false => Ok(()),
    }
}

/// Returns the rows whose count has changed, by name and page, with the relative change.
fn changes(report: &Value, counts: &[Instructions]) -> Vec<(String, f64)> {
    let earlier = report["instructions"].as_array().map_or(&[][..], Vec::as_slice);
    let change = |count: &Instructions| {
        let is_same = |old: &&Value| old["row"] == count.row && old["page"] == count.page.as_str();
        let old = earlier.iter().find(is_same)?["instructions"].as_f64()?;
        let change = count.instructions / old - 1.0;
        (change.abs() > NOISE).then(|| (format!("{} on {}", count.row, count.page), change))
    };
    counts.iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_beyond_the_noise_are_listed() {
        let count = |row, instructions| Instructions { page: "a".to_owned(), row, instructions, per_byte: 1.0 };
        let old = |row, instructions| json!({ "page": "a", "row": row, "instructions": instructions });
        let report = json!({ "instructions": [old("limpid", 100.0), old("html5ever", 1000.0)] });
        let counts = [count("limpid", 110.0), count("html5ever", 1001.0), count("tl", 5.0)];
        let changes = changes(&report, &counts);
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0].0, "limpid on a");
        assert!((changes[0].1 - 0.1).abs() < 1e-9);
    }
}
