//! The rules of rooms: which folder of a crate may name which, and no circle of imports of more than three files.

use super::finding::Finding;
use super::imports::Graph;
use super::source::House;
use std::collections::{BTreeMap, BTreeSet};

/// A room, and the rooms that it may name.
type Room = (&'static str, &'static [&'static str]);

/// The most files that may import each other in a circle.
const CIRCLE: usize = 3;

/// The rooms of crates: folders and files right below `src`. Other files there may name all rooms and be named by all.
const ROOMS: &[(&str, &[Room])] = &[
    (
        "limpid-dom",
        &[
            ("storage", &[]),
            ("read", &["storage"]),
            ("edit", &["storage", "read"]),
            ("build", &["storage", "read", "edit"]),
            ("write", &["storage", "read"]),
            ("source", &["storage", "read", "write"]),
        ],
    ),
    (
        "limpid-tree-builder",
        &[
            // What the tree builder knows, from the bottom up.
            ("slot", &[]),
            ("insertion_mode", &[]),
            ("options", &["insertion_mode"]),
            ("quirks", &[]),
            ("start_rules", &[]),
            ("element_type", &["insertion_mode", "start_rules"]),
            ("gaps", &["slot"]),
            ("runs", &["element_type", "open_elements"]),
            ("open_elements", &["element_type", "gaps", "runs", "slot"]),
            ("active_formatting", &["gaps", "slot"]),
            ("state", TREE_BUILDER_STATE),
            ("obstacles", TREE_BUILDER_STATE),
            ("patching", TREE_BUILDER_STATE),
            // The algorithms that modes share.
            ("flow", TREE_BUILDER_ALGORITHMS),
            ("stack_algorithms", TREE_BUILDER_ALGORITHMS),
            ("insertion_location", TREE_BUILDER_ALGORITHMS),
            ("insertion", TREE_BUILDER_ALGORITHMS),
            ("formatting", TREE_BUILDER_ALGORITHMS),
            ("adoption_agency", TREE_BUILDER_ALGORITHMS),
            // The rules, the fast path to them, and the dispatcher.
            (
                "modes",
                &[
                    "flow",
                    "insertion",
                    "state",
                    "element_type",
                    "start_rules",
                    "obstacles",
                    "options",
                    "insertion_mode",
                    "quirks",
                ],
            ),
            (
                "fast_path",
                &["flow", "insertion", "state", "element_type", "start_rules", "obstacles", "insertion_mode"],
            ),
            ("fragment", &["flow", "insertion", "state", "element_type", "options", "insertion_mode"]),
            (
                "builder",
                &[
                    "flow",
                    "insertion",
                    "state",
                    "element_type",
                    "start_rules",
                    "obstacles",
                    "options",
                    "insertion_mode",
                ],
            ),
        ],
    ),
    (
        "limpid-cli",
        &[
            ("arguments", &["hidden"]),
            ("hidden", &[]),
            ("style", &["arguments", "hidden"]),
            ("failure", &["arguments", "hidden"]),
            ("progress", &["arguments", "hidden"]),
            ("inputs", &["progress", "failure"]),
            ("page", &["inputs", "arguments", "style"]),
            ("output", &["inputs", "progress", "style", "arguments"]),
            ("page_errors", PAGE_TOOLS),
            ("page_urls", PAGE_TOOLS),
            ("excerpt", PAGE_TOOLS),
            ("json", PAGE_TOOLS),
            ("page_command", &["page", "output", "arguments", "style"]),
            ("run", RUNNING),
            ("in_flight", RUNNING),
            (
                "cli",
                &[
                    "run",
                    "page_command",
                    "page",
                    "page_errors",
                    "page_urls",
                    "excerpt",
                    "json",
                    "output",
                    "inputs",
                    "arguments",
                    "style",
                    "hidden",
                    "failure",
                ],
            ),
        ],
    ),
];

const TREE_BUILDER_STATE: &[&str] = &[
    "state",
    "obstacles",
    "patching",
    "slot",
    "insertion_mode",
    "options",
    "element_type",
    "open_elements",
    "active_formatting",
];
const TREE_BUILDER_ALGORITHMS: &[&str] = &[
    "flow",
    "insertion_location",
    "state",
    "obstacles",
    "slot",
    "insertion_mode",
    "start_rules",
    "element_type",
    "open_elements",
    "active_formatting",
];
const PAGE_TOOLS: &[&str] = &["page", "style", "hidden", "arguments", "page_errors", "excerpt", "json"];
const RUNNING: &[&str] =
    &["run", "in_flight", "page_command", "page", "inputs", "output", "progress", "style", "arguments", "failure"];

pub(super) fn rooms_name_what_they_may(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for graph in house.graphs() {
        let source = format!("{}/", graph.root.rsplit_once('/').map_or("", |(folder, _)| folder));
        let Some((_, rooms)) = ROOMS.iter().find(|(name, _)| source == format!("crates/{name}/src/")) else { continue };
        let room_of = |file: &str| {
            let inside = file.strip_prefix(&source)?;
            let name = inside.split('/').next()?.trim_end_matches(".rs");
            rooms.iter().find(|(room, _)| *room == name)
        };
        for (file, imports) in &graph.imports {
            let Some((room, allowed)) = room_of(file) else { continue };
            for (line, target) in imports {
                if let Some((other, _)) = room_of(target)
                    && other != room
                    && !allowed.contains(other)
                {
                    let message = format!("`{room}` may not name `{other}` ({target}); it may name {allowed:?}");
                    findings.push(Finding::new(file, *line, message));
                }
            }
        }
        for (room, _) in *rooms {
            if !graph.imports.keys().any(|file| room_of(file).is_some_and(|(name, _)| name == room)) {
                findings.push(Finding::new(&graph.root, 1, format!("the table has a room `{room}` that is not there")));
            }
        }
    }
    findings
}

pub(super) fn circles_are_small(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for graph in house.graphs() {
        for circle in circles(graph).into_iter().filter(|circle| circle.len() > CIRCLE) {
            let names: Vec<&str> = circle.iter().map(String::as_str).collect();
            for file in &circle {
                let inside = graph.imports[file].iter().filter(|(_, target)| circle.contains(target));
                let edges: Vec<String> = inside.map(|(line, target)| format!("{line} → {target}")).collect();
                let message = format!("in a circle of {} files, by the lines {}", names.len(), edges.join(", "));
                findings.push(Finding::new(file, 1, message));
            }
        }
    }
    findings
}

/// Returns the circles of a graph: the sets of files that all reach each other.
fn circles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        graph.imports.keys().map(|file| (file, reachable(graph, file))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for (file, reaches) in &reached {
        let is_done = circles.iter().any(|circle| circle.contains(*file));
        if !is_done && reaches.contains(file) {
            let back = reaches.iter().filter(|other| reached.get(**other).is_some_and(|files| files.contains(file)));
            circles.push(back.map(|file| (*file).clone()).collect());
        }
    }
    circles
}

/// Returns the files that imports lead to from a file, over any number of steps.
fn reachable<'g>(graph: &'g Graph, start: &str) -> BTreeSet<&'g String> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(file) = open.pop() {
        for (_, target) in graph.imports.get(file).into_iter().flatten() {
            if found.insert(target) {
                open.push(target);
            }
        }
    }
    found
}
