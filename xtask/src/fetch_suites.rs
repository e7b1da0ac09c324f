//! `cargo xtask fetch-suites`: downloads the upstream suites at pinned revisions with git.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use html5lib_tests::revision::{HTML5LIB_REVISION, XML5LIB_REVISION};
use html5lib_tests::suites;
use limpid_pages::data;

/// web-platform-tests as of 2026-09-27.
const WPT_REVISION: &str = "f085a1efc1f58fbe263d384b1e335d656fe58e66";

/// mozilla/readability as of 2026-07-09.
const READABILITY_REVISION: &str = "ab4027a8b37669745016869a37a504727992b2ba";

/// The folder of the git checkouts. Its leading dot hides it from the search for suites.
const CHECKOUTS: &str = ".checkouts";

/// The names of the real pages, one per line.
const REAL_PAGES: &str = include_str!("../../html5lib-tests/real-pages.txt");

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder for the suites, with a subfolder for each [default: html5lib-tests/upstream]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// The URL or path of the git repository of html5lib-tests
    #[arg(long, value_name = "URL", default_value = "https://github.com/html5lib/html5lib-tests")]
    html5lib: String,
    /// The revision of html5lib-tests: a full commit hash, a branch or a tag
    #[arg(long, value_name = "REVISION", default_value = HTML5LIB_REVISION)]
    html5lib_revision: String,
    /// The URL or path of the git repository of web-platform-tests
    #[arg(long, value_name = "URL", default_value = "https://github.com/web-platform-tests/wpt")]
    wpt: String,
    /// The revision of web-platform-tests: a full commit hash, a branch or a tag
    #[arg(long, value_name = "REVISION", default_value = WPT_REVISION)]
    wpt_revision: String,
    /// The URL or path of the git repository of xml5lib-tests
    #[arg(long, value_name = "URL", default_value = "https://github.com/Ygg01/xml5lib-tests")]
    xml5lib: String,
    /// The revision of xml5lib-tests: a full commit hash, a branch or a tag
    #[arg(long, value_name = "REVISION", default_value = XML5LIB_REVISION)]
    xml5lib_revision: String,
    /// The URL or path of the git repository of readability, whose test pages serve as real pages
    #[arg(long, value_name = "URL", default_value = "https://github.com/mozilla/readability")]
    readability: String,
    /// The revision of readability: a full commit hash, a branch or a tag
    #[arg(long, value_name = "REVISION", default_value = READABILITY_REVISION)]
    readability_revision: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let into = arguments.into.clone().unwrap_or_else(|| data::upstream_folder(&suites::repository()));
    let upstreams = [
        Upstream {
            name: "html5lib-tests",
            url: &arguments.html5lib,
            revision: &arguments.html5lib_revision,
            folders: &["encoding", "serializer", "tokenizer", "tree-construction"],
            suites: &["html5lib-tests"],
            target: |path| Some(format!("html5lib-tests/{path}")),
        },
        Upstream {
            name: "wpt",
            url: &arguments.wpt,
            revision: &arguments.wpt_revision,
            folders: &["domxpath", "html/syntax/parsing/resources", "sanitizer-api"],
            suites: &["wpt-2026-09", "wpt-sanitizer-api", "wpt-xpath"],
            target: wpt_target,
        },
        Upstream {
            name: "xml5lib-tests",
            url: &arguments.xml5lib,
            revision: &arguments.xml5lib_revision,
            folders: &["tokenizer", "tree-construction"],
            suites: &["xml5lib-tests"],
            target: |path| Some(format!("xml5lib-tests/{path}")),
        },
        Upstream {
            name: "readability",
            url: &arguments.readability,
            revision: &arguments.readability_revision,
            folders: &["test/test-pages"],
            suites: &["corpus"],
            target: |path| {
                let page = path.strip_prefix("test/test-pages/")?.strip_suffix("/source.html")?;
                REAL_PAGES.lines().any(|name| name == page).then(|| format!("{}/{page}.html", data::REAL_PAGES))
            },
        },
    ];
    for upstream in upstreams {
        let outcome = upstream.fetch(&into).map_err(|message| format!("{}: {message}", upstream.name))?;
        println!("{}: {outcome}", upstream.name);
    }
    Ok(())
}

/// Returns the path to which a file of web-platform-tests is copied, or `None` if no suite needs the file. The copied files contain
/// tree-construction cases (newer than those in html5lib-tests), sanitizer cases and XPath cases.
fn wpt_target(path: &str) -> Option<String> {
    if let Some(name) = path.strip_prefix("html/syntax/parsing/resources/") {
        let name = name.strip_suffix(".dat")?;
        // The prefix `scripted_` in web-platform-tests is a folder in html5lib-tests.
        return Some(format!("wpt-2026-09/tree-construction/{}.dat", name.replacen("scripted_", "scripted/", 1)));
    }
    let target = match path {
        "domxpath/xml_xpath_tests.xml" => "wpt-xpath/xml_xpath_tests.xml",
        "sanitizer-api/sethtml-tree-construction.sub.dat" => "wpt-sanitizer-api/sethtml-tree-construction.sub.dat",
        _ => return None,
    };
    Some(target.to_owned())
}

struct Upstream<'a> {
    name: &'a str,
    url: &'a str,
    revision: &'a str,
    /// The folders to check out.
    folders: &'a [&'a str],
    /// The target folders of the suites.
    suites: &'a [&'a str],
    /// Returns the path, relative to the target folder, to which a file of the checkout is copied, or `None` if no suite needs it.
    target: fn(&str) -> Option<String>,
}

impl Upstream<'_> {
    /// Updates the checkout to the revision, copies its suites into `into`, and returns a message.
    fn fetch(&self, into: &Path) -> Result<String, String> {
        let checkout = into.join(CHECKOUTS).join(self.name);
        let git = Git { folder: &checkout };
        let is_checkout = checkout.join(".git").exists();
        if !(is_checkout && git.head().is_some_and(|head| head == self.revision)) {
            if !is_checkout {
                fs::create_dir_all(&checkout).map_err(|error| format!("{}: {error}", checkout.display()))?;
                git.run(&["init", "--quiet"])?;
            }
            self.check_out(&git)?;
        }
        let count = self.copy(&git, into)?;
        Ok(format!("{count} files at {}", git.head().unwrap_or_default()))
    }

    fn check_out(&self, git: &Git<'_>) -> Result<(), String> {
        println!("{}: fetching {} from {}", self.name, self.revision, self.url);
        let url = absolute(self.url);
        // A partial clone needs a remote, because the checkout fetches files.
        if git.run(&["remote", "add", "origin", &url]).is_err() {
            git.run(&["remote", "set-url", "origin", &url])?;
        }
        // The cases must be copied byte for byte, whatever line endings the user has configured.
        git.run(&["config", "core.autocrlf", "false"])?;
        git.run(&[&["sparse-checkout", "set"], self.folders].concat())?;
        git.run(&["fetch", "--quiet", "--depth=1", "--no-tags", "--filter=blob:none", "origin", self.revision])
            .map_err(|error| {
                format!(
                    "cannot fetch revision {} (a full hash, a branch or a tag) from {}: {error}",
                    self.revision, self.url
                )
            })?;
        git.run(&["checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"])?;
        Ok(())
    }

    /// Copies the files of the suites and returns their number. Existing target folders are replaced.
    fn copy(&self, git: &Git<'_>, into: &Path) -> Result<usize, String> {
        let listing = git.run(&["ls-files", "-z", "--"].iter().chain(self.folders).copied().collect::<Vec<_>>())?;
        let files = listing.split('\0').filter_map(|path| Some((path, (self.target)(path)?)));
        let files: Vec<_> = files.filter(|(path, _)| git.folder.join(path).is_file()).collect();
        for suite in self.suites {
            if !files.iter().any(|(_, target)| target.starts_with(&format!("{suite}/"))) {
                return Err(format!("revision {} contains no files of the suite {suite}", self.revision));
            }
            let folder = into.join(suite);
            if folder.exists() {
                fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            }
        }
        for (path, target) in &files {
            let target = into.join(target);
            let parent = target.parent().unwrap_or(into);
            fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
            fs::copy(git.folder.join(path), &target).map_err(|error| format!("{}: {error}", target.display()))?;
        }
        Ok(files.len())
    }
}

/// Makes a path absolute, because git runs in another folder. Returns a URL unchanged.
fn absolute(url: &str) -> String {
    fs::canonicalize(url).map_or_else(|_| url.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// Runs git in a folder.
struct Git<'a> {
    folder: &'a Path,
}

impl Git<'_> {
    fn head(&self) -> Option<String> {
        self.run(&["rev-parse", "--verify", "--quiet", "HEAD"]).ok()
    }

    /// Runs a git command and returns its output. The error is git's first error message.
    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = Command::new("git");
        command.arg("-C").arg(self.folder).args(arguments).env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        // If a git hook runs this program, these variables refer to the repository of the hook.
        for variable in
            ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX"]
        {
            command.env_remove(variable);
        }
        let output = command.output().map_err(|error| format!("cannot run git: {error}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        let is_reason = |line: &&str| line.starts_with("fatal: ") || line.starts_with("error: ");
        let reason = stderr.lines().find(is_reason).or(stderr.lines().next()).unwrap_or("failed without a message");
        Err(format!("git {}: {reason}", arguments[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "#data\r\n#document\n";

    /// Commits these files to a new or existing repository, and returns the commit hash.
    fn commit(folder: &Path, files: &[&str]) -> String {
        for file in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, CASE).unwrap();
        }
        git(folder, &["init", "--quiet"]);
        // GitHub's servers have these settings too.
        git(folder, &["config", "uploadpack.allowFilter", "true"]);
        git(folder, &["config", "uploadpack.allowAnySHA1InWant", "true"]);
        git(folder, &["add", "."]);
        git(folder, &["commit", "--quiet", "--no-verify", "-m", "Cases"]);
        git(folder, &["rev-parse", "HEAD"])
    }

    fn git(folder: &Path, arguments: &[&str]) -> String {
        let settings =
            ["user.name=limpid", "user.email=limpid@example.org", "commit.gpgSign=false", "core.autocrlf=false"];
        let settings = settings.iter().flat_map(|setting| ["-c", setting]);
        let output = Command::new("git").arg("-C").arg(folder).args(settings).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn files(folder: &Path) -> Vec<String> {
        let mut files: Vec<_> = suites::files(folder).unwrap().into_iter().map(|file| file.name).collect();
        let pages = fs::read_dir(folder.join(data::REAL_PAGES)).into_iter().flatten();
        files.extend(pages.map(|page| page.unwrap().file_name().into_string().unwrap()));
        files
    }

    /// The four upstream repositories. Each also contains files that belong to no suite.
    struct Origins {
        root: tempfile::TempDir,
        arguments: Arguments,
    }

    impl Origins {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            let origin = |name: &str, files: &[&str]| {
                let folder = root.path().join(name);
                let revision = commit(&folder, files);
                (folder.to_str().unwrap().to_owned(), revision)
            };
            let (html5lib, html5lib_revision) = origin("html5lib", &["tree-construction/a.dat", "lint/b.dat"]);
            let (wpt, wpt_revision) = origin(
                "wpt-origin",
                &[
                    "html/syntax/parsing/resources/a.dat",
                    "html/syntax/parsing/resources/scripted_b.dat",
                    "html/syntax/parsing/c.dat",
                    "sanitizer-api/sethtml-tree-construction.sub.dat",
                    "sanitizer-api/other.dat",
                    "domxpath/xml_xpath_tests.xml",
                    "css/d.dat",
                ],
            );
            let (xml5lib, xml5lib_revision) = origin("xml5lib", &["tokenizer/a.test", "b.dat"]);
            let (readability, readability_revision) = origin(
                "readability-origin",
                &[
                    "test/test-pages/001/source.html",
                    "test/test-pages/002/source.html",
                    "test/test-pages/001/expected.html",
                ],
            );
            let into = Some(root.path().join("upstream"));
            let arguments = Arguments {
                into,
                html5lib,
                html5lib_revision,
                wpt,
                wpt_revision,
                xml5lib,
                xml5lib_revision,
                readability,
                readability_revision,
            };
            Self { root, arguments }
        }

        fn fetched(&self) -> Vec<String> {
            files(&self.root.path().join("upstream"))
        }
    }

    const ALL: [&str; 7] = [
        "html5lib-tests/tree-construction/a.dat",
        "wpt-2026-09/tree-construction/a.dat",
        "wpt-2026-09/tree-construction/scripted/b.dat",
        "wpt-sanitizer-api/sethtml-tree-construction.sub.dat",
        "wpt-xpath/xml_xpath_tests.xml",
        "xml5lib-tests/tokenizer/a.test",
        "001.html",
    ];

    #[test]
    fn suites_are_fetched_once_per_revision() {
        let mut origins = Origins::new();
        run(&origins.arguments).unwrap();
        assert_eq!(origins.fetched(), ALL);
        let case = origins.root.path().join("upstream/wpt-2026-09/tree-construction/a.dat");
        assert_eq!(fs::read_to_string(case).unwrap(), CASE, "byte for byte");

        // The second run fetches nothing, so that it works without the origins, and restores changed files.
        fs::remove_file(origins.root.path().join("upstream/xml5lib-tests/tokenizer/a.test")).unwrap();
        let wpt = std::mem::replace(&mut origins.arguments.wpt, "/nowhere".to_owned());
        run(&origins.arguments).unwrap();
        assert_eq!(origins.fetched(), ALL);

        origins.arguments.wpt_revision = commit(Path::new(&wpt), &["html/syntax/parsing/resources/new.dat"]);
        fs::remove_file(Path::new(&wpt).join("html/syntax/parsing/resources/a.dat")).unwrap();
        origins.arguments.wpt_revision = commit(Path::new(&wpt), &["html/syntax/parsing/resources/newer.dat"]);
        origins.arguments.wpt = wpt;
        run(&origins.arguments).unwrap();
        let of_wpt = origins.fetched().into_iter().filter(|name| name.starts_with("wpt-2026-09/")).collect::<Vec<_>>();
        let expected = ["new.dat", "newer.dat", "scripted/b.dat"];
        assert_eq!(of_wpt, expected.map(|name| format!("wpt-2026-09/tree-construction/{name}")));
    }

    #[test]
    fn a_wrong_revision_or_url_is_an_error_and_writes_nothing() {
        let mut origins = Origins::new();
        let revision = "0123456789012345678901234567890123456789";
        let right = std::mem::replace(&mut origins.arguments.html5lib_revision, revision.to_owned());
        let error = run(&origins.arguments).unwrap_err();
        let expected = format!(
            "html5lib-tests: cannot fetch revision {revision} (a full hash, a branch or a tag) from {}: git fetch: ",
            origins.arguments.html5lib
        );
        assert!(error.starts_with(&expected), "{error}");
        assert!(!error.contains('\n'));
        assert!(origins.fetched().is_empty());
        origins.arguments.html5lib_revision = right;
        let html5lib = std::mem::replace(&mut origins.arguments.html5lib, "/nowhere".to_owned());
        assert!(run(&origins.arguments).unwrap_err().contains("from /nowhere"));
        origins.arguments.html5lib = html5lib;
        run(&origins.arguments).unwrap();
        assert_eq!(origins.fetched(), ALL);
    }
}
