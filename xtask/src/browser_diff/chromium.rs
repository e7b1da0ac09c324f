//! Chromium, without a window: one page in, which builds many trees, and its text out.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use serde_json::Value;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// The time in which something has to come into the log.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// A script that works on many cases, each an object, and answers with a text for each.
pub(super) struct Page {
    script: &'static str,
    /// Whether scripts in the cases may run. If not, the page's own runs by its nonce, and scripting is on all the same.
    runs_scripts: bool,
    /// The number of cases that it answers at once.
    batch: usize,
    options: &'static [&'static str],
}

/// Builds the tree of each case, sanitized or not.
pub(super) const TREES: Page = Page {
    script: concat!(include_str!("dump.js"), include_str!("trees.js")),
    runs_scripts: false,
    batch: 1000,
    // Some sanitized cases make Chromium's renderer crash. As a process of its own, it is waited for.
    options: &["--single-process", "--no-zygote"],
};
/// Tells the text that each page shows.
pub(super) const TEXTS: Page = Page {
    script: concat!(include_str!("dump.js"), include_str!("text.js")),
    runs_scripts: false,
    batch: 500,
    options: &["--virtual-time-budget=600000"],
};
/// Parses markup again in many places, and looks for scripts.
pub(super) const MUTATION: Page = Page {
    script: concat!(include_str!("dump.js"), include_str!("mutation.js")),
    runs_scripts: true,
    batch: 200,
    options: &["--virtual-time-budget=5000"],
};

pub(super) struct Chromium {
    program: PathBuf,
    /// Holds the page, what comes out, and Chromium's profile; gone in the end.
    folder: PathBuf,
}

impl Chromium {
    /// The one that is named, or else the first in the PATH.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, String> {
        let in_path = || {
            let folders: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
            NAMES
                .iter()
                .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
                .find(|path| path.is_file())
        };
        let program = named.map(Path::to_owned).or_else(in_path).ok_or(
            "no Chromium found: `apt-get install chromium` brings one on Debian, or name yours with --chromium PATH",
        )?;
        let folder = env::temp_dir().join(format!("limpid-browser-diff-{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
        Ok(Self { program, folder })
    }

    pub(super) fn version(&self) -> Result<String, String> {
        let output = Command::new(&self.program).arg("--version").stderr(Stdio::null()).output();
        let output = output.map_err(|error| format!("cannot run {}: {error}", self.program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        // What the distribution adds does not matter.
        Ok(text.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
    }

    /// A page's answer to each case, in their order. `None` for one that Chromium does not survive.
    pub(super) fn answers(&self, page: &Page, cases: &[Value]) -> Result<Vec<Option<String>>, String> {
        let mut answers = Vec::with_capacity(cases.len());
        for batch in cases.chunks(page.batch) {
            self.answer_batch(page, batch, &mut answers)?;
        }
        Ok(answers)
    }

    fn answer_batch(&self, page: &Page, batch: &[Value], answers: &mut Vec<Option<String>>) -> Result<(), String> {
        if batch.is_empty() {
            return Ok(());
        }
        match self.run(page, batch)? {
            Ok(batch) => answers.extend(batch.into_iter().map(Some)),
            Err(Broken { at, before }) => {
                match before.len() == at {
                    true => answers.extend(before.into_iter().map(Some)),
                    false => self.answer_batch(page, &batch[..at], answers)?,
                }
                answers.push(None);
                self.answer_batch(page, &batch[at + 1..], answers)?;
            }
        }
        Ok(())
    }

    /// Returns the answers, or those that came out before one case.
    fn run(&self, page: &Page, batch: &[Value]) -> Result<Result<Vec<String>, Broken>, String> {
        let text = page.with(batch);
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
        let results = text.split_once("<pre>").and_then(|(_, rest)| Some(rest.split_once("</pre>")?.0));
        let answers: Option<Vec<String>> = results.and_then(|results| serde_json::from_str(results).ok());
        Ok(match answers {
            Some(answers) if answers.len() == batch.len() => Ok(answers),
            _ => {
                let log = fs::read(&log).map_err(|error| format!("cannot read {}: {error}", log.display()))?;
                Err(Broken::in_log(&String::from_utf8_lossy(&log), batch.len()))
            }
        })
    }
}

/// The number of the case that Chromium did not survive, and the answers to those before it, if the page logs them.
struct Broken {
    at: usize,
    before: Vec<String>,
}

impl Broken {
    fn in_log(log: &str, len: usize) -> Self {
        let messages = |start: &'static str| {
            let ends = log.split(start).skip(1).map(|rest| rest.split("\", source: ").next());
            ends.map(Option::unwrap_or_default)
        };
        let at = messages("\"limpid-case ").filter_map(|number| number.parse().ok()).max().unwrap_or(0).min(len - 1);
        let before = messages("\"limpid-answer ").map_while(|answer| serde_json::from_str(answer).ok()).take(at);
        Self { at, before: before.collect() }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Page {
    fn with(&self, cases: &[Value]) -> String {
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
    fn answers_of_before_are_not_lost() {
        let line = |message: &str| format!("[1:2:INFO:CONSOLE:3] \"{message}\", source: file:///page.html (3)\n");
        let log = [r"limpid-case 0", r#"limpid-answer "a\"\u003cb""#, "limpid-case 1"].map(line).concat();
        let Broken { at, before } = Broken::in_log(&log, 5);
        assert_eq!((at, before), (1, vec!["a\"<b".to_owned()]));
        let Broken { at, before } = Broken::in_log(&line("limpid-case 3"), 5);
        assert_eq!((at, before.len()), (3, 0));
        assert_eq!(Broken::in_log("", 5).at, 0);
    }
}
