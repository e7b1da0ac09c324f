//! `cargo xtask fetch-suites`: the upstream suites at pinned revisions, by git.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use html5lib_tests::revision::{HTML5LIB_REVISION, XML5LIB_REVISION};
use html5lib_tests::suites;

/// web-platform-tests as of 2026-09-27.
const WPT_REVISION: &str = "f085a1efc1f58fbe263d384b1e335d656fe58e66";

/// The folder of web-platform-tests with parser cases, one among thousands.
const WPT_FOLDER: &str = "html/syntax/parsing";

/// The folder below it that has the tree construction cases of html5lib-tests, brought up to date.
const WPT_TREES: &str = "html/syntax/parsing/resources";

/// The folder that has the cases of the sanitizer.
const WPT_SANITIZER: &str = "sanitizer-api";

/// The folder that has the cases of XPath.
const WPT_XPATH: &str = "domxpath";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder for the suites, one subfolder each [default: html5lib-tests/upstream]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// The URL or path of html5lib-tests
    #[arg(long, value_name = "URL", default_value = "https://github.com/html5lib/html5lib-tests")]
    html5lib: String,
    /// A full commit hash, a branch or a tag
    #[arg(long, value_name = "REVISION", default_value = HTML5LIB_REVISION)]
    html5lib_revision: String,
    /// The URL or path of web-platform-tests
    #[arg(long, value_name = "URL", default_value = "https://github.com/web-platform-tests/wpt")]
    wpt: String,
    /// A full commit hash, a branch or a tag
    #[arg(long, value_name = "REVISION", default_value = WPT_REVISION)]
    wpt_revision: String,
    /// The URL or path of xml5lib-tests
    #[arg(long, value_name = "URL", default_value = "https://github.com/Ygg01/xml5lib-tests")]
    xml5lib: String,
    /// A full commit hash, a branch or a tag
    #[arg(long, value_name = "REVISION", default_value = XML5LIB_REVISION)]
    xml5lib_revision: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let into = arguments.into.clone().unwrap_or_else(|| suites::upstream_folder(&suites::repository()));
    let [html5lib, wpt, wpt_trees, wpt_sanitizer, wpt_xpath, xml5lib] = suites::UPSTREAM_SUITES;
    let upstreams = [
        Upstream { name: html5lib, url: &arguments.html5lib, revision: &arguments.html5lib_revision, folder: None },
        Upstream { name: wpt, url: &arguments.wpt, revision: &arguments.wpt_revision, folder: Some(WPT_FOLDER) },
        Upstream { name: wpt_trees, url: &arguments.wpt, revision: &arguments.wpt_revision, folder: Some(WPT_TREES) },
        Upstream {
            name: wpt_sanitizer,
            url: &arguments.wpt,
            revision: &arguments.wpt_revision,
            folder: Some(WPT_SANITIZER),
        },
        Upstream { name: wpt_xpath, url: &arguments.wpt, revision: &arguments.wpt_revision, folder: Some(WPT_XPATH) },
        Upstream { name: xml5lib, url: &arguments.xml5lib, revision: &arguments.xml5lib_revision, folder: None },
    ];
    for upstream in upstreams {
        let outcome = upstream.fetch(&into).map_err(|message| format!("{}: {message}", upstream.name))?;
        println!("{}: {outcome}", upstream.name);
    }
    Ok(())
}

struct Upstream<'a> {
    name: &'a str,
    url: &'a str,
    revision: &'a str,
    /// The only folder to check out.
    folder: Option<&'a str>,
}

impl Upstream<'_> {
    /// Updates the checkout in `into` to the revision, and returns a message.
    fn fetch(&self, into: &Path) -> Result<String, String> {
        let target = into.join(self.name);
        let commit = if target.join(".git").exists() {
            let git = Git { folder: &target };
            if git.head().is_some_and(|head| head == self.revision) {
                return Ok(format!("already at {} in {}", self.revision, target.display()));
            }
            self.check_out(&git)?
        } else if target.exists() {
            return Err(format!("{} is there but is no git checkout: move it away first", target.display()));
        } else {
            // A checkout gets its name when it is complete, so that half a suite is never used.
            let unfinished = into.join(format!(".{}.unfinished", self.name));
            if unfinished.exists() {
                fs::remove_dir_all(&unfinished).map_err(|error| format!("{}: {error}", unfinished.display()))?;
            }
            fs::create_dir_all(&unfinished).map_err(|error| format!("{}: {error}", unfinished.display()))?;
            let git = Git { folder: &unfinished };
            git.run(&["init", "--quiet"])?;
            let commit = self.check_out(&git)?;
            fs::rename(&unfinished, &target).map_err(|error| format!("{}: {error}", target.display()))?;
            commit
        };
        Ok(format!("now at {commit} in {}", target.display()))
    }

    fn check_out(&self, git: &Git<'_>) -> Result<String, String> {
        println!("{}: fetching {} from {}", self.name, self.revision, self.url);
        let url = absolute(self.url);
        // A remote, and not only a URL, because a partial clone fetches files at checkout.
        if git.run(&["remote", "add", "origin", &url]).is_err() {
            git.run(&["remote", "set-url", "origin", &url])?;
        }
        let mut fetch = vec!["fetch", "--quiet", "--depth=1", "--no-tags"];
        if let Some(folder) = self.folder {
            git.run(&["sparse-checkout", "set", folder])?;
            fetch.push("--filter=blob:none");
        }
        fetch.extend(["origin", self.revision]);
        git.run(&fetch).map_err(|error| {
            format!(
                "cannot fetch revision {} (a full hash, a branch or a tag) from {}: {error}",
                self.revision, self.url
            )
        })?;
        git.run(&["checkout", "--quiet", "--detach", "FETCH_HEAD"])?;
        git.head().ok_or_else(|| "nothing was checked out".to_owned())
    }
}

/// Resolves a path, because git will run in another folder; a URL stays unchanged.
fn absolute(url: &str) -> String {
    fs::canonicalize(url).map_or_else(|_| url.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// git, run in a folder.
struct Git<'a> {
    folder: &'a Path,
}

impl Git<'_> {
    fn head(&self) -> Option<String> {
        self.run(&["rev-parse", "--verify", "--quiet", "HEAD"]).ok()
    }

    /// Runs a command, and returns its output, or its first complaint as an error.
    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = Command::new("git");
        command.arg("-C").arg(self.folder);
        // The suites contain line feeds and carriage returns on purpose, so git must not convert line endings.
        command.args(["-c", "core.autocrlf=false", "-c", "core.eol=lf"]);
        command.args(arguments).env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        // Within a hook these name the repository of the hook.
        for variable in
            ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX"]
        {
            command.env_remove(variable);
        }
        let output = command.output().map_err(|error| format!("cannot run git: {error}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
        }
        let complaint = String::from_utf8_lossy(&output.stderr);
        let is_reason = |line: &&str| line.starts_with("fatal: ") || line.starts_with("error: ");
        let reason = complaint.lines().find(is_reason).or(complaint.lines().next()).unwrap_or("no reason given");
        Err(format!("git {}: {reason}", arguments[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "#data\n#document\n";

    /// A repository with two commits, the second of which has one case more.
    struct Origin {
        folder: tempfile::TempDir,
        commits: [String; 2],
    }

    impl Origin {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            git(folder.path(), &["init", "--quiet"]);
            // As on the servers that the suites come from.
            git(folder.path(), &["config", "uploadpack.allowFilter", "true"]);
            git(folder.path(), &["config", "uploadpack.allowAnySHA1InWant", "true"]);
            let commits = [
                ["html/syntax/parsing/resources/a.dat", "css/b.dat"],
                ["html/syntax/parsing/resources/c.dat", "d.dat"],
            ];
            let commits = commits.map(|files| commit(folder.path(), files));
            Self { folder, commits }
        }

        fn path(&self) -> &str {
            self.folder.path().to_str().unwrap()
        }
    }

    fn git(folder: &Path, arguments: &[&str]) -> String {
        let identity = ["-c", "user.name=limpid", "-c", "user.email=limpid@example.org", "-c", "commit.gpgSign=false"];
        let output = Command::new("git").arg("-C").arg(folder).args(identity).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn commit(folder: &Path, files: [&str; 2]) -> String {
        for file in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, CASE).unwrap();
        }
        git(folder, &["add", "."]);
        git(folder, &["commit", "--quiet", "--no-verify", "-m", files[0]]);
        git(folder, &["rev-parse", "HEAD"])
    }

    fn cases(folder: &Path) -> Vec<String> {
        suites::files(folder).unwrap().into_iter().map(|file| file.name).collect()
    }

    #[test]
    fn a_pinned_revision_is_checked_out_once() {
        let origin = Origin::new();
        let into = tempfile::tempdir().unwrap();
        let target = into.path().join("suite");
        let upstream = Upstream { name: "suite", url: origin.path(), revision: &origin.commits[0], folder: None };
        assert_eq!(
            upstream.fetch(into.path()).unwrap(),
            format!("now at {} in {}", origin.commits[0], target.display())
        );
        assert_eq!(cases(&target), ["css/b.dat", "html/syntax/parsing/resources/a.dat"]);
        assert_eq!(fs::read_to_string(target.join("css/b.dat")).unwrap(), CASE);

        // The second time nothing is fetched, so nothing need be there to fetch from.
        let again = Upstream { url: "/nowhere", ..upstream };
        assert_eq!(
            again.fetch(into.path()).unwrap(),
            format!("already at {} in {}", origin.commits[0], target.display())
        );

        let later = Upstream { url: origin.path(), revision: &origin.commits[1], ..again };
        later.fetch(into.path()).unwrap();
        assert_eq!(
            cases(&target),
            ["css/b.dat", "d.dat", "html/syntax/parsing/resources/a.dat", "html/syntax/parsing/resources/c.dat"]
        );
        Upstream { revision: &origin.commits[0], ..later }.fetch(into.path()).unwrap();
        assert_eq!(cases(&target), ["css/b.dat", "html/syntax/parsing/resources/a.dat"]);
    }

    #[test]
    fn one_folder_can_be_checked_out() {
        let origin = Origin::new();
        for url in [origin.path().to_owned(), format!("file://{}", origin.path())] {
            let into = tempfile::tempdir().unwrap();
            let upstream = Upstream {
                name: "suite",
                url: &url,
                revision: &origin.commits[0],
                folder: Some("html/syntax/parsing"),
            };
            upstream.fetch(into.path()).unwrap();
            assert_eq!(cases(into.path()), ["suite/html/syntax/parsing/resources/a.dat"]);
            Upstream { revision: &origin.commits[1], ..upstream }.fetch(into.path()).unwrap();
            // Files beside the folders of the way come along.
            let expected = [
                "suite/d.dat",
                "suite/html/syntax/parsing/resources/a.dat",
                "suite/html/syntax/parsing/resources/c.dat",
            ];
            assert_eq!(cases(into.path()), expected);
        }
    }

    #[test]
    fn a_wrong_revision_or_url_is_named_and_leaves_nothing() {
        let origin = Origin::new();
        let into = tempfile::tempdir().unwrap();
        let revision = "0123456789012345678901234567890123456789";
        let upstream = Upstream { name: "suite", url: origin.path(), revision, folder: None };
        let error = upstream.fetch(into.path()).unwrap_err();
        let expected = format!(
            "cannot fetch revision {revision} (a full hash, a branch or a tag) from {}: git fetch: ",
            origin.path()
        );
        assert!(error.starts_with(&expected), "{error}");
        assert!(!error.contains('\n'));
        let nowhere = Upstream { url: "/nowhere", ..upstream };
        assert!(nowhere.fetch(into.path()).unwrap_err().contains("from /nowhere"));
        assert!(!into.path().join("suite").exists());
        assert!(cases(into.path()).is_empty());

        let right = Upstream { url: origin.path(), revision: &origin.commits[0], ..nowhere };
        right.fetch(into.path()).unwrap();
        assert_eq!(cases(into.path()).len(), 2);
    }

    #[test]
    fn what_is_no_checkout_stays_as_it_is() {
        let origin = Origin::new();
        let into = tempfile::tempdir().unwrap();
        fs::create_dir(into.path().join("suite")).unwrap();
        let upstream = Upstream { name: "suite", url: origin.path(), revision: &origin.commits[0], folder: None };
        assert!(
            upstream.fetch(into.path()).unwrap_err().ends_with("is there but is no git checkout: move it away first")
        );
    }

    #[test]
    fn the_command_fetches_all_suites() {
        let origin = Origin::new();
        let into = tempfile::tempdir().unwrap();
        let arguments = Arguments {
            into: Some(into.path().join("upstream")),
            html5lib: origin.path().to_owned(),
            html5lib_revision: origin.commits[0].clone(),
            wpt: origin.path().to_owned(),
            wpt_revision: origin.commits[0].clone(),
            xml5lib: origin.path().to_owned(),
            xml5lib_revision: origin.commits[1].clone(),
        };
        run(&arguments).unwrap();
        run(&arguments).unwrap();
        assert_eq!(
            cases(&into.path().join("upstream")),
            [
                "html5lib-tests/css/b.dat",
                "html5lib-tests/html/syntax/parsing/resources/a.dat",
                "wpt/html/syntax/parsing/resources/a.dat",
                "wpt-2026-09/html/syntax/parsing/resources/a.dat",
                "xml5lib-tests/css/b.dat",
                "xml5lib-tests/d.dat",
                "xml5lib-tests/html/syntax/parsing/resources/a.dat",
                "xml5lib-tests/html/syntax/parsing/resources/c.dat"
            ]
        );
        let wrong = Arguments { wpt_revision: "no-such-branch".to_owned(), ..arguments };
        assert!(run(&wrong).unwrap_err().starts_with("wpt: cannot fetch revision no-such-branch "));
    }
}
