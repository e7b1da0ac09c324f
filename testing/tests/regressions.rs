//! Checks all laws on every input that once broke a law, and on the cases of limpid's own suite.

use html5lib_tests::suites;
use limpid_testing::laws::LAWS;
use limpid_testing::laws::case::Case;
use limpid_testing::laws::round_trip::why_unstable;
use limpid_testing::laws::seeds::Seeds;
use std::fs;
use std::num::NonZero;
use std::panic::catch_unwind;
use std::thread;

/// Returns the inputs of `fuzz/regressions/`, which has a folder for each law.
fn regressions() -> Vec<(String, Vec<u8>)> {
    let folder = suites::repository().join("fuzz/regressions");
    let mut inputs = Vec::new();
    for target in fs::read_dir(folder).expect("fuzz/regressions exists") {
        for file in fs::read_dir(target.expect("an entry").path()).expect("a folder for each law") {
            let path = file.expect("an entry").path();
            inputs.push((path.display().to_string(), fs::read(&path).expect("a file")));
        }
    }
    inputs.sort();
    inputs
}

#[test]
fn no_law_is_broken_again() {
    let inputs = regressions();
    assert!(inputs.len() >= LAWS.len());
    check(&inputs);
}

#[test]
fn our_own_cases_break_no_law() {
    let mut seeds = Seeds::default();
    seeds.add(&suites::own(&suites::repository())).expect("our cases are readable");
    let cases = seeds.seeds.into_iter().enumerate();
    let inputs: Vec<_> = cases.map(|(number, (law, seed))| (format!("{law} {number}"), seed)).collect();
    assert!(inputs.len() > 1000);
    for (name, law) in LAWS {
        let own: Vec<_> = inputs.iter().filter(|(input, _)| input.starts_with(name)).cloned().collect();
        check_law(name, *law, &own);
    }
}

#[test]
fn every_law_has_a_target() {
    for (name, _) in LAWS {
        let path = suites::repository().join(format!("fuzz/fuzz_targets/{name}.rs"));
        assert!(path.exists(), "{}", path.display());
    }
}

fn check(inputs: &[(String, Vec<u8>)]) {
    LAWS.iter().for_each(|(name, law)| check_law(name, *law, inputs));
}

/// Checks a law on all inputs, on all processors.
fn check_law(name: &str, law: fn(&[u8]), inputs: &[(String, Vec<u8>)]) {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let part = inputs.len().div_ceil(processors).max(1);
    let is_broken = |(_, bytes): &&(String, Vec<u8>)| catch_unwind(|| law(bytes)).is_err();
    let broken: Vec<_> = thread::scope(|scope| {
        let parts = inputs.chunks(part);
        let threads: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().filter(is_broken).collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("panics are caught")).collect()
    });
    let names: Vec<_> = broken.iter().map(|(path, bytes)| format!("{path}: {}", bytes.escape_ascii())).collect();
    assert!(broken.is_empty(), "the law `{name}` is broken by these inputs:\n{}", names.join("\n"));
}

/// The law `round_trip` would check nothing if all trees were unstable.
#[test]
fn most_trees_are_stable() {
    let mut seeds = Seeds::default();
    seeds.add_soup(300);
    let cases: Vec<Case> =
        seeds.seeds.iter().filter(|(law, _)| *law == "round_trip").map(|(_, seed)| Case::from_bytes(seed)).collect();
    let stable = cases.iter().filter(|case| why_unstable(&case.parse(), case).is_none()).count();
    assert!(stable * 3 > cases.len(), "only {stable} of {} pages of tag soup are stable", cases.len());
}
