//! Controls a headless Chromium through the [DevTools protocol](https://chromedevtools.github.io/devtools-protocol/) over a pipe: JSON
//! messages, each terminated by a NUL.

use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The time limit of the installation, in seconds.
const INSTALL_LIMIT: &str = "150";

/// Finds a browser: `$LIMPID_CHROMIUM`, or one in the PATH. If `LIMPID_INSTALL_CHROMIUM` is 1, installs Debian's package, which needs
/// root; otherwise nothing is installed.
pub(crate) fn find() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("LIMPID_CHROMIUM") {
        let named = PathBuf::from(named);
        return if named.is_file() { Ok(named) } else { Err(format!("LIMPID_CHROMIUM: {named:?} is not a file")) };
    }
    if cfg!(not(unix)) {
        return Err("the pipe to the browser needs a Unix shell".to_owned());
    }
    let may_install = env::var_os("LIMPID_INSTALL_CHROMIUM").is_some_and(|value| value == "1");
    match in_path() {
        Some(found) => Ok(found),
        None if may_install => {
            install().ok_or_else(|| "no Chromium in the PATH, and its installation failed".to_owned())
        }
        None => Err("no Chromium in the PATH; LIMPID_INSTALL_CHROMIUM=1 installs Debian's package".to_owned()),
    }
}

fn in_path() -> Option<PathBuf> {
    let folders: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
    NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

/// Installs Debian's package. Returns `None` without root, apt-get or network.
fn install() -> Option<PathBuf> {
    let user = Command::new("id").arg("-u").output().ok()?;
    if user.stdout != b"0\n" {
        return None;
    }
    let apt_get = |arguments: &[&str]| {
        let mut command = Command::new("timeout");
        command
            .args([INSTALL_LIMIT, "apt-get", "-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"])
            .args(arguments);
        command
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let chromium = ["install", "-y", "--no-install-recommends", "chromium"];
    let is_installed = apt_get(&chromium) || (apt_get(&["update"]) && apt_get(&chromium));
    if is_installed { in_path() } else { None }
}

/// The name of a test, and its function, which runs in the shared browser.
pub(crate) type Test = (&'static str, fn(&mut Chromium));

/// A running browser, closed when dropped.
pub(crate) struct Chromium {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    last_id: u64,
    /// The events received so far.
    pub(crate) events: Vec<Value>,
    _profile: TempDir,
}

impl Chromium {
    pub(crate) fn start(program: &PathBuf) -> Result<Chromium, String> {
        let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
        // Chromium reads from descriptor 3 and writes to 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null"])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--hide-scrollbars",
            ])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args([
                "--force-color-profile=srgb",
                "--font-render-hinting=none",
                "--disable-lcd-text",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
        let (sender, from) = mpsc::channel();
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|count| count > 0) {
                let text = message.strip_suffix(b"\0").unwrap_or(&message);
                let Ok(value) = serde_json::from_slice(text) else { return };
                if sender.send(value).is_err() {
                    return;
                }
                message.clear();
            }
        });
        let to = child.stdin.take();
        let mut chromium = Chromium { child, to, from, last_id: 0, events: Vec::new(), _profile: profile };
        chromium.call(None, "Browser.getVersion", json!({}))?;
        Ok(chromium)
    }

    /// Calls a method in a tab's session, or of the browser itself, and returns its result.
    pub(crate) fn call(&mut self, session: Option<&str>, method: &str, parameters: Value) -> Result<Value, String> {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let fail = |reason: &str| format!("{method}: {reason}");
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let to = self.to.as_mut().ok_or_else(|| fail("the browser is closed"))?;
        to.write_all(&bytes).and_then(|()| to.flush()).map_err(|error| fail(&error.to_string()))?;
        let end = Instant::now() + TIME_LIMIT;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let mut message = self.from.recv_timeout(left).map_err(|_| fail("the browser does not answer"))?;
            if message["id"] == self.last_id {
                return match message.get("error") {
                    Some(error) => Err(fail(&error.to_string())),
                    None => Ok(message["result"].take()),
                };
            }
            self.events.push(message);
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.call(None, "Browser.close", json!({}));
        // Closing the pipe ends the browser if it is still running.
        self.to = None;
        let _ = self.child.wait();
    }
}
