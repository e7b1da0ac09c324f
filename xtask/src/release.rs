//! `cargo xtask release VERSION`: prepares a release and commits it. RELEASING.md has the next steps, the tag and the publication.
//! `cargo xtask package` runs only the last check, the build of the packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use html5lib_tests::suites;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use semver::Version;
use serde_json::Value;
use toml_edit::DocumentMut;

/// The manifests that have a lock file.
const WORKSPACES: [&str; 5] =
    ["Cargo.toml", "python/Cargo.toml", "js/Cargo.toml", "fuzz/Cargo.toml", "benches/Cargo.toml"];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The new version, such as 0.2.0
    version: Version,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let repository = suites::repository();
    let version = &arguments.version;
    if !output(&repository, "git", &["status", "--porcelain"])?.is_empty() {
        return Err("there are uncommitted changes: commit or remove them first".to_owned());
    }
    let today = Timestamp::now().to_zoned_datetime(TimeZone::UTC).date().to_string();
    let texts = [
        edited(&repository.join("CHANGELOG.md"), |text| date_changelog(text, version, &today))?,
        edited(&repository.join("Cargo.toml"), |text| set_workspace_version(text, version))?,
        edited(&repository.join("python/Cargo.toml"), |text| set_package_version(text, version))?,
        edited(&repository.join("js/Cargo.toml"), |text| set_package_version(text, version))?,
        edited(&repository.join("js/package.json"), |text| set_npm_version(text, version, 1))?,
        edited(&repository.join("js/package-lock.json"), |text| set_npm_version(text, version, 2))?,
    ];
    for (path, text) in texts {
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    check_and_commit(&repository, version)
        .map_err(|error| format!("{error}\nthe version is already changed; `git restore .` undoes this"))?;
    println!("committed limpid {version}. RELEASING.md has the next steps: the tag and the publication.");
    Ok(())
}

fn check_and_commit(repository: &Path, version: &Version) -> Result<(), String> {
    for manifest in WORKSPACES {
        // `cargo metadata` without `--locked` updates the versions of our crates in the lock file, and nothing else.
        output(repository, "cargo", &["metadata", "--format-version", "1", "--manifest-path", manifest])?;
    }
    package(&["--allow-dirty"])?;
    output(repository, "git", &["commit", "--quiet", "--all", "--message", &format!("Release limpid {version}")])?;
    Ok(())
}

/// Packages all published crates, and builds each with the packages of the others.
///
/// Each run uses a new target folder. Cargo caches unpacked packages by folder and version outside of the target folder, and would build
/// the packages of an earlier run.
pub(crate) fn package(arguments: &[&str]) -> Result<(), String> {
    let repository = suites::repository();
    let metadata = output(&repository, "cargo", &["metadata", "--format-version", "1", "--no-deps", "--locked"])?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let target = repository.join("target");
    fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    let target = tempfile::Builder::new()
        .prefix("packages-")
        .tempdir_in(&target)
        .map_err(|error| format!("{}: {error}", target.display()))?;
    let mut command = Command::new("cargo");
    command.current_dir(&repository).args(["package", "--locked", "--target-dir"]).arg(target.path()).args(arguments);
    for package in metadata["packages"].as_array().into_iter().flatten() {
        // `publish = false` is an empty list of registries.
        if package["publish"].as_array().is_none_or(|registries| !registries.is_empty()) {
            command.arg("--package").arg(package["name"].as_str().unwrap_or_default());
        }
    }
    let outcome = command.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    if outcome.success() { Ok(()) } else { Err("cargo package failed".to_owned()) }
}

/// Returns the path and the changed text of a file.
fn edited(path: &Path, change: impl FnOnce(&str) -> Result<String, String>) -> Result<(PathBuf, String), String> {
    let in_file = |message: String| format!("{}: {message}", path.display());
    let text = fs::read_to_string(path).map_err(|error| in_file(error.to_string()))?;
    Ok((path.to_owned(), change(&text).map_err(in_file)?))
}

fn date_changelog(text: &str, version: &Version, today: &str) -> Result<String, String> {
    let heading = text.lines().find(|line| line.starts_with("## ")).unwrap_or_default();
    if !heading.to_lowercase().trim_end_matches(')').ends_with("unreleased") {
        return Err(format!("the first heading is {heading:?}; a release needs a section \"## Unreleased\" there"));
    }
    Ok(text.replacen(heading, &format!("## {version} ({today})"), 1))
}

/// Sets the version of the workspace, and of its crates in `workspace.dependencies`. A requirement keeps its leading `=`.
fn set_workspace_version(text: &str, version: &Version) -> Result<String, String> {
    let mut manifest: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let workspace = &mut manifest["workspace"];
    set(&mut workspace["package"]["version"], version)?;
    let dependencies = workspace["dependencies"].as_table_like_mut().ok_or("no workspace.dependencies")?;
    for (_, dependency) in dependencies.iter_mut() {
        if dependency.get("path").is_some()
            && let Some(requirement) = dependency.as_table_like_mut().and_then(|table| table.get_mut("version"))
        {
            set(requirement, version)?;
        }
    }
    Ok(manifest.to_string())
}

fn set_package_version(text: &str, version: &Version) -> Result<String, String> {
    let mut manifest: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    set(&mut manifest["package"]["version"], version)?;
    Ok(manifest.to_string())
}

/// Sets the version of the npm package: the first `count` versions of a file.
fn set_npm_version(text: &str, version: &Version, count: usize) -> Result<String, String> {
    let key = "\"version\": \"";
    let mut parts = text.splitn(count + 1, key);
    let mut edited = parts.next().unwrap_or_default().to_owned();
    let mut set = 0;
    for part in parts {
        let (_, rest) = part.split_once('"').ok_or("a version is missing")?;
        edited.extend([key, &version.to_string(), "\"", rest]);
        set += 1;
    }
    if set == count { Ok(edited) } else { Err("a version is missing".to_owned()) }
}

/// Sets a version or requirement. The new version may equal the current version: the first release keeps it.
fn set(item: &mut toml_edit::Item, version: &Version) -> Result<(), String> {
    let old = item.as_str().ok_or("a version is missing")?;
    let number = old.trim_start_matches('=');
    let current = Version::parse(number).map_err(|error| format!("{old}: {error}"))?;
    if *version < current {
        return Err(format!("{version} is older than the current version, {current}"));
    }
    let operator = &old[..old.len() - number.len()];
    let new = toml_edit::Value::from(format!("{operator}{version}"));
    let decor = item.as_value().map(|value| value.decor().clone());
    *item = toml_edit::Item::Value(new);
    if let (Some(value), Some(decor)) = (item.as_value_mut(), decor) {
        *value.decor_mut() = decor;
    }
    Ok(())
}

/// Runs a program in a folder and returns its output.
fn output(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let outcome = Command::new(program).current_dir(folder).args(arguments).output();
    let outcome = outcome.map_err(|error| format!("cannot start {program}: {error}"))?;
    if outcome.status.success() {
        Ok(String::from_utf8_lossy(&outcome.stdout).into_owned())
    } else {
        let complaint = String::from_utf8_lossy(&outcome.stderr);
        Err(format!("{program} {} failed:\n{complaint}", arguments.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_are_replaced() {
        let text = "[workspace.package]\nversion = \"0.1.0\" # of all crates\n\n[workspace.dependencies]\n\
            limpid = { path = \"crates/limpid\", version = \"0.1.0\" }\n\
            limpid-dom = { path = \"crates/limpid-dom\", version = \"=0.1.0\" }\n\
            html5lib-tests = { path = \"html5lib-tests\" }\n# A reason.\nserde = \"1\"\n";
        let version = Version::new(0, 2, 0);
        assert_eq!(set_workspace_version(text, &version).unwrap(), text.replace("0.1.0", "0.2.0"));
        assert_eq!(set_workspace_version(text, &Version::new(0, 1, 0)).unwrap(), text);
        let older = set_workspace_version(text, &Version::new(0, 0, 9)).unwrap_err();
        assert_eq!(older, "0.0.9 is older than the current version, 0.1.0");
        let npm = "{ \"version\": \"0.1.0\", \"packages\": { \"\": { \"version\": \"0.1.0\" }, \"a\": { \"version\": \"1.0.0\" } } }";
        assert_eq!(set_npm_version(npm, &version, 2).unwrap(), npm.replace("0.1.0", "0.2.0"));
        assert!(set_npm_version(npm, &version, 4).is_err());
        let package = "[package]\nversion = \"0.1.0\"\n";
        assert_eq!(set_package_version(package, &version).unwrap(), package.replace("0.1.0", "0.2.0"));
    }

    #[test]
    fn the_section_of_the_next_release_gets_version_and_date() {
        let version = Version::new(0, 2, 0);
        let date = |text| date_changelog(text, &version, "2026-11-30");
        assert_eq!(
            date("# Changelog\n\n## 0.1.0 (unreleased)\n\n- A\n").unwrap(),
            "# Changelog\n\n## 0.2.0 (2026-11-30)\n\n- A\n"
        );
        assert_eq!(date("## Unreleased\n").unwrap(), "## 0.2.0 (2026-11-30)\n");
        assert!(date("# Changelog\n\n## 0.1.0 (2026-01-01)\n").is_err());
        assert!(date("").is_err());
    }
}
