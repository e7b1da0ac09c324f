//! Headless Chromium: loads a page with many cases, and reads the results from the dumped DOM.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use serde_json::Value;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// Chromium is killed after this time without a new message in its log.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// A page whose script computes a result for each of many cases. A case is a JSON object, and a result is a string.
pub(super) struct Page {
    script: &'static str,
    /// Whether scripts in the cases may run. Otherwise, a content security policy allows only the page's own script, which has a nonce.
    /// Chromium parses with scripting enabled either way.
    runs_scripts: bool,
    /// The maximum number of cases per page load.
    batch: usize,
    options: &'static [&'static str],
}

/// The page that returns the tree of each case, sanitized or not.
pub(super) const TREES: Page = Page {
    script: concat!(include_str!("dump.js"), include_str!("trees.js")),
    runs_scripts: false,
    batch: 1000,
    // Some sanitized cases crash Chromium's renderer. If the renderer is a separate process, Chromium waits for it instead of ending.
    options: &["--single-process", "--no-zygote"],
};
/// The page that returns the visible text of each case.
pub(super) const TEXTS: Page = Page {
    script: concat!(include_str!("dump.js"), include_str!("text.js")),
    runs_scripts: false,
    batch: 500,
    options: &["--virtual-time-budget=600000"],
};
/// The page that parses sanitized markup again in many contexts, and looks for scripts.
pub(super) const MUTATION: Page = Page {
    script: concat!(include_str!("dump.js"), include_str!("mutation.js")),
    runs_scripts: true,
    batch: 200,
    options: &["--virtual-time-budget=5000"],
};

pub(super) struct Chromium {
    program: PathBuf,
    /// A temporary folder for the page, the output and Chromium's profile.
    folder: PathBuf,
}

impl Chromium {
    /// Returns the given program, or the first Chromium in the PATH.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, String> {
        let in_path = || {
            let folders: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
            NAMES
                .iter()
                .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
                .find(|path| path.is_file())
        };
        let program = named.map(Path::to_owned).or_else(in_path).ok_or(
            "no Chromium found: install it (on Debian, `apt-get install chromium`), or name its path with --chromium PATH",
        )?;
        let folder = env::temp_dir().join(format!("limpid-browser-diff-{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
        Ok(Self { program, folder })
    }

    pub(super) fn version(&self) -> Result<String, String> {
        let output = Command::new(&self.program).arg("--version").stderr(Stdio::null()).output();
        let output = output.map_err(|error| format!("cannot run {}: {error}", self.program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        // Distributions append words, such as `built on Debian`.
        Ok(text.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
    }

    /// Returns the page's result for each case, in order, and `None` for a case that crashes Chromium.
    pub(super) fn results(&self, page: &Page, cases: &[Value]) -> Result<Vec<Option<String>>, String> {
        let mut results = Vec::with_capacity(cases.len());
        for batch in cases.chunks(page.batch) {
            self.run_batch(page, batch, &mut results)?;
        }
        Ok(results)
    }

    fn run_batch(&self, page: &Page, batch: &[Value], results: &mut Vec<Option<String>>) -> Result<(), String> {
        if batch.is_empty() {
            return Ok(());
        }
        match self.run_page(page, batch)? {
            Ok(batch) => results.extend(batch.into_iter().map(Some)),
            Err(Crash { index, results: complete }) => {
                match complete.len() == index {
                    true => results.extend(complete.into_iter().map(Some)),
                    false => self.run_batch(page, &batch[..index], results)?,
                }
                results.push(None);
                self.run_batch(page, &batch[index + 1..], results)?;
            }
        }
        Ok(())
    }

    /// Loads the page with a batch of cases. Returns all results, or the case that crashed Chromium.
    fn run_page(&self, page: &Page, batch: &[Value]) -> Result<Result<Vec<String>, Crash>, String> {
        let text = page.html(batch);
        let [input, output, log] = ["page.html", "output.html", "log"].map(|name| self.folder.join(name));
        let fail = |path: &Path, error| format!("cannot write {}: {error}", path.display());
        fs::write(&input, text).map_err(|error| fail(&input, error))?;
        let stdout = File::create(&output).map_err(|error| fail(&output, error))?;
        let stderr = File::create(&log).map_err(|error| fail(&log, error))?;
        let mut child = Command::new(&self.program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--enable-logging=stderr"])
            .args(page.options)
            .arg(format!("--user-data-dir={}", self.folder.join("profile").display()))
            .arg(format!("file://{}", input.display()))
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr)
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", self.program.display()))?;
        let (mut last, mut logged) = (Instant::now(), 0);
        while child.try_wait().map_err(|error| error.to_string())?.is_none() {
            let len = fs::metadata(&log).map_or(0, |log| log.len());
            if len != logged {
                (last, logged) = (Instant::now(), len);
            }
            if last.elapsed() > TIME_LIMIT {
                let _ = child.kill();
                let _ = child.wait();
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let text = fs::read_to_string(&output).map_err(|error| format!("cannot read {}: {error}", output.display()))?;
        let json = text.split_once("<pre>").and_then(|(_, rest)| Some(rest.split_once("</pre>")?.0));
        let results: Option<Vec<String>> = json.and_then(|json| serde_json::from_str(json).ok());
        Ok(match results {
            Some(results) if results.len() == batch.len() => Ok(results),
            _ => {
                let log = fs::read(&log).map_err(|error| format!("cannot read {}: {error}", log.display()))?;
                Err(Crash::in_log(&String::from_utf8_lossy(&log), batch.len()))
            }
        })
    }
}

struct Crash {
    /// The index of the case that crashes Chromium.
    index: usize,
    /// The results of the earlier cases, if the page logs them.
    results: Vec<String>,
}

impl Crash {
    /// Finds the crash in Chromium's log: the last case that the page started, and the results that the page logged before.
    fn in_log(log: &str, len: usize) -> Self {
        let messages = |start: &'static str| {
            let ends = log.split(start).skip(1).map(|rest| rest.split("\", source: ").next());
            ends.map(Option::unwrap_or_default)
        };
        let index = messages("\"limpid-case ").filter_map(|number| number.parse().ok()).max().unwrap_or(0).min(len - 1);
        let results = messages("\"limpid-result ").map_while(|result| serde_json::from_str(result).ok()).take(index);
        Self { index, results: results.collect() }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Page {
    fn html(&self, cases: &[Value]) -> String {
        let policy = if self.runs_scripts {
            ""
        } else {
            "<meta http-equiv=Content-Security-Policy content=\"script-src 'nonce-limpid'\">"
        };
        let cases = Value::from(cases).to_string().replace('<', "\\u003c");
        format!(
            "<!DOCTYPE html><meta charset=utf-8>{policy}<pre></pre><iframe></iframe>\
             <script nonce=limpid>const cases = {cases};</script><script nonce=limpid>{}</script>",
            self.script
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_before_a_crash_are_kept() {
        let line = |message: &str| format!("[1:2:INFO:CONSOLE:3] \"{message}\", source: file:///page.html (3)\n");
        let log = [r"limpid-case 0", r#"limpid-result "a\"\u003cb""#, "limpid-case 1"].map(line).concat();
        let Crash { index, results } = Crash::in_log(&log, 5);
        assert_eq!((index, results), (1, vec!["a\"<b".to_owned()]));
        let Crash { index, results } = Crash::in_log(&line("limpid-case 3"), 5);
        assert_eq!((index, results.len()), (3, 0));
        assert_eq!(Crash::in_log("", 5).index, 0);
    }
}
