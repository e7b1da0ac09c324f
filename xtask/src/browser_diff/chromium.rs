//! Chromium, without a window: one page in, which builds many trees, and its text out.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use serde_json::json;

use super::case::Case;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// The number of trees that one page builds.
const BATCH: usize = 500;
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// The page's own script runs by its nonce. None of the scripts in the cases does, yet scripting is on.
const HEAD: &str = "<!DOCTYPE html><meta charset=utf-8>\
    <meta http-equiv=Content-Security-Policy content=\"script-src 'nonce-limpid'\"><pre></pre><iframe></iframe>";

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

    /// The dump of each case's tree, in their order. `None` for one that Chromium does not survive.
    pub(super) fn dumps(&self, cases: &[Case]) -> Result<Vec<Option<String>>, String> {
        let mut dumps = Vec::with_capacity(cases.len());
        for batch in cases.chunks(BATCH) {
            self.dump_batch(batch, &mut dumps)?;
        }
        Ok(dumps)
    }

    fn dump_batch(&self, batch: &[Case], dumps: &mut Vec<Option<String>>) -> Result<(), String> {
        match self.run(batch)? {
            Some(batch) => dumps.extend(batch.into_iter().map(Some)),
            None if batch.len() == 1 => dumps.push(None),
            None => {
                let (first, second) = batch.split_at(batch.len() / 2);
                self.dump_batch(first, dumps)?;
                self.dump_batch(second, dumps)?;
            }
        }
        Ok(())
    }

    /// `None` if nothing usable came out.
    fn run(&self, batch: &[Case]) -> Result<Option<Vec<String>>, String> {
        let (page, output) = (self.folder.join("page.html"), self.folder.join("output.html"));
        let fail = |path: &Path, error| format!("cannot write {}: {error}", path.display());
        fs::write(&page, page_of(batch)).map_err(|error| fail(&page, error))?;
        let stdout = File::create(&output).map_err(|error| fail(&output, error))?;
        let mut child = Command::new(&self.program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
            .arg(format!("--user-data-dir={}", self.folder.join("profile").display()))
            .arg(format!("file://{}", page.display()))
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", self.program.display()))?;
        let start = Instant::now();
        while child.try_wait().map_err(|error| error.to_string())?.is_none() {
            if start.elapsed() > TIME_LIMIT {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(10));
        }
        let text = fs::read_to_string(&output).map_err(|error| format!("cannot read {}: {error}", output.display()))?;
        let results = text.split_once("<pre>").and_then(|(_, rest)| Some(rest.split_once("</pre>")?.0));
        let dumps: Option<Vec<String>> = results.and_then(|results| serde_json::from_str(results).ok());
        Ok(dumps.filter(|dumps| dumps.len() == batch.len()))
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn page_of(batch: &[Case]) -> String {
    let cases = batch.iter().map(|case| {
        let input = case.input();
        match case.context {
            None => json!({"input": input}),
            Some(context) => {
                let (namespace, name) = context.name.split_once(' ').unwrap_or(("html", context.name));
                json!({"input": input, "namespace": namespace, "name": name, "encoding": context.encoding})
            }
        }
    });
    let cases = serde_json::Value::from_iter(cases).to_string().replace('<', "\\u003c");
    let script = include_str!("page.js");
    format!("{HEAD}<script nonce=limpid>const cases = {cases};</script><script nonce=limpid>{script}</script>")
}
